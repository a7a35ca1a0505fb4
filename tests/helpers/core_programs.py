"""How C programs that use the core alone are compiled and run.

The core's objects are compiled once with each set of options, as the extension's are (src/ninja_build.py).
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from ninja_build import BuildFailed, NinjaBuild
from shared import locked

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "src" / "core"
TESTS = ROOT / "tests" / "core"
# The programs that decide themselves which allocation fails get a core that asks them.
ALLOCATION_TESTS = (
    *("test_allocation.c", "test_allocation_functions.c"),
    *("test_exhausted.c", "test_scratch.c"),
)

# The programs that can be told to take fewer rounds, as an emulator and a sample need.
SHORT_TESTS = ("test_join.c", "test_iteration.c")
# The last line of a program that has come to its end.
CHECKS = re.compile(r"\b[1-9]\d* checks, (?P<failed>\d+) failed$")

# -g1 has what their reports need; -g takes four tenths longer to compile.
SANITIZERS = ["-g1", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
FLAGS = [
    *["-std=gnu11", "-pthread", "-Wall", "-Wextra", "-Wundef", "-Werror"],
    *["-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math", "-fno-strict-aliasing"],
    *[f"-I{CORE.parent}", f"-I{TESTS}", "-DTB_COUNT_STRATEGIES=1"],
]
ALLOCATES = re.compile(r"\b(malloc|calloc|realloc|tb_map|tb_thread_start)\s*\(")


def run(command: list[str], timeout: float = 300, **options) -> subprocess.CompletedProcess[str]:
    """Run a compiler or a test program without options from outside that could blunt the sanitizers."""
    env = {k: v for k, v in os.environ.items() if not k.endswith("SAN_OPTIONS") and k != "LD_PRELOAD"}
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout, env=env, **options)


def check_passed(name: str, done: subprocess.CompletedProcess[str]) -> None:
    """Did the program run to its end, and did every check of it hold?"""
    assert done.returncode == 0, f"{name} exited with {done.returncode}\n{done.stdout}{done.stderr}"
    made = CHECKS.search(done.stdout.strip())
    assert made and made["failed"] == "0", done.stdout + done.stderr


class Core:
    """The core's objects, compiled when a test wants them, and kept for other tests, processes and runs."""

    def __init__(self, cc: list[str], *more: str, folder: Path | None = None, sources: Path = CORE) -> None:
        self.cc = cc  # with the options that its programs are linked with, too
        self.more = more  # options of the compiler behind all others
        self.sources = sources  # the core's, which may be a copy
        kind = hashlib.sha256(shlex.join([*cc, *more]).encode()).hexdigest()[:12]
        self.folder = folder or ROOT / "build" / f"core-{kind}"
        self.folder.mkdir(parents=True, exist_ok=True)

    def command(self, *extra: str) -> list[str]:
        """The compiler's command for a source."""
        return [*self.cc, f"-I{self.sources.parent}", *FLAGS, *self.more, *extra]

    def compile(self, source: Path, obj: Path, *extra: str) -> Path:
        """Compile one source, or fail the test with the compiler's words."""
        done = run([*self.command(*extra), "-c", str(source), "-o", str(obj)])
        if done.returncode != 0:
            pytest.fail(f"{source.name} does not compile:\n{done.stderr}", pytrace=False)
        return obj

    def objects(self, failing_malloc: bool = False, kernels: bool = True) -> list[Path]:
        """All objects of the core; those that allocate ask failing_malloc.h's functions if told so.  Without
        `kernels` the kernels, which take a minute to compile, are neither optimised nor watched, but for
        those of vector_math.c, whose code is not what compilers make of plain C."""
        steps, wanted = NinjaBuild(self.folder, ROOT), []

        def compiled(source: Path, kind: str, *extra: str) -> Path:
            name = "_".join(source.relative_to(self.sources).with_suffix(".o").parts)
            return Path(steps.compile(source, self.folder / f"{kind}{name}", self.command(*extra)))

        for source in sorted(self.sources.rglob("*.c")):
            chosen = compiled(source, "")
            if source.parent.name == "levels" and not source.name.startswith("vector_math"):
                unwatched = compiled(source, "unwatched_", "-O0", "-fno-sanitize=all")
                chosen = chosen if kernels else unwatched
            if source.parent.name != "platform" and ALLOCATES.search(source.read_text(encoding="utf-8")):
                failing = compiled(source, "failing_", "-include", str(TESTS / "failing_malloc.h"))
                chosen = failing if failing_malloc else chosen
            wanted.append(chosen)
        try:
            with locked(self.folder / "build"):
                steps.run(wanted, show=False)
        except BuildFailed as failure:
            pytest.fail(f"the core does not compile:\n{failure}", pytrace=False)
        return wanted

    def program(self, source: Path, objects: list[Path], folder: Path) -> Path:
        """Compile and link one test program, whose main() is not to have the frames of all its tests."""
        plain = ["-O1", "-fno-inline", "-Wno-maybe-uninitialized", "-Wno-frame-larger-than"]
        main = self.compile(source, folder / f"{source.stem}.o", *plain)
        exe = folder / f"{source.stem}.exe"  # which a linker for Windows calls it anyway
        done = run([*self.cc, "-pthread", str(main), *map(str, objects), "-lm", "-o", str(exe)])
        if done.returncode != 0:
            pytest.fail(f"{source.name} does not link with the core:\n{done.stderr}", pytrace=False)
        return exe


def compiler_trouble(cc: list[str], folder: Path) -> str | None:
    """Why programs that this compiler makes, with these options, cannot be built and run here, or None."""
    source, exe = folder / "probe.c", folder / "probe"
    source.write_text("int main(void) { return 0; }\n", encoding="utf-8")
    done = run([*cc, str(source), "-o", str(exe)])
    if done.returncode == 0:
        done = run([str(exe)])
    return None if done.returncode == 0 else done.stderr


def sanitized_core(probe_folder: Path) -> Core:
    """The core under sanitizers: without a compiler the test is skipped, without sanitizers it fails."""
    cc = shlex.split(os.environ.get("CC", "cc"))
    if shutil.which(cc[0]) is None:
        pytest.skip(f"no C compiler ({cc[0]}) on this machine")
    trouble = compiler_trouble([*cc, *SANITIZERS], probe_folder)
    if trouble is not None:
        pytest.fail(
            f"{cc[0]} cannot build and run programs with {SANITIZERS[0]}: the core's C tests need the "
            f"compiler's sanitizer runtime (libasan and libubsan).\n{trouble}",
            pytrace=False,
        )
    return Core([*cc, *SANITIZERS])
