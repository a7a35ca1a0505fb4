"""The note (PEP 678) that errors about broadcasting carry: the shapes, the clash, and the best fix.
src/python/base/notes.c asks for it.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import replace

from tbcast._explain.explanation import explain_operands
from tbcast._explain.fixes import OUT_OF_PLACE, Fix
from tbcast._explain.operands import Operand
from tbcast._explain.symbols import shape_text
from tbcast._explain.text import aligned, dim_line, fix_text, shape_lines, wrapped
from tbcast._verdict.calls import tell_failure
from tbcast._verdict.risk import Shape, name_of, ordinal


def _note(
    shapes: Sequence[Shape],
    inplace: bool = False,
    names: Sequence[str] = (),
    computes: bool = True,
    masks: Sequence[int] = (),
) -> str:
    """The text for shapes that do not broadcast.

    `inplace`: the first shape is fixed. `names`: the names of the operands, by default a, b, ... `computes`:
    for an in-place operation, whether it also has a form that returns a new tensor; which one is not known
    here. `masks`: for indices, the number of dimensions of each one's mask, 0 if it is not a mask. A mask has
    the shape of the indices of its True elements.
    """
    found = explain_operands([Operand(tuple(shape), None, None) for shape in shapes], inplace)
    lines = shape_lines(found, names)[:-1]  # the message already says that there is no result
    lines += [line for dim in found.dims if dim.rule is None for line in wrapped("", dim_line(dim, names))]
    for k, ndim in enumerate(masks):
        if ndim:
            lines.append(f"{name_of(k)} is a mask: the indices of its True elements")
    for fix in filter(None, (_fix_of_masks(fix, masks) for fix in found.fixes if not names)):
        if fix.code != OUT_OF_PLACE:
            lines += wrapped("fix: ", fix_text(fix))
            break
        if computes:
            lines += wrapped("fix: ", f"{fix.why}, {tuple(fix.shape)}")
            break
    return "\n".join(lines)


def _fix_of_masks(fix: Fix, masks: Sequence[int]) -> Fix | None:
    """The fix, restated for the indices that a mask stands for, because a changed mask would have another
    shape."""
    ndim = next((ndim for k, ndim in enumerate(masks) if name_of(k) == fix.operand), 0)
    if ndim == 0:
        return fix
    if ndim > 1:
        return None  # a mask of several dimensions stands for several tensors of indices
    name, rest = fix.operand, fix.code.removeprefix(fix.operand)
    code = f"{name}.nonzero()" + (f"[:, 0]{rest}" if rest != "[:, None]" else "")
    return replace(fix, code=code, same_as=())


def _fix_of_batches(fix: Fix) -> list[str]:
    """The lines of a fix of the batch dimensions, restated for the whole tensors; none if there is no simple
    way to say it.
    """
    if not fix.code.startswith(f"{fix.operand}[") or "0" in fix.code:
        return []
    why = re.sub(r"(\d+)(?:st|nd|rd|th)", lambda found: ordinal(int(found[1]) + 2), fix.why)
    why = why.replace("every element of", "every matrix of")
    same = f" (or {fix.same_as[0]})" if fix.same_as else ""
    return wrapped("fix: ", f"{fix.code}{same} gives a batch of {shape_text(fix.shape)}: {why}")


def _note_of_batches(shapes: Sequence[Shape]) -> str:
    """The text for batches of matrices, as in matmul, whose dimensions before the last two do not
    broadcast."""
    batches = [tuple(shape[:-2]) for shape in shapes]
    found = explain_operands([Operand(batch, None, None) for batch in batches])
    lines = aligned([(name_of(k), tuple(shape)) for k, shape in enumerate(shapes)])
    for dim in found.dims:
        if dim.rule is None:
            lines += wrapped("", dim_line(replace(dim, dim=dim.dim - 2)))
    lines += next(filter(None, map(_fix_of_batches, found.fixes)), [])
    return "\n".join(lines)


# A program that catches these errors in a loop usually meets the same shapes.
_cached_note = functools.lru_cache(maxsize=128)(_note)
_cached_note_of_batches = functools.lru_cache(maxsize=128)(_note_of_batches)


def note(
    shapes: Sequence[Shape], inplace: bool = False, names: Sequence[str] = (), computes: bool = True
) -> str:
    """The text of `_note`. If explain is listening, it is told of the failure, unless these are not operands'
    shapes."""
    if not names:
        tell_failure(shapes, inplace)
    return _cached_note(shapes, inplace, names, computes)


def note_of_indices(shapes: Sequence[Shape], masks: Sequence[int]) -> str:
    """The text for indices that do not broadcast with each other. `masks`: see `_note`."""
    tell_failure(shapes, False)
    return _cached_note(shapes, masks=masks)


def note_of_batches(shapes: Sequence[Shape]) -> str:
    """See `_note_of_batches`."""
    tell_failure((shape[:-2] for shape in shapes), False)
    return _cached_note_of_batches(shapes)
