"""Views, indexing, joins and products: DaskTensors of random chunks against Tensors."""

import warnings

import pytest

pytest.importorskip("dask.array")

import tbcast
import tbcast.dask as td
from chunkings import assert_same, cut
from under_test import first_line

VIEWS = """
    x.permute(2,0,1) x.transpose(0,1) x.swapaxes(-1,0) x.movedim(0,-1) x.movedim((0,1),(2,0)) z.t() z.T
    x.mT x.reshape(35,6) x.reshape(-1) x.view(7,30) x.view(6,5,7) x.reshape(3,70) x.flatten(1) x.flatten()
    x.unflatten(1,(5,1)) x.unflatten(-1,(2,3)) x.unsqueeze(1) x.unsqueeze(-1) x[:,None].squeeze(1)
    y.squeeze() y.squeeze(0) y.expand(5,6) y.expand(2,-1,6) y.expand_as(x) torch.broadcast_to(y,(3,5,2))
    torch.broadcast_tensors(x,y)[1] x.ravel() z.view_as(z.clone()) z.reshape_as(z) x.flip(0) x.flip(0,2)
    torch.roll(x,2,1) torch.roll(x,(1,-2),(0,1)) torch.roll(z,5) torch.chunk(x,3)[1] x.split(2)[3]
    x.split([1,4],1)[1] x.tensor_split(3,2)[0] x.unbind(1)[2] x.narrow(1,1,3) x.narrow(0,-2,2)
    x.select(2,3) x.select(0,-1) x.repeat(2,1,1) x.repeat(3,1,1,2) x.tile(2) x.tile((2,1,1,1)) x.clone()
    x.contiguous() x.detach() c.real c.imag x.float() x.to(torch.int32) x.to(torch.float64) x.bfloat16()
    h.float() h.to(x) x.type_as(i) i.bool() x.cfloat() x.half()
"""
INDEXED = """
    x[0] x[-1] x[1:5] x[::2] x[:,1:4,None] x[...,0] x[0,0,0] x[...,None,2:3] x[None] x[[0,3,-1]]
    x[:,[4,0]] x[:,[1,2],0] x[2,[1,2]] x[...,[0,5]] x[:,1:,[0,2]] x[j] x[:,j] x[j,0] x[1,...,j] x[None,j]
    x[jj] x[m] x[x>0] x[x[:,0,0]>0] x[v] x[:,1:,0][v] x[5:2] x[6:99] x[-3:] x[torch.tensor(2)] x[[]]
    x.index_select(1,jj[0]) x.masked_select(m) x.masked_select(y>0) i[i>2]
"""
JOINS = """
    torch.cat([x,x*2],1) torch.cat([x,x.double()],0) torch.cat([i,h],0) torch.cat((x,x,x),-1)
    torch.stack([x,x],-1) torch.stack([x,i]) torch.hstack([y,y]) torch.vstack([y,y]) torch.dstack([y,y])
    torch.hstack([j,j]) torch.concat([z,z]) torch.cat([x[:0],x]) torch.where(m,x,x*2)
    torch.where(x>0,1.0,x) x.where(m,0)
"""
PRODUCTS = """
    x@z torch.matmul(x,z) x[0]@z z.T@x[0].T torch.mv(z.T,z[:,0]) z[:,0]@z[:,1] torch.dot(z[0],z[1])
    torch.mm(z,z.T) torch.bmm(x,x.mT) x@x[0].T x.unsqueeze(1)@z h@h[0].T i@i[0].T torch.outer(z[0],z[:,0])
    torch.einsum('abc,cd->abd',x,z) torch.einsum('abc,cd->ad',x,z) torch.einsum('ij,kj->ik',z,z)
    torch.einsum('ij,kj',z,z) torch.einsum('ij->j',z) torch.einsum('ij->ji',z) torch.einsum('ij,ij->',z,z)
    torch.einsum('abc,abd->cd',x,x) torch.einsum('i,j->ij',z[0],z[1]) torch.cdist(z,z)
    torch.cdist(z,z[:3],1.0) torch.cdist(x,x[0]) torch.cdist(x,x,float('inf')) c@c.mT[0]
"""
REFUSED = """
    x.view(4,4) x.reshape(-1,-1) x.permute(0,1) x.transpose(0,5) x.unsqueeze(7) y.expand(5) y.expand(4,6)
    x[9] x[0,0,0,0] x[::-1] x[[9]] x[y>0] x.narrow(0,5,5) x.select(0,9) x.flip(4) x.squeeze(5)
    x.unflatten(1,(2,2)) x.repeat(2) x.split(-1) x.index_select(5,j) torch.cat([x,y])
    torch.cat([x,x[:,:2]]) torch.cat([x,z]) torch.cat([x],5) torch.cat([]) torch.stack([x,x[:,:2]])
    torch.stack([]) x@y z@z z[0]@z[:,0] x@i torch.mm(x,z) torch.mv(z,z[0][:2]) torch.dot(z[0],z[:,0])
    torch.bmm(x,x) torch.bmm(x,x[:3].mT) torch.einsum('ij,jk',z,z) torch.einsum('ij',x) torch.cdist(z,z.T)
    torch.cdist(z,z.double()) torch.cdist(z,z,-1) torch.outer(z,z) x.index_select(1,j)
    x.broadcast_to((3,3)) x.to('nonsense') x[1.5] x['a'] x[j.float()]
"""
UNSUPPORTED = """
    x[j,j] x[[[0,1],[2,3]]] x[True] x.view(torch.int32) torch.where(m) torch.einsum('ii->i',z[:4])
    torch.einsum('i,i,i',z[0],z[0],z[0]) torch.gather(x,0,i) x.gather(0,i) torch.unique(x) x.nonzero()
    x.scatter_(0,i,x) torch.addmm(z,z,z) x.fill_(1) x.data_ptr() x.stride() x.sort() x.copy_(x)
    torch.kron(z,z) torch.quantile(x,torch.tensor([0.1]),0) x.median() x.as_strided((2,),(1,))
"""


def tensors():
    torch = tbcast
    g = torch.Generator().manual_seed(3)
    x, y, z = (
        torch.randn(7, 5, 6, generator=g),
        torch.randn(5, 1, generator=g),
        torch.randn(6, 4, generator=g),
    )
    return {
        "x": x,
        "y": y,
        "z": z,
        "i": torch.randint(0, 9, (7, 5, 6), generator=g),
        "h": x.bfloat16(),
        "m": x > 0,
        "c": torch.complex(x, x.flip(0)),
    }


TENSORS = tensors()
INDICES = {"j": tbcast.tensor([0, 3, -1]), "jj": tbcast.tensor([[0, 1], [2, -2]])}
INDICES["v"] = tbcast.tensor([True, False, True, True, False, False, True])


class Module:
    """tbcast.dask, and tbcast's own dtypes and tensors, as `torch`."""

    tensor = tbcast.tensor

    def __getattr__(self, name):
        value = getattr(tbcast, name, None)
        return value if isinstance(value, tbcast.dtype) else getattr(td, name)


def outcome(text, module, names):
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        try:
            return eval(text, {"torch": module, **names}), [str(w.message) for w in log]
        except Exception as error:
            return error, []


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
    names = dict(TENSORS)
    for name in "xyz":
        values = TENSORS[name] * 3
        names[name] = (values.abs() if dtype.startswith("u") else values).to(getattr(tbcast, dtype))
    products = PRODUCTS.split()
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
