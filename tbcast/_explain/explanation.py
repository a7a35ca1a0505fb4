"""What a broadcast does, dimension by dimension, computed without doing it.

The rules and the words are those of "General semantics" in PyTorch's note "Broadcasting semantics". text.py
and picture.py, which are imported on first use, make texts and pictures.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from tbcast import _C
from tbcast._explain.findings import Dim, Findings
from tbcast._explain.fixes import fixes_of, result_of
from tbcast._explain.operands import Operand, result_dtype
from tbcast._explain.symbols import Shape, as_numbers, broadcast, table_of, unified, with_names
from tbcast._verdict.intent import Marks, Place
from tbcast._verdict.risk import LEVELS, Verdict, judge, name_of

INPLACE = "in-place operations do not allow the in-place tensor to change shape as a result of the broadcast"


@dataclass(frozen=True, repr=False)
class Explanation(Findings):
    """The immutable result of `explain`."""

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


def _named(dim: Dim) -> Dim:
    """The Dim with names instead of symbols."""
    sizes = tuple(None if size is None else with_names((size,))[0] for size in dim.sizes)  # type: ignore[arg-type]
    size = None if dim.size is None else with_names((dim.size,))[0]  # type: ignore[arg-type]
    return Dim(dim.dim, sizes, dim.expanded, size, dim.rule)


def _strides(operand: Operand, index: int, dims: tuple[Dim, ...]) -> Shape | None:
    """The operand's strides after `expand`: 0 along repeated dimensions, and everywhere for a number."""
    if operand.strides is None:
        return None
    result: list[int] = []
    for dim in dims:
        if dim.expanded[index] or not operand.shape:
            result.append(0)
        elif dim.sizes[index] is not None:
            result.append(operand.strides[dim.dim])
        else:  # a new dimension of size 1
            before = dims[len(result) - 1].size
            result.append((before if isinstance(before, int) else 0) * result[-1])
    return tuple(reversed(result))


def _clash(dims: tuple[Dim, ...], shapes: tuple[Shape, ...], inplace: bool) -> str:
    """Why the shapes do not broadcast."""
    if inplace and broadcast(*shapes) is not None:
        return INPLACE
    clashes = (dim for dim in dims if len({size for size in dim.sizes if size not in (None, 1)}) > 1)
    sizes = next(clashes).sizes
    parts = [f"{name_of(k)} has size {size}" for k, size in enumerate(sizes) if size not in (None, 1)]
    return f"{', '.join(parts)} in the same dimension, and none is 1"


def _growth(shape: Shape, shapes: tuple[Shape, ...]) -> float | str:
    largest = max((math.prod(own) for own in shapes), default=0)
    table = table_of(shapes)
    if table is None or not largest or not math.prod(shape):
        return math.prod(shape) / largest if largest else 1.0
    times = {math.prod(shape) // math.prod(own): None for own in shapes}
    if 1 in times:
        return 1.0
    texts = [str(table.sized(factor)) for factor in times]
    return texts[0] if len(texts) == 1 else f"min({', '.join(sorted(texts))})"


def _excusable(shapes: tuple[Shape, ...], verdict: Verdict) -> bool:
    """Whether the risk would be low if the dimensions of size 1 were written out in the statement of the
    operation."""
    place = Place(_excusable.__code__, 0)
    marks: list[Marks] = [(place,) * len(shape) for shape in shapes]
    excused = judge(tuple(map(as_numbers, shapes)), marks=marks, place=place)
    return LEVELS.index(excused.risk) < LEVELS.index(verdict.risk)


def explain_operands(
    operands: list[Operand],
    inplace: bool = False,
    *,
    marks: tuple[Marks | None, ...] = (),
    place: Place | None = None,
) -> Explanation:
    """explain for operands that have been read. marks and place: as in _verdict/risk.py."""
    shapes = tuple(operand.shape for operand in operands)
    shape = result_of(shapes, inplace)
    ndim = max((len(own) for own in shapes), default=0)
    dims = tuple(_dim(shapes, back, inplace) for back in range(1, ndim + 1))
    counts = {math.prod(own) for own in shapes}
    allowed = _C._get_backcompat_pointwise_fallback()
    fallback = allowed and shape is None and len(counts) == 1 and 0 not in counts
    verdict = None
    if shape is not None or fallback:
        verdict = judge(tuple(map(as_numbers, shapes)), fallback=fallback, marks=marks, place=place)
    risk = verdict.risk if verdict else None
    why = verdict.why if verdict and shape is not None else _clash(dims, shapes, inplace)
    only_if = None
    if shape is None and table_of(shapes) is not None:
        equal = unified(shapes)
        if equal and result_of(tuple(equal[0]), inplace) is not None:
            only_if = equal[1]
            then = judge(tuple(map(as_numbers, equal[0])), marks=marks, place=place)
            level = "no risk" if then.risk == "none" else then.risk
            why += f"; broadcasts only if {only_if}, and is {level} then: {then.why}"
            risk = risk or then.risk
    dtype = operands[0].dtype if inplace else result_dtype(operands)
    named = table_of(shapes) is not None
    risky = shape is not None and risk in ("medium", "high")
    return Explanation(
        shapes=tuple(map(with_names, shapes)),
        inplace=inplace,
        broadcastable=shape is not None,
        shape=None if shape is None else with_names(shape) if table_of([shape]) else _C.Size(shape),
        dims=tuple(map(_named, dims)) if named else dims,
        strides=None
        if shape is None or named
        else tuple(_strides(x, k, dims) for k, x in enumerate(operands)),
        growth=None if shape is None else _growth(shape, shapes),
        nbytes=None if shape is None or named or dtype is None else math.prod(shape) * dtype.itemsize,
        risk=risk,
        why=why,
        fallback=fallback,
        fixes=fixes_of(shapes, inplace, verdict.pair if verdict and risky else None)
        if shape is None or risky
        else (),
        only_if=only_if,
        excusable=bool(risky and verdict and place is None and _excusable(shapes, verdict)),
    )
