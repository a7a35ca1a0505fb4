"""Arguments of functions that are not pointwise: tbcast itself matches them, with small tensors."""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Mapping, Sequence
from typing import Any

from tbcast._C import Tensor
from tbcast.dask._calls import find, meta_tensor, written
from tbcast.dask._tensor import DaskTensor, refuse


def small(x: DaskTensor, most: int = 2, along: Mapping[int, int] | None = None) -> Tensor:
    """A tensor like x, but with at most `most` elements along each dimension. along: the sizes of some of
    them."""
    sizes = [most if math.isnan(size) else min(int(size), most) for size in x._array.shape]
    sizes = [(along or {}).get(d, size) for d, size in enumerate(sizes)]
    return meta_tensor(sizes, x.dtype).contiguous()


def sample(
    name: str, x: DaskTensor, args: Any, kwargs: Any, most: int = 2, along: Mapping[int, int] | None = None
) -> Any:
    """The function's result for a small tensor, which has the right dtypes and warnings, or its error."""
    refuse_out(name, kwargs)
    return written(find(name), small(x, most, along), *args, **kwargs)


def refuse_out(name: str, kwargs: dict[str, Any]) -> None:
    """Raise an error for out=, which cannot be written."""
    if kwargs.get("out") is not None:
        refuse(f"{name.strip('.')}(out=)", "nothing is written while an expression is; assign the result")
    kwargs.pop("out", None)


def _parameters_of(name: str) -> dict[str, Any]:
    """The names and defaults of a function's parameters after the first tensor, and after a second one."""
    own = list(inspect.signature(find(name)).parameters.values())[1:]
    return {parameter.name: parameter.default for parameter in own if parameter.name != "other"}


_parameters = functools.cache(_parameters_of)


def bound(name: str, args: Sequence[Any], kwargs: dict[str, Any]) -> dict[str, Any]:
    """The arguments by name, NumPy's axis= as dim=, and the defaults that are ints and bools."""
    parameters = _parameters(name)
    defaults = {key: value for key, value in parameters.items() if isinstance(value, int)}
    return {**defaults, **dict(zip(parameters, args, strict=False)), **with_dim(kwargs)}


def with_dim(kwargs: dict[str, Any]) -> dict[str, Any]:
    """The keywords with NumPy's axis= and keepdims= renamed to dim= and keepdim=."""
    names = {"axis": "dim", "keepdims": "keepdim"}
    return {names.get(name, name): value for name, value in kwargs.items()}


def one_by_one(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Sizes or dimensions, given one by one or as one sequence."""
    return tuple(values[0]) if len(values) == 1 and isinstance(values[0], (tuple, list)) else values


def dims_of(x: DaskTensor, dim: Any) -> tuple[int, ...]:
    """Dimensions as a sorted tuple of non-negative numbers; None and () mean all."""
    if dim is None or (isinstance(dim, (tuple, list)) and not dim):
        return tuple(range(x.ndim))
    given = dim if isinstance(dim, (tuple, list)) else (dim,)
    return tuple(sorted(d % x.ndim if x.ndim else 0 for d in given))[: x.ndim]


def reduced_shape(shape: Sequence[int], dims: Sequence[int], keepdim: bool) -> tuple[int, ...]:
    """The shape after a reduction."""
    sizes = [1 if d in dims else size for d, size in enumerate(shape) if keepdim or d not in dims]
    return tuple(sizes)


def is_whole(x: DaskTensor, dims: Sequence[int]) -> bool:
    """Whether each block contains all of these dimensions whole."""
    return all(x.numblocks[d] == 1 for d in dims)
