"""Medians, kthvalue, mode and logcumsumexp against PyTorch: every dtype and layout, every small slice."""

import itertools
import math

import numpy as np
import pytest

from adversary import against_quickselect
from under_test import needs_torch, tb, torch

NAN = math.nan


def found(result):
    """What both libraries are compared by: nan is equal to nan."""
    return [[str(x) for x in part.tolist()] for part in result]


SHORT = [list(row) for n in range(1, 6) for row in itertools.product((0.0, 1.0, 2.0, NAN), repeat=n)]
WITHOUT_NAN = [row for row in SHORT if not any(map(math.isnan, row))]


@needs_torch
@pytest.mark.parametrize("dtype", ("float32", "float64", "float16"))
def test_medians_and_kth_values_of_all_short_slices_are_torchs(dtype):
    for n in range(1, 6):
        rows = [row for row in SHORT if len(row) == n]
        ours, theirs = (lib.tensor(rows, dtype=getattr(lib, dtype)) for lib in (tb, torch))
        assert found(ours.median(1)) == found(theirs.median(1))
        assert found(ours.nanmedian(1)) == found(theirs.nanmedian(1))
        assert found(ours.median(0)) == found(theirs.median(0))
        for k in range(1, n + 1):
            assert found(ours.kthvalue(k, 1)) == found(theirs.kthvalue(k, 1))
        for row in rows:
            assert str(tb.tensor(row).nanmedian().item()) == str(torch.tensor(row).nanmedian().item())
            assert str(tb.tensor(row).median().item()) == str(torch.tensor(row).median().item())


@needs_torch
@pytest.mark.parametrize("dtype", ("float32", "int32", "uint8", "bool"))
def test_modes_of_all_short_slices_are_torchs(dtype):
    for n in range(1, 6):
        rows = [row for row in WITHOUT_NAN if len(row) == n]
        ours, theirs = (lib.tensor(rows, dtype=getattr(lib, dtype)) for lib in (tb, torch))
        assert found(ours.mode(1)) == found(theirs.mode(1))
        assert found(ours.mode(0)[:1]) == found(theirs.mode(0)[:1])


LENGTHS = (6, 15, 16, 17, 63, 100, 257, 1000)


@needs_torch
@pytest.mark.parametrize("n", LENGTHS)
def test_long_slices_with_equal_elements_are_torchs(n):
    """kthvalue's index is the one that torch's partition leaves in the k-th place, median's the first."""
    theirs = torch.randint(0, 1 + n // 3, (5, n), generator=torch.Generator().manual_seed(n))
    ours = tb.from_numpy(theirs.numpy())
    for convert in (
        lambda t: t,
        lambda t: t.to(t.double().dtype),
        lambda t: t.sort(1)[0],
        lambda t: t.sort(1, descending=True)[0].short(),
        lambda t: t.argsort(1).sort(1, descending=True)[0],  # no two of them are equal
    ):
        mine, other = convert(ours), convert(theirs)
        assert found(mine.median(1)) == found(other.median(1))
        assert found(mine.mode(1)[:1]) == found(other.mode(1)[:1])
        for k in {1, 2, n // 2, n - 1, n}:
            assert found(mine.kthvalue(k, 1)) == found(other.kthvalue(k, 1))


@needs_torch
def test_wide_integers_keep_all_their_digits():
    values = [2**63 - 1, 2**63 - 2, -(2**63), 2**62 + 1, 2**62]
    for function in (lambda t: t.median(0), lambda t: t.kthvalue(4, 0), lambda t: t.mode(0)):
        assert [x.item() for x in function(tb.tensor(values))] == [
            x.item() for x in function(torch.tensor(values))
        ]


def test_medians_of_expanded_slices_are_those_of_their_elements():
    """torch 2.13 takes a stride of 0 along the dimension for contiguous memory and reads other elements."""
    t = tb.tensor([[3.0, 1.0, 2.0]]).expand(4, 3)
    for function in (tb.median, tb.nanmedian):
        values, indices = function(t, 0)
        assert values.tolist() == [3, 1, 2] and indices.tolist() == [1, 1, 1]
        assert function(t).item() == 2


def test_a_nan_is_no_other_nans_equal():
    """torch's sort compares with nan, too, and may leave equal elements apart: of the second it finds 1."""
    assert [x.item() for x in tb.tensor([2.0, 1.0, 2.0, NAN, NAN, NAN]).mode(0)] == [2, 2]
    assert [x.item() for x in tb.tensor([2.0, NAN, 1.0, NAN, 2.0]).mode(0)] == [2, 4]
    values, index = tb.tensor([NAN, NAN]).mode(0)
    assert math.isnan(values.item()) and index.item() == 0


def test_the_last_of_the_most_frequent_elements_is_taken():
    """So does torch of up to 16 elements; of more it takes what its sort leaves in the last place."""
    assert [x.item() for x in tb.zeros(50).mode(0)] == [0, 49]


@needs_torch
def test_the_median_of_nothing_but_nan_is_torchs():
    for n in range(1, 200):
        assert tb.full((n,), NAN).nanmedian(0)[1].item() == torch.full((n,), NAN).nanmedian(0)[1].item()


def test_the_results_have_names():
    for name in ("median", "nanmedian", "mode"):
        found_types = type(getattr(tb.zeros(2), name)(0)), getattr(tb.return_types, name)
        assert found_types[0] is found_types[1]
    out = tb.empty(0), tb.empty(0, dtype=tb.int64)
    found_pair = tb.kthvalue(tb.tensor([3.0, 1.0]), 1, 0, out=out)
    assert type(found_pair) is tb.return_types.kthvalue_out
    assert found_pair.values is out[0] and found_pair.indices is out[1]


def test_a_failure_writes_nothing():
    values, indices = tb.ones(3), tb.ones(3, dtype=tb.int64)
    for call in (
        lambda: tb.median(tb.zeros(2, 2), 2, out=(values, indices)),
        lambda: tb.kthvalue(tb.zeros(2), 3, 0, out=(values, indices)),
        lambda: tb.mode(tb.zeros(2, 2), 0, out=(values[:1].expand(2), indices[:2])),
    ):
        with pytest.raises((RuntimeError, IndexError)):
            call()
    assert values.tolist() == [1, 1, 1] and indices.tolist() == [1, 1, 1]


def test_tensors_of_64_dimensions_are_reduced():
    t = tb.arange(2.0).view((1,) * 63 + (2,))
    for function in (
        tb.median,
        tb.mode,
        lambda *args, **options: tb.kthvalue(args[0], 1, *args[1:], **options),
    ):
        for keepdim in (False, True):
            out = tb.zeros(2), tb.zeros(2, dtype=tb.int64)
            with pytest.warns(UserWarning, match="was resized"):
                values, indices = function(t, -1, keepdim, out=out)
            assert values.dim() == indices.dim() == 63 + keepdim
            assert values.sum().item() == indices.sum().item() == 0


def test_an_order_against_quickselect_has_its_median_soon():
    numbers = against_quickselect(600, 299)
    assert sorted(numbers) == list(range(600))
    values, indices = tb.tensor(numbers).median(0)
    assert (values.item(), numbers.index(299)) == (299, indices.item())


def orders(n, dtype):
    """Slices in which few, many and nearly all elements are equal, in orders that mislead pivots."""
    draw = torch.Generator().manual_seed(n)
    many = torch.randn(n, generator=draw, dtype=torch.float64) * 1000
    few = torch.randint(0, 5, (n,), generator=draw)
    prevails = torch.where(torch.rand(n, generator=draw) < 0.1, many, 0)
    ascending = many.sort().values
    organ_pipe = torch.cat([ascending[::2], ascending[1::2].flip(0)])
    return [t.to(dtype) for t in (many, few, prevails, ascending, ascending.flip(0), organ_pipe)]


@needs_torch
@pytest.mark.parametrize("name", ("float32", "float64", "int64", "int16", "uint8"))
def test_long_slices_in_any_order_give_torchs_elements(name):
    for n in (100, 2049, 20000):
        for theirs in orders(n, getattr(torch, name)):
            ours = tb.tensor(theirs.tolist(), dtype=getattr(tb, name))
            assert ours.median().item() == theirs.median().item()
            assert found(ours.reshape(1, n).median(1)) == found(theirs.reshape(1, n).median(1))
            for k in (1, n // 3, n):
                assert found(ours.reshape(1, n).kthvalue(k)) == found(theirs.reshape(1, n).kthvalue(k))
            if theirs.is_floating_point():
                theirs[:: n // 7] = NAN
                ours = tb.tensor(theirs.tolist(), dtype=getattr(tb, name))
                assert ours.nanmedian().item() == theirs.nanmedian().item() and math.isnan(ours.median())
                for function in ("median", "nanmedian"):
                    values = [getattr(t.reshape(1, n), function)(1) for t in (ours, theirs)]
                    assert found(values[0]) == found(values[1])


# ---- order ----

FLOATS = ["float16", "float32", "float64"]

ORDERS = {
    "random": lambda random, n: random.integers(-60, 60, n),
    "ascending": lambda random, n: np.sort(random.integers(-60, 60, n)),
    "descending": lambda random, n: np.sort(random.integers(-60, 60, n))[::-1],
    "one value": lambda random, n: np.full(n, 7),
    "two values": lambda random, n: random.integers(0, 2, n),
    "up and down": lambda random, n: np.concatenate([np.arange(n // 2), np.arange(n - n // 2)[::-1]]) % 97,
    "a last one": lambda random, n: np.r_[np.arange(n - 1) % 120, -1],
}


@pytest.mark.parametrize("dtype", ["uint8", "int8", "int16", "int32", "int64", *FLOATS])
@pytest.mark.parametrize("order", ORDERS)
def test_medians_take_the_first_of_equal_elements_that_are_left(order, dtype):
    random = np.random.default_rng(3)
    for n in (1, 2, 3, 64, 65, 130, 3000):
        array = ORDERS[order](random, n).astype(dtype)
        least = int(array.argsort(kind="stable")[(n - 1) // 2])
        for name in ("median", "nanmedian"):
            value, index = getattr(tb.from_numpy(array.copy()), name)(0)
            assert (value.item(), index.item()) == (array[least], least)
        found, index = tb.from_numpy(array.copy()).kthvalue(n // 2 + 1)
        assert found.item() == np.sort(array)[n // 2] == array[index.item()]


@pytest.mark.parametrize("dtype", FLOATS)
def test_medians_of_nan(dtype):
    random = np.random.default_rng(4)
    for n in (2, 65, 3000):
        array = np.sort(random.integers(-60, 60, n)).astype(dtype)
        array[n // 2] = np.nan
        value, index = tb.from_numpy(array).median(0)
        assert value.isnan().item() and index.item() == n // 2
        value, index = tb.from_numpy(array).nanmedian(0)
        assert index.item() == array.argsort(kind="stable")[(n - 2) // 2]
        assert value.item() == array[index.item()]
