"""Which functions of NumPy, and of what is made after it, are looked at in calls, by name."""

from __future__ import annotations

from tbcast._verdict import elementwise

BINARY = elementwise.BINARY | {"equal", "left_shift", "right_shift"}
COMPARE_DATA = frozenset({"allclose", "array_equiv", "isclose"})
"""They compare data, which nothing excuses."""

COMPARISONS = elementwise.COMPARISONS | COMPARE_DATA | {"equal"}
"""Their results are bools."""

PRODUCTS = frozenset({"matmul"})
"""All dimensions but the last two broadcast."""

OPERANDS = {**dict.fromkeys(BINARY | COMPARE_DATA | PRODUCTS, 2), "where": 3, "clip": 3}
"""How many of the arguments are operands."""

KEYWORDS = ("a", "a1", "a2", "a_max", "a_min", "b", "condition", "max", "min", "x", "x1", "x2", "y")
"""The names that operands have."""

UNARY = elementwise.UNARY | {
    *("conjugate", "real", "imag", "around", "astype", "copy", "array", "asarray", "ascontiguousarray")
}
"""The result has the shape of the first argument, element by element."""

PERMUTATIONS = frozenset({"matrix_transpose", "moveaxis", "permute_dims", "swapaxes", "transpose"})

FOR_MARKS = UNARY | PERMUTATIONS
"""They broadcast nothing, but keep what the program wrote out."""

EINOPS = frozenset({"rearrange", "reduce", "repeat"})

WRITING = EINOPS | {"reshape"}
"""They are looked at where the call's text writes out a dimension of size 1."""

NAMES = frozenset(OPERANDS) | FOR_MARKS | WRITING | {"einsum", "expand_dims"}

LIBRARIES = frozenset(
    {"autograd", "builtins", "cupy", "dask", "einops", "jax", "jaxlib", "mlx", "numpy", "xarray"}
)
"""Packages whose functions of these names are meant."""

IGNORED = frozenset({"geopandas", "modin", "pandas", "polars", "scipy", "tbcast", "torch"})
"""Packages whose objects align by labels, multiply as matrices, or have an audit of their own."""
