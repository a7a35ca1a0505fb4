"""What `import tbcast` adds to the start of a bare interpreter, beside NumPy and PyTorch.

    python benchmarks/import_time.py [--rounds 20]

Whole processes are timed, the statements taking turns; the figure is the best round less the best empty one.
"""

import argparse
import subprocess
import sys
import tempfile
import time

import numpy as np

from timing import Timing, timing_of

STATEMENTS = {"nothing": "pass", "tbcast": "import tbcast", "numpy": "import numpy", "torch": "import torch"}
ROUNDS_OF_TORCH = 5  # it takes seconds


def seconds(statement, folder):
    """Wall-clock time of one interpreter, or None if the statement fails."""
    start = time.perf_counter()
    # in another folder than the clone, whose source folder would be imported
    done = subprocess.run([sys.executable, "-c", statement], cwd=folder, capture_output=True, check=False)
    return time.perf_counter() - start if done.returncode == 0 else None


def measure(rounds):
    """name -> Timing of the whole process, in microseconds."""
    with tempfile.TemporaryDirectory() as folder:
        # the first run also fills the caches
        found = {name: text for name, text in STATEMENTS.items() if seconds(text, folder) is not None}
        times = {name: [] for name in found}
        for number in range(rounds):
            for name, text in found.items():
                if name != "torch" or number < ROUNDS_OF_TORCH:
                    times[name].append(seconds(text, folder) * 1e6)
    return {name: timing_of(values) for name, values in times.items()}


def added(times):
    """What the imports add: best to best, everything else to the median of an empty process."""
    bare = times["nothing"]
    less = np.array([bare.best, bare.median, bare.median, bare.median])
    return {name: Timing(*map(float, x - less)) for name, x in times.items() if name != "nothing"}


def main():
    """Print a line for each statement."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20)
    times = measure(parser.parse_args().rounds)
    over = added(times)
    for name, found in times.items():
        more = f"  {over[name].best / 1e3:+8.1f} ms" if name in over else ""
        print(f"{name:8} {found.best / 1e3:8.1f} ms{more}")


if __name__ == "__main__":
    main()
