"""Creation, views, accessors and conversions: form x dtype x layout, every cell as PyTorch has it.

The forms are in calls/conversion_cells.py.  Compared are the bits of the values, dtype, sizes, strides,
offset, whose memory the result is on, the type and text of a refusal, warnings, and what the operand and its
memory are afterwards.
"""

import pytest

from calls.conversion_cells import CREATION, GROUPS, LAYOUTS, adjusted, cell
from differential.cases import Library
from differential.differences import complex_half_expression
from differential.expressions import is_refusal
from differential.failures import Failures
from oracles.dtype_rules import ALL
from under_test import needs_torch, tb, torch


def compare(group, texts, layouts, dtype):
    """Most cells have a value, and some are refused."""
    mine, theirs = Library(tb), Library(torch)
    failures, values = Failures(), 0
    for text in texts:
        for layout in layouts:
            ours = cell(tb, mine, text, dtype, layout)
            expected = adjusted(cell(torch, theirs, text, dtype, layout))
            values += not is_refusal(ours)
            if ours != expected and not complex_half_expression(text, dtype):
                failures.add(text, f"{dtype}, {layout}: {ours} | torch {expected}")
    failures.report()
    assert 0.5 < values / (len(texts) * len(layouts)) < 0.95


@needs_torch
@pytest.mark.parametrize("dtype", ALL)
@pytest.mark.parametrize("group", GROUPS)
def test_every_form_of_every_layout_is_torchs(group, dtype):
    compare(group, GROUPS[group], LAYOUTS, dtype)


@needs_torch
@pytest.mark.parametrize("dtype", ALL)
def test_creation_in_every_dtype_is_torchs(dtype):
    compare("creation", CREATION, (None,), dtype)
