"""torch.jit: functions and modules run as they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from torch.nn.modules.module import Module

from tbcast._compat.absent import answer

__all__ = [
    "Attribute",
    "Error",
    "Final",
    "ScriptFunction",
    "ScriptModule",
    "annotate",
    "export",
    "fork",
    "freeze",
    "ignore",
    "interface",
    "is_scripting",
    "is_tracing",
    "isinstance",
    "load",
    "optimized_execution",
    "save",
    "script",
    "script_if_tracing",
    "script_method",
    "trace",
    "trace_module",
    "unused",
    "wait",
]

is_scripting = answer(__name__, "is_scripting", False, "False: nothing is scripted")
is_tracing = answer(__name__, "is_tracing", False, "False: nothing is traced")
_isinstance = isinstance


class Error(RuntimeError):
    """Never raised here."""


class ScriptFunction:
    """Of which there are no objects: torch.jit.script returns its argument."""


class ScriptModule(Module):
    """A Module."""


def script(obj: Any, *args: Any, **options: Any) -> Any:
    """The function, class or module itself.  As torch.jit.script."""
    return obj


def trace(func: Any, example_inputs: Any = None, *args: Any, **options: Any) -> Any:
    """The function or module itself, which is not called.  As torch.jit.trace."""
    return func


def trace_module(mod: Any, inputs: Any = None, *args: Any, **options: Any) -> Any:
    """The module itself.  As torch.jit.trace_module."""
    return mod


def freeze(mod: Any, *args: Any, **options: Any) -> Any:
    """The module itself.  As torch.jit.freeze."""
    return mod


def export(fn: Any) -> Any:
    """fn itself.  As torch.jit.export."""
    return fn


def script_method(fn: Any) -> Any:
    """fn itself.  As torch.jit.script_method."""
    return fn


def script_if_tracing(fn: Any) -> Any:
    """fn itself.  As torch.jit.script_if_tracing."""
    return fn


def interface(obj: Any) -> Any:
    """The class itself.  As torch.jit.interface."""
    return obj


def ignore(drop: Any = False, **options: Any) -> Any:
    """The function itself, or a decorator that returns what it decorates.  As torch.jit.ignore."""
    return drop if callable(drop) else lambda fn: fn


def unused(fn: Any) -> Any:
    """fn itself.  As torch.jit.unused."""
    return fn


def annotate(the_type: Any, the_value: Any) -> Any:
    """The value.  As torch.jit.annotate."""
    return the_value


def Attribute(value: Any, type: Any) -> Any:
    """The value.  As torch.jit.Attribute."""
    return value


def isinstance(obj: Any, target_type: Any) -> bool:
    """Python's isinstance, of what a generic type is of.  As torch.jit.isinstance."""
    return _isinstance(obj, getattr(target_type, "__origin__", None) or target_type)


def fork(func: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """What the function returns; it is called at once.  As torch.jit.fork."""
    return func(*args, **kwargs)


def wait(future: Any) -> Any:
    """What fork has returned.  As torch.jit.wait."""
    return future


class optimized_execution:
    """A context manager without effect.  As torch.jit.optimized_execution."""

    def __init__(self, should_optimize: bool) -> None:
        pass

    def __enter__(self) -> None:
        pass

    def __exit__(self, *error: object) -> None:
        pass


def _refuse(*args: Any, **options: Any) -> Any:
    """NotImplementedError: TorchScript's files need PyTorch."""
    raise NotImplementedError("tbcast has no torch.jit.save and torch.jit.load: use PyTorch for TorchScript")


save = load = _refuse
