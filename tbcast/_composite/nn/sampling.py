"""affine_grid and grid_sample: bodies of the function table.

A place between elements is a weighted sum of those around it: of two along each dimension, or four (bicubic).
gather takes them, for all channels at once; what lies outside counts as zero, or has been moved inside.
"""

from __future__ import annotations

from itertools import product
from math import prod

from tbcast import _C as torch
from tbcast._composite.nn.resizing import cubic
from tbcast._composite.outputs import FLOATS, HALVES, expect_scalar_type, refuse

_AT_ONCE = 1 << 14
"""Places that are sampled at once: a cache holds what is computed for them."""
_BILINEAR, _NEAREST, _BICUBIC = range(3)
_ZEROS, _BORDER, _REFLECTION = range(3)


# ---- grids ----


def _steps(count, align_corners, dtype):
    """From -1 to 1: of the first and the last element, or of their outer edges."""
    if count <= 1:
        if dtype in HALVES:
            refuse("tensor_cpu", dtype)  # as torch
        return torch.zeros(count, dtype=dtype)
    steps = torch.linspace(-1, 1, count, dtype=dtype)
    return steps if align_corners else steps * (count - 1) / count


def affine_grid_generator(theta, size, align_corners):
    if len(size) not in (4, 5):
        raise RuntimeError("AffineGridGenerator needs 4d (spatial) or 5d (volumetric) inputs.")
    batch, _, *shape = size
    n = len(shape)
    places = torch.ones(*shape, n + 1, dtype=theta.dtype)
    for dim, count in enumerate(shape):
        steps = _steps(count, align_corners, theta.dtype)
        places[..., n - 1 - dim] = steps.view(-1, *[1] * (n - 1 - dim))
    flat = places.view(1, prod(shape), n + 1).expand(batch, -1, -1)
    return torch.bmm(flat, theta.transpose(1, 2)).view(batch, *shape, n)


# ---- coordinates ----


def _in_elements(place, size, align_corners):
    """From -1 to 1 to indices."""
    if align_corners:
        return (place + 1) / 2 * (size - 1)
    return ((place + 1) * size - 1) / 2


def _reflected(place, size, align_corners, n):
    low, span = (0, size - 1) if align_corners else (-0.5, size)
    if span == 0:
        return torch.zeros_like(place)
    distance, period = (place - low).abs(), 2 * span
    # torch's roundings of places far away
    rest = distance.fmod(period) if n == 3 else distance - (distance / period).trunc_() * period
    return torch.minimum(rest, period - rest) + low


def _inside(place, size, padding, align_corners, n):
    """The coordinate, moved inside unless zeros are around. torch takes nan for the first element of an
    image, for the last one of a volume."""
    if padding == _ZEROS:
        return place if n == 2 else torch.where(place.abs() < 2**31, place, -100.0)
    if padding == _REFLECTION:
        place = _reflected(place, size, align_corners, n)
    return place.clamp(0, size - 1).nan_to_num(nan=0.0 if n == 2 else size - 1)


# ---- sampling ----


def _taps(place, size, mode, *others):
    """Along one dimension: [(index, weight or None)], indices as floating numbers."""
    if mode == _BICUBIC:
        left = place.floor()
        weights = cubic(place - left).unbind(-1)
        indices = (_inside(left + k, size, *others) for k in range(-1, 3))
        return list(zip(indices, weights, strict=True))
    place = _inside(place, size, *others)
    if mode == _NEAREST:
        return [(place.round(), None)]
    left = place.floor()
    return [(left, left + 1 - place), (left + 1, place - left)]


def _located(taps, size, step):
    """[(index * step as integers, which of them are inside or None for all, weight)] of [(index, weight)]."""
    located = []
    for index, weight in taps:
        inside = (index >= 0) & (index <= size - 1)
        if inside.all():
            inside = None
        else:
            index = torch.where(inside, index, 0)
        located.append((index.long() * step, inside, weight))
    return located


def _gathered(flat, *located):
    """Elements of (N, C, elements) at the sums of indices, zero for those outside."""
    at = sum((index for index, _, _ in located[1:]), start=located[0][0]).unsqueeze(1)
    values = flat.gather(2, at.expand(-1, flat.size(1), -1))
    masks = [inside.unsqueeze(1) for _, inside, _ in located if inside is not None]
    return torch.where(prod(masks[1:], start=masks[0]), values, 0) if masks else values


def _weighted(flat, taps):
    """The sum of elements times the products of their weights."""
    result = None
    for chosen in product(*taps):
        values = _gathered(flat, *chosen)
        weights = [weight for _, _, weight in chosen if weight is not None]
        if weights:
            values.mul_(prod(weights[1:], start=weights[0]).unsqueeze(1))
        result = values if result is None else result.add_(values)
    return result


def _curved(flat, taps):
    """The same along the rows of an image, then along its columns."""
    result = None
    for row in taps[0]:
        line = None
        for column in taps[1]:
            values = _gathered(flat, row, column).mul_(column[2].unsqueeze(1))
            line = values if line is None else line.add_(values)
        line.mul_(row[2].unsqueeze(1))
        result = line if result is None else result.add_(line)
    return result


def _check(input, grid):
    shapes = f"input with sizes {list(input.shape)} and grid with sizes {list(grid.shape)}"
    if input.size(0) != grid.size(0):
        raise RuntimeError(
            f"grid_sampler(): expected grid and input to have same batch size, but got {shapes}"
        )
    n = input.dim() - 2
    if grid.size(-1) != n:
        raise RuntimeError(
            f"grid_sampler(): expected grid to have size {n} in last dimension, but got grid with sizes "
            f"{list(grid.shape)}"
        )
    for dim, size in enumerate(input.shape[2:], 2):
        if size <= 0:
            raise RuntimeError(
                "grid_sampler(): expected input to have non-empty spatial dimensions, but input has sizes "
                f"{list(input.shape)} with dimension {dim} being empty"
            )
    if n not in (2, 3) or input.dim() != grid.dim():
        wanted = f"{n + 2}D" if n in (2, 3) else "4D or 5D"
        raise RuntimeError(
            f"grid_sampler(): expected {wanted} input and grid with same number of dimensions, but got "
            f"{shapes}"
        )


def grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners):
    _check(input, grid)
    n = input.dim() - 2
    if n == 3 and interpolation_mode == _BICUBIC:
        raise RuntimeError("grid_sampler(): bicubic interpolation only supports 4D input")
    empty = input.new_empty(*input.shape[:2], *grid.shape[1:-1])
    if n == 2 and not empty.numel():
        return empty
    if input.dtype not in FLOATS:
        refuse("grid_sampler_2d_cpu_kernel_impl" if n == 2 else "grid_sampler3d_cpu", input.dtype)
    expect_scalar_type(input.dtype, grid)
    if not empty.numel():
        return empty
    shape = input.shape[2:]
    flat = input.reshape(*input.shape[:2], prod(shape))
    places = grid.flatten(1, -2)
    result = input.new_empty(*input.shape[:2], places.size(1))
    compute = _curved if interpolation_mode == _BICUBIC else _weighted
    count = max(_AT_ONCE // input.size(0), 1024)
    for part, sampled in zip(places.split(count, 1), result.split(count, 2), strict=True):
        taps = []
        for dim, (place, size) in enumerate(zip(part.unbind(-1)[::-1], shape, strict=True)):
            place = _in_elements(place, size, align_corners)
            each = _taps(place, size, interpolation_mode, padding_mode, align_corners, n)
            taps.append(_located(each, size, prod(shape[dim + 1 :])))
        sampled.copy_(compute(flat, taps))
    return result.view(*input.shape[:2], *grid.shape[1:-1])
