"""Writes what `save` saves: a pickle that uses PyTorch's names for everything of tbcast's, and the storages
that it refers to.

Uses Python's pickler, the one written in Python, whose tables can be changed.
"""

from __future__ import annotations

import io
import pickle
from collections import OrderedDict
from typing import Any, ClassVar

from tbcast import _C
from tbcast._C import Generator, Size, Tensor, UntypedStorage
from tbcast._compat.typed_storage import TypedStorage
from tbcast._pickling import _state_of

STORAGES = frozenset(
    [
        *("BFloat16", "Bool", "Byte", "Char", "ComplexDouble", "ComplexFloat"),
        *("Double", "Float", "Half", "Int", "Long", "Short"),
    ]
)
"""The dtypes with a storage class in PyTorch, by their names in its messages."""


class _Name:
    """An object of PyTorch's, which is written by its name."""

    def __init__(self, name: str) -> None:
        self.module, _, self.name = name.rpartition(".")

    def __call__(self) -> None:
        """Never called; pickle requires a callable."""


class _View:
    """A storage as elements of a dtype."""

    def __init__(self, storage: UntypedStorage, dtype: _C.dtype) -> None:
        self.storage, self.dtype = storage, dtype


_NAMES = {
    name: _Name(f"torch.{name}")
    for name in (
        *("_C.Generator", "Size", "Tensor", "device", "serialization._get_layout", "storage.UntypedStorage"),
        *("_tensor._rebuild_from_type_v2", "_utils._rebuild_tensor_v2", "_utils._rebuild_tensor_v3"),
    )
}

# A private name, because the public pickler, in C, cannot write names that it cannot import. A test checks
# the parts used here.
_Base: Any = vars(pickle)["_Pickler"]


class Pickler(_Base):  # type: ignore[misc]
    """Pickles one object; `storages` collects the storages that the pickle refers to, by key."""

    dispatch: ClassVar[dict[type, Any]] = dict(_Base.dispatch)

    def __init__(self, file: io.BytesIO, protocol: int) -> None:
        super().__init__(file, protocol=protocol)
        self.storages: dict[str, UntypedStorage] = {}
        self._keys: dict[int, str] = {}
        self._dtypes: dict[int, _C.dtype] = {}

    def persistent_id(self, o: Any) -> Any:
        """The persistent id of a storage."""
        if isinstance(o, UntypedStorage):
            return self._storage(o, o, _C.uint8, _NAMES["storage.UntypedStorage"])
        if isinstance(o, TypedStorage):
            o = _View(o.untyped(), o.dtype)
        elif not isinstance(o, _View):
            return None
        name = o.dtype._type_name
        if name not in STORAGES:
            raise RuntimeError(f"PyTorch has no storage of dtype {o.dtype}; save its untyped()")
        return self._storage(o, o.storage, o.dtype, _Name(f"torch.{name}Storage"))

    def _storage(self, o: Any, storage: UntypedStorage, dtype: _C.dtype, kind: _Name) -> tuple[Any, ...]:
        address = storage.data_ptr()
        if address and self._dtypes.setdefault(address, dtype) is not dtype:
            raise RuntimeError(
                "Cannot save multiple tensors or storages that view the same data as different types"
            )
        key = self._keys.setdefault(id(storage), str(len(self._keys)))
        self.storages[key] = storage
        return ("storage", kind, key, "cpu", storage.nbytes() // dtype.itemsize)

    def _tensor(self, tensor: Tensor) -> tuple[Any, ...]:
        storage, dtype = tensor.untyped_storage(), tensor.dtype
        hooks: OrderedDict[Any, Any] = OrderedDict()
        metadata = (tensor.storage_offset(), tuple(tensor.shape), tensor.stride(), False, hooks)
        if dtype._type_name in STORAGES:
            return _NAMES["_utils._rebuild_tensor_v2"], (_View(storage, dtype), *metadata)
        return _NAMES["_utils._rebuild_tensor_v3"], (storage, *metadata, dtype)

    def reducer_override(self, o: Any) -> Any:
        """How to rebuild objects of tbcast's types, in PyTorch's terms."""
        if isinstance(o, Tensor):
            cls = type(o)
            if cls is Tensor and not _state_of(o):
                return self._tensor(o)
            own = (cls.__reduce__, cls.__reduce_ex__)
            if own != (object.__reduce__, Tensor.__reduce_ex__):  # the subclass has its own
                return NotImplemented
            return _NAMES["_tensor._rebuild_from_type_v2"], (*self._typed(o, cls), _state_of(o))
        if isinstance(o, Size):
            return _NAMES["Size"], (tuple(o),)
        if isinstance(o, _C.device):
            return _NAMES["device"], (o.type,) if o.index is None else (o.type, o.index)
        if isinstance(o, _C.layout):
            return _NAMES["serialization._get_layout"], (str(o),)
        if isinstance(o, Generator):
            state = (o.initial_seed(), None, o.get_state())
            return _NAMES["_C.Generator"], (_C.device("cpu"),), state
        return NotImplemented

    def _typed(self, tensor: Tensor, cls: type) -> tuple[Any, ...]:
        function, args = self._tensor(tensor)
        return function, cls, args

    def save_class(self, o: type) -> None:
        """Write a class by its name."""
        if o is Tensor:
            self.save_name(_NAMES["Tensor"], o)
        elif o.__module__ == "tbcast.return_types":
            self.save_name(_Name(f"torch.return_types.{o.__name__}"), o)
        else:
            self.save_type(o)

    def save_constant(self, o: Any) -> None:
        """Write torch.float32, torch.channels_last, ..."""
        self.save_name(_Name(str(o)), o)

    def save_name(self, name: _Name, o: Any = None) -> None:
        """Write a name that need not exist on this machine."""
        if self.proto >= 4:
            self.save(name.module)
            self.save(name.name)
            self.write(pickle.STACK_GLOBAL)
        else:
            self.write(pickle.GLOBAL + f"{name.module}\n{name.name}\n".encode())
        self.memoize(name if o is None else o)

    dispatch[_Name] = save_name
    dispatch[type] = dispatch[type(Tensor)] = save_class
    dispatch[_C.dtype] = dispatch[_C.memory_format] = save_constant
