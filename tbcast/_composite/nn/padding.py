"""Bodies of the function table: constant_pad_nd, and what nn.functional's pad checks.

C pads (src/core/join/pad.c), plain calls at once.
"""

from __future__ import annotations

from tbcast import _C as torch
from tbcast._composite.outputs import UNSIGNED, format_of, ints, refuse

_SUPPORTED = """
Supported combinations for non-constant padding:
  - 2D or 3D input: padding size = 2 (pads last dimension)
  - 3D or 4D input: padding size = 4 (pads last 2 dimensions)
  - 4D or 5D input: padding size = 6 (pads last 3 dimensions)"""
_MODES = ("constant", "reflect", "replicate", "circular")
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


def _surrounded(input, pad, mode, memory_format, value=0):
    """input with as many elements around it as the positive pads say."""
    return torch._rows_padded(input, [max(p, 0) for p in pad], mode, value, memory_format)


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
    for dim, before, after in _pairs(pad):
        if inner.size(dim) + max(before, 0) + max(after, 0) >= 2**63:  # torch's sum has overflowed
            raise RuntimeError(
                f"The input size {input.size(dim)}, plus negative padding {before} and {after} resulted in a "
                f"negative output size, which is invalid. Check dimension {dim % input.dim()} of your input."
            )
    return _surrounded(inner, pad, "constant", format_of(input), value)


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


def _circular(input, pad):
    pairs = _pairs(pad)
    for dim, before, after in pairs:
        size = input.size(dim)
        if max(before, after) > size:
            raise RuntimeError("Padding value causes wrapping around more than once.")
        if size + before + after < 0:
            raise RuntimeError("Negative padding value is resulting in an empty dimension")
    inner = _trimmed(input, pad)
    if any(max(before, after) > 0 and not inner.size(dim) for dim, before, after in pairs):
        raise RuntimeError("Negative padding value is resulting in an empty dimension")
    return _surrounded(inner, pad, "circular", torch.contiguous_format)


def pad(input, pad, mode="constant", value=None):
    result = torch._rows_padded(input, pad, mode, value)
    if result is not None:
        return result
    if len(pad) % 2:
        raise RuntimeError("Padding length must be divisible by 2")
    if len(pad) > 2 * input.dim():
        raise RuntimeError(
            "Padding length should be less than or equal to two times the input dimension but got padding "
            f"length {len(pad)} and input of dimension {input.dim()}"
        )
    if mode not in _MODES:
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
    if mode == "circular":
        return _circular(input, pad)
    _check_padded(input, _pairs(pad), mode)
    memory_format = format_of(input)
    if input.dtype in (torch.bool, *UNSIGNED):
        last = "" if memory_format is torch.contiguous_format else "_channels_last"
        refuse(f"{_KERNELS[mode]}{n}d{last}", input.dtype)
    whole = _surrounded(input, pad, mode, memory_format)
    return _trimmed(whole, pad).contiguous(memory_format=memory_format) if min(pad) < 0 else whole
