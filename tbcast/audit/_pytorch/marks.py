"""What a PyTorch program wrote out: where dimensions of size 1 of its tensors came from.

Relies on src/audit/torch_mode.c to call `note_result` only for functions that write out, or keep, a
dimension, the latter only for tensors that are marked.
"""

from __future__ import annotations

from types import FrameType
from typing import Any

import torch

from tbcast._verdict.functions import KEEPS
from tbcast._verdict.intent import Marks, place_of
from tbcast._verdict.marks import exchanged, in_order, inserted, moved, of_index, reshaped, writer
from tbcast.audit import _marks
from tbcast.audit._pytorch.frames import is_library
from tbcast.audit._pytorch.functions import INDEXES, INSERTS, MAKES, RESHAPES

_ndim = torch.Tensor.dim
"""A tracer sees how shapes are read, and not how dimensions are counted."""


def marks_of(tensor: torch.Tensor) -> Marks | None:
    """Where its dimensions were written out; None where nothing is known of any."""
    return _marks.marks_of(tensor, _ndim)


def _mark(tensor: torch.Tensor, marks: Marks) -> None:
    _marks.mark(tensor, marks, _ndim)


def note_result(
    kind: int,
    function: Any,
    args: tuple[Any, ...],
    kwargs: dict[str, Any] | None,
    result: Any,
    frame: FrameType,
) -> None:
    """Mark a result; `frame` is where the function was called."""
    kwargs = kwargs or {}
    if not isinstance(result, torch.Tensor) or kwargs.get("out") is not None:
        return
    if kind == MAKES:
        if not is_library(frame.f_code):
            _mark(result, reshaped(result.dim(), writer(frame)))
        return
    source = args[0] if args else kwargs.get("input", kwargs.get("self"))
    if result is source or not isinstance(source, torch.Tensor):
        return
    frame = writer(frame)
    if kind == RESHAPES:
        if not is_library(frame.f_code):
            _mark(result, reshaped(result.dim(), frame))
        return
    before = marks_of(source) or (None,) * source.dim()
    if kind == INSERTS:
        dim = args[1] if len(args) > 1 else kwargs["dim"]
        _mark(result, inserted(before, [dim], place_of(frame)))
    elif kind == INDEXES:
        marks = of_index(before, args[1], place_of(frame))
        if marks is not None:
            _mark(result, marks)
    else:
        _mark(result, _moved(function, before, args, kwargs, result))


def _moved(
    function: Any, before: Marks, args: tuple[Any, ...], kwargs: dict[str, Any], result: torch.Tensor
) -> Marks:
    """The marks of a result that has the same dimensions, perhaps in another order, or more in front."""
    name = getattr(function, "__name__", "")
    if name in KEEPS:
        return before
    if name in ("expand", "expand_as", "broadcast_to"):
        return (None,) * (result.dim() - len(before)) + before
    if name == "__get__":
        name = getattr(getattr(function, "__self__", None), "__name__", "")
    if name in _ORDERS:
        return in_order(before, _order(name, len(before), args[1:], kwargs))
    return before if result.dim() == len(before) else ()


_DIMS = {"swapaxes": ("axis0", "axis1"), "movedim": ("source", "destination")}
_DIMS |= {"transpose": ("dim0", "dim1"), "swapdims": ("dim0", "dim1"), "moveaxis": _DIMS["movedim"]}
_LAST_TWO = ("mT", "H", "mH", "adjoint")
_ORDERS = {"permute", "T", "t", *_DIMS, *_LAST_TWO}


def _order(name: str, dims: int, rest: tuple[Any, ...], kwargs: dict[str, Any]) -> list[int]:
    """Which dimensions of its first argument those of the function's result are.

    No tensor tells: a tracer would see what is made of it.
    """
    if name == "permute":
        given = rest or (kwargs["dims"],)
        return list(given[0] if isinstance(given[0], (tuple, list)) else given)
    if name in _DIMS:
        ends = (*rest, *(kwargs[key] for key in _DIMS[name] if key in kwargs))
        return (moved if name.startswith("move") else exchanged)(dims, *ends)
    return exchanged(dims, -2, -1) if name in _LAST_TWO else list(range(dims))[::-1]
