"""Which functions of NumPy, and of what is made after it, are looked at in calls, by name."""

from __future__ import annotations

BINARY = frozenset(
    [
        "add",
        "subtract",
        "multiply",
        "divide",
        "true_divide",
        "floor_divide",
        "mod",
        "remainder",
        "fmod",
        "power",
        "pow",
        "float_power",
        "hypot",
        "arctan2",
        "atan2",
        "copysign",
        "nextafter",
        "ldexp",
        "heaviside",
        "logaddexp",
        "logaddexp2",
        "maximum",
        "minimum",
        "fmax",
        "fmin",
        "greater",
        "greater_equal",
        "less",
        "less_equal",
        "equal",
        "not_equal",
        "logical_and",
        "logical_or",
        "logical_xor",
        "bitwise_and",
        "bitwise_or",
        "bitwise_xor",
        "left_shift",
        "right_shift",
        "bitwise_left_shift",
        "bitwise_right_shift",
        "gcd",
        "lcm",
    ]
)
COMPARE_DATA = frozenset({"allclose", "array_equiv", "isclose"})
"""They compare data, which nothing excuses."""

COMPARISONS = COMPARE_DATA | frozenset(
    [
        "lt",
        "le",
        "eq",
        "ne",
        "gt",
        "ge",
        "greater",
        "greater_equal",
        "less",
        "less_equal",
        "equal",
        "not_equal",
        "logical_and",
        "logical_or",
        "logical_xor",
    ]
)
"""Their results are bools."""

OPERANDS = {**dict.fromkeys(BINARY | COMPARE_DATA, 2), "where": 3, "clip": 3}
"""How many of the arguments are operands."""

KEYWORDS = ("a", "a1", "a2", "a_max", "a_min", "b", "condition", "max", "min", "x", "x1", "x2", "y")
"""The names that operands have."""

UNARY = frozenset(
    [
        "abs",
        "absolute",
        "negative",
        "positive",
        "conj",
        "conjugate",
        "exp",
        "exp2",
        "expm1",
        "log",
        "log2",
        "log10",
        "log1p",
        "sqrt",
        "square",
        "cbrt",
        "reciprocal",
        "sin",
        "cos",
        "tan",
        "arcsin",
        "arccos",
        "arctan",
        "asin",
        "acos",
        "atan",
        "sinh",
        "cosh",
        "tanh",
        "arcsinh",
        "arccosh",
        "arctanh",
        "rint",
        "floor",
        "ceil",
        "trunc",
        "sign",
        "fabs",
        "invert",
        "bitwise_not",
        "bitwise_invert",
        "logical_not",
        "isnan",
        "isinf",
        "isfinite",
        "deg2rad",
        "rad2deg",
        "degrees",
        "radians",
        "real",
        "imag",
        "round",
        "around",
        "astype",
        "copy",
        "array",
        "asarray",
        "ascontiguousarray",
    ]
)
"""The result has the shape of the first argument, element by element."""

PERMUTATIONS = frozenset({"matrix_transpose", "moveaxis", "permute_dims", "swapaxes", "transpose"})

FOR_MARKS = UNARY | PERMUTATIONS
"""They broadcast nothing, but keep what the program wrote out."""

NAMES = frozenset(OPERANDS) | FOR_MARKS | {"expand_dims"}

LIBRARIES = frozenset({"autograd", "builtins", "cupy", "dask", "jax", "jaxlib", "mlx", "numpy", "xarray"})
"""Packages whose functions of these names are meant."""

IGNORED = frozenset({"geopandas", "modin", "pandas", "polars", "scipy", "tbcast", "torch"})
"""Packages whose objects align by labels, multiply as matrices, or have an audit of their own."""
