"""The cases of the group `reductions`: sums and their kin over every axis of every layout."""

import math

from case import Operand, case

NUMPY = {"amax": "max", "amin": "min"}
"""NumPy's names, where they are others."""
DIMS = (None, 0, 1)


def numpys(name, arguments):
    extra = ", ddof=1" if name in ("var", "std") else ""
    return f"x.{NUMPY.get(name, name)}({arguments.replace('dim=', 'axis=') + extra})".replace("(, ", "(")


def numexprs(name, x, dim):
    """None for what numexpr lacks: most reductions, several dimensions, sums of truths - and for sums of
    millions, which it adds up one by one in float32: a tenth too small."""
    name = NUMPY.get(name, name)
    if name not in ("sum", "prod", "min", "max") or isinstance(dim, tuple) or x.dtype == "bool":
        return None
    if dim is None:
        return None if name == "sum" and math.prod(x.size) > 1_000_000 else f"{name}(x)"
    return f"{name}(x, axis={dim})"


def reduced(name, x, dim, title, rtol=1e-4):
    arguments = "" if dim is None else f"dim={dim}"
    return case(
        f"{name}({arguments}), {title}",
        f"x.{name}({arguments})",
        {"numpy": numpys(name, arguments), "numexpr": numexprs(name, x, dim)},
        x=x,
        rtol=rtol,
    )


def truths(*size):
    """Zeros for any, which stops at the first other number; ones and more for all."""
    return {"any": Operand(size, low=0, high=0), "all": Operand(size)}


NAMES = ("sum", "mean", "amax", "argmax", "all", "any", "var")


def square(n):
    return [
        reduced(name, truths(n, n).get(name, Operand((n, n))), dim, f"({n},{n})")
        for name in NAMES
        for dim in DIMS
    ]


REDUCTIONS = [
    *(reduced(name, truths(12).get(name, Operand((12,))), None, "12") for name in NAMES),
    *square(256),
    *square(4096),
    *(
        reduced(name, Operand((4096, 4096), order=(1, 0)), dim, "(4096,4096).T")
        for name in ("sum", "argmax")
        for dim in (0, 1)
    ),
    *(
        reduced("sum", Operand(size), dim, f"({','.join(map(str, size))})")
        for size in ((20000, 3), (3, 20000), (64, 64, 64))
        for dim in range(len(size))
    ),
    reduced("sum", Operand((1000, 3, 3)), (1, 2), "(1000,3,3)"),
    reduced("sum", Operand((8, 64, 14, 14)), (0, 2, 3), "(8,64,14,14)"),
    reduced("sum", Operand((100000,), step=2), None, "x[::2]"),
    *(reduced("sum", Operand((256, 256), dtype, high=40), 1, f"(256,256) {dtype}", 1e-2)
      for dtype in ("float64", "float16", "bfloat16", "int64", "int32", "uint8", "bool", "complex64")),
    *(reduced("sum", Operand(size, dtype, high=40), dim, f"{size} {dtype}")
      for dtype in ("uint8", "int8", "int16", "bool")
      for size in ((1000, 1000), (20000, 16)) for dim in DIMS),
    *(case(f"{name}(dim={dim}), {size} {dtype}", f"x.{name}({dim})", {"numpy": None},  # it adds in halves
           rtol=1e-2, x=Operand(size, dtype))
      for name in ("sum", "mean") for dtype in ("float16", "bfloat16")
      for size in ((1000, 1000), (20000, 16)) for dim in (0, 1)),
    *(reduced("sum", Operand((60000,), dtype, step=step, high=40), None, f"x[::{step}] {dtype}", 1e-2)
      for dtype in ("float32", "float64", "uint8") for step in (2, 4, 8)),
    case("norm(dim=1), (256,256)", "m.norm(x, dim=1)", {"numpy": "m.linalg.norm(x, axis=1)"},
         x=(256, 256), rtol=1e-4),
]  # fmt: skip
