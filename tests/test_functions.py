"""The functions of the function table that have no test file of their own, against PyTorch."""

import pytest

import function_cells
import questions_cases
from dtype_rules import NAMES
from under_test import needs_torch


@needs_torch
@pytest.mark.parametrize("dtype", NAMES)
def test_questions_are_answered_as_torch_does(dtype):
    function_cells.check(questions_cases.QUESTIONS, dtype)
