"""Activations and dropouts of torch.nn.functional that have inplace=, as in torch, and those that are made of
others. The pointwise work is in rows of the tables.
"""

from tbcast import _C
from tbcast._C import Tensor

# ---- with inplace= ----


def silu(input: Tensor, inplace: bool = False) -> Tensor:
    """input * sigmoid(input), element by element; inplace=True writes input, and returns it.

    Operand: a tensor of any shape and a floating or complex dtype. Raises NotImplementedError for others. As
    torch.nn.functional.silu.

    >>> torch.nn.functional.silu(torch.tensor([-1., 0., 2.]))
    tensor([-0.2689,  0.0000,  1.7616])
    """
    return (_C._nn_silu_ if inplace else _C._nn_silu)(input)


def mish(input: Tensor, inplace: bool = False) -> Tensor:
    """input * tanh(log(1 + exp(input))), element by element; inplace=True writes input, and returns it.

    Operand: a tensor of any shape and a floating dtype. Raises NotImplementedError for others. As
    torch.nn.functional.mish.

    >>> torch.nn.functional.mish(torch.tensor([-1., 0., 2.]))
    tensor([-0.3034,  0.0000,  1.9440])
    """
    return (_C._nn_mish_ if inplace else _C._nn_mish)(input)


def elu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """input where it is positive, alpha * (exp(input) - 1) elsewhere; inplace=True writes input, and returns
    it.

    Operand: a tensor of any shape and a floating dtype. Raises NotImplementedError for others. As
    torch.nn.functional.elu.

    >>> torch.nn.functional.elu(torch.tensor([-1., 0., 2.]))
    tensor([-0.6321,  0.0000,  2.0000])
    """
    return (_C._nn_elu_ if inplace else _C._nn_elu)(input, alpha)


def selu(input: Tensor, inplace: bool = False) -> Tensor:
    """1.0507 * input where it is positive, 1.7581 * (exp(input) - 1) elsewhere; inplace=True writes input,
    and returns it.

    Operand: a tensor of any shape and a floating dtype. Raises NotImplementedError for others. As
    torch.nn.functional.selu.

    >>> torch.nn.functional.selu(torch.tensor([-1., 0., 2.]))
    tensor([-1.1113,  0.0000,  2.1014])
    """
    return (_C.selu_ if inplace else _C.selu)(input)


def celu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """input where it is positive, alpha * (exp(input / alpha) - 1) elsewhere; inplace=True writes input,
    and returns it.

    Operand: a tensor of any shape and a floating dtype. Raises NotImplementedError for others. Raises
    RuntimeError if alpha is 0. As torch.nn.functional.celu.

    >>> torch.nn.functional.celu(torch.tensor([-1., 0., 2.]), 2.0)
    tensor([-0.7869,  0.0000,  2.0000])
    """
    return (_C.celu_ if inplace else _C.celu)(input, alpha)


def leaky_relu(input: Tensor, negative_slope: float = 0.01, inplace: bool = False) -> Tensor:
    """input where it is positive, negative_slope * input elsewhere; inplace=True writes input,
    and returns it.

    Operand: a tensor of any shape and a floating dtype. Raises NotImplementedError for others. As
    torch.nn.functional.leaky_relu.

    >>> torch.nn.functional.leaky_relu(torch.tensor([-1., 0., 2.]))
    tensor([-0.0100,  0.0000,  2.0000])
    """
    return (_C._nn_leaky_relu_ if inplace else _C._nn_leaky_relu)(input, negative_slope)


def hardtanh(input: Tensor, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False) -> Tensor:
    """input limited to [min_val, max_val]; inplace=True writes input, and returns it.

    Operand: a tensor of any shape, of integers or a floating dtype. Raises RuntimeError for bool,
    NotImplementedError for complex numbers, ValueError if min_val exceeds max_val. As
    torch.nn.functional.hardtanh.

    >>> torch.nn.functional.hardtanh(torch.tensor([-2., 0.5]))
    tensor([-1.0000,  0.5000])
    """
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    return (_C._nn_hardtanh_ if inplace else _C._nn_hardtanh)(input, min_val, max_val)


def relu6(input: Tensor, inplace: bool = False) -> Tensor:
    """input limited to [0, 6]; inplace=True writes input, and returns it.

    Operand: a tensor of any shape, of integers or a floating dtype. Raises RuntimeError for bool,
    NotImplementedError for complex numbers. As torch.nn.functional.relu6.

    >>> torch.nn.functional.relu6(torch.tensor([-2., 7.]))
    tensor([0., 6.])
    """
    return _C._nn_hardtanh_(input, 0, 6) if inplace else _C._nn_relu6(input)


def hardsigmoid(input: Tensor, inplace: bool = False) -> Tensor:
    """input + 3 limited to [0, 6], over 6; inplace=True writes input, and returns it.

    Operand: a tensor of any shape and a floating dtype. Raises NotImplementedError for others. As
    torch.nn.functional.hardsigmoid.

    >>> torch.nn.functional.hardsigmoid(torch.tensor([-1., 0., 2.]))
    tensor([0.3333, 0.5000, 0.8333])
    """
    return (_C._nn_hardsigmoid_ if inplace else _C._nn_hardsigmoid)(input)


def hardswish(input: Tensor, inplace: bool = False) -> Tensor:
    """input times hardsigmoid(input); inplace=True writes input, and returns it.

    Operand: a tensor of any shape and a floating dtype. Raises NotImplementedError for others. As
    torch.nn.functional.hardswish.

    >>> torch.nn.functional.hardswish(torch.tensor([-1., 0., 2.]))
    tensor([-0.3333,  0.0000,  1.6667])
    """
    return (_C._nn_hardswish_ if inplace else _C._nn_hardswish)(input)


def rrelu(
    input: Tensor,
    lower: float = 1.0 / 8,
    upper: float = 1.0 / 3,
    training: bool = False,
    inplace: bool = False,
) -> Tensor:
    """input where it is positive, times a slope elsewhere, which in training is random between lower and
    upper, else their mean; inplace=True writes input, and returns it.

    Operand: a tensor of any shape and a floating dtype. Raises NotImplementedError for others. Raises
    RuntimeError if lower exceeds upper. As torch.nn.functional.rrelu.

    >>> torch.nn.functional.rrelu(torch.tensor([-1., 2.]), 0.25, 0.75)
    tensor([-0.5000,  2.0000])
    """
    return (_C.rrelu_ if inplace else _C.rrelu)(input, lower, upper, training)


# ---- dropouts ----


def _check_probability(p: float) -> None:
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """input, with elements replaced by 0 at random, and the others divided by 1 - p; inplace=True
    writes input.

    Operand: a tensor of any shape and a floating dtype. p: the probability of 0. Without training, the
    result is input. Raises ValueError if p is not in [0, 1], RuntimeError for other dtypes. The random
    numbers are torch's for the same seed. As torch.nn.functional.dropout.

    >>> torch.nn.functional.dropout(torch.tensor([[1., 2.]]), 1.0, True)
    tensor([[0., 0.]])
    """
    _check_probability(p)
    return (_C.dropout_ if inplace else _C.dropout)(input, p, training)


def alpha_dropout(input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False) -> Tensor:
    """input after a dropout that keeps the mean and variance of what selu gives; inplace=True writes input.

    Operand: a tensor of any shape and a floating dtype. p: the probability of 0. Without training, the
    result is input. Raises ValueError if p is not in [0, 1], RuntimeError for other dtypes. The random
    numbers are torch's for the same seed. As torch.nn.functional.alpha_dropout.

    >>> torch.nn.functional.alpha_dropout(torch.tensor([[1., 2.]]), 1.0, True)
    tensor([[0., 0.]])
    """
    _check_probability(p)
    return (_C.alpha_dropout_ if inplace else _C.alpha_dropout)(input, p, training)


def feature_alpha_dropout(
    input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False
) -> Tensor:
    """input after alpha_dropout of whole channels, each a row of dimensions 0 and 1; inplace=True writes
    input.

    Operand: a tensor of at least two dimensions and a floating dtype. p: the probability of 0. Without
    training, the result is input. Raises ValueError if p is not in [0, 1], RuntimeError for other
    dtypes. The random numbers are torch's for the same seed. As
    torch.nn.functional.feature_alpha_dropout.

    >>> torch.nn.functional.feature_alpha_dropout(torch.tensor([[1., 2.]]), 1.0, True)
    tensor([[0., 0.]])
    """
    _check_probability(p)
    return (_C.feature_alpha_dropout_ if inplace else _C.feature_alpha_dropout)(input, p, training)


def _drop_channels(input: Tensor, p: float, training: bool, inplace: bool) -> Tensor:
    return (_C.feature_dropout_ if inplace else _C.feature_dropout)(input, p, training)


def _drop_with_batch(input: Tensor, p: float, training: bool, inplace: bool, batched: bool) -> Tensor:
    """A tensor without a batch dimension gets one meanwhile."""
    if batched:
        return _drop_channels(input, p, training, inplace)
    if inplace:
        return _drop_channels(input.unsqueeze_(0), p, training, True).squeeze_(0)
    return _drop_channels(input.unsqueeze(0), p, training, False).squeeze(0)


def _warn_of_dims(name: str, dims: int, spatial: int, accepted: str) -> None:
    _C._warn(
        f"{name}: Received a {dims}-D input to {name}, which is deprecated and will result in an error in a "
        "future release. To retain the behavior and silence this warning, please use dropout instead. Note "
        f"that {name} exists to provide channel-wise dropout on inputs with {spatial} spatial dimensions, a "
        f"channel dimension, and an optional batch dimension (i.e. {accepted} inputs)."
    )


def dropout1d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """input, with whole channels replaced by 0 at random, and the others divided by 1 - p; inplace=True
    writes input.

    Operand: a tensor (N, C, L) or (C, L) of a floating dtype. p: the probability of 0. Raises RuntimeError
    for other numbers of dimensions, ValueError if p is not in [0, 1]. The random numbers are torch's for
    the same seed. As torch.nn.functional.dropout1d.

    >>> torch.nn.functional.dropout1d(torch.ones(1, 2), 1.0)
    tensor([[0., 0.]])
    """
    _check_probability(p)
    dims = input.dim()
    if dims not in (2, 3):
        raise RuntimeError(
            f"dropout1d: Expected 2D or 3D input, but received a {dims}D input. Note that dropout1d exists "
            "to provide channel-wise dropout on inputs with 1 spatial dimension, a channel dimension, and an "
            "optional batch dimension (i.e. 2D or 3D inputs)."
        )
    return _drop_with_batch(input, p, training, inplace, dims == 3)


def dropout2d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """input, with whole channels replaced by 0 at random, and the others divided by 1 - p; inplace=True
    writes input.

    Operand: a tensor (N, C, H, W), or (N, C, L) with a UserWarning, of a floating dtype. p: the probability
    of 0. Raises RuntimeError for other dtypes, ValueError if p is not in [0, 1]. The random numbers are
    torch's for the same seed. As torch.nn.functional.dropout2d.

    >>> torch.nn.functional.dropout2d(torch.ones(1, 1, 1, 2), 1.0)
    tensor([[[[0., 0.]]]])
    """
    _check_probability(p)
    dims = input.dim()
    if dims not in (3, 4):
        _warn_of_dims("dropout2d", dims, 2, "3D or 4D")
    if dims == 3:
        _C._warn(
            "dropout2d: Received a 3D input to dropout2d and assuming that channel-wise 1D dropout behavior "
            "is desired - input is interpreted as shape (N, C, L), where C is the channel dim. This behavior "
            "will change in a future release to interpret the input as one without a batch dimension, i.e. "
            "shape (C, H, W). To maintain the 1D channel-wise dropout behavior, please switch to using "
            "dropout1d instead."
        )
    return _drop_channels(input, p, training, inplace)


def dropout3d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """input, with whole channels replaced by 0 at random, and the others divided by 1 - p; inplace=True
    writes input.

    Operand: a tensor (N, C, D, H, W) or (C, D, H, W) of a floating dtype. p: the probability of 0. Raises
    RuntimeError for other dtypes, ValueError if p is not in [0, 1]. The random numbers are torch's for
    the same seed. As torch.nn.functional.dropout3d.

    >>> torch.nn.functional.dropout3d(torch.ones(1, 1, 1, 2), 1.0)
    tensor([[[[0., 0.]]]])
    """
    _check_probability(p)
    dims = input.dim()
    if dims not in (4, 5):
        _warn_of_dims("dropout3d", dims, 3, "4D or 5D")
    return _drop_with_batch(input, p, training, inplace, dims == 5)


# ---- made of others ----


def glu(input: Tensor, dim: int = -1) -> Tensor:
    """The first half of input along dim, times the sigmoid of the second half.

    Operand: a tensor with a dimension and a floating dtype. Result: half of input's size along dim. Raises
    RuntimeError if that size is odd, IndexError if dim is out of range, NotImplementedError for other
    dtypes. As torch.nn.functional.glu.

    >>> torch.nn.functional.glu(torch.tensor([1., 2., 0., 0.]))
    tensor([0.5000, 1.0000])
    """
    if input.dim() == 0:
        raise RuntimeError("glu does not support scalars because halving size must be even")
    return _C._nn_glu(input, dim)


def softsign(input: Tensor) -> Tensor:
    """input / (1 + abs(input)), element by element.

    Operand: a tensor of any shape and dtype but bool; integers give the default dtype. Raises RuntimeError
    for bool. As torch.nn.functional.softsign.

    >>> torch.nn.functional.softsign(torch.tensor([-1., 0., 3.]))
    tensor([-0.5000,  0.0000,  0.7500])
    """
    return input / (input.abs() + 1)


def tanhshrink(input: Tensor) -> Tensor:
    """input - tanh(input), element by element.

    Operand: a tensor of any shape and dtype; integers give the default dtype. Raises AttributeError for
    others. As torch.nn.functional.tanhshrink.

    >>> torch.nn.functional.tanhshrink(torch.tensor([-1., 0., 3.]))
    tensor([-0.2384,  0.0000,  2.0049])
    """
    return input - input.tanh()


def gumbel_softmax(
    logits: Tensor, tau: float = 1, hard: bool = False, eps: float = 1e-10, dim: int = -1
) -> Tensor:
    """softmax of (logits + noise) / tau along dim, with noise of Gumbel's distribution; hard=True: 1 at the
    largest element and 0 elsewhere.

    Operand: a floating tensor of any shape. Raises IndexError if dim is out of range, NotImplementedError
    for other dtypes. eps has no effect, and warns (UserWarning). The random numbers are torch's for the
    same seed. As torch.nn.functional.gumbel_softmax.

    >>> torch.nn.functional.gumbel_softmax(torch.zeros(2, 3), hard=True).sum(1)
    tensor([1., 1.])
    """
    if eps != 1e-10:
        _C._warn("`eps` parameter is deprecated and has no effect.")
    noise = _C.empty_like(logits, memory_format=_C.contiguous_format).exponential_().log().neg_()
    soft = ((logits + noise) / tau).softmax(dim)
    if not hard:
        return soft
    index = soft.max(dim, keepdim=True)[1]
    chosen = _C.zeros_like(logits, memory_format=_C.contiguous_format).scatter_(dim, index, 1.0)
    return chosen - soft + soft
