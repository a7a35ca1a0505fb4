"""Casts between all 225 dtype pairs: to(), copy_, out= and operators; all values of the narrow dtypes.

The reference is written in NumPy (dtype_rules.cast); torch is asked too where it is installed.
"""

import math
from fractions import Fraction

import numpy as np
import pytest

from differential.cases import Library, Operand, tensor_bits, write_memory
from differential.cast_sources import sources
from oracles import dtype_rules as rules
from oracles.comparison import differing, same_bits
from oracles.dtype_rules import ALL, BITS, HALVES, KIND, NAMES, cast
from under_test import needs_torch, tb, torch

LIBRARY = Library(tb)
DTYPE = LIBRARY.dtype


def tensor_of(bits, name):
    t = tb.empty((len(bits),), dtype=DTYPE[name])
    write_memory(t, bits)
    return t


def theirs_of(bits, name):
    t = torch.empty((len(bits),), dtype=getattr(torch, name))
    write_memory(t, bits)
    return t


def compare(got, wanted, target, what, bits):
    if not same_bits(got, wanted, target):
        index = int(differing(got, wanted, target)[0])
        pytest.fail(
            f"{what}: {bits[index]!r} becomes {got[index]!r}, expected {wanted[index]!r}", pytrace=False
        )


@pytest.mark.cpu_level
@pytest.mark.parametrize("source", ALL)
@pytest.mark.parametrize("target", ALL)
@pytest.mark.filterwarnings("ignore:Casting complex values")
def test_every_pair_of_dtypes_casts_by_torchs_rules(source, target):
    bits = sources(source)
    wanted = cast(bits, source, target)
    t = tensor_of(bits, source)
    compare(tensor_bits(t.to(DTYPE[target]), target), wanted, target, f"{source}.to({target})", bits)
    out = tb.empty((len(bits),), dtype=DTYPE[target])
    assert out.copy_(t) is out
    compare(tensor_bits(out, target), wanted, target, f"{target}.copy_({source})", bits)
    # a step on both sides goes through packing
    wide = tb.zeros(2 * len(bits) + 1, dtype=DTYPE[target])
    view = wide.as_strided((len(bits),), (2,), 1)
    view.copy_(t.as_strided((len(bits),), (1,)))
    compare(tensor_bits(view, target), wanted, target, f"strided {target}.copy_({source})", bits)
    every_other = tensor_of(np.repeat(bits, 2), source).as_strided((len(bits),), (2,), 1)
    compare(tensor_bits(every_other.to(DTYPE[target]), target), wanted, target, f"strided {source}.to", bits)
    one = tensor_of(bits[-1:], source).expand(5).to(DTYPE[target])
    compare(
        tensor_bits(one, target), np.repeat(wanted[-1:], 5), target, "expanded .to", np.repeat(bits[-1:], 5)
    )
    if torch is not None:
        theirs = tensor_bits(theirs_of(bits, source).to(getattr(torch, target)), target)
        settled = said_by_c(bits, source, target)
        compare(
            tensor_bits(t.to(DTYPE[target]), target)[settled],
            theirs[settled],
            target,
            f"torch: {source}.to({target})",
            bits[settled],
        )


def said_by_c(bits, source, target):
    """Where torch says the same for one element and for many: floats that uint32 and int64 cannot hold become
    what the machine's instruction makes of them, and torch's vectors have another one than its scalars."""
    if target != "uint32" or KIND[source] < 2:
        return np.ones(bits.shape, bool)
    with np.errstate(all="ignore"):
        values = rules.to_compute(bits, source).real.astype(np.float64)
    return (values > -(2.0**31)) & (values < 2.0**32)


@pytest.mark.parametrize("source", NAMES)
@pytest.mark.parametrize("target", NAMES)
def test_out_takes_the_cast_value_where_can_cast_allows_it(source, target):
    bits = sources(source)[-500:]
    t, zero = tensor_of(bits, source), tb.zeros((), dtype=DTYPE["bool"])
    out = tb.empty((len(bits),), dtype=DTYPE[target])
    if not rules.can_cast(source, target):
        with pytest.raises(RuntimeError, match="can't be cast to the desired output type"):
            tb.add(t, zero, out=out)
        return
    tb.add(t, zero, out=out)
    with np.errstate(all="ignore"):
        plain = tensor_bits(t + zero, source)
    compare(
        tensor_bits(out, target), cast(plain, source, target), target, f"add({source}, out={target})", bits
    )


@pytest.mark.parametrize("source", NAMES)
@pytest.mark.parametrize("target", NAMES)
def test_operators_cast_their_operands_first(source, target):
    common = rules.promote(source, target)
    bits = sources(source)[-700:]
    t = tensor_of(bits, source)
    ones = tb.ones(len(bits), dtype=DTYPE[target])
    wanted = rules.to_compute(cast(bits, source, common), common)
    if KIND[common] == 3:
        one = np.ones(len(bits), common)
        product = np.empty(len(bits), common)
        with np.errstate(all="ignore"):
            product.real = wanted.real * one.real - wanted.imag * one.imag
            product.imag = wanted.real * one.imag + wanted.imag * one.real
        wanted = product
    result = t * ones
    assert result.dtype is DTYPE[common]
    compare(
        tensor_bits(result, common),
        rules.from_compute(wanted, common),
        common,
        f"{source} * {target} ones",
        bits,
    )


# ---- rounding to the halves, against exact arithmetic ----


def exact_half(value, digits, lowest, maximum):
    """value (a finite float) rounded to nearest even with `digits` significant bits, as a Python float."""
    if value == 0:
        return value
    exact = Fraction(abs(value))
    exponent = max(math.frexp(abs(value))[1] - digits, lowest)
    unit = Fraction(2) ** exponent
    count = exact / unit
    whole = count.numerator // count.denominator
    rest = count - whole
    whole += rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole % 2 == 1)
    rounded = whole * unit
    result = math.inf if rounded > maximum else float(rounded)
    return math.copysign(result, value)


@pytest.mark.cpu_level
@pytest.mark.parametrize(
    ("half", "digits", "lowest", "maximum"),
    [("float16", 11, -24, Fraction(65504)), ("bfloat16", 8, -133, Fraction(3.3895313892515355e38))],
)
def test_float32_is_rounded_to_the_halves_at_every_midpoint(half, digits, lowest, maximum):
    """The midpoints between adjacent halves, and the float32 values next to each midpoint."""
    patterns = np.arange(0, 0x7C00 if half == "float16" else 0x7F80, dtype=np.uint32).astype(np.uint16)
    points = rules.to_compute(patterns.view(BITS[half]), half).astype(np.float64)
    middles = ((points[:-1] + points[1:]) / 2).astype(np.float32)
    past_the_end = np.array([float(maximum) * (1 + 2.0 ** -(digits + 1))], np.float32)
    middles = np.concatenate([middles, past_the_end])
    inf = np.float32(np.inf)
    bits = np.concatenate([middles, np.nextafter(middles, inf), np.nextafter(middles, -inf)])
    bits = np.concatenate([bits, -bits])
    got = tensor_bits(tensor_of(bits, "float32").to(DTYPE[half]), half)
    compare(got, cast(bits, "float32", half), half, f"float32.to({half})", bits)
    for i in range(0, len(bits), 97):  # the reference itself, against exact fractions
        exact = exact_half(float(bits[i]), digits, lowest, maximum)
        assert float(rules.to_compute(got[i : i + 1], half)[0]) == exact, float(bits[i])
    if torch is not None:
        theirs = tensor_bits(theirs_of(bits, "float32").to(getattr(torch, half)), half)
        compare(got, theirs, half, f"torch: float32.to({half})", bits)


def test_float64_reaches_the_halves_through_float32():
    """Two roundings, as in torch: 1 + 2^-11 + 2^-40 is a midpoint of float16 after the first."""
    t = tb.tensor([1 + 2.0**-11 + 2.0**-40, 1 + 2.0**-8 + 2.0**-40], dtype=tb.float64)
    assert t.to(tb.float16).to(tb.float64).tolist()[0] == 1.0
    assert t.to(tb.bfloat16).to(tb.float64).tolist()[1] == 1.0


# ---- around the casts ----


def test_out_of_range_floats_give_the_intermediates_minimum():
    t = tb.tensor(
        [math.nan, math.inf, -math.inf, 1e30, -1e30, 3e9 + 7, -3e9 - 7, 300.7, -1.5], dtype=tb.float64
    )
    assert t.to(tb.int64).tolist() == [-(2**63)] * 5 + [3000000007, -3000000007, 300, -1]
    assert t.to(tb.int32).tolist() == [-(2**31)] * 7 + [300, -1]
    assert t.to(tb.int16).tolist() == [0] * 7 + [300, -1]
    assert t.to(tb.uint8).tolist() == [0] * 5 + [7, 249, 44, 255]  # through int64, as torch has it
    assert t.to(tb.bool).tolist() == [True] * 9


def test_copy_from_complex_to_real_warns_with_torchs_text():
    with pytest.warns(UserWarning, match=r"^Casting complex values to real discards the imaginary part"):
        tb.ones(2).copy_(tb.ones(2, dtype=tb.complex64))


def test_to_the_same_dtype_is_the_same_tensor():
    t = tb.ones(3)
    assert t.to(tb.float32) is t
    assert t.to(tb.float64) is not t


def test_to_keeps_dense_strides():
    t = tb.ones(3, 4).t()
    assert tuple(t.to(tb.float64).stride()) == tuple(t.stride())
    assert tuple(tb.ones(3, 8)[:, ::2].to(tb.float64).stride()) == (4, 1)


@needs_torch
def test_memory_is_read_as_given_for_bytes_that_are_no_bool():
    """A bool storage seen through uint8 arithmetic: 0 is False, anything else True, as in torch."""
    operand = Operand("uint8", (5,), (1,), 0, 5, 3)
    ours, theirs = Library(tb).tensor(operand), Library(torch).tensor(operand)
    assert ours.to(tb.bool).tolist() == theirs.to(torch.bool).tolist()


def test_halves_are_the_dtypes_without_kernels_of_their_own():
    assert set(HALVES) == {"float16", "bfloat16"}
