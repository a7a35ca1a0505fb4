"""Activations, and dropout."""

from __future__ import annotations

from typing import Any, ClassVar

import torch
from torch.nn.modules.layer import IN_PLACE, Layer, layer, shown
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter

from tbcast.nn._activations import _check_probability

__all__ = ["PReLU"]

_DIM = ({"dim": None}, "dim={dim}")
_LAMBD = ({"lambd": 0.5}, "{lambd}")
_P = ({"p": 0.5, **IN_PLACE}, "p={p}, inplace={inplace}")
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
_TRAINING: dict[str, tuple[Any, ...]] = {
    "AlphaDropout": ("alpha_dropout", *_P),
    "Dropout": ("dropout", *_P),
    "Dropout1d": ("dropout1d", *_P),
    "Dropout2d": ("dropout2d", *_P),
    "Dropout3d": ("dropout3d", *_P),
    "FeatureAlphaDropout": ("feature_alpha_dropout", *_P),
    "RReLU": ("rrelu", {"lower": 1 / 8, "upper": 1 / 3, **IN_PLACE}, shown("lower upper")),
}


class _Random(Layer):
    """A layer that draws in training."""

    TRAINS = True

    def keep(self, settings: dict[str, Any]) -> None:
        _check_probability(settings.get("p", 0.0))
        super().keep(settings)


for _name, _row in _LAYERS.items():
    globals()[_name] = layer(_name, *_row)
for _name, _row in _TRAINING.items():
    globals()[_name] = layer(_name, *_row, base=_Random)


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


__all__ += [*_LAYERS, *_TRAINING, "Hardtanh", "ReLU6", "Softmax2d"]
