"""The machine's limit for memory-bound cases: limit.c, compiled when the benchmark starts.

A case names its loop and how many elements it has: "add 16777216".
"""

import ctypes
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from case import looped

SOURCE = Path(__file__).with_name("limit.c")
LOOPS = ("add", "add_in_place", "add_number", "write_only", "compare", "add_wide")
ALIGNMENT = 2 << 20


class Limits:
    """The compiled loops and memory for them, touched before it is timed."""

    def __init__(self, threads):
        self.threads = threads
        self.memory = {}
        with tempfile.TemporaryDirectory() as folder:
            library = Path(folder) / "limit.so"
            cc = shlex.split(os.environ.get("CC", "cc"))
            flags = ["-O3", "-march=native", "-pthread", "-shared", "-fPIC"]
            subprocess.run([*cc, *flags, str(SOURCE), "-o", str(library)], check=True)
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
        name, count = limit.split()
        loop, step = LOOPS.index(name), 16 * self.threads
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
