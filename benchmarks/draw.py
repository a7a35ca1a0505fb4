"""The two pictures of a report's page: time against size, and the ratios of each group.

They are as wide as a telephone's screen and their letters are paths, so that they are read without scrolling
and look alike whatever fonts there are; grey text is read on light pages and on dark ones. Needs matplotlib.
"""

import math
import textwrap

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams.update({"svg.hashsalt": "tbcast", "svg.fonttype": "path", "font.size": 9})
import matplotlib.pyplot as plt

PEERS = {
    "tbcast": "#0b8a62",
    "numpy": "#4f86d1",
    "torch": "#d1495b",
    "numexpr": "#9a7fc0",
}
GREY = "#808080"
WIDTH = 4.5  # inches: 432 pixels


def prepare(axes):
    """Transparent, with grey lines and text."""
    axes.set_facecolor("none")
    for spine in axes.spines.values():
        spine.set_color(GREY)
    axes.tick_params(colors=GREY, which="both")
    for text in (axes.title, axes.xaxis.label, axes.yaxis.label):
        text.set_color(GREY)
    axes.grid(True, axis="x", color=GREY, alpha=0.3)


def save(figure, target):
    figure.savefig(target, transparent=True, metadata={"Date": None})
    plt.close(figure)


def draw_groups(figures, titles, target):
    """A line for each group: a point a case, a bar at the geometric mean; all threads above one thread."""
    groups = [group for group in figures.groups() if group not in ("random", "import")]
    figure, axes = plt.subplots(figsize=(WIDTH, 0.9 + 0.32 * len(groups)), layout="constrained")
    colours = dict(zip(figures.threads, (PEERS["numpy"], PEERS["tbcast"]), strict=False))
    found = []
    for place, group in enumerate(reversed(groups)):
        for number, threads in enumerate(figures.threads):
            ratios = [x["ratio"] for x in figures.of(group, threads).values() if "ratio" in x]
            at = place + (number - (len(figures.threads) - 1) / 2) * 0.34
            points = ([math.log2(x) for x in ratios], [at] * len(ratios))
            axes.scatter(*points, s=9, color=colours[threads], alpha=0.55, linewidths=0)
            mean = math.log2(figures.mean(group, threads))
            axes.plot([mean, mean], [at - 0.16, at + 0.16], color=colours[threads], linewidth=2.5)
            found += ratios
    low, high = math.floor(math.log2(min(*found, 1)) / 2), math.ceil(math.log2(max(found)) / 2)
    axes.set_xticks([2 * k for k in range(low, high + 1)], [f"{4.0**k:.4g}" for k in range(low, high + 1)])
    axes.axvline(0, color=GREY, linewidth=1)
    names = [textwrap.fill(titles[group], 20) for group in reversed(groups)]
    axes.set_yticks(range(len(groups)), names, linespacing=0.9)
    axes.set_xlabel("times faster than the best other library")
    handles = [plt.Line2D([], [], color=colours[t], linewidth=2.5) for t in reversed(figures.threads)]
    names = [f"{threads} thread{'s' * (threads > 1)}" for threads in reversed(figures.threads)]
    prepare(axes)
    figure.legend(
        handles, names, loc="outside upper center", ncols=2, labelcolor=GREY, framealpha=0, fontsize=8
    )
    save(figure, target)


def draw_sizes(figures, target):
    """A panel for each operation: nanoseconds an element against the number of elements, with all threads."""
    rows = figures.sizes(figures.threads[-1])
    if not rows:
        return
    figure, panels = plt.subplots(
        math.ceil(len(rows) / 2),
        2,
        figsize=(WIDTH, 0.6 + 0.75 * len(rows)),
        layout="constrained",
        sharex=True,
    )
    for axes, (operation, found) in zip(panels.flat, rows.items(), strict=False):
        for peer, colour in PEERS.items():
            points = [
                (n, row[f"{peer}_best"] * 1000 / n) for n, row in found.items() if f"{peer}_best" in row
            ]
            if points:
                axes.loglog(*zip(*points, strict=True), "-", color=colour, label=peer, linewidth=1.2)
        axes.set_title(operation, fontsize=9)
        prepare(axes)
    for axes in panels.flat[len(rows) :]:
        axes.set_axis_off()
    figure.supxlabel("elements", color=GREY, fontsize=9)
    figure.supylabel("nanoseconds an element", color=GREY, fontsize=9)
    figure.legend(
        *panels.flat[0].get_legend_handles_labels(),
        loc="outside upper center",
        ncols=3,
        labelcolor=GREY,
        framealpha=0,
        fontsize=8,
    )
    save(figure, target)


def draw(figures, titles, folder):
    """Both."""
    draw_groups(figures, titles, folder / "benchmark_groups.svg")
    draw_sizes(figures, folder / "benchmark_sizes.svg")
