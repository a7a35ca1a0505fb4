"""Bodies of the function table: constant_pad_nd, and nn.functional's pad."""

from __future__ import annotations

from tbcast import _C as torch
from tbcast._composite.outputs import UNSIGNED, format_of, ints, refuse

_SUPPORTED = """
Supported combinations for non-constant padding:
  - 2D or 3D input: padding size = 2 (pads last dimension)
  - 3D or 4D input: padding size = 4 (pads last 2 dimensions)
  - 4D or 5D input: padding size = 6 (pads last 3 dimensions)"""
_KERNELS = {"reflect": "reflection_pad", "replicate": "replication_pad"}


def _pairs(pad):
    """(dimension counted from the end, before, after), the last dimension first."""
    return [(-1 - k // 2, pad[k], pad[k + 1]) for k in range(0, len(pad), 2)]


def _trimmed(input, pad):
    """input without the elements that negative pads crop."""
    for dim, before, after in _pairs(pad)[::-1]:
        if before < 0:
            input = input.narrow(dim, -before, input.size(dim) + before)
        if after < 0:
            input = input.narrow(dim, 0, input.size(dim) + after)
    return input


def constant_pad_nd(input, pad, value=0):
    """input surrounded by value."""
    pad = ints("constant_pad_nd", "pad", pad)
    if len(pad) % 2:
        raise RuntimeError(f"Length of pad must be even but instead it equals {len(pad)}")
    if len(pad) > 2 * input.dim():
        raise RuntimeError(
            "Length of pad should be no more than twice the number of dimensions of the input. Pad length is "
            f"{len(pad)}while the input has {input.dim()}dimensions."
        )
    inner = _trimmed(input, pad) if min(pad, default=0) < 0 else input
    if max(pad, default=0) <= 0:
        return inner.clone()
    sizes, pairs = list(inner.shape), _pairs(pad)
    for dim, before, after in pairs:
        sizes[dim] += max(before, 0) + max(after, 0)
        if sizes[dim] >= 2**63:  # torch's text, in which the sum has overflowed
            raise RuntimeError(
                f"The input size {input.size(dim)}, plus negative padding {before} and {after} resulted in a "
                f"negative output size, which is invalid. Check dimension {dim % input.dim()} of your input."
            )
    memory_format = format_of(input)
    result = middle = torch.empty(sizes, dtype=input.dtype, memory_format=memory_format)
    for dim, before, after in pairs:
        before, size = max(before, 0), inner.size(dim)
        if before:
            middle.narrow(dim, 0, before).fill_(value)
        if after > 0:
            middle.narrow(dim, before + size, after).fill_(value)
        middle = middle.narrow(dim, before, size)
    middle.copy_(inner)
    return result


def _check_padded(input, pairs, mode):
    """torch's checks of reflect and replicate."""
    n, batch = len(pairs), input.dim() == len(pairs) + 2
    if 0 in input.shape[batch:]:
        raise RuntimeError(
            f"Expected {n + 1}D or {n + 2}D (batch mode) tensor with possibly 0 batch size and other "
            f"non-zero dimensions for input, but got: {list(input.shape)}"
        )
    for k, (dim, before, after) in enumerate(pairs if mode == "reflect" else ()):
        if max(before, after) >= input.size(dim):
            raise RuntimeError(
                f"Argument #{4 + 2 * k}: Padding size should be less than the corresponding input dimension, "
                f"but got: padding ({before}, {after}) at dimension {dim % input.dim()} of input "
                f"{list(input.shape)}"
            )
    sizes = list(input.shape)
    for dim, before, after in pairs:
        sizes[dim] += before + after
    if max(sizes[-n:]) < 1:
        names = "DHW"[-n:]
        old = [f"{name}: {size}" for name, size in zip(names, input.shape[-n:], strict=True)]
        old = ", ".join([" ".join(old[:-1]), old[-1]] if n > 1 else old)
        old += " " * (n == 2 and mode == "replicate")
        new = " ".join(f"{name}: {size}" for name, size in zip(names, sizes[-n:], strict=True))
        raise RuntimeError(f"input ({old}) is too small. Calculated output {new}")
    if min(sizes) < 0:
        torch.empty(sizes)  # raises the error


def _indices(size, before, after, mode):
    """The indices of the elements along a padded dimension."""
    index = torch.arange(-before, max(size + after, -before))
    if mode == "replicate":
        return index.clamp_(0, size - 1)
    index = index.abs_()
    return torch.minimum(index, 2 * (size - 1) - index)


def _circular(input, pairs):
    for dim, before, after in pairs:
        size = input.size(dim)
        if max(before, after) > size:
            raise RuntimeError("Padding value causes wrapping around more than once.")
        if size + before + after < 0:
            raise RuntimeError("Negative padding value is resulting in an empty dimension")
    for dim, before, after in pairs:
        input = _trimmed(input.transpose(dim, -1), (before, after)).transpose(dim, -1)
        size, before, after = input.size(dim), max(before, 0), max(after, 0)
        if size == 0 and before + after:
            raise RuntimeError("Negative padding value is resulting in an empty dimension")
        if size:
            input = input.index_select(dim, torch.arange(-before, size + after) % size)
    return input if input.numel() else torch.empty(input.shape, dtype=input.dtype)


def pad(input, pad, mode="constant", value=None):
    pad = ints("pad", "pad", pad)
    if len(pad) % 2:
        raise RuntimeError("Padding length must be divisible by 2")
    if len(pad) > 2 * input.dim():
        raise RuntimeError(
            "Padding length should be less than or equal to two times the input dimension but got padding "
            f"length {len(pad)} and input of dimension {input.dim()}"
        )
    if mode not in ("constant", "reflect", "replicate", "circular"):
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    if mode == "constant":
        return constant_pad_nd(input, pad, 0.0 if value is None else value)
    if value:
        raise RuntimeError(f'Padding mode "{mode}" doesn\'t take in value argument')
    n = len(pad) // 2
    if not 1 <= n <= 3 or input.dim() not in (n + 1, n + 2):
        raise NotImplementedError(
            f"Padding size {len(pad)} is not supported for {input.dim()}D input tensor.{_SUPPORTED}"
        )
    pairs = _pairs(pad)
    if mode == "circular":
        return _circular(input, pairs)
    _check_padded(input, pairs, mode)
    memory_format = format_of(input)
    if input.dtype in (torch.bool, *UNSIGNED):
        last = "" if memory_format is torch.contiguous_format else "_channels_last"
        refuse(f"{_KERNELS[mode]}{n}d{last}", input.dtype)
    for dim, before, after in pairs:
        input = input.index_select(dim, _indices(input.size(dim), before, after, mode))
    return input.contiguous(memory_format=memory_format)
