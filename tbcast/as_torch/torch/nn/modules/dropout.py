"""Dropouts: rows. Each keeps the arguments of its function of torch.nn.functional, and calls it."""

from __future__ import annotations

from typing import Any

from torch.nn.modules.layer import IN_PLACE, Layer, layer

from tbcast.nn._activations import _check_probability


class _Dropout(Layer):
    TRAINS = True

    def keep(self, settings: dict[str, Any]) -> None:
        _check_probability(settings["p"])
        super().keep(settings)


_FUNCTIONS = {
    "AlphaDropout": "alpha_dropout",
    "Dropout": "dropout",
    "Dropout1d": "dropout1d",
    "Dropout2d": "dropout2d",
    "Dropout3d": "dropout3d",
    "FeatureAlphaDropout": "feature_alpha_dropout",
}
for _name, _function in _FUNCTIONS.items():
    globals()[_name] = layer(
        _name, _function, {"p": 0.5, **IN_PLACE}, "p={p}, inplace={inplace}", base=_Dropout
    )

__all__ = [*_FUNCTIONS]
