"""`tbcast.audit`: records the broadcasts of a program, of PyTorch, NumPy or tbcast itself, and judges them.

Nothing is imported before it is used: `tbcast.audit.torch` needs PyTorch, and tbcast does not.
"""

import importlib
import sys

_LAZY = {
    "Finding": "recorder",
    "Recorder": "recorder",
    "load_ipython_extension": "_ipython",
    "numpy": "_rewriting.front_end",
    "tensors": "_tensors",
    "torch": "_pytorch.front_end",
    "unload_ipython_extension": "_ipython",
}
"""What is loaded when it is first asked for: name -> its module."""

__all__ = sorted(_LAZY)


def __getattr__(name: str):
    """Load what is in _LAZY, and keep it."""
    if name not in _LAZY:
        text = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(text, name=name, obj=sys.modules[__name__])
    value = globals()[name] = getattr(importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)
    return value


def __dir__() -> list:
    """The public names, loaded or not."""
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
