"""Source values of the cast tests: all values of the narrow dtypes, every border for the wide ones."""

import math

import numpy as np

from differential.operand_values import values
from oracles.dtype_rules import ALL, BITS, FLOATS, INTS

# Around every border a cast has: the widths of the integers, the steps of the halves, what overflows them.
BORDERS = sorted(
    {
        s * v
        for s in (1, -1)
        for v in (
            0.0,
            0.25,
            0.5,
            0.75,
            1.0,
            1.5,
            2.0,
            2.5,
            126.5,
            127.0,
            127.9,
            128.0,
            128.5,
            255.0,
            255.5,
            256.0,
            300.7,
            32767.0,
            32767.9,
            32768.0,
            65503.0,
            65504.0,
            65519.0,
            65519.996,
            65520.0,
            65536.0,
            2.0**24 + 1,
            2.0**31 - 1,
            2.0**31 - 0.5,
            2.0**31,
            2.0**31 + 1,
            2.0**32,
            2.0**32 + 3,
            2.0**53 + 2,
            2.0**63 - 1024,
            2.0**63,
            2.0**64,
            1e19,
            1e30,
            3.3895313892515355e38,
            3.3961775292304e38,
            3.4028234663852886e38,
            3.4028235677973366e38,
            1e39,
            1e300,
            2.0**-14,
            2.0**-24,
            2.0**-25,
            2.0**-25 * 1.0001,
            2.0**-126,
            2.0**-133,
            2.0**-134,
            2.0**-149,
            2.0**-150,
            5e-324,
            math.pi,
            1 + 2.0**-8,
            1 + 2.0**-9,
            1 + 3 * 2.0**-9,
            1 + 2.0**-11,
            1 + 2.0**-12,
            1 + 3 * 2.0**-11,
        )
    }
)
BORDERS += [math.inf, -math.inf, math.nan]


def sources(name):
    """Everything a 8/16-bit dtype can be; borders, extremes and random bits for the others."""
    if name == "bool":
        return np.array([False, True])
    if BITS[name].itemsize == 1:
        return np.arange(256, dtype=np.uint8).view(BITS[name])
    if BITS[name].itemsize == 2:
        return np.arange(65536, dtype=np.uint32).astype(np.uint16).view(BITS[name])
    drawn = values(name, 4000, 20 + ALL.index(name))
    if name in INTS:
        most = 65 if name == "uint64" else 63
        near = [sign * 2**k + d for k in range(most) for d in (-1, 0, 1) for sign in (1, -1)]
        near = np.array(near, object)
        info = np.iinfo(name)
        near = near[(near >= info.min) & (near <= info.max)].astype(name)
        return np.concatenate([near, drawn])
    with np.errstate(all="ignore"):
        if name in FLOATS:
            edges = np.array(BORDERS).astype(name)
            around = np.concatenate(
                [
                    np.nextafter(edges, np.array(np.inf, name)),
                    edges,
                    np.nextafter(edges, np.array(-np.inf, name)),
                ]
            )
            return np.concatenate([around, drawn])
        real = "float32" if name == "complex64" else "float64"
        edges = np.array(BORDERS).astype(real)
        grid = np.empty(2 * len(edges), name)
        grid.real = np.concatenate([edges, np.zeros_like(edges)])
        grid.imag = np.concatenate([edges[::-1], edges])
        return np.concatenate([grid, drawn])
