"""The group `further`: statistics, sets, search, scattered writes, drawing; layers, losses
and activations."""

from case import Case, Operand, case, flags, indices

ONLY_TORCHS = {"numpy": None}
MILLION = (1000000,)


def drawn(name, arguments=""):
    call = f"{name}({arguments})"
    return case(f"{call}, 1000000", f"a.{call}", ONLY_TORCHS, values=False, a=MILLION)


STATISTICS = [
    # torch's median is the lower one of two in the middle
    case("median, 12", "m.median(a)", ONLY_TORCHS, a=(12,)),
    case("median, 1000000", "m.median(a)", ONLY_TORCHS, a=MILLION),
    case("median, dim 1 of (1000, 1000)", "m.median(a, 1).values", ONLY_TORCHS, a=(1000, 1000)),
    case("kthvalue, dim 1 of (1000, 1000)", "m.kthvalue(a, 100, 1).values", ONLY_TORCHS, a=(1000, 1000)),
    case("mode, dim 1 of (1000, 1000)", "m.mode(i, 1).values", ONLY_TORCHS, i=indices(1000, 1000, below=9)),
    case("quantile, 1000000", "m.quantile(a, 0.9)", rtol=1e-5, a=MILLION),
    case("histc, 1000000", "m.histc(a, 100, 1, 2)", ONLY_TORCHS, a=MILLION),
    case("nansum, 1000000", "m.nansum(a)", rtol=1e-4, a=MILLION),
    case("nanmean, 1000000", "m.nanmean(a)", rtol=1e-4, a=MILLION),
    case("trace, (1000, 1000)", "m.trace(a)", rtol=1e-5, a=(1000, 1000)),
    case("cov, (20, 10000)", "m.cov(a)", rtol=1e-2, a=Operand((20, 10000), "float64")),
    case("logcumsumexp, (1000, 1000)", "m.logcumsumexp(a, 1)", ONLY_TORCHS, rtol=1e-5, a=(1000, 1000)),
    case("gradient, 1000000", "m.gradient(a)[0]", {"numpy": "np.gradient(a)"}, rtol=1e-3, a=MILLION),
]

SETS = [
    case("unique, 200000 of 1000", "m.unique(i)", i=indices(200000, below=1000)),
    case("unique, 200000", "m.unique(a)", a=Operand((200000,), distinct=True)),
    case(
        "isin, 200000 in 1000",
        "m.isin(i, j)",
        i=indices(200000, below=5000),
        j=indices(1000, below=5000, seed=9),
    ),
    case(
        "searchsorted, 200000 in 1000",
        "m.searchsorted(a.sort().values, b)",
        {"numpy": "np.searchsorted(np.sort(a), b)"},
        a=(1000,),
        b=Operand((200000,), seed=1),
    ),
]

WRITES = [
    *(
        case(
            f"scatter_reduce, {reduce}, 100000",
            f"m.scatter_reduce(a, 0, i, b, '{reduce}')",
            ONLY_TORCHS,
            rtol=1e-3,
            a=(1000,),
            i=indices(100000, below=1000),
            b=Operand((100000,), seed=1),
        )
        for reduce in ("sum", "mean", "amax")
    ),
    case(
        "index_put_, accumulate, 100000",
        "a.clone().index_put_((i,), b, True)",
        ONLY_TORCHS,
        rtol=1e-3,
        a=(1000,),
        i=indices(100000, below=1000),
        b=Operand((100000,), seed=1),
    ),
    case("masked_scatter, 100000", "m.masked_scatter(a, c, b)", ONLY_TORCHS, a=(100000,), c=flags(100000),
         b=Operand((100000,), seed=1)),
]  # fmt: skip

DRAWING = [
    *(drawn("bernoulli_", "0.3"), drawn("random_", "100"), drawn("exponential_"), drawn("geometric_", "0.3")),
    *(drawn("cauchy_"), drawn("log_normal_")),
    case("multinomial, 1000 of 1000", "m.multinomial(a, 1000, True)", ONLY_TORCHS, values=False, a=(1000,)),
]

PRECISE = (("float32", 1e-4), ("float64", 1e-6), ("float16", 1e-2), ("bfloat16", 1e-1))
NEURAL = [
    case("linear, (256,256)", "m.nn.functional.linear(a, b, c)", {"numpy": "a @ b.T + c"}, rtol=1e-4,
         a=(256, 256), b=Operand((256, 256), seed=1), c=(256,)),
    case("layer_norm, (1000,64)", "m.nn.functional.layer_norm(a, (64,), b, b)", ONLY_TORCHS, rtol=1e-2,
         a=(1000, 64), b=Operand((64,), low=5, high=6)),
    *(
        case(f"layer_norm, {size}, {dtype}", f"m.nn.functional.layer_norm(a, ({size[-1]},), b, c)",
             ONLY_TORCHS, rtol=rtol, a=Operand(size, dtype), b=Operand(size[-1:], dtype),
             c=Operand(size[-1:], dtype, low=5, high=6))  # far from 0, where digits are lost
        for size in ((20, 20), (1000, 1000), (32, 128, 768))
        for dtype, rtol in PRECISE
    ),
    *(
        case(f"batch_norm, {title}, {dtype}", f"m.nn.functional.batch_norm(a, {arguments})", ONLY_TORCHS,
             rtol=rtol, a=Operand((32, 64, 28, 28), dtype), b=Operand((64,), dtype),
             c=Operand((64,), dtype, low=5, high=6))
        for title, arguments in (("training", "None, None, b, c, True"), ("evaluation", "b, b, b, c"))
        for dtype, rtol in PRECISE
    ),
    case("cross_entropy, (1000,10)", "m.nn.functional.cross_entropy(a, i)", ONLY_TORCHS, rtol=1e-5,
         a=(1000, 10), i=indices(1000, below=10)),
    case("pad, reflect, (8,64,64)", "m.nn.functional.pad(a, (2, 2), 'reflect')",
         {"numpy": "np.pad(a, ((0, 0), (0, 0), (2, 2)), 'reflect')"}, a=(8, 64, 64)),
]  # fmt: skip

SIGNED = Operand(MILLION, low=-2, high=4)
ACTIVATIONS = [
    case(f"{name}, 1000000", f"m.nn.functional.{name}(a)", ONLY_TORCHS, rtol=1e-3, a=SIGNED)
    for name in (
        *("gelu", "silu", "mish", "softplus", "elu", "selu", "leaky_relu", "hardtanh", "hardsigmoid"),
        *("hardswish", "hardshrink", "softshrink", "softsign", "logsigmoid", "glu"),
    )
]

FURTHER: list[Case] = [*STATISTICS, *SETS, *WRITES, *DRAWING, *NEURAL, *ACTIVATIONS]
