"""The CSV file of a report: facts about the measurement as comments, then a line for each case and number of
threads.

    # commit: 1a2b3c4d5e6f
    group,case,threads,ratio,median_ratio,tbcast_best,tbcast_p5,tbcast_median,tbcast_p95,numpy_best,...

Times are microseconds. pandas reads it by `read_csv(path, comment="#")`.
"""

import csv
import math
import statistics

from timing import Timing

PEERS = ("tbcast", "numpy", "torch", "numexpr", "limit")
PARTS = Timing._fields
COLUMNS = ("group", "case", "threads", "ratio", "median_ratio", *(f"{p}_{x}" for p in PEERS for x in PARTS))


def ratio_of(timing, part="best", of="tbcast"):
    """The best other peer's time over tbcast's (above 1: tbcast is faster), or None without a peer."""
    others = [getattr(x, part) for name, x in timing.items() if name not in ("tbcast", "limit")]
    return min(others) / getattr(timing[of], part) if others and of in timing else None


def geometric_mean(ratios):
    """Of one number or more."""
    return math.exp(statistics.fmean(math.log(ratio) for ratio in ratios))


def row(group, case, threads, timing):
    """A line of the file."""
    made = {"group": group, "case": case, "threads": threads}
    made |= {"ratio": ratio_of(timing), "median_ratio": ratio_of(timing, "median")}
    return made | {f"{name}_{part}": us for name, x in timing.items() for part, us in x._asdict().items()}


def write(path, facts, rows):
    """Write a file; figures have four digits."""
    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines(f"# {name}: {value}\n" for name, value in facts.items())
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        for line in rows:
            writer.writerow({key: f"{x:.4g}" if isinstance(x, float) else x for key, x in line.items()})


def read(path):
    """(facts, rows) of a file; what a peer lacks is left out."""
    lines = path.read_text(encoding="utf-8").splitlines()
    comments = [line[2:].partition(": ") for line in lines if line.startswith("# ")]
    rows = []
    for line in csv.DictReader(line for line in lines if not line.startswith("# ")):
        made = {key: float(x) for key, x in line.items() if x and key not in ("group", "case", "threads")}
        rows.append({"group": line["group"], "case": line["case"], "threads": int(line["threads"])} | made)
    return {name: value for name, _, value in comments}, rows
