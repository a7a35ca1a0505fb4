"""Tensors in blocks, for data that exceeds the memory or needs several machines: `import tbcast.dask as td`.

A `DaskTensor` is an expression over a `dask.array` whose blocks tbcast computes. Dask's schedulers run it, in
threads, processes or a cluster. The functions are those of tbcast. `pip install 'tbcast[dask]'` installs the
requirements.
"""

from types import SimpleNamespace
from typing import Any

try:
    import dask.array as _dask_array  # noqa: F401
except ImportError as _error:
    raise ImportError(f"tbcast.dask needs Dask's arrays ({_error}): pip install 'tbcast[dask]'") from _error

from tbcast.dask import _table
from tbcast.dask._creation import arange, full, ones, rand, randint, randn, zeros
from tbcast.dask._pointwise import special_functions
from tbcast.dask._storage import (
    from_dask,
    from_npy_stack,
    from_numpy,
    from_tensor,
    from_zarr,
    map_blocks,
    store,
    to_npy_stack,
    to_zarr,
)
from tbcast.dask._tensor import DaskTensor

_table.install()

__all__ = [
    "DaskTensor",
    "arange",
    "from_dask",
    "from_npy_stack",
    "from_numpy",
    "from_tensor",
    "from_zarr",
    "full",
    "map_blocks",
    "ones",
    "rand",
    "randint",
    "randn",
    "store",
    "to_npy_stack",
    "to_zarr",
    "zeros",
]
_FUNCTIONS = {name: function for family in _table.FUNCTIONS.values() for name, function in family.items()}
_MODULES = {"special": special_functions(), "nn": SimpleNamespace(functional=_table.nn_functional())}


def __getattr__(name: str) -> Any:
    """A function of tbcast's tables; for one that cannot work on blocks, a function that says why."""
    if name in _FUNCTIONS:
        return _FUNCTIONS[name]
    if name in _MODULES:
        return _MODULES[name]
    if name in _table.refused():
        return _table.refusal(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *_FUNCTIONS})
