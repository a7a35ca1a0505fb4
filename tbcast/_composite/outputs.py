"""What compositions share: dtypes and their names, refusals, lists of ints, memory formats, out= of a result
that is computed first."""

from __future__ import annotations

from contextlib import contextmanager
from operator import index

from tbcast import _C as torch

HALVES = (torch.float16, torch.bfloat16)
FLOATS = (*HALVES, torch.float32, torch.float64)
UNSIGNED = (torch.uint16, torch.uint32, torch.uint64)
"""What torch has few kernels for."""

_CPP_NAMES = {
    torch.bool: "bool",
    torch.uint8: "unsigned char",
    torch.int8: "signed char",
    torch.int16: "short int",
    torch.int32: "int",
    torch.int64: "long int",
    torch.uint16: "short unsigned int",
    torch.uint32: "unsigned int",
    torch.uint64: "long unsigned int",
    torch.float32: "float",
    torch.float64: "double",
    torch.complex64: "c10::complex<float>",
    torch.complex128: "c10::complex<double>",
}


def cpp_name(dtype):
    """What torch's messages call C++'s type."""
    return _CPP_NAMES.get(dtype, f"c10::{dtype._type_name}")


def refuse(kernel, dtype):
    raise NotImplementedError(f"\"{kernel}\" not implemented for '{dtype._type_name}'")


def refuse_unsigned(kernel, dtype):
    if dtype in UNSIGNED:
        refuse(kernel, dtype)


def expect_scalar_type(wanted, tensor):
    """As torch's kernels expect the dtype of a second tensor."""
    if tensor.dtype is not wanted:
        raise RuntimeError(f"expected scalar type {wanted._type_name} but found {tensor.dtype._type_name}")


def ints(function, name, values):
    """The values of the function's argument as ints of 64 bits; of several the matcher has seen the first."""
    found = []
    for position, value in enumerate(values, 1):
        try:
            found.append(index(value))
        except TypeError:
            reason = f"type must be tuple of ints,but got {type(value).__name__}"
        else:
            reason = "" if -(2**63) <= found[-1] < 2**63 else "Overflow when unpacking long long"
        if reason:
            raise TypeError(
                f"{function}(): argument '{name}' failed to unpack the object at pos {position} with error "
                f'"{reason}"'
            )
    return found


def check_dtype(dtype, out):
    """out= (None: there is none) must have the dtype."""
    if out is not None and out.dtype is not dtype:
        names = cpp_name(dtype), cpp_name(out.dtype)
        raise RuntimeError(f"Expected out tensor to have dtype {names[0]}, but got {names[1]} instead")


def check_output(tensor, *read):
    """Refuse elements that are written twice, or read as well: a scatter of nothing checks."""
    nothing = torch.empty(0, dtype=torch.int64)
    for source in (tensor.new_empty(0), *read):
        if source.dtype == tensor.dtype:
            tensor.scatter_(0, nothing, source)


def pair(out):
    """Two outputs; None for each where there are none."""
    if out is not None and len(out) != 2:
        raise TypeError(f"expected tuple of 2 elements but got {len(out)}")
    return (None, None) if out is None else tuple(out)


def format_of(input):
    """What a new tensor is given where input's channels are last."""
    for n, last in ((4, torch.channels_last), (5, torch.channels_last_3d)):
        if input.dim() == n and not input.is_contiguous() and input.is_contiguous(memory_format=last):
            return last
    return torch.contiguous_format


def written(result, out):
    """The result, or out=, resized with torch's warning."""
    return result if out is None else torch.expand_copy(result, result.shape, out=out)


@contextmanager
def restored(tensor):
    """The first of two outputs is what it was if writing the second one is refused."""
    size, stride, offset, values = tensor.size(), tensor.stride(), tensor.storage_offset(), tensor.clone()
    try:
        yield
    except BaseException:
        if tensor.size() != size or not torch.equal(tensor, values):
            tensor.as_strided_(size, stride, offset).copy_(values)
        raise


def widened(tensor):
    """Halves in float32, in which torch computes with them; others (and None) as they are."""
    return tensor.float() if tensor is not None and tensor.dtype in HALVES else tensor
