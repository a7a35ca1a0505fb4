"""Norms, condition numbers, ranks and pseudoinverses: those of singular values need NumPy."""

from math import inf

from tbcast import _C as torch
from tbcast._C import _rows_linalg_vector_norm
from tbcast._composite.linalg.checks import cast, check_floating, check_matrix, check_square, finished
from tbcast._composite.linalg.factorizations import decomposed, hermitian as of_hermitian, singular_values
from tbcast._composite.linalg.systems import inverse_and_info
from tbcast._composite.outputs import HALVES, written


def vector_norm(input, ord=2, dim=None, keepdim=False, dtype=None, out=None):
    return _rows_linalg_vector_norm(input, ord, dim, keepdim, dtype=dtype, out=out)


def _check_dtype(input, dtype):
    name, kind = "linalg.matrix_norm", dtype._type_name
    if not (dtype.is_floating_point or dtype.is_complex):
        raise RuntimeError(f"{name}: dtype should be floating point or complex, but got {kind}")
    if dtype.is_complex is not input.is_complex():
        which = "complex" if input.is_complex() else "real"
        raise RuntimeError(f"{name}: dtype should be {which} for {which} inputs, but got {kind}")
    if torch.promote_types(input.dtype, dtype) is not dtype:
        raise RuntimeError(
            f"{name}: the dtype of the input ({input.dtype._type_name}) should be convertible without "
            f"narrowing to "
            f"the specified dtype ({kind})"
        )


def _order(ord):
    """As torch prints it."""
    return f"{ord:g}" if isinstance(ord, float) else ord


def matrix_norm(input, ord="fro", dim=(-2, -1), keepdim=False, dtype=None, out=None):
    name = "linalg.matrix_norm"
    known = ("fro", "nuc") if isinstance(ord, str) else (2, 1, inf)
    if (ord if isinstance(ord, str) else abs(ord)) not in known:
        raise RuntimeError(f"{name}: Order {_order(ord)} not supported.")
    check_matrix(input, name)
    if not (input.is_floating_point() or input.is_complex()):
        check_floating(input, name)
    if ord in ("nuc", 2, -2):
        check_floating(input, name)
    if len(dim) != 2:
        raise RuntimeError(f"{name}: dim must be a 2-tuple. Got {' '.join(map(str, dim))}")
    first, second = (range(input.dim())[d] if input.size(d) is not None else d for d in dim)
    if first == second:
        raise RuntimeError(f"{name}: dims must be different. Got ({dim[0]}, {dim[1]})")
    if dtype is not None:
        _check_dtype(input, dtype)
        input = input.to(dtype)
    if ord == "fro":
        return vector_norm(input, 2, (first, second), keepdim, out=out)
    if ord in ("nuc", 2, -2):
        values = singular_values(input.movedim((first, second), (-2, -1)))
        if ord == "nuc" or (ord == 2 and not values.size(-1)):
            result = values.sum(-1)
        else:
            result = values.amax(-1) if ord == 2 else values.amin(-1)
        result = result[..., None, None].movedim((-2, -1), (first, second)) if keepdim else result
        return finished(result, out)
    first, second = (second, first) if abs(ord) == inf else (first, second)
    sums = vector_norm(input, 1, (first,), True)
    if not sums.size(second) and ord > 0:
        result = sums.sum(second, keepdim=True)
    else:
        result = sums.amax(second, True) if ord > 0 else sums.amin(second, True)
    return finished(result if keepdim else result.squeeze((first, second)), out)


def linalg_norm(input, ord=None, dim=None, keepdim=False, dtype=None, out=None):
    name = "linalg.norm"
    if dim is not None and len(dim) not in (1, 2):
        raise RuntimeError(f"{name}: If dim is specified, it must be of length 1 or 2. Got {list(dim)}")
    if isinstance(ord, str):
        dims = (
            (-2, -1)
            if dim is None and input.dim() == 2
            else tuple(range(input.dim()))
            if dim is None
            else dim
        )
        return matrix_norm(input, ord, dims, keepdim, dtype, out)
    if ord is not None:
        if dim is None and input.dim() not in (1, 2):
            raise RuntimeError(
                f"{name}: If dim is not specified but ord is, the input must be 1D or 2D. Got {input.dim()}D."
            )
        if len(dim) == 2 if dim is not None else input.dim() == 2:
            return matrix_norm(input, ord, (0, 1) if dim is None else dim, keepdim, dtype, out)
    return vector_norm(input, 2 if ord is None else ord, dim, keepdim, dtype, out)


OF_COND = (None, 2, -2, 1, -1, inf, -inf, "fro", "nuc")


def cond(input, p=None, out=None):
    if input.dim() < 2:
        raise RuntimeError("linalg.cond: The input tensor must have at least 2 dimensions.")
    if p not in OF_COND:
        raise RuntimeError(f"linalg.cond got an invalid norm type: {_order(p)}")
    if p in (None, 2, -2):
        check_floating(input, "linalg.svd", "linalg_svd_cpu")
        values = singular_values(input)
        if not values.size(-1):
            result = values.sum(-1)
        else:
            largest, smallest = values[..., 0], values[..., -1]
            result = smallest / largest if p == -2 else largest / smallest
    else:
        check_square(input, f"linalg.cond(ord={_order(p)})")
        inverse, info = inverse_and_info(input, "linalg.inv")
        if input.numel():
            result = matrix_norm(input, p) * matrix_norm(inverse, p)
            result = torch.where(info != 0, torch.full((), inf, dtype=result.dtype), result)
        else:
            result = matrix_norm(input, "fro")
    return cast(result, out, "result", "linalg.cond")


# ---- what counts as zero ----


def _threshold(values, shape, atol, rtol):
    """The value that singular values have to exceed."""
    largest = values.amax(-1) if values.size(-1) else values.sum(-1)
    default = max(shape[-2:]) * torch.finfo(values.dtype).eps
    if rtol is None:
        rtol = default if atol is None else torch.where(torch.as_tensor(atol) > 0, 0.0, default)
    bounds = [torch.as_tensor(0.0 if x is None else x).to(values.dtype) for x in (atol, rtol)]
    return torch.maximum(bounds[0], bounds[1] * largest)


def pinv(input, atol=None, rtol=None, hermitian=False, rcond=None, out=None):
    if input.dim() < 2 or input.dtype in HALVES or not (input.is_floating_point() or input.is_complex()):
        raise RuntimeError(
            f"linalg.pinv({input.dtype._type_name}{{{list(input.shape)}}}): expected a tensor with 2 or more "
            "dimensions of float, double, cfloat or cdouble types"
        )
    if rcond is not None:
        atol, rtol = 0.0, rcond
    if not input.numel():
        result = torch.empty(*input.shape[:-2], input.size(-1), input.size(-2), dtype=input.dtype)
        return cast(result, out, "result", "linalg.pinv")
    if hermitian:
        values, left = of_hermitian("eigh", input)
        sizes, right = values.abs(), left.mH
    else:
        left, values, right = decomposed(input, False)
        sizes = values
    kept = sizes > _threshold(sizes, input.shape, atol, rtol).unsqueeze(-1)
    inverse = torch.where(kept, 1 / values, torch.zeros((), dtype=values.dtype))
    result = torch.matmul(right.mH * inverse.unsqueeze(-2), left.mH)
    return cast(result, out, "result", "linalg.pinv")


def pinverse(input, rcond=1e-15):
    return pinv(input, rcond=rcond)


def matrix_rank(input, atol=None, rtol=None, hermitian=False, tol=None, out=None):
    check_matrix(input, "torch.linalg.matrix_rank", "input")
    if tol is None and (input.dtype in HALVES or not (input.is_floating_point() or input.is_complex())):
        raise RuntimeError("This function doesn't handle types other than float and double")
    check_floating(input, "linalg.svd", "linalg_svd_cpu")
    if tol is not None:
        atol, rtol = tol, 0.0
    sizes = of_hermitian("eigvalsh", input).abs() if hermitian else singular_values(input)
    rank = (sizes > _threshold(sizes, input.shape, atol, rtol).unsqueeze(-1)).sum(-1)
    if out is None:
        return rank
    return written(rank.to(out.dtype), out)
