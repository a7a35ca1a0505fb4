"""Sums without nan, quantiles, histograms and covariances against PyTorch."""

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


def test_arguments_come_to_compositions_as_what_they_stand_for():
    t = tb.tensor([[1.0, 2.0], [float("nan"), 4.0]])
    assert t.nansum(dtype=float).dtype is tb.float64
    with pytest.raises(TypeError, match="nansum\\(\\): argument 'dim' failed to unpack the object at pos 2"):
        t.nansum((0, "x"))
    with pytest.raises(ValueError, match="Overflow when unpacking long long"):
        tb.ones(2, dtype=tb.int8).quantile(0.5, 2**70)
    assert tb.nansum(t, dtype=tb.int64, out=tb.empty(0, dtype=tb.int64)).item() == 7
    assert tb.empty(0).nansum(dtype=tb.complex64).item() == 0
