"""What a PyTorch program wrote out: where dimensions of size 1 of its tensors came from.

Kept beside the tensors and not in them, by their addresses: copies, pickles and files have nothing of it, and tensors
about which nothing is known cost nothing. Relies on src/python/audit/torch_mode.c to call `note_result` only for
functions that write out, or keep, a dimension, the latter only for tensors that are marked.
"""

from __future__ import annotations

import weakref
from types import FrameType
from typing import Any

import torch

from tbcast._verdict.intent import Marks, Place, place_of
from tbcast.audit.pytorch.functions import INDEXES, INSERTS

MARKS: dict[int, tuple[weakref.ref[torch.Tensor], Marks]] = {}
"""{id(tensor): (the tensor, where its dimensions were written out)}"""


def marks_of(tensor: object) -> Marks | None:
    """Where its dimensions were written out; None where nothing is known of any."""
    found = MARKS.get(id(tensor))
    if found is None or found[0]() is not tensor:
        return None
    return found[1] if len(found[1]) == torch.Tensor.dim(tensor) else None  # type: ignore[arg-type]


def _mark(tensor: torch.Tensor, marks: Marks) -> None:
    key = id(tensor)

    def forget(of: weakref.ref[torch.Tensor]) -> None:
        found = MARKS.get(key)
        if found is not None and found[0] is of:
            del MARKS[key]

    if any(marks) and len(marks) == tensor.dim():
        MARKS[key] = weakref.ref(tensor, forget), marks


def note_result(
    kind: int, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any] | None, result: Any, frame: FrameType
) -> None:
    """Mark a result; `frame` is where the function was called."""
    kwargs = kwargs or {}
    if not isinstance(result, torch.Tensor) or kwargs.get("out") is not None:
        return
    source = args[0] if args else kwargs.get("input", kwargs.get("self"))
    if result is source or not isinstance(source, torch.Tensor):
        return
    before = marks_of(source) or (None,) * source.dim()
    if kind == INSERTS:
        dim = args[1] if len(args) > 1 else kwargs["dim"]
        dim += result.dim() if dim < 0 else 0
        _mark(result, (*before[:dim], place_of(frame), *before[dim:]))
    elif kind == INDEXES:
        marks = _indexed(before, args[1], place_of(frame))
        if marks is not None:
            _mark(result, marks)
    else:
        _mark(result, _moved(function, before, args, kwargs, result))


def _indexed(before: Marks, index: Any, place: Place) -> Marks | None:
    """The marks of x[index]; None where tensors and the like choose the dimensions."""
    items = index if isinstance(index, tuple) else (index,)
    if not all(item is None or item is ... or type(item) in (int, slice) for item in items):
        return None
    rest = list(before)
    used = sum(type(item) in (int, slice) for item in items)
    marks: list[Place | None] = []
    for item in items:
        if item is None:
            marks.append(place)
        elif item is ...:
            count = len(before) - used
            marks += rest[:count]
            del rest[:count]
        else:
            first = rest.pop(0)
            if type(item) is slice:
                marks.append(first)
    return (*marks, *rest)


def _moved(
    function: Any, before: Marks, args: tuple[Any, ...], kwargs: dict[str, Any], result: torch.Tensor
) -> Marks:
    """The marks of a result that has the same dimensions, perhaps in another order, or more in front."""
    name = getattr(function, "__name__", "")
    if name in _SAME:
        return before
    if name in ("expand", "expand_as", "broadcast_to"):
        return (None,) * (result.dim() - len(before)) + before
    if name == "__get__":
        name = getattr(getattr(function, "__self__", None), "__name__", "")
    if name in _ORDERS:
        # sizes that tell the dimensions apart, of a tensor without memory
        with torch._C._DisableFuncTorch(), torch._C.DisableTorchFunction():
            sizes = range(2, 2 + len(before))
            other = function(torch.empty(*sizes, device="meta"), *args[1:], **kwargs)
        return tuple(before[size - 2] for size in other.shape)
    return before if result.dim() == len(before) else ()


_ORDERS = {"permute", "transpose", "swapaxes", "swapdims", "t", "movedim", "moveaxis", "adjoint", "T", "mT", "H", "mH"}
_SAME = {"clone", "detach", "contiguous", "to", "float", "double", "long", "int", "bool"}
