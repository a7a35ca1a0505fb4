"""`tbcast.audit.numpy`: broadcasts of NumPy's arrays, and of others with a shape, in rewritten modules."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from typing import final

from tbcast.audit.importing import remove, rewrite_imports
from tbcast.audit.recorder import Recorder
from tbcast.audit.watching import unwatch, watch


class _Session:
    """A recorder that sees, and a hook that rewrites what is imported."""

    def __init__(self, recorder: Recorder, modules: Sequence[str] | None) -> None:
        if isinstance(modules, str):
            raise TypeError(f"modules is a list of names, not {modules!r}")
        self.recorder = recorder
        self.modules = None if modules is None else list(modules)
        self.finder: MetaPathFinder | None = None

    def enter(self) -> None:
        self.finder = rewrite_imports(self.modules, self.recorder)
        watch(self.recorder)

    def leave(self) -> None:
        unwatch(self.recorder)
        if self.finder is not None:
            remove(self.finder)


@final
class NumpyAudit:
    """Watches the broadcasts of NumPy's arrays, and of JAX's, CuPy's and others with a shape.

    As a context manager, `with tbcast.audit.numpy() as found:`, or from here on,
    `tbcast.audit.numpy.enable()`. Modules that are imported meanwhile are rewritten: before operators,
    comparisons, ufuncs and functions like `np.where` are carried out, their operands are looked at, and
    those whose shapes differ and broadcast go to a `Recorder`, with the line of the program. Nothing else
    changes: results, errors, tracebacks.

    - `modules=["mymodel", "tools.*"]`: which ones, a package for all in it. By default it is the program's
      own: all that neither belong to Python nor are installed.
    - What is imported already is not rewritten. `tbcast audit program.py` sees the whole of a program,
      `%%audit` a cell of a notebook.

    It holds in every thread. A module stays rewritten, and costs little when nothing is recorded any more.
    Objects that align by labels (of pandas, polars, xarray) or have an audit of their own (PyTorch's,
    tbcast's) are left out. TypeError where `modules` is no list. NumPy is not imported.

    >>> with tbcast.audit.numpy(modules=["mymodel"]) as found:
    ...     pass  # import mymodel; mymodel.train()
    >>> found.findings()
    []
    """

    __slots__ = ("_enabled",)
    _enabled: _Session | None

    def __init__(self) -> None:
        self._enabled = None

    def __call__(self, recorder: Recorder | None = None, *, modules: Sequence[str] | None = None) -> Watching:
        """A context manager, which gives the Recorder: a new one unless one is given."""
        return Watching(recorder, modules)

    def enable(self, recorder: Recorder | None = None, *, modules: Sequence[str] | None = None) -> Recorder:
        """Watch from here on, and return the Recorder: that of the last time unless one is given.

        Called again, it changes what was said before.
        """
        before = self._enabled
        session = _Session(recorder or (before.recorder if before else Recorder()), modules)
        self.disable()
        self._enabled = session
        session.enter()
        return session.recorder

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
        return f"<tbcast.audit.numpy, {'enabled' if self.enabled else 'not enabled'}>"


@final
class Watching:
    """`with tbcast.audit.numpy():`; can be entered any number of times, and left in any order."""

    __slots__ = ("_entered", "_modules", "_recorder")

    def __init__(self, recorder: Recorder | None, modules: Sequence[str] | None) -> None:
        self._recorder = recorder or Recorder()
        self._modules = modules
        self._entered: list[_Session] = []
        _Session(self._recorder, modules)  # refuses wrong ones

    def __enter__(self) -> Recorder:
        session = _Session(self._recorder, self._modules)
        session.enter()
        self._entered.append(session)
        return self._recorder

    def __exit__(self, *_: object) -> None:
        self._entered.pop().leave()


numpy = NumpyAudit()
