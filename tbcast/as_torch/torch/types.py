"""torch.types: names for annotations."""

import builtins
from typing import Any, TypeAlias

from torch._checks import SymInt as SymInt

from tbcast import Size, Tensor, device as _device, dtype as _dtype, layout as _layout

_bool, _int, _float, _complex = builtins.bool, builtins.int, builtins.float, builtins.complex
Number: TypeAlias = int | float | bool
Device: TypeAlias = _device | str | int | None
FileLike: TypeAlias = Any
Storage: TypeAlias = Any
_TensorOrTensors: TypeAlias = Any
_size: TypeAlias = Size | list[int] | tuple[int, ...]
_symsize = _size
_dispatchkey = str

__all__ = [
    "Device",
    "FileLike",
    "Number",
    "Storage",
    "SymInt",
    "Tensor",
    "_device",
    "_dtype",
    "_layout",
    "_size",
]
