"""The whole extension under sanitizers: the package's tests run again in a child, on builds that are watched.

AddressSanitizer and UndefinedBehaviorSanitizer see every test of the package.  ThreadSanitizer sees those of
threads, with this Python and, where TBCAST_TSAN_PYTHON names one, with a free-threaded one built for it.
"""

import os
import re
import sys
from pathlib import Path

import pytest

from repository import ROOT
from variants import FOLDERS, SANITIZED, THREADED, Variant

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform != "linux", reason="run-times of sanitizers are loaded as Linux does it"),
]

# What they measure is not what a watched process does.
UNSUITED = {
    "audit/test_audit_command.py": "starts many processes, whose calls are those of the other tests",
    "audit/test_planted_bugs.py": "starts many processes, too",
    "audit/test_pytest_plugin.py": "starts many processes, too",
    "audit/test_rewriting.py::test_texts_that_grow_are_not_copied": "measures how texts grow in place",
    "memory/test_kept_memory.py": "counts the process's memory",
    "memory/test_leaks.py": "counts the process's memory",
    "memory/test_stack.py": "limits the stack, of which watched frames take more",
    "package/test_interpreters.py::test_an_interpreter_that_ends_gives_its_memory_back": "counts memory",
    "threads/test_interrupts.py": "measures time",
}
SUMMARY = re.compile(r"^(\d+) passed\b.* in ", re.M)


def run_tests(variant, shared_folder, *arguments, **environment):
    """The variant's, which must pass, without those that do not suit."""
    left_out = [f"--deselect=tests/{name}" for name in UNSUITED]
    done = variant.run_tests(shared_folder, *left_out, *arguments, **environment)
    text = done.stdout + done.stderr
    assert done.returncode == 0, text[-20_000:]
    assert SUMMARY.search(done.stdout), text[-5000:]


@pytest.mark.parametrize("folder", FOLDERS)
def test_addresses_and_arithmetic_are_right_in_the_tests_of(folder, shared_folder, tmp_path):
    if not SANITIZED.available(tmp_path):
        pytest.skip("no AddressSanitizer on this machine")
    run_tests(SANITIZED, shared_folder, f"tests/{folder}")


RACES = ROOT / "tests" / "trust" / "races.txt"


def suppressing(races):
    return {"TSAN_OPTIONS": f"{THREADED.environment['TSAN_OPTIONS']}:suppressions={races}"}


def test_threads_race_for_nothing_but_elements(shared_folder, tmp_path):
    """A Python with a lock: what one holder of the lock leaves to the next is seen through its mutex."""
    if not THREADED.available(tmp_path):
        pytest.skip("no ThreadSanitizer on this machine")
    run_tests(THREADED, shared_folder, "tests/threads", **suppressing(RACES))


# Tests in which no thread reads or writes another's elements: calls with as many indices as elements
# ("dense") read all of self.
DISJOINT = ("-s", "tests/threads/test_disjoint_writers.py", "-k", "two_threads and not dense")
# Stores through masks of AVX-512 are not seen: here they are an element at a time.
PLAIN_STORES = {"TBCAST_CPU": "baseline"}


def test_writers_of_disjoint_elements_race_for_nothing(shared_folder, tmp_path):
    """races.txt cannot tell reads from writes: here nothing is suppressed."""
    if not THREADED.available(tmp_path):
        pytest.skip("no ThreadSanitizer on this machine")
    run_tests(THREADED, shared_folder, *DISJOINT, **PLAIN_STORES)


def test_threads_race_for_nothing_without_a_lock_of_pythons(shared_folder, tmp_path):
    interpreter = os.environ.get("TBCAST_TSAN_PYTHON")
    if not interpreter:
        pytest.skip("TBCAST_TSAN_PYTHON names no free-threaded Python that ThreadSanitizer watches")
    suppressions = tmp_path / "races.txt"
    # CPython's developers keep a list of the interpreter's own races
    known = os.environ.get("TBCAST_TSAN_SUPPRESSIONS")
    texts = [Path(path).read_text("utf-8") for path in (RACES, *([known] if known else []))]
    suppressions.write_text("\n".join(texts), "utf-8")
    variant = Variant("free-threaded", THREADED.options, interpreter=interpreter)
    arguments = ("tests/threads", "tests/memory/test_collection.py")
    # which has no PyTorch
    run_tests(variant, shared_folder, *arguments, TBCAST_REQUIRE_TORCH="", **suppressing(suppressions))
    only_pythons = suppressing(known) if known else {}
    run_tests(variant, shared_folder, *DISJOINT, TBCAST_REQUIRE_TORCH="", **PLAIN_STORES, **only_pythons)


# Programs that must not pass: they show that the extension itself is watched, and its kernels.
FREED = """
import ctypes, tbcast
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
start = libc.malloc(4000)
freed = tbcast.frombuffer((ctypes.c_char * 4000).from_address(start), dtype=tbcast.float32)
libc.free(start)
"""
USE_AFTER_FREE = f"{FREED}freed.tolist()"
USE_IN_A_KERNEL = f"{FREED}freed.add_(1)"
RACE = """
import threading, tbcast
tbcast.set_num_threads(1)
x = tbcast.ones(2000, 1000)  # enough for the lock to be released
threads = [threading.Thread(target=lambda: [x.add_(1) for _ in range(50)]) for _ in range(2)]
for t in threads: t.start()
for t in threads: t.join()
"""


# Not elements but what describes them; the other thread writes without Python's lock.
RACE_FOR_SIZES = """
import ctypes, threading, tbcast
x = tbcast.ones(3)
start, size = id(x) + object.__basicsize__, type(x).__basicsize__ - object.__basicsize__
same = ctypes.string_at(start, size)
thread = threading.Thread(target=lambda: [ctypes.memmove(start, same, size) for _ in range(20_000)])
thread.start()
while thread.is_alive(): x.numel()
"""
# As the tests of threads are run.
SUPPRESSING = Variant(THREADED.name, THREADED.options, preload=THREADED.preload, **suppressing(RACES))


@pytest.mark.parametrize(
    "variant, program, complaint, where",
    [
        (SANITIZED, USE_AFTER_FREE, "heap-use-after-free", "src/python/methods/accessors.c"),
        (SANITIZED, USE_IN_A_KERNEL, "heap-use-after-free", "src/core/kernels/"),
        (THREADED, RACE, "data race", "src/core/kernels/"),
        (SUPPRESSING, RACE_FOR_SIZES, "data race", "src/python/"),
    ],
    ids=["use after free", "use after free in a kernel", "race in a kernel", "race for sizes"],
)
def test_a_fault_is_seen(variant, program, complaint, where, shared_folder, tmp_path):
    if not variant.available(tmp_path):
        pytest.skip("no such sanitizer on this machine")
    done = variant.python(shared_folder, "-c", program)
    assert done.returncode != 0
    assert complaint in done.stderr, done.stderr
    assert where in done.stderr, done.stderr
