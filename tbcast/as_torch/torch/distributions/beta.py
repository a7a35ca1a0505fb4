"""torch.distributions.Beta."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from torch.distributions import constraints
from torch.distributions.dirichlet import Dirichlet
from torch.distributions.distribution import Distribution
from torch.distributions.utils import NUMBER, broadcast_all

import tbcast
from tbcast import Tensor


class Beta(Distribution):
    """The first part of a Dirichlet distribution of two. As torch.distributions.Beta."""

    arg_constraints: ClassVar[Any] = {
        "concentration1": constraints.positive,
        "concentration0": constraints.positive,
    }
    support = constraints.unit_interval
    has_rsample = True

    def __init__(self, concentration1: Any, concentration0: Any, validate_args: bool | None = None) -> None:
        if isinstance(concentration1, NUMBER) and isinstance(concentration0, NUMBER):
            both = tbcast.tensor([float(concentration1), float(concentration0)])
        else:
            both = tbcast.stack(broadcast_all(concentration1, concentration0), -1)
        self._parts = Dirichlet(both, validate_args=validate_args)
        super().__init__(self._parts.batch_shape, validate_args=validate_args)

    def expand(self, batch_shape: Iterable[int], _instance: Any = None) -> Any:
        """The same distribution with its parameters expanded: views."""
        new = super().expand(batch_shape, _instance)
        new._parts = self._parts.expand(batch_shape)
        return new

    @property
    def concentration1(self) -> Tensor:
        """The first one."""
        return self._parts.concentration[..., 0]

    @property
    def concentration0(self) -> Tensor:
        """The second one."""
        return self._parts.concentration[..., 1]

    @property
    def mean(self) -> Tensor:
        """The mean."""
        return self.concentration1 / (self.concentration1 + self.concentration0)

    @property
    def mode(self) -> Tensor:
        """The mode."""
        return self._parts.mode[..., 0]

    @property
    def variance(self) -> Tensor:
        """The variance."""
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total.pow(2) * (total + 1))

    def rsample(self, sample_shape: Iterable[int] = ()) -> Tensor:
        """Draws."""
        return self._parts.rsample(sample_shape).select(-1, 0)

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density."""
        self._validate_sample(value)
        return self._parts.log_prob(tbcast.stack([value, 1.0 - value], -1))

    def entropy(self) -> Tensor:
        """The entropy."""
        return self._parts.entropy()
