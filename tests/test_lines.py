"""Functions along one dimension (cumsum, softmax, sort and their kin) against PyTorch."""

import pytest

import function_cells
import lines_cases
from dtype_rules import NAMES
from under_test import needs_torch


@needs_torch
@pytest.mark.parametrize("dtype", NAMES)
@pytest.mark.parametrize("family", lines_cases.EXACT)
def test_functions_along_a_dimension_are_torchs_to_the_bit(family, dtype):
    function_cells.check(lines_cases.EXACT[family], dtype)


@needs_torch
@pytest.mark.parametrize("dtype", NAMES)
@pytest.mark.parametrize("family", lines_cases.CLOSE)
def test_sums_of_exponentials_are_as_exact_as_torchs(family, dtype):
    function_cells.check(lines_cases.CLOSE[family], dtype)
