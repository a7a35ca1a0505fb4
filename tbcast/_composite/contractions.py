"""tensordot and cdist, and bodies of the function table: inner, kron, dist."""

from collections.abc import Sequence
from functools import partial
from math import prod

from tbcast import _C
from tbcast._verdict.calls import Part, broadcast_tensors

MODES = (
    "use_mm_for_euclid_dist_if_necessary",
    "use_mm_for_euclid_dist",
    "donot_use_mm_for_euclid_dist",
)


def _fill(out, result):
    """out= of a function that computes its result first: resized, with torch's warning, and written."""
    whole = not (result.is_floating_point() or result.is_complex())
    copy = _C.bitwise_or if whole else _C.sub  # x - 0 is x, even for -0.0
    return copy(result, 0, out=out)


def multiply(a, b, out=None):
    """a * b of operands that are meant to broadcast: no warning is given and no policy objects."""
    if _C._is_watched():
        with Part():  # its operands are meant to broadcast
            return multiply(a, b, out)
    dtype = _C.result_type(a, b)
    if a.numel() and b.numel():
        a, b = _C.broadcast_tensors(a.to(dtype), b.to(dtype))
    return _C.mul(a, b, out=out)


def tensordot(
    a: _C.Tensor,
    b: _C.Tensor,
    dims: int | Sequence[Sequence[int]] | _C.Tensor = 2,
    out: _C.Tensor | None = None,
) -> _C.Tensor:
    """The sum of products over the last dimensions of a and the first ones of b, or over given ones.

    Operands: tensors of one dtype; dims is the number of dimensions, or a pair of lists, of a's dimensions
    and of b's; sizes there are equal, or 1. Result: the other dimensions of a, then those of b.
    Raises RuntimeError for sizes, dims or dtypes that do not fit, IndexError for dims out of range.
    As torch.tensordot.

    >>> torch.tensordot(torch.tensor([[1., 2.], [3., 4.]]), torch.tensor([1., 10.]), 1)
    tensor([21., 43.])
    """
    dims_a, dims_b = _dims_of(a, b, dims)
    result = _tensordot(a, b, dims_a, dims_b)
    if out is None:
        return result
    if out.dtype is not result.dtype:
        names = result.dtype._type_name, out.dtype._type_name
        raise RuntimeError(
            f"tensordot: Expected the output tensor to have dtype {names[0]}, but got an output tensor "
            f"with dtype {names[1]}"
        )
    return _fill(out, result)


def _dims_of(a, b, dims):
    """dims as two lists."""
    if isinstance(dims, (tuple, list)):
        for name, given in zip(("self", "other"), dims, strict=True):
            if not isinstance(given, (tuple, list)):
                kind = type(given).__name__
                position = 3 if name == "self" else 4
                raise TypeError(
                    f"tensordot(): argument 'dims_{name}' (position {position}) must be tuple of ints, not "
                    f"{kind}"
                )
        return list(dims[0]), list(dims[1])
    if isinstance(dims, _C.Tensor):
        if dims.numel() > 1:
            if dims.size()[0] != 2:
                raise AssertionError(f"dims tensor must have size 2 in first dimension, got {dims.size()[0]}")
            return dims[0].tolist(), dims[1].tolist()
        number = int(dims.item())
        least = 0
    elif isinstance(dims, int):
        number, least = dims, min(a.dim(), b.dim())
    else:
        raise RuntimeError(
            "tensordot expects dims to be int or tuple[list[int], list[int]] or list[list[int]] containing "
            f"two lists, but got dims={dims}"
        )
    if number < 0:
        raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
    if isinstance(dims, int) and number > least:
        raise RuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}")
    return list(range(-number, 0)), list(range(number))


def _tensordot(a, b, dims_a, dims_b):
    if len(dims_a) != len(dims_b):
        raise RuntimeError("both dimension lists should have same length")
    if a.dtype is not b.dtype:
        raise RuntimeError("both inputs should have same dtype")
    left, right = a, b
    for dim_a, dim_b in zip(dims_a, dims_b, strict=True):
        size_a, size_b = a.size(dim_a), b.size(dim_b)
        if size_b == 1:  # which broadcasts
            left = left.sum(dim_a, keepdim=True, dtype=a.dtype)
        elif size_a == 1:
            right = right.sum(dim_b, keepdim=True, dtype=b.dtype)
        elif size_a != size_b:
            raise RuntimeError(
                f"contracted dimensions need to match, but first has size {size_a} in dim {dim_a} and "
                f"second has size {size_b} in dim {dim_b}"
            )
    over_a, over_b = _wrapped(dims_a, a.dim()), _wrapped(dims_b, b.dim())
    own_a = [d for d in range(a.dim()) if d not in over_a]
    own_b = [d for d in range(b.dim()) if d not in over_b]
    sizes = [left.size(d) for d in own_a], [right.size(d) for d in own_b]
    inner = prod(left.size(d) for d in over_a)
    left = left.permute(own_a + over_a).reshape(prod(sizes[0]), inner)
    right = right.permute(over_b + own_b).reshape(inner, prod(sizes[1]))
    return _C.mm(left, right).reshape(sizes[0] + sizes[1])


def _wrapped(dims, n):
    wrapped = [d % n for d in dims]
    for i, d in enumerate(wrapped):
        if d in wrapped[:i]:
            raise RuntimeError(f"dim {d} appears multiple times in the list of dims")
    return wrapped


def cdist(
    x1: _C.Tensor,
    x2: _C.Tensor,
    p: float = 2.0,
    compute_mode: str | None = "use_mm_for_euclid_dist_if_necessary",
) -> _C.Tensor:
    """The p-norm distances between the rows of x1 and the rows of x2.

    Operands: (..., P, M) and (..., R, M), both float32 or both float64; dimensions before the last two
    broadcast. p is 0 (the number of different elements), any positive number, or infinity. Result:
    (..., P, R).
    Distances are computed from differences whatever compute_mode says: by matrix products, as torch computes
    more than 25 rows, small ones would lose all their digits.
    Raises RuntimeError for other sizes and dtypes, ValueError for another compute_mode.
    As torch.cdist.

    >>> torch.cdist(torch.tensor([[0., 0.]]), torch.tensor([[3., 4.], [0., 1.]]))
    tensor([[5., 1.]])
    """
    if compute_mode not in MODES:
        raise ValueError(f"{compute_mode} is not a valid value for compute_mode")
    return _C._rows_cdist(x1, x2, p)


def inner(input, other, out=None):
    """The sum of products over the last dimensions of both."""
    if input.dim() == 0 or other.dim() == 0:
        return multiply(input, other, out)
    if input.size(-1) != other.size(-1):
        raise RuntimeError(
            "inner() the last dimension must match on both input tensors but got shapes "
            f"{list(input.shape)} and {list(other.shape)}"
        )
    return tensordot(input, other, ([-1], [-1]), out)


def kron(input, other, out=None):
    """Every dimension of the result is one of input and, faster, one of other."""
    n = max(input.dim(), other.dim())
    sizes = [(1,) * (n - x.dim()) + tuple(x.shape) for x in (input, other)]
    size = [a * b for a, b in zip(*sizes, strict=True)]
    left = input.reshape([part for a in sizes[0] for part in (a, 1)])
    right = other.reshape([part for b in sizes[1] for part in (1, b)])
    product = multiply(left, right)
    if out is None:
        return product.view(size)  # where that is no view torch gives up, too
    return _fill(out, product.reshape(size).contiguous())


def dist(input, other, p=2):
    """The p-norm of input - other."""
    if _C.bool in (input.dtype, other.dtype):
        _C.sub(input.flatten()[:0], other.flatten()[:0])  # refused before sizes are looked at
    dtype = _C.result_type(input, other)
    together = _C.broadcast_tensors
    if _C._is_watched():
        together = partial(broadcast_tensors, "dist", data=True)
    a, b = together(input.to(dtype), other.to(dtype))
    difference = a - b
    if not (difference.is_floating_point() or difference.is_complex()):
        name = difference.dtype._type_name
        raise RuntimeError(
            f"norm(): input dtype should be either floating point or complex. Got {name} instead."
        )
    return difference.norm(p)
