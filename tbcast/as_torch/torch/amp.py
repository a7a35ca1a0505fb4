"""torch.amp: there is no autocasting, and what asks for it on the CPU is refused."""

from __future__ import annotations

import warnings
from typing import Any

import tbcast
from tbcast._decorators import within

__all__ = ["autocast", "custom_bwd", "custom_fwd", "is_autocast_available"]


def is_autocast_enabled(device_type: str | None = None) -> bool:
    """False.  As torch.is_autocast_enabled."""
    return False


def is_autocast_available(device_type: str) -> bool:
    """False.  As torch.amp.is_autocast_available."""
    return False


def is_autocast_cache_enabled() -> bool:
    """True, as in torch; there is nothing to keep."""
    return True


def get_autocast_dtype(device_type: str) -> tbcast.dtype:
    """The dtype that PyTorch would use.  As torch.get_autocast_dtype."""
    return tbcast.bfloat16 if device_type == "cpu" else tbcast.float16


class autocast:
    """A context manager and decorator without effect: on a device that is not there, with a UserWarning as in
    torch; on the CPU, NotImplementedError unless enabled=False.  As torch.autocast."""

    def __init__(
        self, device_type: str, dtype: Any = None, enabled: bool = True, cache_enabled: bool | None = None
    ) -> None:
        if not isinstance(device_type, str):
            raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
        if enabled and device_type == "cpu":
            raise NotImplementedError("autocast: tbcast casts nothing by itself; use .to(torch.bfloat16)")
        if enabled and device_type == "cuda":
            warnings.warn(
                "User provided device_type of 'cuda', but CUDA is not available. Disabling", stacklevel=2
            )
        self.device, self.fast_dtype, self._enabled = device_type, dtype, False

    def __enter__(self) -> autocast:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def __call__(self, func: Any) -> Any:
        """The function within the block."""
        return within(lambda: self, func)  # type: ignore[arg-type, return-value]


def custom_fwd(fwd: Any = None, *, device_type: str = "cpu", cast_inputs: Any = None) -> Any:
    """The forward of an autograd.Function itself; without one, a decorator.  As torch.amp.custom_fwd."""
    return (lambda function: function) if fwd is None else fwd


def custom_bwd(bwd: Any = None, *, device_type: str = "cpu") -> Any:
    """The backward of an autograd.Function itself; without one, a decorator.  As torch.amp.custom_bwd."""
    return (lambda function: function) if bwd is None else bwd
