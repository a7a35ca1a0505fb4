"""Everything in one command: all groups with one thread and with all, busy processors, the import, then
the pictures and the page.

    python benchmarks/report.py docs/benchmarks [--seconds 0.3]

Leaves folder/*.json, folder/*.svg and folder/index.md; takes about an hour. Needs matplotlib.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

from draw import main as draw
from page import page

HERE = Path(__file__).parent


def run(script, *options):
    subprocess.run([sys.executable, str(HERE / script), *map(str, options)], check=True)


def main():
    """Measure, then write the folder."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=0.3, help="for each peer and case")
    parser.add_argument("--groups", nargs="*", default=(), help="only these")
    options = parser.parse_args()
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    timing = ("--seconds", options.seconds)
    for name, threads in (("threads", os.cpu_count()), ("single", 1)):
        target = ("--threads", threads, "--json", folder / f"{name}.json")
        run("run.py", *options.groups, *timing, *target)
    run("busy_processors.py", *timing, "--json", folder / "busy_processors.json")
    run("import_time.py", "--json", folder / "import.json")
    draw(folder / "threads.json", folder)
    (folder / "index.md").write_text(page(folder), encoding="utf-8")


if __name__ == "__main__":
    main()
