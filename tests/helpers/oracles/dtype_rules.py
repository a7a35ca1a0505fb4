"""The dtypes as the tests know them: promotion, casting and rounding in NumPy.

Independent of the code under test.  An array of "bits" has NumPy's dtype of the
same width (bfloat16, which NumPy lacks, is kept as uint16); an array of "compute
values" is what arithmetic runs on (float32 for both halves).
"""

import functools

import numpy as np

NAMES = (
    "bool",
    "uint8",
    "int8",
    "int16",
    "int32",
    "int64",
    "float16",
    "bfloat16",
    "float32",
    "float64",
    "complex64",
    "complex128",
)
UNSIGNED = ("uint16", "uint32", "uint64")
"""Stored, cast and hardly computed with: only test_unsigned.py has them in lists of arithmetic."""
ALL = (*NAMES, *UNSIGNED)
INTS = (*NAMES[1:6], *UNSIGNED)
FLOATS = NAMES[6:10]
COMPLEX = NAMES[10:]
HALVES = ("float16", "bfloat16")
KIND = {name: 0 if name == "bool" else 1 if name in INTS else 2 if name in FLOATS else 3 for name in ALL}
BITS = {name: np.dtype("uint16" if name == "bfloat16" else name) for name in ALL}
COMPUTE = {name: np.dtype("float32" if name in HALVES else name) for name in ALL}
ITEMSIZE = {name: BITS[name].itemsize for name in ALL}
# Names in torch's error texts.
SCALAR_TYPE = dict(
    zip(
        ALL,
        (
            "Bool",
            "Byte",
            "Char",
            "Short",
            "Int",
            "Long",
            "Half",
            "BFloat16",
            "Float",
            "Double",
            "ComplexFloat",
            "ComplexDouble",
            "UInt16",
            "UInt32",
            "UInt64",
        ),
        strict=True,
    )
)
C_NAME = dict(
    zip(
        ALL,
        (
            "bool",
            "uint8_t",
            "int8_t",
            "int16_t",
            "int",
            "int64_t",
            "c10::Half",
            "c10::BFloat16",
            "float",
            "double",
            "c10::complex<float>",
            "c10::complex<double>",
            "uint16_t",
            "uint32_t",
            "uint64_t",
        ),
        strict=True,
    )
)


# ---- promotion ----


@functools.cache
def promote(a, b):
    """torch.promote_types, from its rules and not from a table."""
    if a == b:
        return a
    low, high = sorted((a, b), key=NAMES.index)
    if KIND[low] == KIND[high] == 1:
        if low == "uint8":
            return "int16" if high == "int8" else high
        return high
    if KIND[low] < 2 and KIND[high] >= 1:
        return high
    if {low, high} == set(HALVES):
        return "float32"
    if KIND[high] == 3:
        return "complex128" if "float64" in (low, high) or high == "complex128" else "complex64"
    return high


def number_dtype(value):
    return {bool: "bool", int: "int64", float: "float32", complex: "complex64"}[type(value)]


def to_complex(name):
    return "complex128" if name in ("float64", "complex128") else "complex64"


def combine(higher, lower):
    """A class of operands of higher priority meets one of lower priority."""
    if higher is None or lower is None:
        return higher or lower
    if KIND[higher] == 3:
        return higher
    if KIND[higher] == 2:
        return to_complex(higher) if KIND[lower] == 3 else higher
    if higher == "bool" or KIND[lower] >= 2:
        return promote(higher, lower)
    return higher


def result_type(operands):
    """operands: pairs (dtype name, class) with class "dim", "zero" or "number"."""
    states = {"dim": None, "zero": None, "number": None}
    for name, priority in operands:
        states[priority] = name if states[priority] is None else promote(states[priority], name)
    return combine(states["dim"], combine(states["zero"], states["number"]))


def can_cast(source, target):
    if KIND[source] == 3 and KIND[target] < 3:
        return False
    if KIND[source] == 2 and KIND[target] < 2:
        return False
    return not (source != "bool" and target == "bool")


# ---- bits and values ----


def widen_bfloat16(bits):
    return (bits.astype(np.uint32) << np.uint32(16)).view(np.float32)


def narrow_bfloat16(values):
    """float32 to bfloat16: to nearest, ties to even; every NaN becomes 0x7fc0."""
    values = np.asarray(values, np.float32)
    word = values.view(np.uint32)
    rounded = (word + (np.uint32(0x7FFF) + ((word >> np.uint32(16)) & np.uint32(1)))) >> np.uint32(16)
    return np.where(np.isnan(values), np.uint16(0x7FC0), rounded.astype(np.uint16))


def to_compute(bits, name):
    if name == "bfloat16":
        return widen_bfloat16(bits)
    if name == "float16":
        return bits.astype(np.float32)
    return bits


def from_compute(values, name):
    if name == "bfloat16":
        return narrow_bfloat16(values)
    return np.asarray(values).astype(BITS[name], copy=False)


def truncate(values, word):
    """float to int32/int64 as x86 does it: out of range and NaN give the minimum."""
    info = np.iinfo(word)
    limit = -float(info.min)
    whole = np.trunc(values.astype(np.float64, copy=False))
    fits = (whole >= -limit) & (whole < limit)
    return np.where(fits, np.where(fits, whole, 0).astype(word), info.min).astype(word)


def cast(bits, source, target):
    """Elements of one dtype as another by torch's rules (design: Numbers)."""
    if source == target:
        return bits
    with np.errstate(all="ignore"):
        values = to_compute(bits, source)
        if KIND[source] == 3:
            if target == "bool":
                return (values.real != 0) | (values.imag != 0)
            if KIND[target] < 3:
                values = values.real
        if target == "bool":
            return values != 0
        if KIND[target] == 1 and values.dtype.kind == "f":
            # torch: uint8 and uint32 through int64, the other narrow types through int32
            if target == "uint64":
                high = values >= 2.0**63
                low = truncate(np.where(high, values - values.dtype.type(2.0**63), values), np.int64)
                return low.view(np.uint64) ^ (high.astype(np.uint64) << np.uint64(63))
            word = np.int64 if target in ("int64", "uint8", "uint32") else np.int32
            return truncate(values, word).astype(BITS[target])
        if target in HALVES:
            return from_compute(values.astype(np.float32), target)
        return values.astype(BITS[target])


def number_bits(value, target):
    """A Python number as one element, wrapping (0-dim array of bits)."""
    if type(value) in (bool, int):
        wide = (
            np.array(value & (2**64 - 1), np.uint64).view(np.int64)
            if value < 2**63
            else np.array(value, np.uint64)
        )
        if wide.dtype == np.uint64 and KIND[target] == 1:
            wide = wide.view(np.int64)
        return cast_integer(wide, target)
    source = "float64" if isinstance(value, float) else "complex128"
    return cast(np.array(value, source), source, target)


def cast_integer(wide, target):
    if target == "bool":
        return wide != 0
    if target in HALVES:
        return from_compute(wide.astype(np.float32), target)
    return wide.astype(BITS[target])
