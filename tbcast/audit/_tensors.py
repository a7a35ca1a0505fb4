"""The front end for tbcast's own tensors: the hook that asks policies before a call broadcasts tells it."""

from __future__ import annotations

import functools
from typing import Any, final

from tbcast import _policy
from tbcast._verdict import calls
from tbcast._verdict.intent import Marks
from tbcast._verdict.risk import Shape
from tbcast.audit._front_end import FrontEnd, Recorders, Watching
from tbcast.audit.recorder import Recorder


def _see(
    name: str,
    shapes: tuple[Shape, ...],
    itemsize: int,
    fallback: bool,
    inplace: bool,
    objection: Any,
    marks: tuple[Marks | None, ...] | None,
    data: bool,
    warned: bool,
) -> Any:
    """Tell the recorders of a call, and the policy that holds what it objects to."""
    frame, _ = calls.caller()
    for recorder in _recorders.now:
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
    return objection is not None and objection(marks, data, warned)


def _telling(
    policy: Any, name: str, shapes: tuple[Shape, ...], itemsize: int, fallback: bool, inplace: bool
) -> Any:
    """What C asks while there are recorders."""
    objection = None
    if policy is not None:
        objection = _policy._hook(policy, name, shapes, itemsize, fallback, inplace)
    if policy is calls.LISTENER:
        return objection
    return functools.partial(_see, name, shapes, itemsize, fallback, inplace, objection)


_record = functools.lru_cache(maxsize=512)(_telling)

_recorders = Recorders(lambda now: calls.record(_record if now else None))


class _Session:
    """A recorder that sees."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def enter(self) -> None:
        _recorders.add(self.recorder)

    def leave(self) -> None:
        _recorders.remove(self.recorder)


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

    def __call__(self, recorder: Recorder | None = None, *, sample: int | None = None) -> Watching:
        """A context manager, which gives the Recorder: a new one unless one is given.

        sample: of the times that it is entered the first two, and one in so many, are watched. ValueError for
        less than 1.
        """
        return Watching(self, recorder, sample)

    def enable(self, recorder: Recorder | None = None) -> Recorder:
        """Watch from here on, and return the Recorder: a new one unless one is given.

        Called again before `disable`, it goes on with the same Recorder.
        """
        return self._enable(recorder)


tensors = TensorAudit()
