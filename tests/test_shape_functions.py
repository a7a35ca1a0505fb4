"""Functions that join, repeat, turn and cut tensors, against PyTorch and NumPy."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import function_cells
import shapes_cases
from dtype_rules import NAMES
from under_test import needs_torch, tb, torch

LISTS = sorted(name for name in vars(shapes_cases) if name.isupper() and name != "LAYOUTS")


@needs_torch
@pytest.mark.parametrize("dtype", NAMES)
@pytest.mark.parametrize("name", LISTS)
def test_shape_functions_are_torchs(name, dtype):
    function_cells.check(getattr(shapes_cases, name), dtype)
