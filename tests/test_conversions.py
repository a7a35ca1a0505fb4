"""Creation, views, accessors and conversions: form x dtype x layout, every cell as PyTorch has it.

The forms are in helpers/conversion_cells.py.  Compared are the bits of the values, dtype, sizes, strides,
offset, whose memory the result is on, the type and text of a refusal, warnings, and what the operand and its
memory are afterwards.
"""

import pytest

from cases import Library
from conversion_cells import CREATION, GROUPS, LAYOUTS, adjusted, cell
from differences import complex_half_expression
from dtype_rules import ALL
from expressions import is_refusal
from failures import Failures
from form_cells import FORM_CELLS, REFUSAL, VALUE
from under_test import STAND_IN, needs_torch, tb, torch

for _group, _forms in GROUPS.items():
    for _form in _forms:
        FORM_CELLS.plan((_group, _form, ""), (len(ALL), len(LAYOUTS)))
for _form in CREATION:
    FORM_CELLS.plan(("creation", _form, ""), (len(ALL), 1))


def compare(group, texts, layouts, dtype):
    mine, theirs = Library(tb), Library(torch)
    failures = Failures()
    for text in texts:
        for index, layout in enumerate(layouts):
            ours = cell(tb, mine, text, dtype, layout)
            expected = adjusted(cell(torch, theirs, text, dtype, layout))
            kind = REFUSAL if is_refusal(ours) else VALUE
            FORM_CELLS.mark((group, text, ""), (ALL.index(dtype), index), kind)
            if ours != expected and not complex_half_expression(text, dtype):
                failures.add(text, f"{dtype}, {layout}: {ours} | torch {expected}")
    FORM_CELLS.items.add((group, dtype))
    failures.report()


@needs_torch
@pytest.mark.parametrize("dtype", ALL)
@pytest.mark.parametrize("group", GROUPS)
def test_every_form_of_every_layout_is_torchs(group, dtype):
    compare(group, GROUPS[group], LAYOUTS, dtype)


@needs_torch
@pytest.mark.parametrize("dtype", ALL)
def test_creation_in_every_dtype_is_torchs(dtype):
    compare("creation", CREATION, (None,), dtype)


@needs_torch
@pytest.mark.skipif(STAND_IN, reason="torch against itself")
def test_no_cell_is_empty():
    """Every cell was visited, and every form has a value somewhere, unless it is there to be refused."""
    wanted = {(group, dtype) for group in (*GROUPS, "creation") for dtype in ALL}
    if FORM_CELLS.items != wanted:
        pytest.skip(f"only {len(FORM_CELLS.items)} of {len(wanted)} parts of the grid were selected")
    assert FORM_CELLS.empty() == {}
    values, refusals = FORM_CELLS.counts()
    assert values > 20_000 and refusals > 2_000
