"""The page of a report: tables of what was measured, beside the pictures of draw.py.

    page(folder)   writes folder/index.md from folder/*.json (see report.py)

Relies on nothing but the files, so that a test can tell whether the page is what they say.
"""

import json
from pathlib import Path

INTRODUCTION = """\
# Benchmarks

<!-- Written by benchmarks/report.py from the JSON files in this folder. -->

{machine}; Python {python}, {versions}.

The peers take turns in one process, every result is compared with NumPy's first, the figure is the best round
in microseconds. *Ratio*: the best other peer's time over tbcast's, so above 1 tbcast is faster. *Of the
limit*: how close a memory-bound case comes to a hand-written loop that moves the same bytes, by the medians
of both, for a best moment of the memory is no limit; in the group "small" the limit is an extension type
whose `+` does nothing but return a new object.

    pip install '.[bench]' torch
    python benchmarks/run.py small cached       # some groups
    python benchmarks/report.py folder          # everything on this page, for your machine
"""
PEERS = ("tbcast", "numpy", "torch", "numexpr", "limit")
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
    "shapes": "Joining, repeating, flipping",
    "products": "Matrix products",
    "sizes": "Time against size",
    "random": "Random cases",
}
ONE_BUSY = """
## Busy processors

Mean microseconds of `add(a, b, out=out)` while another process keeps one of the processors busy.
{threads} threads beside it take so many times as long as one thread without it:
{ratios}.

| elements | | 1 thread | {threads} threads | {threads} threads, one processor busy | of 1 thread |
|---:|---|---:|---:|---:|---:|
"""
ALL_BUSY = """
The same with such a process on each of the processors, where one thread, too, gets only its time slices.
{threads} threads take so many times as long as one thread there:
{ratios}.

| elements | | 1 thread, all busy | {threads} threads, all busy | of 1 thread |
|---:|---|---:|---:|---:|
"""
IMPORT = """
## Import

Milliseconds that an `import` adds to a bare interpreter's {bare:.1f}: {parts}.
"""


def read(path):
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def number(value):
    return f"{value:.3g}" if value < 100 else f"{value:,.0f}"


def table(rows, single, threads):
    """Lines of a group; single: {case: its row with one thread}."""
    peers = [peer for peer in PEERS if any(peer in row for row in rows)]
    columns = [*peers, "ratio", *(["ratio, 1 thread"] if threads > 1 else [])]
    columns += ["of the limit"] if "limit" in peers else []
    yield f"| | {' | '.join(columns)} |"
    yield f"|---|{'---:|' * len(columns)}"
    for row in rows:
        cells = [number(row[peer]["best_us"]) if peer in row else "" for peer in peers]
        cells.append(f"{row['ratio']:.2f}" if row["ratio"] else "")
        if threads > 1:
            ratio = single.get(row["case"], {}).get("ratio")
            cells.append(f"{ratio:.2f}" if ratio else "")
        if "limit" in peers:
            part = row["limit"]["median_us"] / row["tbcast"]["median_us"] if "limit" in row else None
            cells.append(f"{part:.0%}" if part else "")
        yield f"| {row['case'].replace('|', '&#124;')} | {' | '.join(cells)} |"


def summaries(run, single, group):
    """The sentences below a group's title."""
    for result in (run, single):
        for found in result["summaries"]:
            if found["group"] == group and "mean" in found:
                threads = f"{result['threads']} thread{'s' * (result['threads'] > 1)}"
                limit = found.get("limit_mean")
                new = found.get("new_mean")
                beside = f" Without the cases of a warm `out=` it is {new:.2f}." if new else ""
                beside += f" The limit's own times would have the mean {limit:.2f}." if limit else ""
                yield (
                    f"{threads}: geometric mean of the ratios "
                    f"{found['mean']:.2f}, worst {found['worst']:.2f} ({found['worst_case']}), "
                    f"{found['below_1']:.0%} below 1.{beside}"
                )
        if run["threads"] == 1:
            return


def busy_section(rows, title, columns, ratio):
    """A section of busy_processors.json: what the ratios span, and the table."""
    spans = []
    for peer in dict.fromkeys(row["peer"] for row in rows):
        ratios = [row[ratio] for row in rows if row["peer"] == peer]
        spans.append(f"{peer} {min(ratios):.2f} to {max(ratios):.2f}")
    yield title.format(threads=rows[0]["threads"], ratios=", ".join(spans)).rstrip("\n")
    for row in rows:
        cells = [number(row[key]) for key in columns]
        yield f"| {row['size']:,} | {row['peer']} | {' | '.join(cells)} | {row[ratio]:.2f} |"


def page(folder):
    """The text of a report's page."""
    folder = Path(folder)
    run, single = read(folder / "threads.json"), read(folder / "single.json")
    text = [INTRODUCTION.format(**run)]
    for group, title in TITLES.items():
        rows = [row for row in run["rows"] if row["group"] == group]
        if not rows:
            continue
        alone = {row["case"]: row for row in single["rows"] if row["group"] == group}
        text += [f"\n## {title}\n", *summaries(run, single, group), ""]
        if (folder / f"{group}.svg").exists():
            text.append(f"![{title}: the figures of the table as a picture]({group}.svg)\n")
        if group == "random":
            rows = [row for row in rows if row["ratio"] < 1]
            text.append(
                f"{len(rows)} of {len(alone)} seeded cases are below 1:\n" if rows else "None is below 1."
            )
        if rows:
            text += table(rows, alone, run["threads"])
    busy, times = read(folder / "busy_processors.json"), read(folder / "import.json")
    if busy:
        text += busy_section(busy, ONE_BUSY, ("alone", "shared", "busy"), "ratio")
    if busy and "crowded" in busy[0]:  # older files have no such figures
        text += busy_section(busy, ALL_BUSY, ("crowded_alone", "crowded"), "crowded_ratio")
    if times:
        bare = times.pop("nothing")
        parts = ", ".join(f"{name} {(value - bare) * 1e3:.1f}" for name, value in times.items())
        text.append(IMPORT.format(bare=bare * 1e3, parts=parts).rstrip("\n"))
    return "\n".join(text) + "\n"
