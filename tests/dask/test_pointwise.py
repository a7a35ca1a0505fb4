"""Every pointwise row in every form: DaskTensors of random chunks say, refuse and give what Tensors do."""

import random
import warnings

import pytest

pytest.importorskip("dask.array")

import tbcast
import tbcast.dask as td
from chunkings import assert_equal, cut
from differential.cases import Case, Library, Operand
from differential.drawing import draws, operands_of, parameters_of, stable
from differential.forms import ROWS, forms_of
from oracles.dtype_rules import NAMES
from under_test import first_line

OF_ELEMENTS = ("ZeroDivisionError", "without overflow")
"""What errors say that only the elements can tell: they come when these are computed."""
LIBRARY = Library(tbcast)


def outcome(module, form, case, cutting):
    """(result or exception, what was written, texts of warnings)"""
    operands = [LIBRARY.tensor(x) for x in case.operands]
    if cutting is not None:
        operands = [cut(x, cutting) if isinstance(x, tbcast.Tensor) else x for x in operands]
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        try:
            result = form.call(module, operands, case.parameters, None)
        except Exception as error:
            result = error
    return result, operands, [str(w.message) for w in log if w.category is UserWarning]


def computed(lazy):
    try:
        return lazy.compute(scheduler="sync")
    except Exception as error:
        return error


def cases(row, whole):
    for dtype in range(0, len(NAMES), 1 if whole else 3):
        for draw in draws(row, (dtype + stable(row.name)) % len(NAMES), 1):
            for form in forms_of(row):
                if form.out or not form.tensors:
                    continue
                if whole or draw.word(stable(form.name)) % 25 == 0:
                    yield form, Case(row.name, form.name, operands_of(draw, form), parameters_of(draw, form))


@pytest.mark.parametrize(
    "whole", [False, pytest.param(True, marks=pytest.mark.long)], ids=["sample", "whole"]
)
@pytest.mark.parametrize("name", ROWS)
def test_every_form_gives_what_tensors_give(name, whole):
    count = 0
    for form, case in cases(ROWS[name], whole):
        if form.inplace and case.operands[0].written_twice:
            continue  # memory of a tensor; a DaskTensor has none
        want, _, said = outcome(tbcast, form, case, None)
        got, lazy, told = outcome(td, form, case, count)
        given = [x.dtype + str(x.size) if isinstance(x, Operand) else x for x in case.operands]
        where = f"{form.name} of {given}"
        if isinstance(want, Exception):
            if not isinstance(got, Exception) and any(word in str(want) for word in OF_ELEMENTS):
                got = computed(got)  # which only the elements tell
            assert isinstance(got, Exception), f"{where} is refused: {want}"
            assert (type(got), first_line(got)) == (type(want), first_line(want)), where
            continue
        assert not isinstance(got, Exception), f"{where}: {got!r}"
        assert told == said, where
        if isinstance(want, bool):
            continue
        assert (tuple(got.shape), got.dtype) == (tuple(want.shape), want.dtype), where
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                assert_equal(got.compute(scheduler="sync"), want)
                if form.inplace:
                    assert got is lazy[0]
            except AssertionError as error:
                raise AssertionError(f"{where}: {error}") from None
        count += 1
    assert count or not whole


@pytest.mark.parametrize("name", ["add", "mul", "exp", "where", "clamp"])
def test_the_threaded_scheduler_gives_the_same(name):
    x, y = tbcast.randn(50, 40), tbcast.randn(40)
    call = {
        "where": lambda f, a, b: f(a > 0, a, b),
        "exp": lambda f, a, b: f(a),
        "clamp": lambda f, a, b: f(a, b),
    }
    run = call.get(name, lambda f, a, b: f(a, b))
    lazy = run(getattr(td, name), cut(x), cut(y))
    assert_equal(lazy.compute(scheduler="threads"), run(getattr(tbcast, name), x, y))


def test_out_is_refused():
    x = td.ones(3)
    for call in (
        lambda: td.add(x, x, out=x),
        lambda: td.exp(x, out=tbcast.ones(3)),
        lambda: td.sum(x, 0, out=x),
        lambda: td.index_select(x, 0, td.arange(2), out=x),
        lambda: td.masked_select(x, x > 0, out=x),
    ):
        with pytest.raises(NotImplementedError, match=r"assign the result; \.compute\(\)"):
            call()


def test_in_place_rebinds_and_leaves_others():
    x = td.arange(6.0, chunks=2)
    y = x.clone()
    alias = x
    x += 1
    x.mul_(tbcast.tensor([2.0]))
    assert alias is x
    assert x.tolist() == [2, 4, 6, 8, 10, 12] and y.tolist() == [0, 1, 2, 3, 4, 5]


def test_operands_of_other_kinds_meet():
    import dask.array as da
    import numpy as np

    x = td.ones(4, chunks=2)
    for other in (
        np.ones(4, np.float32),
        tbcast.ones(4),
        da.ones(4, chunks=3, dtype="f4"),
        1,
        1.0,
        np.float32(1),
    ):
        for result in (x + other, other + x):
            assert isinstance(result, td.DaskTensor)
            assert result.tolist() == [2, 2, 2, 2]
    with pytest.raises(TypeError, match=r"unsupported operand type\(s\) for \+: 'DaskTensor' and 'str'"):
        x + "1"


def test_random_chunkings_of_operands_are_unified():
    draw = random.Random(3)
    x, y, z = tbcast.randn(9, 1, 7), tbcast.randn(8, 7), tbcast.randn(1, 8, 1)
    for seed in range(10):
        a, b, c = (cut(t, f"{seed} {draw.random()}") for t in (x, y, z))
        assert_equal(((a * b + c) / (b - c)).compute(scheduler="sync"), (x * y + z) / (y - z))


@pytest.mark.parametrize(
    "call",
    [
        lambda f, t: f.hardshrink(t),
        lambda f, t: f.hardshrink(t, 0.9),
        lambda f, t: t.hardshrink(1.0),
        lambda f, t: f.mvlgamma(t.abs() + 3, 2),
        lambda f, t: f.isclose(t, t + 1e-9),
    ],
)
def test_pointwise_rows_of_the_other_table_give_the_same(call):
    x = tbcast.randn(7, 5)
    assert_equal(call(td, cut(x)).compute(scheduler="sync"), call(tbcast, x))
    for refused in (lambda f, t: f.hardshrink(t.int()), lambda f, t: f.mvlgamma(t, 0)):
        with pytest.raises((NotImplementedError, RuntimeError)) as want:
            refused(tbcast, x)
        with pytest.raises(type(want.value)) as got:
            refused(td, cut(x))
        assert first_line(got.value) == first_line(want.value)
