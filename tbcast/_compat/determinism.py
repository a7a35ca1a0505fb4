"""torch's switch for deterministic algorithms.

All algorithms of tbcast are deterministic: a result depends neither on threads nor on the run. The switch
only keeps its value, so that programs that set it run.
"""

from __future__ import annotations

_mode = _warn_only = False


def _check(value: object, argument: str) -> None:
    if not isinstance(value, bool):
        kind = type(value).__name__
        raise TypeError(f"_set_deterministic_algorithms(): argument {argument} must be bool, not {kind}")


def use_deterministic_algorithms(mode: bool, *, warn_only: bool = False) -> None:
    """Set the values of are_deterministic_algorithms_enabled and
    is_deterministic_algorithms_warn_only_enabled.

    Nothing else depends on them, as all algorithms here are deterministic. Uninitialised memory is not
    filled. Raises TypeError if mode or warn_only is not a bool. As torch.use_deterministic_algorithms.

    >>> torch.use_deterministic_algorithms(False)
    """
    global _mode, _warn_only
    _check(mode, "'mode' (position 1)")
    _check(warn_only, "'warn_only'")
    _mode, _warn_only = mode, warn_only


def are_deterministic_algorithms_enabled() -> bool:
    """The mode set by use_deterministic_algorithms; initially False.

    As torch.are_deterministic_algorithms_enabled.

    >>> torch.are_deterministic_algorithms_enabled()
    False
    """
    return _mode


def is_deterministic_algorithms_warn_only_enabled() -> bool:
    """The warn_only set by use_deterministic_algorithms; initially False.

    As torch.is_deterministic_algorithms_warn_only_enabled.

    >>> torch.is_deterministic_algorithms_warn_only_enabled()
    False
    """
    return _warn_only
