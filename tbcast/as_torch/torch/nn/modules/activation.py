"""Activations: most are rows."""

from __future__ import annotations

from typing import Any, ClassVar

import torch
from torch.nn.modules.layer import IN_PLACE, Layer, layer, shown
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter

__all__ = ["PReLU"]

_DIM = ({"dim": None}, "dim={dim}")
_LAMBD = ({"lambd": 0.5}, "{lambd}")
_LAYERS: dict[str, tuple[Any, ...]] = {
    "CELU": ("celu", {"alpha": 1.0, **IN_PLACE}, "alpha={alpha}"),
    "ELU": ("elu", {"alpha": 1.0, **IN_PLACE}, "alpha={alpha}"),
    "GELU": ("gelu", {"approximate": "none"}, "approximate={approximate!r}"),
    "GLU": ("glu", {"dim": -1}, "dim={dim}"),
    "Hardshrink": ("hardshrink", *_LAMBD),
    "Hardsigmoid": ("hardsigmoid", IN_PLACE, None),
    "Hardswish": ("hardswish", IN_PLACE, None),
    "LeakyReLU": ("leaky_relu", {"negative_slope": 0.01, **IN_PLACE}, "negative_slope={negative_slope}"),
    "LogSigmoid": ("logsigmoid", {}),
    "LogSoftmax": ("log_softmax", *_DIM),
    "Mish": ("mish", IN_PLACE),
    "ReLU": ("relu", IN_PLACE),
    "SELU": ("selu", IN_PLACE),
    "SiLU": ("silu", IN_PLACE),
    "Sigmoid": ("sigmoid", {}),
    "Softmax": ("softmax", *_DIM),
    "Softmin": ("softmin", *_DIM),
    "Softplus": ("softplus", {"beta": 1.0, "threshold": 20.0}, shown("beta threshold")),
    "Softshrink": ("softshrink", *_LAMBD),
    "Softsign": ("softsign", {}),
    "Tanh": ("tanh", {}),
    "Tanhshrink": ("tanhshrink", {}),
    "Threshold": ("threshold", {"threshold": ..., "value": ..., **IN_PLACE}, shown("threshold value")),
}
for _name, _row in _LAYERS.items():
    globals()[_name] = layer(_name, *_row)
RReLU = layer(
    "RReLU", "rrelu", {"lower": 1 / 8, "upper": 1 / 3, **IN_PLACE}, shown("lower upper"), TRAINS=True
)


class Hardtanh(Layer):
    """As torch.nn.Hardtanh."""

    ARGUMENTS: ClassVar = {"min_val": -1.0, "max_val": 1.0, **IN_PLACE}
    FUNCTION = "hardtanh"
    SHOWN = shown("min_val max_val")

    def keep(self, settings: dict[str, Any]) -> None:
        """AssertionError unless they are an interval."""
        super().keep(settings)
        low, high = self.min_val, self.max_val
        assert high > low, f"max_val ({high}) must be greater than min_val ({low})"


class ReLU6(Hardtanh):
    """As torch.nn.ReLU6."""

    ARGUMENTS: ClassVar = IN_PLACE
    SHOWN = ""

    def keep(self, settings: dict[str, Any]) -> None:
        """With the two limits."""
        super().keep({"min_val": 0.0, "max_val": 6.0, **settings})

    def options(self) -> dict[str, Any]:
        """hardtanh's."""
        return {name: getattr(self, name) for name in Hardtanh.ARGUMENTS}


class Softmax2d(Module):
    """Softmax over the channels of images. As torch.nn.Softmax2d."""

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        """A tensor of input's size. Raises ValueError unless it has 3 or 4 dimensions."""
        if input.dim() not in (3, 4):
            raise ValueError(f"Softmax2d: expected input to be 3D or 4D, got {input.dim()}D instead")
        return input.softmax(-3)


class PReLU(Module):
    """Negative values times a weight, one or one per channel. As torch.nn.PReLU."""

    def __init__(
        self, num_parameters: int = 1, init: float = 0.25, device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__()
        self.num_parameters = num_parameters
        self.init = init
        self.weight = Parameter(torch.empty(num_parameters, device=device, dtype=dtype))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """All weights are init again."""
        torch.nn.init.constant_(self.weight, self.init)

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        """A tensor of input's size."""
        return torch.prelu(input, self.weight)

    def extra_repr(self) -> str:
        """The number of weights."""
        return f"num_parameters={self.num_parameters}"


__all__ += [*_LAYERS, "Hardtanh", "RReLU", "ReLU6", "Softmax2d"]
