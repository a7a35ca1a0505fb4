"""The losses of torch.nn.functional."""

from collections.abc import Callable

from tbcast import _C
from tbcast._C import Tensor
from tbcast._verdict.calls import broadcast_tensors

_REDUCTIONS: dict[str, Callable[[Tensor], Tensor]] = {"none": lambda t: t, "mean": _C.mean, "sum": _C.sum}


# ---- reductions, and sizes that differ ----


def _named_reduction(size_average, reduce, reduction: str) -> str:
    """The reduction that the deprecated arguments stand for, if they are given."""
    if size_average is None and reduce is None:
        return reduction
    is_mean, is_reduced = size_average is None or size_average, reduce is None or reduce
    reduction = "mean" if is_mean and is_reduced else "sum" if is_reduced else "none"
    _C._warn(f"size_average and reduce args will be deprecated, please use reduction='{reduction}' instead.")
    return reduction


def _reduction_number(size_average, reduce, reduction: str) -> int:
    """The number of a reduction, as the C functions expect it."""
    name = _named_reduction(size_average, reduce, reduction)
    return list(_REDUCTIONS).index(_check_reduction(name))


def _pair(name, input, target) -> tuple[Tensor, Tensor]:
    """Both broadcast, with a warning if their sizes differ."""
    if target.size() == input.size():
        return input, target
    _C._warn(
        f"Using a target size ({target.size()}) that is different to the input size ({input.size()}). "
        "This will likely lead to incorrect results due to broadcasting. "
        "Please ensure they have the same size."
    )
    left, right = broadcast_tensors(name, input, target, data=True)
    return left, right


def _check_weights(weight, input) -> None:
    if weight is not None and weight.size() != input.size():
        raise ValueError("Weights and input must have the same size.")


def _begin(name, input, target, size_average, reduce, reduction, weight) -> tuple[Tensor, Tensor, str]:
    """The first part of mse_loss and l1_loss: the broadcast operands, and the reduction."""
    left, right = _pair(name, input, target)
    reduction = _named_reduction(size_average, reduce, reduction)
    _check_weights(weight, input)
    return left, right, reduction


def _check_reduction(reduction: str) -> str:
    if reduction == "elementwise_mean":
        _C._warn("reduction='elementwise_mean' is deprecated. Please use reduction='mean' instead.")
        return "mean"
    if reduction not in _REDUCTIONS:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return reduction


def _weighted_sum(errors: Tensor, reduction: str) -> Tensor:
    if reduction not in _REDUCTIONS:
        raise ValueError(f"Invalid reduction mode: {reduction}. Expected one of 'none', 'mean', 'sum'.")
    return _REDUCTIONS[reduction](errors)


def _weighted(errors: Tensor, weight: Tensor, reduction: str) -> Tensor:
    """For "mean": the sum of the weighted errors divided by the sum of the weights."""
    total = _weighted_sum(errors * weight, "sum" if reduction == "mean" else reduction)
    return total / _C.sum(weight) if reduction == "mean" else total


# ---- of differences ----


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


def huber_loss(
    input: Tensor,
    target: Tensor,
    reduction: str = "mean",
    delta: float = 1.0,
    weight: Tensor | None = None,
) -> Tensor:
    """The mean (or "sum", or "none") of half the squares of input - target up to delta, and of a line beyond.

    Operands: floating tensors whose shapes broadcast. Warns (UserWarning) if the shapes differ. weight: of
    input's shape, multiplies the elements of the loss. Raises RuntimeError if delta is not positive and if
    the shapes do not broadcast, ValueError for another reduction, NotImplementedError for other dtypes. As
    torch.nn.functional.huber_loss.

    >>> torch.nn.functional.huber_loss(torch.tensor([1., 3.]), torch.tensor([1., 1.]))
    tensor(0.7500)
    """
    left, right = _pair("huber_loss", input, target)
    if weight is None:
        return _C._nn_huber_loss(left, right, list(_REDUCTIONS).index(_check_reduction(reduction)), delta)
    _check_weights(weight, input)
    return _weighted_sum(_C._nn_huber_loss(left, right, 0, delta) * weight, reduction)


def smooth_l1_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    beta: float = 1.0,
) -> Tensor:
    """huber_loss with the bend at beta, divided by beta; l1_loss for beta 0.

    Operands: floating tensors whose shapes broadcast. Warns (UserWarning) if the shapes differ. Raises
    RuntimeError if beta is negative and if the shapes do not broadcast, ValueError for another reduction,
    NotImplementedError for other dtypes. As torch.nn.functional.smooth_l1_loss.

    >>> torch.nn.functional.smooth_l1_loss(torch.tensor([1., 3.]), torch.tensor([1., 1.]))
    tensor(0.7500)
    """
    left, right = _pair("smooth_l1_loss", input, target)
    return _C._nn_smooth_l1_loss(left, right, _reduction_number(size_average, reduce, reduction), beta)


# ---- of classes ----


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


def multi_margin_loss(
    input: Tensor,
    target: Tensor,
    p: int = 1,
    margin: float = 1.0,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """The mean (or "sum", or "none") over rows of the mean over classes, the target left out, of
    max(0, margin - x[target] + x[i]) ** p.

    input: (N, C) or (C) of float32 or float64. target: classes, (N) or 0-dim, int64. weight: for the class of
    each target. Raises ValueError for p other than 1 and 2 and for another reduction, RuntimeError for other
    sizes and for a target that is not a class, NotImplementedError for other dtypes. As
    torch.nn.functional.multi_margin_loss.

    >>> torch.nn.functional.multi_margin_loss(torch.tensor([[0.5, 1.]]), torch.tensor([1]))
    tensor(0.2500)
    """
    number = _reduction_number(size_average, reduce, reduction)
    if p not in (1, 2):
        raise ValueError("only p == 1 and p == 2 supported")
    if weight is not None and weight.dim() != 1:
        raise ValueError("weight must be one-dimensional")
    return _C._nn_multi_margin_loss(input, target, p, margin, weight, number)


def multilabel_margin_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """The mean (or "sum", or "none") over rows of the sum of max(0, 1 - x[target] + x[i]), divided by C, over
    the targets of the row and the classes that are none of them.

    input: (N, C) or (C) of float32 or float64. target: of that shape, int64: a row's classes, then -1. Raises
    ValueError for another reduction, RuntimeError for other sizes and for a target that is not a class,
    NotImplementedError for other dtypes. As torch.nn.functional.multilabel_margin_loss.

    >>> torch.nn.functional.multilabel_margin_loss(torch.tensor([0.5, 1.]), torch.tensor([1, -1]))
    tensor(0.2500)
    """
    number = _reduction_number(size_average, reduce, reduction)
    return _C._nn_multilabel_margin_loss(input, target, number)


def multilabel_soft_margin_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """The mean (or "sum", or "none") of the mean over the last dimension of binary_cross_entropy_with_logits.

    Operands: floating tensors (N, C) that broadcast, and a weight that broadcasts to them. Raises ValueError
    for another reduction, RuntimeError if the shapes do not broadcast. As
    torch.nn.functional.multilabel_soft_margin_loss.

    >>> torch.nn.functional.multilabel_soft_margin_loss(torch.zeros(1, 2), torch.ones(1, 2))
    tensor(0.6931)
    """
    reduction = _named_reduction(size_average, reduce, reduction)
    if isinstance(target, Tensor) and target.size() != input.size():
        input, target = broadcast_tensors("multilabel_soft_margin_loss", input, target, data=True)
    loss = -(target * _C._nn_logsigmoid(input) + (1 - target) * _C._nn_logsigmoid(-input))
    loss = (loss if weight is None else loss * weight).sum(-1) / input.size(-1)
    if reduction not in _REDUCTIONS:
        raise ValueError(f"{reduction} is not valid")
    return _REDUCTIONS[reduction](loss)


# ---- of two classes ----


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


def soft_margin_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """The mean (or "sum", or "none") of log(1 + exp(-target * input)).

    Operands: a floating tensor, and one of 1 and -1 that broadcasts to it. Raises ValueError for another
    reduction, RuntimeError for other shapes and dtypes. As torch.nn.functional.soft_margin_loss.

    >>> torch.nn.functional.soft_margin_loss(torch.tensor([1., 3.]), torch.tensor([1., 1.]))
    tensor(0.1809)
    """
    number = _reduction_number(size_average, reduce, reduction)
    return _C._nn_soft_margin_loss(input, target, number)


# ---- of distributions ----


def kl_div(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    log_target: bool = False,
) -> Tensor:
    """The mean (or "sum", or "none") of target * (log(target) - input).

    Operands: floating tensors that broadcast; input is a logarithm, and so is target with log_target=True.
    reduction: also "batchmean", the sum divided by the first size. Warns (UserWarning) of "mean", as torch
    does. Raises ValueError for another reduction, RuntimeError for other shapes and dtypes. As
    torch.nn.functional.kl_div.

    >>> torch.nn.functional.kl_div(torch.zeros(2, 1), torch.ones(2, 1), reduction="batchmean")
    tensor(0.)
    """
    if size_average is None and reduce is None and reduction == "mean":
        _C._warn(
            "reduction: 'mean' divides the total loss by both the batch size and the support size."
            "'batchmean' divides only by the batch size, and aligns with the KL div math definition."
            "'mean' will be changed to behave the same as 'batchmean' in the next major release."
        )
    is_batchmean = reduction == "batchmean"
    number = _reduction_number(size_average, reduce, "sum" if is_batchmean else reduction)
    loss = _C.kl_div(input, target, number, log_target=log_target)
    return loss / input.size(0) if is_batchmean and input.dim() else loss


def poisson_nll_loss(
    input: Tensor,
    target: Tensor,
    log_input: bool = True,
    full: bool = False,
    size_average: bool | None = None,
    eps: float = 1e-8,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """The mean (or "sum", or "none") of exp(input) - target * input: Poisson's law.

    Operands: tensors that broadcast. log_input=False: input - target * log(input + eps) instead. full: adds
    Stirling's approximation of log(target!). Raises ValueError for another reduction, RuntimeError if the
    shapes do not broadcast. As torch.nn.functional.poisson_nll_loss.

    >>> torch.nn.functional.poisson_nll_loss(torch.tensor([0.]), torch.tensor([2.]))
    tensor(1.)
    """
    reduction = _named_reduction(size_average, reduce, reduction)
    if reduction not in _REDUCTIONS:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return _C.poisson_nll_loss(input, target, log_input, full, eps, list(_REDUCTIONS).index(reduction))


def _differing(input, var) -> int:
    """The sum of var's sizes that are not input's: 1 if a single dimension differs, which broadcasts."""
    return sum(own for size, own in zip(input.size(), var.size(), strict=True) if size != own)


def gaussian_nll_loss(
    input: Tensor,
    target: Tensor,
    var: Tensor | float,
    full: bool = False,
    eps: float = 1e-6,
    reduction: str = "mean",
) -> Tensor:
    """The mean (or "sum", or "none") of half of log(var) + (input - target) ** 2 / var.

    Operands: floating tensors that broadcast. var: a number, or a tensor of input's shape, without the last
    dimension or with one of size 1; it is at least eps. full: adds half of log(2 pi). Raises ValueError for
    another var or reduction, RuntimeError if the shapes do not broadcast. As
    torch.nn.functional.gaussian_nll_loss.

    >>> torch.nn.functional.gaussian_nll_loss(torch.tensor([1., 3.]), torch.tensor([1., 1.]), torch.ones(2))
    tensor(1.)
    """
    if var < 0 if isinstance(var, float) else bool((var < 0).any()):
        raise ValueError("var has negative entry/entries")
    if isinstance(var, float):
        var = var * _C.ones_like(input)
    elif input.size()[:-1] == var.size() != input.size():
        var = var.unsqueeze(-1)
    elif var.size() != input.size() and (input.dim() != var.dim() or _differing(input, var) != 1):
        raise ValueError("var is of incorrect size")
    if reduction not in _REDUCTIONS:
        raise ValueError(f"{reduction} is not valid")
    return _C._rows_gaussian_nll_loss(input, target, var, full, eps, list(_REDUCTIONS).index(reduction))


# ---- with a margin ----


def hinge_embedding_loss(
    input: Tensor,
    target: Tensor,
    margin: float = 1.0,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """The mean (or "sum", or "none") of input where target is 1, of max(0, margin - input) where it is -1.

    Operands: tensors that broadcast. Raises ValueError for another reduction, RuntimeError if the shapes do
    not broadcast, and for bool. As torch.nn.functional.hinge_embedding_loss.

    >>> torch.nn.functional.hinge_embedding_loss(torch.tensor([2., 0.5]), torch.tensor([1, -1]))
    tensor(1.2500)
    """
    number = _reduction_number(size_average, reduce, reduction)
    return _C.hinge_embedding_loss(input, target, margin, number)


def margin_ranking_loss(
    input1: Tensor,
    input2: Tensor,
    target: Tensor,
    margin: float = 0,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """The mean (or "sum", or "none") of max(0, margin - target * (input1 - input2)).

    Operands: tensors of as many dimensions, that broadcast; target of 1 and -1. Raises ValueError for another
    reduction, RuntimeError for other shapes, and for bool. As torch.nn.functional.margin_ranking_loss.

    >>> torch.nn.functional.margin_ranking_loss(torch.tensor([3.]), torch.tensor([1.]), torch.tensor([-1]))
    tensor(2.)
    """
    number = _reduction_number(size_average, reduce, reduction)
    if not input1.dim() == input2.dim() == target.dim():
        raise RuntimeError(
            "margin_ranking_loss : All input tensors should have same dimension but got sizes: input1: "
            f"{input1.size()}, input2: {input2.size()}, target: {target.size()} "
        )
    return _C.margin_ranking_loss(input1, input2, target, margin, number)


def cosine_embedding_loss(
    input1: Tensor,
    input2: Tensor,
    target: Tensor,
    margin: float = 0,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """The mean (or "sum", or "none") of 1 - the cosine of two rows where target is 1, of
    max(0, cosine - margin) where it is -1.

    Operands: (N, D), (N, D) and (N), or (D), (D) and 0-dim. Raises ValueError for another reduction,
    RuntimeError for other sizes. As torch.nn.functional.cosine_embedding_loss.

    >>> torch.nn.functional.cosine_embedding_loss(torch.ones(2), torch.eye(2)[0], torch.tensor(1))
    tensor(0.2929)
    """
    number = _reduction_number(size_average, reduce, reduction)
    return _C.cosine_embedding_loss(input1, input2, target, margin, number)


def triplet_margin_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    margin: float = 1.0,
    p: float = 2,
    eps: float = 1e-6,
    swap: bool = False,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """The mean (or "sum", or "none") of max(0, margin + distance of anchor and positive - distance of anchor
    and negative).

    Operands: tensors of as many dimensions, that broadcast; the distances are pairwise_distance's. swap: the
    distance of positive and negative counts, where it is smaller than anchor's. Raises ValueError for another
    margin or reduction, RuntimeError for other shapes. As torch.nn.functional.triplet_margin_loss.

    >>> torch.nn.functional.triplet_margin_loss(torch.ones(2), torch.zeros(2), torch.ones(2))
    tensor(2.4142)
    """
    number = _reduction_number(size_average, reduce, reduction)
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    return _C.triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, number)


def triplet_margin_with_distance_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    *,
    distance_function: Callable[[Tensor, Tensor], Tensor] | None = None,
    margin: float = 1.0,
    swap: bool = False,
    reduction: str = "mean",
) -> Tensor:
    """triplet_margin_loss of any distance, a function of two tensors; pairwise_distance unless it is given.

    Operands: tensors of as many dimensions. Raises ValueError for another margin or reduction, RuntimeError
    for other numbers of dimensions. As torch.nn.functional.triplet_margin_with_distance_loss.

    >>> def longest(x, y):
    ...     return (x - y).abs().amax(-1)
    >>> torch.nn.functional.triplet_margin_with_distance_loss(
    ...     torch.ones(2), torch.zeros(2), torch.ones(2), distance_function=longest)
    tensor(2.)
    """
    if reduction not in _REDUCTIONS:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    dims = anchor.dim(), positive.dim(), negative.dim()
    if len(set(dims)) > 1:
        raise RuntimeError(
            "The anchor, positive, and negative tensors are expected to have the same number of dimensions, "
            f"but got: anchor {dims[0]}D, positive {dims[1]}D, and negative {dims[2]}D inputs"
        )
    distance = distance_function or _C.pairwise_distance
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = _C.minimum(far, distance(positive, negative))
    return _REDUCTIONS[reduction](_C.clamp_min(margin + near - far, 0))
