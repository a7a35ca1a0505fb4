"""What `explain` is told: tensors of any library, or plain shapes. Relies on nothing but their attributes."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Iterable
from dataclasses import dataclass

from tbcast import _C
from tbcast._composite.promotion import common_dtype

Shape = tuple[int, ...]
MAX_DIMS = 64
MAX_SIZE = 2**63 - 1


@dataclass(frozen=True)
class Operand:
    """A shape and, for tensors, what their memory looks like."""

    shape: Shape
    strides: Shape | None
    """In elements; None where the library does not tell, or counts in parts of elements."""
    dtype: _C.dtype | None
    """None for a plain shape and for dtypes that tbcast does not have."""


def contiguous_strides(shape: Shape) -> Shape:
    """Strides of a C-ordered tensor of that shape."""
    return tuple(math.prod(max(size, 1) for size in shape[d + 1 :]) for d in range(len(shape)))


def check_size(size: int, where: str) -> None:
    """Refuse what no dimension can have."""
    if size < 0:
        raise ValueError(f"{where}: Attempting to broadcast a dimension with negative length!")
    if size > MAX_SIZE:
        digits = str(size) if size < 10**40 else "of more than 40 digits"
        raise ValueError(f"{where}: size {digits} is too large, the largest is {MAX_SIZE}")


def _sizes(value: object, where: str) -> Shape:
    """A tuple of sizes that a tensor may have."""
    if not isinstance(value, (tuple, list)):
        raise TypeError(f"{where} must be a tuple of sizes, not {type(value).__name__}")
    try:
        shape = tuple(operator.index(size) for size in value)
    except TypeError as error:
        raise TypeError(f"{where}: {error}") from None
    for size in shape:
        check_size(size, where)
    try:
        return tuple(_C.broadcast_shapes(shape))
    except (RuntimeError, TypeError, ValueError, OverflowError) as error:
        raise type(error)(f"{where}: {error}") from None


def _strides(operand: object, dimensions: int) -> Shape | None:
    """As torch has them, stride() in elements, or as NumPy has them, strides in bytes."""
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
    """tbcast's dtype of the same name."""
    try:
        name = str(operand.dtype).rpartition(".")[2]  # type: ignore[attr-defined]
    except MemoryError:
        raise
    except Exception:
        return None
    found = getattr(_C, name, None)
    return found if isinstance(found, _C.dtype) else None


def read(operand: object, position: int) -> Operand:
    """Describe an operand; one TypeError, ValueError or RuntimeError says what is wrong with it."""
    where = f"explain(): operand {position}"
    if isinstance(operand, (tuple, list)):
        shape = _sizes(operand, where)
        return Operand(shape, contiguous_strides(shape), None)
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
    shape = _sizes(shape, f"{where}'s shape")
    return Operand(shape, _strides(operand, len(shape)), _dtype(operand))


def result_dtype(operands: list[Operand]) -> _C.dtype | None:
    """The promoted dtype, None where an operand has none or torch promotes nothing (uint16 beside int64)."""
    known = [(operand.shape != (), operand.dtype) for operand in operands if operand.dtype is not None]
    if len(known) < len(operands):
        return None
    try:
        return common_dtype(known)
    except RuntimeError:
        return None
