"""Names of functions that compute element by element, in NumPy's and PyTorch's spelling.

Expressions that are explained and front ends of audits share them; each adds what its library has besides.
"""

_COMPARISONS = """
    eq ne lt le gt ge less less_equal greater greater_equal not_equal logical_and logical_or logical_xor
"""
_ARITHMETIC = """
    add sub subtract mul multiply div divide true_divide floor_divide remainder mod fmod pow power float_power
    rsub atan2 arctan2 hypot copysign nextafter ldexp logaddexp logaddexp2 maximum minimum fmax fmin gcd lcm
    heaviside xlogy bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift
"""
_LOSSES = "mse_loss l1_loss smooth_l1_loss huber_loss"
_UNARY = """
    abs absolute neg negative positive conj sign sgn reciprocal square sqrt rsqrt cbrt exp exp2 expm1 log log2
    log10 log1p sin cos tan asin acos atan arcsin arccos arctan sinh cosh tanh asinh acosh atanh arcsinh
    arccosh arctanh floor ceil round trunc rint frac fabs deg2rad rad2deg degrees radians isnan isinf isfinite
    logical_not bitwise_not bitwise_invert invert nan_to_num sigmoid expit logit erf erfc relu relu6 gelu silu
    elu leaky_relu softplus hardtanh
"""

COMPARISONS = frozenset(_COMPARISONS.split())
"""Of two operands, which broadcast; the result is of bools."""

BINARY = COMPARISONS | frozenset(_ARITHMETIC.split())
"""Of two operands, which broadcast."""

LOSSES = frozenset(_LOSSES.split())
"""Of two operands, which broadcast, and which nothing excuses."""

UNARY = frozenset(_UNARY.split())
"""Of one operand, whose shape the result has."""
