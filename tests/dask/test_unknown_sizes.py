"""Sizes that nobody knows, which masks leave: what works is right, the rest says compute_chunk_sizes()."""

import pytest

pytest.importorskip("dask.array")

import tbcast
import tbcast.dask as td
from chunkings import assert_equal

TABLE = tbcast.arange(60.0).reshape(20, 3) % 7
MASK = TABLE[:, 0] > 2

WORKS = """
    x+1 x*x x-x.mean(0) (x-x.mean(0))/x.std(0) x/x.sum(1,True) x.exp().clamp(0,5) torch.where(x>3,x,0.0) x.T
    x.permute(1,0) x.unsqueeze(0) x.sum(0) x.var() x.amax(1) x.any(0) x.logsumexp(0) x.norm() x.softmax(0)
    x.cumsum(0) x@torch.ones(3,2) x.T@x torch.einsum('ij,ij->j',x,x) torch.einsum('ij,kj->ik',x,x)
    torch.cdist(x,torch.ones(1,3)) torch.cat([x,x]) x.repeat(2,1) x.bfloat16() x[:,1] x[:,None]-x
    x+torch.ones(1) x+torch.ones(1,3) torch.outer(x[:,0],x[:,1]) x.mul_(x) x.masked_fill(x>3,0.0)
    torch.stack([x,x])
"""
NEEDS_SIZES = """
    x+m m+x x+torch.ones(20,3) x.add_(m) x[0] x[1:3] x[-1] x[[0,1]] x.flip(0) x.roll(1,0) x.split(2)
    x.chunk(2) x.expand(2,-1,-1) x.reshape(-1) x.view(3,-1) x.flatten() x.narrow(0,0,2) x.select(0,1)
    x.unbind(0) x.argmax() x.max(0) x.squeeze() len(x) x.rechunk(2) x.to_zarr('x.zarr') td.stack([x,y])
    x.index_select(0,torch.tensor([3])) x.T@torch.ones(11,2) torch.ones(3,11)@x td.mm(x.T,torch.ones(11,2))
    td.einsum('ij,ik->jk',x,torch.ones(11,2))
"""


def tensors():
    """The same rows in a DaskTensor of unknown length and in a Tensor."""
    return td.from_tensor(TABLE, (4, 2))[td.from_tensor(MASK, 4)], TABLE[MASK]


@pytest.mark.parametrize("text", WORKS.split())
def test_what_works_gives_what_tensors_give(text):
    class Module:
        ones = staticmethod(tbcast.ones)

        def __getattr__(self, name):
            return getattr(td, name)

    lazy, x = tensors()
    want = eval(text, {"torch": tbcast, "x": x})
    got = eval(text, {"torch": Module(), "x": lazy}).compute(scheduler="sync")
    assert got.dtype == want.dtype
    assert_equal(got, want, exact=False)


@pytest.mark.parametrize("text", NEEDS_SIZES.split())
def test_what_needs_sizes_says_so_in_one_line(text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    x, _ = tensors()
    names = {"torch": tbcast, "td": td, "x": x, "m": td.from_tensor(TABLE, (4, 2))}
    names["y"] = names["m"][td.from_tensor(~MASK, 4)]
    with pytest.raises(NotImplementedError, match=r"^.*compute_chunk_sizes\(\).*$") as caught:
        eval(text, names)
    assert "\n" not in str(caught.value)
    for key in "xy":
        names[key].compute_chunk_sizes()
    if text not in ("x+m", "m+x", "x+torch.ones(20,3)", "x.add_(m)", "td.stack([x,y])"):
        eval(text, names)


@pytest.mark.parametrize(
    "text", ["f+g", "f*g", "td.where(f>5,f,g)", "td.einsum('i,i->',f,g)", "f@g", "f.add_(g)", "f<g"]
)
def test_a_block_of_one_element_is_not_broadcast(text):
    x = td.arange(10.0, chunks=3)
    names = {"td": td, "f": x[x > 4], "g": x[x > 2]}  # blocks of 0, 1, 3, 1 and of 0, 3, 3, 1 elements
    with pytest.raises(
        RuntimeError, match="sizes that were unknown do not match: 1 and 3 along one dimension"
    ):
        eval(text, names).compute(scheduler="sync")


def test_explain_says_what_finds_unknown_sizes():
    x, _ = tensors()
    for operand in (x, x.shape, x.to_dask()):
        with pytest.raises(ValueError, match=r"operand 2.*: an unknown size.*compute_chunk_sizes"):
            tbcast.explain((20, 3), operand)


def test_errors_about_known_sizes_stay():
    x, _ = tensors()
    with pytest.raises(
        RuntimeError, match=r"The size of tensor a \(3\) must match the size of tensor b \(7\)"
    ):
        x + tbcast.ones(7)
    assert not x.is_known() and repr(x).startswith("DaskTensor<shape=(nan, 3)")


def test_sizes_that_are_found_are_of_one_tensor():
    x, want = tensors()
    before, array = x.clone(), x.to_dask()
    x.compute_chunk_sizes()
    assert x.shape == want.shape and x.to_dask().shape == tuple(want.shape)
    assert not before.is_known() and str(array.shape) == "(nan, 3)"
    assert_equal(before.compute_chunk_sizes()[2].compute(), want[2])


@pytest.mark.parametrize(
    "text",
    [
        "x+torch.ones(3)", "x-m", "m*x", "x@torch.ones(3,2)", "x/x.sum(1,True)", "x+x.sum()", "x.softmax(0)",
        "torch.cdist(x,m)", "torch.where(x>0,x,m)", "x.expand(4,3)", "x.sum(0)", "x[0]", "torch.cat([x,m])",
        "torch.einsum('ij,kj->ik',x,m)", "x.repeat(2,1)", "x.add_(1)", "x.cumsum(0)", "x.T", "x.amax(0)",
    ],
)  # fmt: skip
def test_a_size_of_1_in_several_blocks(text):
    m = tbcast.arange(12.0).reshape(4, 3)
    lazy = td.from_tensor(m, (1, 3))
    lazy = lazy[lazy[:, 0] == 6].compute_chunk_sizes()
    want = eval(text, {"torch": tbcast, "x": m[m[:, 0] == 6], "m": m})
    got = eval(text.replace("torch.ones", "tbcast.ones"), {"torch": td, "tbcast": tbcast, "x": lazy, "m": m})
    assert got.shape == want.shape
    assert_equal(got.compute(scheduler="sync"), want, exact=False)
