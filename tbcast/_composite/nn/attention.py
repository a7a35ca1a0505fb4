"""Bodies of the function table: scaled_dot_product_attention and embedding.

The bindings have already matched the arguments.
"""

from math import inf, sqrt

from tbcast import _C as torch
from tbcast._composite.outputs import HALVES, cpp_name, refuse


def _check(query, key, value, attn_mask):
    dtypes = [x.dtype for x in (query, key, value)]
    if dtypes[0] != dtypes[1] or dtypes[0] != dtypes[2]:
        names = [cpp_name(dtype) for dtype in dtypes]
        raise RuntimeError(
            f"Expected query, key, and value to have the same dtype, but got query.dtype: {names[0]} "
            f"key.dtype: {names[1]} and value.dtype: {names[2]} instead."
        )
    dims = [x.dim() for x in (query, key, value)]
    if min(dims) < 2:
        raise RuntimeError(
            "Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: "
            f"{dims[0]} key.dim: {dims[1]} and value.dim: {dims[2]} instead."
        )
    if attn_mask is not None and attn_mask.dtype not in (torch.bool, torch.float32, dtypes[0]):
        raise RuntimeError(
            "Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: "
            f"{cpp_name(attn_mask.dtype)} and  query.dtype: {cpp_name(dtypes[0])} instead."
        )
    if attn_mask is not None and dims == [4, 4, 4]:
        attn_mask.size(-2)  # it must have so many dimensions there


def _expanded(query, key, value):
    """Heads of key and value, each repeated for the heads of query that share it."""
    heads = query.size(-3)
    counts = [x.size(-3) for x in (key, value)]
    if any(count == 0 or heads % count for count in counts):
        raise RuntimeError("Number of heads in key and value must divide the number of heads in ")
    repeated = zip((key, value), counts, strict=True)
    return (x if n == heads else x.repeat_interleave(heads // n, -3) for x, n in repeated)


def _softmax(scores, masked):
    """Rows without a place to look at give 0."""
    shares = scores.softmax(-1)
    if not masked:
        return shares
    return shares.masked_fill_((scores == -inf).all(-1, keepdim=True), 0)


def scaled_dot_product_attention(
    query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False
):
    _check(query, key, value, attn_mask)
    dtype = query.dtype
    if is_causal and attn_mask is not None:
        raise RuntimeError(
            "_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True"
        )
    if not (dtype.is_floating_point or dtype.is_complex):
        raise RuntimeError(f"expected scalar type Float but found {dtype._type_name}")
    if dtype in HALVES:
        query, key, value = query.float(), key.float(), value.float()
    if scale is None:
        scale = 1 / sqrt(query.size(-1)) if query.size(-1) else inf
    if enable_gqa:
        key, value = _expanded(query, key, value)
    scores = (query * scale) @ key.transpose(-2, -1)
    if dtype.is_complex:
        refuse("softmax_lastdim_kernel_impl", dtype)
    if is_causal:
        attn_mask = torch.ones(query.size(-2), key.size(-2), dtype=torch.bool).tril()
    if attn_mask is not None and attn_mask.dtype is torch.bool:
        attn_mask = torch.zeros(attn_mask.shape, dtype=scores.dtype).masked_fill_(~attn_mask, -inf)
    if attn_mask is not None:
        scores.add_(attn_mask)
    shares = _softmax(scores, attn_mask is not None and not is_causal)
    if dropout_p > 0:
        shares = torch.dropout(shares, dropout_p, True)
    return (shares @ value).to(dtype)


# ---- embedding ----


def _check_indices(indices, name, position):
    if indices.dtype not in (torch.int64, torch.int32):
        found = "CPUBoolType" if indices.dtype is torch.bool else indices.type()
        raise RuntimeError(
            f"Expected tensor for argument #{position} 'indices' to have one of the following scalar types: "
            f"Long, Int; but got {found} instead (while checking arguments for {name})"
        )


def embedding(weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    """The rows of weight at the indices; the other arguments are about gradients."""
    if weight.dim() != 2:
        raise RuntimeError("'weight' must be 2-D")
    _check_indices(indices, "embedding", 1)
    if indices.dim() == 1:
        return weight.index_select(0, indices)
    return weight.index_select(0, indices.reshape(-1)).view(*indices.shape, weight.size(1))


def embedding_renorm_(input, indices, max_norm, norm_type):
    """Each row at the indices whose norm exceeds max_norm is scaled to it."""
    if input.dim() != 2:
        raise RuntimeError(
            f"Expected 2-dimensional tensor, but got {input.dim()}-dimensional tensor for argument #1 'self' "
            "(while checking arguments for embedding_renorm_)"
        )
    _check_indices(indices, "embedding_renorm_", 2)
    if not (input.dtype.is_floating_point or input.dtype.is_complex):
        raise RuntimeError(
            "norm(): input dtype should be either floating point or complex. Got "
            f"{input.dtype._type_name} instead."
        )
    chosen = indices.unique().long()
    rows = input.index_select(0, chosen)
    norms = rows.norm(norm_type, 1, keepdim=True)
    long = (norms > max_norm).squeeze(1)
    scaled = rows[long] * (max_norm / (norms[long] + 1e-7))
    input.index_copy_(0, chosen[long], scaled.to(input.dtype))
    return input
