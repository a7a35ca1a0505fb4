"""torch.utils: data sets, and what tbcast.utils has."""

import importlib
from typing import Any

from torch import _absent

from tbcast.utils import backcompat

__all__ = ["backcompat", "checkpoint", "data", "dlpack", "weak"]


def __getattr__(name: str) -> Any:
    """A module, when it is asked for."""
    if name not in __all__:
        raise _absent.refuse(f"torch.utils.{name}")
    return importlib.import_module(f"torch.utils.{name}")
