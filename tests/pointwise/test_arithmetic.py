"""What is peculiar to quotients, powers, limits and extrema: which rule torch takes for which operands."""

import ctypes
import itertools
import mmap
import operator
import sys

import numpy as np
import pytest

from calls.arithmetic_cases import (
    LIMITS,
    LOGARITHMS,
    OPERANDS,
    POWERS,
    QUOTIENTS,
    REFLECTED,
    REFLECTED_OPERANDS,
)
from oracles.dtype_rules import NAMES
from under_test import first_line, needs_torch, tb, torch


def outcome(module, expression, operands):
    """What an expression gives, in words that both libraries share."""
    names = {"torch": module}
    for name, text in operands.items():
        names[name] = eval(text, names)
    try:
        result = eval(expression, names)
    except Exception as error:
        return type(error).__name__, first_line(error)
    if isinstance(result, module.Tensor):
        return str(result.dtype), tuple(result.size()), tuple(result.stride()), repr(result.tolist())
    return result


@needs_torch
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("expression", POWERS + QUOTIENTS + LIMITS + LOGARITHMS)
def test_the_rules_for_odd_operands_are_torchs(expression):
    assert outcome(tb, expression, OPERANDS) == outcome(torch, expression, OPERANDS)


NEAR_SPECIAL = [
    *(2147483647, -2147483647, 16777217, 2**53 + 1, 2**62 + 1, 1e-46, 7e-46, 5e-324, 1e39, -1e39, 3.5e38),
    *(2 + 1e-9, 2 - 1e-9, 3 + 1e-9, 1 + 1e-9, -1 - 1e-9, -2 + 1e-9, 0.5 + 1e-9, -0.5 - 1e-9, 0.501, 3.001),
    *(3, -1, -2, 0.5, -0.5, 2, 257, 65535, float("inf"), float("nan"), complex(0.5, 1e-50), complex(3, 1e-9)),
]
"""Exponents that are special in one dtype, or become so when they are rounded to it."""
BASES = [-1.0, -2.0, 2.0, 0.5, -0.5, 0.0, -0.0, 1.0, float("inf"), -float("inf"), float("nan"), 3.0]
DIGITS = {"float16": 2e-3, "bfloat16": 2e-2, "float32": 1e-5, "float64": 1e-5, "complex64": 1e-5}
POWER_FORMS = {
    "pow": lambda library, x, e: library.pow(x, e),
    "x.pow": lambda library, x, e: x.pow(e),
    "x.pow_": lambda library, x, e: x.clone().pow_(e),
    "**": lambda library, x, e: x**e,
    "**=": lambda library, x, e: operator.ipow(x.clone(), e),
    "out=": lambda library, x, e: library.pow(x, e, out=library.pow(x, e).zero_()),
    "float_power": lambda library, x, e: library.float_power(x, e),
}


def powers(library, form, dtype, bases, exponent, count):
    """(dtype, powers) of tensors in which each base occurs `count` times; or what is raised."""
    x = library.tensor(bases, dtype=library.float64).to(getattr(library, dtype)).repeat_interleave(count)
    try:
        found = POWER_FORMS[form](library, x, exponent)
    except RuntimeError as error:
        return first_line(error), ()
    return str(found.dtype).rpartition(".")[2], [complex(item) for item in found.tolist()]


def numbers_agree(mine, theirs, digits):
    """Both parts, the signs of zeros too; a part that is small beside the other may differ by its digits."""
    size = abs(theirs) if np.isfinite(theirs) else 0
    return all(
        repr(a) == repr(b) or (abs(a - b) <= digits * size and (a != 0 or b != 0))
        for a, b in ((mine.real, theirs.real), (mine.imag, theirs.imag))
    )


@needs_torch
@pytest.mark.parametrize("dtype", [*DIGITS, "int32", "int64"])
def test_an_exponent_is_rounded_as_in_torchs_loop_over_vectors_whatever_the_count(dtype):
    bases = BASES if "int" not in dtype else [-1, -2, 2, 0, 1, 3]
    digits, wrong = DIGITS.get(dtype, 1e-5), []
    for form, exponent in itertools.product(POWER_FORMS, NEAR_SPECIAL):
        if dtype == "float16" and isinstance(exponent, complex):
            continue  # there is no complex32
        what, theirs = powers(torch, form, dtype, bases, exponent, 64)
        for count in (1, 64):
            mine = powers(tb, form, dtype, bases, exponent, count)
            pairs = zip(mine[1], theirs[:: 64 // count], strict=True)
            if mine[0] != what or not all(numbers_agree(a, b, digits) for a, b in pairs):
                wrong.append((form, exponent, count, *mine, what, theirs[::64]))
    assert not wrong, wrong[:5]


def test_an_exponent_is_rounded_to_float32_in_every_form():
    """2147483647 becomes even, 1e-46 becomes 0."""
    for count in (1, 5, 64):
        x = tb.full((count,), -1.0)
        for form in POWER_FORMS.values():
            if form is POWER_FORMS["float_power"]:
                assert (form(tb, x, 2147483647) == -1).all()
                continue
            assert (form(tb, x, 2147483647) == 1).all() and (form(tb, x - 2, 1e-46) == 1).all()


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
def test_the_smallest_integer_divided_by_minus_one_stays(bits):
    dtype, least = getattr(tb, f"int{bits}"), -(2 ** (bits - 1))
    a, b = tb.tensor([least, 5], dtype=dtype), tb.tensor([-1, -1], dtype=dtype)
    for other in (b, -1):
        assert tb.div(a, other, rounding_mode="trunc").tolist() == [least, -5]
        assert (a // other).tolist() == [least, -5]
        assert (a % other).tolist() == tb.fmod(a, other).tolist() == [0, 0]
    assert tb.lcm(a, b).tolist() == [least, 5]
    assert tb.gcd(a, b).tolist() == [1, 1]


@pytest.mark.parametrize("name", ["floor_divide_", "remainder_", "fmod_"])
@pytest.mark.parametrize("divisor", [[1, 2, 0], [0, 0, 0]])
def test_a_zero_among_integer_divisors_is_found_before_anything_is_written(name, divisor):
    a = tb.tensor([7, 8, 9])
    with pytest.raises(RuntimeError, match=r"^ZeroDivisionError$"):
        getattr(a, name)(tb.tensor(divisor))
    assert a.tolist() == [7, 8, 9]


@pytest.mark.parametrize("name", ["floor_divide", "remainder", "fmod"])
@pytest.mark.parametrize("layout", ["contiguous", "columns", "rows", "shifted"])
def test_a_zero_among_many_integer_divisors_is_found(name, layout):
    """Where the quotients go past the caches, as those for memory that was written before do."""
    n = 1800
    a, b, out = (tb.full((n, n), number, dtype=tb.int64) for number in (7, 2, 1))
    b = {"contiguous": b, "columns": b[:, :1], "rows": b[:1], "shifted": b[:, 3:]}[layout]
    if layout == "shifted":
        a, out = a[:, 3:], out[:, :-3]
    expected = 1 if name != "floor_divide" else 3
    assert (getattr(tb, name)(a, b, out=out) == expected).all()
    b[-1, -1] = 0
    with pytest.raises(RuntimeError, match=r"^ZeroDivisionError$"):
        getattr(tb, name)(a, b, out=out)


@pytest.mark.parametrize(
    ("dtype", "integer", "signalling", "quiet"),
    [
        ("float32", "int32", 0x7F800001, 0x7FC00000),
        ("float64", "int64", 0x7FF0000000000001, 0x7FF8000000000000),
        ("bfloat16", "int16", 0x7F81, 0x7FC0),
        ("float16", "int16", None, 0x7E00),
        ("float16", "int16", None, 0x7C01),  # quiet as soon as it is computed with
    ],
)
@pytest.mark.parametrize("name", ["fmax", "fmin"])
def test_only_a_quiet_nan_is_a_missing_value(name, dtype, integer, signalling, quiet):
    extremum, one = getattr(tb, name), tb.ones(40, dtype=getattr(tb, dtype))
    for bits, missing in ((signalling, False), (quiet, True)):
        for sign in (1, -1) if bits else ():
            word = bits if sign > 0 else bits - 2 ** (8 * one.itemsize - 1)
            nan = tb.full((40,), word, dtype=getattr(tb, integer)).view(one.dtype)
            for result in (extremum(nan, one), extremum(one, nan), extremum(one[0], nan)):
                assert result.isnan().tolist() == [not missing] * 40
            assert extremum(nan, nan).isnan().tolist() == [True] * 40


def test_the_exponent_of_float_power_may_be_above_int64_and_a_warning_changes_nothing():
    powers = tb.float_power(tb.tensor([True, False]), 2**63)
    assert powers.dtype == tb.float64
    assert powers.tolist() == [1, 0]
    out = tb.empty(3, dtype=tb.complex128)
    with pytest.warns(UserWarning, match="was resized"):
        tb.float_power(True, tb.tensor([complex("inf"), complex("nan")]), out=out)
    assert out.tolist() == [1, 1]


def test_a_nan_among_the_bounds_is_the_result_whatever_the_other_is():
    halves = tb.tensor([1.0, 2.0], dtype=tb.float16)
    assert halves.clamp(2**63, float("nan")).isnan().tolist() == [True, True]
    with pytest.raises(RuntimeError, match="cannot be converted to type c10::Half without overflow"):
        halves.clamp(2**63, 1)
    with pytest.raises(RuntimeError, match="cannot be converted to type double without overflow"):
        halves.clamp(float("nan"), 1j)


STRIDED = ("add", "sub", "mul", "rsub", "eq", "ne", "lt", "le", "gt", "ge")
COMPUTED = ("int8", "int32", "int64", "float16", "float32", "float64", "complex64", "complex128")


@pytest.mark.cpu_level
@pytest.mark.parametrize("name", STRIDED)
@pytest.mark.parametrize("dtype", COMPUTED)
def test_long_strided_rows_give_what_contiguous_ones_give(name, dtype):
    """Strided operands are computed without a copy: bit by bit what copies give."""
    function = getattr(tb, name)
    if name in ("lt", "le", "gt", "ge") and dtype.startswith("complex"):
        pytest.skip("complex numbers have no order")
    numbers = np.random.default_rng(3).integers(0, 7, (2, 3, 30_000))
    left, right = (tb.from_numpy(x).to(getattr(tb, dtype)) for x in numbers)
    x, y = left[:, 1::3], right[:, : 2 * 10_000 : 2]
    expected = function(x.contiguous(), y.contiguous()).numpy()
    same = np.array_equal
    assert same(function(x, y).numpy(), expected)
    assert same(function(x, y[:1]).numpy(), function(x.contiguous(), y[:1].contiguous()).numpy())
    out = tb.zeros(3, 20_000, dtype=function(x, y).dtype)
    function(x, y.contiguous(), out=out[:, ::2]) if name != "rsub" else out[:, ::2].copy_(function(x, y))
    assert same(out[:, ::2].numpy(), expected) and not out[:, 1::2].numpy().any()
    if hasattr(x, name + "_"):
        before = left.clone()
        getattr(x, name + "_")(y)
        assert same(x.numpy(), expected.astype(x.numpy().dtype))
        assert same(left[:, ::3].numpy(), before[:, ::3].numpy())
        assert same(left[:, 2::3].numpy(), before[:, 2::3].numpy())


def exact(function, x, y, out):
    """What `function` leaves in a tensor of zeros with one element more than the result."""
    memory_of_out = tb.zeros(out + 1, dtype=function(x[:1], y[:1]).dtype)
    function(x, y, out=memory_of_out[:out])
    assert memory_of_out[out:].tolist() == [0]
    return memory_of_out[:out].numpy()


@pytest.mark.cpu_level
@pytest.mark.parametrize("name", ["add", "sub", "mul", "div", "lt"])
@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "int64", "int16", "complex64"])
def test_every_second_element_is_computed_like_a_copy_of_them(name, dtype):
    """Bit by bit, of any length and wherever memory begins; nothing beyond the result is written."""
    if name == "lt" and dtype == "complex64":
        pytest.skip("complex numbers have no order")
    function = getattr(tb, name)
    numbers = np.random.default_rng(4).integers(1, 9, (2, 700))
    left, right = (tb.from_numpy(x).to(getattr(tb, dtype)) for x in numbers)
    for n in [*range(15, 40), 64, 127, 129, 300]:
        for start in (0, 1, 3):
            x, y = left[start : start + 2 * n - 1 : 2], right[: 2 * n - 1 : 2]
            for a, b in ((x, y), (x, right[start : start + n]), (left[:n], y), (x, y[:1]), (x[1:2], y)):
                expected = function(a.contiguous(), b.contiguous()).numpy()
                assert np.array_equal(exact(function, a, b, n), expected), (n, start)
                assert np.array_equal(function(a, b).numpy(), expected), (n, start)
    rows = left[:600].view(2, 300)[:, ::2]
    assert np.array_equal(function(rows, rows[1]).numpy(), function(rows.clone(), rows[1].clone()).numpy())
    if name in ("add", "sub", "mul"):
        total = left[:300].clone()
        getattr(total, name + "_")(right[1:600:2])
        assert np.array_equal(total.numpy(), function(left[:300], right[1:600:2].contiguous()).numpy())


@pytest.mark.cpu_level
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", ["sub", "div"])
def test_every_second_element_is_streamed_to_memory_alike(name, dtype):
    """Operands beyond the caches, an output that begins and rows that end within a cache line."""
    function = getattr(tb, name)
    numbers = np.random.default_rng(5).integers(1, 9, 8_400_000).astype(dtype)
    x, memory_of_out = tb.from_numpy(numbers), np.ones(4_200_000, dtype)
    expected = getattr(np, {"sub": "subtract", "div": "divide"}[name])
    for n, start in ((4_100_000, 0), (4_100_001, 1), (4_099_999, 15)):
        every, second = numbers[-n:], numbers[: 2 * n : 2]
        a, b = tb.from_numpy(every), tb.from_numpy(second)
        out = tb.from_numpy(memory_of_out[start : start + n])
        for left, right, plain in (
            (b, a, (second, every)),
            (a, b, (every, second)),
            (b, b, (second, second)),
            (b, 3, (second, numbers.dtype.type(3))),
        ):
            memory_of_out[:] = 1
            function(left, right, out=out)
            assert np.array_equal(out.numpy(), expected(*plain))
            assert (memory_of_out[:start] == 1).all() and (memory_of_out[start + n :] == 1).all()
    rows = x[: 4000 * 2100].view(4000, 2100)[:, ::2]
    table = tb.from_numpy(memory_of_out[: 4000 * 1050].reshape(4000, 1050))
    function(rows, rows[0], out=table)
    assert np.array_equal(table.numpy(), expected(rows.numpy(), rows[0].numpy()))


@pytest.mark.skipif(sys.platform == "win32", reason="mprotect")
@pytest.mark.cpu_level
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_every_second_element_may_end_where_memory_does(dtype):
    page = mmap.PAGESIZE
    memory = mmap.mmap(-1, 2 * page)
    numbers = np.frombuffer(memory, dtype, count=page // np.dtype(dtype).itemsize)
    numbers[:] = np.arange(len(numbers))
    protect = ctypes.CDLL(None).mprotect
    beyond = ctypes.c_void_p(numbers.ctypes.data + page)
    assert protect(beyond, ctypes.c_size_t(page), 0) == 0  # PROT_NONE
    for n in range(16, 50):
        last = tb.from_numpy(numbers[len(numbers) - 2 * n + 1 :])[::2]
        assert len(last) == n
        assert np.array_equal((last + last).numpy(), 2 * numbers[len(numbers) - 2 * n + 1 :: 2])


@needs_torch
@pytest.mark.parametrize("expression", REFLECTED)
def test_reflected_methods_by_name_keep_self_first_as_in_torch(expression):
    """Shown by strides, and by the order of the sizes in what is said when they do not fit."""
    assert outcome(tb, expression, REFLECTED_OPERANDS) == outcome(torch, expression, REFLECTED_OPERANDS)


def test_reflected_methods_keep_self_first():
    a, b = tb.ones(4).as_strided((2, 1), (2, 7)), tb.ones(4).as_strided((2, 1), (2, 1))
    assert a.__radd__(b).stride() == (1, 2) and b.__rmul__(a).stride() == (1, 1)
    with pytest.raises(RuntimeError, match=r"a \(3\) must match the size of tensor b \(4\)"):
        tb.ones(3).__rmul__(tb.ones(4))
    assert tb.ones(2).__rdiv__(4).tolist() == [4, 4]


def test_an_operator_with_a_subclass_keeps_its_order():
    class Sub(tb.Tensor):
        pass

    class Adding(tb.Tensor):
        def __add__(self, other):
            return "added"

    for kind in (Sub, Adding):
        for function in (operator.add, operator.mul, operator.truediv):
            with pytest.raises(RuntimeError, match=r"a \(3\) must match the size of tensor b \(4\)"):
                function(tb.ones(3), kind(4))
    assert Adding(2) + 1 == "added"
    assert (1 + Adding([2, 3])).tolist() == [3, 4] and (np.ones(2) + Sub([2, 3])).tolist() == [3, 4]
    assert (Sub([2, 3]) + np.ones(2)).tolist() == [3, 4] and (1 / Sub([2, 4])).tolist() == [0.5, 0.25]


BOUNDS = (None, True, -1, 300, 2**63 - 1, 2**63, 2**64, -(2**70), 2**70, 1.5, 1e39, float("nan"), 1j, 1 + 0j)
BETWEEN = (
    *("torch.clamp(t, low, high)", "t.clip(low, high)", "t.clamp_(low, high)"),
    "torch.clamp(t, low, high, out=o)",
)
ONE_SIDED = (
    *("torch.clamp_min(t, low)", "t.clamp_max(low)", "t.clamp_min_(low)", "torch.clamp_max(t, low, out=o)"),
    *("t.clip(min=low)", "torch.clamp(t, max=low)"),
)


def clamped(lib, expression, dtype, low, high):
    t = lib.tensor([1, 0, 3]).to(getattr(lib, dtype))
    names = {"torch": lib, "t": t, "o": lib.zeros_like(t), "low": low, "high": high}
    try:
        result = eval(expression, names)
    except Exception as error:
        return type(error).__name__, first_line(error)
    return str(result.dtype).rpartition(".")[2], repr(result.tolist())


@needs_torch
@pytest.mark.parametrize("dtype", [*NAMES, "uint16", "uint64"])
def test_bounds_of_any_kind_and_size_are_promoted_and_refused_as_in_torch(dtype):
    calls = [(form, low, high) for form in BETWEEN for low in BOUNDS for high in BOUNDS]
    for call in calls + [(form, low, None) for form in ONE_SIDED for low in BOUNDS]:
        ours, theirs = (clamped(lib, call[0], dtype, *call[1:]) for lib in (tb, torch))
        assert ours == theirs, call


@needs_torch
def test_of_several_numbers_that_are_too_large_torch_names_the_last():
    for expression in (
        *("torch.where(t > 0, 2**70, -2**70)", "torch.where(t > 0, -2**70, 2**70)", "t.clamp(-2**70, 2**70)"),
        *("torch.add(t, 2**70, alpha=-2**70)", "torch.where(t > 0, 2**63, 1)"),
        "torch.where(t > 0, 1j, 2**63)",
    ):
        assert clamped(tb, expression, "int32", 0, 0) == clamped(torch, expression, "int32", 0, 0), expression


def test_bounds_above_int64_are_not_promoted_with_others():
    with pytest.raises(RuntimeError, match="attempted to promote Long and UInt64"):
        tb.ones(2, dtype=tb.int64).clamp(1, 2**63)
    with pytest.raises(OverflowError, match="can't convert negative int to unsigned"):
        tb.ones(2).clamp(2**70, -(2**70))


@pytest.mark.parametrize("dtype", ["int32", "int64", "float32", "float64", "complex64", "complex128"])
@pytest.mark.parametrize("step", [2, 3])
def test_many_elements_apart_are_added_with_alpha_as_by_numpy(dtype, step):
    a, b = (np.random.default_rng(seed).integers(-9, 10, (600, 900 * step)).astype(dtype) for seed in (1, 2))
    x, y = (tb.from_numpy(array)[:, ::step] for array in (a, b))
    for alpha in (3, -2):
        expected = a[:, ::step] + alpha * b[:, ::step]
        np.testing.assert_array_equal(tb.add(x, y, alpha=alpha).numpy(), expected)
        np.testing.assert_array_equal(tb.sub(x, y, alpha=-alpha).numpy(), expected)


# ---- large operands ----


@pytest.mark.parametrize("begin", [0, 1, 5])
def test_a_large_transposed_operand_may_begin_within_a_cache_line(begin):
    """The first block of its rows is then shorter than the others."""
    n, m = 1536, 1600
    x = tb.arange(n * m + begin, dtype=tb.float32)[begin:].view(n, m).t()
    y = tb.arange(n * m, dtype=tb.float32).view(m, n)
    assert np.array_equal((y + x).numpy(), y.numpy() + x.numpy())
