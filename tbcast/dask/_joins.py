"""cat, stack and functions built on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import dask.array as da

from tbcast import _C
from tbcast.dask._arguments import refuse_out, small
from tbcast.dask._calls import find, meta_tensor, written
from tbcast.dask._tensor import DaskTensor, as_dask, needs_sizes
from tbcast.dask._views import cast


def _operands(name: str, tensors: Any, dim: int) -> tuple[list[Any], _C.dtype, int]:
    """The tensors, the result's dtype and the dimension. Raises tbcast's errors."""
    found = [as_dask(tensor) for tensor in tensors]
    shapes = [list(tensor._like.shape) for tensor in found]
    if not found or any(len(shape) != len(shapes[0]) for shape in shapes):
        find(name)([small(tensor) for tensor in found], dim)  # raises the error
    ndim = len(shapes[0]) + (name == "stack")
    kept = [
        [s for d, s in enumerate(shape) if name == "stack" or d != dim % max(ndim, 1)] for shape in shapes
    ]
    if any(sizes != kept[0] for sizes in kept):
        written(find(name), [tensor._like for tensor in found], dim)  # raises the error
    result = written(find(name), [small(tensor, 1) for tensor in found], dim)
    return found, result.dtype, dim % ndim


def cat(tensors: Any, dim: int = 0, *, out: Any = None) -> Any:
    """The same as `tbcast.cat`; the blocks stay as they are."""
    refuse_out("cat", {"out": out})
    given = [as_dask(tensor) for tensor in tensors]
    # As in torch, empty vectors match everything, and only their dtype counts.
    found, dtype, d = _operands("cat", [x for x in given if tuple(x.shape) != (0,)] or given, dim)
    for tensor in given:
        dtype = _C.promote_types(dtype, tensor.dtype)
    shape = list(found[0]._like.shape)
    shape[d] = sum(tensor._like.shape[d] for tensor in found)
    array = da.concatenate([cast(tensor, dtype)._array for tensor in found], axis=d)
    return DaskTensor(array, dtype, meta_tensor(shape, dtype))


def stack(tensors: Any, dim: int = 0, *, out: Any = None) -> Any:
    """The same as `tbcast.stack`: a new dimension, with a block for each block of the tensors."""
    refuse_out("stack", {"out": out})
    found, dtype, d = _operands("stack", tensors, dim)
    shape = list(found[0]._like.shape)
    shape.insert(d, len(found))
    array = da.stack([cast(tensor, dtype)._array for tensor in found], axis=d)
    return DaskTensor(array, dtype, meta_tensor(shape, dtype))


def _at_least(ndim: int, x: DaskTensor) -> Any:
    while x.ndim < ndim:
        x = x[(..., None)] if x.ndim == 2 else x[(None,)]
    return x


def _stacked(ndim: int, dim: int) -> Callable[..., Any]:
    def join(tensors: Any, *, out: Any = None) -> Any:
        found = [_at_least(ndim, as_dask(tensor)) for tensor in tensors]
        return cat(found, 0 if found and found[0].ndim == 1 else dim, out=out)

    return join


def functions() -> dict[str, Callable[..., Any]]:
    """The functions, by name."""
    same = dict.fromkeys(("cat", "concat", "concatenate"), cat)
    found: dict[str, Callable[..., Any]] = {
        **same,
        "stack": stack,
        "hstack": _stacked(1, 1),
        "vstack": _stacked(2, 0),
        "dstack": _stacked(3, 2),
    }
    return {name: needs_sizes(f"{name}()", join) for name, join in found.items()}
