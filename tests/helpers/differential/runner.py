"""The differential runner: one case, every property compared.

`Runner.check(case, form, log)` runs the case in the module under test and in
PyTorch and compares values (within the row's tolerance), dtype, sizes, strides,
offset, which object is returned, all memory that may be written, warnings, and the
type and text of a refusal.  NumPy is the second oracle: the whole model of
numpy_oracle.py for the rows it knows, else the functions of numpy_table.py.
Where PyTorch is not installed, NumPy is alone.
"""

import contextlib
import ctypes
import warnings
from dataclasses import dataclass, field

import numpy as np

from differential import differences
from differential.cases import Library, Operand, contiguous_stride
from differential.cells import CELLS, REFUSAL, VALUE
from differential.failures import Failures
from differential.forms import ABSENT, MODELLED, NUMBER, forms_of
from oracles import numpy_table
from oracles.comparison import Comparer, differing, ulps_of
from oracles.dtype_rules import ALL, BITS, COMPLEX, ITEMSIZE, UNSIGNED
from oracles.numpy_oracle import predict
from oracles.shape_rules import Refused, fallback_of, fallback_text
from under_test import STAND_IN, first_line, tb, torch

MODELLED_NAMES = (*(row.name for row in MODELLED), "reciprocal")


@dataclass
class Result:
    """What one library made of a case."""

    value: object
    """A tensor, an exception, or whatever else was returned."""
    said: list
    built: object = None
    """What was written (cases.Built), in place or as out=."""
    dtype: str = None
    """None: not a tensor."""
    size: tuple = None
    stride: tuple = None
    offset: int = 0
    raw: bytes = b""
    """The elements' memory, from the first to the last."""
    identity: tuple = field(default=())

    @property
    def refused(self):
        return isinstance(self.value, Exception)

    def elements(self):
        """Bits in logical order."""
        base = np.frombuffer(self.raw, BITS[self.dtype])
        if 0 in self.size:
            return np.empty(self.size, BITS[self.dtype])
        step = ITEMSIZE[self.dtype]
        return np.lib.stride_tricks.as_strided(base, self.size, [s * step for s in self.stride]).copy()


LIBRARIES = {}


def shared_library(module):
    """One for all rows: they share operands."""
    return LIBRARIES.setdefault(module, Library(module))


class Runner:
    def __init__(self, row, alone=False):
        """`alone`: with tensors of its own, that are not kept for other rows."""
        self.row = row
        self.failures = Failures()
        library = Library if alone else shared_library
        self.mine = library(tb)
        self.theirs = library(torch) if torch is not None else None
        self.ulps = ulps_of(row)
        self.comparer = Comparer(self.ulps)
        self.predictions = {}
        self.plain = {}
        self.numbers_follow = row.promotion.rule == "tensors"
        self.singles = [row.operands.index(name) for name in row.promotion.singles]

    # ---- one case ----

    def attempt(self, library, case, form, log, reshape=None):
        operands, written = [], None
        for i, x in enumerate(case.operands):
            if not isinstance(x, Operand):
                operands.append(x)
                continue
            entry = library.shared(x)
            if form.inplace and i == 0:
                written = entry
            same = reshape is None or i in self.singles or (form.inplace and i == 0) or x.size == reshape
            operands.append(entry.tensor if same else entry.tensor.reshape(reshape))
        out = None
        if case.out is not None:
            written = library.build(case.out)
            out = written.tensor
        if log:
            del log[:]
        try:
            value = form.call(library.module, operands, case.parameters, out)
        except Exception as error:
            value = error
        said = [(w.category.__name__, first_line(w.message)) for w in log] if log else []
        result = Result(value, said, written)
        if not result.refused:
            describe(result, library, operands, out)
        return result

    def check(self, case, form, log):
        """Returns VALUE or REFUSAL; mismatches go to `failures`."""
        mine = self.attempt(self.mine, case, form, log)
        CELLS.cases[self.row.name] += 1
        if mine.built is not None:
            self.check_memory(case, form, mine)
        if self.theirs is not None:
            theirs = self.check_torch(case, form, mine, log)
            if form.inplace and theirs is not None:
                theirs.built.fill()  # torch may have written before it raised
        self.check_numpy(case, form, mine)
        if form.inplace:
            mine.built.fill()
        return REFUSAL if mine.refused else VALUE

    def check_memory(self, case, form, mine):
        """Nothing but the written tensor's elements may change; after a refusal, nothing at all."""
        target = mine.built.operand
        if mine.refused:
            written = mine.built.tensor
            if mine.built.base.data_ptr() != mine.built.address or mine.built.memory() != target.base_bytes:
                self.fail(case, form, "written before refused", "memory changed")
            if tuple(written.size()) != target.size or tuple(written.stride()) != target.stride:
                self.fail(case, form, "resized before refused", f"{written.size()} {written.stride()}")
        elif mine.size == target.size:
            if mine.stride != target.stride or mine.offset != target.offset:
                self.fail(case, form, "layout of the written tensor", f"{mine.stride}, was {target.stride}")
            now, gaps = np.frombuffer(mine.built.memory(), target.base.dtype), gaps_of(target)
            if now[gaps].tobytes() != target.base[gaps].tobytes():
                self.fail(case, form, "wrote outside", "bytes outside the written tensor changed")

    def sizes_of(self, case):
        """Of the tensors that take part in broadcasting, in the order in which they are computed with."""
        sizes = [
            x.size for i, x in enumerate(case.operands) if isinstance(x, Operand) and i not in self.singles
        ]
        return sizes[::-1] if getattr(self.row, "exchanged", False) else sizes

    # ---- torch ----

    def check_torch(self, case, form, mine, log):
        """torch's Result, or None where there is nothing to compare with."""
        name = differences.untold(case)
        if name:
            CELLS.differs(self.row.name, name)
            return None
        sizes = self.sizes_of(case)
        size = fallback_of(sizes, form.inplace) if not STAND_IN else None
        if size is not None:
            CELLS.differs(self.row.name, differences.FALLBACK)
            if any((x == ()) != (size == ()) for x in sizes):
                return None  # reshaping would change the class of the operand, and with it the promotion
        theirs = self.attempt(self.theirs, case, form, log, reshape=size)
        if size is not None and not theirs.refused and not differences.complex_half(theirs.value):
            theirs.said.insert(int(form.deprecated), ("UserWarning", self.fallback_text(form)))
            if theirs.built is None or (case.out is not None and theirs.size != case.out.size):
                theirs.raw = to_contiguous(theirs)
                theirs.stride = contiguous_stride(size)
        self.compare(case, form, mine, theirs)
        return theirs

    def compare(self, case, form, mine, theirs):
        if differences.complex_half(theirs.value):
            CELLS.differs(self.row.name, differences.COMPLEX_HALF)
        elif mine.refused or theirs.refused:
            self.compare_refusals(case, form, mine, theirs)
        elif mine.dtype is None or theirs.dtype is None:
            if type(mine.value) is not type(theirs.value) or repr(mine.value) != repr(theirs.value):
                self.fail(case, form, "torch: returned", f"{mine.value!r} | torch {theirs.value!r}")
        else:
            for what in ("dtype", "size", "stride", "offset", "identity", "said"):
                ours, other = getattr(mine, what), getattr(theirs, what)
                if ours != other:
                    self.fail(case, form, f"torch: {what}", f"{ours} | torch {other}", mine, theirs)
                    return
            self.compare_values(case, form, mine, theirs)

    def compare_refusals(self, case, form, mine, theirs):
        if mine.refused and theirs.refused and type(mine.value) is type(theirs.value):
            ours, other = first_line(mine.value), first_line(theirs.value)
            if ours == other:
                self.compare_warnings_of_refusals(case, form, mine, theirs)
                return
            if ours.startswith(other + "\nThe expanded size of the tensor "):
                CELLS.differs(self.row.name, differences.SECOND_LINE)
                return
        self.fail(case, form, "torch: refusal", f"{show(mine)} | torch {show(theirs)}", mine, theirs)

    def compare_warnings_of_refusals(self, case, form, mine, theirs):
        """torch warns of more, which tbcast refuses first; a division by zero is found last of all."""
        allowed = {*theirs.said, ("UserWarning", self.fallback_text(form))}
        if not allowed.issuperset(mine.said) or (form.deprecated and mine.said[:1] != theirs.said[:1]):
            self.fail(case, form, "warned and refused", f"{mine.said} | torch {theirs.said}", mine, theirs)

    def fallback_text(self, form):
        names = [
            name
            for i, (name, place) in enumerate(zip(self.row.operands, form.places, strict=True))
            if place != ABSENT and i not in self.singles and not (place == NUMBER and self.numbers_follow)
        ]
        return fallback_text(names, form.inplace) if len(names) > 1 else ""

    def compare_values(self, case, form, mine, theirs):
        if mine.raw == theirs.raw:
            return
        computed = None
        if self.ulps and mine.built is not None:
            computed = self.plain_dtype(case, form)
        if self.comparer.same(mine.raw, theirs.raw, mine.dtype, computed):
            return
        ours, other = mine.elements(), theirs.elements()
        index = differing(ours, other, mine.dtype, self.ulps, computed)
        if index.size:
            self.fail_values(case, form, "torch: values", ours, other, index, mine, theirs)

    def plain_dtype(self, case, form):
        """The dtype of torch's result where nothing is written: the one it computes in."""
        key = (*map(identity, case.operands), form.places)
        if key not in self.plain:
            plain = next(
                f
                for f in forms_of(self.row)
                if f.places == form.places
                and not (f.out or f.inplace or (f.parameters and not form.parameters))
            )
            size = fallback_of(self.sizes_of(case), inplace=False) if not STAND_IN else None
            self.plain[key] = self.attempt(self.theirs, case_without_out(case), plain, [], size).dtype
        return self.plain[key]

    # ---- NumPy ----

    def check_numpy(self, case, form, mine):
        if any(isinstance(x, Operand) and x.dtype in UNSIGNED for x in (*case.operands, case.out)):
            return  # NumPy promotes and computes where torch does not
        if self.row.name in MODELLED_NAMES and numpy_table.modelled(form):
            self.compare_model(case, form, mine)
        elif not mine.refused and mine.dtype is not None and numpy_table.judges(self.row, form, case):
            size = fallback_of(self.sizes_of(case), form.inplace)
            wanted = numpy_table.values(self.row, case, mine.dtype, mine.size, None if STAND_IN else size)
            if wanted is None:
                return
            CELLS.second[self.row.name] += 1
            ours = mine.elements()
            if wanted.shape != ours.shape:
                self.fail(case, form, "NumPy: size", f"{ours.shape} | NumPy {wanted.shape}")
                return
            index = differing(ours, wanted, mine.dtype, self.ulps)
            if index.size:
                self.fail_values(case, form, "NumPy: values", ours, wanted, index, mine)

    def expected(self, case, form):
        a, b = (*case.operands, None)[:2]
        alpha = case.parameters.get("alpha")
        out = case.out and (case.out.dtype, case.out.size)
        key = (identity(a), identity(b), repr(alpha), form.inplace, form.reflected, out)
        if key not in self.predictions:
            try:
                outcome = predict(self.row, form.inplace, a, b, alpha, case.out, form.reflected)
            except Refused as refusal:
                outcome = refusal
            if len(self.predictions) > 3000:
                self.predictions.clear()
            self.predictions[key] = outcome
        return self.predictions[key]

    def compare_model(self, case, form, mine):
        if STAND_IN and differences.untold(case):
            return
        expected = self.expected(case, form)
        CELLS.second[self.row.name] += 1
        if isinstance(expected, Refused):
            text = first_line(mine.value) if mine.refused else ""
            wanted = expected.text.split("\n")[0] if STAND_IN else expected.text
            if not mine.refused or type(mine.value) is not expected.kind or text != wanted:
                self.fail(
                    case,
                    form,
                    "model: refusal",
                    f"{show(mine)} | model {expected.kind.__name__}: {expected.text}",
                )
        elif mine.refused:
            self.fail(case, form, "model: refusal", f"{show(mine)} | model: a value")
        elif (mine.dtype, mine.size) != (expected.dtype, expected.size):
            self.fail(
                case,
                form,
                "model: dtype or size",
                f"{mine.dtype} {mine.size} | model {expected.dtype} {expected.size}",
            )
        else:
            said = [text for _, text in mine.said]
            if said != expected.warnings and not STAND_IN and not form.deprecated:
                self.fail(case, form, "model: warnings", f"{said} | model {expected.warnings}")
            ours = mine.elements()
            index = differing(ours, np.ascontiguousarray(expected.bits), mine.dtype)
            if index.size:
                self.fail_values(case, form, "model: values", ours, expected.bits, index, mine)

    # ---- failures ----

    def fail(self, case, form, kind, detail, mine=None, theirs=None):
        known = differences.known(self.row, form, case, kind, mine, theirs)
        if known:
            CELLS.differs(self.row.name, known)
            return
        self.failures.add(f"{self.row.name}: {form.name}: {kind}", f"{detail}  [{case}]")

    def fail_values(self, case, form, kind, got, wanted, index, mine, theirs=None):
        i = int(index[0])
        place = np.unravel_index(i, got.shape)
        shown = [element(x, got, i) for x in case.operands]
        self.fail(
            case,
            form,
            kind,
            f"{index.size} of {got.size} elements differ, first at {tuple(map(int, place))}: operands "
            f"{shown}, got {got[place]!r}, expected {wanted[place]!r}",
            mine,
            theirs,
        )

    def finish(self):
        """Reports, after a look at whether any call changed an operand that it only reads."""
        for entry in self.mine.cache.values():
            if entry.memory() != entry.operand.base_bytes:
                self.failures.add("an operand that is only read was changed", repr(entry.operand))
                entry.fill()
        self.failures.report()


# ---- reading results ----

DTYPE_NAMES = {}


def describe(result, library, operands, out):
    """Fills in what a returned tensor is like."""
    value = result.value
    dtype = getattr(value, "dtype", None)
    if dtype is None:
        return
    name = DTYPE_NAMES.get(dtype)
    if name is None:
        name = DTYPE_NAMES[dtype] = str(dtype).rpartition(".")[2]
    if name in COMPLEX and library.module is torch:
        value = value.resolve_conj()  # torch conjugates when it reads
    result.dtype, result.size, result.stride = name, tuple(value.size()), tuple(value.stride())
    result.offset = value.storage_offset()
    result.identity = tuple(result.value is x for x in (*operands, out))
    if name not in ALL:
        return
    extent = 1
    for n, s in zip(result.size, result.stride, strict=True):
        if n == 0:
            return
        extent += (n - 1) * s
    result.raw = ctypes.string_at(value.data_ptr(), extent * ITEMSIZE[name])


GAPS = {}


def gaps_of(operand):
    """Which elements of the storage do not belong to the tensor."""
    key = (operand.size, operand.stride, operand.offset, operand.total)
    if key not in GAPS:
        gaps = np.ones(operand.total, bool)
        np.lib.stride_tricks.as_strided(gaps[operand.offset :], operand.size, operand.stride)[...] = False
        GAPS[key] = gaps
    return GAPS[key]


def to_contiguous(result):
    return np.ascontiguousarray(result.elements()).tobytes()


def case_without_out(case):
    return type(case)(case.op, case.form, case.operands, case.parameters)


def element(x, result, i):
    """An operand's part in element i of the result, where that is easily told."""
    if not isinstance(x, Operand):
        return x
    return x.bits.ravel()[i if x.numel == result.size else 0] if x.numel in (1, result.size) else "?"


def identity(x):
    """A dictionary key: 0, False and -0.0 are different operands."""
    return x if isinstance(x, Operand) else repr(x)


def show(result):
    if result.refused:
        return f"{type(result.value).__name__}: {first_line(result.value)}"
    return f"{result.dtype} {result.size}"


@contextlib.contextmanager
def recording():
    """Record every warning in the list that is given."""
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        yield log
