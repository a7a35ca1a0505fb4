"""`tbcast.audit.torch`, which imports PyTorch when it is first used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from tbcast.audit._front_end import FrontEnd, Watching
from tbcast.audit._sampling import checked
from tbcast.audit.recorder import Recorder

if TYPE_CHECKING:
    from tbcast.audit._pytorch.session import Session


@final
class TorchAudit(FrontEnd):
    """Watches the broadcasts of a program that uses PyTorch.

    As a context manager, `with tbcast.audit.torch() as found:`, or from here on,
    `tbcast.audit.torch.enable()`. Operators, functions and methods that broadcast are looked at before they
    run: operands whose shapes differ and broadcast as torch.broadcast_shapes says go to a `Recorder`, with
    the line of the program that calls. What runs is PyTorch's own, with its results and errors. Code of
    PyTorch's own modules is left out unless it compares data, as nn.MSELoss does.

    - `deep=True` sees what library code and autograd do, too, and takes several times as long.
    - `warn=True` restores a flag that PyTorch has, and has not heeded since 2018: where
      `torch.utils.backcompat.broadcast_warning.enabled` is True, operands of different shapes with as many
      elements warn as the note on broadcasting says.
    - `sample=N` watches the first two rounds of a training loop, and then one in N. A round ends with a step
      of an optimizer, of several the one that steps first. Of a block that is entered again and again the
      first two times, and one in N, are watched.
    - A `tbcast.broadcast_policy` holds for PyTorch's functions, too: a call is refused before it allocates.

    It holds in the thread that enables it and in threads that are started later. Processes that are started
    by fork, such as those of a DataLoader, go on for themselves: what they find stays in them. Code that
    torch.compile has compiled is not seen. RuntimeError where a policy refuses a call, ImportError without
    PyTorch, ValueError where sample is less than 1.

    >>> tbcast.audit.torch  # doctest: +ELLIPSIS
    <tbcast.audit.torch, ...>
    """

    __slots__ = ()
    name = "torch"

    def _session(self, recorder: Recorder, **options: Any) -> Session:
        from tbcast.audit._pytorch.session import Session

        return Session(recorder, **options)

    def __call__(
        self,
        recorder: Recorder | None = None,
        *,
        deep: bool = False,
        warn: bool = False,
        sample: int | None = None,
    ) -> Watching:
        """A context manager, which gives the Recorder: a new one unless one is given."""
        return Watching(self, recorder, sample, deep=deep, warn=warn, steps=checked(sample))

    def enable(
        self,
        recorder: Recorder | None = None,
        *,
        deep: bool = False,
        warn: bool = False,
        sample: int | None = None,
    ) -> Recorder:
        """Watch from here on, and return the Recorder: a new one unless one is given.

        Called again before `disable`, it changes what was said, and goes on with the same Recorder.
        """
        return self._enable(recorder, deep=deep, warn=warn, steps=checked(sample))


torch = TorchAudit()
