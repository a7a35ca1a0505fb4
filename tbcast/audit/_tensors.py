"""The front end for tbcast's own tensors: the extension tells of every call that broadcasts."""

from __future__ import annotations

import threading
from typing import Any, final

from tbcast import _C, _policy
from tbcast._verdict import calls
from tbcast._verdict.intent import Marks
from tbcast._verdict.risk import Shape
from tbcast.audit._front_end import FrontEnd, Watching
from tbcast.audit.recorder import Recorder

_lock = threading.Lock()
_recorders: tuple[Recorder, ...] = ()


def _watch(
    name: str,
    shapes: tuple[Shape, ...],
    itemsize: int,
    fallback: bool,
    inplace: bool,
    marks: tuple[Marks | None, ...] | None,
    data: bool,
) -> None:
    """What the extension calls."""
    entry = calls.entered.get()
    if entry is not None and entry[0] is calls.LISTENER:
        return
    frame, _ = _policy.caller()
    for recorder in _recorders:
        recorder.see(
            name,
            shapes,
            frame,
            marks=marks or (),
            itemsize=itemsize or None,
            inplace=inplace,
            fallback=fallback,
            data=data,
        )


def _set(recorders: tuple[Recorder, ...]) -> None:
    global _recorders
    _recorders = recorders
    if recorders:
        _C._set_broadcast_hook(_policy._hook, calls.entered)
    _C._set_broadcast_watch(_watch if recorders else None)


class _Session:
    """A recorder that sees."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def enter(self) -> None:
        with _lock:
            _set((*_recorders, self.recorder))

    def leave(self) -> None:
        with _lock:
            kept = list(_recorders)
            kept.remove(self.recorder)
            _set(tuple(kept))


@final
class TensorAudit(FrontEnd):
    """Watches what tbcast itself broadcasts, in every thread of the interpreter.

    As a context manager, `with tbcast.audit.tensors() as found:`, or from here on,
    `tbcast.audit.tensors.enable()`. Shapes broadcast as torch.broadcast_shapes says; nothing else changes,
    and nothing is raised.

    >>> with tbcast.audit.tensors() as found:
    ...     loss = (tbcast.ones(6, 1) - tbcast.ones(6)).mean()
    >>> [finding.risk for finding in found.findings()]
    ['high']
    """

    __slots__ = ()
    name = "tensors"

    def _session(self, recorder: Recorder, **options: Any) -> _Session:
        return _Session(recorder)

    def __call__(self, recorder: Recorder | None = None) -> Watching:
        """A context manager, which gives the Recorder: a new one unless one is given."""
        return Watching(self, recorder)

    def enable(self, recorder: Recorder | None = None) -> Recorder:
        """Watch from here on, and return the Recorder: a new one unless one is given.

        Called again before `disable`, it goes on with the same Recorder.
        """
        return self._enable(recorder)


tensors = TensorAudit()
