"""torch.distributions.RelaxedBernoulli."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from torch.distributions import constraints
from torch.distributions.bernoulli import Bernoulli
from torch.distributions.distribution import Distribution
from torch.distributions.utils import broadcast_all, clamp_probs

import tbcast
from tbcast import Tensor
from tbcast.nn import functional


class LogitRelaxedBernoulli(Bernoulli):
    """The parameters; messages name it."""


class RelaxedBernoulli(Distribution):
    """Between 0 and 1, the closer to them the lower the temperature. As
    torch.distributions.RelaxedBernoulli."""

    arg_constraints: ClassVar[Any] = Bernoulli.arg_constraints
    support = constraints.unit_interval
    has_rsample = True

    def __init__(
        self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        self.temperature = temperature
        self._given = LogitRelaxedBernoulli(probs, logits)
        super().__init__(self._given.batch_shape, validate_args=validate_args)

    def expand(self, batch_shape: Iterable[int], _instance: Any = None) -> Any:
        """The same distribution with its parameters expanded: views."""
        new = super().expand(batch_shape, _instance)
        new.temperature, new._given = self.temperature, self._given.expand(batch_shape)
        return new

    @property
    def probs(self) -> Tensor:
        """The probabilities of 1."""
        return self._given.probs

    @property
    def logits(self) -> Tensor:
        """The log odds."""
        return self._given.logits

    def rsample(self, sample_shape: Iterable[int] = ()) -> Tensor:
        """Draws."""
        sizes, limits = self._extended_shape(sample_shape), tbcast.finfo(self.probs.dtype)
        probs = clamp_probs(self.probs.expand(sizes))
        drawn = clamp_probs(tbcast.rand(sizes, dtype=probs.dtype))
        odds = drawn.log() - (-drawn).log1p() + probs.log() - (-probs).log1p()
        return tbcast.sigmoid(odds / self.temperature).clamp(limits.tiny, 1.0 - limits.eps)

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density."""
        self._validate_sample(value)
        limits = tbcast.finfo(value.dtype)
        inside = value.clamp(limits.tiny, 1.0 - limits.eps)
        x = inside.log() - (-inside).log1p()
        slope = -functional.softplus(-x) - functional.softplus(x)
        logits, x = broadcast_all(self.logits, x)
        rest = logits - x.mul(self.temperature)
        return self.temperature.log() + rest - 2 * rest.exp().log1p() - slope
