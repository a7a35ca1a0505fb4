"""The page of a report, from its CSV files alone.

    python benchmarks/page.py docs/benchmarks       writes index.md and the pictures again

benchmarks.csv has the figures. Of a CSV file of another processor the page has the means of the groups and
the cases in which another library is faster, side by side with those; of any other one, measured under
another Python or with other versions, the geometric means.
"""

import sys
from pathlib import Path

from chosen import CLAIMS, SLOWER
from figures import PEERS, geometric_mean, read
from growth_cases import count_of

MAIN = "benchmarks.csv"
NOT_MEASURED = "not what was measured"
INTRODUCTION = """\
# Benchmarks

<!-- Written by benchmarks/page.py from the CSV files in this folder. -->

{processor}, {processors}, load {load} before it began; Python {python}, {versions}; {date}, commit
{commit}. [All figures](benchmarks.csv).

The libraries take turns in one process, after each result has been compared with NumPy's. A turn begins with
a pause and with calls that are not timed. A cell shows the best round in microseconds and, in brackets, the
median of the rounds and half the distance from the 5th to the 95th percentile. *Ratio*: the best other
library's time over tbcast's, so above 1 tbcast is faster; by the best rounds, by the medians, and by the best
rounds with one thread. *Limit*: a hand-written loop that moves the same bytes; for `a + b` of small tensors,
an extension type whose `+` does nothing but return a new object.

    pip install '.[bench]' torch
    python benchmarks/report.py docs/benchmarks   # this page, for your machine: about 15 minutes
    python benchmarks/run.py small cached         # every case of some groups
"""
TITLES = {
    "small": "Small tensors",
    "calls": "Calls that compute nothing",
    "creation": "New tensors",
    "cached": "In the caches",
    "layouts": "Transposed and strided operands",
    "unary": "Functions",
    "memory": "16 Mi elements",
    "index": "Indexing",
    "gather": "Gathering",
    "reductions": "Reductions",
    "along_dim": "Along one dimension",
    "further": "Statistics, sets, drawing, layers",
    "shapes": "Joining, repeating, flipping",
    "products": "Matrix products",
    "reported": "Large cases from reports",
    "sizes": "Time against size",
    "random": "Random cases",
    "import": "Import",
}
ALT = {
    "groups": "The ratios of each group's cases, with one thread and with all, and their geometric means",
    "sizes": "Nanoseconds an element of ten operations against the number of elements, for each library",
}
TRIED = """
**A trial: one round for each case. Its figures mean nothing.**"""
HOLDS = {True: "yes", False: "**no**", None: "not measured"}
RANDOM = """
a + b of {count} random shapes, dtypes and layouts, the same in every run (`random_cases.py`):
"""
SIZES = """
float32; matrices are square. The ratios by the best rounds, {threads}:
"""
SLOWER_INTRODUCTION = """
Cases in which another library is faster, by the best rounds and by the medians, and why:
"""
IMPORT = """
What an `import` adds to the start of a bare interpreter.
"""


def number(value):
    return f"{value:.3g}" if value < 100 else f"{value:,.0f}"


def cell(row, peer):
    """best (median ± spread), or nothing."""
    if f"{peer}_best" not in row:
        return ""
    best, p5, median, p95 = (row[f"{peer}_{part}"] for part in ("best", "p5", "median", "p95"))
    return f"{number(best)} ({number(median)} ±{(p95 - p5) / 2 / median:.0%})"


def ratio(row, key="ratio"):
    return f"{row[key]:.2f}" if row and key in row else ""


def counted(threads):
    return f"{threads} thread{'s' * (threads > 1)}"


class Figures:
    """A CSV file."""

    def __init__(self, path):
        self.facts, self.rows = read(path)
        self.processor = self.facts.get("processor", "")
        self.threads = sorted({row["threads"] for row in self.rows if row["group"] != "import"})

    def of(self, group, threads):
        """case -> row."""
        return {x["case"]: x for x in self.rows if x["group"] == group and x["threads"] == threads}

    def sizes(self, threads):
        """operation -> number of elements -> row, of the group `sizes`."""
        found = {}
        for case, row in self.of("sizes", threads).items():
            found.setdefault(case.rpartition(", ")[0], {})[count_of(case)] = row
        return found

    def slower(self):
        """The rows in which another library is faster whether one looks at the best rounds or the medians."""
        return [
            row
            for row in self.rows
            if row["group"] != "import" and max(row.get("ratio", 1), row.get("median_ratio", 1)) < 1
        ]

    def groups(self):
        """Those that have cases, in the page's order."""
        there = {row["group"] for row in self.rows}
        return [group for group in TITLES if group in there]

    def mean(self, group, threads):
        """The geometric mean of the ratios, or None."""
        ratios = [row["ratio"] for row in self.of(group, threads).values() if "ratio" in row]
        return geometric_mean(ratios) if ratios else None


def table(figures, group):
    """Lines of a group."""
    most = figures.of(group, figures.threads[-1]) or figures.of(group, figures.threads[0])
    alone = figures.of(group, 1) if len(figures.threads) > 1 and group != "import" else {}
    rows = {case: row for case, row in most.items() if "tbcast_best" in row}
    peers = [peer for peer in PEERS if any(f"{peer}_best" in row for row in rows.values())]
    last = ["1 thread"] if alone else []
    yield f"| | {' | '.join([*peers, 'ratio', 'by medians', *last])} |"
    yield f"|---|{'---:|' * (len(peers) + 2 + len(last))}"
    for case, row in rows.items():
        cells = [cell(row, peer) for peer in peers] + [ratio(row), ratio(row, "median_ratio")]
        cells += [ratio(alone.get(case))] if last else []
        yield f"| {case.replace('|', '&#124;')} | {' | '.join(cells)} |"


def overview(figures, beside):
    """The geometric means of the groups, on each machine."""
    machines = [figures, *beside]
    columns = [
        f"{f'{machine.processor}, ' if beside else ''}{counted(threads)}"
        for machine in machines
        for threads in machine.threads
    ]
    yield "\n## The groups\n"
    yield f"![{ALT['groups']}](benchmark_groups.svg)\n"
    yield "Geometric means of the ratios, and the worst ratio:\n"
    yield f"| | cases | {' | '.join(columns)} | worst |"
    yield f"|---|---:|{'---:|' * len(columns)}---|"
    for group in figures.groups():
        if group in ("random", "import"):
            continue
        rows = [
            (row, machine.processor)
            for machine in machines
            for threads in machine.threads
            for row in machine.of(group, threads).values()
            if "ratio" in row
        ]
        worst, where = min(rows, key=lambda found: found[0]["ratio"])
        means = [
            "" if (mean := machine.mean(group, threads)) is None else f"{mean:.2f}"
            for machine in machines
            for threads in machine.threads
        ]
        told = f"{worst['ratio']:.2f}: {worst['case']}, {counted(worst['threads'])}".replace("|", "&#124;")
        told += f", {where}" if beside else ""
        cases = len({row["case"] for row, _ in rows})
        yield f"| {TITLES[group]} | {cases} | {' | '.join(means)} | {told} |"


def sizes_section(figures):
    """The picture, and a table of ratios for each number of threads."""
    yield f"\n![{ALT['sizes']}](benchmark_sizes.svg)"
    for threads in figures.threads:
        found = figures.sizes(threads)
        yield SIZES.format(threads=counted(threads))
        yield f"| elements | {' | '.join(found)} |"
        yield f"|---:|{'---:|' * len(found)}"
        for count in sorted({count for rows in found.values() for count in rows}):
            yield f"| {count:,} | {' | '.join(ratio(rows.get(count)) for rows in found.values())} |"


def slower_anywhere(machines):
    """(group, case, threads) of what is slower on a machine, in the order of the page."""
    return dict.fromkeys(
        (row["group"], row["case"], row["threads"]) for machine in machines for row in machine.slower()
    )


def slower_section(figures, beside):
    """A line for each row below 1 on a machine, with its reason."""
    machines = [figures, *beside]
    cases = slower_anywhere(machines)
    yield "\n## Where another library is faster"
    yield SLOWER_INTRODUCTION if cases else "\nNowhere by the best rounds and by the medians.\n"
    if cases:
        names = [f"{machine.processor}: ratio | by medians" for machine in machines]
        columns = names if beside else ["ratio | by medians"]
        yield f"| group | case | threads | {' | '.join(columns)} | why |"
        yield f"|---|---|---:|{'---:|---:|' * len(machines)}---|"
    for group, case, threads in cases:
        why = SLOWER.get((group, case), "")
        rows = [machine.of(group, threads).get(case) for machine in machines]
        ratios = " | ".join(f"{ratio(row)} | {ratio(row, 'median_ratio')}" for row in rows)
        yield f"| {TITLES[group]} | {case.replace('|', '&#124;')} | {threads} | {ratios} | {why} |"


def random_section(figures):
    """The mean of the random cases, and the worst of them."""
    yield RANDOM.format(count=figures.facts["random cases"])
    for threads in figures.threads:
        for row in figures.of("random", threads).values():
            times = ", ".join(f"{peer} {cell(row, peer)}" for peer in PEERS if f"{peer}_best" in row)
            yield f"- {counted(threads)}, {row['case']}: {ratio(row)}{f' ({times})' if times else ''}"


def judged(claim, figures):
    """(the ratios of a claim's cases, does it hold? None if they were not measured)"""
    rows = figures.of(claim.group, figures.threads[0 if claim.threads == "one" else -1])
    ratios = [rows[case]["ratio"] for case in claim.cases if "ratio" in rows.get(case, {})]
    return ratios, all(claim.least <= found <= claim.most for found in ratios) if ratios else None


def bounds(claim):
    return f"at most {claim.most:g}" if claim.least == 0 else f"at least {claim.least:g}"


def claims_section(figures):
    """A line for each claim of README and documentation."""
    yield "\n## Claims\n"
    yield "What README and the other pages say about speed beside other libraries, and the ratios:\n"
    yield "| page | claim | cases | ratio, and what it has to be | holds |"
    yield "|---|---|---|---|---|"
    for claim in CLAIMS:
        ratios, holds = judged(claim, figures)
        seen = f"{min(ratios):.2f}" if ratios else "-"
        seen += f" to {max(ratios):.2f}" if len(ratios) > 1 else ""
        name = claim.page if claim.page == "README.md" else f"[{Path(claim.page).stem}](../{claim.page[5:]})"
        text = claim.text.replace("[", "\\[").replace(" | ", ", ")
        cases = f"{TITLES[claim.group]}, {len(claim.cases)}"
        yield f"| {name} | {text} | {cases} | {seen}, {bounds(claim)} | {HOLDS[holds]} |"


def others_section(found):
    """The geometric means of other CSV files."""
    yield "\n## Other machines and versions\n"
    yield "Geometric means of the ratios of all groups, and of the random cases:\n"
    yield "| | threads | all groups | random cases | file |"
    yield "|---|---:|---:|---:|---|"
    for path, figures in found.items():
        facts = figures.facts
        for threads in figures.threads:
            groups = [group for group in figures.groups() if group not in ("random", "import")]
            ratios = [
                x["ratio"] for group in groups for x in figures.of(group, threads).values() if "ratio" in x
            ]
            random = [x["ratio"] for x in figures.of("random", threads).values() if "tbcast_best" not in x]
            mean = f"{geometric_mean(ratios):.2f}" if ratios else ""
            name = "{processor}, Python {python}, {versions}, commit {commit}".format(**facts)
            told = f"{random[0]:.2f}" if random else ""
            yield f"| {name} | {threads} | {mean} | {told} | [{path.name}]({path.name}) |"


def files(folder):
    """(benchmarks.csv, the files of other processors, path -> all other files)"""
    figures = Figures(folder / MAIN)
    others = {path: Figures(path) for path in sorted(folder.glob("*.csv")) if path.name != MAIN}
    return figures, [found for found in others.values() if found.processor != figures.processor], others


def page(folder):
    """The text of a report's page."""
    figures, beside, others = files(Path(folder))
    introduction = INTRODUCTION.format(**figures.facts).replace(NOT_MEASURED, f"**{NOT_MEASURED}**")
    tried = float(figures.facts["seconds"].split()[0]) == 0
    text = [introduction.rstrip("\n"), *([TRIED] if tried else []), *overview(figures, beside)]
    for group in figures.groups():
        text.append(f"\n## {TITLES[group]}")
        if group == "random":
            text += random_section(figures)
            continue
        if group == "sizes":
            text += sizes_section(figures)
            continue
        text.append(IMPORT if group == "import" else "")
        text += table(figures, group)
    text += slower_section(figures, beside)
    text += claims_section(figures)
    text += others_section(others) if others else []
    return "\n".join(text) + "\n"


def write(folder):
    """Write the page and its pictures; returns what has to be looked at, a sentence each."""
    from draw import draw  # matplotlib is wanted for nothing else

    figures, beside, _ = files(folder)
    draw(figures, TITLES, folder)
    (folder / "index.md").write_text(page(folder), encoding="utf-8")
    claims = [claim for claim in CLAIMS if judged(claim, figures)[1] is False]
    unexplained = {(group, case) for group, case, _ in slower_anywhere([figures, *beside])} - set(SLOWER)
    return [
        *(f"does not hold: {claim.page}: {claim.text}" for claim in claims),
        *(f"slower, and nobody says why: {group}: {case}" for group, case in sorted(unexplained)),
    ]


if __name__ == "__main__":
    write(Path(sys.argv[1]))
