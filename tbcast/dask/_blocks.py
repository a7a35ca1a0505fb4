"""Blocks: tasks pass NumPy arrays to each other, and tbcast computes with Tensors on their memory.

Dask knows how to move, cut, join, spill and store NumPy arrays. A dtype that NumPy lacks is passed as its
bits. Only arrays whose strides or bytes a tensor cannot have are copied.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from dask.base import normalize_token
from dask.sizeof import sizeof

from tbcast import _C, _protocol
from tbcast._C import Tensor
from tbcast._protocol import Part

_Result = TypeVar("_Result")

DTYPES = {
    _C.bool: np.dtype(np.bool_),
    **{getattr(_C, name): np.dtype(name) for name in ("int8", "int16", "int32", "int64")},
    **{getattr(_C, name): np.dtype(name) for name in ("uint8", "uint16", "uint32", "uint64")},
    **{getattr(_C, name): np.dtype(name) for name in ("float16", "float32", "float64")},
    **{getattr(_C, name): np.dtype(name) for name in ("complex64", "complex128")},
    _C.bfloat16: np.dtype(np.uint16),
}
"""The NumPy dtype of blocks of each dtype."""
BITS = {_C.bfloat16: _C.uint16}
"""Dtype that NumPy lacks -> the dtype that carries its bits."""
_FROM_NUMPY = {array: dtype for dtype, array in DTYPES.items() if dtype not in BITS}


def name_of(dtype: _C.dtype) -> str:
    """The name of a dtype in files and tokens: 'float32'."""
    return str(dtype).rpartition(".")[2]


def dtype_of(name: str) -> _C.dtype:
    """The dtype with that name."""
    found = getattr(_C, name, None)
    if not isinstance(found, _C.dtype):
        raise TypeError(f"{name!r} is no dtype of tbcast")
    return found


def dtype_of_array(dtype: Any) -> _C.dtype:
    """The dtype for a NumPy dtype. Raises TypeError if there is none."""
    wanted = np.dtype(dtype)
    found = _FROM_NUMPY.get(wanted.newbyteorder("="))
    if found is None:
        raise TypeError(f"a DaskTensor cannot have NumPy's dtype {wanted}; cast the array before")
    return found


def to_tensor(block: Any, dtype: _C.dtype) -> Tensor:
    """A block as a Tensor on its memory, which must not be written."""
    array = block if type(block) is np.ndarray else np.asarray(block)
    flags = array.flags
    if not (flags.c_contiguous and flags.aligned and array.dtype.isnative):
        array = _readable(array)
    tensor = _C.from_numpy(array)
    return tensor.view(dtype) if dtype in BITS else tensor


def _readable(array: Any) -> Any:
    """The array, or a copy if a tensor cannot have its strides and bytes."""
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    if not array.flags.aligned or any(s < 0 or s % array.itemsize for s in array.strides):
        array = np.array(array, order="C")
    return array


def to_block(value: Any) -> Any:
    """The block, or tuple of blocks, that a task returns for a Tensor or several."""
    if isinstance(value, Tensor):
        bits = BITS.get(value.dtype)
        return (value if bits is None else value.view(bits)).numpy()
    return tuple(map(to_block, value)) if isinstance(value, tuple) else value


def in_task(function: Callable[..., _Result], *args: Any, **kwargs: Any) -> _Result:
    """Call the function as one of many tasks: in this thread only, without policies and repeated warnings."""
    before = _protocol.in_task(True)
    try:
        if _protocol.is_watched():
            with Part():
                return function(*args, **kwargs)
        return function(*args, **kwargs)
    finally:
        _protocol.in_task(before)


def with_default_dtype(dtype: _C.dtype, function: Callable[..., _Result], *args: Any) -> _Result:
    """Call the function with `dtype` as the default dtype: that of the program when it built the task."""
    before = _protocol.thread_default_dtype(dtype)
    try:
        return function(*args)
    finally:
        _protocol.thread_default_dtype(before)


# ---- what Dask asks about objects in its graphs ----


@sizeof.register(Tensor)
def _sizeof(tensor: Tensor) -> int:
    """The bytes of a tensor's memory, which for an expanded tensor are fewer than its elements'; Dask's
    spilling and memory limits use this."""
    return sys.getsizeof(tensor) + min(tensor.untyped_storage().nbytes(), max(tensor.nbytes, 0))


@normalize_token.register(Tensor)
def _token(tensor: Tensor) -> Any:
    return "tbcast.Tensor", name_of(tensor.dtype), normalize_token(to_block(tensor.contiguous()))


@normalize_token.register(_C.dtype)
def _token_of_dtype(dtype: _C.dtype) -> Any:
    return "tbcast.dtype", name_of(dtype)
