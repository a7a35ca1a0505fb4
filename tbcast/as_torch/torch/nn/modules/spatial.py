"""Layers without weights that work on images and signals: pooling, unfold and fold, padding, resizing. Each
keeps the arguments of its function of torch.nn.functional, and calls it."""

from __future__ import annotations

from typing import Any, ClassVar

from torch.nn.modules.layer import Layer, layer, shown
from torch.nn.modules.utils import _ntuple, _single

__all__: list[str] = []


class _Window(Layer):
    """A layer whose stride is its kernel_size if there is none."""

    def keep(self, settings: dict[str, Any]) -> None:
        if "kernel_size" in settings and settings.get("stride", 0) is None:
            settings["stride"] = settings["kernel_size"]
        super().keep(settings)


class _Window1(_Window):
    """One whose sizes are tuples of one number."""

    def keep(self, settings: dict[str, Any]) -> None:
        super().keep(settings)
        for name in ("kernel_size", "stride", "padding"):
            setattr(self, name, _single(getattr(self, name)))


_WINDOW = {"kernel_size": ..., "stride": None, "padding": 0}
_MAX = {**_WINDOW, "dilation": 1, "return_indices": False, "ceil_mode": False}
_AVG = {**_WINDOW, "ceil_mode": False, "count_include_pad": True}
_OUTPUT = {"output_size": ...}
_BLOCKS = {"kernel_size": ..., "dilation": 1, "padding": 0, "stride": 1}
_LAYERS = {
    **{f"MaxPool{n}d": (_MAX, "kernel_size stride padding dilation ceil_mode") for n in (1, 2, 3)},
    "AvgPool1d": (_AVG, "kernel_size stride padding"),
    **{f"AvgPool{n}d": ({**_AVG, "divisor_override": None}, "kernel_size stride padding") for n in (2, 3)},
    **{f"AdaptiveAvgPool{n}d": (_OUTPUT, "output_size") for n in (1, 2, 3)},
    **{f"AdaptiveMaxPool{n}d": ({**_OUTPUT, "return_indices": False}, "output_size") for n in (1, 2, 3)},
    "Unfold": (_BLOCKS, "kernel_size dilation padding stride"),
    "Fold": ({**_OUTPUT, **_BLOCKS}, "output_size kernel_size dilation padding stride"),
    "ChannelShuffle": ({"groups": ...}, "groups"),
    "PixelShuffle": ({"upscale_factor": ...}, "upscale_factor"),
    "PixelUnshuffle": ({"downscale_factor": ...}, "downscale_factor"),
}
"""{layer: (arguments, those that are printed)}."""


def _function(layer: str) -> str:
    """AdaptiveMaxPool2d -> adaptive_max_pool2d."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in layer).lstrip("_")


for _name, (_arguments, _shown) in _LAYERS.items():
    _base = _Window1 if _name == "AvgPool1d" else _Window
    globals()[_name] = layer(_name, _function(_name), _arguments, shown(_shown), base=_base)
    __all__.append(_name)


class _Pad(Layer):
    """A layer of 2 * DIMS margins, or one number for all."""

    DIMS = 0
    MODE = ""

    def keep(self, settings: dict[str, Any]) -> None:
        super().keep(settings)
        self.padding = _ntuple(2 * self.DIMS)(self.padding)

    def options(self) -> dict[str, Any]:
        options = {"pad": self.padding, "mode": self.MODE}
        return {**options, "value": getattr(self, "value", 0.0)} if self.MODE == "constant" else options


_PADS: dict[str, tuple[Any, ...]] = {
    "CircularPad": ("circular", {"padding": ...}, "{padding}"),
    "ConstantPad": ("constant", {"padding": ..., "value": ...}, shown("padding value")),
    "ReflectionPad": ("reflect", {"padding": ...}, "{padding}"),
    "ReplicationPad": ("replicate", {"padding": ...}, "{padding}"),
    "ZeroPad": ("constant", {"padding": ...}, "{padding}"),
}
"""{layer: (mode, arguments, those that are printed)}."""

for _name, (_mode, *_row) in _PADS.items():
    for _n in (1, 2, 3):
        _full = f"{_name}{_n}d"
        globals()[_full] = layer(_full, "pad", *_row, base=_Pad, DIMS=_n, MODE=_mode)
        __all__.append(_full)


class Upsample(Layer):
    """As torch.nn.Upsample, by interpolate of torch.nn.functional."""

    ARGUMENTS: ClassVar = {
        "size": None,
        "scale_factor": None,
        "mode": "nearest",
        "align_corners": None,
        "recompute_scale_factor": None,
    }
    FUNCTION = "interpolate"

    def keep(self, settings: dict[str, Any]) -> None:
        """The factor as a float."""
        super().keep(settings)
        factor = self.scale_factor
        if isinstance(factor, tuple):
            self.scale_factor = tuple(map(float, factor))
        elif factor:
            self.scale_factor = float(factor)

    def extra_repr(self) -> str:
        """The size or the factor, and the mode."""
        first = "scale_factor" if self.scale_factor is not None else "size"
        return f"{first}={getattr(self, first)}, mode={self.mode!r}"


class _Upsampling2d(Upsample):
    """An Upsample of one mode."""

    ARGUMENTS: ClassVar = {"size": None, "scale_factor": None}
    MODE = ""

    def keep(self, settings: dict[str, Any]) -> None:
        corners = True if self.MODE == "bilinear" else None
        fixed = {"mode": self.MODE, "align_corners": corners, "recompute_scale_factor": None}
        super().keep({**settings, **fixed})

    def options(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in Upsample.ARGUMENTS}


class UpsamplingNearest2d(_Upsampling2d):
    """As torch.nn.UpsamplingNearest2d."""

    MODE = "nearest"


class UpsamplingBilinear2d(_Upsampling2d):
    """As torch.nn.UpsamplingBilinear2d."""

    MODE = "bilinear"


__all__ += ["Upsample", "UpsamplingBilinear2d", "UpsamplingNearest2d"]
