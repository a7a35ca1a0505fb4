"""torch.norm, which torch implements in Python, too, and renorm.

tbcast._C computes the vector norms."""

from tbcast import _C as torch
from tbcast._C import _rows_linalg_vector_norm as _vector_norm
from tbcast._composite.linalg.norms import matrix_norm
from tbcast._composite.outputs import HALVES, check_dtype, written
from tbcast._decorators import named
from tbcast._verdict.calls import unasked


def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    """See the docstring of the binding."""
    input.layout  # noqa: B018, fails as in torch for anything but a tensor
    single = isinstance(dim, int)
    dims = [dim] if single else dim
    if isinstance(p, str):
        if p != "fro" or not (dim is None or single or len(dim) <= 2):
            return matrix_norm(
                input, p, list(range(input.ndim)) if dims is None else dims, keepdim, dtype, out
            )
        p = 2
    elif p is None:
        p = 2.0
    if out is None:
        return _vector_norm(input, p, dims, keepdim, dtype=dtype)
    return _vector_norm(input, p, dims, keepdim, dtype=dtype, out=out)


@named("Tensor.norm")
def method(self, p="fro", dim=None, keepdim=False, dtype=None):
    """Tensor.norm."""
    return norm(self, p, dim, keepdim, dtype=dtype)


# ---- renorm ----


def _check_renorm(input, p, maxnorm):
    if isinstance(p, complex):
        raise RuntimeError("renorm: p must be real-valued")
    if not p > 0:
        raise RuntimeError("renorm: non-positive-norm not supported")
    if isinstance(maxnorm, complex):
        raise RuntimeError("renorm: maxnorm must be real-valued")
    if not maxnorm >= 0:
        raise RuntimeError(f"renorm: expected maxnorm to be >= 0 but got {maxnorm:g}")
    if input.dim() < 2:
        raise RuntimeError(f"renorm: input needs at least 2 dimensions, got {input.dim()} dimensions")


@unasked
def _renormed(input, p, dim, maxnorm):
    """Multiplies each slice by a factor in the norms' precision, then rounds."""
    input.size(dim)  # raises IndexError
    others = [d for d in range(input.dim()) if d != dim % input.dim()]
    norms = _vector_norm(input, p, others, True, dtype=torch.float32 if input.dtype in HALVES else None)
    factor = torch.div(torch.full_like(norms, maxnorm), norms + 1e-7)
    factor = torch.where(norms > maxnorm, factor, torch.ones_like(factor)).to(input.dtype)
    return torch.mul(input, factor, out=torch.empty(input.shape, dtype=input.dtype))


def renorm(input, p, dim, maxnorm, out=None):
    _check_renorm(input, p, maxnorm)
    check_dtype(input.dtype, out)
    return written(_renormed(input, p, dim, maxnorm), out)


def renorm_(input, p, dim, maxnorm):
    _check_renorm(input, p, maxnorm)
    return input.copy_(_renormed(input, p, dim, maxnorm))
