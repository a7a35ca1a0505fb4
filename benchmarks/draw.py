"""Pictures of a run, SVG for the documentation.

    python benchmarks/run.py --json result.json
    python benchmarks/draw.py result.json docs/benchmarks

One picture a group: a point a case, how many times faster tbcast was than the best other peer; and the time
against the size for the group "sizes". Needs matplotlib.
"""

import json
import math
import sys
from pathlib import Path

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams.update({"svg.hashsalt": "tbcast", "svg.fonttype": "none", "font.size": 9})
import matplotlib.pyplot as plt

PEERS = {
    "tbcast": "#0b6e4f",
    "numpy": "#3b6fb6",
    "torch": "#d1495b",
    "numexpr": "#8a6fb0",
    "limit": "#777777",
}
GREY = "#808080"  # read on light pages and on dark ones


def prepare(axes):
    """Transparent, with grey lines and text, for pages of either colour."""
    axes.set_facecolor("none")
    for spine in axes.spines.values():
        spine.set_color(GREY)
    axes.tick_params(colors=GREY, which="both")
    for text in (axes.title, axes.xaxis.label, axes.yaxis.label):
        text.set_color(GREY)
    axes.grid(True, axis="x", color=GREY, alpha=0.3)


def draw_ratios(group, rows, target):
    """One line a case, from the slowest to the fastest."""
    rows = sorted((row for row in rows if row["ratio"]), key=lambda row: row["ratio"])
    figure, axes = plt.subplots(figsize=(8, 0.8 + 0.19 * len(rows)), layout="constrained")
    names, ratios = [row["case"] for row in rows], [row["ratio"] for row in rows]
    colours = [PEERS["tbcast"] if ratio >= 1 else PEERS["torch"] for ratio in ratios]
    axes.barh(names, [math.log2(ratio) for ratio in ratios], color=colours)
    low, high = math.floor(min(0, math.log2(ratios[0]))), math.ceil(math.log2(ratios[-1]))
    axes.set_xticks(range(low, high + 1), [f"{2.0**k:g}" for k in range(low, high + 1)])
    axes.set_title(f"{group}: how many times faster than the best of NumPy, PyTorch and numexpr")
    axes.margins(y=0.01)
    prepare(axes)
    figure.savefig(target, transparent=True, metadata={"Date": None})
    plt.close(figure)


def draw_sizes(rows, target):
    """Time against the number of elements, both on logarithmic scales."""
    figure, axes = plt.subplots(figsize=(8, 4), layout="constrained")
    for peer, colour in PEERS.items():
        points = [(int(row["case"].split()[-1]), row[peer]["best_us"]) for row in rows if peer in row]
        if points:
            axes.loglog(*zip(*points, strict=True), "o-", color=colour, label=peer, markersize=3)
    axes.set_xlabel("elements")
    axes.set_ylabel("microseconds")
    axes.set_title("a + b, float32")
    prepare(axes)
    axes.legend(labelcolor=GREY, framealpha=0)
    figure.savefig(target, transparent=True, metadata={"Date": None})
    plt.close(figure)


def main(source, folder):
    """Draw what the JSON file holds."""
    groups = {}
    for row in json.loads(Path(source).read_text(encoding="utf-8"))["rows"]:
        groups.setdefault(row["group"], []).append(row)
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for group, rows in groups.items():
        if group == "sizes":
            draw_sizes(rows, folder / "sizes.svg")
        elif len(rows) <= 80 and any(row["ratio"] for row in rows):
            draw_ratios(group, rows, folder / f"{group}.svg")


if __name__ == "__main__":
    main(*sys.argv[1:3])
