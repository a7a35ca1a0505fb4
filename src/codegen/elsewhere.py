"""Functions that NumPy or PyTorch has and no row of the tables, for those who explain and audit programs.

A name that gets a row counts here no longer.
"""

UNARY = """
    alias around ascontiguousarray astype cbrt celu copy dropout elu gelu hardsigmoid hardswish hardtanh
    leaky_relu mish pin_memory relu6 selu silu softplus softsign tanhshrink
"""
"""Of one operand, whose shape the result has."""
BINARY = """
    chebyshev_polynomial_t chebyshev_polynomial_u chebyshev_polynomial_v chebyshev_polynomial_w
    hermite_polynomial_h hermite_polynomial_he laguerre_polynomial_l legendre_polynomial_p
    shifted_chebyshev_polynomial_t shifted_chebyshev_polynomial_u shifted_chebyshev_polynomial_v
    shifted_chebyshev_polynomial_w vecdot
"""
"""Of two operands, which broadcast."""
COMPARES = """
    array_equiv l1_loss mse_loss multilabel_soft_margin_loss
"""
"""Of two operands, which broadcast: losses, and comparisons of data."""
PERMUTES = "matrix_transpose"
"""The result has the operand's dimensions in another order."""
