"""Sums without nan, quantiles, histograms and covariances against PyTorch."""

import math
from fractions import Fraction

import pytest

from under_test import needs_torch, tb, torch


def test_quantiles_of_sorted_ranks_are_their_elements():
    t = tb.tensor([5.0, 1.0, 4.0, 2.0, 3.0])
    assert tb.quantile(t, tb.linspace(0, 1, 5)).tolist() == [1, 2, 3, 4, 5]


@needs_torch
@pytest.mark.parametrize("n", (1, 2, 3, 17, 100, 1000))
def test_histograms_of_any_bins_are_torchs(n):
    """Elements on edges, edges that are equal, and edges in no order, which bisection takes as they come."""
    generator = torch.Generator().manual_seed(n)
    values = torch.randint(-20, 20, (300,), generator=generator) / 4
    for edges in (
        torch.randint(-20, 20, (n,), generator=generator).sort().values / 4,
        torch.randint(-20, 20, (n + 1,), generator=generator) / 4,
        torch.arange(n + 1) / 4 - 3,
    ):
        if len(edges) < 2:
            continue
        ours, theirs = tb.from_numpy(values.numpy()), values
        found = tb.histogram(ours, tb.from_numpy(edges.numpy()))
        assert found.hist.tolist() == torch.histogram(theirs, edges).hist.tolist()
    for low, high in ((-5, 5), (-1, 1), (0, 8)):
        expected = torch.histc(theirs, n, low, high).tolist()
        assert tb.histc(ours, n, low, high).tolist() == expected
        limits = (float(low), float(high))
        expected = torch.histogram(theirs, torch.linspace(low, high, n + 1))
        found = tb.histogram(ours, tb.from_numpy(expected.bin_edges.numpy()))
        assert found.hist.tolist() == expected.hist.tolist()
        assert tb.histogram(ours, n, range=limits).hist.sum().item() == expected.hist.sum().item()


def test_halves_are_counted_beyond_what_a_half_can_count():
    """torch adds ones in the elements' dtype, and stops at 2048."""
    assert tb.zeros(3000, dtype=tb.float16).histc(1, -1, 1).item() == 3000


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
@pytest.mark.parametrize("bins", [1, 4, 100, 4097])
def test_histograms_of_the_whole_range_of_a_dtype(dtype, bins):
    """Distance times bins leaves the dtype; torch finds other bins there, or none.  Exact: Fractions."""
    dtype = getattr(tb, dtype)
    most = tb.finfo(dtype).max
    for low, high in ((-most, most), (0.0, most), (-most, 0.0), (most / 2, most), (0.0, most / 8)):
        x = tb.tensor([low * (1 - i / 16) + high * (i / 16) for i in range(17)], dtype=tb.float64).to(dtype)
        expected = [0] * bins
        low, high = Fraction(low), Fraction(high)
        near = 0
        for value in map(Fraction, x.double().tolist()):
            position = (value - low) * bins / (high - low)
            near += abs(position - round(position)) < bins / Fraction(10**6) and 0 < position < bins
            expected[min(int(position), bins - 1)] += 1
        for found in (
            x.histc(bins, float(low), float(high)),
            x.histc(bins),
            *([x.histogram(bins).hist] if dtype.itemsize > 2 and high - low < most / 2 else ()),
        ):
            assert found.dtype is dtype and found.sum().item() == 17
            moved = sum(abs(a - b) for a, b in zip(found.tolist(), expected, strict=True))
            assert moved <= 2 * near  # what lies on an edge may be rounded to either bin


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_equal_elements_are_in_the_middle_bin_of_histc(dtype):
    """Even where one less and one more is the same number."""
    for value in (0.0, 1.0, 4096.0, 60000.0, -60000.0):
        found = tb.full((20,), value, dtype=getattr(tb, dtype)).histc(10)
        assert found.tolist() == [0] * 5 + [20] + [0] * 4
    assert (tb.arange(5000) % 1000).half().histc(100).tolist() == [50] * 100
    assert tb.ones(20).mul(1e38).histc(10).tolist() == [0] * 5 + [20] + [0] * 4


def test_counts_may_be_written_over_the_elements():
    """torch 2.13 counts what it has written already."""
    t = tb.tensor([3.0, 1.0, 2.0])
    assert tb.histc(t, 3, out=t).tolist() == [1, 1, 1]
    t = tb.tensor([[1.0, 5.0, 3.0]])
    assert tb.nansum(t, 0, out=t[0]).tolist() == [1, 5, 3]


def test_out_of_repeated_elements_is_not_written():
    """torch 2.13 writes one element several times here."""
    out = tb.zeros(1).expand(3)
    for call in (
        lambda: tb.nansum(tb.ones(2, 3), 0, out=out),
        lambda: tb.histc(tb.ones(4), 3, out=out),
        lambda: tb.histogram(tb.ones(4), 3, out=(out, tb.empty(4))),
    ):
        with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
            call()
    assert out.tolist() == [0, 0, 0]


def test_a_single_weighted_observation_stays_as_it_was():
    """torch 2.13 overwrites input with zeros."""
    t = tb.tensor([[3.0], [1.0]])
    with pytest.warns(UserWarning, match="degrees of freedom is <= 0") as found:
        assert tb.cov(t, fweights=tb.tensor([1])).isnan().all()
        assert tb.corrcoef(t).isnan().all()
    assert t.tolist() == [[3], [1]]
    assert [warning.filename for warning in found] == [__file__] * 2


COMPOSITIONS = """
t.nansum(0)  t.nanmean(0)  t[:, :2].trace()  t.quantile(0.5, 0)  t.nanquantile(tb.tensor([0.1, 0.2]), 1)
t.histc(3)  t.histogram(3)  t.histogram(tb.tensor([0.0, 1.0, 2.0]), weight=t)  t.cov()
t.cov(fweights=tb.tensor([1, 2, 3]), aweights=tb.tensor([1.0, 2.0, 3.0]))  t.corrcoef()  tb.trapezoid(t)
tb.trapezoid(t, tb.tensor([0.0, 1.0, 3.0]))  tb.cumulative_trapezoid(t, tb.tensor([0.0, 1.0, 3.0]))
tb.gradient(t)  tb.gradient(t, spacing=(tb.tensor([0.0, 1.0]), tb.tensor([0.0, 1.0, 3.0])))
"""


@pytest.mark.parametrize("call", [c for c in COMPOSITIONS.replace("\n", "  ").split("  ") if c])
def test_policies_are_not_asked_about_what_broadcasts_within(call):
    t = tb.tensor([[1.0, 2.0, 4.0], [3.0, 1.0, 0.0]])
    with tb.broadcast_policy("raise"):
        eval(call, {"t": t, "tb": tb})


LARGEST = 1.7976931348623157e308


@pytest.mark.parametrize("n", [2, 5, 33, 129, 2049, 100_000])
def test_equal_numbers_of_any_size_have_no_variance(n):
    """Neither their sum nor the square of what their mean is rounded by leaves the range."""
    for value in (1.1e150, 1.3e170, -1.7e200, 1.5e250, 5e307, LARGEST, -LARGEST):
        x = tb.full((n,), value, dtype=tb.float64)
        columns = x[:, None].expand(n, 3).contiguous()
        halves = tb.cat((x, x)).view(2, n)
        for t, dim in (
            (x, 0),
            (columns, 0),
            (columns.t(), 1),
            (columns.t().contiguous(), 1),
            (halves, (0, 1)),
        ):
            assert not t.var(dim).any() and not t.std(dim, correction=0).any()
            for pair in (tb.var_mean(t, dim), tb.std_mean(t, dim)):
                assert not pair[0].any() and (pair[1] == value).all()
        assert tb.var(x).item() == 0


@pytest.mark.parametrize("threads", [1, 4])
def test_a_variance_beyond_the_range_is_inf_and_not_nan(threads):
    """Whichever blocks and threads the numbers fall into; the mean is right where it can be."""
    had = tb.get_num_threads()
    tb.set_num_threads(threads)
    try:
        for n in (1, 40, 3000, 300_000):
            ups = tb.full((n,), LARGEST, dtype=tb.float64)
            for x, mean in (
                (tb.cat((ups, -ups)), 0),
                (tb.stack((ups, -ups), 1).flatten(), 0),
                (tb.cat((ups / 2, ups)), 0.75 * LARGEST),
                (tb.cat((ups[:1], tb.zeros(2 * n, dtype=tb.float64))), LARGEST / (2 * n + 1)),
                (tb.cat((tb.zeros(2 * n, dtype=tb.float64), ups[:1])), LARGEST / (2 * n + 1)),
            ):
                for t in (x, x[:, None].expand(len(x), 3).contiguous()):
                    var, found = tb.var_mean(t, 0)
                    assert (var == math.inf).all() and (t.std(0) == math.inf).all()
                    assert ((found - mean).abs() <= 1e-13 * LARGEST).all()
        for x in (
            [math.inf, 1.0],
            [1.0, math.inf],
            [math.inf, -math.inf],
            [math.nan, LARGEST],
            [LARGEST, math.inf],
        ):
            for dtype in (tb.float32, tb.float64):
                assert (
                    tb.tensor(x).to(dtype).var().isnan() and tb.tensor(x).to(dtype).repeat(500).var().isnan()
                )
    finally:
        tb.set_num_threads(had)


def test_arguments_come_to_compositions_as_what_they_stand_for():
    t = tb.tensor([[1.0, 2.0], [float("nan"), 4.0]])
    assert t.nansum(dtype=float).dtype is tb.float64
    with pytest.raises(TypeError, match="nansum\\(\\): argument 'dim' failed to unpack the object at pos 2"):
        t.nansum((0, "x"))
    with pytest.raises(ValueError, match="Overflow when unpacking long long"):
        tb.ones(2, dtype=tb.int8).quantile(0.5, 2**70)
    assert tb.nansum(t, dtype=tb.int64, out=tb.empty(0, dtype=tb.int64)).item() == 7
    assert tb.empty(0).nansum(dtype=tb.complex64).item() == 0
