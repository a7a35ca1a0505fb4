"""Elementwise functions of the array API standard.

Most are tbcast's own, under the standard's names and for its operands: the two tables at the end.  The others
mend what the standard wants of zeros, infinities, NaN and complex numbers.
"""

from __future__ import annotations

from collections.abc import Callable

from tbcast import _C as torch
from tbcast._C import Tensor
from tbcast._verdict.calls import unasked
from tbcast.array_api._promotion import Number, operands

__all__ = [
    "abs", "acos", "acosh", "add", "asin", "asinh", "atan", "atan2", "atanh", "bitwise_and",
    "bitwise_invert", "bitwise_left_shift", "bitwise_or", "bitwise_right_shift", "bitwise_xor", "ceil",
    "clip", "conj", "copysign", "cos", "cosh", "divide", "equal", "exp", "expm1", "floor", "floor_divide",
    "greater", "greater_equal", "hypot", "imag", "isfinite", "isinf", "isnan", "less", "less_equal", "log",
    "log1p", "log2", "log10", "logaddexp", "logical_and", "logical_not", "logical_or", "logical_xor",
    "maximum", "minimum", "multiply", "negative", "nextafter", "not_equal", "positive", "pow", "real",
    "reciprocal", "remainder", "round", "sign", "signbit", "sin", "sinh", "sqrt", "square", "subtract",
    "tan", "tanh", "trunc",
]

Unary = Callable[[Tensor], Tensor]
Binary = Callable[[Tensor | Number, Tensor | Number], Tensor]


def acos(x: Tensor, /) -> Tensor:
    """Arc cosines, element by element; the imaginary part has the other sign than x's, of zeros as well.

    TypeError for what is no Tensor.  As the array API standard says.

    >>> torch.array_api.acos(torch.tensor([0., 1.]))
    tensor([1.5708, 0.0000])
    """
    result = torch.acos(x)
    return torch.complex(result.real, torch.copysign(result.imag, -x.imag)) if x.dtype.is_complex else result


def clip(
    x: Tensor, /, min: int | float | Tensor | None = None, max: int | float | Tensor | None = None
) -> Tensor:
    """x, but min where it is smaller and max where it is larger; max where min is above it.

    Bounds broadcast; a NaN in x or in a bound gives NaN.  An int beyond x's dtype bounds nothing, or all.
    TypeError for bounds that are no numbers or Tensors.  As the array API standard says.

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

    TypeError for what is no Tensor.  As the array API standard says.

    >>> torch.array_api.expm1(torch.tensor([1e-6]))
    tensor([1.0000e-06])
    """
    result = torch.expm1(x)
    if not x.dtype.is_complex:
        return result
    return torch.where(torch.isfinite(x) & (x != 0), result, torch.exp(x) - 1)


def floor_divide(x1: Tensor | Number, x2: Tensor | Number, /) -> Tensor:
    """Quotients rounded down, element by element; infinite ones of an infinite x1, where PyTorch has NaN.

    TypeError for two numbers, RuntimeError for shapes that do not broadcast and integers divided by 0.
    As the array API standard says.

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
    """The imaginary parts, a view; of a real array zeros.

    TypeError for what is no Tensor.  As the array API standard says.

    >>> torch.array_api.imag(torch.tensor([1 + 2j]))
    tensor([2.])
    """
    return torch.imag(x) if x.dtype.is_complex else torch.zeros_like(x)


def log1p(x: Tensor, /) -> Tensor:
    """log(1 + x), element by element, precise for small x.

    TypeError for what is no Tensor.  As the array API standard says.

    >>> torch.array_api.log1p(torch.tensor([1e-6]))
    tensor([1.0000e-06])
    """
    result = torch.log1p(x)
    if not x.dtype.is_complex:
        return result
    return torch.where(torch.isfinite(x), result, torch.log(torch.complex(x.real + 1, x.imag)))


def remainder(x1: Tensor | Number, x2: Tensor | Number, /) -> Tensor:
    """What division leaves, element by element, with the sign of x2, which zeros have as well.

    TypeError for two numbers, RuntimeError for shapes that do not broadcast and integers divided by 0.
    As the array API standard says.

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
    """The nearest integers, the even one of two; both parts of complex numbers.

    TypeError for what is no Tensor.  As the array API standard says.

    >>> torch.array_api.round(torch.tensor([0.5, 1.5, 2.4]))
    tensor([0., 2., 2.])
    """
    if x.dtype.is_complex:
        return torch.complex(torch.round(x.real), torch.round(x.imag))
    return torch.round(x)


def sign(x: Tensor, /) -> Tensor:
    """-1, 0 or 1; NaN of NaN, where PyTorch's is 0; x / abs(x) of complex numbers.

    TypeError for what is no Tensor.  As the array API standard says.

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
        "TypeError for what is no Tensor.  As the array API standard says."
    )
    return apply


def _binary(name: str, function: Callable[[Tensor, Tensor], Tensor], summary: str) -> Binary:
    def apply(x1: Tensor | Number, x2: Tensor | Number, /) -> Tensor:
        return function(*operands(x1, x2))

    apply.__name__ = apply.__qualname__ = name
    apply.__doc__ = (
        f"{summary}, element by element: torch.{getattr(function, '__name__', name)}.\n\n"
        "Operands: two arrays that broadcast, or one and a number, which takes its dtype; 0-dimensional\n"
        "arrays count as others do for the dtype.  TypeError for two numbers, RuntimeError for shapes that\n"
        "do not broadcast.  As the array API standard says."
    )
    return apply


abs = _unary("abs", torch.abs, "Magnitudes")
acosh = _unary("acosh", torch.acosh, "Inverse hyperbolic cosines")
asin = _unary("asin", torch.asin, "Arc sines")
asinh = _unary("asinh", torch.asinh, "Inverse hyperbolic sines")
atan = _unary("atan", torch.atan, "Arc tangents")
atanh = _unary("atanh", torch.atanh, "Inverse hyperbolic tangents")
bitwise_invert = _unary("bitwise_invert", torch.bitwise_not, "All bits, or bools, inverted")
ceil = _unary("ceil", torch.ceil, "The smallest integers that are not less")
conj = _unary("conj", torch.conj, "Complex conjugates")
cos = _unary("cos", torch.cos, "Cosines")
cosh = _unary("cosh", torch.cosh, "Hyperbolic cosines")
exp = _unary("exp", torch.exp, "Powers of e")
floor = _unary("floor", torch.floor, "The largest integers that are not greater")
isfinite = _unary("isfinite", torch.isfinite, "Neither NaN nor infinite?")
isinf = _unary("isinf", torch.isinf, "Infinite?")
isnan = _unary("isnan", torch.isnan, "NaN?")
log = _unary("log", torch.log, "Natural logarithms")
log10 = _unary("log10", torch.log10, "Logarithms to the base 10")
log2 = _unary("log2", torch.log2, "Logarithms to the base 2")
logical_not = _unary("logical_not", torch.logical_not, "Not")
negative = _unary("negative", torch.negative, "The same with the other sign")
positive = _unary("positive", torch.positive, "The same")
real = _unary("real", torch.real, "Real parts, a view")
reciprocal = _unary("reciprocal", torch.reciprocal, "1 / x")
signbit = _unary("signbit", torch.signbit, "Is the sign bit set?")
sin = _unary("sin", torch.sin, "Sines")
sinh = _unary("sinh", torch.sinh, "Hyperbolic sines")
sqrt = _unary("sqrt", torch.sqrt, "Square roots")
square = _unary("square", torch.square, "Squares")
tan = _unary("tan", torch.tan, "Tangents")
tanh = _unary("tanh", torch.tanh, "Hyperbolic tangents")
trunc = _unary("trunc", torch.trunc, "Integers, rounded towards zero")

add = _binary("add", torch.add, "Sums")
atan2 = _binary("atan2", torch.atan2, "Arc tangents of x1 / x2 in the right quadrant")
bitwise_and = _binary("bitwise_and", torch.bitwise_and, "Bits, or bools, set in both")
bitwise_left_shift = _binary("bitwise_left_shift", torch.bitwise_left_shift, "Bits of x1 moved up by x2")
bitwise_or = _binary("bitwise_or", torch.bitwise_or, "Bits, or bools, set in one or both")
bitwise_right_shift = _binary("bitwise_right_shift", torch.bitwise_right_shift, "Bits of x1 moved down by x2")
bitwise_xor = _binary("bitwise_xor", torch.bitwise_xor, "Bits, or bools, set in one alone")
copysign = _binary("copysign", torch.copysign, "x1 with the sign of x2")
divide = _binary("divide", torch.divide, "Quotients")
equal = _binary("equal", torch.eq, "x1 == x2")
greater = _binary("greater", torch.gt, "x1 > x2")
greater_equal = _binary("greater_equal", torch.ge, "x1 >= x2")
hypot = _binary("hypot", torch.hypot, "The hypotenuses sqrt(x1**2 + x2**2)")
less = _binary("less", torch.lt, "x1 < x2")
less_equal = _binary("less_equal", torch.le, "x1 <= x2")
logaddexp = _binary("logaddexp", torch.logaddexp, "log(exp(x1) + exp(x2)), without overflow")
logical_and = _binary("logical_and", torch.logical_and, "And")
logical_or = _binary("logical_or", torch.logical_or, "Or")
logical_xor = _binary("logical_xor", torch.logical_xor, "Either, not both")
maximum = _binary("maximum", torch.maximum, "The greater ones; NaN where one is")
minimum = _binary("minimum", torch.minimum, "The smaller ones; NaN where one is")
multiply = _binary("multiply", torch.multiply, "Products")
nextafter = _binary("nextafter", torch.nextafter, "The number beside x1 on the way to x2")
not_equal = _binary("not_equal", torch.ne, "x1 != x2")
pow = _binary("pow", torch.pow, "Powers")
subtract = _binary("subtract", torch.subtract, "Differences")
