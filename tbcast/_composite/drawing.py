"""normal, multinomial, poisson and binomial: random numbers made from those of other distributions.

Both are rows of the function table (src/codegen/functions/drawing.py), which has checked the types of their
arguments.
"""

from tbcast import _C
from tbcast._C import Tensor
from tbcast._composite.outputs import FLOATS, HALVES, refuse, written

# ---- normal ----


def _check_std(std):
    if std.is_complex():
        raise RuntimeError("normal expects standard deviation to be non-complex")
    if std.numel() and not bool(std.min() >= 0):
        raise RuntimeError("normal expects all elements of std >= 0.0")


def _of_numbers(mean, std, size, generator, out, options):
    if out is not None:
        _C.empty(0).normal_(mean, std)  # checks std before out= is resized
    return _C.empty(size, out=out, **options).normal_(mean, std, generator=generator)


def _shape(mean, std, out):
    tensors = [given for given in (mean, std) if isinstance(given, Tensor)]
    if len(tensors) == 1 and isinstance(mean, Tensor) and out is not None:
        tensors.append(out)  # torch broadcasts out= with them, and resizes it if it becomes larger
    return _C.broadcast_tensors(*tensors)[0].shape


def _scaled(drawn, mean, std):
    if isinstance(std, Tensor):
        drawn.mul_(std)
    return drawn.add_(mean)


def _without_elements(given):
    """An operand with the same effect on promotion, but no elements to read."""
    return given.flatten()[:0] if isinstance(given, Tensor) and given.dim() else given


def normal(mean, std=1.0, size=None, *, generator=None, out=None, **options):
    if size is not None:
        return _of_numbers(mean, std, size, generator, out, options)
    if isinstance(std, Tensor):
        _check_std(std)
    shape = _shape(mean, std, out)
    dtype = (mean if isinstance(mean, Tensor) else std).dtype if out is None else out.dtype
    new = out is None or out.shape != shape
    if not new and (out.is_floating_point() or out.is_complex()):
        _scaled(_C.empty(0, dtype=dtype), _without_elements(mean), _without_elements(std))  # checks dtypes
    # in out's layout, which decides on the order in which numbers are drawn
    drawn = _C.empty(shape, dtype=dtype) if new else _C.empty_strided(shape, out.stride(), dtype=dtype)
    if isinstance(std, Tensor):
        drawn.normal_(generator=generator)
    else:
        drawn.normal_(0, std, generator=generator)
    return written(_scaled(drawn, mean, std), out)


# ---- multinomial ----

_MAX_CATEGORIES = 2**24


def _check(input, n, replacement, out):
    if input.dim() not in (1, 2):
        raise RuntimeError("prob_dist must be 1 or 2 dim")
    if not input.is_floating_point():
        raise RuntimeError(
            f"multinomial only supports floating-point dtypes for input, got: {input.dtype._type_name}"
        )
    if out is not None and out.dtype != _C.int64:
        raise RuntimeError(f"multinomial expects Long tensor out, got: {out.dtype._type_name}")
    if n <= 0:
        raise RuntimeError("cannot sample n_sample <= 0 samples")
    if not replacement and n > input.size(-1):
        raise RuntimeError("cannot sample n_sample > prob_dist.size(-1) samples without replacement")
    if input.size(-1) > _MAX_CATEGORIES:
        raise RuntimeError("number of categories cannot exceed 2^24")


def _without_replacement(input, n, generator):
    least, most = input.aminmax()
    if not bool((most < float("inf")) & (least >= 0)):
        raise RuntimeError("probability tensor contains either `inf`, `nan` or element < 0")
    if bool((input.sum(-1) == 0).any()):
        raise RuntimeError("invalid multinomial distribution (sum of probabilities <= 0)")
    q = _C.empty_like(input).exponential_(1, generator=generator)
    _C.div(input, q, out=q)
    return q.argmax(-1, keepdim=True) if n == 1 else q.topk(n)[1]


def multinomial(input, num_samples, replacement=False, *, generator=None, out=None):
    n = int(num_samples)
    _check(input, n, replacement, out)
    shape = (*input.shape[:-1], n)
    if 0 in shape:
        result = _C.empty(shape, dtype=_C.int64)
    elif replacement and n > 1:
        result = _C._rows_columns(_C.atleast_2d(input), n, generator).view(shape)
    else:
        result = _without_replacement(input, n, generator)
    return result if out is None else out.resize_(shape).copy_(result)


# ---- counts ----


def poisson(input, generator=None):
    dtype = input.dtype
    if dtype not in FLOATS:
        refuse("poisson_cpu", dtype)
    rates = _C.empty(input.shape, dtype=_C.float64).copy_(input)
    if not bool((rates >= 0).all()):
        raise RuntimeError("invalid Poisson rate, expected rate to be non-negative")
    return _C._rows_counts(rates, None, generator).to(dtype)


def binomial(count, prob, generator=None):
    dtype = count.dtype
    if not dtype.is_floating_point:
        raise ValueError(f"binomial only supports floating-point dtypes for count, got: {dtype._type_name}")
    shape = _C.broadcast_tensors(count, prob)[0].shape
    if prob.dtype != dtype:
        raise RuntimeError(f"Found dtype {prob.dtype._type_name} but expected {dtype._type_name}")
    if dtype in HALVES:
        refuse("binomial_cpu", dtype)
    trials, each = (_C.empty(shape, dtype=_C.float64).copy_(x) for x in (count, prob))
    return _C._rows_counts(trials, each, generator, dtype is _C.float32).to(dtype)
