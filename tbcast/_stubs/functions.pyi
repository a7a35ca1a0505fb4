from builtins import bool as _bool, int as _int
from typing import Any, SupportsIndex

from tbcast._C import Generator, Size, Tensor, dtype as _dtype
from tbcast._stubs.types import Array as _Array, Number as _Number, Sizes as _Sizes

