"""Layers that normalize groups of channels or the last dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch.nn.modules.layer import layer, shown
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter

from tbcast import Tensor
from tbcast.nn import functional, init

__all__ = ["GroupNorm", "LayerNorm", "LocalResponseNorm", "RMSNorm"]

LocalResponseNorm = layer(
    "LocalResponseNorm",
    "local_response_norm",
    {"size": ..., "alpha": 1e-4, "beta": 0.75, "k": 1.0},
    f"{{size}}, {shown('alpha beta k')}",
)


class Affine(Module):
    """A module that has a weight and a bias, or None for them."""

    weight: Any
    bias: Any

    def _make_weights(self, sizes: Any, device: Any, dtype: Any, **made: bool) -> None:
        for name, is_made in made.items():
            self.register_parameter(name, None)
            if is_made:
                setattr(self, name, Parameter(torch.empty(sizes, device=device, dtype=dtype)))

    def reset_parameters(self) -> None:
        """The weight is 1 again, the bias 0."""
        for name, start in (("weight", 1.0), ("bias", 0.0)):
            vector = self._parameters.get(name)
            if vector is not None:
                init.constant_(vector, start)


def _sizes(normalized_shape: int | Sequence[int]) -> tuple[int, ...]:
    return (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)


class LayerNorm(Affine):
    """As torch.nn.LayerNorm."""

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        eps: float = 1e-5,
        elementwise_affine: bool = True,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.normalized_shape = _sizes(normalized_shape)
        self.eps = eps
        self.elementwise_affine = affine = elementwise_affine
        self._make_weights(self.normalized_shape, device, dtype, weight=affine, bias=affine and bias)
        self.reset_parameters()

    def forward(self, input: Tensor) -> Tensor:
        """A tensor of input's size."""
        return functional.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        """Its sizes, and what was chosen."""
        affine, bias = self.elementwise_affine, self.bias is not None
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={affine}, bias={bias}"


class GroupNorm(Affine):
    """As torch.nn.GroupNorm."""

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-5,
        affine: bool = True,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__()
        if num_channels % num_groups != 0:
            raise ValueError(f"num_channels ({num_channels}) must be divisible by num_groups ({num_groups})")
        self.num_groups = num_groups
        self.num_channels = num_channels
        self.eps = eps
        self.affine = affine
        self._make_weights(num_channels, device, dtype, weight=affine, bias=affine and bias)
        self.reset_parameters()

    def forward(self, input: Tensor) -> Tensor:
        """A tensor of input's size."""
        return functional.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        """Its numbers, and what was chosen."""
        told = f"{self.num_groups}, {self.num_channels}, eps={self.eps}"
        return f"{told}, affine={self.affine}, bias={self.bias is not None}"


class RMSNorm(Affine):
    """As torch.nn.RMSNorm."""

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        eps: float | None = None,
        elementwise_affine: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.normalized_shape = _sizes(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        self._make_weights(self.normalized_shape, device, dtype, weight=elementwise_affine)
        self.reset_parameters()

    def forward(self, input: Tensor) -> Tensor:
        """A tensor of input's size."""
        return functional.rms_norm(input, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self) -> str:
        """Its sizes, and what was chosen."""
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"
