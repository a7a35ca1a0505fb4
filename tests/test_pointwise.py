"""Every operator of the table in every form, for every dtype pair and layout pair.

One pytest item runs thousands of cells; mismatches are collected and reported by
kind with a reproduction each.  See helpers/runner.py for what is compared.
"""

import pytest

from cases import Case, operand
from dtype_rules import KIND, NAMES, can_cast, number_dtype, result_type
from forms import BINARY, ROWS, UNARY, forms_of, number_forms, unary_forms
from numpy_oracle import predict
from runner import CELLS, OUT_LAYOUTS, PAIRS, SINGLES, SIZES, VALUE, Runner, pair_operands, recording
from shape_rules import Refused

ALPHAS = (2, -3, 1, 2.5, True, 0, -0.7, 1 - 2j, 300, False, 1e300, -1)
NUMBERS = {
    "bool": (True, False),
    "int": (3, -7, 0, 300, 2049, 2**40 + 1, 2**63 - 1, -(2**63), 2**64),
    "float": (0.1, -2.5, float("nan"), float("inf"), -0.0, 1e300, 70000.1, 1e-310, 2049.0),
    "complex": (1 - 2j, complex(0.1, -0.0), complex(float("inf"), 1e300)),
}
NUMBER_SIZES = {
    "contiguous": (3, 4, 17),
    "transposed": (5, 7, 3),
    "stepped": (2, 3, 4),
    "expanded": (2, 3, 4),
    "0-dim": (),
    "zero-size": (2, 0, 3),
}
BINARY_GRID = [(row.name, dtype) for row in BINARY for dtype in NAMES]
GRID = (len(NAMES), len(PAIRS))
NUMBER_GRID = (len(NUMBERS), len(SINGLES))

for _row in BINARY:
    for _dtype in NAMES:
        for _form in forms_of(_row):
            CELLS.plan((_row.name, _form.name, _dtype), GRID)
        for _form in number_forms(_row):
            CELLS.plan((_row.name, _form.name, _dtype), NUMBER_GRID)
for _row in UNARY:
    for _form in unary_forms(_row):
        CELLS.plan((_row.name, _form.name, ""), (len(NAMES), len(SINGLES)))


def scatter(count):
    """Spreads choices over the cells: a plain remainder would always meet the same forms and dtypes."""
    return (count * 2654435761 & 0xFFFFFFFF) >> 9


def out_operand(kind, size, dtype, count):
    """The tensor given as out=: without elements, of a wrong shape, of the right shape with its own strides,
    or of any other dtype."""
    if kind == "fresh":
        size = (0,)
    elif kind == "resized":
        size = (2, *size) if len(size) < 6 else (3,)
    elif kind == "cast":
        choices = NAMES if scatter(count) & 1 else [name for name in NAMES if can_cast(dtype, name)]
        dtype = choices[scatter(count + 1) % len(choices)]
    layout = OUT_LAYOUTS[scatter(count) % len(OUT_LAYOUTS)] if kind != "fresh" else "contiguous"
    return operand(dtype, size, layout, 17 + count % 5)


def result_of(row, *operands):
    """Size and dtype a well-behaved out= has; any, where the operands are refused."""
    try:
        outcome = predict(row, False, *operands)
    except Refused:
        return (2,), "float64"
    return outcome.size, outcome.dtype


def cell_case(name, form, operands, result, count):
    """The case of a form; `count` scatters alphas and kinds of out= over the cells."""
    alpha = ALPHAS[scatter(count) % len(ALPHAS)] if form.alpha else None
    out = out_operand(form.out, *result, count) if form.out else None
    return Case(name, form.name, *operands, alpha=alpha, out=out)


@pytest.mark.parametrize(("name", "dtype"), BINARY_GRID)
def test_tensor_pairs_agree_with_numpy_and_torch(name, dtype):
    row = ROWS[name]
    runner = Runner(row)
    forms = list(forms_of(row))
    with recording() as log:
        count = 0
        for pair_index, pair in enumerate(PAIRS):
            variant = (pair_index + len(name)) % len(SIZES)
            for partner_index, partner in enumerate(NAMES):
                a, b = shared_operands(pair, dtype, partner, variant)
                size, out_dtype = result_of(row, a, b)
                for form in forms:
                    count += 1
                    case = cell_case(name, form, (a, b), (size, out_dtype), count)
                    CELLS.mark(
                        (name, form.name, dtype), (partner_index, pair_index), runner.check(case, form, log)
                    )
    CELLS.items.add(("tensors", name, dtype))
    runner.finish()


OPERANDS = {}


def shared_operands(pair, dtype, partner, variant):
    """The same Operand objects again and again, so that tensors and predictions can be kept."""
    result = []
    for role, name in enumerate((dtype, partner)):
        key = (pair, role, name, variant)
        if key not in OPERANDS:
            if len(OPERANDS) > 20_000:
                OPERANDS.clear()
            OPERANDS[key] = pair_operands(pair, (dtype, partner), variant)[role]
        result.append(OPERANDS[key])
    return result


def single_operand(layout, dtype):
    if isinstance(layout, int):
        size = (2, 3, 2, 1, 2, 3)[6 - layout :]
        return operand(dtype, size, "permuted", 77 + layout)
    return operand(
        dtype, NUMBER_SIZES[layout], layout if layout not in ("0-dim", "zero-size") else "contiguous", 99
    )


@pytest.mark.parametrize(("name", "dtype"), BINARY_GRID)
def test_python_numbers_agree_with_numpy_and_torch(name, dtype):
    row = ROWS[name]
    runner = Runner(row)
    forms = list(number_forms(row))
    with recording() as log:
        count = 0
        for layout_index, layout in enumerate(SINGLES):
            tensor = single_operand(layout, dtype)
            for kind_index, (kind, numbers) in enumerate(NUMBERS.items()):
                for position, number in enumerate(numbers):
                    if (position + layout_index) % 2 and kind != "bool":
                        continue  # every number meets half of the layouts
                    a, b = tensor, number
                    size, out_dtype = result_of(row, a, b)
                    for form in forms:
                        count += 1
                        a, b = (number, tensor) if form.number == "left" else (tensor, number)
                        case = cell_case(name, form, (a, b), (size, out_dtype), count)
                        CELLS.mark(
                            (name, form.name, dtype),
                            (kind_index, layout_index),
                            runner.check(case, form, log),
                        )
    CELLS.items.add(("numbers", name, dtype))
    runner.finish()


@pytest.mark.parametrize("name", [row.name for row in BINARY])
def test_integers_of_64_bits_without_sign_are_taken_as_torch_takes_them(name):
    """2**63 .. 2**64 - 1 wrap for integers and are exact for floats."""
    row = ROWS[name]
    runner = Runner(row)
    with recording() as log:
        for dtype in NAMES[1:]:
            tensor = single_operand("transposed", dtype)
            for number in (2**63, 2**64 - 1, 2**63 + 2**40 + 1):
                for form in number_forms(row):
                    if not form.out:
                        a, b = (number, tensor) if form.number == "left" else (tensor, number)
                        runner.check(Case(name, form.name, a, b, alpha=2 if form.alpha else None), form, log)
    runner.finish()


@pytest.mark.parametrize("name", [row.name for row in UNARY])
def test_unary_operators_agree_with_numpy_and_torch(name):
    row = ROWS[name]
    runner = Runner(row)
    with recording() as log:
        count = 0
        for dtype_index, dtype in enumerate(NAMES):
            for layout_index, layout in enumerate(SINGLES):
                tensor = single_operand(layout, dtype)
                size, out_dtype = result_of(row, tensor)
                for form in unary_forms(row):
                    count += 1
                    case = cell_case(name, form, (tensor,), (size, out_dtype), count)
                    CELLS.mark(
                        (name, form.name, ""), (dtype_index, layout_index), runner.check(case, form, log)
                    )
    CELLS.items.add(("unary", name, ""))
    runner.finish()


def test_no_cell_is_empty():
    """Every cell of the grid was visited, and every form x dtype pair that is not refused gave a value."""
    wanted = {(kind, *item) for kind in ("tensors", "numbers") for item in BINARY_GRID}
    wanted |= {("unary", row.name, "") for row in UNARY}
    if CELLS.items != wanted:
        pytest.skip(f"only {len(CELLS.items)} of {len(wanted)} parts of the grid were selected")
    assert CELLS.empty() == {}
    valueless = []
    for (name, form, dtype), grid in CELLS.visited.items():
        row = ROWS[name]
        for index, cells in enumerate(grid):
            if not (cells & VALUE).any() and not refused_everywhere(row, form, dtype, index):
                valueless.append((name, form, dtype, index))
    assert valueless == []


def refused_everywhere(row, form, dtype, index):
    """Is this row of the grid refused whatever the layout: bool subtraction, a result that the written tensor
    cannot hold?"""
    if len(row.operands) == 1:
        return KIND[NAMES[index]] < 2
    partner = NAMES[index]
    if "number" in form:
        partner = number_dtype(list(NUMBERS.values())[index][0])
    if row.refuses_bool and "bool" in (dtype, partner):
        return True
    if "out cast" in form:
        return False
    result = result_type([(dtype, "dim"), (partner, "number" if "number" in form else "dim")])
    if row.promotion == "float" and KIND[result] < 2:
        result = "float32"
    writes = "_ method" in form or "= operator" in form
    return writes and not can_cast(result, dtype)
