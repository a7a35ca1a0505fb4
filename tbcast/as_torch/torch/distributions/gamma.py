"""torch.distributions.Gamma."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, ClassVar

from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.utils import broadcast_all, sizes_of

import tbcast
from tbcast import Tensor

_THIRD, _SQUEEZE = tbcast.tensor([1 / 3, 0.0331]).tolist()  # torch's constants are floats


def standard_gamma(concentration: Tensor) -> Tensor:
    """Draws from PyTorch's stream of numbers by its rejections (Marsaglia and Tsang, 2000), in float64; the
    arithmetic of concentration has its dtype."""
    if concentration.dtype not in (tbcast.float32, tbcast.float64):
        raise NotImplementedError(f"\"gamma_cpu\" not implemented for '{concentration.dtype._type_name}'")
    below = concentration < 1
    powers = tbcast.where(below, 1 / concentration, 0)
    d = tbcast.where(below, concentration + 1, concentration) - _THIRD
    each = zip(concentration.flatten().tolist(), powers.flatten().tolist(), d.flatten().tolist(), strict=True)
    drawn = tbcast.tensor([_drawn(*numbers) for numbers in each], dtype=tbcast.float64)
    return drawn.view(concentration.shape)


def _uniform() -> float:
    """In (0, 1]."""
    return 1 - tbcast.rand((), dtype=tbcast.float64).item()


def _drawn(alpha: float, power: float, d: float) -> float:
    if alpha == 0:
        return 0.0
    scale = _uniform() ** power if alpha < 1 else 1.0
    c = 1 / math.sqrt(9 * d)
    while True:
        x = tbcast.randn((), dtype=tbcast.float64).item()
        if 1 + c * x <= 0:
            continue
        v = (1 + c * x) ** 3
        u = _uniform()
        if u < 1 - _SQUEEZE * x**4 or math.log(u) < 0.5 * x * x + d * (1 - v + math.log(v)):
            return scale * d * v


class Gamma(Distribution):
    """Of shape concentration and rate. As torch.distributions.Gamma."""

    arg_constraints: ClassVar[Any] = {"concentration": constraints.positive, "rate": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True

    def __init__(self, concentration: Any, rate: Any, validate_args: bool | None = None) -> None:
        self.concentration, self.rate = broadcast_all(concentration, rate)
        super().__init__(sizes_of(self.rate, concentration, rate), validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        """The mean."""
        return self.concentration / self.rate

    @property
    def mode(self) -> Tensor:
        """The mode."""
        return ((self.concentration - 1) / self.rate).clamp(min=0)

    @property
    def variance(self) -> Tensor:
        """The variance."""
        return self.concentration / self.rate.pow(2)

    def rsample(self, sample_shape: Iterable[int] = ()) -> Tensor:
        """Draws."""
        sizes, dtype = self._extended_shape(sample_shape), self.rate.dtype
        drawn = standard_gamma(self.concentration.expand(sizes)).to(dtype) / self.rate.expand(sizes)
        return drawn.clamp_(min=tbcast.finfo(dtype).tiny)

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density."""
        value = tbcast.as_tensor(value, dtype=self.rate.dtype)
        self._validate_sample(value)
        return (
            tbcast.xlogy(self.concentration, self.rate)
            + tbcast.xlogy(self.concentration - 1, value)
            - self.rate * value
            - tbcast.lgamma(self.concentration)
        )

    def cdf(self, value: Tensor) -> Tensor:
        """The probability of values up to `value`."""
        self._validate_sample(value)
        return tbcast.special.gammainc(self.concentration, self.rate * value)

    def entropy(self) -> Tensor:
        """The entropy."""
        rest = (1.0 - self.concentration) * tbcast.digamma(self.concentration)
        return self.concentration - tbcast.log(self.rate) + tbcast.lgamma(self.concentration) + rest
