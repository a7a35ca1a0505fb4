"""What a broadcasting error adds to itself (PEP 678): the shapes, what clashes, and the best fix."""

from __future__ import annotations

from tbcast._explain import explain_operands
from tbcast._explain_operands import Operand
from tbcast._explain_text import dim_line, fix_text, shape_lines, wrapped


def note(shapes: tuple[tuple[int, ...], ...], inplace: bool = False) -> str:
    """The text; the shapes do not broadcast."""
    found = explain_operands([Operand(tuple(shape), None, None) for shape in shapes], inplace)
    lines = shape_lines(found)
    lines += [dim_line(dim) for dim in found.dims if dim.rule is None]
    if found.fixes:
        lines += wrapped("fix: ", fix_text(found))
    return "\n".join(lines)
