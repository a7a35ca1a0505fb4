"""Axes, and reductions over no axis, one, several or all, as in the standard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tbcast._C import Tensor

Axis = int | tuple[int, ...] | None


def positions(axes: tuple[int, ...], ndim: int) -> list[int]:
    """The axes, counted from 0. Raises IndexError if one is out of range, ValueError for a repeated one."""
    for axis in axes:
        if not -ndim <= axis < ndim:
            raise IndexError(f"axis {axis} is out of range for {ndim} dimensions")
    found = [axis % ndim for axis in axes]
    if len({*found}) < len(found):
        raise ValueError(f"an axis appears twice in {axes}")
    return found


def reduced(function: Callable[..., Tensor], x: Tensor, axis: Axis, keepdims: bool, **options: Any) -> Tensor:
    """Apply a reduction of tbcast along these axes.

    With axis=() each element is reduced by itself; PyTorch reduces all of them for an empty tuple."""
    axes = tuple(range(x.ndim)) if axis is None else axis
    if axes == ():
        return function(x.unsqueeze(-1), dim=-1, **options)
    return function(x, dim=axes, keepdim=keepdims, **options)
