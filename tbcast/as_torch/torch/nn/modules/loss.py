"""Losses: each keeps the arguments of its function of torch.nn.functional, and calls it."""

from __future__ import annotations

from typing import Any, ClassVar

from torch.nn.modules.distance import PairwiseDistance
from torch.nn.modules.layer import Layer, layer
from torch.nn.modules.module import Module

from tbcast.nn._losses import _named_reduction


class _Loss(Module):
    """A Module with a reduction. As torch.nn.modules.loss._Loss."""

    reduction: str

    def __init__(
        self, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean"
    ) -> None:
        super().__init__()
        self.reduction = _named_reduction(size_average, reduce, reduction)


class _Made(Layer, _Loss):
    """A loss that is made from a row."""

    def keep(self, settings: dict[str, Any]) -> None:
        reduction = settings.pop("reduction")
        older = (settings.pop("size_average", None), settings.pop("reduce", None))
        for name, value in settings.items():
            if name in ("weight", "pos_weight"):
                self.register_buffer(name, value)
            else:
                setattr(self, name, value)
        self.reduction = _named_reduction(*older, reduction)

    def options(self) -> dict[str, Any]:
        names = [name for name in self.ARGUMENTS if name not in ("size_average", "reduce")]
        return {name: getattr(self, name) for name in names}


_MEAN = {"reduction": "mean"}
_END = {"size_average": None, "reduce": None, **_MEAN}
_WEIGHT = {"weight": None}
_CLASSES = {**_WEIGHT, "size_average": None, "ignore_index": -100, "reduce": None, **_MEAN}
_TRIPLETS = {"margin": 1.0, "p": 2.0, "eps": 1e-6, "swap": False}
_LOSSES: dict[str, tuple[str, dict[str, Any]]] = {
    "BCELoss": ("binary_cross_entropy", {**_WEIGHT, **_END}),
    "BCEWithLogitsLoss": ("binary_cross_entropy_with_logits", {**_WEIGHT, **_END, "pos_weight": None}),
    "CosineEmbeddingLoss": ("cosine_embedding_loss", {"margin": 0.0, **_END}),
    "CrossEntropyLoss": ("cross_entropy", {**_CLASSES, "label_smoothing": 0.0}),
    "GaussianNLLLoss": ("gaussian_nll_loss", {"full": False, "eps": 1e-6, **_MEAN}),
    "HingeEmbeddingLoss": ("hinge_embedding_loss", {"margin": 1.0, **_END}),
    "HuberLoss": ("huber_loss", {**_MEAN, "delta": 1.0}),
    "KLDivLoss": ("kl_div", {**_END, "log_target": False}),
    "L1Loss": ("l1_loss", _END),
    "MSELoss": ("mse_loss", _END),
    "MarginRankingLoss": ("margin_ranking_loss", {"margin": 0.0, **_END}),
    "MultiLabelMarginLoss": ("multilabel_margin_loss", _END),
    "MultiLabelSoftMarginLoss": ("multilabel_soft_margin_loss", {**_WEIGHT, **_END}),
    "MultiMarginLoss": ("multi_margin_loss", {"p": 1, "margin": 1.0, **_WEIGHT, **_END}),
    "NLLLoss": ("nll_loss", _CLASSES),
    "PoissonNLLLoss": (
        "poisson_nll_loss",
        {"log_input": True, "full": False, "size_average": None, "eps": 1e-8, "reduce": None, **_MEAN},
    ),
    "SmoothL1Loss": ("smooth_l1_loss", {**_END, "beta": 1.0}),
    "SoftMarginLoss": ("soft_margin_loss", _END),
    "TripletMarginLoss": ("triplet_margin_loss", {**_TRIPLETS, **_END}),
}
for _name, _row in _LOSSES.items():
    globals()[_name] = layer(_name, *_row, base=_Made)


class TripletMarginWithDistanceLoss(_Made):
    """As torch.nn.TripletMarginWithDistanceLoss."""

    ARGUMENTS: ClassVar = {"distance_function": None, "margin": 1.0, "swap": False, **_MEAN}
    FUNCTION = "triplet_margin_with_distance_loss"

    def keep(self, settings: dict[str, Any]) -> None:
        """With PairwiseDistance unless there is another distance."""
        given = settings["distance_function"]
        super().keep({**settings, "distance_function": PairwiseDistance() if given is None else given})


__all__ = [*_LOSSES, "TripletMarginWithDistanceLoss"]
