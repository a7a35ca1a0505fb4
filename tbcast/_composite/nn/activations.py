"""Bodies of the function table: activations and dropouts that are made of pointwise operators.

The bindings have already matched the arguments. A function with inplace writes input.
"""

from math import isfinite, sqrt

from tbcast import _C as torch
from tbcast._composite.outputs import refuse

# ---- rows with other parameters ----

_SELU = (1.6732632423543772, 1.0507009873554805)


def selu(input, inplace=False):
    return (torch._nn_elu_ if inplace else torch._nn_elu)(input, *_SELU)


def selu_(input):
    return selu(input, True)


def celu(input, alpha=1.0, inplace=False):
    if not _double(alpha):
        raise RuntimeError("ZeroDivisionError: alpha cannot be 0 for CELU")
    return (torch._nn_elu_ if inplace else torch._nn_elu)(input, alpha, 1.0, 1 / float(alpha))


def celu_(input, alpha=1.0):
    return celu(input, alpha, True)


def _double(number, name="double"):
    """A number, which must have no imaginary part."""
    if isinstance(number, complex):
        if number.imag:
            raise RuntimeError(f"value cannot be converted to type {name} without overflow")
        return number.real
    return float(number)


def _int64(number):
    """The whole part of a limit."""
    if not isinstance(number, int):
        number = _double(number, "int64_t")
        if not -(2.0**63) <= number < 2.0**63:
            raise RuntimeError("value cannot be converted to type int64_t without overflow")
    elif not -(2**63) <= number < 2**63:
        raise OverflowError("int too big to convert")
    return int(number)


def _limits(input, low, high):
    """Integers keep their dtype, unlike in clamp."""
    dtype = input.dtype
    if dtype is torch.bool:
        raise RuntimeError("Bool inputs not supported for hardtanh")
    if dtype.is_floating_point or dtype.is_complex:
        return low, high
    low, high = _int64(low), _int64(high)
    if dtype is torch.uint8 and (low < 0 or high < 0):
        raise RuntimeError("cannot do hardtanh on an unsigned type with negative limits")
    return low, high


def hardtanh(input, min_val=-1, max_val=1, out=None):
    low, high = _limits(input, min_val, max_val)
    return torch.clamp(input, low, high) if out is None else torch.clamp(input, low, high, out=out)


def hardtanh_(input, min_val=-1, max_val=1):
    return input.clamp_(*_limits(input, min_val, max_val))


def relu6(input):
    return hardtanh(input, 0, 6)


# ---- two operands ----


def prelu(input, weight):
    """Each channel, along dimension 1, has a slope for its negative elements."""
    dims, slopes = input.dim(), weight.numel()
    if input.dtype != weight.dtype:
        names = input.dtype._type_name, weight.dtype._type_name
        raise RuntimeError(f"prelu: Type promoting not supported. Got {names[0]} and {names[1]}")
    if slopes != 1:
        if dims == 0:
            raise RuntimeError("Not allow zero-dim input tensor.")
        channels = input.size(1) if dims > 1 else 1
        if channels != slopes:
            raise RuntimeError(
                "Mismatch of parameter numbers and input channel size. Found parameter numbers = "
                f"{slopes} and channel size = {channels}."
            )
    if weight.dim() > 1:
        raise RuntimeError(
            f"prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = {weight.dim()}"
        )
    if dims != weight.dim():
        weight = weight.reshape([slopes if dim == 1 else 1 for dim in range(dims)])
    return torch._prelu_kernel(input, weight)


def glu(input, dim=-1, out=None):
    """The first half along dim, times the sigmoid of the second one."""
    if input.dim() == 0:
        raise RuntimeError("glu does not support 0-dimensional tensors")
    size = input.size(dim)
    if size % 2:
        place = dim % input.dim()
        raise RuntimeError(f"Halving dimension must be even, but dimension {place} is size {size}")
    dtype = input.dtype
    if not dtype.is_floating_point:
        refuse("glu_cpu", dtype)
    first, second = input.chunk(2, dim) if size else (input, input)
    if dtype.itemsize == 2:  # rounded once
        result = (first.float() * second.float().sigmoid_()).to(dtype)
    else:
        result = torch.sigmoid(second)
        if out is None:
            return result.mul_(first)
    return result if out is None else torch.mul(first, result, out=out)


# ---- random numbers ----


def _rrelu(input, lower, upper, training, generator, inplace):
    if not inplace:
        for name, bound in (("lower", lower), ("upper", upper)):
            if not isfinite(_double(bound)):
                raise RuntimeError(f"rrelu: {name} bound must be finite, got {bound:g}")
    lower, upper = _double(lower), _double(upper)
    if not lower <= upper:
        raise RuntimeError("Lower bound should be less than or equal to the upper bound")
    if not training:
        slope = (lower + upper) / 2
        if inplace:
            return torch._nn_leaky_relu_(input, slope)
        return torch._nn_leaky_relu(input.contiguous(), slope)
    if input.dtype not in (torch.bfloat16, torch.float32, torch.float64):
        refuse("rrelu_with_noise_out_cpu", input.dtype)
    if inplace:
        input.mul_(torch.ones((), dtype=input.dtype))  # checks that it may be written
    compute = torch.float64 if input.dtype is torch.float64 else torch.float32
    lower, upper = (torch.full((), bound, dtype=compute).item() for bound in (lower, upper))
    read = input.contiguous()
    chosen = read <= 0
    negative = read.masked_select(chosen).to(compute)
    slopes = torch.empty(negative.numel(), dtype=torch.float64).uniform_(generator=generator)
    slopes.mul_(upper - lower).add_(lower)  # two roundings, unlike in uniform_
    result = read.masked_scatter(chosen, slopes.to(compute).mul_(negative).to(input.dtype))
    return input.copy_(result) if inplace else result


def rrelu(input, lower=0.125, upper=1 / 3, training=False, generator=None):
    return _rrelu(input, lower, upper, training, generator, False)


def rrelu_(input, lower=0.125, upper=1 / 3, training=False, generator=None):
    return _rrelu(input, lower, upper, training, generator, True)


_ALPHA = 1.7580993408473766
"""What selu gives far below 0, without its sign."""


def _noise(input, features):
    if not features:
        return torch.empty_like(input)
    if input.dim() < 2:
        raise RuntimeError("Feature dropout requires at least 2 dimensions in the input")
    return torch.empty([*input.shape[:2], *[1] * (input.dim() - 2)], dtype=input.dtype)


def _dropped(input, p, train, features=False, alpha=False, inplace=False):
    if not 0 <= p <= 1:
        raise RuntimeError(f"dropout probability has to be between 0 and 1, but got {p:g}")
    if p == 0 or not train or input.numel() == 0:
        return input
    multiply = torch.Tensor.mul_ if inplace else torch.mul
    if p == 1:
        return multiply(input, torch.zeros((), dtype=input.dtype))
    noise = _noise(input, features).bernoulli_(1 - p)
    if not alpha:
        return multiply(input, noise.div_(1 - p))
    scale = 1 / sqrt((_ALPHA * _ALPHA * p + 1) * (1 - p))
    shift = noise.add(-1).mul_(_ALPHA * scale).add_(_ALPHA * scale * p)
    return multiply(input, noise.mul_(scale)).add_(shift)


def dropout(input, p, train):
    return _dropped(input, p, train)


def dropout_(input, p, train):
    return _dropped(input, p, train, inplace=True)


def alpha_dropout(input, p, train):
    return _dropped(input, p, train, alpha=True)


def alpha_dropout_(input, p, train):
    return _dropped(input, p, train, alpha=True, inplace=True)


def feature_dropout(input, p, train):
    return _dropped(input, p, train, features=True)


def feature_dropout_(input, p, train):
    return _dropped(input, p, train, features=True, inplace=True)


def feature_alpha_dropout(input, p, train):
    return _dropped(input, p, train, features=True, alpha=True)


def feature_alpha_dropout_(input, p, train):
    return _dropped(input, p, train, features=True, alpha=True, inplace=True)
