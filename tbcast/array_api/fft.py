"""The extension fft of the array API standard: numpy.fft computes."""

from __future__ import annotations

from collections.abc import Sequence

from tbcast import fft as _fft
from tbcast._C import Tensor, device as Device, dtype as Dtype

__all__ = [
    "fft",
    "fftfreq",
    "fftn",
    "fftshift",
    "hfft",
    "ifft",
    "ifftn",
    "ifftshift",
    "ihfft",
    "irfft",
    "irfftn",
    "rfft",
    "rfftfreq",
    "rfftn",
]


def fft(x: Tensor, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Tensor:
    """The discrete Fourier transform along an axis.

    Raises RuntimeError for other dtypes, sizes and norms. Follows the array API standard.

    >>> torch.array_api.fft.fft(torch.ones(2), n=2)
    tensor([2.+0.j, 0.+0.j])
    """
    return _fft.fft(x, n, axis, norm)


def fftn(
    x: Tensor, /, *, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str = "backward"
) -> Tensor:
    """The discrete Fourier transform along several axes.

    Raises RuntimeError for other dtypes, sizes and norms. Follows the array API standard.

    >>> torch.array_api.fft.fftn(torch.ones(2), s=(2,))
    tensor([2.+0.j, 0.+0.j])
    """
    return _fft.fftn(x, s, axes, norm)


def ifft(x: Tensor, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Tensor:
    """The inverse of fft along an axis.

    Raises RuntimeError for other dtypes, sizes and norms. Follows the array API standard.

    >>> torch.array_api.fft.ifft(torch.ones(2), n=2)
    tensor([1.+0.j, 0.+0.j])
    """
    return _fft.ifft(x, n, axis, norm)


def ifftn(
    x: Tensor, /, *, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str = "backward"
) -> Tensor:
    """The inverse of fft along several axes.

    Raises RuntimeError for other dtypes, sizes and norms. Follows the array API standard.

    >>> torch.array_api.fft.ifftn(torch.ones(2), s=(2,))
    tensor([1.+0.j, 0.+0.j])
    """
    return _fft.ifftn(x, s, axes, norm)


def rfft(x: Tensor, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Tensor:
    """The first half of fft of real numbers along an axis.

    Raises RuntimeError for other dtypes, sizes and norms. Follows the array API standard.

    >>> torch.array_api.fft.rfft(torch.ones(2), n=2)
    tensor([2.+0.j, 0.+0.j])
    """
    return _fft.rfft(x, n, axis, norm)


def rfftn(
    x: Tensor, /, *, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str = "backward"
) -> Tensor:
    """The first half of fft of real numbers along several axes.

    Raises RuntimeError for other dtypes, sizes and norms. Follows the array API standard.

    >>> torch.array_api.fft.rfftn(torch.ones(2), s=(2,))
    tensor([2.+0.j, 0.+0.j])
    """
    return _fft.rfftn(x, s, axes, norm)


def irfft(x: Tensor, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Tensor:
    """The inverse of rfft along an axis.

    Raises RuntimeError for other dtypes, sizes and norms. Follows the array API standard.

    >>> torch.array_api.fft.irfft(torch.ones(2), n=2)
    tensor([1., 0.])
    """
    return _fft.irfft(x, n, axis, norm)


def irfftn(
    x: Tensor, /, *, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str = "backward"
) -> Tensor:
    """The inverse of rfft along several axes.

    Raises RuntimeError for other dtypes, sizes and norms. Follows the array API standard.

    >>> torch.array_api.fft.irfftn(torch.ones(2), s=(2,))
    tensor([1., 0.])
    """
    return _fft.irfftn(x, s, axes, norm)


def hfft(x: Tensor, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Tensor:
    """fft of the first half of what is Hermitian along an axis.

    Raises RuntimeError for other dtypes, sizes and norms. Follows the array API standard.

    >>> torch.array_api.fft.hfft(torch.ones(2), n=2)
    tensor([2., 0.])
    """
    return _fft.hfft(x, n, axis, norm)


def ihfft(x: Tensor, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Tensor:
    """The inverse of hfft along an axis.

    Raises RuntimeError for other dtypes, sizes and norms. Follows the array API standard.

    >>> torch.array_api.fft.ihfft(torch.ones(2), n=2)
    tensor([1.-0.j, 0.-0.j])
    """
    return _fft.ihfft(x, n, axis, norm)


def fftfreq(
    n: int, /, *, d: float = 1.0, dtype: Dtype | None = None, device: Device | str | None = None
) -> Tensor:
    """The frequencies of fft's result.

    Raises RuntimeError for integral dtypes. Follows the array API standard.

    >>> torch.array_api.fft.fftfreq(2)
    tensor([ 0.0000, -0.5000])
    """
    return _fft.fftfreq(n, d, dtype=dtype, device=device)


def rfftfreq(
    n: int, /, *, d: float = 1.0, dtype: Dtype | None = None, device: Device | str | None = None
) -> Tensor:
    """The frequencies of rfft's result.

    Raises RuntimeError for integral dtypes. Follows the array API standard.

    >>> torch.array_api.fft.rfftfreq(2)
    tensor([0.0000, 0.5000])
    """
    return _fft.rfftfreq(n, d, dtype=dtype, device=device)


def fftshift(x: Tensor, /, *, axes: int | Sequence[int] | None = None) -> Tensor:
    """Moves the zero frequency to the middle.

    Raises IndexError if axes are out of range. Follows the array API standard.

    >>> torch.array_api.fft.fftshift(torch.arange(3))
    tensor([2, 0, 1])
    """
    return _fft.fftshift(x, axes)


def ifftshift(x: Tensor, /, *, axes: int | Sequence[int] | None = None) -> Tensor:
    """The inverse of fftshift.

    Raises IndexError if axes are out of range. Follows the array API standard.

    >>> torch.array_api.fft.ifftshift(torch.arange(3))
    tensor([1, 2, 0])
    """
    return _fft.ifftshift(x, axes)
