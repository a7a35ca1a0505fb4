"""The extension linalg of the array API standard: numpy.linalg computes factorizations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tbcast import _C as torch, linalg
from tbcast._C import Tensor, dtype as Dtype
from tbcast.array_api._linear_algebra import matmul, matrix_transpose, tensordot, vecdot
from tbcast.array_api._promotion import operands

__all__ = [
    "cholesky",
    "cross",
    "det",
    "diagonal",
    "eig",
    "eigh",
    "eigvals",
    "eigvalsh",
    "inv",
    "matmul",
    "matrix_norm",
    "matrix_power",
    "matrix_rank",
    "matrix_transpose",
    "outer",
    "pinv",
    "qr",
    "slogdet",
    "solve",
    "svd",
    "svdvals",
    "tensordot",
    "trace",
    "vecdot",
    "vector_norm",
]


def _together(x1: Tensor, x2: Tensor) -> tuple[Tensor, Tensor]:
    """Both with equally many dimensions."""
    n = max(x1.ndim, x2.ndim)
    return x1[(None,) * (n - x1.ndim)], x2[(None,) * (n - x2.ndim)]


def _with_rtol(function: Any, x: Tensor, rtol: float | Tensor | None) -> Tensor:
    """torch takes tolerances as numbers or as tensors."""
    return function(x) if rtol is None else function(x, rtol=rtol)


def _solve(x1: Tensor, x2: Tensor) -> Tensor:
    if x2.ndim == 1:
        return linalg.solve(x1, x2.unsqueeze(-1)).squeeze(-1)
    return linalg.solve(
        x1, x2[(None,) * max(0, x1.ndim - x2.ndim)]
    )  # one dimension less is a vector to torch


def cholesky(x: Tensor, /, *, upper: bool = False) -> Tensor:
    """The triangular factor of positive-definite matrices.

    Raises linalg.LinAlgError if a matrix is none. Follows the array API standard.

    >>> torch.array_api.linalg.cholesky(torch.eye(2)).sum()
    tensor(2.)
    """
    return linalg.cholesky(x, upper=upper)


def cross(x1: Tensor, x2: Tensor, /, *, axis: int = -1) -> Tensor:
    """The cross products of vectors of three elements.

    Raises RuntimeError for other sizes. Follows the array API standard.

    >>> torch.array_api.linalg.cross(torch.tensor([1, 0, 0]), torch.tensor([0, 1, 0]))
    tensor([0, 0, 1])
    """
    return linalg.cross(*_together(*operands(x1, x2)), dim=axis)


def det(x: Tensor, /) -> Tensor:
    """The determinants of square matrices.

    Raises RuntimeError for other sizes. Follows the array API standard.

    >>> torch.array_api.linalg.det(torch.eye(2))
    tensor(1.)
    """
    return linalg.det(x)


def diagonal(x: Tensor, /, *, offset: int = 0) -> Tensor:
    """A view of the diagonals of matrices.

    Raises IndexError for vectors. Follows the array API standard.

    >>> torch.array_api.linalg.diagonal(torch.eye(2))
    tensor([1., 1.])
    """
    return linalg.diagonal(x, offset=offset)


def eig(x: Tensor, /) -> Any:
    """The complex eigenvalues and eigenvectors of square matrices.

    Raises RuntimeError for other sizes. Follows the array API standard.

    >>> torch.array_api.linalg.eig(torch.eye(2)).eigenvalues
    tensor([1.+0.j, 1.+0.j])
    """
    return linalg.eig(x)


def eigh(x: Tensor, /) -> Any:
    """The eigenvalues and eigenvectors of Hermitian matrices.

    Raises RuntimeError for other sizes. Follows the array API standard.

    >>> torch.array_api.linalg.eigh(torch.eye(2)).eigenvalues
    tensor([1., 1.])
    """
    return linalg.eigh(x)


def eigvals(x: Tensor, /) -> Tensor:
    """The complex eigenvalues of square matrices.

    Raises RuntimeError for other sizes. Follows the array API standard.

    >>> torch.array_api.linalg.eigvals(torch.eye(2))
    tensor([1.+0.j, 1.+0.j])
    """
    return linalg.eigvals(x)


def eigvalsh(x: Tensor, /) -> Tensor:
    """The eigenvalues of Hermitian matrices.

    Raises RuntimeError for other sizes. Follows the array API standard.

    >>> torch.array_api.linalg.eigvalsh(torch.eye(2))
    tensor([1., 1.])
    """
    return linalg.eigvalsh(x)


def inv(x: Tensor, /) -> Tensor:
    """The inverses of square matrices.

    Raises linalg.LinAlgError for singular ones. Follows the array API standard.

    >>> torch.array_api.linalg.inv(torch.eye(1))
    tensor([[1.]])
    """
    return linalg.inv(x)


def matrix_norm(x: Tensor, /, *, keepdims: bool = False, ord: Any = "fro") -> Tensor:
    """Norms of matrices. Raises RuntimeError for other norms. Follows the array API standard.

    >>> torch.array_api.linalg.matrix_norm(torch.eye(4))
    tensor(2.)
    """
    return linalg.matrix_norm(x, ord, keepdim=keepdims)


def matrix_power(x: Tensor, n: int, /) -> Tensor:
    """The n-th powers of square matrices.

    Raises linalg.LinAlgError if n is negative and a matrix singular. Follows the array API standard.

    >>> torch.array_api.linalg.matrix_power(2 * torch.eye(1), 3)
    tensor([[8.]])
    """
    return linalg.matrix_power(x, n)


def matrix_rank(x: Tensor, /, *, rtol: float | Tensor | None = None) -> Tensor:
    """The numbers of singular values that are not zero.

    Raises RuntimeError for vectors. Follows the array API standard.

    >>> torch.array_api.linalg.matrix_rank(torch.eye(2))
    tensor(2)
    """
    return _with_rtol(linalg.matrix_rank, x, rtol)


def outer(x1: Tensor, x2: Tensor, /) -> Tensor:
    """The products of all pairs of two vectors' elements.

    Raises RuntimeError for other operands. Follows the array API standard.

    >>> torch.array_api.linalg.outer(torch.ones(1), torch.ones(2))
    tensor([[1., 1.]])
    """
    return torch.outer(*operands(x1, x2))


def pinv(x: Tensor, /, *, rtol: float | Tensor | None = None) -> Tensor:
    """The pseudoinverses of matrices. Raises RuntimeError for vectors. Follows the array API standard.

    >>> torch.array_api.linalg.pinv(torch.eye(1))
    tensor([[1.]])
    """
    return _with_rtol(linalg.pinv, x, rtol)


def qr(x: Tensor, /, *, mode: str = "reduced") -> Any:
    """The decomposition Q @ R. Raises RuntimeError for vectors. Follows the array API standard.

    >>> torch.array_api.linalg.qr(torch.eye(2)).R.abs().sum()
    tensor(2.)
    """
    return linalg.qr(x, mode)


def slogdet(x: Tensor, /) -> Any:
    """The signs and logarithms of determinants.

    Raises RuntimeError for other sizes. Follows the array API standard.

    >>> torch.array_api.linalg.slogdet(torch.eye(2)).logabsdet
    tensor(0.)
    """
    return linalg.slogdet(x)


def solve(x1: Tensor, x2: Tensor, /) -> Tensor:
    """The x of x1 @ x = x2; only a 1-dimensional x2 is a vector.

    Raises linalg.LinAlgError for singular matrices. Follows the array API standard.

    >>> torch.array_api.linalg.solve(2 * torch.eye(2), torch.ones(2))
    tensor([0.5000, 0.5000])
    """
    return _solve(*operands(x1, x2))


def svd(x: Tensor, /, *, full_matrices: bool = True) -> Any:
    """The singular value decomposition.

    Raises linalg.LinAlgError if elements are not finite. Follows the array API standard.

    >>> torch.array_api.linalg.svd(torch.eye(2)).S
    tensor([1., 1.])
    """
    return linalg.svd(x, full_matrices)


def svdvals(x: Tensor, /) -> Tensor:
    """The singular values of matrices.

    Raises linalg.LinAlgError if elements are not finite. Follows the array API standard.

    >>> torch.array_api.linalg.svdvals(torch.eye(2))
    tensor([1., 1.])
    """
    return linalg.svdvals(x)


def trace(x: Tensor, /, *, offset: int = 0, dtype: Dtype | None = None) -> Tensor:
    """The sums of the diagonals of matrices.

    Raises IndexError for vectors. Follows the array API standard.

    >>> torch.array_api.linalg.trace(torch.eye(2))
    tensor(2.)
    """
    return torch.sum(linalg.diagonal(x, offset=offset), -1, dtype=dtype)


def vector_norm(
    x: Tensor, /, *, axis: int | Sequence[int] | None = None, keepdims: bool = False, ord: float = 2
) -> Tensor:
    """Norms of vectors. Raises RuntimeError for integers. Follows the array API standard.

    >>> torch.array_api.linalg.vector_norm(torch.tensor([3., 4.]))
    tensor(5.)
    """
    return linalg.vector_norm(x, ord, axis, keepdims)
