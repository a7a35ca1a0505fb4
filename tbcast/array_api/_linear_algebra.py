"""Linear algebra functions of the array API standard's main namespace."""

from __future__ import annotations

from collections.abc import Sequence

from tbcast import _C as torch
from tbcast._C import Tensor
from tbcast._composite import contractions
from tbcast.array_api._promotion import operands

__all__ = ["matmul", "matrix_transpose", "tensordot", "vecdot"]


def matmul(x1: Tensor, x2: Tensor, /) -> Tensor:
    """The product of two matrices, or of batches of them, which broadcast.

    A vector counts as a row on the left and as a column on the right. The dtype is the promoted one. Raises
    RuntimeError for 0-dimensional operands and if the sizes do not match. Follows the array API standard.

    >>> torch.array_api.matmul(torch.ones(2, 3), torch.ones(3, dtype=torch.float64))
    tensor([3., 3.], dtype=torch.float64)
    """
    return torch.matmul(*operands(x1, x2))


def matrix_transpose(x: Tensor, /) -> Tensor:
    """A view with the last two dimensions exchanged.

    Raises ValueError for fewer than two. Follows the array API standard.

    >>> torch.array_api.matrix_transpose(torch.ones(4, 2, 3)).shape
    torch.Size([4, 3, 2])
    """
    if x.ndim < 2:
        raise ValueError(f"matrix_transpose needs two dimensions or more, not {x.ndim}")
    return x.mT


def tensordot(x1: Tensor, x2: Tensor, /, *, axes: int | tuple[Sequence[int], Sequence[int]] = 2) -> Tensor:
    """The products summed over the last `axes` dimensions of x1 and the first ones of x2, or over given ones.

    The dtype is the promoted one. Raises RuntimeError if the sizes differ. Follows the array API standard.

    >>> torch.array_api.tensordot(torch.ones(2, 3), torch.ones(3, 4), axes=1).shape
    torch.Size([2, 4])
    """
    return contractions.tensordot(*operands(x1, x2), axes)


def vecdot(x1: Tensor, x2: Tensor, /, *, axis: int = -1) -> Tensor:
    """The sum of conj(x1) * x2 along an axis; the other dimensions broadcast.

    The dtype is the promoted one. Raises ValueError if the sizes along the axis differ, IndexError if axis is
    out of range, RuntimeError if the shapes do not broadcast. Follows the array API standard.

    >>> torch.array_api.vecdot(torch.tensor([[1., 2.], [3., 4.]]), torch.tensor([10., 1.]))
    tensor([12., 34.])
    """
    if x1.shape[axis] != x2.shape[axis]:
        raise ValueError(f"the sizes along axis {axis} differ: {x1.shape[axis]} and {x2.shape[axis]}")
    first, second = (torch.moveaxis(x, axis, -1) for x in operands(x1, x2))
    return torch.matmul(torch.conj(first).unsqueeze(-2), second.unsqueeze(-1)).squeeze((-1, -2))
