"""BatchNorm1d and its like, and what they have in common with InstanceNorm1d's."""

from __future__ import annotations

from typing import Any

import torch
from torch.nn.modules.normalization import Affine

from tbcast import Tensor
from tbcast.nn import functional

__all__ = [
    "BatchNorm1d",
    "BatchNorm2d",
    "BatchNorm3d",
]


class _NormBase(Affine):
    """What BatchNorm and InstanceNorm have. INPUTS: the numbers of dimensions that an input may have."""

    _version = 2  # the first had no num_batches_tracked
    INPUTS: tuple[int, ...] = ()
    AFFINE_AND_TRACKED = True
    num_batches_tracked: Any
    running_mean: Any
    running_var: Any

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool | None = None,
        track_running_stats: bool | None = None,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__()
        usual = self.AFFINE_AND_TRACKED
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = usual if affine is None else affine
        self.track_running_stats = usual if track_running_stats is None else track_running_stats
        self._make_weights(num_features, device, dtype, weight=self.affine, bias=self.affine and bias)
        tracked = self.track_running_stats
        vector = torch.empty(num_features, device=device, dtype=dtype) if tracked else None
        self.register_buffer("running_mean", vector)
        self.register_buffer("running_var", None if vector is None else vector.clone())
        self.register_buffer("num_batches_tracked", torch.tensor(0, device=device) if tracked else None)
        self.reset_parameters()

    def reset_running_stats(self) -> None:
        """The mean is 0 again, the variance 1."""
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self) -> None:
        """The weight is 1 again, the bias 0, and the running statistics as well."""
        self.reset_running_stats()
        super().reset_parameters()

    def _check_input_dim(self, input: Tensor) -> None:
        if self.INPUTS and input.dim() not in self.INPUTS:
            expected = " or ".join(f"{n}D" for n in self.INPUTS)
            raise ValueError(f"expected {expected} input (got {input.dim()}D input)")

    def _load_from_state_dict(self, state_dict: Any, prefix: str, local_metadata: Any, *more: Any) -> None:
        key = f"{prefix}num_batches_tracked"
        if (local_metadata.get("version") or 1) < 2 and self.track_running_stats and key not in state_dict:
            state_dict[key] = self.num_batches_tracked
        super()._load_from_state_dict(state_dict, prefix, local_metadata, *more)

    def extra_repr(self) -> str:
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
            f"bias={self.bias is not None}, track_running_stats={self.track_running_stats}"
        )


class _BatchNorm(_NormBase):
    def forward(self, input: Tensor) -> Tensor:
        """By the batch's statistics in training or if none are tracked, else by the running ones."""
        self._check_input_dim(input)
        momentum = self.momentum
        if self.training and self.track_running_stats:
            self.num_batches_tracked.add_(1)
            momentum = 1.0 / float(self.num_batches_tracked) if momentum is None else momentum
        training = self.training or (self.running_mean is None and self.running_var is None)
        running = (self.running_mean, self.running_var)
        if self.training and not self.track_running_stats:
            running = (None, None)
        return functional.batch_norm(
            input, *running, self.weight, self.bias, training, momentum or 0.0, self.eps
        )


class BatchNorm1d(_BatchNorm):
    """As torch.nn.BatchNorm1d."""

    INPUTS = (2, 3)


class BatchNorm2d(_BatchNorm):
    """As torch.nn.BatchNorm2d."""

    INPUTS = (4,)


class BatchNorm3d(_BatchNorm):
    """As torch.nn.BatchNorm3d."""

    INPUTS = (5,)
