"""An explanation as text of at most 80 columns: the shapes aligned, a line for each dimension, and what to
write instead.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from tbcast._explain.findings import Dim, Findings
from tbcast._explain.fixes import Fix
from tbcast._explain.symbols import NamedShape, shape_text
from tbcast._verdict.risk import name_of, ordinal

COLUMNS = 80
NO_RESULT = "not broadcastable"


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _blocks(widths: list[int], width: int) -> list[range]:
    """Runs of dimensions that fit on a line, with the trailing ones in the last run."""
    blocks, end, used = [], len(widths), 0
    for d in range(len(widths) - 1, -1, -1):
        used += widths[d] + 2
        if used > width and d + 1 < end:
            blocks.append(range(d + 1, end))
            end, used = d + 1, widths[d] + 2
    blocks.append(range(end))
    return blocks[::-1]


def _row(cells: list[str], block: range, widths: list[int], dims: int) -> str:
    """Part of a shape; missing dimensions are blank."""
    ndim = len(widths)
    if dims == 0:
        return "()" if block.stop == ndim else ""
    first = ndim - dims
    parts = [" " * (widths[d] + 2) if d < first else f"{cells[d]:>{widths[d]}}, " for d in block]
    opening = "(" if block.start == 0 else "... "
    closing = "..."
    if block.stop == ndim:
        closing = ",)" if dims == ndim == 1 else ")"
        parts[-1] = parts[-1][:-2]
    return opening + "".join(parts) + closing if block.stop > first else ""


def aligned(
    rows: Sequence[tuple[str, NamedShape | str]], columns: int = COLUMNS, indent: int = 0
) -> list[str]:
    """Named shapes, one below the other, with trailing dimensions in one column; a text is shown as it is."""
    shapes = [() if isinstance(shape, str) else shape for _, shape in rows]
    ndim = max(map(len, shapes))
    cells = [[""] * (ndim - len(shape)) + [str(size) for size in shape] for shape in shapes]
    widths = [max(len(row[d]) for row in cells) for d in range(ndim)]
    label = max(len(name) for name, _ in rows)
    lines: list[str] = []
    for block in _blocks(widths, columns - indent - label - 2 - len("... ...")):
        lines += [""] if lines else []
        for (name, shape), row in zip(rows, cells, strict=True):
            last = block.stop == ndim
            text = (shape if last else "") if isinstance(shape, str) else _row(row, block, widths, len(shape))
            lines.append(f"{'':{indent}}{name:{label}}  {text}".rstrip())
    return lines


def dim_line(dim: Dim, names: Sequence[str] = ()) -> str:
    """One dimension in the words of PyTorch's note; by default the operands are a, b, ..."""
    names = names or [name_of(k) for k in range(len(dim.sizes))]
    where = f"{ordinal(-dim.dim)} trailing dimension: "
    if dim.rule is None:
        sizes = [
            f"{name} has {'no such dimension' if size is None else f'size {size}'}"
            for name, size in zip(names, dim.sizes, strict=True)
        ]
        return where + ", ".join(sizes)
    missing = [name for name, size in zip(names, dim.sizes, strict=True) if size is None]
    single = [
        name for name, size, grows in zip(names, dim.sizes, dim.expanded, strict=True) if size == 1 and grows
    ]
    parts = []
    if dim.rule == "equal":
        every = "both" if len(names) == 2 else "all"
        parts.append(f"{every} have size {dim.size}")
    if single:
        parts.append(f"{_listed(single)} {'has' if len(single) == 1 else 'have'} size 1")
    if missing:
        one = len(missing) == 1
        parts.append(
            f"{missing[0]} dimension doesn't exist" if one else f"{_listed(missing)} lack the dimension"
        )
    grown = f", expanded to {dim.size}" if any(dim.expanded) else ""
    return where + ", ".join(parts) + grown


def amount(nbytes: int) -> str:
    """A number of bytes in readable units."""
    value, units = float(nbytes), ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
    while value >= 1024 and len(units) > 1:
        value /= 1024
        units.pop(0)
    return f"{nbytes} bytes" if units[0] == "bytes" else f"{value:.3g} {units[0]}"


def _times(growth: float | str) -> str:
    if growth in (0, 1):
        return "that of the largest operand" if growth else "no elements"
    factor = growth
    if not isinstance(growth, str):
        factor = f"{growth:,.0f}" if growth >= 1000 else f"{growth:.3g}"
    return f"{factor} times the largest operand"


def wrapped(label: str, text: str) -> list[str]:
    """Lines of at most 80 columns; continuation lines are indented to the text."""
    return textwrap.wrap(text, COLUMNS, initial_indent=label, subsequent_indent=" " * len(label))


def shape_lines(found: Findings, names: Sequence[str] = ()) -> list[str]:
    """The operands and the result, aligned."""
    names = names or [name_of(k) for k in range(len(found.shapes))]
    rows: list[tuple[str, NamedShape | str]] = list(zip(names, found.shapes, strict=True))
    rows.append(("=", NO_RESULT if found.shape is None else found.shape))
    return aligned(rows)


INTENT = (
    "shapes do not show intent: if the statement itself writes out the dimensions of size 1, "
    "as in x[:, None], the risk is low"
)


def fix_text(fix: Fix) -> str:
    """One fix on a line."""
    same = [
        f"keepdim=True in the reduction that made {fix.operand}" if code == "keepdim=True" else code
        for code in fix.same_as
    ]
    other = f" (or {', or '.join(same)})" if same else ""
    return f"{fix.code}{other} gives {shape_text(fix.shape)}: {fix.why}"


def text_of(found: Findings) -> str:
    """The whole text."""
    lines = shape_lines(found)
    lines += ["", *(line for dim in found.dims for line in wrapped("", dim_line(dim))), ""]
    if found.growth is not None:
        memory = "" if found.nbytes is None else f", {amount(found.nbytes)}"
        lines.append(f"size   {_times(found.growth)}{memory}")
    if found.risk is not None and found.shape is not None:
        lines += wrapped("risk   ", f"{found.risk}: {found.why}")
    else:
        lines += wrapped("why    ", found.why)
    if found.excusable:
        lines += wrapped("note   ", INTENT)
    if found.fallback:
        every = "both" if len(found.shapes) == 2 else "all"
        lines += wrapped("note   ", f"the deprecated fallback views {every} as 1-dimensional, and warns")
    for k, fix in enumerate(found.fixes):
        lines += wrapped("       " if k else "fix    ", fix_text(fix))
    return "\n".join(lines)
