"""Shapes of `x[index]`: `None`, slices, `...`, numbers, tensors of indices and masks.  Relies on
values.py.
"""

from __future__ import annotations

from tbcast._explain.expressions.values import Free, Number, Refused, Tensor, Trace, UnknownPart
from tbcast._explain.symbols import Symbol
from tbcast._verdict.intent import Place


def slice_size(trace: Trace, size: int, index: slice) -> int:
    """How many elements a slice of so many has; of a named size it is taken to be long enough."""
    start, stop, step = (
        value if value is None else trace.size(value, "an index")
        for value in (index.start, index.stop, index.step)
    )
    if step == 0:
        raise Refused("slice step cannot be zero")
    if not isinstance(size, Symbol) and size < 0:
        raise Refused("a size is negative")
    if not any(isinstance(value, Symbol) for value in (size, start, stop, step)):
        return len(range(*slice(start, stop, step).indices(size)))
    if step == -1 and start is None and stop is None:
        return size
    if step is not None and step < 1:
        raise UnknownPart("explain(): a step of a slice is 1 or more, where sizes have names")
    first = start or 0
    if isinstance(first, Symbol):
        if stop is not None:
            raise UnknownPart("explain(): a slice from a size with a name has no end")
        length = trace.table.named(f"{size} - {first}") if first != size else 0
    elif first < 0 and (stop is None or (not isinstance(stop, Symbol) and stop < 0)):
        length = (stop or 0) - first
    elif first < 0:
        raise UnknownPart("explain(): such a slice of a size with a name")
    elif stop is None or (not isinstance(stop, Symbol) and stop < 0):
        length = trace.shifted(size, (stop or 0) - first)
    elif isinstance(stop, Symbol):
        length = trace.shifted(stop, -first)
    else:
        length = max(stop - first, 0)
    if step in (None, 1):
        return length
    if not isinstance(length, Symbol):
        return -(-length // step)
    return trace.table.named(f"({length}) // {step}" if " " in length.name else f"{length} // {step}")


def _used(index: object) -> int:
    """How many dimensions of the tensor a part of the index takes."""
    if index is None or index is Ellipsis or isinstance(index, bool):
        return 0
    return len(index.shape) if isinstance(index, Tensor) and index.mask else 1


def take(trace: Trace, code: str, x: Tensor, index: object) -> Tensor:
    """`x[index]`."""
    parts = list(index) if isinstance(index, tuple) else [index]
    parts = [Tensor((len(part),)) if isinstance(part, list) else part for part in parts]
    used = sum(map(_used, parts))
    if used > len(x.shape):
        raise Refused(f"too many indices for {len(x.shape)} dimensions")
    dots = sum(part is Ellipsis for part in parts)
    if dots > 1:
        raise Refused("an index has one ellipsis at most")
    if not dots:
        parts.append(Ellipsis)
    shape: list[int] = []
    marks: list[Place | None] = []
    advanced: list[Tensor] = []
    positions: list[int] = []
    d = 0
    for k, part in enumerate(parts):
        if part is None:
            shape.append(1)
            marks.append(trace.place)
        elif part is Ellipsis:
            for _ in range(len(x.shape) - used):
                shape.append(x.shape[d])
                marks.append(x.mark(d))
                d += 1
        elif isinstance(part, slice):
            shape.append(slice_size(trace, x.shape[d], part))
            marks.append(x.mark(d) if part == slice(None) else None)
            d += 1
        elif isinstance(part, Tensor):
            if not advanced or positions[-1] != k - 1:
                at = 0 if advanced else len(shape)
            positions.append(k)
            if part.mask:
                own = x.shape[d : d + len(part.shape)]
                if any(one != other for one, other in zip(own, part.shape, strict=True)):
                    raise Refused("the mask does not have the sizes of the dimensions that it selects from")
                d += len(part.shape)
                part = trace.keep(
                    trace.code_of(part), Tensor((trace.table.named(f"count({trace.code_of(part)})"),))
                )
            else:
                d += 1
            advanced.append(part)
        elif isinstance(part, (int, Free, Number)) and not isinstance(part, bool):
            plain = (
                isinstance(part, int) and not isinstance(part, Symbol) and not isinstance(x.shape[d], Symbol)
            )
            if plain and not -x.shape[d] <= part < x.shape[d]:  # type: ignore[operator]
                raise Refused(f"index {part} is out of bounds for size {x.shape[d]}")
            d += 1
        else:
            raise UnknownPart(f"explain(): an index that is not known: {code}")
    if advanced:
        common = trace.broadcast(code, advanced)
        shape[at:at] = common
        marks[at:at] = [None] * len(common)
    return Tensor(tuple(shape), tuple(marks), x.mask)
