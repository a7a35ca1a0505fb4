"""Expressions over matrix products, for comparison with torch: see function_cells.py."""

from calls.function_cells import Cells

PRODUCTS = Cells(
    """
t @ u.mT
t @ u[0].mT
t[0] @ u.mT
t.transpose(0, 1) @ u[0].mT
t @ u[0, 0]
t[0, 0] @ u.mT
t[0] @ u[0, 0]
t[0, 0] @ u[0].mT
t[0, 0] @ u[0, 0]
t.mT @ u[:, 0, :3, None]
t[:, None] @ u.mT
t[:, :1] @ u[0].mT
t[:1] @ u.mT
t.__matmul__(u.mT)
t.__rmatmul__(u.mT)
""",
    tolerance="sum",
)
"""By Python's operator."""
