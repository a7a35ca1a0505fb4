"""torch.cuda of a machine without one: programs ask is_available() and go on with the CPU."""

from typing import Any, NoReturn

from tbcast import _C
from tbcast._compat.constructors import tensortype

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
    "current_device",
    "device_count",
    "empty_cache",
    "is_available",
    "is_initialized",
    "manual_seed",
    "manual_seed_all",
    "synchronize",
]


class _tensortype(tensortype):
    """The type of torch.cuda.FloatTensor and the others, which make nothing."""

    is_cuda = True

    def __call__(cls, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError(f"type {cls._title} not available. Torch not compiled with CUDA enabled.")

    def __instancecheck__(cls, instance: object) -> bool:
        return False


def _make(name: str, dtype: _C.dtype) -> _tensortype:
    doc = f"""The class of tensors of dtype {dtype} on a GPU, of which there are none.

    TypeError when it is called.  As torch.cuda.{name} of a torch without CUDA.

    >>> isinstance(torch.ones(2), torch.cuda.{name})
    False
    """
    return _tensortype(name, (), {"__doc__": doc, "__module__": __name__, "__slots__": (), "dtype": dtype})


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


def is_available() -> bool:
    """False: tbcast runs on the CPU only.  As torch.cuda.is_available.

    >>> torch.cuda.is_available()
    False
    """
    return False


def device_count() -> int:
    """0.  As torch.cuda.device_count.

    >>> torch.cuda.device_count()
    0
    """
    return 0


def is_initialized() -> bool:
    """False.  As torch.cuda.is_initialized.

    >>> torch.cuda.is_initialized()
    False
    """
    return False


def manual_seed(seed: int) -> None:
    """Does nothing, for there is no device.  TypeError for what is no integer.  As torch.cuda.manual_seed.

    >>> torch.cuda.manual_seed(3)
    """
    int(seed)


def manual_seed_all(seed: int) -> None:
    """Does nothing, as manual_seed.  TypeError for what is no integer.  As torch.cuda.manual_seed_all.

    >>> torch.cuda.manual_seed_all(3)
    """
    int(seed)


def empty_cache() -> None:
    """Does nothing.  As torch.cuda.empty_cache.

    >>> torch.cuda.empty_cache()
    """


def _refuse() -> NoReturn:
    raise AssertionError("Torch not compiled with CUDA enabled: tbcast runs on the CPU only")


def current_device() -> int:
    """AssertionError: there is none.  As torch.cuda.current_device.

    >>> torch.cuda.current_device()
    Traceback (most recent call last):
        ...
    AssertionError: Torch not compiled with CUDA enabled: tbcast runs on the CPU only
    """
    _refuse()


def synchronize(device: object = None) -> None:
    """AssertionError: there is nothing to wait for.  As torch.cuda.synchronize.

    >>> torch.cuda.synchronize()
    Traceback (most recent call last):
        ...
    AssertionError: Torch not compiled with CUDA enabled: tbcast runs on the CPU only
    """
    _refuse()
