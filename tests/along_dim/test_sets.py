"""Sets and sorted sequences, against PyTorch: unique, unique_consecutive, isin, searchsorted, bucketize."""

import itertools

import numpy as np
import pytest

from calls import function_cells, sets_cases
from oracles.dtype_rules import NAMES
from under_test import needs_torch, tb

LISTS = {name: value for name, value in vars(sets_cases).items() if isinstance(value, function_cells.Cells)}
NAN = float("nan")


@needs_torch
@pytest.mark.parametrize("dtype", NAMES)
@pytest.mark.parametrize("name", LISTS)
def test_every_call_is_torchs(name, dtype):
    function_cells.check(LISTS[name], dtype)


# ---- all small cases ----


def small_matrices(rows, columns):
    values = itertools.product(range(2 if rows * columns > 6 else 3), repeat=rows * columns)
    return [[list(v[i * columns : (i + 1) * columns]) for i in range(rows)] for v in values]


@pytest.mark.parametrize("shape", [(1, 1), (2, 2), (3, 2), (2, 3), (4, 2), (3, 3)])
def test_rows_come_sorted_with_where_they_were_and_how_often(shape):
    for rows in small_matrices(*shape):
        wanted = sorted(map(tuple, {tuple(row) for row in rows}))
        found, inverse, counts = tb.tensor(rows).unique(True, True, True, dim=0)
        assert list(map(tuple, found.tolist())) == wanted
        assert inverse.tolist() == [wanted.index(tuple(row)) for row in rows]
        assert counts.tolist() == [list(map(tuple, rows)).count(row) for row in wanted]


def test_consecutive_elements_are_grouped_as_by_itertools():
    for values in itertools.product(range(3), repeat=5):
        groups = [(key, len(list(group))) for key, group in itertools.groupby(values)]
        found, inverse, counts = tb.unique_consecutive(tb.tensor(values), True, True)
        assert found.tolist() == [key for key, _ in groups]
        assert counts.tolist() == [n for _, n in groups]
        assert found[inverse].tolist() == list(values)


@pytest.mark.parametrize("numbers", [[], [1], [1, 1], [1, 2, 2, 3], [0, 2, 4, 4, 4, 6, 8, 8]])
@pytest.mark.parametrize("dtype", ["int64", "float64", "float32", "uint8"])
def test_values_belong_where_counting_says(numbers, dtype):
    sequence = tb.tensor(numbers, dtype=getattr(tb, dtype))
    values = tb.arange(10, dtype=sequence.dtype)
    before = [sum(number < value for number in numbers) for value in range(10)]
    upto = [sum(number <= value for number in numbers) for value in range(10)]
    assert tb.searchsorted(sequence, values).tolist() == before
    assert tb.bucketize(values, sequence, right=True).tolist() == upto
    assert [tb.searchsorted(sequence, value, side="right").item() for value in range(10)] == upto


# ---- what a list of calls cannot say ----


def test_many_elements_are_counted():
    x = tb.arange(30_000) * 7919 % 1000
    found, inverse, counts = tb.unique(x, return_inverse=True, return_counts=True)
    assert tb.equal(found, tb.arange(1000))
    assert tb.equal(inverse, x)
    assert tb.equal(counts, tb.full((1000,), 30))
    pairs = tb.stack([x % 10, x // 10], 1)
    found, inverse, counts = tb.unique(pairs, dim=0, return_inverse=True, return_counts=True)
    assert tb.equal(found[inverse], pairs)
    assert tb.equal(found, tb.cartesian_prod(tb.arange(10), tb.arange(100)))
    assert tb.isin(x, tb.arange(0, 1000, 2)).sum() == 15_000
    assert tb.equal(tb.searchsorted(tb.arange(0, 2000, 2), x), (x + 1) // 2)


def test_slices_with_nan_are_sorted_with_nan_last():
    """torch leaves their order open, and then takes equal slices for different ones."""
    x = tb.tensor([[NAN, 1], [2, 1], [NAN, 1], [1, 5], [2, 1]])
    found, counts = tb.unique(x, return_counts=True, dim=0)
    assert found[:2].tolist() == [[1, 5], [2, 1]]
    assert counts.tolist() == [1, 2, 1, 1]


def test_rows_that_differ_in_the_last_of_many_columns_are_sorted():
    x = tb.zeros(4, 100_000)
    x[:, -1] = tb.tensor([3.0, 1.0, 3.0, 2.0])
    x[3, 70_000] = 1
    found, inverse, counts = x.unique(True, True, True, dim=0)
    assert found[:, -1].tolist() == [1, 3, 2]
    assert inverse.tolist() == [1, 0, 1, 2] and counts.tolist() == [1, 2, 1]


def test_strided_test_elements_are_read():
    """Of few ones torch takes a view, which it then says it cannot have."""
    x = tb.arange(12).view(3, 4)
    assert tb.isin(x, x[:, 1:3]).tolist() == [[False, True, True, False]] * 3


def test_out_may_be_an_operand():
    x = tb.tensor([4, 0, 2])
    tb.searchsorted(tb.tensor([1, 2, 3]), x, out=x)
    assert x.tolist() == [3, 0, 1]
    sequence = tb.tensor([1, 2, 3])
    tb.bucketize(tb.tensor([5, 2, 0]), sequence, out=sequence)
    assert sequence.tolist() == [3, 1, 0]


def test_the_search_refuses_operands_that_it_cannot_read():
    x = tb.zeros(2, 3, dtype=tb.float64)
    pairs = [(x.t(), x), (x, x.t()), (x, x[0]), (x[:1], x), (x.float(), x), (x[0, 0], x), (x + 0j, x + 0j)]
    for numbers, values in pairs:
        with pytest.raises(RuntimeError, match="other operands"):
            tb._C._rows_search(numbers, values, False, False)


def steps(numbers, value, right):
    """torch's bisection."""
    start, end = 0, len(numbers)
    while start < end:
        middle = start + (end - start) // 2
        if not (numbers[middle] > value if right else numbers[middle] >= value):
            start = middle + 1
        else:
            end = middle
    return start


SEARCHED = ("uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64")


@pytest.mark.parametrize("right", [False, True])
@pytest.mark.parametrize("dtype", SEARCHED)
def test_every_value_is_found_by_torchs_steps(dtype, right):
    """Values that ascend, repeat, or come in any order; numbers that are sorted, are not, or have nan."""
    random = np.random.default_rng(5)
    for size, count in ((0, 3), (1, 5), (7, 1), (100, 3), (100, 300), (33, 1000), (5000, 129)):
        for order in ("sorted", "random", "nan"):
            numbers, values = (random.integers(0, 90, n).astype(float) for n in (size, count))
            if order != "random":
                numbers.sort()
            if order == "nan" and tb.empty(0, dtype=getattr(tb, dtype)).is_floating_point():
                numbers[size * 2 // 3 :] = values[count // 2 :: 7] = np.nan
            for given in (
                values,
                np.sort(values),
                np.repeat(values[:1], count),
                np.sort(values)[::-1].copy(),
            ):
                a, v = (tb.tensor(x.tolist()).to(getattr(tb, dtype)) for x in (numbers, given))
                wanted = [steps(a.tolist(), x, right) for x in v.tolist()]
                found = tb.searchsorted(a, v, right=right)
                assert found.tolist() == wanted, (size, count, order)
                assert tb.searchsorted(a, v, right=right, out_int32=True).tolist() == wanted


def test_rows_of_values_meet_rows_of_numbers():
    numbers = tb.arange(60).view(4, 15) * 2
    values = tb.arange(4 * 300).view(4, 300) % 131
    found = tb.searchsorted(numbers, values)
    for row in range(4):
        assert found[row].equal(tb.searchsorted(numbers[row], values[row]))
        assert found[row].tolist() == [steps(numbers[row].tolist(), v, False) for v in values[row].tolist()]
