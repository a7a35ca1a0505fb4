"""Calls of what writes where a tensor of indices or a mask says, and of what finds such indices, for comparison
with torch.  gather, scatter, index_fill, index_copy and index_add have tests of their own (tests/index).
"""

from calls.function_cells import Cells

WORDS = ("sum", "prod", "mean", "amax", "amin")
I = "L([[[0, 1, 0, 1]], [[1, 1, 0, 0]]])"
ALONG_1 = "L([[[0, 2, 0, 1], [2, 2, 0, 0]], [[1, 1, 0, 0], [0, 1, 2, 0]]])"
OTHER = "torch.int16 if d != torch.int16 else torch.int8"

SCATTER_REDUCTIONS = Cells(
    tuple(
        call.replace("WORD", f"'{word}'")
        for word in WORDS
        for call in f"""
torch.scatter_reduce(t, 0, {I}, u, WORD)
torch.scatter_reduce(t, 0, {I}, u, WORD, include_self=False)
torch.scatter_reduce(t, 1, {ALONG_1}, u, WORD)
torch.scatter_reduce(t, -2, {ALONG_1}, u.transpose(0, 1).reshape(2, 3, 4), WORD, include_self=False)
torch.scatter_reduce(u, 2, L([3, 1]).expand(2, 3, 2), t, WORD)
torch.scatter_reduce(u, 2, L([1]).expand(2, 3, 4), t, WORD, include_self=False)
torch.scatter_reduce(t[0, 0], 0, L([1, 1, 0]), u[0, 0], WORD)
torch.scatter_reduce(t[0, 0, 0], 0, L(0), u[0, 0, 1], WORD)
torch.scatter_reduce(t, 0, {I}.int(), u, reduce=WORD)
torch.scatter_reduce(t, 0, L([]).reshape(0, 3, 4).long(), u, WORD)
torch.scatter_reduce(t, 0, {I}, u, WORD, out=torch.zeros(0, dtype=d))
torch.scatter_reduce(t, 0, {I}, u, WORD, out=torch.zeros(1, dtype=d))
torch.scatter_reduce(t, 0, {I}, u, WORD, include_self=False, out=torch.zeros(4, 3, 2, dtype=d).transpose(0, 2))
torch.scatter_reduce(t, 0, {I}, u, WORD, out=t)
torch.scatter_reduce(t, 0, {I}, u, WORD, out=torch.zeros(2, dtype={OTHER}))
t.scatter_reduce(0, {I}, u, WORD)
t.scatter_reduce_(1, {ALONG_1}, u, WORD)
t.scatter_reduce_(0, {I}, u, WORD) is t
torch.scatter_reduce(t, 0, {I} + 5, u, WORD)
u.scatter_reduce_(0, {I}, u, WORD)
""".strip().splitlines()
    )
)

REALS = ("uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64")
OF_REALS = Cells(
    tuple(
        call.replace("WORD", f"'{word}'")
        for word in WORDS[1:]
        for call in f"""
t.scatter_reduce_(1, {ALONG_1}, u, WORD, include_self=False)
torch.scatter_reduce(t, 0, {I} - 5, u, WORD, include_self=False)
t.index_reduce_(0, L([1, 1]), u, WORD)
torch.index_reduce(t, 0, L([0, 5]), u, WORD)
""".strip().splitlines()
    ),
    dtypes=REALS,  # torch writes, or looks at the indices, before it refuses others
)

SCATTER_REDUCE_ERRORS = Cells(
    f"""
torch.scatter_reduce(t, 0, {I}, u, 'bad')
torch.scatter_reduce(t, 0, {I}, u, 'add')
torch.scatter_reduce(t, 0, {I}, u, '')
torch.scatter_reduce(t, 0, {I}, u, '\\ud800')
torch.scatter_reduce(t, 0, {I}, u)
torch.scatter_reduce(t, 0, {I}, u, None)
torch.scatter_reduce(t, 0, {I}, 1., 'sum')
torch.scatter_reduce(t, 0, {I}, u, 'sum', False)
torch.scatter_reduce(t, 0, {I}, u, 'sum', include_self=1)
torch.scatter_reduce(t, 0, {I}.float(), u, 'sum')
torch.scatter_reduce(t, 0, {I}.short(), u, 'bad')
torch.scatter_reduce(t, 0, {I}, u.to({OTHER}), 'bad')
torch.scatter_reduce(t, 0, L([0, 1]), u, 'sum')
torch.scatter_reduce(t, 0, {I}, u[0], 'sum')
torch.scatter_reduce(t, 0, {ALONG_1}, u[:1], 'sum')
torch.scatter_reduce(t, 3, {I}, u, 'sum')
t.scatter_reduce_(0, {I}, u, 'bad')
torch.scatter_reduce(t, 0, {I}, u, 'prod', out=u)
torch.scatter_reduce(t, 0, {I}, u, 'amax', out=torch.zeros(1, dtype=d).expand(2, 3, 4))
"""
)

INDEX_REDUCTIONS = Cells(
    tuple(
        call.replace("WORD", f"'{word}'")
        for word in WORDS[1:]
        for call in f"""
torch.index_reduce(t, 0, L([0, 1]), u, WORD)
torch.index_reduce(t, 0, L([1, 1]), u, WORD, include_self=False)
torch.index_reduce(t, 1, L([2, 0, 2]), u, WORD)
torch.index_reduce(t, -1, L([3, 3, 1, 3]), u, WORD, include_self=False)
torch.index_reduce(t, 1, L([0, 0]), u[:, :2], WORD)
torch.index_reduce(t, 1, L(1), u[:, :1], reduce=WORD)
torch.index_reduce(t, 1, L([0, 0]).int(), u[:, 1:], WORD)
torch.index_reduce(t[0, 0], 0, L([1, 1, 0]), u[0, 0, :3], WORD)
torch.index_reduce(t[0, 0], 0, L([1, 1, 3]), u[0, 0, :3], WORD, include_self=False)
torch.index_reduce(t[0, 0, 0], 0, L([0]), u[0, 0, 1], WORD)
torch.index_reduce(t[0, 0, 0], 0, L(0), u[0, 0, 1], WORD, include_self=False)
torch.index_reduce(t, 1, L([]).long(), u[:, :0], WORD)
torch.index_reduce(t[:0], 1, L([0, 0]), u[:0, :2], WORD)
torch.index_reduce(t, 0, L([0, 1]), u, WORD, out=torch.zeros(0, dtype=d))
torch.index_reduce(t, 0, L([0, 1]), u, WORD, out=torch.zeros(1, dtype=d))
torch.index_reduce(t, 0, L([0, 1]), u, WORD, out=torch.zeros(1, dtype={OTHER}))
t.index_reduce(0, L([0, 1]), u, WORD)
t.index_reduce_(0, L([1, 0]), u, WORD, include_self=False) is t
torch.index_reduce(t, 0, L([0, 5]), u, WORD, include_self=False)
torch.index_reduce(t, 0, L([0, -1]), u, WORD, include_self=False)
torch.index_reduce(t[0, 0], 0, L([0, -1]), u[0, 0, :2], WORD)
u.index_reduce_(0, L([0, 1]), u, WORD)
""".strip().splitlines()
    ),
)

INDEX_REDUCE_ERRORS = Cells(
    f"""
torch.index_reduce(t, 0, L([0, 1]), u, 'sum')
torch.index_reduce(t, 9, L([0, 1]), u, 'bad')
torch.index_reduce(t, 0, L([0, 1]), u)
torch.index_reduce(t, 0, L([0, 1.]), u, 'prod')
torch.index_reduce(t, 0, L([0, 1]).short(), u, 'prod')
torch.index_reduce(t, 0, L([[0, 1]]), u, 'prod')
torch.index_reduce(t, 0, L([0, 1, 1]), u, 'prod')
torch.index_reduce(t, 0, L([0, 1]), u.to({OTHER}), 'prod')
torch.index_reduce(t, 0, L([0, 1]), u[:, :2], 'prod')
torch.index_reduce(t, 0, L([0, 1]), u[0], 'prod')
torch.index_reduce(t, 3, L([0, 1]), u, 'prod')
torch.index_reduce(t, 1, L([0, 1]), u[0, 0], 'prod')
torch.index_reduce(t[0, 0], 0, L(1), u[0, 0, 0], 'mean')
torch.index_reduce(t[0, 0], 0, L([1, 1]), u[0, 0, 0], 'mean')
torch.index_reduce(t, 0, L([0, 1]), u, 'prod', out=u)
torch.index_reduce(t, 0, L([0, 1]), u, 'prod', out=torch.zeros(1, dtype=d).expand(2, 3, 4))
torch.index_reduce(t, 0, L([0, 1]), u, 'prod', False)
t.index_reduce_(0, L([0, 1]), u, 'sum')
"""
)
