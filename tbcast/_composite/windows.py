"""The window functions, bodies of the function table, computed step by step as torch does."""

from __future__ import annotations

from math import pi

from tbcast import _C as torch
from tbcast._composite.outputs import cpp_name


def _window(name, length, periodic, options, compute):
    """Make a window. compute(indices, number) computes one of more than one element from the indices 0, 1,
    ...; number() rounds a factor or summand to the dtype, as torch does.
    """
    whole = torch.empty(0, **options)
    dtype = whole.dtype
    if not (dtype.is_floating_point or dtype.is_complex):
        layout = "Strided" if options.get("layout") else "Strided (default)"
        raise RuntimeError(
            f"{name} expects floating point dtypes, got: TensorOptions(dtype={cpp_name(dtype)}, device=cpu, "
            f"layout={layout}, requires_grad=false (default), pinned_memory=false, memory_format=(nullopt))"
        )
    if length < 0:
        raise RuntimeError(f"{name} requires non-negative window_length, got window_length={length}")
    if length == 0:
        return whole
    if length == 1:
        return torch.ones(1, dtype=dtype)
    indices = torch.arange(length + periodic, dtype=dtype)
    return compute(indices, lambda x: torch.scalar_tensor(x, dtype=dtype).item())[:length]


def _cosine(alpha, beta):
    def compute(indices, number):
        angles = indices.mul_(number(pi * 2.0 / (indices.numel() - 1)))
        return angles.cos_().mul_(number(-beta)).add_(number(alpha))

    return compute


def hann_window(window_length, periodic=True, **options):
    return _window("hann_window", window_length, periodic, options, _cosine(0.5, 0.5))


def hamming_window(window_length, periodic=True, alpha=0.54, beta=0.46, **options):
    return _window("hamming_window", window_length, periodic, options, _cosine(alpha, beta))


def _blackman(indices, number):
    angles = indices.mul_(number(pi / (indices.numel() - 1)))
    fast, slow = (angles * 4).cos_().mul_(number(0.08)), (angles * 2).cos_().mul_(number(0.5))
    return fast - slow + number(0.42)


def blackman_window(window_length, periodic=True, **options):
    return _window("blackman_window", window_length, periodic, options, _blackman)


def _triangle(indices, number):
    n = indices.numel()
    window = indices.mul_(number(2.0 / (n - 1)))
    window[((n - 1) >> 1) + 1 :].mul_(-1).add_(2)
    return window


def bartlett_window(window_length, periodic=True, **options):
    return _window("bartlett_window", window_length, periodic, options, _triangle)


def kaiser_window(window_length, periodic=True, beta=12.0, **options):
    def compute(indices, number):
        centre = (indices.numel() - 1) / 2
        heights = beta * (1 - ((indices.double() - centre) / centre) ** 2).sqrt()
        scale = torch.scalar_tensor(beta, dtype=torch.float64).i0_()
        return (heights.i0_() / scale).to(indices.dtype)

    return _window("kaiser_window", window_length, periodic, options, compute)
