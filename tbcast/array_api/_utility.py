"""Utility functions of the array API standard."""

from __future__ import annotations

from tbcast import _C as torch
from tbcast._C import Tensor
from tbcast.array_api._axes import Axis, reduced

__all__ = ["all", "any", "diff"]


def all(x: Tensor, /, *, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """Whether all elements, along axes or in total, are true; True for no elements.

    The result is always bool; PyTorch's is uint8 for uint8. Raises IndexError if an axis is out of range.
    Follows the array API standard.

    >>> torch.array_api.all(torch.tensor([[1, 2], [0, 4]]), axis=1)
    tensor([ True, False])
    """
    return reduced(torch.all, x != 0, axis, keepdims)


def any(x: Tensor, /, *, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """Whether any element, along axes or in total, is true; False for no elements.

    The result is always bool; PyTorch's is uint8 for uint8. Raises IndexError if an axis is out of range.
    Follows the array API standard.

    >>> torch.array_api.any(torch.tensor([[1, 2], [0, 0]]), axis=1)
    tensor([ True, False])
    """
    return reduced(torch.any, x != 0, axis, keepdims)


def diff(
    x: Tensor, /, *, axis: int = -1, n: int = 1, prepend: Tensor | None = None, append: Tensor | None = None
) -> Tensor:
    """The differences of adjacent elements along an axis, n times; prepend and append are joined to x first.

    Raises RuntimeError for n < 0 and if the shapes to join do not match, IndexError if axis is out of range.
    Follows the array API standard.

    >>> torch.array_api.diff(torch.tensor([1, 4, 9]), prepend=torch.tensor([0]))
    tensor([1, 3, 5])
    """
    return torch.diff(x, n, axis, prepend, append)
