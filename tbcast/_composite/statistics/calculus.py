"""Bodies of the function table: trapezoid, trapz, cumulative_trapezoid and gradient."""

from tbcast import _C
from tbcast._verdict.calls import ask, unasked

# ---- integrals ----


def _slice(t, dim, start, stop):
    """t[start:stop] along dim; negative indices count from the end."""
    if t.dim() == 0:
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    start, stop, _ = slice(start, stop).indices(t.size(dim))
    return t.narrow(dim, start, max(stop - start, 0))


def _pairs(y, dim):
    """Adjacent elements along dim."""
    return _slice(y, dim, None, -1), _slice(y, dim, 1, None)


def _wrapped(dim, n):
    """dim as a non-negative number. n: the number of dimensions; 0 counts as 1."""
    room = max(n, 1)
    if not -room <= dim < room:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [-{room}, {room - 1}], but got {dim})"
        )
    return dim % room


def _distances(name, y, x, dim):
    """The differences of the points, in a shape that broadcasts with y's."""
    if x.dim() == 1:
        if x.size(0) != y.size(dim):
            raise RuntimeError(f"{name}: There must be one `x` value for each sample point")
        x = x.view([-1 if d == dim else 1 for d in range(y.dim())])
    elif x.dim() < y.dim():
        x = x.view([1] * (y.dim() - x.dim()) + list(x.shape))
    left, right = _pairs(x, dim)
    return right - left


def _number(value):
    """Whether the value is a number that torch accepts as a scalar."""
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise OverflowError("int too big to convert")
    return value.item() if isinstance(value, _C.Tensor) else value


def _real(name, dx):
    if isinstance(dx, (bool, complex)):
        raise RuntimeError(f"{name}: Currently, we only support dx as a real number.")
    return float(dx)


def _refuse_bool(name, y, x):
    if x is not None and _C.bool in (y.dtype, x.dtype):
        raise RuntimeError(f"{name}: received a bool input for `x` or `y`, but bool is not supported")
    if y.dtype is _C.bool:
        raise RuntimeError(f"{name}: received a bool input for `y`, but bool is not supported")


def _ask(name, y, x):
    """Ask policies: points with several dimensions may be meant for other dimensions of y."""
    if x is not None and x.dim() > 1 and _C._is_watched():
        ask(name, y, x)


def trapezoid(y, x=None, dx=1, dim=-1):
    _ask("trapezoid", y, x)
    return _trapezoid(y, x, dx, dim)


@unasked
def _trapezoid(y, x, dx, dim):
    dx = _number(dx)
    if x is not None:
        dim = _wrapped(dim, y.dim())
    if y.size(dim) == 0:
        sizes = list(y.shape)
        del sizes[dim]
        return _C.zeros(sizes, dtype=y.dtype)
    _refuse_bool("trapezoid", y, x)
    if x is None:
        dx = _real("trapezoid", dx)
        return (y.sum(dim) - (y.select(dim, 0) + y.select(dim, -1)) * 0.5) * dx
    distances = _distances("trapezoid", y, x, dim)
    left, right = _pairs(y, dim)
    return ((left + right) * distances).sum(dim) / 2.0


def trapz(y, x=None, dx=1, dim=-1):
    return trapezoid(y, x, float(dx), dim)


def cumulative_trapezoid(y, x=None, dx=1, dim=-1):
    _ask("cumulative_trapezoid", y, x)
    return _cumulative_trapezoid(y, x, dx, dim)


@unasked
def _cumulative_trapezoid(y, x, dx, dim):
    dx = _number(dx)
    if x is not None:
        dim = _wrapped(dim, y.dim())
        _ = y.dim() and y.size(dim)  # raises IndexError
    _refuse_bool("cumulative_trapezoid", y, x)
    if x is None:
        dx = _real("cumulative_trapezoid", dx)
        left, right = _pairs(y, dim)
        return (dx / 2.0 * (left + right)).cumsum(dim)
    distances = _distances("cumulative_trapezoid", y, x, dim)
    left, right = _pairs(y, dim)
    return ((left + right) * distances).cumsum(dim) / 2.0


# ---- derivatives ----


def _check_gradient(input, spacings, dims, edge_order):
    """spacings: the number of given spacings, None for one that applies to all."""
    if input.dtype is _C.uint8:
        raise RuntimeError("torch.gradient does not support uint8 input.")
    if spacings is not None and dims is None and spacings != input.dim():
        raise RuntimeError(
            "torch.gradient expected spacing to be unspecified, a scalar, or a list of length equal to "
            f"'self.dim() = {input.dim()}', since dim argument was not given, but got a list of length "
            f"{spacings}"
        )
    if spacings is not None and dims is not None and spacings != len(dims):
        raise RuntimeError(
            "torch.gradient expected spacing to be unspecified, a scalar or it's spacing and dim arguments "
            f"to have the same length, but got a spacing argument of length {spacings} and a dim argument of "
            f"length {len(dims)}."
        )
    if edge_order not in (1, 2):
        raise RuntimeError("torch.gradient only supports edge_order=1 and edge_order=2.")
    given, dims = dims, range(input.dim()) if dims is None else [_wrapped(dim, input.dim()) for dim in dims]
    for place, dim in enumerate(dims):
        if dim in dims[:place]:
            raise RuntimeError(f"dim {dim} appears multiple times in the list of dims")
    if any(input.size(dim) < edge_order + 1 for dim in given or dims):
        raise RuntimeError("torch.gradient expected each dimension size to be at least edge_order+1")
    return dims


def _even(input, dim, distance, edge_order):
    """Derivatives at equidistant points: the inner ones, the first edge, the last edge."""

    def at(start, stop):
        return _slice(input, dim, start, stop)

    center = (at(2, None) - at(0, -2)) / distance
    if edge_order == 1:
        first = (at(1, 2) - at(0, 1)) / distance
        last = (at(-1, None) - at(-2, -1)) / distance
    else:
        first = (-1.5 * at(0, 1) + 2 * at(1, 2) - 0.5 * at(2, 3)) / distance
        last = (0.5 * at(-3, -2) - 2 * at(-2, -1) + 1.5 * at(-1, None)) / distance
    return first, center / 2, last


def _uneven(input, dim, points, edge_order):
    """Derivatives at given points, as weighted sums of three adjacent values."""
    if points.dim() != 1:
        raise RuntimeError(
            "torch.gradient expected each element of spacing to have one dimension, but got an element with "
            f"{points.dim()} dimensions!"
        )

    def at(start, stop):
        return _slice(input, dim, start, stop)

    steps = points.diff()
    shape = [-1 if d == dim % input.dim() else 1 for d in range(input.dim())]
    left, right = _pairs(steps, 0)
    a = (-right / (left * (left + right))).reshape(shape)
    b = ((right - left) / (left * right)).reshape(shape)
    c = (left / (right * (left + right))).reshape(shape)
    center = a * at(0, -2) + b * at(1, -1) + c * at(2, None)
    if edge_order == 1:
        return (at(1, 2) - at(0, 1)) / steps[0], center, (at(-1, None) - at(-2, -1)) / steps[-1]
    one, two = steps[0], steps[1]
    a, b, c = -(2.0 * one + two) / (one * (one + two)), (one + two) / (one * two), -one / (two * (one + two))
    first = a * at(0, 1) + b * at(1, 2) + c * at(2, 3)
    one, two = steps[-1], steps[-2]
    a, b, c = one / (two * (one + two)), -(one + two) / (one * two), (2.0 * one + two) / (one * (one + two))
    return first, center, a * at(-3, -2) + b * at(-2, -1) + c * at(-1, None)


def gradient(input, spacing=1, dim=None, edge_order=1):
    dims = (dim,) if isinstance(dim, int) else dim
    several = isinstance(spacing, (tuple, list))
    if not several:
        spacing = _number(spacing)
    dims = _check_gradient(input, len(spacing) if several else None, dims, edge_order)
    results = []
    for d, s in zip(dims, spacing if several else [spacing] * len(dims), strict=True):
        derivatives = _uneven if isinstance(s, _C.Tensor) else _even
        results.append(_C.cat(derivatives(input, d, s, edge_order), d))
    return tuple(results)
