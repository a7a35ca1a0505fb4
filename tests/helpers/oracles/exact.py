"""Functions of real numbers by mpmath, and how far results are from them: in units in the last place (ulp),
the distances between floats where the true value is. What is too large to be a float counts as the power of 2
above the largest one."""

from statistics import NormalDist

import mpmath
import numpy as np

mp = mpmath.mp.clone()
mp.prec = 200
LIMITS = {"float32": (24, -149, 128), "float64": (53, -1074, 1024)}
"""Digits, the exponents of the least number and of what is too large."""


def _ndtr(x):
    return mp.erfc(-x / mp.sqrt(2)) / 2


def _logaddexp(a, b, base):
    most = max(a, b)
    return most + mp.log1p(mp.power(base, min(a, b) - most)) / mp.log(base)


def _ndtri(p):
    """By Newton's method from the float64 that is nearest, or nearly so."""
    x = mp.mpf(NormalDist().inv_cdf(float(p)))
    for _ in range(6):
        x -= (_ndtr(x) - p) / mp.npdf(x)
    return x


ONE = {
    "sqrt": mp.sqrt,
    "rsqrt": lambda x: 1 / mp.sqrt(x),
    "exp": mp.exp,
    "exp2": lambda x: mp.power(2, x),
    "expm1": mp.expm1,
    "log": mp.log,
    "log2": lambda x: mp.log(x) / mp.ln2,
    "log10": lambda x: mp.log(x) / mp.ln10,
    "log1p": mp.log1p,
    "sigmoid": lambda x: 1 / (1 + mp.exp(-x)),
    "sin": mp.sin,
    "cos": mp.cos,
    "tan": mp.tan,
    "asin": mp.asin,
    "acos": mp.acos,
    "atan": mp.atan,
    "sinh": mp.sinh,
    "cosh": mp.cosh,
    "tanh": mp.tanh,
    "asinh": mp.asinh,
    "acosh": mp.acosh,
    "atanh": mp.atanh,
    "erf": mp.erf,
    "erfc": mp.erfc,
    "logit": lambda x: mp.log(x / (1 - x)),
    "erfinv": mp.erfinv,
    "lgamma": lambda x: mp.re(mp.loggamma(x)),
    "digamma": mp.digamma,
    "i0": lambda x: mp.besseli(0, x),
    "special.i0e": lambda x: mp.besseli(0, x) * mp.exp(-abs(x)),
    "special.i1": lambda x: mp.besseli(1, x),
    "special.i1e": lambda x: mp.besseli(1, x) * mp.exp(-abs(x)),
    "special.bessel_j0": lambda x: mp.besselj(0, x),
    "special.bessel_j1": lambda x: mp.besselj(1, x),
    "special.bessel_y0": lambda x: mp.bessely(0, x),
    "special.bessel_y1": lambda x: mp.bessely(1, x),
    "special.airy_ai": mp.airyai,
    "nn.functional.gelu": lambda x: x * _ndtr(x),
    "nn.functional.silu": lambda x: x / (1 + mp.exp(-x)),
    "nn.functional.mish": lambda x: x * mp.tanh(mp.log1p(mp.exp(x))),
    "nn.functional.softplus": lambda x: x if x > 20 else mp.log1p(mp.exp(x)),
    "nn.functional.elu": lambda x: x if x > 0 else mp.expm1(x),
    "sinc": lambda x: mp.sincpi(x),
    "special.entr": lambda x: -x * mp.log(x),
    "special.erfcx": lambda x: mp.exp(x * x) * mp.erfc(x),
    "special.ndtr": _ndtr,
    "special.log_ndtr": lambda x: mp.log(_ndtr(x)) if x < 0 else mp.log1p(-_ndtr(-x)),
    "special.ndtri": _ndtri,
}
"""Of one operand: tbcast's name -> function of an mpf."""
TWO = {
    "pow": mp.power,
    "atan2": mp.atan2,
    "hypot": mp.hypot,
    "logaddexp": lambda a, b: _logaddexp(a, b, mp.e),
    "logaddexp2": lambda a, b: _logaddexp(a, b, mp.mpf(2)),
    "xlogy": lambda a, b: a * mp.log(b),
    "special.xlog1py": lambda a, b: a * mp.log1p(b),
    "igamma": lambda a, x: mp.gammainc(a, 0, x, regularized=True),
    "igammac": lambda a, x: mp.gammainc(a, x, mp.inf, regularized=True),
    "special.zeta": mp.zeta,
}
"""The same of two."""


def true_values(function, *operands):
    """[value or None] of arrays of operands; None where there is no real number."""
    values = []
    for row in zip(*(x.tolist() for x in operands), strict=True):
        try:
            value = function(*map(mp.mpf, row))
            values.append(value if isinstance(value, mp.mpf) and mp.isfinite(value) else None)
        except (ArithmeticError, ValueError):
            values.append(None)
    return values


def errors(got, values, dtype):
    """In ulp, of an array beside true_values; 0 where there is no number, inf where nan stands for one."""
    digits, least, top = LIMITS[dtype]
    result = np.zeros(len(values))
    for i, (x, value) in enumerate(zip(got.tolist(), values, strict=True)):
        if value is None:
            continue
        mine = mp.ldexp(1 if x > 0 else -1, top) if np.isinf(x) else mp.mpf(x)
        value = min(max(value, -mp.ldexp(1, top)), mp.ldexp(1, top))
        exponent = mp.frexp(value)[1] - digits if value else least
        error = abs(mine - value) / mp.ldexp(1, max(exponent, least))
        result[i] = np.inf if mp.isnan(mine) else float(error)
    return result


def errors_beside(got, true, top=2.0**128):
    """In ulp of float32, of float32 results beside float64 ones, which count as exact."""
    got = np.clip(got.astype("float64"), -top, top)
    true = np.clip(true, -top, top)
    power = (true.view("u8") & np.uint64(0x7FF0000000000000)).view("float64") * 2.0**-23
    with np.errstate(invalid="ignore"):
        error = np.abs(got - true) / np.maximum(np.minimum(power, 2.0**104), 2.0**-149)
    nan, wrong = np.isnan(true), np.isnan(got)
    return np.where(nan & wrong, 0, np.where(nan | wrong, np.inf, error))
