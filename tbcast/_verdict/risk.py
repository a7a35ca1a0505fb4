"""How likely a broadcast is a mistake: a small function over shapes and what the program wrote out.

`explain` shows it, `broadcast_policy` and `tbcast.audit` act on it.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

from tbcast._C import _try_broadcast as broadcast
from tbcast._verdict.intent import Marks, Place, same_function, same_statement

Shape = tuple[int, ...]

LEVELS = ("none", "low", "medium", "high")
POLICY_LEVELS = ("allow", "warn", "raise")
"""What a policy does with a risky broadcast."""


class Verdict(NamedTuple):
    """What is thought of a broadcast."""

    risk: str
    """One of LEVELS."""
    why: str
    pair: tuple[int, int] | None
    """The operands that decide; None where there is one operand, and for the fallback."""


def name_of(index: int) -> str:
    """Operands are called a, b, c, ... and, from the 27th on, operand_27: names that code can have."""
    return chr(ord("a") + index) if index < 26 else f"operand_{index + 1}"


MAX_COORDINATES = 4
"""Coordinates of points and colours of pixels are no more."""


def fits(shorter: Shape, longer: Shape) -> set[tuple[int, ...]]:
    """Where the sizes other than 1 of one shape are found in the other, in their order: in neighbouring
    dimensions, or in all but neighbouring ones. Dimensions of size 1 are not counted.

    Data that was reduced, or is to be repeated, along some dimensions lacks neighbouring ones; a kernel
    (3, 3) does not belong to the 2nd and the 6th dimension of (2, 3, 4, 4, 3, 3).
    """
    wanted, sizes = ([size for size in shape if size != 1] for shape in (shorter, longer))
    n, w = len(sizes), len(wanted)
    runs = [tuple(range(start, start + w)) for start in range(n - w + 1)]
    gaps = [(*range(k), *range(n - w + k, n)) for k in range(w + 1)] if w <= n else []
    return {dims for dims in (*runs, *gaps) if [sizes[d] for d in dims] == wanted}


def is_ambiguous_pair(a: Shape, b: Shape) -> bool:
    """Would the one with fewer dimensions have fitted others of the other, too?"""
    shorter, longer = sorted((a, b), key=len)
    if 1 in (math.prod(a), math.prod(b)) or len(a) == len(b):
        return False
    found = fits(shorter, longer)
    sizes = [size for size in longer if size != 1]
    coordinates = math.prod(shorter) == shorter[-1] == longer[-1] <= MAX_COORDINATES
    if coordinates and len(longer) > 2:
        # of points: that their number is as small is chance, unless it stands beside them
        found = {dims for dims in found if dims[0] >= len(sizes) - 2}
    return len(found) > 1


# ---- what the program wrote out ----


class _Written(NamedTuple):
    """A dimension of size 1 that the pair expands, and the place that wrote it out."""

    operand: int
    back: int
    """Counted from the trailing dimension, which is 1."""
    place: Place

    def __str__(self) -> str:
        which = "last" if self.back == 1 else f"{ordinal(self.back)} trailing"
        return f"{name_of(self.operand)}'s {which} dimension"


def ordinal(n: int) -> str:
    """1st, 2nd, 3rd, 4th, ..."""
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def _written(
    pair: tuple[int, int], shapes: Sequence[Shape], result: Shape, marks: Sequence[Marks | None]
) -> list[_Written] | None:
    """The dimensions of size 1 that the pair expands; None if it is not known of one where it was written."""
    found = []
    for k in pair:
        own = marks[k] or (None,) * len(shapes[k])
        for back, (size, grown, mark) in enumerate(
            zip(reversed(shapes[k]), reversed(result), reversed(own), strict=False), start=1
        ):
            if size == 1 and grown != 1:
                if mark is None:
                    return None
                found.append(_Written(k, back, mark))
    return found


def _intent(
    pair: tuple[int, int],
    shapes: Sequence[Shape],
    result: Shape,
    marks: Sequence[Marks | None],
    place: Place | None,
) -> tuple[str, str]:
    """Where the pair's dimensions of size 1 were written out ("statement", "function", ""), in words, too."""
    if place is None or not any(marks[k] for k in pair):
        return "", ""
    written = _written(pair, shapes, result, marks)
    if not written or not all(same_function(one.place, place) for one in written):
        return "", ""
    far = [one for one in written if not same_statement(one.place, place)]
    if not far:
        return "statement", f"this statement writes out {' and '.join(map(str, written))}"
    return "function", f"{far[0]} was written out on line {far[0].place.line}"


def is_outer(a: Shape, b: Shape) -> bool:
    """Has each a size that the other lacks? Then nobody means them element by element."""
    return math.prod(a) != math.prod(b) and not _lies_in(a, b) and not _lies_in(b, a)


def _lies_in(a: Shape, b: Shape) -> bool:
    """Are the sizes of one, apart from 1s, in the other in their order?"""
    sizes = iter(b)
    return all(size in sizes for size in a if size != 1)


def _settled(operand: int, shapes: Sequence[Shape], marks: Sequence[Marks | None]) -> str:
    """Says so if the operand's dimensions of size 1 behind its first other one are all written out, wherever:
    they place that one."""
    shape, own = shapes[operand], marks[operand]
    first = next(dim for dim, size in enumerate(shape) if size != 1)
    behind = [dim for dim in range(first, len(shape)) if shape[dim] == 1]
    if not own or not behind or not all(own[dim] for dim in behind):
        return ""
    plural = "dimension" if len(behind) == 1 else "dimensions"
    return f"{name_of(operand)}'s last {plural} of size 1 {'is' if len(behind) == 1 else 'are'} written out"


def _outer_written(
    pair: tuple[int, int], shapes: Sequence[Shape], result: Shape, marks: Sequence[Marks | None]
) -> str:
    """Says so if both are an outer operation, whose growing dimensions of size 1 are written out, wherever.

    A dimension of size 1 in front of all others is as good as none. A column and a row, (N, 1) and (M,), are
    none of these: they are what most mistakes look like.
    """
    if max(len(shapes[k]) for k in pair) < 3 or not is_outer(*(shapes[k] for k in pair)):
        return ""
    found = False
    for k in pair:
        own = marks[k] or (None,) * len(shapes[k])
        first = next(dim for dim, size in enumerate(shapes[k]) if size != 1)
        for dim in range(first, len(shapes[k])):
            if shapes[k][dim] == 1 and result[dim - len(shapes[k])] != 1:
                if own[dim] is None:
                    return ""
                found = True
    return "along dimensions of size 1 that were written out" if found else ""


def is_written_out(
    operand: int, shapes: Sequence[Shape], result: Shape, marks: Sequence[Marks | None], place: Place
) -> bool:
    """Does the function write out each dimension of size 1 along which the operand grows?"""
    if not marks or not marks[operand]:
        return False
    written = _written((operand, operand), shapes, result, marks)
    return all(same_function(one.place, place) for one in written) if written else False


def is_meant_outer(shapes: Sequence[Shape], result: Shape, marks: Sequence[Marks | None]) -> bool:
    """Does no operand have the result's size, each a size that the others lack, and is each dimension of size
    1 along which one grows written out, wherever? Operands of one shape count as one.
    """
    different = {shape: k for k, shape in enumerate(shapes) if math.prod(shape) != 1}
    total = math.prod(result)
    if not marks or len(different) < 2 or any(math.prod(shape) == total for shape in different):
        return False
    pairs = itertools.combinations(different, 2)
    if not all(is_outer(a, b) for a, b in pairs):
        return False
    return all(_written((k, k), shapes, result, marks) is not None for k in different.values())


# ---- verdicts ----


def _same_but_for_ones(a: Shape, b: Shape) -> bool:
    return [size for size in a if size != 1] == [size for size in b if size != 1]


def _pair(
    pair: tuple[int, int],
    shapes: Sequence[Shape],
    larger: bool,
    marks: Sequence[Marks | None],
    place: Place | None,
) -> tuple[str, str]:
    """`larger`: the call's result has more elements than each of its operands."""
    a, b = (shapes[k] for k in pair)
    names = [name_of(k) for k in pair]
    both = " and ".join(names)
    if a == b:
        return "none", f"{both} have the same shape"
    for shape, name in zip((a, b), names, strict=True):
        if math.prod(shape) == 1:
            return "none", f"{name} has one element"
    result = broadcast(a, b)
    assert result is not None
    total = math.prod(result)
    if total == 0:
        return "low", "the result has no elements"
    grown = [name for shape, name in zip((a, b), names, strict=True) if total > math.prod(shape)]
    if len(grown) == 2:
        if len(a) == len(b):
            return "low", f"{both} both grow, along dimensions of size 1 that are written out"
        if not larger:
            return "low", f"{both} both grow, and the result is no larger than the largest operand"
        intent, words = _intent(pair, shapes, result, marks, place)
        if intent == "statement":
            return "low", f"{both} both grow: {words}"
        outer = _outer_written(pair, shapes, result, marks) if any(marks[k] for k in pair) else ""
        if outer:
            return "low", f"{both} both grow, {outer}"
        if intent:
            return "medium", f"{both} both grow, and {words}"
        if _same_but_for_ones(a, b) or math.prod(a) == math.prod(b):
            alike = "sizes apart from 1s" if _same_but_for_ones(a, b) else "number of elements"
            return "high", f"{both} have the same {alike}, and both grow"
        lacking = names[0] if len(a) < len(b) else names[1]
        return "medium", f"{both} both grow, {lacking} along a dimension that it lacks"
    if is_ambiguous_pair(a, b):
        settled = _settled(pair[0] if len(a) < len(b) else pair[1], shapes, marks)
        if settled:
            return "low", f"only {grown[0]} is expanded, and {settled}" if grown else settled
        small, large = names if len(a) < len(b) else names[::-1]
        return "medium", f"{small} would also fit another dimension of {large}"
    return "low", f"only {grown[0]} is expanded" if grown else "only dimensions of size 1 are added"


def judge(
    shapes: Sequence[Shape],
    *,
    fallback: bool = False,
    marks: Sequence[Marks | None] = (),
    place: Place | None = None,
) -> Verdict:
    """How risky a broadcast of these shapes is, and why: the riskiest of its pairs.

    The shapes broadcast, or `fallback` says that they are viewed as 1-dimensional instead. `marks`: for each
    operand what is known of its dimensions, () where nothing is; they count for `place`, where the call
    stands. Comparisons of data, losses, and the like are never excused: their callers give no marks.
    """
    if fallback:
        return Verdict("high", "the deprecated fallback views the operands as 1-dimensional", None)
    if len(shapes) < 2:
        return Verdict("none", "there is one operand", None)
    result = broadcast(*shapes)
    assert result is not None
    larger = math.prod(result) > max(map(math.prod, shapes))
    known = marks or (None,) * len(shapes)
    found = (
        Verdict(*_pair(pair, shapes, larger, known, place), pair)
        for pair in itertools.combinations(range(len(shapes)), 2)
    )
    verdict = max(found, key=lambda verdict: LEVELS.index(verdict.risk))  # of equals the first
    if verdict.risk == "none" and len(shapes) > 2:
        equal = all(shape == shapes[0] for shape in shapes)
        which = f"all {len(shapes)} operands" if equal else "all operands of more than one element"
        return verdict._replace(why=f"{which} have the same shape")
    return verdict


def _judge_shapes(shapes: tuple[Shape, ...]) -> Verdict:
    return judge(shapes)


judge_shapes = functools.lru_cache(maxsize=512)(_judge_shapes)
"""The verdict where nothing is known but the shapes."""
