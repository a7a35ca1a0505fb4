"""The operator table: one row per operator, in files by family.

Everything that depends on which operators exist is generated from these rows: kernels, dispatch,
Python functions, methods, in-place forms, stubs, test lists and documentation pages.  row.py describes
the fields of a row.
"""

from codegen.operators import (
    activations,
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
    *activations.ROWS,
)
BY_NAME = {op.name: op for op in TABLE}
