"""Plain functions of torch.nn.functional: losses, softmax, relu, one_hot, normalize, cosine_similarity.

They are compositions of the package's own functions, without gradients.
"""

import warnings
from collections.abc import Callable

from tbcast import _C
from tbcast._C import Tensor, dtype as _dtype
from tbcast._verdict.calls import one_call

__all__ = [
    "cosine_similarity",
    "l1_loss",
    "log_softmax",
    "mse_loss",
    "normalize",
    "one_hot",
    "relu",
    "sigmoid",
    "softmax",
    "tanh",
]

cosine_similarity = _C.cosine_similarity
one_hot = _C._nn_one_hot

_REDUCTIONS: dict[str, Callable[[Tensor], Tensor]] = {"none": lambda t: t, "mean": _C.mean, "sum": _C.sum}


# ---- losses ----


def _begin(name, input, target, size_average, reduce, reduction, weight) -> tuple[Tensor, Tensor, str]:
    """What both losses do first: operands that are broadcast, and what the deprecated arguments say."""
    if target.size() != input.size():
        warnings.warn(
            f"Using a target size ({target.size()}) that is different to the input size ({input.size()}). "
            "This will likely lead to incorrect results due to broadcasting. "
            "Please ensure they have the same size.",
            stacklevel=3,
        )
    if size_average is not None or reduce is not None:
        reduction = "none" if reduce is False else "sum" if size_average is False else "mean"
        warnings.warn(
            f"size_average and reduce args will be deprecated, please use reduction='{reduction}' instead.",
            stacklevel=3,
        )
    with one_call(name, input, target, data=True):
        left, right = _C.broadcast_tensors(input, target)
    if weight is not None and weight.size() != input.size():
        raise ValueError("Weights and input must have the same size.")
    return left, right, reduction


def _check_reduction(reduction: str) -> str:
    if reduction == "elementwise_mean":
        warnings.warn(
            "reduction='elementwise_mean' is deprecated. Please use reduction='mean' instead.", stacklevel=3
        )
        return "mean"
    if reduction not in _REDUCTIONS:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return reduction


def _weighted(errors: Tensor, weight: Tensor, reduction: str) -> Tensor:
    """The mean is the weights' own: sum of the weighted errors over sum of the weights."""
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

    Tensors that broadcast, of floating dtypes; a UserWarning if their sizes differ, the trap of (N, 1)
    against (N,).  weight: of input's sizes; the mean is then over the sum of the weights.  ValueError for
    another reduction, RuntimeError for sizes that do not match, NotImplementedError for integers and complex
    numbers.  As torch.nn.functional.mse_loss.

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

    Tensors that broadcast, of any dtypes but bool ("mean": floating or complex); a UserWarning if their sizes
    differ.  weight: of input's sizes; the mean is then over the sum of the weights.  ValueError for another
    reduction, RuntimeError for sizes that do not match.  As torch.nn.functional.l1_loss.

    >>> torch.nn.functional.l1_loss(torch.tensor([1., 2.]), torch.tensor([0., 4.]), reduction="none")
    tensor([1., 2.])
    """
    left, right, reduction = _begin("l1_loss", input, target, size_average, reduce, reduction, weight)
    if weight is not None:
        return _weighted(_C.abs(left - right), weight, reduction)
    reduction = _check_reduction(reduction)
    return _REDUCTIONS[reduction](_C.abs(left - right))


# ---- activations ----


def relu(input: Tensor, inplace: bool = False) -> Tensor:
    """The larger of each element and 0; inplace: input is written and returned.

    A tensor of any shape and any dtype but bool and complex, which are refused with a RuntimeError.  As
    torch.nn.functional.relu.

    >>> torch.nn.functional.relu(torch.tensor([-1., 2.]))
    tensor([0., 2.])
    """
    return _C.relu_(input) if inplace else _C.relu(input)


def sigmoid(input: Tensor) -> Tensor:
    """1 / (1 + exp(-input)).  TypeError for what is no Tensor.  As torch.nn.functional.sigmoid.

    >>> torch.nn.functional.sigmoid(torch.tensor([0.]))
    tensor([0.5000])
    """
    return _C.sigmoid(input)


def tanh(input: Tensor) -> Tensor:
    """The hyperbolic tangent.  TypeError for what is no Tensor.  As torch.nn.functional.tanh.

    >>> torch.nn.functional.tanh(torch.tensor([0.]))
    tensor([0.])
    """
    return _C.tanh(input)


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
    """exp(input) divided by its sum along dim; without dim a UserWarning, and dimension 0 or 1.

    A floating tensor of any shape, or any that dtype makes floating.  IndexError for a dim out of range,
    NotImplementedError for integers without dtype.  As torch.nn.functional.softmax.

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
    """The logarithm of softmax(input, dim), computed without the loss that taking it would bring.

    As softmax, with the same errors.  IndexError for a dim out of range.  As torch.nn.functional.log_softmax.

    >>> torch.nn.functional.log_softmax(torch.tensor([0., 0.]), dim=0)
    tensor([-0.6931, -0.6931])
    """
    if dim is None:
        dim = _implicit_dim("log_softmax", input.dim(), _stacklevel)
    return input.log_softmax(dim) if dtype is None else input.log_softmax(dim, dtype=dtype)


# ---- vectors ----


def normalize(
    input: Tensor, p: float = 2.0, dim: int = 1, eps: float = 1e-12, out: Tensor | None = None
) -> Tensor:
    """Input divided by its p-norm along dim, or by eps where the norm is smaller.

    A floating or complex tensor of any shape.  IndexError for a dim out of range, RuntimeError for integers.
    As torch.nn.functional.normalize.

    >>> torch.nn.functional.normalize(torch.tensor([[3., 4.]]))
    tensor([[0.6000, 0.8000]])
    """
    norms = input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input)
    return input / norms if out is None else _C.div(input, norms, out=out)
