"""Reductions are PyTorch's: every form of every function, sizes and layouts at random, accuracy."""

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

import function_cells
import reductions_cases
from dtype_rules import NAMES
from under_test import needs_torch, tb, torch

LISTS = {name: cells for name, cells in vars(reductions_cases).items() if isinstance(cells, function_cells.Cells)}


@needs_torch
@pytest.mark.parametrize("dtype", NAMES)
@pytest.mark.parametrize("name", LISTS)
def test_reductions_are_torchs(name, dtype):
    function_cells.check(LISTS[name], dtype)
