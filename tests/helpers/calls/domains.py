"""What single rows say of the arguments of their derived calls (domain.py): reductions, functions along a
dimension, sets, shapes; beside them domains_indexing.py, domains_linalg.py and domains_nn.py."""

from dataclasses import replace

from calls import domains_indexing, domains_linalg, domains_nn, domains_views
from calls.domain import (
    ALONG,
    COMPLEX,
    DOUBLES,
    FALLBACK,
    FLOATS,
    INDICES,
    NOTHING_WRITTEN,
    ORDER,
    PAIR,
    SUBJECTS,
    SUM,
    Domain,
)
from codegen.functions import (
    classes,
    constructors,
    creation,
    data,
    drawing,
    fft,
    linalg,
    methods,
    promotion,
    protocols,
    settings,
    spatial,
)

EXTREMA = Domain(special={}, out_dtypes=PAIR, over=("t[:, 0]",), different=(FALLBACK, NOTHING_WRITTEN))
VARIANCE = Domain(
    {"correction": "0 | 2 | 0.5 | -1 | 3 | 7 | True | 24 | 1j"},
    cells={"tolerance": "sum", "tolerances": {"float64": "ulp(8)", "complex128": "sum(8)"}},
    refuses_repeated=False,
    different=((r"_mean\(.*\.expand", DOUBLES, "means near 0"),),
)
SELECTION = Domain(special={}, out_dtypes=PAIR)
MEDIAN = Domain(
    special={},
    out_dtypes=PAIR,
    cells={"layouts": ("contiguous", "transposed", "strided", "padded")},
    different=((r"\.expand\(", None, "torch's medians of expanded slices are others'"),),
)
WIDE_ONLY = {
    "differences": ((r"torch\.(b?float16|float32)", None, "special values, cast first: nothing to judge by"),)
}

REDUCTIONS = {
    "sum": Domain(cells=SUM, refuses_repeated=False),
    "mean": Domain(cells=SUM),
    "prod": Domain(
        cells=SUM | {"tolerances": {"float64": "ulp(4)", "complex128": "sum(4)"}},
        refuses_repeated=False,
        different=(
            (r"\bt(\.permute\(2, 0, 1\)|\.expand\(2, 2, 3, 4\))?(, |\.prod\()dtype=", None, ORDER),
            (r"dtype=torch\.complex", DOUBLES, ORDER),
        ),
    ),
    **dict.fromkeys(("amax", "amin"), Domain(special={})),
    **dict.fromkeys(("argmax", "argmin"), Domain(special={}, out_dtypes=INDICES)),
    **dict.fromkeys(("max", "min"), EXTREMA),
    "aminmax": Domain(special={}, out_dtypes=("t.dtype", "t.dtype")),
    **dict.fromkeys(("all", "any"), Domain(special={}, out_dtypes=("torch.bool",), refuses_repeated=False)),
    "count_nonzero": Domain(special={}),
    **dict.fromkeys(("var", "std", "var_mean", "std_mean"), VARIANCE),
    "sum_to_size": Domain(
        {"size": "(1, 3, 4) | (2, 1, 4) | (0, 1, 4) | (3, 1) | (4,) | [1] | () | (2, 3, 4) | (2,) | (0,)"
                 " | (2, 3, -1) | (1, 2, 3, 4)"},
        cells=SUM,
    ),
    "norm": Domain(
        {
            "p": "1 | 2 | 'fro' | float('inf') | -float('inf') | 0 | True | None | -1. | -2 | 'x' | 'nuc' | u"
                 " | 1j | (1,)",
            "dim": "1 | (0, 2) | (0, 1) | None | [] | (1,) | 5 | (0, 0) | (0, 1, 2) | (1, 1) | (0, 7) | 1.5"
                   " | 'a'",
            "keepdim": "True",
            "dtype": "torch.float64 | torch.complex128 | torch.float16 | torch.int32 | 3 | None",
        },
        ({}, {"p": "float('inf')", "dim": "0"}, {"p": "-2", "dim": "0"}),
        SUM | {"tolerances": dict.fromkeys(DOUBLES, "ulp(4)")},
        refuses_repeated=False,
        different=(
            (r"\(0, 1, 2\).*dtype=3", None, "torch's text is of the function within"),
            (r"norm\(t\[0, 0, 0\], 0\)", COMPLEX, "torch casts a count, and warns"),
        ),
    ),
}  # fmt: skip

ALONG_DIM = {
    **dict.fromkeys(("cumsum", "cumprod", "msort"), Domain(special={}, **ALONG)),
    "sort": Domain(special={}, out_dtypes=PAIR, **ALONG),
    **dict.fromkeys(
        ("cummax", "cummin"), Domain(special={}, out_dtypes=PAIR, over=("t",), refuses_repeated=False)
    ),
    "argsort": Domain(special={}, out_dtypes=INDICES),
    "topk": Domain(
        {"k": "2 | 1 | 0 | 3 | 4 | 5 | -1 | L(1)", "sorted": "True"},
        special={},
        of_result=".values",
        out_dtypes=PAIR,
    ),
    **dict.fromkeys(("median", "nanmedian"), MEDIAN),
    "mode": SELECTION,
    "kthvalue": Domain({"k": "1 | 2 | 3 | 4 | 0 | -1 | 5 | 9 | L(2)"}, special={}, out_dtypes=PAIR),
    "logcumsumexp": Domain(
        cells={"tolerance": "ulp(1)", "tolerances": dict.fromkeys(COMPLEX, "sum(4)")},
        special={},
    ),
    **dict.fromkeys(
        ("softmax", "_special_softmax"),
        Domain(cells=SUM | {"tolerances": dict.fromkeys(DOUBLES, "ulp(4)")}, special=WIDE_ONLY),
    ),
    **dict.fromkeys(("log_softmax", "_special_log_softmax"), Domain(cells=SUM, special=WIDE_ONLY)),
    "logsumexp": Domain(cells=SUM, special={}),
    "bincount": Domain(
        {
            "input": "L([1, 3, 1, 0]) | u.flatten() | t | t[0, 0, 0] | t[:0] | t[0, 0, :0] | L([1, -1])"
                     " | L([1, 3, 1, 1], dtype=torch.uint8)[::2] | L([1, 3, 1, 0], dtype=torch.int32)"
                     " | L([1, 3, -1, 0], dtype=torch.int8) | L([2**63 - 1]) | L([2**62])",
            "weights": "u[0, 0] | t[0, 1] | t[0] | t[0, 0, :2] | None",
            "minlength": "7 | 2 | -1 | 2**62",
        }
    ),
}  # fmt: skip

STATISTICS = {
    "trace": Domain(
        {"input": "t[0] | t[:, 1] | t[0].T | t[0, :, :0] | t | t[0, 0] | t[0, 0, 0]"}, cells=SUM
    ),
    **dict.fromkeys(
        ("nansum", "nanmean"),
        Domain(
            cells=SUM,
            special={
                "tolerance": "sum(4)",
                "dtypes": FLOATS,
                "differences": (
                    (r"\.expand\(", None, "which sums are infinite on the way"),
                    (r"dtype=torch\.(u?int|b?float16)", None, "infinities as integers, casts first"),
                ),
            },
        ),
    ),
    **dict.fromkeys(
        ("quantile", "nanquantile"),
        Domain(
            {
                "q": {
                    "Tensor": "L([0., .3, 1.], dtype=d) | L(.7, dtype=d) | L([.5], dtype=d)[:0]"
                              " | L([.2, .4, .5, .7], dtype=d) | L([.5, 2.], dtype=d)"
                              " | L(float('nan'), dtype=d)"
                              " | L([[.5]], dtype=d) | L([.5], dtype=torch.float16)",
                    "float": "0.5 | 0.3 | 0 | 1 | True | 1.5 | -.5 | float('nan') | 2**70",
                },
                "interpolation": "'linear' | 'lower' | 'higher' | 'midpoint' | 'nearest' | 'a'",
            },
            cells={"tolerance": "ulp(1)"},
            special={"dtypes": ("float32", "float64")},
            different=((r"dtype=d\)\[:0\], 2, True", None, "strides of nothing"),),
        ),
    ),
    "histc": Domain(
        {
            "bins": "5 | 3 | 1 | 0 | -1 | L(3)",
            "min": "-2 | 0 | -1.5 | 1 | L(-1) | True | float('nan') | 1j",
            "max": "2 | 1 | 2.5 | float('inf') | L(2)",
        },
        ({}, {"bins": "5", "min": "-2", "max": "2"}),
        cells=SUM,
        refuses_repeated=False,
    ),
    "histogram": Domain(
        {
            "bins": {
                "Tensor": "L([-3., -1., 0., 0.5, 4.], dtype=d) | L([-3., -1., -1., 4.], dtype=d)"
                          " | L([3., 1., -4.], dtype=d) | L([-4., float('nan'), 5.], dtype=d)"
                          " | L([1., 2.], dtype=torch.float64) | L([1, 2]) | L([[1, 2]], dtype=d)"
                          " | L([1], dtype=d) | L([1], dtype=d)[:0] | L(1, dtype=d)",
                "int": "4 | 5 | 0 | -1",
            },
            "range": "(-2, 2) | [-2., 2.] | (0, L(2)) | (1, 1) | (True, 2.5) | (0, 1, 2) | () | (2, 0)"
                     " | (0, float('inf')) | (L(0), 1) | (0, 'a') | (0, None) | (0, 1j) | (2**2000, 1) | 1",
            "weight": "u.abs() | u.flatten() | u[0] | u.double()",
        },
        ({}, {"bins": "4", "range": "(-2, 2)"}),
        cells=SUM,
        different=(
            (
                r"histogram\(((input=|x=)?t(\[[^\]]*\]|\.\w+\([^)]*\))?)?(, )?(\)|weight|density|out|range)",
                None,
                "elements on the edges of a hundred bins",
            ),
        ),
        out_dtypes=("t.dtype", "t.dtype"),
    ),
    "histogramdd": Domain(
        {
            "bins": {
                "int": "3 | 1 | 0 | -1",
                "tuple of ints": "[2, 1, 3, 2] | (1, 1, 1, 1) | [2] | () | [2, 0, 1, 1]",
                "tuple of Tensors": "[L([-3., 0., 0.5, 4.], dtype=d)] * 4 | (L([-3., -1.], dtype=d),) * 3"
                                    " | [L([1, 2])] * 4 | [L([[1., 2.]], dtype=d)] * 4"
                                    " | [L([1.], dtype=d)] * 4"
                                    " | [L([-3., 4.], dtype=d)] * 3 + [L([1.], dtype=d)[:0]]",
            },
            "range": "(-2, 2) * 4 | [-2., 2., 0, 1, -1, 1, 3, 3] | (1, 2) | (2, 0) * 4 "
                     "| (0, float('inf')) * 4 | (0, 'a') | 1",
            "weight": "u[..., 0].abs() | u[0, :, 0] | u | u[..., 0].double()",
        },
        ({"bins": "[2, 1, 3, 2]"}, {"bins": "2", "range": "(-2, 2) * 4"}),
        cells=SUM,
        different=((r"L\(\[1\.\], dtype=d\)\] \* 4", ("bool",), "tensors of one bool as numbers of bins"),),
    ),
    "cov": Domain(
        {
            "input": "t[0] | t[0].T | t[0, 0] | t[0, 0, 0] | t[0, :0] | t[0, :, :0] | t[0, :, :1] | t",
            "correction": "0 | 2 | 4 | 9 | L(2)",
            "fweights": "L([1, 3, 0, 2]) | L([1., 3., 0., 2.]) | L([True, False, True, True]) | L([1, 3, 0])"
                        " | L([[1, 3, 0, 2]]) | L([1, -3, 0, 2]) | L([0, 0, 0, 0]) | L([2])",
            "aweights": "L([.5, 1., 0., 2.]) | L([1, 3, 0, 2]) | L([1j, 3, 0, 2]) | L([1., 3., 0.])"
                        " | L([[1., 3., 0., 2.]]) | L([1., -3., 0., 2.]) | L([1., float('nan'), 0., 2.])"
                        " | L([0., 0., 0., 0.]) | L([.5, 1., 0., 2.], dtype=torch.float64) | L([.5])",
        },
        cells={"tolerance": "sum(8)"},
        different=(
            (r"weights=L\(\[(2|.5)\]\)", None, "torch overwrites input"),
            (r"correction=[49]", COMPLEX, "parts of infinite numbers"),
        ),
    ),
    "corrcoef": Domain(
        {"input": "t[0] | t[1].T | t[0, 0] | t[0, 0, 0] | t[0, :, :1] | t"}, cells={"tolerance": "sum(8)"}
    ),
    **dict.fromkeys(
        ("trapezoid", "cumulative_trapezoid", "trapz"),
        Domain(
            {
                "x": "L([0., 1., 3.]) | u[0] | u | u[:1] | t[0, 0, 0] | L([0, 2, 3, 7])"
                     " | L([True, False, True])"
                     " | L([0., 2., 3., 7.], dtype=torch.float64) | u[:, :2, :1] | L([1.])"
                     " | L([0., 1., 3.])[:0]",
                "y": f"{SUBJECTS} | t > 0 | (t > 0)[:, :, :0] | t[:, :, :0]",
                "dx": "2 | .5 | L(2) | 1j | True | 2**70",
            },
            cells={"tolerance": "sum(4)"},
        ),
    ),
    "gradient": Domain(
        {
            "dim": {
                "int": "1 | 0 | -1 | L(1) | None | 3",
                "tuple of ints": "(0, 2) | [2, 0] | () | (L(0), True) | (1, 2) | (0,) | (0, 3) | (0, 0)"
                                 " | (0, -3)",
            },
            "spacing": {
                "Number": "2 | .5 | L(2.) | True | 0 | None",
                "tuple of Scalars": "(1, 2, .5) | [2, 3.] | (2,) | (True, 2) | ()",
                "tuple of Tensors": "(L([0., 1.]), L([0., 1., 3.]), L([1., 2., 4., 5.])) | [L([0, 1, 3])]"
                                    " | (L([0., 1., 3.], dtype=torch.float64),) | (u, u, u)"
                                    " | (L([0., 1., 3.]), L([1., 2., 4., 5.])) | (L(1.), L(2.), L(3.))",
            },
            "edge_order": "1 | 2 | 3",
        },
        cells={"tolerance": "ulp(1)"},
    ),
}  # fmt: skip

INNER_NAMES = (
    (r"\((sorted|return_inverse)=True, return|foo=1|, 1, 1\)", None, "names of torch's functions"),
)
LIKE_SETS = {"sorted": "True | False | 1", "return_inverse": "True | None", "return_counts": "True | None"}
SEQUENCES = (
    "torch.sort(u)[0] | torch.sort(u.flatten())[0] | u | u[0, 0] | u[..., :0] | u[:0] | u[0, 0, 0] | t"
)
SETS = {
    "unique": Domain(
        LIKE_SETS
        | {
            "input": "t | torch.cat([t, t]) | torch.cat([t, u, t], 1) | (t == u) | t[0, 0, 0] | t[:, :0]"
                     " | t[:0]"
                     " | (t.round() + 0) | t.flatten() | torch.cat([t > 0, t > 0], -1)",
            "dim": "1 | 0 | -1 | 3 | -4 | True | 'a' | 1.0",
        },
        different=INNER_NAMES,
    ),
    "unique_consecutive": Domain(
        LIKE_SETS
        | {
            "input": "t | (t > 0) | t.repeat_interleave(3, 1).transpose(1, 2) | t[0, 0, 0] | t[:, :0] | t[:0]"
                     " | torch.cat([t, t, u, t]) | torch.cat([t, t, u, t], 1).transpose(0, 1)"
                     " | t.repeat_interleave(2, 2)",
            "dim": "1 | 0 | -1 | 2 | 3 | []",
        },
        different=(
            *INNER_NAMES,
            (r"\([^=]*, True(, dim=.*)?\)$", None, "torch takes it for return_counts"),
        ),
    ),
    "isin": Domain(
        {
            "elements": "t | t[:0] | t[0, 0, 0]",
            "test_elements": "u | u[0] | torch.cat([t, u, t, u]) | torch.cat([t, u, t, u]).transpose(0, 2)"
                             " | t[0, 0, 0] | u[:0] | u.double() | u.to(torch.int8) | u.to(torch.bool)",
            "element": "3 | 2.5",
            "test_element": "3 | 2.5 | True | 300 | 1j",
            "assume_unique": "False",
        },
        out_dtypes=("torch.bool",),
        different=((r"isin\((element=)?(3|2\.5), .*out=", None, "torch sizes it twice"),),
    ),
    "searchsorted": Domain(
        {
            "sorted_sequence": SEQUENCES,
            "input": "t | t[..., :2] | u | t[0, 0, 0] | t.double() | t[..., :0] | t[:0] | t[0] | t[:1]",
            "self": "2 | 2.5 | True | 300",
            "side": "'right' | 'left' | 'up'",
            "sorter": "torch.argsort(u) | L([0, 1, 2, 4]) | L([-1, 1, 2, 3]) | L([0, 1])"
                      " | L([0, 1, 2, 3], dtype=torch.int32) | torch.argsort(u.flatten(), stable=True)"
                      " | L([1, 0, 3, 2])",
        },
        ({}, {"sorted_sequence": "u[0, 0]"}, {"sorted_sequence": "u[0, 0, :0]", "input": "t"}),
        out_dtypes=INDICES,
    ),
    "bucketize": Domain(
        {
            "input": "t | t[0, 0, 0] | t[:0]",
            "self": "2 | 2.5 | True",
            "boundaries": "torch.sort(u.flatten())[0] | u[0, 0] | u[0, 0, :0] | u | u[0, 0, 0]",
        },
        out_dtypes=INDICES,
    ),
}  # fmt: skip

TRIANGLE = Domain(
    {
        "input": f"{SUBJECTS} | t.transpose(0, 2) | t[..., :0]",
        "diagonal": "1 | -1 | 3 | -2 | 100 | -2**63 | 2**63 - 1 | L(1)",
    },
    over=("t", "u"),
    refuses_repeated=False,
    different=((r"\.expand\(2, 2, 3, 4\)\.tri._", None, "torch refuses it only where it makes a copy"),),
)
PIECES = {
    "indices": {
        "tuple of ints": "(1, 3) | [2, -1, 1, 9, -9] | () | (1,)",
        "Tensor": "L([1, 2])",
    },
    "sections": "2 | 3 | 5 | 1 | 0 | -1 | -2 | L(2)",
    "tensor_indices_or_sections": "L(2) | L([1, 2]) | L([1, 3, 2])[::2] | L([[1, 2]])"
                                  " | L([], dtype=torch.int64)"
                                  " | L([1, 2], dtype=torch.int32) | L(0)",
}  # fmt: skip
LISTS_OF_TENSORS = (
    "[t, u] | (t, u, t) | [t] | [t[:1], u, t[1:]] | [t[:, 1:], u[:, :0], t[:, :1]]"
    " | [t[..., 1:3], u[..., ::2]]"
    " | [t[0, 0], u[1, 2], t[0, :, 0]] | [t[:0], t[:0]] | [t.transpose(0, 2), u.transpose(0, 2)]"
    " | [t, torch.empty(0, dtype=d), u] | [torch.empty(0), t] | [torch.empty(0, dtype=torch.float64), t]"
    " | [torch.empty(0, dtype=d), torch.empty(0, dtype=d)] | [t, u.to(torch.int8)] | [t, u.to(torch.float16)]"
    " | [t, u.to(torch.bfloat16)] | [t.to(torch.bool), u, u.to(torch.complex64)] | [t, u.to(torch.bool)]"
    " | [t] * 40 | [t, u[:1]] | [t, u[0]] | [t[0, 0], u[0]] | [t[0, 0, 0], u[0, 0, 0]] | [t[:, :0], u]"
    " | [t, u[:, :2], u] | [t, u, u[..., 1:]] | [t[0, :, 0], u[0]] | [t[0, :2, 0], u[0]] | [t, t[0, 0, 0]]"
    " | [t[0], u] | [t[:1], u]"
)
JOIN = Domain(
    {"tensors": LISTS_OF_TENSORS},
    cells={"layouts": ("contiguous", "transposed", "strided", "expanded", "padded", "permuted", "odd")},
    over=("u",),
)
SHAPES = {
    **dict.fromkeys(("cat", "hstack", "vstack", "dstack", "column_stack"), JOIN),
    "stack": replace(JOIN, different=((r"out=u", None, "torch writes over what it still reads"),)),
    "expand_copy": Domain(
        {
            "input": "t | t[:, :1] | t[0, 0, 0] | t[0]",
            "size": "(2, 3, 4) | (5, 2, 3, 4) | (2, 3, -1) | (1, -1, -1, -1) | () | (0, 2) | (2, 2, 3, 4)"
                    " | (2, 3)"
                    " | (2, 3, 5) | (-1, 2, 3, 4)",
        },
        over=("t",),
    ),
    "repeat": Domain(
        {
            "repeats": "(1, 1, 1) | (2, 1, 3) | (2, 2, 2, 2) | [1, 3, 1] | torch.Size([2, 1, 1])"
                       " | (0, 1, 2) | ()"
                       " | (2, 2) | (-1, 1, 1) | (1, 2, -2) | (3,)"
        }
    ),
    "tile": Domain({"dims": "(2,) | () | (2, 1, 1, 3) | (1, 2) | (0,) | (-1,) | [2, 2]"}),
    "repeat_interleave": Domain(
        {
            "repeats": {
                "int": "2 | 3 | 5 | 0 | 1 | -1",
                "Tensor": "L([2, 0, 3]) | L([1, 2], dtype=torch.int32) | L([2]) | L(2) | torch.arange(24)"
                          " | L([0, 0])"
                          " | L([1, 9, 2, 9, 3, 9, 0, 9])[::2] | L([], dtype=torch.int64) | L([1, -2])"
                          " | L([1.0, 2]) | L([1, 2], dtype=torch.int8) | L([[1, 2]]) | L([1, -1])",
            },
            "output_size": "6 | 8 | 48 | 5 | -3 | 3",
        }
    ),
    "flip": Domain(
        {
            "input": f"{SUBJECTS} | t.transpose(0, 2)[:, :0] | t[:, 1:2]",
            "dims": "(0,) | (2,) | [0, 1, 2] | (-1, 0) | () | (1,) | (0, 0) | (1, -2) | (3,) | (0, -4)"
                    " | (0, 2)",
        }
    ),
    **dict.fromkeys(("fliplr", "flipud"), Domain()),
    "roll": Domain(
        {
            "input": f"{SUBJECTS} | t[:, :0].transpose(0, 2)",
            "shifts": "1 | 2 | (1, 2) | -5 | 100 | [2] | 0 | 2**63 - 1 | () | (1, 2, 3) | L(1)",
            "dims": "0 | 1 | (0, 2) | -1 | [1] | (1, 1) | None | (0, 1, 2) | 3 | (0, -4) | 9 | ()",
        }
    ),
    "rot90": Domain(
        {
            "k": "1 | 2 | 3 | 0 | -5 | 6 | 4",
            "dims": "(0, 1) | (2, 0) | [1, 2] | (-1, 0) | (1, 0) | [0] | [0, 1, 2] | [1, 1] | [1, -2]"
                    " | [0, 3]"
                    " | [-4, 0] | [7, 7]",
        }
    ),
    "tril": TRIANGLE,
    "triu": TRIANGLE,
    "diag": Domain(
        {
            "input": "t[0] | t[:, 1] | t[0, :0] | t[0, 0] | t[:, 0, 0] | t[0, :, 0] | t[0, 0, :0] | t"
                     " | t[0, 0, 0]",
            "diagonal": "1 | -1 | 9 | 2 | -2 | 2**62 | 2**63 - 1 | -2**63",
        },
        over=("u[:, 0]",),
    ),
    "diag_embed": Domain(
        {
            "input": f"{SUBJECTS} | t[..., :0]",
            "offset": "1 | -2 | 2 | 2**62 | -2**63",
            "dim1": "0 | 3 | -3 | 1 | 4 | -5",
            "dim2": "2 | 0 | 1 | -3 | 4",
        }
    ),
    "diagflat": Domain({"offset": "2 | -1 | 1"}),
    "narrow_copy": Domain(
        {
            "dim": "1 | -1 | 0 | 2 | 3 | -4",
            "start": "1 | 0 | -3 | 4 | -4 | 2 | 3 | L(1)",
            "length": "1 | 2 | 0 | -1 | 2**63 - 1 | 3",
        },
        different=((r"out=(strided|twice)", None, "torch writes beyond it"),),
    ),
    "tensor_split": Domain(PIECES),
    **dict.fromkeys(("hsplit", "vsplit", "dsplit"), Domain(PIECES)),
    "split_with_sizes_copy": Domain(
        {
            "split_sizes": "(1, 1) | [2] | [1, 3] | [3, -1] | ()",
            "out": "None | [torch.empty(0, dtype=d), torch.empty(0, dtype=d)] | [torch.empty(0, dtype=d)]",
        }
    ),
    "split_with_sizes": Domain(
        {
            "split_sizes": "(1, 2) | [1, 1] | [4, 0] | [1, 3, 0] | [2] | [1] | [3, -1] | ()",
        }
    ),
    "unfold": Domain(
        {
            "dimension": "2 | 1 | 0 | -1 | 3",
            "size": "2 | 0 | 1 | 3 | 5 | -1",
            "step": "1 | 2 | 5 | 2**40 | 0",
        }
    ),
    "diff": Domain(
        {
            "input": f"{SUBJECTS} | t[..., :0] | t[..., :1]",
            "n": "2 | 0 | 3 | 9 | -1 | L(2)",
            "prepend": "u | u[:, :1] | u.to(torch.float64) | u[0] | u[:, 1:]",
            "append": "u[..., :1] | u | u[:, 2:] | u[:1]",
        },
        different=((r"diff\(t\[\.\.\., :0\], out=", None, "torch narrows what is empty"),),
    ),
    "adjoint": Domain(of_result=".resolve_conj()"),
    "vander": Domain(
        {
            "x": "t[0, 0] | t[:, 0, 0] | t[0, :, 0] | t[0, 0, :0] | t | t[0, 0, 0]",
            "N": "5 | 4 | 1 | 0 | 2 | 3 | -1",
        }
    ),
    "combinations": Domain(
        {
            "input": "t[0, 0] | t[0, :, 0] | t[0, 0, :0] | t[0] | t[0, 0, 0]",
            "r": "3 | 4 | 5 | 1 | 0 | -1 | 2",
        }
    ),
}  # fmt: skip

ANY_PREDICATE = Domain({"input": f"{SUBJECTS} | t[:1, :1, :1]", "other": "u | t[0] | u[0, 0, 0]"})
PREDICATES = dict.fromkeys(
    (
        *("numel", "is_floating_point", "is_complex", "is_signed", "is_conj", "is_neg", "is_nonzero"),
        "is_same_size",
    ),
    ANY_PREDICATE,
)

ROWS = {
    **REDUCTIONS,
    **ALONG_DIM,
    **STATISTICS,
    **SETS,
    **SHAPES,
    **PREDICATES,
    **domains_indexing.ROWS,
    **domains_linalg.ROWS,
    **domains_nn.ROWS,
    **domains_views.ROWS,
}
"""What some functions say of their arguments; the others say nothing."""

WITH_TESTS_OF_THEIR_OWN = {
    classes: "types random package helpers/allocations",
    constructors: "call types helpers/calls",
    creation: "create helpers/calls",
    data: "create interop",
    drawing: "random helpers/calls",
    fft: "linalg helpers/calls",
    linalg: "linalg helpers/calls",
    methods: "types views call interop helpers/calls",
    promotion: "base call helpers/calls",
    protocols: "interop helpers/calls",
    settings: "create random threads memory types",
    spatial: "package helpers/calls",
}
"""Families whose calls are not derived, and the folders of their tests."""
OF_MEMORY = ("set_", "resize_", "resize_as_", "__reversed__")
"""Rows of other families, likewise."""


def of(row):
    return ROWS.get(row.name, Domain())


def is_derived(row):
    """Are the row's calls derived?  Rows of a namespace serve other functions."""
    others = {own.key for family in WITH_TESTS_OF_THEIR_OWN for own in family.ROWS} | {*OF_MEMORY}
    public = row.owner == "Tensor" and row.namespace in ("", "nn") and not row.constructor
    return public and (row.name in ROWS or not (row.namespace or row.key in others))
