"""Special functions: frexp of every half against PyTorch, others against SciPy where that is more
exact, and arguments that no random operand has."""

import itertools
import math

import numpy as np
import pytest

from oracles.exact import mp
from under_test import first_line, needs_torch, tb, torch

ONE = {
    "i0": "i0",
    "special.i0e": "i0e",
    "special.i1": "i1",
    "special.i1e": "i1e",
    "digamma": "digamma",
    "erfinv": "erfinv",
    "special.ndtr": "ndtr",
    "special.log_ndtr": "log_ndtr",
    "special.ndtri": "ndtri",
}
"""Functions of one operand, and SciPy's names of them."""
UNIT = ("erfinv", "special.ndtri")
NEAR = {"digamma": 1e-11, "special.ndtr": 1e-12, "special.log_ndtr": 1e-12}
"""Relative errors that are allowed; of the others 1e-14."""


def function_of(module, name):
    for part in name.split("."):
        module = getattr(module, part)
    return module


def close(ours, theirs, relative):
    ours, theirs = np.asarray(ours), np.asarray(theirs)
    with np.errstate(invalid="ignore"):
        fits = np.abs(ours - theirs) <= relative * np.abs(theirs) + 1e-307
    return bool(np.all(fits | (ours == theirs) | (np.isnan(ours) & np.isnan(theirs))))


def both(name, scipy_name, relative, *operands):
    import scipy.special as scipy

    ours = function_of(tb, name)(*(tb.from_numpy(x.copy()) for x in operands)).numpy()
    theirs = getattr(scipy, scipy_name)(*operands)
    assert close(ours, theirs, relative), name


@pytest.mark.needs("scipy")
@pytest.mark.parametrize("name", ONE)
def test_functions_of_one_operand_are_scipys(name):
    steps = np.linspace(-1, 1, 2001)
    x = steps if name in UNIT else np.concatenate([steps, 40 * steps + 0.01, 700 * steps[1000:] ** 3])
    both(name, ONE[name], NEAR.get(name, 1e-14), x)


@pytest.mark.parametrize("dtype", [tb.float32, tb.float64])
def test_log_gamma_of_the_smallest_numbers_is_minus_their_logarithm(dtype):
    smallest = [2.0**n for n in (-149, -140, -127, -126, -80)] + [2.0**n for n in (-1074, -1023, -1022, -600)]
    x = tb.tensor([x for x in smallest if dtype == tb.float64 or x >= 2.0**-149], dtype=dtype)
    assert tb.allclose(x.lgamma(), -x.log(), rtol=4 * tb.finfo(dtype).eps, atol=0)
    assert tb.equal((-x).lgamma(), x.lgamma())


@pytest.mark.needs("scipy")
def test_ndtri_is_scipys_down_to_the_smallest_numbers():
    both("special.ndtri", "ndtri", 1e-14, 10.0 ** -np.arange(1, 308))


@needs_torch
@pytest.mark.parametrize("name", [*ONE, "polygamma"])
def test_all_numbers_of_float16_are_torchs_float64_rounded(name):
    if name in ("special.log_ndtr", "special.ndtri"):
        pytest.skip("not for halves")
    bits = np.arange(65536, dtype=np.uint16).view(np.float16)
    n = (3,) if name == "polygamma" else ()
    ours = function_of(tb, name)(*n, tb.from_numpy(bits)).numpy()
    wanted = function_of(torch, name)(*n, torch.from_numpy(bits).double())
    if name == "special.ndtr":  # torch's adds to 1
        wanted = torch.erfc(-torch.from_numpy(bits).double() / math.sqrt(2)) / 2
    theirs = wanted.half().numpy()
    apart = np.abs(ours.view(np.int16).astype(int) - theirs.view(np.int16).astype(int))
    assert np.all((apart <= 1) | (np.isnan(ours) & np.isnan(theirs)))


# ---- functions that oscillate ----

WAVES = {
    "bessel_j0": lambda x: mp.besselj(0, x),
    "bessel_j1": lambda x: mp.besselj(1, x),
    "bessel_y0": lambda x: mp.bessely(0, x),
    "bessel_y1": lambda x: mp.bessely(1, x),
    "airy_ai": mp.airyai,
}


@pytest.mark.parametrize("name", WAVES)
def test_functions_that_oscillate_are_true_values(name):
    """Beside the largest values nearby; for arguments whose phase a float64 can hold."""
    steps = np.concatenate([np.linspace(1e-3, 8, 400), np.linspace(8, 100, 300), [1e-8, 5, 5.0000001, 1000]])
    x = np.concatenate([-steps, steps]) if name == "airy_ai" else steps
    ours = function_of(tb.special, name)(tb.from_numpy(x)).tolist()
    for argument, got in zip(x.tolist(), ours, strict=True):
        true = WAVES[name](mp.mpf(argument))
        if name == "airy_ai":
            phase = abs(argument) ** 1.5
            allowed = 4e-15 * max(phase, 1) * (abs(true) if argument > 0 else max(abs(argument), 1) ** -0.25)
            allowed += 1e-300 if argument < 103 else 1
        else:
            allowed = 4e-15 * max(abs(true), min(1, argument**-0.5))
        assert abs(got - true) <= allowed, (name, argument, got, true)


@pytest.mark.parametrize("name", ["bessel_j0", "bessel_j1"])
def test_digits_are_right_beside_the_first_root(name):
    root = float(mp.besseljzero(int(name[-1]), 1))
    x = np.array([root, root + 1e-9, root - 1e-6, math.nextafter(root, 9)])
    for argument, got in zip(
        x.tolist(), function_of(tb.special, name)(tb.from_numpy(x)).tolist(), strict=True
    ):
        true = WAVES[name](mp.mpf(argument))
        assert abs(got - true) <= 2e-15 * abs(true), (argument, got, true)


def test_special_arguments_of_functions_that_oscillate():
    ends = tb.tensor([math.inf, -math.inf, math.nan], dtype=tb.float64)
    assert all(function_of(tb.special, name)(ends).isnan().all() for name in WAVES)  # as in torch
    zeros = tb.tensor([0.0, -0.0], dtype=tb.float64)
    assert tb.special.bessel_j0(zeros).tolist() == [1, 1]
    assert list(map(str, tb.special.bessel_j1(zeros).tolist())) == ["0.0", "-0.0"]
    assert tb.special.bessel_y0(zeros).tolist() == tb.special.bessel_y1(zeros).tolist() == [-math.inf] * 2
    assert tb.special.bessel_y0(tb.tensor([-1.0])).isnan().all()
    assert tb.special.airy_ai(tb.tensor(104.0)).item() == 0


# ---- orthogonal polynomials ----

POLYNOMIALS = {
    "chebyshev_polynomial_t": mp.chebyt,
    "chebyshev_polynomial_u": mp.chebyu,
    "shifted_chebyshev_polynomial_t": lambda n, x, **zero: mp.chebyt(n, 2 * x - 1, **zero),
    "shifted_chebyshev_polynomial_u": lambda n, x, **zero: mp.chebyu(n, 2 * x - 1, **zero),
    "hermite_polynomial_h": mp.hermite,
    "hermite_polynomial_he": lambda n, x, **zero: (
        2 ** (-mp.mpf(n) / 2) * mp.hermite(n, x / mp.sqrt(2), **zero)
    ),
    "laguerre_polynomial_l": lambda n, x, **zero: mp.laguerre(n, 0, x, **zero),
    "legendre_polynomial_p": mp.legendre,
}
X = (-3.0, -1.0, -0.75, -0.1, 0.0, 0.25, 0.9, 1.0, 1.5)


@pytest.mark.parametrize("name", POLYNOMIALS)
@pytest.mark.parametrize("n", [0, 1, 2, 5, 9, 20])
def test_polynomials_are_true_values(name, n):
    ours = function_of(tb.special, name)(tb.tensor(X, dtype=tb.float64), n).tolist()
    true = [POLYNOMIALS[name](n, mp.mpf(x), zeroprec=500) for x in X]
    largest = max(map(abs, true))
    for x, got, value in zip(X, ours, true, strict=True):
        nearby = 100 * n if name.endswith(("t", "u", "p")) and abs(x) <= 1 else largest
        assert abs(got - value) <= 1e-14 * max(abs(value), nearby, 1), (x, got, value)


@pytest.mark.parametrize("shifted", ["", "shifted_"])
@pytest.mark.parametrize("n", [0, 1, 3, 12])
def test_chebyshevs_third_and_fourth_kinds_are_quotients_of_waves(shifted, n):
    angle = np.linspace(0.1, 3, 50)
    x = np.cos(angle) / 2 + 0.5 if shifted else np.cos(angle)
    waves = {
        "v": np.cos((n + 0.5) * angle) / np.cos(angle / 2),
        "w": np.sin((n + 0.5) * angle) / np.sin(angle / 2),
    }
    for kind, wanted in waves.items():
        ours = function_of(tb.special, f"{shifted}chebyshev_polynomial_{kind}")(tb.from_numpy(x), n).numpy()
        assert np.abs(ours - wanted).max() < 1e-12


def test_beside_the_ends_chebyshevs_polynomials_are_those_at_the_ends():
    beside = math.nextafter(1, 0)
    for x, kind in ((beside, "w"), (-beside, "v")):
        found = function_of(tb.special, f"chebyshev_polynomial_{kind}")(tb.tensor(x, dtype=tb.float64), 4096)
        assert found.item() == 8193


def test_degrees_that_no_polynomial_has_give_zero():
    degrees = tb.tensor([-1.0, -math.inf, math.inf, math.nan, 1e30], dtype=tb.float64)
    for name in POLYNOMIALS:
        assert function_of(tb.special, name)(0.5, degrees).tolist() == [0] * 5
    assert tb.special.hermite_polynomial_h(tb.tensor([0.5]), 129).isnan().all()  # as in torch
    assert tb.special.legendre_polynomial_p(tb.tensor([math.nan]), 3).isnan().all()


# ---- incomplete gamma functions ----

SIZES = (1e-8, 1e-3, 0.3, 1.0, 2.5, 7.0, 19.5, 20.5, 25.0, 60.0, 180.0, 300.0, 1e4, 1e8)
RATIOS = (1e-3, 0.1, 0.5, 0.71, 0.8, 0.95, 1.0, 1.001, 1.1, 1.29, 1.5, 3.0, 20.0)
GRID = np.array([(a, a * r) for a, r in itertools.product(SIZES, RATIOS)]).T


@pytest.mark.needs("scipy")
@pytest.mark.parametrize(("name", "scipy_name"), [("igamma", "gammainc"), ("igammac", "gammaincc")])
def test_incomplete_gamma_functions_are_scipys(name, scipy_name):
    import scipy.special as scipy

    kept = GRID[:, getattr(scipy, scipy_name)(*GRID) > 1e-200]
    both(name, scipy_name, 1e-12, *kept)
    both(f"special.{scipy_name}", scipy_name, 1e-12, *kept)


def test_incomplete_gamma_functions_add_up_to_one():
    a, x = (tb.from_numpy(row.copy()) for row in GRID)
    assert tb.allclose(
        tb.igamma(a, x) + tb.igammac(a, x), tb.ones(len(a), dtype=tb.float64), atol=0, rtol=1e-14
    )


@needs_torch
def test_ends_of_the_incomplete_gamma_functions_are_torchs():
    ends = (0.0, -0.0, -1.0, math.inf, -math.inf, math.nan, 2.0)
    pairs = np.array(list(itertools.product(ends, ends))).T
    for name in ("igamma", "igammac"):
        ours, theirs = (
            function_of(m, name)(*(m.from_numpy(row.copy()) for row in pairs)).numpy() for m in (tb, torch)
        )
        assert close(ours, theirs, 1e-14)


# ---- zeta and polygamma ----


@pytest.mark.needs("scipy")
def test_zeta_is_scipys():
    x, q = np.array(
        list(itertools.product((1.0, 1.1, 2.0, 3.5, 12.0, 50.0), (0.01, 0.5, 1.0, 8.9, 30.0, 1e6)))
    ).T
    both("special.zeta", "zeta", 1e-14, x, q)


def test_zeta_of_q_far_below_zero_takes_no_longer():
    """torch sums every term: some minutes for each of these."""
    q = tb.tensor([-1e12 - 0.5, -(2.0**51) - 0.5], dtype=tb.float64)
    assert tb.allclose(tb.special.zeta(2, q), tb.tensor(math.pi**2, dtype=tb.float64), atol=0, rtol=1e-11)
    assert tb.special.zeta(2.5, q).isnan().all()


@needs_torch
def test_zeta_below_zero_is_torchs():
    q = np.array([-0.5, -1.25, -999.75, -1000.25, -1003.5])
    for x in (2.0, 3.0, 4.0):
        ours, theirs = (m.special.zeta(x, m.from_numpy(q.copy())).numpy() for m in (tb, torch))
        assert np.allclose(ours, theirs, rtol=1e-11, atol=1e-12), x  # they cancel at -1003.5


@pytest.mark.needs("scipy")
@pytest.mark.parametrize("n", (0, 1, 2, 3, 8, 30))
def test_polygamma_is_scipys(n):
    import scipy.special as scipy

    x = np.concatenate([np.linspace(0.01, 30, 500), [1e5]])
    ours = tb.polygamma(n, tb.from_numpy(x)).numpy()
    assert close(ours, scipy.polygamma(n, x), 1e-12 if n else 1e-11)


def test_trigamma_of_a_negative_integer_is_inf():
    """torch takes the sine of a rounded multiple of pi, and 6.6e32 comes of it."""
    t = tb.tensor([0.0, -0.0, -1.0, -2.0, -20.0])
    assert tb.polygamma(1, t).tolist() == [math.inf] * 5


def test_trigamma_of_the_largest_numbers_is_their_inverse():
    for x in (1e14, 1e18, 1e200, 1e308):
        ours = tb.polygamma(1, tb.tensor(x, dtype=tb.float64)).item()
        assert ours == pytest.approx(1 / x, rel=1e-13, abs=0)


def test_trigamma_has_all_digits():
    """torch's has ten of float64's sixteen."""
    assert tb.polygamma(1, tb.tensor(1.0, dtype=tb.float64)).item() == pytest.approx(
        math.pi**2 / 6, rel=1e-15
    )


def test_float32_does_not_overflow_on_the_way():
    """torch's exp(90) is infinite in float32."""
    assert tb.i0(tb.tensor(90.0)).item() == pytest.approx(5.1392383455086e37, rel=1e-6)
    assert tb.special.i1(tb.tensor(-90.0)).item() == pytest.approx(-5.110605e37, rel=1e-6)


def test_small_areas_below_the_normal_density_are_not_zero():
    """torch's is 0 for -10."""
    assert tb.special.ndtr(tb.tensor(-10.0)).item() == pytest.approx(7.61985302416e-24, rel=1e-6)


@needs_torch
@pytest.mark.parametrize(
    "call",
    [
        "torch.polygamma(t, 1)",
        "torch.polygamma(1., t)",
        "torch.polygamma(True, t)",
        "torch.polygamma(1)",
        "torch.polygamma()",
        "torch.polygamma(-1, t)",
        "torch.polygamma(2**70, t)",
        "torch.polygamma(t)",
        "t.polygamma()",
        "t.polygamma('a')",
        "t.polygamma(-1)",
        "t.polygamma(1, 2)",
        "t.polygamma_(-1)",
        "t.polygamma(n=1, out=t)",
        "torch.special.polygamma(1)",
        "torch.special.polygamma(1, t, t)",
        "torch.polygamma(0, t.cfloat())",
        "torch.polygamma(1, t.cfloat())",
        "torch.polygamma(2, t.cdouble())",
        "torch.polygamma(2, t, out=t.long())",
        "torch.polygamma(0, t, out=t.long())",
        "torch.polygamma(2, t.cfloat(), out=t.long())",
        "t.long().polygamma_(1)",
        "torch.igamma(t, 1)",
        "t.igamma(1)",
        "torch.igamma(t.long(), t.long())",
        "t.long().igamma_(t)",
        "torch.special.zeta(1, 1)",
        "torch.special.zeta(t, 'a')",
        "torch.special.zeta(t)",
        "torch.digamma(1)",
        "t.digamma(1)",
        "torch.special.psi()",
        "torch.special.ndtri(t.half())",
        "torch.special.ndtr(t.cfloat(), out=t)",
        "torch.special.ndtr(t, out=t[:1].expand(2))",
        "torch.special.ndtr(t.long(), out=t.long()[:1].expand(2))",
    ],
)
def test_refusals_are_torchs(call):
    texts = []
    for module in (tb, torch):
        with pytest.raises(Exception) as info:
            eval(call, {"torch": module, "t": module.ones(2)})
        texts.append((type(info.value).__name__, first_line(info.value)))
    assert texts[0] == texts[1]


# ---- frexp ----


@needs_torch
@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_frexp_of_every_half_is_torchs(dtype):
    bits = np.arange(65536, dtype=np.uint16).view(np.int16)
    found = []
    for module in (tb, torch):
        t = module.from_numpy(bits.copy()).view(getattr(module, dtype))
        mantissa, exponent = module.frexp(t)
        found.append((mantissa.float().numpy(), exponent.numpy()))
        assert module.equal(module.ldexp(mantissa, exponent)[t == t], t[t == t])
    assert np.array_equal(found[0][0], found[1][0], equal_nan=True)
    assert np.array_equal(found[0][1], found[1][1])


def test_frexp_of_float64_is_pythons():
    numbers = [0.0, -0.0, 1.0, -6.0, 5e-324, -2.2e-308, 1.7e308, 3e-310, math.inf, -math.inf]
    mantissa, exponent = tb.frexp(tb.tensor(numbers, dtype=tb.float64))
    pairs = [(x, 0) if math.isinf(x) else math.frexp(x) for x in numbers]
    assert [(repr(m), e) for m, e in zip(mantissa.tolist(), exponent.tolist(), strict=True)] == [
        (repr(m), e) for m, e in pairs
    ]


def test_a_refused_frexp_writes_nothing():
    t, mantissa, exponent = tb.ones(2), tb.zeros(2), tb.zeros(1, dtype=tb.int32)
    with pytest.raises(RuntimeError, match="more than one element"):
        tb.frexp(t, out=(mantissa, exponent.expand(2)))
    assert mantissa.tolist() == [0, 0]
