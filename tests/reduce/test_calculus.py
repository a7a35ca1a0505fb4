"""Integrals and derivatives of samples against PyTorch."""

import pytest

from calls import calculus_cases, function_cells
from oracles.dtype_rules import NAMES
from under_test import needs_torch


@needs_torch
@pytest.mark.parametrize("dtype", NAMES)
@pytest.mark.parametrize("family", calculus_cases.ALL)
def test_integrals_and_derivatives_are_torchs(family, dtype):
    function_cells.check(calculus_cases.ALL[family], dtype)
