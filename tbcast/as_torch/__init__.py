"""The door for programs and libraries that say `import torch`: `tbcast.as_torch()` gives them tbcast.

This module can be called, and is a plug-in of pytest (`pytest -p tbcast.as_torch`). The folder torch/ beside
it is then the package `torch`: what programs ask for that need no gradients, and `import tbcast` lacks.
Its other names and modules are tbcast's own.

A Python that the program starts finds that package, too, through sys.path (multiprocessing) or PYTHONPATH
(subprocess): this folder contains nothing else that can be imported.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import types
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from typing import Any

from tbcast import _C
from tbcast._compat import missing

_FOLDER = Path(__file__).with_name("torch")
__path__ = []  # that folder is no package of tbcast
GRADS = ("refuse", "ignore")
"""What may become of requires_grad=True."""
_GRAD = "TBCAST_AS_TORCH_GRAD"
"""The environment variable that tells the program's children."""


class _Alias:
    """Finds `torch.linalg` in tbcast.linalg, and loads it by taking that module."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: object = None) -> ModuleSpec | None:
        """For modules that the folder torch/ lacks. Raises ModuleNotFoundError, with the sentence, for what
        PyTorch has and tbcast lacks."""
        first, _, rest = name.partition(".")
        if first != "torch" or not rest:
            return None
        try:
            own = importlib.util.find_spec(f"tbcast.{rest}")
        except ModuleNotFoundError:
            own = None
        if own is not None:
            return ModuleSpec(name, _Alias, origin=own.origin)  # type: ignore[arg-type]
        sentence = missing.sentence(rest)
        if sentence:
            raise ModuleNotFoundError(sentence, name=name)
        return None

    @staticmethod
    def create_module(spec: ModuleSpec) -> None:
        """Nothing: the module is there."""

    @staticmethod
    def exec_module(module: types.ModuleType) -> None:
        """Python then takes what is in sys.modules."""
        name = module.__name__
        sys.modules[name] = importlib.import_module(name.replace("torch", "tbcast", 1))


def _enter() -> None:
    """What the package `torch` does first: tensors are its own, and its other modules are found."""
    if _Alias not in sys.meta_path:
        sys.meta_path.append(_Alias)
        _C.Tensor.__module__ = "torch"
        _C._remember_requires_grad(os.environ.get(_GRAD) == "ignore")


def _open() -> None:
    """Load the package, whatever `torch` sys.path would find; children find it before PyTorch."""
    spec = PathFinder.find_spec("torch", [str(_FOLDER.parent)])
    assert spec is not None and spec.loader is not None
    torch = sys.modules["torch"] = importlib.util.module_from_spec(spec)
    _enter()
    try:
        spec.loader.exec_module(torch)
    except BaseException:
        sys.meta_path.remove(_Alias)
        _C.Tensor.__module__ = "tbcast"
        del sys.modules["torch"]
        raise
    folder = str(_FOLDER.parent)
    sys.path.insert(1, folder)
    paths = [folder, *filter(None, [os.environ.get("PYTHONPATH")])]
    os.environ["PYTHONPATH"] = os.pathsep.join(paths)


class _Door(types.ModuleType):
    """The type of the module tbcast.as_torch, which can be called."""

    def __call__(self, grad: str = "refuse") -> types.ModuleType:
        """From now on, `import torch` and `import torch.nn` give tbcast, here and in each Python that this
        process starts; returns the module `torch`. A second call changes `grad` alone.

        grad: what becomes of requires_grad=True. "refuse": NotImplementedError, as in tbcast; "ignore": the
        tensor remembers it, and nothing else happens. Computing gradients is an error in any case.

        `Tensor.__module__` is then "torch", because libraries look at that name. Raises ImportError if
        PyTorch has been imported, ValueError for another grad.
        """
        if grad not in GRADS:
            raise ValueError(f"as_torch: grad must be 'refuse' or 'ignore', not {grad!r}")
        found: Any = sys.modules.get("torch")
        if found is None:
            _open()
        elif Path(getattr(found, "__file__", None) or "").parent != _FOLDER:
            raise ImportError("as_torch: torch has already been imported. Call tbcast.as_torch() before")
        _C._remember_requires_grad(grad == "ignore")
        os.environ[_GRAD] = grad
        return sys.modules["torch"]


def pytest_addoption(parser: Any) -> None:
    """Open the door, before pytest imports anything of the tests; add the option --as-torch-grad."""
    _Door.__call__(sys.modules[__name__])  # type: ignore[arg-type]
    parser.getgroup("tbcast").addoption(
        "--as-torch-grad", choices=GRADS, default="refuse", help="what becomes of requires_grad=True"
    )


def pytest_configure(config: Any) -> None:
    """Obey the option."""
    _Door.__call__(sys.modules[__name__], config.option.as_torch_grad)  # type: ignore[arg-type]


sys.modules[__name__].__class__ = _Door
