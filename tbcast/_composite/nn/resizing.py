"""interpolate: the body of a row of the function table.

Each mode gives every element of the result a few elements of input along each dimension, and their weights.
Dimensions are resized one after the other; weights broadcast over the others.
"""

from __future__ import annotations

from tbcast import _C as torch
from tbcast._composite.outputs import HALVES, UNSIGNED, format_of, refuse

_SIGNED = (torch.int8, torch.int16, torch.int32, torch.int64)
_COMPLEX = (torch.complex64, torch.complex128)


# ---- indices and weights along one dimension ----


def _scale(size, count, align_corners, factor, dtype):
    """input's elements for each of the result's, as torch rounds it to dtype."""
    if align_corners:
        scale = (size - 1) / (count - 1) if count > 1 else 0.0
        parts = torch.tensor([size - 1.0, max(count - 1.0, 1.0)], dtype=dtype)
        return (parts[0] / parts[1]).item() if count > 1 else scale
    if factor is not None and factor > 0:
        return torch.tensor(1.0 / factor, dtype=dtype).item()
    parts = torch.tensor([float(size), float(count)], dtype=dtype)
    return (parts[0] / parts[1]).item()


def _places(size, count, align_corners, factor, dtype):
    """Where each element of the result lies among input's."""
    scale = _scale(size, count, align_corners, factor, dtype)
    number = torch.arange(count, dtype=dtype)
    return number * scale if align_corners else (number + 0.5).mul_(scale).sub_(0.5)


def _nearest(size, count, factor, dtype, exact):
    scale = _scale(size, count, False, factor, dtype)
    number = torch.arange(count, dtype=dtype)
    place = (number + 0.5 if exact else number) * scale
    return place.floor().long().clamp_(max=size - 1)


def _linear(size, count, align_corners, factor, dtype):
    """(indices, weights), each (elements of the result, elements of input)."""
    place = _places(size, count, align_corners, factor, dtype).clamp_(min=0)
    left = place.long().clamp_(max=size - 1)
    right = (left + 1).clamp_(max=size - 1)
    weight = (place - left).clamp_(0, 1)
    return torch.stack((left, right), 1), torch.stack((1 - weight, weight), 1)


def cubic(t):
    """The weights of the four elements around a place, t behind the second: cubic convolution."""
    a = -0.75
    near = [((a + 2) * x - (a + 3)) * x * x + 1 for x in (t, 1 - t)]
    far = [((a * x - 5 * a) * x + 8 * a) * x - 4 * a for x in (t + 1, 2 - t)]
    return torch.stack((far[0], *near, far[1]), -1)


def _bicubic(size, count, align_corners, factor, dtype):
    place = _places(size, count, align_corners, factor, dtype)
    left = place.floor()
    index = left.long().unsqueeze(1) + torch.arange(-1, 3)
    return index.clamp_(0, size - 1), cubic(place - left)


def _triangle(x):
    return (1 - x).clamp_(min=0)


def _lanczos(x):
    return torch.where(x < 3, x.sinc() * (x / 3).sinc(), 0.0)


def _keys(x):
    """A cubic filter, whose slope at 1 is half as steep as cubic's."""
    a = -0.5
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = (((x - 5) * x + 8) * x - 4) * a
    return torch.where(x < 1, near, torch.where(x < 2, far, 0.0))


_FILTERS = {"bilinear": (2, _triangle), "bicubic": (4, _keys), "lanczos": (6, _lanczos)}
"""{mode: (width, filter)}."""


def _antialiased(size, count, align_corners, factor, dtype, mode):
    """All elements under a filter that is as wide as the scale."""
    scale = _scale(size, count, align_corners, factor, dtype)
    width, weigh = _FILTERS[mode]
    support = width / 2 * scale if scale >= 1 else width / 2
    centre = (torch.arange(count, dtype=dtype) + 0.5) * scale
    first = (centre - support + 0.5).long().clamp_(min=0)
    number = (centre + support + 0.5).long().clamp_(max=size) - first
    steps = torch.arange(int(number.max()) if count else 0)
    place = (first.unsqueeze(1) + steps - centre.unsqueeze(1) + 0.5) / (scale if scale >= 1 else 1.0)
    weight = torch.where(steps < number.unsqueeze(1), weigh(place.abs()), 0.0)
    index = (first.unsqueeze(1) + steps).clamp_(max=size - 1)
    return index, weight / weight.sum(1, keepdim=True)


# ---- resizing ----


def _resized(x, dim, index, weight):
    """The weighted sums of a few elements along one dimension."""
    result = None
    for number in range(index.size(1)):
        factor = weight[:, number].view(-1, *[1] * (-1 - dim))
        part = x.index_select(dim, index[:, number])
        result = part.mul_(factor) if result is None else result.addcmul_(part, factor)
    return result


def _rounded(weight, dtype):
    """Weights of halves, as most of torch's kernels round them."""
    weight = weight.to(dtype)
    if weight.size(1) == 2:
        weight = torch.stack((1 - weight[:, 1], weight[:, 1]), 1)
    return weight.float()


def _fixed_point(weight):
    """Weights of bytes: multiples of a power of two, with which torch computes in 16 bits."""
    largest = float(weight.max())
    bits = next(bits for bits in range(22) if 0.5 + largest * 2 ** (bits + 1) >= 2**15)
    scaled = weight * 2.0**bits
    return (scaled + scaled.sign() * 0.5).trunc_().div_(2.0**bits).float()


def _check(input, sizes, n, mode):
    if len(sizes) != n:
        raise RuntimeError(f"It is expected output_size equals to {n}, but got size {len(sizes)}")
    shape = input.shape[2:]
    if min(*shape, *sizes) <= 0:
        if n == 1:
            got = f"input (W: {shape[0]}) and output (W: {sizes[0]})"
        else:
            letters = "DHW"[-n:]
            given = ", ".join(f"{letter}: {size}" for letter, size in zip(letters, shape, strict=True))
            wanted = ", ".join(f"{letter}: {size}" for letter, size in zip(letters, sizes, strict=True))
            got = f"input ({given}) output ({wanted})"
        raise RuntimeError(f"Input and output sizes should be greater than 0, but got {got}")
    if 0 in input.shape[1:]:
        raise RuntimeError(
            f"Non-empty {n + 2}D data tensor expected but got a tensor with sizes {list(input.shape)}"
        )


def _kernel(input, sizes, mode, antialias):
    """The name of torch's kernel, in its messages."""
    if antialias:
        return "compute_index_ranges_weights"
    kind = {"nearest-exact": "nearest", "bicubic": "cubic", "nearest": "nearest"}.get(mode, "linear")
    if len(sizes) == 2 and mode != "bicubic":
        last = input.size(1) > 3 and input.is_contiguous(memory_format=torch.channels_last)
        if last or sum(sizes) <= 128 or (input.size(1) == 3 and kind == "linear"):
            return f"upsample_{kind if kind == 'nearest' else 'bilinear'}2d_channels_last"
    return f"compute_indices_weights_{kind}"


def interpolate(input, output_size, scale_factors, mode, align_corners, antialias):
    n = input.dim() - 2
    factors = [None] * n if scale_factors is None else list(scale_factors)
    sizes = output_size
    if sizes is None:
        sizes = [int(size * factor) for size, factor in zip(input.shape[2:], factors, strict=True)]
    _check(input, sizes, n, mode)
    nearest = mode in ("nearest", "nearest-exact")
    refused = (torch.bool, *_SIGNED, *UNSIGNED, *_COMPLEX, *(HALVES if antialias else ()))
    if input.dtype in refused or (input.dtype is torch.uint8 and mode in ("linear", "trilinear")):
        refuse(_kernel(input, sizes, mode, antialias), input.dtype)
    of_bytes = input.dtype is torch.uint8 and not nearest
    dtype = torch.float64 if input.dtype is torch.float64 or of_bytes else torch.float32
    if nearest and _kernel(input, sizes, mode, antialias).startswith("upsample"):
        dtype = torch.float32
    x = input if nearest else input.float() if of_bytes else input.to(dtype)
    dims = list(enumerate(zip(sizes, factors, strict=True), -n))
    for dim, (count, factor) in dims[::-1] if of_bytes else dims:
        size = x.size(dim)
        if nearest:
            x = x.index_select(dim, _nearest(size, count, factor, dtype, mode == "nearest-exact"))
            continue
        if antialias:
            index, weight = _antialiased(size, count, align_corners, factor, dtype, mode)
        else:
            compute = _bicubic if mode == "bicubic" else _linear
            index, weight = compute(size, count, align_corners, factor, dtype)
            if input.dtype in HALVES and _kernel(input, sizes, mode, antialias).startswith("compute"):
                weight = _rounded(weight, input.dtype)
        if of_bytes:  # torch rounds them after each dimension, the last one first
            x = _resized(x, dim, index, _fixed_point(weight)).add_(0.5).floor_().clamp_(0, 255)
        else:
            x = _resized(x, dim, index, weight)
    result = torch.empty(x.shape, dtype=input.dtype, memory_format=format_of(input))
    return result.copy_(x)
