"""Sorting functions of the array API standard."""

from __future__ import annotations

from tbcast import _C as torch
from tbcast._C import Tensor

__all__ = ["argsort", "sort"]


def argsort(x: Tensor, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> Tensor:
    """The int64 indices that sort x along an axis; NaN counts as the greatest.

    With stable=True equal elements keep their order, in descending order, too. Raises IndexError if axis is
    out of range, RuntimeError or NotImplementedError for complex numbers. Follows the array API standard.

    >>> torch.array_api.argsort(torch.tensor([2, 9, 2]), descending=True)
    tensor([1, 0, 2])
    """
    return torch.argsort(x, dim=axis, descending=descending, stable=stable)


def sort(x: Tensor, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> Tensor:
    """x sorted along an axis; NaN counts as the greatest.

    Raises IndexError if axis is out of range, RuntimeError or NotImplementedError for complex numbers.
    Follows the array API standard.

    >>> torch.array_api.sort(torch.tensor([2, 9, 2]), descending=True)
    tensor([9, 2, 2])
    """
    return torch.sort(x, dim=axis, descending=descending, stable=stable).values
