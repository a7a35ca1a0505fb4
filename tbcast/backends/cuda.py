"""torch.backends.cuda of a machine without CUDA: switches that are kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tbcast._compat.absent import Flag, answer

__all__ = [
    "cudnn_sdp_enabled",
    "enable_cudnn_sdp",
    "enable_flash_sdp",
    "enable_math_sdp",
    "enable_mem_efficient_sdp",
    "flash_sdp_enabled",
    "is_built",
    "math_sdp_enabled",
    "mem_efficient_sdp_enabled",
]


class _Matmul:
    """The type of torch.backends.cuda.matmul."""

    allow_tf32 = Flag(False, "set_allow_tf32_cublas")
    allow_fp16_reduced_precision_reduction = Flag(True, "set_allow_fp16_reduction_cublas")
    allow_bf16_reduced_precision_reduction = Flag(True, "set_allow_bf16_reduction_cublas")
    allow_fp16_accumulation = Flag(False, "set_allow_fp16_accumulation_cublas")

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"Unknown attribute {name}")

    def __setattr__(self, name: str, value: Any) -> None:
        if not isinstance(vars(_Matmul).get(name), Flag):
            raise AttributeError(f"Unknown attribute {name}")
        object.__setattr__(self, name, value)


matmul = _Matmul()
is_built = answer(__name__, "is_built", False, "False")


def _switch(kernel: str) -> tuple[Callable[[], bool], Callable[[bool], None]]:
    """What says whether attention may use such a kernel, and what sets it."""
    flag = Flag(True, "set_sdp_use_math")

    def get() -> bool:
        return bool(flag.value)

    def enable(enabled: bool) -> None:
        flag.__set__(None, enabled)

    get.__name__, enable.__name__ = f"{kernel}_sdp_enabled", f"enable_{kernel}_sdp"
    get.__doc__ = f"""What {enable.__name__} has set.  As torch.backends.cuda.{get.__name__}.

    >>> torch.backends.cuda.{get.__name__}()
    True
    """
    enable.__doc__ = f"""Keep a switch without effect.  RuntimeError if a value is not a bool.
    As torch.backends.cuda.{enable.__name__}.

    >>> torch.backends.cuda.{enable.__name__}(True)
    """
    for function in (get, enable):
        function.__qualname__ = function.__name__
    return get, enable


flash_sdp_enabled, enable_flash_sdp = _switch("flash")
mem_efficient_sdp_enabled, enable_mem_efficient_sdp = _switch("mem_efficient")
math_sdp_enabled, enable_math_sdp = _switch("math")
cudnn_sdp_enabled, enable_cudnn_sdp = _switch("cudnn")
