"""Rows of layers that are composed of products, softmax, views and indexing: attention, embedding, images."""

from codegen.functions.row import Function

ATTENTION = (
    "Tensor query, Tensor key, Tensor value, Tensor? attn_mask = None, float dropout_p = 0.0, "
    "bool is_causal = False, *, float? scale = None, bool enable_gqa = False"
)
INDEXED = "torch.tensor([[1., 2.], [3., 4.]])"
IMAGE = "Operand: a tensor of any dtype and at least three dimensions, the last ones channels, rows, columns."


def composed(place, name, summary, signature, operands, result, raises, example, **facts):
    """A composition in Python, in the module `place` of tbcast/_composite/nn."""
    return Function(
        name,
        summary,
        (signature,),
        in_python=f"_composite.nn.{place}:{facts.pop('function', name)}",
        method=False,
        operands=operands,
        result=result,
        raises=raises,
        example=example,
        **facts,
    )


ROWS = (
    composed(
        "attention",
        "scaled_dot_product_attention",
        "softmax(query @ key.T * scale + mask) @ value.",
        ATTENTION,
        "Operands: floating tensors (..., L, E), (..., S, E) and (..., S, V); other dimensions broadcast; "
        "attn_mask (..., L, S): bool, True where a place takes part, or numbers to add.  is_causal: place i "
        "takes part from row i on.  scale: 1 / sqrt(E).  enable_gqa: dimension -3 of key and value may "
        "be a divisor of query's.  dropout_p: as in dropout, with training.",
        "Result: (..., L, V), of query's dtype.",
        "Raises RuntimeError for other sizes and dtypes.",
        (
            "torch.nn.functional.scaled_dot_product_attention(torch.zeros(1, 2), torch.ones(2, 2), "
            "torch.tensor([[1.], [3.]]))",
            "tensor([[2.]])",
        ),
        namespace="nn",
        source="torch.nn.functional.scaled_dot_product_attention",
        shapes="multiplies",
    ),
    composed(
        "attention",
        "embedding",
        "The rows of weight at the indices.",
        "Tensor weight, Tensor indices, index padding_idx = -1, bool scale_grad_by_freq = False, "
        "bool sparse = False",
        "Operands: a matrix of any dtype; indices of any shape, int64 or int32.  The other arguments are of "
        "gradients.",
        "Result: indices' sizes, then weight's number of columns.",
        "Raises RuntimeError for other dtypes and dimensions, IndexError for an index out of range.",
        (f"torch.embedding({INDEXED}, torch.tensor([1, 0]))", "tensor([[3., 4.],\n        [1., 2.]])"),
        shapes="indexes",
    ),
    composed(
        "attention",
        "embedding_renorm_",
        "Scales each row of input at the indices to the norm max_norm, if its norm is larger.",
        "Tensor input, Tensor indices, float max_norm, float norm_type",
        "Operands: a floating matrix, which is written; indices of any shape, int64 or int32.",
        "Result: input.",
        "Raises RuntimeError for other dtypes and dimensions, IndexError for an index out of range.",
        (
            "torch.embedding_renorm_(torch.tensor([[3., 4.], [3., 4.]]), torch.tensor([1]), 1, 2)",
            "tensor([[3.0000, 4.0000],\n        [0.6000, 0.8000]])",
        ),
        shapes="indexes",
        source="torch.embedding_renorm_",
    ),
    composed(
        "channels",
        "pixel_shuffle",
        "(..., C r r, H, W) as (..., C, H r, W r), for r = upscale_factor: channels become rows and columns.",
        "Tensor input, int upscale_factor",
        IMAGE,
        "Result: a new tensor of input's dtype.",
        "Raises RuntimeError for other sizes.",
        (
            "torch.pixel_shuffle(torch.tensor([[[1]], [[2]], [[3]], [[4]]]), 2)",
            "tensor([[[1, 2],\n         [3, 4]]])",
        ),
    ),
    composed(
        "channels",
        "pixel_unshuffle",
        "(..., C, H r, W r) as (..., C r r, H, W), for r = downscale_factor: the inverse of pixel_shuffle.",
        "Tensor input, int downscale_factor",
        IMAGE,
        "Result: a new tensor of input's dtype.",
        "Raises RuntimeError for other sizes.",
        ("torch.pixel_unshuffle(torch.tensor([[[1, 2], [3, 4]]]), 2).flatten()", "tensor([1, 2, 3, 4])"),
    ),
    *(
        composed(
            "channels",
            name,
            "The channels, dimension 1, in another order: the first one of each group, then the second ones.",
            "Tensor input, int groups",
            "Operand: a tensor of any dtype and at least three dimensions.",
            "Result: a new tensor of input's sizes and dtype.",
            "Raises RuntimeError for other sizes.",
            (
                f"torch.{name}(torch.tensor([[[1, 2, 3], [4, 5, 6]]]), 1)",
                "tensor([[[1, 2, 3],\n         [4, 5, 6]]])",
            ),
            function="channel_shuffle",
            shapes="keeps",
        )
        for name in ("channel_shuffle", "native_channel_shuffle")
    ),
)
