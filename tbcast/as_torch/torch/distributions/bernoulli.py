"""torch.distributions.Bernoulli."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.utils import (
    broadcast_all,
    given_one,
    lazy_property,
    logits_to_probs,
    probs_to_logits,
    sizes_of,
)

import tbcast
from tbcast import Tensor
from tbcast.nn import functional


class Bernoulli(Distribution):
    """1 with probability probs, which logits may give, else 0. As torch.distributions.Bernoulli."""

    arg_constraints: ClassVar[Any] = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.boolean
    has_enumerate_support = True

    def __init__(self, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        given_one(probs, logits)
        given = logits if probs is None else probs
        (parameter,) = broadcast_all(given)
        setattr(self, "logits" if probs is None else "probs", parameter)
        super().__init__(sizes_of(parameter, given), validate_args=validate_args)

    @lazy_property
    def logits(self) -> Tensor:
        """The log odds."""
        return probs_to_logits(self.probs, is_binary=True)

    @lazy_property
    def probs(self) -> Tensor:
        """The probabilities of 1."""
        return logits_to_probs(self.logits, is_binary=True)

    @property
    def param_shape(self) -> tbcast.Size:
        """The sizes of probs."""
        return self.probs.shape

    @property
    def mean(self) -> Tensor:
        """probs."""
        return self.probs

    @property
    def mode(self) -> Tensor:
        """The likelier value, NaN for 0.5."""
        return tbcast.where(self.probs == 0.5, tbcast.nan, (self.probs >= 0.5).to(self.probs))

    @property
    def variance(self) -> Tensor:
        """probs * (1 - probs)."""
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape: Iterable[int] = ()) -> Tensor:
        """Draws."""
        return tbcast.bernoulli(self.probs.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the probability."""
        self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        return -functional.binary_cross_entropy_with_logits(logits, value, reduction="none")

    def entropy(self) -> Tensor:
        """The entropy."""
        return functional.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")

    def enumerate_support(self, expand: bool = True) -> Tensor:
        """0 and 1."""
        return self._enumerated(tbcast.arange(2, dtype=self.probs.dtype), expand)
