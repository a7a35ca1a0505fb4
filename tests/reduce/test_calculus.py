"""Integrals and derivatives of samples against PyTorch."""

import pytest

from under_test import tb


def test_dimensions_beyond_64_bits_are_refused():
    """torch's text goes on with a stack trace."""
    with pytest.raises(TypeError, match='object at pos 1 with error "Overflow when unpacking long long"'):
        tb.gradient(tb.zeros(3), dim=(2**70,))


def test_the_points_of_a_vector_fit_every_dimension():
    y, x = tb.arange(24.0).view(2, 3, 4), tb.tensor([0.0, 1.0, 3.0])
    assert tb.trapezoid(y, x, dim=1).tolist() == [[14, 17, 20, 23], [50, 53, 56, 59]]


def test_a_number_has_one_dimension_to_be_named():
    for call in (lambda t: tb.trapezoid(t, tb.ones(1), dim=1), lambda t: tb.gradient(t, dim=(0, 1))):
        with pytest.raises(IndexError, match=r"range of \[-1, 0\], but got 1"):
            call(tb.tensor(1.0))
