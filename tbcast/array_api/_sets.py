"""Set functions of the array API standard.

A stable sort brings equal elements together, so that the first of each is known. Complex numbers, which
PyTorch does not sort, have sets, too. Each NaN is a distinct element.
"""

from __future__ import annotations

from typing import NamedTuple

from tbcast import _C as torch
from tbcast._C import Tensor
from tbcast.array_api._promotion import operands

__all__ = ["isin", "unique_all", "unique_counts", "unique_inverse", "unique_values"]


class UniqueAll(NamedTuple):
    """The result of unique_all."""

    values: Tensor
    indices: Tensor
    inverse_indices: Tensor
    counts: Tensor


class UniqueCounts(NamedTuple):
    """The result of unique_counts."""

    values: Tensor
    counts: Tensor


class UniqueInverse(NamedTuple):
    """The result of unique_inverse."""

    values: Tensor
    inverse_indices: Tensor


def _order(flat: Tensor) -> Tensor:
    """The indices that sort; complex numbers by real parts, then by imaginary parts."""
    if not flat.dtype.is_complex:
        return torch.argsort(flat, stable=True)
    order = torch.argsort(flat.imag, stable=True)
    return order[torch.argsort(flat.real[order], stable=True)]


def isin(x1: Tensor | int, x2: Tensor | int, /, *, invert: bool = False) -> Tensor:
    """Whether each element of x1 is in x2, or with invert=True, is not.

    Raises TypeError for two numbers, RuntimeError for complex numbers. Follows the array API standard.

    >>> torch.array_api.isin(torch.tensor([1, 2, 3]), torch.tensor([2, 3, 5]))
    tensor([False,  True,  True])
    """
    elements, tests = operands(x1, x2)
    return torch.isin(elements, tests, invert=invert)


def unique_all(x: Tensor, /) -> UniqueAll:
    """The distinct elements, sorted; their first indices; the index of each element of x among them; their
    counts.

    indices are indices into the flattened x, inverse_indices have x's shape; these and counts are int64.
    Raises TypeError if x is not a Tensor. Follows the array API standard.

    >>> values, indices, inverse_indices, counts = torch.array_api.unique_all(torch.tensor([7, 5, 7]))
    >>> values, indices, inverse_indices, counts
    (tensor([5, 7]), tensor([1, 0]), tensor([1, 0, 1]), tensor([1, 2]))
    """
    flat = x.flatten()
    order = _order(flat)
    ordered = flat[order]
    begins = torch.ones(flat.shape, dtype=torch.bool)
    begins[1:] = ordered[1:] != ordered[:-1]
    inverse = torch.empty(flat.shape, dtype=torch.int64)
    inverse[order] = begins.cumsum(0) - 1
    starts = torch.nonzero(begins).flatten()
    counts = torch.diff(starts, append=torch.tensor([flat.numel()]))
    return UniqueAll(ordered[begins], order[begins], inverse.reshape(x.shape), counts)


def unique_counts(x: Tensor, /) -> UniqueCounts:
    """The distinct elements, sorted, and the number of times each occurs.

    Raises TypeError if x is not a Tensor. Follows the array API standard.

    >>> torch.array_api.unique_counts(torch.tensor([7, 5, 7])).counts
    tensor([1, 2])
    """
    found = unique_all(x)
    return UniqueCounts(found.values, found.counts)


def unique_inverse(x: Tensor, /) -> UniqueInverse:
    """The distinct elements, sorted, and the index among them of each element of x, in x's shape.

    Raises TypeError if x is not a Tensor. Follows the array API standard.

    >>> torch.array_api.unique_inverse(torch.tensor([7, 5, 7])).inverse_indices
    tensor([1, 0, 1])
    """
    found = unique_all(x)
    return UniqueInverse(found.values, found.inverse_indices)


def unique_values(x: Tensor, /) -> Tensor:
    """The distinct elements, sorted.

    Raises TypeError if x is not a Tensor. Follows the array API standard.

    >>> torch.array_api.unique_values(torch.tensor([[7, 5], [7, 7]]))
    tensor([5, 7])
    """
    return unique_all(x).values
