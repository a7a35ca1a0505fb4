"""`tbcast.audit.torch`, which imports PyTorch when it is first used."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, final

from tbcast.audit.recorder import Recorder

if TYPE_CHECKING:
    from tbcast.audit.pytorch.session import Session


@final
class TorchAudit:
    """Watches the broadcasts of a program that uses PyTorch.

    As a context manager, `with tbcast.audit.torch() as found:`, or from here on, `tbcast.audit.torch.enable()`.
    Operators, functions and methods that broadcast are looked at before they run: operands whose shapes differ and
    broadcast as torch.broadcast_shapes says go to a `Recorder`, with the line of the program that calls. What runs is
    PyTorch's own, with its results and errors. Code of PyTorch's own modules is left out unless it compares data, as
    nn.MSELoss does.

    - `deep=True` sees what library code and autograd do, too, and takes several times as long.
    - `warn=True` restores a flag that PyTorch has, and has not heeded since 2018: where
      `torch.utils.backcompat.broadcast_warning.enabled` is True, operands of different shapes with as many elements
      warn as the note on broadcasting says.
    - A `tbcast.broadcast_policy` holds for PyTorch's functions, too: a call is refused before it allocates.

    It holds in the thread that enables it and in threads that are started later. Processes that are started by fork,
    such as those of a DataLoader, go on for themselves: what they find stays in them. Code that torch.compile has
    compiled is not seen. RuntimeError where a policy refuses a call, ImportError without PyTorch.

    >>> tbcast.audit.torch  # doctest: +ELLIPSIS
    <tbcast.audit.torch, ...>
    """

    __slots__ = ("_enabled",)
    _enabled: Session | None

    def __init__(self) -> None:
        self._enabled = None

    def __call__(self, recorder: Recorder | None = None, *, deep: bool = False, warn: bool = False) -> Watching:
        """A context manager, which gives the Recorder: a new one unless one is given."""
        return Watching(recorder, deep, warn)

    def enable(self, recorder: Recorder | None = None, *, deep: bool = False, warn: bool = False) -> Recorder:
        """Watch from here on, and return the Recorder: that of the last time unless one is given.

        Called again, it changes what was said before.
        """
        from tbcast.audit.pytorch.session import Session

        before, self._enabled = self._enabled, None
        if before is not None:
            before.leave()
        given = recorder or (before.recorder if before else Recorder())
        self._enabled = Session(given, deep=deep, warn=warn)
        self._enabled.enter()
        return given

    def disable(self) -> None:
        """End what `enable` began; nothing if it has not."""
        session, self._enabled = self._enabled, None
        if session is not None:
            session.leave()

    @property
    def enabled(self) -> bool:
        """Has `enable` been called, and not `disable` since?"""
        return self._enabled is not None

    def __repr__(self) -> str:
        return f"<tbcast.audit.torch, {'enabled' if self.enabled else 'not enabled'}>"


@final
class Watching:
    """`with tbcast.audit.torch():`; can be entered any number of times, and left in any order."""

    __slots__ = ("_entered", "_options", "_recorder")

    def __init__(self, recorder: Recorder | None, deep: bool, warn: bool) -> None:
        self._recorder = recorder or Recorder()
        self._options = deep, warn
        self._entered: list[Session] = []

    def __enter__(self) -> Recorder:
        from tbcast.audit.pytorch.session import Session

        deep, warn = self._options
        session = Session(self._recorder, deep=deep, warn=warn)
        session.enter()
        self._entered.append(session)
        return self._recorder

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._entered.pop().leave()


torch = TorchAudit()
