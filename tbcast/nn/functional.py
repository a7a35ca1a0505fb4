"""Functions of torch.nn.functional: losses, activations, layers, padding, distances. They are composed of the
package's own functions, and have no gradients.
"""

import warnings
from collections.abc import Callable, Sequence
from math import prod

from tbcast import _C
from tbcast._C import Tensor, dtype as _dtype
from tbcast._decorators import named
from tbcast._verdict.calls import broadcast_tensors

__all__ = [
    "batch_norm",
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "cosine_similarity",
    "cross_entropy",
    "hardshrink",
    "l1_loss",
    "layer_norm",
    "linear",
    "log_softmax",
    "mse_loss",
    "nll_loss",
    "normalize",
    "one_hot",
    "pad",
    "pairwise_distance",
    "pdist",
    "relu",
    "sigmoid",
    "softmax",
    "tanh",
    "threshold",
    "threshold_",
]

cosine_similarity = _C.cosine_similarity
hardshrink = _C.hardshrink
linear = _C._nn_linear
one_hot = _C._nn_one_hot
pairwise_distance = _C.pairwise_distance
pdist = _C.pdist
sigmoid = _C.sigmoid
tanh = _C.tanh
threshold_ = _C.threshold_

_REDUCTIONS: dict[str, Callable[[Tensor], Tensor]] = {"none": lambda t: t, "mean": _C.mean, "sum": _C.sum}


# ---- losses ----


def _named_reduction(size_average, reduce, reduction: str, stacklevel: int) -> str:
    """The reduction that the deprecated arguments stand for, if they are given."""
    if size_average is None and reduce is None:
        return reduction
    is_mean, is_reduced = size_average is None or size_average, reduce is None or reduce
    reduction = "mean" if is_mean and is_reduced else "sum" if is_reduced else "none"
    warnings.warn(
        f"size_average and reduce args will be deprecated, please use reduction='{reduction}' instead.",
        stacklevel=stacklevel,
    )
    return reduction


def _reduction_number(size_average, reduce, reduction: str) -> int:
    """The number of a reduction, as the C functions expect it."""
    name = _named_reduction(size_average, reduce, reduction, 4)
    return list(_REDUCTIONS).index(_check_reduction(name, 4))


def _begin(name, input, target, size_average, reduce, reduction, weight) -> tuple[Tensor, Tensor, str]:
    """The first part of both losses: the broadcast operands, and the reduction."""
    same = target.size() == input.size()
    if not same:
        warnings.warn(
            f"Using a target size ({target.size()}) that is different to the input size ({input.size()}). "
            "This will likely lead to incorrect results due to broadcasting. "
            "Please ensure they have the same size.",
            stacklevel=3,
        )
    reduction = _named_reduction(size_average, reduce, reduction, 4)
    if same:
        left, right = input, target
    else:
        left, right = broadcast_tensors(name, input, target, data=True)
    if weight is not None and weight.size() != input.size():
        raise ValueError("Weights and input must have the same size.")
    return left, right, reduction


def _check_reduction(reduction: str, stacklevel: int = 3) -> str:
    if reduction == "elementwise_mean":
        warnings.warn(
            "reduction='elementwise_mean' is deprecated. Please use reduction='mean' instead.",
            stacklevel=stacklevel,
        )
        return "mean"
    if reduction not in _REDUCTIONS:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return reduction


def _weighted(errors: Tensor, weight: Tensor, reduction: str) -> Tensor:
    """For "mean": the sum of the weighted errors divided by the sum of the weights."""
    if reduction not in _REDUCTIONS:
        raise ValueError(f"Invalid reduction mode: {reduction}. Expected one of 'none', 'mean', 'sum'.")
    if reduction == "mean":
        return _C.sum(errors * weight) / _C.sum(weight)
    return _REDUCTIONS[reduction](errors * weight)


def mse_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    weight: Tensor | None = None,
) -> Tensor:
    """The mean (or "sum", or "none") of the squares of input - target, over all elements.

    Operands: floating tensors whose shapes broadcast. Warns (UserWarning) if the shapes differ, to catch (N,
    1) against (N,). weight: of input's shape; the mean is then divided by the sum of the weights. Raises
    ValueError for another reduction, RuntimeError if the shapes do not broadcast, NotImplementedError for
    integers and complex numbers. As torch.nn.functional.mse_loss.

    >>> torch.nn.functional.mse_loss(torch.tensor([1., 2.]), torch.tensor([0., 4.]))
    tensor(2.5000)
    """
    left, right, reduction = _begin("mse_loss", input, target, size_average, reduce, reduction, weight)
    if weight is not None:
        return _weighted(_C.pow(left - right, 2), weight, reduction)
    reduction = _check_reduction(reduction)
    common = _C.result_type(left, right)
    if not common.is_floating_point:
        raise NotImplementedError(f"\"mse_cpu\" not implemented for '{common._type_name}'")
    difference = left.to(common) - right.to(common)
    return _REDUCTIONS[reduction](difference.mul_(difference))


def l1_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    weight: Tensor | None = None,
) -> Tensor:
    """The mean (or "sum", or "none") of abs(input - target), over all elements.

    Operands: tensors whose shapes broadcast, of any dtypes but bool ("mean": floating or complex). Warns
    (UserWarning) if the shapes differ. weight: of input's shape; the mean is then divided by the sum of the
    weights. Raises ValueError for another reduction, RuntimeError if the shapes do not broadcast. As
    torch.nn.functional.l1_loss.

    >>> torch.nn.functional.l1_loss(torch.tensor([1., 2.]), torch.tensor([0., 4.]), reduction="none")
    tensor([1., 2.])
    """
    left, right, reduction = _begin("l1_loss", input, target, size_average, reduce, reduction, weight)
    if weight is not None:
        return _weighted(_C.abs(left - right), weight, reduction)
    reduction = _check_reduction(reduction)
    return _REDUCTIONS[reduction](_C.abs(left - right))


def nll_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    ignore_index: int = -100,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """The mean (or "sum", or "none") of the negated elements of input at the targets.

    input: logarithms of probabilities, (N, C, ...) or (C), of a floating dtype. target: classes, (N, ...) or
    0-dim, int64 or uint8; targets equal to ignore_index are ignored. weight: for each class; also weights the
    mean. Raises ValueError and RuntimeError for other sizes, IndexError for a target that is not a class. As
    torch.nn.functional.nll_loss.

    >>> torch.nn.functional.nll_loss(torch.tensor([[-1., -2.]]), torch.tensor([1]))
    tensor(2.)
    """
    number = _reduction_number(size_average, reduce, reduction)
    return _C._rows_nll_loss_nd(input, target, weight, number, ignore_index)


def cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    ignore_index: int = -100,
    reduce: bool | None = None,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """nll_loss of log_softmax(input); if targets are probabilities, of input's shape, its expectation.

    Operands: as for nll_loss. label_smoothing: the part of a target that is spread over all classes. Raises
    RuntimeError for other sizes and dtypes, IndexError for a target that is not a class. As
    torch.nn.functional.cross_entropy.

    >>> torch.nn.functional.cross_entropy(torch.tensor([[0., 0.]]), torch.tensor([1]))
    tensor(0.6931)
    """
    number = _reduction_number(size_average, reduce, reduction)
    return _C._rows_cross_entropy_loss(input, target, weight, number, ignore_index, label_smoothing)


def binary_cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """The mean (or "sum", or "none") of -target * log(input) - (1 - target) * log(1 - input).

    Operands: probabilities of the same floating dtype and shape. Logarithms are limited to at least -100.
    weight: multiplies the elements of the loss, and broadcasts. Raises ValueError for other sizes,
    RuntimeError for elements of input outside [0, 1]. As torch.nn.functional.binary_cross_entropy.

    >>> torch.nn.functional.binary_cross_entropy(torch.tensor([0.5]), torch.tensor([1.]))
    tensor(0.6931)
    """
    number = _reduction_number(size_average, reduce, reduction)
    if target.size() != input.size():
        raise ValueError(
            f"Using a target size ({target.size()}) that is different to the input size ({input.size()}) is "
            "deprecated. Please ensure they have the same size."
        )
    if weight is not None:
        size = _C.broadcast_shapes(target.size(), weight.size())
        weight = weight.expand(size)
    return _C._rows_binary_cross_entropy(input, target, weight, number)


def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    pos_weight: Tensor | None = None,
) -> Tensor:
    """binary_cross_entropy of sigmoid(input), without the loss of precision of computing sigmoid.

    Operands: floating tensors of the same shape. weight: multiplies the elements of the loss. pos_weight:
    weights the positive targets. Both broadcast. Raises ValueError for other sizes. As
    torch.nn.functional.binary_cross_entropy_with_logits.

    >>> torch.nn.functional.binary_cross_entropy_with_logits(torch.tensor([0.]), torch.tensor([1.]))
    tensor(0.6931)
    """
    number = _reduction_number(size_average, reduce, reduction)
    if target.size() != input.size():
        raise ValueError(f"Target size ({target.size()}) must be the same as input size ({input.size()})")
    return _C.binary_cross_entropy_with_logits(input, target, weight, pos_weight, number)


# ---- activations ----


def relu(input: Tensor, inplace: bool = False) -> Tensor:
    """The larger of each element and 0; inplace=True writes input, and returns it.

    Operand: a tensor of any shape and any dtype but bool and complex ones. Raises RuntimeError for these. As
    torch.nn.functional.relu.

    >>> torch.nn.functional.relu(torch.tensor([-1., 2.]))
    tensor([0., 2.])
    """
    return _C.relu_(input) if inplace else _C.relu(input)


@named("_threshold")
def threshold(input: Tensor, threshold: float, value: float, inplace: bool = False) -> Tensor:
    """input where it is greater than threshold, value elsewhere; inplace=True writes input, and returns it.

    Operand: a tensor of any shape and any dtype but bool and complex ones. Raises NotImplementedError for
    these. As torch.nn.functional.threshold.

    >>> torch.nn.functional.threshold(torch.tensor([1., 3.]), 2, 0)
    tensor([0., 3.])
    """
    return (_C.threshold_ if inplace else _C.threshold)(input, threshold, value)


def _implicit_dim(name: str, ndim: int, stacklevel: int) -> int:
    warnings.warn(
        f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an "
        "argument.",
        stacklevel=stacklevel + 1,
    )
    return 0 if ndim in (0, 1, 3) else 1


def softmax(
    input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: _dtype | None = None
) -> Tensor:
    """exp(input) divided by its sum along dim; without dim along dimension 0 or 1, with a UserWarning.

    Operand: a floating tensor of any shape, or any tensor with a floating dtype=. Raises IndexError if dim is
    out of range, NotImplementedError for integers without dtype=. As torch.nn.functional.softmax.

    >>> torch.nn.functional.softmax(torch.tensor([[0., 0.], [1., 1.]]), dim=1)
    tensor([[0.5000, 0.5000],
            [0.5000, 0.5000]])
    """
    if dim is None:
        dim = _implicit_dim("softmax", input.dim(), _stacklevel)
    return input.softmax(dim) if dtype is None else input.softmax(dim, dtype=dtype)


def log_softmax(
    input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: _dtype | None = None
) -> Tensor:
    """The logarithm of softmax(input, dim), without the loss of precision of computing softmax first.

    The arguments and errors are those of softmax: IndexError if dim is out of range. As
    torch.nn.functional.log_softmax.

    >>> torch.nn.functional.log_softmax(torch.tensor([0., 0.]), dim=0)
    tensor([-0.6931, -0.6931])
    """
    if dim is None:
        dim = _implicit_dim("log_softmax", input.dim(), _stacklevel)
    return input.log_softmax(dim) if dtype is None else input.log_softmax(dim, dtype=dtype)


# ---- layers ----


def layer_norm(
    input: Tensor,
    normalized_shape: Sequence[int],
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-5,
) -> Tensor:
    """input normalized to mean 0 and variance 1 over its last dimensions, times weight, plus bias.

    Operands: a tensor of a floating dtype, whose last sizes are normalized_shape; weight and bias of that
    shape and dtype, or float32 beside halves. Raises RuntimeError for others. As
    torch.nn.functional.layer_norm.

    >>> torch.nn.functional.layer_norm(torch.tensor([[1., 3.]]), (2,))
    tensor([[-1.0000,  1.0000]])
    """
    return _C.layer_norm(input, normalized_shape, weight, bias, eps)


def batch_norm(
    input: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Tensor:
    """input normalized to mean 0 and variance 1 in each channel, times weight, plus bias.

    Operands: input (N, C, ...) of a floating dtype; the others are vectors of C elements. training: True
    normalizes with the batch's mean and variance, and updates the running ones by momentum; False normalizes
    with the running ones. Raises RuntimeError for other sizes and dtypes, ValueError for a single element per
    channel in training and if eps is out of range. As torch.nn.functional.batch_norm.

    >>> torch.nn.functional.batch_norm(torch.tensor([[1.], [3.]]), None, None, training=True, eps=1e-9)
    tensor([[-1.],
            [ 1.]])
    """
    if training:
        sizes = input.size()
        if prod(sizes[2:]) * sizes[0] == 1:
            raise ValueError(f"Expected more than 1 value per channel when training, got input size {sizes}")
    if training and eps <= 0.0:
        raise ValueError(f"batch_norm eps must be positive during training, but got {eps}")
    if eps < 0.0:
        raise ValueError(f"batch_norm eps must be non-negative, but got {eps}")
    return _C.batch_norm(
        input, weight, bias, running_mean, running_var, training, momentum, eps, cudnn_enabled=False
    )


def pad(input: Tensor, pad: Sequence[int], mode: str = "constant", value: float | None = None) -> Tensor:
    """input with elements added around it: value, or those that reflect, replicate or circular take from
    input.

    Operand: a tensor of any shape and dtype. pad: the numbers of elements to add before and after the last
    dimension, the one before it, and so on; negative numbers crop. The modes other than "constant" pad the
    last one to three dimensions, beside one or two others. Raises RuntimeError for other sizes,
    NotImplementedError for other modes. As torch.nn.functional.pad.

    >>> torch.nn.functional.pad(torch.tensor([[1, 2, 3]]), (1, 1), "reflect")
    tensor([[2, 1, 2, 3, 2]])
    """
    return _C._rows_pad(input, pad, mode, value)


# ---- vectors ----


def normalize(
    input: Tensor, p: float = 2.0, dim: int = 1, eps: float = 1e-12, out: Tensor | None = None
) -> Tensor:
    """input divided by its p-norm along dim, or by eps if the norm is smaller.

    Operand: a floating or complex tensor of any shape. Raises IndexError if dim is out of range, RuntimeError
    for integers. As torch.nn.functional.normalize.

    >>> torch.nn.functional.normalize(torch.tensor([[3., 4.]]))
    tensor([[0.6000, 0.8000]])
    """
    norms = input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input)
    return input / norms if out is None else _C.div(input, norms, out=out)
