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
from typing import NamedTuple

import numpy as np

from calls.conversion_cells import adjusted
from differential.cases import Library, Operand, base_bytes, operand
from differential.expressions import digest, geometry, outcome
from differential.failures import Failures
from differential.operand_values import ordinary_values
from oracles.comparison import DIGITS, REAL_PART, differing
from oracles.dtype_rules import ALL, BITS, KIND, NAMES, widen_bfloat16
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

    def different(self, text):
        """The dtypes in which the outcome is another one than torch's on purpose."""
        found = [dtypes for pattern, dtypes, _ in self.differences if re.search(pattern, text)]
        return {name for dtypes in found for name in (ALL if dtypes is None else dtypes)}


LIBRARIES = {}


def library_of(lib):
    if lib not in LIBRARIES:
        LIBRARIES[lib] = Library(lib)
    return LIBRARIES[lib]


@functools.cache
def operand_of(dtype, size, layout, seed, plain):
    """The same again and again: its values are made once."""
    case = operand(dtype, size, layout, seed)
    if plain:
        case = Plain(case.dtype, case.size, case.stride, case.offset, case.total, case.seed)
    return case


class Evaluated(NamedTuple):
    """What an expression gave and did."""

    outcome: tuple
    """(result or exception, warnings, what became of the operands)."""
    values: list
    """(dtype, bits) of the result, unless the outcome has their digests."""
    memory: list
    """(bytes before, bytes afterwards) of t's storage and of u's."""


def evaluated(lib, text, cells, dtype, layout, wide=False, keep=True):
    """One cell, of fresh tensors.  wide: operands converted to float64 or complex128.  keep=False: the values
    and the memory are in the outcome, as digests."""
    library, bases, watched = library_of(lib), {}, []
    scope = {"d": library.dtype[dtype], "L": lib.tensor, "F": lib.nn.functional, **outs(lib)}
    for name, where, seed in (("t", layout, 5), ("u", "contiguous", 9)):
        case = operand_of(dtype, cells.size, where, seed, cells.plain)
        built = library.build(case)
        scope[name] = built.tensor
        bases[name] = (built.address, built.nbytes)
        watched.append((case.base_bytes, built.base))
        if wide:
            scope[name] = built.tensor.to(lib.complex128 if KIND[dtype] == 3 else lib.float64)
    kept, tensor, before = [] if keep else None, scope["t"], geometry(scope["t"])
    result, warned, after = outcome(lib, text, scope, bases, (), kept)
    memory = [(had, base_bytes(base)) for had, base in watched]
    written = tuple(had != has for had, has in memory)
    if result[0] != "error":
        after = (*after, *written, *(() if keep else (digest(has) for _, has in memory)))
    elif lib is torch:
        after, memory = (), []  # it may have written
    else:
        after, memory = ("written",) if any(written) or geometry(tensor) != before else (), []
    return Evaluated((result, warned, after), kept, memory)


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


def same_memory(cells, dtype, mine, theirs):
    """Have both libraries written the same?  Of sums, the result says what they are worth; what torch has
    left alone is compared bit by bit."""
    (before, ours), (_, others) = mine, theirs
    if ours == others or cells.tolerance_of(dtype) == "exact":
        return ours == others
    before, ours, others = (np.frombuffer(memory, BITS[dtype]) for memory in (before, ours, others))
    same = bytes_of(before) == bytes_of(others)
    alone = np.all(same.reshape(len(before), -1), axis=1)
    return np.array_equal(bytes_of(ours[alone]), bytes_of(others[alone])) and within(
        "sum(8)", dtype, ours, others, as_doubles(dtype, others)
    )


def bytes_of(bits):
    return np.frombuffer(bits.tobytes(), np.uint8)


def widened(text):
    """The expression with its dtypes in double precision."""
    text = re.sub(r"\btorch\.(float32|float16|bfloat16)\b", "torch.float64", text)
    return text.replace("torch.complex64", "torch.complex128").replace("dtype=d)", "dtype=t.dtype)")


def compare(cells, text, dtype, layout):
    """What differs, as a text; None if nothing does."""
    ours, values, memory = evaluated(tb, text, cells, dtype, layout)
    expected, others, torchs = evaluated(torch, text, cells, dtype, layout)
    ours, expected = adjusted(ours), adjusted(expected)
    if ours != expected and in_any_order(ours) != in_any_order(expected):
        return f"{ours} | torch {expected}"
    for before_and_after in zip(memory, torchs, strict=True):
        if not same_memory(cells, dtype, *before_and_after):
            return f"memory {before_and_after[0]} | torch {before_and_after[1]}"
    references = [None] * len(values)
    if any(cells.tolerance_of(name).startswith("sum") for name, _ in values):
        wide = evaluated(torch, widened(text), cells, dtype, layout, wide=True).values
        references = [as_doubles(*pair) for pair in wide] if len(wide) == len(values) else references
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


def whole(cells, text):
    """A call in every dtype, each in another layout: the next call is in the next one."""
    first, different = zlib.crc32(text.encode()), cells.different(text)
    return [
        (dtype, cells.layouts[(i + first) % len(cells.layouts)])
        for i, dtype in enumerate(cells.dtypes)
        if dtype not in different
    ]


def sample(cells, text):
    """One of them."""
    places = whole(cells, text)
    chosen = zlib.crc32(text.encode()) // 7 % max(len(places), 1)
    return places[chosen : chosen + 1]
