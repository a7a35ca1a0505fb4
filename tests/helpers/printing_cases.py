"""Tensors to print: seeded bits of every dtype, in shapes and layouts that printing tells apart.

`draw(rng, dtype)` gives an `Operand` whose storage is drawn here; `build(module, operand)` makes that tensor
in a library by writing the same bytes into its memory, so that nothing but printing can differ.
"""

import numpy as np

from differential.cases import operand, write_memory
from oracles.dtype_rules import BITS, COMPLEX, ITEMSIZE, narrow_bfloat16

FLOATS = ("float16", "bfloat16", "float32", "float64")
PART = {"complex64": "float32", "complex128": "float64"}
# Decimal exponents from the smallest denormal to the largest number.
EXPONENTS = {"float16": (-8, 4.8), "bfloat16": (-40, 38.5), "float32": (-45, 38.5), "float64": (-320, 308)}
SPECIALS = (np.nan, np.inf, -np.inf, 0.0, -0.0)

LAYOUTS = ("contiguous", "contiguous", "transposed", "strided", "expanded", "permuted", "padded", "odd")

SUMMARISED = (
    *((1001,), (2000,), (40, 50), (7, 200), (200, 7), (1500, 1), (1, 1200), (6, 171), (7, 150)),
    *((3, 4, 100), (2, 7, 80), (11, 10, 10), (1, 1, 1001), (2, 3, 4, 60), (8, 2, 8, 9), (5, 5, 5, 5, 5)),
    *((2, 2, 2, 2, 2, 40), (1, 7, 1, 150, 1), (2,) * 10, (3, 1, 3, 7, 3, 7)),
)


def some_size(rng):
    kind = rng.random()
    if kind < 0.08:
        return ()
    if kind < 0.18:  # empty: one to four dimensions, a zero anywhere
        size = [rng.randint(0, 5) for _ in range(rng.randint(1, 4))]
        size[rng.randrange(len(size))] = 0
        return tuple(size)
    if kind < 0.23:
        return rng.choice(SUMMARISED)
    if kind < 0.33:  # long rows, which wrap
        return tuple(rng.randint(1, 3) for _ in range(rng.randint(0, 2))) + (rng.randint(9, 60),)
    if kind < 0.38:  # many dimensions
        return tuple(rng.choice((1, 1, 2)) for _ in range(rng.randint(5, 10)))
    longest = rng.choice((1, 3, 8))
    return tuple(rng.randint(1, longest) for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))))


def some_reals(rng, count, kind):
    """float64 numbers, some beyond `kind`'s range, in one of the manners that printing tells apart."""
    source = np.random.default_rng(rng.getrandbits(32))
    x = source.standard_normal(count)
    low, high = EXPONENTS[kind]
    manner = rng.randrange(9)
    if manner == 0:
        x = np.round(x * rng.choice((1, 100, 1e5, 1e8, 1e12)))
    elif manner == 1:  # one magnitude
        x = x * 10.0 ** rng.uniform(low, high)
    elif manner == 2:  # every magnitude
        x = np.sign(x) * 10.0 ** source.uniform(low, high, count)
    elif manner == 3:  # around the bounds of scientific notation
        x = np.abs(x) * rng.choice((1e-5, 1e-4, 1e-3, 1e3, 1e8, 1e9)) + rng.choice((0.0, 1.0, 1e-4, 1e8))
    elif manner == 4:
        x = x * 0.0
    elif manner == 5:  # bits at random
        width = np.dtype(f"u{8 if kind == 'float64' else 4}")
        x = source.integers(0, 2 ** (8 * width.itemsize) - 1, count, width).view(f"f{width.itemsize}")
        with np.errstate(invalid="ignore"):  # signalling NaNs
            x = x.astype("float64")
    if rng.random() < 0.4:
        for value in SPECIALS:
            if count and rng.random() < 0.4:
                x[source.integers(0, count, rng.randint(1, 3))] = value
    return x


def real_bits(rng, count, kind):
    x = some_reals(rng, count, kind)
    with np.errstate(all="ignore"):
        if kind == "bfloat16":
            return narrow_bfloat16(x.astype("float32"))
        return x.astype(kind)


def some_bits(rng, dtype, count):
    """`count` elements as an array whose bytes are the tensor's."""
    source = np.random.default_rng(rng.getrandbits(32))
    if dtype in FLOATS:
        return real_bits(rng, count, dtype)
    if dtype in COMPLEX:
        parts = [real_bits(rng, count, PART[dtype]) for _ in range(2)]
        return np.ascontiguousarray(np.stack(parts, -1))
    if dtype == "bool":
        return source.integers(0, 2, count, "uint8")
    reach = 2 ** rng.randint(0, 8 * ITEMSIZE[dtype] - (dtype != "uint8"))
    low = 0 if dtype == "uint8" or rng.random() < 0.3 else -reach
    return source.integers(low, reach - 1, count, "int64", endpoint=True).astype(dtype)


def draw(rng, dtype):
    """An operand with `bits`, what its storage holds."""
    drawn = operand(dtype, some_size(rng), rng.choice(LAYOUTS), 0)
    drawn.memory = some_bits(rng, dtype, drawn.total)
    assert drawn.memory.nbytes == drawn.total * ITEMSIZE[dtype], (dtype, BITS[dtype])
    return drawn


def build(module, drawn):
    base = module.empty((drawn.total,), dtype=getattr(module, drawn.dtype))
    write_memory(base, drawn.memory)
    return base.as_strided(drawn.size, drawn.stride, drawn.offset)
