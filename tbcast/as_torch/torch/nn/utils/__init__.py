"""torch.nn.utils: what is left of it without gradients and layers. The functions exist so that modules that
name them can be imported: calling one is an error."""

from collections.abc import Callable
from typing import Any

from torch import _absent
from torch.nn.utils import rnn

__all__ = ["rnn"]

_ABSENT = """
clip_grad_norm_ clip_grad_value_ convert_conv2d_weight_memory_format fuse_conv_bn_eval fuse_conv_bn_weights
fuse_linear_bn_eval fuse_linear_bn_weights parameters_to_vector remove_spectral_norm remove_weight_norm
skip_init spectral_norm vector_to_parameters weight_norm
"""


def absent(name: str) -> Callable[..., Any]:
    """A function of that name, which cannot be called."""

    def call(*args: Any, **options: Any) -> Any:
        raise NotImplementedError(f"tbcast has no torch.nn.utils.{name}: use PyTorch")

    call.__name__, call.__qualname__ = name, name
    return call


def __getattr__(name: str) -> Callable[..., Any]:
    if name in _ABSENT.split():
        return absent(name)
    raise _absent.refuse(f"torch.nn.utils.{name}")
