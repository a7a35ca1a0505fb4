"""What cannot be beaten: the machine's limit for memory-bound cases, limit.c, and CPython's own time for an
operator, floor.c. Both are compiled when the benchmark starts.

A case names its loop and how many elements it has, "add 16777216", or is "object_add".
"""

import ctypes
import importlib.machinery
import importlib.util
import os
import shlex
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import numpy as np

from case import compiled, looped

HERE = Path(__file__).parent
LOOPS = ("add", "add_in_place", "add_number", "write_only", "compare", "add_wide")
ALIGNMENT = 2 << 20


def compile_c(name, library, *flags):
    cc = shlex.split(os.environ.get("CC", "cc"))
    command = [*cc, "-O3", "-shared", "-fPIC", *flags, str(HERE / name), "-o", str(library)]
    subprocess.run(command, check=True)


def load_floor(folder):
    """The module of floor.c."""
    library = folder / "floor.so"
    compile_c("floor.c", library, "-I", sysconfig.get_path("include"))
    loader = importlib.machinery.ExtensionFileLoader("floor", str(library))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("floor", loader))
    loader.exec_module(module)
    return module


class Limits:
    """The compiled loops and memory for them, touched before it is timed."""

    def __init__(self, threads):
        self.threads = threads
        self.memory = {}
        with tempfile.TemporaryDirectory() as folder:
            self.floor = load_floor(Path(folder))
            library = Path(folder) / "limit.so"
            compile_c("limit.c", library, "-march=native", "-pthread")
            self.run = ctypes.CDLL(str(library)).run
        self.run.argtypes = [ctypes.c_int, *[ctypes.c_void_p] * 3, ctypes.c_size_t, ctypes.c_int]

    def block(self, key, size):
        """The address of so many bytes, the same block for every case, and grown when one is larger."""
        if key not in self.memory or self.memory[key].nbytes < size + ALIGNMENT:
            self.memory[key] = np.ones(size + ALIGNMENT, np.uint8)
        address = self.memory[key].ctypes.data
        return address + -address % ALIGNMENT

    def calls(self, limit):
        """Runs of the loop that a case names."""
        if limit == "object_add":
            return compiled("a + b", {"a": self.floor.Bare(), "b": self.floor.Bare()})
        name, count = limit.split()
        loop, step = LOOPS.index(name), 64 * self.threads
        n = int(count) // step * step
        wide = 8 if name == "add_wide" else 4
        out, a, b = self.block("out", n * wide), self.block("a", n * 4), self.block("b", n * wide)
        run, threads = self.run, self.threads
        return looped(lambda: run(loop, out, a, b, n, threads))


def limits(threads):
    """Limits, or None without a C compiler."""
    try:
        return Limits(threads)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"no limit: {error}", file=sys.stderr)
        return None
