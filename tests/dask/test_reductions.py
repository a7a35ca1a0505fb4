"""Reductions and functions along a dimension: DaskTensors of random chunks against Tensors."""

import warnings

import pytest

pytest.importorskip("dask.array")

import tbcast
import tbcast.dask as td
from calls.dask_cases import CALLS, KINDS, PAIRS, UNCHUNKED, Module, outcome, unchunked
from chunkings import assert_equal, assert_same, cut
from under_test import first_line

REFUSED = """
    t.sum(3) t.sum((0,0)) t.mean(dtype=torch.int64) t.var('x') t.amax((0,-3)) t.max(5) t.sum(0,1,2,3)
    t.softmax(7) t.cumsum(9) t.argmax(4) t.logsumexp() t.norm('q') t.sort(4) t.topk(99,1)
    t[:,:0].amax(1) t[:0].max(0) t[:0].argmax(0) t.int().mean() t.median(5) t.prod((0,1))
"""


def check(text, tensor, lazy, exact=False):
    want, said = outcome(text, tbcast, {"t": tensor})
    got, told = outcome(text, Module(), {"t": lazy})
    if isinstance(want, Exception):
        assert (type(got), first_line(got)) == (type(want), first_line(want))
        return
    assert not isinstance(got, Exception), repr(got)
    assert told == said
    if isinstance(want, tuple):
        assert type(got) is type(want)
        for g, w in zip(got, want, strict=True):
            assert_same(g, w, exact)
    else:
        assert_same(got, want, exact)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", [*CALLS.split(), *PAIRS.split()])
def test_reductions_over_a_tree_of_blocks(text, kind):
    tensor = KINDS[kind]
    if kind == "inf" and "_mean(t" in text:
        pytest.skip("how a mean of infinities ends depends on the order: inf or nan")
    for seed in range(2):
        check(text, tensor, cut(tensor, f"{text} {seed}"))


@pytest.mark.parametrize(
    "text",
    [
        "t.sum(0,keepdims=True)",
        "t.amax(axis=1,keepdims=True)",
        "t.var(False,keepdims=True)",
        "torch.argmin(t,axis=0,keepdims=True)",
        "t.max(axis=1,keepdims=True)",
    ],
)
def test_numpys_names_of_dim_and_keepdim_mean_the_same(text):
    check(text, KINDS["float32"], cut(KINDS["float32"], text))


@pytest.mark.parametrize("kind", ["float32", "int32", "nan", "bfloat16"])
@pytest.mark.parametrize("text", UNCHUNKED.split())
def test_a_dimension_in_one_block_gives_the_same_bits(text, kind):
    tensor = KINDS[kind]
    check(text, tensor, unchunked(cut(tensor, text), text), exact="softmax" not in text)


@pytest.mark.parametrize("text", REFUSED.split())
def test_refusals_are_those_of_tensors(text):
    tensor = KINDS["float32"]
    want, _ = outcome(text, tbcast, {"t": tensor})
    assert isinstance(want, Exception)
    check(text, tensor, cut(tensor, text))


@pytest.mark.parametrize(
    "text", ["t.sort(1)", "t.median(1)", "t.topk(2,1)", "t.quantile(0.5,1)", "t.median()"]
)
def test_a_dimension_in_blocks_is_refused_with_what_to_do(text):
    lazy = td.from_tensor(KINDS["float32"], (7, 2, 6))
    with pytest.raises(
        NotImplementedError, match=r"(rechunk\(\{1: -1\}\)|one block).*\.compute\(\).*map_blocks"
    ):
        eval(text, {"t": lazy})


def test_variances_do_not_cancel():
    x = tbcast.rand(10_000, generator=tbcast.Generator().manual_seed(1), dtype=tbcast.float64)
    lazy = td.from_tensor(x + 1e9, 100)
    assert abs(float(lazy.var()) / float(x.var()) - 1) < 1e-6


def test_sums_of_many_blocks_stay_as_exact_as_those_of_one():
    x = tbcast.rand(1_000_000, generator=tbcast.Generator().manual_seed(1))
    exact = float(x.double().sum())
    lazy = td.from_tensor(x, 1000)
    assert abs(float(lazy.sum()) - exact) <= 2 * abs(float(x.sum()) - exact) + exact * 2**-24
    half = td.from_tensor(x.bfloat16(), 1000)
    assert_equal(half.sum().compute(), x.bfloat16().sum(), exact=False)


def test_a_warning_about_degrees_of_freedom_comes_when_it_is_written():
    x = td.from_tensor(tbcast.ones(1, 3), 1)
    with pytest.warns(UserWarning, match="degrees of freedom is <= 0") as log:
        result = x.var(0)
    assert log[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert result.compute().isnan().all()


def test_empty_blocks_of_unknown_size_count_for_nothing():
    x = td.arange(10.0, chunks=2)
    found = x[x > 6.5]
    assert found.sum().compute() == 24 and found.amax().compute() == 9 and found.mean().compute() == 8
    assert found.std().compute() == 1
