"""What modules of devices and libraries that are not there have: answers, and switches without effect."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

T = TypeVar("T")


def answer(module: str, name: str, value: T, summary: str) -> Callable[[], T]:
    """A function without arguments that returns the value; the summary begins its docstring."""

    def function():  # type: ignore[no-untyped-def]  # of the value's type
        return value

    called = f"{module.replace('tbcast', 'torch', 1)}.{name}"
    shown = "" if value is None else f"{value}\n"
    function.__doc__ = f"{summary}.  As {called}.\n\n>>> {called}()\n{shown}"
    function.__name__ = function.__qualname__ = name
    function.__module__ = module
    return function


class Flag:
    """A switch that refuses values other than bools with PyTorch's text."""

    def __init__(self, default: Any, setter: str | None = None) -> None:
        self.value, self._setter = default, setter

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else self.value

    def __set__(self, instance: Any, value: Any) -> None:
        if self._setter is not None and not isinstance(value, bool):
            raise RuntimeError(f"{self._setter} expects a bool, but got {type(value).__name__}")
        self.value = value


def add_flags(module: str, **flags: Flag) -> None:
    """Give a module such attributes: they live in its class."""
    sys.modules[module].__class__ = type("FlagModule", (types.ModuleType,), flags)


def set_all(module: str, values: dict[str, Any]) -> tuple[Any, ...]:
    """Set the switches that are not None, by names that may begin with _; what all of them were."""
    owner = sys.modules[module]
    named = {name.lstrip("_"): value for name, value in values.items()}
    before = tuple(getattr(owner, name) for name in named)
    for name, value in named.items():
        if value is not None:
            setattr(owner, name, value)
    return before


@contextmanager
def kept(module: str, values: dict[str, Any]) -> Iterator[None]:
    """Switches set as asked for, and back in the end."""
    owner = sys.modules[module]
    before = {name: getattr(owner, name) for name in values}
    try:
        set_all(module, values)
        yield
    finally:
        for name, value in before.items():
            setattr(owner, name, value)
