"""Bodies of the function table: pixel_shuffle, pixel_unshuffle, channel_shuffle, which permute dimensions."""

from tbcast import _C as torch
from tbcast._composite.outputs import format_of, refuse_unsigned


def _check_factor(input, factor, name, word):
    if input.dim() < 3:
        raise RuntimeError(
            f"{name} expects input to have at least 3 dimensions, but got input with {input.dim()} "
            "dimension(s)"
        )
    if factor <= 0:
        raise RuntimeError(f"{name} expects a positive {word}_factor, but got {factor}")


def _refuse_unsigned(name, input):
    if input.numel():
        last = "" if format_of(input) is torch.contiguous_format else "_channels_last"
        refuse_unsigned(name + last, input.dtype)


def pixel_shuffle(input, upscale_factor):
    """Channels become rows and columns: C r r, H, W is seen as C, r, r, H, W, and then as C, H, r, W, r."""
    r = upscale_factor
    _check_factor(input, r, "pixel_shuffle", "upscale")
    if r * r >= 2**63:
        raise ValueError(
            f"upscale factor is too large, (upscale_factor)^2 overflowed: upscale_factor={upscale_factor}"
        )
    *batch, channels, height, width = input.shape
    if channels % (r * r):
        raise RuntimeError(
            "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of "
            f"upscale_factor, but input.size(-3)={channels} is not divisible by {r * r}"
        )
    _refuse_unsigned("pixel_shuffle", input)
    n = len(batch)
    seen = input.reshape(*batch, channels // (r * r), r, r, height, width)
    order = (*range(n), n, n + 3, n + 1, n + 4, n + 2)
    result = seen.permute(order).reshape(*batch, channels // (r * r), height * r, width * r)
    return _as_new(result, input)


def pixel_unshuffle(input, downscale_factor):
    """The inverse."""
    r = downscale_factor
    _check_factor(input, r, "pixel_unshuffle", "downscale")
    *batch, channels, height, width = input.shape
    for name, place, size in (("height", -2, height), ("width", -1, width)):
        if size % r:
            raise RuntimeError(
                f"pixel_unshuffle expects {name} to be divisible by downscale_factor, but "
                f"input.size({place})={size} is not divisible by {r}"
            )
    if input.numel() == 0:
        return input.clone()
    _refuse_unsigned("pixel_unshuffle", input)
    n = len(batch)
    seen = input.reshape(*batch, channels, height // r, r, width // r, r)
    order = (*range(n), n, n + 2, n + 4, n + 1, n + 3)
    result = seen.permute(order).reshape(*batch, channels * r * r, height // r, width // r)
    return _as_new(result, input)


def _as_new(result, input):
    """The elements in memory of their own, in input's memory format."""
    new = torch.empty(result.shape, dtype=input.dtype, memory_format=format_of(input))
    return new.copy_(result)


def channel_shuffle(input, groups):
    """Channels, dimension 1, in groups: the first of each group, then the second of each."""
    sizes = list(input.shape)
    if len(sizes) <= 2:
        raise RuntimeError(f"channel_shuffle expects input with > 2 dims, but got input with sizes {sizes}")
    if groups <= 0:
        raise RuntimeError(
            f"Number of groups to divide channels in must be positive. Value of groups:{groups}"
        )
    if sizes[1] % groups:
        raise RuntimeError(
            f"Number of channels must be divisible by groups. Got {sizes[1]} channels and {groups} groups."
        )
    if input.numel() == 0:
        return input.view_as(input)
    refuse_unsigned("channel_shuffle", input.dtype)
    seen = input.reshape(sizes[0], groups, sizes[1] // groups, *sizes[2:])
    return _as_new(seen.transpose(1, 2).reshape(sizes), input)
