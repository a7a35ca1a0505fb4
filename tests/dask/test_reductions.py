"""Reductions and functions along a dimension: DaskTensors of random chunks against Tensors."""

import re
import warnings

import pytest

pytest.importorskip("dask.array")

import tbcast
import tbcast.dask as td
from chunkings import assert_equal, assert_same, cut
from under_test import first_line

CALLS = """
    t.sum() t.sum(1) t.sum((0,2),True) t.sum(()) t.sum(-1,dtype=torch.float64) t.mean() t.mean((0,1))
    t.mean(2,True) t.var() t.var(0) t.var((0,1),keepdim=True) t.std(1,False) t.std() t.var(correction=0)
    t.std((1,2),correction=3) t.amax() t.amin((0,1)) t.amax(2,True) t.max() t.min() t.all() t.all(0)
    t.any(1,True) t.prod() t.prod(1) t.count_nonzero() t.count_nonzero((0,2)) t.logsumexp(1)
    t.logsumexp((0,2),True) t.nansum(1) t.nanmean((0,1)) t.norm() t.norm(1) t.norm(float('inf'),0)
    t.norm(0,(0,1)) t.norm(3,1) t.norm(2,2,True) t.softmax(1) t.log_softmax(0) t.cumsum(0) t.cumsum(2)
    t.cumprod(1) t.argmax() t.argmax(0) t.argmin(1,True) t.argmin(2)
"""
PAIRS = """
    t.max(1) t.min(0,True) torch.var_mean(t,1) torch.std_mean(t,(0,1),True) torch.aminmax(t)
    torch.aminmax(t,dim=0)
"""
UNCHUNKED = """
    t.sort(1) t.sort(0,True) t.argsort(2) t.topk(2,1) t.topk(2) t.kthvalue(2,0) t.median(1)
    t.nanmedian(2,True) t.mode(1) t.cummax(1) t.cummin(0) t.logcumsumexp(2) t.quantile(0.3,1)
    t.quantile(0.5,0,keepdim=True) t.nanquantile(0.3,1) t.diff() t.diff(2,0) t.softmax(2) t.sum(1)
    t.max(2) t.argmax(1) t.norm(2,0)
"""
REFUSED = """
    t.sum(3) t.sum((0,0)) t.mean(dtype=torch.int64) t.var('x') t.amax((0,-3)) t.max(5) t.sum(0,1,2,3)
    t.softmax(7) t.cumsum(9) t.argmax(4) t.logsumexp() t.norm('q') t.sort(4) t.topk(99,1)
    t[:,:0].amax(1) t[:0].max(0) t[:0].argmax(0) t.int().mean() t.median(5) t.prod((0,1))
"""


def tensors():
    torch = tbcast
    generator = torch.Generator().manual_seed(7)
    x = torch.randn(7, 5, 6, generator=generator)
    return {
        "float32": x,
        "float64": x.double(),
        "float16": x.half(),
        "bfloat16": x.bfloat16(),
        "int32": (x * 3).int(),
        "uint8": (x * 3).abs().byte(),
        "bool": x > 0.2,
        "complex64": torch.complex(x, x.flip(0)),
        "ties": (x * 2).round(),
        "nan": torch.where(x > 1.5, float("nan"), x),
        "inf": torch.where(x > 1.2, float("inf"), torch.where(x < -1.2, -float("inf"), x)),
    }


TENSORS = tensors()


def outcome(text, t, torch):
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        try:
            return eval(text, {"torch": torch, "t": t}), [str(w.message) for w in log]
        except Exception as error:
            return error, []


class Module:
    """tbcast.dask, and tbcast's dtypes, as `torch`."""

    def __getattr__(self, name):
        value = getattr(tbcast, name, None)
        return value if isinstance(value, tbcast.dtype) else getattr(td, name)


def check(text, tensor, lazy, exact=False):
    want, said = outcome(text, tensor, tbcast)
    got, told = outcome(text, lazy, Module())
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


@pytest.mark.parametrize("kind", TENSORS)
@pytest.mark.parametrize("text", [*CALLS.split(), *PAIRS.split()])
def test_reductions_over_a_tree_of_blocks(text, kind):
    tensor = TENSORS[kind]
    if kind == "inf" and "_mean(t" in text:
        pytest.skip("how a mean of infinities ends depends on the order: inf or nan")
    for seed in range(2):
        check(text, tensor, cut(tensor, f"{text} {seed}"))


@pytest.mark.parametrize("kind", ["float32", "int32", "nan", "bfloat16"])
@pytest.mark.parametrize("text", UNCHUNKED.split())
def test_a_dimension_in_one_block_gives_the_same_bits(text, kind):
    tensor = TENSORS[kind]
    lazy = cut(tensor, text)
    dims = [int(d) for d in re.findall(r"-?\d", text)]
    for dim in {d for d in (*dims, -1) if d in (0, 1, 2, -1)}:
        lazy = lazy.rechunk({dim: -1})
    check(text, tensor, lazy, exact="softmax" not in text)


@pytest.mark.parametrize("text", REFUSED.split())
def test_refusals_are_those_of_tensors(text):
    tensor = TENSORS["float32"]
    want, _ = outcome(text, tensor, tbcast)
    assert isinstance(want, Exception)
    check(text, tensor, cut(tensor, text))


@pytest.mark.parametrize(
    "text", ["t.sort(1)", "t.median(1)", "t.topk(2,1)", "t.quantile(0.5,1)", "t.median()"]
)
def test_a_dimension_in_blocks_is_refused_with_what_to_do(text):
    lazy = td.from_tensor(TENSORS["float32"], (7, 2, 6))
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
