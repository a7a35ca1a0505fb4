"""Which policies hold for the code that runs, and calls that are one call to them whatever they are made of.

tbcast._C looks at `entered` before a call broadcasts (src/python/call/policy.c).
"""

from __future__ import annotations

from contextvars import ContextVar, Token
from typing import Any

from tbcast import _C
from tbcast._verdict.risk import Shape, broadcast

Entry = tuple[Any, "Entry | None", object]
"""What C finds (None: no objections, False: nobody is asked), the entries below, and what was entered."""

entered: ContextVar[Entry | None] = ContextVar("tbcast.broadcast_policy", default=None)


class _Unwatched:
    """A context in which nothing is different."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exception: object) -> None:
        pass


class _Part:
    """A context in which nobody is asked: what runs here is a part of a call that has been judged."""

    token: Token[Entry | None]

    def __enter__(self) -> None:
        self.token = entered.set((False, entered.get(), self))

    def __exit__(self, *exception: object) -> None:
        entered.reset(self.token)


_UNWATCHED = _Unwatched()



def unwatched() -> _Unwatched | _Part:
    """The context of a call whose operands are meant to broadcast: nobody is asked."""
    return _Part() if _C._is_watched() else _UNWATCHED


def one_call(name: str, *operands: _C.Tensor | Shape, data: bool = False) -> _Unwatched | _Part:
    """The context of a call's body: policies and audits are asked about its operands here, and not within.

    data: it is a loss or compares data, which nothing excuses.
    """
    if not _C._is_watched():
        return _UNWATCHED
    shapes = [operand if isinstance(operand, tuple) else tuple(operand.shape) for operand in operands]
    if any(shape != shapes[0] for shape in shapes) and broadcast(*shapes) is not None:
        _C._ask_broadcast(name, operands, 0, data)
    return _Part()
