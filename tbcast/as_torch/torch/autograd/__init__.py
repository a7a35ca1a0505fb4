"""torch.autograd: the switches, and Functions, whose forward runs. Computing gradients is an error."""

from __future__ import annotations

from typing import Any, NoReturn

from torch.autograd.function import _SENTENCE, Function

from tbcast import Tensor
from tbcast._compat.grad import enable_grad, inference_mode, no_grad, set_grad_enabled

__all__ = [
    "Function",
    "Variable",
    "backward",
    "enable_grad",
    "grad",
    "gradcheck",
    "gradgradcheck",
    "inference_mode",
    "no_grad",
    "set_detect_anomaly",
    "set_grad_enabled",
]


def _refuse(*args: Any, **kwargs: Any) -> NoReturn:
    """NotImplementedError: tbcast computes no gradients."""
    raise NotImplementedError(_SENTENCE)


backward = grad = gradcheck = gradgradcheck = _refuse


def Variable(data: Tensor, requires_grad: bool = False, volatile: bool = False) -> Tensor:
    """The Tensor, which once had to be wrapped.  As torch.autograd.Variable."""
    return data.requires_grad_(requires_grad)


class set_detect_anomaly:
    """A context manager without effect.  As torch.autograd.set_detect_anomaly."""

    def __init__(self, mode: bool = True, check_nan: bool = True) -> None:
        pass

    def __enter__(self) -> None:
        pass

    def __exit__(self, *error: object) -> None:
        pass


detect_anomaly = set_detect_anomaly
