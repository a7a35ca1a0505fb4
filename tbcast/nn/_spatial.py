"""Pooling, resizing and sampling of torch.nn.functional."""

from collections.abc import Callable, Sequence
from typing import Any

from tbcast import _C
from tbcast._C import Tensor
from tbcast._decorators import named

_Sizes = int | Sequence[int]


# ---- pooling ----


def _dispatched(name: str, position: int, plain: Callable, with_indices: Callable, doc: str) -> Callable:
    """A function that also returns indices if return_indices, its argument at a position, is true."""

    def pool(*args: Any, **kwargs: Any) -> Any:
        given = kwargs.get("return_indices", args[position] if len(args) > position else False)
        return (with_indices if given else plain)(*args, **kwargs)

    pool.__name__, pool.__qualname__, pool.__doc__ = name, name, doc
    return pool


def _max_pools(n: int, plain: Callable, with_indices: Callable, example: str) -> tuple[Callable, Callable]:
    """max_pool and max_pool_with_indices of n dimensions."""

    @named(f"max_pool{n}d_with_indices")
    def both(
        input: Tensor,
        kernel_size: _Sizes,
        stride: _Sizes | None = None,
        padding: _Sizes = 0,
        dilation: _Sizes = 1,
        ceil_mode: bool = False,
        return_indices: bool = False,
    ) -> tuple[Tensor, Tensor]:
        return with_indices(input, kernel_size, () if stride is None else stride, padding, dilation, ceil_mode)

    @named(f"_max_pool{n}d")
    def values(
        input: Tensor,
        kernel_size: _Sizes,
        stride: _Sizes | None = None,
        padding: _Sizes = 0,
        dilation: _Sizes = 1,
        ceil_mode: bool = False,
        return_indices: bool = False,
    ) -> Tensor:
        return plain(input, kernel_size, () if stride is None else stride, padding, dilation, ceil_mode)

    doc = f"""The largest element of each window; nan, if there is one.

    max_pool{n}d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
    return_indices=False).
    Operand: a tensor with {n} dimensions of sizes after the channels, with or without a batch. stride: the
    distance of windows, by default kernel_size. padding: how far windows reach out. dilation: the distance of
    a window's elements. ceil_mode: the last window may reach out further. return_indices: also the indices of
    the elements, in the last {n} dimensions flattened. Raises RuntimeError for other sizes,
    NotImplementedError for other dtypes. As torch.nn.functional.max_pool{n}d.

    >>> {example}
    """
    both.__doc__ = f"max_pool{n}d with return_indices=True: the largest elements, and their indices."
    return _dispatched(f"max_pool{n}d", 6, values, both, doc), both


def _example(n: int) -> str:
    opened, closed = "[" * n, "]" * n
    size = {1: "2", 2: "(1, 2)", 3: "(1, 1, 2)"}[n]
    call = f"torch.nn.functional.max_pool{n}d(torch.tensor({opened}[1., 3., 2., 0.]{closed}), {size})"
    return f"{call}\n    tensor({opened}[3., 2.]{closed})"


max_pool1d, max_pool1d_with_indices = _max_pools(
    1, _C.max_pool1d, _C.max_pool1d_with_indices, _example(1)
)
max_pool2d, max_pool2d_with_indices = _max_pools(
    2, _C.max_pool2d, _C._nn_max_pool2d_with_indices, _example(2)
)
max_pool3d, max_pool3d_with_indices = _max_pools(
    3, _C.max_pool3d, _C._nn_max_pool3d_with_indices, _example(3)
)


def _sizes(output_size, input: Tensor) -> Any:
    """output_size, with input's sizes instead of None."""
    if isinstance(output_size, int):
        return output_size
    defaults = input.size()
    if len(defaults) <= len(output_size):
        raise ValueError(f"Input dimension should be at least {len(output_size) + 1}")
    own = defaults[len(defaults) - len(output_size) :]
    return [size if given is None else given for given, size in zip(output_size, own, strict=True)]


def adaptive_avg_pool2d(input: Tensor, output_size: Any) -> Tensor:
    """The mean of each of output_size windows.

    Operand: (N, C, H, W) or (C, H, W) of a floating dtype. output_size: of the result, of both dimensions or
    of each; None stands for input's. Windows begin at i * size // output_size. Raises RuntimeError for other
    sizes, NotImplementedError for other dtypes. As torch.nn.functional.adaptive_avg_pool2d.

    >>> torch.nn.functional.adaptive_avg_pool2d(torch.tensor([[[1., 3., 2., 0.]]]), (1, 2))
    tensor([[[2., 1.]]])
    """
    return _C._nn_adaptive_avg_pool2d(input, _sizes(output_size, input))


def adaptive_avg_pool3d(input: Tensor, output_size: Any) -> Tensor:
    """The mean of each of output_size windows.

    Operand: (N, C, D, H, W) or (C, D, H, W) of a floating dtype. output_size, errors: see
    adaptive_avg_pool2d; RuntimeError for other sizes. As torch.nn.functional.adaptive_avg_pool3d.

    >>> torch.nn.functional.adaptive_avg_pool3d(torch.tensor([[[[1., 3., 2., 0.]]]]), (1, 1, 2))
    tensor([[[[2., 1.]]]])
    """
    return _C._nn_adaptive_avg_pool3d(input, _sizes(output_size, input))


@named("adaptive_max_pool1d_with_indices")
def adaptive_max_pool1d_with_indices(
    input: Tensor, output_size: Any, return_indices: bool = False
) -> tuple[Tensor, Tensor]:
    """adaptive_max_pool1d with return_indices=True: the largest elements, and their indices."""
    return _C.adaptive_max_pool1d(input, output_size)


def adaptive_max_pool2d_with_indices(
    input: Tensor, output_size: Any, return_indices: bool = False
) -> tuple[Tensor, Tensor]:
    """adaptive_max_pool2d with return_indices=True: the largest elements, and their indices."""
    return _C._nn_adaptive_max_pool2d(input, _sizes(output_size, input))


@named("_adaptive_max_pool1d")
def _adaptive_max_pool1d(input: Tensor, output_size: Any, return_indices: bool = False) -> Tensor:
    return adaptive_max_pool1d_with_indices(input, output_size)[0]


@named("_adaptive_max_pool2d")
def _adaptive_max_pool2d(input: Tensor, output_size: Any, return_indices: bool = False) -> Tensor:
    return adaptive_max_pool2d_with_indices(input, output_size)[0]


_ADAPTIVE_MAX = """The largest element of each of output_size windows.

    Operand: a tensor with {0} after the channels, with or without a batch, of a floating dtype.
    output_size: of the result. return_indices: also the indices of the elements. Raises RuntimeError for
    other sizes, NotImplementedError for other dtypes. As torch.nn.functional.adaptive_max_pool{1}d.

    >>> torch.nn.functional.adaptive_max_pool{1}d(torch.tensor({2}[1., 3., 2., 0.]{3}), {4})
    tensor({2}[3., 2.]{3})
    """
adaptive_max_pool1d = _dispatched(
    "adaptive_max_pool1d",
    2,
    _adaptive_max_pool1d,
    adaptive_max_pool1d_with_indices,
    _ADAPTIVE_MAX.format("one dimension", 1, "[", "]", 2),
)
adaptive_max_pool2d = _dispatched(
    "adaptive_max_pool2d",
    2,
    _adaptive_max_pool2d,
    adaptive_max_pool2d_with_indices,
    _ADAPTIVE_MAX.format("two dimensions", 2, "[[", "]]", "(1, 2)"),
)
