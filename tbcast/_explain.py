"""`tbcast.explain`: what a broadcast does, dimension by dimension, without doing it.

The rules are those of the note's section "General semantics", the words, too. Relies on _explain_operands.py,
_explain_fixes.py and _risk.py; text and pictures are made elsewhere from what is computed here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from tbcast import _C
from tbcast._explain_fixes import Fix, fixes_of, is_ambiguous, result_of
from tbcast._explain_operands import Operand, expanded_strides, read, result_dtype
from tbcast._risk import Shape, broadcast, name_of, risk_of

INPLACE = "in-place operations do not allow the in-place tensor to change shape as a result of the broadcast"


@dataclass(frozen=True)
class Dim:
    """One dimension, counted from the trailing one: -1, -2, ..."""

    dim: int
    sizes: tuple[int | None, ...]
    """Each operand's size; None where it has no such dimension."""
    expanded: tuple[bool, ...]
    """Whether the operand is repeated along it."""
    size: int | None
    """The result's, None where the sizes do not agree."""
    rule: str | None
    """Of the note's rules the one that applied: "equal", "one of them is 1", "one of them does not exist"."""


@dataclass(frozen=True, repr=False)
class Explanation:
    """What `explain` finds; nothing in it changes."""

    shapes: tuple[Shape, ...]
    inplace: bool
    broadcastable: bool
    """Whether the operation works by broadcasting; in place, without changing the first operand's shape."""
    shape: _C.Size | None
    dims: tuple[Dim, ...]
    """From the trailing dimension to the leading one."""
    strides: tuple[Shape | None, ...] | None
    """Of the expanded views, in elements; those of plain shapes are contiguous."""
    growth: float | None
    """Elements of the result over those of the largest operand; 1.0 when that has none."""
    nbytes: int | None
    """Of a result of the promoted dtype; None for plain shapes."""
    risk: str | None
    """"none", "low", "medium" or "high"; None where nothing is computed."""
    why: str
    fallback: bool
    """Whether the deprecated 1-dimensional behaviour would apply (never once it is switched off)."""
    fixes: tuple[Fix, ...]

    def __str__(self) -> str:
        from tbcast._explain_text import text_of

        return text_of(self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from tbcast._explain_picture import html_of

        return html_of(self)

    def to_svg(self) -> str:
        """A picture of the operands and the result, as the text of an SVG file."""
        from tbcast._explain_picture import svg_of

        return svg_of(self)

    def to_dict(self) -> dict[str, Any]:
        """All attributes in types that JSON has."""
        return {
            "shapes": [list(shape) for shape in self.shapes],
            "inplace": self.inplace,
            "broadcastable": self.broadcastable,
            "shape": None if self.shape is None else list(self.shape),
            "dims": [
                {
                    "dim": dim.dim,
                    "sizes": list(dim.sizes),
                    "expanded": list(dim.expanded),
                    "size": dim.size,
                    "rule": dim.rule,
                }
                for dim in self.dims
            ],
            "strides": self.strides and [None if steps is None else list(steps) for steps in self.strides],
            "growth": self.growth,
            "nbytes": self.nbytes,
            "risk": self.risk,
            "why": self.why,
            "fallback": self.fallback,
            "fixes": [
                {
                    "code": fix.code,
                    "same_as": list(fix.same_as),
                    "operand": fix.operand,
                    "operand_shape": list(fix.operand_shape),
                    "shape": list(fix.shape),
                    "why": fix.why,
                }
                for fix in self.fixes
            ],
        }


def _dim(shapes: tuple[Shape, ...], back: int, inplace: bool) -> Dim:
    sizes = tuple(shape[-back] if back <= len(shape) else None for shape in shapes)
    there = [size for size in sizes if size is not None]
    others = {size for size in there if size != 1}
    size = None if len(others) > 1 else others.pop() if others else 1
    rule: str | None = None
    if inplace and size != sizes[0]:
        size = None
    if size is not None:
        rule = "equal" if len(set(there)) == 1 else "one of them is 1"
        rule = rule if len(there) == len(sizes) else "one of them does not exist"
    expanded = tuple(size is not None and (1 if own is None else own) != size for own in sizes)
    return Dim(-back, sizes, expanded, size, rule)


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
    risk, why = risk_of(shapes, fallback=fallback) if shape is not None or fallback else (None, "")
    dtype = operands[0].dtype if inplace else result_dtype(operands)
    strides = None
    if shape is not None:
        strides = tuple(
            expanded_strides(x.shape, x.strides, shape) if x.strides is not None else None for x in operands
        )
    return Explanation(
        shapes=shapes,
        inplace=inplace,
        broadcastable=shape is not None,
        shape=None if shape is None else _C.Size(shape),
        dims=dims,
        strides=strides,
        growth=None if shape is None else _growth(shape, shapes),
        nbytes=None if shape is None or dtype is None else math.prod(shape) * dtype.itemsize,
        risk=risk,
        why=why if shape is not None else _clash(dims, shapes, inplace),
        fallback=fallback,
        fixes=fixes_of(shapes, inplace) if shape is None or risk == "high" or is_ambiguous(shapes) else (),
    )


def explain(*operands: object, inplace: bool = False) -> Explanation:
    """Explain what broadcasting these operands does, or why it fails, and what to write instead.

    operands: two or more tensors of tbcast, NumPy or torch, anything with `.shape`, or plain shapes. inplace:
    the first one is written. Nothing is computed or allocated, whatever the sizes.

    Raises TypeError for an operand that is neither, ValueError or RuntimeError for sizes that no tensor has.
    Source: the note's sections "General semantics" and "In-place semantics".

    >>> found = torch.explain((5, 1, 4, 1), (3, 1, 1))
    >>> found.shape, found.growth, found.risk
    (torch.Size([5, 3, 4, 1]), 3.0, 'high')
    >>> torch.explain(torch.ones(4, 1), torch.ones(4)).fixes[0].code
    'b[:, None]'
    """
    if len(operands) < 2:
        raise TypeError(f"explain() takes two operands or more, not {len(operands)}")
    return explain_operands([read(x, k) for k, x in enumerate(operands, start=1)], bool(inplace))
