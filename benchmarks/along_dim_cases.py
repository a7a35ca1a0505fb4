"""The group `along_dim`, functions along one dimension: cumsum, softmax, sort and their kin."""

from case import Case, Operand, case

SOFTMAX = {"numpy": None}


def along(name, size, dim, of=None, rtol=1e-6, values=True, **options):
    """A function along a dimension."""
    a = Operand(size, **options)
    dtype = "" if a.dtype == "float32" else f", {a.dtype}"
    text = f"m.{name}(a, {dim})"
    return case(f"{name}, dim {dim} of {size}{dtype}", text, of, rtol=rtol, values=values, a=a)


def along_dim_cases() -> list[Case]:
    """Square matrices along each dimension, in the caches and beyond, one long vector, many short ones."""
    cases = []
    for size in ((12,), (256, 256), (4096, 4096)):
        for dim in range(len(size)):
            cases += [
                along("cumsum", size, dim, rtol=1e-4),
                along("softmax", size, dim, SOFTMAX, rtol=1e-5),
                along("log_softmax", size, dim, SOFTMAX, rtol=1e-5),
                along("logsumexp", size, dim, SOFTMAX, rtol=1e-5),
            ]
    for size in ((20000, 3), (3, 100000)):
        cases += [along("softmax", size, 1, SOFTMAX, rtol=1e-5), along("cumsum", size, 1, rtol=1e-4)]
    for size in ((1, 1000000), (10, 100000), (1000, 1000)):
        for dtype in ("float32", "float64", "float16", "bfloat16"):
            exact = not dtype.endswith("16")  # PyTorch adds halves in halves: a million of them give inf
            cases += [
                along(name, size, 1, SOFTMAX, rtol=1e-4, dtype=dtype, values=exact)
                for name in ("softmax", "log_softmax", "logsumexp")
            ]
    for size in ((12,), (1000000,), (1000, 1000)):
        for dim in range(len(size)):
            values = {"tbcast": f"m.sort(a, {dim}).values", "torch": f"m.sort(a, {dim}).values"}
            cases += [
                along("sort", size, dim, values),
                along("argsort", size, dim, distinct=True),  # of equal elements peers take any
            ]
    for n in (16, 64):
        cases.append(along("argsort", (10000, n), 1, distinct=True))
    for dtype, most in (("int64", 2**62), ("float64", 1), ("int32", 2**31 - 1), ("uint8", 256)):
        a = Operand((1000000,), dtype, low=0, high=most)
        cases.append(case(f"msort, {dtype}", "m.msort(a)", {"numpy": "m.sort(a)"}, a=a))
    for k in (10, 1000):
        cases.append(case(f"topk, {k} of 1000000", f"m.topk(a, {k}).values", {"numpy": None}, a=(1000000,)))
    few = Operand((1000000,), "int64", high=5)
    cases.append(case("median, few values", "m.median(a)", {"numpy": None}, a=few))
    cases.append(case("kthvalue, few values", "m.kthvalue(a, 500000).values", {"numpy": None}, a=few))
    rows = Operand((20000, 50))
    cases.append(case("median, dim 1 of (20000, 50)", "m.median(a, 1).values", {"numpy": None}, a=rows))
    counted = Operand((1000000,), "int64", low=0, high=1000)
    return [*cases, case("bincount, 1000000 of 1000", "m.bincount(i)", i=counted)]
