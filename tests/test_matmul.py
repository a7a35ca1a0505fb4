"""Matrix products and what is made of them, against PyTorch and NumPy."""

import pytest

import function_cells
import matmul_calls
import matmul_cases
from dtype_rules import NAMES
from under_test import needs_torch


@needs_torch
@pytest.mark.parametrize("dtype", NAMES)
def test_products_are_those_of_torch(dtype):
    function_cells.check(matmul_cases.PRODUCTS, dtype)


@needs_torch
@pytest.mark.parametrize("dtype", NAMES)
def test_products_are_added_as_torch_adds_them(dtype):
    function_cells.check(matmul_cases.SUMS, dtype)


@needs_torch
def test_calls_of_products_fit_or_fail_as_in_torch():
    function_cells.check(matmul_calls.CALLS, "float32")
