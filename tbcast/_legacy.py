"""The constructors of old: FloatTensor(2, 3), LongTensor([1, 2]), ByteTensor().

They make ordinary Tensors of one dtype, and `isinstance` asks for that dtype.
"""

from tbcast import _C


class tensortype(type):
    """The type of FloatTensor and its kin: calling one makes a Tensor."""

    dtype: _C.dtype
    layout = _C.strided

    def __call__(cls, *args, **kwargs):
        return _C._legacy_new(cls.dtype, *args, **kwargs)

    def __instancecheck__(cls, instance) -> bool:
        return isinstance(instance, _C.Tensor) and instance.dtype is cls.dtype


def _make(name: str, dtype: _C.dtype) -> tensortype:
    doc = f"""Tensors of dtype {dtype}: {name}(*sizes) is uninitialised, {name}(sequence) holds its numbers,
    {name}() has shape (0,), {name}(tensor) is another view of a tensor of this dtype.

    TypeError for other arguments, RuntimeError for sizes or numbers out of range.  As torch.{name}.

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
