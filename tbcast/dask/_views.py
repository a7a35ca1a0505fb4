"""Views and indexing: Dask's own functions move blocks; meta tensors determine shapes and errors."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable
from typing import Any

import dask.array as da
import numpy as np

from tbcast import _C, _protocol
from tbcast._C import Tensor
from tbcast._protocol import ask, broadcast
from tbcast.dask._arguments import one_by_one, refuse_out, with_dim
from tbcast.dask._blocks import in_task
from tbcast.dask._calls import Call, Hole, find, meta_tensor, written
from tbcast.dask._tensor import DaskTensor, as_dask, blockwise, needs_sizes, of_array, refuse, reshaped

View = Callable[..., Any]


# ---- views ----


def _made(x: DaskTensor, array: da.Array, like: Tensor) -> DaskTensor:
    return DaskTensor(array, x.dtype, like)


def _by_shape(name: str) -> View:
    """A view whose elements are the operand's in row-major order."""

    def view(input: Any, *args: Any, **kwargs: Any) -> Any:
        values = (*args, *kwargs.values())
        if name == "view" and any(isinstance(value, _C.dtype) for value in values):
            refuse(
                "view(dtype)",
                "map_blocks(lambda block: block.view(dtype), x) does it for a dtype of one size",
            )
        args = tuple(value._like if isinstance(value, DaskTensor) else value for value in args)
        return reshaped(input, written(find(f".{name}"), input._like, *args, **kwargs))

    return view


def _ordered(function: Callable[..., Any]) -> View:
    """A view that permutes dimensions as the function permutes those of a meta tensor."""

    def view(input: Any, *args: Any, **kwargs: Any) -> Any:
        like = written(function, input._like, *args, **kwargs)
        # The sizes identify the dimensions.
        order = in_task(function, meta_tensor(range(1, input.ndim + 1), _C.uint8), *args, **kwargs).shape
        return _made(input, input._array.transpose([size - 1 for size in order]), like)

    return view


def unsqueeze(input: Any, dim: int) -> Any:
    """A new dimension of size 1."""
    like = written(_C.unsqueeze, input._like, dim)
    at = dim % like.ndim
    return _made(input, input._array[(slice(None),) * at + (None,)], like)


def squeeze(input: Any, *args: Any, **kwargs: Any) -> Any:
    """Without dimensions of size 1."""
    if not input.is_known() and not (args or kwargs):
        refuse("squeeze() of unknown sizes", "compute_chunk_sizes() finds them first")
    like = written(_C.squeeze, input._like, *args, **kwargs)
    # These are dropped; dimensions of another size are kept.
    dims = args[0] if args else kwargs.get("dim", tuple(range(input.ndim)))
    dims = {d % max(input.ndim, 1) for d in (dims if isinstance(dims, (tuple, list)) else (dims,))}
    if any(math.isnan(input.shape[d]) for d in dims if d < input.ndim):
        refuse("squeeze() of an unknown size", "compute_chunk_sizes() finds it first")
    gone = tuple(d for d in range(input.ndim) if d in dims and input.shape[d] == 1)
    return _made(input, da.squeeze(input._array, axis=gone) if gone else input._array, like)


def _expanded(name: str) -> View:
    def view(input: Any, *args: Any, **kwargs: Any) -> Any:
        args = tuple(value._like if isinstance(value, DaskTensor) else value for value in args)
        like = written(find(name), input._like, *args, **kwargs)
        return _made(input, _expand(input, tuple(like.shape)), like)

    return view


def _expand(x: DaskTensor, shape: tuple[int, ...]) -> da.Array:
    """Broadcast in blocks of Dask's usual size, with stride 0 and one element in memory."""
    if shape == tuple(x.shape):
        return x._array
    own = (None,) * (len(shape) - x.ndim) + tuple(
        chunks if size != 1 or wanted == 1 else None
        for chunks, size, wanted in zip(x.chunks, x.shape, shape[len(shape) - x.ndim :], strict=True)
    )
    chunks = da.core.normalize_chunks(
        tuple(c if c is not None else "auto" for c in own), shape, dtype=x._array.dtype
    )
    return da.broadcast_to(x._array, shape, chunks=chunks)


def broadcast_tensors(*tensors: Any) -> Any:
    """The tensors, all expanded to one shape."""
    tensors = tuple(map(as_dask, tensors))
    written(_C.broadcast_tensors, *(tensor._like for tensor in tensors))  # asks policies
    shape = _C.broadcast_shapes(*(tensor.shape for tensor in tensors))
    return tuple(_expanded("broadcast_to")(tensor, shape) for tensor in tensors)


def select(input: Any, dim: int, index: int) -> Any:
    """One index along a dimension."""
    written(_C.select, input._like, dim, index)
    return input[(slice(None),) * (dim % input.ndim) + (index,)]


def narrow(input: Any, dim: int, start: int, length: int) -> Any:
    """Consecutive indices along a dimension."""
    written(_C.narrow, input._like, dim, start, length)
    start = start + input.shape[dim] if start < 0 else start
    return input[(slice(None),) * (dim % input.ndim) + (slice(start, start + length),)]


def flip(input: Any, *values: Any, dims: Any = None) -> Any:
    """In reverse order along dimensions."""
    found = one_by_one(values if dims is None else (dims,))
    few = [size if size in (0, 1) else 2 for size in input.shape]
    _C.flip(_C.zeros(few, dtype=input.dtype), found)  # checks
    return _made(input, da.flip(input._array, tuple(d % input.ndim for d in found)), input._like)


def roll(input: Any, shifts: Any, dims: Any = None) -> Any:
    """Shifted along dimensions; elements moved beyond one end come in at the other."""
    _C.roll(_C.zeros((1,) * input.ndim, dtype=input.dtype), shifts, *(() if dims is None else (dims,)))
    if isinstance(dims, (tuple, list)) and not dims:
        dims = None
    if dims is None and isinstance(shifts, (tuple, list)):
        (shifts,) = shifts
    return _made(input, da.roll(input._array, shifts, axis=dims), input._like)


_AT_INDICES = ("tensor_split", "hsplit", "vsplit", "dsplit")


def _pieces(name: str) -> View:
    """split and the like: a tuple of slices."""
    stem = name.strip(".")

    def view(input: Any, *args: Any, **kwargs: Any) -> Any:
        likes = written(find(name), input._like, *args, **kwargs)
        given = with_dim(kwargs)
        d = {"hsplit": min(input.ndim - 1, 1), "vsplit": 0, "dsplit": 2}.get(stem)
        if d is None:
            d = (args[1] if len(args) > 1 else given.get("dim", 0)) % input.ndim
        (how,) = args[:1] or [value for key, value in given.items() if key != "dim"]
        sizes = [like.shape[d] for like in likes]
        ends = list(itertools.accumulate(sizes))
        starts = [0, *ends[:-1]]
        if stem in _AT_INDICES and len(likes) > 1 and getattr(how, "ndim", isinstance(how, (tuple, list))):
            indices = [int(i) for i in how]  # they need not increase
            starts, ends = [0, *indices], [*indices, input.shape[d]]
        index = (slice(None),) * d
        cuts = [(*index, slice(start, end)) for start, end in zip(starts, ends, strict=True)]
        return tuple(_made(input, input._array[cut], like) for cut, like in zip(cuts, likes, strict=True))

    return view


def unbind(input: Any, dim: int = 0) -> Any:
    """A tuple of the slices at every index of a dimension."""
    written(_C.unbind, input._like, dim)
    return tuple(select(input, dim, i) for i in range(input.shape[dim]))


def repeat(input: Any, *sizes: Any, repeats: Any = None) -> Any:
    """Repeated along each dimension."""
    times = one_by_one(sizes if repeats is None else (repeats,))
    if len(times) < input.ndim or any(n < 0 for n in times):
        input._like.repeat(times)  # raises the error
    array = da.tile(input._array, times)
    return DaskTensor(array, input.dtype)


def tile(input: Any, *sizes: Any, dims: Any = None) -> Any:
    """Repeated like `repeat`; leading dimensions without a number are kept."""
    times = one_by_one(sizes if dims is None else (dims,))
    return repeat(input, (*(1,) * (input.ndim - len(times)), *times))


def _part(name: str) -> View:
    """The real or imaginary parts of complex numbers, block by block."""

    def view(input: Any, *args: Any, **kwargs: Any) -> Any:
        like = getattr(input._like, name)
        dtype = like.dtype
        return blockwise(
            Call(f"{__name__}:{name}_of", (Hole(0),), {}, (input.dtype,)), tuple(range(input.ndim)),
            [(input, tuple(range(input.ndim)))], meta_tensor(input._like.shape, dtype),
        )  # fmt: skip

    return view


def real_of(x: Tensor) -> Tensor:
    """The real parts."""
    return x.real.contiguous()


def imag_of(x: Tensor) -> Tensor:
    """The imaginary parts."""
    return x.imag.contiguous()


def itself(input: Any, *args: Any, **kwargs: Any) -> Any:
    """The same elements; no block is copied."""
    return DaskTensor(input._array, input.dtype, input._like)


# ---- casts ----


def cast(x: Any, dtype: _C.dtype) -> Any:
    """The elements cast to another dtype."""
    if dtype == x.dtype:
        return itself(x)
    written(find(".to"), meta_tensor((1,), x.dtype), dtype)  # warns
    ind = tuple(range(x.ndim))
    call = Call(".to", (Hole(0), dtype), {}, (x.dtype,))
    return blockwise(call, ind, [(x, ind)], meta_tensor(x._like.shape, dtype))


def to(input: Any, *args: Any, **kwargs: Any) -> Any:
    """Cast to another dtype, or to that of another tensor."""
    args = tuple(value._like if isinstance(value, DaskTensor) else value for value in args)
    kwargs = {k: v._like if isinstance(v, DaskTensor) else v for k, v in kwargs.items()}
    return cast(input, _C.zeros((0,), dtype=input.dtype).to(*args, **kwargs).dtype)


def _cast_by(name: str) -> View:
    return lambda input, *args, **kwargs: cast(
        input, getattr(_C.zeros((0,), dtype=input.dtype), name)().dtype
    )


# ---- indexing ----


def _is_basic(item: Any) -> bool:
    return not isinstance(item, (Tensor, DaskTensor, np.ndarray, da.Array, list, bool, np.bool_))


def _plain(item: Any) -> Any:
    """An index that is a single integer of any kind, as an int; uint8 is a mask."""
    if isinstance(item, np.integer):
        return int(item)
    if isinstance(item, (Tensor, np.ndarray)) and item.ndim == 0:
        kind = str(item.dtype)
        return int(item) if "int" in kind and not kind.endswith("uint8") else item
    return item


def _step(index: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(
        slice(*(None if v is None else int(v) for v in (i.start, i.stop, i.step))) if isinstance(i, slice)
        else i if i is None or i is ... else int(i)
        for i in index
    )  # fmt: skip


def getitem(self: Any, index: Any) -> Any:
    """t[index] with slices, integers, None and `...`, and at most one index tensor or mask."""
    if isinstance(index, list) and any(
        isinstance(item, (list, tuple, slice)) or item is None for item in index
    ):
        refuse("t[list of lists]", "tbcast.tensor() makes an index of it")
    items = [_plain(item) for item in (index if isinstance(index, tuple) else (index,))]
    others = [i for i, item in enumerate(items) if not _is_basic(item)]
    if not others:
        like = written(Tensor.__getitem__, self._like, tuple(items))
        return _made(self, self._array[_step(tuple(items))], like)
    if len(others) > 1:
        refuse(
            "t[index] with several tensors of indices",
            "index with one after the other, if that is what is meant",
        )
    at = others[0]
    chosen = items[at]
    if isinstance(chosen, (bool, np.bool_)):
        refuse("t[True]", "unsqueeze(0) makes the same of it")
    if isinstance(chosen, (list, np.ndarray)):
        chosen = _C.as_tensor(chosen) if len(chosen) else _C.zeros((0,), dtype=_C.int64)
    if isinstance(chosen, da.Array):
        chosen = of_array(chosen)
    width = chosen.ndim if chosen.dtype in (_C.bool, _C.uint8) else 1
    # first apply everything but the tensor, keeping the dimensions that it indexes
    before = self[tuple(items[:at] + [slice(None)] * width + items[at + 1 :])]
    if ... in [item for item in items[:at] if not hasattr(item, "shape")]:
        kept = sum(not isinstance(i, int) for i in items[at + 1 :])
        dim = before.ndim - kept - width
    else:
        dim = sum(not (isinstance(i, int) or hasattr(i, "shape")) for i in items[:at])
    return _choose(before, dim, chosen, width)


def _choose(x: Any, dim: int, chosen: Any, width: int) -> Any:
    """Select by indices along `dim`, or by a mask along `width` dimensions."""
    if chosen.dtype in (_C.bool, _C.uint8):
        part = tuple(x._like.shape[dim : dim + width])
        if x.is_known() and tuple(chosen.shape) != part:
            nothing = _C.zeros((), dtype=_C.bool).expand(tuple(chosen.shape))
            written(Tensor.__getitem__, x._like, (slice(None),) * dim + (nothing,))  # raises the error
        if width == 0:
            refuse("t[mask] of a mask without dimensions", "where() chooses by it")
        if chosen.dtype == _C.uint8:
            one = _C.zeros((1,) * width, dtype=_C.uint8)
            written(Tensor.__getitem__, one, one)  # warns
        if isinstance(chosen, Tensor) and width == 1:
            return _take(x, dim, _C.nonzero(chosen).flatten())
        if isinstance(chosen, Tensor):
            array = da.from_array(chosen.numpy(), chunks=x.chunks[dim : dim + width])
            chosen = DaskTensor(array, chosen.dtype)
        mask = cast(chosen, _C.bool)
        if width == 1:
            return _masked(x, mask, dim, 1)
        if width == x.ndim:
            if x.is_known() and mask.is_known():
                return DaskTensor(x._array[mask._array], x.dtype)
            if any(n > 1 for n in (*x.numblocks[1:], *mask.numblocks[1:])):
                refuse("t[mask] of unknown sizes in several columns", "compute_chunk_sizes() finds them")
            return _masked(x, mask, 0, width)
        return refuse("t[mask] of a mask with some of several dimensions", "flatten() makes one of them")
    if isinstance(chosen, DaskTensor):
        if chosen.ndim != 1:
            refuse("t[index] with a DaskTensor of several dimensions", "flatten() it, or compute() it before")
        if chosen.dtype not in (_C.int64, _C.int32):
            _C.zeros((1,))[_C.zeros((1,), dtype=chosen.dtype)]  # raises the error
        return _by_blocks(x, dim, chosen, "in_range")
    return _take(x, dim, chosen)


def _by_blocks(x: Any, dim: int, index: DaskTensor, checked: str) -> DaskTensor:
    """Select by a vector of indices, each block of which a function of this module checks."""
    if math.isnan(x._array.shape[dim]):
        refuse("t[index] along a dimension of unknown size", "compute_chunk_sizes() finds it first")
    call = Call(f"{__name__}:{checked}", (Hole(0), x.shape[dim], dim), {}, (index.dtype,))
    index = blockwise(call, (0,), [(index, (0,))], meta_tensor(index._like.shape, index.dtype))
    return DaskTensor(x._array[(slice(None),) * dim + (index._array,)], x.dtype)


def _masked(x: Any, mask: DaskTensor, dim: int, width: int) -> DaskTensor:
    """Select by a mask along `width` dimensions, block by block; the size of the result is unknown."""
    ind = tuple(range(x.ndim))
    out = ind[: dim + 1] + ind[dim + width :]
    call = Call(f"{__name__}:masked", (Hole(0), Hole(1), dim), {}, (x.dtype, _C.bool))
    sizes = [x._like.shape[d] if d != dim else 1 for d in out]
    return blockwise(
        call, out, [(x, ind), (mask, ind[dim : dim + width])], meta_tensor(sizes, x.dtype),
        adjust_chunks={dim: lambda size: math.nan},
    )  # fmt: skip


def masked(block: Tensor, mask: Tensor, dim: int) -> Tensor:
    """The elements of a block that the mask selects."""
    return block[(slice(None),) * dim + (mask,)]


def in_range(index: Tensor, length: int, dim: int) -> Tensor:
    """The indices as non-negative ones. Raises IndexError for one that is out of range."""
    meta_tensor((*(1,) * dim, length), _C.uint8)[(slice(None),) * dim + (index,)]
    return _C.where(index < 0, index + length, index)


def selecting(index: Tensor, length: int, dim: int) -> Tensor:
    """The indices; index_select does not accept negative ones."""
    _C.index_select(meta_tensor((length,), _C.uint8), 0, index)
    return index


def _take(x: Any, dim: int, index: Tensor) -> Any:
    line = meta_tensor((*(1,) * dim, x._like.shape[dim]), _C.uint8)
    line[(slice(None),) * dim + (index,)]  # checks indices with tbcast's errors
    flat = index.flatten().numpy().astype(np.int64)
    sizes = [*x._like.shape[:dim], *index.shape, *x._like.shape[dim + 1 :]]
    if math.isnan(x._array.shape[dim]):
        refuse("t[index] along a dimension of unknown size", "compute_chunk_sizes() finds it first")
    array = da.take(x._array, flat, axis=dim)
    like = meta_tensor(sizes, x.dtype)
    return (
        DaskTensor(array, x.dtype, like)
        if index.ndim == 1
        else DaskTensor(array.reshape(sizes), x.dtype, like)
    )


def index_select(input: Any, dim: int, index: Any, *, out: Any = None) -> Any:
    """Select by a vector of indices along a dimension."""
    refuse_out("index_select", {"out": out})
    # Sizes of at most 2 suffice for the checks, which distinguish none, one and several.
    sizes = [min(size, 2) for size in getattr(index, "_like", index).shape]
    few = _C.zeros(sizes, dtype=index.dtype)
    written(_C.index_select, meta_tensor([1] * input.ndim, input.dtype), dim, few)
    if input.ndim == 0:  # counts as a vector of one element
        return squeeze(index_select(unsqueeze(input, 0), dim, index), 0)
    index = index if index.ndim else index.reshape((1,))
    if isinstance(index, DaskTensor):
        return _by_blocks(input, dim % input.ndim, index, "selecting")
    sizes = [size if d == dim % input.ndim else 1 for d, size in enumerate(input._like.shape)]
    _C.index_select(meta_tensor(sizes, _C.uint8), dim, index)  # checks indices with tbcast's errors
    return _take(input, dim % input.ndim, index)


def masked_select(input: Any, mask: Any, *, out: Any = None) -> Any:
    """The elements that a mask selects, after both are broadcast; their number is unknown."""
    refuse_out("masked_select", {"out": out})
    likes = [getattr(x, "_like", x) for x in (input, mask)]
    shape = broadcast(tuple(input.shape), tuple(mask.shape))
    if shape is None:
        written(_C.masked_select, *likes)  # raises the error
    written(_C.masked_select, *(meta_tensor((1,), x.dtype) for x in (input, mask)))  # checks
    if _protocol.is_watched():
        ask("masked_select", *likes)
    like = input if tuple(input.shape) == shape else _expanded("broadcast_to")(input, shape)
    if tuple(mask.shape) != shape:
        mask = mask.expand(shape)
    return like[mask]


_CASTS = (
    *("float", "double", "half", "bfloat16", "int", "long", "short", "char", "byte", "bool"),
    *("cfloat", "cdouble"),
)
_ORDERED = ("permute", "transpose", "swapaxes", "swapdims", "movedim", "moveaxis", "t")
_SPLITTING = ("chunk", "tensor_split", "hsplit", "vsplit", "dsplit", "split_with_sizes")


def functions() -> dict[str, View]:
    """The functions that are also methods, by name."""
    found: dict[str, View] = {
        **{name: _by_shape(name) for name in ("reshape", "flatten", "unflatten", "ravel")},
        **{name: _ordered(find(f".{name}")) for name in _ORDERED},
        **{name: _pieces(name) for name in _SPLITTING},
        "split": _pieces(".split"),
        "unsqueeze": unsqueeze,
        "squeeze": squeeze,
        "broadcast_to": _expanded("broadcast_to"),
        "broadcast_tensors": broadcast_tensors,
        "select": select,
        "narrow": narrow,
        "flip": flip,
        "roll": roll,
        "unbind": unbind,
        "tile": tile,
        "index_select": index_select,
        "masked_select": masked_select,
        "real": _part("real"),
        "imag": _part("imag"),
        "clone": itself,
        "detach": itself,
    }
    return {name: needs_sizes(f"{name}()", view) for name, view in found.items()}


def methods() -> dict[str, Any]:
    """The methods and attributes that are not functions, by name."""
    return {
        **{name: _by_shape(name) for name in ("view", "view_as", "reshape_as")},
        **{name: _cast_by(name) for name in _CASTS},
        **{name: needs_sizes(f"{name}()", _expanded(f".{name}")) for name in ("expand", "expand_as")},
        "repeat": needs_sizes("repeat()", repeat),
        "to": to,
        "type_as": to,
        "contiguous": itself,
        "cpu": itself,
        "__getitem__": needs_sizes("t[index]", getitem),
        **{name: property(_ordered(operator.attrgetter(name))) for name in ("T", "mT")},
        **{name: property(_part(name)) for name in ("real", "imag")},
    }
