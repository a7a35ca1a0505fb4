"""torch.distributions.Dirichlet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.gamma import standard_gamma

import tbcast
from tbcast import Tensor


class Dirichlet(Distribution):
    """Of parts of 1, along the last dimension. As torch.distributions.Dirichlet."""

    arg_constraints: ClassVar[Any] = {"concentration": constraints.positive_vector}
    support = constraints.simplex
    has_rsample = True

    def __init__(self, concentration: Tensor, validate_args: bool | None = None) -> None:
        if concentration.dim() < 1:
            raise ValueError("`concentration` parameter must be at least one-dimensional.")
        self.concentration = concentration
        super().__init__(concentration.shape[:-1], concentration.shape[-1:], validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        """The mean."""
        return self.concentration / self.concentration.sum(-1, True)

    @property
    def mode(self) -> Tensor:
        """The mode; where all concentrations are below 1, the first corner."""
        above = (self.concentration - 1).clamp(min=0.0)
        mode = above / above.sum(-1, True)
        first = tbcast.arange(mode.size(-1)) == mode.argmax(-1, True)
        return tbcast.where((self.concentration < 1).all(-1, True), first.to(mode), mode)

    @property
    def variance(self) -> Tensor:
        """The variance."""
        total = self.concentration.sum(-1, True)
        return self.concentration * (total - self.concentration) / (total.pow(2) * (total + 1))

    def rsample(self, sample_shape: Iterable[int] = ()) -> Tensor:
        """Draws, of numbers drawn from gamma distributions."""
        dtype = self.concentration.dtype
        if dtype not in (tbcast.float32, tbcast.float64):
            raise NotImplementedError(f"\"dirichlet\" not implemented for '{dtype._type_name}'")
        drawn = standard_gamma(self.concentration.expand(self._extended_shape(sample_shape)).double())
        drawn = drawn.clamp_(min=tbcast.finfo(tbcast.float64).tiny)
        below = tbcast.nextafter(tbcast.ones((), dtype=dtype), tbcast.zeros((), dtype=dtype))
        return (drawn / drawn.sum(-1, True)).to(dtype).clamp_(tbcast.finfo(dtype).tiny, below.item())

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density."""
        self._validate_sample(value)
        return (
            tbcast.xlogy(self.concentration - 1.0, value).sum(-1)
            + tbcast.lgamma(self.concentration.sum(-1))
            - tbcast.lgamma(self.concentration).sum(-1)
        )

    def entropy(self) -> Tensor:
        """The entropy."""
        a, total = self.concentration, self.concentration.sum(-1)
        return (
            tbcast.lgamma(a).sum(-1)
            - tbcast.lgamma(total)
            - (a.size(-1) - total) * tbcast.digamma(total)
            - ((a - 1.0) * tbcast.digamma(a)).sum(-1)
        )
