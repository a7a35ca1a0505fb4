"""Tensor.as_subclass, a body of the function table."""

from __future__ import annotations

from tbcast import _C
from tbcast._C import Tensor


def as_subclass(input, cls):
    """A new object on the same memory; the class's __init__ is not called."""
    if not isinstance(cls, type):
        raise TypeError(f"cls must be a type (got {type(cls).__name__})")
    if not issubclass(cls, Tensor):
        raise TypeError(
            "Creating a Tensor subclass from a class that does not inherit from Tensor is not possible. Make "
            "sure your class inherits from Tensor."
        )
    result = Tensor.__new__(cls)
    before = _C._set_torch_function_enabled(False)  # the class is not asked about the attribute
    try:
        result.data = input
    finally:
        _C._set_torch_function_enabled(before)
    return result
