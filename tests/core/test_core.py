"""The core's C unit tests, tests/core/test_*.c: compiled without Python and run under sanitizers.

With --long the kernels are watched, too, and every program runs as it is built for use on a stack of 64 KiB,
and on other systems and processors, as far as there are compilers for them and something that runs them.

Each C file is a program of its own, linked with the whole core; it prints every failed check with
its file and line. AddressSanitizer, LeakSanitizer and UndefinedBehaviorSanitizer watch it. Where
there is a C compiler but no sanitizers the tests fail: skipping would hide that nothing was watched.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from core_programs import (
    ALLOCATION_TESTS,
    CHECKS,
    CORE,
    FLAGS,
    SHORT_TESTS,
    TESTS,
    Core,
    check_passed,
    compiler_trouble,
    run,
    sanitized_core,
)

pytestmark = pytest.mark.full

try:
    import resource
except ImportError:  # Windows
    resource = None

SOURCES = {path.name: path for path in sorted(TESTS.glob("*/test_*.c"))}

# Threads of a program may have little more, 128 KiB with musl.  The sanitizers' frames take more than that.
STACK = 1 << 16

# Debian's gcc-aarch64-linux-gnu, libc6-dev-arm64-cross, qemu-user, wine64, gcc-mingw-w64-x86-64; and zig of
# PyPI's ziglang, a clang with the C libraries of other systems.
ZIG = [sys.executable, "-m", "ziglang", "cc", "-target"]
WINE = shutil.which("wine64") or "/usr/lib/wine/wine64"
# The compiler, and what runs its programs: that and the programs as they are, where it begins with none.
PLATFORMS = {
    "Linux on aarch64": (
        ["aarch64-linux-gnu-gcc", "-O3"],
        ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", "-s", str(STACK)],
    ),
    "musl": ([*ZIG, "x86_64-linux-musl", "-O3"], []),
    "musl on aarch64": ([*ZIG, "aarch64-linux-musl", "-O1"], ["qemu-aarch64", "-s", str(STACK)]),
    "32 bits": ([*ZIG, "x86-linux-musl", "-O1"], []),
    "Windows": ([*ZIG, "x86_64-windows-gnu", "-O1"], [WINE]),
}
MINGW = "x86_64-w64-mingw32-gcc"
WINE_LIBRARIES = [sys.executable, str(TESTS.parent / "helpers" / "wine" / "libraries.py")]
UNLIKE_LINUX = {
    ("Windows", "test_vector_math.c"): "zig's log2 and log10 of denormal numbers are right in 8 digits only",
    ("musl", "test_vector_math.c"): "its lgamma of -2.5, in float32, is one unit off",
}

# The programs of threads, which ThreadSanitizer watches, too.
THREADED = {"test_at_once.c": [], "test_pool.c": ["no-fork"]}  # it does not follow a fork of threads
# The program that takes minutes for all cases instead of a sample; its subject are the kernels.
LONG_TESTS = ("test_levels.c",)
# Moves between these and the other eight are written in a form that valgrind 3.19 calls illegal (VMOVQ).
HIGHER_REGISTERS = [f"-ffixed-xmm{n}" for n in range(8, 16)]


class Platform(NamedTuple):
    """A core that is compiled for another platform, and the command that runs its programs."""

    name: str
    core: Core
    runner: list[str]


def limit_stack() -> None:
    """Of the program that is about to run."""
    resource.setrlimit(resource.RLIMIT_STACK, (STACK, STACK))


@pytest.fixture(scope="session")
def core(tmp_path_factory: pytest.TempPathFactory) -> Core:
    return sanitized_core(tmp_path_factory.mktemp("probe"))


@pytest.fixture(scope="session")
def threaded_core(tmp_path_factory: pytest.TempPathFactory) -> Core:
    """The same as free-threaded builds of Python have it, under ThreadSanitizer."""
    cc = [*shlex.split(os.environ.get("CC", "cc")), "-g1", "-O1", "-fsanitize=thread", "-DTB_FREE_THREADED"]
    if compiler_trouble(cc, tmp_path_factory.mktemp("probe")):
        pytest.skip(f"no ThreadSanitizer with {cc[0]} on this machine")
    return Core(cc)


@pytest.fixture(scope="session")
def memory_sanitized_core(tmp_path_factory: pytest.TempPathFactory) -> Core:
    """The same under MemorySanitizer, which knows what has been written; clang alone has it."""
    cc = ["clang", "-g1", "-O1", "-fsanitize=memory"]
    if not shutil.which(cc[0]) or compiler_trouble(cc, tmp_path_factory.mktemp("probe")):
        pytest.skip("no clang with MemorySanitizer on this machine")
    return Core(cc, "-w")


@pytest.fixture(scope="session")
def plain_core(tmp_path_factory: pytest.TempPathFactory) -> Core:
    """The same as it is built for use, no larger frames than release builds allow."""
    cc = [*shlex.split(os.environ.get("CC", "cc")), "-O3"]
    probe = tmp_path_factory.mktemp("probe")
    if not compiler_trouble([*cc, *HIGHER_REGISTERS], probe):  # gcc for x86-64
        cc += HIGHER_REGISTERS
    return Core([*cc, "-Wframe-larger-than=16384"])


@pytest.fixture(scope="session")
def kernels(pytestconfig: pytest.Config) -> bool:
    """Are the kernels, too, as they are built for use?  A sample (--every) does not wait for that."""
    return pytestconfig.getoption("--every") == 1


@pytest.fixture(scope="session", params=PLATFORMS)
def platform(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Platform:
    """The same for another system or processor, as it is built for use: no sanitizers run there."""
    compiler, runner = PLATFORMS[request.param]
    if compiler[0] == sys.executable and not importlib.util.find_spec("ziglang"):
        pytest.skip("no zig: pip install ziglang")
    for tool in (compiler[0], *runner[:1], *([MINGW] if runner == [WINE] else [])):
        if not shutil.which(tool):
            pytest.skip(f"no {tool} on this machine")
    core = Core(compiler, *(["-w"] if compiler[0] == sys.executable else []))  # warnings are gcc's matter
    if runner[:1] == [WINE]:  # in a folder of its own, and quietly
        runner = ["env", f"WINEPREFIX={tmp_path_factory.mktemp('wine')}", "WINEDEBUG=-all", WINE]
    elif not runner and compiler_trouble(core.cc, tmp_path_factory.mktemp("probe")):
        pytest.skip("this machine does not run its programs")
    return Platform(request.param, core, runner)


@pytest.mark.parametrize("name", SOURCES)
def test_core_program_passes_under_sanitizers(core: Core, name: str, whole: bool, tmp_path: Path) -> None:
    if name in LONG_TESTS and not whole:
        pytest.skip("looks at kernels as they are compiled for use: pytest --long")
    objects = core.objects(failing_malloc=name in ALLOCATION_TESTS, kernels=whole)
    options = ["long"] if name in LONG_TESTS else ["short"] if name in SHORT_TESTS and not whole else []
    done = run([str(core.program(SOURCES[name], objects, tmp_path)), *options])
    check_passed(name, done)


@pytest.mark.long
@pytest.mark.parametrize("name", THREADED)
def test_threads_race_for_nothing(threaded_core: Core, name: str, tmp_path: Path) -> None:
    objects = threaded_core.objects(kernels=False)
    done = run([str(threaded_core.program(SOURCES[name], objects, tmp_path)), *THREADED[name]])
    check_passed(name, done)


@pytest.mark.long
@pytest.mark.parametrize("name", SOURCES)
def test_core_program_decides_on_nothing_that_was_never_written(
    memory_sanitized_core: Core, name: str, tmp_path: Path
) -> None:
    objects = memory_sanitized_core.objects(failing_malloc=name in ALLOCATION_TESTS)
    check_passed(name, run([str(memory_sanitized_core.program(SOURCES[name], objects, tmp_path)), "short"]))


@pytest.mark.long
@pytest.mark.parametrize("name", SOURCES)
def test_core_program_passes_under_valgrind(plain_core: Core, name: str, tmp_path: Path) -> None:
    """As it is built for use, AVX2 included (valgrind has no AVX-512).

    What it computes is looked at elsewhere: valgrind's fused multiply-add differs from processors'.
    """
    if not shutil.which("valgrind"):
        pytest.skip("no valgrind on this machine")
    objects = plain_core.objects(failing_malloc=name in ALLOCATION_TESTS)
    options = ["--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=definite"]
    program = str(plain_core.program(SOURCES[name], objects, tmp_path))
    done = run(["valgrind", "-q", *options, program, "short"], timeout=1200)
    assert done.returncode in (0, 1), f"{name} exited with {done.returncode}\n{done.stdout}{done.stderr}"
    assert CHECKS.search(done.stdout.strip()), done.stdout + done.stderr


@pytest.mark.long
@pytest.mark.skipif(resource is None, reason="no limits of stacks on this system")
@pytest.mark.parametrize("name", SOURCES)
def test_core_program_passes_on_a_stack_of_64_kib(
    plain_core: Core, name: str, kernels: bool, tmp_path: Path
) -> None:
    objects = plain_core.objects(failing_malloc=name in ALLOCATION_TESTS, kernels=kernels)
    program = plain_core.program(SOURCES[name], objects, tmp_path)
    done = run([str(program), "short"], preexec_fn=limit_stack)
    check_passed(name, done)


# The emulator itself aborts in the forked child of a program with threads.
@pytest.mark.long
@pytest.mark.parametrize("name", SOURCES)
def test_core_program_passes_on_another_platform(
    platform: Platform, name: str, kernels: bool, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    if (platform.name, name) in UNLIKE_LINUX:
        reason = UNLIKE_LINUX[platform.name, name]
        request.applymarker(pytest.mark.xfail(reason=reason, strict=True))
    objects = platform.core.objects(failing_malloc=name in ALLOCATION_TESTS, kernels=kernels)
    forks = name in ("test_pool.c", "test_scratch.c")
    program = platform.core.program(SOURCES[name], objects, tmp_path)
    if WINE in platform.runner:  # it lacks complex functions
        assert run([*WINE_LIBRARIES, "complex", str(tmp_path), str(tmp_path)]).returncode == 0
    option = "no-fork" if forks and platform.runner else "short"
    done = run(
        [*platform.runner, str(program), option], **({} if platform.runner else {"preexec_fn": limit_stack})
    )
    check_passed(name, done)


# What prints or ends the process; an assertion does both.
FORBIDDEN = {
    *("printf", "fprintf", "vprintf", "vfprintf", "printf_chk", "fprintf_chk", "perror", "stdout", "stderr"),
    *("puts", "fputs", "putchar", "putc", "fputc", "fwrite", "write"),
    *("abort", "exit", "Exit", "quick_exit", "assert_fail", "assert_rtn"),
}


def test_a_template_without_its_parameters_does_not_compile() -> None:
    """A parameter that somebody forgets must not choose slower code."""
    templates = [path for path in CORE.rglob("*.inc") if path.parent.name != "generated"]
    preprocess = [*shlex.split(os.environ.get("CC", "cc")), *FLAGS, "-xc", "-E", "-P"]
    accepted = []
    for path in templates:
        done = run([*preprocess, str(path)])
        if done.returncode == 0 or f'#error "{path.name} takes ' not in done.stderr:
            accepted.append(path.name)
    assert len(templates) > 30 and accepted == []


def test_the_core_neither_prints_nor_ends_the_process_nor_calls_python(core: Core) -> None:
    """By the symbols that its objects do not define; programs of it link without libpython, too."""
    if shutil.which("nm") is None:
        pytest.skip("no nm on this machine")
    used = {}
    for obj in core.objects(kernels=False):
        for line in run(["nm", "-u", str(obj)]).stdout.splitlines():
            used.setdefault(line.split()[-1].lstrip("_"), obj.stem)
    assert {"malloc", "memcpy"} <= set(used)
    assert {name: obj for name, obj in used.items() if name in FORBIDDEN or name.startswith("Py")} == {}


# Programs that must not pass: they show that the checks and the sanitizers really watch.
FAULTS = {
    "failed check": ("CHECK_EQ(1 + 1, 3);", r"fault\.c:\d+: 1 \+ 1 is 2, expected 3"),
    "wrong text": ('CHECK_TEXT("a", "b");', r"fault\.c:\d+: text is"),
    "no check at all": ("", "0 checks"),
    "leak": ("tb_storage *s; CHECK_OK(tb_storage_new(9, true, &s, err)); s = NULL;", "LeakSanitizer"),
    "write past the end": (
        "char *volatile p = malloc(8); p[8] = 1; CHECK(p); free(p);",
        "heap-buffer-overflow",
    ),
    "use of a kept small storage": (
        "tb_storage *s; tb_storage_cache_small(); CHECK_OK(tb_storage_new(9, true, &s, err)); "
        "tb_storage_release(s); CHECK_EQ(s->pins, 0);",
        "use-after-poison",
    ),
    "write past the end of a small storage": (
        "tb_storage *s; tb_storage_cache_small(); CHECK_OK(tb_storage_new(65, true, &s, err)); "
        "((volatile char *)s->data)[65] = 1; tb_storage_release(s);",
        "use-after-poison",
    ),
    "use of a kept large block": (
        "tb_block b; CHECK(tb_block_get(TB_LARGE_BLOCK, true, &b)); tb_block_put(&b); "
        "*(volatile char *)b.start = 1;",
        "use-after-poison",
    ),
    "use of scratch memory that was given back": (
        "char *s = tb_scratch_take(); tb_scratch_give(s); *(volatile char *)s = 1;",
        "use-after-poison",
    ),
    "signed overflow": ("volatile int64_t n = INT64_MAX; n = n + 1; CHECK(n);", "signed integer overflow"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_in_a_core_program_is_seen(core: Core, fault: str, tmp_path: Path) -> None:
    if fault == "leak" and not sys.platform.startswith("linux"):
        pytest.skip("LeakSanitizer runs on Linux only")
    body, expected = FAULTS[fault]
    source = tmp_path / "fault.c"
    head = '#include "check.h"\n#include "core/memory/scratch.h"\n\n'
    text = f"{head}int main(void)\n{{\n    {body}\n    return check_report(__FILE__);\n}}\n"
    source.write_text(text, encoding="utf-8")
    # -O0: the compiler must not reason the fault away.
    main = tmp_path / "fault"
    objects = [str(obj) for obj in core.objects(kernels=False)]
    done = run([*core.cc, *FLAGS, "-O0", str(source), *objects, "-lm", "-o", str(main)])
    assert done.returncode == 0, done.stderr
    done = run([str(main)])
    assert done.returncode != 0
    assert re.search(expected, done.stdout + done.stderr), done.stdout + done.stderr
