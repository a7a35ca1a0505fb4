"""How exact functions are, as docs/accuracy.md says: float32 ones of one operand within 1 unit in the last
place from AVX2 on."""

import re
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
    """The largest error of float32, in ulp."""
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


@pytest.mark.parametrize("name", [*ONE, *TWO])
def test_errors_are_no_larger_than_the_page_says(name):
    """A part of its sample, float64 and, of what the page samples, float32."""
    single, double = figures()[name]
    assert sampled_error(name, "float64", 40) <= max(4, 1.01 * double)
    if name not in FAST:
        assert sampled_error(name, "float32", 40) <= max(LIBM, 1.01 * single)


def test_the_page_has_every_function_within_its_limit():
    found = figures()
    assert [*found] == [*ONE, *TWO]
    assert all(found[name][0] <= limit(name) for name in FAST if "avx2" in levels())


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
