"""Calls of what writes where a tensor of indices or a mask says, and of what finds such indices, for
comparison with torch.  gather, scatter, index_fill, index_copy and index_add have tests of their own
(tests/index).
"""

from calls.function_cells import Cells

WORDS = ("sum", "prod", "mean", "amax", "amin")
ALONG_0 = "L([[[0, 1, 0, 1]], [[1, 1, 0, 0]]])"
ALONG_1 = "L([[[0, 2, 0, 1], [2, 2, 0, 0]], [[1, 1, 0, 0], [0, 1, 2, 0]]])"
OTHER = "torch.int16 if d != torch.int16 else torch.int8"

SCATTER_REDUCTIONS = Cells(
    tuple(
        call.replace("WORD", f"'{word}'")
        for word in WORDS
        for call in f"""
torch.scatter_reduce(t, 0, {ALONG_0}, u, WORD)
torch.scatter_reduce(t, 0, {ALONG_0}, u, WORD, include_self=False)
torch.scatter_reduce(t, 1, {ALONG_1}, u, WORD)
torch.scatter_reduce(t, -2, {ALONG_1}, u.transpose(0, 1).reshape(2, 3, 4), WORD, include_self=False)
torch.scatter_reduce(u, 2, L([3, 1]).expand(2, 3, 2), t, WORD)
torch.scatter_reduce(u, 2, L([1]).expand(2, 3, 4), t, WORD, include_self=False)
torch.scatter_reduce(t[0, 0], 0, L([1, 1, 0]), u[0, 0], WORD)
torch.scatter_reduce(t[0, 0, 0], 0, L(0), u[0, 0, 1], WORD)
torch.scatter_reduce(t, 0, {ALONG_0}.int(), u, reduce=WORD)
torch.scatter_reduce(t, 0, L([]).reshape(0, 3, 4).long(), u, WORD)
torch.scatter_reduce(t, 0, {ALONG_0}, u, WORD, out=torch.zeros(0, dtype=d))
torch.scatter_reduce(t, 0, {ALONG_0}, u, WORD, out=torch.zeros(1, dtype=d))
torch.scatter_reduce(t, 0, {ALONG_0}, u, WORD, out=torch.zeros(4, 3, 2, dtype=d).transpose(0, 2))
torch.scatter_reduce(t, 0, {ALONG_0}, u, WORD, out=t)
torch.scatter_reduce(t, 0, {ALONG_0}, u, WORD, out=torch.zeros(2, dtype={OTHER}))
t.scatter_reduce(0, {ALONG_0}, u, WORD)
t.scatter_reduce_(1, {ALONG_1}, u, WORD)
t.scatter_reduce_(0, {ALONG_0}, u, WORD) is t
torch.scatter_reduce(t, 0, {ALONG_0} + 5, u, WORD)
u.scatter_reduce_(0, {ALONG_0}, u, WORD)
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
torch.scatter_reduce(t, 0, {ALONG_0} - 5, u, WORD, include_self=False)
t.index_reduce_(0, L([1, 1]), u, WORD)
torch.index_reduce(t, 0, L([0, 5]), u, WORD)
""".strip().splitlines()
    ),
    dtypes=REALS,  # torch writes, or looks at the indices, before it refuses others
)

SCATTER_REDUCE_ERRORS = Cells(
    f"""
torch.scatter_reduce(t, 0, {ALONG_0}, u, 'bad')
torch.scatter_reduce(t, 0, {ALONG_0}, u, 'add')
torch.scatter_reduce(t, 0, {ALONG_0}, u, '')
torch.scatter_reduce(t, 0, {ALONG_0}, u, '\\ud800')
torch.scatter_reduce(t, 0, {ALONG_0}, u)
torch.scatter_reduce(t, 0, {ALONG_0}, u, None)
torch.scatter_reduce(t, 0, {ALONG_0}, 1., 'sum')
torch.scatter_reduce(t, 0, {ALONG_0}, u, 'sum', False)
torch.scatter_reduce(t, 0, {ALONG_0}, u, 'sum', include_self=1)
torch.scatter_reduce(t, 0, {ALONG_0}.float(), u, 'sum')
torch.scatter_reduce(t, 0, {ALONG_0}.short(), u, 'bad')
torch.scatter_reduce(t, 0, {ALONG_0}, u.to({OTHER}), 'bad')
torch.scatter_reduce(t, 0, L([0, 1]), u, 'sum')
torch.scatter_reduce(t, 0, {ALONG_0}, u[0], 'sum')
torch.scatter_reduce(t, 0, {ALONG_1}, u[:1], 'sum')
torch.scatter_reduce(t, 3, {ALONG_0}, u, 'sum')
t.scatter_reduce_(0, {ALONG_0}, u, 'bad')
torch.scatter_reduce(t, 0, {ALONG_0}, u, 'prod', out=u)
torch.scatter_reduce(t, 0, {ALONG_0}, u, 'amax', out=torch.zeros(1, dtype=d).expand(2, 3, 4))
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

PUTS = Cells(
    f"""
torch.put(t, L([0, 5]), u[0, 0, :2])
torch.put(t, L([0, -1, 23, -24]), u[0, 0])
torch.put(t, L([[0], [7]]), u[0, :1, 1:3])
torch.put(t, L([3, 3, 3, -21]), u[0, 0], True)
torch.put(t, L([3, 3]), u[0, 0, :2], accumulate=True)
torch.put(t, L([0, 24]), u[0, 0, :2])
torch.put(t, L([0, -25, 99]), u[0, 0, :3])
torch.put(t, L([0, 0]), u[0, 0, :2], 1)
torch.put(t, L([0, 0]), u[0, 0, :2].to({OTHER}))
torch.put(t, L([0, 0]).int(), u[0, 0, :2])
torch.put(t, L([0, 0]), u[0, 0, :3])
torch.put(t, L([0, 0]), 1.)
torch.put(t[:0], L([0]), u[0, 0, :1])
torch.put(t[:0], L([]).long(), u[0, 0, :0])
torch.put(t, L([]).long(), u[0, 0, :0])
torch.put(t[0, 0, 0], L(0), u[0, 0, 1])
torch.put(t, L([0]))
t.put(L([1, 2]), u[0, 0, :2])
t.put(L([1, 1]), u[0, 0, :2], accumulate=True)
t.put_(L([1, 2]), u[0, 0, :2])
t.put_(L([1, 1, -3]), u[0, 0, :3], True)
t.put_(L([1]), u[0, 0, :1]) is t
u.put_(L([1]), u.view(-1)[:1])
u.put_(L([0, 1, 2, 3]), u[0, 0])
"""
)

INDEX_PUTS = Cells(
    f"""
torch.index_put(t, (L([0, 1]),), u[0, 0, :1])
torch.index_put(t, (L([1]),), u[0])
torch.index_put(t, (L([0, 1]), L([2, 0])), u[0, 0])
torch.index_put(t, [L([0, 1]), L([2, 0]), L([1, -1])], u[0, 0, :2])
torch.index_put(t, (L([[0], [1]]), L([2, 0])), u[:, 1:, 0:1])
torch.index_put(t, (L([0, 0]), L([2, 2])), u[0, :2], True)
torch.index_put(t, (L([0, 0, 1]), L([2, 2, -1]), L([1, 1, 0])), u[0, :, 0], accumulate=True)
torch.index_put(t, (L([0, -1]), L([2, 2])), u[0, 0, :1], True)
torch.index_put(t, (L([True, False]),), u[0, 0, 0])
torch.index_put(t, (L([True, False]),), u[0])
torch.index_put(t, (L([True, True]), L([1, 2])), u[0, 0])
torch.index_put(t, (t > 2,), u[0, 0, 0])
torch.index_put(t, (L([[True, False, True], [True, True, False]]),), u[0, 0], True)
torch.index_put(t, (L([[True, False, True], [True, True, False]]),), u[0, 0, :1].to({OTHER}))
torch.index_put(t, (L(0),), u[1])
torch.index_put(t, (L([0, 1]).int(), L(1)), u[0, 0])
torch.index_put(t, (L([]).long(),), u[0, 0])
torch.index_put(t, (L([]).long(),), u[0, 0], True)
torch.index_put(t[:, :0], (L([0, 1]),), u[0, :0])
torch.index_put(t, (None, L([0])), u)
torch.index_put(t, (L([0]), 1), u)
torch.index_put(t, L([0, 1]), u)
torch.index_put(t, (L([0]),), 7.)
torch.index_put(t, (L([0, 1]).short(),), u)
torch.index_put(t, (L([0., 1]),), u)
torch.index_put(t, (L([0, 5]),), u)
torch.index_put(t, (L([0, -5]),), u[0, 0, 0], True)
torch.index_put(t, (L([0, 1]),), u.to({OTHER}))
torch.index_put(t, (L([0, 1]),), u[0, 0, :2])
torch.index_put(t, (L([0, 1]),), u[None])
torch.index_put(t, (L([0, 1]),), u[None], True)
torch.index_put(t, (L([0, 1]), L([0, 1, 2])), u[0, 0, 0])
torch.index_put(t, (L([0]),) * 4, u[0, 0, 0])
torch.index_put(t, (L([0]),), u[0], 1)
torch.index_put(t, (L([0]),))
torch.index_put_(u, (L([0]),), t[0])
torch.index_put_(u, (L([0]), L([1])), t[0, 0], accumulate=True) is u
t.index_put_((L([0]),), u[0])
t.index_put((L([0]),), u[0])
t.index_put((L([0]), L([1])), u[0, 0], True)
t.index_put(indices=[L([0])], values=u[0], accumulate=False)
u.index_put_((L([0]),), t[1])
u.index_put_((L([0, 0]),), t[1], True)
u.index_put_((L([0, 0]),), u)
u.index_put_((L([0, 1]),), u, True)
"""
)

MASKED_SCATTERS = Cells(
    f"""
torch.masked_scatter(t, u != u[0, 0, 0], u)
torch.masked_scatter(t, t != t, u[0, 0, :0])
torch.masked_scatter(t, L([True, False, True, True]), u)
torch.masked_scatter(t, L([[True], [False], [True]]), u.transpose(0, 2))
torch.masked_scatter(t[0, 0], L([[True, False, True, False]] * 3), u)
torch.masked_scatter(t, L([True, True, True, True]), u[0])
torch.masked_scatter(t, L([True, False]), u)
torch.masked_scatter(t, u != u[0, 0, 0], u.to({OTHER}))
torch.masked_scatter(t, L([1, 0, 1, 0]), u)
torch.masked_scatter(t, L([1, 0, 1, 0]).byte(), u)
torch.masked_scatter(t, u != u[0, 0, 0], 1.)
torch.masked_scatter(t, 2, t)
torch.masked_scatter(t[:0], (u != u[0, 0, 0])[:0], u)
torch.masked_scatter(t[0, 0, 0], L(True), u)
t.masked_scatter(u != u[0, 0, 0], u)
t.masked_scatter_(u != u[0, 0, 0], u)
t.masked_scatter_(L([True, False, True, True]), u.transpose(1, 2)) is t
u[0, 0].masked_scatter_(L([[True, False, True, False]] * 3), t)
u.masked_scatter_(L([True, False]), u)
"""
)

DIAGONAL_FILLS = Cells("""
t[0].fill_diagonal_(1)
t[:, 0].fill_diagonal_(fill_value=0, wrap=True)
t[:, :2, :2].fill_diagonal_(1)
t[:, :, :2].fill_diagonal_(1)
t[0, 0].fill_diagonal_(1)
u[0].fill_diagonal_(2.5) is u
u.view(12, 2).fill_diagonal_(1, True)
u.view(12, 2).fill_diagonal_(1)
u.view(8, 3).fill_diagonal_(0, wrap=True)
u.view(24, 1).fill_diagonal_(0, True)
u.view(2, 12).fill_diagonal_(0, True)
u[0, :0].fill_diagonal_(1)
u[0, :, :0].fill_diagonal_(1)
u[0].fill_diagonal_(300)
u[0].fill_diagonal_(1j)
u[0].fill_diagonal_(L(2))
u[0].fill_diagonal_('a')
u[0].fill_diagonal_(1, 1)
u[0].fill_diagonal_()
""")

POSITIONS = Cells("""
torch.nonzero_static(t, size=2)
torch.nonzero_static(t, size=30)
torch.nonzero_static(t, size=30, fill_value=3)
torch.nonzero_static(t, size=0)
torch.nonzero_static(t, size=-1)
torch.nonzero_static(t, size=2.)
torch.nonzero_static(t, 2)
torch.nonzero_static(t)
t.nonzero_static(size=3)
t[0, 0, 0].nonzero_static(size=3)
torch.nonzero_static(t[:0], size=2)
torch.nonzero_static(t, size=2, out=torch.empty(0, dtype=torch.int64))
torch.nonzero_static(t, size=2, out=torch.empty(5, dtype=torch.int64))
torch.nonzero_static(t, size=2, out=torch.empty(2, 6, dtype=torch.int64)[:, ::2])
torch.nonzero_static(t, size=2, out=torch.empty(0, dtype=torch.float64))
torch.nonzero_static(t, size=1, fill_value=2**70)
torch.nonzero_static(t, size=2**70)
torch.unravel_index(t, (4, 3))
torch.unravel_index(t, 7)
torch.unravel_index(t, ())
torch.unravel_index(t, [2, 3, 4])
torch.unravel_index(indices=t[0, 0], shape=torch.Size((2, 3)))
torch.unravel_index(L([5, 7, -1]), (2, 3))
torch.unravel_index(L(5), (2., 3))
torch.unravel_index(L(5), (2, -3))
torch.unravel_index(L(5), 'ab')
torch.unravel_index(L(5), 2.)
torch.unravel_index(L(5), (0, 3))
torch.unravel_index(L(5), [True, 9])
torch.unravel_index(5, (2, 3))
torch.unravel_index(L(5))
""")
