"""torch.norm, which is a Python function in torch as well: vectors' norms by tbcast._C, no matrices'."""

from tbcast._C import _vector_norm


def _matrix_norm(input, p, dim):
    """What remains are errors: torch's, and one for what is not there."""
    if p not in ("fro", "nuc"):
        raise RuntimeError(f"linalg.matrix_norm: Order {p} not supported.")
    if input.ndim < 2:
        raise RuntimeError("linalg.matrix_norm: The input tensor A must have at least 2 dimensions.")
    if len(dim) != 2:
        got = ", ".join(map(str, dim))
        raise RuntimeError(f"linalg.matrix_norm: dim must be a 2-tuple. Got {got}")
    raise NotImplementedError("norm(): p='nuc' needs singular values, which tbcast does not compute")


def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    """As torch.norm: the binding's docstring says what it does."""
    input.layout  # noqa: B018, what is no tensor fails as in torch
    single = isinstance(dim, int)
    dims = [dim] if single else dim
    if isinstance(p, str):
        if p != "fro" or not (dim is None or single or len(dim) <= 2):
            return _matrix_norm(input, p, list(range(input.ndim)) if dims is None else dims)
        p = 2
    elif p is None:
        p = 2.0
    if out is None:
        return _vector_norm(input, p, dims, keepdim, dtype=dtype)
    return _vector_norm(input, p, dims, keepdim, dtype=dtype, out=out)


def method(self, p="fro", dim=None, keepdim=False, dtype=None):
    """As Tensor.norm."""
    return norm(self, p, dim, keepdim, dtype=dtype)


method.__name__ = method.__qualname__ = "norm"
