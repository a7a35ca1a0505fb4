"""Calls of scaled_dot_product_attention, embedding and what exchanges channels, for comparison with torch.

F is torch.nn.functional, L torch.tensor; t and u are of size (2, 3, 4).
"""

from calls.function_cells import Cells
from oracles.dtype_rules import UNSIGNED

FEW = ("contiguous", "transposed", "strided")

ATTENTION = Cells(
    """
F.scaled_dot_product_attention(t, u, u)
F.scaled_dot_product_attention(t, u, u[..., :2])
F.scaled_dot_product_attention(t[0], u[0], u[0])
F.scaled_dot_product_attention(t, u[:1], u[:1])
F.scaled_dot_product_attention(t[None], u[None], u[None], is_causal=True)
F.scaled_dot_product_attention(t, u, u, L([[True, False, False], [False] * 3, [True] * 3]))
F.scaled_dot_product_attention(t, u, u, L([[0., -1., -inf], [-inf] * 3, [0.] * 3]))
F.scaled_dot_product_attention(t, u, u, scale=0.25)
F.scaled_dot_product_attention(t, u, u, scale=-0.25)
F.scaled_dot_product_attention(t.view(1, 2, 3, 4), u[:1, None], u[:1, None], enable_gqa=True)
F.scaled_dot_product_attention(t, u[:, :0], u[:, :0])
(torch.manual_seed(7), F.scaled_dot_product_attention(t, u, u, dropout_p=0.5))[1]
""",
    tolerance="sum(64)",
    layouts=FEW,
    dtypes=("float32", "float64", "float16", "bfloat16"),
    differences=(
        (r"dropout_p", ("float16", "bfloat16"), "torch draws in float32"),
        (r"", UNSIGNED, "both refuse, at another step"),
    ),
)

REFUSED_ATTENTION = Cells(
    """
F.scaled_dot_product_attention(t[0, 0], u[0, 0], u[0, 0])
F.scaled_dot_product_attention(t, u.to(torch.int16 if d != torch.int16 else torch.int8), u)
F.scaled_dot_product_attention(t, u, u, L([[True] * 3] * 3), is_causal=True)
F.scaled_dot_product_attention(t, u, u, L([[1] * 3] * 3))
F.scaled_dot_product_attention(t[None], u[None], u[None], L([True] * 3))
F.scaled_dot_product_attention(t, u, u, L([[True] * 2] * 3))
F.scaled_dot_product_attention(t, u, u, dropout_p=1.5)
F.scaled_dot_product_attention(t, u, u, 3)
F.scaled_dot_product_attention(t[None], u[None, :1].expand(1, 3, 3, 4), u[None], enable_gqa=True)
""",
    layouts=("contiguous",),
    dtypes=("float32", "float64"),
    differences=((r"", UNSIGNED, "both refuse, at another step"),),
)

INDEXED = Cells(
    """
F.embedding(L([[1, 0], [2, 2]]), t[0])
F.embedding(L([1, 0], dtype=torch.int32), t[0])
F.embedding(L(1), t[0], padding_idx=-3)
F.embedding(L([], dtype=torch.int64), t[0], 2)
F.embedding(L([1.0]), t[0])
F.embedding(L([True]), t[0])
F.embedding(L([1], dtype=torch.uint8), t[0])
F.embedding(L([3]), t[0])
F.embedding(L([-1]), t[0])
F.embedding(L([1]), t)
F.embedding(L([1]), t[0], padding_idx=3)
F.embedding(L([1]), t[0], padding_idx=-4)
F.pixel_shuffle(t.view(1, 4, 3, 2), 2)
F.pixel_shuffle(t.view(8, 1, 3), 2)
F.pixel_shuffle(t, 1)
F.pixel_shuffle(t[0], 1)
F.pixel_shuffle(t, 2)
F.pixel_shuffle(t, 0)
F.pixel_unshuffle(t.view(1, 1, 4, 6), 2)
F.pixel_unshuffle(t.view(3, 2, 4), 2)
F.pixel_unshuffle(t, 2)
F.pixel_unshuffle(t, -1)
F.channel_shuffle(t.view(1, 6, 2, 2), 3)
F.channel_shuffle(t.view(2, 4, 3), 2)
F.channel_shuffle(t[:0], 3)
F.channel_shuffle(t, 2)
F.channel_shuffle(t, 0)
F.channel_shuffle(t[0], 1)
F.native_channel_shuffle(t, 3)
""",
    layouts=("contiguous", "expanded"),
)

SCALED_ROWS = Cells(
    """
F.embedding(L([[1, 0], [0, 1]]), t[0], max_norm=1.0)
F.embedding(L([1, 2]), t[0], max_norm=2.0, norm_type=1)
torch.embedding_renorm_(t[0], L([0]), 1, 2)
""",
    tolerance="sum(8)",
    layouts=("contiguous", "strided"),
    dtypes=("float32", "float64"),
)
