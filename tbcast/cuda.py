"""torch.cuda of a machine without one: programs ask is_available() and go on with the CPU."""

from typing import NoReturn

from tbcast._compat import constructors
from tbcast._compat.absent import answer
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

    def __call__(cls, *args: object, **kwargs: object) -> NoReturn:
        raise TypeError(f"type {cls._title} not available. Torch not compiled with CUDA enabled.")

    def __instancecheck__(cls, instance: object) -> bool:
        return False


def _on_gpu(of_cpu: tensortype) -> _tensortype:
    name, dtype = of_cpu.__name__, of_cpu.dtype
    doc = f"""The class of tensors of dtype {dtype} on a GPU, of which there are none.

    TypeError when it is called.  As torch.cuda.{name} of a torch without CUDA.

    >>> isinstance(torch.ones(2), torch.cuda.{name})
    False
    """
    return _tensortype(name, (), {"__doc__": doc, "__module__": __name__, "__slots__": (), "dtype": dtype})


BFloat16Tensor = _on_gpu(constructors.BFloat16Tensor)
BoolTensor = _on_gpu(constructors.BoolTensor)
ByteTensor = _on_gpu(constructors.ByteTensor)
CharTensor = _on_gpu(constructors.CharTensor)
DoubleTensor = _on_gpu(constructors.DoubleTensor)
FloatTensor = _on_gpu(constructors.FloatTensor)
HalfTensor = _on_gpu(constructors.HalfTensor)
IntTensor = _on_gpu(constructors.IntTensor)
LongTensor = _on_gpu(constructors.LongTensor)
ShortTensor = _on_gpu(constructors.ShortTensor)

is_available = answer(__name__, "is_available", False, "False: tbcast runs on the CPU only")
device_count = answer(__name__, "device_count", 0, "0")
is_initialized = answer(__name__, "is_initialized", False, "False")
empty_cache = answer(__name__, "empty_cache", None, "Does nothing")


def manual_seed(seed: int) -> None:
    """Does nothing, for there is no device.  TypeError if seed is not an integer.  As torch.cuda.manual_seed.

    >>> torch.cuda.manual_seed(3)
    """
    int(seed)


def manual_seed_all(seed: int) -> None:
    """Does nothing, as manual_seed.  TypeError if seed is not an integer.  As torch.cuda.manual_seed_all.

    >>> torch.cuda.manual_seed_all(3)
    """
    int(seed)


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
