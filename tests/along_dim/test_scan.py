"""Functions along one dimension (cumsum, softmax, sort and their kin) against PyTorch."""

import math
import warnings

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from under_test import needs_torch, tb, torch

# ---- any sizes ----


def same_bits(ours, theirs):
    ours, theirs = (x.float() if str(x.dtype).endswith("bfloat16") else x for x in (ours, theirs))
    return np.array_equal(ours.numpy(), theirs.numpy(), equal_nan=ours.dtype.is_floating_point)


@st.composite
def cases(draw):
    """An array of few values (many are equal), seen in any order and in steps, and one of its dimensions."""
    sizes = st.sampled_from((1, 2, 3, 5, 15, 16, 17, 33, 64, 100, 193, 300))
    size = draw(st.lists(sizes, min_size=1, max_size=3))
    if np.prod(size) > 100_000:
        size = size[:2]
    values = np.random.default_rng(draw(st.integers(0, 1000))).integers(-9, 10, size) / 4
    order, step = draw(st.permutations(range(len(size)))), draw(st.sampled_from((1, 1, 2)))
    dtype = draw(
        st.sampled_from(("bool", "uint8", "int16", "int32", "int64", "float16", "float32", "float64"))
    )
    return values, order, step, dtype, draw(st.integers(0, len(size) - 1))


def both(case):
    values, order, step, dtype, _ = case
    for lib in (tb, torch):
        yield lib.from_numpy(values).to(getattr(lib, dtype)).permute(order)[::step]


@needs_torch
@given(cases())
@settings(deadline=None)
def test_scans_and_sorts_of_any_size_are_torchs(case):
    ours, theirs = both(case)
    dim = case[-1]
    assert same_bits(ours.cumsum(dim), theirs.cumsum(dim))
    assert same_bits(ours.cumprod(dim), theirs.cumprod(dim))
    for descending in (False, True):
        options = {"dim": dim, "descending": descending, "stable": True}
        mine, other = tb.sort(ours, **options), torch.sort(theirs, **options)
        assert mine.values.stride() == other.values.stride() == mine.indices.stride()
        assert same_bits(mine.values, other.values) and same_bits(mine.indices, other.indices)


@needs_torch
@given(cases(), st.integers(0, 10**6), st.booleans())
@settings(deadline=None)
def test_the_largest_of_any_size_are_torchs(case, k, largest):
    ours, theirs = both(case)
    dim = case[-1]
    if case[3] != "bool":
        k %= ours.shape[dim] + 1
        mine, other = tb.topk(ours, k, dim, largest), torch.topk(theirs, k, dim, largest)
        assert same_bits(mine.values, other.values) and mine.values.stride() == other.values.stride()
        assert same_bits(mine.indices, ours.sort(dim, largest).indices.narrow(dim, 0, k))
    for function in ("cummax", "cummin"):
        mine, other = getattr(ours, function)(dim), getattr(theirs, function)(dim)
        assert same_bits(mine.values, other.values) and same_bits(mine.indices, other.indices)


@needs_torch
@given(cases())
@settings(deadline=None)
def test_softmax_of_any_size_sums_to_1(case):
    ours, theirs = (x.double() for x in both(case))
    dim = case[-1]
    assert np.allclose(tb.softmax(ours, dim).numpy(), torch.softmax(theirs, dim).numpy(), rtol=1e-14, atol=0)
    expected = torch.log_softmax(theirs, dim).numpy()
    assert np.allclose(tb.log_softmax(ours, dim).numpy(), expected, rtol=1e-14, atol=1e-14)
    expected = torch.logsumexp(theirs, dim).numpy()
    assert np.allclose(tb.logsumexp(ours, dim).numpy(), expected, rtol=1e-14, atol=1e-14)


@needs_torch
@pytest.mark.parametrize("dtype", ["bool", "uint8", "int8", "int16", "int32", "int64", "float32"])
def test_running_extrema_of_long_slices_are_torchs(dtype):
    ramp = np.repeat(np.arange(-70, 70), 1500)
    for values in (ramp, ramp[::-1], -abs(ramp), np.arange(210_000) % 5, np.arange(210_000) == 70_000):
        ours, theirs = (lib.from_numpy(values.astype("i8")).to(getattr(lib, dtype)) for lib in (tb, torch))
        for function in ("cummax", "cummin"):
            mine, other = getattr(ours, function)(0), getattr(theirs, function)(0)
            assert same_bits(mine.values, other.values) and same_bits(mine.indices, other.indices)


@needs_torch
@pytest.mark.parametrize("n", [1023, 1024, 5001])
@pytest.mark.parametrize("dtype", ["int16", "int32", "int64", "float16", "bfloat16", "float32", "float64"])
def test_medians_beside_a_value_that_prevails_are_torchs(dtype, n):
    rng = np.random.default_rng(n)
    for share in (0.2, 0.4, 0.49, 0.5, 0.51, 0.9, 0.999):
        values = np.where(rng.random(n) < share, 3, rng.integers(-9, 10, n)).astype("f8")
        cases = [values, np.where(values == 3, -0.0, values), np.where(rng.random(n) < 0.7, np.nan, values)]
        for case in cases if "float" in dtype else [values]:
            ours, theirs = (lib.from_numpy(case).to(getattr(lib, dtype)) for lib in (tb, torch))
            for function in ("median", "nanmedian"):
                mine, other = getattr(ours, function)(0), getattr(theirs, function)(0)
                assert same_bits(mine.values, other.values)
                if np.isnan(case).any() and function == "median":
                    assert same_bits(mine.indices, other.indices)
                else:
                    assert ours[mine.indices] == mine.values


# ---- where torch leaves something open ----


def test_sorting_is_stable_at_any_length():
    for n in (5, 16, 17, 200, 5000, 70000):
        for dtype in (tb.uint8, tb.int16, tb.float32, tb.int64):
            values = np.random.default_rng(n).integers(0, 7, n)
            expected = np.argsort(values, kind="stable")
            assert np.array_equal(tb.from_numpy(values).to(dtype).argsort().numpy(), expected)
            expected = np.argsort(-values, kind="stable")
            assert np.array_equal(tb.from_numpy(values).to(dtype).argsort(descending=True).numpy(), expected)


def test_topk_of_many_elements_in_any_order_is_what_sorting_gives():
    for dtype in (tb.uint8, tb.int16, tb.float32, tb.float64):
        for n, k in ((5000, 3), (5000, 600), (70000, 1), (70000, 2000)):
            for values in (np.arange(n), np.arange(n)[::-1].copy(), np.random.default_rng(n).permutation(n)):
                t = tb.from_numpy(values).to(dtype)
                for largest in (False, True):
                    found, expected = tb.topk(t, k, largest=largest), t.sort(descending=largest)
                    assert found.values.tolist() == expected.values[:k].tolist()
                    assert found.indices.tolist() == expected.indices[:k].tolist()


@pytest.mark.parametrize("function", ["softmax", "log_softmax", "logsumexp", "sort"])
def test_memory_that_is_written_is_read_before(function):
    memory = tb.arange(40.0)
    source, out = memory[:24].view(4, 6), memory[10:34].view(4, 6)
    if function == "logsumexp":
        out = memory[10:14]
    if function == "sort":
        expected = tb.sort(source, descending=True).indices
        result = tb.empty(0, dtype=tb.int64)
        with pytest.raises(RuntimeError, match="some elements of the input tensor"):
            tb.sort(source, descending=True, out=(out, result))
        tb.sort(source, descending=True, out=(source, result))
        assert source.tolist()[0] == [5, 4, 3, 2, 1, 0] and result.tolist() == expected.tolist()
        return
    expected = getattr(tb, function)(source.clone(), 1)
    getattr(tb, function)(source, 1, out=out)
    assert out.tolist() == expected.tolist()


def test_a_refused_output_is_left_alone():
    out = tb.ones(3)
    with pytest.raises(IndexError):
        tb.cumsum(tb.ones(2), 1, out=out)
    with pytest.raises(RuntimeError, match="Expected out tensor to have dtype"):
        tb.softmax(tb.ones(2, dtype=tb.float64), 0, out=out)
    with pytest.warns(UserWarning, match="was resized"), pytest.raises(NotImplementedError):
        tb.softmax(tb.ones(2, dtype=tb.int64), 0, out=out.to(tb.int64))
    with warnings.catch_warnings(), pytest.raises(UserWarning):
        warnings.simplefilter("error")
        tb.cumsum(tb.ones(2), 0, out=out)
    assert out.tolist() == [1, 1, 1]


@needs_torch
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
@pytest.mark.parametrize("size", [(4, 3), (40, 3), (3, 40), (3, 300)])
def test_logsumexp_of_infinities_is_torchs(size, dtype):
    for special in (math.inf, -math.inf, math.nan):
        for part in (slice(0, 1), slice(None), slice(1, 2)):
            found = []
            for lib in (tb, torch):
                t = lib.zeros(size, dtype=getattr(lib, dtype))
                t[part] = special
                t[0, 0] = -math.inf
                found.append([lib.logsumexp(t, dim).double().tolist() for dim in (0, 1, (0, 1))])
            for ours, theirs in zip(*found, strict=True):
                np.testing.assert_allclose(ours, theirs, rtol=1e-2 if dtype.endswith("float16") else 1e-6)


# ---- numbers counted ----


@pytest.mark.parametrize("dtype", ["uint8", "int8", "int16", "int32", "int64"])
@pytest.mark.parametrize("step", [1, 3])
@pytest.mark.parametrize("most", [5, 100])
def test_numbers_are_counted_and_weighed_as_numpy_does(dtype, step, most):
    """Few numbers, and so many that they are counted in four tables; whole weights, whose sums are exact."""
    rng = np.random.default_rng(most)
    for n in (1, 7, 4001, 150_003):
        numbers = rng.integers(0, most + 1, n * step).astype(dtype)
        numbers[:step] = most
        t = tb.from_numpy(numbers)[::step]
        expected = np.bincount(numbers[::step])
        assert t.bincount().tolist() == expected.tolist()
        assert t.bincount(minlength=most + 3).tolist() == [*expected, 0, 0]
        for weight in ("float32", "float64", "int16"):
            weights = rng.integers(-4, 5, n * step).astype(weight)
            found = t.bincount(tb.from_numpy(weights)[::step])
            assert found.dtype == (tb.float32 if weight == "float32" else tb.float64)
            assert found.tolist() == np.bincount(numbers[::step], weights[::step]).tolist()


@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64"])
def test_a_negative_number_among_many_is_not_counted(dtype):
    for n in (3, 4, 5, 1001):
        for place in range(min(n, 6)):
            t = tb.ones(n, dtype=getattr(tb, dtype))
            t[n - 1 - place] = -1
            with pytest.raises(RuntimeError, match="bincount only supports 1-d non-negative"):
                t.bincount()


def test_sorted_bools_are_bytes_of_0_and_1_whatever_they_were():
    x = tb.tensor([2, 0, 255, 1, 0], dtype=tb.uint8).view(tb.bool)
    values, indices = x.sort(stable=True)
    assert values.view(tb.uint8).tolist() == [0, 0, 1, 1, 1]
    assert indices.tolist() == [1, 4, 0, 2, 3]


@pytest.mark.parametrize("scan", ["cumsum", "cumprod"])
def test_a_scan_into_itself_reads_elements_that_share_memory_before_it_writes(scan):
    memory = tb.tensor([1, 2, 4, 8, 16])
    x = memory.as_strided((2, 2), (1, 1), 1)
    of_copies = getattr(tb, scan)(x.clone(), 0)
    getattr(tb, scan)(x, 0, out=x)
    first, shared, last = memory[1:4].tolist()
    assert [memory[0], first, last, memory[4]] == [1, of_copies[0, 0], of_copies[1, 1], 16]
    assert shared in (of_copies[0, 1], of_copies[1, 0])  # whichever is written last
