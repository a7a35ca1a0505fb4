"""Layers without weights: pooling, unfold and fold, resizing. Each keeps the arguments of its function of
torch.nn.functional, and calls it."""

from __future__ import annotations

from typing import Any, ClassVar

from torch.nn.modules.module import Module
from torch.nn.modules.utils import _single

from tbcast.nn import functional

__all__: list[str] = []


class _Spatial(Module):
    """Arguments in their order, of which SHOWN are printed; the function is of the class's name."""

    ARGUMENTS: ClassVar[dict[str, Any]] = {}
    SHOWN: ClassVar[tuple[str, ...]] = ()
    FUNCTION: ClassVar[str] = ""
    ONE: ClassVar[bool] = False
    """Whether sizes are tuples of one number."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()
        names = list(self.ARGUMENTS)
        given = dict(zip(names, args, strict=False)) | kwargs
        missing = [name for name, default in self.ARGUMENTS.items() if default is ... and name not in given]
        if len(args) > len(names) or not given.keys() <= set(names) or missing:
            raise TypeError(f"{type(self).__name__}: the arguments are {', '.join(names)}")
        settings = self.ARGUMENTS | given
        if "kernel_size" in settings and settings.get("stride", 0) is None:
            settings["stride"] = settings["kernel_size"]
        for name, value in settings.items():
            sized = self.ONE and name in ("kernel_size", "stride", "padding")
            setattr(self, name, _single(value) if sized else value)

    def forward(self, input: Any) -> Any:
        """What the function gives."""
        options = {name: getattr(self, name) for name in self.ARGUMENTS}
        return getattr(functional, self.FUNCTION)(input, **options)

    def extra_repr(self) -> str:
        return ", ".join(f"{name}={getattr(self, name)}" for name in self.SHOWN)


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
    "PixelShuffle": ({"upscale_factor": ...}, "upscale_factor"),
    "PixelUnshuffle": ({"downscale_factor": ...}, "downscale_factor"),
}
"""{layer: (arguments, those that are printed)}."""


def _function(layer: str) -> str:
    """AdaptiveMaxPool2d -> adaptive_max_pool2d."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in layer).lstrip("_")


for _name, (_arguments, _shown) in _LAYERS.items():
    _own = {
        "ARGUMENTS": _arguments,
        "SHOWN": tuple(_shown.split()),
        "FUNCTION": _function(_name),
        "ONE": _name == "AvgPool1d",
        "__module__": "torch.nn",
        "__doc__": f"As torch.nn.{_name}, by {_function(_name)} of torch.nn.functional.",
    }
    globals()[_name] = type(_name, (_Spatial,), _own)
    __all__.append(_name)


class Upsample(_Spatial):
    """As torch.nn.Upsample, by interpolate of torch.nn.functional."""

    ARGUMENTS: ClassVar[dict[str, Any]] = {
        "size": None,
        "scale_factor": None,
        "mode": "nearest",
        "align_corners": None,
        "recompute_scale_factor": None,
    }
    FUNCTION = "interpolate"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        factor = self.scale_factor
        if isinstance(factor, tuple):
            self.scale_factor = tuple(map(float, factor))
        elif factor:
            self.scale_factor = float(factor)

    def extra_repr(self) -> str:
        first = "scale_factor" if self.scale_factor is not None else "size"
        return f"{first}={getattr(self, first)}, mode={self.mode!r}"


__all__.append("Upsample")
