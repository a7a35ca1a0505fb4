"""nonzero_static, a row of the function table, and unravel_index, which torch implements in Python, too."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from operator import mul

from tbcast import _C
from tbcast._C import Tensor
from tbcast._composite.outputs import check_int64, refuse_unsigned, written


def nonzero_static(input, *, size, fill_value=-1, out=None):
    size, fill_value = int(size), int(fill_value)
    check_int64(size)
    check_int64(fill_value)
    if size < 0:
        raise RuntimeError("nonzero_static: 'size' must be an non-negative integer")
    if out is not None and out.dtype != _C.int64:
        raise RuntimeError(
            "nonzero_static: Expected out tensor to have scalar type Long but got scalar type"
            f"{out.dtype._type_name}"
        )
    result = _C.full((size, input.dim()), fill_value, dtype=_C.int64)
    if result.numel():
        refuse_unsigned("nonzero_count_cpu", input.dtype)
        found = input.nonzero()[:size]
        result[: found.size(0)] = found
    return written(result, out)


def _checked_shape(shape) -> tuple:
    if isinstance(shape, int):
        return (int(shape),)
    if not isinstance(shape, Sequence):
        raise TypeError(f"expected 'shape' to be int or sequence of ints, but got {type(shape)}")
    for size in shape:
        if not isinstance(size, int):
            raise TypeError(f"expected 'shape' sequence to only contain ints, but got {type(size)}")
    return tuple(map(int, shape))


def unravel_index(indices: Tensor, shape: int | Sequence[int]) -> tuple[Tensor, ...]:
    """The coordinates of elements, given by their positions in row-major order.

    Operand: an integral tensor of any shape.  shape: the shape of the tensor with these elements.
    Result: a tensor of indices' shape for each dimension; indices are taken modulo the number of elements.
    Raises TypeError for other dtypes and if shape has anything but ints, ValueError if one is negative,
    RuntimeError if there are no elements.  As torch.unravel_index.

    >>> torch.unravel_index(torch.tensor([1, 5]), (2, 3))
    (tensor([0, 1]), tensor([1, 2]))
    """
    if indices.is_complex() or indices.is_floating_point() or indices.dtype == _C.bool:
        raise TypeError(f"expected 'indices' to be integer dtype, but got {indices.dtype}")
    sizes = _checked_shape(shape)
    if any(size < 0 for size in sizes):
        raise ValueError(f"'shape' cannot have negative values, but got {sizes}")
    strides = list(accumulate(reversed((*sizes[1:], 1)), mul))[::-1] if sizes else []
    quotients = indices.unsqueeze(-1).floor_divide(_C.tensor(strides, dtype=_C.int64))
    return (quotients % _C.tensor(list(sizes), dtype=_C.int64)).unbind(-1)
