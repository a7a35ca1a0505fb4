"""Linear equations: solve and inv by numpy.linalg; triangular ones and LU by substitution and elimination,
a column at a time."""

from math import prod

from tbcast import _C as torch
from tbcast._composite.linalg.checks import (
    check_equation,
    check_floating,
    check_kernel,
    check_matrix,
    check_same,
    check_square,
    columns,
    common_batch,
    expanded,
    fail,
    finished,
    several,
)
from tbcast._composite.linalg.through_numpy import call, converged
from tbcast._composite.outputs import HALVES

SINGULAR_INVERSE = (
    "The diagonal element {} is zero, the inversion could not be completed because the input matrix is "
    "singular."
)
SINGULAR_SYSTEM = "The solver failed because the input matrix is singular."

# ---- inv and solve ----


def _attempt(function, A, *others):
    """The function of matrices, and int32: 0, or the place of the zero pivot, where the result is nan."""
    info = torch.zeros(A.shape[:-2], dtype=torch.int32)
    found = call(function, A, *others)
    if found is None:
        info = _eliminate(A)[2]
        failed = info[..., None, None] != 0
        found = call(function, torch.where(failed, torch.eye(A.size(-1), dtype=A.dtype), A), *others)
        found.masked_fill_(failed, float("nan"))
    return columns(found), info


def inverse_and_info(A, function):
    check_square(A, function)
    check_floating(A, function)
    return _attempt("inv", A)


def is_vector(A, B):
    """Whether B has vectors, not matrices."""
    return B.dim() == 1 or (A.dim() - 1 == B.dim() and A.shape[:-1] == B.shape)


def _solve(A, B, left):
    check_square(A, "linalg.solve")
    if A.dtype not in HALVES:
        check_floating(A, "linalg.solve")
    check_same("linalg.solve", A, B)
    vector = is_vector(A, B)
    B = B.unsqueeze(-1) if vector else B
    check_equation("linalg.solve", A, B, left)
    common_batch(B, A)
    check_kernel(A, "lu_cpu")
    A, B = expanded(A, B)
    if left:
        result, info = _attempt("solve", A, B)
    else:
        result, info = _attempt("solve", A.mT, B.mT)
        result = result.mT
    result = result.squeeze(-1) if vector else result
    return (columns(result) if vector and result.dim() > 1 else result), info


def solve(A, B, left=True, out=None):
    result, info = _solve(A, B, left)
    fail("torch.linalg.solve", info, SINGULAR_SYSTEM)
    return finished(result, out)


def solve_ex(A, B, left=True, check_errors=False, out=None):
    result, info = _solve(A, B, left)
    if check_errors:
        fail("torch.linalg.solve_ex", info, SINGULAR_SYSTEM)
    return several("linalg_solve_ex", (result, info), out)


def tensorsolve(input, other, dims=None, out=None):
    A = input if dims is None else torch.movedim(input, dims, tuple(range(-len(dims), 0)))
    sizes = A.shape[other.dim() :]
    rows, wanted = prod(A.shape[: other.dim()]), prod(sizes)
    if rows != wanted or other.numel() != wanted:
        got = other.numel() if other.numel() != wanted else rows
        raise RuntimeError(
            "Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == "
            f"prod(self.shape[:other.ndim]), but got {wanted} != {got}"
        )
    return finished(solve(A.reshape(wanted, wanted), other.reshape(-1)).reshape(sizes), out)


def tensorinv(input, ind=2, out=None):
    if ind <= 0:
        raise RuntimeError(f"Expected a strictly positive integer for 'ind', but got {ind}")
    before, after = input.shape[:ind], input.shape[ind:]
    n, m = prod(before), prod(after)
    if n != m:
        raise RuntimeError(
            "Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), "
            "but got "
            f"{m} != {n}"
        )
    inverse, info = inverse_and_info(input.reshape(n, n), "linalg.inv")
    fail("inv", info, SINGULAR_INVERSE)
    return finished(inverse.reshape(*after, *before), out)


DRIVERS = ("gels", "gelsy", "gelsd", "gelss")


def lstsq(input, b, rcond=None, driver=None, out=None):
    name = "torch.linalg.lstsq"
    if input.dim() < 2:
        raise RuntimeError(f"{name}: input must have at least 2 dimensions.")
    if b.dim() < 1:
        raise RuntimeError(f"{name}: other must have at least 1 dimension.")
    if input.dtype is not b.dtype:
        kinds = input.dtype._type_name, b.dtype._type_name
        raise RuntimeError(
            f"{name}: Expected input and other to have the same dtype, but got input's dtype {kinds[0]} and "
            f"other's dtype {kinds[1]}"
        )
    if b.dim() == input.dim() - 1 and b.shape == input.shape[:-1]:
        B, vector, last = b.unsqueeze(-1), True, -1
    else:
        B, vector, last = (b.unsqueeze(-1), True, -1) if b.dim() == 1 else (b, False, -2)
    if input.size(-2) != B.size(-2):
        raise RuntimeError(f"{name}: input.size(-2) should match other.size({last})")
    driver = "gelsy" if driver is None else driver
    if driver not in DRIVERS:
        raise RuntimeError(f"{name}: parameter `driver` should be one of ({', '.join(DRIVERS)})")
    if input.dtype not in (torch.float32, torch.float64, torch.complex64, torch.complex128):
        raise RuntimeError("This function doesn't handle types other than float and double")
    A, B = expanded(input, B)
    m, n = A.shape[-2:]
    U, S, Vh = converged("linalg.svd", "svd", A, "singular values", full_matrices=False)
    rcond = torch.finfo(S.dtype).eps * max(m, n) if rcond is None else rcond
    kept = rcond * S[..., :1] < S if driver != "gels" else torch.ones_like(S, dtype=torch.bool)
    scaled = torch.where(kept, 1 / S, torch.zeros((), dtype=S.dtype)).unsqueeze(-1)
    X = columns(torch.matmul(Vh.mH, torch.matmul(U.mH, B) * scaled))
    rank, nothing = kept.sum(-1), torch.empty(0, dtype=S.dtype)
    residuals = nothing
    if m > n and driver != "gelsy" and bool((rank == n).all()):
        residuals = (torch.matmul(A, X) - B).abs().square().sum(-2)
    X = X.squeeze(-1) if vector else X
    rank = torch.empty(0, dtype=torch.int64) if driver == "gels" else rank
    values = S if driver in ("gelsd", "gelss") else nothing
    casts = "solution", "solution", "rank", "singular_values"  # as torch calls them
    return several("linalg_lstsq", (X, residuals, rank, values), out, casts)


# ---- triangular matrices ----


def substituted(A, B, upper, unitriangular=False):
    """X of A @ X = B, one row of X after the other."""
    A, B = expanded(A, B)
    n, X = A.size(-1), columns(B)
    for i in reversed(range(n)) if upper else range(n):
        known = slice(i + 1, n) if upper else slice(0, i)
        row = X[..., i, :] - torch.matmul(A[..., i : i + 1, known], X[..., known, :]).squeeze(-2)
        X[..., i, :] = row if unitriangular else row / A[..., i, i].unsqueeze(-1)
    return X


def solve_triangular(input, B, upper, left=True, unitriangular=False, out=None):
    name = "linalg.solve_triangular"
    check_square(input, name)
    check_equation(name, input, B, left)
    check_kernel(input, "triangular_solve_cpu")
    check_same(name, input, B)
    if left:
        return finished(substituted(input, B, upper, unitriangular), out)
    return finished(columns(substituted(input.mT, B.mT, not upper, unitriangular).mT), out)


def cholesky_solve(input, input2, upper=False, out=None):
    for name, tensor in (("b", input), ("u", input2)):
        if tensor.dim() < 2:
            raise RuntimeError(
                f"{name} should have at least 2 dimensions, but has {tensor.dim()} dimensions instead"
            )
    if input.dtype is not input2.dtype:
        kinds = input.dtype._type_name, input2.dtype._type_name
        raise RuntimeError(
            f"Expected b and A to have the same dtype, but found b of type {kinds[0]} and A of type "
            f"{kinds[1]} "
            "instead."
        )
    check_square(input2, "cholesky_solve")
    if input2.size(-1) != input.size(-2):
        sizes = [" by ".join(map(str, tensor.shape[-2:])) for tensor in (input2, input)]
        raise RuntimeError(
            f"Incompatible matrix sizes for cholesky_solve: each A matrix is {sizes[0]} but each b matrix is "
            f"{sizes[1]}"
        )
    check_kernel(input, "cholesky_solve_cpu")
    common_batch(input, input2)
    first, second = (input2.mH, input2) if upper else (input2, input2.mH)
    return finished(substituted(second, substituted(first, input, False), True), out)


def cholesky_inverse(input, upper=False, out=None):
    check_square(input, "cholesky_inverse")
    check_kernel(input, "cholesky_inverse_out_cpu")
    zeros = input.diagonal(0, -2, -1) == 0
    places = torch.arange(1, input.size(-1) + 1, dtype=torch.int32)
    info = torch.where(zeros.any(-1), places[zeros.int().argmax(-1)], 0) if input.numel() else zeros.sum(-1)
    fail("cholesky_inverse", info, SINGULAR_INVERSE)
    return finished(cholesky_solve(torch.eye(input.size(-1), dtype=input.dtype), input, upper), out)


# ---- LU ----


def _eliminate(A):
    """LU, pivots and info by Gaussian elimination, for all matrices at once."""
    m, n = A.shape[-2:]
    k, batch = min(m, n), A.shape[:-2]
    LU = A.reshape(prod(batch), m, n).clone()
    each = torch.arange(len(LU))
    pivots = torch.zeros(len(LU), k, dtype=torch.int32)
    info = torch.zeros(len(LU), dtype=torch.int32)
    for j in range(k if len(LU) else 0):
        column = LU[:, j:, j]  # as in LAPACK, complex numbers count by |real| + |imag|
        size = column.real.abs() + column.imag.abs() if LU.is_complex() else column.abs()
        chosen = size.argmax(1) + j
        pivots[:, j] = chosen + 1
        LU[each, chosen], LU[:, j] = LU[:, j].clone(), LU[each, chosen]
        pivot = LU[:, j, j, None]
        info = torch.where((info == 0) & (pivot[:, 0] == 0), j + 1, info)
        LU[:, j + 1 :, j] /= torch.where(pivot == 0, torch.ones((), dtype=A.dtype), pivot)
        LU[:, j + 1 :, j + 1 :] -= LU[:, j + 1 :, j, None] * LU[:, None, j, j + 1 :]
    return columns(LU.reshape(A.shape)), pivots.reshape(*batch, k), info.to(torch.int32).reshape(batch)


def _factor(A, pivot, function):
    if A.dim() < 2:
        sizes = list(A.shape)
        raise RuntimeError(
            f"{function}: Expected tensor with 2 or more dimensions. Got size: {sizes} instead"
        )
    check_kernel(A, "lu_cpu")
    if not pivot:
        raise RuntimeError("linalg.lu_factor: LU without pivoting is not implemented on the CPU")
    return _eliminate(A)


ZERO_PIVOT = (
    "U[{0},{0}] is zero and using it on lu_solve would result in a division by zero. If you still want to "
    "perform "
    "the factorization, consider calling linalg.lu(A, pivot) or linalg.lu_factor_ex(A, pivot)"
)


def _fail_zero_pivot(info, function):
    try:
        fail(function, info, ZERO_PIVOT)
    except RuntimeError as error:
        raise RuntimeError(str(error)) from None  # torch's is no LinAlgError


def lu_factor_ex(A, pivot=True, check_errors=False, out=None):
    found = _factor(A, pivot, "torch.lu_factor")
    if check_errors:
        _fail_zero_pivot(found[2], "torch.linalg.lu_factor_ex")
    return several("linalg_lu_factor_ex", found, out)


def lu_factor(A, pivot=True, out=None):
    *found, info = _factor(A, pivot, "torch.lu_factor")
    _fail_zero_pivot(info, "torch.linalg.lu_factor")
    return several("linalg_lu_factor", found, out)


def _permutation(pivots, m):
    """The order into which the exchanges bring m rows: (..., m), int64."""
    flat = pivots.reshape(-1, pivots.size(-1)).long() - 1
    each = torch.arange(len(flat))
    order = torch.arange(m).repeat(len(flat), 1)
    for j in range(flat.size(1)):
        order[each, flat[:, j]], order[:, j] = order[:, j].clone(), order[each, flat[:, j]]
    return order.reshape(*pivots.shape[:-1], m)


def _unpacked(LU, pivots, data=True, order=True):
    m, n = LU.shape[-2:]
    k = min(m, n)
    P = L = U = torch.empty(0, dtype=LU.dtype)
    if order:
        P = _one_hot(_permutation(pivots, m), m, LU.dtype)
    if data:
        eye = torch.eye(m, k, dtype=LU.dtype)
        L, U = LU[..., :k].tril(-1) + eye, LU[..., :k, :].triu()
    return P, L, U


def _one_hot(order, m, dtype):
    """P with P[order[i], i] = 1."""
    return (order.unsqueeze(-2) == torch.arange(m).unsqueeze(-1)).to(dtype)


def lu(A, pivot=True, out=None):
    LU, pivots, _ = _factor(A, pivot, "linalg.lu")
    return several("linalg_lu", _unpacked(LU, pivots), out)


def _check_pivots(function, pivots):
    if pivots.dtype is not torch.int32:
        raise RuntimeError(
            f"torch.{function}: LU_pivots is expected to be a contiguous tensor of torch.int32 "
            f"dtype.\nNote: this "
            "function is intended to be used with the output produced by torch.linalg.lu_factor"
        )


def _check_range(pivots, m, function):
    if pivots.numel() and bool(((pivots < 1) | (pivots > m)).any()):
        raise RuntimeError(
            f"Pivots given to {function} must all be smaller or equal to LU.size(-2). Did you properly "
            f"pass the "
            "result of lu_factor?"
        )


def lu_unpack(LU_data, LU_pivots, unpack_data=True, unpack_pivots=True, out=None):
    check_matrix(LU_data, "torch.lu_unpack", "LU_data")
    if unpack_pivots:
        _check_pivots("lu_unpack", LU_pivots)
        _check_range(LU_pivots, LU_data.size(-2), "lu_unpack")
    return several("lu_unpack", _unpacked(LU_data, LU_pivots, unpack_data, unpack_pivots), out)


def lu_solve(LU, pivots, B, left=True, adjoint=False, out=None):
    name = "linalg.lu_solve"
    if LU.dtype not in HALVES:
        check_floating(LU, f"torch.{name}")
    if pivots.dtype is not torch.int32:
        raise RuntimeError(f"{name}: pivots should be a Tensor of scalar type torch.int32")
    check_square(LU, f"torch.{name}")
    check_equation(name, LU, B, left)
    if pivots.dim() < 1 or LU.size(-1) != pivots.size(-1):
        raise RuntimeError(
            f"{name}: Number of pivots per batch should be same as the dimension of the matrix"
        )
    if LU.shape[:-1] != pivots.shape:
        raise RuntimeError(
            f"{name}: Expected LU.shape[:-1] and pivots.shape to be the same, but got pivots with shape "
            f"{list(pivots.shape)} instead"
        )
    check_same(name, LU, B, ("LU", "B"))
    check_kernel(LU, "linalg_lu_solve_cpu")
    _check_range(pivots, LU.size(-1), "lu_solve")
    if left:
        return finished(_lu_solve(LU, pivots, B, adjoint), out)
    return finished(_lu_solve(LU, pivots, B.mH, not adjoint).mH, out)


def _lu_solve(LU, pivots, B, adjoint):
    P = _unpacked(LU, pivots, data=False)[0]
    if adjoint:
        return columns(torch.matmul(P, substituted(LU.mH, substituted(LU.mH, B, False), True, True)))
    return substituted(LU, substituted(LU, torch.matmul(P.mT, B), False, True), True)


def old_lu_solve(input, LU_data, LU_pivots, out=None):
    torch._warn(
        "torch.lu_solve is deprecated in favor of torch.linalg.lu_solveand will be removed in a future "
        "PyTorch "
        "release.\nNote that torch.linalg.lu_solve has its arguments reversed.\nX = torch.lu_solve(B, LU, "
        "pivots)\nshould be replaced with\nX = torch.linalg.lu_solve(LU, pivots, B)"
    )
    return finished(lu_solve(LU_data, LU_pivots, input), out)
