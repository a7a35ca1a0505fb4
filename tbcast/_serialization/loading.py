"""Makes the storages and objects of a file for `load`.

Nothing in the file is trusted: storages are as large as their records, tensors lie within them
(tbcast._pickling), and names can only refer to what is listed here.
"""

from __future__ import annotations

import array
import pickle
import sys
from collections.abc import Callable
from pickle import UnpicklingError
from typing import Any

from tbcast import _C, return_types
from tbcast._C import Generator, Tensor, UntypedStorage
from tbcast._compat.typed_storage import TypedStorage
from tbcast._pickling import (
    _rebuild_subclass,
    _rebuild_tensor,
    _rebuild_typed_storage,
    _set_state,
    bytes_of,
)
from tbcast._serialization.records import Reader
from tbcast._serialization.saving import STORAGES
from tbcast._serialization.unpickler import Allowed, Unpickler, functions_of_python

DTYPES = {dtype for dtype in vars(_C).values() if isinstance(dtype, _C.dtype)}


class StorageType:
    """torch.FloatStorage and the like, as far as files need them."""

    def __init__(self, dtype: _C.dtype) -> None:
        self.dtype = dtype


# ---- storages ----


def restorer(map_location: Any) -> Callable[[UntypedStorage, str], UntypedStorage]:
    """A function that decides where a storage goes: to the CPU's memory, or nowhere."""
    if map_location is None:
        return _default_location
    if isinstance(map_location, dict):
        return lambda storage, location: _default_location(storage, map_location.get(location, location))
    if isinstance(map_location, bytes):
        map_location = map_location.decode("ascii")
    if isinstance(map_location, (str, _C.device)):
        return lambda storage, location: _default_location(storage, str(map_location))
    if not callable(map_location):
        raise TypeError(f"'{type(map_location).__name__}' object is not callable")

    def restore(storage: UntypedStorage, location: str) -> UntypedStorage:
        found = map_location(storage, location)
        if found is None:
            return _default_location(storage, location)
        if isinstance(found, TypedStorage):
            found = found.untyped()
        if not isinstance(found, UntypedStorage):
            raise TypeError(f"map_location must return a torch.UntypedStorage or None, but got {type(found)}")
        return found

    return restore


def _default_location(storage: UntypedStorage, location: Any) -> UntypedStorage:
    kind = str(location).partition(":")[0]
    if kind == "cpu":
        return storage
    if kind in ("cuda", "xpu", "hpu", "mtia"):
        raise RuntimeError(
            f"Attempting to deserialize object on a {kind.upper()} device but torch.{kind}.is_available() is "
            "False. If you are running on a CPU-only machine, please use torch.load with "
            "map_location=torch.device('cpu') to map your storages to the CPU."
        )
    raise RuntimeError(
        f"don't know how to restore data location of torch.storage.UntypedStorage (tagged with {location})"
    )


class Storages:
    """The storages of a file, each made once, on first use."""

    def __init__(self, reader: Reader, map_location: Any, mapped: Any = None) -> None:
        self._reader, self._restore, self._mapped = reader, restorer(map_location), mapped
        order = reader.read("byteorder") if "byteorder" in reader else b"little"
        if order not in (b"little", b"big"):
            raise ValueError(f"Unknown endianness type: {order.decode(errors='replace')}")
        self.swapped = order.decode() != sys.byteorder
        self._loaded: dict[str, TypedStorage] = {}

    def find(self, pid: tuple[Any, ...]) -> TypedStorage:
        """The storage with a persistent id: ('storage', type, key, location, number of elements)."""
        if len(pid) != 5:
            raise UnpicklingError(f"a storage has 4 properties, not {len(pid) - 1}")
        _, kind, key, location, numel = pid
        if isinstance(location, bytes):
            location = location.decode("ascii")
        if not (isinstance(kind, StorageType) and type(key) is str and type(location) is str):
            raise UnpicklingError("a storage has a type, a key and a location, and they are not these")
        if type(numel) is not int or numel < 0:
            raise UnpicklingError(f"a storage cannot have {numel} elements")
        if key not in self._loaded:
            self._loaded[key] = self._load(kind.dtype, key, location, numel)
        return self._loaded[key]

    def _load(self, dtype: _C.dtype, key: str, location: str, numel: int) -> TypedStorage:
        name = f"data/{key}"
        nbytes = self._reader.size_of(name)
        if numel * dtype.itemsize > nbytes:
            raise RuntimeError(
                f"the storage {key} has {numel} elements of {dtype.itemsize} bytes, but its record has only "
                f"{nbytes} bytes"
            )
        storage = self._map(name, nbytes)
        if storage is None:
            storage = UntypedStorage(nbytes)
            self._reader.read_into(name, memoryview(bytes_of(storage)))
        if self.swapped:
            swap_bytes(storage, dtype)
        typed = _rebuild_typed_storage(self._restore(storage, location), dtype)
        typed._bytes_are_swapped = self.swapped and dtype.itemsize == 1
        return typed  # type: ignore[no-any-return]

    def _map(self, name: str, nbytes: int) -> UntypedStorage | None:
        """The record in the mapped file; None if the file is not mapped or the record not aligned."""
        if self._mapped is None or nbytes == 0:
            return None
        offset = self._reader.offset_of(name)
        bytes_ = _C.frombuffer(self._mapped, dtype=_C.uint8, count=nbytes, offset=offset)
        return None if bytes_.data_ptr() % 16 else bytes_.untyped_storage()


def swap_bytes(storage: UntypedStorage, dtype: _C.dtype) -> None:
    """Swap the bytes of every number."""
    width = dtype.to_real().itemsize
    if width == 1:
        return
    view = memoryview(bytes_of(storage))
    whole = len(view) // width * width
    numbers = array.array({2: "H", 4: "I", 8: "Q"}[width], bytes(view[:whole]))
    numbers.byteswap()
    view[:whole] = numbers.tobytes()


# ---- the meanings of names in a file ----


def _place(storage: Any, offset: Any, size: Any, stride: Any, dtype: Any) -> Tensor:
    if not isinstance(storage, TypedStorage):
        raise UnpicklingError(f"a tensor has a storage, and not {type(storage)}")
    return _rebuild_tensor(storage.untyped(), dtype, offset, size, stride)


def _with_metadata(tensor: Tensor, metadata: Any) -> Tensor:
    """Apply PyTorch's lazy conjugation and negation to the storage, because a view may have far more
    elements."""
    if not metadata:
        return tensor
    if type(metadata) is not dict or not set(metadata) <= {"conj", "neg"}:
        raise UnpicklingError(f"unknown metadata of a tensor: {metadata}")
    whole = tensor.untyped_storage()._elements(tensor.dtype)
    whole = whole.conj() if metadata.get("conj") else whole
    whole = -whole if metadata.get("neg") else whole
    return whole.as_strided(tensor.shape, tensor.stride(), tensor.storage_offset())


def rebuild_tensor_v2(
    storage: Any, offset: Any, size: Any, stride: Any, *options: Any
) -> Tensor:  # requires_grad, hooks, metadata
    """torch._utils._rebuild_tensor, and _rebuild_tensor_v2; tbcast has no gradients."""
    tensor = _place(storage, offset, size, stride, getattr(storage, "dtype", None))
    return _with_metadata(tensor, options[2] if len(options) > 2 else None)


def rebuild_tensor_v3(
    storage: Any, offset: Any, size: Any, stride: Any, requires_grad: Any, hooks: Any, dtype: Any, *rest: Any
) -> Tensor:
    """torch._utils._rebuild_tensor_v3: for dtypes without a storage class."""
    tensor = _place(storage, offset, size, stride, dtype)
    if getattr(storage, "_bytes_are_swapped", False) and dtype.itemsize > 1:
        raise UnpicklingError(f"{dtype} of a machine with the other byte order cannot be loaded")
    return _with_metadata(tensor, rest[0] if rest else None)


def rebuild_parameter(data: Any, *options: Any) -> Tensor:
    """torch._utils._rebuild_parameter: returns its data."""
    if not isinstance(data, Tensor):
        raise UnpicklingError(f"a parameter has a tensor, and not {type(data)}")
    return data


def rebuild_from_type(function: Any, cls: Any, args: Any, state: Any) -> Tensor:
    """torch._tensor._rebuild_from_type_v2: for subclasses, and tensors with attributes."""
    if function not in (rebuild_tensor_v2, rebuild_tensor_v3) or type(args) is not tuple:
        raise UnpicklingError(f"Trying to call reduce for unrecognized function {function}")
    tensor = function(*args)
    if cls is not Tensor:
        if not (isinstance(cls, type) and issubclass(cls, Tensor)):
            raise UnpicklingError(f"expected a subclass of torch.Tensor, but got {cls!r}")
        metadata = (tensor.dtype, tensor.storage_offset(), tuple(tensor.shape), tensor.stride())
        tensor = _rebuild_subclass(cls, tensor.untyped_storage(), *metadata)
        if state is not None:
            _set_state(tensor, state)
    elif state:
        _set_attributes(tensor, state)
    return tensor  # type: ignore[no-any-return]


def _set_attributes(tensor: Tensor, state: Any) -> None:
    """Set the attributes of a plain Tensor in its __dict__, where no code is called."""
    attributes, slots = state if type(state) is tuple and len(state) == 2 else (state, None)
    if slots or type(attributes or {}) is not dict or any(type(name) is not str for name in attributes or ()):
        raise UnpicklingError("a tensor's attributes have names, and they are not these")
    vars(tensor).update(attributes or {})


def get_layout(name: Any) -> _C.layout:
    """torch.serialization._get_layout."""
    if name != "torch.strided":
        raise UnpicklingError(f"there is no layout {name}")
    return _C.strided


def make_generator(device: Any = None) -> Generator:
    """torch.Generator; its state is set afterwards."""
    return Generator()


def set_generator(generator: Generator, state: Any) -> None:
    """Set the state that PyTorch pickles: the seed, an offset for other devices, the state."""
    if type(state) is not tuple or len(state) != 3:
        raise UnpicklingError("a generator's state has three parts")
    generator.set_state(state[2])


def _pair(cls: type) -> Callable[..., Any]:
    def make(items: Any, rest: Any = None) -> Any:
        if type(items) is not tuple or rest:
            raise UnpicklingError(f"{cls.__name__} has its results and nothing else")
        return cls(items)

    return make


_dtypes = {f"torch.{name}": dtype for name, dtype in vars(_C).items() if isinstance(dtype, _C.dtype)}
_formats = {f"torch.{name}": f for name, f in vars(_C).items() if isinstance(f, _C.memory_format)}
_storage_types = {
    f"torch.{dtype._type_name}Storage": StorageType(dtype) for dtype in DTYPES if dtype._type_name in STORAGES
}
ALLOWED = Allowed(
    values={
        **_dtypes,
        **_formats,
        **_storage_types,
        "torch.storage.UntypedStorage": StorageType(_C.uint8),
        "torch.Tensor": Tensor,
    },
    functions={
        **functions_of_python(),
        **{f"torch.return_types.{name}": _pair(getattr(return_types, name)) for name in return_types.__all__},
        "torch.Size": _C.Size,
        "torch.device": _C.device,
        "torch.serialization._get_layout": get_layout,
        "torch._C.Generator": make_generator,
        "torch._tensor._rebuild_from_type_v2": rebuild_from_type,
        "torch._utils._rebuild_parameter": rebuild_parameter,
        "torch._utils._rebuild_parameter_with_state": rebuild_parameter,
        "torch._utils._rebuild_tensor": rebuild_tensor_v2,
        "torch._utils._rebuild_tensor_v2": rebuild_tensor_v2,
        "torch._utils._rebuild_tensor_v3": rebuild_tensor_v3,
    },
    builders={Generator: set_generator},
)


def load_data(data: bytes, storages: Storages) -> Any:
    """The object of a pickle that refers only to names of the table."""
    return Unpickler(data, ALLOWED, storages.find).load()


class FullUnpickler(pickle.Unpickler):
    """Python's own unpickler, with tbcast's objects for PyTorch's names. It may run anything."""

    def __init__(self, file: Any, storages: Storages, options: dict[str, Any]) -> None:
        super().__init__(file, **options)
        self._storages = storages

    def find_class(self, module: str, name: str) -> Any:
        """The object that a name stands for."""
        full = f"{module}.{name}"
        for table in (ALLOWED.functions, ALLOWED.values):
            if full in table and module.startswith("torch"):
                return table[full]
        if module.partition(".")[0] == "torch":
            raise UnpicklingError(f"tbcast has nothing for {full}")
        return super().find_class(module, name)

    def persistent_load(self, pid: Any) -> Any:
        """The storage with a persistent id."""
        if not isinstance(pid, tuple):
            raise UnpicklingError(f"saved_id must be a tuple, got {type(pid).__name__}")
        return self._storages.find(pid)
