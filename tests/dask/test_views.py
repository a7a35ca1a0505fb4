"""Views, indexing, joins and products: DaskTensors of random chunks against Tensors."""

import pytest

pytest.importorskip("dask.array")

import tbcast
import tbcast.dask as td
from calls.dask_cases import (
    INDEXED,
    INDICES,
    JOINS,
    PRODUCTS,
    TENSORS,
    VIEWS,
    Module,
    of_dtype,
    outcome,
)
from chunkings import assert_same, cut
from under_test import first_line

REFUSED = """
    x.view(4,4) x.reshape(-1,-1) x.permute(0,1) x.transpose(0,5) x.unsqueeze(7) y.expand(5) y.expand(4,6)
    x[9] x[0,0,0,0] x[::-1] x[[9]] x[y>0] x.narrow(0,5,5) x.select(0,9) x.flip(4) x.squeeze(5)
    x.unflatten(1,(2,2)) x.repeat(2) x.split(-1) x.index_select(5,j) torch.cat([x,y])
    torch.cat([x,x[:,:2]]) torch.cat([x,z]) torch.cat([x],5) torch.cat([]) torch.stack([x,x[:,:2]])
    torch.stack([]) x@y z@z z[0]@z[:,0] x@i torch.mm(x,z) torch.mv(z,z[0][:2]) torch.dot(z[0],z[:,0])
    torch.bmm(x,x) torch.bmm(x,x[:3].mT) torch.einsum('ij,jk',z,z) torch.einsum('ij',x) torch.cdist(z,z.T)
    torch.cdist(z,z.double()) torch.cdist(z,z,-1) torch.outer(z,z) x.index_select(1,j) x@x[:3].mT
    x.broadcast_to((3,3)) x.to('nonsense') x[1.5] x['a'] x[j.float()] torch.cdist(x,x[:3])
    torch.cdist(x,x[:3].double()) x.masked_select(x[:3]>0) x.masked_select(x[:3]) torch.masked_select(x,z>0)
"""
UNSUPPORTED = """
    x[j,j] x[[[0,1],[2,3]]] x[True] x.view(torch.int32) torch.where(m) torch.einsum('ii->i',z[:4])
    torch.einsum('i,i,i',z[0],z[0],z[0]) torch.gather(x,0,i) x.gather(0,i) torch.unique(x) x.nonzero()
    x.scatter_(0,i,x) torch.addmm(z,z,z) x.fill_(1) x.data_ptr() x.stride() x.sort() x.copy_(x)
    torch.kron(z,z) torch.quantile(x,torch.tensor([0.1]),0) x.median() x.as_strided((2,),(1,))
"""


def lazily(text, seed=0, tensors=TENSORS):
    return outcome(text, Module(), {**INDICES, **{k: cut(t, f"{text} {seed}") for k, t in tensors.items()}})


@pytest.mark.parametrize("text", [*VIEWS.split(), *INDEXED.split(), *JOINS.split()])
def test_views_indexing_and_joins_give_the_same_bits(text):
    want, said = outcome(text, tbcast, {**INDICES, **TENSORS})
    for seed in range(3):
        got, told = lazily(text, seed)
        assert not isinstance(got, Exception), repr(got)
        assert told == said
        if not got.is_known():
            got = got.compute_chunk_sizes()
        assert_same(got, want)


@pytest.mark.parametrize("text", PRODUCTS.split())
def test_products_agree(text):
    want, _ = outcome(text, tbcast, {**INDICES, **TENSORS})
    for seed in range(3):
        got, _ = lazily(text, seed)
        assert not isinstance(got, Exception), repr(got)
        assert_same(got, want, exact=False)


DTYPES = (
    *("float64", "float16", "bfloat16", "int8", "int32", "int64", "uint8", "uint16", "bool"),
    *("complex64", "complex128"),
)
BY_STRATEGY = ("einsum('abc,cd->abd'", "einsum('abc,abd->cd'")
"""What refuses a dtype here depends on the sizes: mm or bmm."""


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_dtype_is_computed_or_refused_as_by_tensors(dtype, whole):
    names, products = of_dtype(dtype), PRODUCTS.split()
    texts = [*VIEWS.split(), *INDEXED.split(), *JOINS.split(), *products]
    if dtype == "bfloat16":  # a sum of products near 0 has few digits
        texts.remove("torch.einsum('abc,cd->ad',x,z)")
    for text in texts[:: 1 if whole else 5]:
        want, said = outcome(text, tbcast, {**INDICES, **names})
        got, told = lazily(text, 1, names)
        if isinstance(want, Exception):
            assert type(got) is type(want), f"{text}: {got!r}"
            assert any(t in text for t in BY_STRATEGY) or first_line(got) == first_line(want), text
            continue
        assert not isinstance(got, Exception), f"{text}: {got!r}"
        assert told == said, text
        assert_same(got if got.is_known() else got.compute_chunk_sizes(), want, exact=text not in products)


@pytest.mark.parametrize("text", REFUSED.split())
def test_refusals_are_those_of_tensors(text):
    want, _ = outcome(text, tbcast, {**INDICES, **TENSORS})
    got, _ = lazily(text)
    assert isinstance(want, Exception)
    assert (type(got), first_line(got)) == (type(want), first_line(want))


@pytest.mark.parametrize("text", UNSUPPORTED.split())
def test_what_is_unsupported_says_what_to_do(text):
    got, _ = lazily(text)
    assert isinstance(got, NotImplementedError)
    assert str(got).count("\n") == 0 and ".compute()" in str(got) and "map_blocks()" in str(got)


def test_an_index_tensor_in_blocks():
    x, index = TENSORS["x"], tbcast.tensor([3, 0, 1, 1, 2])
    assert_same(cut(x)[td.from_tensor(index, 2)], x[index])


def test_a_broadcast_operand_is_never_as_large_as_the_result():
    import numpy as np
    from dask.sizeof import sizeof

    row = td.from_tensor(tbcast.ones(1, 1000), -1)
    whole = row.expand(100_000, 1000)
    assert whole.shape == (100_000, 1000)
    blocks = [np.asarray(block.compute()) for block in whole.to_delayed().flatten()[:1]]
    assert all(block.strides[0] == 0 for block in blocks) and sizeof(row.compute()) < 10_000
    kept = td.ones(1000, 1000, chunks=(100, 100)) + row
    assert kept.chunks == ((100,) * 10, (100,) * 10)


def test_dasks_warning_about_many_chunks_comes_through():
    import dask.array as da

    with pytest.warns(da.PerformanceWarning, match="Increasing number of chunks"):
        td.ones(400, chunks=20)[:, None] + td.ones(400, chunks=20)
