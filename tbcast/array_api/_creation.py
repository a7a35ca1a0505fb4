"""Creation functions of the array API standard."""

from __future__ import annotations

from struct import calcsize
from typing import Any, Literal

from tbcast import _C as torch
from tbcast._C import Tensor, device as Device, dtype as Dtype
from tbcast._composite import shapes
from tbcast.array_api._promotion import NUMBERS, Number
from tbcast.utils import dlpack

__all__ = [
    "arange",
    "asarray",
    "empty",
    "empty_like",
    "eye",
    "from_dlpack",
    "full",
    "full_like",
    "linspace",
    "meshgrid",
    "ones",
    "ones_like",
    "tril",
    "triu",
    "zeros",
    "zeros_like",
]

Shape = int | tuple[int, ...]

_FORMATS = {"?": torch.bool, "e": torch.float16, "f": torch.float32, "d": torch.float64}
_FORMATS |= {"b": torch.int8, "h": torch.int16, "i": torch.int32, "q": torch.int64}
_FORMATS |= {"B": torch.uint8, "H": torch.uint16, "I": torch.uint32, "Q": torch.uint64}
_LONGS = ("q", "Q") if calcsize("l") == 8 else ("i", "I")  # C's long has 32 bits on Windows
_FORMATS |= {"l": _FORMATS[_LONGS[0]], "L": _FORMATS[_LONGS[1]]}
"""The format characters of struct and memoryview for dtypes, where they have their usual sizes."""


def _sizes(shape: Shape) -> tuple[int, ...]:
    return (shape,) if isinstance(shape, int) else tuple(shape)


def _memory(obj: Any) -> memoryview | None:
    """The buffer of an object that is neither a tensor nor a number or sequence of numbers."""
    if isinstance(obj, (Tensor, list, tuple, *NUMBERS)):
        return None
    try:
        return memoryview(obj)
    except (TypeError, ValueError, BufferError):  # ValueError: from NumPy, for dtypes without a format
        return None


def _on_memory(view: memoryview) -> Tensor:
    """A tensor of the buffer's own dtype and shape; a copy if the memory is read-only. PyTorch's asarray
    would read any buffer as float32."""
    dtype = _FORMATS.get(view.format)
    if dtype is None or dtype.itemsize != view.itemsize:
        raise TypeError(f"no dtype for a buffer of format {view.format!r}")
    if not view.c_contiguous:
        raise ValueError("the buffer must be contiguous")
    sizes = view.shape or ()
    if view.nbytes == 0:
        return torch.empty(sizes, dtype=dtype)
    return torch.frombuffer(bytearray(view) if view.readonly else view, dtype=dtype).reshape(sizes)


def arange(
    start: int | float,
    /,
    stop: int | float | None = None,
    step: int | float = 1,
    *,
    dtype: Dtype | None = None,
    device: Device | str | None = None,
) -> Tensor:
    """The numbers start, start + step, ..., up to but not including stop; without stop, from 0 to start.

    The dtype is int64 for ints, otherwise the default floating dtype. The result is empty if the steps lead
    away from stop; PyTorch's arange raises an error then. Raises RuntimeError for a step of 0. Follows the
    array API standard.

    >>> torch.array_api.arange(5, 0, -2)
    tensor([5, 3, 1])
    """
    if stop is None:
        start, stop = 0, start
    if step and (stop - start) / step <= 0:
        ints = isinstance(start, int) and isinstance(stop, int) and isinstance(step, int)
        return torch.empty(0, dtype=dtype or (torch.int64 if ints else None), device=device)
    return torch.arange(start, stop, step, dtype=dtype, device=device)


def asarray(
    obj: Any, /, *, dtype: Dtype | None = None, device: Device | str | None = None, copy: bool | None = None
) -> Tensor:
    """An array from an array, a number, nested sequences of numbers, or an object with a buffer or DLPack.

    copy: True always copies, False never does (ValueError if a copy is needed), None copies if needed.
    Read-only memory is copied; PyTorch shares it, with a warning. Raises TypeError or ValueError if there are
    no numbers in obj or the dtype cannot hold them. Follows the array API standard.

    >>> torch.array_api.asarray([[1, 2], [3, 4]], dtype=torch.float64)
    tensor([[1., 2.],
            [3., 4.]], dtype=torch.float64)
    """
    view = _memory(obj)
    if view is not None:
        if view.readonly and copy is False:
            raise ValueError("read-only memory must be copied")
        if not hasattr(obj, "__array_interface__"):  # NumPy arrays have strides, and more dtypes
            obj = _on_memory(view)
        elif view.readonly:
            copy = True
    return torch.asarray(obj, dtype=dtype, device=device, copy=copy)


def empty(shape: Shape, *, dtype: Dtype | None = None, device: Device | str | None = None) -> Tensor:
    """An uninitialised array of this shape, a tuple or one int.

    Raises RuntimeError for negative sizes. Follows the array API standard.

    >>> torch.array_api.empty((2, 0)).shape
    torch.Size([2, 0])
    """
    return torch.empty(_sizes(shape), dtype=dtype, device=device)


def empty_like(x: Tensor, /, *, dtype: Dtype | None = None, device: Device | str | None = None) -> Tensor:
    """An uninitialised array of x's shape, and of x's dtype unless one is given.

    Raises TypeError if x is not a Tensor. Follows the array API standard.

    >>> torch.array_api.empty_like(torch.ones(2, 3)).shape
    torch.Size([2, 3])
    """
    return torch.empty_like(x, dtype=dtype, device=device)


def eye(
    n_rows: int,
    n_cols: int | None = None,
    /,
    *,
    k: int = 0,
    dtype: Dtype | None = None,
    device: Device | str | None = None,
) -> Tensor:
    """A matrix with ones on its k-th diagonal (above the main one for a positive k) and zeros elsewhere.

    Raises RuntimeError for negative sizes. Follows the array API standard.

    >>> torch.array_api.eye(2, 3, k=1)
    tensor([[0., 1., 0.],
            [0., 0., 1.]])
    """
    columns = n_rows if n_cols is None else n_cols
    matrix = torch.zeros((n_rows, columns), dtype=dtype, device=device)
    if -n_rows < k < columns:
        matrix.diagonal(k).fill_(1)
    return matrix


def from_dlpack(x: object, /, *, device: Device | str | None = None, copy: bool | None = None) -> Tensor:
    """An array on the memory of x, an object with DLPack's methods.

    copy: as for asarray. Raises the errors of tbcast.from_dlpack: BufferError, ValueError, RuntimeError.
    Follows the array API standard.

    >>> torch.array_api.from_dlpack(torch.arange(2))
    tensor([0, 1])
    """
    return dlpack.from_dlpack(x, device=device, copy=copy)


def full(
    shape: Shape, fill_value: Number, *, dtype: Dtype | None = None, device: Device | str | None = None
) -> Tensor:
    """An array filled with one value; its dtype is by default the default one for that kind of number.

    Raises RuntimeError for negative sizes and if the dtype cannot hold the value. Follows the array API
    standard.

    >>> torch.array_api.full(3, True)
    tensor([True, True, True])
    """
    return torch.full(_sizes(shape), fill_value, dtype=dtype, device=device)


def full_like(
    x: Tensor, /, fill_value: Number, *, dtype: Dtype | None = None, device: Device | str | None = None
) -> Tensor:
    """An array of x's shape, and by default dtype, filled with one value.

    Raises RuntimeError if the dtype cannot hold the value. Follows the array API standard.

    >>> torch.array_api.full_like(torch.ones(2, dtype=torch.int8), 7)
    tensor([7, 7], dtype=torch.int8)
    """
    return torch.full_like(x, fill_value, dtype=dtype, device=device)


def linspace(
    start: Number,
    stop: Number,
    /,
    num: int,
    *,
    dtype: Dtype | None = None,
    device: Device | str | None = None,
    endpoint: bool = True,
) -> Tensor:
    """num evenly spaced numbers from start to stop, which is included if endpoint.

    Raises RuntimeError for a negative num. Follows the array API standard.

    >>> torch.array_api.linspace(0, 1, 4, endpoint=False)
    tensor([0.0000, 0.2500, 0.5000, 0.7500])
    """
    if endpoint or num == 0:
        return torch.linspace(start, stop, num, dtype=dtype, device=device)
    return torch.linspace(start, stop, num + 1, dtype=dtype, device=device)[:-1]


def meshgrid(*arrays: Tensor, indexing: Literal["xy", "ij"] = "xy") -> tuple[Tensor, ...]:
    """Grids of coordinates: each 1-dimensional array expanded along the dimensions of the others, as views.

    Raises ValueError for another indexing, RuntimeError for different dtypes or more dimensions. Follows the
    array API standard.

    >>> torch.array_api.meshgrid(torch.tensor([1, 2]), torch.tensor([3]))
    (tensor([[1, 2]]), tensor([[3, 3]]))
    """
    if indexing not in ("xy", "ij"):
        raise ValueError(f'indexing must be "xy" or "ij", not {indexing!r}')
    return shapes.meshgrid(*arrays, indexing=indexing) if arrays else ()


def ones(shape: Shape, *, dtype: Dtype | None = None, device: Device | str | None = None) -> Tensor:
    """An array of ones of this shape, a tuple or one int.

    Raises RuntimeError for negative sizes. Follows the array API standard.

    >>> torch.array_api.ones(2)
    tensor([1., 1.])
    """
    return torch.ones(_sizes(shape), dtype=dtype, device=device)


def ones_like(x: Tensor, /, *, dtype: Dtype | None = None, device: Device | str | None = None) -> Tensor:
    """An array of ones of x's shape, and of x's dtype unless one is given.

    Raises TypeError if x is not a Tensor. Follows the array API standard.

    >>> torch.array_api.ones_like(torch.zeros(2))
    tensor([1., 1.])
    """
    return torch.ones_like(x, dtype=dtype, device=device)


def tril(x: Tensor, /, *, k: int = 0) -> Tensor:
    """The lower triangle of a matrix, or of each in a batch: zeros above the k-th diagonal.

    Raises RuntimeError for fewer than two dimensions. Follows the array API standard.

    >>> torch.array_api.tril(torch.ones(2, 2))
    tensor([[1., 0.],
            [1., 1.]])
    """
    return torch.tril(x, k)


def triu(x: Tensor, /, *, k: int = 0) -> Tensor:
    """The upper triangle of a matrix, or of each in a batch: zeros below the k-th diagonal.

    Raises RuntimeError for fewer than two dimensions. Follows the array API standard.

    >>> torch.array_api.triu(torch.ones(2, 2), k=1)
    tensor([[0., 1.],
            [0., 0.]])
    """
    return torch.triu(x, k)


def zeros(shape: Shape, *, dtype: Dtype | None = None, device: Device | str | None = None) -> Tensor:
    """An array of zeros of this shape, a tuple or one int.

    Raises RuntimeError for negative sizes. Follows the array API standard.

    >>> torch.array_api.zeros((1, 2))
    tensor([[0., 0.]])
    """
    return torch.zeros(_sizes(shape), dtype=dtype, device=device)


def zeros_like(x: Tensor, /, *, dtype: Dtype | None = None, device: Device | str | None = None) -> Tensor:
    """An array of zeros of x's shape, and of x's dtype unless one is given.

    Raises TypeError if x is not a Tensor. Follows the array API standard.

    >>> torch.array_api.zeros_like(torch.ones(2))
    tensor([0., 0.])
    """
    return torch.zeros_like(x, dtype=dtype, device=device)
