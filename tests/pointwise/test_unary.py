"""What is peculiar to operators of one operand.

Results that are self itself, functions that write, torch.special, dtypes of out=, complex special values,
layouts that torch does not take from its iterator.
"""

import itertools
import math
import sys

import pytest

from differential.cases import tensor_bits
from differential.forms import ROWS
from oracles import avx2_values
from oracles.dtype_rules import NAMES
from under_test import first_line, needs_torch, tb, torch

PARTS = (0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 40.0, 1e-300, 1e300, math.inf, -math.inf, math.nan)
UNARY = [row for row in ROWS.values() if len(row.operands) == 1]
COMPLEX = [row.name for row in UNARY if "complex" in row.expressions]
ALIASES = [(alias, row) for row in UNARY for alias in row.names]
WRITING = [alias.name for alias, _ in ALIASES if alias.inplace_function]
SPECIAL = [
    (alias.bare, row.name)
    for alias, row in ALIASES
    if alias.module == "special" and hasattr(tb, row.name.removeprefix("_special_"))
]
HALF = "torch.tensor([0.3, 1.0, -0.0, 2.0], dtype=torch.float16)"
ODD = "torch.tensor([float('nan'), float('inf'), -float('inf'), 1], dtype=torch.{})"
OUT = ("neg", "abs", "sgn", "floor", "frac", "nan_to_num", "conj_physical", "square", "sqrt", "angle")
LIMITS = (None, -1, 0, 0.25, 0.7, 1e300, "float('inf')", "float('nan')", 10**400, 1j, "torch.tensor(1)")
REPLACED = ("", "1.5", "1e300", "1, 2, 3", "posinf=7e4", "neginf=-1e39", "nan=10**400", "None", "True", "1j")


def outcome(module, expression, **names):
    """What an expression gives, in words that both libraries share."""
    try:
        result = eval(expression, {"torch": module}, names)
    except Exception as error:
        return type(error).__name__, first_line(error)
    if isinstance(result, (tb.Tensor, *([torch.Tensor] if torch else []))):
        return str(result.dtype), tuple(result.size()), tuple(result.stride()), repr(result.tolist())
    return result


def agree(expression):
    assert outcome(tb, expression) == outcome(torch, expression), expression


@pytest.mark.parametrize("name", [name for name in COMPLEX if name not in avx2_values.NAMES])
@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@needs_torch
def test_complex_functions_give_torchs_bits_for_special_values(name, dtype):
    values = [complex(re, im) for re, im in itertools.product(PARTS, PARTS)]
    ours, theirs = (
        avx2_values.function_of(module, name)(module.tensor(values, dtype=getattr(module, dtype)))
        for module in (tb, torch)
    )
    assert str(ours.dtype) == str(theirs.dtype)
    assert repr(ours.tolist()).replace("-nan", "nan") == repr(theirs.tolist()).replace("-nan", "nan")


ARITHMETIC = ("neg",)
"""AVX2's loop over vectors subtracts from 0, so that -(0+0j) is 0+0j, in its other loop -0-0j."""
DIFFERENT = {"acos complex128": 10, "_nn_silu complex64": 2, "_nn_silu complex128": 2}
"""Numbers near 1 or with a real part far above the imaginary one: AVX2 subtracts asin from pi / 2; subnormal
steps, which leave silu a 0 of another sign."""


@needs_torch
def test_complex_functions_of_special_values_are_those_of_torchs_avx2_build():
    if tb is torch:
        pytest.skip("PyTorch's builds differ")
    names = [name for name in COMPLEX if name not in ARITHMETIC]
    theirs = avx2_values.torch_results(names)
    if theirs is None:
        pytest.skip("PyTorch has no AVX2 kernels on this machine")
    ours = avx2_values.results(tb, names)
    assert len(theirs) == 2 * len(names) > 60
    for key, wanted in theirs.items():
        both = zip(ours[key], wanted, avx2_values.grid(key.split()[1]), strict=True)
        different = [(z, x, y) for x, y, z in both if x != y and not is_close(x, y)]
        assert len(different) <= DIFFERENT.get(key, 0), (key, different)


def is_close(x, y):
    """Do two numbers as text agree but for the last bits? nan, infinities and signs of 0 do exactly."""
    x, y = (complex(text) for text in (x, y))
    return all(
        (math.isnan(a) and math.isnan(b))
        or (a == b and math.copysign(1, a) == math.copysign(1, b))
        or (math.isfinite(a) and math.isfinite(b) and a * b != 0 and math.isclose(a, b, rel_tol=1e-6))
        for a, b in ((x.real, y.real), (x.imag, y.imag))
    )


libms_sign = pytest.mark.skipif(sys.platform == "win32", reason="MinGW's cacosf, which Wine gets, gives 0.0")


@pytest.mark.parametrize(
    ("call", "parts"),
    [
        ("log2(torch.tensor(0j))", ("-inf", "0.0")),
        ("log2(torch.tensor(complex(float('inf'), 1)))", ("inf", "0.0")),
        ("log2(torch.tensor(complex(0.5, -0.0)))", ("-1.0", "-0.0")),
        ("sgn(torch.tensor(complex(0, float('inf'))))", ("0.0", "nan")),
        ("sgn(torch.tensor(complex(-2, -0.0)))", ("-1.0", "-0.0")),
        ("acos(torch.tensor(1 + 0j, dtype=torch.complex128))", ("0.0", "0.0")),
        pytest.param("acos(torch.tensor(1 + 0j))", ("0.0", "-0.0"), marks=libms_sign),
    ],
)
def test_some_complex_special_values(call, parts):
    if tb is torch:
        pytest.skip("PyTorch's builds differ")
    z = eval(f"torch.{call}", {"torch": tb}).item()
    assert (repr(z.real), repr(z.imag)) == parts


@pytest.mark.parametrize("name", [name for name in WRITING if hasattr(tb.Tensor, name)])
def test_the_function_with_an_underscore_writes_its_operand(name):
    t = tb.tensor([0.25, 0.5, -0.75])
    expected = getattr(t, name)().tolist()
    assert getattr(tb, name + "_")(t) is t
    assert repr(t.tolist()) == repr(expected)


@pytest.mark.parametrize("name", ["positive", "resolve_conj", "resolve_neg", "conj", "conj_physical"])
def test_a_result_that_equals_self_is_self(name):
    t = tb.ones(2)
    assert getattr(tb, name)(t) is t
    assert getattr(t, name)() is t


def test_plus_gives_the_tensor_itself():
    t = tb.tensor([1j])
    assert +t is t
    with pytest.raises(RuntimeError, match="The `\\+` operator, on a bool tensor is not supported"):
        _ = +tb.tensor([True])


def test_the_conjugate_of_complex_numbers_is_a_copy():
    t = tb.tensor([1 + 2j])
    assert t.conj().tolist() == [1 - 2j]
    assert t.conj().data_ptr() != t.data_ptr()


def test_pythons_unary_operators_are_there():
    t = tb.tensor([1.5, -2.0])
    assert (-t).tolist() == [-1.5, 2.0]
    assert abs(t).tolist() == [1.5, 2.0]


@pytest.mark.parametrize(("public", "name"), SPECIAL)
def test_special_functions_are_the_same_under_torchs_name(public, name):
    t = tb.tensor([0.25, 0.75])
    function = getattr(tb.special, public)
    given = (2, t) if public == "polygamma" else (t,)
    assert function(*given).tolist() == getattr(tb, name.removeprefix("_special_"))(*given).tolist()
    assert public in tb.special.__all__
    with pytest.raises(TypeError, match=rf"^special_{public}\(\) missing {len(given)} required"):
        function()


@needs_torch
def test_special_has_only_what_torch_has():
    assert set(tb.special.__all__) <= set(dir(torch.special))


@pytest.mark.parametrize("name", OUT)
@needs_torch
def test_out_takes_the_dtypes_that_torch_takes(name):
    for dtype, out in itertools.product(NAMES, NAMES):
        agree(f"torch.{name}(torch.ones(2, dtype=torch.{dtype}), out=torch.zeros(2, dtype=torch.{out}))")


EXPRESSIONS = [
    "torch.ones(2, dtype=torch.complex64).abs_()",
    "torch.ones(1, dtype=torch.complex64).expand(3).abs_()",
    "torch.ones(2, dtype=torch.bool).square()",
    "torch.ones(2, dtype=torch.bool).square_()",
    "torch.relu(torch.tensor([-0.0, float('nan'), -1, 2]))",
    *(
        f"{call}(torch.ones(2, dtype=torch.{dtype}), decimals={decimals})"
        for call in ("torch.round", "torch.special.round")
        for dtype in ("bool", "int32", "float32", "float16", "complex64")
        for decimals in (0, 1, -1, True, 1.0, None, 2**64, "torch.tensor(1)")
    ),
    "torch.special.round(torch.ones(2, dtype=torch.int32))",
    "torch.round(torch.tensor([0.12345, 1e30, 15.5, -2.5]), decimals=40)",
    *(f"torch.logit({HALF}, {eps})" for eps in LIMITS),
    *(
        f"torch.nan_to_num({ODD.format(dtype)}, {values})"
        for dtype in ("float16", "bfloat16", "float32", "float64", "complex64")
        for values in REPLACED
    ),
    "torch.ones(6, 20)[:, :0].to(torch.complex64).abs()",
    "torch.ones(6, 20, dtype=torch.complex64)[:, :0].abs()",
    "torch.ones(6, 20)[:, :0].deg2rad()",
    "torch.ones(6, 20)[:, :0].exp()",
    "torch.ones(2, 3, 4, dtype=torch.complex64).permute(2, 0, 1).angle()",
    "torch.ones(2, 3, 4).permute(2, 0, 1).angle()",
    "torch.nan_to_num(torch.ones(2, 3, dtype=torch.int32).t(), out=torch.empty(0, dtype=torch.int32))",
    "torch.nan_to_num(torch.ones(2, 3).t(), out=torch.empty(0))",
    "torch.nan_to_num_(torch.ones(1, dtype=torch.int32).expand(3))",
    "torch.nan_to_num_(torch.ones(1).expand(3))",
    "torch.conj_physical_(torch.ones(1).expand(3))",
    "torch.Tensor.neg(torch.ones(2), 1, foo=2)",  # of a bound method Python 3.10 has another name in the text
    "torch.ones(2).round(1)",
]


@pytest.mark.parametrize("expression", EXPRESSIONS)
@needs_torch
def test_odd_calls_end_as_in_torch(expression):
    agree(expression)


@needs_torch
def test_rounded_halves_are_torchs_bits():
    for dtype, decimals in itertools.product(("float16", "bfloat16"), (-2, -1, 1, 2, 3)):
        values = [i / 7 for i in range(-400, 400)]
        ours, theirs = (
            module.round(module.tensor(values, dtype=getattr(module, dtype)), decimals=decimals)
            for module in (tb, torch)
        )
        assert (tensor_bits(ours, dtype) == tensor_bits(theirs, dtype)).all()


# ---- erfcx, whose numerics are the project's own ----

ERFCX = (
    (-26.0, 7.657724931490568e293),
    (-5.5, 27443409954929.71),
    (-1.0, 5.008980080762283),
    (-0.125, 1.1582735720912207),
    (2.0**-30, 0.999999998949115),
    (0.5, 0.6156903441929259),
    (1.0, 0.427583576155807),
    (3.75, 0.14558972127503855),
    (10.0, 0.05614099274382259),
    (26.5, 0.021275046685371106),
    (1000.0, 0.0005641893014533876),
    (1e6, 5.641895835474742e-07),
    (2.0**1000, 5.265376122636032e-302),
)
"""Exact values, computed with 40 digits."""


@pytest.mark.parametrize(("x", "exact"), ERFCX)
def test_erfcx_is_near_the_exact_value(x, exact):
    assert abs(tb.special.erfcx(tb.tensor(x, dtype=tb.float64)).item() - exact) <= 5 * math.ulp(exact)
    if 1e-38 < exact < 1e38:
        narrow = tb.special.erfcx(tb.tensor(x, dtype=tb.float32)).item()
        assert abs(narrow - exact) <= 2.0**-23 * exact


def test_erfcx_has_no_kernel_for_halves():
    for dtype in (tb.float16, tb.bfloat16):
        with pytest.raises(NotImplementedError, match='"erfcx_cpu" not implemented for'):
            tb.special.erfcx(tb.ones(2, dtype=dtype))


# ---- threshold, which torch lets write whatever the memory shares ----


def test_threshold_writes_memory_that_is_shared():
    t = tb.tensor([1.0])
    assert tb.threshold_(t.expand(3), 2, 5).tolist() == [5.0, 5.0, 5.0]
    assert t.tolist() == [5.0]
    t = tb.arange(5.0)
    tb.threshold(t[:4], 1, -1, out=t[1:])  # reads a private copy
    assert t.tolist() == [0.0, -1.0, -1.0, 2.0, 3.0]
    with pytest.raises(NotImplementedError, match="\"threshold_cpu\" not implemented for 'Bool'"):
        tb.threshold_(tb.ones(1, dtype=tb.bool).expand(3), 2, 5)
    with pytest.raises(RuntimeError, match="value cannot be converted to type int8_t without overflow"):
        tb.threshold_(tb.ones(1, dtype=tb.int8).expand(3), 2, 5000)
