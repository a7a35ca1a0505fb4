"""Integrals and derivatives of samples against PyTorch."""

import pytest

from calls import calculus_cases, function_cells
from oracles.dtype_rules import NAMES
from under_test import needs_torch, tb


@needs_torch
@pytest.mark.parametrize("dtype", NAMES)
@pytest.mark.parametrize("family", calculus_cases.ALL)
def test_integrals_and_derivatives_are_torchs(family, dtype):
    function_cells.check(calculus_cases.ALL[family], dtype)


def test_dimensions_beyond_64_bits_are_refused():
    """torch's text goes on with a stack trace."""
    with pytest.raises(TypeError, match='object at pos 1 with error "Overflow when unpacking long long"'):
        tb.gradient(tb.zeros(3), dim=(2**70,))


def test_the_points_of_a_vector_fit_every_dimension():
    y, x = tb.arange(24.0).view(2, 3, 4), tb.tensor([0.0, 1.0, 3.0])
    assert tb.trapezoid(y, x, dim=1).tolist() == [[14, 17, 20, 23], [50, 53, 56, 59]]
