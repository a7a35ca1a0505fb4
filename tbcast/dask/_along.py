"""Functions along one dimension, which each block must contain whole; softmax and cumsum also work across
blocks."""

from __future__ import annotations

import math
from collections.abc import Callable
from numbers import Integral
from typing import Any, NoReturn

import dask.array as da

from tbcast import _C
from tbcast.dask._arguments import bound, is_whole, sample
from tbcast.dask._blocks import DTYPES
from tbcast.dask._calls import Call, Hole, array_meta, meta_tensor
from tbcast.dask._joins import cat
from tbcast.dask._reductions import in_block, in_each_block, reduction
from tbcast.dask._tensor import DaskTensor, blockwise, refuse

_SAME_SIZE = (
    *("cumsum", "cumprod", "logcumsumexp", "cummax", "cummin", "softmax", "log_softmax", "sort", "argsort"),
)
ALONG = (
    *_SAME_SIZE,
    *("topk", "kthvalue", "median", "nanmedian", "mode", "quantile", "nanquantile", "diff"),
)
_OF_KNOWN_SIZES = ("topk", "kthvalue", "diff")


def along(
    name: str, x: DaskTensor, args: tuple[Any, ...], kwargs: dict[str, Any], method: bool = False
) -> Any:
    """The result of a function along one dimension. method: raise the method's errors."""
    given = bound(name, args, kwargs)
    dim = given.get("dim")
    if dim is None and x.ndim != 1:
        refuse(f"{name}() without dim", "flatten().rechunk(-1) makes one block of all elements, for dim=0")
    d = (dim or 0) % max(x.ndim, 1) if not isinstance(dim, bool) else 0
    whole = x.ndim > 0 and is_whole(x, (d,)) and abs(dim or 0) <= x.ndim
    if name in _OF_KNOWN_SIZES and x.ndim and math.isnan(x._array.shape[d]):
        refuse(f"{name}() along an unknown size", "compute_chunk_sizes() finds it")
    if name == "diff" and any(given.get(end) is not None for end in ("prepend", "append")):
        if not whole:
            refuse_blocks(name, d)
        ends = given.get("prepend"), x, given.get("append")
        x = cat([part for part in ends if part is not None], d).rechunk({d: -1})
        args, kwargs = (), {"n": given["n"], "dim": d}
    sizes = {d: _enough(name, given, x._array.shape[d])} if x.ndim else {}
    results = sample(f".{name}" if method else name, x, args, kwargs, 2, sizes)
    if x.ndim and not whole:
        return _across(name, x, d, kwargs, results)
    one = results[0] if isinstance(results, tuple) else results
    if one.ndim > x.ndim:
        refuse(f"{name}() of several quantiles", "ask for one at a time")
    result_sizes: dict[int, int | None] = {}
    if one.ndim < x.ndim:
        result_sizes[d] = None
    elif x.ndim and name not in _SAME_SIZE:
        left_out = x._like.shape[d] - sizes[d] if name == "diff" else 0  # elements that the sample lacks
        result_sizes[d] = one.shape[d] + left_out
    return in_each_block(name, x, args, kwargs, result_sizes, results)


def _enough(name: str, given: dict[str, Any], size: float) -> int:
    """The number of elements along the dimension that suffices to check a call."""
    if math.isnan(size) or "quantile" in name:  # quantile reads two adjacent elements, also of meta tensors
        return 2
    needed = given.get("k", given["n"] + 1 if name == "diff" else 2)
    return min(int(size), max(int(needed), 2) if isinstance(needed, Integral) else 2)


def _across(name: str, x: Any, d: int, kwargs: Any, result: Any) -> Any:
    if name in ("softmax", "log_softmax"):
        x = x.to(in_block(result.dtype))
        shifted = x - reduction("amax", x, (d, True), {})
        if name == "log_softmax":
            return (shifted - shifted.exp().sum(d, True).log()).to(result.dtype)
        powers = shifted.exp()
        return (powers / powers.sum(d, True)).to(result.dtype)
    if name in ("cumsum", "cumprod"):
        x = x.to(result.dtype)
        return _scan(name, x, d)
    return refuse_blocks(name, d)


def refuse_blocks(name: str, d: int) -> NoReturn:
    """Raise the error for a function that needs the whole dimension in one block."""
    refuse(f"{name}() along a dimension in blocks", f"rechunk({{{d}: -1}}) makes one block of it")


def _scan(name: str, x: DaskTensor, d: int) -> DaskTensor:
    """Scan each block, and combine it with the total of the blocks before it."""
    ind = tuple(range(x.ndim))
    like = meta_tensor(x._like.shape, x.dtype)
    own = blockwise(Call(name, (Hole(0), d), {"dtype": x.dtype}, (x.dtype,)), ind, [(x, ind)], like)
    total = {"cumsum": "sum", "cumprod": "prod"}[name]
    call = Call(total, (Hole(0), d, True), {"dtype": x.dtype}, (x.dtype,))
    totals = blockwise(call, ind, [(x, ind)], like, adjust_chunks={d: 1})
    array = totals._array.rechunk({d: -1})
    before = Call(f"{__name__}:{name}_before", (Hole(0), d), {}, (x.dtype,))
    dtype = DTYPES[x.dtype]
    starts = da.blockwise(
        before, ind, array, ind, dtype=dtype, meta=array_meta(x.ndim, dtype), token=f"{name}-before"
    )
    starts = starts.rechunk({d: 1})
    both = Call({"cumsum": "add", "cumprod": "mul"}[name], (Hole(0), Hole(1)), {}, (x.dtype, x.dtype))
    return blockwise(both, ind, [(own, ind), (starts, ind)], like, align_arrays=False)


def cumsum_before(totals: Any, dim: int) -> Any:
    """The sum of all blocks before each one."""
    return _before(_C.cumsum(totals, dim, dtype=totals.dtype), _C.zeros_like(totals.narrow(dim, 0, 1)), dim)


def cumprod_before(totals: Any, dim: int) -> Any:
    """The product of all blocks before each one."""
    return _before(_C.cumprod(totals, dim, dtype=totals.dtype), _C.ones_like(totals.narrow(dim, 0, 1)), dim)


def _before(scanned: Any, first: Any, dim: int) -> Any:
    return _C.cat([first, scanned.narrow(dim, 0, scanned.shape[dim] - 1)], dim)


def _function(name: str, method: bool = False) -> Callable[..., Any]:
    def call(input: Any, *args: Any, **kwargs: Any) -> Any:
        return along(name, input, args, dict(kwargs), method)

    call.__name__, call.__doc__ = (
        name,
        f"As `tbcast.{name}`; only softmax, log_softmax, cumsum and cumprod work across blocks.",
    )
    return call


def functions() -> dict[str, Callable[..., Any]]:
    """The functions along a dimension, by name."""
    return {name: _function(name) for name in ALONG}


def methods() -> dict[str, Callable[..., Any]]:
    """The methods along a dimension, by name."""
    return {name: _function(name, True) for name in ALONG}
