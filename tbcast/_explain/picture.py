"""An explanation as a picture: operands and result as blocks of cells, hatched where an operand is repeated.

A block shows the last three dimensions as columns, rows and sheets behind each other; the dimensions before
them are a line of text above it. Colours are translucent and lines have the text's colour, so that a picture
works on light and on dark pages.
"""

from __future__ import annotations

import textwrap
import zlib
from dataclasses import dataclass
from html import escape

from tbcast._explain.findings import Findings
from tbcast._explain.symbols import NamedShape, shape_text
from tbcast._verdict.risk import name_of

CELL, SHEET = 16, 9
"""In pixels: the side of a cell, and the offset from one sheet to the next."""
MAX_CELLS, MAX_SHEETS, NAMED_CELLS = 7, 5, 4
"""Longer dimensions are drawn with this many cells or sheets, the last but one left out."""
LETTER = 7.3
ROW = 17
MARGIN = 14
WIDTH, SENTENCE = 760, 100
"""The width of a row of blocks, in pixels, and of a line of words, in characters."""
COLOURS = ("#3f7fe0", "#e08a1e", "#9a5fd0", "#2fa8a0", "#c85a8a")
RESULT = "#3f9d4f"
ARROW, TIMES, COLUMNS_ON, ROWS_ON = "\u2192", "\u00d7", "\u22ef", "\u22ee"
STYLE = """\
svg.tbcast { font: 12px ui-monospace, Consolas, "DejaVu Sans Mono", monospace; }
svg.tbcast { max-width: 100%; height: auto; }
svg.tbcast text { fill: currentColor; }
svg.tbcast .cell { stroke: currentColor; stroke-opacity: 0.55; stroke-width: 0.8; }
svg.tbcast .quiet { fill-opacity: 0.75; }
svg.tbcast .clash, svg.tbcast .high { fill: #d93f3f; font-weight: bold; }
svg.tbcast .medium { fill: #c47a12; font-weight: bold; }
"""
PAGE = "svg.tbcast { color: #222; }\n@media (prefers-color-scheme: dark) { svg.tbcast { color: #ddd; } }\n"


@dataclass(frozen=True)
class _Axis:
    """One of the last three dimensions of a block."""

    label: str
    cells: int
    """The number of cells that are drawn."""
    repeated: bool
    cut: bool
    clashes: bool


@dataclass(frozen=True)
class _Block:
    title: str
    colour: str
    axes: tuple[_Axis, ...]
    """The columns, rows and sheets."""
    leading: str
    clashes: bool

    @property
    def depth(self) -> int:
        """How far the sheets extend to the right and upwards."""
        return SHEET * self.axes[2].cells if self.axes[2].label else 0

    @property
    def top(self) -> int:
        """The top of the front sheet."""
        return ROW * (2 if self.leading else 1) + ROW + self.depth

    @property
    def left(self) -> float:
        return LETTER * len(self.axes[1].label) + 6

    @property
    def width(self) -> float:
        drawn = self.left + self.axes[0].cells * CELL + self.depth
        sheets = LETTER * len(self.axes[2].label) + 8
        return max(drawn + sheets, LETTER * max(len(self.title), len(self.leading)))

    @property
    def height(self) -> float:
        return self.top + self.axes[1].cells * CELL + ROW


def _axis(size: int | str | None, own: int | str | None, most: int, expands: bool, clashes: bool) -> _Axis:
    """A dimension that is `size` long in the drawing and `own` long in the operand."""
    if size is None:
        return _Axis("", 1, False, False, False)
    label = "" if own is None and not expands else f"{1 if own is None else own}"
    label = f"{label}{ARROW}{size}" if expands else label
    if isinstance(size, str):  # a name: some cells, with a gap
        return _Axis(label, NAMED_CELLS, expands, True, clashes)
    return _Axis(label, max(min(size, most), 0 if size == 0 else 1), expands, size > most, clashes)


def _block(title: str, colour: str, shape: NamedShape, found: Findings, index: int | None) -> _Block:
    """index: the operand's, None for the result."""
    axes = []
    for back, most in ((1, MAX_CELLS), (2, MAX_CELLS), (3, MAX_SHEETS)):
        dim = found.dims[back - 1] if back <= len(found.dims) else None
        own = shape[-back] if back <= len(shape) else None
        expands = found.broadcastable and index is not None and dim is not None and dim.expanded[index]
        clashes = dim is not None and dim.rule is None and own is not None
        axes.append(_axis(dim.size if dim and expands else own, own, most, expands, clashes))
    parts = []
    for dim in reversed(found.dims[3:]):
        own = None if len(shape) < -dim.dim else shape[dim.dim]
        expands = found.broadcastable and index is not None and dim.expanded[index]
        if own is not None or expands:
            parts.append(f"{1 if own is None else own}{ARROW}{dim.size}" if expands else f"{own}")
    leading = f" {TIMES} ".join(parts) + " of:" if parts else ""
    if len(leading) > 40:
        leading = f"{leading[:18]} ... {leading[-18:]}"
    clashes = any(axis.clashes for axis in axes)
    return _Block(title, colour, tuple(axes), leading, clashes)


def _title(name: str, shape: NamedShape) -> str:
    text = f"{name} {shape_text(shape)}"
    return text if len(text) <= 48 else f"{text[:22]} ... {text[-22:]}"


def _cell(x: float, y: float, sides: tuple[int, int, int, int], fill: str, solid: bool) -> str:
    """A parallelogram. sides: the vectors along both sides."""
    opacity = ' fill-opacity="0.55"' if solid else ""
    across, down, along, up = sides
    path = f"M{x:g} {y:g}l{across} {down}l{along} {up}l{-across} {-down}z"
    return f'<path class="cell" d="{path}" fill="{fill}"{opacity}/>'


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    """A text element; nothing for an empty text."""
    kind = f' class="{kind}"' if kind else ""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{kind}>{escape(text)}</text>' if text else ""


def _label(x: float, y: float, axis: _Axis, anchor: str) -> str:
    return _text(x, y, axis.label, "clash" if axis.clashes else "", anchor)


def _drawn(block: _Block, x: float, y: float, hatch: str) -> list[str]:
    """The SVG elements of a block with its corner at x, y."""
    columns, rows, sheets = block.axes
    left, top = x + block.left, y + block.top
    behind = range(sheets.cells) if sheets.label else ()
    lines = [_text(x, y + 12, block.title), _text(x, y + 12 + ROW, block.leading, "quiet")]
    faces = [
        *(
            ((c, r, 0), (c, r, 0), (CELL, 0, 0, CELL))
            for r in range(rows.cells)
            for c in range(columns.cells)
        ),
        *(((c, 0, s), (c, 0, s), (CELL, 0, SHEET, -SHEET)) for s in behind for c in range(columns.cells)),
        *(
            ((columns.cells - 1, r, s), (columns.cells, r, s), (SHEET, -SHEET, 0, CELL))
            for s in behind
            for r in range(rows.cells)
        ),
    ]
    for at, corner, sides in faces if columns.cells and rows.cells and sheets.cells else ():
        own = not any(axis.repeated and index > 0 for axis, index in zip(block.axes, at, strict=True))
        if any(axis.cut and index == axis.cells - 2 for axis, index in zip(block.axes, at, strict=True)):
            continue
        column, row, sheet = corner
        start = left + column * CELL + sheet * SHEET, top + row * CELL - sheet * SHEET
        lines.append(_cell(*start, sides, block.colour if own else f"url(#{hatch})", own))
    bottom = top + rows.cells * CELL
    if columns.cut:
        lines.append(_text(left + (columns.cells - 1.5) * CELL, bottom - 4, COLUMNS_ON, anchor="middle"))
    if rows.cut:
        lines.append(_text(left + 8, top + (rows.cells - 1.1) * CELL, ROWS_ON, anchor="middle"))
    lines.append(_label(left + columns.cells * CELL / 2, bottom + 13, columns, "middle"))
    lines.append(_label(left - 5, top + rows.cells * CELL / 2 + 4, rows, "end"))
    depth = sheets.cells * SHEET / 2
    lines.append(_label(left + columns.cells * CELL + depth + 4, bottom - depth + 11, sheets, "start"))
    return [line for line in lines if line]


def _placed(blocks: list[_Block]) -> tuple[list[tuple[float, float]], float, float]:
    """The corners of the blocks, in rows that are no wider than a page; and the total width and height."""
    corners: list[tuple[float, float]] = []
    x, y, widest, tallest = float(MARGIN), float(MARGIN), 0.0, 0.0
    for block in blocks:
        if x > MARGIN and x + block.width > WIDTH:
            x, y, tallest = float(MARGIN), y + tallest + MARGIN, 0.0
        corners.append((x, y))
        x += block.width + 2 * MARGIN
        widest, tallest = max(widest, x - MARGIN), max(tallest, block.height)
    return corners, widest, y + tallest + MARGIN


def _sentence(found: Findings) -> str:
    if found.shape is None:
        return f"not broadcastable: {found.why}"
    return f"risk {found.risk}{', nothing is wrong' * (found.risk == 'none')}: {found.why}"


def svg_of(found: Findings, page: bool = True, verdict: bool = True) -> str:
    """The picture. page: with its own colours for light and dark pages. verdict: with the verdict in words
    below it."""
    key = f"tb{zlib.crc32(repr((found.shapes, found.inplace)).encode()):08x}"
    blocks = [
        _block(_title(name_of(k), shape), COLOURS[k % len(COLOURS)], shape, found, k)
        for k, shape in enumerate(found.shapes)
    ]
    if found.shape is not None:
        blocks.append(_block(_title("=", found.shape), RESULT, found.shape, found, None))
    corners, width, height = _placed(blocks)
    sentence = _sentence(found)
    lines = textwrap.wrap(sentence, SENTENCE) if verdict else []
    width = max(width, LETTER * max(map(len, lines), default=0) + 2 * MARGIN)
    height += ROW * len(lines)
    body = []
    for k, (block, corner) in enumerate(zip(blocks, corners, strict=True)):
        body.append(
            f'<pattern id="{key}{k}" width="6" height="6" patternUnits="userSpaceOnUse" '
            f'patternTransform="rotate(45)"><rect width="6" height="6" fill="{block.colour}" '
            f'fill-opacity="0.12"/>'
            f'<path d="M0 0V6" stroke="{block.colour}" stroke-width="2.4"/></pattern>'
        )
        body += _drawn(block, *corner, f"{key}{k}")
    kind = "clash" if found.shape is None else found.risk if found.risk in ("medium", "high") else "quiet"
    for k, line in enumerate(reversed(lines)):
        body.append(_text(MARGIN, height - MARGIN - ROW * k, line, kind))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tbcast" role="img" width="{width:.0f}" '
        f'height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}">\n'
        f"<title>{escape(', '.join(block.title for block in blocks))}: {escape(sentence)}</title>\n"
        f"<style>{PAGE if page else ''}{STYLE}</style>\n" + "\n".join(body) + "\n</svg>\n"
    )


def html_of(found: Findings) -> str:
    """For notebooks: the picture, then the text."""
    text = escape(str(found))
    details = f"<details><summary>dimension by dimension</summary><pre>{text}</pre></details>"
    return f"<div>{svg_of(found, page=False)}{details}</div>"
