"""Pooling: bodies of the function table.

An extremum or a sum over a window is one over its rows, then over its columns: along one dimension after the
other, of views that lie one element apart.
"""

from __future__ import annotations

from math import prod

from tbcast import _C as torch
from tbcast._composite.nn.convolution import listed, numbers
from tbcast._composite.nn.padding import constant_pad_nd
from tbcast._composite.outputs import UNSIGNED, format_of, refuse, widened

_COMPLEX = (torch.complex64, torch.complex128)
_INTS = (torch.uint8, torch.int8, torch.int16, torch.int32)
_ALL_INTS = (*_INTS, torch.int64)
_LETTERS = {2: "HW", 3: "T" + "HW"}
_WORDS = {1: "one int", 2: "two ints", 3: "three ints"}


# ---- arguments and checks ----


def _setting(function, name, value, n, default=None):
    """Of each dimension; default: what an empty list stands for."""
    if default is not None and not value:
        return default
    values = listed(function, name, value, n)
    if len(values) != n:
        either = "be either" if name == "dilation" else "either be"
        if function == "avg_pool3d":
            either = "be"
        omitted = " omitted," if default is not None else ""
        raise RuntimeError(
            f"{function}: {name} must {either}{omitted} a single int, or a tuple of {_WORDS[n]}"
        )
    return values


def _check_line(function, **settings):
    """That each has one int: of pooling along one dimension."""
    for name, values in settings.items():
        if len(values) != 1 and (values or name != "stride"):
            raise RuntimeError(f"{function}() argument '{name}' should contain one int (got {len(values)})")


def _check_dims(function, input, low, high):
    if not low <= input.dim() <= high:
        raise RuntimeError(
            f"Expected {low} to {high} dimensions, but got {input.dim()}-dimensional tensor for argument #1 "
            f"'self' (while checking arguments for {function})"
        )


def _count(size, kernel, stride, pad, dilation, ceil_mode):
    """torch's pooling_output_shape."""
    if stride == 0:
        raise RuntimeError("stride should not be zero")
    if pad < 0:
        raise RuntimeError(f"pad must be non-negative, but got pad: {pad}")
    if pad > int(((kernel - 1) * dilation + 1) / 2):
        raise RuntimeError(
            f"pad should be at most half of effective kernel size, but got pad={pad}, kernel_size={kernel} "
            f"and dilation={dilation}"
        )
    rest = size + 2 * pad - dilation * (kernel - 1) - 1 + (stride - 1 if ceil_mode else 0)
    count = rest // stride + 1
    return count - (ceil_mode and (count - 1) * stride >= size + pad)


def _named(n, prefix, values):
    return " ".join(f"{prefix}{letter}: {value}" for letter, value in zip(_LETTERS[n], values, strict=True))


def _check_shape(input, n, counts, settings, name):
    """torch's pool2d_shape_check and pool3d_shape_check."""
    kernel, stride, pad, dilation = settings
    for what, prefix, values in (("kernel size", "k", kernel), ("stride", "d", stride)):
        if min(values) <= 0:
            raise RuntimeError(f"{what} should be greater than zero, but got {_named(n, prefix, values)}")
    if min(dilation) <= 0:
        raise RuntimeError(f"dilation should be greater than zero, but got {_named(n, 'dilation', dilation)}")
    shape = list(input.shape)
    if n == 2 and 0 in shape[input.dim() - 3 :]:
        if format_of(input) is torch.channels_last:
            raise RuntimeError(
                "Expected 4D (batch mode) tensor expected for input with channels_last layout with optional "
                f"0 dim batch size for input, but got: {shape}"
            )
        raise RuntimeError(
            f"Expected 3D or 4D (batch mode) tensor with optional 0 dim batch size for input, but got:{shape}"
        )
    if n == 3 and 0 in shape[1:]:
        raise RuntimeError(
            f"{name}: Expected input's non-batch dimensions to have positive length, but input has a "
            f"shape of {shape} and non-batch dimension 0 has length zero!"
        )
    if name.startswith("avg") and any(size < k for size, k in zip(shape[-n:], kernel, strict=True)):
        have, want = _named(n, "", shape[-n:]), _named(n, "k", kernel)
        raise RuntimeError(f"input image ({have}) smaller than kernel size ({want})")
    if any(k // 2 < p for k, p in zip(kernel, pad, strict=True)):
        both = (("pad", pad), ("k", kernel)) if n == 2 else (("k", kernel), ("pad", pad))
        each = ((prefix, dict(zip(_LETTERS[n], values, strict=True))) for prefix, values in both)
        order, equals = ("WH", " =") if n == 2 else ("TWH", ":")
        got = numbers(
            (f"{prefix}{letter}{equals} {values[letter]}" for prefix, values in each for letter in order),
            ", " if n == 2 else " ",
        )
        raise RuntimeError(f"pad should be smaller than or equal to half of kernel size, but got {got}")
    if min(counts) < 1:
        channels = shape[-n - 1]
        raise RuntimeError(
            f"Given input size: ({numbers((channels, *shape[-n:]), 'x')}). Calculated output size: "
            f"({numbers((channels, *counts), 'x')}). Output size is too small"
        )


def _prepared(function, n, input, kernel_size, stride, padding, dilation, ceil_mode, name=""):
    """The settings of each dimension and the sizes of the result."""
    kernel = _setting(function, "kernel_size", kernel_size, n)
    stride = _setting(function, "stride", stride, n, kernel)
    pad = _setting(function, "padding", padding, n)
    dilation = _setting(function, "dilation", dilation, n)
    if input.dim() not in (n + 1, n + 2):
        if function == "avg_pool2d":
            input.size(-3)  # raises IndexError
        raise RuntimeError(f"non-empty {n + 1}D or {n + 2}D (batch mode) tensor expected for input")
    settings = (kernel, stride, pad, dilation)
    counts = [_count(*each, ceil_mode) for each in zip(input.shape[-n:], *settings, strict=True)]
    _check_shape(input, n, counts, settings, name)
    return settings, counts


def _refuse(input, kernel, dtypes):
    if input.dtype in (torch.bool, *UNSIGNED, *_COMPLEX, *dtypes):
        refuse(kernel, input.dtype)


def _last(input):
    """What the names of kernels end in."""
    return "" if format_of(input) is torch.contiguous_format else "_channels_last"


def _in_format(result, input):
    """The result, channels last if input is, in memory of its own."""
    last = format_of(input)
    if last is torch.contiguous_format and result.data_ptr() != input.data_ptr():
        return result.contiguous()
    return torch.empty(result.shape, dtype=result.dtype, memory_format=last).copy_(result)


# ---- along one dimension after the other ----


def _surrounded(input, counts, settings, value):
    """input with value around it, as far as windows reach."""
    pads = []
    each = zip(input.shape[-len(counts) :], counts, *settings, strict=True)
    for size, count, kernel, stride, pad, dilation in reversed(list(each)):
        reach = (count - 1) * stride + dilation * (kernel - 1) + 1
        pads += [pad, max(0, reach - size - pad)]
    return constant_pad_nd(input, pads, value) if any(pads) else input


def _combined(x, counts, settings, combine):
    """combine, of all elements of each window."""
    kernel, stride, _, dilation = settings
    n = len(counts)
    for dim, (count, k, s, d) in enumerate(zip(counts, kernel, stride, dilation, strict=True), x.dim() - n):
        before = (slice(None),) * dim
        result = x[(*before, slice(0, s * (count - 1) + 1, s))]
        for tap in range(1, k):
            window = x[(*before, slice(tap * d, tap * d + s * (count - 1) + 1, s))]
            result = combine(result, window) if tap == 1 else combine(result, window, out=result)
        x = result
    return x


# ---- max ----


def _lowest(dtype):
    return float("-inf") if dtype.is_floating_point else torch.iinfo(dtype).min


def _maximum(input, n, counts, settings):
    x = _surrounded(input, counts, settings, _lowest(input.dtype))
    return _in_format(_combined(x, counts, settings, torch.maximum), input)


def _argmax(input, taps):
    """The maximum of each window and its index, along one dimension after the other, the last one first.

    taps: of each dimension, the indices of a window's elements (windows, elements), of which some may be
    repeated. The first of equal elements counts, the last nan."""
    best = at = None
    for dim in range(-1, -1 - len(taps), -1):
        source, places, best = input if best is None else best, at, None
        step = prod(input.shape[input.dim() + dim + 1 :])
        for index in taps[dim].unbind(1):
            inside = index.clamp(max=input.size(dim) - 1)
            window = source.index_select(dim, inside)
            place = (index * step).view(-1, *[1] * (-1 - dim))
            place = place if places is None else place + places.index_select(dim, inside)
            if best is None:
                best, at = window, place.expand(window.shape)
                continue
            better = (window > best) | (window != window)
            best, at = torch.where(better, window, best), torch.where(better, place, at)
    return best, at


def _window_taps(size, count, kernel, stride, pad, dilation):
    """The indices of each window's elements, with the nearest ones of the window for those outside."""
    start = torch.arange(count).unsqueeze(1) * stride - pad
    index = start + torch.arange(kernel) * dilation
    outside = torch.where(index < size, index, -1).amax(1, keepdim=True)
    first = torch.where(start < 0, start + (dilation - 1 - start) // dilation * dilation, start)
    return torch.minimum(torch.maximum(index, first), torch.maximum(outside, first)), outside < 0


def _max_with_indices(input, n, counts, settings):
    each = [_window_taps(*s) for s in zip(input.shape[-n:], counts, *settings, strict=True)]
    best, at = _argmax(input, [taps for taps, _ in each])
    for dim, (_, empty) in enumerate(each):
        if bool(empty.any()):
            best = best.masked_fill(empty.view(-1, *[1] * (n - 1 - dim)), _lowest(input.dtype))
    return _in_format(best, input), _in_format(at, input)


def _max_pool(n, input, kernel_size, stride, padding, dilation, ceil_mode, indices):
    function = f"max_pool{n}d"
    name = "max_pool3d_with_indices_out_cpu_template()" if n == 3 else ""
    settings = _prepared(function, n, input, kernel_size, stride, padding, dilation, ceil_mode, name)
    _refuse(input, function + _last(input), ())
    settings, counts = settings
    if not input.numel():
        result = input.new_empty(*input.shape[:-n], *counts)
        return (result, torch.empty(result.shape, dtype=torch.int64)) if indices else result
    return (_max_with_indices if indices else _maximum)(input, n, counts, settings)


def max_pool2d(input, kernel_size, stride=(), padding=0, dilation=1, ceil_mode=False):
    return _max_pool(2, input, kernel_size, stride, padding, dilation, ceil_mode, False)


def max_pool3d(input, kernel_size, stride=(), padding=0, dilation=1, ceil_mode=False):
    return _max_pool(3, input, kernel_size, stride, padding, dilation, ceil_mode, False)


def max_pool2d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    return _max_pool(2, input, kernel_size, stride, padding, dilation, ceil_mode, True)


def max_pool3d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    return _max_pool(3, input, kernel_size, stride, padding, dilation, ceil_mode, True)


def max_pool1d(input, kernel_size, stride=(), padding=0, dilation=1, ceil_mode=False):
    """torch's checks of it are other ones."""
    if input.dim() not in (2, 3) or 0 in input.shape[input.dim() - 2 :]:
        raise RuntimeError(
            "max_pool1d: Expected 2D or 3D (batch mode) tensor with optional 0 dim batch size for input, but "
            f"got:{list(input.shape)}"
        )
    settings = []
    for name, value in (
        ("kernel_size", kernel_size),
        ("stride", stride),
        ("padding", padding),
        ("dilation", dilation),
    ):
        values = listed("max_pool1d", name, value, 1)
        none = "None, " * (name == "stride")
        if len(values) != 1 and (values or not none):
            comma = "," * (name in ("stride", "padding"))
            raise RuntimeError(
                f"max_pool1d() {name} must be {none}an int, list of ints{comma} or tuple of ints of size 1 "
                f"but got size {len(values)}"
            )
        settings.append(values or settings[0])
    (kernel,), (step,), (pad,), (spread,) = settings
    for name, value in (("kernel_size", kernel), ("stride", step)):
        if value <= 0:
            raise RuntimeError(f"max_pool1d() {name} must be greater than zero, but got {value}")
    if pad < 0:
        raise RuntimeError(f"max_pool1d() padding must be non-negative, but got {pad}")
    if pad > kernel // 2:
        raise RuntimeError(
            f"max_pool1d() padding should be at most half of kernel size, but got padding={pad} and "
            f"kernel_size={kernel}"
        )
    if spread <= 0:
        raise RuntimeError(f"max_pool1d() dilation must be greater than zero, but got {spread}")
    count = _count(input.size(-1), kernel, step, pad, spread, ceil_mode)
    if count <= 0:
        raise RuntimeError(f"max_pool1d() Invalid computed output size: {count}")
    _refuse(input, "max_pool1d_impl", _ALL_INTS)
    if not input.numel():
        return input.new_empty(*input.shape[:-1], count)
    return _maximum(input, 1, [count], settings)


def max_pool1d_with_indices(input, kernel_size, stride=(), padding=0, dilation=1, ceil_mode=False):
    function = "max_pool1d"
    _check_dims(function, input, 2, 3)
    given = {
        "kernel_size": listed(function, "kernel_size", kernel_size, 1),
        "stride": listed(function, "stride", stride, 1),
        "padding": listed(function, "padding", padding, 1),
        "dilation": listed(function, "dilation", dilation, 1),
    }
    _check_line(function, **given)
    kernel, stride, pad, dilation = given.values()
    of_image = ((1, *kernel), (1, *(stride or kernel)), (0, *pad), (1, *dilation), ceil_mode)
    return tuple(x.squeeze(-2) for x in max_pool2d_with_indices(input.unsqueeze(-2), *of_image))


# ---- avg ----


def _covered(size, count, kernel, stride, pad, is_padded):
    """How many elements of each window count along one dimension."""
    start = torch.arange(count) * stride - pad
    end = (start + kernel).clamp_(max=size + pad)
    return end - start if is_padded else end.clamp(max=size) - start.clamp(min=0)


def _divisor(input, n, counts, settings, is_padded):
    """What sums are divided by: one number, or a tensor that broadcasts to them."""
    result = 1
    for dim, (size, count, kernel, stride, pad, _) in enumerate(
        zip(input.shape[-n:], counts, *settings, strict=True)
    ):
        covered = _covered(size, count, kernel, stride, pad, is_padded)
        same = bool((covered == covered[0]).all())
        result = result * (covered[0].item() if same else covered.view(-1, *[1] * (n - 1 - dim)))
    return result


def _averaged(input, n, counts, settings, count_include_pad, divisor_override):
    x = widened(_surrounded(input, counts, settings, 0))
    sums = _combined(x, counts, settings, torch.add)
    divisor = divisor_override or _divisor(input, n, counts, settings, count_include_pad)
    rounding = None if input.dtype.is_floating_point else "trunc"
    return _in_format(torch.div(sums, divisor, rounding_mode=rounding).to(input.dtype), input)


def _avg_pool(n, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override):
    function = f"avg_pool{n}d"
    if divisor_override == 0:
        raise RuntimeError("divisor must be not zero")
    settings = _prepared(
        function, n, input, kernel_size, stride, padding, 1, ceil_mode, "avg_pool3d()" if n == 3 else ""
    )
    settings, counts = settings
    kernel = function + (_last(input) if n == 2 else "_out_frame")
    _refuse(input, kernel, (*_INTS, *((torch.float16, torch.bfloat16) if n == 3 else ())))
    if not input.numel():
        return input.new_empty(*input.shape[:-n], *counts)
    return _averaged(input, n, counts, settings, count_include_pad, divisor_override)


def avg_pool1d(input, kernel_size, stride=(), padding=0, ceil_mode=False, count_include_pad=True):
    function = "avg_pool1d"
    kernel, stride, pad = (
        listed(function, name, value, 1)
        for name, value in (("kernel_size", kernel_size), ("stride", stride), ("padding", padding))
    )
    _check_dims(function, input, 2, 3)
    _check_line(function, kernel_size=kernel, stride=stride, padding=pad)
    of_image = ((1, *kernel), (1, *(stride or kernel)), (0, *pad), ceil_mode, count_include_pad)
    return avg_pool2d(input.unsqueeze(-2), *of_image).squeeze(-2)


def avg_pool2d(
    input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None
):
    return _avg_pool(2, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def avg_pool3d(
    input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None
):
    return _avg_pool(3, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


# ---- adaptive ----


def _adaptive_bounds(size, count):
    """Where each window begins and ends along one dimension."""
    number = torch.arange(count)
    return number * size // count, ((number + 1) * size + count - 1) // count


def _adaptive_sum(x, dim, start, end):
    """Sums of the windows along one dimension. A slice of zeros stands for what shorter windows lack."""
    size = x.size(dim)
    x = torch.cat((x, torch.zeros_like(x.narrow(dim, 0, 1))), dim)
    result = x.index_select(dim, start)
    for more in range(1, int((end - start).max())):
        result.add_(x.index_select(dim, torch.where(start + more < end, start + more, size)))
    return result


def _check_adaptive(function, n, input, output_size):
    shape = list(input.shape)
    is_max = function.startswith("adaptive_max")
    if len(output_size) != n:
        size = "(): internal error: output_size.size()" if is_max else ": output_size"
        raise RuntimeError(f"{function}{size} must be {n}")
    if not is_max and min(output_size) < 0:
        raise RuntimeError(
            f"{function}: elements of output_size must be greater than or equal to 0 but received "
            f"{{{numbers(output_size[:2])}{''.join(f',{size}' for size in output_size[2:])}}}"
        )
    if is_max and input.dim() not in (n + 1, n + 2):
        raise RuntimeError(f"{function}(): Expected {n + 1}D or {n + 2}D tensor, but got: {shape}")
    for dim in range(1 if is_max or n == 3 else max(input.dim() - n, 0), input.dim()):
        if not shape[dim]:
            raise RuntimeError(
                f"{function}(): Expected input to have non-zero size for non-batch dimensions, but input has "
                f"sizes {shape} with dimension {dim} being empty"
            )
    if input.dim() not in (n + 1, n + 2):
        raise RuntimeError(f"{function}(): Expected {n + 1}D or {n + 2}D tensor, but got {shape}")


def _adaptive_avg(n, input, output_size):
    function = f"adaptive_avg_pool{n}d"
    if list(output_size) != [1] * n:
        _check_adaptive(function, n, input, output_size)
    else:
        return _in_format(input.mean(tuple(range(-n, 0)), keepdim=True), input)
    result_shape = (*input.shape[:-n], *output_size)
    empty = torch.empty(result_shape, dtype=input.dtype, memory_format=format_of(input))
    if n == 2 and not empty.numel():
        return empty
    _refuse(input, function + ("_cpu" if n == 3 else _last(input)), _ALL_INTS)
    if not empty.numel():
        return empty
    x = widened(input)
    for dim, count in enumerate(output_size, -n):
        start, end = _adaptive_bounds(x.size(dim), count)
        x = _adaptive_sum(x, dim, start, end).div_((end - start).view(-1, *[1] * (-1 - dim)))
    return _in_format(x.to(input.dtype), input)


def adaptive_avg_pool1d(input, output_size):
    output_size = listed("adaptive_avg_pool1d", "output_size", output_size, 1)
    _check_dims("adaptive_avg_pool1d", input, 2, 3)
    _check_line("adaptive_avg_pool1d", output_size=output_size)
    return _adaptive_avg(2, input.unsqueeze(-2), [1, *output_size]).squeeze(-2)


def adaptive_avg_pool2d(input, output_size):
    return _adaptive_avg(2, input, listed("adaptive_avg_pool2d", "output_size", output_size, 2))


def adaptive_avg_pool3d(input, output_size):
    return _adaptive_avg(3, input, listed("adaptive_avg_pool3d", "output_size", output_size, 3))


def _adaptive_taps(size, count):
    start, end = _adaptive_bounds(size, count)
    steps = torch.arange(int((end - start).max()) if count else 0)
    return torch.minimum(start.unsqueeze(1) + steps, end.unsqueeze(1) - 1)


def _adaptive_max(n, input, output_size):
    """Of n dimensions; input and output_size have been checked."""
    result_shape = (*input.shape[:-n], *output_size)
    if min(result_shape) <= 0:
        empty = input.new_empty(result_shape), torch.empty(result_shape, dtype=torch.int64)
    _refuse(input, "adaptive_max_pool3d_cpu" if n == 3 else "adaptive_max_pool2d" + _last(input), _ALL_INTS)
    if 0 in result_shape:
        return empty
    taps = [_adaptive_taps(*each) for each in zip(input.shape[-n:], output_size, strict=True)]
    best, at = _argmax(input, taps)
    return _in_format(best, input), _in_format(at, input)


def adaptive_max_pool2d(input, output_size):
    function = "adaptive_max_pool2d"
    output_size = listed(function, "output_size", output_size, 2)
    _check_adaptive(function, 2, input, output_size)
    return _adaptive_max(2, input, output_size)


def adaptive_max_pool3d(input, output_size):
    function = "adaptive_max_pool3d"
    output_size = listed(function, "output_size", output_size, 3)
    _check_adaptive(function, 3, input, output_size)
    return _adaptive_max(3, input, output_size)


def adaptive_max_pool1d(input, output_size):
    function = "adaptive_max_pool1d"
    output_size = listed(function, "output_size", output_size, 1)
    _check_dims(function, input, 2, 3)
    _check_line(function, output_size=output_size)
    _check_adaptive(function, 1, input, output_size)
    return tuple(x.squeeze(-2) for x in _adaptive_max(2, input.unsqueeze(-2), [1, *output_size]))
