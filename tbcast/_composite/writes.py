"""Writes at indices and under a mask: index_put, masked_scatter; and fill_diagonal_.

All are rows of the function table (src/codegen/functions/indexing.py), which has checked the types of their
arguments. Everything is checked before anything is written.
"""

import math

from tbcast import _C
from tbcast._composite.outputs import check_output, check_tensors, refuse_unsigned

# ---- tensors of any layout ----


def _memory(input):
    """The memory of all elements as a vector, in which they can be written by offset without a copy."""
    reach = sum((size - 1) * stride for size, stride in zip(input.shape, input.stride(), strict=True))
    return input.as_strided((reach + 1,), (1,))


def _offsets(input, numbers):
    """The offsets of the elements with these row-major positions."""
    offsets = _C.zeros_like(numbers)
    for size, stride in reversed([*zip(input.shape, input.stride(), strict=True)]):
        offsets += numbers % size * stride
        numbers = numbers // size
    return offsets


def _range(index):
    """The least and the greatest of the indices, of which there are some."""
    least, greatest = index.aminmax()
    return least.item(), greatest.item()


# ---- index_put ----


def _check_indices(input, indices) -> None:
    check_tensors(indices, 1)
    if len(indices) > input.dim():
        raise IndexError(f"too many indices for tensor of dimension {input.dim()} (got {len(indices)})")
    if not indices:
        raise RuntimeError("index_put_: at least one index is needed")  # torch raises an internal error


def _is_expanded(tensor) -> bool:
    return any(stride == 0 and size > 1 for size, stride in zip(tensor.shape, tensor.stride(), strict=True))


def _is_mask_of_one_value(indices, values) -> bool:
    return len(indices) == 1 and indices[0].dtype in (_C.bool, _C.uint8) and values.numel() == 1


def _fits(values, shape) -> bool:
    ahead = len(shape) - values.dim()
    return ahead >= 0 and all(a in (1, b) for a, b in zip(values.shape, shape[ahead:], strict=True))


def _check_values(input, values, shape) -> None:
    if not _fits(values, shape):
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {list(values.shape)} cannot be broadcast to indexing "
            f"result of shape {list(shape)}"
        )
    if values.dtype != input.dtype:
        raise RuntimeError(
            "Index put requires the source and destination dtypes match, got "
            f"{input.dtype._type_name} for the destination and {values.dtype._type_name} for the source."
        )


def _without_masks(indices):
    """The indices, with each mask replaced by the indices of its True elements."""
    for index in indices:
        if index.dtype in (_C.bool, _C.uint8):
            yield from index.nonzero().unbind(1)
        else:
            yield index.long()


def _rows(input, indices):
    """The index, if there is one, of integers, none of which is out of bounds or counts from the end."""
    if len(indices) != 1 or input.dim() == 0:
        return None
    (index,) = indices
    if index.dtype != _C.int64 or index.numel() == 0:
        return None
    least, greatest = _range(index)
    return index if least >= 0 and greatest < input.size(0) else None


def _add(input, indices, values, shape) -> None:
    """Add values one by one, at indices of the first dimensions."""
    indices = list(_without_masks(indices))
    sizes, rest = input.shape[: len(indices)], math.prod(input.shape[len(indices) :])
    rows = _C.tensor(0)
    for index, size in zip(indices, sizes, strict=True):
        rows = rows * size + _C.where(index < 0, index + size, index)
    rows, values = rows.reshape(-1), values.expand(shape)
    if input.is_contiguous():
        input.view(1, math.prod(sizes), rest).index_add_(1, rows, values.reshape(1, -1, rest))
        return
    numbers = (rows.unsqueeze(1) * rest + _C.arange(rest)).view(-1)
    _memory(input).index_add_(0, _offsets(input, numbers), values.reshape(-1))


def _shape_at(input, indices):
    """The shape of input at the indices."""
    try:  # one element expanded to these sizes has it, and raises for bad indices
        return _C.zeros((), dtype=_C.bool).expand(input.shape)[tuple(indices)].shape
    except IndexError as error:
        if "of bounds for dimension" in str(error) and "dimension with size 0" not in str(error):
            refuse_unsigned("index_put", input.dtype)
        raise


def index_put_(input, indices, values, accumulate=False):
    _check_indices(input, indices)
    if not accumulate and _is_mask_of_one_value(indices, values):
        mask = indices[0]
        if mask.dtype != _C.bool:
            raise RuntimeError(
                "masked_fill_ only supports boolean masks, but got mask with dtype unsigned char"
            )
        input[mask] = values.item()
        return input
    if accumulate or not _is_expanded(input):  # an expanded tensor may be written, with a warning
        check_output(input, *indices, values)
    rows = _rows(input, indices)
    shape = _shape_at(input, indices) if rows is None else rows.shape + input.shape[1:]
    _check_values(input, values, shape)
    refuse_unsigned("index_put", input.dtype)
    if not accumulate:
        input[tuple(indices)] = values
    elif rows is not None and rows.dim() == 1:
        input.index_add_(0, rows, values.expand(shape))
    elif 0 not in shape:
        _add(input, indices, values, shape)
    return input


def index_put(input, indices, values, accumulate=False):
    return index_put_(input.clone(), indices, values, accumulate)


# ---- masked_scatter ----


def _check_mask(mask) -> None:
    if mask.dtype == _C.uint8:
        _C._warn(
            "masked_scatter_ received a mask with dtype torch.uint8, this behavior is now deprecated,please "
            "use a mask with dtype torch.bool instead."
        )
    if mask.dtype != _C.bool:
        raise RuntimeError(
            f"masked_scatter_ only supports boolean masks, but got mask with dtype {mask.dtype._type_name}"
        )


def _apart(operand, output):
    """The operand, or a private copy if it shares memory with the output."""
    shared = operand.untyped_storage().data_ptr() == output.untyped_storage().data_ptr()
    return operand.clone() if shared else operand


def masked_scatter_(input, mask, source):
    check_output(input)
    if source.dtype != input.dtype:
        raise RuntimeError(
            "masked_scatter: expected self and source to have same dtypes but got"
            f"{input.dtype._type_name} and {source.dtype._type_name}"
        )
    mask = mask.expand(input.shape)
    _check_mask(mask)
    refuse_unsigned("masked_scatter", input.dtype)
    n = int(mask.sum())
    if source.numel() < n:
        raise RuntimeError("Number of elements of source < number of ones in mask")
    input[_apart(mask, input)] = _apart(source.reshape(-1)[:n], input)
    return input


def masked_scatter(input, mask, source):
    mask, input = _C.broadcast_tensors(mask, input)
    copy = input.clone(memory_format=_C.contiguous_format)
    return masked_scatter_(copy, mask, source)


# ---- fill_diagonal_ ----


def fill_diagonal_(input, fill_value, wrap=False):
    if input.dim() < 2:
        raise RuntimeError("dimensions must larger than 1")
    if input.dim() > 2 and len(set(input.shape)) > 1:
        raise RuntimeError("all dimensions of input must be of equal length")
    height, width = input.shape[:2]
    if input.dim() > 2:
        input.as_strided((height,), (sum(input.stride()),)).fill_(fill_value)
        return input
    step = width + 1  # one row between two diagonals stays unchanged
    blocks = height // step if wrap else 0
    input[blocks * step :].diagonal().fill_(fill_value)
    if blocks:
        input[: blocks * step].unflatten(0, (blocks, step)).diagonal(0, 1, 2).fill_(fill_value)
    return input
