"""Bodies of the function table: histc and histogram.

Bins of equal width are found by a division, in the elements' own dtype as in torch, or in float32 for halves.
Other bins are found by bisection.
"""

import math
from functools import partial

from tbcast import _C
from tbcast._composite.outputs import all_written, check_int64, cpp_name, pair, refuse, written

# ---- checks ----


def _check_bins(bins):
    bins = int(bins)
    check_int64(bins)
    if bins <= 0:
        raise RuntimeError(f"torch.histogram(): bins must be > 0, but got {bins} for dimension 0")
    return bins


def _check_outputs(input, hist, edges=None):
    if hist is not None and hist.dtype is not input.dtype:
        raise RuntimeError(
            "torch.histogram: input tensor and hist tensor should have the same dtype, but got input "
            f"{cpp_name(input.dtype)} and hist {cpp_name(hist.dtype)}"
        )
    if edges is not None and edges.dtype is not input.dtype:
        raise RuntimeError(
            "torch.histogram: input tensor and bin_edges tensor should have the same dtype, but got input "
            f"{cpp_name(input.dtype)} and bin_edges {cpp_name(edges.dtype)} for dimension 0"
        )


def _check_edges(input, edges):
    if edges.dtype is not input.dtype:
        raise RuntimeError(
            "torch.histogramdd: input tensor and bins tensors should have the same dtype, but got input with "
            f"dtype {cpp_name(input.dtype)} and bins for dimension 0 with dtype {cpp_name(edges.dtype)}"
        )
    if edges.dim() != 1:
        raise RuntimeError(
            f"torch.histogramdd: bins tensor should have one dimension, but got {edges.dim()} dimensions in "
            "the bins tensor for dimension 0"
        )
    if edges.numel() == 0:
        raise RuntimeError(
            "torch.histogramdd: bins tensor should have at least 1 element, but got 0 elements in the bins "
            "tensor for dimension 0"
        )


def _check_weight(input, weight):
    if weight is None:
        return
    if weight.dtype is not input.dtype:
        raise RuntimeError(
            "torch.histogramdd: if weight tensor is provided, input tensor and weight tensor should have the "
            f"same dtype, but got input({cpp_name(input.dtype)}), and weight({cpp_name(weight.dtype)})"
        )
    if weight.numel() != input.numel():
        raise RuntimeError(
            "torch.histogramdd: if weight tensor is provided it should have the same shape as the input "
            f"tensor excluding its innermost dimension, but got input with shape [{input.numel()}, 1] and "
            f"weight with shape [{weight.numel()}]"
        )


def _check_kernel(input):
    if not input.is_floating_point():
        refuse("histogram_cpu", input.dtype)


# ---- outer edges ----


def _as_double(number):
    if isinstance(number, _C.Tensor):
        number = number.item()
    if isinstance(number, complex):
        if number.imag != 0:
            raise RuntimeError("value cannot be converted to type double without overflow")
        number = number.real
    if isinstance(number, int) and not -(2**63) <= number < 2**63:
        raise OverflowError("int too big to convert")
    return float(number)


def _extrema(input):
    least, most = input.aminmax()
    return float(least.item()), float(most.item())


def _edges_of_histc(input, least, most):
    left, right = _as_double(least), _as_double(most)
    if left == right and input.numel():
        left, right = _extrema(input)
    if left == right:
        left, right = left - 1, right + 1
    if not (math.isfinite(left) and math.isfinite(right)):
        raise RuntimeError(f"torch.histc: range of [{left:g}, {right:g}] is not finite")
    if left > right:
        raise RuntimeError("torch.histc: max must be larger than min")
    return left, right


def _floats(limits):
    """The numbers of range as floats; the argument matcher has checked only the first one."""
    found = []
    for i, limit in enumerate(limits, 1):
        try:
            found.append(math.ldexp(limit, 0))
        except (TypeError, OverflowError):
            kind = type(limit).__name__
            raise TypeError(
                f"histogram(): argument 'range' must be tuple of floats, but found element of type {kind} at "
                f"pos {i}"
            ) from None
    return found


def _edges_of_histogram(input, limits):
    left, right = 0.0, 1.0
    if limits is not None:
        if len(limits) != 2:
            raise RuntimeError(
                "torch.histogramdd: for a 1-dimensional histogram range should have 2 elements, but got "
                f"{len(limits)}"
            )
        left, right = limits
    elif input.numel():
        if input.dtype not in (_C.float32, _C.float64):
            refuse("histogramdd", input.dtype)
        left, right = _extrema(input)
    if not (math.isfinite(left) and math.isfinite(right)):
        raise RuntimeError(f"torch.histogramdd: dimension 0's range [{left:g}, {right:g}] is not finite")
    if left > right:
        raise RuntimeError(
            f"torch.histogramdd: min should not exceed max, but got min {left:g} max {right:g} for "
            "dimension 0"
        )
    return (left - 0.5, right + 0.5) if left == right else (left, right)


# ---- counting ----


def _by_division(values, left, right, bins):
    if left == right:
        return _C.zeros(values.shape, dtype=_C.int64)
    if right / 2 - left / 2 >= _C.finfo(values.dtype).max / (2 * bins):  # distance times bins would be inf
        scale = 2.0 ** -(bins.bit_length() + 2)
        values, left, right = values * scale, left * scale, right * scale
    width = _C.full((), right, dtype=values.dtype) - left
    return ((values - left) * bins / width).to(_C.int64)


def _corrected(values, edges):
    """The indices, corrected by the edges where a rounded division disagrees with them."""
    bins = edges.numel() - 1
    indices = _by_division(values, edges[0].item(), edges[-1].item(), bins).clamp(0, bins)
    above = (edges[(indices + 1).clamp(max=bins)] <= values) & (indices < bins)
    return indices + above.long() - (edges[indices] > values).long()


def _by_bisection(values, edges):
    """The index of the last edge that is not above each value, as std::upper_bound finds it in edges of any
    order."""
    return _C._rows_search(edges.double().contiguous(), values.double(), True, False) - 1


def _count(input, left, right, bins, weight, find):
    """The sum of weights, or the number of elements, in each bin. `find` returns the bin indices."""
    values = input.flatten()
    if values.dtype not in (_C.float32, _C.float64):
        values = values.float()
    inside = (values >= left) & (values <= right)  # also excludes nan
    indices = find(values[inside])
    indices = indices - (indices == bins).long()  # the last bin includes its right edge
    weights = None if weight is None else weight.flatten()[inside]
    return _C.bincount(indices, weights, bins).to(input.dtype)


def histc(input, bins=100, min=0, max=0, out=None):
    _check_outputs(input, out)
    bins = _check_bins(bins)
    left, right = _edges_of_histc(input, min, max)
    _C.linspace(left, right, 2, dtype=input.dtype)  # raises for dtypes and edges as torch does
    left, right = (_C.full((), edge, dtype=input.dtype).item() for edge in (left, right))
    _check_kernel(input)

    def find(values):
        indices = _by_division(values, left, right, bins)
        return indices + bins // 2 if left == right else indices  # the middle bin, as in torch

    return written(_count(input, left, right, bins, None, find), out)


def histogram(input, bins=100, range=None, weight=None, density=False, out=None):
    hist, edges = pair(out)
    given = isinstance(bins, _C.Tensor)
    if given:
        _check_edges(input, bins)
        _check_weight(input, weight)
        _check_outputs(input, hist, edges)
        _check_bins(bins.numel() - 1)
        found_edges = bins.clone()
    else:
        limits = None if range is None else _floats(range)
        _check_outputs(input, hist, edges)
        bins = _check_bins(bins)
        left, right = _edges_of_histogram(input, limits)
        found_edges = _C.linspace(left, right, bins + 1, dtype=input.dtype)
        _check_weight(input, weight)
    _check_kernel(input)
    least, most = found_edges[0].item(), found_edges[-1].item()
    find = _by_bisection if given else _corrected
    found = _count(input, least, most, found_edges.numel() - 1, weight, lambda x: find(x, found_edges))
    if density:
        found = found / found.sum() / found_edges.diff()
    if out is None:
        return _C._return_types["histogram"]((found, found_edges))
    writes = [partial(written, result) for result in (found, found_edges)]
    return all_written("histogram", writes, (hist, edges), last_first=True)
