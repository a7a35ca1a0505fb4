"""Rows whose differences from torch the runner has found and nobody has mended yet.

Their tests are expected to fail, strictly: a row that is mended must leave this list.  What is meant
to differ stands in differences.py.
"""

SIZE_ONE = "strides of dimensions of size 1 that torch keeps"
WARNING = "the complex-to-real warning where a result of no elements or another dtype is written"

FORMS = {
    "rsub": "the fallback takes the shape of the other operand",
    "ldexp": "refusals, strides and warnings with out=",
    "eq": WARNING,
    "ne": WARNING,
    "logical_and": WARNING,
    "logical_or": WARNING,
    "logical_xor": WARNING,
    "isinf": SIZE_ONE,
    "isfinite": SIZE_ONE,
    "isreal": SIZE_ONE,
    "abs": SIZE_ONE,
    "conj_physical": SIZE_ONE,
    "conj": SIZE_ONE,
    "angle": SIZE_ONE,
    "deg2rad": SIZE_ONE,
    "rad2deg": SIZE_ONE,
}
OVERLAP = dict.fromkeys(("complex", "polar", "square"), "which overlaps are refused")
