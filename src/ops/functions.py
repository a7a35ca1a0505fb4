"""The function table: one row a function that is not pointwise, in files by family.

What a row can say is in function.py, what follows from the rows in function_tables.py.
"""

import functions_lines
import functions_matmul
import functions_neural
import functions_questions
import functions_reductions
import functions_shapes

FUNCTIONS = (
    *functions_reductions.ROWS,
    *functions_lines.ROWS,
    *functions_matmul.ROWS,
    *functions_shapes.ROWS,
    *functions_questions.ROWS,
    *functions_neural.ROWS,
)
BY_NAME = {row.name: row for row in FUNCTIONS}
