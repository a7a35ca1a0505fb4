"""Classes that exist so that modules which name them can be imported: making one is an error."""

from __future__ import annotations

import sys
from typing import Any


def absent(module: str, name: str, bases: tuple[type, ...], instead: str) -> type:
    """A class of that name."""

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError(f"tbcast has no {module}.{name}: {instead}")

    made = type(name, bases, {"__init__": __init__, "__module__": module, "__doc__": f"{instead}."})
    setattr(sys.modules[module], name, made)
    return made


def refuse(name: str) -> AttributeError:
    """The error for a name that a module of this package lacks."""
    module, _, last = name.rpartition(".")
    from tbcast._compat import missing

    text = missing.sentence(name.removeprefix("torch.")) or f"module {module!r} has no attribute {last!r}"
    return AttributeError(text, name=last)
