"""torch.distributions.Uniform."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.utils import broadcast_all, sizes_of

import tbcast
from tbcast import Tensor


class Uniform(Distribution):
    """Between low and high. As torch.distributions.Uniform."""

    has_rsample = True

    def __init__(self, low: Any, high: Any, validate_args: bool | None = None) -> None:
        self.low, self.high = broadcast_all(low, high)
        super().__init__(sizes_of(self.low, low, high), validate_args=validate_args)

    @property
    def arg_constraints(self) -> Any:
        """low < high."""
        return {"low": constraints.less_than(self.high), "high": constraints.greater_than(self.low)}

    @property
    def support(self) -> Any:
        """From low to high."""
        return constraints.interval(self.low, self.high)

    @property
    def mean(self) -> Tensor:
        """The middle."""
        return (self.high + self.low) / 2

    @property
    def mode(self) -> Tensor:
        """NaN."""
        return tbcast.nan * self.high

    @property
    def stddev(self) -> Tensor:
        """A twelfth of the width, in the square."""
        return (self.high - self.low) / 12**0.5

    @property
    def variance(self) -> Tensor:
        """The square of the width by 12."""
        return (self.high - self.low).pow(2) / 12

    def rsample(self, sample_shape: Iterable[int] = ()) -> Tensor:
        """Draws."""
        drawn = tbcast.rand(self._extended_shape(sample_shape), dtype=self.low.dtype)
        return self.low + drawn * (self.high - self.low)

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density."""
        self._validate_sample(value)
        inside = self.low.le(value).type_as(self.low) * self.high.gt(value).type_as(self.low)
        return tbcast.log(inside) - tbcast.log(self.high - self.low)

    def cdf(self, value: Tensor) -> Tensor:
        """The part of the interval below value."""
        self._validate_sample(value)
        return ((value - self.low) / (self.high - self.low)).clamp(min=0, max=1)

    def icdf(self, value: Tensor) -> Tensor:
        """The inverse of cdf."""
        return value * (self.high - self.low) + self.low

    def entropy(self) -> Tensor:
        """The logarithm of the width."""
        return tbcast.log(self.high - self.low)
