"""Flatten and Unflatten, layers of a method of Tensor."""

from __future__ import annotations

from typing import Any

from torch.nn.modules.layer import Layer, layer, shown

from tbcast import Tensor

__all__ = ["Flatten", "Unflatten"]


class _Method(Layer):
    """A layer whose function is a method of Tensor."""

    def forward(self, input: Tensor) -> Any:
        return getattr(input, self.FUNCTION)(*self.options().values())


_DIMS = {"start_dim": 1, "end_dim": -1}
_SIZES = {"dim": ..., "unflattened_size": ...}
Flatten = layer("Flatten", "flatten", _DIMS, shown("start_dim end_dim"), base=_Method)
Unflatten = layer("Unflatten", "unflatten", _SIZES, shown("dim unflattened_size"), base=_Method)
