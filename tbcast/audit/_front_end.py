"""What all front ends of an audit have: a block in which something is watched, a switch, and recorders."""

from __future__ import annotations

import threading
from collections.abc import Callable
from threading import get_ident
from typing import Any, ClassVar, Protocol

from tbcast import _C
from tbcast.audit._sampling import Rounds, checked
from tbcast.audit.recorder import Recorder


class Session(Protocol):
    """One stretch of watching."""

    recorder: Recorder

    def enter(self) -> None:
        """Begin to watch."""

    def leave(self) -> None:
        """End it; what other sessions watch goes on."""


def _leave(session: Session) -> None:
    session.leave()
    _C._purge_marks()  # which hold code of the program's


class Recorders:
    """The recorders that see what a front end watches, in the order in which they came."""

    def __init__(self, changed: Callable[[tuple[Recorder, ...]], None]) -> None:
        """changed: called with all of them when one has come or gone."""
        self.now: tuple[Recorder, ...] = ()
        self._changed = changed
        self._lock = threading.RLock()

    def add(self, recorder: Recorder) -> None:
        """One more."""
        with self._lock:
            self.now = *self.now, recorder
            self._changed(self.now)

    def remove(self, recorder: Recorder) -> None:
        """The one that came last of this; nothing if there is none."""
        with self._lock:
            kept = list(self.now)
            at = max((k for k, own in enumerate(kept) if own is recorder), default=None)
            if at is not None:
                del kept[at]
                self.now = tuple(kept)
                self._changed(self.now)


class FrontEnd:
    """`tbcast.audit.NAME`; a subclass says what a session is, and which options it has."""

    __slots__ = ("_enabled",)
    name: ClassVar[str]
    _enabled: Session | None

    def __init__(self) -> None:
        self._enabled = None

    def _session(self, recorder: Recorder, **options: Any) -> Session:
        raise NotImplementedError

    def _enable(self, recorder: Recorder | None, **options: Any) -> Recorder:
        """The Recorder that sees from here on: that of before, or a new one, unless one is given."""
        if recorder is None:
            recorder = self._enabled.recorder if self._enabled else Recorder()
        session = self._session(recorder, **options)
        self.disable()
        self._enabled = session
        session.enter()
        return recorder

    def disable(self) -> None:
        """End what `enable` began; nothing if it has not."""
        session, self._enabled = self._enabled, None
        if session is not None:
            _leave(session)

    @property
    def enabled(self) -> bool:
        """Has `enable` been called, and not `disable` since?"""
        return self._enabled is not None

    def __repr__(self) -> str:
        return f"<tbcast.audit.{self.name}, {'enabled' if self.enabled else 'not enabled'}>"


class Watching:
    """`with tbcast.audit.NAME():`; can be entered any number of times, and left in any order.

    sample: of the times that it is entered the first two, and one in so many, are watched.
    """

    __slots__ = ("_entered", "_front_end", "_options", "_recorder", "_rounds")

    def __init__(
        self, front_end: FrontEnd, recorder: Recorder | None, sample: int | None = None, **options: Any
    ) -> None:
        sample = checked(sample)
        self._rounds = None if sample is None else Rounds(sample)
        self._front_end = front_end
        self._recorder = Recorder() if recorder is None else recorder
        self._options = options
        self._entered: list[tuple[int, Session | None]] = []

    def __enter__(self) -> Recorder:
        session: Session | None = None
        if self._rounds is None or self._rounds.watched:
            session = self._front_end._session(self._recorder, **self._options)
            session.enter()
        if self._rounds is not None:
            self._rounds.end()
        self._entered.append((get_ident(), session))
        return self._recorder

    def __exit__(self, *_: object) -> None:
        here = [k for k, (thread, _) in enumerate(self._entered) if thread == get_ident()]
        session = self._entered.pop(here[-1] if here else -1)[1]
        if session is not None:
            _leave(session)
