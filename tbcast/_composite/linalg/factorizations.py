"""det, inv, cholesky, svd, qr, eig and their like: numpy.linalg computes."""

from tbcast import _C as torch
from tbcast._composite.linalg.checks import (
    cast,
    check_floating,
    check_kernel,
    check_matrix,
    check_square,
    columns,
    fail,
    finished,
    several,
)
from tbcast._composite.linalg.systems import SINGULAR_INVERSE, inverse_and_info
from tbcast._composite.linalg.through_numpy import call, converged, each
from tbcast._composite.outputs import HALVES, refuse

NOT_POSITIVE = (
    "The factorization could not be completed because the input is not positive-definite (the leading "
    "minor of "
    "order {} is not positive-definite)."
)

# ---- determinants and inverses ----


def det(A=None, out=None, input=None):
    A = input if A is None else A
    check_square(A, "linalg.det")
    check_floating(A, "linalg.det", "lu_cpu")
    return finished(call("det", A), out)


def _slogdet(A, function):
    check_square(A, function)
    check_floating(A, function)
    return call("slogdet", A)


def slogdet(A, out=None):
    return several("linalg_slogdet", _slogdet(A, "linalg.slogdet"), out)


def old_slogdet(input, out=None):
    return several("slogdet", _slogdet(input, "linalg.slogdet"), out)


def logdet(input):
    sign, logarithm = _slogdet(input, "logdet")
    return logarithm + torch.log(sign)


def inv(A=None, out=None, input=None):
    A = input if A is None else A
    inverse, info = inverse_and_info(A, "linalg.inv")
    fail("linalg.inv", info, SINGULAR_INVERSE)
    return finished(inverse, out)


def inv_ex(A, check_errors=False, out=None):
    inverse, info = inverse_and_info(A, "linalg.inv")
    if check_errors:
        fail("linalg.inv_ex", info, SINGULAR_INVERSE)
    return several("linalg_inv_ex", (inverse, info), out)


# ---- cholesky ----


def _order(matrix):
    """The order of the first leading minor that is not positive, of a matrix that has one."""
    low, high = 0, matrix.size(-1)
    while high - low > 1:
        middle = (low + high) // 2
        positive = call("cholesky", matrix[:middle, :middle]) is not None
        low, high = (middle, high) if positive else (low, middle)
    return high


def _cholesky(A, upper, function):
    """The factors, and the orders of minors that are not positive."""
    lower = A.mH if upper else A
    info = torch.zeros(A.shape[:-2], dtype=torch.int32)
    found = call("cholesky", lower)
    if found is None:
        good = each("cholesky", lower)
        flat = lower.reshape(-1, *A.shape[-2:])
        info = torch.tensor([0 if ok else _order(m) for ok, m in zip(good, flat, strict=True)])
        info = info.to(torch.int32).reshape(A.shape[:-2])
        failed = info[..., None, None] != 0
        found = call("cholesky", torch.where(failed, torch.eye(A.size(-1), dtype=A.dtype), lower))
        found.masked_fill_(failed, float("nan"))
    return columns(found.mH if upper else found), info


def _checked_cholesky(A, upper):
    check_square(A, "linalg.cholesky")
    check_floating(A, "linalg.cholesky", "cholesky_cpu")
    return _cholesky(A, upper, "linalg.cholesky")


def cholesky(input, upper=False, out=None):
    factor, info = _checked_cholesky(input, upper)
    fail("linalg.cholesky", info, NOT_POSITIVE)
    return finished(factor, out)


def cholesky_ex(input, upper=False, check_errors=False, out=None):
    factor, info = _checked_cholesky(input, upper)
    if check_errors:
        fail("linalg.cholesky_ex", info, NOT_POSITIVE)
    return several("linalg_cholesky_ex", (factor, info), out)


def old_cholesky(input, upper=False, out=None):
    torch._warn(
        "torch.cholesky is deprecated in favor of torch.linalg.cholesky and will be removed in a future "
        "PyTorch "
        "release.\nL = torch.cholesky(A)\nshould be replaced with\nL = torch.linalg.cholesky(A)\nand\nU = "
        "torch.cholesky(A, upper=True)\nshould be replaced with\nU = torch.linalg.cholesky(A).mH\nThis "
        "transform "
        "will produce equivalent results for all valid (symmetric positive definite) inputs."
    )
    check_square(input, "cholesky")
    check_kernel(input, "cholesky_cpu")
    factor, info = _cholesky(input, upper, "cholesky")
    fail("cholesky", info, NOT_POSITIVE)
    return cast(factor, out, "result", "cholesky")


# ---- svd and qr ----


def singular_values(A):
    """Of matrices that have been checked."""
    return converged("linalg.svd", "svd", A, "singular values", compute_uv=False)


def decomposed(A, full_matrices=True):
    """U, S and Vh of matrices that have been checked."""
    return converged("linalg.svd", "svd", A, "singular values", full_matrices=full_matrices)


def _check_svd(A, driver=None):
    check_matrix(A, "linalg.svd")
    check_floating(A, "linalg.svd", "linalg_svd_cpu")
    if driver is not None:
        raise RuntimeError(
            "torch.linalg.svd: keyword argument `driver=` is only supported on CUDA inputs with cuSOLVER "
            "backend."
        )


def svd(A, full_matrices=True, driver=None, out=None):
    _check_svd(A, driver)
    U, S, Vh = decomposed(A, full_matrices)
    return several("linalg_svd", (columns(U), S, columns(Vh)), out)


def svdvals(A, driver=None, out=None):
    _check_svd(A, driver)
    return finished(singular_values(A), out)


def old_svd(input, some=True, compute_uv=True, out=None):
    if input.dim() < 2:
        raise RuntimeError(
            f"linalg.svd: input should have at least 2 dimensions, but has {input.dim()} dimensions instead"
        )
    _check_svd(input)
    if compute_uv:
        U, S, Vh = decomposed(input, not some)
        return several("svd", (columns(U), S, columns(Vh).mH), out)
    m, n = input.shape[-2:]
    U, V = (torch.zeros(*input.shape[:-2], size, size, dtype=input.dtype) for size in (m, n))
    return several("svd", (U, singular_values(input), V), out)


def _qr(A, mode):
    check_matrix(A, "linalg.qr")
    check_floating(A, "linalg.qr", "geqrf_cpu")
    if mode not in ("reduced", "complete", "r"):
        raise RuntimeError(
            f"qr received unrecognized mode '{mode}' but expected one of 'reduced' (default), 'r', or "
            f"'complete'"
        )
    if mode == "r":
        return torch.empty(0, dtype=A.dtype), columns(call("qr", A, mode="r"))
    return tuple(map(columns, call("qr", A, mode=mode)))


def qr(A, mode="reduced", out=None):
    return several("linalg_qr", _qr(A, mode), out)


def old_qr(input, some=True, out=None):
    torch._warn(
        "torch.qr is deprecated in favor of torch.linalg.qr and will be removed in a future PyTorch "
        "release.\nThe "
        "boolean parameter 'some' has been replaced with a string parameter 'mode'.\nQ, R = torch.qr(A, "
        "some)\nshould be replaced with\nQ, R = torch.linalg.qr(A, 'reduced' if some else 'complete')"
    )
    return several("qr", _qr(input, "reduced" if some else "complete"), out)


# ---- eigenvalues ----


def hermitian(function, A, UPLO="L"):
    """What numpy.linalg.eigh or eigvalsh computes."""
    check_square(A, "linalg.eigh")
    if UPLO.upper() not in ("L", "U"):
        raise RuntimeError(f"Expected UPLO argument to be 'L' or 'U', but got {UPLO}")
    check_kernel(A, "linalg_eigh_cpu")
    return converged("linalg.eigh", function, A, "eigenvalues", UPLO=UPLO)


def eigh(input, UPLO="L", out=None):
    values, vectors = hermitian("eigh", input, UPLO)
    return several("linalg_eigh", (values, columns(vectors)), out)


def eigvalsh(input, UPLO="L", out=None):
    return finished(hermitian("eigvalsh", input, UPLO), out)


def _general(function, A):
    """What numpy.linalg.eig or eigvals computes, as complex numbers."""
    if not (A.is_floating_point() or A.is_complex()):
        raise RuntimeError(f"Unknown Complex ScalarType for {A.dtype._type_name}")
    check_square(A, f"linalg.{function}")
    if not A.isfinite().all():
        raise RuntimeError(f"torch.linalg.{function}: input tensor should not contain infs or NaNs.")
    if A.dtype in HALVES:
        refuse("linalg_eig_out_cpu", A.dtype)
    found = converged(f"linalg.{function}", function, A, "eigenvalues")
    dtype = torch.result_type(A, 1j)
    return tuple(x.to(dtype) for x in found) if isinstance(found, tuple) else found.to(dtype)


def eig(input, out=None):
    values, vectors = _general("eig", input)
    vectors = columns(vectors)
    if out is None or len(out) != 2:
        return several("linalg_eig", (values, vectors), out)
    for name, result, tensor in zip(("eigenvalues", "eigenvectors"), (values, vectors), out, strict=True):
        if not torch.can_cast(result.dtype, tensor.dtype):
            cast(result, tensor, name, "torch.linalg.eig")
    return several(
        "linalg_eig", tuple(r.to(t.dtype) for r, t in zip((values, vectors), out, strict=True)), out
    )


def eigvals(input, out=None):
    return cast(_general("eigvals", input), out, "eigenvalues", "torch.linalg.eigvals")
