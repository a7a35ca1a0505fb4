"""torch's switches for gradient recording: no_grad, enable_grad, set_grad_enabled, inference_mode.

tbcast records no gradients. The switches keep their values, per thread, so that programs that use them run
and read the same values as in torch.
"""

from __future__ import annotations

import functools
import inspect
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, overload

from tbcast._decorators import call_within, generator_within

if TYPE_CHECKING:
    from typing_extensions import Self

_Function = TypeVar("_Function", bound=Callable[..., Any])


class _State(threading.local):
    """The switches of a thread."""

    enabled = True
    inference = False


_state = _State()


def is_grad_enabled() -> bool:
    """The value that no_grad, enable_grad and set_grad_enabled have set for this thread; initially True.

    Nothing else depends on it. As torch.is_grad_enabled.

    >>> torch.is_grad_enabled()
    True
    """
    return _state.enabled


def is_inference_mode_enabled() -> bool:
    """Whether this thread is inside inference_mode.

    As torch.is_inference_mode_enabled.

    >>> torch.is_inference_mode_enabled()
    False
    """
    return _state.inference


class _Switch:
    """A context manager, and a decorator of functions and generator functions."""

    _before: tuple[bool, bool]

    def _enter(self) -> None:
        raise NotImplementedError

    def __enter__(self) -> None:
        self._before = _state.enabled, _state.inference
        self._enter()

    def __exit__(self, *error: object) -> None:
        _state.enabled, _state.inference = self._before

    def _new(self) -> _Switch:
        """A new switch for each call of a decorated function, because calls nest."""
        return type(self)()

    def __call__(self, function: _Function) -> _Function:
        """The function with its calls inside the switch."""
        kind = generator_within if inspect.isgeneratorfunction(function) else call_within
        return functools.wraps(function)(kind(self._new, function))  # type: ignore[return-value]


class _Optional(_Switch):
    """A switch that can decorate without parentheses: @torch.no_grad."""

    @overload
    def __new__(cls, function: None = None) -> Self: ...
    @overload
    def __new__(cls, function: _Function) -> _Function: ...  # type: ignore[misc]
    def __new__(cls, function: Any = None) -> Any:
        """A switch, or the decorated function."""
        return super().__new__(cls) if function is None else super().__new__(cls)(function)


class no_grad(_Optional):
    """Context manager and decorator inside which is_grad_enabled() is False; there are no gradients anyway.

    Raises TypeError for arguments other than a function to decorate. As torch.no_grad.

    >>> with torch.no_grad():
    ...     torch.is_grad_enabled()
    False
    """

    def _enter(self) -> None:
        _state.enabled = False


class enable_grad(_Optional):
    """Context manager and decorator inside which is_grad_enabled() is True; there are no gradients anyway.

    Raises TypeError for arguments other than a function to decorate. As torch.enable_grad.

    >>> with torch.no_grad(), torch.enable_grad():
    ...     torch.is_grad_enabled()
    True
    """

    def _enter(self) -> None:
        _state.enabled = True


class set_grad_enabled(_Switch):
    """Sets the value of is_grad_enabled() immediately; as a context manager or decorator, temporarily.

    Raises TypeError for anything but a bool. As torch.set_grad_enabled.

    >>> with torch.set_grad_enabled(False):
    ...     torch.is_grad_enabled()
    False
    """

    def __init__(self, mode: bool) -> None:
        if not isinstance(mode, bool):
            raise TypeError(
                f"set_grad_enabled(): argument 'enabled' (position 1) must be bool, not {type(mode).__name__}"
            )
        self.mode = mode
        self._before = _state.enabled, _state.inference
        _state.enabled = mode

    def __call__(self, function: _Function) -> _Function:
        """The function with its calls inside the switch; the switch itself is undone."""
        _state.enabled, _state.inference = self._before
        return super().__call__(function)

    def __enter__(self) -> None:
        """Does nothing, because making the switch has already set it."""
        _state.enabled = self.mode

    def _new(self) -> set_grad_enabled:
        return set_grad_enabled(self.mode)

    def __repr__(self) -> str:
        return f"torch.autograd.grad_mode.set_grad_enabled(mode={self.mode})"


class inference_mode(_Switch):
    """Context manager and decorator: like no_grad, and is_inference_mode_enabled() is True.

    Raises TypeError for arguments other than a bool or a function to decorate. As torch.inference_mode.

    >>> with torch.inference_mode():
    ...     torch.is_inference_mode_enabled(), torch.is_grad_enabled()
    (True, False)
    """

    @overload
    def __new__(cls, mode: bool = True) -> Self: ...
    @overload
    def __new__(cls, mode: _Function) -> _Function: ...  # type: ignore[misc]
    def __new__(cls, mode: Any = True) -> Any:
        """A switch, or the decorated function."""
        return super().__new__(cls) if isinstance(mode, bool) else cls()(mode)

    def __init__(self, mode: bool = True) -> None:
        self.mode = mode

    def _enter(self) -> None:
        _state.inference = self.mode
        _state.enabled = _state.enabled and not self.mode

    def _new(self) -> inference_mode:
        return inference_mode(self.mode)
