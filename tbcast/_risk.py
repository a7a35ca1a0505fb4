"""How likely a broadcast is a mistake: one small function over shapes, and no tensors.

`explain` shows it, `broadcast_policy` acts on it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from tbcast._C import _try_broadcast as broadcast

Shape = tuple[int, ...]

LEVELS = ("none", "low", "medium", "high")


def name_of(index: int) -> str:
    """Operands are called a, b, c, ... and, from the 27th on, operand_27: names that code can have."""
    return chr(ord("a") + index) if index < 26 else f"operand_{index + 1}"


def alignments(shorter: Shape, longer: Shape) -> int:
    """In how many ways the sizes other than 1 of one shape are found in the other, in their order."""
    counts = [1]  # counts[k]: ways to align the first k of them
    wanted = [size for size in shorter if size != 1]
    counts += [0] * len(wanted)
    for size in longer:
        for k in range(len(wanted), 0, -1):
            if wanted[k - 1] == size:
                counts[k] += counts[k - 1]
    return counts[-1]


def is_ambiguous_pair(a: Shape, b: Shape) -> bool:
    """Would the one with fewer dimensions have fitted others of the other, too?"""
    shorter, longer = sorted((a, b), key=len)
    return 1 not in (math.prod(a), math.prod(b)) and len(a) != len(b) and alignments(shorter, longer) > 1


def _pair(a: Shape, b: Shape, names: tuple[str, str]) -> tuple[str, str]:
    result = broadcast(a, b)
    assert result is not None
    if a == b:
        return "none", f"{names[0]} and {names[1]} have the same shape"
    for shape, name in zip((a, b), names, strict=True):
        if math.prod(shape) == 1:
            return "none", f"{name} has one element"
    total = math.prod(result)
    if total > math.prod(a) and total > math.prod(b):
        for shape, name in zip((a, b), names, strict=True):
            added = math.prod(result[: len(result) - len(shape)])
            if added > 1:
                return "high", f"{names[0]} and {names[1]} both grow, {name} along a dimension that it lacks"
        if len(a) != len(b) and math.prod(a) == math.prod(b):
            return "high", f"{names[0]} and {names[1]} have as many elements, and both grow"
        return (
            "medium",
            f"{names[0]} and {names[1]} both grow, along dimensions of size 1 that are written out",
        )
    if is_ambiguous_pair(a, b):
        small, large = names if len(a) < len(b) else names[::-1]
        return "medium", f"{small} would have fitted another dimension of {large}, too"
    if total == 0:
        return "low", "the result has no elements"
    grown = [name for shape, name in zip((a, b), names, strict=True) if total > math.prod(shape)]
    return "low", f"only {grown[0]} is expanded" if grown else "only dimensions of size 1 are added"


def risk_of(shapes: Sequence[Shape], *, fallback: bool = False) -> tuple[str, str]:
    """How risky a broadcast of these shapes is, and why: the riskiest of its pairs.

    The shapes broadcast, or `fallback` says that they are viewed as 1-dimensional instead.
    """
    if fallback:
        return "high", "the deprecated fallback views the operands as 1-dimensional"
    worst: tuple[str, str] = ("none", "there is one operand")
    for count, (i, j) in enumerate(itertools.combinations(range(len(shapes)), 2)):
        found = _pair(shapes[i], shapes[j], (name_of(i), name_of(j)))
        if count == 0 or LEVELS.index(found[0]) > LEVELS.index(worst[0]):
            worst = found
    return worst
