"""The front end for tbcast's own tensors: the extension tells of every call that broadcasts."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tbcast import _C, _policy
from tbcast._verdict import calls
from tbcast._verdict.intent import Marks
from tbcast._verdict.risk import Shape
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


def enable(recorder: Recorder) -> None:
    """From now on the recorder sees what tbcast broadcasts, in every thread of the interpreter."""
    with _lock:
        _set((*_recorders, recorder))


def disable(recorder: Recorder) -> None:
    """The recorder sees no more; it is no error if it has seen nothing."""
    with _lock:
        _set(tuple(other for other in _recorders if other is not recorder))


@contextmanager
def tensors(recorder: Recorder | None = None) -> Iterator[Recorder]:
    """Within it what tbcast broadcasts is recorded.

    Shapes broadcast as torch.broadcast_shapes says; nothing else changes, and nothing is raised.

    >>> with tbcast.audit.tensors() as seen:
    ...     loss = (tbcast.ones(6, 1) - tbcast.ones(6)).mean()
    >>> [finding.risk for finding in seen.findings()]
    ['high']
    """
    seen = Recorder() if recorder is None else recorder
    enable(seen)
    try:
        yield seen
    finally:
        disable(seen)
