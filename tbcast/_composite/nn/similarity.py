"""Bodies of the function table: cosine_similarity, and nn.functional's one_hot.

The bindings have already matched the arguments.
"""

from tbcast import _C


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    """Divides each operand by its norm first, which keeps the products in range."""
    common = _C.result_type(x1, x2)
    if not common.is_floating_point:
        raise RuntimeError(
            f"expected common dtype to be floating point, yet common dtype is {common._type_name}"
        )
    if not eps >= 0:
        raise RuntimeError(f"eps must be non-negative, got: {eps:g}")
    x1, x2 = (x if x.is_floating_point() else x.to(common) for x in (x1, x2))
    x1, x2 = _C.broadcast_tensors(x1, x2)
    norms = [x.norm(2, dim, keepdim=True).clamp_min(eps) for x in (x1, x2)]
    return ((x1 / norms[0]) * (x2 / norms[1])).sum(dim)


def one_hot(input, num_classes=-1):
    """Scatters a 1 into zeros for every index, after checks in torch's order."""
    if input.dtype is not _C.int64:
        raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor.")
    if input.numel() == 0:
        if num_classes <= 0:
            raise RuntimeError("Can not infer total number of classes from empty tensor.")
        return _C.empty(*input.shape, num_classes, dtype=_C.int64)
    if input.min().item() < 0:
        raise RuntimeError("Class values must be non-negative.")
    largest = input.max().item()
    if num_classes == -1:
        num_classes = largest + 1
    elif num_classes <= largest:
        raise RuntimeError("Class values must be smaller than num_classes.")
    result = _C.zeros(*input.shape, num_classes, dtype=_C.int64)
    return result.scatter_(-1, input.unsqueeze(-1), 1)
