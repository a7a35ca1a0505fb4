"""NumPy as the second oracle: which function agrees with which operator, and for which kinds of dtype.

A row that is not named here has PyTorch alone.  Exact rows are computed in the
dtype itself (the halves in float32, rounded once), others in a wider one, so that
the row's tolerance is measured from the true value.  Kinds: b bool, i integers,
h halves, f float32 and float64, c complex.
"""

import numpy as np

from oracles import dtype_rules as rules
from oracles.dtype_rules import COMPLEX, HALVES, KIND
from oracles.numpy_oracle import DEFAULT_DTYPE, load, operand_size, priority
from oracles.shape_rules import numel

WIDE = {np.dtype("float32"): np.float64, np.dtype("float64"): np.longdouble}


def fmod(a, b):
    return np.fmod(a, b)


def remainder(a, b):
    """The sign of the divisor; a zero keeps the sign that fmod gives it."""
    rest = np.fmod(a, b)
    return np.where((rest != 0) & ((rest < 0) != (b < 0)), rest + b, rest).astype(rest.dtype)


def heaviside(a, b):
    return np.where(a == 0, b, (a > 0).astype(b.dtype)).astype(b.dtype)


def sign(a):
    return ((a > 0).astype(np.int8) - (a < 0).astype(np.int8)).astype(a.dtype)


def left_shift(a, b):
    bits = a.dtype.itemsize * 8
    fits = (b >= 0) & (b.astype(np.int64) < bits)
    return np.where(fits, np.left_shift(a, np.where(fits, b, 0).astype(a.dtype)), 0).astype(a.dtype)


def right_shift(a, b):
    bits = a.dtype.itemsize * 8
    fits = (b >= 0) & (b.astype(np.int64) < bits)
    top = np.where(a < 0, -1, 0).astype(a.dtype)
    return np.where(fits, np.right_shift(a, np.where(fits, b, 0).astype(a.dtype)), top).astype(a.dtype)


def xlogy(a, b):
    return np.where((a == 0) & ~np.isnan(b), 0, a * np.log(b))


def truth(a):
    return a != 0


def where(mask, a, b):
    return np.where(mask, a, b)


def masked_fill(a, mask, value):
    return np.where(mask, value, a)


FUNCTIONS = {
    "eq": (np.equal, "bihfc"),
    "ne": (np.not_equal, "bihfc"),
    "lt": (np.less, "bihf"),
    "le": (np.less_equal, "bihf"),
    "gt": (np.greater, "bihf"),
    "ge": (np.greater_equal, "bihf"),
    "logical_and": (lambda a, b: truth(a) & truth(b), "bihfc"),
    "logical_or": (lambda a, b: truth(a) | truth(b), "bihfc"),
    "logical_xor": (lambda a, b: truth(a) ^ truth(b), "bihfc"),
    "logical_not": (lambda a: ~truth(a), "bihfc"),
    "bitwise_and": (np.bitwise_and, "bi"),
    "bitwise_or": (np.bitwise_or, "bi"),
    "bitwise_xor": (np.bitwise_xor, "bi"),
    "bitwise_not": (np.invert, "bi"),
    "bitwise_left_shift": (left_shift, "i"),
    "bitwise_right_shift": (right_shift, "i"),
    "isnan": (np.isnan, "hfc"),
    "isinf": (np.isinf, "hfc"),
    "isfinite": (np.isfinite, "hfc"),
    "isposinf": (np.isposinf, "hf"),
    "isneginf": (np.isneginf, "hf"),
    "signbit": (np.signbit, "ihf"),
    "isreal": (np.isreal, "bihfc"),
    "neg": (np.negative, "ihfc"),
    "positive": (np.positive, "ihfc"),
    "abs": (np.abs, "ihf"),
    "conj_physical": (np.conj, "bihfc"),
    "square": (lambda a: a * a, "ihf"),
    "sign": (sign, "ihf"),
    "floor": (np.floor, "hf"),
    "ceil": (np.ceil, "hf"),
    "trunc": (np.trunc, "hf"),
    "round": (np.rint, "hf"),
    "relu": (lambda a: np.where(a < 0, 0, a).astype(a.dtype), "i"),
    "fmod": (fmod, "ihf"),
    "remainder": (remainder, "ihf"),
    "floor_divide": (np.floor_divide, "i"),
    "maximum": (np.maximum, "bi"),
    "minimum": (np.minimum, "bi"),
    "fmax": (np.fmax, "bi"),
    "fmin": (np.fmin, "bi"),
    "copysign": (np.copysign, "f"),
    "nextafter": (np.nextafter, "f"),
    "heaviside": (heaviside, "bihf"),
    "where": (where, "bihfc"),
    "masked_fill": (masked_fill, "bihfc"),
    "sqrt": (np.sqrt, "hf"),
    "rsqrt": (lambda a: 1 / np.sqrt(a), "hf"),
    "hypot": (np.hypot, "hf"),
    "atan2": (np.arctan2, "hf"),
    "logaddexp": (np.logaddexp, ""),
    "xlogy": (xlogy, "hf"),
    "exp": (np.exp, "hf"),
    "exp2": (np.exp2, "hf"),
    "expm1": (np.expm1, "hf"),
    "log": (np.log, "hf"),
    "log2": (np.log2, "hf"),
    "log10": (np.log10, "hf"),
    "log1p": (np.log1p, "hf"),
    "sin": (np.sin, "hf"),
    "cos": (np.cos, "hf"),
    "tan": (np.tan, "hf"),
    "asin": (np.arcsin, "hf"),
    "acos": (np.arccos, "hf"),
    "atan": (np.arctan, "hf"),
    "sinh": (np.sinh, "hf"),
    "cosh": (np.cosh, "hf"),
    "tanh": (np.tanh, "hf"),
    "asinh": (np.arcsinh, "hf"),
    "acosh": (np.arccosh, "hf"),
    "atanh": (np.arctanh, "hf"),
}
FUNCTIONS = {name: entry for name, entry in FUNCTIONS.items() if entry[1]}
PROMOTIONS = ("common", "float", "first")


def kind_of(dtype):
    return "h" if dtype in HALVES else "bifc"[KIND[dtype]]


def modelled(form):
    """Is the form one that numpy_oracle.predict describes?"""
    return set(form.parameters) <= {"alpha"}


def judges(row, form, case):
    """Does NumPy judge this case?  The plain function with tensors only."""
    return (
        row.name in FUNCTIONS
        and row.promotion.rule in PROMOTIONS
        and form.spelling == "function"
        and not (form.parameters or form.out)
        and len(form.tensors) == len(row.operands)
    )


def values(row, case, dtype, size, fallback):
    """NumPy's elements as bits, or None where it has no opinion."""
    masks = [name in row.masks for name in row.operands]
    computed = rules.result_type(
        [priority(x) for x, mask in zip(case.operands, masks, strict=True) if not mask]
    )
    if row.promotion.rule == "float" and KIND[computed] < 2:
        computed = DEFAULT_DTYPE
    elif row.promotion.rule == "first":
        computed = case.operands[0].dtype
    function, kinds = FUNCTIONS[row.name]
    if kind_of(computed) not in kinds:
        return None
    operands = []
    for x, mask, name in zip(case.operands, masks, row.operands, strict=True):
        wide = name in row.halves.wide and numel(operand_size(x)) == 1
        value = x.bits != 0 if mask else load(x, computed, wide)
        single = name in row.promotion.singles
        operands.append(value if fallback is None or single else value.reshape(fallback))
    exact = row.tolerance == "exact"
    if not exact and computed not in COMPLEX:
        operands = [x if x.dtype == bool else x.astype(WIDE.get(x.dtype, x.dtype)) for x in operands]
    with np.errstate(all="ignore"):
        found = np.asarray(function(*operands))
        if not exact:
            found = found.astype(rules.COMPUTE[dtype])
    return np.ascontiguousarray(rules.from_compute(found, dtype)).reshape(found.shape)
