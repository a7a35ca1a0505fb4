"""Writes under a mask, masked_scatter, into a part of a copy, select_scatter, and fill_diagonal_.

All are rows of the function table (src/codegen/functions/indexing.py), which has checked the types of their
arguments. Everything is checked before anything is written.
"""

from tbcast import _C
from tbcast._composite.outputs import check_dtype, check_output, refuse_unsigned, written

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


# ---- a part of a copy ----


def _copy_in_place(input):
    """A copy with input's strides and offset, in as much memory."""
    if input.numel() and any(
        size > 1 and not stride for size, stride in zip(input.shape, input.stride(), strict=True)
    ):
        return input.clone()
    whole = input.as_strided((input.untyped_storage().nbytes() // input.itemsize,), (1,), 0)
    return whole.clone().as_strided(input.shape, input.stride(), input.storage_offset()).detach()


def _with_part(copy, part, src):
    if part.shape != src.shape:
        raise RuntimeError(
            "expected src to have a size equal to the slice of self. "
            f"src size = {list(src.shape)}, slice size = {list(part.shape)}"
        )
    part.copy_(src)
    return copy


def select_scatter(input, src, dim, index):
    copy = _copy_in_place(input)
    return _with_part(copy, copy.select(dim, index), src)


def slice_scatter(input, src, dim=0, start=None, end=None, step=1, *, out=None):
    if not input.dim():
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    input.size(dim)  # refuses other dimensions
    if step <= 0:
        raise RuntimeError("slice step must be positive")
    copy = _copy_in_place(input)
    made = _with_part(copy, copy.transpose(0, dim)[start:end:step].transpose(0, dim), src)
    check_dtype(made.dtype, out)
    return written(made, out)


def diagonal_scatter(input, src, offset=0, dim1=0, dim2=1):
    copy = _copy_in_place(input)
    return _with_part(copy, copy.diagonal(offset, dim1, dim2), src)


def as_strided_scatter(input, src, size, stride, storage_offset=None):
    copy = _copy_in_place(input)
    return _with_part(copy, copy.as_strided(size, stride, storage_offset), src)
