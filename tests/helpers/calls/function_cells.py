"""Expressions over functions that are not pointwise: every one meets every dtype and layout, in both
libraries.

An expression uses the tensors `t` and `u` (same dtype and sizes; u is contiguous), their dtype `d` and the
library `torch` (F is torch.nn.functional, L torch.tensor); a statement leaves `result`.  Compared are dtype,
sizes, strides, offset and whose memory the result is on, the values within the list's tolerance, warnings,
the type and text of a refusal, and what the operands' memory is afterwards.  Tolerances: exact; ulp(n), n
steps; sum: the error against the same expression in float64 is at most twice torch's, which is taken for at
least one rounding of the largest element; sum(n): for at least n, as many as the composition has steps.
"""

import functools
import re
import zlib
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from calls.conversion_cells import adjusted
from differential.cases import Library, Operand, base_bytes, operand
from differential.expressions import outcome
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
    tolerances: dict = field(default_factory=dict)
    """Of results of some dtypes another one."""
    plain: bool = True
    """Small ordinary numbers; otherwise special values (zeros, NaN, infinities) and random bits."""
    size: tuple = SIZE
    layouts: tuple = LAYOUTS
    dtypes: tuple = NAMES
    differences: tuple = ()
    """(pattern of expressions, dtypes or None for all, why) of those whose outcome is not torch's."""

    @property
    def expressions(self):
        texts = self.texts.strip().splitlines() if isinstance(self.texts, str) else self.texts
        return [text.strip() for text in texts if text.strip()]

    def tolerance_of(self, dtype):
        return self.tolerances.get(dtype, self.tolerance)

    def different(self, text, dtype):
        """Is the outcome another one than torch's on purpose?"""
        return any(
            re.search(pattern, text) and (dtypes is None or dtype in dtypes)
            for pattern, dtypes, _ in self.differences
        )


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
    """(outcome, values) of one cell, of fresh tensors: the result's values, and at the end the memory of t
    and u then.  wide: operands converted to float64 or complex128.  keep=False: the values are in the
    outcome, as digests.  Of a call that is refused there are no values."""
    library, bases, watched = library_of(lib), {}, []
    scope = {"d": library.dtype[dtype], "L": lib.tensor, "F": lib.nn.functional, **outs(lib)}
    for name, where, seed in (("t", layout, 5), ("u", "contiguous", 9)):
        case = operand_of(dtype, cells.size, where, seed, cells.plain)
        built = library.build(case)
        scope[name] = built.tensor
        bases[name] = (built.base.data_ptr(), case.total * ITEMSIZE[dtype])
        watched.append(built.base)
        if wide:
            scope[name] = built.tensor.to(lib.complex128 if KIND[dtype] == 3 else lib.float64)
    kept, before = [] if keep else None, [base_bytes(base) for base in watched]
    result, warned, after = outcome(lib, text, scope, bases, watched, kept)
    if result[0] == "error":  # tbcast has written nothing then; torch may have
        changed = before != [base_bytes(base) for base in watched]
        after = ("written",) if changed and lib is not torch else ()
        kept = [] if keep else None
    return (result, warned, after), kept


@functools.cache
def outs(lib):
    """Functions that make an out= for a result, or one for each of several: of its size and contiguous, of
    its size and strided, of another size, of its size with all elements in one place."""

    def of_each(make):
        def made(result):
            return tuple(map(make, result)) if isinstance(result, tuple) else make(result)

        return made

    return {
        "like": of_each(lambda r: lib.zeros(r.shape, dtype=r.dtype)),
        "strided": of_each(lambda r: lib.zeros((*r.shape, 2), dtype=r.dtype)[..., 0]),
        "short": of_each(lambda r: lib.zeros(5 if r.numel() == 3 else 3, dtype=r.dtype)),
        "twice": of_each(lambda r: lib.zeros((), dtype=r.dtype).expand(r.shape)),
    }


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


def within(tolerance, name, mine, theirs, reference):
    """Do the values agree?  reference: those of the wide evaluation, for sums."""
    if mine.shape != theirs.shape:
        return False
    kind, number = re.fullmatch(r"(\w+)(?:\((\d+)\))?", tolerance).groups()
    if not differing(mine, theirs, name, int(number) if kind == "ulp" else 0).size:
        return True
    if kind != "sum" or KIND[name] < 2:
        return False
    ours, others = as_doubles(name, mine), as_doubles(name, theirs)
    if reference is None or reference.shape != ours.shape:
        return False
    step = 2.0 ** -DIGITS[REAL_PART.get(name, name)]
    finite = np.abs(reference[np.isfinite(reference)])
    one_rounding = step * float(np.max(finite, initial=0.0))
    error = max(largest_error(others, reference), int(number or 1) * one_rounding)
    return largest_error(ours, reference) <= 2 * error


def same_memory(exact, name, mine, theirs):
    """What a call has written; of sums the result says what they are worth."""
    if exact:
        return mine.tobytes() == theirs.tobytes()
    return within("sum(8)", name, mine, theirs, as_doubles(name, theirs))


def widened(text):
    """The expression with its dtypes in double precision."""
    text = re.sub(r"\btorch\.(float32|float16|bfloat16)\b", "torch.float64", text)
    return text.replace("torch.complex64", "torch.complex128").replace("dtype=d)", "dtype=t.dtype)")


def compare(cells, text, dtype, layout):
    """What differs, as a text; None if nothing does."""
    ours, values = evaluated(tb, text, cells, dtype, layout)
    expected, others = evaluated(torch, text, cells, dtype, layout)
    ours, expected = adjusted(ours), adjusted(expected)
    if ours != expected and in_any_order(ours) != in_any_order(expected):
        return f"{ours} | torch {expected}"
    values, memory = values[:-2], values[-2:]
    others, torchs = others[:-2], others[-2:]
    exact = cells.tolerance_of(dtype) == "exact"
    for (name, mine), (_, theirs) in zip(memory, torchs, strict=True):
        if not same_memory(exact, name, mine, theirs):
            return f"memory {mine} | torch {theirs}"
    references = [None] * len(values)
    if any(cells.tolerance_of(name).startswith("sum") for name, _ in values):
        _, wide = evaluated(torch, widened(text), cells, dtype, layout, wide=True)
        references = [as_doubles(*pair) for pair in wide[:-2]] if len(wide) - 2 == len(values) else references
    for (name, mine), (_, theirs), reference in zip(values, others, references, strict=True):
        if not within(cells.tolerance_of(name), name, mine, theirs, reference):
            return f"{mine} | torch {theirs}"
    return None


def in_any_order(found):
    """torch names the keywords of a refused call in the order of a hash table."""
    result, *rest = found
    if result[0] == "error" and " - got (" in result[2]:
        result = (*result[:2], sorted(re.findall(r"[^\s,()]+", result[2])))
    return result, *rest


def check(cells, dtype):
    """Every expression of the list on every layout of this dtype."""
    if dtype in cells.dtypes:
        check_places(cells, lambda _, text: [(dtype, layout) for layout in cells.layouts])


def check_places(cells, places):
    """Every expression of the list in its places: (dtype, layout)."""
    failures = Failures()
    for text in cells.expressions:
        for dtype, layout in places(cells, text):
            difference = compare(cells, text, dtype, layout)
            if difference:
                failures.add(text, f"{dtype}, {layout}: {difference}")
    failures.report()


SAMPLE = 6
"""Of the sample, every call meets one dtype in so many."""


def whole(cells, text):
    """A call in every dtype, each in another layout: the next call is in the next one."""
    first = zlib.crc32(text.encode())
    return [
        (dtype, cells.layouts[(i + first) % len(cells.layouts)])
        for i, dtype in enumerate(cells.dtypes)
        if not cells.different(text, dtype)
    ]


def sample(cells, text):
    """Some of them."""
    return whole(cells, text)[zlib.crc32(text.encode()) // 7 % SAMPLE :: SAMPLE]
