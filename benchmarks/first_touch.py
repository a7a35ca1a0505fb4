"""What a large result costs on fresh memory and on kept memory, with huge pages and without them (Linux).

    python benchmarks/first_touch.py [--mib 256] [--rounds 5] [--pause 3]

Processes take turns; each adds a column to a row: three times while the earlier results live (fresh memory),
then after they are freed. Medians, and the range of what was seen. Where a virtual machine returns freed
memory to its host, touching it again after a pause of seconds costs several times more, whatever asks for it.
"""

import argparse
import ctypes
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from importlib.util import find_spec
from statistics import median

PR_SET_THP_DISABLE = 41


def measure(library, pages, rows):
    """Print the seconds of three additions into fresh memory and of one after all results are freed."""
    if pages == "small":
        ctypes.CDLL(None).prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0)
    lib = import_module(library)
    a, b = lib.ones((rows, 1), dtype=lib.float32), lib.ones((1, 8192), dtype=lib.float32)
    a[:64] + b[:, :64]
    results, seconds = [], []
    for k in range(4):
        if k == 3:
            results.clear()
        start = time.perf_counter()
        result = a + b
        seconds.append(time.perf_counter() - start)
        results.append(result)
        del result
    print(*seconds)


def main():
    """Print a line for each library and kind of pages."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mib", type=int, default=256, help="size of a result")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--pause", type=float, default=3, help="seconds before each process")
    parser.add_argument("--measure", nargs=2, metavar=("LIBRARY", "PAGES"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        measure(*options.measure, options.mib << 20 >> 15)
        return
    libraries = [name for name in ("tbcast", "numpy", "torch") if find_spec(name)]
    kinds = [(library, pages) for library in libraries for pages in ("huge", "small")]
    found = {kind: [] for kind in kinds}
    with tempfile.TemporaryDirectory() as folder:  # the clone's source folder tbcast/ is not in the way there
        for _ in range(options.rounds):
            for kind in kinds:
                time.sleep(options.pause)
                command = [sys.executable, __file__, "--mib", str(options.mib), "--measure", *kind]
                done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
                found[kind].append([float(word) for word in done.stdout.split()])
    print(f"{'seconds':15}{'first':>22}{'second':>22}{'third':>22}{'kept':>22}")
    for (library, pages), rows in found.items():
        columns = zip(*rows, strict=True)
        cells = (f"{median(c):.3f} ({min(c):.3f}-{max(c):.3f})" for c in columns)
        print(f"{library + ', ' + pages:15}" + "".join(f"{cell:>22}" for cell in cells))


if __name__ == "__main__":
    main()
