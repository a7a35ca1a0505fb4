"""The function table as a whole: every call that follows from a row is compared with PyTorch.

helpers/calls/derived.py makes the calls, of every row but those that domains.py leaves to tests of their own.
"""

import pytest

from calls import derived, domains, function_cells
from codegen.functions import FUNCTIONS
from under_test import needs_torch


@needs_torch
@pytest.mark.parametrize("name", derived.lists())
def test_every_call_of_a_row_is_torchs(name, whole):
    function_cells.check_places(
        derived.lists()[name], function_cells.whole if whole else function_cells.sample
    )


def test_every_overload_is_called_with_and_without_each_argument():
    wrong = []
    for row in derived.ROWS:
        for overload in derived.of_first_name(row):
            calls = list(derived.Assignments(row, overload).some())
            for argument in overload.arguments:
                given = {argument.name in call for call in calls}
                optional = argument.default is not None
                if given != ({True, False} if optional else {True}):
                    wrong.append((row.name, overload.kind, argument.name, given))
    assert not wrong


def test_rows_have_derived_calls_or_tests_of_their_own():
    """Rows of a namespace serve other functions."""
    others = {row.key for family in domains.WITH_TESTS_OF_THEIR_OWN for row in family.ROWS}
    missing = {row.key for row in FUNCTIONS if row not in derived.ROWS and not row.namespace} - others
    assert missing == {"set_", "resize_", "resize_as_", "__reversed__"}  # of memory; of Python
    assert set(domains.ROWS) == {row.name for row in derived.ROWS}
