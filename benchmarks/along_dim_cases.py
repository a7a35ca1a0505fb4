"""The group `along_dim`, functions along one dimension: cumsum, softmax, sort and their kin."""

from case import Case, Operand, case

SOFTMAX = {"numpy": None}


def along(name, size, dim, of=None, rtol=1e-6, **options):
    """A function along a dimension."""
    a = Operand(size, **options)
    return case(f"{name}, dim {dim} of {size}", f"m.{name}(a, {dim})", of, rtol=rtol, a=a)


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
    cases += [along("softmax", (20000, 3), 1, SOFTMAX, rtol=1e-5), along("cumsum", (20000, 3), 1, rtol=1e-4)]
    for size in ((12,), (1000000,), (1000, 1000)):
        for dim in range(len(size)):
            values = {"tbcast": f"m.sort(a, {dim}).values", "torch": f"m.sort(a, {dim}).values"}
            cases += [
                along("sort", size, dim, values),
                along("argsort", size, dim, distinct=True),  # of equal elements peers take any
            ]
    for k in (10, 1000):
        cases.append(case(f"topk, {k} of 1000000", f"m.topk(a, {k}).values", {"numpy": None}, a=(1000000,)))
    counted = Operand((1000000,), "int64", low=0, high=1000)
    return [*cases, case("bincount, 1000000 of 1000", "m.bincount(i)", i=counted)]
