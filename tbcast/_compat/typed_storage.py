"""TypedStorage: the elements of the memory that views share, and the texts of storages.

As in PyTorch, where typed storages are deprecated: the first one that is made in a process warns.
UntypedStorage, the bytes, is a C type; this module is imported when it is printed or a typed one is made.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from typing import Any

from tbcast import _C
from tbcast._C import UntypedStorage

_WARNING = (
    "TypedStorage is deprecated. It will be removed in the future and UntypedStorage will be the only "
    "storage class. This should only matter to you if you are using storages directly.  To access "
    "UntypedStorage directly, use tensor.untyped_storage() instead of tensor.storage()"
)
_ARGUMENTS = """\
TypedStorage.__init__ received an invalid combination of arguments. Expected one of:
 * (*, torch.device device, torch.dtype dtype)
 * (int size, *, torch.device device, torch.dtype dtype)
 * (Sequence data, *, torch.device device, torch.dtype dtype)
 * (*, UntypedStorage wrap_storage, torch.dtype dtype)
"""

_ARGUMENTS_OF_A_DTYPE = """\
{}.__new__ received an invalid combination of arguments. Expected one of:
 * no arguments
 * (int size)
 * (Sequence data)
 * (*, UntypedStorage wrap_storage)
"""

_warned = False


def _warn() -> None:
    """Warn once."""
    global _warned
    if not _warned:
        _C._warn(_WARNING)
        _warned = True


def _text(elements: list[Any], description: str) -> str:
    return " " + "\n ".join(map(str, elements)) + f"\n[torch.storage.{description} of size {len(elements)}]"


def _untyped_text(storage: UntypedStorage) -> str:
    return _text(storage.tolist(), f"UntypedStorage(device={storage.device})")


class TypedStorage:
    """The elements of one dtype in the memory behind a tensor, read and written by index.

    Args:
        args: nothing, the number of elements (of any contents), or a sequence of numbers.
        wrap_storage: the UntypedStorage to look at, instead.
        dtype: of the elements; the default dtype unless given, needed with `wrap_storage`.
        device: only "cpu".

    RuntimeError or TypeError for other arguments.  Warns (UserWarning) when it is the first
    typed storage of the process.  As torch.TypedStorage.

    Example:
        >>> import warnings, tbcast as torch
        >>> with warnings.catch_warnings():
        ...     warnings.simplefilter("ignore")
        ...     torch.TypedStorage([1, 2.5])
         1.0
         2.5
        [torch.storage.TypedStorage(dtype=torch.float32, device=cpu) of size 2]
    """

    __module__ = "tbcast.storage"

    def __init__(self, *args: Any, wrap_storage: Any = None, dtype: Any = None, device: Any = None) -> None:
        _check_arguments(_ARGUMENTS, args, wrap_storage)
        if wrap_storage is not None:
            _check_wrapping(wrap_storage, dtype, device)
        _warn()
        self.dtype = _C.get_default_dtype() if dtype is None else dtype
        if wrap_storage is not None:
            self._untyped_storage = wrap_storage
            return
        if not isinstance(self.dtype, _C.dtype):
            raise RuntimeError(f"expected torch.dtype, but got {type(dtype)}")
        data = args[0] if args else 0
        if isinstance(data, int):
            self._untyped_storage = UntypedStorage(data * self.dtype.itemsize, device=device)
        elif isinstance(data, Sequence):
            self._untyped_storage = _C.tensor(data, dtype=self.dtype, device=device).untyped_storage()
        else:
            raise TypeError(f"{_ARGUMENTS}Argument type not recognized: {type(data)}")

    @property
    def device(self) -> _C.device:
        """Where the memory is: always the CPU.  As torch.TypedStorage.device."""
        return self._untyped_storage.device

    @property
    def is_cuda(self) -> bool:
        """Always False.  As torch.TypedStorage.is_cuda."""
        return False

    def _elements(self) -> _C.Tensor:
        return self._untyped_storage._elements(self.dtype)

    def __len__(self) -> int:
        return self._untyped_storage.nbytes() // self.dtype.itemsize

    def __iter__(self) -> Iterator[Any]:
        return iter(self.tolist())

    def __getitem__(self, index: int) -> Any:
        if isinstance(index, slice):
            raise RuntimeError("slices are only supported in UntypedStorage.__getitem__")
        if isinstance(index, bool) or not isinstance(index, int):
            error = TypeError if isinstance(index, bool) else RuntimeError
            raise error(f"can't index a <class 'torch.storage.TypedStorage'> with {type(index)}")
        size = len(self)
        if not -size <= index < size:
            raise IndexError(f"index {index} out of range for storage of size {size}")
        return self._elements()[index].item()

    def __setitem__(self, index: int | slice, value: Any) -> None:
        if not isinstance(index, (int, slice)):
            raise RuntimeError(f"can't index a <class 'torch.storage.TypedStorage'> with {type(index)}")
        self._elements()[index] = value

    def __repr__(self) -> str:
        return _text(self.tolist(), f"TypedStorage(dtype={self.dtype}, device={self.device})")

    def tolist(self) -> list[Any]:
        """The elements as Python numbers.  As torch.TypedStorage.tolist."""
        return self._elements().tolist()

    def size(self) -> int:
        """The number of elements.  As torch.TypedStorage.size."""
        return len(self)

    def nbytes(self) -> int:
        """The number of bytes.  As torch.TypedStorage.nbytes."""
        return self._untyped_storage.nbytes()

    def __sizeof__(self) -> int:
        return super().__sizeof__() + self.nbytes()

    def element_size(self) -> int:
        """Bytes of an element.  As torch.TypedStorage.element_size."""
        return self.dtype.itemsize

    def data_ptr(self) -> int:
        """Address of the first element; 0 if there is none.  As torch.TypedStorage.data_ptr."""
        return self._untyped_storage.data_ptr()

    def resizable(self) -> bool:
        """May the memory grow?  As torch.TypedStorage.resizable."""
        return self._untyped_storage.resizable()

    def untyped(self) -> UntypedStorage:
        """The bytes.  As torch.TypedStorage.untyped."""
        return self._untyped_storage

    def type(self) -> str:
        """The name of PyTorch's class for this dtype, "torch.FloatStorage".  As torch.TypedStorage.type."""
        name = self._elements().type().replace("Tensor", "Storage")
        return "torch.storage.TypedStorage" if "UInt" in name else name  # of which there are no classes

    def fill_(self, value: Any) -> TypedStorage:
        """Write one number into every element; returns the storage.  RuntimeError for a number out of range.

        As torch.TypedStorage.fill_.
        """
        self[:] = value
        return self

    def copy_(self, source: TypedStorage | UntypedStorage, non_blocking: bool | None = None) -> TypedStorage:
        """Take the bytes of a storage of the same size; returns this one.  RuntimeError for other sizes.

        As torch.TypedStorage.copy_.
        """
        self._untyped_storage.copy_(source, bool(non_blocking))
        return self

    def clone(self) -> TypedStorage:
        """A copy in memory of its own.  As torch.TypedStorage.clone."""
        return TypedStorage(wrap_storage=self._untyped_storage.clone(), dtype=self.dtype)

    def __copy__(self) -> TypedStorage:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> TypedStorage:
        untyped = copy.deepcopy(self._untyped_storage, memo)
        return TypedStorage(wrap_storage=untyped, dtype=self.dtype)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild_typed_storage, (self._untyped_storage, self.dtype)

    def cpu(self) -> TypedStorage:
        """The same memory: it is the CPU's.  As torch.TypedStorage.cpu."""
        return TypedStorage(wrap_storage=self._untyped_storage, dtype=self.dtype)


_C._register_hooks(typed_storage=TypedStorage)


def _check_storage(storage: Any) -> None:
    if not isinstance(storage, UntypedStorage):
        raise TypeError(f"expected torch.UntypedStorage, but got {type(storage)}")


def _rebuild_typed_storage(storage: UntypedStorage, dtype: _C.dtype) -> Any:
    _check_storage(storage)
    storage._elements(dtype)  # refuses anything but a dtype
    typed = TypedStorage.__new__(TypedStorage)
    typed.dtype, typed._untyped_storage = dtype, storage
    return typed


_rebuild_typed_storage.__module__ = "tbcast._pickling"  # pickles find it there


def _check_arguments(expected: str, args: tuple[Any, ...], wrap_storage: Any) -> None:
    if wrap_storage is None and len(args) > 1:
        raise RuntimeError(f"{expected}Too many positional arguments")
    if wrap_storage is not None and args:
        raise RuntimeError(f"{expected}No positional arguments should be given when using 'wrap_storage'")


def _check_wrapped(expected: str, wrap_storage: Any) -> None:
    if not isinstance(wrap_storage, UntypedStorage):
        text = f"Argument 'wrap_storage' must be UntypedStorage, but got {type(wrap_storage)}"
        raise TypeError(expected + text)


def _check_wrapping(wrap_storage: Any, dtype: Any, device: Any) -> None:
    if dtype is None:
        raise RuntimeError(f"{_ARGUMENTS}Argument 'dtype' must be specified")
    if not isinstance(dtype, _C.dtype):
        raise TypeError(f"{_ARGUMENTS}Argument 'dtype' must be torch.dtype, not {type(dtype)}")
    if device is not None:
        text = "Argument 'device' should not be specified when 'wrap_storage' is given"
        raise RuntimeError(_ARGUMENTS + text)
    _check_wrapped(_ARGUMENTS, wrap_storage)


def _storage_of(input: _C.Tensor) -> TypedStorage:
    """`tensor.storage()`."""
    _warn()
    return TypedStorage(wrap_storage=input.untyped_storage(), dtype=input.dtype)


# ---- the classes of one dtype ----

_DOCSTRING = """TypedStorage of {dtype}: what it makes is a TypedStorage, and all of this dtype are instances.

    Takes the arguments of TypedStorage but for `dtype` and `device`; RuntimeError or TypeError for others.
    As torch.{name}.

    Example:
        >>> import warnings, tbcast as torch
        >>> with warnings.catch_warnings():
        ...     warnings.simplefilter("ignore")
        ...     torch.{name}(3).size()
        3
    """


class _OfDtype(type):
    """Their type: a TypedStorage of the dtype is an instance."""

    dtype: _C.dtype

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, TypedStorage) and instance.dtype == cls.dtype


class _StorageOfDtype(TypedStorage, metaclass=_OfDtype):
    """Makes a TypedStorage of the class's dtype; refuses `dtype` and `device`."""

    def __init_subclass__(cls) -> None:
        cls.__module__ = "tbcast"
        cls.__doc__ = _DOCSTRING.format(dtype=cls.dtype, name=cls.__name__)

    def __new__(cls, *args: Any, wrap_storage: Any = None, dtype: Any = None, device: Any = None) -> Any:
        expected = _ARGUMENTS_OF_A_DTYPE.format(f"<class 'torch.{cls.__name__}'>")
        for name, given in (("dtype", dtype), ("device", device)):
            if given is not None:
                raise RuntimeError(f"{expected}Keyword argument '{name}' cannot be specified")
        _check_arguments(expected, args, wrap_storage)
        if wrap_storage is not None:
            _check_wrapped(expected, wrap_storage)
        if args and not isinstance(args[0], (int, Sequence)):
            raise TypeError(f"{expected}Argument type not recognized: {type(args[0])}")
        return TypedStorage(*args, wrap_storage=wrap_storage, dtype=cls.dtype)


class BFloat16Storage(_StorageOfDtype):
    dtype = _C.bfloat16


class BoolStorage(_StorageOfDtype):
    dtype = _C.bool


class ByteStorage(_StorageOfDtype):
    dtype = _C.uint8


class CharStorage(_StorageOfDtype):
    dtype = _C.int8


class ComplexDoubleStorage(_StorageOfDtype):
    dtype = _C.complex128


class ComplexFloatStorage(_StorageOfDtype):
    dtype = _C.complex64


class DoubleStorage(_StorageOfDtype):
    dtype = _C.float64


class FloatStorage(_StorageOfDtype):
    dtype = _C.float32


class HalfStorage(_StorageOfDtype):
    dtype = _C.float16


class IntStorage(_StorageOfDtype):
    dtype = _C.int32


class LongStorage(_StorageOfDtype):
    dtype = _C.int64


class ShortStorage(_StorageOfDtype):
    dtype = _C.int16
