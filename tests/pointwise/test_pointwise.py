"""Every public row of the operator table in every form, against PyTorch and NumPy: nothing here knows an
operator.

A fixed sample (helpers/differential/drawing.py) visits every cell, form x dtype x
layout class; with --long the whole grid follows.  TBCAST_SAMPLE=tenth takes a tenth of the
sample and exact rows only: for the CPU levels that are not the best one.  What is
compared is said in helpers/differential/runner.py.
"""

import itertools
import os

import numpy as np
import pytest

from differential.cases import Case, dtype_name, tensor_bits
from differential.cells import CELLS
from differential.differences import COMPLEX_HALF, KNOWN, REASONS, complex_half
from differential.domains import is_degree
from differential.drawing import shared_operand
from differential.forms import ABSENT, MODELLED, NUMBER, ROWS, forms_of
from differential.rows import SAMPLE, WHOLE, RowRun
from differential.runner import Runner, recording
from oracles.comparison import differing
from oracles.dtype_rules import NAMES
from oracles.scalar_loop import doubles
from under_test import STAND_IN, first_line, needs_torch, torch

TENTH = os.environ.get("TBCAST_SAMPLE") == "tenth"
CHOSEN = [row for row in ROWS.values() if not TENTH or row.tolerance == "exact"]


@pytest.mark.sample(6)
@pytest.mark.cpu_level
@pytest.mark.parametrize("name", [row.name for row in CHOSEN])
def test_every_form_agrees_with_torch_and_numpy(name):
    """A sample: every cell is visited, and every form gives a value somewhere."""
    row = ROWS[name]
    run = RowRun(row)
    for dtype in range(len(NAMES)):
        run.run(dtype, SAMPLE[len(row.operands)], tenth=TENTH)
        assert TENTH or run.empty(dtype) == []
    assert TENTH or run.valueless() == []
    run.runner.finish()


@pytest.mark.long
@pytest.mark.parametrize("dtype", NAMES)
@pytest.mark.parametrize("name", [row.name for row in CHOSEN])
def test_every_form_agrees_beside_every_dtype_and_layout(name, dtype):
    """The whole grid, a row and dtype each, so that each ends soon."""
    row = ROWS[name]
    run = RowRun(row)
    run.run(NAMES.index(dtype), WHOLE[len(row.operands)])
    assert run.empty(NAMES.index(dtype)) == []
    run.runner.finish()


@needs_torch
@pytest.mark.parametrize("name", ROWS)
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
    domain = "degree" if any(is_degree(runner.row, i) for i in range(len(form.places))) else "any"
    for library in (runner.mine, runner.theirs):
        base = library.build(shared_operand(dtype, (24,), "contiguous", 7, domain)).tensor
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
    if a.shape != b.shape:
        return False
    index = differing(a, b, name, runner.ulps)
    if runner.row.name not in ROUGH:
        return not index.size
    a, b = (doubles(x.ravel()[index], name) for x in (a, b))
    overflow = ~(np.isfinite(a) | np.isfinite(b))
    return bool((overflow | np.isclose(a, b, rtol=2**-6, atol=ROUGH[runner.row.name])).all())


ROUGH = dict.fromkeys(
    (
        *("_special_i0e", "_special_ndtr", "igamma", "igammac"),
        *(f"_special_bessel_{name}" for name in ("j0", "j1", "y0", "y1")),
        *(name for name in ROWS if "_polynomial_" in name),
    ),
    2**-10,
) | {"_special_airy_ai": 2**-7, "_nn_gelu": 2**-19}
"""Rows of which torch's elements have fewer digits (differences.py), and how far they may be from ours: here
the memory counts."""


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


OPERATORS = {difference.name: set(difference.operators) for difference in KNOWN}


@needs_torch
@pytest.mark.skipif(STAND_IN, reason="torch against itself")
@pytest.mark.parametrize("difference", REASONS)
def test_every_named_difference_is_met(difference):
    """What torch no longer does is no longer let pass."""
    for row in ROWS.values():
        if {"*", row.name} & OPERATORS.get(difference, {"*"}):
            before = CELLS.differences[row.name, difference]
            for passes, dtype in itertools.product((1, 3), range(len(NAMES))):
                RowRun(row).run(dtype, passes)
                if CELLS.differences[row.name, difference] > before:
                    return
    raise AssertionError("no call of the first passes meets it")
