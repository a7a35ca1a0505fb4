"""Draws the map of the sources, docs/map.svg, from the sources; with `--check` it only compares.

    python docs/draw_map.py

Boxes are rooms with their lines of code, arrows point at what is used: `#include`s between the rooms of the
core, imports above them.  Boxes have their own ground and lines are grey, for light pages and dark ones.
"""

import re
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TARGET = Path(__file__).with_name("map.svg")

CORE = (
    ("kernels", r"kernels/.*"),
    (
        "pointwise",
        r"apply|prepare.*|run|result|fast|small_pair|choose|checks.*|warning_texts|ops|masked|vector_math",
    ),
    ("reductions, lines", r"reduce.*|fold.*|line_.*|lines|logsumexp|running|sorting|topk|bincount|scan"),
    ("products", r"matmul.*|product.*|distance"),
    ("indexing", r"index.*|gather.*|scatter.*|select.*|nonzero|bounds"),
    ("shapes", r"join.*|strips|repeat|turn|triangle|move|backwards|rearrange|parts"),
    ("making", r"random.*|range|linspace"),
    ("plan and walk", r"plan|walk.*|pack|stream|share"),
    ("threads, memory", r"pool|leaving|memory|cpu"),
    ("tensors", r".*"),
)
"""Rooms of src/core and the stems of their files; the first that fits.  What nothing else names is `tensors`:
dtypes, shapes, storages, views, errors."""

FILLS = {
    "package": "#dcd3f2",
    "bindings": "#cfe0f7",
    "core": "#cfeadb",
    "table": "#f7e3c3",
    "outside": "#e4e4e4",
}
WIDTH, HEIGHT = 760, 610
BOXES = {
    "tests/": (20, 16, 164, 46, "outside"),
    "examples/, docs/": (208, 16, 164, 46, "outside"),
    "benchmarks/": (396, 16, 164, 46, "outside"),
    "tbcast/": (20, 108, 540, 50, "package"),
    "src/python/": (20, 204, 540, 50, "bindings"),
    "src/codegen/": (598, 108, 144, 146, "table"),
    "pointwise": (36, 322, 106, 50, "core"),
    "reductions, lines": (150, 322, 134, 50, "core"),
    "products": (292, 322, 90, 50, "core"),
    "indexing": (394, 322, 90, 50, "core"),
    "shapes": (496, 322, 106, 50, "core"),
    "making": (614, 322, 108, 50, "core"),
    "plan and walk": (154, 426, 190, 50, "core"),
    "threads, memory": (436, 426, 190, 50, "core"),
    "kernels": (36, 530, 308, 50, "core"),
    "tensors": (436, 530, 286, 50, "core"),
}
"""Left edge, top, width, height, kind."""


def lines(paths):
    """How many lines the files have, in steps of 500: the map need not change with every one."""
    total = sum(path.read_text("utf-8").count("\n") for path in paths)
    return f"{max(round(total / 500), 1) * 500:,} lines"


def sources(folder, *suffixes):
    """Files that people wrote below a folder."""
    found = (path for path in sorted((ROOT / folder).rglob("*")) if path.suffix in suffixes)
    return [path for path in found if "generated" not in path.parts and "build" not in path.parts]


def room_of(path):
    """The core's room in which a file lies."""
    name = path.relative_to(ROOT / "src/core")
    stem = str(name.with_suffix(""))
    return next(room for room, pattern in CORE if re.fullmatch(pattern, stem))


def includes():
    """Counter of (room, room): how many includes of the one name a header of the other."""
    found = Counter()
    core = sources("src/core", ".c", ".h", ".inc")
    names = {path.relative_to(ROOT / "src/core").as_posix(): room_of(path) for path in core}
    for path in core:
        if path.name == "tb.h":  # the public face, which names every other header
            continue
        for name in re.findall(r'#include "([^"]+)"', path.read_text("utf-8")):
            beside = (path.parent / name).resolve()
            inside = beside.relative_to(ROOT / "src/core").as_posix() if beside.exists() else name
            if inside in names and names[inside] != room_of(path):
                found[room_of(path), names[inside]] += 1
    return found


def contents():
    """Box -> its second line."""
    core = sources("src/core", ".c", ".h", ".inc")
    found = {room: lines([path for path in core if room_of(path) == room]) for room, _ in CORE}
    found["tests/"] = "pytest, programs in C"
    found["benchmarks/"] = "NumPy, PyTorch beside it"
    found["examples/, docs/"] = "programs, pages, notebooks"
    found["tbcast/"] = "the Python package: re-exports, printing, explain, policies · " + lines(
        sources("tbcast", ".py")
    )
    found["src/python/"] = "the bindings: a file a type, parsing, errors, warnings · " + lines(
        sources("src/python", ".c", ".h")
    )
    found["src/codegen/"] = lines(sources("src/codegen", ".py"))
    return found


def box(name, second):
    """One room."""
    x, y, width, height, kind = BOXES[name]
    middle, centre = x + width / 2, y + height / 2
    rows = [(name, "b")]
    if name == "src/codegen/":
        rows += [("the operator table", "s"), ("and its generator", "s")]
    rows.append((second, "s"))
    parts = [f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="6" fill="{FILLS[kind]}"/>']
    for i, (text, style) in enumerate(rows):
        down = centre + 5 + (i - (len(rows) - 1) / 2) * 17
        parts.append(f'<text class="{style}" x="{middle:g}" y="{down:g}">{text}</text>')
    return parts


def arrow(start, end, weight):
    """A curve from the bottom of one box to the top of another, or to its side from src/codegen."""
    x1, y1, w1, h1, _ = BOXES[start]
    x2, y2, w2, _, _ = BOXES[end]
    shift = (x1 + w1 / 2 - x2 - w2 / 2) / WIDTH
    a, b = x1 + w1 / 2, x2 + w2 / 2 + shift * w2 * 0.8
    top, bottom = y1 + h1, y2 - 3
    bend = (bottom - top) / 2
    path = f"M{a:.0f} {top}C{a:.0f} {top + bend:.0f} {b:.0f} {bottom - bend:.0f} {b:.0f} {bottom}"
    return f'<path class="a" d="{path}" stroke-width="{1 + (weight > 3) + (weight > 9)}"/>'


def level(room):
    """How far down in the core a room is drawn."""
    return BOXES[room][1]


def picture():
    """The text of the SVG."""
    second, found = contents(), includes()
    said = "tests/, examples/ and benchmarks/ use tbcast/, which uses src/python/, which uses src/core/"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}">',
        f"<title>Map of the sources: {said}; src/codegen/ writes tables for both</title>",
        "<style>text { font: 12px system-ui, sans-serif; text-anchor: middle; fill: #1c1c1c; }",
        ".b { font-weight: 600; font-size: 13px; } .s { font-size: 11px; }",
        ".n { fill: #808080; font-size: 12px; }",
        ".a { fill: none; stroke: #808080; stroke-opacity: 0.6; marker-end: url(#h); }",
        ".d { stroke-dasharray: 5 4; } .f { fill: none; stroke: #808080; stroke-width: 1.2; }</style>",
        '<marker id="h" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="8" markerHeight="8" orient="auto"'
        ' markerUnits="userSpaceOnUse"><path d="M0 0L8 4L0 8z" fill="#808080"/></marker>',
        '<rect class="f" x="20" y="286" width="722" height="310" rx="10"/>',
        '<text class="n" x="36" y="307" style="text-anchor: start">src/core/: no Python.h in here</text>',
    ]
    parts += [arrow(start, "tbcast/", 1) for start in ("tests/", "examples/, docs/", "benchmarks/")]
    parts.append(arrow("tbcast/", "src/python/", 40))
    parts.append('<path class="a" d="M290 254V283" stroke-width="3"/>')
    for path in ("M598 133H563", "M598 229H563", "M670 254V283"):
        parts.append(f'<path class="a d" d="{path}" stroke-width="1.5"/>')
    parts.append('<text class="n" x="716" y="275">writes</text>')
    down = {pair: count for pair, count in sorted(found.items()) if level(pair[0]) < level(pair[1])}
    parts += [arrow(*pair, count) for pair, count in down.items()]
    rest = "not drawn: includes between neighbours and upwards, of apply.h above all"
    parts.append(f'<text class="n" x="728" y="307" style="text-anchor: end">{rest}</text>')
    for name in BOXES:
        parts += box(name, second[name])
    return "\n".join([*parts, "</svg>", ""])


def main(arguments):
    """Write the map, or say whether it is current."""
    text = picture()
    if arguments == ["--check"]:
        current = TARGET.exists() and TARGET.read_text("utf-8") == text
        if not current:
            print("docs/map.svg is out of date: python docs/draw_map.py")
        return 0 if current else 1
    TARGET.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
