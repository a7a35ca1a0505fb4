"""Losses of torch.nn.functional that compare with a margin, and of distributions, computed as torch does:
bodies of the function table.

reduction is torch's number: 0 none, 1 mean, 2 sum.
"""

from __future__ import annotations

from math import log, pi

from tbcast import _C as torch
from tbcast._composite.nn.losses import check_floating, pairwise_distance, reduced
from tbcast._composite.outputs import expect_scalar_type, refuse

# ---- of differences ----


def huber_loss(input, target, reduction=0, delta=1.0):
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    common = torch.result_type(input, target)
    if not torch.can_cast(common, input.dtype):
        names = common._type_name, input.dtype._type_name
        raise RuntimeError(f"result type {names[0]} can't be cast to the desired output type {names[1]}")
    if not common.is_floating_point:
        refuse("huber_cpu", common)
    return reduced(torch._huber_kernel(input, target, delta=delta).to(input.dtype), reduction)


def smooth_l1_loss(input, target, reduction=0, beta=1.0):
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    if beta == 0:
        return reduced(torch.abs(input - target), reduction)
    common = torch.result_type(input, target)
    if not common.is_floating_point:
        refuse("smooth_l1_cpu", common)
    loss = torch._huber_kernel(input, target, delta=beta)
    return reduced(loss if beta == 1 else loss.div_(beta), reduction)


# ---- of distributions ----


def kl_div(input, target, reduction=0, *, log_target=False):
    if input.is_complex() or target.is_complex():
        raise RuntimeError("kl_div: Complex inputs not supported.")
    if not (input.is_floating_point() and target.is_floating_point()):
        raise RuntimeError("kl_div: Integral inputs not supported.")
    if log_target:
        return reduced(torch.exp(target) * (target - input), reduction)
    return reduced(torch.xlogy(target, target) - target * input, reduction)


def poisson_nll_loss(input, target, log_input, full, eps, reduction):
    loss = torch.exp(input) - target * input if log_input else input - target * torch.log(input + float(eps))
    if full:
        stirling = target * torch.log(target) - target + 0.5 * torch.log(2 * pi * target)
        loss += stirling.masked_fill(target <= 1, 0)
    return reduced(loss, reduction)


def gaussian_nll_loss(input, target, var, full, eps, reduction):
    var = var.clone().clamp_(min=float(eps))
    loss = 0.5 * (torch.log(var) + (input - target) ** 2 / var)
    return reduced(loss.add_(0.5 * log(2 * pi)) if full else loss, reduction)


# ---- with a margin ----


def soft_margin_loss(input, target, reduction=0):
    return reduced((-input).mul_(target).exp_().log1p_(), reduction)


def hinge_embedding_loss(input, target, margin=1.0, reduction=0):
    zeros = torch.zeros_like(input)
    beyond = torch.where(target != 1, torch.full_like(input, float(margin)).sub_(input).clamp_min_(0), zeros)
    return reduced(beyond + torch.where(target != -1, input, zeros), reduction)


def margin_ranking_loss(input1, input2, target, margin=0.0, reduction=0):
    difference = input1 - input2
    return reduced((-target * difference + float(margin)).clamp_min_(0), reduction)


def cosine_embedding_loss(input1, input2, target, margin=0.0, reduction=0):
    dim = target.dim()
    if dim > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    if input1.dim() != dim + 1 or input2.dim() != dim + 1:
        raise RuntimeError(
            f"{dim}D target tensor expects {dim + 1}D input tensors, but found inputs with sizes "
            f"{list(input1.shape)} and {list(input2.shape)}."
        )
    products = (input1 * input2).sum(dim)
    squares = [(x * x).sum(dim) + 1e-12 for x in (input1, input2)]
    cosines = products / (squares[0] * squares[1]).sqrt_()
    zeros = torch.zeros_like(cosines)
    alike = torch.where(target == 1, 1 - cosines, zeros)
    return reduced(
        alike + torch.where(target == -1, (cosines - float(margin)).clamp_min_(0), zeros), reduction
    )


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False, reduction=0):
    dims = anchor.dim(), positive.dim(), negative.dim()
    if len(set(dims)) > 1:
        raise RuntimeError(
            "The anchor, positive, and negative tensors are expected to have the same number of dimensions, "
            f"but got: anchor {dims[0]}D, positive {dims[1]}D, and negative {dims[2]}D inputs"
        )
    near, far = (pairwise_distance(anchor, other, p, eps) for other in (positive, negative))
    if swap:
        far = torch.minimum(far, pairwise_distance(positive, negative, p, eps))
    return reduced((float(margin) + near - far).clamp_min_(0), reduction)


# ---- of classes, with a margin ----


def _check_vector_or_matrix(input):
    n = input.dim()
    if n > 2 or (n and input.size(-1) == 0):
        raise RuntimeError(
            "Expected non-empty vector or matrix with optional 0-dim batch size, but got: "
            f"{list(input.shape)}"
        )


def multi_margin_loss(input, target, p=1, margin=1.0, weight=None, reduction=0):
    _check_vector_or_matrix(input)
    if p not in (1, 2):
        raise RuntimeError("only p == 1 and p == 2 supported")
    table = input.reshape(-1, input.size(-1) if input.dim() else 1)
    rows, classes = table.shape
    if target.dim() > 1 or target.numel() != rows:
        raise RuntimeError(
            "multi_margin_loss: target tensor should be 1-D with size equal to the number of input samples "
            f"(batch size). Expected target size [{rows}], but got {list(target.shape)}. Input has shape "
            f"{list(input.shape)}."
        )
    if weight is not None and (weight.dim() > 1 or weight.numel() != classes):
        raise RuntimeError(f"inconsistent weight size, expected {classes} but got {list(weight.shape)}")
    check_floating("multi_margin_loss_cpu_kernel", input, halves=False)
    expect_scalar_type(torch.int64, target)
    index = target.reshape(rows, 1)
    if ((index < 0) | (index >= classes)).any():
        raise RuntimeError("target out of range")
    errors = (margin - table.gather(1, index) + table).clamp_min_(0)
    if p == 2:
        errors = errors.mul_(errors)
    if weight is not None:
        expect_scalar_type(input.dtype, weight)
        errors = errors.mul_(weight.reshape(classes)[index])
    loss = errors.scatter_(1, index, 0).sum(1).div_(classes)
    return reduced(loss.reshape(target.shape), reduction if rows else reduction and 2)


def multilabel_margin_loss(input, target, reduction=0):
    _check_vector_or_matrix(input)
    if input.dim() == 2:
        fits = input.shape == target.shape
    else:
        fits = target.dim() <= 1 and target.numel() == input.numel()
    if not fits:
        raise RuntimeError(
            f"inconsistent target size: {list(target.shape)} for input of size: {list(input.shape)}"
        )
    table = input.reshape(-1, input.size(-1) if input.dim() else 1)
    classes = table.size(1)
    labels = target.reshape(table.shape)
    if ((labels < -1) | (labels >= classes)).any():
        raise RuntimeError("argument #2 'target' is out of range")
    check_floating("multilabel_margin_loss_forward_out_frame", input, halves=False)
    expect_scalar_type(torch.int64, target)
    listed = (labels >= 0).long().cumprod(1).bool()  # a row's labels end at the first -1
    columns = labels.where(listed, classes)
    others = torch.ones(table.size(0), classes + 1, dtype=torch.bool).scatter_(1, columns, False)[:, :classes]
    loss = torch.zeros(table.size(0), dtype=input.dtype)
    for column in range(int(listed.sum(1).max()) if listed.numel() else 0):
        scores = table.gather(1, columns[:, column : column + 1].clamp_max(classes - 1))
        errors = (1 - scores + table).clamp_min_(0).mul_(others)
        loss += errors.sum(1).mul_(listed[:, column])
    loss = loss.div_(classes).reshape(input.shape[:-1])
    return reduced(loss, reduction if loss.numel() else reduction and 2)
