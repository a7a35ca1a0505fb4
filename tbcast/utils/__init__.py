"""Holds `tbcast.utils.backcompat` and `tbcast.utils.dlpack`, as in PyTorch."""

import importlib

from tbcast.utils import backcompat

__all__ = ["backcompat", "dlpack"]


def __getattr__(name: str):
    """Import dlpack on first use."""
    if name != "dlpack":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return importlib.import_module("tbcast.utils.dlpack")
