"""Functions whose body runs within a context manager, whatever kind of function they are, and functions under
other names.

A generator's caller runs outside of a context manager.
"""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import AbstractContextManager
from typing import Any, TypeVar

Enter = Callable[[], AbstractContextManager[Any]]
"""Makes the context manager, once for each stretch that the body runs."""
_Function = TypeVar("_Function", bound=Callable[..., Any])
_CALL = "__call__"  # what an object with the method does when it is called


def named(name: str) -> Callable[[_Function], _Function]:
    """The function is `Tensor.__array__`, say, to Python, whose messages about arguments quote the name."""

    def rename(function: _Function) -> _Function:
        function.__qualname__, function.__name__ = name, name.rpartition(".")[2]
        return function

    return rename


def within(enter: Enter, function: _Function) -> _Function:
    """A function of the same kind; a coroutine is within the context manager while it waits, too."""
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
    """A plain function."""

    def call(*args: Any, **kwargs: Any) -> Any:
        with enter():
            return function(*args, **kwargs)

    return call


def generator_within(enter: Enter, function: Callable[..., Any]) -> Callable[..., Any]:
    """A generator function: as `yield from`, but that what runs between its values is outside."""

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
    """The same with `await`."""

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
