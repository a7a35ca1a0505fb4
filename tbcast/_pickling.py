"""Pickling and copying of tensors, storages and generators.

A tensor is pickled as its storage, dtype, offset, sizes and strides. The storage is one object while anything
refers to it, so that the memos of pickle and copy preserve sharing.  A pickle can come from anywhere, so the
functions that rebuild objects check everything.  The only way from numbers to a tensor is as_strided, whose
checks (in the core) keep it inside its storage.

The names of this module and of its _rebuild functions are part of pickles, and must not change.
"""

from __future__ import annotations

import copy
import copyreg
import operator
import pickle
import sys
from typing import Any

from tbcast import _C
from tbcast._C import Generator, Tensor, UntypedStorage
from tbcast._compat.typed_storage import _check_storage, _rebuild_typed_storage as _rebuild_typed_storage
from tbcast._decorators import named

_ALIGNMENT = 16
"""An alignment that suffices for the elements of every dtype."""


# ---- storages ----


def bytes_of(storage: UntypedStorage) -> Any:
    """The bytes as a tensor, which has the buffer protocol."""
    return storage._elements(_C.uint8)


def reduce_storage(self: UntypedStorage, protocol: int) -> tuple[Any, ...]:
    """Implements UntypedStorage.__reduce_ex__; protocol 5 passes the bytes out of band."""
    whole = bytes_of(self)
    data = pickle.PickleBuffer(whole) if operator.index(protocol) >= 5 else bytes(memoryview(whole))
    return _rebuild_storage, (data, sys.byteorder)


def _rebuild_storage(data: Any, byteorder: str = sys.byteorder) -> UntypedStorage:
    """A storage over the given memory if it is writable and aligned, otherwise over a copy."""
    if byteorder != sys.byteorder:
        raise ValueError(f"a storage of a {byteorder!r}-endian machine cannot be read on this one")
    with pickle.PickleBuffer(data).raw() as view:
        if view.nbytes == 0:
            return UntypedStorage(0)
        if not view.readonly:
            shared = _C.frombuffer(data, dtype=_C.uint8).untyped_storage()
            if shared.data_ptr() % _ALIGNMENT == 0:
                return shared
        storage = UntypedStorage(view.nbytes)
        memoryview(bytes_of(storage))[:] = view
    return storage


# ---- tensors ----


def _storage_and_metadata(self: Tensor) -> tuple[Any, ...]:
    return self.untyped_storage(), self.dtype, self.storage_offset(), tuple(self.shape), self.stride()


@named("Tensor.__reduce_ex__")
def reduce_tensor(self: Tensor, proto: int) -> Any:
    """Implements Tensor.__reduce_ex__."""
    cls = type(self)
    if cls is Tensor:
        state, arguments = _state_of(self), _storage_and_metadata(self)
        return (_rebuild_tensor, arguments, state) if state else (_rebuild_tensor, arguments)
    if cls.__reduce__ is not object.__reduce__:  # the subclass has its own
        return self.__reduce__()
    return _rebuild_subclass, (cls, *_storage_and_metadata(self)), _state_of(self)


def _state_of(o: Any) -> Any:
    """The state that pickle saves for an object; Python 3.10 lacks object.__getstate__."""
    if hasattr(o, "__getstate__"):
        return o.__getstate__()
    attributes = getattr(o, "__dict__", None) or None
    slots = {name: getattr(o, name) for name in copyreg._slotnames(type(o)) if hasattr(o, name)}  # type: ignore[attr-defined]
    return (attributes, slots) if slots else attributes


def _set_state(o: Any, state: Any) -> None:
    if hasattr(o, "__setstate__"):
        o.__setstate__(state)
        return
    attributes, slots = state if isinstance(state, tuple) and len(state) == 2 else (state, None)
    if attributes:
        vars(o).update(attributes)  # as pickle does, not by setattr, which may call code of the class
    for name, value in (slots or {}).items():
        setattr(o, name, value)


def _rebuild_tensor(
    storage: UntypedStorage, dtype: _C.dtype, offset: int, size: tuple[int, ...], stride: tuple[int, ...]
) -> Tensor:
    """A view of the storage. Raises TypeError, ValueError or RuntimeError unless it lies within it."""
    _check_storage(storage)
    if type(offset) is not int:  # None would mean the offset of another tensor
        raise TypeError(f"the storage offset must be int, not {type(offset).__name__}")
    return UntypedStorage._elements(storage, dtype).as_strided(size, stride, offset).detach()


def _rebuild_subclass(cls: type[Tensor], *arguments: Any) -> Tensor:
    if not (isinstance(cls, type) and issubclass(cls, Tensor)):
        raise TypeError(f"expected a subclass of torch.Tensor, but got {cls!r}")
    return _rebuild_tensor(*arguments).as_subclass(cls)


@named("Tensor.__deepcopy__")
def deepcopy_tensor(self: Tensor, memo: dict[int, Any]) -> Tensor:
    """Implements Tensor.__deepcopy__."""
    if id(self) in memo:
        return memo[id(self)]  # type: ignore[no-any-return]
    storage, *metadata = _storage_and_metadata(self)
    storage = copy.deepcopy(storage, memo)
    cls = type(self)
    plain = cls is Tensor
    result = _rebuild_tensor(storage, *metadata) if plain else _rebuild_subclass(cls, storage, *metadata)
    memo[id(self)] = result
    state = _state_of(self)
    if state is not None:
        _set_state(result, copy.deepcopy(state, memo))
    return result


# ---- generators ----


def reduce_generator(self: Generator) -> tuple[Any, ...]:
    """Implements Generator.__reduce__."""
    return _rebuild_generator, (self.get_state(),)


def _rebuild_generator(state: Tensor) -> Generator:
    return Generator().set_state(state)
