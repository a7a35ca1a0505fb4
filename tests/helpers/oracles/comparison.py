"""When two results count as the same: bit by bit, any NaN being any other, or within a row's tolerance.

The distance of two floats is counted in representable numbers between them, part by
part for complex ones.  A tolerance never covers the sign of a zero, a NaN, or an
infinity beside a number that is not the largest.
"""

import re

import numpy as np

from oracles.dtype_rules import BITS, HALVES, KIND, cast, widen_bfloat16

DIGITS = {"bfloat16": 8, "float16": 11, "float32": 24, "float64": 53}
REAL_PART = {"complex64": "float32", "complex128": "float64"}


def ulps_of(row):
    """How many units in the last place the row's tolerance allows, in float32 and float64."""
    if row.tolerance == "exact":
        return 0
    match = re.fullmatch(r"ulp\((\d+)\)", row.tolerance)
    assert match, row.tolerance
    return int(match[1])


def allowed(ulps, name):
    """The same for a dtype: the halves are rounded once, so that one step may come of it."""
    if KIND[name] < 2:
        return 0
    return min(ulps, 1) if name in HALVES else ulps


def ordered(words):
    """Floats' bits as integers that count in their order; both zeros are 0."""
    signed = words.view(np.dtype(f"i{words.dtype.itemsize}")).astype(np.int64)
    lowest = np.int64(np.iinfo(f"i{words.dtype.itemsize}").min)
    with np.errstate(over="ignore"):
        return np.where(signed < 0, lowest - signed, signed)


def distances(a, b, name):
    """Steps between the elements (parts, for complex) of arrays of bits; -1 where no number of steps counts:
    a NaN beside a number, zeros of two signs."""
    a, b = np.ascontiguousarray(a).ravel(), np.ascontiguousarray(b).ravel()
    part = REAL_PART.get(name, name)
    if part != name:
        a, b = a.view(part), b.view(part)
    word = np.dtype(f"u{a.dtype.itemsize}")
    wa, wb = a.view(word), b.view(word)
    if KIND[name] < 2:
        return np.where(wa == wb, 0, -1)
    fa, fb = (widen_bfloat16(a), widen_bfloat16(b)) if part == "bfloat16" else (a, b)
    nan_a, nan_b = np.isnan(fa), np.isnan(fb)
    with np.errstate(over="ignore"):
        steps = np.abs(ordered(wa) - ordered(wb))
    never = (nan_a != nan_b) | (steps < 0) | ((steps == 0) & (wa != wb))
    return np.where(nan_a & nan_b, 0, np.where(never, -1, steps))


def differing(a, b, name, ulps=0, computed=None):
    """Flat indices of the elements that differ by more than the tolerance.  `computed`: the dtype in which
    the values were computed, if that is narrower than the one they were written in."""
    if ulps and computed is not None and narrower(computed, name):
        a, b, name = cast(a, name, computed), cast(b, name, computed), computed
    steps = distances(a, b, name)
    bad = (steps < 0) | (steps > allowed(ulps, name))
    parts = 2 if KIND[name] == 3 else 1
    return np.unique(np.flatnonzero(bad) // parts)


def narrower(computed, written):
    """Has `computed` fewer digits than the dtype in which the result was written?"""
    if not 2 <= KIND[computed] <= KIND[written]:
        return False
    return DIGITS[REAL_PART.get(computed, computed)] < DIGITS[REAL_PART.get(written, written)]


class Comparer:
    """Remembers pairs of memory that were found to be the same: many forms give the same values."""

    def __init__(self, ulps):
        self.ulps = ulps
        self.known = set()

    def same(self, mine, theirs, name, computed=None):
        """Of the raw bytes of two results."""
        if mine == theirs:
            return True
        key = (mine, theirs, name, computed)
        if key in self.known:
            return True
        a, b = np.frombuffer(mine, BITS[name]), np.frombuffer(theirs, BITS[name])
        if a.shape != b.shape or differing(a, b, name, self.ulps, computed).size:
            return False
        if len(self.known) > 2000:
            self.known.clear()
        self.known.add(key)
        return True


def same_bits(a, b, name):
    """Equal bit by bit, except that any NaN equals any NaN (part by part for complex)."""
    return a.shape == b.shape and (a.tobytes() == b.tobytes() or differing(a, b, name).size == 0)
