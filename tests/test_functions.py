"""The function table as a whole: every form of every function is compared with PyTorch somewhere.

Families have test files of their own; here are the functions that answer a question about a tensor.
"""

import pytest

import function_cells
import function_lists
import questions_cases
from dtype_rules import NAMES
from under_test import needs_torch


def test_every_form_of_every_function_is_compared():
    assert function_lists.missing() == []


@needs_torch
@pytest.mark.parametrize("dtype", NAMES)
def test_questions_are_answered_as_torch_does(dtype):
    function_cells.check(questions_cases.QUESTIONS, dtype)
