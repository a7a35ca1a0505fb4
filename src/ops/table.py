"""The operator table: one row per operator, in files by family.

Everything that depends on which operators exist follows from here: kernels,
dispatch, Python functions, methods, in-place forms, stubs, test lists and the
documentation pages are written or driven by `generate.py` from these rows.  What
a row can say is in row.py.
"""

import rows_arithmetic
import rows_comparison
import rows_exponential
import rows_extrema
import rows_logic
import rows_moving
import rows_powers
import rows_rounding
import rows_special
import rows_ternary
import rows_trigonometric
import rows_unary

TABLE = (
    *rows_arithmetic.ROWS,
    *rows_powers.ROWS,
    *rows_extrema.ROWS,
    *rows_comparison.ROWS,
    *rows_logic.ROWS,
    *rows_moving.ROWS,
    *rows_ternary.ROWS,
    *rows_unary.ROWS,
    *rows_rounding.ROWS,
    *rows_exponential.ROWS,
    *rows_trigonometric.ROWS,
    *rows_special.ROWS,
)
BY_NAME = {op.name: op for op in TABLE}
