"""linear and batch_norm, bodies of the function table; group_norm, instance_norm and rms_norm."""

from __future__ import annotations

from math import prod

from tbcast import _C as torch
from tbcast._composite.outputs import (
    FLOATS,
    HALVES,
    check_output,
    expect_scalar_type,
    format_of,
    refuse,
    widened,
    written,
)


def linear(input, weight, bias=None, out=None):
    """The product of input and weight's transpose, plus bias."""
    n = input.dim()
    if n == 0 or weight.dim() == 0:
        dims = f"{n}D and {weight.dim()}D"
        raise RuntimeError(f"both arguments to linear need to be at least 1D, but they are {dims}")
    if bias is None:
        return written(torch.matmul(input, weight.t()), out)
    if n == 1 and bias.dtype is input.dtype and bias.numel() == weight.size(0):  # as below, but faster
        result = torch.matmul(input, weight.t()).add_(bias)
        return result if out is None else written(result, out)
    right = weight.t()
    if n == 2:
        return written(torch.addmm(bias, input, right), out)
    if bias.dim() == 1 and input.is_contiguous() and bias.is_contiguous():
        *others, last = input.shape
        result = torch.addmm(bias, input.view(prod(others), last), right)
        return written(result.view(*others, result.size(-1)), out)
    return written(torch.matmul(input, right).add_(bias), out)


def _check_mixed(input, *parameters):
    """Check that all parameters have input's dtype, or that all are float32 beside an input of halves."""
    given = [parameter for parameter in parameters if parameter is not None]
    dtypes = [parameter.dtype for parameter in given]
    if not dtypes:
        return
    if dtypes[0] is not input.dtype:
        if any(dtype is not torch.float32 for dtype in dtypes):
            raise RuntimeError("mixed dtype (CPU): expect parameter to have scalar type of Float")
        if input.dtype not in HALVES:
            raise RuntimeError("mixed dtype (CPU): all inputs must share same datatype.")
    for parameter in given:
        expect_scalar_type(dtypes[0], parameter)


# ---- batch_norm ----


def _check_features(input, training, running_mean, running_var, weight, bias):
    features = input.size(1) if input.dim() > 1 else 0
    for name, parameter in (
        ("running_mean", running_mean),
        ("running_var", running_var),
        ("weight", weight),
        ("bias", bias),
    ):
        if parameter is None:
            if name.startswith("running") and not training:
                raise RuntimeError(f"{name} must be defined in evaluation mode")
        elif parameter.numel() != features:
            raise RuntimeError(f"{name} should contain {features} elements not {parameter.numel()}")


def batch_norm(
    input,
    weight=None,
    bias=None,
    running_mean=None,
    running_var=None,
    *,
    training,
    momentum,
    eps,
    cudnn_enabled,
):
    """input normalized to mean 0 and variance 1 in each channel, times weight, plus bias.

    In training, mean and variance are the batch's, which also update the running ones. In evaluation they are
    the running ones.
    """
    _check_features(input, training, running_mean, running_var, weight, bias)
    if (running_mean is None) != (running_var is None):
        raise ValueError("running_mean and running_var must either both be None or neither be None")
    if input.numel() == 0:
        return torch.clone(input)
    channels = [1] * input.dim()
    channels[1:2] = [input.size(1)]  # raises IndexError
    if input.dtype not in FLOATS:
        given = (x for x in (weight, bias, running_mean, running_var) if x is not None)
        if training and not input.is_contiguous() and all(x.dtype is input.dtype for x in given):
            torch.mean(input)  # raises for integers
        refuse("batch_norm", input.dtype)
    _check_mixed(input, weight, bias, running_mean, running_var)
    for running in (running_mean, running_var):
        if running is not None and running.dim() != 1:
            raise RuntimeError(f"TensorAccessor expected 1 dims but tensor has {running.dim()}")
        if running is not None and training:
            check_output(running)
    if training:
        dims = [d for d in range(input.dim()) if d != 1]
        variance, mean = torch.var_mean(widened(input), dims, correction=0)
        _move(running_mean, mean, momentum)
        n = input.numel() // input.size(1)
        _move(running_var, variance * (n / (n - 1)) if n > 1 else variance / 0.0, momentum)
    else:
        mean, variance = widened(running_mean), widened(running_var)
    return _normalized(input, mean, variance, eps, weight, bias, channels)


def _normalized(input, mean, variance, eps, weight, bias, sizes):
    """(input - mean) / sqrt(variance + eps) * weight + bias.

    mean and variance: of each channel, or (samples, groups, channels) of each sample. sizes: what they are
    viewed as, to broadcast with input.
    """
    channels = mean.shape[-2:] if mean.dim() == 3 else -1
    scale = 1 / (variance + eps).sqrt_()
    if weight is not None:
        scale = scale * widened(weight).reshape(channels)
    shift = -mean * scale
    if bias is not None:
        shift = shift + widened(bias).reshape(channels)
    result = torch.empty(input.shape, dtype=input.dtype, memory_format=format_of(input))
    return torch.addcmul(shift.view(sizes), input, scale.view(sizes), out=result)


def _move(running, now, momentum):
    if running is not None:
        running.copy_(now * momentum + widened(running) * (1 - momentum))


# ---- the others ----


def group_norm(input, num_groups, weight, bias, eps):
    """input normalized to mean 0 and variance 1 in each group of channels, times weight, plus bias."""
    sizes = list(input.shape)
    samples, channels, *inner = sizes
    if num_groups < 0:
        raise RuntimeError(f"Expected num groups to be greater than 0, got {num_groups}")
    if channels % num_groups:
        raise RuntimeError(
            "Expected number of channels in input to be divisible by num_groups, but got input of shape "
            f"{sizes} and num_groups={num_groups}"
        )
    for name, vector in (("weight", weight), ("bias", bias)):
        if vector is not None and (vector.dim() != 1 or vector.numel() != channels):
            raise RuntimeError(
                f"Expected {name} to be a vector of size equal to the number of channels in input, but got "
                f"{name} of shape {list(vector.shape)} and input of shape {sizes}"
            )
    _check_mixed(input, weight, bias)
    if input.dtype not in FLOATS:
        refuse("GroupNormKernelImpl", input.dtype)
    if input.numel() == 0:
        return torch.empty(sizes, dtype=input.dtype)
    split = [samples, num_groups, channels // num_groups]
    dims = [*range(2, 3 + len(inner))]
    groups = input.unflatten(1, split[1:])
    variance, mean = torch.var_mean(widened(groups), dims, correction=0, keepdim=True)
    variance, mean = (each.view(samples, num_groups, 1).expand(split) for each in (variance, mean))
    sizes = [samples, channels, *[1] * len(inner)]
    return _normalized(input, mean, variance, eps, weight, bias, sizes)


def instance_norm(input, running_mean, running_var, weight, bias, training, momentum, eps):
    """input normalized to mean 0 and variance 1 in each channel of each sample, times weight, plus bias:
    batch_norm of one sample that has all channels."""
    if not training and (running_mean is None or running_var is None):
        raise RuntimeError(
            "Expected running_mean and running_var to be defined when use_input_stats is false"
        )
    samples, channels, *inner = input.shape
    vectors = (weight, bias, running_mean, running_var)
    weight, bias, mean, var = (None if each is None else each.repeat(samples) for each in vectors)
    one = input.contiguous().view(1, samples * channels, *inner)
    result = batch_norm(
        one, weight, bias, mean, var, training=training, momentum=momentum, eps=eps, cudnn_enabled=False
    )
    for running, each in ((running_mean, mean), (running_var, var)):
        if running is not None and training:
            running.copy_(each.view(samples, channels).mean(0))
    return result.view(input.shape)


def rms_norm(input, normalized_shape, weight, eps):
    """input divided by the root of the mean of its squares over the last dimensions, times weight."""
    if not isinstance(normalized_shape, (tuple, list)):
        kind = type(normalized_shape).__name__
        raise TypeError(
            f"rms_norm(): argument 'normalized_shape' (position 2) must be tuple of ints, not {kind}"
        )
    inner, sizes = list(normalized_shape), list(input.shape)
    if not inner:
        raise RuntimeError(
            "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, "
            f"but got normalized_shape = {inner}"
        )
    if weight is not None and list(weight.shape) != inner:
        raise RuntimeError(
            "Expected weight to be of same shape as normalized_shape, but got weight of shape "
            f"{list(weight.shape)} and normalized_shape = {inner}"
        )
    if sizes[max(0, len(sizes) - len(inner)) :] != inner:
        wanted = ", ".join(f"{size}" for size in inner)
        raise RuntimeError(
            f"Given normalized_shape={inner}, expected input with shape [*{wanted}], but got input of "
            f"size{sizes}"
        )
    if not (input.dtype.is_floating_point or input.dtype.is_complex):
        refuse("rms_norm", input.dtype)
    wide = widened(input.contiguous())
    if eps is None:
        eps = torch.finfo(wide.dtype).eps
    dims = [*range(-len(inner), 0)]
    result = wide * (wide * wide).mean(dims, keepdim=True).add_(eps).rsqrt_()
    return (result if weight is None else result * weight).to(input.dtype)
