"""Arguments of functions that are no pointwise ones: matched by tbcast itself, on small tensors."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from tbcast._C import Tensor
from tbcast.dask._calls import find, meta_tensor, written
from tbcast.dask._tensor import DaskTensor, refuse


def small(x: DaskTensor, most: int = 2, along: Mapping[int, int] | None = None) -> Tensor:
    """As x, but with at most so many elements along each dimension; along: the sizes of some of them."""
    sizes = [most if math.isnan(size) else min(int(size), most) for size in x._array.shape]
    sizes = [(along or {}).get(d, size) for d, size in enumerate(sizes)]
    return meta_tensor(sizes, x.dtype).contiguous()


def sample(
    name: str, x: DaskTensor, args: Any, kwargs: Any, most: int = 2, along: Mapping[int, int] | None = None
) -> Any:
    """What the function makes of a small tensor: its dtypes and warnings, or its error."""
    refuse_out(name, kwargs)
    return written(find(name), small(x, most, along), *args, **kwargs)


def refuse_out(name: str, kwargs: dict[str, Any]) -> None:
    """out= cannot be written."""
    if kwargs.get("out") is not None:
        refuse(f"{name.strip('.')}(out=)", "nothing is written while an expression is; assign the result")
    kwargs.pop("out", None)


def bound(names: str, args: Sequence[Any], kwargs: dict[str, Any]) -> dict[str, Any]:
    """Arguments by name; they have been matched already."""
    return {**dict(zip(names.split(), args, strict=False)), **kwargs}


def with_dim(kwargs: dict[str, Any]) -> dict[str, Any]:
    """The same with axis=, NumPy's name, as dim=."""
    return {"dim" if name == "axis" else name: value for name, value in kwargs.items()}


def one_by_one(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Sizes or dimensions, which come one by one or as one sequence."""
    return tuple(values[0]) if len(values) == 1 and isinstance(values[0], (tuple, list)) else values


def dims_of(x: DaskTensor, dim: Any) -> tuple[int, ...]:
    """Dimensions as a sorted tuple of numbers from 0 on; None and () are all."""
    if dim is None or (isinstance(dim, (tuple, list)) and not dim):
        return tuple(range(x.ndim))
    given = dim if isinstance(dim, (tuple, list)) else (dim,)
    return tuple(sorted(d % x.ndim if x.ndim else 0 for d in given))[: x.ndim]


def reduced_shape(shape: Sequence[int], dims: Sequence[int], keepdim: bool) -> tuple[int, ...]:
    """The sizes that a reduction leaves."""
    sizes = [1 if d in dims else size for d, size in enumerate(shape) if keepdim or d not in dims]
    return tuple(sizes)


def is_whole(x: DaskTensor, dims: Sequence[int]) -> bool:
    """Does each block have all of these dimensions?"""
    return all(x.numblocks[d] == 1 for d in dims)
