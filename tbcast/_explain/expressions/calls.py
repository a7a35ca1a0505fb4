"""One call of an expression: the real function, called with real tensors if they are small.

Large tensors are one expanded element, as in tbcast.dask. Their views are views; pointwise calls of them
check, report what broadcasts, and compute nothing (`_C._meta`). Other functions are called three times with
small tensors, in which smaller numbers stand for the large sizes and arguments: equal for equal, larger for
larger ones. The shape of the large result follows from the three small ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tbcast import _C
from tbcast._C import Tensor
from tbcast._explain.expressions.sizes import ASSIGNMENTS, Form, Names
from tbcast._verdict.calls import Heard, listen
from tbcast._verdict.functions import ASKS, MEMORY, SPLITS, VIEWS

MAX_ELEMENTS = 1 << 17
"""A tensor of more elements is represented by a single one."""
MAX_SMALL_ELEMENTS = 1 << 20
"""The most elements of a small tensor that stands for a large one."""
MAX_BYTES = 1 << 26
"""The most memory that a call may ask for."""
MAX_PARTS = 1024
"""The most elements of a list or tuple."""
SMALL = 256
"""Numbers up to this one are not replaced."""
VARIANTS = 4

POINTWISE = frozenset((*_C._operator_functions(), *_C._operator_methods()))
OTHERS = ("meshgrid", "__getitem__", "attribute")
"""They read no elements, and have no row."""
CONTIGUOUS = frozenset(("contiguous", "clone", "reshape", "flatten", "ravel", "unsqueeze", "view", "view_as"))
"""Of a contiguous tensor these make one."""


class UnknownPart(ValueError):
    """A part of an expression that explain does not know."""


class TooLarge(UnknownPart):
    """A part that cannot be evaluated, or only at other sizes."""


def pattern(numel: int, dtype: _C.dtype, variant: int) -> Tensor:
    """The elements of an operand. As they are unknown, they differ between variants, and so does what depends
    on them."""
    whole = not (dtype.is_floating_point or dtype.is_complex or dtype is _C.bool)
    if variant == 0 or (variant == 2 and whole):
        return _C.zeros(numel, dtype=dtype)
    if variant == VARIANTS - 1:
        return _C.ones(numel, dtype=dtype)
    return ((_C.arange(numel) + 1) % 2).to(dtype)


def operand(
    shape: Sequence[int],
    dtype: _C.dtype,
    variant: int,
    strides: Sequence[int] | None = None,
    most: int | None = None,
) -> Tensor:
    """An operand of that shape; one with more elements than `most` is an expanded element."""
    most = MAX_ELEMENTS if most is None else most
    shape = tuple(shape)
    try:
        whole = _C.empty(()).expand(shape)  # raises torch's errors
    except MemoryError as error:
        raise TooLarge(f"explain(): {error}") from None
    numel = whole.numel()
    if numel > most:
        return pattern(1, dtype, variant).reshape(()).expand(shape)
    if strides is None or numel == 0 or min(strides, default=0) < 0:
        return pattern(numel, dtype, variant).reshape(shape)
    extent = 1 + sum((size - 1) * step for size, step in zip(shape, strides, strict=True))
    if extent > 2 * most:
        return pattern(numel, dtype, variant).reshape(shape)
    return pattern(extent, dtype, variant).as_strided(shape, tuple(strides))


def tensors_in(value: Any) -> Iterator[Tensor]:
    if isinstance(value, Tensor):
        yield value
    elif isinstance(value, (tuple, list)):
        for part in value:
            yield from tensors_in(part)
    elif isinstance(value, dict):
        yield from tensors_in(list(value.values()))


def _numbers_in(value: Any) -> Iterator[int]:
    if isinstance(value, int) and not isinstance(value, bool):
        yield value
    elif isinstance(value, (tuple, list)):
        for part in value:
            yield from _numbers_in(part)
    elif isinstance(value, dict):
        yield from _numbers_in(list(value.values()))
    elif isinstance(value, slice):
        yield from _numbers_in((value.start, value.stop, value.step))


def _replaced(value: Any, change: Callable[[Any], Any]) -> Any:
    """The value with other tensors and numbers in it."""
    if isinstance(value, Tensor) or (isinstance(value, (int, _C.Size)) and not isinstance(value, bool)):
        return change(value)
    if isinstance(value, (tuple, list)):
        return type(value)([_replaced(part, change) for part in value])
    if isinstance(value, dict):
        return {key: _replaced(part, change) for key, part in value.items()}
    if isinstance(value, slice):
        return slice(*(_replaced(part, change) for part in (value.start, value.stop, value.step)))
    return value


def reads_nothing(name: str) -> bool:
    """Does the function look at shapes alone, in place or not?"""
    return name in OTHERS or name in ASKS or name.removesuffix("_") in VIEWS


def is_large(value: Any) -> bool:
    return any(tensor.numel() > MAX_ELEMENTS for tensor in tensors_in(value))


def _lacks_memory(error: Exception) -> bool:
    return isinstance(error, MemoryError) or "you tried to allocate" in str(error)


class Calls:
    """The calls of one evaluation; `heard` collects what they reported about broadcasting."""

    def __init__(self, variant: int) -> None:
        self.variant = variant
        self.heard: list[Heard] = []
        self._viewed: dict[int, Tensor] = {}
        """Large tensors whose strides may not be contiguous."""

    def call(
        self, name: str, function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> Any:
        """The function's result, or its error."""
        self.heard = []
        if not is_large((*args, *kwargs.values())):
            try:
                return self._really(function, args, kwargs)
            except (MemoryError, RuntimeError) as error:
                if not _lacks_memory(error):
                    raise
        return self._of_large(name, function, args, kwargs)

    def _of_large(
        self, name: str, function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> Any:
        strided = any(id(tensor) in self._viewed for tensor in tensors_in((*args, *kwargs.values())))
        if name in MEMORY or (strided and name in ("view", "view_as")):
            raise TooLarge(f"explain(): {name} depends on strides, and the tensor is too large to be made")
        plain_index = name != "__getitem__" or next(tensors_in(args[1:]), None) is None
        of_dtype = name == "view" and any(isinstance(value, _C.dtype) for value in (*args, *kwargs.values()))
        if reads_nothing(name) and plain_index and not of_dtype and not _has_list(name, args):
            if name in SPLITS or name == "tolist":
                self._check_parts(name, args, kwargs)
            try:
                found = self._really(function, args, kwargs)
            except (MemoryError, RuntimeError) as error:
                if not _lacks_memory(error):
                    raise
            else:
                for tensor in tensors_in(found):
                    if strided or name not in CONTIGUOUS:
                        self._viewed[id(tensor)] = tensor
                return found
        elif name in POINTWISE:
            return self._really(function, args, kwargs, meta=True)
        return self._of_small_ones(name, function, args, kwargs)

    def _check_parts(self, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
        tensor = next(tensors_in((*args, *kwargs.values())))
        given = [n for n in _numbers_in((*args[1:], *kwargs.values())) if n > 0]
        least = min(given, default=1) if "split" in name else 1
        if name == "tolist" or max(tensor.shape, default=0) // least > MAX_PARTS * 64:
            raise TooLarge(f"explain(): {name} makes too many parts")

    def _really(
        self, function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any], meta: bool = False
    ) -> Any:
        most, before = _C._most_bytes(MAX_BYTES), _C._meta(1 if meta else 0)
        try:
            with listen(self.heard.append):
                return function(*args, **kwargs)
        finally:
            _C._meta(before)
            _C._most_bytes(most)

    # ---- small tensors for large ones ----

    def _of_small_ones(
        self, name: str, function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> Any:
        given = (tuple(args), dict(kwargs))
        numbers = {abs(n) for n in _numbers_in(given)}
        sizes = {n for tensor in tensors_in(given) for n in tensor.shape}
        large = sorted(n for n in sizes | numbers if n > (8 if n in sizes else SMALL))
        own = {n for n in numbers if n not in large}
        assignments = [_smaller(large, own, k) for k in range(ASSIGNMENTS)]
        names = Names([{f"#{n}": small for n, small in one.items()} for one in assignments])
        true = {f"#{n}": n for n in large}
        results, calls = [], []
        for one in assignments:
            small = Calls(self.variant)
            calls.append(small)

            def change(value: Any, one: dict[int, int] = one) -> Any:
                if isinstance(value, Tensor):
                    sizes = [one.get(n, n) for n in value.shape]
                    return operand(sizes, value.dtype, self.variant, None, MAX_SMALL_ELEMENTS)
                if isinstance(value, _C.Size):
                    return _C.Size([one.get(n, n) for n in value])
                return one.get(value, value) if value >= 0 else -one.get(-value, -value)

            changed = _replaced(given, change)
            if any(tensor.numel() > MAX_SMALL_ELEMENTS for tensor in tensors_in(changed)):
                raise TooLarge(f"explain(): {name} is too large to be evaluated")
            try:
                results.append(small._really(function, *changed))
            except (MemoryError, RuntimeError, IndexError, TypeError, ValueError) as error:
                if _lacks_memory(error):
                    raise TooLarge(f"explain(): {name} is too large to be evaluated") from None
                results.append(error)

        def number(values: Sequence[int]) -> int:
            form = names.form(tuple(values))
            if form is None:
                raise TooLarge(f"explain(): {name} is too large, and small sizes do not tell its result")
            return form.value(true)

        if any(isinstance(result, Exception) for result in results):
            raise _same_error(name, results, names, true)
        self.heard = _same_calls([small.heard for small in calls], number)
        return _merged(results, number, self.variant)


def _has_list(name: str, args: Sequence[Any]) -> bool:
    """Whether an index is a list, which counts as a tensor of indices."""
    index = args[1] if name == "__getitem__" else None
    return isinstance(index, list) or (isinstance(index, tuple) and any(isinstance(i, list) for i in index))


def _smaller(large: Sequence[int], own: set[int], k: int) -> dict[int, int]:
    """Small numbers for large ones, in the same order, also relative to the call's own numbers."""
    found: dict[int, int] = {}
    last, by = ((3, 2), (1, 3), (4, 2))[k]  # further apart than any `n - 1`, and not the 3 of cross
    for n in large:
        last = max([last, *(number for number in own if number < n)]) + by
        while last in own:
            last += 1
        found[n] = last
    return found


def _same_error(name: str, results: list[Any], names: Names, true: Mapping[str, int]) -> Exception:
    errors = [result for result in results if isinstance(result, Exception)]
    if len(errors) < len(results):
        return TooLarge(f"explain(): {name} is too large, and small sizes do not tell its result")

    def write(form: Form) -> object:
        return form.value(true)

    error = errors[0]
    return type(error)(names.text([str(one) for one in errors], write))


def _same_calls(heard: list[list[Heard]], number: Callable[[Sequence[int]], int]) -> list[Heard]:
    found = []
    for calls in zip(*heard, strict=False):
        shapes = tuple(
            tuple(map(number, zip(*same, strict=True)))
            for same in zip(*(c.shapes for c in calls), strict=True)
        )
        found.append(calls[0]._replace(shapes=shapes))
    return found


def _merged(results: list[Any], number: Callable[[Sequence[int]], int], variant: int) -> Any:
    """The large result that follows from the small ones."""
    first = results[0]
    if isinstance(first, Tensor):
        if len({tensor.ndim for tensor in results}) > 1:
            return first
        shape = [number(sizes) for sizes in zip(*(tensor.shape for tensor in results), strict=True)]
        return operand(shape, first.dtype, variant)
    if isinstance(first, (tuple, list)):
        if len({len(one) for one in results}) > 1:
            raise TooLarge("explain(): the number of parts depends on the sizes")
        return type(first)([_merged(list(parts), number, variant) for parts in zip(*results, strict=True)])
    if isinstance(first, int) and not isinstance(first, bool):
        return number(results)
    return first
