"""torch._assert, torch._check and their like, and symbolic numbers, which do not occur here."""

from collections.abc import Callable
from typing import Any

import tbcast
from tbcast import Tensor


def _assert(condition: Any, message: str) -> None:
    """AssertionError unless the condition holds.  As torch._assert."""
    assert condition, message


def _assert_async(
    input: Tensor, assert_msg: str = "Expected Tensor with single nonzero value, but got zero"
) -> None:
    """RuntimeError unless the only element is not zero; at once.  As torch._assert_async."""
    if not input:
        raise RuntimeError(assert_msg)


_NO_MESSAGE = (
    "Expected cond to be True, but got False. (Could this error message be improved? If so, please report an "
    "enhancement request to PyTorch.)"
)


def _check_with(error: type[Exception], cond: Any, message: Callable[[], str] | None = None) -> None:
    """The error, with the message's text, unless cond is True.  As torch._check_with."""
    if not isinstance(cond, bool):
        raise TypeError(f"cond must be a bool, but got {type(cond)}")
    if not cond:
        raise error(_NO_MESSAGE if message is None else str(message()))


def _check(cond: Any, message: Callable[[], str] | None = None) -> None:
    """RuntimeError unless cond is True.  As torch._check."""
    _check_with(RuntimeError, cond, message)


def _check_is_size(i: int, message: Callable[[], str] | None = None, *, max: int | None = None) -> None:
    """RuntimeError if i is negative.  As torch._check_is_size."""
    _check(i >= 0 and (max is None or i <= max), message)


def _check_index(cond: Any, message: Callable[[], str] | None = None) -> None:
    """IndexError unless cond is True.  As torch._check_index."""
    _check_with(IndexError, cond, message)


def _check_value(cond: Any, message: Callable[[], str] | None = None) -> None:
    """ValueError unless cond is True.  As torch._check_value."""
    _check_with(ValueError, cond, message)


def _check_type(cond: Any, message: Callable[[], str] | None = None) -> None:
    """TypeError unless cond is True.  As torch._check_type."""
    _check_with(TypeError, cond, message)


def _check_not_implemented(cond: Any, message: Callable[[], str] | None = None) -> None:
    """NotImplementedError unless cond is True.  As torch._check_not_implemented."""
    _check_with(NotImplementedError, cond, message)


def _check_tensor_all(cond: Tensor, message: Callable[[], str] | None = None) -> None:
    """RuntimeError unless all elements are True.  As torch._check_tensor_all."""
    _check_with(RuntimeError, bool(cond.all()), message)


def _shape_as_tensor(input: Tensor) -> Tensor:
    """The sizes as a tensor.  As torch._shape_as_tensor."""
    return tbcast.tensor(input.shape, dtype=tbcast.int64)


class SymInt:
    """Of which there are no objects: sizes are ints."""


class SymFloat:
    """Of which there are no objects."""


class SymBool:
    """Of which there are no objects."""


sym_int = int
sym_float = float
sym_max = max
sym_min = min


def sym_not(a: Any) -> bool:
    """Not a."""
    return not a
