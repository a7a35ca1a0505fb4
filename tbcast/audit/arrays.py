"""`tbcast.audit.numpy`: the broadcasts of NumPy's arrays, and of all other arrays with a shape, in rewritten modules."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from typing import Any

from tbcast.audit.importing import remove, rewrite_imports
from tbcast.audit.recorder import Finding, Recorder
from tbcast.audit.watching import unwatch, watch


class numpy:
    """Records the broadcasts of arrays (NumPy's, JAX's, CuPy's) in modules that are imported meanwhile.

    Operators, comparisons, ufuncs and functions like `np.where` are looked at before they are carried out, in the
    modules whose names match `modules` (`["mymodel", "tools.*"]`; a package stands for all in it), by default in
    all that are the program's own: neither Python's nor installed. What is imported already is not rewritten;
    `tbcast audit program.py` sees the whole of a program, `%%audit` a cell of a notebook. NumPy is not imported.

    recorder: where the findings are collected, a new one by default. least: from which risk on, "medium" by
    default; "low" records every broadcast, and takes longer.

    A module that has been rewritten stays so, and costs little when nothing is recorded any more. Objects of
    packages that align by labels (pandas, polars, xarray among themselves) or have an audit of their own (PyTorch,
    tbcast) are left out.

    Raises ValueError where `least` is no risk.

    Source: none; PyTorch has nothing like it.

    >>> import tbcast.audit
    >>> with tbcast.audit.numpy(modules=["mymodel"]) as audit:
    ...     pass  # import mymodel; mymodel.train()
    >>> audit.enabled
    False
    """

    def __init__(
        self, modules: Sequence[str] | None = None, *, recorder: Any = None, least: str = "medium"
    ) -> None:
        if least not in ("low", "medium", "high"):
            raise ValueError(f"least is 'low', 'medium' or 'high', not {least!r}")
        if isinstance(modules, str):
            raise ValueError(f"modules is a list of names, not {modules!r}")
        self.modules = None if modules is None else list(modules)
        self.recorder = Recorder() if recorder is None else recorder
        self.least = least
        self._finders: list[MetaPathFinder] = []

    @property
    def enabled(self) -> bool:
        """Is anything recorded now?"""
        return bool(self._finders)

    def enable(self) -> numpy:
        """Record from now on. The audit itself is returned."""
        watch(self.recorder, self.least)
        self._finders.append(rewrite_imports(self.modules))
        return self

    def disable(self) -> None:
        """Record no more; as often as it was enabled."""
        if self._finders:
            remove(self._finders.pop())
            unwatch(self.recorder)

    def __enter__(self) -> numpy:
        return self.enable()

    def __exit__(self, *_: object) -> None:
        self.disable()

    def findings(self, least: str | None = None) -> list[Finding]:
        """What was recorded, from a risk upwards, the riskiest first."""
        return self.recorder.findings(self.least if least is None else least)
