"""The groups of cases of benchmarks/run.py: a group is a list, a case one line (see case.py)."""

from along_dim_cases import along_dim_cases
from case import WARM_OUT, Case, Operand, case, flags, indices
from creation_cases import CREATION
from further_cases import FURTHER
from growth_cases import growth_cases
from random_cases import random_cases
from reduction_cases import REDUCTIONS
from reported_cases import REPORTED
from shape_cases import SHAPES

MI = 1 << 20
ADD_OUT = "m.add(a, b, out=o)"
SUM_OUT = {"numexpr": "o = a + b"}


def both(name, a, b, limit, out):
    """a + b with a fresh result and into a warm one."""
    a, b = (x if isinstance(x, Operand) else Operand(x, seed=seed) for seed, x in enumerate((a, b)))
    operands = {"a": a, "b": b}
    return [
        case(name, "a + b", limit=limit, **operands),
        case(f"{name}{WARM_OUT}", ADD_OUT, SUM_OUT, limit=limit, **operands, o=Operand(out)),
    ]


SMALL = [
    *(
        line
        for n in (1, 4, 16, 64, 256, 1024)
        for line in (
            case(f"a + b, {n}", "a + b", limit="object_add", a=(n,), b=(n,)),
            case(f"add(a, b), {n}", "m.add(a, b)", {"numexpr": "a + b"}, a=(n,), b=(n,)),
            case(f"a.add_(b), {n}", "a.add_(b)", {"numpy": "a += b"}, a=(n,), b=(n,)),
            case(f"out=, {n}", ADD_OUT, SUM_OUT, a=(n,), b=(n,), o=(n,)),
            case(f"a < b, {n}", "a < b", a=(n,), b=(n,)),
            case(f"float32 + int64, {n}", "a + b", a=(n,), b=Operand((n,), "int64", high=100)),
            case(f"a + 2.5, {n}", "a + 2.5", a=(n,)),
        )
    ),
    case("(4,1)+(4)", "a + b", a=(4, 1), b=(4,)),
    case("(3,3)+(3)", "a + b", a=(3, 3), b=(3,)),
    case("(5,1,4,1)+(3,1,1)", "a + b", a=(5, 1, 4, 1), b=(3, 1, 1)),
    case("0-dim + 0-dim", "a + b", a=(), b=()),
    case("(4) + 0-dim", "a + b", a=(4,), b=()),
]

CALLS = [
    case("broadcast_shapes", "m.broadcast_shapes((5, 1, 4, 1), (3, 1, 1))"),
    case("empty(5, 3)", "m.empty(5, 3)", {"numpy": "m.empty((5, 3), np.float32)"}, values=False),
    case("x[0]", "x[0]", x=(64, 64)),
    case("x[0, 1]", "x[0, 1]", {"numpy": None}, x=(64, 64)),
    case("x[:, None]", "x[:, None]", x=(64, 64)),
    case("x.T", "x.T", x=(64, 64)),
    case("x.shape", "x.shape", x=(64, 64)),
    case("np.from_dlpack(x)", "np.from_dlpack(x)", x=(64, 64)),
    case("x.__dlpack__(max_version=(1, 0))", "x.__dlpack__(max_version=(1, 0))", x=(64, 64)),
    case("from_dlpack(x.__dlpack__())", "m.from_dlpack(x.__dlpack__())", {"numpy": None}, x=(64, 64)),
    case("x.numpy()", "x.numpy()", {"numpy": "np.asarray(x)"}, x=(64, 64)),
]

NCHW = (0, 2, 3, 1)  # NHWC memory seen as NCHW


def strided(n, seed):
    return Operand((n,), step=2, seed=seed)


def squares(dtype, seed):
    return Operand((256, 256), dtype, high=40, seed=seed)


CACHED = [
    case("(256,256)+(256,256)", "a + b", a=(256, 256), b=(256, 256)),
    case("(256,256)+(256)", "a + b", a=(256, 256), b=(256,)),
    case("(256,256)+(256,1)", "a + b", a=(256, 256), b=(256, 1)),
    case("outer (256,1)+(256)", "a + b", a=(256, 1), b=(256,)),
    case("(20000,3)+(3)", "a + b", a=(20000, 3), b=(3,)),
    case("(20000,3)+(20000,1)", "a + b", a=(20000, 3), b=(20000, 1)),
    case("(20000,3)+=(3)", "a += b", a=(20000, 3), b=(3,)),
    case("(30000,2)+(2)", "a + b", a=(30000, 2), b=(2,)),
    case("(256,256).T+(256,256)", "a + b", a=Operand((256, 256), order=(1, 0)), b=(256, 256)),
    case("(8,64,14,14)+(1,64,1,1)", "a + b", a=(8, 64, 14, 14), b=(1, 64, 1, 1)),
    case("(16,1,16,1,16)+(1,16,1,16,1)", "a + b", a=(16, 1, 16, 1, 16), b=(1, 16, 1, 16, 1)),
    case("x[::2]+y[::2]", "a + b", a=strided(100000, seed=0), b=strided(100000, seed=1)),
    case("a < b", "a < b", a=(256, 256), b=(256, 256)),
    case("where", "m.where(c, a, b)", c=flags(256, 256), a=(256, 256), b=(256, 256)),
    case("maximum", "m.maximum(a, b)", a=(256, 256), b=(256, 256)),
    case("a / b", "a / b", a=(256, 256), b=(256, 256)),
    case("a + 2.5", "a + 2.5", a=(256, 256)),
    *(
        case(f"a + b, {dtype}", "a + b", a=squares(dtype, 0), b=squares(dtype, 1))
        for dtype in ("int8", "int32", "int64", "float64", "float16", "bfloat16", "complex64")
    ),
    case("a & b, bool", "a & b", a=flags(256, 256), b=flags(256, 256, seed=9)),
    case("float32 + float64", "a + b", a=(256, 256), b=Operand((256, 256), "float64", seed=1)),
    case("float32 + int32", "a + b", a=(256, 256), b=Operand((256, 256), "int32", high=100)),
    case("int64 + float32", "a + b", a=Operand((256, 256), "int64", high=100), b=Operand((256, 256), seed=1)),
]

NUMPYS = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "asinh": "arcsinh", "acosh": "arccosh"}
NUMPYS |= {"atanh": "arctanh", "erf": None, "erfc": None, "lgamma": None}
"""NumPy's names, where they are others."""


def function(name, dtype):
    """Of one operand, of plain numbers from its domain."""
    low, high = (-0.9, 0.9) if name in ("asin", "acos", "atanh") else (1, 2)
    of = {"numpy": NUMPYS[name] and f"m.{NUMPYS[name]}(a)"} if name in NUMPYS else {}
    rtol = 1e-5 if dtype == "float32" else 1e-12
    return case(
        f"{name}, {dtype}", f"m.{name}(a)", of, rtol=rtol, a=Operand((256, 256), dtype, low=low, high=high)
    )


UNARY = [
    *(
        function(name, dtype)
        for dtype in ("float32", "float64")
        for name in (
            *("sqrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin"),
            *("acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "erf", "erfc", "lgamma"),
        )
    ),
    case("sigmoid, float32", "m.sigmoid(a)", {"numpy": "1 / (1 + np.exp(-a))"}, rtol=1e-5, a=(256, 256)),
    case("pow, float32", "a ** b", rtol=1e-5, a=(256, 256), b=(256, 256)),
    case(
        "atan2, float32", "m.atan2(a, b)", {"numpy": "m.arctan2(a, b)"}, rtol=1e-5, a=(256, 256), b=(256, 256)
    ),
    case("hypot, float32", "m.hypot(a, b)", rtol=1e-5, a=(256, 256), b=(256, 256)),
    case(
        "logaddexp, float32",
        "m.logaddexp(a, b)",
        {"numexpr": "log(exp(a) + exp(b))"},
        rtol=1e-5,
        a=(256, 256),
        b=(256, 256),
    ),
    *(
        case(f"a ** {power}, float32", f"a ** {power}", rtol=1e-5, a=(256, 256))
        for power in (2, 2.5, 0.5, -1)
    ),
    case("a ** 2.5, float64", "a ** 2.5", a=Operand((256, 256), "float64")),
    case(
        "pow, float64",
        "a ** b",
        a=Operand((256, 256), "float64"),
        b=Operand((256, 256), "float64", seed=1),
    ),
    case("exp, float16", "m.exp(a)", rtol=1e-2, a=Operand((256, 256), "float16")),
    case("floor_divide, float32", "a // b", a=Operand((256, 256), high=50), b=(256, 256)),
    case("remainder, float32", "m.remainder(a, b)", rtol=1e-4, a=Operand((256, 256), high=50), b=(256, 256)),
    case("fmod, float32", "m.fmod(a, b)", rtol=1e-4, a=Operand((256, 256), high=50), b=(256, 256)),
    case("float_power, float32", "m.float_power(a, b)", a=(256, 256), b=(256, 256)),
    case(
        "lerp, tensor weight",
        "m.lerp(a, b, w)",
        {"numpy": "a + w * (b - a)"},
        a=(256, 256),
        b=(256, 256),
        w=(256, 256),
    ),
]

TRANSPOSED = Operand((256, 256), order=(1, 0))


def steps(dtype, step, size=(60000,)):
    """Each `step`-th element on both sides, on one, as the output, and alone."""
    x, y = (Operand(size, dtype, step=step, high=40, seed=seed) for seed in (0, 1))
    z = Operand(size, dtype, high=40, seed=2)
    at = f"{':, ' * (len(size) - 1)}::{step}"
    return [
        case(f"x[{at}]+y[{at}], {dtype}", "a + b", a=x, b=y),
        case(f"x[{at}]+y, {dtype}", "a + b", a=x, b=z),
        case(f"out=x[{at}], {dtype}", ADD_OUT, SUM_OUT, a=z, b=z, o=x),
        case(f"square(x[{at}]), {dtype}", "m.square(a)", a=x),
        case(f"copy of x[{at}], {dtype}", "a.contiguous()", {"numpy": "m.ascontiguousarray(a)"}, a=x),
    ]


def permuted(dtype, size, order):
    """A tensor whose dimensions are in memory in another order, alone and beside a contiguous one."""
    x, y = Operand(size, dtype, order, high=40), Operand(size, dtype, high=40, seed=1)
    title = f"{','.join(map(str, size))} in memory as {','.join(map(str, order))}, {dtype}"
    return [
        case(f"copy of {title}", "a.contiguous()", {"numpy": "m.ascontiguousarray(a)"}, a=x),
        case(f"add, {title}", "a + b", a=x, b=y),
        case(f"mul, contiguous first, {title}", "b * a", a=x, b=y),
    ]


ORDERS = (
    *(((64, 48, 40), order) for order in ((2, 1, 0), (1, 0, 2), (1, 2, 0))),
    *(((16, 20, 24, 28), order) for order in ((3, 2, 1, 0), (0, 2, 3, 1), (1, 0, 3, 2))),
    *(((8, 12, 10, 14, 16), order) for order in ((4, 3, 2, 1, 0), (0, 2, 1, 4, 3), (0, 3, 4, 1, 2))),
)

LAYOUTS = [
    *(
        case(
            f"{dtype}.T + {other}",
            "a + b",
            a=Operand((256, 256), dtype, (1, 0), high=40),
            b=Operand((256, 256), other, high=40, seed=1),
        )
        for dtype, other in (
            *((dtype, dtype) for dtype in ("float32", "float64", "int16", "uint8", "float16")),
            *(("float32", "float64"), ("int32", "float32")),
        )
    ),
    case("out= transposed", ADD_OUT, SUM_OUT, a=(256, 256), b=(256, 256), o=TRANSPOSED),
    case(
        "copy of (257,255).T",
        "a.contiguous()",
        {"numpy": "m.ascontiguousarray(a)"},
        a=Operand((255, 257), order=(1, 0)),
    ),
    case(
        "where(mask.T, a, b)",
        "m.where(c, a, b)",
        c=Operand((256, 256), "bool", (1, 0)),
        a=(256, 256),
        b=(256, 256),
    ),
    *(
        case(f"NHWC + NCHW {size}", "a + b", a=Operand(size, order=NCHW), b=Operand(size, seed=1))
        for size in ((8, 64, 14, 14), (8, 3, 64, 64))
    ),
    *(
        case(
            f"x[::{step}]+y[::{step}]",
            "a + b",
            a=Operand((60000,), step=step),
            b=Operand((60000,), step=step, seed=1),
        )
        for step in (2, 3, 4, 7)
    ),
    *(line for dtype in ("float64", "uint8") for step in range(2, 9) for line in steps(dtype, step)),
    *(line for step in (2, 3, 4, 7) for line in steps("float32", step, (256, 256))),
    *(line for dtype in ("float32", "float64") for order in ORDERS for line in permuted(dtype, *order)),
    case(
        "div, first permuted, (2,1,12,35,133)",
        "a / b",
        a=Operand((12, 1, 35, 133, 2), order=(4, 1, 0, 2, 3)),
        b=Operand((12, 1, 35, 133, 2), seed=1),
    ),
]

MEMORY = [
    *both("a + b", (16 * MI,), (16 * MI,), f"add {16 * MI}", (16 * MI,)),
    case("a += b", "a += b", limit=f"add_in_place {16 * MI}", a=(16 * MI,), b=(16 * MI,)),
    *both("(4096,4096)+(4096,4096)", (4096, 4096), (4096, 4096), f"add {16 * MI}", (4096, 4096)),
    *both("(4096,4096)+(4096,1)", (4096, 4096), (4096, 1), f"add_number {16 * MI}", (4096, 4096)),
    *both("outer (4096,1)+(4096)", (4096, 1), (4096,), f"write_only {16 * MI}", (4096, 4096)),
    *both("(5000000,3)+(3)", (5_000_000, 3), (3,), "add_number 15000000", (5_000_000, 3)),
    *both(
        "(4096,4096).T+(4096,4096)",
        *(Operand((4096, 4096), order=(1, 0)), (4096, 4096), f"add {16 * MI}", (4096, 4096)),
    ),
    *both(
        "NHWC as NCHW + NCHW",
        *(
            Operand((16, 64, 96, 96), order=NCHW),
            (16, 64, 96, 96),
            f"add {16 * 64 * 96 * 96}",
            (16, 64, 96, 96),
        ),
    ),
    *both(
        "(32,64,56,56)+(1,64,1,1)", (32, 64, 56, 56), (1, 64, 1, 1), "add_number 6422528", (32, 64, 56, 56)
    ),
    *both(
        "(8,12,384,384)+(8,1,1,384)",
        (8, 12, 384, 384),
        (8, 1, 1, 384),
        "add_number 14155776",
        (8, 12, 384, 384),
    ),
    *both(
        "(64,1,64,1,64)+(1,8,1,8,1)",
        *((64, 1, 64, 1, 64), (1, 8, 1, 8, 1), f"write_only {16 * MI}", (64, 8, 64, 8, 64)),
    ),
    case("(2000,1,3)-(1,2000,3)", "a - b", limit="write_only 12000000", a=(2000, 1, 3), b=(1, 2000, 3)),
    case("a < b", "a < b", limit=f"compare {16 * MI}", a=(16 * MI,), b=(16 * MI,)),
    case(
        "float32 + float64",
        "a + b",
        limit=f"add_wide {16 * MI}",
        a=(16 * MI,),
        b=Operand((16 * MI,), "float64"),
    ),
]

INDEX = [
    case("m[0, 1], (64,64)", "t[0, 1]", t=(64, 64)),
    case("t[i], (1000)", "t[i]", t=(1000,), i=indices(1000, below=1000)),
    case("rows t[i], (1000,64)", "t[i]", t=(1000, 64), i=indices(1000, below=1000)),
    case("mask t[m], (1000)", "t[c]", t=(1000,), c=flags(1000)),
    case("rows by mask t[m], (1000,64)", "t[c]", t=(1000, 64), c=flags(1000)),
    case("whole mask t[m], (1000,64)", "t[c]", t=(1000, 64), c=flags(1000, 64)),
    case("t[i] = 2, (1000)", "t[i] = 2.0", t=(1000,), i=indices(1000, below=1000)),
    case("rows t[i] = 2, (1000,64)", "t[i] = 2.0", t=(1000, 64), i=indices(1000, below=1000)),
    case("mask t[m] = 2, (1000)", "t[c] = 2.0", t=(1000,), c=flags(1000)),
    case("whole mask t[m] = 2, (1000,64)", "t[c] = 2.0", t=(1000, 64), c=flags(1000, 64)),
]


def select(size, dim, count, dtype="float32"):
    return case(
        f"index_select, dim {dim}, {count} of {size}{'' if dtype in ('float32', 'int64') else f', {dtype}'}",
        f"m.index_select(a, {dim}, i)",
        {"numpy": f"a.take(i, {dim})"},
        a=Operand(size, dtype, high=100),
        i=indices(count, below=size[dim]),
    )


def rows(size, dtype):
    return case(
        f"t[i], 20000 of {size}, {dtype}",
        "a[i]",
        a=Operand(size, dtype, high=100),
        i=indices(20000, below=size[0]),
    )


def gather(size, dim):
    return case(
        f"gather, dim {dim} of {size}",
        f"m.gather(a, {dim}, i)",
        {"numpy": f"np.take_along_axis(a, i, {dim})"},
        a=size,
        i=indices(*size, below=size[dim]),
    )


GATHER = [
    *(select((4,), 0, 3), select((100000,), 0, 100000), select((1000, 64), 0, 500)),
    *(select((256, 256), 1, 256), select((16, 100, 32), 1, 50, "int64")),
    *(gather((4,), 0), gather((100000,), 0), gather((256, 256), 0), gather((256, 256), 1)),
    *(gather((20000, 3), 1), gather((16, 100, 32), 1)),
    *(
        line
        for dtype in ("float32", "float64", "uint8")
        for size in ((20000,), (20000, 3), (20000, 16), (20000, 64))
        for line in (select(size, 0, 20000, dtype), rows(size, dtype))
    ),
    case("take, 20000 of 20000", "m.take(a, i)", a=(20000,), i=indices(20000, below=20000)),
]


def few(text, dtype, size=(10_000_000,)):
    """A hundred elements, or rows, of ten million elements: what is not touched must cost nothing."""
    rows = "100 of 10000000" if len(size) == 1 else f"100 rows of {size}"
    return case(
        f"{text}, {rows}, {dtype}",
        f"t.{text}",
        {"numpy": None, "numexpr": None},
        t=Operand(size, dtype),
        i=indices(100, below=size[0]),
        v=Operand((100, *size[1:]), dtype),
    )


WORDS = ("prod", "mean", "amax", "amin")
FEW_WRITES = (
    *("__setitem__(i, v) or t", "__setitem__(i, 1) or t", "index_fill_(0, i, 1)", "index_copy_(0, i, v)"),
    *("index_add_(0, i, v)", "index_add_(0, i, v, alpha=2)", "put_(i, v)", "put_(i, v, True)"),
    *("index_put_((i,), v)", "index_put_((i,), v, True)"),
    *(f"index_reduce_(0, i, v, '{word}')" for word in WORDS),
    *("scatter_(0, i, v)", "scatter_(0, i, 1)", "scatter_(0, i, v, reduce='add')"),
    *("scatter_(0, i, v, reduce='multiply')", "scatter_add_(0, i, v)"),
    *(f"scatter_reduce_(0, i, v, '{word}')" for word in ("sum", *WORDS)),
)
FEW = [
    *(few(text, dtype) for text in FEW_WRITES for dtype in ("float32", "float16")),
    *(few(f"{name}(0, i, v, 'amax')", "int32") for name in ("index_reduce_", "scatter_reduce_")),
    *(
        few(text, dtype, (40_000, 250))
        for text in ("index_add_(0, i, v)", "scatter_add_(0, i[:, None].expand(100, 250), v)")
        for dtype in ("float32", "float16")
    ),
]


def product(a, b, dtype="float32"):
    a, b = (Operand(size, dtype, high=3, seed=seed) for seed, size in enumerate((a, b)))
    name = "" if dtype == "float32" else f", {dtype}"
    sizes = "@".join(str(x.size).replace(" ", "") for x in (a, b))
    return case(f"{sizes}{name}", "a @ b", a=a, b=b, rtol=1e-4)


def transposed(*size, seed):
    """A matrix whose columns are contiguous."""
    return Operand(size, order=(1, 0), seed=seed)


PRODUCTS = [
    case("dot, 12", "m.dot(a, b)", a=(12,), b=(12,)),
    *(product((n, n), (n, n)) for n in (2, 4, 16, 64, 256, 1024)),
    product((3, 3), (3,)),
    *(product((256, 256), (256, 256), dtype) for dtype in ("float64", "complex64", "int64", "int32")),
    case(
        "(256,256)@(256,256), bfloat16",
        "a @ b",
        a=Operand((256, 256), "bfloat16"),
        b=Operand((256, 256), "bfloat16", seed=1),
        rtol=1e-2,
    ),
    case(
        "(256,256).T@(256,256).T",
        "a @ b",
        a=transposed(256, 256, seed=0),
        b=transposed(256, 256, seed=1),
        rtol=1e-4,
    ),
    case("(1000,256)@its transpose", "a @ a.T", a=(1000, 256), rtol=1e-4),
    product((1000, 3, 3), (1000, 3, 3)),
    product((1000, 16, 16), (1000, 16, 16)),
    product((1000, 8, 8), (1000, 8, 8)),
    product((1000, 3, 3), (3,)),
    product((10000, 3, 3), (10000, 3, 1)),
    product((20000, 16), (16, 16)),
    product((20000, 16), (16,)),
    product((2000, 500), (500,)),
    product((300, 300), (300,)),
    product((20000, 3), (3, 3)),
    product((1000, 500), (500, 10)),
    product((1000, 1000), (1000,)),
    product((4096, 4096), (4096,)),
    case("(4096,4096).T@(4096)", "a @ b", a=transposed(4096, 4096, seed=0), b=(4096,), rtol=1e-4),
    product((100000,), (100000,)),
    case("einsum ij,jk->ik, (64,64)", "m.einsum('ij,jk->ik', a, b)", a=(64, 64), b=(64, 64), rtol=1e-4),
    case("einsum ij,ij->i, (50000,4)", "m.einsum('ij,ij->i', a, a)", a=(50000, 4), rtol=1e-4),
    case(
        "einsum bij,bkj->bik, (8,64,64)",
        "m.einsum('bij,bkj->bik', a, b)",
        a=(8, 64, 64),
        b=(8, 64, 64),
        rtol=1e-4,
    ),
    case("outer, 1000", "m.outer(a, b)", a=(1000,), b=(1000,)),
    case(
        "cdist, (1000,3)",
        "m.cdist(a, b)",
        {"numpy": "np.sqrt(((a[:, None] - b) ** 2).sum(-1))"},
        a=(1000, 3),
        b=Operand((1000, 3), low=3, high=4),  # far from a: of close points torch's product leaves few digits
        rtol=1e-4,
    ),
    case(
        "cdist p=1, (300,64)",
        "m.cdist(a, b, 1.0)",
        {"numpy": "np.abs(a[:, None] - b).sum(-1)"},
        a=(300, 64),
        b=(300, 64),
        rtol=1e-4,
    ),
]

GROUPS: dict[str, list[Case]] = {
    "small": SMALL,
    "calls": CALLS,
    "creation": CREATION,
    "cached": CACHED,
    "layouts": LAYOUTS,
    "unary": UNARY,
    "memory": MEMORY,
    "index": INDEX,
    "gather": GATHER,
    "few": FEW,
    "along_dim": along_dim_cases(),
    "further": FURTHER,
    "shapes": SHAPES,
    "products": PRODUCTS,
    "reductions": REDUCTIONS,
    "reported": REPORTED,
    "sizes": growth_cases(),
    "random": random_cases(200),
}
