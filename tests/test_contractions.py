"""einsum, tensordot, outer, kron, inner, cdist and dist, against PyTorch and NumPy."""

import pytest

import contraction_cases
import function_cells
from dtype_rules import NAMES
from under_test import needs_torch

LISTS = ("OF_EVERY_DTYPE", "SUMMED", "DISTANCES", "NORMS")


@needs_torch
@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("dtype", NAMES)
def test_contractions_are_those_of_torch(dtype, name):
    function_cells.check(getattr(contraction_cases, name), dtype)


@needs_torch
@pytest.mark.parametrize("name", ["EINSUMS", "CONTRACTIONS"])
def test_calls_of_contractions_fit_or_fail_as_in_torch(name):
    function_cells.check(getattr(contraction_cases, name), "float32")
