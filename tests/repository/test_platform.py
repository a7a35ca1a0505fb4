"""One folder, src/core/platform, knows the operating system: no other source has its headers, or asks."""

import re

import pytest

from repository import ROOT

SRC = ROOT / "src"
PLATFORM = SRC / "core" / "platform"
# Ours, of every C compiler, and CPython's (longintrepr.h and structmember.h until 3.11).
C = {
    *("complex.h", "ctype.h", "errno.h", "float.h", "inttypes.h", "limits.h", "math.h", "stdalign.h"),
    *("stdarg.h", "stdatomic.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h"),
    *("cpuid.h", "emmintrin.h", "immintrin.h", "arm_neon.h", "sanitizer/asan_interface.h"),
    *("Python.h", "frameobject.h", "longintrepr.h", "structmember.h"),
}

INCLUDE = re.compile(r"^\s*#\s*include\s*<([^>]+)>", re.MULTILINE)
SYSTEM = re.compile(
    r"\b(_?_?(WIN32|WIN64|MINGW\w*|CYGWIN|APPLE|MACH|linux|unix|FreeBSD|NetBSD|OpenBSD|ANDROID|EMSCRIPTEN|wasi)"
    r"(__|_)?|__GLIBC__|__MUSL__|MS_WINDOWS|_MSC_VER|_GNU_SOURCE|_POSIX_C_SOURCE|_DEFAULT_SOURCE|TB_POSIX)\b"
)
CONDITION = re.compile(r"^\s*#\s*(?:if|ifdef|ifndef|elif|define)\b(.*(?:\\\n.*)*)", re.MULTILINE)


def sources():
    found = [path for suffix in ("c", "h", "inc") for path in SRC.rglob(f"*.{suffix}")]
    return [path for path in found if "third_party" not in path.parts and PLATFORM not in path.parents]


def test_no_other_source_includes_a_systems_header():
    found = {
        f"{path.relative_to(SRC)} includes {name}"
        for path in sources()
        for name in INCLUDE.findall(path.read_text("utf-8"))
        if name not in C
    }
    assert found == set()


def test_no_other_source_asks_which_system_it_is():
    found = {
        f"{path.relative_to(SRC)}: {condition.strip()}"
        for path in sources()
        for condition in CONDITION.findall(path.read_text("utf-8"))
        if SYSTEM.search(condition)
    }
    assert found == set()


@pytest.mark.parametrize("line", ["#ifdef _WIN32", "#if X && defined(__linux__)", "#elif __APPLE__"])
def test_a_line_that_asks_is_seen(line):
    assert SYSTEM.search(CONDITION.search(f"{line}\n")[1])


def test_the_systems_are_implemented_each_in_one_file():
    assert {path.name for path in PLATFORM.iterdir()} == {"platform.h", "posix.c", "windows.c"}
