"""Functions whose body runs inside a context manager, whatever kind of function they are; and functions under
other names.

The caller of a generator runs outside the context manager.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import types
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import AbstractContextManager
from typing import Any, TypeVar

from tbcast import _C

Enter = Callable[[], AbstractContextManager[Any]]
"""Makes the context manager, once for each stretch in which the body runs."""
_Function = TypeVar("_Function", bound=Callable[..., Any])
_CALL = "__call__"  # the method that runs when the object is called


def named(name: str) -> Callable[[_Function], _Function]:
    """Rename a function, for example to `Tensor.__array__`, so that Python's messages about arguments show
    that name."""

    def rename(function: _Function) -> _Function:
        function.__qualname__, function.__name__ = name, name.rpartition(".")[2]
        return function

    return rename


def overridable(function: _Function) -> _Function:
    """The function, before which operands that have a __torch_function__ are asked (tbcast.overrides)."""
    overriding = _C._overriding  # type: ignore[attr-defined]

    @functools.wraps(function)
    def asking(*args: Any, **kwargs: Any) -> Any:
        if overriding(*args, *kwargs.values()) is None:
            return function(*args, **kwargs)
        handle = importlib.import_module("tbcast.overrides").handle_torch_function
        return handle(asking, (*args, *kwargs.values()), *args, **kwargs)

    return asking  # type: ignore[return-value]


def within(enter: Enter, function: _Function) -> _Function:
    """A function of the same kind whose body runs inside the context manager; a coroutine is also inside
    while it waits."""
    return functools.wraps(function)(_wrapper(enter, function))  # type: ignore[return-value]


def _wrapper(enter: Enter, function: Callable[..., Any]) -> Callable[..., Any]:
    def is_kind(test: Callable[[object], bool]) -> bool:
        return test(function) or test(getattr(function, _CALL, None))

    if is_kind(inspect.iscoroutinefunction):

        async def call_async(*args: Any, **kwargs: Any) -> Any:
            with enter():
                return await function(*args, **kwargs)

        return call_async
    if is_kind(inspect.isgeneratorfunction):
        wrapper = generator_within(enter, function)
        flags = getattr(getattr(function, "__code__", None), "co_flags", 0)
        return types.coroutine(wrapper) if flags & inspect.CO_ITERABLE_COROUTINE else wrapper
    if is_kind(inspect.isasyncgenfunction):
        return _async_generator_within(enter, function)
    return call_within(enter, function)


def call_within(enter: Enter, function: Callable[..., Any]) -> Callable[..., Any]:
    """The same for a plain function."""

    def call(*args: Any, **kwargs: Any) -> Any:
        with enter():
            return function(*args, **kwargs)

    return call


def generator_within(enter: Enter, function: Callable[..., Any]) -> Callable[..., Any]:
    """The same for a generator function: like `yield from`, but code that runs between its values is
    outside."""

    def generate(*args: Any, **kwargs: Any) -> Generator[Any, Any, Any]:
        inner = function(*args, **kwargs)
        resume, given = inner.send, None
        while True:
            try:
                with enter():
                    result = resume(given)
            except StopIteration as end:
                return end.value
            try:
                resume, given = inner.send, (yield result)
            except GeneratorExit:
                with enter():
                    inner.close()
                raise
            except BaseException as error:
                resume, given = inner.throw, error

    return generate


def _async_generator_within(enter: Enter, function: Callable[..., Any]) -> Callable[..., Any]:
    """The same for an asynchronous generator function."""

    async def generate(*args: Any, **kwargs: Any) -> AsyncGenerator[Any, Any]:
        inner = function(*args, **kwargs)
        resume, given = inner.asend, None
        while True:
            try:
                with enter():
                    result = await resume(given)
            except StopAsyncIteration:
                return
            try:
                resume, given = inner.asend, (yield result)
            except GeneratorExit:
                with enter():
                    await inner.aclose()
                raise
            except BaseException as error:
                resume, given = inner.athrow, error

    return generate
