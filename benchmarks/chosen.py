"""What docs/benchmarks shows: some cases of each group, and the claims about speed that they carry.

Whoever writes such a claim into README.md or docs/ adds it here, with its cases. report.py measures them and
says which claims do not hold; tests/repository/test_benchmarks.py looks whether the pages still say so.
"""

from dataclasses import dataclass

from cases import GROUPS

CHOSEN = {
    "small": (
        *("a + b, 4", "add(a, b), 4", "a.add_(b), 4", "a + 2.5, 4", "float32 + int64, 4", "a + b, 1024"),
        *("(4,1)+(4)", "(5,1,4,1)+(3,1,1)"),
    ),
    "calls": ("broadcast_shapes", "empty(5, 3)", "x[0]", "x[:, None]", "x.T", "np.from_dlpack(x)"),
    "creation": (
        *("arange(12), int64", "linspace(0, 1, 1000)", "zeros(4)", "tensor of a list of 12"),
        "full((1000, 1000), 2.5)",
    ),
    "cached": (
        *("(256,256)+(256,256)", "(256,256)+(256)", "(256,256)+(256,1)", "outer (256,1)+(256)"),
        *("(20000,3)+(3)", "(20000,3)+(20000,1)", "(8,64,14,14)+(1,64,1,1)"),
        *("(16,1,16,1,16)+(1,16,1,16,1)", "x[::2]+y[::2]", "where", "a + b, float16"),
    ),
    "layouts": (
        *("float32.T + float32", "float64.T + float64", "int16.T + int16", "uint8.T + uint8"),
        *("float32.T + float64", "out= transposed", "copy of (257,255).T", "where(mask.T, a, b)"),
        *("NHWC + NCHW (8, 64, 14, 14)", "NHWC + NCHW (8, 3, 64, 64)"),
        *("x[::3]+y[::3]", "x[::4]+y[::4]", "x[::7]+y[::7]"),
    ),
    "unary": tuple(case.name for case in GROUPS["unary"]),
    "memory": (
        *("a + b", "a + b, warm out=", "a += b", "(4096,4096)+(4096,1)", "(5000000,3)+(3)"),
        *("(4096,4096).T+(4096,4096)", "(2000,1,3)-(1,2000,3)"),
    ),
    "index": (
        *("rows t[i], (1000,64)", "whole mask t[m], (1000,64)", "rows t[i] = 2, (1000,64)"),
        "whole mask t[m] = 2, (1000,64)",
    ),
    "gather": (
        *("gather, dim 0 of (100000,)", "gather, dim 1 of (256, 256)", "gather, dim 1 of (20000, 3)"),
        "index_select, dim 0, 20000 of (20000, 3)",
    ),
    "reductions": (
        *("sum(), 12", "sum(), (256,256)", "sum(dim=0), (256,256)", "sum(dim=1), (256,256)"),
        *("argmax(dim=1), (256,256)", "var(dim=0), (256,256)", "sum(), (4096,4096)"),
        "sum(dim=0), (20000,3)",
    ),
    "along_dim": (
        *("cumsum, dim 1 of (256, 256)", "softmax, dim 1 of (256, 256)", "softmax, dim 1 of (20000, 3)"),
        *("sort, dim 0 of (1000000,)", "sort, dim 1 of (1000, 1000)", "topk, 10 of 1000000"),
    ),
    "further": (
        *("median, 1000000", "unique, 200000 of 1000", "scatter_reduce, sum, 100000"),
        *("bernoulli_(0.3), 1000000", "layer_norm, (1000,64)", "cross_entropy, (1000,10)"),
        *("gelu, 1000000", "silu, 1000000", "softplus, 1000000", "hardswish, 1000000", "hardshrink, 1000000"),
    ),
    "shapes": (
        *("cat, dim 0, (256,256)", "stack, last dim, (256,256)", "repeat (2, 2), (256,256)"),
        "flip, dim 1, (256,256)",
    ),
    "products": (
        *("(4,4)@(4,4)", "(64,64)@(64,64)", "(256,256)@(256,256)", "(1024,1024)@(1024,1024)"),
        *("(256,256).T@(256,256).T", "(1000,3,3)@(1000,3,3)", "(1000,500)@(500,10)", "(1000,1000)@(1000,)"),
        "(4096,4096)@(4096,)",
    ),
    "reported": tuple(case.name for case in GROUPS["reported"]),
    "sizes": tuple(case.name for case in GROUPS["sizes"]),
}
"""group -> names of cases."""

OPEN = "not looked into"
MEMORY = "all are bound by the memory"
NUMPYS = "NumPy's own loop for AVX-512; not looked into"
MKL = "on Intel's processors PyTorch calls Intel's library (MKL)"
SORTS = "on Intel's processors NumPy sorts in vectors; tbcast finds the indices, too"
SLOWER = {
    ("calls", "np.from_dlpack(x)"): "25 ns more; not explained",
    **{("layouts", f"x[::{k}]+y[::{k}]"): OPEN for k in (3, 4, 7)},
    **{("unary", f"{name}, float32"): NUMPYS for name in ("log10", "sinh", "atanh", "a ** 2")},
    **{("unary", f"{name}, float32"): NUMPYS for name in ("expm1", "acos", "atan")},
    **{("unary", f"{name}, float32"): MKL for name in ("sqrt", "a ** 0.5")},
    **{("unary", f"{name}, float64"): MKL for name in ("sqrt", "exp", "sin", "cos", "tan", "acos")},
    **{("unary", f"{name}, float64"): MKL for name in ("tanh", "erf", "erfc")},
    ("unary", "sigmoid, float32"): OPEN,
    ("unary", "exp, float16"): NUMPYS,
    ("along_dim", "cumsum, dim 1 of (256, 256)"): OPEN,
    **{("along_dim", f"sort, dim {dim}"): SORTS for dim in ("0 of (1000000,)", "1 of (1000, 1000)")},
    **{
        ("products", case): MKL
        for case in (
            *("(256,256)@(256,256)", "(1024,1024)@(1024,1024)", "(256,256).T@(256,256).T"),
            "(1000,500)@(500,10)",
        )
    },
    ("products", "(4096,4096)@(4096,)"): MEMORY,
    ("reported", "(177, 12, 1405) - (1405,), float64"): OPEN,
    ("reductions", "sum(), (4096,4096)"): MEMORY,
    ("sizes", "a + b, 65536"): OPEN,
    **{("sizes", f"a + b, {n}"): OPEN for n in (1048576, 4194304)},
    **{("sizes", f"a += b, {n}"): OPEN for n in (262144, 1048576, 4194304, 16777216)},
    ("sizes", "a * 2.5, 4194304"): OPEN,
    **{("sizes", f"a < b, {n}"): OPEN for n in (262144, 1048576)},
    ("sizes", "a < b, 16777216"): MEMORY,
    ("sizes", "sum, 67108864"): MEMORY,
    ("sizes", "a < b, 4194304"): MEMORY,
    ("sizes", "a + row, 4194304"): "not explained; 1 Mi and 16 Mi elements are faster",
    ("further", "scatter_reduce, sum, 100000"): OPEN,
    ("further", "gelu, 1000000"): "PyTorch's library approximates erf; faster since",
    ("further", "hardswish, 1000000"): OPEN,
    ("further", "hardshrink, 1000000"): "several passes; since this was measured, one",
    ("random", "worst, number 194 (2, 1, 1, 1) complex64 + (1, 277, 1, 208) complex64"): OPEN,
    ("random", "worst, number 197 (627991,) float64 + (1,) float64"): OPEN,
    ("random", "worst, number 118 (3982447,) float32 + (3982447,) float32"): OPEN,
    ("random", "worst, number 41 (2128, 2) complex64 + (2128, 2) complex64"): OPEN,
}
"""(group, case) -> why another library is faster: the page has a row for each case that is slower by its best
rounds and by its medians, and report.py names those whose reason is missing here."""


def chosen(group):
    """The group's chosen cases."""
    cases = {case.name: case for case in GROUPS[group]}
    return [cases[name] for name in CHOSEN[group]]


@dataclass(frozen=True)
class Claim:
    """A sentence about speed. It holds if the ratio of each of its cases is within the bounds."""

    page: str
    text: str
    """As the page has it, but for its line breaks."""
    group: str
    cases: tuple
    least: float = 0
    most: float = float("inf")
    threads: str = "one"
    """The ratios with "one" thread or with "all"."""


EQUAL = 0.8
"""The least ratio of what keeps up with a peer."""

CLAIMS = (
    Claim(
        "README.md",
        "`hardswish`, on Intel's processors sorting",
        "further",
        ("hardswish, 1000000",),
        most=1,
    ),
    Claim(
        "README.md",
        "operands with a stride of three elements or more",
        "layouts",
        ("x[::3]+y[::3]", "x[::4]+y[::4]", "x[::7]+y[::7]"),
        most=1,
    ),
    Claim(
        "docs/functions.md",
        "it keeps up with NumPy's OpenBLAS and PyTorch's MKL at the sizes",
        "products",
        CHOSEN["products"],
        least=EQUAL,
    ),
    Claim(
        "docs/functions.md",
        "1,000,000 float32 take 3 to 6 ms in any order",
        "further",
        ("median, 1000000",),
        least=EQUAL,
    ),
    Claim(
        "docs/design_notes/argument_matching.md",
        "from 260 to 175 ns, a fifteenth of NumPy's time",
        "calls",
        ("broadcast_shapes",),
        least=12,
    ),
    Claim(
        "docs/design_notes/fast_paths.md",
        "`a + b`, 4 floats | 77 | 38 | 260",
        "small",
        ("a + b, 4", "add(a, b), 4", "a + 2.5, 4", "(4,1)+(4)"),
        least=1,
    ),
    Claim(
        "docs/design_notes/foreign_memory.md",
        "`np.from_dlpack(t)` takes 0.34 us (torch's tensors 2.4, NumPy's arrays 0.21)",
        "calls",
        ("np.from_dlpack(x)",),
        least=0.5,
    ),
    Claim(
        "docs/design_notes/indices.md",
        "(256, 256) along dim 1, two threads: 69 → 23 (torch 26)",
        "gather",
        ("gather, dim 1 of (256, 256)",),
        least=1,
        threads="all",
    ),
    Claim(
        "docs/design_notes/indices.md",
        "Reading (1000, 64) by a mask of its shape takes 0.27 of NumPy's time",
        "index",
        ("whole mask t[m], (1000,64)",),
        least=3,
    ),
    Claim(
        "docs/design_notes/packing.md",
        "(20000, 3) + (20000, 1): 9.3 → 4.4 (NumPy 52, PyTorch 27)",
        "cached",
        ("(20000,3)+(20000,1)",),
        least=4,
    ),
    Claim(
        "docs/design_notes/transposed_operands.md",
        "Up to a few MiB, beside NumPy 2.4 and torch 2.13",
        "layouts",
        CHOSEN["layouts"][:10],
        least=1,
    ),
    Claim(
        "docs/design_notes/vector_math.md",
        "Microseconds for 65,536 elements of float32, one thread, AVX-512; in brackets NumPy, PyTorch",
        "unary",
        ("exp, float32", "log, float32", "sin, float32", "tanh, float32"),
        least=1,
    ),
    Claim(
        "docs/design_notes/vector_math.md",
        "float32 floor_divide | 50 (AVX2 64) | 611 | 143",
        "unary",
        ("floor_divide, float32",),
        least=1,
    ),
)
