"""torch.backends.cudnn: switches that are kept, `enabled`, `deterministic`, `benchmark`, `benchmark_limit`,
`allow_tf32`, and no cuDNN."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from tbcast._compat.absent import Flag, add_flags, answer, kept, set_all

__all__ = ["flags", "is_acceptable", "is_available", "set_flags", "version"]

enabled: bool
deterministic: bool
benchmark: bool
benchmark_limit: int | None
allow_tf32: bool
add_flags(
    __name__,
    enabled=Flag(True, "set_enabled_cudnn"),
    deterministic=Flag(False, "set_deterministic_cudnn"),
    benchmark=Flag(False, "set_benchmark_cudnn"),
    benchmark_limit=Flag(None),
    allow_tf32=Flag(True, "set_allow_tf32_cublas"),
)

is_available = answer(__name__, "is_available", False, "False")
version = answer(__name__, "version", None, "None: there is no cuDNN")


def is_acceptable(tensor: Any) -> bool:
    """False: cuDNN takes no tensor of the CPU's.  AttributeError for what has no device.
    As torch.backends.cudnn.is_acceptable.

    >>> torch.backends.cudnn.is_acceptable(torch.ones(2))
    False
    """
    return bool(tensor.device.type == "cuda" and is_available())


def set_flags(
    _enabled: bool | None = None,
    _benchmark: bool | None = None,
    _benchmark_limit: int | None = None,
    _deterministic: bool | None = None,
    _allow_tf32: bool | None = None,
) -> tuple[Any, ...]:
    """Set the switches that are not None; returns what they were.  RuntimeError if a value is not a bool.
    As torch.backends.cudnn.set_flags, whose tuple is longer.

    >>> torch.backends.cudnn.set_flags(_benchmark=False)
    (True, False, None, False, True)
    """
    return set_all(__name__, locals())


def flags(
    enabled: bool = False,
    benchmark: bool = False,
    benchmark_limit: int = 10,
    deterministic: bool = False,
    allow_tf32: bool = True,
) -> AbstractContextManager[None]:
    """A context manager that sets the switches and sets them back.  RuntimeError if a value is not a bool.
    As torch.backends.cudnn.flags.

    >>> with torch.backends.cudnn.flags(benchmark=True):
    ...     torch.backends.cudnn.benchmark
    True
    >>> torch.backends.cudnn.benchmark
    False
    """
    return kept(__name__, locals())
