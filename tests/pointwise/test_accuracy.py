"""How exact functions are, as docs/accuracy.md says: those of one operand within 1 unit in the last place
from AVX2 on."""

import re
import sys
from pathlib import Path

import numpy as np
import pytest

from oracles.accuracy import FAST, computed, excused, float32_error, levels, sampled_error
from oracles.exact import ONE, TWO, errors_beside
from under_test import STAND_IN

PAGE = Path(__file__).resolve().parents[2] / "docs" / "accuracy.md"
pytestmark = pytest.mark.skipif(STAND_IN, reason="of tbcast alone")
LIBM = 3
"""What libm's functions stay within."""


def figures():
    """{function: largest error of float32 and of float64} that the page says."""
    rows = re.findall(r"^\| ([a-z][\w.]*) \|(.*)\|$", PAGE.read_text("utf8"), re.MULTILINE)
    found = {}
    for name, text in rows[1:]:  # the first one is the heading
        row = [cell.strip().strip("*") for cell in text.split("|")]
        found[name] = tuple(float(cell.replace(",", "")) for cell in (row[0], row[-3]))
    return found


def limit(name):
    """The largest error of one operand, in ulp."""
    if name == "rsqrt":
        return 1.5  # one over the rounded root, as torch's
    return 1 if "avx2" in levels() else LIBM


def floats():
    """Special values, the neighbours of powers of 2, numbers around 1 and random bits."""
    draw = np.random.default_rng(11)
    powers = np.arange(0, 1 << 32, 1 << 23, dtype="i8")[:, None] + np.arange(-8, 9)
    bits = (powers.ravel() % (1 << 32)).astype("u4").view("float32")
    random = draw.integers(0, 1 << 32, 200_000, "u8").astype("u4").view("float32")
    small = draw.uniform(-8, 8, 200_000).astype("float32")
    special = np.array([0, np.inf, np.nan, np.pi, np.pi / 2, 0.5, 88.72284, 131072.0], "float32")
    return np.concatenate([bits, random, small, 1 + small / 4096, special, -special])


@pytest.mark.parametrize("name", FAST)
def test_float32_is_within_one_unit(name):
    x = floats()
    with np.errstate(invalid="ignore"):
        true = computed(name, x.astype("float64"))
    got = computed(name, x)
    error = excused(name, x, errors_beside(got, true))
    at = int(error.argmax())
    assert error[at] <= limit(name), (x[at], got[at], true[at])
    zero = (true == 0) & (got == 0)
    assert (np.signbit(true) == np.signbit(got))[zero].all()


def doubles():
    """Special values, the neighbours of powers of 2, numbers around 1, small ones and random bits."""
    draw = np.random.default_rng(12)
    powers = np.arange(0, 1 << 64, 1 << 52, dtype="O")[:, None] + np.arange(-3, 4)
    bits = np.array([int(word) % (1 << 64) for word in powers.ravel()], "u8").view("float64")
    random = draw.integers(0, 1 << 64, 100_000, "u8").view("float64")
    small = draw.uniform(-8, 8, 100_000)
    large = draw.uniform(-750, 750, 100_000)
    turns = np.arange(1, 20_000) * (np.pi / 2)
    special = np.array([0, np.inf, np.nan, 0.5, 709.78, 1e22, 6381956970095103.0 * 2.0**797])
    return np.concatenate([bits, random, small, large, turns, 1 + small / 4096, special, -special])


LONG = {"asin": "arcsin", "acos": "arccos", "atan": "arctan"}
LONG |= {"asinh": "arcsinh", "acosh": "arccosh", "atanh": "arctanh"}
"""NumPy's names, of functions that it also computes in long double."""


def long_errors(name, x, got):
    """In ulp of float64, beside NumPy's long double."""
    with np.errstate(all="ignore"):
        wide = x.astype(np.longdouble)
        true = 1 / (1 + np.exp(-wide)) if name == "sigmoid" else getattr(np, LONG.get(name, name))(wide)
        near = true.astype("float64")
        least, top = np.longdouble(2) ** -1074, np.longdouble(2) ** 1024
        power = np.maximum(np.ldexp(np.longdouble(1), np.frexp(true)[1] - 53), least)
        error = np.abs(np.clip(got, -top, top) - np.clip(true, -top, top)) / power
    same = (got == near) | np.isnan(got) & np.isnan(near)
    error = np.where(np.isnan(error), np.inf, error)
    return np.where(same & ~np.isfinite(near), 0, error).astype("float64")


@pytest.mark.skipif(np.finfo(np.longdouble).nmant < 63, reason="no wider type to compare with")
@pytest.mark.parametrize("name", [name for name in FAST if name not in ("erf", "erfc", "rsqrt")])
def test_float64_is_within_one_unit(name):
    x = doubles()
    if "avx2" not in levels():  # the nearest of all to a multiple of pi / 2, where glibc loses 3 bits
        x = x[abs(x) != 6381956970095103 * 2.0**797]
    if name == "sigmoid":
        x = x[~(x < -709.782712893384)]  # torch's zeros
    got = computed(name, x)
    error = long_errors(name, x, got)
    at = int(error.argmax())
    assert error[at] <= limit(name), (x[at], got[at], error[at])


@pytest.mark.parametrize("name", ["erf", "erfc"])
def test_float64_error_functions_are_within_one_unit(name):
    """Beside mpmath, which is slow."""
    assert sampled_error(name, "float64") <= limit(name)


@pytest.mark.parametrize("name", [*ONE, *TWO])
def test_errors_are_no_larger_than_the_page_says(name):
    """A part of its sample, float64 and, of what the page samples, float32."""
    single, double = figures()[name]
    if name != "lgamma" or sys.platform != "win32":  # MinGW's loses digits beside 1 and 2
        assert sampled_error(name, "float64", 40) <= max(limit(name) if name in FAST else 4, 1.01 * double)
    if name not in FAST:
        assert sampled_error(name, "float32", 40) <= max(LIBM, 1.01 * single)


def test_the_page_has_every_function_within_its_limit():
    found = figures()
    assert [*found] == [*ONE, *TWO]
    assert all(max(found[name]) <= limit(name) for name in FAST if "avx2" in levels())


def test_values_that_people_know_are_the_nearest():
    whole = np.arange(-12, 13, dtype="float32")
    with np.errstate(all="ignore"):
        assert (computed("exp", whole) == np.exp(whole.astype("f8")).astype("f4")).all()
        assert (computed("exp2", whole) == np.exp2(whole)).all()
        for name, base in (("log2", 2.0), ("log10", 10.0)):
            powers = np.arange(0, 11, dtype="float32")
            assert (computed(name, (base**powers).astype("f4")) == powers).all()
    assert computed("sin", np.float32([0, np.pi / 6])).tolist() == [0, 0.5]


@pytest.mark.long
@pytest.mark.parametrize("name", FAST)
def test_every_float32_is_within_one_unit(name):
    error, x = float32_error(name, 1)
    assert error <= limit(name), x
