"""The function table as a whole: every call that follows from a row is compared with PyTorch.

helpers/calls/derived.py makes the calls.  What no row says is called by hand, in the tests of the families.
"""

import pytest

from calls import derived, function_cells, function_lists
from under_test import needs_torch


@needs_torch
@pytest.mark.parametrize("name", derived.lists())
def test_every_call_of_a_row_is_torchs(name, whole):
    function_cells.check_places(
        derived.lists()[name], function_cells.whole if whole else function_cells.sample
    )


def test_every_form_of_what_is_called_by_hand_is_compared():
    assert function_lists.missing() == []


@pytest.mark.parametrize("family", function_lists.WITH_OTHER_TESTS)
def test_the_tests_of_a_family_know_all_of_its_rows(family):
    assert function_lists.never_named(family) == []
