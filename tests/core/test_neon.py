"""What a compiler makes of the baseline's plain C for aarch64: loops of NEON's vectors, where due."""

from __future__ import annotations

import re
import shutil

import pytest

from core_programs import CORE, Core, run

pytestmark = pytest.mark.long

# Debian's packages gcc-aarch64-linux-gnu and libc6-dev-arm64-cross.
TOOLS = "aarch64-linux-gnu-"
# Kernels, and the instruction that their loops are for.
DUE = {
    "add_f32": r"fadd\s+v\d+\.4s",
    "sub_f64": r"fsub\s+v\d+\.2d",
    "mul_u32": r"mul\s+v\d+\.4s",
    "div_f32": r"fdiv\s+v\d+\.4s",
    "add_u8": r"add\s+v\d+\.16b",
    "abs_f32": r"fabs\s+v\d+\.4s",
    "neg_f64": r"fneg\s+v\d+\.2d",
    "sqrt_f32": r"fsqrt\s+v\d+\.4s",
    "lt_f32": r"fcm[a-z]+\s+v\d+\.4s",
    "maximum_i16": r"smax\s+v\d+\.8h",
    "bitwise_and_u64": r"and\s+v\d+\.16b",
}
INSTRUCTION = re.compile(r"^\s+([0-9a-f]+):\s+(\S.*)$", re.MULTILINE)
BRANCH = re.compile(r"(?:b(?:\.\w+)?|cbn?z\s+\w+,|tbn?z\s+\w+, #\d+,)\s+([0-9a-f]+) <")


def loops(code: str) -> list[str]:
    """The instructions between the target of each branch that goes back, and the branch."""
    lines = [(int(address, 16), text) for address, text in INSTRUCTION.findall(code)]
    found = []
    for at, text in lines:
        branch = BRANCH.match(text)
        if branch and lines[0][0] <= int(branch[1], 16) <= at:
            found.append("\n".join(line for where, line in lines if int(branch[1], 16) <= where <= at))
    return found


@pytest.fixture(scope="module")
def functions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The code of each function of the baseline's kernels."""
    if not shutil.which(f"{TOOLS}gcc"):
        pytest.skip(f"no {TOOLS}gcc on this machine")
    target = tmp_path_factory.mktemp("neon") / "baseline.o"
    Core([f"{TOOLS}gcc", "-O3", "-g0"]).compile(CORE / "kernels" / "levels" / "baseline.c", target)
    text = run([f"{TOOLS}objdump", "-d", "--no-show-raw-insn", str(target)]).stdout
    parts = re.split(r"^[0-9a-f]+ <([^>]+)>:$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("kernel", DUE)
def test_a_kernels_loop_has_vectors(functions: dict[str, str], kernel: str) -> None:
    """In the kernel itself, or in a part of it that the compiler made a function of its own."""
    code = [text for name, text in functions.items() if name == kernel or name.startswith(f"{kernel}_")]
    assert code
    assert any(re.search(DUE[kernel], loop) for text in code for loop in loops(text))


def test_a_scalar_loop_is_seen() -> None:
    scalar = "   10:\tfadd\ts0, s0, s1\n   14:\tsubs\tx0, x0, #0x1\n   18:\tb.ne\t10 <f+0x10>  // b.any\n"
    assert len(loops(scalar)) == 1 and not re.search(DUE["add_f32"], loops(scalar)[0])
