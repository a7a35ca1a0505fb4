"""torch.backends.cuda of a machine without CUDA: switches that are kept."""

from __future__ import annotations

from typing import Any

from tbcast.backends._flags import Flag

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


class _Attention:
    """Which kernels attention may use."""

    flash = Flag(True, "set_sdp_use_math")
    mem_efficient = Flag(True, "set_sdp_use_math")
    math = Flag(True, "set_sdp_use_math")
    cudnn = Flag(True, "set_sdp_use_math")


_attention = _Attention()


def is_built() -> bool:
    """False.  As torch.backends.cuda.is_built.

    >>> torch.backends.cuda.is_built()
    False
    """
    return False


def flash_sdp_enabled() -> bool:
    """What enable_flash_sdp has set.  As torch.backends.cuda.flash_sdp_enabled.

    >>> torch.backends.cuda.flash_sdp_enabled()
    True
    """
    return _attention.flash  # type: ignore[no-any-return]


def enable_flash_sdp(enabled: bool) -> None:
    """Keep a switch without effect.  RuntimeError for what is no bool.
    As torch.backends.cuda.enable_flash_sdp.

    >>> torch.backends.cuda.enable_flash_sdp(True)
    """
    _attention.flash = enabled


def mem_efficient_sdp_enabled() -> bool:
    """What enable_mem_efficient_sdp has set.  As torch.backends.cuda.mem_efficient_sdp_enabled.

    >>> torch.backends.cuda.mem_efficient_sdp_enabled()
    True
    """
    return _attention.mem_efficient  # type: ignore[no-any-return]


def enable_mem_efficient_sdp(enabled: bool) -> None:
    """Keep a switch without effect.  RuntimeError for what is no bool.
    As torch.backends.cuda.enable_mem_efficient_sdp.

    >>> torch.backends.cuda.enable_mem_efficient_sdp(True)
    """
    _attention.mem_efficient = enabled


def math_sdp_enabled() -> bool:
    """What enable_math_sdp has set.  As torch.backends.cuda.math_sdp_enabled.

    >>> torch.backends.cuda.math_sdp_enabled()
    True
    """
    return _attention.math  # type: ignore[no-any-return]


def enable_math_sdp(enabled: bool) -> None:
    """Keep a switch without effect.  RuntimeError for what is no bool.
    As torch.backends.cuda.enable_math_sdp.

    >>> torch.backends.cuda.enable_math_sdp(True)
    """
    _attention.math = enabled


def cudnn_sdp_enabled() -> bool:
    """What enable_cudnn_sdp has set.  As torch.backends.cuda.cudnn_sdp_enabled.

    >>> torch.backends.cuda.cudnn_sdp_enabled()
    True
    """
    return _attention.cudnn  # type: ignore[no-any-return]


def enable_cudnn_sdp(enabled: bool) -> None:
    """Keep a switch without effect.  RuntimeError for what is no bool.
    As torch.backends.cuda.enable_cudnn_sdp.

    >>> torch.backends.cuda.enable_cudnn_sdp(True)
    """
    _attention.cudnn = enabled
