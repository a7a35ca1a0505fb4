"""Bodies of the function table: frexp and mvlgamma."""

import math
from functools import partial

from tbcast import _C
from tbcast._composite.outputs import all_written, check_output, cpp_name, pair, refuse

# ---- frexp ----

_LAYOUTS = {_C.float32: (_C.int32, 23, 0xFF), _C.float64: (_C.int64, 52, 0x7FF)}
"""For each floating dtype: the integer dtype of its size, the number of bits of the mantissa, and the largest
exponent field."""


def _check_pair(input, out):
    given = pair(out)
    if not input.is_floating_point():
        raise RuntimeError("torch.frexp() only supports floating-point dtypes")
    for name, tensor, dtype in zip(("mantissa", "exponent"), given, (input.dtype, _C.int32), strict=True):
        if tensor is not None and tensor.dtype is not dtype:
            wanted, given = cpp_name(dtype), cpp_name(tensor.dtype)
            to_have = "to have int dtype" if name == "exponent" else f"to have dtype {wanted}"
            raise RuntimeError(f"torch.frexp() expects {name} {to_have} but got {given}")


def _exponents(input):
    """The exponents, read from the elements' bits; denormal elements are first multiplied by a power of 2."""
    wide = input if input.dtype in _LAYOUTS else input.float()
    integers, digits, most = _LAYOUTS[wide.dtype]
    size = wide.abs()
    denormal = size < 2.0 ** (2 - (most + 1) // 2)
    found = _C.where(denormal, size * 2.0**digits, size).view(integers) >> digits
    found = found - (most // 2 - 1) - denormal * digits
    return found.masked_fill_((wide == 0) | ~wide.isfinite(), 0)


def frexp(input, out=None):
    _check_pair(input, out)
    exponent = _exponents(input)
    if out is None:
        mantissa = _C.ldexp(input, -exponent)
        exponent = _C.empty_strided(mantissa.shape, mantissa.stride(), dtype=_C.int32).copy_(exponent)
        return _C._return_types["frexp"]((mantissa, exponent))
    check_output(out[1])
    writes = partial(_C.ldexp, input, -exponent), partial(_C.mul, exponent.int(), 1)
    return all_written("frexp", [lambda tensor, write=write: write(out=tensor) for write in writes], out)


# ---- mvlgamma ----


def _mvlgamma(input, p):
    """The sum of lgamma(input - j / 2) for j = 0 ... p - 1, in torch's order, plus a constant."""
    p = int(p)
    if input.dtype is _C.bool:
        raise RuntimeError("The input tensor may not be a boolean tensor.")
    if p < 1:
        raise RuntimeError("p has to be greater than or equal to 1")
    if input.is_complex():
        refuse("arange_cpu", input.dtype)
    dtype = input.dtype if input.is_floating_point() else _C.get_default_dtype()
    terms = _C.arange(-p / 2 + 0.5, 0.5, 0.5, dtype=dtype) + input.unsqueeze(-1)
    return terms.lgamma_().sum(-1).add_(p * (p - 1) * math.log(math.pi) / 4)


def _check_cast(input, result, out):
    if not _C.can_cast(result.dtype, out.dtype):
        raise RuntimeError(
            f"mvlgamma: result type {input.dtype._type_name} can't be cast to the desired output type "
            f"{result.dtype._type_name}"
        )


def mvlgamma(input, p, out=None):
    result = _mvlgamma(input, p)
    if out is None:
        return result
    _check_cast(input, result, out)
    return _C.mul(result, 1, out=out)


def mvlgamma_(input, p):
    result = _mvlgamma(input, p)
    _check_cast(input, result, input)
    return input.copy_(result)
