"""What of Python and PyTorch is replaced while something is watched: how threads start, steps of optimizers,
and what PyTorch's functions that are written in Python ask for a mode.

Modes cost time with every function that is called, also in library code that is not looked at. Of that, a
step of an optimizer is the most: a hundred calls, and none of the program's. Modes are suspended for so long.
Of the rest, torch.overrides.handle_torch_function is the most.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from types import ModuleType
from typing import Any

import torch
import torch._tensor
import torch.functional
import torch.nn.functional

Function = Callable[..., Any]
_HANDLING = torch.nn.functional, torch.functional, torch._tensor
_replaced: list[tuple[type | ModuleType, str, Any, Any]] = []  # (owner, name, before, ours)
_made: dict[tuple[type | ModuleType, str], tuple[Any, Any]] = {}
"""(before, ours) of the last time: making them is what takes long when a block is entered again."""


def install(
    suspend: Callable[[], Any],
    resume: Callable[[Any], None],
    watched: Callable[[Function], Function],
    handling: Callable[[Function], Function],
) -> None:
    """Replace; called with the lock of sessions held, and again without effect.

    `suspend` takes the modes off and returns what `resume` puts back; `watched` makes of what a thread runs a
    function that has modes, `handling` of handle_torch_function one that is quicker.
    """
    if _replaced:
        return
    _replace(threading.Thread, "start", lambda start: _starting(start, watched))
    for module in _HANDLING:
        if hasattr(module, "handle_torch_function"):
            _replace(module, "handle_torch_function", handling)
    owners = [owner for owner in vars(torch.optim).values() if isinstance(owner, type)]
    for owner in owners:
        for name in ("step", "zero_grad"):
            if issubclass(owner, torch.optim.Optimizer) and name in vars(owner):
                _replace(owner, name, lambda step: _suspending(step, suspend, resume))


def remove() -> None:
    """Put back what nobody has replaced since; the rest does nothing any more."""
    while _replaced:
        owner, name, before, ours = _replaced.pop()
        if vars(owner).get(name) is ours:
            setattr(owner, name, before)


def _replace(owner: type | ModuleType, name: str, make: Callable[[Function], Function]) -> None:
    before = vars(owner)[name]
    known = _made.get((owner, name))
    if known is None or known[0] is not before:
        known = _made[owner, name] = before, make(before)
    _replaced.append((owner, name, *known))
    setattr(owner, name, known[1])


def _suspending(function: Function, suspend: Callable[[], Any], resume: Callable[[Any], None]) -> Function:
    """Without modes, unless it is given a closure to call, which is the program's."""

    @functools.wraps(function)
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        if args or kwargs or torch.compiler.is_compiling():
            return function(self, *args, **kwargs)
        taken = suspend()
        try:
            return function(self)
        finally:
            resume(taken)

    return call


def _starting(start: Function, watched: Callable[[Function], Function]) -> Function:
    """Starts a thread that is watched, too."""

    @functools.wraps(start)
    def start_watched(self: threading.Thread) -> None:
        if "run" not in vars(self):
            run = watched(self.run)

            def run_once() -> None:
                vars(self).pop("run", None)
                run()

            vars(self)["run"] = run_once
        start(self)

    return start_watched
