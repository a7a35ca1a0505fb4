"""torch.cuda of a machine without one: programs ask is_available() and go on with the CPU."""

from typing import NoReturn

__all__ = [
    "current_device",
    "device_count",
    "empty_cache",
    "is_available",
    "is_initialized",
    "manual_seed",
    "manual_seed_all",
    "synchronize",
]


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
