"""The page about tables on Dask, from what dask_tables.py and dask_limits.py have measured.

    python benchmarks/dask_page.py docs/benchmarks/dask      # dask.csv there becomes index.md and dask.svg

What 10 and 100 machines would take is computed from the same rows. Needs matplotlib.
"""

import csv
import sys
from pathlib import Path

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams.update({"svg.hashsalt": "tbcast", "svg.fonttype": "none", "font.size": 9})
import matplotlib.pyplot as plt

from draw import GREY, PEERS, WIDTH, prepare

TBCAST, DASK, EAGER = "tbcast.dask", "dask.array", "tbcast"
GROWTH, WRITTEN = "standardised, largest", "standardised to Zarr"
LOCAL = "standardised to Zarr, LocalCluster"
PUBLISHED = 1e-3
"""Seconds that a task costs the scheduler: distributed.dask.org, "about 1ms of overhead"."""
COLOURS = {TBCAST: PEERS["tbcast"], DASK: PEERS["numpy"]}

HEAD = """\
# Benchmarks on Dask

<!-- Written by benchmarks/dask_page.py from dask.csv in this folder. -->

[tbcast.dask](../../howto/more_than_memory.md) beside `dask.array` with NumPy: the same files of float32 in
256 columns, the same blocks of 32,000 rows (33 MB), the same scheduler, one thread for each worker. AMD EPYC
with 2 processors and 23 GiB, Python 3.11.7, Dask 2026.8, NumPy 2.4.6; the files were in the system's cache,
and nothing else ran. The engines took turns; ratios are of medians, of seconds and of CPU seconds. Measured
at commit 9d59a9e; distances at 1f18a75, *without Dask* and LocalCluster at ed8b631.

    pip install '.[bench,dask]' distributed zarr psutil
    python benchmarks/dask_tables.py --gigabytes 1 --workers 0 2 --csv dask.csv
    python benchmarks/dask_tables.py --gigabytes 1 --workers 0 --engines tbcast --csv dask.csv
    python benchmarks/dask_tables.py --gigabytes 1 2 4 8 --workers 1 2 --cases standardised --csv dask.csv
    python benchmarks/dask_limits.py --gigabytes 8 --workers 2 --csv dask.csv        # also 1, 2, 4; --local
    python benchmarks/dask_page.py docs/benchmarks/dask
"""

GROWS = """
## How time grows

![Seconds against gigabytes, for one worker and for two](dask.svg)

Seconds of one round. They grow with the data. `dask.array` keeps the blocks that both passes read; where they
exceed the workers' memory, Dask writes them to disk and reads them again. tbcast.dask keeps only their
positions in the file. Writing to Zarr waits for the one disk, so that a second worker helps little there.
"""

BESIDE = """
## Beside dask.array

Seconds for {gigabytes} GB; *ratio* is dask.array's time over tbcast.dask's, so above 1 tbcast.dask is
faster, and *CPU ratio* the same of CPU seconds. MiB are the highest memory of a process, without mapped
files; a process keeps some memory from one row to the next. *Without Dask*: Tensors of one process with two
threads, which hold whole results. `dask.array` got its table from
`td.from_numpy(...).to_dask()`, so that its tasks map the file, too. Sum, mean and largest of columns on two
worker processes, where the ratios are smallest, are of 25 rounds, distances of 9, the others of 5.

Both compute distances by a matrix product, of which they compute half, because `x @ x.T` is symmetric. It
takes 50 of one thread's 72 ms with tbcast, and 59 of 108 with NumPy; the rest is passes that broadcast.
`td.cdist` subtracts instead, which is exact for close points and slower.
"""

LIMITS = """
## Within 1 GiB

`((x - x.mean(0)) / x.std(0)).to_zarr(...)` by a scheduler and workers that are processes of their own, with
`--memory-limit 1GiB` each, in blocks of 64,000 rows: two passes over the file, and a compressed Zarr array
as large as the table. *Highest memory* is that of the larger worker, without mapped files, sampled every
50 ms. No worker was restarted, and the means and deviations of the columns that were read back differ from
0 and 1 by less than 3e-7. A run over 8 GB in which a worker was killed (`--kill`, SIGKILL) and restarted
printed the same total as one without, -9.086390333712188.
"""

TASKS = """
## What a task costs

Microseconds for each of 2,000 tasks that add 1 to one element; nearly all of it is Dask's own.
"""

PREDICTED = """
## What 10 and 100 machines would take

Nobody has measured this; it is computed from the rows above. A machine has two processors, each with a
worker of its own, and its part of the data on a disk of its own. `c` is how many seconds of a processor a
gigabyte takes, `n` how many tasks a gigabyte has, and `s` what a task costs the one scheduler:

    seconds = max(gigabytes * c / workers, gigabytes * n * s)

c and n are those of the largest table on two workers; s is 1 ms, [which Dask
publishes](https://distributed.dask.org/en/latest/) (measured here, where the scheduler shares two processors
with two workers: {measured:.1f} ms).
"""

CHECKED = """
What the formula leaves out is the time in which processors wait, for a disk most of all. On this machine,
with two workers:

"""

CONCLUSION = """
The first term halves with twice the machines, the second does not; it is marked *(scheduler)*. They meet at
c / (n s) workers. From there on only larger blocks help: blocks twice as large have half the tasks, and
double that number. The trees of partial results are left out: they have a depth of log4(blocks), and tasks
of kilobytes. Files on a shared disk have to come as fast as the workers read them, {rate:.1f} GB/s for 10
machines and *{case}*, whose file is read twice.
"""


def read(path):
    """The rows, numbers as such."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        for name in ("gigabytes", "seconds", "cpu", "workers", "peak_mib", "tasks", "restarted"):
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
                seconds = [f"{row['seconds']:.3f}", f"{other['seconds']:.3f}"]
                seconds += [f"{other[name] / row[name]:.2f}" for name in ("seconds", "cpu")]
                peaks = [f"{row['peak_mib']:.0f}", f"{other['peak_mib']:.0f}"]
                whole = of(rows, workers=workers, engine=EAGER, gigabytes=first, case=row["case"])
                alone = [f"{one['seconds']:.3f}" for one in whole[:1]]
                lines.append([row["case"], *seconds, f"{row['tasks']:.0f}", *peaks, *alone])
        seen = {}
        lines = [line for line in lines if seen.setdefault(line[0], line) is line]
        head = ["", TBCAST, DASK, "ratio", "CPU ratio", "tasks", "MiB, tbcast", "MiB, dask"]
        head += ["without Dask"] * (len(lines[0]) - len(head))
        text.append(f"\n### {title}\n\n" + table(head, lines))
    return "".join(text)


def predicted(rows):
    """The formula's numbers and a table."""
    measured = max(row["seconds"] for row in of(rows, case="one task", workers=2, engine=TBCAST))
    lines, checked, rate = [], [], 0
    for case in (WRITTEN, GROWTH):
        row = max(of(rows, case=case, workers=2, engine=TBCAST), key=lambda row: row["gigabytes"])
        size = row["gigabytes"]
        c, n = row["cpu"] / size, row["tasks"] / size
        rate = rate or 20 * 2 / c  # two passes
        expected = max(size * c / 2, size * n * PUBLISHED)
        checked.append([f"{case}, {size:g} GB", f"{expected:.1f} s", f"{row['seconds']:.1f} s"])
        for data in (80, 800, 8_000):
            cells = [f"{case}, {data:,} GB", f"{c:.2f}", f"{n:.0f}", f"{c / (n * PUBLISHED):.0f}"]
            for machines in (1, 10, 100):
                work, scheduled = data * c / (2 * machines), data * n * PUBLISHED
                cells.append(f"{max(work, scheduled):,.0f} s" + " (scheduler)" * (scheduled > work))
            lines.append(cells)
    text = PREDICTED.format(measured=measured * 1e3)
    head = ["", "c, s", "n", "c / (n s)", "1 machine", "10 machines", "100 machines"]
    text += "\n" + table(head, lines) + CHECKED + table(["", "formula", "measured"], checked)
    return text + CONCLUSION.format(rate=rate, case=WRITTEN)


def draw(rows, target):
    """Seconds against gigabytes, for one worker and two."""
    figure, panels = plt.subplots(2, 1, figsize=(WIDTH, 6.4), layout="constrained")
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
        low, high = axes.get_ylim()
        ticks = [tick for tick in (1, 2, 5, 10, 20, 50, 100, 200) if low <= tick <= high]
        axes.set_yticks(ticks, map(str, ticks))
        axes.minorticks_off()
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
        [f"{row['gigabytes']:g} GB, {row['workers']:.0f} worker{'s' * (row['workers'] > 1)}"
         + ", LocalCluster" * (row["case"] == LOCAL),
         f"{row['seconds']:.1f}", f"{row['cpu']:.1f}", f"{1000 * row['gigabytes'] / row['cpu']:.0f}",
         f"{row['peak_mib']:.0f}", f"{row['tasks']:.0f}", f"{row['restarted']:.0f}"]
        for row in sorted(
            of(rows, case=WRITTEN) + of(rows, case=LOCAL), key=lambda row: (row["gigabytes"], row["workers"])
        )
    ]  # fmt: skip
    head = [
        "",
        "seconds",
        "CPU seconds",
        "MB per CPU second",
        "highest memory, MiB",
        "tasks",
        "restarted",
    ]
    tasks = [
        ["threads" if not workers else f"{workers} worker processes"]
        + [f"{of(rows, case='one task', workers=workers, engine=e)[0]['seconds'] * 1e6:.0f}" for e in COLOURS]
        for workers in (0, 2)
    ]
    return "".join(
        [
            HEAD,
            GROWS,
            beside(rows),
            LIMITS + "\n" + table(head, limits),
            TASKS + "\n" + table(["", *COLOURS], tasks),
            predicted(rows),
        ]
    )


def main(folder):
    """Write the page and the picture."""
    rows = read(folder / "dask.csv")
    (folder / "index.md").write_text(page(rows), encoding="utf-8")
    draw(rows, folder / "dask.svg")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
