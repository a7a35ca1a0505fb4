"""Set functions of the array API standard.

Equal elements are found side by side in a stable sort, so that the first of each is known and complex
numbers, which PyTorch does not sort, have sets as well.  Each NaN is an element of its own.
"""

from __future__ import annotations

from typing import NamedTuple

from tbcast import _C as torch
from tbcast._C import Tensor
from tbcast.array_api._promotion import operands

__all__ = ["isin", "unique_all", "unique_counts", "unique_inverse", "unique_values"]


class UniqueAll(NamedTuple):
    """What unique_all gives."""

    values: Tensor
    indices: Tensor
    inverse_indices: Tensor
    counts: Tensor


class UniqueCounts(NamedTuple):
    """What unique_counts gives."""

    values: Tensor
    counts: Tensor


class UniqueInverse(NamedTuple):
    """What unique_inverse gives."""

    values: Tensor
    inverse_indices: Tensor


def _order(flat: Tensor) -> Tensor:
    """Indices that sort; complex numbers by real, then by imaginary parts."""
    if not flat.dtype.is_complex:
        return torch.argsort(flat, stable=True)
    order = torch.argsort(flat.imag, stable=True)
    return order[torch.argsort(flat.real[order], stable=True)]


def isin(x1: Tensor | int, x2: Tensor | int, /, *, invert: bool = False) -> Tensor:
    """Is each element of x1 among those of x2?  Or is it not, if invert?

    TypeError for two numbers, RuntimeError for complex numbers.  As the array API standard says.

    >>> torch.array_api.isin(torch.tensor([1, 2, 3]), torch.tensor([2, 3, 5]))
    tensor([False,  True,  True])
    """
    elements, tests = operands(x1, x2)
    return torch.isin(elements, tests, invert=invert)


def unique_all(x: Tensor, /) -> UniqueAll:
    """The different elements, sorted, where each is first, where each element of x is among them, how many.

    indices belong to the flattened x, inverse_indices have x's shape; both are int64, as counts.
    TypeError for what is no Tensor.  As the array API standard says.

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
    """The different elements, sorted, and how many there are of each.

    TypeError for what is no Tensor.  As the array API standard says.

    >>> torch.array_api.unique_counts(torch.tensor([7, 5, 7])).counts
    tensor([1, 2])
    """
    found = unique_all(x)
    return UniqueCounts(found.values, found.counts)


def unique_inverse(x: Tensor, /) -> UniqueInverse:
    """The different elements, sorted, and where each element of x is among them, in x's shape.

    TypeError for what is no Tensor.  As the array API standard says.

    >>> torch.array_api.unique_inverse(torch.tensor([7, 5, 7])).inverse_indices
    tensor([1, 0, 1])
    """
    found = unique_all(x)
    return UniqueInverse(found.values, found.inverse_indices)


def unique_values(x: Tensor, /) -> Tensor:
    """The different elements, sorted.

    TypeError for what is no Tensor.  As the array API standard says.

    >>> torch.array_api.unique_values(torch.tensor([[7, 5], [7, 7]]))
    tensor([5, 7])
    """
    return unique_all(x).values
