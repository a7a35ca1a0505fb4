"""`tbcast.audit.numpy`: broadcasts of NumPy's arrays, and of others with a shape, in rewritten modules."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from typing import Any, final

from tbcast.audit._front_end import FrontEnd, Watching
from tbcast.audit.recorder import Recorder


def _checked(modules: Sequence[str] | None) -> list[str] | None:
    if isinstance(modules, str):
        raise TypeError(f"modules is a list of names, not {modules!r}")
    return None if modules is None else list(modules)


class _Session:
    """A recorder that sees, and a hook that rewrites what is imported."""

    def __init__(self, recorder: Recorder, modules: list[str] | None) -> None:
        self.recorder = recorder
        self.modules = modules
        self.finder: MetaPathFinder | None = None

    def enter(self) -> None:
        # here, for who only asks for tbcast.audit.numpy has nothing watched yet
        from tbcast.audit._rewriting.importing import rewrite_imports
        from tbcast.audit._rewriting.watching import recorders

        self.finder = rewrite_imports(self.modules, self.recorder)
        recorders.add(self.recorder)

    def leave(self) -> None:
        from tbcast.audit._rewriting.importing import remove
        from tbcast.audit._rewriting.watching import recorders

        recorders.remove(self.recorder)
        if self.finder is not None:
            remove(self.finder)


@final
class NumpyAudit(FrontEnd):
    """Watches the broadcasts of NumPy's arrays, and of JAX's, CuPy's and others with a shape.

    As a context manager, `with tbcast.audit.numpy() as found:`, or from here on,
    `tbcast.audit.numpy.enable()`. Modules that are imported meanwhile are rewritten: before operators (`@`
    included), comparisons, ufuncs and functions like `np.where` are carried out, their operands are looked
    at, and those whose shapes differ and broadcast go to a `Recorder`, with the line of the program. Nothing
    else changes: results, errors, tracebacks.

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

    __slots__ = ()
    name = "numpy"

    def _session(self, recorder: Recorder, **options: Any) -> _Session:
        return _Session(recorder, **options)

    def __call__(
        self,
        recorder: Recorder | None = None,
        *,
        modules: Sequence[str] | None = None,
        sample: int | None = None,
    ) -> Watching:
        """A context manager, which gives the Recorder: a new one unless one is given.

        sample: of the times that it is entered the first two, and one in so many, are watched. ValueError for
        less than 1.
        """
        return Watching(self, recorder, sample, modules=_checked(modules))

    def enable(self, recorder: Recorder | None = None, *, modules: Sequence[str] | None = None) -> Recorder:
        """Watch from here on, and return the Recorder: a new one unless one is given.

        Called again before `disable`, it changes what was said, and goes on with the same Recorder.
        """
        return self._enable(recorder, modules=_checked(modules))


numpy = NumpyAudit()
