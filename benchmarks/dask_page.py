"""The page about tables on Dask, from what dask_tables.py and dask_limits.py have measured.

    python benchmarks/dask_page.py docs/benchmarks      # dask.csv there becomes dask.md and dask.svg

What 10 and 100 machines would take is computed from the same rows. Needs matplotlib.
"""

import csv
import sys
from pathlib import Path

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams.update({"svg.hashsalt": "tbcast", "svg.fonttype": "none", "font.size": 9})
import matplotlib.pyplot as plt
from matplotlib.ticker import ScalarFormatter

from draw import GREY, PEERS, prepare

TBCAST, DASK = "tbcast.dask", "dask.array"
GROWTH, WRITTEN = "standardised, largest", "standardised to Zarr"
PUBLISHED = 1e-3
"""Seconds that a task costs the scheduler: distributed.dask.org, "about 1ms of overhead"."""
COLOURS = {TBCAST: PEERS["tbcast"], DASK: PEERS["numpy"]}

HEAD = """\
# Tables on Dask

<!-- Written by benchmarks/dask_page.py from dask.csv in this folder. -->

[tbcast.dask](../howto/more_than_memory.md) beside `dask.array` with NumPy: the same files of float32 in 256
columns, the same blocks of 32,000 rows (33 MB), the same scheduler, one thread for each worker. AMD EPYC
with 2 processors and 23 GiB, Python 3.11.7, Dask 2026.8, NumPy 2.4.6; the files were in the system's cache.
Other programs ran on the machine at the same time, so single figures are uncertain by a fifth or more; the
two engines took turns, and the ratios are of medians.

    pip install '.[bench,dask]' distributed zarr psutil
    python benchmarks/dask_tables.py --gigabytes 1 --workers 0 2 --csv dask.csv
    python benchmarks/dask_tables.py --gigabytes 1 2 4 8 --workers 1 2 --cases standardised --rounds 1 \\
        --csv dask.csv
    python benchmarks/dask_limits.py --gigabytes 8 --workers 2 --csv dask.csv
    python benchmarks/dask_page.py docs/benchmarks
"""

BESIDE = """
## Beside dask.array

Seconds for {gigabytes} GB; *ratio* is dask.array's time over tbcast.dask's, so above 1 tbcast.dask is
faster. `dask.array` got its table from `td.from_numpy(...).to_dask()`, so that its tasks map the file, too.
Distances are by way of a matrix product in both; `td.cdist` subtracts instead, which is exact for close
points and slower.
"""

LIMITS = """
## Within 1 GiB

`((x - x.mean(0)) / x.std(0)).to_zarr(...)` by a scheduler and workers that are processes of their own, with
`--memory-limit 1GiB` each: two passes over the file, and a compressed Zarr array as large as the table.
*Highest memory* is that of the larger worker, without mapped files, looked at every 50 ms. No worker came
near its limit or was restarted, and the means and deviations of the columns that were read back differ from
0 and 1 by less than 3e-7. A run over 8 GB in which a worker was killed (`--kill`, SIGKILL) printed the same
total to the last digit.
"""

TASKS = """
## What a task costs

Microseconds for each of 2,000 tasks that add 1 to one element; nearly all of it is Dask's own.
"""

PREDICTED = """
## What 10 and 100 machines would take

Nobody has measured this; it is computed from the rows above. A machine is one like this, with two workers,
and has its part of the data on a disk of its own. `c` is what a worker takes for a gigabyte of *{case}*,
`n` how many tasks a gigabyte has, and `s` what a task costs the one scheduler:

    seconds = max(gigabytes * c / workers, gigabytes * n * s)

with c = {c:.2f} s, n = {n:.0f} from {gigabytes:g} GB on two workers, and s = 1 ms, [which Dask
publishes](https://distributed.dask.org/en/latest/) (measured here: {measured:.2f} ms).
"""

CONCLUSION = """
The first term halves with twice the machines, the second does not. They meet at c / (n s) = {meet:.0f}
workers: from there on only larger blocks help, for n falls as blocks grow. Blocks of 128 MB move that point
to {four:.0f} workers. The tree of partial results is left out: it has a depth of log4(blocks) tasks of
kilobytes. With files on a shared disk, that has to deliver {rate:.1f} GB/s to 10 machines, or they wait.
"""


def read(path):
    """The rows, numbers as such."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        for name in ("gigabytes", "seconds", "workers", "peak_mib", "tasks", "restarted"):
            row[name] = float(row[name]) if row[name] else None
    return rows


def of(rows, **wanted):
    """The rows that have these values."""
    return [row for row in rows if all(row[name] == value for name, value in wanted.items())]


def table(head, lines):
    """A Markdown table; the first column is text."""
    text = [f"| {' | '.join(head)} |", "|---|" + "---:|" * (len(head) - 1)]
    return "\n".join([*text, *(f"| {' | '.join(map(str, line))} |" for line in lines)]) + "\n"


def beside(rows):
    """One table for threads, one for worker processes."""
    first = min(row["gigabytes"] for row in rows if row["gigabytes"])
    text = [BESIDE.format(gigabytes=f"{first:g}")]
    for workers, title in ((0, "Two threads of one process"), (2, "Two worker processes")):
        lines = []
        for row in of(rows, workers=workers, engine=TBCAST, gigabytes=first):
            for other in of(rows, workers=workers, engine=DASK, gigabytes=first, case=row["case"])[:1]:
                ratio = other["seconds"] / row["seconds"]
                seconds = [f"{row['seconds']:.3f}", f"{other['seconds']:.3f}", f"{ratio:.2f}"]
                peaks = [f"{row['peak_mib']:.0f}", f"{other['peak_mib']:.0f}"]
                lines.append([row["case"], *seconds, f"{row['tasks']:.0f}", *peaks])
        seen = {}
        lines = [line for line in lines if seen.setdefault(line[0], line) is line]
        head = ["", TBCAST, DASK, "ratio", "tasks", "MiB, tbcast", "MiB, dask"]
        text.append(f"\n### {title}\n\n" + table(head, lines))
    return "".join(text)


def predicted(rows):
    """The formula's numbers and a table."""
    row = max(of(rows, case=WRITTEN, workers=2), key=lambda row: row["gigabytes"])
    size = row["gigabytes"]
    c, n = row["seconds"] * row["workers"] / size, row["tasks"] / size
    measured = max(row["seconds"] for row in of(rows, case="one task", workers=2, engine=TBCAST))
    lines = []
    for data in (80, 800, 8_000):
        cells = []
        for machines in (1, 10, 100):
            work, scheduled = data * c / (2 * machines), data * n * PUBLISHED
            cells.append(f"{max(work, scheduled):,.0f} s" + " (scheduler)" * (scheduled > work))
        lines.append([f"{data:,} GB", *cells])
    meet = c / (n * PUBLISHED)
    text = PREDICTED.format(case=WRITTEN, c=c, n=n, gigabytes=size, measured=measured * 1e3)
    text += "\n" + table(["", "1 machine", "10 machines", "100 machines"], lines)
    return text + CONCLUSION.format(meet=meet, four=4 * meet, rate=20 / c * 2)


def draw(rows, target):
    """Seconds against gigabytes, for one worker and two."""
    figure, panels = plt.subplots(1, 2, figsize=(8, 3.4), layout="constrained")
    for axes, case in zip(panels, (GROWTH, WRITTEN), strict=True):
        for engine in (TBCAST, DASK):
            for workers, line in ((1, "o-"), (2, "s--")):
                found = of(rows, case=case, engine=engine, workers=workers)
                points = sorted({row["gigabytes"]: row["seconds"] for row in found}.items())
                if points:
                    name = f"{engine}, {workers} worker{'s' * (workers > 1)}"
                    axes.loglog(
                        *zip(*points, strict=True), line, color=COLOURS[engine], label=name, markersize=4
                    )
        axes.set_xticks([1, 2, 4, 8], ["1", "2", "4", "8"])
        axes.minorticks_off()
        axes.yaxis.set_major_formatter(ScalarFormatter())
        axes.set_xlabel("gigabytes")
        axes.set_ylabel("seconds")
        axes.set_title(case)
        prepare(axes)
        axes.legend(labelcolor=GREY, framealpha=0)
    figure.savefig(target, transparent=True, metadata={"Date": None})
    plt.close(figure)


def page(rows):
    """All of the page."""
    limits = [
        [f"{row['gigabytes']:g} GB, {row['workers']:.0f} worker{'s' * (row['workers'] > 1)}",
         f"{row['seconds']:.1f}", f"{row['gigabytes'] * 1000 / row['seconds']:.0f}",
         f"{row['peak_mib']:.0f}", f"{row['tasks']:.0f}", f"{row['restarted']:.0f}"]
        for row in sorted(of(rows, case=WRITTEN), key=lambda row: (row["gigabytes"], row["workers"]))
    ]  # fmt: skip
    head = ["", "seconds", "MB/s", "highest memory, MiB", "tasks", "restarted"]
    tasks = [
        ["threads" if not workers else f"{workers} worker processes"]
        + [f"{of(rows, case='one task', workers=workers, engine=e)[0]['seconds'] * 1e6:.0f}" for e in COLOURS]
        for workers in (0, 2)
    ]
    return "".join(
        [
            HEAD,
            "\n## How time grows\n\n![Seconds against gigabytes, for one worker and for two](dask.svg)\n",
            beside(rows),
            LIMITS + "\n" + table(head, limits),
            TASKS + "\n" + table(["", *COLOURS], tasks),
            predicted(rows),
        ]
    )


def main(folder):
    """Write the page and the picture."""
    rows = read(folder / "dask.csv")
    (folder / "dask.md").write_text(page(rows), encoding="utf-8")
    draw(rows, folder / "dask.svg")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
