"""What views do to marks: which dimension of a result is which of the tensor's; marks.c of the extension asks."""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Mapping
from typing import Any

from tbcast import _C
from tbcast._verdict.intent import Marks, Place, place_of

Given = Mapping[str, Any]
Rule = Callable[[Marks, Given, Place], "Marks | None"]


def _same(marks: Marks, given: Given, place: Place) -> Marks:
    return marks


def _unsqueeze(marks: Marks, given: Given, place: Place) -> Marks:
    dim = operator.index(given["dim"])
    dim += (len(marks) + 1) * (dim < 0)
    return (*marks[:dim], place, *marks[dim:])


def _squeeze(marks: Marks, given: Given, place: Place) -> Marks | None:
    if "dim" not in given:
        return None  # sizes decide
    dims = given["dim"]
    dims = dims if isinstance(dims, (tuple, list)) else (dims,)
    gone = {operator.index(d) % max(len(marks), 1) for d in dims}
    return tuple(mark for d, mark in enumerate(marks) if d not in gone)


def _swapped(marks: Marks, a: int, b: int) -> Marks:
    result = list(marks)
    if result:
        result[a], result[b] = result[b], result[a]
    return tuple(result)


def _transpose(marks: Marks, given: Given, place: Place) -> Marks:
    dims = [operator.index(given[name]) for name in given]
    return _swapped(marks, dims[0], dims[1])


def _permute(marks: Marks, given: Given, place: Place) -> Marks:
    return tuple(marks[operator.index(d)] for d in given["dims"])


def _movedim(marks: Marks, given: Given, place: Place) -> Marks:
    ends = [value if isinstance(value, (tuple, list)) else (value,) for value in given.values()]
    source, destination = ([operator.index(d) % len(marks) for d in dims] for dims in ends)
    result: list[Any] = [...] * len(marks)
    for d, to in zip(source, destination, strict=True):
        result[to] = marks[d]
    rest = iter(mark for d, mark in enumerate(marks) if d not in source)
    return tuple(next(rest) if mark is ... else mark for mark in result)


def _select(marks: Marks, given: Given, place: Place) -> Marks:
    dim = operator.index(given["dim"]) % len(marks)
    return (*marks[:dim], *marks[dim + 1 :])


_SAME = (
    *("clone", "contiguous", "detach", "to", "type", "type_as", "cpu", "narrow", "flip", "fliplr", "flipud"),
    *("float", "double", "half", "bfloat16", "int", "long", "short", "char", "byte", "bool"),
    *("cfloat", "cdouble"),
)
_RULES: dict[str, Rule] = {
    "unsqueeze": _unsqueeze,
    "squeeze": _squeeze,
    "permute": _permute,
    "movedim": _movedim,
    "moveaxis": _movedim,
    "select": _select,
    "T": lambda marks, given, place: marks[::-1],
    "mT": lambda marks, given, place: _swapped(marks, -2, -1),
    "t": lambda marks, given, place: marks[::-1],
    **dict.fromkeys(("transpose", "swapaxes", "swapdims"), _transpose),
    **dict.fromkeys(_SAME, _same),
}


def _of_index(marks: Marks, index: Any, place: Place, ndim: int) -> Marks | None:
    """Of a basic index; tensors and lists of indices keep nothing."""
    items = index if isinstance(index, tuple) else (index,)
    taken = sum(not (item is None or item is ...) for item in items)
    rest = iter(marks)
    result: list[Place | None] = []
    for item in items:
        if item is None:
            result.append(place)
        elif item is ...:
            result += [next(rest) for _ in range(len(marks) - taken)]
        elif isinstance(item, slice):
            result.append(next(rest))
        elif isinstance(item, bool) or not hasattr(item, "__index__") or getattr(item, "shape", ()) != ():
            return None
        else:
            next(rest)
    result += rest
    return tuple(result) if len(result) == ndim else None


def of_result(name: str, self: _C.Tensor, given: Any, result: _C.Tensor) -> Marks | None:
    """The marks of what `name` has made of self, None for none.

    `given`: the arguments by name, an index, or None for an attribute.
    """
    own = _C._marks(self)
    inplace = result is self
    if own is None or (not inplace and len(own) != self.ndim):
        own = (None,) * (self.ndim - inplace)  # unsqueeze_ has changed self already
    marks: Marks = own
    place = place_of(sys._getframe(1))
    try:
        if name == "__getitem__":
            found = _of_index(marks, given, place, result.ndim)
        else:
            rule = _RULES.get(name.removesuffix("_") if inplace else name)
            if rule is None:
                return marks if inplace and len(marks) == result.ndim else None
            found = rule(marks, given or {}, place)
    except (IndexError, KeyError, RuntimeError, StopIteration, TypeError, ValueError, ZeroDivisionError):
        return None  # an argument that changes while it is read: nothing is known then
    return found if found is not None and len(found) == result.ndim and any(found) else None
