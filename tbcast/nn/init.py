"""The initializations of torch.nn.init: they fill a tensor, with PyTorch's random numbers, and return it."""

from __future__ import annotations

from math import ceil, erf, prod, sqrt

from tbcast import _C, linalg
from tbcast._C import Generator, Tensor

__all__ = [
    "calculate_gain",
    "constant_",
    "dirac_",
    "eye_",
    "kaiming_normal_",
    "kaiming_uniform_",
    "normal_",
    "ones_",
    "orthogonal_",
    "sparse_",
    "trunc_normal_",
    "uniform_",
    "xavier_normal_",
    "xavier_uniform_",
    "zeros_",
]

# ---- the scale of random numbers ----

_GAINS = dict.fromkeys(
    (*(f"conv{n}d" for n in (1, 2, 3)), *(f"conv_transpose{n}d" for n in (1, 2, 3)), "linear", "sigmoid"), 1.0
)
_GAINS |= {"tanh": 5 / 3, "relu": sqrt(2), "selu": 3 / 4}


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """The factor by which kaiming_uniform_ and its kin scale for a nonlinearity.

    param: the slope of "leaky_relu" below 0, 0.01 unless given. Raises ValueError for another nonlinearity,
    and for a slope that is no number. As torch.nn.init.calculate_gain.

    >>> torch.nn.init.calculate_gain("selu")
    0.75
    """
    if nonlinearity == "leaky_relu":
        if isinstance(param, bool) or not isinstance(param, (int, float, type(None))):
            raise ValueError(f"negative_slope {param} not a valid number")
        return sqrt(2 / (1 + (0.01 if param is None else param) ** 2))
    if nonlinearity not in _GAINS:
        raise ValueError(f"Unsupported nonlinearity {nonlinearity}")
    return _GAINS[nonlinearity]


def _fans(tensor: Tensor) -> dict[str, int]:
    """How many inputs an output has, and how many outputs an input has, of a layer with these weights."""
    if tensor.dim() < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    field = prod(tensor.shape[2:])
    return {"fan_in": tensor.size(1) * field, "fan_out": tensor.size(0) * field}


def _xavier_std(tensor: Tensor, gain: float) -> float:
    return gain * sqrt(2 / sum(_fans(tensor).values()))


def _kaiming_std(tensor: Tensor, a: float, mode: str, nonlinearity: str) -> float:
    if mode.lower() not in ("fan_in", "fan_out"):
        raise ValueError(f"Mode {mode.lower()} not supported, please use one of ['fan_in', 'fan_out']")
    fan = _fans(tensor)[mode.lower()]
    return calculate_gain(nonlinearity, a) / sqrt(fan)


# ---- random numbers ----


def uniform_(tensor: Tensor, a: float = 0.0, b: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Fills a floating tensor with uniform numbers from [a, b).

    Raises RuntimeError for b < a, NotImplementedError for other dtypes. As torch.nn.init.uniform_.

    >>> torch.nn.init.uniform_(torch.empty(2), 1, 1)
    tensor([1., 1.])
    """
    return tensor.uniform_(a, b, generator=generator)


def normal_(
    tensor: Tensor, mean: float = 0.0, std: float = 1.0, generator: Generator | None = None
) -> Tensor:
    """Fills a floating tensor with normal numbers.

    Raises RuntimeError for a negative std, NotImplementedError for other dtypes. As torch.nn.init.normal_.

    >>> torch.nn.init.normal_(torch.empty(2), 5, 0)
    tensor([5., 5.])
    """
    return tensor.normal_(mean, std, generator=generator)


def trunc_normal_(
    tensor: Tensor,
    mean: float = 0.0,
    std: float = 1.0,
    a: float = -2.0,
    b: float = 2.0,
    generator: Generator | None = None,
) -> Tensor:
    """Fills a floating tensor with normal numbers, drawn again where they are outside [a, b].

    Where few normal numbers would be inside, uniform ones are kept in proportion to the normal density. Warns
    (UserWarning) if mean is more than two std outside. Raises NotImplementedError for other dtypes. As
    torch.nn.init.trunc_normal_.

    >>> torch.nn.init.trunc_normal_(torch.empty(100)).abs().max() <= 2
    tensor(True)
    """
    if mean < a - 2 * std or mean > b + 2 * std:
        _C._warn(
            "mean is more than 2 std from [a, b] in nn.init.trunc_normal_. The distribution of values may be "
            "incorrect."
        )
    inside = (erf((b - mean) / std / sqrt(2)) - erf((a - mean) / std / sqrt(2))) / 2
    draw = _normal_inside if inside > 0.3 else _uniform_accepted
    return tensor.copy_(draw(tensor, mean, std, a, b, generator))


def _normal_inside(tensor, mean, std, a, b, generator) -> Tensor:
    low, high = (tensor.new_tensor(bound).item() for bound in (a, b))
    found = _C.empty_like(tensor).normal_(mean, std, generator=generator)
    while bool((outside := (found < low) | (found > high)).any()):
        again = _C.empty_like(found).normal_(mean, std, generator=generator)
        found = _C.where(outside, again, found)
    return found


def _uniform_accepted(tensor, mean, std, a, b, generator) -> Tensor:
    """Rejection sampling: a candidate is kept with its density over the density's peak in [a, b]."""
    peak = -0.5 * ((max(a, min(mean, b)) - mean) / std) ** 2
    found, pending = tensor, None
    while pending is None or bool(pending.any()):
        drawn = _C.empty_like(tensor).uniform_(a, b, generator=generator)
        log_density = drawn.sub(mean).div_(std).pow_(2).mul_(-0.5).sub_(peak)
        refused = _C.empty_like(tensor).uniform_(generator=generator).log_().gt(log_density)
        found = drawn if pending is None else _C.where(pending, drawn, found)
        pending = refused if pending is None else pending & refused
    return found


def xavier_uniform_(tensor: Tensor, gain: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Fills weights (out, in, ...) with uniform numbers whose variance is gain ** 2 * 2 / (fan in + fan out).

    Raises ValueError for fewer than two dimensions. As torch.nn.init.xavier_uniform_.

    >>> torch.nn.init.xavier_uniform_(torch.empty(3, 3)).abs().max() <= 1
    tensor(True)
    """
    bound = sqrt(3) * _xavier_std(tensor, gain)
    return tensor.uniform_(-bound, bound, generator=generator)


def xavier_normal_(tensor: Tensor, gain: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Fills weights (out, in, ...) with normal numbers whose variance is gain ** 2 * 2 / (fan in + fan out).

    Raises ValueError for fewer than two dimensions. As torch.nn.init.xavier_normal_.

    >>> torch.nn.init.xavier_normal_(torch.empty(2, 3)).shape
    torch.Size([2, 3])
    """
    return tensor.normal_(0.0, _xavier_std(tensor, gain), generator=generator)


def _is_empty(tensor: Tensor) -> bool:
    if empty := 0 in tensor.shape:
        _C._warn("Initializing zero-element tensors is a no-op")
    return empty


def kaiming_uniform_(
    tensor: Tensor,
    a: float = 0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Generator | None = None,
) -> Tensor:
    """Fills weights (out, in, ...) with uniform numbers whose variance is gain ** 2 / fan.

    mode: which fan, "fan_in" or "fan_out". The gain is calculate_gain(nonlinearity, a). Warns (UserWarning)
    of an empty tensor. Raises ValueError for another mode or nonlinearity, and for fewer than two dimensions.
    As torch.nn.init.kaiming_uniform_.

    >>> torch.nn.init.kaiming_uniform_(torch.empty(2, 6)).abs().max() <= 1
    tensor(True)
    """
    if _is_empty(tensor):
        return tensor
    bound = sqrt(3) * _kaiming_std(tensor, a, mode, nonlinearity)
    return tensor.uniform_(-bound, bound, generator=generator)


def kaiming_normal_(
    tensor: Tensor,
    a: float = 0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Generator | None = None,
) -> Tensor:
    """Fills weights (out, in, ...) with normal numbers whose variance is gain ** 2 / fan.

    The arguments, warnings and errors are those of kaiming_uniform_: ValueError for another mode or
    nonlinearity, and for fewer than two dimensions. As torch.nn.init.kaiming_normal_.

    >>> torch.nn.init.kaiming_normal_(torch.empty(2, 6), mode="fan_out").shape
    torch.Size([2, 6])
    """
    if _is_empty(tensor):
        return tensor
    return tensor.normal_(0, _kaiming_std(tensor, a, mode, nonlinearity), generator=generator)


def sparse_(tensor: Tensor, sparsity: float, std: float = 0.01, generator: Generator | None = None) -> Tensor:
    """Fills a matrix with normal numbers, and a part of each column with zeros: sparsity of its rows.

    Which rows is drawn from the default generator, as in PyTorch. Raises ValueError for other dimensions. As
    torch.nn.init.sparse_.

    >>> torch.nn.init.sparse_(torch.empty(4, 3), 0.5).eq(0).sum(0)
    tensor([2, 2, 2])
    """
    if tensor.dim() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    rows, columns = tensor.shape
    tensor.normal_(0, std, generator=generator)
    for column in range(columns):
        tensor[_C.randperm(rows)[: ceil(sparsity * rows)], column] = 0
    return tensor


# ---- numbers that are known ----


def constant_(tensor: Tensor, val: float) -> Tensor:
    """Fills a tensor of any shape and dtype with a number.

    Raises RuntimeError for a number that the dtype cannot hold. As torch.nn.init.constant_.

    >>> torch.nn.init.constant_(torch.empty(2), 0.5)
    tensor([0.5000, 0.5000])
    """
    return tensor.fill_(val)


def ones_(tensor: Tensor) -> Tensor:
    """Fills a tensor of any shape and dtype with ones. Raises TypeError for anything else.

    As torch.nn.init.ones_.

    >>> torch.nn.init.ones_(torch.empty(2))
    tensor([1., 1.])
    """
    return tensor.fill_(1.0)


def zeros_(tensor: Tensor) -> Tensor:
    """Fills a tensor of any shape and dtype with zeros. Raises TypeError for anything else.

    As torch.nn.init.zeros_.

    >>> torch.nn.init.zeros_(torch.empty(2))
    tensor([0., 0.])
    """
    return tensor.zero_()


def eye_(tensor: Tensor) -> Tensor:
    """Fills a matrix of any dtype with ones on the diagonal and zeros elsewhere.

    Raises ValueError for other dimensions. As torch.nn.init.eye_.

    >>> torch.nn.init.eye_(torch.empty(2, 3))
    tensor([[1., 0., 0.],
            [0., 1., 0.]])
    """
    if tensor.dim() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    _C.eye(*tensor.shape, dtype=tensor.dtype, out=tensor)
    return tensor


def orthogonal_(tensor: Tensor, gain: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Fills a matrix with random orthonormal rows, or columns if these are fewer, times gain.

    A floating tensor of two dimensions or more, viewed as a matrix of tensor.size(0) rows. NumPy factors the
    random matrix: ImportError where it is not installed. Raises ValueError for fewer dimensions. As
    torch.nn.init.orthogonal_, up to rounding.

    >>> w = torch.nn.init.orthogonal_(torch.empty(2, 3))
    >>> torch.allclose(w @ w.T, torch.eye(2), atol=1e-6)
    True
    """
    if tensor.dim() < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if tensor.numel() == 0:
        return tensor
    rows = tensor.size(0)
    matrix = tensor.new_empty((rows, tensor.numel() // rows)).normal_(0, 1, generator=generator)
    wide = rows < matrix.size(1)
    q, r = linalg.qr(matrix.t() if wide else matrix)
    q = q * r.diagonal().sign()
    tensor.view((rows, -1)).copy_(q.t() if wide else q).mul_(gain)
    return tensor


def dirac_(tensor: Tensor, groups: int = 1) -> Tensor:
    """Fills the weights of a convolution (out, in, ...) so that each output is the input of its number.

    Weights of three to five dimensions; groups: of outputs, each of which begins again at the first input.
    Raises ValueError for other dimensions, and if groups do not divide the first. As torch.nn.init.dirac_.

    >>> torch.nn.init.dirac_(torch.empty(1, 1, 3))
    tensor([[[0., 1., 0.]]])
    """
    if not 3 <= tensor.dim() <= 5:
        raise ValueError("Only tensors with 3, 4, or 5 dimensions are supported")
    if tensor.size(0) % groups:
        raise ValueError("dim 0 must be divisible by groups")
    outputs = tensor.size(0) // groups
    middle = [size // 2 for size in tensor.shape[2:]]
    tensor.zero_()
    for group in range(groups):
        for channel in range(min(outputs, tensor.size(1))):
            tensor[(group * outputs + channel, channel, *middle)] = 1
    return tensor
