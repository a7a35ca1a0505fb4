"""Type promotion as in the standard.

A 0-dimensional array counts like any other array, and a Python number takes the dtype of the array beside it.
PyTorch's own functions give precedence to arrays with dimensions, and do not promote some pairs of unsigned
dtypes.
"""

from __future__ import annotations

from tbcast import _C as torch
from tbcast._C import Tensor, dtype as Dtype

Number = bool | int | float | complex
NUMBERS = (bool, int, float, complex)

_UNSIGNED = (torch.uint8, torch.uint16, torch.uint32, torch.uint64)
_SIGNED = (torch.int8, torch.int16, torch.int32, torch.int64)


def promote(a: Dtype, b: Dtype) -> Dtype:
    """The smallest dtype that holds both. Raises TypeError for uint64 and a signed integer, which have
    none."""
    if a == b:
        return a
    if not {a, b} & set(_UNSIGNED[1:]):
        return torch.promote_types(a, b)
    for dtype, other in ((a, b), (b, a)):
        if dtype == torch.bool or dtype.is_floating_point or dtype.is_complex:
            return other if dtype == torch.bool else dtype
    wider = a if a.itemsize >= b.itemsize else b
    narrow = b if wider is a else a
    if (wider in _UNSIGNED) == (narrow in _UNSIGNED):
        return wider
    signed = [dtype for dtype in _SIGNED if dtype.itemsize >= wider.itemsize]
    unsigned = a if a in _UNSIGNED else b
    signed = [dtype for dtype in signed if dtype.itemsize > unsigned.itemsize]
    if not signed:
        raise TypeError(f"no dtype of the array API holds both {a} and {b}")
    return signed[0]


def dtype_beside(number: Number, dtype: Dtype) -> Dtype:
    """The promoted dtype of a Python number and an array of this dtype."""
    if dtype in _UNSIGNED[1:] and isinstance(number, int):
        return dtype
    return torch.result_type(torch.empty(1, dtype=dtype), number)


def operands(x1: Tensor | Number, x2: Tensor | Number) -> tuple[Tensor, Tensor]:
    """Both as tensors of their promoted dtype. Raises TypeError if neither is a tensor, OverflowError or
    RuntimeError for a number that the other's dtype cannot hold."""
    if isinstance(x1, Tensor) and isinstance(x2, Tensor):
        if x1.dtype != x2.dtype:
            dtype = promote(x1.dtype, x2.dtype)
            return x1.to(dtype), x2.to(dtype)
        return x1, x2
    if isinstance(x1, Tensor) and isinstance(x2, NUMBERS):
        dtype = dtype_beside(x2, x1.dtype)
        return x1.to(dtype), torch.full((), x2, dtype=dtype)
    if isinstance(x2, Tensor) and isinstance(x1, NUMBERS):
        dtype = dtype_beside(x1, x2.dtype)
        return torch.full((), x1, dtype=dtype), x2.to(dtype)
    raise TypeError(
        f"expected two Tensors, or one and a number, but got {type(x1).__name__} and {type(x2).__name__}"
    )
