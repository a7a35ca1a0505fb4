"""Expressions over functions that are not pointwise: every one meets every dtype and layout, in both
libraries.

An expression uses the tensors `t` and `u` (same dtype and sizes; u is contiguous), their dtype `d` and the
library `torch` (F is torch.nn.functional, L torch.tensor); a statement leaves `result`.  Compared are dtype,
sizes, strides, offset and whose memory the result is on, the values within the list's tolerance, warnings,
the type and text of a refusal, and what the operands' memory is afterwards.  Tolerances: exact; ulp(n), n
steps; sum: the error against the same expression in float64 is at most twice torch's.
"""

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from calls.conversion_cells import adjusted
from differential.cases import Library, Operand, operand
from differential.expressions import is_refusal, outcome
from differential.failures import Failures
from differential.operand_values import ordinary_values
from oracles.comparison import DIGITS, REAL_PART, differing
from oracles.dtype_rules import ITEMSIZE, KIND, NAMES, widen_bfloat16
from under_test import tb, torch

LAYOUTS = ("contiguous", "transposed", "strided", "expanded", "padded")
SIZE = (2, 3, 4)


class Plain(Operand):
    """An operand of small numbers of both signs, without special values."""

    @cached_property
    def base(self):
        return ordinary_values(self.dtype, self.total, self.seed)


@dataclass(frozen=True)
class Cells:
    """A list of expressions and what they meet."""

    texts: tuple
    """Lines of a text, or a tuple of expressions."""
    tolerance: str = "exact"
    plain: bool = True
    """Small ordinary numbers; otherwise special values (zeros, NaN, infinities) and random bits."""
    size: tuple = SIZE
    layouts: tuple = LAYOUTS
    dtypes: tuple = NAMES
    roundings: int = 1
    """Of sums: so many roundings of the largest element are forgiven where torch's error is smaller by luck,
    as many as the composition has steps."""

    @property
    def expressions(self):
        texts = self.texts.strip().splitlines() if isinstance(self.texts, str) else self.texts
        return [text.strip() for text in texts if text.strip()]


LIBRARIES = {}


def library_of(lib):
    if lib not in LIBRARIES:
        LIBRARIES[lib] = Library(lib)
    return LIBRARIES[lib]


def operand_of(dtype, size, layout, seed, plain):
    case = operand(dtype, size, layout, seed)
    if plain:
        case = Plain(case.dtype, case.size, case.stride, case.offset, case.total, case.seed)
    return case


def evaluated(lib, text, cells, dtype, layout, wide=False, keep=True):
    """(outcome, values) of one cell, of fresh tensors.  wide: operands converted to float64 or complex128.
    keep=False: the values are in the outcome, as digests."""
    library, bases, watched = library_of(lib), {}, []
    scope = {"d": library.dtype[dtype], "L": lib.tensor, "F": lib.nn.functional}
    for name, where, seed in (("t", layout, 5), ("u", "contiguous", 9)):
        case = operand_of(dtype, cells.size, where, seed, cells.plain)
        built = library.build(case)
        scope[name] = built.tensor
        bases[name] = (built.base.data_ptr(), case.total * ITEMSIZE[dtype])
        watched.append(built.base)
        if wide:
            scope[name] = built.tensor.to(lib.complex128 if KIND[dtype] == 3 else lib.float64)
    kept = [] if keep else None
    return outcome(lib, text, scope, bases, watched, kept), kept


def as_doubles(name, bits):
    if name == "bfloat16":
        bits = widen_bfloat16(bits)
    return np.asarray(bits).astype(np.complex128 if KIND[name] == 3 else np.float64)


def largest_error(values, reference):
    """The largest distance from the reference where that is finite; infinite where other places differ."""
    finite = np.isfinite(reference)
    with np.errstate(invalid="ignore", over="ignore"):
        same = (values == reference) | (np.isnan(values) & np.isnan(reference))
        if not np.all(same | finite):
            return np.inf
        errors = np.abs(values - reference)[finite]
    return float(np.max(errors, initial=0.0))


def within(cells, name, mine, theirs, reference):
    """Do the values agree?  reference: those of the wide evaluation, for sums."""
    tolerance = cells.tolerance
    if mine.shape != theirs.shape:
        return False
    if tolerance != "sum" or KIND[name] < 2:
        ulps = 0 if tolerance in ("exact", "sum") else int(re.fullmatch(r"ulp\((\d+)\)", tolerance)[1])
        return not differing(mine, theirs, name, ulps).size
    if not differing(mine, theirs, name).size:
        return True
    ours, others = as_doubles(name, mine), as_doubles(name, theirs)
    if reference is None or reference.shape != ours.shape:
        return False
    step = 2.0 ** -DIGITS[REAL_PART.get(name, name)]
    finite = np.abs(reference[np.isfinite(reference)])
    one_rounding = step * float(np.max(finite, initial=0.0))
    error = max(largest_error(others, reference), cells.roundings * one_rounding)
    return largest_error(ours, reference) <= 2 * error


def compare(cells, text, dtype, layout):
    """What differs, as a text; None if nothing does."""
    ours, values = evaluated(tb, text, cells, dtype, layout)
    expected, others = evaluated(torch, text, cells, dtype, layout)
    ours, expected = adjusted(ours), adjusted(expected)
    if ours != expected:
        return f"{ours} | torch {expected}"
    references = [None] * len(values)
    if cells.tolerance == "sum" and not is_refusal(ours):
        _, wide = evaluated(torch, text, cells, dtype, layout, wide=True)
        references = [as_doubles(*pair) for pair in wide] if len(wide) == len(values) else references
    for (name, mine), (_, theirs), reference in zip(values, others, references, strict=True):
        if not within(cells, name, mine, theirs, reference):
            return f"{mine} | torch {theirs}"
    return None


def check(cells, dtype):
    """Every expression of the list on every layout of this dtype."""
    failures = Failures()
    if dtype not in cells.dtypes:
        return
    for text in cells.expressions:
        for layout in cells.layouts:
            difference = compare(cells, text, dtype, layout)
            if difference:
                failures.add(text, f"{dtype}, {layout}: {difference}")
    failures.report()
