"""Bodies of the function table: quantile and nanquantile, which interpolate between sorted elements."""

from tbcast import _C
from tbcast._composite.outputs import written

MODES = ("linear", "lower", "higher", "midpoint", "nearest")
MAX_ELEMENTS = 2**24  # the largest number of elements whose ranks float32 can represent


def _check(input, q, out, dim):
    if input.numel() == 0:
        raise RuntimeError("quantile() input tensor must be non-empty")
    if q.dim() > 1:
        raise RuntimeError("quantile() q must be a scalar or 1D tensor")
    if input.dtype not in (_C.float32, _C.float64):
        raise RuntimeError("quantile() input tensor must be either float or double dtype")
    if q.dtype is not input.dtype:
        raise RuntimeError("quantile() q tensor must be same dtype as the input tensor")
    if out is not None and out.dtype is not input.dtype:
        raise RuntimeError("quantile() out tensor must be same dtype as the input tensor")
    if dim is not None and input.dim():
        input.size(dim)  # raises IndexError
    elif dim is not None:
        input.unsqueeze(0).size(dim)
    if not (q.ge(0) & q.le(1)).all():
        raise RuntimeError("quantile() q values must be in the range [0, 1]")


def _ranks(ordered, q, ignores_nan):
    """The possibly fractional positions of the quantiles in the sorted rows, (..., len(q)); for a nan result,
    the position of a nan."""
    nans = ordered.isnan()
    if ignores_nan:
        ranks = q * (nans.logical_not().sum(-1, True) - 1)
        return ranks.masked_fill(ranks < 0, 0)
    last = ordered.size(-1) - 1
    return (q * last).expand(*ordered.shape[:-1], q.numel()).masked_fill(nans.any(-1, True), last)


def _interpolated(ordered, ranks, mode):
    if mode == "lower":
        ranks = ranks.floor()
    elif mode == "higher":
        ranks = ranks.ceil()
    elif mode == "nearest":
        ranks = ranks.round()
    below = ranks.to(_C.int64)
    values = ordered.gather(-1, below)
    if mode not in ("linear", "midpoint"):
        return values
    weights = _C.full_like(ranks, 0.5) if mode == "midpoint" else ranks - below
    return values.lerp(ordered.gather(-1, ranks.ceil().to(_C.int64)), weights)


def _quantile(input, q, dim, keepdim, mode, out, ignores_nan):
    if isinstance(mode, bytes):
        mode = mode.decode()
    if not isinstance(q, _C.Tensor):
        if not 0 <= q <= 1:
            raise RuntimeError(f"quantile() q must be in the range [0, 1] but got {q:g}")
        q = _C.scalar_tensor(q, dtype=input.dtype)
    if mode not in MODES:
        raise RuntimeError(
            "quantile() interpolation must be one of linear, lower, higher, midpoint or nearest, but got "
            f"{mode}"
        )
    dim = None if dim is None else int(dim)
    _check(input, q, out, dim)
    rows = input.flatten() if dim is None or input.dim() == 0 else input.movedim(dim, -1)
    if rows.size(-1) > MAX_ELEMENTS:
        raise RuntimeError("quantile() input tensor is too large")
    ordered = rows.sort().values
    values = _interpolated(ordered, _ranks(ordered, q.reshape(-1), ignores_nan), mode)
    if keepdim and dim is None:
        values = values.view([1] * input.dim() + [-1])
    elif keepdim and input.dim():
        values = values.unsqueeze(dim if dim >= 0 else dim - 1)
    result = values.squeeze(-1) if q.dim() == 0 else values.unsqueeze(0).transpose(0, -1).squeeze(-1)
    return written(result, out)


def quantile(input, q, dim=None, keepdim=False, interpolation="linear", out=None):
    return _quantile(input, q, dim, keepdim, interpolation, out, False)


def nanquantile(input, q, dim=None, keepdim=False, interpolation="linear", out=None):
    return _quantile(input, q, dim, keepdim, interpolation, out, True)
