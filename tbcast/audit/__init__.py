"""`tbcast.audit`: records the broadcasts of a program, of PyTorch, NumPy or tbcast itself, and judges them.

Nothing is imported before it is used: `tbcast.audit.torch` needs PyTorch, and tbcast does not.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tbcast.audit.arrays import numpy as numpy
    from tbcast.audit.ipython import (
        load_ipython_extension as load_ipython_extension,
        unload_ipython_extension as unload_ipython_extension,
    )
    from tbcast.audit.pytorch.front_end import torch as torch

_LAZY = {
    "load_ipython_extension": "tbcast.audit.ipython",
    "numpy": "tbcast.audit.arrays",
    "torch": "tbcast.audit.pytorch.front_end",
    "unload_ipython_extension": "tbcast.audit.ipython",
}  # {name: the module that has it}


def __getattr__(name: str) -> object:
    if name in _LAZY:
        found: object = getattr(importlib.import_module(_LAZY[name]), name)
        globals()[name] = found
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *(name for name in _LAZY if name not in globals())]
