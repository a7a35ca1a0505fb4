"""Reductions: tbcast reduces each block to a state, and the states are merged along a tree.

A state is a tuple of Tensors, in which reduced dimensions are kept with size 1. For `var` it has the number
of elements, their mean and the sum of squared differences from the mean, which are merged without
cancellation (Chan, Golub and LeVeque, 1979). Sums of float32 are merged in float64; float16 and bfloat16 are
summed in float32 within a block. If a dimension is in one block, the result is that of the block's own call.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, NamedTuple

import dask.array as da

from tbcast import _C
from tbcast._C import Tensor
from tbcast.dask._arguments import bound, dims_of, is_whole, reduced_shape, refuse_out, sample
from tbcast.dask._blocks import DTYPES, in_task, name_of, to_block, to_tensor
from tbcast.dask._calls import Call, Hole, array_meta, meta_tensor
from tbcast.dask._pointwise import pointwise
from tbcast.dask._tensor import DaskTensor, blockwise, refuse

State = tuple[Tensor, ...]
Dims = tuple[int, ...]


# ---- the states of blocks, and merging them ----


def _wide(dtype: _C.dtype) -> _C.dtype:
    """The dtype in which sums of blocks are merged."""
    if dtype.is_complex:
        return _C.complex128
    return _C.float64 if dtype.is_floating_point else dtype


def in_block(dtype: _C.dtype) -> _C.dtype:
    """The dtype of sums within a block."""
    return _C.float32 if dtype in (_C.float16, _C.bfloat16) else dtype


def _count(x: Tensor, dims: Dims) -> Tensor:
    return _C.tensor(math.prod(x.shape[d] for d in dims), dtype=_C.float64)


class Kind(NamedTuple):
    """How a reduction is computed from blocks."""

    begin: Callable[[Tensor, Dims, dict[str, Any]], State] | None
    """None: BeginExtreme, which knows where blocks begin."""
    merge: Callable[[State, State], State]
    end: Callable[[State, dict[str, Any]], Any]
    empty: bool = True
    """Whether blocks without elements take part."""


def _begin_sum(x: Tensor, dims: Dims, how: dict[str, Any], name: str = "sum") -> State:
    wanted = getattr(_C, how["dtype"])
    return (getattr(_C, name)(x, dims, keepdim=True, dtype=in_block(wanted)).to(_wide(wanted)),)


def _begin_mean(x: Tensor, dims: Dims, how: dict[str, Any]) -> State:
    return (*_begin_sum(x, dims, how), _count(x, dims))


def _begin_nansum(x: Tensor, dims: Dims, how: dict[str, Any]) -> State:
    return _begin_sum(x, dims, how, "nansum")


def _begin_nanmean(x: Tensor, dims: Dims, how: dict[str, Any]) -> State:
    return (*_begin_nansum(x, dims, how), _C.sum(~_C.isnan(x), dims, keepdim=True).to(_C.float64))


def _begin_count(x: Tensor, dims: Dims, how: dict[str, Any]) -> State:
    return (_C.sum(x != 0, dims, keepdim=True),)


def _begin_prod(x: Tensor, dims: Dims, how: dict[str, Any]) -> State:
    wanted = getattr(_C, how["dtype"])
    found = x.to(in_block(wanted))
    for d in dims:
        found = _C.prod(found, d, keepdim=True)
    return (found.to(_wide(wanted)),)


def _begin_by(name: str) -> Callable[[Tensor, Dims, dict[str, Any]], State]:
    def begin(x: Tensor, dims: Dims, how: dict[str, Any]) -> State:
        return (getattr(_C, name)(x, dims, keepdim=True),)

    return begin


def _begin_moments(x: Tensor, dims: Dims, how: dict[str, Any]) -> State:
    values = x.to(in_block(x.dtype))
    variance, mean = _C.var_mean(values, dims, correction=0, keepdim=True)
    count = _count(x, dims)
    if float(count) == 0:
        zero = _C.zeros_like(mean, dtype=_wide(mean.dtype))
        return count, zero, _C.zeros_like(mean, dtype=_C.float64).real
    return count, mean.to(_wide(mean.dtype)), variance.to(_C.float64) * count


def _merge_moments(a: State, b: State) -> State:
    (n, mean, squares), (m, mean_b, squares_b) = a, b
    total = n + m
    if float(total) == 0:
        return a
    apart = (mean_b - mean).abs() ** 2 * (n * m / total)
    return total, mean * (n / total) + mean_b * (m / total), squares + squares_b + apart


def _end_var(state: State, how: dict[str, Any]) -> Tensor:
    count, _, squares = state
    return squares / max(float(count) - float(how["correction"]), 0.0)


def _end_var_mean(state: State, how: dict[str, Any]) -> Any:
    count, mean, _ = state
    return _end_var(state, how), mean if float(count) else mean / 0.0


def _end_std_mean(state: State, how: dict[str, Any]) -> Any:
    variance, mean = _end_var_mean(state, how)
    return variance.sqrt(), mean


def _finite(x: Tensor) -> Tensor:
    """x with 0 instead of infinities and nan."""
    return _C.where(_C.isfinite(x), x, _C.zeros_like(x))


def _begin_logsumexp(x: Tensor, dims: Dims, how: dict[str, Any]) -> State:
    values = x.to(_C.complex128 if x.dtype.is_complex else _C.float64)
    if not _count(x, dims):
        none = _C.zeros(reduced_shape(x.shape, dims, True), dtype=values.dtype)
        return none.real - math.inf, none
    most = _C.amax(values.real if x.dtype.is_complex else values, dims, keepdim=True)
    return most, _C.sum(_C.exp(values - _finite(most)), dims, keepdim=True)


def _merge_logsumexp(a: State, b: State) -> State:
    most = _C.maximum(a[0], b[0])

    def scaled(state: State) -> Tensor:
        apart = _finite(state[0]) - _finite(most)
        factor = _C.where(state[0] == -math.inf, _C.ones_like(most), _C.exp(apart))
        return state[1] * factor

    return most, scaled(a) + scaled(b)


def _end_logsumexp(state: State, how: dict[str, Any]) -> Tensor:
    most, total = state
    return _C.log(total) + _finite(most)


def _extreme(largest: bool) -> Callable[[State, State], State]:
    """Merge two states to the first of the extreme elements; nan is beyond all numbers."""

    def merge(a: State, b: State) -> State:
        (value, at), (other, other_at) = a, b
        beyond = other > value if largest else other < value
        same = other == value
        if value.dtype.is_floating_point:
            nan, other_nan = _C.isnan(value), _C.isnan(other)
            beyond, same = (beyond | other_nan) & ~nan, same | (nan & other_nan)
        chosen = beyond | (same & (other_at < at))
        return _C.where(chosen, other, value), _C.where(chosen, other_at, at)

    return merge


def _add(a: State, b: State) -> State:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def _each(name: str) -> Callable[[State, State], State]:
    def merge(a: State, b: State) -> State:
        return tuple(getattr(_C, name)(x, y) for x, y in zip(a, b, strict=True))

    return merge


def _first(state: State, how: dict[str, Any]) -> Tensor:
    return state[0]


def _quotient(state: State, how: dict[str, Any]) -> Tensor:
    return state[0] / state[1]


def _pair(state: State, how: dict[str, Any]) -> Any:
    return state


def _second(state: State, how: dict[str, Any]) -> Tensor:
    return state[1]


KINDS = {
    "sum": Kind(_begin_sum, _add, _first),
    "nansum": Kind(_begin_nansum, _add, _first),
    "mean": Kind(_begin_mean, _add, _quotient),
    "nanmean": Kind(_begin_nanmean, _add, _quotient),
    "count_nonzero": Kind(_begin_count, _add, _first),
    "prod": Kind(_begin_prod, _each("mul"), _first),
    "amax": Kind(_begin_by("amax"), _each("maximum"), _first, False),
    "amin": Kind(_begin_by("amin"), _each("minimum"), _first, False),
    "all": Kind(_begin_by("all"), _each("logical_and"), _first),
    "any": Kind(_begin_by("any"), _each("logical_or"), _first),
    "var": Kind(_begin_moments, _merge_moments, _end_var),
    "std": Kind(_begin_moments, _merge_moments, lambda state, how: _end_var(state, how).sqrt()),
    "var_mean": Kind(_begin_moments, _merge_moments, _end_var_mean),
    "std_mean": Kind(_begin_moments, _merge_moments, _end_std_mean),
    "logsumexp": Kind(_begin_logsumexp, _merge_logsumexp, _end_logsumexp),
    "argmax": Kind(None, _extreme(True), _second, False),
    "argmin": Kind(None, _extreme(False), _second, False),
    "max": Kind(None, _extreme(True), _pair, False),
    "min": Kind(None, _extreme(False), _pair, False),
}


# ---- tasks ----


def _flat(nested: Any) -> Iterator[Any]:
    if isinstance(nested, list):
        for item in nested:
            yield from _flat(item)
    else:
        yield nested


@dataclass(eq=False)
class _Task:
    """A task of a reduction."""

    kind: str

    @property
    def __name__(self) -> str:
        """The name of the tasks in Dask."""
        return self.kind


@dataclass(eq=False)
class Begin(_Task):
    """The state of a block, or None if it has nothing to reduce and does not take part."""

    dtype: _C.dtype
    how: dict[str, Any]

    def __call__(self, block: Any, axis: Any = None, keepdims: bool = True, **kwargs: Any) -> Any:
        return in_task(self._run, block, tuple(axis))

    def _run(self, block: Any, dims: Dims) -> State | None:
        x, begin = to_tensor(block, self.dtype), KINDS[self.kind].begin
        if begin is None or not (KINDS[self.kind].empty or _count(x, dims)):
            return None
        return begin(x, dims, self.how)


@dataclass(eq=False)
class BeginExtreme(_Task):
    """The extreme elements of a block and their indices in the whole tensor. `starts`: where the block
    begins."""

    dtype: _C.dtype
    dims: Dims
    shape: tuple[int, ...]

    def __call__(self, block: Any, *starts: Any) -> Any:
        return in_task(self._run, block, [int(start[0]) for start in starts])

    def _run(self, block: Any, starts: list[int]) -> State | None:
        x = to_tensor(block, self.dtype)
        ndim, dims = x.ndim, self.dims
        length = math.prod(x.shape[d] for d in dims)
        if length == 0:
            return None
        x = x.byte() if x.dtype == _C.bool else x
        kept = [d for d in range(ndim) if d not in dims]
        last = x.permute((*kept, *dims)).reshape((*(x.shape[d] for d in kept), length))
        largest = self.kind in ("argmax", "max")
        at = _C.argmax(last, -1, keepdim=True) if largest else _C.argmin(last, -1, keepdim=True)
        value = _C.gather(last, -1, at)
        whole, scale = _C.zeros_like(at), 1  # the index in the whole tensor, from the last dimension on
        for d, start in zip(reversed(dims), reversed(starts), strict=True):
            whole = whole + (at % x.shape[d] + start) * scale
            at = at // x.shape[d]
            scale *= self.shape[d]
        sizes = [1 if d in dims else x.shape[d] for d in range(ndim)]
        return value.reshape(sizes), whole.reshape(sizes)


@dataclass(eq=False)
class Merge(_Task):
    """The merged state of several blocks. `end`: makes the result from it."""

    how: dict[str, Any]
    dtypes: tuple[_C.dtype, ...]
    end: bool

    def __call__(self, nested: Any, axis: Any = None, keepdims: bool = True, **kwargs: Any) -> Any:
        return in_task(self._run, nested, tuple(axis), keepdims)

    def _run(self, nested: Any, dims: Dims, keepdim: bool) -> Any:
        states = [state for state in _flat(nested) if state is not None]
        kind = KINDS[self.kind]
        if not states:
            if self.end:
                raise RuntimeError(
                    f"{self.kind}(): Expected reduction dim to be specified for input.numel() == 0."
                )
            return None
        found = states[0]
        for state in states[1:]:
            found = kind.merge(found, state)
        if not self.end:
            return found
        results = kind.end(found, self.how)
        results = results if isinstance(results, tuple) else (results,)
        shaped = [
            (r if keepdim else r.squeeze(dims)).to(dtype)
            for r, dtype in zip(results, self.dtypes, strict=True)
        ]
        return to_block(shaped[0] if len(shaped) == 1 else tuple(shaped))


# ---- reductions ----


def split_results(array: da.Array, shape: tuple[int, ...], results: Any) -> Any:
    """Several results of one task, as the tuple that tbcast returns."""
    ind = tuple(range(array.ndim))
    found = []
    for number, result in enumerate(results):
        dtype = DTYPES[result.dtype]
        one = da.blockwise(
            itemgetter(number), ind, array, ind, dtype=dtype, meta=array_meta(array.ndim, dtype), token="item"
        )
        found.append(DaskTensor(one, result.dtype, meta_tensor(shape, result.dtype)))
    kind = type(results)
    return tuple(found) if kind is tuple else kind(found)


def _starts(x: DaskTensor, d: int) -> da.Array:
    """The starts of the blocks along a dimension, one element per block."""
    starts, at = [], 0
    for size in x.chunks[d]:
        starts.append(at)
        at += size
    return da.from_array(starts, chunks=1)


def reduce(name: str, x: DaskTensor, dims: Dims, keepdim: bool, how: dict[str, Any], results: Any) -> Any:
    """A reduction along a tree of blocks. `results`: those for a small tensor."""
    several = isinstance(results, tuple)
    dtypes = tuple(r.dtype for r in (results if several else (results,)))
    shape = reduced_shape(tuple(x._like.shape), dims, keepdim)
    numpy_dtype = DTYPES[dtypes[0]]
    known: dict[str, Any] = {
        "dtype": numpy_dtype,
        "concatenate": False,
        "meta": array_meta(len(shape), numpy_dtype),
    }
    begin: Any = Begin(name, x.dtype, how)
    array = x._blocks
    if KINDS[name].begin is None:
        if not x.is_known():
            refuse(
                f"{name}() of unknown sizes",
                "indices cannot be counted; compute_chunk_sizes() finds the sizes",
            )
        task = BeginExtreme(name, x.dtype, dims, tuple(x.shape))
        ind = tuple(range(x.ndim))
        starts = [item for d in dims for item in (_starts(x, d), (d,))]
        array = da.blockwise(
            task, ind, array, ind, *starts, dtype=numpy_dtype, meta=array_meta(x.ndim, numpy_dtype),
            token=name, adjust_chunks=dict.fromkeys(dims, 1), align_arrays=False,
        )  # fmt: skip
        begin = _as_it_is
    found = da.reduction(
        array, chunk=begin, combine=Merge(name, how, dtypes, False), aggregate=Merge(name, how, dtypes, True),
        axis=dims, keepdims=keepdim, name=None, **known,
    )  # fmt: skip
    if several:
        return split_results(found, shape, results)
    return DaskTensor(found, dtypes[0], meta_tensor(shape, dtypes[0]))


def _as_it_is(block: Any, axis: Any = None, keepdims: bool = True) -> Any:
    return block


def in_each_block(
    name: str, x: DaskTensor, args: Any, kwargs: Any, sizes: Mapping[int, int | None], results: Any
) -> Any:
    """The function's own result, if each block contains the dimensions of `sizes` whole.

    sizes: the result's sizes along them, None for a dimension that it lacks. `results`: those for a small
    tensor."""
    ind = tuple(range(x.ndim))
    new = {d: size for d, size in sizes.items() if size is not None}
    out = tuple(d for d in ind if d in new or d not in sizes)
    call = Call(name, (Hole(0), *args), kwargs, (x.dtype,))
    shape = tuple(new.get(d, x._like.shape[d]) for d in out)
    several = isinstance(results, tuple)
    like = meta_tensor(shape, (results[0] if several else results).dtype)
    found = blockwise(call, out, [(x, ind)], like, adjust_chunks=new)
    return split_results(found._array, shape, results) if several else found


def reduction(
    name: str, x: DaskTensor, args: tuple[Any, ...], kwargs: dict[str, Any], method: bool = False
) -> Any:
    """A reduction of the table of kinds. method: raise the method's errors."""
    if name in ("max", "min") and _is_pair(args, kwargs):
        return pointwise({"max": "maximum", "min": "minimum"}[name], (x, *args), kwargs)
    moments = name in ("var", "std", "var_mean", "std_mean")
    text, correction = f".{name}" if method else name, kwargs.get("correction")
    of_many = isinstance(correction, (int, float)) and not 0 <= correction <= 1
    results = sample(text, x, args, {**kwargs, "correction": 1} if of_many else kwargs, 3 if moments else 2)
    given = bound(name, args, kwargs)
    if moments and args and isinstance(args[0], bool):
        given = {**bound(name, (), kwargs), "unbiased": args[0]}
    dims, keepdim = dims_of(x, given.get("dim")), bool(given.get("keepdim"))
    if of_many and math.prod(x.shape[d] for d in dims) <= correction:
        sample(text, x, args, kwargs)  # warns
    if name in ("all", "any") and isinstance(given.get("dim"), (tuple, list)) and not given["dim"]:
        return (x != 0).to(results.dtype)  # type: ignore[attr-defined]
    how: dict[str, Any] = {}
    if moments:
        own = given.get("correction")
        how["correction"] = int(given["unbiased"]) if own is None else own
    elif name in ("sum", "mean", "nansum", "nanmean", "prod"):
        how["dtype"] = name_of(results.dtype)
    if name in ("max", "min") and given.get("dim") is None:
        name, args, kwargs = f"a{name}", (), {}
    if x.ndim == 0 or (is_whole(x, dims) and (dims != () or name not in KINDS)):
        return in_each_block(name, x, args, kwargs, dict.fromkeys(dims, 1 if keepdim else None), results)
    return reduce(name, x, dims, keepdim, how, results)


def _is_pair(args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    return isinstance(args[0] if args else kwargs.get("other"), (DaskTensor, Tensor, da.Array))


def _reduction(name: str, method: bool = False) -> Callable[..., Any]:
    def call(input: Any, *args: Any, **kwargs: Any) -> Any:
        return reduction(name, input, args, dict(kwargs), method)

    call.__name__, call.__doc__ = name, f"As `tbcast.{name}`, over a tree of blocks."
    return call


def norm(
    input: DaskTensor, p: Any = 2, dim: Any = None, keepdim: bool = False, out: Any = None, dtype: Any = None
) -> Any:
    """The same as `tbcast.norm` for a number, inf, -inf or 'fro' as the order."""
    refuse_out("norm", {"out": out})
    result = sample("norm", input, (p, dim, keepdim), {} if dtype is None else {"dtype": dtype})
    x: Any = input if dtype is None else input.to(dtype)  # type: ignore[attr-defined]
    if is_whole(x, dims_of(x, dim)):
        sizes = dict.fromkeys(dims_of(x, dim), 1 if keepdim else None)
        return in_each_block("norm", x, (p, dim, keepdim), {}, sizes, result)
    x = x.to(in_block(x.dtype))
    size = abs(x)
    order = 2 if p is None or p == "fro" else p
    if order in (math.inf, -math.inf):
        dims = dims_of(x, dim)
        found = size.amax(dims, keepdim) if order > 0 else size.amin(dims, keepdim)
    elif order == 0:
        found = (x != 0).sum(dim, keepdim)
    elif order == 2:
        found = (size * size).sum(dim, keepdim).sqrt()
    else:
        found = (size if order == 1 else size**order).sum(dim, keepdim) ** (1.0 / order)
    return found.to(result.dtype)


def aminmax(input: DaskTensor, *, dim: Any = None, keepdim: bool = False, out: Any = None) -> Any:
    """The same as `tbcast.aminmax`."""
    refuse_out("aminmax", {"out": out})
    kind = type(sample("aminmax", input, (), {"dim": dim, "keepdim": keepdim}))
    dims: Any = () if dim is None else dim
    return kind(
        (reduction("amin", input, (dims, keepdim), {}), reduction("amax", input, (dims, keepdim), {}))
    )


def functions() -> dict[str, Callable[..., Any]]:
    """The reductions that are functions, by name."""
    return {**{name: _reduction(name) for name in KINDS}, "norm": norm, "aminmax": aminmax}


def methods() -> dict[str, Callable[..., Any]]:
    """The reductions that are methods, by name."""
    found = {name: _reduction(name, True) for name in KINDS if hasattr(Tensor, name)}
    return {**found, "norm": norm, "aminmax": aminmax}
