"""Which policies hold for the code that runs, and calls that are one call to them whatever they are made of.

Before a call broadcasts, tbcast._C asks the one hook that is set here (src/python/call/policy.c). It looks at
`entered` first: most code that runs has no policy, and is not to pay for a question.
"""

from __future__ import annotations

import functools
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, Token
from types import FrameType
from typing import Any, NamedTuple, TypeVar

from tbcast import _C
from tbcast._verdict.intent import Marks, Place, place_of
from tbcast._verdict.risk import Shape, broadcast

Entry = tuple[Any, "Entry | None", object]
"""What C finds (None: no objections, False: nobody is asked), the entries below, and what was entered."""
_Function = TypeVar("_Function", bound=Callable[..., Any])

entered: ContextVar[Entry | None] = ContextVar("tbcast.broadcast_policy", default=None)


# ---- where a call stands ----


def caller() -> tuple[FrameType, int]:
    """The frame of the program that has called tbcast, and its level for warnings.warn, for the caller."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and _is_own(frame):
        frame, level = frame.f_back, level + 1
    return frame, level


def caller_place() -> tuple[Place, int]:
    """Where that is: whoever raises is not to hold a frame."""
    frame, level = caller()
    return place_of(frame), level - 1


def _is_own(frame: FrameType) -> bool:
    """Of tbcast, or of the package torch that tbcast.as_torch opens."""
    return str(frame.f_globals.get("__name__")).partition(".")[0] in ("tbcast", "torch")


# ---- who listens, instead of a policy ----

LISTENER = object()
"""Entered like a policy, it objects to nothing: what broadcasts is told to `listening`, and to no audit."""


class Heard(NamedTuple):
    """A call that broadcasts or, without a name, fails to."""

    name: str
    shapes: tuple[Shape, ...]
    fallback: bool
    inplace: bool
    marks: tuple[Marks | None, ...]
    """Of the operands; none where nothing excuses the call."""
    place: Place | None


listening: ContextVar[Callable[[Heard], None] | None] = ContextVar("tbcast.listening", default=None)


class Telling:
    """What a listener has in the place of an objection; C calls it."""

    def __init__(self, name: str, shapes: tuple[Shape, ...], fallback: bool, inplace: bool) -> None:
        self.call = name, shapes, fallback, inplace

    def __call__(self, marks: tuple[Marks | None, ...] | None, data: bool, warned: bool) -> bool:
        tell = listening.get()
        if tell is not None:
            tell(Heard(*self.call, () if data or marks is None else marks, caller_place()[0]))
        return False


def _telling(
    policy: object, name: str, shapes: tuple[Shape, ...], itemsize: int, fallback: bool, inplace: bool
) -> Telling:
    return Telling(name, shapes, fallback, inplace)


# ---- the hook ----


class _Asking(NamedTuple):
    """What C is given."""

    hook: Callable[..., Any] = _telling
    stack: ContextVar[Entry | None] = entered
    default: object = None
    """The policy where none has been entered; None: there is none."""
    always: bool = False
    """Is the hook asked of calls for which no policy holds, too?"""


_asking = _Asking()
_hook = _telling
_setting = threading.RLock()


def be_asked() -> None:
    """From now on C asks."""
    given = None
    while given is not _asking:  # which another thread may just have changed
        given = _asking
        _C._set_broadcast_hook(*given)


def _ask(**changes: Any) -> None:
    global _asking
    with _setting:
        _asking = _asking._replace(**changes)
        be_asked()


def answer_with(hook: Callable[..., Any]) -> None:
    """Let C ask this once it asks; _policy.py gives its own, which knows listeners as well."""
    global _asking, _hook
    with _setting:
        _hook = hook
        if not _asking.always:
            _asking = _asking._replace(hook=hook)


def install(policy: object) -> None:
    """Let C ask with this policy where none has been entered; None: it does not ask."""
    _ask(default=policy)


def record(recording: Callable[..., Any] | None) -> None:
    """Let C ask this instead, also of calls for which no policy holds; None: no longer."""
    _ask(hook=recording or _hook, always=recording is not None)


def policy() -> Any | None:
    """The policy that the hook would get here, or None."""
    entry = entered.get()
    found = _asking.default if entry is None else entry[0]
    return None if found is False or found is LISTENER else found


# ---- listening ----


@contextmanager
def listen(tell: Callable[[Heard], None]) -> Iterator[None]:
    """Be told of what broadcasts here, or fails to, instead of policies and audits."""
    be_asked()
    entry, told = entered.set((LISTENER, entered.get(), tell)), listening.set(tell)
    try:
        yield
    finally:
        listening.reset(told)
        entered.reset(entry)


def tell_failure(shapes: Iterable[Shape], inplace: bool) -> None:
    """Tell who listens that shapes do not broadcast."""
    tell = listening.get()
    if tell is not None:
        tell(Heard("", tuple(tuple(shape) for shape in shapes), False, inplace, (), None))


# ---- parts of a call ----


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
