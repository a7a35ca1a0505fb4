"""Searching and indexing functions of the array API standard."""

from __future__ import annotations

from typing import Literal

from tbcast import _C as torch
from tbcast._C import Tensor
from tbcast.array_api._axes import Axis, positions, reduced
from tbcast.array_api._promotion import NUMBERS, Number, operands

__all__ = [
    "argmax",
    "argmin",
    "count_nonzero",
    "nonzero",
    "searchsorted",
    "take",
    "take_along_axis",
    "where",
]


def argmax(x: Tensor, /, *, axis: int | None = None, keepdims: bool = False) -> Tensor:
    """The index of the greatest element, the first of equal ones; without an axis, in the flattened array.

    Raises RuntimeError or IndexError for no elements, bools and complex numbers, and if axis is out of range.
    Follows the array API standard.

    >>> torch.array_api.argmax(torch.tensor([[1, 5], [7, 2]]), axis=1)
    tensor([1, 0])
    """
    return torch.argmax(x, axis, keepdims)


def argmin(x: Tensor, /, *, axis: int | None = None, keepdims: bool = False) -> Tensor:
    """The index of the smallest element, the first of equal ones; without an axis, in the flattened array.

    Raises RuntimeError or IndexError for no elements, bools and complex numbers, and if axis is out of range.
    Follows the array API standard.

    >>> torch.array_api.argmin(torch.tensor([[1, 5], [7, 2]]))
    tensor(0)
    """
    return torch.argmin(x, axis, keepdims)


def count_nonzero(x: Tensor, /, *, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """The number of elements that are not 0, along axes or in total, as int64.

    Raises IndexError if an axis is out of range. Follows the array API standard.

    >>> torch.array_api.count_nonzero(torch.tensor([[1, 0], [7, 2]]), axis=0, keepdims=True)
    tensor([[2, 1]])
    """
    return reduced(torch.sum, x != 0, axis, keepdims)


def nonzero(x: Tensor, /) -> tuple[Tensor, ...]:
    """The indices of the elements that are not 0: an array for each dimension.

    Raises ValueError for a 0-dimensional array. Follows the array API standard.

    >>> torch.array_api.nonzero(torch.tensor([[1, 0], [0, 2]]))
    (tensor([0, 1]), tensor([0, 1]))
    """
    if x.ndim == 0:
        raise ValueError("nonzero needs an array with dimensions")
    return tuple(torch.nonzero(x, as_tuple=True))


def searchsorted(
    x1: Tensor,
    x2: Tensor | int | float,
    /,
    *,
    side: Literal["left", "right"] = "left",
    sorter: Tensor | None = None,
) -> Tensor:
    """The int64 indices at which the elements of x2 go into x1, which is sorted, or which sorter sorts.

    side: before or after equal elements. Raises RuntimeError for another side or shape of sorter. Follows the
    array API standard.

    >>> torch.array_api.searchsorted(torch.tensor([1, 3, 5]), torch.tensor([3, 4]), side="right")
    tensor([2, 2])
    """
    ordered, values = operands(x1, x2)
    return torch.searchsorted(
        ordered.contiguous(),
        values.contiguous(),
        side=side,
        sorter=None if sorter is None else sorter.to(torch.int64).contiguous(),
    )


def take(x: Tensor, indices: Tensor, /, *, axis: int | None = None) -> Tensor:
    """The slices at indices along an axis, which may only be omitted for a 1-dimensional x.

    Negative indices count from the end. Raises ValueError without an axis, IndexError if axis or an index is
    out of range. Follows the array API standard.

    >>> torch.array_api.take(torch.tensor([5, 6, 7]), torch.tensor([-1, 0]))
    tensor([7, 5])
    """
    if axis is None:
        if x.ndim != 1:
            raise ValueError(f"axis must be given for an array of {x.ndim} dimensions")
        axis = 0
    (place,) = positions((axis,), x.ndim)
    return x[(slice(None),) * place + (indices.to(torch.int64),)]


def take_along_axis(x: Tensor, indices: Tensor, /, *, axis: int = -1) -> Tensor:
    """The elements at indices along an axis, each from its own slice; both broadcast along the other axes.

    Negative indices count from the end. Raises RuntimeError or IndexError for different numbers of dimensions
    and if axis or an index is out of range. Follows the array API standard.

    >>> torch.array_api.take_along_axis(torch.tensor([[5, 6], [7, 8]]), torch.tensor([[1], [-2]]))
    tensor([[6],
            [7]])
    """
    indices = indices.to(torch.int64)
    return torch.take_along_dim(x, torch.where(indices < 0, indices + x.shape[axis], indices), axis)


def where(condition: Tensor, x1: Tensor | Number, x2: Tensor | Number, /) -> Tensor:
    """Elements of x1 where the condition is True, of x2 elsewhere; all three broadcast.

    For the dtype, 0-dimensional arrays count like any others. Raises RuntimeError if the condition is not
    bool or the shapes do not broadcast. Follows the array API standard.

    >>> torch.array_api.where(torch.tensor([True, False]), torch.tensor([1, 2]), 0)
    tensor([1, 0])
    """
    if isinstance(x1, NUMBERS) and isinstance(x2, NUMBERS):
        return torch.where(condition, x1, x2)
    return torch.where(condition, *operands(x1, x2))
