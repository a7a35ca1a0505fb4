"""`tbcast.audit`: records the broadcasts of a program, of PyTorch, NumPy or tbcast itself, and judges them.

Nothing is imported before it is used: `tbcast.audit.torch` needs PyTorch, and tbcast does not.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tbcast.audit.pytorch.front_end import torch as torch

_LAZY = {"torch": "tbcast.audit.pytorch.front_end"}  # {name: the module that has it}


def __getattr__(name: str) -> object:
    if name in _LAZY:
        found: object = getattr(importlib.import_module(_LAZY[name]), name)
        globals()[name] = found
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *(name for name in _LAZY if name not in globals())]
