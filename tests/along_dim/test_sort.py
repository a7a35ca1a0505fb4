"""Sorting against NumPy's stable sort, for data that the ways of sorting treat differently."""

import numpy as np
import pytest

from under_test import STAND_IN, tb

pytestmark = [pytest.mark.cpu_level, pytest.mark.skipif(STAND_IN, reason="compares with NumPy")]

DTYPES = ("int16", "int32", "int64", "uint8", "float16", "float32", "float64")
SIZES = (1, 2, 7, 8, 16, 17, 33, 63, 64, 65, 129, 300, 700, 2500, 20000, 300000)


def kinds(dtype, n):
    """Random numbers, few different ones, and what keys of 64 bits that are cut have to settle."""
    rng = np.random.default_rng(n)
    if dtype.kind == "f":
        values = rng.standard_normal(n).astype(dtype)
        special = np.array([0.0, -0.0, np.nan, -np.nan, np.inf, -np.inf, 1, -1], dtype)
        return (
            values,
            special[rng.integers(0, 8, n)],
            np.nextafter(dtype.type(1), special[rng.integers(4, 6, n)]),
        )
    info = np.iinfo(dtype)
    values = rng.integers(info.min, info.max, n, dtype, endpoint=True)
    one_far = rng.integers(0, 100, n).astype(dtype)
    one_far[n // 2] = info.max
    shift = max(info.bits - 3, 0)
    apart = (rng.integers(0, 4, n).astype(dtype) << dtype.type(shift)) + rng.integers(0, 5, n).astype(dtype)
    return values, one_far, apart


def in_order(values, descending):
    """The places of the sorted elements; all nan are equal, and the largest."""
    is_nan = np.isnan(values) if values.dtype.kind == "f" else np.zeros(len(values), bool)
    of_numbers = np.where(is_nan, 0, values)
    distinct, rank = np.unique(of_numbers, return_inverse=True)
    rank = np.where(is_nan, len(distinct), rank)
    return np.argsort(-rank if descending else rank, kind="stable")


@pytest.mark.parametrize("name", DTYPES)
def test_sorting_is_stable_and_keeps_every_bit(name):
    for n in SIZES:
        for values in kinds(np.dtype(name), n):
            for descending in (False, True):
                order = in_order(values, descending)
                found, places = tb.from_numpy(values).sort(stable=True, descending=descending)
                assert places.tolist() == order.tolist()
                assert found.numpy().tobytes() == values[order].tobytes()


def test_rows_are_sorted_one_by_one():
    for n in (3, 16, 40, 100, 2000):
        values = np.random.default_rng(n).integers(0, 50, (9, n))
        for t in (tb.from_numpy(values), tb.from_numpy(values.T.copy()).T):
            assert np.array_equal(t.argsort(dim=1, stable=True).numpy(), np.argsort(values, 1, kind="stable"))
