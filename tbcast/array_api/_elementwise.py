"""Elementwise functions of the array API standard.

Most are tbcast's own functions, under the standard's names and for its operands; the two tables at the end
list them. The functions defined here give the results that the standard requires for zeros, infinities, NaN
and complex numbers.
"""

from __future__ import annotations

from collections.abc import Callable

from tbcast import _C as torch
from tbcast._C import Tensor
from tbcast._verdict.calls import unasked
from tbcast.array_api._promotion import Number, operands

__all__ = [
    "abs",
    "acos",
    "acosh",
    "add",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "bitwise_and",
    "bitwise_invert",
    "bitwise_left_shift",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "ceil",
    "clip",
    "conj",
    "copysign",
    "cos",
    "cosh",
    "divide",
    "equal",
    "exp",
    "expm1",
    "floor",
    "floor_divide",
    "greater",
    "greater_equal",
    "hypot",
    "imag",
    "isfinite",
    "isinf",
    "isnan",
    "less",
    "less_equal",
    "log",
    "log1p",
    "log2",
    "log10",
    "logaddexp",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "maximum",
    "minimum",
    "multiply",
    "negative",
    "nextafter",
    "not_equal",
    "positive",
    "pow",
    "real",
    "reciprocal",
    "remainder",
    "round",
    "sign",
    "signbit",
    "sin",
    "sinh",
    "sqrt",
    "square",
    "subtract",
    "tan",
    "tanh",
    "trunc",
]

Unary = Callable[[Tensor], Tensor]
Binary = Callable[[Tensor | Number, Tensor | Number], Tensor]


def acos(x: Tensor, /) -> Tensor:
    """The arc cosine, element by element; the imaginary part has the opposite sign of x's, even for zeros.

    Raises TypeError if x is not a Tensor. Follows the array API standard.

    >>> torch.array_api.acos(torch.tensor([0., 1.]))
    tensor([1.5708, 0.0000])
    """
    result = torch.acos(x)
    return torch.complex(result.real, torch.copysign(result.imag, -x.imag)) if x.dtype.is_complex else result


def clip(
    x: Tensor, /, min: int | float | Tensor | None = None, max: int | float | Tensor | None = None
) -> Tensor:
    """x limited to [min, max]; max if min is larger.

    Bounds broadcast; a NaN in x or in a bound gives NaN. An int beyond x's dtype is no limit, or limits every
    element. Raises TypeError for bounds that are neither numbers nor Tensors. Follows the array API standard.

    >>> torch.array_api.clip(torch.tensor([1, 5, 9]), 3)
    tensor([3, 5, 9])
    """
    result = x
    for bound, limit in ((min, torch.maximum), (max, torch.minimum)):
        if bound is None:
            continue
        if isinstance(bound, int) and not (x.dtype.is_floating_point or x.dtype.is_complex):
            limits = torch.iinfo(x.dtype)
            bound = limits.min if bound < limits.min else limits.max if bound > limits.max else bound
        result = limit(*operands(result, bound))
    return x.clone() if result is x else result


def expm1(x: Tensor, /) -> Tensor:
    """exp(x) - 1, element by element, precise for small x.

    Raises TypeError if x is not a Tensor. Follows the array API standard.

    >>> torch.array_api.expm1(torch.tensor([1e-6]))
    tensor([1.0000e-06])
    """
    result = torch.expm1(x)
    if not x.dtype.is_complex:
        return result
    return torch.where(torch.isfinite(x) & (x != 0), result, torch.exp(x) - 1)


def floor_divide(x1: Tensor | Number, x2: Tensor | Number, /) -> Tensor:
    """The quotients rounded down, element by element; infinite for an infinite x1, for which PyTorch gives
    NaN.

    Raises TypeError for two numbers, RuntimeError if the shapes do not broadcast and for integers divided by
    0. Follows the array API standard.

    >>> torch.array_api.floor_divide(torch.tensor([7., -7., torch.inf]), 2)
    tensor([ 3., -4., inf])
    """
    x1, x2 = operands(x1, x2)
    result = torch.floor_divide(x1, x2)
    return _of_infinities(result, x1, x2) if result.dtype.is_floating_point else result


@unasked
def _of_infinities(result: Tensor, x1: Tensor, x2: Tensor) -> Tensor:
    return torch.where(torch.isinf(x1) | torch.isinf(x2), torch.floor(torch.divide(x1, x2)), result)


def imag(x: Tensor, /) -> Tensor:
    """The imaginary parts, as a view; zeros for a real array.

    Raises TypeError if x is not a Tensor. Follows the array API standard.

    >>> torch.array_api.imag(torch.tensor([1 + 2j]))
    tensor([2.])
    """
    return torch.imag(x) if x.dtype.is_complex else torch.zeros_like(x)


def log1p(x: Tensor, /) -> Tensor:
    """log(1 + x), element by element, precise for small x.

    Raises TypeError if x is not a Tensor. Follows the array API standard.

    >>> torch.array_api.log1p(torch.tensor([1e-6]))
    tensor([1.0000e-06])
    """
    result = torch.log1p(x)
    if not x.dtype.is_complex:
        return result
    return torch.where(torch.isfinite(x), result, torch.log(torch.complex(x.real + 1, x.imag)))


def remainder(x1: Tensor | Number, x2: Tensor | Number, /) -> Tensor:
    """The remainder of x1 divided by x2, element by element, with the sign of x2, even for zeros.

    Raises TypeError for two numbers, RuntimeError if the shapes do not broadcast and for integers divided by
    0. Follows the array API standard.

    >>> torch.array_api.remainder(torch.tensor([7, -7]), 3)
    tensor([1, 2])
    """
    x1, x2 = operands(x1, x2)
    result = torch.remainder(x1, x2)
    return _with_signs(result, x2) if result.dtype.is_floating_point else result


@unasked
def _with_signs(result: Tensor, x2: Tensor) -> Tensor:
    return torch.where(result == 0, torch.copysign(result, x2), result)


def round(x: Tensor, /) -> Tensor:
    """x rounded to the nearest integer, ties to even; for complex numbers, both parts.

    Raises TypeError if x is not a Tensor. Follows the array API standard.

    >>> torch.array_api.round(torch.tensor([0.5, 1.5, 2.4]))
    tensor([0., 2., 2.])
    """
    if x.dtype.is_complex:
        return torch.complex(torch.round(x.real), torch.round(x.imag))
    return torch.round(x)


def sign(x: Tensor, /) -> Tensor:
    """-1, 0 or 1 by the sign of x; NaN for NaN, for which PyTorch gives 0; x / abs(x) for complex numbers.

    Raises TypeError if x is not a Tensor. Follows the array API standard.

    >>> torch.array_api.sign(torch.tensor([-2., 0., torch.nan]))
    tensor([-1.,  0., nan])
    """
    if x.dtype.is_complex:
        return torch.sgn(x)
    return torch.where(torch.isnan(x), x, torch.sign(x)) if x.dtype.is_floating_point else torch.sign(x)


def _unary(name: str, function: Callable[[Tensor], Tensor], summary: str) -> Unary:
    def apply(x: Tensor, /) -> Tensor:
        return function(x)

    apply.__name__ = apply.__qualname__ = name
    apply.__doc__ = (
        f"{summary}, element by element: torch.{getattr(function, '__name__', name)}.\n\n"
        "Raises TypeError if x is not a Tensor.  Follows the array API standard."
    )
    return apply


def _binary(name: str, function: Callable[[Tensor, Tensor], Tensor], summary: str) -> Binary:
    def apply(x1: Tensor | Number, x2: Tensor | Number, /) -> Tensor:
        return function(*operands(x1, x2))

    apply.__name__ = apply.__qualname__ = name
    apply.__doc__ = (
        f"{summary}, element by element: torch.{getattr(function, '__name__', name)}.\n\n"
        "Operands: two arrays whose shapes broadcast, or an array and a number, which takes its dtype.\n"
        "For the dtype, 0-dimensional arrays count like any others.  Raises TypeError for two numbers,\n"
        "RuntimeError if the shapes do not broadcast.  Follows the array API standard."
    )
    return apply


abs = _unary("abs", torch.abs, "The absolute value")
acosh = _unary("acosh", torch.acosh, "The inverse hyperbolic cosine")
asin = _unary("asin", torch.asin, "The arc sine")
asinh = _unary("asinh", torch.asinh, "The inverse hyperbolic sine")
atan = _unary("atan", torch.atan, "The arc tangent")
atanh = _unary("atanh", torch.atanh, "The inverse hyperbolic tangent")
bitwise_invert = _unary("bitwise_invert", torch.bitwise_not, "All bits inverted, or logical not for bools")
ceil = _unary("ceil", torch.ceil, "The smallest integer that is not less")
conj = _unary("conj", torch.conj, "The complex conjugate")
cos = _unary("cos", torch.cos, "The cosine")
cosh = _unary("cosh", torch.cosh, "The hyperbolic cosine")
exp = _unary("exp", torch.exp, "The exponential")
floor = _unary("floor", torch.floor, "The largest integer that is not greater")
isfinite = _unary("isfinite", torch.isfinite, "Whether x is neither NaN nor infinite")
isinf = _unary("isinf", torch.isinf, "Whether x is infinite")
isnan = _unary("isnan", torch.isnan, "Whether x is NaN")
log = _unary("log", torch.log, "The natural logarithm")
log10 = _unary("log10", torch.log10, "The logarithm to base 10")
log2 = _unary("log2", torch.log2, "The logarithm to base 2")
logical_not = _unary("logical_not", torch.logical_not, "Logical not")
negative = _unary("negative", torch.negative, "-x")
positive = _unary("positive", torch.positive, "+x")
real = _unary("real", torch.real, "The real part, as a view")
reciprocal = _unary("reciprocal", torch.reciprocal, "1 / x")
signbit = _unary("signbit", torch.signbit, "Whether the sign bit is set")
sin = _unary("sin", torch.sin, "The sine")
sinh = _unary("sinh", torch.sinh, "The hyperbolic sine")
sqrt = _unary("sqrt", torch.sqrt, "The square root")
square = _unary("square", torch.square, "The square")
tan = _unary("tan", torch.tan, "The tangent")
tanh = _unary("tanh", torch.tanh, "The hyperbolic tangent")
trunc = _unary("trunc", torch.trunc, "x rounded towards zero")

add = _binary("add", torch.add, "The sum")
atan2 = _binary("atan2", torch.atan2, "The arc tangent of x1 / x2, in the quadrant of (x2, x1)")
bitwise_and = _binary("bitwise_and", torch.bitwise_and, "Bitwise and, or logical and for bools")
bitwise_left_shift = _binary("bitwise_left_shift", torch.bitwise_left_shift, "x1 shifted left by x2 bits")
bitwise_or = _binary("bitwise_or", torch.bitwise_or, "Bitwise or, or logical or for bools")
bitwise_right_shift = _binary("bitwise_right_shift", torch.bitwise_right_shift, "x1 shifted right by x2 bits")
bitwise_xor = _binary("bitwise_xor", torch.bitwise_xor, "Bitwise xor, or logical xor for bools")
copysign = _binary("copysign", torch.copysign, "x1 with the sign of x2")
divide = _binary("divide", torch.divide, "The quotient")
equal = _binary("equal", torch.eq, "x1 == x2")
greater = _binary("greater", torch.gt, "x1 > x2")
greater_equal = _binary("greater_equal", torch.ge, "x1 >= x2")
hypot = _binary("hypot", torch.hypot, "The hypotenuse sqrt(x1**2 + x2**2)")
less = _binary("less", torch.lt, "x1 < x2")
less_equal = _binary("less_equal", torch.le, "x1 <= x2")
logaddexp = _binary("logaddexp", torch.logaddexp, "log(exp(x1) + exp(x2)), without overflow")
logical_and = _binary("logical_and", torch.logical_and, "Logical and")
logical_or = _binary("logical_or", torch.logical_or, "Logical or")
logical_xor = _binary("logical_xor", torch.logical_xor, "Logical xor")
maximum = _binary("maximum", torch.maximum, "The greater of both (NaN if either is)")
minimum = _binary("minimum", torch.minimum, "The smaller of both (NaN if either is)")
multiply = _binary("multiply", torch.multiply, "The product")
nextafter = _binary("nextafter", torch.nextafter, "The next representable number after x1 towards x2")
not_equal = _binary("not_equal", torch.ne, "x1 != x2")
pow = _binary("pow", torch.pow, "x1 to the power of x2")
subtract = _binary("subtract", torch.subtract, "The difference")
