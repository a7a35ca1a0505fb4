"""The differential runner: one case, three libraries, every property compared.

`Runner.check(case, row, form)` runs the case in the module under test, compares
with `numpy_oracle.predict` and, where PyTorch is installed, with torch: values,
dtype, sizes, strides, offset, which object is returned, what is written and what
is not, warnings, and the type and text of a refusal.
"""

import collections
import contextlib
import warnings

import numpy as np

import differences
from cases import (
    Library,
    Operand,
    base_bytes,
    contiguous_stride,
    dtype_name,
    operand,
    tensor_bits,
    write_memory,
)
from dtype_rules import NAMES, differing, same_bits
from numpy_oracle import predict
from shape_rules import Refused
from under_test import STAND_IN, first_line, tb, torch

LAYOUTS = ("contiguous", "transposed", "stepped", "expanded", "0-dim", "zero-size")
SIZES = ((3, 4, 17), (2, 3, 4), (5, 7, 3))
RANK_SIZE = (2, 3, 2, 1, 2, 3)
OUT_LAYOUTS = ("stepped", "transposed", "padded")

PAIRS = tuple([(a, b) for a in LAYOUTS for b in LAYOUTS] + [(a, b) for a in range(7) for b in range(7)])
SINGLES = LAYOUTS + tuple(range(7))

VALUE, REFUSAL = 1, 2


def pair_name(pair):
    return " x ".join(f"rank {side}" if isinstance(side, int) else side for side in pair)


def pair_operands(pair, dtypes, variant):
    """The two operands of a layout pair."""
    if isinstance(pair[0], int):
        sizes = [
            tuple(1 if d % 3 == role else n for d, n in enumerate(RANK_SIZE))[6 - rank :]
            for role, rank in enumerate(pair)
        ]
        layouts = ("odd", ("transposed", "padded")[sum(pair) % 2])
    else:
        default = SIZES[variant]
        sizes = [
            ()
            if name == "0-dim"
            else (default[0], 0, default[2])
            if name == "zero-size"
            else (default[0], 1, default[2])
            if "zero-size" in pair
            else default
            for name in pair
        ]
        layouts = [name if name not in ("0-dim", "zero-size") else "contiguous" for name in pair]
    seed = 7919 * PAIRS.index(pair) + 104729 * variant
    return [
        operand(dtype, size, layout, seed + 31 * role + 13 * NAMES.index(dtype))
        for role, (dtype, size, layout) in enumerate(zip(dtypes, sizes, layouts, strict=True))
    ]


class Failures:
    """Collected mismatches: a count per kind and a few one-line reproductions of each."""

    def __init__(self):
        self.kinds = collections.OrderedDict()

    def add(self, kind, line):
        entry = self.kinds.setdefault(kind, [0, []])
        entry[0] += 1
        if len(entry[1]) < 3:
            entry[1].append(line)

    def report(self):
        if self.kinds:
            lines = [
                f"{kind}: {n} cells, for example\n    " + "\n    ".join(examples)
                for kind, (n, examples) in self.kinds.items()
            ]
            raise AssertionError("\n".join(lines[:40]))


class Cells:
    """Which cells of operator x form x dtype pair x layout have been visited, and how."""

    def __init__(self):
        self.visited = {}
        self.planned = {}
        self.differences = collections.Counter()
        self.calls = collections.Counter()
        self.items = set()  # (test, operator, dtype) that ran to their end

    def plan(self, key, shape):
        self.planned[key] = shape

    def mark(self, key, index, what):
        grid = self.visited.get(key)
        if grid is None:
            grid = self.visited[key] = np.zeros(self.planned[key], np.uint8)
        grid[index] |= what

    def empty(self):
        """{key: number of empty cells}"""
        result = {}
        for key, shape in self.planned.items():
            grid = self.visited.get(key)
            missing = int(np.prod(shape)) if grid is None else int((grid == 0).sum())
            if missing:
                result[key] = missing
        return result

    def counts(self):
        values = sum(int((g & VALUE > 0).sum()) for g in self.visited.values())
        refusals = sum(int((g == REFUSAL).sum()) for g in self.visited.values())
        return values, refusals


CELLS = Cells()


class Runner:
    def __init__(self, row):
        self.row = row
        self.failures = Failures()
        self.mine = Library(tb)
        self.theirs = Library(torch) if torch is not None else None
        self.predictions = {}

    # ---- one case ----

    def expected(self, case, form):
        out_dtype = case.out and (case.out.dtype, case.out.size)
        key = (identity(case.a), identity(case.b), repr(case.alpha), form.inplace, form.reflected, out_dtype)
        try:
            return self.predictions[key]
        except KeyError:
            try:
                outcome = predict(
                    self.row, form.inplace, case.a, case.b, case.alpha, case.out, form.reflected
                )
            except Refused as refusal:
                outcome = refusal
            if len(self.predictions) > 3000:
                self.predictions.clear()
            self.predictions[key] = outcome
            return outcome

    def attempt(self, library, case, form, log, reshape=None):
        """Runs the form; (result or exception, tensor written or None, its storage)."""
        a, a_base = library.shared(case.a)
        b = library.shared(case.b)[0]
        if reshape is not None:
            b = b.reshape(reshape)
        written, base = (a, a_base) if form.inplace else (None, None)
        if case.out is not None:
            written, base = library.build(case.out)
        del log[:]
        try:
            result = form.call(library.module, a, b, case.alpha, written if case.out is not None else None)
        except Exception as error:
            result = error
        return result, written, base

    def check(self, case, form, log):
        """Returns VALUE or REFUSAL; mismatches go to `failures`."""
        expected = self.expected(case, form)
        if STAND_IN and differences.complex_half(case.a, case.b):
            return VALUE
        result, written, base = self.attempt(self.mine, case, form, log)
        said = [str(w.message) for w in log]
        CELLS.calls["cells"] += 1
        if isinstance(expected, Refused):
            self.check_refusal(case, form, expected, result)
            if said:
                self.fail(case, form, "warned and refused", f"warnings {said}")
        elif isinstance(result, Exception):
            self.fail(case, form, "raised", f"{type(result).__name__}: {result}")
        else:
            self.check_value(case, form, expected, result, written, said)
        if written is not None:
            self.check_memory(case, form, expected, result, written, base)
        if self.theirs is not None:
            self.check_torch(case, form, expected, result, log)
        return REFUSAL if isinstance(expected, Refused) else VALUE

    def check_refusal(self, case, form, expected, result):
        if not isinstance(result, Exception):
            self.fail(case, form, "not refused", f"expected {expected.kind.__name__}: {expected.text}")
        elif type(result) is not expected.kind or self.text(result) != self.text(expected.text):
            self.fail(
                case,
                form,
                "refused with other words",
                f"got {type(result).__name__}: {result!s} | expected {expected.kind.__name__}: "
                f"{expected.text}",
            )

    @staticmethod
    def text(error):
        text = first_line(error)
        return text.split("\n")[0] if STAND_IN else text

    def check_value(self, case, form, expected, result, written, said):
        if said != expected.warnings and not STAND_IN:
            self.fail(case, form, "warnings", f"got {said} | expected {expected.warnings}")
        if written is not None and result is not written:
            self.fail(case, form, "identity", "the written tensor is not the one returned")
        if dtype_name(result) != expected.dtype:
            self.fail(case, form, "dtype", f"got {result.dtype} | expected {expected.dtype}")
        elif tuple(result.size()) != expected.size:
            self.fail(case, form, "size", f"got {tuple(result.size())} | expected {expected.size}")
        else:
            bits = tensor_bits(result, expected.dtype)
            if not same_bits(bits, expected.bits, expected.dtype):
                self.fail_values(case, form, "values", bits, expected.bits, expected.dtype)

    def check_memory(self, case, form, expected, result, written, base):
        """Nothing but the written tensor's elements may change; after a refusal, nothing at all."""
        target = case.out if case.out is not None else case.a
        if isinstance(expected, Refused) or isinstance(result, Exception):
            if base_bytes(base, target) != target.base.tobytes():
                self.fail(case, form, "written before refused", "memory changed")
            if tuple(written.size()) != target.size or tuple(written.stride()) != target.stride:
                self.fail(case, form, "resized before refused", f"{written.size()} {written.stride()}")
        elif not expected.resized:
            if tuple(written.stride()) != target.stride or written.storage_offset() != target.offset:
                self.fail(
                    case, form, "layout of the written tensor", f"{written.stride()} expected {target.stride}"
                )
            after = target.base.copy()
            target.view(after)[...] = expected.bits
            now = np.frombuffer(base_bytes(base, target), target.base.dtype)
            if not same_bits(now, after, target.dtype):
                gaps = np.ones(target.total, bool)
                target.view(gaps)[...] = False
                if now[gaps].tobytes() != after[gaps].tobytes():
                    self.fail(case, form, "wrote elsewhere", "bytes outside the written tensor changed")
        if form.inplace:
            write_memory(base, target.base)

    # ---- torch ----

    def check_torch(self, case, form, expected, mine, log):
        if differences.complex_half(case.a, case.b):
            CELLS.differences[differences.COMPLEX_HALF] += 1
            return
        refused = isinstance(expected, Refused)
        fallback = expected.fallback
        if fallback:
            CELLS.differences[differences.FALLBACK] += 1
            if (case.a.size == ()) != (case.b.size == ()):
                return  # reshaping would change the class of the operand, and with it the promotion
        theirs, written, base = self.attempt(
            self.theirs, case, form, log, reshape=case.a.size if fallback else None
        )
        if not isinstance(theirs, Exception) and not refused and dtype_name(theirs) == expected.dtype:
            self.check_torch_values(case, form, expected.bits, theirs, expected.dtype)
        if form.inplace:
            write_memory(base, case.a.base)  # torch may have written before it raised
        if isinstance(theirs, Exception) or isinstance(mine, Exception):
            self.check_torch_refusal(case, form, mine, theirs)
            return
        if dtype_name(theirs) != dtype_name(mine) or theirs.size() != mine.size():
            self.fail(
                case,
                form,
                "torch: dtype or size",
                f"{mine.dtype} {mine.size()} | torch {theirs.dtype} {theirs.size()}",
            )
            return
        stride, offset = tuple(theirs.stride()), theirs.storage_offset()
        if fallback and (written is None or expected.resized):
            stride = contiguous_stride(case.a.size)
        if tuple(mine.stride()) != stride or mine.storage_offset() != offset:
            self.fail(
                case,
                form,
                "torch: strides",
                f"{tuple(mine.stride())}+{mine.storage_offset()} | torch {stride}+{offset}",
            )

    def check_torch_refusal(self, case, form, mine, theirs):
        if isinstance(mine, Exception) and isinstance(theirs, Exception) and type(mine) is type(theirs):
            ours, other = first_line(mine), first_line(theirs)
            if ours == other:
                return
            if ours.split("\n")[0] == other:
                CELLS.differences[differences.SECOND_LINE] += 1
                return
        self.fail(case, form, "torch: refusal", f"{show(mine)} | torch {show(theirs)}")

    def check_torch_values(self, case, form, ours, theirs, name):
        """`ours`: NumPy's values, which the module under test has been compared with."""
        other = tensor_bits(theirs, name)
        if ours.shape != other.shape or same_bits(ours, other, name):
            return
        self.fail_values(case, form, "torch: values", ours, other, name)

    # ---- failures ----

    def fail(self, case, form, kind, detail):
        self.failures.add(f"{self.row.name}, {form.name}: {kind}", f"{detail}  [{case}]")

    def fail_values(self, case, form, kind, got, wanted, name):
        index = differing(got, wanted, name)
        i = int(index[0]) if index.size else 0
        place = np.unravel_index(i, got.shape)
        shown = [element(o, got, i) for o in (case.a, case.b)]
        self.fail(
            case,
            form,
            kind,
            f"{index.size} elements differ, first at {tuple(map(int, place))}: operands "
            f"{shown}, got {got[place]!r}, expected {wanted[place]!r}",
        )

    def finish(self):
        """Reports, after a look at whether any call changed an operand that it only reads."""
        for entry, (_, base) in self.mine.cache.items():
            if isinstance(entry, Operand) and base_bytes(base, entry) != entry.base.tobytes():
                self.failures.add("an operand that is only read was changed", repr(entry))
        self.failures.report()


def element(x, result, i):
    """An operand's part in element i of the result, where that is easily told."""
    if not isinstance(x, Operand):
        return x
    return x.bits.ravel()[i if x.numel == result.size else 0] if x.numel in (1, result.size) else "?"


def identity(x):
    """A dictionary key: 0, False and -0.0 are different operands."""
    return x if isinstance(x, Operand) else repr(x)


def show(result):
    return f"{type(result).__name__}: {first_line(result)}" if isinstance(result, Exception) else "a tensor"


@contextlib.contextmanager
def recording():
    """Record every warning in the list that is given."""
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        yield log
