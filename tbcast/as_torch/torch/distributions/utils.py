"""torch.distributions.utils: parameters of one size; probabilities and their logits."""

from __future__ import annotations

from functools import cached_property as lazy_property
from typing import Any

import tbcast
from tbcast import Tensor

__all__ = ["broadcast_all", "clamp_probs", "lazy_property", "logits_to_probs", "probs_to_logits"]

NUMBER = (bool, int, float)


def broadcast_all(*values: Any) -> tuple[Tensor, ...]:
    """The values expanded to one size. Numbers become tensors of the dtype of the first tensor, or of the
    default one. ValueError for anything else."""
    if not all(isinstance(value, (Tensor, *NUMBER)) for value in values):
        raise ValueError(
            "Input arguments must all be instances of Number, torch.Tensor or objects implementing "
            "__torch_function__."
        )
    first = next((value for value in values if isinstance(value, Tensor)), None)
    dtype = tbcast.get_default_dtype() if first is None else first.dtype
    return tbcast.broadcast_tensors(
        *(v if isinstance(v, Tensor) else tbcast.tensor(v, dtype=dtype) for v in values)
    )


def sizes_of(result: Tensor, *given: Any) -> tbcast.Size:
    """The batch's sizes: none if only numbers were given."""
    return tbcast.Size() if all(isinstance(value, NUMBER) for value in given) else result.shape


def clamp_probs(probs: Tensor) -> Tensor:
    """Probabilities away from 0 and 1 by the dtype's epsilon."""
    eps = tbcast.finfo(probs.dtype).eps
    return probs.clamp(min=eps, max=1 - eps)


def logits_to_probs(logits: Tensor, is_binary: bool = False) -> Tensor:
    """The sigmoid, or the softmax along the last dimension."""
    return tbcast.sigmoid(logits) if is_binary else tbcast.softmax(logits, -1)


def probs_to_logits(probs: Tensor, is_binary: bool = False) -> Tensor:
    """Log odds, or logarithms, of clamped probabilities."""
    clamped = clamp_probs(probs)
    return tbcast.log(clamped) - tbcast.log1p(-clamped) if is_binary else tbcast.log(clamped)


def given_one(probs: Any, logits: Any) -> None:
    """ValueError unless one of the two is given."""
    if (probs is None) == (logits is None):
        raise ValueError("Either `probs` or `logits` must be specified, but not both.")
