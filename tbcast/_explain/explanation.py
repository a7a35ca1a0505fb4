"""`tbcast.explain`: what a broadcast does, dimension by dimension, without doing it.

The rules are those of the note's section "General semantics", the words, too. Text and pictures are made
in text.py and picture.py, which are imported when they are first needed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from tbcast import _C
from tbcast._explain.findings import Dim, Findings
from tbcast._explain.fixes import fixes_of, is_ambiguous, result_of
from tbcast._explain.operands import Operand, read, result_dtype
from tbcast._verdict.risk import Shape, broadcast, judge, name_of

INPLACE = "in-place operations do not allow the in-place tensor to change shape as a result of the broadcast"


@dataclass(frozen=True, repr=False)
class Explanation(Findings):
    """What `explain` finds; nothing in it changes."""

    def __str__(self) -> str:
        from tbcast._explain.text import text_of

        return text_of(self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from tbcast._explain.picture import html_of

        return html_of(self)

    def to_svg(self) -> str:
        """A picture of the operands and the result, as the text of an SVG file."""
        from tbcast._explain.picture import svg_of

        return svg_of(self)


def _dim(shapes: tuple[Shape, ...], back: int, inplace: bool) -> Dim:
    sizes = tuple(shape[-back] if back <= len(shape) else None for shape in shapes)
    there = [size for size in sizes if size is not None]
    common = broadcast(*((size,) for size in there))
    size = None if common is None or (inplace and common[0] != sizes[0]) else common[0]
    rule: str | None = None
    if size is not None:
        rule = "equal" if len(set(there)) == 1 else "one of them is 1"
        rule = rule if len(there) == len(sizes) else "one of them does not exist"
    expanded = tuple(size is not None and (1 if own is None else own) != size for own in sizes)
    return Dim(-back, sizes, expanded, size, rule)


def _strides(operand: Operand, index: int, dims: tuple[Dim, ...]) -> Shape | None:
    """The operand's strides as `expand` gives them: 0 along what is repeated, and all of a number's."""
    if operand.strides is None:
        return None
    result: list[int] = []
    for dim in dims:
        if dim.expanded[index] or not operand.shape:
            result.append(0)
        elif dim.sizes[index] is not None:
            result.append(operand.strides[dim.dim])
        else:  # a new dimension of size 1
            result.append((dims[len(result) - 1].size or 0) * result[-1])
    return tuple(reversed(result))


def _clash(dims: tuple[Dim, ...], shapes: tuple[Shape, ...], inplace: bool) -> str:
    """Why it does not broadcast."""
    if inplace and broadcast(*shapes) is not None:
        return INPLACE
    clashes = (dim for dim in dims if len({size for size in dim.sizes if size not in (None, 1)}) > 1)
    sizes = next(clashes).sizes
    parts = [f"{name_of(k)} has size {size}" for k, size in enumerate(sizes) if size not in (None, 1)]
    return f"{', '.join(parts)} in the same dimension, and none is 1"


def _growth(shape: Shape, shapes: tuple[Shape, ...]) -> float:
    largest = max((math.prod(own) for own in shapes), default=0)
    return math.prod(shape) / largest if largest else 1.0


def explain_operands(operands: list[Operand], inplace: bool = False) -> Explanation:
    """The same for operands that have been read."""
    shapes = tuple(operand.shape for operand in operands)
    shape = result_of(shapes, inplace)
    ndim = max((len(own) for own in shapes), default=0)
    dims = tuple(_dim(shapes, back, inplace) for back in range(1, ndim + 1))
    counts = {math.prod(own) for own in shapes}
    allowed = _C._get_backcompat_pointwise_fallback()
    fallback = allowed and shape is None and len(counts) == 1 and 0 not in counts
    verdict = judge(shapes, fallback=fallback) if shape is not None or fallback else None
    risk = verdict.risk if verdict else None
    dtype = operands[0].dtype if inplace else result_dtype(operands)
    return Explanation(
        shapes=shapes,
        inplace=inplace,
        broadcastable=shape is not None,
        shape=None if shape is None else _C.Size(shape),
        dims=dims,
        strides=None if shape is None else tuple(_strides(x, k, dims) for k, x in enumerate(operands)),
        growth=None if shape is None else _growth(shape, shapes),
        nbytes=None if shape is None or dtype is None else math.prod(shape) * dtype.itemsize,
        risk=risk,
        why=verdict.why if verdict and shape is not None else _clash(dims, shapes, inplace),
        fallback=fallback,
        fixes=fixes_of(shapes, inplace) if shape is None or risk == "high" or is_ambiguous(shapes) else (),
    )


def explain(*operands: object, inplace: bool = False) -> Explanation:
    """Explain what broadcasting these operands does, or why it fails, and what to write instead.

    operands: two or more tensors of tbcast, NumPy or torch, anything with `.shape`, or plain shapes. inplace:
    the first one is written. Nothing is computed or allocated, whatever the sizes.

    Raises TypeError for an operand that is neither, ValueError or RuntimeError for sizes that no tensor has.
    Sizes broadcast as torch.broadcast_shapes says; source: the note's sections "General semantics" and
    "In-place semantics".

    >>> found = torch.explain((5, 1, 4, 1), (3, 1, 1))
    >>> found.shape, found.growth, found.risk
    (torch.Size([5, 3, 4, 1]), 3.0, 'high')
    >>> torch.explain(torch.ones(4, 1), torch.ones(4)).fixes[0].code
    'b[:, None]'
    """
    if len(operands) < 2:
        raise TypeError(f"explain() takes two operands or more, not {len(operands)}")
    return explain_operands([read(x, k) for k, x in enumerate(operands, start=1)], bool(inplace))
