"""The function table as a whole: every form of every function is compared with PyTorch somewhere.

Families have test files of their own; here are the predicates.
"""

import pytest

from calls import function_cells, function_lists, predicates_cases
from oracles.dtype_rules import NAMES
from under_test import needs_torch


def test_every_form_of_every_function_is_compared():
    assert function_lists.missing() == []


@pytest.mark.parametrize("family", function_lists.WITH_OTHER_TESTS)
def test_the_tests_of_a_family_know_all_of_its_rows(family):
    assert function_lists.never_named(family) == []


@needs_torch
@pytest.mark.parametrize("dtype", NAMES)
def test_predicates_are_torchs(dtype):
    function_cells.check(predicates_cases.PREDICATES, dtype)
