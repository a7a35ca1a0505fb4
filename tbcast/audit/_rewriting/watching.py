"""What C calls in rewritten programs (src/audit/watched.c): judges shapes, keeps marks.

C calls `keep`, `subscript` and the like only for what is marked (tbcast/_verdict/intent.py).
"""

from __future__ import annotations

import functools
import sys
from numbers import Integral, Number
from types import FrameType, FunctionType
from typing import Any

from tbcast._verdict.intent import Marks, place_of
from tbcast._verdict.marks import exchanged, in_order, inserted, moved, of_index, reshaped
from tbcast._verdict.risk import Shape, broadcast, judge, judge_shapes
from tbcast._verdict.written import MAKES
from tbcast.audit import _watch
from tbcast.audit._front_end import Recorders
from tbcast.audit._marks import mark, marks_of
from tbcast.audit._rewriting.functions import (
    COMPARE_DATA,
    COMPARISONS,
    EINOPS,
    IGNORED,
    KEEPS,
    KEYWORDS,
    LIBRARIES,
    NAMES,
    OPERANDS,
    PERMUTES,
    PRODUCTS,
    WRITING,
)
from tbcast.audit._rewriting.rewrite import CODE
from tbcast.audit.recorder import Recorder

_FUNCTIONS = _watch.functions()
_MAX_FUNCTIONS = 2048


# ---- marks ----


def _marks_of_sizes(array: object, shape: Shape) -> Marks | None:
    """Those of the dimensions that the operation broadcasts, the first ones."""
    marks = marks_of(array)
    return marks and marks[: len(shape)]


def _order(name: str, ndim: int, arguments: tuple, axes: Any = None) -> list[int]:
    """For each dimension of the result the one of the operand that it is."""
    if name in ("mT", "matrix_transpose"):
        return exchanged(ndim, -2, -1)
    if name == "swapaxes":
        return exchanged(ndim, *arguments)
    if name == "moveaxis":
        return moved(ndim, *arguments)
    order = axes if axes is not None else arguments[0] if len(arguments) == 1 else arguments
    return list(order) if order else list(range(ndim))[::-1]


def _source(function: Any, operands: tuple) -> tuple[Any, tuple]:
    """The first operand and the other arguments, of a function or a method."""
    if function is not None and type(function).__name__ == "builtin_function_or_method":
        own = getattr(function, "__self__", None)
        if hasattr(own, "shape"):
            return own, operands
    return operands[0], operands[1:]


def _keep_shape(result: Any, function: Any, *operands: Any, **options: Any) -> None:
    source, _ = _source(function, operands)
    own = marks_of(source)
    if own and getattr(result, "shape", None) == source.shape and not options.get("out"):
        mark(result, own)


def _make(result: Any, function: Any, *operands: Any, **options: Any) -> None:
    """np.array writes out what lists of one item stand for, and keeps the marks of an array."""
    if operands and type(operands[0]) in (list, tuple):
        if 1 in getattr(result, "shape", ()):
            mark(result, reshaped(len(result.shape), sys._getframe(1)))
    elif operands:
        _keep_shape(result, function, *operands, **options)


def _keep_pointwise(result: Any, _: Any, *operands: Any, **options: Any) -> None:
    if len(operands) == 2:
        _watcher.keep(result, *operands)


def _permute(name: str, result: Any, function: Any, *operands: Any, **options: Any) -> None:
    source, rest = _source(function, operands)
    own = marks_of(source)
    if own:
        mark(result, in_order(own, _order(name, len(own), rest, options.get("axes"))))


def _expand(result: Any, _: Any, array: Any, axis: Any = None, **options: Any) -> None:
    """np.expand_dims writes dimensions out."""
    axes: list[Any] = [axis] if isinstance(axis, Integral) else list(axis)
    shape = getattr(array, "shape", ())
    mark(result, inserted(marks_of(array) or (None,) * len(shape), axes, place_of(sys._getframe(1))))


def _write(result: Any, *_: Any, **options: Any) -> None:
    """reshape and the functions of einops write out what their text gives a size of 1."""
    shape = getattr(result, "shape", None)
    if isinstance(shape, tuple) and not any(_package(base) in IGNORED for base in type(result).__mro__):
        mark(result, reshaped(len(shape), sys._getframe(1)))


def _einsum(result: Any, _: Any, equation: Any, *operands: Any, **options: Any) -> None:
    """np.einsum broadcasts what "..." stands for."""
    if not isinstance(equation, str) or "..." not in equation:
        return
    from tbcast._composite.einsum import dots_of

    covered = dots_of(equation.replace(" ", ""), [tuple(operand.shape) for operand in operands])
    if broadcast(*covered) is not None and any(shape != covered[0] for shape in covered):
        _watcher.see("einsum", operands, covered, False, False, sys._getframe(1))


# ---- types and functions ----


def _attribute_of_type(base: type, name: str) -> Any:
    return type.__dict__["__dict__"].__get__(base).get(name)


def _package(base: type) -> str:
    module = type.__dict__["__module__"].__get__(base)
    return module.partition(".")[0] if isinstance(module, str) else ""


_ALWAYS = {
    "einsum": _einsum,
    "expand_dims": _expand,
    **dict.fromkeys(WRITING, _write),
    **dict.fromkeys(MAKES, _make),
}
"""What is called after a function, whether anything is marked or not."""


def _spec(name: str) -> tuple:
    """What of a function's call is looked at (src/audit/watched.c, "calls")."""
    after: Any = None
    if name in PERMUTES:
        after = functools.partial(_permute, name)
    elif name in _ALWAYS:
        after = _ALWAYS[name]
    elif name in KEEPS:
        after = _keep_shape
    elif OPERANDS[name] == 2 and name not in PRODUCTS:
        after = _keep_pointwise
    without = 2 if name in PRODUCTS else 0
    data, always = name in COMPARE_DATA, name in _ALWAYS
    return name, OPERANDS.get(name, 0), without, data, KEYWORDS, after, always, after is _keep_shape


def _known(name: object) -> bool:
    return isinstance(name, str) and name in NAMES


def _labelled(operand: Any) -> bool:
    """xarray's arrays broadcast by the names of their dimensions."""
    return any(_package(base) == "xarray" for base in type(operand).__mro__)


def _itemsize(name: str, operands: tuple) -> int | None:
    """Bytes of an element of the result, if they are known; of a product the shapes do not tell how many."""
    if name in COMPARISONS:
        return 1
    sizes = [size for one in operands if isinstance(size := getattr(one, "itemsize", None), int)]
    return None if name.rstrip("_") in {*PRODUCTS, "einsum"} else max(sizes, default=None)


class _Watcher:
    """What C calls while there are recorders."""

    def classify(self, kind: type) -> int:
        """What shape objects of a type have: 0 none that counts, 1 one that C reads, 2 one of Python's."""
        if any(_package(base) in IGNORED for base in kind.__mro__):
            return 0
        for base in kind.__mro__:
            found = _attribute_of_type(base, "shape")
            if found is not None:
                kinds = ("getset_descriptor", "member_descriptor")
                return 1 if type(found).__name__ in kinds else 2
        return 0

    def see(
        self,
        name: str,
        operands: tuple,
        shapes: tuple[Shape, ...],
        inplace: bool,
        data: bool,
        frame: FrameType | None = None,
    ) -> bool:
        """An operation is about to broadcast; need the same shapes not be told again of this place?

        Those of little risk are told once: they may decide what others in the same place are.
        """
        if all(map(_labelled, operands)):
            return False
        marks = () if data or name == "einsum" else tuple(map(_marks_of_sizes, operands, shapes))
        frame = frame or sys._getframe(1)
        for recorder in recorders.now:
            recorder.see(
                name,
                shapes,
                frame,
                marks=marks if any(marks) else (),
                itemsize=_itemsize(name, operands),
                inplace=inplace,
                data=data,
            )
        if any(marks):
            return judge(shapes, marks=marks, place=place_of(frame)).risk in ("none", "low")
        return judge_shapes(shapes).risk in ("none", "low")

    # What is marked, or is to be.

    def subscript(self, result: Any, array: Any, key: Any) -> Marks | None:
        """result = array[key]; its marks, which C keeps for the place."""
        own = marks_of(array) or (None,) * len(array.shape)
        marks = of_index(own, key, place_of(sys._getframe(1)))
        if marks:
            mark(result, marks)
        return marks or None

    def attribute(self, result: Any, array: Any, name: str) -> None:
        """array.T, array.mT."""
        _permute(name, result, None, array)

    def keep(self, result: Any, a: Any, b: Any) -> None:
        """An operator, one of whose operands is marked: the other one must be a number."""
        if a is not None and marks_of(a) is None:
            a, b = b, a
        number = b is None or isinstance(b, Number) or getattr(b, "shape", None) == ()
        own = marks_of(a)
        if own and number and getattr(result, "shape", None) == a.shape:
            mark(result, own)

    # What is called.

    def pick(self, function: Any) -> Any:
        """What to call in place of a function; kept for functions that stay."""
        name: Any = getattr(function, "__name__", None)
        module = getattr(function, "__module__", None) or type(function).__module__
        package = module.partition(".")[0] if isinstance(module, str) else ""
        known = _known(name) and package in LIBRARIES and (name in EINOPS) == (package == "einops")
        picked = function
        if known:
            picked = functools.partial(_watch.watched, CODE["call"], _spec(name), function)
        elif not isinstance(function, FunctionType) or "<locals>" in function.__qualname__:
            return function
        if len(_FUNCTIONS) < _MAX_FUNCTIONS:
            _FUNCTIONS[id(function)] = function, picked
        return picked

    def pick_method(self, method: Any) -> Any:
        """The same for a method of an array, which is another one each time."""
        if not _known(method.__name__):
            return method
        return functools.partial(_watch.watched, CODE["call"], _spec(method.__name__), method)


_watcher = _Watcher()


def _watch_for(now: tuple[Recorder, ...]) -> None:
    _watch.set_watcher(_watcher if now else None)


recorders = Recorders(_watch_for)
"""They see what rewritten programs broadcast; of shapes of little risk the first of each place."""
