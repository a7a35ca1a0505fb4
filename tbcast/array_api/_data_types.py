"""Data type functions of the array API standard."""

from __future__ import annotations

from typing import NamedTuple

from tbcast import _C as torch
from tbcast._C import Tensor, device as Device, dtype as Dtype
from tbcast.array_api._promotion import NUMBERS, Number, dtype_beside, promote

__all__ = ["astype", "can_cast", "finfo", "iinfo", "isdtype", "result_type"]

KINDS = {
    "bool": (torch.bool,),
    "signed integer": (torch.int8, torch.int16, torch.int32, torch.int64),
    "unsigned integer": (torch.uint8, torch.uint16, torch.uint32, torch.uint64),
    "real floating": (torch.float32, torch.float64),
    "complex floating": (torch.complex64, torch.complex128),
}
"""The standard's dtypes, by kind."""
KINDS["integral"] = KINDS["signed integer"] + KINDS["unsigned integer"]
KINDS["numeric"] = KINDS["integral"] + KINDS["real floating"] + KINDS["complex floating"]

_HALVES = (torch.float16, torch.bfloat16)  # not in the standard, but real floating dtypes


class FloatInfo(NamedTuple):
    """The result of finfo: the limits of a floating dtype, or of the parts of a complex one."""

    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    dtype: Dtype


class IntInfo(NamedTuple):
    """The result of iinfo: the limits of an integer dtype."""

    bits: int
    max: int
    min: int
    dtype: Dtype


def _dtype_of(value: Dtype | Tensor) -> Dtype:
    return value.dtype if isinstance(value, Tensor) else value


def astype(x: Tensor, dtype: Dtype, /, *, copy: bool = True, device: Device | str | None = None) -> Tensor:
    """x cast to another dtype; with copy=False x itself if it has that dtype.

    Raises TypeError for a complex x and a real dtype: use real(x) or imag(x). Follows the array API standard.

    >>> torch.array_api.astype(torch.tensor([0., 2.5]), torch.bool)
    tensor([False,  True])
    """
    if x.dtype.is_complex and not (dtype.is_complex or dtype == torch.bool):
        raise TypeError(f"{x.dtype} is not cast to {dtype}: take real(x) or imag(x) first")
    return x.to(device=device or x.device, dtype=dtype, copy=copy)


def can_cast(from_: Dtype | Tensor, to: Dtype, /) -> bool:
    """Whether type promotion allows a dtype, or an array's dtype, to be cast to `to`.

    Raises TypeError if an argument is not a dtype. Follows the array API standard.

    >>> torch.array_api.can_cast(torch.int8, torch.int16), torch.array_api.can_cast(torch.int16, torch.int8)
    (True, False)
    """
    origin = _dtype_of(from_)
    try:
        return promote(origin, to) == to
    except TypeError:  # uint64 and a signed integer
        return False


def finfo(type: Dtype | Tensor, /) -> FloatInfo:
    """The limits of a floating dtype, of the parts of a complex one, or of an array's dtype.

    They are bits, eps, max, min, smallest_normal and dtype. Raises TypeError for other dtypes. Follows the
    array API standard.

    >>> torch.array_api.finfo(torch.complex64).dtype
    torch.float32
    """
    dtype = _dtype_of(type)
    info = torch.finfo(dtype)
    real = dtype.to_real() if dtype.is_complex else dtype
    return FloatInfo(info.bits, info.eps, info.max, info.min, info.smallest_normal, real)


def iinfo(type: Dtype | Tensor, /) -> IntInfo:
    """The limits of an integer dtype, or of an array's dtype: bits, max, min, dtype.

    Raises TypeError for other dtypes. Follows the array API standard.

    >>> torch.array_api.iinfo(torch.uint8).max
    255
    """
    dtype = _dtype_of(type)
    info = torch.iinfo(dtype)
    return IntInfo(info.bits, info.max, info.min, dtype)


def isdtype(dtype: Dtype, kind: Dtype | str | tuple[Dtype | str, ...]) -> bool:
    """Whether the dtype is `kind`, of that kind ("bool", "integral", "real floating", ...), or any of
    several.

    float16 and bfloat16 are "real floating". Raises ValueError for an unknown kind, TypeError for anything
    else. Follows the array API standard.

    >>> torch.array_api.isdtype(torch.uint8, ("unsigned integer", "bool"))
    True
    """
    if isinstance(kind, tuple):
        return any(isdtype(dtype, one) for one in kind)
    if isinstance(kind, Dtype):
        return dtype == kind
    if not isinstance(kind, str):
        raise TypeError(f"kind must be a dtype, a str or a tuple of them, not {type(kind).__name__}")
    if kind not in KINDS:
        raise ValueError(f"no kind of dtypes: {kind!r}; there are {', '.join(KINDS)}")
    return dtype in KINDS[kind] or (dtype in _HALVES and kind in ("real floating", "numeric"))


def result_type(*arrays_and_dtypes: Tensor | Number | Dtype) -> Dtype:
    """The dtype to which arrays, dtypes and Python numbers promote; a number takes the dtype of the others.

    0-dimensional arrays count like any others. Raises ValueError for numbers alone, TypeError if there is no
    common dtype. Follows the array API standard.

    >>> torch.array_api.result_type(torch.ones(3), torch.tensor(1., dtype=torch.float64), 2)
    torch.float64
    """
    numbers = [item for item in arrays_and_dtypes if isinstance(item, NUMBERS)]
    dtypes = [_dtype_of(item) for item in arrays_and_dtypes if not isinstance(item, NUMBERS)]
    if not dtypes:
        raise ValueError("result_type needs at least one array or dtype")
    common = dtypes[0]
    for dtype in dtypes[1:]:
        common = promote(common, dtype)
    for number in numbers:
        common = dtype_beside(number, common)
    return common
