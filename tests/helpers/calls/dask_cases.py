"""Expressions that DaskTensors and Tensors are compared by, and the tensors that are in them."""

import re
import warnings

import tbcast
import tbcast.dask as td

# ---- reductions of t, and functions along one dimension ----

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


def tensors_of_each_kind():
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


KINDS = tensors_of_each_kind()


def unchunked(lazy, text):
    """One block along the dimensions that an expression of UNCHUNKED names."""
    dims = {int(d) for d in re.findall(r"-?\d", text)}
    return lazy.rechunk({d: -1 for d in (*dims, -1) if d in (0, 1, 2, -1)})


# ---- views, indexing, joins and products ----

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


def of_dtype(name):
    """The same, of which x, y and z have another dtype."""
    found = dict(TENSORS)
    for letter in "xyz":
        values = TENSORS[letter] * 3
        found[letter] = (values.abs() if name.startswith("u") else values).to(getattr(tbcast, name))
    return found


# ---- what an expression gives ----


class Module:
    """tbcast.dask, and tbcast's own dtypes and tensors, as `torch`."""

    tensor = tbcast.tensor

    def __getattr__(self, name):
        value = getattr(tbcast, name, None)
        return value if isinstance(value, tbcast.dtype) else getattr(td, name)


def outcome(text, module, names):
    """(result or exception, texts of warnings)"""
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        try:
            return eval(text, {"torch": module, **names}), [str(w.message) for w in log]
        except Exception as error:
            return error, []
