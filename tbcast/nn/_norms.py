"""Functions of torch.nn.functional that normalize."""

from collections.abc import Sequence
from math import prod

from tbcast import _C
from tbcast._C import Tensor
from tbcast._composite.nn import normalization
from tbcast._composite.outputs import FLOATS, refuse


def _check_several(n: int, what: str, sizes: Sequence[int]) -> None:
    if n == 1:
        raise ValueError(f"Expected more than 1 {what} when training, got input size {sizes}")


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
        _check_several(prod(sizes[2:]) * sizes[0], "value per channel", sizes)
    if training and eps <= 0.0:
        raise ValueError(f"batch_norm eps must be positive during training, but got {eps}")
    if eps < 0.0:
        raise ValueError(f"batch_norm eps must be non-negative, but got {eps}")
    return _C.batch_norm(
        input, weight, bias, running_mean, running_var, training, momentum, eps, cudnn_enabled=False
    )


def group_norm(
    input: Tensor,
    num_groups: int,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-5,
) -> Tensor:
    """input normalized to mean 0 and variance 1 in each group of channels, times weight, plus bias.

    Operands: input (N, C, ...) of a floating dtype, whose channels num_groups divides; weight and bias are
    vectors of C elements of that dtype, or float32 beside halves. Raises RuntimeError for other sizes and
    dtypes, NotImplementedError for integers, ValueError for a single element per group. As
    torch.nn.functional.group_norm.

    >>> torch.nn.functional.group_norm(torch.tensor([[1., 3., 4., 8.]]), 2)
    tensor([[-1.0000,  1.0000, -1.0000,  1.0000]])
    """
    sizes = input.size()
    if len(sizes) < 2:
        raise RuntimeError(f"Expected at least 2 dimensions for input tensor but received {len(sizes)}")
    each = [sizes[0] * sizes[1] // num_groups, num_groups, *sizes[2:]]
    _check_several(prod(sizes[2:]) * each[0], "value per channel", each)
    return normalization.group_norm(input, num_groups, weight, bias, eps)


def instance_norm(
    input: Tensor,
    running_mean: Tensor | None = None,
    running_var: Tensor | None = None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    use_input_stats: bool = True,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Tensor:
    """input normalized to mean 0 and variance 1 in each channel of each sample, times weight, plus bias.

    Operands: input (N, C, ...) of a floating dtype; the others are vectors of C elements. use_input_stats:
    False normalizes with the running mean and variance; True updates them by momentum, where they are given.
    Raises RuntimeError for other sizes and dtypes, ValueError for a single element per channel and sample.
    As torch.nn.functional.instance_norm.

    >>> torch.nn.functional.instance_norm(torch.tensor([[[1., 3.], [4., 8.]]]))
    tensor([[[-1.0000,  1.0000],
             [-1.0000,  1.0000]]])
    """
    if use_input_stats:
        sizes = input.size()
        _check_several(prod(sizes[2:]), "spatial element", sizes)
    return normalization.instance_norm(
        input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps
    )


def rms_norm(
    input: Tensor, normalized_shape: Sequence[int], weight: Tensor | None = None, eps: float | None = None
) -> Tensor:
    """input divided by the root of the mean of its squares over its last dimensions, times weight.

    Operands: a tensor of a floating or complex dtype, whose last sizes are normalized_shape; weight of that
    shape. eps is added to the mean; by default, what the dtype calls its eps. Raises RuntimeError for other
    shapes, NotImplementedError for integers. As torch.nn.functional.rms_norm.

    >>> torch.nn.functional.rms_norm(torch.tensor([[3., 4.]]), (2,))
    tensor([[0.8485, 1.1314]])
    """
    return normalization.rms_norm(input, normalized_shape, weight, eps)


def local_response_norm(
    input: Tensor, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0
) -> Tensor:
    """input divided by (k + alpha * m) ** beta, m being the mean of the squares of `size` channels around.

    Operand: a floating tensor (N, C, ...) of 3 dimensions or more; there are zeros beyond the channels.
    Raises ValueError for fewer dimensions, RuntimeError for a size below 1. As
    torch.nn.functional.local_response_norm.

    >>> torch.nn.functional.local_response_norm(torch.tensor([[[2.], [4.]]]), 2, alpha=1.0, beta=1.0)
    tensor([[[0.6667],
             [0.3636]]])
    """
    if input.dim() < 3:
        gap = " " * 26
        raise ValueError(f"Expected 3D or higher dimensionality{gap}input (got {input.dim()} dimensions)")
    if input.numel() == 0:
        return input
    if input.dtype not in FLOATS:
        refuse("avg_pool2d" if input.dim() == 3 else "avg_pool3d_out_frame", input.dtype)
    if size < 1:
        raise RuntimeError(f"local_response_norm: size must be at least 1, got {size}")
    squares = input.mul(input).flatten(2)
    padded = _C._rows_pad(squares, [0, 0, size // 2, (size - 1) // 2], "constant", 0.0)
    means = padded.unfold(1, size, 1).mean(-1).view(input.size())
    return input / means.mul(alpha).add(k).pow(beta)
