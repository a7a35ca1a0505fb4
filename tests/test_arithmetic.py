"""What is peculiar to quotients, powers, limits and extrema: which rule torch takes for which operands."""

import ctypes
import mmap
import operator
import sys
import warnings

import numpy as np
import pytest

from dtype_rules import NAMES
from under_test import first_line, needs_torch, tb, torch

SETUP = {
    "B": "torch.tensor([True, False])",
    "I": "torch.tensor([[0, 1, -1], [2, -2, 7]])",
    "I8": "torch.tensor([0, 1, -1, 2, -3], dtype=torch.int8)",
    "F": "torch.arange(1., 7).view(2, 3).t()",
    "G": "torch.arange(1., 7).view(3, 2)",
    "E": "torch.tensor([[1.], [2.], [3.]]).expand(3, 2)",
    "H": "torch.tensor([0., -0., 1.5, -2.7, 1e4, float('inf')], dtype=torch.float16)",
    "Z": "torch.tensor([-0., 0., 3., -7., float('inf'), float('nan')])",
    "K": "torch.tensor([float('inf'), 1e4, -2.7, 1.5, -0., 0.], dtype=torch.float16)",
    "Y": "torch.tensor([float('nan'), float('inf'), -7., 3., 1., -1.])",
    "C": "torch.tensor([0j, 1j, 1 + 2j])",
    "ONE": "torch.ones(1, 3).t()",
    "inf": "float('inf')",
    "nan": "float('nan')",
}

POWERS = """
B ** True; B ** False; B ** 2; B ** -1; B ** B; True ** B; 1 ** B; I ** 0; I ** 1; I ** -1; I ** -1.
I ** 2 ** 63; I ** torch.tensor(-1); I8 ** 100; I8 ** 300; 300 ** I8; I8 ** torch.tensor(300); H ** 3
H ** 70000; H ** .5; H ** nan; H.bfloat16() ** 3; H.bfloat16() ** -2; H.bfloat16() ** -.5; Z ** .5; Z ** -.5
Z ** -1; Z ** 0; Z ** nan; C ** 0j; C ** 2; C ** -1; C ** .5; 1 ** C; (2 ** F).stride(); (1 ** F).stride()
(F ** 2).stride(); ONE.pow(2).stride(); 2 ** I8; 0.5 ** I
torch.pow(1, I, out=torch.empty(0, dtype=torch.bool)); torch.pow(I, 0, out=torch.empty(0, dtype=torch.bool))
torch.pow(2, F, out=torch.empty(1).expand(3, 2)); B.clone().pow_(1); B.clone().pow_(True); torch.pow(2, 3)
torch.float_power(I8, 2); torch.float_power(2, F).stride(); torch.float_power(F, 2, out=torch.empty(0))
torch.float_power(F, C[0]); F.clone().float_power_(2); torch.float_power(B, True)
torch.float_power(ONE, 2).stride(); torch.ldexp(F, I[0, 1]); torch.ldexp(H, I[1, 0]); torch.ldexp(F, B)
torch.ldexp(B, B); torch.ldexp(I, I); torch.ldexp(F.double(), torch.tensor([[200, 1000]]))
torch.ldexp(F, torch.tensor(2 ** 32 + 1)); I.ldexp_(I)
torch.ldexp(H.bfloat16()[2:4], torch.tensor(-2.875, dtype=torch.float16)); torch.ldexp(E, F).stride()
torch.ldexp(F, I[0, 1], out=torch.empty(0, dtype=torch.int32)); torch.ldexp(C, torch.tensor(2))
"""
QUOTIENTS = """
I // 0; I // torch.tensor(0); I % 0; torch.fmod(I, 0); I // 0.; I % 0.
torch.div(I, 0, rounding_mode='trunc'); I8.byte() % 256; I8.byte() // 300; I8.byte() // -1; 5 // I[1]
5 % I[1]; 1j // F; F % 1j; True % B; B // B; Z // 3; Z // -3.; Z % -5.; torch.fmod(Z, -5.); Z // 0.
Z % torch.tensor(-inf); torch.div(Z, -3., rounding_mode='trunc'); H // 1.0009
H // torch.full((6,), 1.0009, dtype=torch.float16); 1.0009 // H; torch.div(H, K, rounding_mode='trunc')
torch.div(I, 2, rounding_mode='x'); I.clone().div_(2); I.clone().div_(2, rounding_mode='floor'); None % I
I // 'a'; torch.rsub(I, 2, 3); torch.rsub(I, I, alpha=2.); torch.rsub(B, B); torch.rsub(F, G).stride()
torch.rsub(F, I8); torch.gcd(I, I); torch.lcm(I, I); torch.gcd(F, F); (ONE % 2).stride()
"""
LIMITS = """
torch.clamp(I, 1.5); torch.clamp(I8, 300); torch.clamp(I8.byte(), -1); torch.clamp(I, 2 ** 63)
torch.clamp(F, 1e300); torch.clamp(H, 1e6); torch.clamp(H, -inf, inf); torch.clamp(Z, nan)
torch.clamp(Z, 0., nan); torch.clamp(I, nan); torch.clamp(Z, torch.tensor(nan), torch.tensor(2.))
torch.clamp(F, 3, 2); torch.clamp(F, torch.tensor(3), torch.tensor(2)); torch.clamp(I, torch.tensor(1.5), 2)
torch.clamp(I, torch.tensor([1]), 2); torch.clamp(I); I.clamp(None, None); I.clip_(); torch.clamp(F, 1j)
torch.clamp(I, 1j); torch.clamp(C, 1); torch.clamp(C, torch.tensor(1)); torch.clamp_min(C, torch.tensor(1))
torch.clamp(F, 1 + 0j); torch.clamp_min(F, 1 + 0j); torch.clamp(F, torch.tensor(1j))
torch.clamp(F, C[0], C[1]); torch.clamp(B, True); torch.clamp(B, B, B); torch.clamp_min(B, B)
torch.clamp(B, 1); torch.clamp(B, False, True); I.clone().clamp_(1.5); I8.clone().clamp_(1.5)
B.clone().clamp_(1); I.clone().clamp_(1j); torch.clamp_(F.clone(), 2); torch.clamp(I, 1, out=torch.empty(0))
torch.clamp(I, torch.tensor(1), out=torch.empty(0)); ONE.clamp(1).stride(); torch.maximum(F, C[0])
torch.fmax(C, C); torch.max(F, G); F.min(G); torch.max(F, G, out=torch.empty(0)); torch.max(F, 1.5)
torch.maximum(Z, Y); torch.fmin(Z, Y); torch.fmax(H, -H); torch.maximum(B, ~B); F.max(1.5); F.max(foo=1)
torch.heaviside(F, torch.tensor(1)); torch.heaviside(C, C); torch.heaviside(Z, torch.tensor(nan))
torch.heaviside(F, C[0]); torch.nextafter(H, torch.tensor(3., dtype=torch.float16))
torch.nextafter(H.bfloat16(), -H.bfloat16()); torch.copysign(I, -0.)
"""
OTHERS = """
torch.complex(G, F); torch.complex(F, F.double()); torch.complex(I, F)
torch.complex(F, F, out=torch.empty(0)); torch.polar(G, G.double()); torch.polar(H, H); torch.complex(F, 1)
torch.complex(input=F, imag=F); torch.complex(F, G).stride(); torch.xlogy(0, Z); torch.xlogy(H, K)
torch.xlogy(F, 1j); torch.special.xlog1py(H, K); torch.special.xlog1py(F, 'a'); torch.special.xlog1py(F)
torch.hypot(I, I); torch.logaddexp(I, I); torch.logaddexp2(C, C)
torch.logaddexp(torch.tensor([inf, -inf, nan]), torch.tensor([inf, -inf, 1.])); torch.hypot(F, 2)
torch.atan2(B, B)
"""


def outcome(module, expression):
    """What an expression gives, in words that both libraries share."""
    names = {"torch": module}
    try:
        for name, text in SETUP.items():
            names[name] = eval(text, names)
        result = eval(expression, names)
    except Exception as error:
        return type(error).__name__, first_line(error)
    if isinstance(result, module.Tensor):
        return str(result.dtype), tuple(result.size()), tuple(result.stride()), repr(result.tolist())
    return result


@pytest.mark.parametrize(
    "table", [POWERS, QUOTIENTS, LIMITS, OTHERS], ids=["powers", "quotients", "limits", "others"]
)
@needs_torch
def test_the_rules_for_odd_operands_are_torchs(table):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for expression in filter(None, table.strip().replace("\n", "; ").split("; ")):
            assert outcome(tb, expression) == outcome(torch, expression), expression


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


STEPPED = ("add", "sub", "mul", "rsub", "eq", "ne", "lt", "le", "gt", "ge")
COMPUTED = ("int8", "int32", "int64", "float16", "float32", "float64", "complex64", "complex128")


@pytest.mark.cpu_level
@pytest.mark.parametrize("name", STEPPED)
@pytest.mark.parametrize("dtype", COMPUTED)
def test_long_rows_with_steps_are_what_contiguous_ones_are(name, dtype):
    """Several operands whose elements lie apart are computed where they are: bit by bit what copies give."""
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
    room = tb.zeros(out + 1, dtype=function(x[:1], y[:1]).dtype)
    function(x, y, out=room[:out])
    assert room[out:].tolist() == [0]
    return room[:out].numpy()


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
    """Operands beyond the caches, an output that begins anywhere in a line, rows of no whole lines."""
    function = getattr(tb, name)
    numbers = np.random.default_rng(5).integers(1, 9, 8_400_000).astype(dtype)
    x, room = tb.from_numpy(numbers), np.ones(4_200_000, dtype)
    expected = getattr(np, {"sub": "subtract", "div": "divide"}[name])
    for n, start in ((4_100_000, 0), (4_100_001, 1), (4_099_999, 15)):
        every, second = numbers[-n:], numbers[: 2 * n : 2]
        a, b = tb.from_numpy(every), tb.from_numpy(second)
        out = tb.from_numpy(room[start : start + n])
        for left, right, plain in ((b, a, (second, every)), (a, b, (every, second)), (b, b, (second, second)),
                                   (b, 3, (second, numbers.dtype.type(3)))):
            room[:] = 1
            function(left, right, out=out)
            assert np.array_equal(out.numpy(), expected(*plain))
            assert (room[:start] == 1).all() and (room[start + n :] == 1).all()
    rows = x[: 4000 * 2100].view(4000, 2100)[:, ::2]
    table = tb.from_numpy(room[: 4000 * 1050].reshape(4000, 1050))
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


REFLECTED = """
a.__radd__(b); b.__radd__(a); a.__rmul__(b); a.__rtruediv__(b); a.__rdiv__(b); b.__rdiv__(a); a.__rsub__(b)
a.__rpow__(b); c.__rand__(d); d.__rand__(c); c.__ror__(d); c.__rxor__(d); c.__rdiv__(d); a.__rfloordiv__(b)
a.__radd__(w); a.__rmul__(w); a.__rdiv__(w); w.__rtruediv__(a); c.__rand__(w); a.__rand__(b); a.__ror__(2.5)
a.__radd__(2); a.__rmul__(True); a.__rdiv__(2); a.__rtruediv__(1j); c.__rand__(6); c.__ror__(True)
c.__rxor__(3); a.__radd__('a'); a.__rdiv__(None); c.__rxor__([1]); h.__radd__(70000.); h.__rmul__(h[0])
h.__rdiv__(1e5); a.__div__(b); a.__div__(2); a.__idiv__(b[:1].mT); a.__idiv__(0.5); a.__idiv__('a')
c.__idiv__(2); c.__div__(2); a.__rdiv__(a > 1)
"""


@needs_torch
def test_reflected_methods_by_name_keep_self_first_as_in_torch():
    """Shown by strides, and by the order of the sizes in what is said when they do not fit."""
    for expression in filter(None, REFLECTED.strip().replace("\n", "; ").split("; ")):
        found = []
        for lib in (tb, torch):
            names = {"w": lib.ones(7), "h": lib.tensor([1.5, 6e4, 0.1], dtype=lib.float16)}
            names["a"] = lib.arange(1.0, 5).as_strided((2, 1), (2, 7))
            names["b"] = lib.arange(2.0, 6).as_strided((2, 1), (2, 1))
            names["c"], names["d"] = names["a"].to(lib.int16), names["b"].to(lib.int16)
            try:
                result = eval(expression, names)
            except Exception as error:
                found.append((type(error).__name__, first_line(error)))
            else:
                known = isinstance(result, lib.Tensor)
                found.append((str(result.dtype), result.stride(), result.tolist()) if known else result)
        assert found[0] == found[1], expression


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
