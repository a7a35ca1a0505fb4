"""Bodies of the function table: histc, histogram and histogramdd.

Bins of equal width are found by a division, in the elements' own dtype as in torch, or in float32 for halves.
Other bins are found by bisection.
"""

import math
from functools import partial

from tbcast import _C
from tbcast._composite.outputs import all_written, check_int64, cpp_name, pair, refuse, written

# ---- checks ----


def _check_bins(bins, dim=0):
    bins = int(bins)
    check_int64(bins)
    if bins <= 0:
        raise RuntimeError(f"torch.histogram(): bins must be > 0, but got {bins} for dimension {dim}")
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


def _check_edges(input, edges, dim=0):
    if edges.dtype is not input.dtype:
        raise RuntimeError(
            "torch.histogramdd: input tensor and bins tensors should have the same dtype, but got input with "
            f"dtype {cpp_name(input.dtype)} and bins for dimension {dim} with dtype {cpp_name(edges.dtype)}"
        )
    if edges.dim() != 1:
        raise RuntimeError(
            f"torch.histogramdd: bins tensor should have one dimension, but got {edges.dim()} dimensions in "
            f"the bins tensor for dimension {dim}"
        )
    if edges.numel() == 0:
        raise RuntimeError(
            "torch.histogramdd: bins tensor should have at least 1 element, but got 0 elements in the bins "
            f"tensor for dimension {dim}"
        )


def _check_weight(input, shape, weight):
    """shape: that of input as torch sees it, the innermost dimension being the variables."""
    if weight is None:
        return
    if weight.dtype is not input.dtype:
        raise RuntimeError(
            "torch.histogramdd: if weight tensor is provided, input tensor and weight tensor should have the "
            f"same dtype, but got input({cpp_name(input.dtype)}), and weight({cpp_name(weight.dtype)})"
        )
    if list(weight.shape) != shape[:-1]:
        raise RuntimeError(
            "torch.histogramdd: if weight tensor is provided it should have the same shape as the input "
            f"tensor excluding its innermost dimension, but got input with shape {shape} and "
            f"weight with shape {list(weight.shape)}"
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
    """(left, right), and whether they are given, not input's own extrema."""
    left, right = _as_double(least), _as_double(most)
    given = left != right
    if not given and input.numel():
        left, right = _extrema(input)
    if left == right:
        left, right = left - 1, right + 1
    if not (math.isfinite(left) and math.isfinite(right)):
        raise RuntimeError(f"torch.histc: range of [{left:g}, {right:g}] is not finite")
    if left > right:
        raise RuntimeError("torch.histc: max must be larger than min")
    return left, right, given


def _floats(function, limits):
    """The numbers of range as floats; the argument matcher has checked only the first one."""
    found = []
    for i, limit in enumerate(limits, 1):
        try:
            found.append(math.ldexp(limit, 0))
        except (TypeError, OverflowError):
            kind = type(limit).__name__
            raise TypeError(
                f"{function}(): argument 'range' must be tuple of floats, but found element of type {kind} "
                f"at pos {i}"
            ) from None
    return found


def _outer_edges(input, columns, limits):
    """(left, right) of each column of input."""
    if limits is None:
        if input.numel() and input.dtype not in (_C.float32, _C.float64):
            refuse("histogramdd", input.dtype)
        ends = [_extrema(column) if column.numel() else (0.0, 1.0) for column in columns]
    else:
        if len(limits) != 2 * len(columns):
            raise RuntimeError(
                f"torch.histogramdd: for a {len(columns)}-dimensional histogram range should have "
                f"{2 * len(columns)} elements, but got {len(limits)}"
            )
        ends = [*zip(limits[::2], limits[1::2], strict=True)]
    for dim, (left, right) in enumerate(ends):
        if not (math.isfinite(left) and math.isfinite(right)):
            raise RuntimeError(
                f"torch.histogramdd: dimension {dim}'s range [{left:g}, {right:g}] is not finite"
            )
        if left > right:
            raise RuntimeError(
                f"torch.histogramdd: min should not exceed max, but got min {left:g} max {right:g} for "
                f"dimension {dim}"
            )
    return [(left - 0.5, right + 0.5) if left == right else (left, right) for left, right in ends]


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


def _count(columns, ends, bins, weight, find):
    """The sum of weights, or the number of rows, in each bin, of columns of the same length. ends: (left,
    right) of each, or None if all their elements lie between them; bins: how many. `find` returns the bins of
    the values of a column.
    """
    columns = [x if x.dtype in (_C.float32, _C.float64) else x.float() for x in columns]
    indices, weights = None, None if weight is None else weight.flatten()
    if ends is not None:
        inside = None
        for values, (left, right) in zip(columns, ends, strict=True):
            there = (values >= left) & (values <= right)  # also excludes nan
            inside = there if inside is None else inside & there
        columns = [values[inside] for values in columns]
        weights = None if weights is None else weights[inside]
    for dim, (values, n) in enumerate(zip(columns, bins, strict=True)):
        found = find(values, dim).clamp_(max=n - 1)  # the last bin includes its right edge
        indices = found if indices is None else indices * n + found
    return _C.bincount(indices, weights, math.prod(bins)).view(bins)


def histc(input, bins=100, min=0, max=0, out=None):
    _check_outputs(input, out)
    bins = _check_bins(bins)
    left, right, given = _edges_of_histc(input, min, max)
    _C.linspace(left, right, 2, dtype=input.dtype)  # raises for dtypes and edges as torch does
    left, right = (_C.full((), edge, dtype=input.dtype).item() for edge in (left, right))
    _check_kernel(input)

    def find(values, dim):
        indices = _by_division(values, left, right, bins)
        return indices + bins // 2 if left == right else indices  # the middle bin, as in torch

    ends = [(left, right)] if given else None
    return written(_count([input.flatten()], ends, [bins], None, find).to(input.dtype), out)


def _counted(input, columns, edges, weight, density, find):
    """The histogram of columns of input, in bins between edges."""
    if not columns:
        return _C.zeros((), dtype=input.dtype)
    ends = [(x[0].item(), x[-1].item()) for x in edges]
    bins = [x.numel() - 1 for x in edges]
    hist = _count(columns, ends, bins, weight, lambda x, dim: find(x, edges[dim])).to(input.dtype)
    if density:
        hist = hist / hist.sum()
        for dim, x in enumerate(edges):
            hist = hist / x.diff().view(-1, *[1] * (len(edges) - 1 - dim))
    return hist


def histogram(input, bins=100, range=None, weight=None, density=False, out=None):
    hist, edges = pair(out)
    columns, shape = [input.flatten()], [input.numel(), 1]
    flat_weight = None if weight is None else weight.flatten()
    if isinstance(bins, _C.Tensor):
        find = _by_bisection
        _check_edges(input, bins)
        _check_weight(input, shape, flat_weight)
        _check_outputs(input, hist, edges)
        _check_bins(bins.numel() - 1)
        found_edges = bins.clone()
    else:
        find = _corrected
        limits = None if range is None else _floats("histogram", range)
        _check_outputs(input, hist, edges)
        bins = _check_bins(bins)
        found_edges = _C.linspace(*_outer_edges(input, columns, limits)[0], bins + 1, dtype=input.dtype)
        _check_weight(input, shape, flat_weight)
    _check_kernel(input)
    found = _counted(input, columns, [found_edges], flat_weight, density, find)
    if out is None:
        return _C._return_types["histogram"]((found, found_edges))
    writes = [partial(written, result) for result in (found, found_edges)]
    return all_written("histogram", writes, (hist, edges), last_first=True)


def histogramdd(input, bins, range=None, weight=None, density=False):
    limits = None if range is None else _floats("histogramdd", range)
    if not isinstance(bins, (tuple, list)):
        bins = [bins] * input.size(-1)
    if input.dim() < 2:
        raise RuntimeError("torch.histogramdd: input tensor should have at least 2 dimensions")
    shape, columns = list(input.shape), input.flatten(0, -2).unbind(1)
    given = bool(bins) and isinstance(bins[0], _C.Tensor)
    if given:
        edges = [x.clone() for x in bins]
    else:
        ends = _outer_edges(input, columns, limits)
        if len(bins) != len(columns):
            raise RuntimeError(
                "histogramdd: The size of bins must be equal to the innermost dimension of the input."
            )
        edges = [_C.linspace(*end, n + 1, dtype=input.dtype) for end, n in zip(ends, bins, strict=True)]
    if len(edges) != len(columns):
        raise RuntimeError(
            f"torch.histogramdd: expected {len(columns)} sequences of bin edges for a {len(columns)}-"
            f"dimensional histogram but got {len(edges)}"
        )
    for dim, x in enumerate(edges):
        _check_edges(input, x, dim)
    _check_weight(input, shape, weight)
    for dim, x in enumerate(edges):
        _check_bins(x.numel() - 1, dim)
    _check_kernel(input)
    found = _counted(input, columns, edges, weight, density, _by_bisection if given else _corrected)
    return _C._return_types["histogramdd"]((found, tuple(edges)))
