"""Identity and Linear."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter

from tbcast import Tensor
from tbcast.nn import functional, init

__all__ = ["Identity", "Linear"]


class Identity(Module):
    """Returns its argument.  As torch.nn.Identity."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()

    def forward(self, input: Any) -> Any:
        """The argument."""
        return input


class Linear(Module):
    """A product with a matrix, plus a vector. As torch.nn.Linear, with its random initial weights."""

    def __init__(
        self, in_features: int, out_features: int, bias: bool = True, device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__()
        self.in_features = in_features
        self.out_features = out_features
        self.weight = Parameter(torch.empty((out_features, in_features), device=device, dtype=dtype))
        self.register_parameter("bias", None)
        if bias:
            self.bias = Parameter(torch.empty(out_features, device=device, dtype=dtype))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """New random weights."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            bound = 1 / math.sqrt(self.in_features) if self.in_features > 0 else 0
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input: Tensor) -> Tensor:
        """A tensor (..., out_features) of one (..., in_features)."""
        return functional.linear(input, self.weight, self.bias)

    def extra_repr(self) -> str:
        """Its sizes."""
        bias = self.bias is not None
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={bias}"
