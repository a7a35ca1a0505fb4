"""What `import tbcast` adds to the start of a bare interpreter, beside NumPy and PyTorch.

    python benchmarks/import_time.py [--rounds 20] [--json FILE]

Whole processes are timed, the statements taking turns; the figure is the best round less the best empty one.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

STATEMENTS = {"nothing": "pass", "tbcast": "import tbcast", "numpy": "import numpy", "torch": "import torch"}


def seconds(statement, folder):
    """Wall-clock time of one interpreter, or None if the statement fails."""
    start = time.perf_counter()
    # in another folder than the clone, whose source folder would be imported
    done = subprocess.run([sys.executable, "-c", statement], cwd=folder, capture_output=True, check=False)
    return time.perf_counter() - start if done.returncode == 0 else None


def main():
    """Print a line for each statement."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--json", metavar="FILE", help="write the seconds there, too")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        # the first run also fills the caches
        found = {name: text for name, text in STATEMENTS.items() if seconds(text, folder) is not None}
        best = dict.fromkeys(found, float("inf"))
        for _ in range(options.rounds):
            for name, text in found.items():
                if name != "torch" or best[name] == float("inf"):  # torch takes seconds: once is enough
                    best[name] = min(best[name], seconds(text, folder))
    for name, value in best.items():
        over = value - best["nothing"]
        print(f"{name:8} {value * 1e3:8.1f} ms" + ("" if name == "nothing" else f"  {over * 1e3:+8.1f} ms"))
    if options.json:
        Path(options.json).write_text(json.dumps(best) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
