"""Statistical functions of the array API standard."""

from __future__ import annotations

from collections.abc import Callable

from tbcast import _C as torch
from tbcast._C import Tensor, dtype as Dtype
from tbcast.array_api._axes import Axis, positions, reduced

__all__ = ["cumulative_prod", "cumulative_sum", "max", "mean", "min", "prod", "std", "sum", "var"]


def _cumulative(
    function: Callable[..., Tensor],
    first: int,
    x: Tensor,
    axis: int | None,
    dtype: Dtype | None,
    initial: bool,
) -> Tensor:
    if axis is None:
        if x.ndim > 1:
            raise ValueError(f"axis must be given for an array of {x.ndim} dimensions")
        axis = 0
    result = function(x, axis, dtype=dtype)
    if not initial:
        return result
    sizes = list(x.shape)
    sizes[axis] = 1
    return torch.cat([torch.full(sizes, first, dtype=result.dtype), result], axis)


def cumulative_prod(
    x: Tensor,
    /,
    *,
    axis: int | None = None,
    dtype: Dtype | None = None,
    include_initial: bool = False,
) -> Tensor:
    """The cumulative product along an axis; include_initial=True puts a 1 in front.

    Integers become int64 unless a dtype is given. Raises ValueError for several dimensions without an axis.
    Follows the array API standard.

    >>> torch.array_api.cumulative_prod(torch.tensor([2, 3, 4]), include_initial=True)
    tensor([ 1,  2,  6, 24])
    """
    return _cumulative(torch.cumprod, 1, x, axis, dtype, include_initial)


def cumulative_sum(
    x: Tensor,
    /,
    *,
    axis: int | None = None,
    dtype: Dtype | None = None,
    include_initial: bool = False,
) -> Tensor:
    """The cumulative sum along an axis; include_initial=True puts a 0 in front.

    Integers become int64 unless a dtype is given. Raises ValueError for several dimensions without an axis.
    Follows the array API standard.

    >>> torch.array_api.cumulative_sum(torch.tensor([2, 3, 4]), include_initial=True)
    tensor([0, 2, 5, 9])
    """
    return _cumulative(torch.cumsum, 0, x, axis, dtype, include_initial)


def max(x: Tensor, /, *, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """The greatest element along axes, or of all; NaN if there is one.

    Raises IndexError or RuntimeError for no elements and complex numbers, and if an axis is out of range.
    Follows the array API standard.

    >>> torch.array_api.max(torch.tensor([[1, 5], [7, 2]]), axis=0)
    tensor([7, 5])
    """
    return reduced(torch.amax, x, axis, keepdims)


def mean(x: Tensor, /, *, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """The mean along axes, or of all elements; NaN for no elements.

    Raises RuntimeError for integers and bools, IndexError if an axis is out of range. Follows the array API
    standard.

    >>> torch.array_api.mean(torch.tensor([[1., 5.], [7., 2.]]), axis=0)
    tensor([4.0000, 3.5000])
    """
    return reduced(torch.mean, x, axis, keepdims)


def min(x: Tensor, /, *, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """The smallest element along axes, or of all; NaN if there is one.

    Raises IndexError or RuntimeError for no elements and complex numbers, and if an axis is out of range.
    Follows the array API standard.

    >>> torch.array_api.min(torch.tensor([[1, 5], [7, 2]]), axis=0)
    tensor([1, 2])
    """
    return reduced(torch.amin, x, axis, keepdims)


def _product(
    x: Tensor, dim: int | tuple[int, ...], keepdim: bool = False, dtype: Dtype | None = None
) -> Tensor:
    """Multiply along one dimension after the other, as torch.prod takes only one."""
    dims = (dim,) if isinstance(dim, int) else dim
    for index in sorted(positions(dims, x.ndim), reverse=True):
        x = torch.prod(x, index, keepdim, dtype=dtype)
    return x


def prod(x: Tensor, /, *, axis: Axis = None, dtype: Dtype | None = None, keepdims: bool = False) -> Tensor:
    """The product along axes, or of all elements; 1 for no elements.

    Integers become int64 unless a dtype is given. Raises IndexError or ValueError if an axis is out of range.
    Follows the array API standard.

    >>> torch.array_api.prod(torch.tensor([[1, 2], [3, 4]]), axis=(0, 1))
    tensor(24)
    """
    return reduced(_product, x, axis, keepdims, dtype=dtype)


def std(x: Tensor, /, *, axis: Axis = None, correction: int | float = 0.0, keepdims: bool = False) -> Tensor:
    """The standard deviation along axes, or of all elements: the square root of var.

    correction: subtracted from the number of elements; by default 0, in PyTorch 1. Raises RuntimeError for
    integers and bools, IndexError if an axis is out of range. Follows the array API standard.

    >>> torch.array_api.std(torch.tensor([1., 3.]))
    tensor(1.)
    """
    return reduced(torch.std, x, axis, keepdims, correction=correction)


def sum(x: Tensor, /, *, axis: Axis = None, dtype: Dtype | None = None, keepdims: bool = False) -> Tensor:
    """The sum along axes, or of all elements; 0 for no elements.

    Integers become int64 unless a dtype is given. Raises IndexError if an axis is out of range. Follows the
    array API standard.

    >>> torch.array_api.sum(torch.tensor([[1, 2], [3, 4]]), axis=1, keepdims=True)
    tensor([[3],
            [7]])
    """
    return reduced(torch.sum, x, axis, keepdims, dtype=dtype)


def var(x: Tensor, /, *, axis: Axis = None, correction: int | float = 0.0, keepdims: bool = False) -> Tensor:
    """The variance along axes, or of all elements.

    correction: subtracted from the number of elements; by default 0, in PyTorch 1. Raises RuntimeError for
    integers and bools, IndexError if an axis is out of range. Follows the array API standard.

    >>> torch.array_api.var(torch.tensor([1., 3.])), torch.array_api.var(torch.tensor([1., 3.]), correction=1)
    (tensor(1.), tensor(2.))
    """
    return reduced(torch.var, x, axis, keepdims, correction=correction)
