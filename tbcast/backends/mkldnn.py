"""torch.backends.mkldnn: switches that are kept, `enabled`, `deterministic`, and no oneDNN."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from tbcast._compat.absent import Flag, add_flags, answer, kept, set_all

__all__ = ["flags", "is_available", "set_flags"]

enabled: bool
deterministic: bool
add_flags(
    __name__,
    enabled=Flag(True, "set_enabled_mkldnn"),
    deterministic=Flag(False, "set_deterministic_mkldnn"),
)

is_available = answer(__name__, "is_available", False, "False: tbcast has kernels of its own")


def set_flags(_enabled: bool | None = None, _deterministic: bool | None = None) -> tuple[Any, ...]:
    """Set the switches that are not None; returns what they were.  RuntimeError if a value is not a bool.
    As torch.backends.mkldnn.set_flags, whose tuple is longer.

    >>> torch.backends.mkldnn.set_flags(_enabled=True)
    (True, False)
    """
    return set_all(__name__, locals())


def flags(enabled: bool = False, deterministic: bool = False) -> AbstractContextManager[None]:
    """A context manager that sets the switches and sets them back.  RuntimeError if a value is not a bool.
    As torch.backends.mkldnn.flags.

    >>> with torch.backends.mkldnn.flags(enabled=False):
    ...     torch.backends.mkldnn.enabled
    False
    """
    return kept(__name__, locals())
