"""The package `torch` that tbcast.as_torch() opens: tbcast's names, and those that only programs written for
PyTorch ask for.

Its modules are those of this folder and, by tbcast.as_torch's finder, those of tbcast.
"""

import importlib
import pkgutil
import sys
import types
from typing import Any

import tbcast as _tbcast
from tbcast.as_torch import _enter

_enter()
from torch.torch_version import __version__ as __version__  # noqa: E402

_OWN = {module.name for module in pkgutil.iter_modules(__path__)}
_LAZY = {
    "_assert": "_checks",
    "_assert_async": "_checks",
    "_check": "_checks",
    "_check_index": "_checks",
    "_check_is_size": "_checks",
    "_check_not_implemented": "_checks",
    "_check_tensor_all": "_checks",
    "_check_type": "_checks",
    "_check_value": "_checks",
    "_check_with": "_checks",
    "_shape_as_tensor": "_checks",
    "SymBool": "_checks",
    "SymFloat": "_checks",
    "SymInt": "_checks",
    "sym_float": "_checks",
    "sym_int": "_checks",
    "sym_max": "_checks",
    "sym_min": "_checks",
    "sym_not": "_checks",
    "autocast": "amp",
    "compile": "compiler",
    "get_autocast_dtype": "amp",
    "get_default_device": "_settings",
    "get_float32_matmul_precision": "_settings",
    "is_autocast_cache_enabled": "amp",
    "is_autocast_enabled": "amp",
    "is_storage": "_settings",
    "set_default_device": "_settings",
    "set_float32_matmul_precision": "_settings",
    "set_flush_denormal": "_settings",
    "typename": "_settings",
}
"""Name -> the module of this folder that has it; imported when it is asked for."""

_MODULES = {
    *("__config__", "backends", "cuda", "fft", "linalg", "overrides", "return_types", "serialization"),
    *("special", "storage", "testing"),
}
"""Those of tbcast."""

# What tbcast has loaded: functions, dtypes, Tensor.  Its modules are found under their names here.
globals().update(
    {
        name: value
        for name, value in vars(_tbcast).items()
        if not isinstance(value, types.ModuleType) and not (name.startswith("__") or name == "_LAZY")
    }
)

__all__ = sorted(
    {*_tbcast.__all__, *_LAZY, *(name for name in _OWN if not name.startswith("_"))} - {"as_torch"}
)


def __getattr__(name: str) -> Any:
    """A module or a name of _LAZY, else what tbcast has or says."""
    if name == "torch":  # as in PyTorch
        return sys.modules[__name__]
    if name in _OWN or name in _MODULES:
        return importlib.import_module(f"torch.{name}")
    if name in _LAZY:
        value = getattr(importlib.import_module(f"torch.{_LAZY[name]}"), name)
    else:
        value = getattr(_tbcast, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
