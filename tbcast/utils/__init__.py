"""Holds `tbcast.utils.backcompat` and `tbcast.utils.dlpack`, the places where PyTorch has them."""

import importlib

from tbcast.utils import backcompat

__all__ = ["backcompat", "dlpack"]


def __getattr__(name: str):
    """Load dlpack when it is first asked for."""
    if name != "dlpack":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return importlib.import_module("tbcast.utils.dlpack")
