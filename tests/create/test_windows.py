"""logspace, the windows, vander and combinations, against PyTorch."""

import itertools
import math

import pytest

from calls import function_cells, windows_cases
from oracles.dtype_rules import NAMES
from under_test import needs_torch, tb

LISTS = {
    name: value for name, value in vars(windows_cases).items() if isinstance(value, function_cells.Cells)
}


@needs_torch
@pytest.mark.parametrize("dtype", NAMES)
@pytest.mark.parametrize("name", LISTS)
def test_every_call_is_torchs(name, dtype):
    function_cells.check(LISTS[name], dtype)


@pytest.mark.parametrize("n", range(6))
@pytest.mark.parametrize("r", range(6))
def test_combinations_are_those_of_itertools(n, r):
    values = tb.arange(n) * 10
    every = {False: itertools.combinations, True: itertools.combinations_with_replacement}
    for again, combine in every.items() if r else ():
        found = tb.combinations(values, r, again)
        assert found.shape[1] == r
        assert list(map(tuple, found.tolist())) == list(combine(values.tolist(), r))


def test_a_window_that_is_not_periodic_is_symmetric():
    for name in ("hann", "hamming", "blackman", "bartlett", "kaiser"):
        for n in (2, 3, 8, 9):
            window = getattr(tb, f"{name}_window")(n, False, dtype=tb.float64)
            longer = getattr(tb, f"{name}_window")(n - 1, dtype=tb.float64)
            assert tb.allclose(window, window.flip(0), atol=1e-15)
            assert n == 2 or tb.equal(window[:-1], longer)


def test_bessel_functions_agree_with_their_integral():
    """I0(x) is the mean of exp(x * cos(a)) over half a circle."""
    for beta in (0.0, 0.5, 3.0, 12.0, 40.0):
        end = tb.kaiser_window(3, False, beta, dtype=tb.float64)[0].item()
        n = 2000
        mean = math.fsum(math.exp(beta * math.cos((k + 0.5) * math.pi / n)) for k in range(n)) / n
        assert math.isclose(end, 1 / mean, rel_tol=1e-13)


def test_combinations_for_which_there_is_no_memory_are_refused_at_once():
    for r in (2**40, 2**62, 40):
        with pytest.raises((MemoryError, RuntimeError, TypeError, OverflowError)):
            tb.combinations(tb.arange(200), r, True)
    with pytest.raises((MemoryError, RuntimeError)):
        tb.combinations(tb.arange(1), 2**44, True)
    with pytest.raises(RuntimeError, match="multiplication overflow"):
        tb.combinations(tb.arange(1).expand(10**7), 5 * 10**6)


def test_almost_all_of_many_elements_have_few_combinations():
    found = tb.combinations(tb.arange(300), 299)
    assert found.shape == (300, 299)
    assert found.sum(1).tolist() == [300 * 299 // 2 - left_out for left_out in range(299, -1, -1)]
