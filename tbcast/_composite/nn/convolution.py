"""Convolutions, unfold and fold of images: bodies of the function table.

A convolution is a product of matrices, the weights and the columns. A column holds the elements that the
kernel meets at one place; as_strided makes columns, with strides and without arithmetic.
"""

from __future__ import annotations

from itertools import product
from math import prod

from tbcast import _C as torch
from tbcast._composite.nn.padding import constant_pad_nd
from tbcast._composite.outputs import (
    UNSIGNED,
    cpp_name,
    expect_scalar_type,
    format_of,
    ints,
    refuse,
    widened,
)

_LARGE_PLANE = 1 << 14
"""The elements of an image that is multiplied alone."""
_BAND = 1 << 16
"""The elements of a result that are computed at once."""
_NARROW = (torch.uint8, torch.int8, torch.int16, torch.int32)


def listed(function, name, value, n):
    """An argument that is a list of ints, or one int, which stands for n."""
    if isinstance(value, int):
        return [value] * n
    found = ints(function, name, value)
    return found * n if len(found) == 1 else found


def _expanded(name, values, n):
    """One value for each of n dimensions."""
    if len(values) not in (1, n):
        raise RuntimeError(
            f"expected {name} to be a single integer value or a list of {n} values to match the convolution "
            f"dimensions, but got {name}={values}"
        )
    return values * n if len(values) == 1 else values


def numbers(values, separator=", "):
    return separator.join(map(str, values))


# ---- columns ----


def windows(x, counts, kernel, stride, dilation):
    """A view of x (..., sizes) with the dimensions (..., kernel, counts): what the kernel meets at each
    place."""
    n = len(kernel)
    steps = x.stride()[-n:]
    return x.as_strided(
        (*x.shape[:-n], *kernel, *counts),
        (
            *x.stride()[:-n],
            *(step * d for step, d in zip(steps, dilation, strict=True)),
            *(step * s for step, s in zip(steps, stride, strict=True)),
        ),
        x.storage_offset(),
    )


def counts_of(shape, kernel, stride, dilation):
    """The number of places of the kernel along each dimension."""
    each = zip(shape, kernel, stride, dilation, strict=True)
    return [(size - d * (k - 1) - 1) // s + 1 for size, k, s, d in each]


def padded(input, padding):
    """input with zeros around it, as many before as after."""
    if not any(padding):
        return input
    return constant_pad_nd(input, [p for size in reversed(padding) for p in (size, size)])


def overlapped(columns, shape, stride, dilation):
    """The inverse of windows: columns (..., kernel, counts) added up in a tensor (..., shape)."""
    n = len(shape)
    kernel, counts = columns.shape[-2 * n : -n], columns.shape[-n:]
    result = torch.zeros(*columns.shape[: -2 * n], *shape, dtype=columns.dtype)
    each = windows(result, counts, kernel, stride, dilation)
    for place in product(*map(range, kernel)):
        index = (..., *place, *[slice(None)] * n)
        each[index].add_(columns[index])
    return result


# ---- the product ----


def _accumulated(sums, pairs, multiply, add):
    """The sum of products of pairs (window, factor), in sums."""
    for number, (window, factor) in enumerate(pairs):
        if number:
            add(sums, window, factor)
        else:
            multiply(window, factor, out=sums)


def _by_planes(x, weight, counts, stride, dilation):
    """x (batch, groups, channels, sizes) times weight (groups, outputs, channels, kernel), element by element
    of the kernel: for few outputs of a group, which would not fill a product of matrices.

    A band of rows of one output is computed after the other: a cache holds it, and factors are numbers."""
    each = windows(x, counts, weight.shape[3:], stride, dilation)
    result = x.new_empty(x.size(0), *weight.shape[:2], *counts)
    taps = list(product(*map(range, weight.shape[2:])))
    rows = max(1, _BAND // (x.size(0) * prod(counts[1:])))
    bands = [slice(start, start + rows) for start in range(0, counts[0], rows)]
    for group, output in product(*map(range, weight.shape[:2])):
        factors = weight[group, output].flatten().tolist()
        windows_of_taps = [each[(slice(None), group, *tap)] for tap in taps]
        for band in bands:
            pairs = ((w[:, band], f) for w, f in zip(windows_of_taps, factors, strict=True))
            sums = result[:, group, output, band]
            _accumulated(sums, pairs, torch.mul, lambda s, w, f: s.add_(w, alpha=f))
    return result


def _by_taps(x, weight, counts, stride, dilation):
    """The same for all outputs of small images at once: weights broadcast."""
    each = windows(x, counts, weight.shape[3:], stride, dilation).unsqueeze(2)
    weight = weight[(..., *[None] * len(counts))]
    whole = (slice(None),) * 2
    pairs = (
        (each[(*whole, slice(None), *tap)], weight[(*whole, *tap)])
        for tap in product(*map(range, weight.shape[2 : 3 + len(counts)]))
    )
    result = x.new_empty(x.size(0), *weight.shape[:2], *counts)
    _accumulated(result, pairs, torch.mul, torch.Tensor.addcmul_)
    return result


def _product(x, weight, counts, stride, dilation):
    """The same by columns, one image after the other, so that a cache holds the columns."""
    groups, outputs, channels, *kernel = weight.shape
    rows = channels * prod(kernel)
    matrix = weight.reshape(groups, outputs, rows)
    result = x.new_empty(x.size(0), groups, outputs, prod(counts))
    for image, sums in zip(windows(x, counts, kernel, stride, dilation), result, strict=True):
        torch.matmul(matrix, image.reshape(groups, rows, prod(counts)), out=sums)
    return result


def _convolved(input, weight, stride, dilation, groups):
    """(batch, channels, sizes) and (outputs, channels of a group, kernel), of one dtype."""
    batch, _, *shape = input.shape
    outputs, channels, *kernel = weight.shape
    counts = counts_of(shape, kernel, stride, dilation)
    if 0 in (batch, outputs, channels, *counts, *kernel):
        return torch.zeros(batch, outputs, *counts, dtype=input.dtype)
    x = input.reshape(batch, groups, channels, *shape)
    w = weight.reshape(groups, outputs // groups, channels, *kernel)
    compute = _by_planes if prod(counts) >= _LARGE_PLANE else _by_taps
    if outputs // groups > 2 or batch * prod(counts) * groups < 1024:
        compute = _product
    return compute(x, w, counts, stride, dilation).view(batch, outputs, *counts)


# ---- checks ----


def _batched(input, n, function):
    """input with a batch, and whether it had one."""
    if input.dim() not in (n + 1, n + 2):
        raise RuntimeError(
            f"Expected {n + 1}D (unbatched) or {n + 2}D (batched) input to {function}, but got input of "
            f"size: {list(input.shape)}"
        )
    return (input.unsqueeze(0), False) if input.dim() == n + 1 else (input, True)


def _kernel_dims(weight, groups):
    """How many dimensions the kernel has."""
    if weight.dim() < 3:
        raise RuntimeError("weight should have at least three dimensions")
    if groups <= 0:
        raise RuntimeError("non-positive groups is not supported")
    return weight.dim() - 2


def _check_parameters(input, weight, bias, settings, transposed=False):
    """torch's check_shape_forward. settings: stride, padding, dilation, output_padding, groups."""
    stride, padding, dilation, output_padding, groups = settings
    if min(padding) < 0:
        raise RuntimeError("negative padding is not supported")
    if min(output_padding) < 0:
        raise RuntimeError("negative output_padding is not supported")
    if min(stride) <= 0:
        raise RuntimeError("non-positive stride is not supported")
    shape, of_weight, k = list(input.shape), list(weight.shape), weight.dim()
    if input.dim() != k:
        raise RuntimeError(
            f"Expected {k}-dimensional input for {k}-dimensional weight {of_weight}, but got "
            f"{input.dim()}-dimensional input of size {shape} instead"
        )
    if of_weight[0] < groups or of_weight[0] % groups:
        wanted = f"at least {groups}" if of_weight[0] < groups else f"divisible by {groups}"
        of_weight = of_weight if of_weight[0] < groups else f"[{of_weight}]"
        raise RuntimeError(
            f"Given groups={groups}, expected weight to be {wanted} at dimension 0, but got weight of size "
            f"{of_weight} instead"
        )
    given = "transposed=1" if transposed else f"groups={groups}"
    channels = of_weight[0] if transposed else of_weight[1] * groups
    if shape[1] != channels:
        raise RuntimeError(
            f"Given {given}, weight of size {of_weight}, expected input{shape} to have {channels} channels, "
            f"but got {shape[1]} channels instead"
        )
    outputs = of_weight[1] * groups if transposed else of_weight[0]
    if bias is not None and (bias.dim() != 1 or bias.size(0) != outputs):
        given = "transposed=1, " if transposed else ""
        raise RuntimeError(
            f"Given {given}weight of size {of_weight}, expected bias to be 1-dimensional with {outputs} "
            f"elements, but got bias of size {list(bias.shape)} instead"
        )
    if transposed:
        return
    around = [size + 2 * p for size, p in zip(shape[2:], padding, strict=True)]
    spread = [d * (size - 1) + 1 for size, d in zip(of_weight[2:], dilation, strict=True)]
    if any(a < b for a, b in zip(around, spread, strict=True)):
        raise RuntimeError(
            f"Calculated padded input size per channel: ({numbers(around, ' x ')}). Kernel size: "
            f"({numbers(spread, ' x ')}). Kernel size can't be greater than actual input size"
        )


def _legacy_name(dtype):
    old = not dtype.is_complex and dtype is not torch.bfloat16 and dtype not in UNSIGNED
    return f"torch.{dtype._type_name}Tensor" if old else f"CPU{dtype._type_name}Type"


def _is_onednn(input, weight, groups):
    """Whether torch gives the call to oneDNN, which has other texts."""
    large = groups > 1 or min(weight.shape[-2:]) > 3 or input.size(0) > 1 or input.numel() > 20480
    return input.dtype is torch.bfloat16 or (input.dtype is torch.float32 and large)


def _check_dtypes(input, weight, groups, kernel, refused):
    """Check that input's dtype has a kernel and that it is weight's."""
    onednn = _is_onednn(input, weight, groups)
    if weight.dtype is not input.dtype and (input.dtype.is_complex or onednn):
        names = " and weight type ".join(f"({_legacy_name(x.dtype)})" for x in (input, weight))
        more = " or input should be a MKLDNN tensor and weight is a dense tensor"
        raise RuntimeError(f"Input type {names} should be the same{more * onednn}")
    if input.dtype in (torch.bool, *UNSIGNED, *refused):
        refuse(kernel, input.dtype)
    expect_scalar_type(input.dtype, weight)


def _check_sizes(input, weight, dilation, groups, transposed=False):
    """torch's checks of what is not empty."""
    kernel = weight.shape[2:]
    if 0 not in input.shape[:2] and 0 in input.shape:
        shape = list(input.shape) if input.dim() > 3 else [*input.shape[:2], 1, *input.shape[2:]]
        raise RuntimeError(
            f"Only zero batch or zero channel inputs are supported, but got input shape: {shape}"
        )
    as_image = [1] * (len(kernel) == 1)  # torch's conv1d is of images of one row
    kernel, dilation = [*as_image, *kernel], [*as_image, *dilation]
    if min(kernel) <= 0:
        got = f"kernel_height: {kernel[0]} kernel_width: {kernel[1]}"
        got = got if len(kernel) == 2 else f": {numbers(kernel, ' x ')} (TxHxW)"
        raise RuntimeError(f"kernel size should be greater than zero, but got{' ' * (len(kernel) == 2)}{got}")
    if min(dilation) <= 0:
        if _is_onednn(input, weight, groups):
            raise RuntimeError("non-positive dilation is not supported")
        got = dilation
        if transposed:
            names = ("depth", "height", "width")[-len(dilation) :]
            got = numbers(f"dilation_{name}: {d}" for name, d in zip(names, dilation, strict=True))
        raise RuntimeError(f"dilation should be greater than zero, but got {got}")


def _check_bias(input, bias):
    if bias is not None and bias.dtype is not input.dtype:
        raise RuntimeError(
            f"Input type ({cpp_name(input.dtype)}) and bias type ({cpp_name(bias.dtype)}) should be the same"
        )


def _finished(result, bias, input, weight, is_batched):
    if bias is not None and input.numel():
        result.add_(bias.to(result.dtype).view(-1, *[1] * (result.dim() - 2)))
    result = result.to(input.dtype if input.numel() else torch.promote_types(input.dtype, weight.dtype))
    last = next((f for x in (input, weight) if (f := format_of(x)) is not torch.contiguous_format), None)
    if last is not None:
        result = torch.empty(result.shape, dtype=result.dtype, memory_format=last).copy_(result)
    return result if is_batched else result.squeeze(0)


# ---- conv1d, conv2d, conv3d ----


def _same(input, weight, stride, dilation, n):
    """input padded so that the result has its sizes; and what is left to pad."""
    k = weight.dim()
    if input.dim() != k:
        raise RuntimeError(
            f"Expected {k}-dimensional input for {k}-dimensional weight{list(weight.shape)}, but got "
            f"{input.dim()}-dimensional input of size {list(input.shape)} instead"
        )
    for name, values in (("stride", stride), ("dilation", dilation)):
        if len(values) not in (1, n):
            raise RuntimeError(f"{name} cannot broadcast to {n} dimensions")
    if any(s != 1 for s in stride):
        raise RuntimeError("padding='same' is not supported for strided convolutions")
    dilation = dilation * n if len(dilation) == 1 else dilation
    total = [d * (k - 1) for k, d in zip(weight.shape[2:], dilation, strict=True)]
    if any(size % 2 for size in total):
        torch._warn(
            "Using padding='same' with even kernel lengths and odd dilation may require a zero-padded copy "
            "of the input be created"
        )
        input = constant_pad_nd(input, [p for size in reversed(total) for p in (0, size % 2)])
    return input, [size // 2 for size in total]


def _conv(n, input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    function = f"conv{n}d"
    _check_bias(input, bias)
    original, (input, is_batched) = input, _batched(input, n, function)
    if isinstance(padding, str) and padding not in ("same", "valid"):
        raise RuntimeError(f"Invalid padding string: '{padding}'")
    dims = _kernel_dims(weight, groups)
    if isinstance(padding, str):
        if padding == "same":
            stride, dilation = (
                listed(function, name, value, n)
                for name, value in (("stride", stride), ("dilation", dilation))
            )
            input, padding = _same(input, weight, stride, dilation, dims)
        else:
            padding = 0
    stride, padding, dilation = (
        _expanded(name, listed(function, name, value, n), dims)
        for name, value in (("stride", stride), ("padding", padding), ("dilation", dilation))
    )
    _check_parameters(input, weight, bias, (stride, padding, dilation, [0], groups))
    _check_sizes(input, weight, dilation, groups)
    if input.numel():
        kernel = "compute_columns3d" if n == 3 else "slow_conv2d_cpu"
        spread = any(d != 1 for d in dilation)
        _check_dtypes(
            input, weight, groups, "slow_conv_dilated<>" if spread else kernel, _NARROW if spread else ()
        )
    x = padded(widened(input), padding)
    result = _convolved(x, widened(weight), stride, dilation, groups)
    return _finished(result, bias, original, weight, is_batched)


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return _conv(1, input, weight, bias, stride, padding, dilation, groups)


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return _conv(2, input, weight, bias, stride, padding, dilation, groups)


def conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return _conv(3, input, weight, bias, stride, padding, dilation, groups)


# ---- conv_transpose1d, conv_transpose2d ----


def _check_output_padding(output_padding, stride, dilation):
    each = (output_padding, stride, dilation)
    if any(more >= max(s, d) for more, s, d in zip(*each, strict=True)):
        first = ((0,), (1,), (1,)) if len(stride) == 1 else ((), (), ())  # torch's are images
        got = " ".join(
            f"{name}_{dim}: {size}"
            for name, before, values in zip(
                ("output_padding", "stride", "dilation"), first, each, strict=True
            )
            for dim, size in zip(
                ("depth", "height", "width")[-max(2, len(stride)) :], (*before, *values), strict=True
            )
        )
        raise RuntimeError(f"output padding must be smaller than either stride or dilation, but got {got}")


def _conv_transpose(n, input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """Each element of input times the kernel, added up where the kernels overlap."""
    function = f"conv_transpose{n}d"
    original, (input, is_batched) = input, _batched(input, n, function)
    dims = _kernel_dims(weight, groups)
    stride, padding, dilation, output_padding = (
        _expanded(name, listed(function, name, value, n), dims)
        for name, value in (
            ("stride", stride),
            ("padding", padding),
            ("dilation", dilation),
            ("output_padding", output_padding),
        )
    )
    _check_parameters(input, weight, bias, (stride, padding, dilation, output_padding, groups), True)
    batch, channels, *shape = input.shape
    _, outputs, *kernel = weight.shape
    each = list(zip(shape, kernel, stride, dilation, strict=True))
    whole = [(size - 1) * s + d * (k - 1) + 1 for size, k, s, d in each]
    final = [size - 2 * p + more for size, p, more in zip(whole, padding, output_padding, strict=True)]
    _check_sizes(input, weight, dilation, groups, True)
    if input.numel():
        _check_output_padding(output_padding, stride, dilation)
        if min(final) < (0 if _is_onednn(input, weight, groups) else 1):
            line = [1] * (n == 1)
            raise RuntimeError(
                f"Given input size per channel: ({numbers((*line, *shape), ' x ')}). Calculated output size "
                f"per channel: ({numbers((*line, *final), ' x ')}). Output size is too small"
            )
        _check_dtypes(input, weight, groups, f"slow_conv_transpose{max(n, 2)}d_out_cpu", _NARROW)
    else:
        dtype = torch.promote_types(original.dtype, weight.dtype)
        result = torch.zeros(batch, groups * outputs, *(max(size, 0) for size in final), dtype=dtype)
        return result if is_batched else result.squeeze(0)
    if input.dtype is torch.bfloat16:  # halves of the other kind are rounded at every step, as torch's
        input, weight = widened(input), widened(weight)
    x = input.reshape(batch, groups, channels // groups, prod(shape))
    w = weight.reshape(groups, channels // groups, outputs * prod(kernel))
    columns = torch.matmul(w.transpose(1, 2), x).view(batch, groups * outputs, *kernel, *shape)
    room = [max(size, f + p) for size, f, p in zip(whole, final, padding, strict=True)]
    result = overlapped(columns, room, stride, dilation)
    for dim, (p, size) in enumerate(zip(padding, final, strict=True), 2):
        result = result.narrow(dim, p, size)
    if room != final:
        result = result.new_empty(result.shape).copy_(result)
    return _finished(result, bias, original, weight, is_batched)


def conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    return _conv_transpose(1, input, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    return _conv_transpose(2, input, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_transpose3d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    return _conv_transpose(3, input, weight, bias, stride, padding, output_padding, groups, dilation)
