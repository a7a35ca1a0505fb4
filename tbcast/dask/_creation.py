"""DaskTensors that are made block by block: constants, ranges, random numbers."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import dask.array as da
import numpy as np
from dask.base import tokenize

from tbcast import _C
from tbcast._C import Tensor
from tbcast.dask import _random
from tbcast.dask._arguments import one_by_one
from tbcast.dask._blocks import DTYPES, in_task, to_block
from tbcast.dask._calls import array_meta, meta_tensor
from tbcast.dask._tensor import DaskTensor

Chunks = Any
"""What Dask accepts as chunks: a number, one for each dimension, tuples of sizes, a text with bytes,
"auto"."""


def _sizes(kind: str, sizes: tuple[Any, ...], size: Any = None) -> tuple[int, ...]:
    sizes = one_by_one(sizes if size is None else (size,))
    if any(not isinstance(s, bool) and isinstance(s, int) and s < 0 for s in sizes):
        getattr(_C, kind)(*sizes)  # raises the error
    _C.empty((0, *sizes))  # checks the sizes, without any element
    return tuple(int(s) for s in sizes)


def _floating(dtype: _C.dtype | None) -> _C.dtype:
    wanted = _C.get_default_dtype() if dtype is None else dtype
    if not wanted.is_floating_point:
        raise RuntimeError(
            f"random numbers of {wanted} are not drawn by blocks: the dtype must be a floating-point one"
        )
    return wanted


@dataclass(eq=False)
class _Made:
    """A task that makes a block of a whole tensor."""

    kind: str
    shape: tuple[int, ...]
    dtype: _C.dtype
    given: tuple[Any, ...]

    def __call__(self, block_info: Any = None) -> Any:
        location = [tuple(map(int, ends)) for ends in block_info[None]["array-location"]]
        return in_task(lambda: to_block(_MAKERS[self.kind](self, location)))


def _uniform(task: _Made, location: Any) -> Tensor:
    return _random.uniform(_random.bits(task.given[0], 0, task.shape, location), task.dtype)


def _normal(task: _Made, location: Any) -> Tensor:
    pair = [_random.bits(task.given[0], stream, task.shape, location) for stream in (0, 1)]
    return _random.normal(pair[0], pair[1], task.dtype)


def _integers(task: _Made, location: Any) -> Tensor:
    seed, low, high = task.given
    found = np.asarray(_random.bits(seed, 0, task.shape, location) % np.uint64(high - low))
    return (_C.from_numpy(found.astype(np.int64)) + low).to(task.dtype)


def _range(task: _Made, location: Any) -> Tensor:
    start, step = task.given
    first, end = location[0]
    if task.dtype.is_floating_point:
        return (_C.arange(first, end, dtype=_C.float64) * step + start).to(task.dtype)
    return (_C.arange(first, end, dtype=_C.int64) * int(step) + int(start)).to(task.dtype)


_MAKERS: dict[str, Callable[[_Made, Any], Tensor]] = {
    "rand": _uniform,
    "randn": _normal,
    "randint": _integers,
    "arange": _range,
}


def _make(kind: str, shape: tuple[int, ...], dtype: _C.dtype, chunks: Chunks, *given: Any) -> DaskTensor:
    blocks = da.core.normalize_chunks(chunks, shape, dtype=DTYPES[dtype])
    task = _Made(kind, shape, dtype, given)
    name = f"{kind}-{tokenize(task, blocks)}"
    array = da.map_blocks(
        task, name=name, chunks=blocks, dtype=DTYPES[dtype], meta=array_meta(len(shape), DTYPES[dtype])
    )
    return DaskTensor(array, dtype, meta_tensor(shape, dtype))


def _seed(seed: int | None) -> int:
    """The given seed, or one drawn from the default generator, so that `manual_seed` makes it
    reproducible."""
    return int(_C.randint(1 << 62, ())) if seed is None else int(seed)


def full(size: Any, fill_value: Any, *, chunks: Chunks = "auto", dtype: _C.dtype | None = None) -> DaskTensor:
    """The same as `tbcast.full`, in blocks, each of which is one element in memory.

    >>> import tbcast.dask as td
    >>> td.full((2, 3), 7, chunks=2).compute()
    tensor([[7, 7, 7],
            [7, 7, 7]])
    """
    shape = _sizes("zeros", (tuple(size),))
    element = _C.full((1,), fill_value, dtype=dtype)
    value = to_block(element)[0]
    array = da.full(shape, value, dtype=DTYPES[element.dtype], chunks=chunks)
    return DaskTensor(array, element.dtype, meta_tensor(shape, element.dtype))


def zeros(
    *sizes: Any, size: Any = None, chunks: Chunks = "auto", dtype: _C.dtype | None = None
) -> DaskTensor:
    """The same as `tbcast.zeros`, in blocks.

    >>> import tbcast.dask as td
    >>> td.zeros(4, chunks=2).chunks
    ((2, 2),)
    """
    kind = _C.get_default_dtype() if dtype is None else dtype
    return full(_sizes("zeros", sizes, size), 0, chunks=chunks, dtype=kind)


def ones(*sizes: Any, size: Any = None, chunks: Chunks = "auto", dtype: _C.dtype | None = None) -> DaskTensor:
    """The same as `tbcast.ones`, in blocks.

    >>> import tbcast.dask as td
    >>> td.ones(2, 2, dtype=torch.bfloat16).sum().compute()
    tensor(4., dtype=torch.bfloat16)
    """
    kind = _C.get_default_dtype() if dtype is None else dtype
    return full(_sizes("ones", sizes, size), 1, chunks=chunks, dtype=kind)


def arange(
    start: Any = None, end: Any = None, step: Any = 1, *, chunks: Chunks = "auto",
    dtype: _C.dtype | None = None,
) -> DaskTensor:  # fmt: skip
    """The same as `tbcast.arange`, in blocks; floating numbers are start + i * step in float64, rounded once.

    >>> import tbcast.dask as td
    >>> td.arange(5, chunks=2).compute()
    tensor([0, 1, 2, 3, 4])
    """
    if end is None:
        start, end = 0, start
    start = 0 if start is None else start
    finite = all(map(math.isfinite, (start, end, step)))
    if step == 0 or not finite or (end - start) * step < 0:
        _C.arange(start, end, step, dtype=dtype)  # raises the error
    kind = _C.arange(start, start + 0 * (end + step), dtype=dtype).dtype
    if kind != _C.int64:
        length = math.ceil((end - start) / step)
    else:
        if int(step) == 0:
            _C.arange(start, end, step, dtype=dtype)  # raises the error
        length = max(-((int(start) - int(end)) // int(step)), 0)
    return _make("arange", (length,), kind, chunks, start, step)


def rand(
    *sizes: Any, size: Any = None, chunks: Chunks = "auto", dtype: _C.dtype | None = None,
    seed: int | None = None,
) -> DaskTensor:  # fmt: skip
    """Uniform random numbers from 0 to 1, each a function of the seed and of the element's index.

    The numbers depend neither on the chunks nor on where they are computed. They differ from those of
    `tbcast.rand`, which one generator draws in order. Without `seed`, the default generator draws a seed.

    >>> import tbcast.dask as td
    >>> a, b = (td.rand(100, chunks=chunks, seed=1) for chunks in (7, 30))
    >>> bool((a == b).all())
    True
    """
    return _make("rand", _sizes("rand", sizes, size), _floating(dtype), chunks, _seed(seed))


def randn(
    *sizes: Any, size: Any = None, chunks: Chunks = "auto", dtype: _C.dtype | None = None,
    seed: int | None = None,
) -> DaskTensor:  # fmt: skip
    """Normal random numbers with mean 0 and variance 1; see `rand`.

    >>> import tbcast.dask as td
    >>> x = td.randn(100, 100, chunks=30, seed=1)
    >>> abs(float(x.mean())) < 0.05, abs(float(x.std()) - 1) < 0.05
    (True, True)
    """
    return _make("randn", _sizes("randn", sizes, size), _floating(dtype), chunks, _seed(seed))


def randint(
    low: int = 0, high: Any = None, size: Any = None, *, chunks: Chunks = "auto",
    dtype: _C.dtype | None = None, seed: int | None = None,
) -> DaskTensor:  # fmt: skip
    """Random integers from low up to but not including high; see `rand`.

    >>> import tbcast.dask as td
    >>> td.randint(0, 10, (1000,), chunks=100, seed=1).max().compute()
    tensor(9)
    """
    if size is None:
        low, high, size = 0, low, high
    if high is None:
        low, high = 0, low
    kind = _C.randint(low, high, (1,), dtype=dtype).dtype
    return _make("randint", _sizes("zeros", (tuple(size),)), kind, chunks, _seed(seed), int(low), int(high))


def _like(maker: Callable[..., DaskTensor]) -> Callable[..., DaskTensor]:
    def like(input: DaskTensor, *args: Any, dtype: _C.dtype | None = None, **kwargs: Any) -> DaskTensor:
        kwargs.setdefault("chunks", input.chunks)
        return maker(tuple(input.shape), *args, dtype=input.dtype if dtype is None else dtype, **kwargs)

    like.__name__ = f"{maker.__name__}_like"
    like.__doc__ = f"As `{maker.__name__}`, with the shape, the dtype and the chunks of a DaskTensor."
    return like


def functions() -> dict[str, Callable[..., Any]]:
    """The functions, by name."""
    makers: dict[str, Callable[..., DaskTensor]]
    makers = {"zeros": zeros, "ones": ones, "full": full, "rand": rand, "randn": randn}
    others: dict[str, Callable[..., DaskTensor]] = {"arange": arange, "randint": randint}
    return {**makers, **others, **{f"{name}_like": _like(maker) for name, maker in makers.items()}}
