"""Functions that follow indices or a mask, and closeness: what their rows say of derived calls."""

from dataclasses import replace

from calls.domain import COMPLEX, FALLBACK, INDICES, OTHER, SUM, TWO, Domain
from oracles.dtype_rules import UNSIGNED

ALONG_0 = "L([[[0, 1, 0, 1]], [[1, 1, 0, 0]]])"
ALONG_1 = "L([[[0, 2, 0, 1], [2, 2, 0, 0]], [[1, 1, 0, 0], [0, 1, 2, 0]]])"
ALONG = (
    f"{ALONG_1} | {ALONG_0} | {ALONG_1}.int() | L([3, 1]).expand(2, 3, 2) | L([0, 1]) | L(0)"
    f" | L([]).long() | L([]).reshape(2, 0, 4).long() | {ALONG_1}.short() | {ALONG_1} + 1 | {ALONG_0} - 1"
    f" | {ALONG_1}.double() | {ALONG_1}.transpose(0, 1) | t > 0"
)
"""Indices of as many dimensions as t."""
ROW = (
    "L([0, 1]) | L([1, 0, 2]) | L([1, 1]) | L([0]) | L(1) | L([]).long() | L([1, 0]).int()"
    " | L([0, 1]).short()"
    " | L([0., 1.]) | L([True]) | L([[0, 1]]) | L([0, 5]) | L([-1]) | L([0, 2, 1, 2])[::2]"
)
"""Indices of one dimension."""
PLACES = (
    "L([3, 5]) | L([[5, -1], [-6, 0]]) | L([3, 3]) | L(3) | L([]).long() | L([0, 24]) | L([-25])"
    " | L([1, 2]).int()"
    " | L([True]) | L([0.]) | L([[1, 2], [3, 4]]).t() | L([1]).expand(3) | L([[0, 4], [1, 2]]).t()[::2]"
)
"""Of the flattened tensor."""
SOURCES = f"u | u[0] | u[:, :1] | u[..., :2] | u[:, :2] | u[0, 0, 0] | u.to({OTHER}) | t | u.transpose(0, 2)"
SCATTER = {"index": ALONG, "src": SOURCES, "value": "3 | -1.5 | True | 300 | 1j | 2**70"}
FITTING_ALONG = (
    {"dim": "1", "index": ALONG_1},
    {"dim": "0", "index": ALONG_0},
    {"input": "u", "dim": "2", "index": "L([3, 1]).expand(2, 3, 2)"},
    {"input": "t[0, 0]", "dim": "0", "index": "L([1, 1, 0])", "src": "u[0, 0]"},
    {"input": "t[0, 0, 0]", "dim": "0", "index": "L(0)", "src": "u[0, 0, 1]"},
    {"input": "t", "dim": "0", "index": f"{ALONG_0} + 5"},
    {"input": "t", "dim": "0", "index": f"{ALONG_0} - 5"},
)
WORDS = "'sum' | 'prod' | 'mean' | 'amax' | 'amin' | 'bad' | 'add' | 'multiply'"
FITTING_SLICES = (
    {"dim": "0", "index": "L([0, 1])", "source": "u"},
    {"dim": "1", "index": "L([0, 2])", "source": "u[:, :2]"},
    {"dim": "2", "index": "L([3, 3, 0])", "source": "u[..., :3]"},
    {"input": "t[0, 0]", "dim": "0", "index": "L([3, 0])", "source": "u[0, 0, :2]"},
    {"input": "t[0, 0, 0]", "dim": "0", "index": "L([0])", "source": "u[0, 0, 0]"},
    {"input": "t", "dim": "0", "index": "L([0, 5])", "source": "u"},
    {"input": "t", "dim": "1", "index": "L([-1])", "source": "u[:, :1]"},
    {"input": "t[:0]", "dim": "1", "index": "L([2, 0])", "source": "u[:0, :2]"},
)
SLICES = {"index": ROW, "source": SOURCES, "alpha": "2 | -1.5 | True | 1j | 0"}
MASKS = (
    "u != u[0, 0, 0] | t != t | L([True, False, True, True]) | L([[True], [False], [True]])"
    " | L([True, False])"
    " | L([1, 0, 1, 0]) | L([1, 0, 1, 0]).byte() | L(True) | (u != u[0, 0, 0])[:0]"
    " | L([[True, False, True, False]] * 3)"
)
PUT = Domain(
    {
        "index": PLACES,
        "source": f"u[0, 0, :2] | u[0, 0, :1] | u[0, 0] | u[0, 0, :0] | u[0, :2, :2]"
        f" | u[0, 0, :2].to({OTHER}) | u[0, 0, 0]",
    },
    (
        {},
        {"index": "L([[5, -1], [-6, 0]])", "source": "u[0, :2, :2]"},
        {"index": "L([3, 3, -21, 1])", "source": "u[0, 0]"},
    ),
)
INDEX_PUT = Domain(
    {
        "indices": "(L([0, 1]),) | (L([1]),) | (L([0, 1]), L([2, 0])) | [L([0, 1]), L([2, 0]), L([1, -1])]"
        " | (L([[0], [1]]), L([2, 0])) | (L([0, 0]), L([2, 2])) | (L([True, False]),)"
        " | (L([True, True]), L([1, 2])) | (t > 2,)"
        " | (L([[True, False, True], [True, True, False]]),)"
        " | (L(0),) | (L([0, 1]).int(), L(1)) | (L([]).long(),) | (None, L([0])) | (L([0]), 1)"
        " | L([0, 1])"
        " | (L([0, 1]).short(),) | (L([0., 1]),) | (L([0, 5]),) | (L([0, -5]),)"
        " | (L([0, 1]), L([0, 1, 2]))"
        " | (L([0]),) * 4 | ()",
        "values": f"u[0, 0, :1] | u[0] | u[0, 0, 0] | u[0, 0] | u[0, 0, :2] | u[:, 1:, :1]"
        f" | u.to({OTHER}) | u[None] | u"
        " | u[0, :2]",
    },
    different=(
        (
            r"\(t(\[:0\])?, (\(\)|\[\])|_?\((\(\)|\[\])|indices=(\(\)|\[\])",
            None,
            "torch's text is of an undefined tensor",
        ),
        (r"t\[0, 0(, 0)?\].*t > 2", None, TWO),
        (r"expand.*index_put_|index_put_.*expand", None, "tbcast refuses elements in one place"),
    ),
)
GATHERED = Domain({"index": ALONG, "indices": ALONG}, FITTING_ALONG, over=("u",))

ROWS = {
    "index_select": Domain({"index": ROW}, over=("u",)),
    "take": Domain({"index": PLACES}, over=("u",)),
    "gather": GATHERED,
    "take_along_dim": GATHERED,
    "index_fill": Domain(
        {
            "index": ROW,
            "value": {"Tensor": "u[0, 0, 0] | L(3) | L(2.5) | u[0] | L([1])", "Number": SCATTER["value"]},
        }
    ),
    "index_copy": Domain(SLICES, FITTING_SLICES),
    "index_add": Domain(SLICES, FITTING_SLICES, cells=SUM, different=((r"L\(\[-1\]\)", UNSIGNED, TWO),)),
    "scatter_add": Domain(SCATTER, FITTING_ALONG, cells=SUM),
    "scatter": Domain(SCATTER | {"reduce": "'add' | 'multiply' | 'sum' | 'bad'"}, FITTING_ALONG),
    "scatter_reduce": Domain(
        SCATTER | {"reduce": WORDS},
        FITTING_ALONG,
        different=((r"L\(\[\]\).*'mean'", UNSIGNED, "nothing is divided"),),
    ),
    "index_reduce": Domain(
        SLICES | {"reduce": "'prod' | 'mean' | 'amax' | 'amin' | 'sum' | 'bad'"},
        FITTING_SLICES,
        different=(
            (r"(\[:0\]|L\(\[-1\]\)|L\(\[0, 5\]\)).*'(mean|amin|amax)'", ("bool", *COMPLEX, *UNSIGNED), TWO),
            (r"\[:0\].*include_self=False", None, "torch's text is of the storage within"),
        ),
    ),
    "put": PUT,
    "index_put": INDEX_PUT,
    "index_put_": replace(INDEX_PUT, cells={"layouts": ("contiguous", "transposed", "strided", "padded")}),
    **dict.fromkeys(
        ("masked_scatter", "masked_scatter_"),
        Domain({"mask": MASKS, "source": f"u | u[0] | u[0, 0, :0] | u.transpose(0, 2) | u.to({OTHER})"}),
    ),
    "fill_diagonal_": Domain(
        {
            "input": "t[0] | t[:, 0] | t[:, :2, :2] | t[:, :, :2] | t[0, 0] | u.view(12, 2) | u.view(8, 3)"
            " | u.view(24, 1) | u.view(2, 12) | t[0, :0] | t[0, :, :0]",
            "fill_value": "1 | 0 | 2.5 | True | 300 | 1j | L(2)",
        },
        different=((r"24, 1.*1j", ("float16", "bfloat16"), "the type that torch's text names"),),
    ),
    "select_scatter": Domain(
        {"src": f"u[:, 0] | u[0] | u[0].to({OTHER}) | u[..., 0] | u[0, 0, 0] | u"},
        (
            {"dim": "1", "index": "2", "src": "u[:, 0]"},
            {"dim": "0", "index": "-1", "src": f"u[0].to({OTHER})"},
            {"input": "t[0, 0]", "dim": "0", "index": "4", "src": "u[0, 0, 0]"},
        ),
    ),
    "slice_scatter": Domain(
        {
            "src": f"u | u[:1] | u[:, 1:] | u[:0] | u.to({OTHER}) | u[0]",
            "start": "1 | 0 | -1 | 9 | None",
            "end": "2 | -1 | 0 | 9 | None",
            "step": "1 | 2 | 0 | -1",
        },
        ({"src": "u"}, {"src": "u[1:]"}, {"src": "u[:, 1:2]"}),
    ),
    "diagonal_scatter": Domain(
        {"src": f"u[0, 0, :2].expand(4, 2) | u[0, :2, :2] | u[0, 0, :2].expand(4, 2).to({OTHER}) | u"},
        ({"src": "u[0, 0, :2].expand(4, 2)"}, {"src": "u[..., 0]"}),
    ),
    "as_strided_scatter": Domain(
        {
            "src": f"u[0, :2, :2] | u[0, :2, :2].to({OTHER}) | u[0, 0] | u",
            "size": "(2, 2) | (4,) | ()",
            "stride": "(1, 5) | (2,) | (0, 1) | (-1, 1) | ()",
            "storage_offset": "1 | 0 | 30 | -1 | None",
        },
        ({"size": "(4,)", "stride": "(5,)", "src": "u[0, 0]"},),
    ),
    "nonzero_static": Domain(
        {"size": "2 | 30 | 0 | -1 | 3 | 2**70", "fill_value": "3 | 0 | 2**70"}, out_dtypes=INDICES
    ),
    "nonzero": Domain(special={}, out_dtypes=INDICES),
    "argwhere": Domain(special={}),
    "masked_select": Domain({"mask": MASKS}),
    **dict.fromkeys(
        ("isclose", "allclose"),
        Domain(
            {
                "other": f"u | t | t.clone() | u[0] | u[0, 0, 0] | u.to({OTHER}) | u[:, :2]",
                "rtol": "0.5 | 0 | 1 | True | -1. | float('nan') | float('inf')",
                "atol": "2 | 0 | 0.5 | -1. | float('nan') | float('inf')",
            },
            special={},
            different=(FALLBACK,),
        ),
    ),
    "equal": Domain({"other": f"u | t | t.clone() | u[0] | u.to({OTHER}) | u[:, :2] | t[:0]"}, special={}),
}
