"""Which policies hold for the code that runs, and calls that are one call to them whatever they are made of.

tbcast._C looks at `entered` before a call broadcasts (src/python/call/policy.c).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from contextvars import ContextVar, Token
from typing import Any, NamedTuple, TypeVar

from tbcast import _C
from tbcast._verdict.intent import Marks, Place
from tbcast._verdict.risk import Shape, broadcast

Entry = tuple[Any, "Entry | None", object]
"""What C finds (None: no objections, False: nobody is asked), the entries below, and what was entered."""
_Function = TypeVar("_Function", bound=Callable[..., Any])

entered: ContextVar[Entry | None] = ContextVar("tbcast.broadcast_policy", default=None)


# ---- who listens, instead of a policy ----

LISTENER = object()
"""Entered like a policy, it objects to nothing: what broadcasts is told to `listening`, and to no audit."""


class Heard(NamedTuple):
    """A call that broadcasts, or fails to."""

    name: str
    shapes: tuple[Shape, ...]
    fallback: bool
    inplace: bool
    marks: tuple[Marks | None, ...]
    place: Place | None


listening: ContextVar[Callable[[Heard], None] | None] = ContextVar("tbcast.listening", default=None)


def tell_failure(shapes: Iterable[Shape], inplace: bool) -> None:
    """Tell who listens that shapes do not broadcast."""
    tell = listening.get()
    if tell is not None:
        tell(Heard("", tuple(tuple(shape) for shape in shapes), False, inplace, (), None))


class Part:
    """A context in which nobody is asked: what runs here is a part of a call that has been judged."""

    token: Token[Entry | None]

    def __enter__(self) -> None:
        self.token = entered.set((False, entered.get(), self))

    def __exit__(self, *exception: object) -> None:
        entered.reset(self.token)


# The callers of these ask _C._is_watched() first, which is quicker than a context.


def ask(name: str, *operands: _C.Tensor | Shape, data: bool = False) -> None:
    """Ask policies and audits about the operands of a call, if they differ in shape and broadcast.

    data: it is a loss or compares data, which nothing excuses.
    """
    shapes = [operand if isinstance(operand, tuple) else tuple(operand.shape) for operand in operands]
    if any(shape != shapes[0] for shape in shapes) and broadcast(*shapes) is not None:
        _C._ask_broadcast(name, operands, 0, data)


def one_call(name: str, *operands: _C.Tensor | Shape, data: bool = False) -> Part:
    """The context of a call's body: policies and audits are asked about its operands here, and not within."""
    ask(name, *operands, data=data)
    return Part()


def broadcast_tensors(name: str, *tensors: _C.Tensor, data: bool = False) -> tuple[_C.Tensor, ...]:
    """The same as the function, as a part of the call `name`."""
    with one_call(name, *tensors, data=data):
        return _C.broadcast_tensors(*tensors)


def unasked(function: _Function) -> _Function:
    """The function as a call that nobody is asked about: what broadcasts in it is its own affair."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if _C._is_watched():
            with Part():
                return function(*args, **kwargs)
        return function(*args, **kwargs)

    return call  # type: ignore[return-value]
