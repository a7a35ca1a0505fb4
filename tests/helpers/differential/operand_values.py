"""Seeded operand values that need neither torch nor NumPy's random module.

A word stream comes from SplitMix64 (Steele, Lea, Flood 2014): state = seed +
(i + 1) * 0x9E3779B97F4A7C15, then two xor-multiply rounds and a last xor-shift.
Word i decides element i: a quarter of the elements is special (zeros of both
signs, infinities, NaN, denormals, extremes), a quarter has random bits, half are
ordinary numbers of both signs.  Recorded results depend on this: change nothing.
"""

import functools

import numpy as np

from oracles.dtype_rules import BITS, COMPLEX, INTS, narrow_bfloat16, widen_bfloat16

SPECIAL_FLOATS = {
    "float16": (
        0x0000,
        0x8000,
        0x7C00,
        0xFC00,
        0x7E00,
        0x0001,
        0x83FF,
        0x0400,
        0x7BFF,
        0xFBFF,
        0x3C00,
        0xBC00,
        0x3BFF,
        0x6800,
    ),
    "bfloat16": (
        0x0000,
        0x8000,
        0x7F80,
        0xFF80,
        0x7FC0,
        0x0001,
        0x807F,
        0x0080,
        0x7F7F,
        0xFF7F,
        0x3F80,
        0xBF80,
        0x3F7F,
        0x4380,
    ),
    "float32": (
        0x00000000,
        0x80000000,
        0x7F800000,
        0xFF800000,
        0x7FC00000,
        0x00000001,
        0x807FFFFF,
        0x00800000,
        0x7F7FFFFF,
        0xFF7FFFFF,
        0x3F800000,
        0xBF800000,
        0x3F7FFFFF,
        0x4B800000,
    ),
    "float64": (
        0x0000000000000000,
        0x8000000000000000,
        0x7FF0000000000000,
        0xFFF0000000000000,
        0x7FF8000000000000,
        0x0000000000000001,
        0x800FFFFFFFFFFFFF,
        0x0010000000000000,
        0x7FEFFFFFFFFFFFFF,
        0xFFEFFFFFFFFFFFFF,
        0x3FF0000000000000,
        0xBFF0000000000000,
        0x3FEFFFFFFFFFFFFF,
        0x4340000000000000,
    ),
}


MOST_KEPT = 256  # elements of values that are kept


def splitmix64(seed, n):
    state = np.uint64(seed & (2**64 - 1)) + np.arange(1, n + 1, dtype=np.uint64) * np.uint64(
        0x9E3779B97F4A7C15
    )
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state ^ (state >> np.uint64(31))


def values(name, n, seed, domain="any"):
    """n elements of a dtype as bits (see dtype_rules), not to be written: two libraries ask for the same."""
    found = kept_values(name, n, seed, domain) if n <= MOST_KEPT else fresh_values(name, n, seed, domain)
    found.flags.writeable = False
    return found


@functools.lru_cache(maxsize=10_000)
def kept_values(name, n, seed, domain):
    return fresh_values(name, n, seed, domain)


def fresh_values(name, n, seed, domain):
    """What values gives.

    any       as above
    unit      the ordinary floats lie in [-1, 1]
    divisor   of integers: neither 0 nor -1 in any width (torch's own integer quotient of the lowest number
              and -1 ends the process)
    denominator
              of integers: not -1 in any width, but 0
    dividend  of integers: not the lowest number (torch's lcm divides it by -1, which ends the process, too)
    degree    no finite numbers above 4096 but the largest floats
    """
    if name in COMPLEX:
        real = "float32" if name == "complex64" else "float64"
        return fresh_values(real, 2 * n, seed, domain).view(BITS[name])
    if domain in ("divisor", "denominator") and name in ("bool", *INTS):
        return as_divisors(values(name, n, seed), zero=domain == "denominator")
    if domain == "dividend" and name in INTS:
        whole = values(name, n, seed)
        lowest = np.iinfo(name).min
        return np.where(whole == lowest, whole.dtype.type(3), whole) if lowest else whole
    if domain == "degree":
        return as_degrees(values(name, n, seed), name)
    words = splitmix64(seed, n)
    choice = words & np.uint64(7)
    body = words >> np.uint64(3)
    if name == "bool":
        return (body & np.uint64(1)).astype(bool)
    if name in INTS:
        info = np.iinfo(name)
        chosen = (0, 1, -1, info.min, info.max, info.min + 1, info.max - 1, 2)
        special = np.array([n % 2**64 for n in chosen], np.uint64).astype(name)
        ordinary = ((body % np.uint64(41)).astype(np.int64) - 20).astype(name)
        random = (words >> np.uint64(8)).astype(name)
    else:
        word = np.dtype(f"u{BITS[name].itemsize}")
        special = np.array(SPECIAL_FLOATS[name], word)
        scale = 4096.0 if domain != "unit" else 100_000.0
        ordinary = ((body % np.uint64(200_001)).astype(np.float64) - 100_000) / scale
        if name == "bfloat16":
            ordinary = narrow_bfloat16(ordinary.astype(np.float32))
        else:
            ordinary = ordinary.astype(name).view(word)
        random = (words >> np.uint64(8)).astype(word)
    picked = special[(body % np.uint64(len(special))).astype(np.intp)]
    result = np.where(choice < 2, picked, np.where(choice < 4, random, ordinary))
    return result.view(BITS[name])


def as_divisors(integers, zero):
    if integers.dtype == bool:
        return integers if zero else np.ones_like(integers)
    low = integers.astype(np.int64)
    bad = np.zeros(integers.shape, bool)
    for width in (8, 16, 32, 64):
        mask = np.int64(2**width - 1) if width < 64 else np.int64(-1)
        bad |= (low & mask) == mask
        if not zero:
            bad |= (low & mask) == 0
    return np.where(bad, integers.dtype.type(3), integers)


def as_degrees(bits, name):
    if bits.itemsize == 1:
        return bits
    numbers = widen_bfloat16(bits) if name == "bfloat16" else bits.view(name)
    with np.errstate(invalid="ignore", over="ignore"):
        found = np.where((numbers > 4096) & (numbers < 2.0**63), numbers % 4095, numbers)
    return narrow_bfloat16(found) if name == "bfloat16" else found.astype(name).view(bits.dtype)


def ordinary_values(name, n, seed):
    """The same without special values and random bits: small numbers of both signs, none of them 0."""
    words = splitmix64(seed, n)
    small = (words % np.uint64(40)).astype(np.int64) - 20
    small = np.where(small >= 0, small + 1, small)
    if name == "bool":
        return small > 0
    if name == "bfloat16":
        return narrow_bfloat16(small.astype(np.float32) / 4)
    if name in INTS:
        return small.astype(name)
    return (
        (small / 4).astype(name) if name not in COMPLEX else (small / 4 - 1j * small[::-1] / 8).astype(name)
    )
