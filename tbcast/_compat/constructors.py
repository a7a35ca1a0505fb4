"""The old constructors: FloatTensor(2, 3), LongTensor([1, 2]), ByteTensor().

They make ordinary Tensors of one dtype, and `isinstance` checks the dtype.  Every `import tbcast` loads this
module, which therefore does without typing.
"""

from tbcast import _C

__all__ = [
    "BFloat16Tensor",
    "BoolTensor",
    "ByteTensor",
    "CharTensor",
    "DoubleTensor",
    "FloatTensor",
    "HalfTensor",
    "IntTensor",
    "LongTensor",
    "ShortTensor",
    "set_default_tensor_type",
]


class tensortype(type):
    """The type of FloatTensor and the others: calling one makes a Tensor.  They have no subclasses."""

    dtype: _C.dtype
    layout: _C.layout = _C.strided
    is_cuda: bool = False
    is_sparse: bool = False

    def __new__(mcls, name: str, bases: tuple[type, ...], namespace: dict[str, object]) -> "tensortype":
        for base in bases:
            if isinstance(base, tensortype):
                raise TypeError(f"type '{base._title}' is not an acceptable base type")
        return super().__new__(mcls, name, bases, namespace)

    @property
    def _title(cls) -> str:
        return f"{cls.__module__}.{cls.__name__}".replace("tbcast", "torch", 1)

    def __setattr__(cls, name: str, value: object) -> None:
        raise TypeError(f"cannot set {name!r} attribute of immutable type {cls._title!r}")

    def __call__(cls, *args: object, **kwargs: object) -> _C.Tensor:
        return cls.dtype._new(*args, **kwargs)  # type: ignore[call-overload, no-any-return]

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, _C.Tensor) and instance.dtype is cls.dtype


def _make(name: str, dtype: _C.dtype) -> tensortype:
    doc = f"""Tensors of dtype {dtype}: {name}(*sizes) is uninitialised, {name}(sequence) holds its numbers,
    {name}() has shape (0,), {name}(tensor) is another view of a tensor of this dtype, {name}(storage) the
    elements of a storage, on its memory.

    TypeError for other arguments and for subclasses, RuntimeError for sizes or numbers out of range and for
    storages of other dtypes.  As torch.{name}.

    >>> torch.{name}([1, 0]).dtype
    {dtype}
    """
    return tensortype(name, (), {"__doc__": doc, "__module__": "tbcast", "__slots__": (), "dtype": dtype})


BFloat16Tensor = _make("BFloat16Tensor", _C.bfloat16)
BoolTensor = _make("BoolTensor", _C.bool)
ByteTensor = _make("ByteTensor", _C.uint8)
CharTensor = _make("CharTensor", _C.int8)
DoubleTensor = _make("DoubleTensor", _C.float64)
FloatTensor = _make("FloatTensor", _C.float32)
HalfTensor = _make("HalfTensor", _C.float16)
IntTensor = _make("IntTensor", _C.int32)
LongTensor = _make("LongTensor", _C.int64)
ShortTensor = _make("ShortTensor", _C.int16)

_warned = False


def _named(name: str) -> object:
    """The object of a dotted name; torch is this package."""
    first, *rest = name.split(".")
    found = __import__("tbcast" if first == "torch" else first)
    for attribute in rest:
        found = getattr(found, attribute)
    return found


def set_default_tensor_type(t: tensortype | str, /) -> None:
    """Make the dtype of t the default one: FloatTensor, DoubleTensor, HalfTensor, BFloat16Tensor or its name.

    TypeError for anything else.  Deprecated, and says so once with a UserWarning: use set_default_dtype.
    As torch.set_default_tensor_type.

    >>> import warnings
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore")
    ...     torch.set_default_tensor_type(torch.DoubleTensor)
    >>> torch.tensor(0.5).dtype
    torch.float64
    >>> torch.set_default_tensor_type("torch.FloatTensor")
    """
    global _warned
    kind = _named(t) if isinstance(t, str) else t
    if not _warned:
        _C._warn(
            "torch.set_default_tensor_type() is deprecated as of PyTorch 2.1, please use "
            "torch.set_default_dtype() and torch.set_default_device() as alternatives."
        )
        _warned = True
    if not isinstance(kind, tensortype):
        raise TypeError("invalid type object: only floating-point types are supported as the default type")
    if kind.is_cuda:
        kind()
    _C.set_default_dtype(kind.dtype)
