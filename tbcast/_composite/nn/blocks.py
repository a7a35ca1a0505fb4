"""unfold and fold of images: bodies of the function table, under torch's names im2col and col2im."""

from __future__ import annotations

from math import prod

from tbcast import _C as torch
from tbcast._composite.nn.convolution import counts_of, overlapped, padded, windows
from tbcast._composite.outputs import UNSIGNED, ints, refuse

_INTS = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, *UNSIGNED)


def _settings(function, **given):
    """The two values of each setting, checked as torch does."""
    found = {}
    for name, value in given.items():
        values = found[name] = ints(function, name, value)
        if len(values) != 2:
            raise RuntimeError(f"It is expected {name} equals to 2, but got size {len(values)}")
    return found


def _check(order, settings):
    for name in order:
        if name in settings and min(settings[name]) < (name != "padding"):
            what, prefix = {
                "kernel_size": ("kernel size", "kernel"),
                "padding": ("padding", "pad"),
            }.get(name, (name, name))
            least = "non-negative" if name == "padding" else "greater than zero"
            high, wide = settings[name]
            raise RuntimeError(
                f"{what} should be {least}, but got {prefix}_height: {high} {prefix}_width: {wide}"
            )


def _listed(settings, names):
    return ", ".join(f"{name}=({settings[name][0]}, {settings[name][1]})" for name in names)


def im2col(input, kernel_size, dilation, padding, stride):
    """The columns of a convolution: input's elements under the kernel at each place."""
    settings = _settings("im2col", kernel_size=kernel_size, dilation=dilation, padding=padding, stride=stride)
    _check(("kernel_size", "dilation", "padding", "stride"), settings)
    kernel, dilation, padding, stride = settings.values()
    shape = list(input.shape)
    if input.dim() < 3:
        input.size(2)  # raises IndexError
    if input.dim() not in (3, 4) or 0 in shape[input.dim() - 3 :]:
        raise RuntimeError(
            "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions "
            f"for input, but got: {shape}"
        )
    around = [size + 2 * p for size, p in zip(shape[-2:], padding, strict=True)]
    counts = counts_of(around, kernel, stride, dilation)
    if min(counts) < 1:
        raise RuntimeError(
            f"Given input with spatial size ({shape[-2]}, {shape[-1]}), "
            f"{_listed(settings, ('kernel_size', 'dilation', 'padding'))}, calculated shape of the array of "
            f"sliding blocks as ({counts[0]}, {counts[1]}), but its components must be at least one."
        )
    if input.dtype in _INTS:
        refuse("im2col_out_cpu", input.dtype)
    columns = windows(padded(input, padding), counts, kernel, stride, dilation)
    result = input.new_empty(*shape[:-3], shape[-3] * prod(kernel), prod(counts))
    result.view(columns.shape).copy_(columns)
    return result


def col2im(input, output_size, kernel_size, dilation, padding, stride):
    """The sum of the columns' elements at the places that im2col takes them from."""
    settings = _settings(
        "col2im",
        output_size=output_size,
        kernel_size=kernel_size,
        dilation=dilation,
        padding=padding,
        stride=stride,
    )
    _check(("kernel_size", "stride", "dilation", "padding"), settings)
    output, kernel, dilation, padding, stride = settings.values()
    shape = list(input.shape)
    if input.dim() not in (2, 3) or 0 in shape[input.dim() - 2 :]:
        raise RuntimeError(
            "Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and non-zero "
            f"dimensions for input, but got: {shape}"
        )
    if shape[-2] % prod(kernel):
        raise RuntimeError(
            "Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got "
            f"input.size(1)={shape[-2]} and kernel_size=({kernel[0]}, {kernel[1]})."
        )
    around = [size + 2 * p for size, p in zip(output, padding, strict=True)]
    counts = counts_of(around, kernel, stride, dilation)
    given = _listed(settings, ("output_size", "kernel_size", "dilation", "padding", "stride"))
    if shape[-1] != prod(counts):
        raise RuntimeError(
            f"Given {given}, expected size of input's dimension 2 to match the calculated number of sliding "
            f"blocks {counts[0]} * {counts[1]} = {prod(counts)}, but got input.size(2)={shape[-1]}."
        )
    if min(counts) < 1:
        raise RuntimeError(
            f"Given {given}, calculated shape of the array of sliding blocks as ({counts[0]}, {counts[1]}), "
            "which is too small (non-positive)"
        )
    if min(output) < 1:
        raise RuntimeError(
            f"Expected output spatial size to be positive, but got: output_size=({output[0]}, {output[1]})."
        )
    if input.dtype in _INTS:
        refuse("col2im_out_cpu", input.dtype)
    columns = input.reshape(*shape[:-2], shape[-2] // prod(kernel), *kernel, *counts)
    whole = overlapped(columns, around, stride, dilation)
    for dim, (p, size) in enumerate(zip(padding, output, strict=True), -2):
        whole = whole.narrow(dim, p, size)
    return whole.new_empty(whole.shape).copy_(whole) if any(padding) else whole
