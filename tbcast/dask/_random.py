"""Random numbers that depend only on the seed and on an element's index in the whole tensor.

Element i (row by row) of a tensor of seed s is a function of s and i: SplitMix64's output function of a key
made of s and of i times its odd constant (Steele, Lea and Flood, 2014). Blocks may be computed in any order,
and a tensor does not depend on how it is cut and where it is computed. Normal numbers are computed by the
Box-Muller transform from two such numbers, in float64.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from tbcast import _C
from tbcast._C import Tensor

_GOLDEN = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1


def _mixed(z: Any) -> Any:
    """SplitMix64's output function, of an int or an array of uint64."""
    wrap = (lambda v: v & _MASK) if isinstance(z, int) else (lambda v: v)
    kind = int if isinstance(z, int) else np.uint64
    z = wrap((z ^ (z >> kind(30))) * kind(0xBF58476D1CE4E5B9))
    z = wrap((z ^ (z >> kind(27))) * kind(0x94D049BB133111EB))
    return z ^ (z >> kind(31))


def bits(seed: int, stream: int, shape: Sequence[int], location: Sequence[tuple[int, int]]) -> Any:
    """64 random bits for each element of a block at this location in the whole tensor."""
    key = _mixed((_mixed((seed + _GOLDEN) & _MASK) + stream * _GOLDEN) & _MASK)
    index = np.zeros((1,) * max(len(shape), 1), np.uint64)  # NumPy's scalars warn about overflow
    step = 1
    for d in reversed(range(len(shape))):
        along = np.arange(*location[d], dtype=np.uint64) * np.uint64(step & _MASK)
        index = index + along.reshape((-1,) + (1,) * (len(shape) - 1 - d))
        step *= shape[d]
    found = _mixed((index + np.uint64(1)) * np.uint64(_GOLDEN) + np.uint64(key))
    return found.reshape([end - first for first, end in location])


_UNIFORM_BITS = {_C.float64: 53, _C.float32: 24, _C.float16: 11, _C.bfloat16: 8}


def uniform(random: Any, dtype: _C.dtype) -> Tensor:
    """Numbers from 0 up to but not including 1, with as many bits as the dtype has."""
    count = _UNIFORM_BITS[dtype]
    wide = np.float64 if dtype == _C.float64 else np.float32
    found = (random >> np.uint64(64 - count)).astype(wide) * wide(0.5**count)
    return _C.from_numpy(np.asarray(found)).to(dtype)


def normal(first: Any, second: Any, dtype: _C.dtype) -> Tensor:
    """Numbers with mean 0 and variance 1."""
    radius = (_C.log(1.0 - uniform(first, _C.float64)) * -2.0).sqrt()
    return (radius * _C.cos(uniform(second, _C.float64) * (2 * math.pi))).to(dtype)
