"""torch.fft: numpy.fft computes, with the transformed dimensions last in memory, as torch returns them."""

from tbcast import _C as torch
from tbcast._composite.linalg.through_numpy import module, tensor_of
from tbcast._composite.outputs import HALVES, written

NORMS = ("backward", "ortho", "forward")
SWAPPED = {"backward": "forward", "forward": "backward", "ortho": "ortho"}


def _promoted(function, input, real):
    """The operand in the dtype in which it is transformed."""
    if real and input.is_complex():
        text = f"{function} expects a real input tensor, but got {input.dtype._type_name}"
        if function == "rfftn":
            text = text.replace("real input", "real-valued input")
        if function == "ihfftn":
            text = f"Only supports floating-point dtypes, but found: {input.dtype._type_name}"
        raise RuntimeError(text)
    whole = not (input.is_floating_point() or input.is_complex())
    return input.to(torch.get_default_dtype()) if whole else input


def _refuse_halves(input):
    if input.dtype in HALVES:
        raise RuntimeError(f"Unsupported dtype {input.dtype._type_name}")


def _norm(norm):
    norm = "backward" if norm is None else norm
    if norm not in NORMS:
        raise RuntimeError(f'Invalid normalization mode: "{norm}"')
    return norm


def _check_points(size):
    if size < 1:
        raise RuntimeError(f"Invalid number of data points ({size}) specified")


def _transformed(function, input, sizes, dims, norm, real, out):
    """The function of numpy.fft along dims, of an operand that has been checked.  sizes: those of the longer
    side; real: the result is."""
    if out is not None and out.is_complex() == real:
        name, kind = function.rstrip("n"), "floating point" if real else "complex"
        raise RuntimeError(f"{name} expects a {kind} output tensor, but got {out.dtype._type_name}")
    _refuse_halves(input)
    wanted = torch.promote_types(input.dtype, torch.complex64)
    if real:
        wanted = torch.float32 if wanted is torch.complex64 else torch.float64
    others = [d for d in range(input.dim()) if d not in dims]
    order = sorted(others, key=input.stride, reverse=True) + list(dims)
    moved = input.permute(order)
    compute = getattr(module("fft", function), function)
    if function.endswith("n"):
        array = compute(moved.numpy(), sizes, tuple(range(-len(dims), 0)), norm)
    else:
        array = compute(moved.numpy(), sizes[0], -1, norm)
    back = sorted(range(input.dim()), key=order.__getitem__)
    result = tensor_of(array, wanted).contiguous().permute(back)
    return result if out is None else written(result.to(out.dtype), out)


def _one(function, input, n, dim, norm, out, real=False, half=False):
    """real: of a real operand; half: to real numbers, from the first half of what is Hermitian."""
    input = _promoted(function, input, real)
    if out is None:
        _refuse_halves(input)
    input.size(dim)  # raises IndexError
    size = 2 * (input.size(dim) - 1) if n is None and half else input.size(dim) if n is None else n
    _check_points(size)
    norm = _norm(norm)
    return _transformed(function, input, [size], [dim % input.dim()], norm, half, out)


def fft(input, n=None, dim=-1, norm=None, out=None):
    return _one("fft", input, n, dim, norm, out)


def ifft(input, n=None, dim=-1, norm=None, out=None):
    return _one("ifft", input, n, dim, norm, out)


def rfft(input, n=None, dim=-1, norm=None, out=None):
    return _one("rfft", input, n, dim, norm, out, real=True)


def irfft(input, n=None, dim=-1, norm=None, out=None):
    return _one("irfft", input, n, dim, norm, out, half=True)


def hfft(input, n=None, dim=-1, norm=None, out=None):
    return _one("hfft", input, n, dim, norm, out, half=True)


def ihfft(input, n=None, dim=-1, norm=None, out=None):
    return _one("ihfft", input, n, dim, norm, out, real=True)


def _dims_and_sizes(input, s, dim):
    """The dimensions, not negative, and the sizes, where None stands for -1."""
    if dim is not None:
        for d in dim:
            input.size(d)
        dims = [d % input.dim() for d in dim]
        if len({*dims}) != len(dims):
            raise RuntimeError("FFT dims must be unique")
        if s is not None and len(s) != len(dims):
            raise RuntimeError("When given, dim and shape arguments must have the same length")
    elif s is not None:
        if len(s) > input.dim():
            raise RuntimeError(
                f"Got shape with {len(s)} values but input tensor only has {input.dim()} dimensions."
            )
        dims = list(range(input.dim() - len(s), input.dim()))
    else:
        dims = list(range(input.dim()))
    sizes = [-1] * len(dims) if s is None else list(s)
    return dims, [None if size == -1 else size for size in sizes]


def _several(function, input, s, dim, norm, out, real=False, half=False):
    input = _promoted(function, input, real)
    dims, sizes = _dims_and_sizes(input, s, dim)
    if not dims and function not in ("fftn", "ifftn"):
        raise RuntimeError(f"{function} must transform at least one axis")
    for place, d in enumerate(dims):
        if sizes[place] is None:
            last = half and place == len(dims) - 1
            sizes[place] = 2 * (input.size(d) - 1) if last else input.size(d)
        _check_points(sizes[place])
    norm = _norm(norm)
    if not dims:
        _refuse_halves(input)
        result = input if input.is_complex() else input.to(torch.promote_types(input.dtype, torch.complex64))
        result = result.clone() if result is input else result
        return result if out is None else written(result.to(out.dtype), out)
    if function == "hfftn":  # as torch and SciPy: rfftn and irfftn of conjugates, the other way round
        return _transformed("irfftn", input.conj(), sizes, dims, SWAPPED[norm], True, out)
    if function == "ihfftn":
        result = _transformed("rfftn", input, sizes, dims, SWAPPED[norm], False, None).conj()
        return result if out is None else written(result.to(out.dtype), out)
    return _transformed(function, input, sizes, dims, norm, half, out)


def fftn(input, s=None, dim=None, norm=None, out=None):
    return _several("fftn", input, s, dim, norm, out)


def ifftn(input, s=None, dim=None, norm=None, out=None):
    return _several("ifftn", input, s, dim, norm, out)


def rfftn(input, s=None, dim=None, norm=None, out=None):
    return _several("rfftn", input, s, dim, norm, out, real=True)


def irfftn(input, s=None, dim=None, norm=None, out=None):
    return _several("irfftn", input, s, dim, norm, out, half=True)


def hfftn(input, s=None, dim=None, norm=None, out=None):
    return _several("hfftn", input, s, dim, norm, out, half=True)


def ihfftn(input, s=None, dim=None, norm=None, out=None):
    return _several("ihfftn", input, s, dim, norm, out, real=True)


def fft2(input, s=None, dim=(-2, -1), norm=None, out=None):
    return fftn(input, s, dim, norm, out)


def ifft2(input, s=None, dim=(-2, -1), norm=None, out=None):
    return ifftn(input, s, dim, norm, out)


def rfft2(input, s=None, dim=(-2, -1), norm=None, out=None):
    return rfftn(input, s, dim, norm, out)


def irfft2(input, s=None, dim=(-2, -1), norm=None, out=None):
    return irfftn(input, s, dim, norm, out)


def hfft2(input, s=None, dim=(-2, -1), norm=None, out=None):
    return hfftn(input, s, dim, norm, out)


def ihfft2(input, s=None, dim=(-2, -1), norm=None, out=None):
    return ihfftn(input, s, dim, norm, out)


# ---- frequencies ----


def _shifted(input, dim, back):
    dims = list(range(input.dim())) if dim is None else list(dim)
    shifts = [(input.size(d) + back) // 2 for d in dims]
    return torch.roll(input, shifts, dims)


def fftshift(input, dim=None):
    return _shifted(input, dim, 0)


def ifftshift(input, dim=None):
    return _shifted(input, dim, 1)


def _frequencies(function, n, d, first, count, out, options):
    dtype = options.get("dtype") or (torch.get_default_dtype() if out is None else out.dtype)
    if not (dtype.is_floating_point or dtype.is_complex):
        raise RuntimeError(f"{function} requires a floating point or complex dtype")
    numbers = torch.arange(count, **{**options, "dtype": dtype})
    if first:
        numbers[first:] -= n
    numbers *= 1.0 / (n * d) if n * d else float("inf")
    if out is not None and options.get("dtype") not in (None, out.dtype):
        raise RuntimeError(
            f"dtype {dtype._type_name} does not match dtype of out parameter ({out.dtype._type_name})"
        )
    return numbers if out is None else written(numbers.to(out.dtype), out)


def fftfreq(n, d=1.0, out=None, **options):
    if n < 0:
        raise RuntimeError(f"Trying to create tensor with negative dimension {n}: [{n}]")
    return _frequencies("fftfreq", n, d, (n + 1) // 2, n, out, options)


def rfftfreq(n, d=1.0, out=None, **options):
    return _frequencies("rfftfreq", n, d, None, n // 2 + 1, out, options)
