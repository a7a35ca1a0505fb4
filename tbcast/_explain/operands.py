"""Reads the operands of `explain`: tensors of any library, shapes, or shapes as text. Uses only attributes of
tensors.
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import cast

from tbcast import _C
from tbcast._composite.promotion import common_dtype
from tbcast._explain.symbols import NamedShape, Shape, read_shape, with_symbols

MAX_DIMS = 64
MAX_SIZE = 2**63 - 1


@dataclass(frozen=True)
class Operand:
    """A shape, and for tensors the layout of their memory."""

    shape: Shape
    strides: Shape | None
    """The strides in elements; None if the library does not give them, or they are not whole elements."""
    dtype: _C.dtype | None
    """The dtype; None for a plain shape and for dtypes that tbcast lacks."""


def contiguous_strides(shape: Shape) -> Shape:
    """The strides of a C-contiguous tensor of that shape."""
    return tuple(math.prod(max(size, 1) for size in shape[d + 1 :]) for d in range(len(shape)))


def check_size(size: int, where: str) -> None:
    """Raise an error for a size that no dimension can have."""
    if size < 0:
        raise ValueError(f"{where}: Attempting to broadcast a dimension with negative length!")
    if size > MAX_SIZE:
        digits = str(size) if size < 10**40 else "of more than 40 digits"
        raise ValueError(f"{where}: size {digits} is too large, the largest is {MAX_SIZE}")


def _size(value: object, where: str) -> int | str:
    if isinstance(value, str):
        if not value.isidentifier():
            raise ValueError(f"{where}: {value!r} is no name for a size")
        return str(value)
    if isinstance(value, float) and math.isnan(value):  # unknown sizes of Dask arrays
        raise ValueError(f"{where}: an unknown size (nan); a Dask array's compute_chunk_sizes() finds it")
    return operator.index(value)  # type: ignore[arg-type]


def _sizes(value: object, where: str) -> NamedShape:
    """A tuple of sizes that a tensor may have, as numbers or names."""
    if not isinstance(value, (tuple, list)):
        raise TypeError(f"{where} must be a tuple of sizes, not {type(value).__name__}")
    try:
        shape = tuple(_size(size, where) for size in value)
    except TypeError as error:
        raise TypeError(f"{where}: {error}") from None
    for size in shape:
        if not isinstance(size, str):
            check_size(size, where)
    try:
        _C.broadcast_shapes(tuple(2 if isinstance(size, str) else size for size in shape))
    except (RuntimeError, TypeError, ValueError, OverflowError) as error:
        raise type(error)(f"{where}: {error}") from None
    return shape


def _strides(operand: object, dimensions: int) -> Shape | None:
    """The strides from stride(), in elements as in torch, or from strides, in bytes as in NumPy."""
    try:
        if callable(stride := getattr(operand, "stride", None)):
            found = tuple(operator.index(step) for step in stride())
        else:
            itemsize = operator.index(operand.itemsize)  # type: ignore[attr-defined]
            steps = [divmod(step, itemsize) for step in operand.strides]  # type: ignore[attr-defined]
            if any(rest for _, rest in steps):
                return None
            found = tuple(step for step, _ in steps)
    except MemoryError:
        raise
    except Exception:
        return None
    return found if len(found) == dimensions else None


def _dtype(operand: object) -> _C.dtype | None:
    """The tbcast dtype of the same name."""
    try:
        name = str(operand.dtype).rpartition(".")[2]  # type: ignore[attr-defined]
    except MemoryError:
        raise
    except Exception:
        return None
    found = getattr(_C, name, None)
    return found if isinstance(found, _C.dtype) else None


def read(operand: object, position: int | str) -> Operand:
    """Read an operand. A TypeError, ValueError or RuntimeError says what is wrong with it.

    position: the operand's position or name. Named sizes are still texts.
    """
    where = f"explain(): operand {position}"
    if isinstance(operand, Operand):
        return operand
    if isinstance(operand, str):
        operand = read_shape(operand, where)
    if isinstance(operand, (tuple, list)):
        shape = _sizes(operand, where)
        numbers = tuple(size for size in shape if not isinstance(size, str))
        if len(numbers) < len(shape):
            return Operand(cast(Shape, shape), None, None)
        return Operand(numbers, contiguous_strides(numbers), None)
    if isinstance(operand, (bool, int, float, complex)):
        raise TypeError(f"{where} is a number; give () for the shape of a number, (3,) for one dimension")
    try:
        shape = operand.shape  # type: ignore[attr-defined]
        if isinstance(shape, Iterable) and not isinstance(shape, (tuple, list)):
            shape = tuple(itertools.islice(shape, MAX_DIMS + 1))  # another library's own type
    except AttributeError:
        name = type(operand).__name__
        raise TypeError(f"{where} must be a tensor or a shape, not {name}") from None
    except MemoryError:
        raise
    except Exception as error:
        raise TypeError(f"{where} does not tell its shape: {type(error).__name__}: {error}") from error
    if not isinstance(shape, (tuple, list)):
        raise TypeError(f"{where}'s shape must be a tuple of sizes, not {type(shape).__name__}")
    if any(isinstance(size, str) for size in shape):
        raise TypeError(f"{where}'s shape: a tensor's sizes are numbers")
    shape = cast(Shape, _sizes(shape, f"{where}'s shape"))
    return Operand(shape, _strides(operand, len(shape)), _dtype(operand))


def read_all(operands: Iterable[object]) -> list[Operand]:
    """Read operands; equal names of sizes become equal symbols."""
    found = [read(operand, k) for k, operand in enumerate(operands, start=1)]
    if not any(isinstance(size, str) for operand in found for size in operand.shape):
        return found
    shapes = with_symbols([operand.shape for operand in found])
    return [replace(operand, shape=shape) for operand, shape in zip(found, shapes, strict=True)]


def result_dtype(operands: list[Operand]) -> _C.dtype | None:
    """The promoted dtype; None if an operand has none or torch does not promote them (uint16 and int64)."""
    known = [(operand.shape != (), operand.dtype) for operand in operands if operand.dtype is not None]
    if len(known) < len(operands):
        return None
    try:
        return common_dtype(known)
    except RuntimeError:
        return None
