"""Reductions over no, one, several or all axes, as the standard has them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tbcast._C import Tensor

Axis = int | tuple[int, ...] | None


def reduced(function: Callable[..., Tensor], x: Tensor, axis: Axis, keepdims: bool, **options: Any) -> Tensor:
    """What a reduction of tbcast gives over these axes.  Over none each element is reduced by itself, where
    PyTorch takes an empty tuple for all."""
    axes = tuple(range(x.ndim)) if axis is None else axis
    if axes == ():
        return function(x.unsqueeze(-1), dim=-1, **options)
    return function(x, dim=axes, keepdim=keepdims, **options)
