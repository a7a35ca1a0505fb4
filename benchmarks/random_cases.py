"""Seeded random cases, so that no hand-picked list hides a cliff: ranks 1 to 5, random broadcast dimensions,
random orders in memory, pairs of dtypes, 1 to 8 Mi elements.
"""

import math
import random

from case import Case, Operand

PAIRS = [
    *[("float32", "float32")] * 6,
    *[("float64", "float64"), ("int32", "int32"), ("int64", "int64"), ("float16", "float16")],
    *[("float32", "float64"), ("float32", "int32"), ("int64", "float32"), ("uint8", "int16")],
    *[("complex64", "complex64"), ("int8", "int8"), ("float32", "float16")],
]
LARGEST = 8 << 20


def random_size(draw):
    """A size of rank 1 to 5 whose element count is drawn evenly on a logarithmic scale."""
    rank, left = draw.randint(1, 5), math.exp(draw.uniform(0, math.log(LARGEST)))
    size = []
    for dim in range(rank):
        last = dim == rank - 1
        n = left if last else math.exp(draw.uniform(0, 2 * math.log(left) / (rank - dim) if left > 1 else 0))
        size.append(max(1, int(n)))
        left = max(1, left / size[-1])
    draw.shuffle(size)
    return tuple(size) if math.prod(size) <= LARGEST else random_size(draw)


def random_operand(draw, size, dtype, seed):
    """One that broadcasts to `size`: some dimensions of size 1, some leading ones left out, any order."""
    own = [1 if draw.random() < 0.25 else n for n in size]
    while len(own) > 1 and own[0] == 1 and draw.random() < 0.5:
        own.pop(0)
    order = list(range(len(own)))
    if draw.random() < 0.4:
        draw.shuffle(order)
    return Operand(tuple(own), dtype, tuple(order), step=2 if draw.random() < 0.1 else 1, high=50, seed=seed)


def random_cases(count, seed=0):
    """`count` cases, the same for a seed."""
    draw, cases = random.Random(seed), []
    while len(cases) < count:
        size, (left, right) = random_size(draw), draw.choice(PAIRS)
        a, b = random_operand(draw, size, left, 0), random_operand(draw, size, right, 1)
        orders = ["" if list(x.order) == sorted(x.order) else f"{x.order}" for x in (a, b)]
        steps = [f"[::{x.step}]" if x.step > 1 else "" for x in (a, b)]
        name = f"#{len(cases)} {a.size}{orders[0]}{steps[0]} {left} + {b.size}{orders[1]}{steps[1]} {right}"
        cases.append(Case(name, "a + b", {"a": a, "b": b}, rtol=1e-2 if "float16" in (left, right) else 1e-5))
    return cases
