"""InstanceNorm1d and its like."""

from __future__ import annotations

import warnings

from torch.nn.modules.batchnorm import _NormBase

from tbcast import Tensor
from tbcast.nn import functional

__all__ = ["InstanceNorm1d", "InstanceNorm2d", "InstanceNorm3d"]


class _InstanceNorm(_NormBase):
    AFFINE_AND_TRACKED = False

    def forward(self, input: Tensor) -> Tensor:
        """By each sample's statistics, or in evaluation by the running ones if they are tracked."""
        self._check_input_dim(input)
        single = input.dim() == self.INPUTS[0]  # a sample without the dimension of samples
        channels = input.size(0 if single else 1)
        if channels != self.num_features:
            wrong = f"input's size at dim={0 if single else 1}"
            if self.affine:
                raise ValueError(
                    f"expected {wrong} to match num_features ({self.num_features}), but got: {channels}."
                )
            warnings.warn(
                f"{wrong} does not match num_features. You can silence this warning by not passing in "
                "num_features, which is not used because affine=False",
                stacklevel=2,
            )
        result = functional.instance_norm(
            input.unsqueeze(0) if single else input,
            self.running_mean,
            self.running_var,
            self.weight,
            self.bias,
            self.training or not self.track_running_stats,
            self.momentum or 0.0,
            self.eps,
        )
        return result.squeeze(0) if single else result


class InstanceNorm1d(_InstanceNorm):
    """As torch.nn.InstanceNorm1d."""

    INPUTS = (2, 3)


class InstanceNorm2d(_InstanceNorm):
    """As torch.nn.InstanceNorm2d."""

    INPUTS = (3, 4)


class InstanceNorm3d(_InstanceNorm):
    """As torch.nn.InstanceNorm3d."""

    INPUTS = (4, 5)
