"""Utility functions of the array API standard."""

from __future__ import annotations

from tbcast import _C as torch
from tbcast._C import Tensor
from tbcast.array_api._axes import Axis, reduced

__all__ = ["all", "any", "diff"]


def all(x: Tensor, /, *, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """Are all elements along axes, or all of them, true?  True of none.

    Always bool, where PyTorch has uint8 of uint8.  IndexError for wrong axes.
    As the array API standard says.

    >>> torch.array_api.all(torch.tensor([[1, 2], [0, 4]]), axis=1)
    tensor([ True, False])
    """
    return reduced(torch.all, x != 0, axis, keepdims)


def any(x: Tensor, /, *, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """Is one of the elements along axes, or of all, true?  False of none.

    Always bool, where PyTorch has uint8 of uint8.  IndexError for wrong axes.
    As the array API standard says.

    >>> torch.array_api.any(torch.tensor([[1, 2], [0, 0]]), axis=1)
    tensor([ True, False])
    """
    return reduced(torch.any, x != 0, axis, keepdims)


def diff(
    x: Tensor, /, *, axis: int = -1, n: int = 1, prepend: Tensor | None = None, append: Tensor | None = None
) -> Tensor:
    """Differences of neighbours along an axis, n times; prepend and append are joined to x before.

    RuntimeError for n < 0 and other shapes to join, IndexError for a wrong axis.
    As the array API standard says.

    >>> torch.array_api.diff(torch.tensor([1, 4, 9]), prepend=torch.tensor([0]))
    tensor([1, 3, 5])
    """
    return torch.diff(x, n, axis, prepend, append)
