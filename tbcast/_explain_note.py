"""The note (PEP 678) that errors about broadcasting carry: the shapes, what clashes, and the best fix;
src/python/notes.c asks for it.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from tbcast._explain import explain_operands
from tbcast._explain_fixes import OUT_OF_PLACE
from tbcast._explain_operands import Operand
from tbcast._explain_text import dim_line, fix_text, shape_lines, wrapped
from tbcast._risk import Shape


def _note(
    shapes: Sequence[Shape], inplace: bool = False, names: Sequence[str] = (), computes: bool = True
) -> str:
    """The text for shapes that do not broadcast.

    `inplace`: the first shape is fixed. `names`: what the shapes are called, a, b, ... if not given.
    `computes`: in place, whether the operation has a form out of place; which one it is is not known here.
    """
    found = explain_operands([Operand(tuple(shape), None, None) for shape in shapes], inplace)
    lines = shape_lines(found, names)[:-1]  # the message has said that there is no result
    lines += [line for dim in found.dims if dim.rule is None for line in wrapped("", dim_line(dim, names))]
    for fix in found.fixes if not names else ():
        if fix.code != OUT_OF_PLACE:
            lines += wrapped("fix: ", fix_text(fix))
            break
        if computes:
            lines += wrapped("fix: ", f"{fix.why}, {fix.shape}")
            break
    return "\n".join(lines)


# A program that catches these errors in a loop mostly meets the same shapes.
note = functools.lru_cache(maxsize=128)(_note)
