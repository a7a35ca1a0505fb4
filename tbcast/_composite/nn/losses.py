"""Losses and distances of torch.nn.functional, computed as torch does: bodies of the function table.

reduction is torch's number: 0 none, 1 mean, 2 sum.
"""

from __future__ import annotations

from math import nan

from tbcast import _C as torch
from tbcast._composite.outputs import FLOATS, HALVES, expect_scalar_type, refuse, widened, written


def check_floating(kernel, tensor, halves=True):
    if tensor.dtype not in (FLOATS if halves else FLOATS[len(HALVES) :]):
        refuse(kernel, tensor.dtype)


def _check_same_dtype(tensor, input):
    if tensor.dtype is not input.dtype:
        names = tensor.dtype._type_name, input.dtype._type_name
        raise RuntimeError(f"Found dtype {names[0]} but expected {names[1]}")


def reduced(loss, reduction):
    return loss.mean() if reduction == 1 else loss.sum() if reduction == 2 else loss


# ---- of classes ----


def _check_weight(weight, classes, prefix=""):
    if weight is not None and (weight.dim() != 1 or weight.numel() != classes):
        raise RuntimeError(
            f"{prefix}weight tensor should be defined either for all {classes} classes or no classes but got "
            f"weight tensor of shape: {list(weight.shape)}"
        )


def _check_vector(input, target, weight):
    if target.dim() > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    if input.dim() == 1 and target.dim() == 1 and target.size(0) != 1:
        raise ValueError(f"For 1D input, 1D target must have size 1, but got target size: {target.size(0)}")
    _check_weight(weight, input.size(-1))


def _check_spatial(input, target, weight):
    if input.dim() == 4 and target.dim() != 3:
        raise RuntimeError(
            "only batches of spatial targets supported (3D tensors) but got targets of dimension: "
            f"{target.dim()}"
        )
    if weight is not None and weight.numel() != input.size(1):
        raise RuntimeError("weight tensor should be defined either for all or no classes")
    if input.shape[2:] != target.shape[1:]:
        raise RuntimeError(f"size mismatch (got input: {list(input.shape)} , target: {list(target.shape)}")


def _check_batch(input, target):
    n = input.dim()
    if n < 1:
        raise ValueError(f"Expected 1 or more dimensions (got {n})")
    size = target.size(0) if target.dim() else 0
    if n != 1 and input.size(0) != size:
        raise ValueError(f"Expected input batch_size ({input.size(0)}) to match target batch_size ({size}).")
    if (n == 3 or n > 4) and input.shape[2:] != target.shape[1:]:
        wanted = [input.size(0), *input.shape[2:]]
        raise RuntimeError(f"Expected target size {wanted}, got {list(target.shape)}")


def _check_dtypes(kernel, input, weight, target=None):
    """Check the operands' dtypes. target: if given, it must be int64."""
    check_floating(kernel, input)
    for tensor, wanted in ((target, torch.int64), (weight, input.dtype)):
        if tensor is not None:
            expect_scalar_type(wanted, tensor)


def nll_loss_nd(input, target, weight=None, reduction=1, ignore_index=-100):
    """The negated elements of input at the targets, with 0 for ignored targets."""
    _check_batch(input, target)
    if target.dtype not in (torch.int64, torch.uint8):
        name = target.dtype._type_name
        raise RuntimeError(f"expected target dtype to be Long or Byte, but got {name}")
    if input.dim() < 3:
        _check_vector(input, target, weight)
        _check_dtypes("nll_loss_out_frame", input, weight)
    else:
        _check_spatial(input, target, weight)
        _check_dtypes("nll_loss2d_forward_out_frame", input, weight, target)
    if input.dim() == 1:
        input, target = input[None], target.reshape(1)
        reduction = reduction or 2
    index = target.long()
    counts = index != ignore_index
    outside = counts & ((index < 0) | (index >= input.size(1)))
    if outside.any():
        raise IndexError(f"Target {index[outside][0].item()} is out of bounds.")
    if input.size(1) == 0:
        loss = share = torch.zeros(target.shape, dtype=input.dtype)
    else:
        index = index.masked_fill(~counts, 0)
        share = counts.to(input.dtype) if weight is None else weight[index].masked_fill(~counts, 0)
        loss = (-input.gather(1, index.unsqueeze(1)).squeeze(1) * share).masked_fill(~counts, 0)
    if reduction != 1:
        return reduced(loss, reduction)
    return loss.sum() / (counts.sum() if weight is None else share.sum())


def _check_smoothing(label_smoothing):
    if label_smoothing > 1:
        raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing:g}")


def _of_probabilities(logs, target, weight, reduction, label_smoothing, dim):
    classes = logs.size(dim)
    if label_smoothing > 0:
        target = target * (1 - label_smoothing) + label_smoothing / classes
    products = logs * target
    if weight is not None:
        products = products * weight
    if reduction == 0:
        return -products.sum(dim)
    total = -products.sum()
    if reduction == 1:
        return total.fill_(nan) if logs.numel() == 0 else total / (logs.numel() // classes)
    return total


def _smoothed(logs, target, weights, weight, reduction, ignore_index, label_smoothing, dim):
    """Label smoothing: a part of the loss is spread evenly over all classes."""
    loss = nll_loss_nd(logs, target, weight, reduction, ignore_index)
    ignored = target == ignore_index
    every = -(logs if weight is None else logs * weights).sum(dim)
    every = every.masked_fill(ignored.reshape(every.shape), 0.0)
    if reduction == 1:
        counted = target[~ignored].flatten()
        every = every.sum() / (counted.numel() if weight is None else weight[counted].sum())
    elif reduction == 2:
        every = every.sum()
    return loss * (1 - label_smoothing) + every * (label_smoothing / logs.size(dim))


def cross_entropy_loss(input, target, weight=None, reduction=1, ignore_index=-100, label_smoothing=0.0):
    """nll_loss of log_softmax; targets of input's shape are probabilities."""
    probabilities = input.shape == target.shape
    dim = 0 if input.dim() <= 1 else 1
    if probabilities:
        if not target.is_floating_point():
            name = target.dtype._type_name
            raise RuntimeError(
                f"Expected floating point type for target with class probabilities, got {name}"
            )
        if ignore_index >= 0:
            raise RuntimeError("ignore_index is not supported for floating point target")
        _check_weight(weight, input.size(dim), "cross_entropy: ")
    else:
        _check_smoothing(label_smoothing)
    logs = torch.log_softmax(input, dim, input.dtype)
    weights = weight
    if weight is not None and weight.dim() == 1 and weight.numel() == input.size(dim):
        weights = weight.view([-1 if d == dim else 1 for d in range(input.dim())])
    if probabilities:
        _check_smoothing(label_smoothing)
        return _of_probabilities(logs, target, weights, reduction, label_smoothing, dim)
    if label_smoothing > 0:
        return _smoothed(logs, target, weights, weight, reduction, ignore_index, label_smoothing, dim)
    return nll_loss_nd(logs, target, weight, reduction, ignore_index)


# ---- of two classes ----


def _check_unit(name, tensor):
    if not ((tensor >= 0) & (tensor <= 1)).all():
        raise RuntimeError(f"all elements of {name} should be between 0 and 1")


def binary_cross_entropy(input, target, weight=None, reduction=1):
    """The binary cross entropy of probabilities; logarithms are limited to at least -100."""
    _check_same_dtype(target, input)
    check_floating("binary_cross_entropy", input)
    _check_unit("input", input)
    _check_unit("target", target)
    x, y = widened(input), widened(target)
    zero, one = torch.log1p(-x).clamp_min_(-100), torch.log(x).clamp_min_(-100)
    loss = torch.empty_like(input).copy_((y - 1) * zero - y * one)
    if weight is not None:
        loss = loss.mul_(weight)
    return reduced(loss, reduction)


def log_sigmoid(input, out=None):
    """The logarithm of sigmoid(input), which keeps its digits where sigmoid is near 0 or 1."""
    check_floating("log_sigmoid_cpu", input)
    x = widened(input.contiguous())
    return written((x.clamp_max(0) - torch.log1p(torch.exp(-x.abs()))).to(input.dtype), out)


def binary_cross_entropy_with_logits(input, target, weight=None, pos_weight=None, reduction=0):
    """binary_cross_entropy of sigmoid(input), without the rounding error of sigmoid."""
    logs = log_sigmoid(input)
    if pos_weight is not None:
        logs = logs.mul_((pos_weight - 1).mul(target).add_(1))
    loss = (1 - target).mul_(input).sub_(logs)
    if weight is not None:
        loss = loss.mul_(weight)
    return reduced(loss, reduction)


# ---- distances ----


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    """The norms of x1 - x2 + eps along the last dimension."""
    return (x1 - x2 + float(eps)).norm(float(p), -1, keepdim)


def pdist(input, p=2.0):
    """The distances of all pairs of rows."""
    if input.dim() != 2:
        raise RuntimeError(f"pdist only supports 2D tensors, got: {input.dim()}D")
    if not input.is_floating_point():
        raise RuntimeError("pdist only supports floating-point dtypes")
    if not p >= 0:
        raise RuntimeError("pdist only supports non-negative p values")
    n = input.size(0)
    if n < 2:
        return torch.empty(0, dtype=input.dtype)
    if input.size(1) and input.dtype in HALVES:
        refuse("pdist", input.dtype)
    return torch._rows_cdist(input, input, p)[torch.ones(n, n, dtype=torch.bool).triu_(1)]
