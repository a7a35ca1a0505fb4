"""Settings without effect, or with a value that is known, and names of types."""

from typing import Any

import tbcast
from tbcast import _C

_precision = "highest"


def get_float32_matmul_precision() -> str:
    """What set_float32_matmul_precision has set; initially "highest"."""
    return _precision


def set_float32_matmul_precision(precision: str) -> None:
    """Keeps the value; products of float32 are always of full precision."""
    global _precision
    if precision not in ("highest", "high", "medium"):
        _C._warn(
            f"{precision} is not one of 'highest', 'high', or 'medium'; the current"
            "setFloat32MatmulPrecision call has no effect."
        )
    else:
        _precision = precision


def set_flush_denormal(mode: bool) -> bool:
    """False: denormal numbers are always kept."""
    return False


def get_default_device() -> tbcast.device:
    """The CPU."""
    return tbcast.device("cpu")


def set_default_device(device: Any) -> None:
    """Accepts the CPU and None; NotImplementedError or RuntimeError for others, as for device=."""
    tbcast.empty(0, device=device)


def is_storage(obj: Any, /) -> bool:
    """Whether obj is a storage, typed or not."""
    return isinstance(obj, (tbcast.UntypedStorage, tbcast.TypedStorage))


def typename(obj: Any, /) -> str:
    """The name of the type of obj, "torch.FloatTensor" for a tensor."""
    if isinstance(obj, tbcast.Tensor):
        return obj.type()
    owner = obj if hasattr(obj, "__qualname__") else type(obj)
    module = getattr(owner, "__module__", None)
    name: str = owner.__qualname__
    return name if module in (None, "builtins") else f"{module}.{name}"
