"""Import hooks: modules that are rewritten when they are imported, and what is done after an import."""

from __future__ import annotations

import contextlib
import fnmatch
import importlib.abc
import importlib.util
import os
import sys
import threading
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import ModuleType
from typing import Any
from zipimport import zipimporter

from tbcast.audit._places import USER, kind_of
from tbcast.audit._rewriting.rewrite import GLOBALS, rewritten_code
from tbcast.audit.recorder import Recorder

# ---- which modules ----


def matches(name: str, patterns: Sequence[str]) -> bool:
    """Is the module, or a package around it, one of the patterns?"""
    parts = name.split(".")
    outer = [".".join(parts[:n]) for n in range(1, len(parts) + 1)]
    return any(fnmatch.fnmatchcase(one, pattern) for one in outer for pattern in patterns)


# ---- hooks ----


def _as_importlib(function: Callable[..., Any]) -> Any:
    """Python leaves importlib's frames out of tracebacks: this function's, too."""
    function.__code__ = function.__code__.replace(
        co_filename="<frozen importlib._bootstrap>", co_name="_call_with_frames_removed"
    )
    return function


class _Rewriting:
    """Compiles the rewritten source; there is no cached bytecode, which would be anybody's."""

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = ModuleType(spec.name)
        module.__dict__.update(GLOBALS)
        return module

    @_as_importlib
    def exec_module(self, module: ModuleType) -> None:
        """Python's own errors come from Python's own loader."""
        own: Any = self
        code = None
        with contextlib.suppress(Exception):
            path = own.get_filename(module.__name__)
            code = rewritten_code(own.get_data(path), path)
        if code is None:
            own = super()
            own.exec_module(module)
        else:
            exec(code, module.__dict__)


class _Loader(_Rewriting, SourceFileLoader):  # type: ignore[misc] # typeshed says so of its own bases
    """Of a file."""


class _ZipLoader(_Rewriting, zipimporter):  # type: ignore[misc]
    """Of a file in an archive."""


class _Finder(importlib.abc.MetaPathFinder):
    """Asks the other finders, and changes the loader of what they find."""

    def __init__(self, change: Callable[[str, ModuleSpec], None]) -> None:
        self.change = change
        self.asking = threading.local()

    def find_spec(self, fullname: str, path=None, target: ModuleType | None = None) -> ModuleSpec | None:
        if getattr(self.asking, "now", False):
            return None
        self.asking.now = True
        try:
            for finder in list(sys.meta_path):
                find = getattr(finder, "find_spec", None)
                spec = find(fullname, path, target) if find and finder is not self else None
                if spec is not None:
                    self.change(fullname, spec)
                    return spec
        finally:
            self.asking.now = False
        return None

    def invalidate_caches(self) -> None:
        pass


def rewrite_imports(patterns: Sequence[str] | None, recorder: Recorder) -> importlib.abc.MetaPathFinder:
    """Rewrite the modules that are imported from now on: those of the patterns, or the user's own.

    What the patterns name is the user's to the recorder, although it may be installed.
    """

    def change(name: str, spec: ModuleSpec) -> None:
        loader = spec.loader
        if type(loader) not in (SourceFileLoader, zipimporter) or not spec.origin:
            return
        if patterns is None:
            wanted = kind_of(spec.origin) == USER
        else:
            wanted = matches(name, patterns)
            if wanted and kind_of(spec.origin) != USER:
                recorder.own(spec.origin)
        if wanted and isinstance(loader, zipimporter):
            spec.loader = _ZipLoader(os.path.join(loader.archive, loader.prefix))
        elif wanted:
            spec.loader = _Loader(loader.name, loader.path)  # type: ignore[union-attr]

    finder = _Finder(change)
    sys.meta_path.insert(0, finder)
    return finder


def after_import(name: str, function: Callable[[], object]) -> Callable[[], None]:
    """Call the function once the module is imported, now if it is; the answer undoes that."""
    if name in sys.modules:
        function()
        return lambda: None

    def change(found: str, spec: ModuleSpec) -> None:
        if found != name or spec.loader is None or not hasattr(spec.loader, "exec_module"):
            return
        stop()
        loader = spec.loader
        execute = loader.exec_module

        @_as_importlib
        def exec_module(module: ModuleType) -> None:
            vars(loader).pop("exec_module", None)
            execute(module)
            function()

        with contextlib.suppress(AttributeError):  # a loader with slots: nothing is done after it
            loader.exec_module = exec_module  # type: ignore[method-assign]

    finder = _Finder(change)
    sys.meta_path.insert(0, finder)

    def stop() -> None:
        remove(finder)

    return stop


def remove(finder: importlib.abc.MetaPathFinder) -> None:
    """Undo a hook; modules stay as they are."""
    with contextlib.suppress(ValueError):
        sys.meta_path.remove(finder)
