"""tensordot, cdist and chain_matmul; and bodies of the function table: inner, kron, addr, cross, dist."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from math import prod

from tbcast import _C
from tbcast._composite.outputs import (
    UNSIGNED,
    check_dtype,
    check_output,
    check_tensors,
    cpp_name,
    expect_scalar_type,
    refuse,
    refuse_unsigned,
    written,
)
from tbcast._decorators import overridable
from tbcast._verdict.calls import Part, broadcast_tensors

MODES = (
    "use_mm_for_euclid_dist_if_necessary",
    "use_mm_for_euclid_dist",
    "donot_use_mm_for_euclid_dist",
)


def _fill(out, result):
    """Write a result that was computed first to out=, resizing it with torch's warning."""
    if result.is_floating_point() or result.is_complex():
        return _C.sub(result, 0, out=out)  # equal to result, even for -0.0
    return _C.bitwise_or(result, False, out=out)


def multiply(a, b, out=None):
    """a * b for operands that are meant to broadcast: without warnings, and without asking policies."""
    if _C._is_watched():  # not unasked(), whose frame an einsum of small operands feels
        with Part():
            return multiply(a, b, out)
    if a.dtype is not b.dtype:
        dtype = _C.result_type(a, b)
        a, b = a.to(dtype), b.to(dtype)
    if a.numel() and b.numel():
        a, b = _C.broadcast_tensors(a, b)
    return _C.mul(a, b, out=out)


@overridable
def tensordot(
    a: _C.Tensor,
    b: _C.Tensor,
    dims: int | Sequence[Sequence[int]] | _C.Tensor = 2,
    out: _C.Tensor | None = None,
) -> _C.Tensor:
    """The sum of products over the last dimensions of a and the first ones of b, or over given dimensions.

    Operands: tensors of the same dtype. dims: the number of dimensions, or a pair of lists of a's and of b's
    dimensions, whose sizes are equal or 1. Result: the remaining dimensions of a, then those of b.
    Raises RuntimeError if sizes, dims or dtypes do not match, IndexError if dims are out of range.
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
        if size_b == 1:  # it broadcasts
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
    if not own_a and not own_b:
        left, right = left.permute(over_a), right.permute(over_b)
        if a.dtype.is_floating_point or (left.is_contiguous() and right.is_contiguous()):
            return _C.dot(left.reshape(-1), right.reshape(-1))
        return _C.sum(_C.mul(left, right), dtype=a.dtype)
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


@overridable
def cdist(
    x1: _C.Tensor,
    x2: _C.Tensor,
    p: float = 2.0,
    compute_mode: str | None = "use_mm_for_euclid_dist_if_necessary",
) -> _C.Tensor:
    """The p-norm distances between the rows of x1 and the rows of x2.

    Operands: (..., P, M) and (..., R, M), both float32 or both float64; dimensions before the last two
    broadcast. p: 0 (the number of different elements), any positive number, or infinity. Result:
    (..., P, R).
    The distances are computed from differences, whatever compute_mode says. torch uses matrix products for
    more than 25 rows, in which small distances lose all their digits.
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
    m, vectors = input.size(-1), input.dim() == 1 == other.dim()
    if out is not None or input.dtype is not other.dtype or m == 0:
        return tensordot(input, other, ([-1], [-1]), out)
    if vectors and input.dtype.is_floating_point:
        return _C.dot(input, other)
    if vectors:
        return tensordot(input, other, ([-1], [-1]))
    products = _C.mm(input.reshape(-1, m), other.reshape(-1, m).t())
    return products.view(input.shape[:-1] + other.shape[:-1])


def kron(input, other, out=None):
    """The Kronecker product: each dimension of the result combines one of input with one of other, the faster
    one."""
    lacks = other.dim() - input.dim()
    left, right, size = [], [], []
    for a, b in zip((1,) * lacks + input.shape, (1,) * -lacks + other.shape, strict=True):
        left += a, 1
        right += 1, b
        size.append(a * b)
    product = multiply(input.reshape(left), other.reshape(right))
    if out is None:
        return product.view(size)  # torch also fails if this is not a view
    return _fill(out, product.reshape(size).contiguous())


# ---- addr, cross ----


def _check_scalars(beta, alpha, dtype):
    whole = not (dtype.is_floating_point or dtype.is_complex)
    for name, number in (("beta", beta), ("alpha", alpha)):
        if isinstance(number, bool) and dtype is not _C.bool:
            raise RuntimeError(f"Boolean {name} only supported for Boolean results.")
        if whole and not hasattr(number, "__index__"):
            raise RuntimeError(
                f"For integral input tensors, argument {name} must not be a floating point number."
            )
    if any(isinstance(number, complex) and number.imag for number in (beta, alpha)) and not dtype.is_complex:
        raise RuntimeError(f"value cannot be converted to type {cpp_name(dtype)} without overflow")


def _check_vectors(vec1, vec2):
    for name, vector in (("vec1", vec1), ("vec2", vec2)):
        if vector.dim() != 1:
            raise RuntimeError(f"addr: Expected 1-D argument {name}, but got {vector.dim()}-D")


def _addr(input, vec1, vec2, beta, alpha, out=None):
    """input has the result's shape. out: the tensor to write, for out= or in place."""
    common = _C.promote_types(_C.promote_types(input.dtype, vec1.dtype), vec2.dtype)
    if out is not None:
        check_output(out)
        if not _C.can_cast(common, out.dtype):
            names = common._type_name, out.dtype._type_name
            raise RuntimeError(f"result type {names[0]} can't be cast to the desired output type {names[1]}")
    _check_scalars(beta, alpha, common)
    refuse_unsigned("addr_cpu", common)
    a, b = vec1.to(common), vec2.to(common)
    a, b = a[:, None], b[None]
    scaled = input.to(common)
    if common is _C.bool:
        product = a & b if alpha else _C.zeros(input.shape, dtype=common)
        result = _C.logical_or(scaled if beta else _C.zeros_like(scaled), product)
    else:
        factor, scale = (_C.scalar_tensor(number, dtype=common) for number in (alpha, beta))
        product = (a if alpha == 1 else a * factor) * b
        if beta == 0:  # even if input is not finite
            result = _C.where(_C.zeros((), dtype=_C.bool), scaled, product)
        else:
            result = _C.add(scaled if beta == 1 else scaled * scale, product)
    return result if out is None else _fill(out, result)


def addr(input, vec1, vec2, beta=1, alpha=1, out=None):
    _check_vectors(vec1, vec2)
    return _addr(input.expand(vec1.size(0), vec2.size(0)), vec1, vec2, beta, alpha, out)


def addr_(input, vec1, vec2, beta=1, alpha=1):
    _check_vectors(vec1, vec2)
    if input.dim() != 2:
        raise RuntimeError(f"2D tensor expected, got {input.dim()}D tensor for input")
    if input.shape != (vec1.size(0), vec2.size(0)):
        sizes = ", ".join(
            f"{name}: {list(x.shape)}" for name, x in (("input", input), ("v1", vec1), ("v2", vec2))
        )
        raise RuntimeError(f"size mismatch, {sizes}")
    return _addr(input, vec1, vec2, beta, alpha, input)


def cross(input, other, dim=None, out=None):
    if dim is None:
        if out is None:  # torch warns only without out=
            _C._warn(
                "Using torch.cross without specifying the dim arg is deprecated.\nPlease either pass the dim "
                "explicitly or simply use torch.linalg.cross.\nThe default value of dim will change to agree "
                "with that of linalg.cross in a future release."
            )
        if 3 not in input.shape:
            raise RuntimeError("no dimension of size 3 in input")
        dim = input.shape.index(3)
    if input.dim() != other.dim():
        raise RuntimeError("linalg.cross: inputs must have the same number of dimensions.")
    sizes = input.size(dim), other.size(dim)
    if sizes != (3, 3):
        raise RuntimeError(
            f"linalg.cross: inputs dimension {dim} must have length 3. Got {sizes[0]} and {sizes[1]}"
        )
    a, b = _C.broadcast_tensors(input, other)
    check_dtype(input.dtype, out)
    if input.dtype in (_C.bool, *UNSIGNED):
        refuse("cross", input.dtype)
    if a.numel():
        expect_scalar_type(input.dtype, other)
    next_, last = _C.tensor([1, 2, 0]), _C.tensor([2, 0, 1])
    result = a.index_select(dim, next_) * b.index_select(dim, last)
    result -= a.index_select(dim, last) * b.index_select(dim, next_)
    return written(result.contiguous(), out)


@overridable
def chain_matmul(*matrices: _C.Tensor, out: _C.Tensor | None = None) -> _C.Tensor:
    """The product of matrices, in the order that takes the fewest multiplications.  Deprecated in PyTorch.

    Operands: matrices of the same dtype that can be multiplied. Result: (n, m) of (n, ...), ..., (..., m).
    Warns (UserWarning) always. Raises RuntimeError for other sizes, TypeError if an argument is not a Tensor.
    As torch.chain_matmul.

    >>> torch.chain_matmul(torch.tensor([[2.]]), torch.tensor([[3.]]))
    tensor([[6.]])
    """
    check_tensors(matrices)
    _C._warn(
        "torch.chain_matmul is deprecated and will be removed in a future PyTorch release. Use "
        "torch.linalg.multi_dot instead, which accepts a list of two or more tensors rather than multiple "
        "parameters."
    )
    for matrix in matrices:
        if matrix.dim() != 2:
            raise RuntimeError(f"Tensor dimension is {matrix.dim()}, expected 2 instead.")
    if not matrices:
        raise RuntimeError("chain_matmul(): Expected one or more matrices")
    for index, (left, right) in enumerate(pairwise(matrices)):
        if left.dtype is not right.dtype:
            names = cpp_name(matrices[0].dtype), cpp_name(right.dtype)
            raise RuntimeError(
                f"multi_dot(): all tensors must have be the same dtype but tensor 0 is {names[0]} and tensor "
                f"{index + 1} {names[1]}"
            )
        if left.size(1) != right.size(0):
            raise RuntimeError(
                f"multi_dot(): tensors {index} and {index + 1} with shapes {list(left.shape)} and "
                f"{list(right.shape)} cannot be multiplied"
            )
    if len(matrices) == 1:
        return written(matrices[0].clone(), out)
    return written(multiplied(matrices), out)


def multiplied(matrices):
    """The product of matrices that can be multiplied, from the fewest multiplications."""
    sizes = [matrix.size(0) for matrix in matrices] + [matrices[-1].size(1)]
    return _product(matrices, _splits(sizes), 0, len(matrices))


def _splits(sizes):
    """{(first, end): where to split the product of matrices first to end - 1}, for the fewest
    multiplications."""
    n = len(sizes) - 1
    costs = {(i, i + 1): 0 for i in range(n)}
    splits = {}
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            j = i + length
            costs[i, j], splits[i, j] = min(
                (costs[i, k] + costs[k, j] + sizes[i] * sizes[k] * sizes[j], k) for k in range(i + 1, j)
            )
    return splits


def _product(matrices, splits, i, j):
    if j == i + 1:
        return matrices[i]
    k = splits[i, j]
    return _C.mm(_product(matrices, splits, i, k), _product(matrices, splits, k, j))


def dist(input, other, p=2):
    """The p-norm of input - other."""
    if _C.bool in (input.dtype, other.dtype):
        _C.sub(input.flatten()[:0], other.flatten()[:0])  # errors that come before those of sizes
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
