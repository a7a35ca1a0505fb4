"""Calls with tensors of uint16, uint32 and uint64, which tests/types/test_unsigned.py compares with torch's.

`d` is the dtype, `t` the tensor [1, 2, 3] of it, `m` a mask, `i` indices, `one` a 0-dim
tensor; `v` is a value.
"""

VALUES = (
    "True",
    "-1",
    "-255",
    "-65535",
    "-65536",
    "65535",
    "65536",
    "2**31",
    "-2**31",
    "2**32-1",
    "2**32",
    "-2**32",
    "2**63",
    "2**64-1",
    "2**64",
    "-2**63",
    "-2**63-1",
    "1.5",
    "-0.5",
    "-1.0",
    "65535.5",
    "65536.",
    "4294967295.0",
    "2.**63",
    "2.**64",
    "1.9e19",
    "nan",
    "inf",
    "-inf",
    "1j",
    "1+0j",
    "np.uint16(3)",
    "np.int64(-1)",
    "torch.tensor(-1)",
    "torch.tensor(2**63,dtype=torch.uint64)",
    "torch.tensor(1.5)",
    "torch.tensor([3])",
)
"""What is stored, by each of these."""
STORES = (
    *("torch.tensor([v], dtype=d)", "torch.tensor(v, dtype=d)", "torch.full((2,), v, dtype=d)"),
    *("t.fill_(v)", "t.__setitem__(0, v)", "t.__setitem__(slice(None), v)", "torch.full_like(t, v)"),
    *("t.new_full((2,), v)", "t == v", "t * v", "t | v", "torch.result_type(t, v)", "torch.where(m, t, v)"),
)

INDEXED = """
t[i]
t[m]
t.t()[m]
t.expand(2, 3)[:, i]
t.__setitem__(i, t)
t.__setitem__(i, 5)
t.__setitem__(m, 5)
t.__setitem__(m, one)
t.__setitem__(m, t[:2])
t.__setitem__(i[:0], 5)
t.index_select(0, i)
t.index_select(0, i[:0])
t[None].index_select(1, i)
t[None].index_select(0, i[:1])
one.index_select(0, i[:1])
t.gather(0, i)
t.gather(0, i[:0])
t.take(i)
t.scatter(0, i, t)
t.scatter(0, i, 3)
t.scatter(0, i[:0], 3)
t.scatter_add(0, i, t)
t.index_add(0, i, t)
t.index_copy(0, i, t)
t.index_fill(0, i, 3)
t.index_fill(0, i, one)
t.index_fill(0, i[:0], 3)
t.masked_fill(m, 3)
t.masked_fill_(m, 3)
t.masked_fill(m, one)
t.masked_select(m)
torch.take_along_dim(t, i)
torch.nonzero(t)
t.argwhere()
torch.where(t)
torch.nonzero(one)
torch.nonzero(t[:0])
torch.count_nonzero(t)
torch.count_nonzero(t, 0)
torch.arange(5)[t]
torch.arange(5)[one]
torch.arange(5).gather(0, t)
torch.arange(5).index_select(0, t)
torch.arange(5)[t.numpy()]
[0, 1, 2, 3][t[0]]
range(5)[t[0]:]
""".strip().splitlines()

NOTHING = """
torch.mm(z(2, 0), z(0, 3))
torch.mm(z(0, 2), z(2, 3))
torch.bmm(z(2, 2, 0), z(2, 0, 3))
torch.bmm(z(0, 2, 2), z(0, 2, 3))
torch.mv(z(2, 0), z(0))
torch.dot(z(0), z(0))
torch.vdot(z(0), z(0))
torch.addmm(z(2, 3) + 1.0, z(2, 0), z(0, 3))
torch.addmm(one.expand(2, 3), z(2, 0), z(0, 3))
torch.addmm(one.expand(2, 3), z(2, 0), z(0, 3), beta=2)
torch.addmm(one.expand(2, 3), z(2, 0), z(0, 3), beta=0)
torch.addmm(one.expand(2, 3), z(2, 0), z(0, 3), alpha=2)
torch.addmv(one.expand(2), z(2, 0), z(0), beta=2)
torch.addbmm(one.expand(2, 3), z(2, 2, 0), z(2, 0, 3))
torch.addbmm(one.expand(2, 3), z(0, 2, 2), z(0, 2, 3))
torch.baddbmm(one.expand(2, 2, 3), z(2, 2, 0), z(2, 0, 3), beta=3)
torch.matmul(z(2, 2, 0), z(2, 0, 3))
torch.matmul(z(3, 2, 0), z(0))
torch.matmul(z(30, 12), z(12))
torch.matmul(z(3, 12, 12), z(3, 12, 12))
torch.einsum('ij,jk', z(2, 0), z(0, 2))
""".strip().splitlines()

MEMORY = """
torch.from_numpy(np.arange(4, dtype=d_numpy))
torch.from_numpy(np.arange(8, dtype=d_numpy)[::2])
torch.from_numpy(np.arange(4, dtype=d_numpy)[::-1])
torch.from_numpy(np.arange(4).astype(d_numpy.newbyteorder('>')))
torch.tensor(np.arange(4, dtype=d_numpy))
torch.as_tensor(np.arange(4, dtype=d_numpy), dtype=torch.float16)
torch.asarray(np.array(3, dtype=d_numpy)[()])
torch.asarray(np.arange(4, dtype=d_numpy))
torch.asarray(np.arange(4, dtype=d_numpy), dtype=d, copy=False)
torch.frombuffer(np.arange(4, dtype=d_numpy), dtype=d)
torch.frombuffer(bytearray(range(17)), dtype=d)
torch.frombuffer(bytearray(range(32)), dtype=d, offset=8, count=2)
torch.tensor([d_numpy.type(3), 1.5])
torch.tensor([d_numpy.type(3), 1])
torch.tensor([t[0], t[1]])
t.numpy()
np.asarray(t)
np.asarray(t, np.float32)
np.add(t, 1)
t.numpy().view(np.uint8)
t.untyped_storage().nbytes()
t.untyped_storage()[0]
t.type()
torch.zeros(3).type(t.type())
torch.zeros(3).to(t)
torch.set_default_dtype(d)
""".strip().splitlines()
