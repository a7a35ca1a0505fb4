"""Which functions of NumPy, and of what is made after it, are looked at in calls, by name."""

from __future__ import annotations

from tbcast._verdict import functions

COMPARE_DATA = functions.COMPARES
"""They compare data, which nothing excuses."""

COMPARISONS = functions.COMPARISONS | COMPARE_DATA
"""Their results are bools."""

PRODUCTS = functions.MULTIPLIES
"""All dimensions but the last two broadcast."""

OPERANDS = {
    **dict.fromkeys(functions.BINARY | COMPARE_DATA | PRODUCTS, 2),
    **dict.fromkeys(functions.TERNARY, 3),
}
"""How many of the arguments are operands."""

KEYWORDS = ("a", "a1", "a2", "a_max", "a_min", "b", "condition", "max", "min", "x", "x1", "x2", "y")
"""The names that operands have."""

PERMUTES = functions.PERMUTES
KEEPS = functions.UNARY | {"real", "imag", "array", "asarray"}
"""The result has the shape of the first argument, element by element."""

FOR_MARKS = KEEPS | PERMUTES
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
