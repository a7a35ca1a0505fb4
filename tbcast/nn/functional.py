"""Functions of torch.nn.functional: losses, activations, layers, padding, distances. They are composed of the
package's own functions, and have no gradients.
"""

from collections.abc import Sequence

from tbcast import _C
from tbcast._C import Tensor, dtype as _dtype
from tbcast._decorators import named
from tbcast.nn._activations import (
    alpha_dropout,
    celu,
    dropout,
    dropout1d,
    dropout2d,
    dropout3d,
    elu,
    feature_alpha_dropout,
    glu,
    gumbel_softmax,
    hardsigmoid,
    hardswish,
    hardtanh,
    leaky_relu,
    mish,
    relu6,
    rrelu,
    selu,
    silu,
    softsign,
    tanhshrink,
)
from tbcast.nn._losses import (
    binary_cross_entropy,
    binary_cross_entropy_with_logits,
    cosine_embedding_loss,
    cross_entropy,
    gaussian_nll_loss,
    hinge_embedding_loss,
    huber_loss,
    kl_div,
    l1_loss,
    margin_ranking_loss,
    mse_loss,
    multi_margin_loss,
    multilabel_margin_loss,
    multilabel_soft_margin_loss,
    nll_loss,
    poisson_nll_loss,
    smooth_l1_loss,
    soft_margin_loss,
    triplet_margin_loss,
    triplet_margin_with_distance_loss,
)
from tbcast.nn._norms import (
    batch_norm,
    group_norm,
    instance_norm,
    layer_norm,
    local_response_norm,
    rms_norm,
)
from tbcast.nn._spatial import (
    adaptive_avg_pool2d,
    adaptive_avg_pool3d,
    adaptive_max_pool1d,
    adaptive_max_pool2d,
    adaptive_max_pool3d,
    affine_grid,
    fold,
    grid_sample,
    interpolate,
    max_pool1d,
    max_pool2d,
    max_pool3d,
    unfold,
    upsample,
    upsample_bilinear,
    upsample_nearest,
)

__all__ = [
    "adaptive_avg_pool1d",
    "adaptive_avg_pool2d",
    "adaptive_avg_pool3d",
    "adaptive_max_pool1d",
    "adaptive_max_pool2d",
    "adaptive_max_pool3d",
    "affine_grid",
    "alpha_dropout",
    "avg_pool1d",
    "avg_pool2d",
    "avg_pool3d",
    "batch_norm",
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "celu",
    "celu_",
    "channel_shuffle",
    "conv1d",
    "conv2d",
    "conv3d",
    "conv_transpose1d",
    "conv_transpose2d",
    "conv_transpose3d",
    "cosine_embedding_loss",
    "cosine_similarity",
    "cross_entropy",
    "dropout",
    "dropout1d",
    "dropout2d",
    "dropout3d",
    "elu",
    "elu_",
    "embedding",
    "feature_alpha_dropout",
    "fold",
    "gaussian_nll_loss",
    "gelu",
    "glu",
    "grid_sample",
    "group_norm",
    "gumbel_softmax",
    "hardshrink",
    "hardsigmoid",
    "hardswish",
    "hardtanh",
    "hardtanh_",
    "hinge_embedding_loss",
    "huber_loss",
    "instance_norm",
    "interpolate",
    "kl_div",
    "l1_loss",
    "layer_norm",
    "leaky_relu",
    "leaky_relu_",
    "linear",
    "local_response_norm",
    "log_softmax",
    "logsigmoid",
    "margin_ranking_loss",
    "max_pool1d",
    "max_pool2d",
    "max_pool3d",
    "mish",
    "mse_loss",
    "multi_margin_loss",
    "multilabel_margin_loss",
    "multilabel_soft_margin_loss",
    "native_channel_shuffle",
    "nll_loss",
    "normalize",
    "one_hot",
    "pad",
    "pairwise_distance",
    "pdist",
    "pixel_shuffle",
    "pixel_unshuffle",
    "poisson_nll_loss",
    "prelu",
    "relu",
    "relu6",
    "relu_",
    "rms_norm",
    "rrelu",
    "rrelu_",
    "scaled_dot_product_attention",
    "selu",
    "selu_",
    "sigmoid",
    "silu",
    "smooth_l1_loss",
    "soft_margin_loss",
    "softmax",
    "softmin",
    "softplus",
    "softshrink",
    "softsign",
    "tanh",
    "tanhshrink",
    "threshold",
    "threshold_",
    "triplet_margin_loss",
    "triplet_margin_with_distance_loss",
    "unfold",
    "upsample",
    "upsample_bilinear",
    "upsample_nearest",
]

adaptive_avg_pool1d = _C.adaptive_avg_pool1d
avg_pool1d = _C.avg_pool1d
avg_pool2d = _C._nn_avg_pool2d
avg_pool3d = _C._nn_avg_pool3d
celu_ = _C.celu_
channel_shuffle = _C.channel_shuffle
conv1d = _C.conv1d
conv2d = _C.conv2d
conv3d = _C.conv3d
conv_transpose1d = _C.conv_transpose1d
conv_transpose2d = _C.conv_transpose2d
conv_transpose3d = _C.conv_transpose3d
cosine_similarity = _C.cosine_similarity
elu_ = _C._nn_elu_
gelu = _C._nn_gelu
hardshrink = _C.hardshrink
hardtanh_ = _C._nn_hardtanh_
leaky_relu_ = _C._nn_leaky_relu_
linear = _C._nn_linear
logsigmoid = _C._nn_logsigmoid
native_channel_shuffle = _C.native_channel_shuffle
one_hot = _C._nn_one_hot
pairwise_distance = _C.pairwise_distance
pdist = _C.pdist
pixel_shuffle = _C.pixel_shuffle
pixel_unshuffle = _C.pixel_unshuffle
prelu = _C.prelu
relu_ = _C.relu_
rrelu_ = _C.rrelu_
scaled_dot_product_attention = _C._nn_scaled_dot_product_attention
selu_ = _C.selu_
sigmoid = _C.sigmoid
softplus = _C._nn_softplus
softshrink = _C._nn_softshrink
tanh = _C.tanh
threshold_ = _C.threshold_


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


def _implicit_dim(name: str, ndim: int) -> int:
    _C._warn(
        f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an "
        "argument."
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
        dim = _implicit_dim("softmax", input.dim())
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
        dim = _implicit_dim("log_softmax", input.dim())
    return input.log_softmax(dim) if dtype is None else input.log_softmax(dim, dtype=dtype)


def softmin(
    input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: _dtype | None = None
) -> Tensor:
    """softmax(-input, dim): small elements get large shares.

    The arguments and errors are those of softmax: IndexError if dim is out of range. As
    torch.nn.functional.softmin.

    >>> torch.nn.functional.softmin(torch.tensor([0., 0.]), dim=0)
    tensor([0.5000, 0.5000])
    """
    if dim is None:
        dim = _implicit_dim("softmin", input.dim())
    return (-input).softmax(dim) if dtype is None else (-input).softmax(dim, dtype=dtype)


# ---- layers ----


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


def embedding(
    input: Tensor,
    weight: Tensor,
    padding_idx: int | None = None,
    max_norm: float | None = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Tensor:
    """The rows of weight at the indices in input.

    Operands: indices of any shape, int64 or int32, and a matrix. max_norm: the rows whose norm is larger are
    first scaled to it, in weight. The other arguments are about gradients; padding_idx must be a row. Raises
    RuntimeError for other dtypes and dimensions, IndexError for an index out of range, AssertionError for
    such a padding_idx. As torch.nn.functional.embedding.

    >>> torch.nn.functional.embedding(torch.tensor([1, 0]), torch.tensor([[1., 2.], [3., 4.]]))
    tensor([[3., 4.],
            [1., 2.]])
    """
    if padding_idx is None:
        padding_idx = -1
    else:
        rows = weight.size(0)
        if not -rows <= padding_idx < max(rows, 1):
            raise AssertionError("Padding_idx must be within num_embeddings")
        padding_idx += rows if padding_idx < 0 else 0
    if max_norm is not None:
        input = input.contiguous()
        _C.embedding_renorm_(weight, input, max_norm, norm_type)
    return _C.embedding(weight, input, padding_idx, scale_grad_by_freq, sparse)


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
