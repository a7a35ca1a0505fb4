"""Deep watching: a dispatch mode, which sees the operators that library code and autograd run."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any, Protocol

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from tbcast._verdict.risk import Shape, broadcast
from tbcast.audit._pytorch import frames
from tbcast.audit._pytorch.functions import ATEN
from tbcast.audit.recorder import Recorder


class Session(Protocol):
    """What this module uses of session.py."""

    recorder: Recorder
    failure: Exception | None
    judged: set[tuple[Shape, ...]]

    @property
    def watching(self) -> bool:
        """Is it active, and in a round that is watched?"""


class _Local(threading.local):
    def __init__(self) -> None:
        self.modes: list[DeepMode] = []


_local = _Local()


class DeepMode(TorchDispatchMode):
    """Records operators but those of functions that the function mode has looked at."""

    def __init__(self, session: Session, is_inside: Callable[[], bool]) -> None:
        super().__init__()
        self.session = session
        self.is_inside = is_inside

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Look, and call."""
        kwargs = kwargs or {}
        if self.session.watching:
            try:
                self._look(func, args, kwargs, sys._getframe(1))
            except Exception as error:
                self.session.failure = error
        return func(*args, **kwargs)

    def _look(self, func: Any, args: tuple[Any, ...], kwargs: dict[str, Any], frame: Any) -> None:
        row = ATEN.get(func._schema.name)
        if row is None:
            return
        operands = [
            argument for argument in args[: row.operands or None] if isinstance(argument, torch.Tensor)
        ]
        shapes = tuple(tuple(operand.shape) for operand in operands)
        if len(set(shapes)) < 2 or not all(type(size) is int for shape in shapes for size in shape):
            return
        if torch._C._current_autograd_node() is not None and shapes in self.session.judged:
            return  # a gradient compares or scales what the program's own call has broadcast
        if not self.is_inside() and broadcast(*shapes) is not None:
            self.session.recorder.see(row.operator, shapes, frames.user_frame(frame), inplace=row.inplace)


def enter(session: Session, is_inside: Callable[[], bool]) -> None:
    """Watch this thread; `is_inside`: does a function run that the function mode has looked at?"""
    mode = DeepMode(session, is_inside)
    _local.modes.append(mode)
    mode.__enter__()


def leave_thread() -> None:
    """Take modes that are no longer active off, unless another one lies above them still."""
    from torch._C import _get_dispatch_stack_at, _len_torch_dispatch_stack

    while _local.modes and not _local.modes[-1].session.watching:
        n = _len_torch_dispatch_stack()
        if n and _get_dispatch_stack_at(n - 1) is not _local.modes[-1]:
            break
        mode = _local.modes.pop()
        if n:
            mode.__exit__(None, None, None)
