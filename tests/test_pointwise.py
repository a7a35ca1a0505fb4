"""Every public row of the operator table in every form, against PyTorch and NumPy: nothing here knows an
operator.

By default a fixed sample (helpers/drawing.py) that visits every cell, form x dtype x
layout class; with --long the whole grid.  TBCAST_SAMPLE=tenth takes a tenth of the
sample and exact rows only: for the CPU levels that are not the best one.  What is
compared is said in helpers/runner.py.
"""

import os

import pytest

from cases import Case, dtype_name, tensor_bits
from cells import CELLS, VALUE
from comparison import differing
from differences import COMPLEX_HALF, KNOWN, REASONS, complex_half
from drawing import shared_operand
from dtype_rules import NAMES
from forms import ABSENT, MODELLED, NUMBER, ROWS, forms_of
from open_differences import FORMS, OVERLAP
from rows import LONG, SAMPLE, RowRun
from runner import Runner, recording
from under_test import first_line, needs_torch, torch

TENTH = os.environ.get("TBCAST_SAMPLE") == "tenth"
CHOSEN = [row for row in ROWS.values() if not TENTH or row.tolerance == "exact"]


def pytest_generate_tests(metafunc):
    """One item a row; with --long one a row and dtype, so that each ends soon."""
    if "dtypes" in metafunc.fixturenames:
        each = [(name,) for name in NAMES] if metafunc.config.getoption("--long") else [NAMES]
        cells = [(row.name, dtypes) for row in CHOSEN for dtypes in each]
        ids = [row if len(dtypes) > 1 else f"{row}-{dtypes[0]}" for row, dtypes in cells]
        whole = not TENTH and len(each) == 1
        found = [pytest.param(*cell, marks=unmended(FORMS, cell[0], whole)) for cell in cells]
        metafunc.parametrize(("name", "dtypes"), found, ids=ids)


def unmended(differences, name, strict=True):
    """The mark of a row that is known to differ; part of its cases may show nothing."""
    return [pytest.mark.xfail(reason=differences[name], strict=strict)] if name in differences else []


@pytest.mark.cpu_level
def test_every_form_agrees_with_torch_and_numpy(name, dtypes, request):
    row = ROWS[name]
    passes = (LONG if request.config.getoption("--long") else SAMPLE)[len(row.operands)]
    run = RowRun(row)
    for dtype in dtypes:
        run.run(NAMES.index(dtype), passes, tenth=TENTH)
    run.runner.finish()


@needs_torch
@pytest.mark.parametrize("name", [pytest.param(name, marks=unmended(OVERLAP, name)) for name in ROWS])
def test_operands_that_share_memory_are_treated_as_torch_treats_them(name):
    """The same tensor twice, the written tensor among the operands, and partial overlap, which is refused."""
    row = ROWS[name]
    runner = Runner(row)
    with recording() as log:
        for dtype in NAMES:
            for overlap in OVERLAPS:
                for form in forms_of(row):
                    if form.tensors and not (form.parameters or form.deprecated or ABSENT in form.places):
                        check_overlap(runner, form, dtype, overlap, log)
    runner.finish()


OVERLAPS = ("same", "shifted", "halves")


def check_overlap(runner, form, dtype, overlap, log):
    """Every operand that has the dtype is a view of one storage, and so is what is written; numbers are 3."""
    results = []
    for library in (runner.mine, runner.theirs):
        base = library.build(shared_operand(dtype, (24,), "contiguous", 7)).tensor
        mask = library.build(shared_operand("bool", (8,), "contiguous", 9)).tensor
        views = {
            "same": [base[:8]] * 4,
            "shifted": [base[i : 8 + i] for i in range(4)],
            "halves": [base[8 * i : 8 * i + 8] for i in (0, 1, 2, 0)],
        }[overlap]
        operands = [
            3 if place == NUMBER else mask if name in runner.row.masks else view
            for name, view, place in zip(runner.row.operands, views, form.places, strict=False)
        ]
        out = views[3] if form.out else None
        del log[:]
        try:
            value = form.call(library.module, operands, {}, out)
        except Exception as error:
            value = error
        results.append((value, base, operands))
    (mine, my_base, _), (theirs, their_base, _) = results
    case = Case(runner.row.name, form.name, (overlap, dtype))
    if complex_half(theirs):
        CELLS.differs(runner.row.name, COMPLEX_HALF)
    elif isinstance(mine, Exception) or isinstance(theirs, Exception):
        if type(mine) is not type(theirs) or first_words(mine) != first_words(theirs):
            runner.fail(case, form, "torch: refusal of overlap", f"{mine!r:.300} | torch {theirs!r:.300}")
    elif overlap != "shifted" and torch.is_tensor(theirs):
        for ours, other in ((mine, theirs), (my_base, their_base)):
            if not close(runner, ours, other):
                runner.fail(case, form, "torch: values of overlap", f"{ours} | torch {other}")


def first_words(error):
    return first_line(error).split("\n")[0]


def close(runner, ours, theirs):
    name = dtype_name(ours)
    if name != dtype_name(theirs):
        return False
    a, b = tensor_bits(ours, name), tensor_bits(theirs.resolve_conj(), name)
    return a.shape == b.shape and not differing(a, b, name, runner.ulps).size


@pytest.mark.parametrize("name", [row.name for row in MODELLED])
def test_integers_of_64_bits_without_sign_are_taken_as_torch_takes_them(name):
    """2**63 .. 2**64 - 1 wrap for integers and are exact for floats."""
    row = ROWS[name]
    runner = Runner(row)
    with recording() as log:
        for dtype in NAMES:
            tensor = shared_operand(dtype, (5, 7, 3), "transposed", 99)
            for number in (2**63, 2**64 - 1, 2**63 + 2**40 + 1):
                for form in forms_of(row):
                    if not form.out and "Number" in form.places and len(form.tensors) == 1:
                        operands = tuple(tensor if place == "Tensor" else number for place in form.places)
                        given = {"alpha": 2} if form.parameters else {}
                        runner.check(Case(name, form.name, operands, given), form, log)
    runner.finish()


def test_no_cell_is_empty(request):
    """Every cell was visited, and every form gave values."""
    wanted = {(row.name, dtype) for row in CHOSEN for dtype in range(len(NAMES))}
    if not wanted <= CELLS.finished or TENTH:
        pytest.skip(f"only {len(CELLS.finished)} of {len(wanted)} parts of the grid were selected")
    empty = {name: CELLS.counts(name)[2] for name in ROWS if CELLS.counts(name)[2]}
    assert empty == {}
    valueless = [
        (name, form)
        for name, grids in CELLS.grids.items()
        for form, grid in grids.items()
        if not (grid & VALUE).any()
    ]
    assert valueless == []


def test_named_differences_have_reasons_and_are_met(request):
    assert all(len(reason) > 20 for reason in REASONS.values())
    if torch is None or not request.config.getoption("--long") or len(CELLS.finished) < 12 * len(CHOSEN):
        return
    met = {name for _, name in CELLS.differences}
    assert [entry.name for entry in KNOWN if entry.name not in met] == []
