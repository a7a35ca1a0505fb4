"""What views do to marks: which dimension of a result is which of the operand's. Front ends of audits use it
for their arrays; of tbcast's tensors the extension asks (marks.c).
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Mapping, Sequence
from types import FrameType
from typing import Any

from tbcast import _C
from tbcast._verdict.functions import KEEPS, MEMORY, RESHAPES
from tbcast._verdict.intent import Marks, Place, place_of, written_dims
from tbcast._verdict.written import MAKES

# ---- for arrays of any library ----


def _is_integer(item: object) -> bool:
    if isinstance(item, bool) or getattr(item, "shape", ()) != ():
        return False
    return hasattr(item, "__index__")


def of_index(marks: Marks, index: object, place: Place) -> Marks | None:
    """The marks of `x[index]`; None where tensors, lists or masks choose the dimensions.

    Raises IndexError for more items than there are dimensions.
    """
    items = list(index) if isinstance(index, tuple) else [index]
    if not all(item is None or item is ... or isinstance(item, slice) or _is_integer(item) for item in items):
        return None
    if not any(item is ... for item in items):
        items.append(...)
    spare = len(marks) - sum(item is not None and item is not ... for item in items)
    result: list[Place | None] = []
    dim = 0
    for item in items:
        if item is None:
            result.append(place)
        elif item is ...:
            result += marks[dim : dim + spare]
            dim += spare
        else:
            if isinstance(item, slice):
                result.append(marks[dim])
            dim += 1
    return tuple(result)


def inserted(marks: Marks, dims: Sequence[int], place: Place) -> Marks:
    """With new dimensions, counted in the result."""
    ndim = len(marks) + len(dims)
    new = {dim % ndim for dim in dims}
    own = iter(marks)
    return tuple(place if dim in new else next(own) for dim in range(ndim))


_WRITERS = ("tbcast.array_api", "tbcast.dask", "tbcast._explain", "einops.")
"""Modules that make views for a line of the program's."""


def writer(frame: FrameType) -> FrameType:
    """Whose line makes the view that is made in the frame."""
    while frame.f_back is not None and str(frame.f_globals.get("__name__")).startswith(_WRITERS):
        frame = frame.f_back
    return frame


def reshaped(ndim: int, frame: FrameType) -> Marks:
    """Of what is given other sizes, or made of a list: each 1 that the text of the program's call gives is
    written out."""
    written = written_dims(writer(frame), ndim)
    return tuple([written.get(dim) for dim in range(ndim)])


def exchanged(ndim: int, a: int, b: int) -> list[int]:
    """The order of dimensions, two of which have changed places."""
    order = list(range(ndim))
    if order:
        order[a], order[b] = order[b], order[a]
    return order


def moved(ndim: int, source: int | Sequence[int], destination: int | Sequence[int]) -> list[int]:
    """The order of dimensions after movedim."""
    ends: list[Any] = [end if isinstance(end, (tuple, list)) else [end] for end in (source, destination)]
    of, to = ([operator.index(dim) % ndim for dim in end] for end in ends)
    order = [dim for dim in range(ndim) if dim not in of]
    for place, dim in sorted(zip(to, of, strict=True)):
        order.insert(place, dim)
    return order


def in_order(marks: Marks, order: Sequence[int]) -> Marks:
    """Of a view whose dimensions are those of the operand in this order."""
    return tuple(marks[operator.index(dim)] for dim in order)


# ---- for tbcast's tensors ----

Given = Mapping[str, Any]
Rule = Callable[[Marks, Given, Place], "Marks | None"]


def _same(marks: Marks, given: Given, place: Place) -> Marks:
    return marks


def _unsqueeze(marks: Marks, given: Given, place: Place) -> Marks:
    return inserted(marks, [operator.index(given["dim"])], place)


def _squeeze(marks: Marks, given: Given, place: Place) -> Marks | None:
    if "dim" not in given:
        return None  # sizes decide
    dims = given["dim"]
    dims = dims if isinstance(dims, (tuple, list)) else (dims,)
    gone = {operator.index(d) % max(len(marks), 1) for d in dims}
    return tuple(mark for d, mark in enumerate(marks) if d not in gone)


def _transpose(marks: Marks, given: Given, place: Place) -> Marks:
    one, other = (operator.index(dim) for dim in given.values())
    return in_order(marks, exchanged(len(marks), one, other))


def _permute(marks: Marks, given: Given, place: Place) -> Marks:
    return in_order(marks, given["dims"])


def _movedim(marks: Marks, given: Given, place: Place) -> Marks:
    source, destination = given.values()
    return in_order(marks, moved(len(marks), source, destination))


def _select(marks: Marks, given: Given, place: Place) -> Marks:
    dim = operator.index(given["dim"]) % len(marks)
    return (*marks[:dim], *marks[dim + 1 :])


_RULES: dict[str, Rule] = {
    "unsqueeze": _unsqueeze,
    "squeeze": _squeeze,
    "permute": _permute,
    "movedim": _movedim,
    "moveaxis": _movedim,
    "select": _select,
    "T": lambda marks, given, place: marks[::-1],
    **dict.fromkeys(
        ("mT", "H", "mH", "adjoint"),
        lambda marks, given, place: in_order(marks, exchanged(len(marks), -2, -1)),
    ),
    "t": lambda marks, given, place: marks[::-1],
    **dict.fromkeys(("transpose", "swapaxes", "swapdims"), _transpose),
    **dict.fromkeys(KEEPS, _same),
}


def of_result(name: str, self: _C.Tensor, given: Any, result: _C.Tensor) -> Marks | None:
    """The marks of what `name` has made of self, None for none.

    `given`: the arguments by name, an index, or None for an attribute and for a tensor that is made of data,
    which stands in the place of self then.
    """
    found: Marks | None
    if name in MAKES:
        found = reshaped(result.ndim, writer(sys._getframe(1)))
        return found if any(found) else None
    own = _C._marks(self)
    inplace = result is self
    if own is None or (not inplace and len(own) != self.ndim):
        own = (None,) * (self.ndim - inplace)  # unsqueeze_ has changed self already
    marks: Marks = own
    frame = writer(sys._getframe(1))
    place = place_of(frame)
    if name in RESHAPES:
        found = reshaped(result.ndim, frame)
        return found if any(found) else None
    try:
        if name == "__getitem__":
            found = of_index(marks, given, place)
        else:
            rule = _RULES.get(name.removesuffix("_") if inplace else name)
            if rule is None:
                kept = inplace and name not in MEMORY and len(marks) == result.ndim
                return marks if kept else None
            found = rule(marks, given or {}, place)
    except (IndexError, KeyError, RuntimeError, TypeError, ValueError, ZeroDivisionError):
        return None  # an argument that changes while it is read: nothing is known then
    return found if found is not None and len(found) == result.ndim and any(found) else None
