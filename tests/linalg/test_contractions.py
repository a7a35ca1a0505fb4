"""einsum, tensordot and cdist, against PyTorch and NumPy."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from calls import contraction_cases, function_cells
from oracles.dtype_rules import NAMES
from under_test import needs_torch, tb, torch

LISTS = ("OF_EVERY_DTYPE", "SUMMED", "DISTANCES")


@needs_torch
@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("dtype", NAMES)
def test_contractions_are_those_of_torch(dtype, name):
    function_cells.check(getattr(contraction_cases, name), dtype)


@needs_torch
@pytest.mark.parametrize("name", ["EINSUMS", "CONTRACTIONS"])
def test_calls_of_contractions_fit_or_fail_as_in_torch(name):
    function_cells.check(getattr(contraction_cases, name), "float32")


@st.composite
def sums_of_products(draw):
    """An equation and arrays of small whole numbers that fit it."""
    sizes = {letter: draw(st.integers(0 if letter == "a" else 1, 4)) for letter in "abcDE"}
    words = draw(st.lists(st.text("abcDE", max_size=4), min_size=1, max_size=3))
    arrays = []
    for i, word in enumerate(words):
        size = [sizes[letter] for letter in word]
        arrays.append(np.random.default_rng(i).integers(-2, 3, size).astype(np.float64))
        if draw(st.booleans()) and len(size) > 1:
            order = draw(st.permutations(range(len(size))))
            arrays[-1] = np.ascontiguousarray(arrays[-1].transpose(order)).transpose(np.argsort(order))
    seen = sorted(set("".join(words)))
    kept = draw(st.permutations(seen))[: draw(st.integers(0, len(seen)))]
    return ",".join(words) + (f"->{''.join(kept)}" if draw(st.booleans()) else ""), arrays


@given(sums_of_products())
@settings(max_examples=300)
def test_einsum_is_numpys(drawn):
    equation, arrays = drawn
    expected = np.einsum(equation, *arrays)
    found = tb.einsum(equation, *map(tb.from_numpy, arrays))
    assert tuple(found.shape) == expected.shape
    np.testing.assert_array_equal(found.numpy(), expected)


@needs_torch
@given(sums_of_products())
@settings(max_examples=200)
def test_einsum_is_laid_out_as_torchs(drawn):
    equation, arrays = drawn
    found, expected = (lib.einsum(equation, *map(lib.from_numpy, arrays)) for lib in (tb, torch))
    assert (tuple(found.shape), found.stride()) == (tuple(expected.shape), expected.stride())
    np.testing.assert_array_equal(found.numpy(), expected.numpy())


def test_einsum_of_one_operand_is_a_view():
    t = tb.arange(9.0).reshape(3, 3)
    tb.einsum("ii->i", t).fill_(7)
    tb.einsum("ij->ji", t)[0, 1] = 8
    assert t.tolist() == [[7, 1, 2], [8, 7, 5], [6, 7, 7]]


@given(st.integers(1, 40), st.integers(1, 40), st.integers(1, 9), st.sampled_from([0, 1, 2, 3, np.inf]))
@settings(max_examples=100)
def test_distances_are_those_of_differences(rows, others, columns, p):
    a, b = (
        np.random.default_rng(n).integers(-9, 10, (n, columns)).astype(np.float64) for n in (rows, others)
    )
    difference = np.abs(a[:, None] - b)
    expected = {
        0: lambda: (difference != 0).sum(-1),
        np.inf: lambda: difference.max(-1),
    }.get(p, lambda: (difference**p).sum(-1) ** (1 / p))()
    np.testing.assert_allclose(tb.cdist(tb.from_numpy(a), tb.from_numpy(b), p).numpy(), expected, rtol=1e-14)
    column_major = tb.from_numpy(np.asfortranarray(a))
    np.testing.assert_allclose(tb.cdist(column_major, tb.from_numpy(b), p).numpy(), expected, rtol=1e-14)
