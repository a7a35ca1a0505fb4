"""Input and output: Tensors, arrays, memory-mapped files, Zarr, stacks of .npy files; and functions on each
block."""

from __future__ import annotations

import mmap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import dask.array as da
import numpy as np
from dask.array.core import normalize_chunks
from dask.base import tokenize
from dask.sizeof import sizeof

from tbcast import _C
from tbcast._C import Tensor
from tbcast.dask._blocks import (
    BITS,
    DTYPES,
    dtype_of,
    dtype_of_array,
    in_task,
    name_of,
    to_block,
    to_tensor,
    with_default_dtype,
)
from tbcast.dask._calls import array_meta
from tbcast.dask._tensor import DaskTensor, as_dask, needs_sizes, of_array, of_tensor, refuse
from tbcast.dask._views import cast

ATTRIBUTE = "tbcast_dtype"
"""The attribute of a Zarr array, and the file beside .npy files, with the dtype if NumPy lacks it."""


# ---- input ----


def from_tensor(tensor: Tensor, chunks: Any = "auto") -> DaskTensor:
    """A Tensor, cut into blocks.

    Its memory is read when the blocks are computed; do not change it before.

    >>> import tbcast.dask as td
    >>> td.from_tensor(torch.arange(6), chunks=4).chunks
    ((4, 2),)
    """
    if not isinstance(tensor, Tensor):
        raise TypeError(f"from_tensor() takes a Tensor, not {type(tensor).__name__}")
    return of_tensor(tensor, chunks)


def from_dask(array: da.Array, dtype: _C.dtype | None = None) -> DaskTensor:
    """A `dask.array`, whose blocks are NumPy arrays, as a DaskTensor.

    dtype: torch.bfloat16 reads the elements, which must be uint16, as its bits; any other dtype casts them.

    >>> import dask.array as da, tbcast.dask as td
    >>> td.from_dask(da.arange(4, chunks=2)).dtype
    torch.int64
    """
    if not isinstance(array, da.Array):
        raise TypeError(f"from_dask() takes a dask.array, not {type(array).__name__}")
    if dtype in BITS:
        return DaskTensor(array, dtype)  # type: ignore[arg-type]
    found = of_array(array)
    return found if dtype is None else cast(found, dtype)  # type: ignore[no-any-return]


@dataclass(eq=False)
class _File:
    """A memory-mapped file that each task maps for itself: workers receive its name, not its bytes."""

    name: str
    offset: int
    shape: tuple[int, ...]
    dtype: Any
    order: str
    changed: int
    """When the file was written."""

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    def __getitem__(self, index: Any) -> Any:
        mapped = np.memmap(self.name, self.dtype, "r", self.offset, self.shape, self.order)  # type: ignore[call-overload]
        return np.asarray(np.asarray(mapped)[index])


@dataclass(eq=False, slots=True)
class _Part:
    """A block of a mapped file, given by its position, so that workers hold, spill and send no elements."""

    file: _File
    index: Any

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        found = self.file[self.index]
        return found if dtype is None and not copy else np.array(found, dtype)

    def __getitem__(self, index: Any) -> Any:
        return np.asarray(self.file[self.index][index])


@sizeof.register(_Part)
def _sizeof(part: _Part) -> int:
    return 1_000


class _Parts:
    """A mapped file whose blocks are _Part."""

    def __init__(self, file: _File) -> None:
        self.file, self.shape, self.dtype, self.ndim = file, file.shape, file.dtype, file.ndim

    def __getitem__(self, index: Any) -> _Part:
        return _Part(self.file, index)


def _is_file(array: Any) -> bool:
    """Whether the array has the elements of a file. In mode "c", writes stay in this process."""
    return (
        isinstance(array, np.memmap)
        and isinstance(array.base, mmap.mmap)
        and array.filename is not None
        and array.mode != "c"
    )


def _file_of(array: Any) -> _File:
    name, order = str(array.filename), "C" if array.flags.c_contiguous else "F"
    changed = Path(name).stat().st_mtime_ns
    return _File(name, array.offset, array.shape, array.dtype, order, changed)


def from_numpy(array: Any, chunks: Any = "auto") -> DaskTensor:
    """A NumPy array, cut into blocks. A memory-mapped one is a file that each task maps for itself.

    >>> import numpy as np, tbcast.dask as td
    >>> td.from_numpy(np.eye(3), chunks=2).sum().compute()
    tensor(3., dtype=torch.float64)
    """
    if not isinstance(array, np.ndarray):
        raise TypeError(f"from_numpy() takes an array of NumPy, not {type(array).__name__}")
    dtype_of_array(array.dtype)  # checks the dtype
    chunks = normalize_chunks(chunks, array.shape, dtype=array.dtype)  # "auto" depends on Dask's settings
    if _is_file(array):
        file = _file_of(array)
        token, meta = tokenize(file, chunks), array_meta(array.ndim, array.dtype)
        found, parts = (
            da.from_array(blocks, chunks=chunks, name=f"{kind}-{token}", asarray=False, meta=meta)
            for kind, blocks in (("file", file), ("part", _Parts(file)))
        )
        result = of_array(found)
        if array.dtype.isnative:
            result._parts = parts
        return result
    return of_array(da.from_array(array, chunks=chunks))


def from_zarr(url: Any, component: str | None = None, chunks: Any = None, **kwargs: Any) -> DaskTensor:
    """A Zarr array; a bfloat16 one that `to_zarr` has written is read as bfloat16."""
    import zarr

    array = url if isinstance(url, zarr.Array) else zarr.open_array(url, path=component or "", mode="r")
    found = da.from_zarr(array, chunks=chunks, **kwargs)
    name = array.attrs.get(ATTRIBUTE)
    return of_array(found) if name is None else DaskTensor(found, dtype_of(str(name)))


def from_npy_stack(dirname: Any, mmap_mode: Any = "r") -> DaskTensor:
    """A folder of .npy files, written by `to_npy_stack` or by Dask."""
    found = da.from_npy_stack(str(dirname), mmap_mode=mmap_mode)
    note = Path(dirname) / ATTRIBUTE
    return DaskTensor(found, dtype_of(note.read_text().strip())) if note.exists() else of_array(found)


# ---- output ----


def to_zarr(x: DaskTensor, url: Any, component: str | None = None, **kwargs: Any) -> Any:
    """Write a Zarr array, like `dask.array.to_zarr`; dtypes that NumPy lacks are written as their bits.

    If `url` is an array of another dtype than the bits', the elements are cast to its dtype.
    """
    import zarr

    if isinstance(url, zarr.Array):
        x = _as_written(x, url)
        if x.dtype not in BITS and ATTRIBUTE in url.attrs:
            del url.attrs[ATTRIBUTE]
    write = needs_sizes("to_zarr()", lambda x: da.to_zarr(x._array, url, component=component, **kwargs))
    result = write(x)
    if x.dtype in BITS:
        array = url if isinstance(url, zarr.Array) else zarr.open_array(url, path=component or "", mode="r+")
        array.attrs[ATTRIBUTE] = name_of(x.dtype)
    return result


def _as_written(x: DaskTensor, target: Any) -> DaskTensor:
    """The elements as numbers, unless the target holds the bits of a dtype that NumPy lacks."""
    dtype = getattr(target, "dtype", None)
    if x.dtype in BITS and dtype is not None and dtype != DTYPES[x.dtype]:
        return cast(x, dtype_of_array(dtype))  # type: ignore[no-any-return]
    return x


def to_npy_stack(x: DaskTensor, dirname: Any, axis: int = 0) -> None:
    """Write a folder of .npy files, one for each block along the axis, like `dask.array.to_npy_stack`."""
    da.to_npy_stack(str(dirname), x._array, axis)
    note = Path(dirname) / ATTRIBUTE
    if x.dtype in BITS:
        note.write_text(name_of(x.dtype) + "\n")
    else:
        note.unlink(missing_ok=True)


def _check_shape(x: DaskTensor, target: Any) -> None:
    if not x.is_known():
        refuse("store() of unknown sizes", "compute_chunk_sizes() finds them first")
    shape = tuple(getattr(target, "shape", x.shape))
    if shape != tuple(x.shape):
        raise ValueError(f"store() of shape {tuple(x.shape)} into a target of shape {shape}")


def store(sources: Any, targets: Any, **kwargs: Any) -> Any:
    """Write DaskTensors to Tensors, or to objects that support `target[slices] = array`, like
    `dask.array.store`.

    >>> import tbcast.dask as td
    >>> t = torch.zeros(4)
    >>> td.store(td.arange(4, chunks=2), t)
    >>> t
    tensor([0., 1., 2., 3.])
    """
    several = isinstance(sources, (tuple, list))
    pairs = zip(sources, targets, strict=True) if several else [(sources, targets)]
    arrays, destinations = [], []
    for source, target in pairs:
        found: Any = as_dask(source)
        if isinstance(target, Tensor):
            found = cast(found, target.dtype)
            target = (target.view(BITS[target.dtype]) if target.dtype in BITS else target).numpy()
        else:
            found = _as_written(found, target)
        _check_shape(found, None if "regions" in kwargs else target)
        arrays.append(found._array)
        destinations.append(target)
    kwargs.setdefault("lock", False)  # blocks do not overlap
    result = da.store(arrays, destinations, **kwargs)
    return None if result is None or kwargs.get("compute", True) else result


# ---- functions on blocks ----


@dataclass(eq=False)
class _OnBlocks:
    """A task: a function of the program on Tensors."""

    function: Callable[..., Any]
    dtypes: tuple[_C.dtype, ...]
    dtype: _C.dtype
    default_dtype: _C.dtype
    """The program's when it builds the task."""

    @property
    def __name__(self) -> str:
        """The name of the tasks in Dask."""
        return getattr(self.function, "__name__", "map_blocks")

    def __call__(self, *blocks: Any, **kwargs: Any) -> Any:
        return with_default_dtype(self.default_dtype, in_task, self._run, blocks, kwargs)

    def _run(self, blocks: Any, kwargs: Any) -> Any:
        tensors = [to_tensor(block, dtype) for block, dtype in zip(blocks, self.dtypes, strict=True)]
        result = self.function(*tensors, **kwargs)
        if not isinstance(result, Tensor):
            result = _C.as_tensor(result)
        return to_block(result.to(self.dtype))


def map_blocks(
    function: Callable[..., Any], *tensors: Any, dtype: _C.dtype | None = None, chunks: Any = None,
    drop_axis: Any = None, new_axis: Any = None, **kwargs: Any,
) -> DaskTensor:  # fmt: skip
    """Run a function of Tensors on each block, like `dask.array.map_blocks` but without block_id and
    block_info.

    The function must not write to its blocks. dtype: the result's; by default the function runs once on
    tensors of one element to find it.

    >>> import tbcast.dask as td
    >>> x = td.arange(6, chunks=3)
    >>> td.map_blocks(lambda block: block.flip(0), x).compute()
    tensor([2, 1, 0, 5, 4, 3])
    """
    found = [as_dask(tensor) for tensor in tensors]
    if dtype is None:
        try:
            sample = in_task(function, *(_C.ones((1,) * x.ndim, dtype=x.dtype) for x in found), **kwargs)
        except Exception as error:
            raise ValueError(
                f"map_blocks() cannot tell the dtype of the result, for the function fails on tensors of one "
                f"element ({type(error).__name__}: {error}); say it: dtype="
            ) from error
        dtype = _C.as_tensor(sample).dtype
    task = _OnBlocks(function, tuple(x.dtype for x in found), dtype, _C.get_default_dtype())
    ndim = max((x.ndim for x in found), default=0)
    ndim += len(np.atleast_1d(new_axis)) if new_axis is not None else 0
    ndim -= len(np.atleast_1d(drop_axis)) if drop_axis is not None else 0
    array = da.map_blocks(
        task, *(x._blocks for x in found), dtype=DTYPES[dtype], chunks=chunks, drop_axis=drop_axis,
        new_axis=new_axis, meta=array_meta(ndim, DTYPES[dtype]), **kwargs,
    )  # fmt: skip
    return DaskTensor(array, dtype)


def methods() -> dict[str, Callable[..., Any]]:
    """The functions that are also methods, by name."""

    def store_in(self: DaskTensor, target: Any, **kwargs: Any) -> Any:
        return store(self, target, **kwargs)

    def map_own_blocks(
        self: DaskTensor, function: Callable[..., Any], *tensors: Any, **kwargs: Any
    ) -> DaskTensor:
        return map_blocks(function, self, *tensors, **kwargs)

    return {"to_zarr": to_zarr, "to_npy_stack": to_npy_stack, "store": store_in, "map_blocks": map_own_blocks}
