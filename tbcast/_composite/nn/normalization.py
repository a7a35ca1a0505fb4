"""linear and batch_norm: bodies of the function table."""

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
    scale = 1 / (variance + eps).sqrt_()
    if weight is not None:
        scale = scale * widened(weight).reshape(-1)
    shift = -mean * scale
    if bias is not None:
        shift = shift + widened(bias).reshape(-1)
    result = torch.empty(input.shape, dtype=input.dtype, memory_format=format_of(input))
    return torch.addcmul(shift.view(channels), input, scale.view(channels), out=result)


def _move(running, now, momentum):
    if running is not None:
        running.copy_(now * momentum + widened(running) * (1 - momentum))
