"""What the fuzz programs of the extension share: bytes that become arguments of calls.

Each subject is a module of this folder with a function `fuzz(data)`: it makes calls of the bytes and
raises where they end in an exception that no call may have, or where a result is another than that of an
oracle. A crash needs no words. With TBCAST_PLANTED_FAULT in the environment each has a mistake that is
not easy to come by.
"""

import math
import os

import tbcast as torch

try:
    import numpy as np
except ImportError:
    np = None

PLANTED = "TBCAST_PLANTED_FAULT" in os.environ
EXTREMES = (0, 1, 2, 3, -1, -2, 5, 7, 64, 2**31 - 1, 2**31, 2**32, 2**61, 2**62, 2**63 - 1, -(2**63))
BEYOND = (*EXTREMES, 2**63, 2**64 - 1, 2**64, -(2**63) - 1, 2**200)
DTYPES = (
    *(torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16),
    *(torch.bfloat16, torch.float32, torch.float64, torch.complex64, torch.complex128),
    *(torch.uint16, torch.uint32, torch.uint64),
)


class Taken:
    """Bytes, one after the other; 0 behind the last one, so that every input is a whole program."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def byte(self):
        self.at += 1
        return self.data[self.at - 1] if self.at <= len(self.data) else 0

    def below(self, n):
        return self.byte() % n

    def one_of(self, choices):
        return choices[self.below(len(choices))]

    def rest(self):
        found, self.at = self.data[self.at :], len(self.data)
        return found

    def more(self):
        return self.at < len(self.data)

    def shape(self, most=4, largest=4):
        return tuple(self.below(largest + 1) for _ in range(self.below(most + 1)))


def few(shape):
    """Few enough elements, and lists of none, to be looked at."""
    return math.prod(max(size, 1) for size in shape) < 1 << 14


def takes_long(shape):
    """A copy that there is memory for."""
    return 1 << 22 < math.prod(size for size in shape if type(size) is int) < 1 << 56


def touch(t):
    """Reads every element, where there are not too many."""
    assert isinstance(t, torch.Tensor)
    if few(t.shape):
        t.clone().tolist()
        str(t)


def same(a, b):
    """Two nested lists of numbers, of which one may not be a number where the other is not, either."""
    if isinstance(a, (list, tuple)) or isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    return a == b or repr(a) == repr(b) or (a != a and b != b)
