"""Bodies of the function table: frexp and mvlgamma."""

import math
from functools import partial

from tbcast import _C
from tbcast._composite.outputs import all_written, check_output, cpp_name, pair, refuse

# ---- frexp ----

def _check_pair(input, out):
    given = pair(out)
    if not input.is_floating_point():
        raise RuntimeError("torch.frexp() only supports floating-point dtypes")
    for name, tensor, dtype in zip(("mantissa", "exponent"), given, (input.dtype, _C.int32), strict=True):
        if tensor is not None and tensor.dtype is not dtype:
            wanted, given = cpp_name(dtype), cpp_name(tensor.dtype)
            to_have = "to have int dtype" if name == "exponent" else f"to have dtype {wanted}"
            raise RuntimeError(f"torch.frexp() expects {name} {to_have} but got {given}")


def frexp(input, out=None):
    _check_pair(input, out)
    exponent = _C._frexp_exponent(input)
    if out is None:
        integers = _C.empty_strided(exponent.shape, exponent.stride(), dtype=_C.int32)
        return _C._return_types["frexp"]((_C._frexp_mantissa(input), integers.copy_(exponent)))
    check_output(out[1])
    writes = partial(_C._frexp_mantissa, input), partial(_C.mul, exponent.int(), 1)
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
