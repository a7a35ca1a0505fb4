"""The operator table: one row per operator, in files by family.

Everything that depends on which operators exist follows from here: kernels,
dispatch, Python functions, methods, in-place forms, stubs, test lists and the
documentation pages are written or driven by codegen from these rows.  What
a row can say is in row.py.
"""

from codegen.operators import (
    arithmetic,
    comparison,
    data_movement,
    exponential,
    extrema,
    logic,
    powers,
    rounding,
    special,
    ternary,
    trigonometric,
    unary,
)

TABLE = (
    *arithmetic.ROWS,
    *powers.ROWS,
    *extrema.ROWS,
    *comparison.ROWS,
    *logic.ROWS,
    *data_movement.ROWS,
    *ternary.ROWS,
    *unary.ROWS,
    *rounding.ROWS,
    *exponential.ROWS,
    *trigonometric.ROWS,
    *special.ROWS,
)
BY_NAME = {op.name: op for op in TABLE}
