"""torch.distributions.Normal."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, ClassVar

from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.utils import broadcast_all, sizes_of

import tbcast
from tbcast import Tensor


class Normal(Distribution):
    """Of mean loc and standard deviation scale. As torch.distributions.Normal."""

    arg_constraints: ClassVar[Any] = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    has_rsample = True

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(sizes_of(self.loc, loc, scale), validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        """loc."""
        return self.loc

    @property
    def mode(self) -> Tensor:
        """loc."""
        return self.loc

    @property
    def stddev(self) -> Tensor:
        """scale."""
        return self.scale

    @property
    def variance(self) -> Tensor:
        """The square of scale."""
        return self.scale.pow(2)

    def sample(self, sample_shape: Iterable[int] = ()) -> Tensor:
        """Draws, by torch.normal."""
        sizes = self._extended_shape(sample_shape)
        return tbcast.normal(self.loc.expand(sizes), self.scale.expand(sizes))

    def rsample(self, sample_shape: Iterable[int] = ()) -> Tensor:
        """Draws, as loc + scale * normal numbers."""
        drawn = tbcast.empty(self._extended_shape(sample_shape), dtype=self.loc.dtype).normal_()
        return self.loc + drawn * self.scale

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density."""
        self._validate_sample(value)
        squares = -((value - self.loc) ** 2) / (2 * self.scale**2)
        return squares - self.scale.log() - math.log(math.sqrt(2 * math.pi))

    def cdf(self, value: Tensor) -> Tensor:
        """The probability of values up to `value`."""
        self._validate_sample(value)
        return 0.5 * (1 + tbcast.erf((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)))

    def icdf(self, value: Tensor) -> Tensor:
        """The inverse of cdf."""
        return self.loc + self.scale * tbcast.erfinv(2 * value - 1) * math.sqrt(2)

    def entropy(self) -> Tensor:
        """The entropy."""
        return 0.5 + 0.5 * math.log(2 * math.pi) + tbcast.log(self.scale)
