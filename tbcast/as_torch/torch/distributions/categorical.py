"""torch.distributions.Categorical."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.utils import given_one, lazy_property, logits_to_probs, probs_to_logits

import tbcast
from tbcast import Size, Tensor


class Categorical(Distribution):
    """The indices along the last dimension of probs, or of logits. As torch.distributions.Categorical."""

    arg_constraints: ClassVar[Any] = {"probs": constraints.simplex, "logits": constraints.real_vector}
    has_enumerate_support = True

    def __init__(
        self, probs: Tensor | None = None, logits: Tensor | None = None, validate_args: bool | None = None
    ) -> None:
        given_one(probs, logits)
        for name, given in (("probs", probs), ("logits", logits)):
            if given is not None and given.dim() < 1:
                raise ValueError(f"`{name}` parameter must be at least one-dimensional.")
        if probs is not None:
            parameter = self.probs = probs / probs.sum(-1, keepdim=True)
        else:
            assert logits is not None
            parameter = self.logits = logits - logits.logsumexp(-1, keepdim=True)
        super().__init__(parameter.shape[:-1], validate_args=validate_args)

    @lazy_property
    def logits(self) -> Tensor:
        """The logarithms of the probabilities."""
        return probs_to_logits(self.probs)

    @lazy_property
    def probs(self) -> Tensor:
        """The probabilities."""
        return logits_to_probs(self.logits)

    @property
    def support(self) -> Any:
        """The indices."""
        return constraints.integer_interval(0, self.param_shape[-1] - 1)

    @property
    def param_shape(self) -> Size:
        """The sizes of probs."""
        return self.probs.shape

    @property
    def mean(self) -> Tensor:
        """NaN."""
        return tbcast.full(self._batch_shape, tbcast.nan, dtype=self.probs.dtype)

    @property
    def mode(self) -> Tensor:
        """The likeliest index."""
        return self.probs.argmax(-1)

    @property
    def variance(self) -> Tensor:
        """NaN."""
        return self.mean

    def sample(self, sample_shape: Iterable[int] = ()) -> Tensor:
        """Draws indices."""
        rows = self.probs.reshape(-1, self.param_shape[-1])
        drawn = tbcast.multinomial(rows, Size(sample_shape).numel(), True)
        return drawn.T.reshape(self._extended_shape(sample_shape))

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the probability of the indices."""
        self._validate_sample(value)
        indices, logits = tbcast.broadcast_tensors(value.long()[..., None], self.logits)
        return logits.gather(-1, indices[..., :1]).squeeze(-1)

    def entropy(self) -> Tensor:
        """The entropy."""
        logits = self.logits.clamp(min=tbcast.finfo(self.logits.dtype).min)
        return -(logits * self.probs).sum(-1)

    def enumerate_support(self, expand: bool = True) -> Tensor:
        """All indices."""
        return self._enumerated(tbcast.arange(self.param_shape[-1]), expand)
