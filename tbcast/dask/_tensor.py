"""DaskTensor: its properties, and Dask's collection protocol."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NoReturn

import dask.array as da
import numpy as np
from dask.array.core import normalize_chunks
from dask.base import DaskMethodsMixin, normalize_token, tokenize
from dask.threaded import get as threaded_get

from tbcast import _C
from tbcast._C import Tensor
from tbcast.dask._blocks import BITS, DTYPES, dtype_of, dtype_of_array, in_task, name_of, to_tensor
from tbcast.dask._calls import Call, Hole, array_meta, meta_tensor

NUMBERS = (bool, int, float, complex, np.number, np.bool_)


def refuse(what: str, why: str) -> NoReturn:
    """Raise NotImplementedError, with a sentence that says what to do instead."""
    raise NotImplementedError(
        f"{what} is not supported for DaskTensors: {why}; .compute() gives a Tensor, map_blocks() runs a "
        "function on each block"
    )


def needs_sizes(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, with an error that says so if it fails because a DaskTensor has unknown sizes."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except (ValueError, TypeError, IndexError, RuntimeError) as error:
            if isinstance(error, NotImplementedError) or not _has_unknown((*args, *kwargs.values())):
                raise
            raise _unknown(name) from error

    return call


def _unknown(name: str) -> NotImplementedError:
    return NotImplementedError(
        f"{name} is not supported for DaskTensors of unknown sizes: compute_chunk_sizes() finds them"
    )


def _has_unknown(values: Any) -> bool:
    return any(
        not value.is_known() if isinstance(value, DaskTensor) else _has_unknown(value)
        for value in values
        if isinstance(value, (DaskTensor, tuple, list))
    )


class DaskTensor(DaskMethodsMixin):
    """A tensor in blocks, which tbcast computes when Dask runs.

    Made by `from_tensor`, `from_dask`, `zeros` and similar functions of `tbcast.dask`. An expression is
    checked when it is built, as with Tensors: promotion, warnings, policies and errors use whole shapes.
    `.compute()` returns the Tensor. Between tasks, blocks are NumPy arrays; for bfloat16 they hold its bits.

    >>> import tbcast.dask as td
    >>> x = td.from_tensor(torch.arange(6.).reshape(3, 2), chunks=(2, 2))
    >>> x
    DaskTensor<shape=(3, 2), dtype=torch.float32, chunks=((2, 1), (2,))>
    >>> (x - x.mean(0)).compute()
    tensor([[-2., -2.],
            [ 0.,  0.],
            [ 2.,  2.]])
    """

    __slots__ = ("_array", "_like", "_parts")
    _array: da.Array
    """The blocks."""
    _like: Tensor
    """A meta tensor of the whole, in which unknown sizes are 1."""
    _parts: da.Array | None
    """The same blocks of a mapped file, by their positions (tbcast.dask._storage)."""

    __array_ufunc__ = None  # NumPy arrays leave operators to this class
    __array_priority__ = 2000

    if TYPE_CHECKING:  # some of what tbcast.dask._table adds to the class

        def __getitem__(self, index: Any) -> DaskTensor: ...
        def __neg__(self) -> DaskTensor: ...
        def __pos__(self) -> DaskTensor: ...
        def __abs__(self) -> DaskTensor: ...
        def __invert__(self) -> DaskTensor: ...
        def __add__(self, other: Any) -> DaskTensor: ...
        def __radd__(self, other: Any) -> DaskTensor: ...
        def __sub__(self, other: Any) -> DaskTensor: ...
        def __rsub__(self, other: Any) -> DaskTensor: ...
        def __mul__(self, other: Any) -> DaskTensor: ...
        def __rmul__(self, other: Any) -> DaskTensor: ...
        def __truediv__(self, other: Any) -> DaskTensor: ...
        def __rtruediv__(self, other: Any) -> DaskTensor: ...
        def __floordiv__(self, other: Any) -> DaskTensor: ...
        def __rfloordiv__(self, other: Any) -> DaskTensor: ...
        def __mod__(self, other: Any) -> DaskTensor: ...
        def __rmod__(self, other: Any) -> DaskTensor: ...
        def __pow__(self, other: Any) -> DaskTensor: ...
        def __rpow__(self, other: Any) -> DaskTensor: ...
        def __matmul__(self, other: Any) -> DaskTensor: ...
        def __rmatmul__(self, other: Any) -> DaskTensor: ...
        def __and__(self, other: Any) -> DaskTensor: ...
        def __rand__(self, other: Any) -> DaskTensor: ...
        def __or__(self, other: Any) -> DaskTensor: ...
        def __ror__(self, other: Any) -> DaskTensor: ...
        def __xor__(self, other: Any) -> DaskTensor: ...
        def __rxor__(self, other: Any) -> DaskTensor: ...
        def __lshift__(self, other: Any) -> DaskTensor: ...
        def __rlshift__(self, other: Any) -> DaskTensor: ...
        def __rshift__(self, other: Any) -> DaskTensor: ...
        def __rrshift__(self, other: Any) -> DaskTensor: ...
        def __lt__(self, other: Any) -> DaskTensor: ...
        def __le__(self, other: Any) -> DaskTensor: ...
        def __gt__(self, other: Any) -> DaskTensor: ...
        def __ge__(self, other: Any) -> DaskTensor: ...

    def __init__(self, array: da.Array, dtype: _C.dtype, like: Tensor | None = None) -> None:
        if array.dtype != DTYPES[dtype]:
            raise TypeError(f"blocks of {dtype} are arrays of {DTYPES[dtype]}, not {array.dtype}")
        # A size of 1 in blocks of (0, 1, 0) would broadcast block by block.
        several = [d for d, sizes in enumerate(array.chunks) if len(sizes) > 1 and sum(sizes) == 1]
        if several:
            array = array.rechunk(dict.fromkeys(several, 1))
        shape = tuple(1 if math.isnan(size) else int(size) for size in array.shape)
        if like is None or tuple(like.shape) != shape or like.dtype != dtype:
            like = meta_tensor(shape, dtype)
        self._array, self._like, self._parts = array, like, None

    # ---- properties ----

    @property
    def _blocks(self) -> da.Array:
        """The blocks for tasks of tbcast, which read parts of a file themselves."""
        return self._array if self._parts is None else self._parts

    @property
    def shape(self) -> Any:
        """The sizes; nan if unknown until computed (`compute_chunk_sizes`)."""
        return self._like.shape if self.is_known() else tuple(self._array.shape)

    def is_known(self) -> bool:
        """Whether all sizes are known."""
        return not any(map(math.isnan, self._array.shape))

    def size(self, dim: int | None = None) -> Any:
        """The sizes, or one of them."""
        return self.shape if dim is None else self.shape[dim]

    @property
    def dtype(self) -> _C.dtype:
        """The dtype of the elements."""
        return self._like.dtype

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return self._like.ndim

    def dim(self) -> int:
        """The number of dimensions."""
        return self._like.ndim

    @property
    def chunks(self) -> tuple[tuple[Any, ...], ...]:
        """The sizes of the blocks along each dimension; nan if unknown."""
        return tuple(self._array.chunks)

    @property
    def chunksize(self) -> tuple[Any, ...]:
        """The shape of the largest block."""
        return tuple(self._array.chunksize)

    @property
    def numblocks(self) -> tuple[int, ...]:
        """The number of blocks along each dimension."""
        return tuple(self._array.numblocks)

    @property
    def npartitions(self) -> int:
        """The number of blocks."""
        return self._array.npartitions  # type: ignore[no-any-return]

    @property
    def name(self) -> str:
        """The name in Dask."""
        return self._array.name  # type: ignore[no-any-return]

    @property
    def itemsize(self) -> int:
        """The number of bytes of one element."""
        return self._like.itemsize

    def element_size(self) -> int:
        """The number of bytes of one element."""
        return self._like.itemsize

    def numel(self) -> Any:
        """The number of elements; nan if unknown."""
        return math.prod(self.shape)

    @property
    def nbytes(self) -> Any:
        """The number of bytes of all elements."""
        return self.numel() * self.itemsize

    @property
    def device(self) -> Any:
        """The processor: device('cpu')."""
        return self._like.device

    def is_floating_point(self) -> bool:
        """Whether the dtype is floating."""
        return self._like.is_floating_point()

    def is_complex(self) -> bool:
        """Whether the dtype is complex."""
        return self._like.is_complex()

    def __len__(self) -> int:
        if self.ndim == 0:
            raise TypeError("len() of a 0-d tensor")
        if math.isnan(self.shape[0]):
            raise _unknown("len()")
        return self.shape[0]  # type: ignore[no-any-return]

    def __iter__(self) -> Iterator[Any]:
        if self.ndim == 0:
            raise TypeError("iteration over a 0-d tensor")
        return (self[i] for i in range(len(self)))

    def __repr__(self) -> str:
        chunks = ", ".join(map(_shown, self.chunks)) + "," * (self.ndim == 1)
        return f"DaskTensor<shape={tuple(self.shape)}, dtype={self.dtype}, chunks=({chunks})>"

    def _repr_html_(self) -> str:
        """Dask's table and picture, with torch's dtype."""
        html = self._array._repr_html_()
        kind = f"{self._array.dtype} {type(self._array._meta).__module__.partition('.')[0]}.ndarray"
        return html.replace(kind, f"{self.dtype} tbcast.Tensor")  # type: ignore[no-any-return]

    __hash__ = object.__hash__

    def __copy__(self) -> DaskTensor:
        return DaskTensor(self._array, self.dtype, self._like)

    def __reduce__(self) -> Any:
        return _rebuild, (self._array, name_of(self.dtype))

    # ---- Dask's collection protocol ----

    def __dask_graph__(self) -> Any:
        return self._array.__dask_graph__()

    def __dask_keys__(self) -> Any:
        return self._array.__dask_keys__()

    def __dask_layers__(self) -> Any:
        return self._array.__dask_layers__()

    def __dask_tokenize__(self) -> Any:
        return normalize_token(("tbcast.dask.DaskTensor", tokenize(self._array), name_of(self.dtype)))

    @staticmethod
    def __dask_optimize__(dsk: Any, keys: Any, **kwargs: Any) -> Any:
        return da.Array.__dask_optimize__(dsk, keys, **kwargs)

    __dask_scheduler__ = staticmethod(threaded_get)

    def __dask_postcompute__(self) -> Any:
        finalize, extra = self._array.__dask_postcompute__()
        return _whole, (finalize, extra, name_of(self.dtype))

    def __dask_postpersist__(self) -> Any:
        rebuild, extra = self._array.__dask_postpersist__()
        return _persisted, (rebuild, extra, name_of(self.dtype))

    # ---- conversions ----

    def to_dask(self) -> da.Array:
        """The blocks as a `dask.array`; for bfloat16 its bits, as uint16.

        >>> import tbcast.dask as td
        >>> td.ones(4, chunks=2).to_dask().sum().compute()
        np.float32(4.0)
        """
        return self._array

    def compute_chunk_sizes(self) -> DaskTensor:
        """Compute all blocks to find unknown sizes, set them in this DaskTensor, and return it."""
        array = self._array.copy().compute_chunk_sizes()  # other DaskTensors may share this array
        return rebind(self, DaskTensor(array, self.dtype))

    def rechunk(self, chunks: Any = "auto", **kwargs: Any) -> DaskTensor:
        """The same elements in other blocks; see `dask.array.rechunk`."""
        rechunk = needs_sizes("rechunk()", lambda x: x._array.rechunk(chunks, **kwargs))
        return DaskTensor(rechunk(self), self.dtype, self._like)

    def to_delayed(self, optimize_graph: bool = True) -> Any:
        """The blocks as `dask.delayed` objects that return arrays."""
        return self._array.to_delayed(optimize_graph)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """Compute the tensor, for NumPy."""
        array = _to_numpy(self.compute())
        return array if dtype is None else array.astype(dtype)

    def numpy(self) -> Any:
        """Compute the tensor as a NumPy array."""
        return self.__array__()

    def item(self) -> Any:
        """Compute the only element."""
        if self.is_known() and self.numel() != 1:
            return self._like.item()  # raises the error
        return self.compute().item()

    def tolist(self) -> Any:
        """Compute the tensor as nested lists of numbers."""
        return self.compute().tolist()

    def __bool__(self) -> bool:
        if self.is_known() and self.numel() != 1:
            return bool(self._like)  # raises the error
        return bool(self.compute())

    def __int__(self) -> int:
        return int(self.item())

    def __float__(self) -> float:
        return float(self.item())

    def __complex__(self) -> complex:
        return complex(self.item())

    def __index__(self) -> int:
        return operator.index(self.item())

    def __setitem__(self, index: Any, value: Any) -> None:
        refuse("t[index] = value", "blocks are not written; where() and masked_fill() choose elements")

    def __getattr__(self, name: str) -> Any:
        """Raise the error for a name that `tbcast.dask` does not define for this class."""
        more = "; .compute() gives a Tensor, which has it" * hasattr(Tensor, name)
        raise AttributeError(f"'DaskTensor' object has no attribute {name!r}{more}")

    def __contains__(self, value: Any) -> bool:
        return bool((self == value).any())


def rebind(self: DaskTensor, result: DaskTensor) -> DaskTensor:
    """Make self the result, as if in place; other DaskTensors over the same blocks do not change."""
    self._array, self._like, self._parts = result._array, result._like, result._parts
    return self


def _shown(sizes: tuple[int, ...]) -> str:
    """The sizes of blocks along a dimension, abbreviated."""
    return str(sizes) if len(sizes) <= 4 else f"({sizes[0]}, {sizes[1]}, ..., {sizes[-1]})"


def _rebuild(array: da.Array, dtype: str) -> DaskTensor:
    return DaskTensor(array, dtype_of(dtype))


def _persisted(
    dsk: Any, rebuild: Callable[..., da.Array], extra: tuple[Any, ...], dtype: str, **kwargs: Any
) -> DaskTensor:
    """The collection of a persisted graph."""
    return _rebuild(rebuild(dsk, *extra, **kwargs), dtype)


def _whole(results: Any, finalize: Callable[..., Any], extra: tuple[Any, ...], dtype: str) -> Tensor:
    """The Tensor of all blocks, on memory of its own, which can be written."""
    array = np.asarray(finalize(results, *extra))
    while isinstance(results, (list, tuple)) and len(results) == 1:
        results = results[0]
    alone = not isinstance(
        results, (list, tuple)
    )  # the graph, or whoever persisted it, may still use the block
    if alone or not array.flags.writeable or 0 in array.strides:
        array = array.copy()
    return in_task(to_tensor, array, dtype_of(dtype))


def _to_numpy(tensor: Tensor) -> Any:
    return (tensor.float() if tensor.dtype in BITS else tensor).numpy()


# ---- operands ----


def is_operand(value: Any) -> bool:
    """Whether operators accept the value beside a DaskTensor."""
    return isinstance(value, (DaskTensor, Tensor, np.ndarray, da.Array, *NUMBERS))


def as_dask(value: Any) -> DaskTensor:
    """A Tensor or array as a DaskTensor with one block."""
    if isinstance(value, DaskTensor):
        return value
    if isinstance(value, da.Array):
        return of_array(value)
    tensor = value if isinstance(value, Tensor) else _C.from_numpy(np.asarray(value))
    return of_tensor(tensor, -1)


def of_array(array: da.Array) -> DaskTensor:
    """A DaskTensor over a dask array."""
    dtype = dtype_of_array(array.dtype)
    if array.dtype != DTYPES[dtype]:  # another byte order
        array = array.astype(DTYPES[dtype])
    return DaskTensor(array, dtype)


def of_tensor(tensor: Tensor, chunks: Any) -> DaskTensor:
    """A Tensor cut into blocks; its memory is read when they are computed."""
    bits = BITS.get(tensor.dtype)
    array = in_task((tensor if bits is None else tensor.view(bits)).numpy)
    chunks = normalize_chunks(chunks, array.shape, dtype=array.dtype)  # "auto" depends on Dask's settings
    name = f"tensor-{tokenize(tensor, chunks)}"
    found = da.from_array(array, chunks=chunks, name=name, asarray=True)
    return DaskTensor(found, tensor.dtype)


def reshaped(x: DaskTensor, like: Tensor) -> DaskTensor:
    """The elements in another shape, in row-major order; if the blocks do not allow it directly, through a
    vector."""
    if not x.is_known():
        refuse("reshape() of unknown sizes", "compute_chunk_sizes() finds them first")
    shape = tuple(like.shape)
    if shape == tuple(x.shape):
        return DaskTensor(x._array, x.dtype, like)
    if 0 in shape:
        return DaskTensor(da.zeros(shape, dtype=x._array.dtype, chunks=-1), x.dtype, like)
    try:
        array = x._array.reshape(shape)
    except NotImplementedError:
        array = x._array.reshape(-1).reshape(shape)
    return DaskTensor(array, x.dtype, like)


class Operands:
    """The arguments of a call: blocks are replaced by holes, and 0-dim values are kept."""

    def __init__(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self.tensors: list[DaskTensor] = []
        self.args = tuple(self._hole(value) for value in args)
        self.kwargs = {key: self._hole(value) for key, value in kwargs.items()}

    def _hole(self, value: Any) -> Any:
        if isinstance(value, da.Array) or (isinstance(value, np.ndarray) and value.ndim):
            value = as_dask(value)
        elif isinstance(value, Tensor) and value.ndim:
            value = of_tensor(value, -1)
        if type(value) in (tuple, list) and any(isinstance(v, (DaskTensor, Tensor)) for v in value):
            return type(value)(map(self._hole, value))
        if isinstance(value, (Tensor, np.ndarray)):  # 0-dim: its present value
            return _C.clone(value) if isinstance(value, Tensor) else value.copy()
        if not isinstance(value, DaskTensor):
            return value
        self.tensors.append(value)
        return Hole(len(self.tensors) - 1)

    @property
    def likes(self) -> list[Tensor]:
        """The meta tensors of the blocks."""
        return [tensor._like for tensor in self.tensors]

    @property
    def dtypes(self) -> tuple[_C.dtype, ...]:
        """The dtypes of the blocks."""
        return tuple(tensor.dtype for tensor in self.tensors)


def labels(ndim: int) -> tuple[int, ...]:
    """Dimensions counted from the last, as broadcasting aligns them."""
    return tuple(range(ndim))[::-1]


def blockwise(
    call: Call, out: tuple[Any, ...], tensors: list[Any], like: Tensor, **kwargs: Any
) -> DaskTensor:
    """Dask's blockwise for (tensor, labels) pairs. `like`: the result's meta tensor."""
    arrays = [tensor._blocks if isinstance(tensor, DaskTensor) else tensor for tensor, _ in tensors]
    pairs = [item for array, (_, ind) in zip(arrays, tensors, strict=True) for item in (array, ind)]
    if any(math.isnan(size) for array in arrays for size in array.shape):
        call.equal = _unknown_sizes(arrays, [ind for _, ind in tensors])
    dtype = DTYPES[like.dtype]

    def build(*_: DaskTensor) -> da.Array:
        return da.blockwise(
            call, out, *pairs, dtype=dtype, meta=array_meta(len(out), dtype), token=call.__name__, **kwargs
        )

    array = needs_sizes(f"{call.__name__}()", build)(*(tensor for tensor, _ in tensors))
    return DaskTensor(array, like.dtype, like)


def _unknown_sizes(arrays: list[da.Array], labels_of: list[Any]) -> tuple[Any, ...]:
    """For each label with unknown sizes in several arrays: (number of the array, dimension) pairs."""
    found: dict[Any, list[tuple[int, int]]] = {}
    for number, (array, ind) in enumerate(zip(arrays, labels_of, strict=True)):
        for d, (size, label) in enumerate(zip(array.shape, ind, strict=True)):
            if math.isnan(size):
                found.setdefault(label, []).append((number, d))
    return tuple(tuple(pairs) for pairs in found.values() if len(pairs) > 1)
