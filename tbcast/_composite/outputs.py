"""Helpers of compositions: dtypes and their names, checks, lists of ints, memory formats, and out= for a
result that is computed first."""

from __future__ import annotations

from operator import index

from tbcast import _C as torch

HALVES = (torch.float16, torch.bfloat16)
FLOATS = (*HALVES, torch.float32, torch.float64)
UNSIGNED = (torch.uint16, torch.uint32, torch.uint64)
"""Dtypes for which torch has few kernels."""

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
    """The name of the C++ type in torch's messages."""
    return _CPP_NAMES.get(dtype, f"c10::{dtype._type_name}")


def refuse(kernel, dtype):
    raise NotImplementedError(f"\"{kernel}\" not implemented for '{dtype._type_name}'")


def refuse_unsigned(kernel, dtype):
    if dtype in UNSIGNED:
        refuse(kernel, dtype)


def expect_scalar_type(wanted, tensor):
    """Check the dtype of a second tensor, as torch's kernels do."""
    if tensor.dtype is not wanted:
        raise RuntimeError(f"expected scalar type {wanted._type_name} but found {tensor.dtype._type_name}")


def check_tensors(values, argument=0):
    """Check that all values of an argument are tensors. argument: its position."""
    for position, value in enumerate(values):
        if not isinstance(value, torch.Tensor):
            kind = type(value).__name__
            raise TypeError(f"expected Tensor as element {position} in argument {argument}, but got {kind}")


def check_int64(number):
    """Check that C++ has room for a number."""
    if not -(2**63) <= number < 2**63:
        raise ValueError("Overflow when unpacking long long")


def ints(function, name, values):
    """The elements of an argument as 64-bit ints; the argument matcher has checked only the first one."""
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
    """Check the dtype of out= (None: not given)."""
    if out is not None and out.dtype is not dtype:
        names = cpp_name(dtype), cpp_name(out.dtype)
        raise RuntimeError(f"Expected out tensor to have dtype {names[0]}, but got {names[1]} instead")


def check_output(tensor, *read):
    """Raise if elements are written twice, or also read; torch makes these checks by scattering nothing."""
    nothing = torch.empty(0, dtype=torch.int64)
    for source in (tensor.new_empty(0), *read):
        if source.dtype == tensor.dtype:
            tensor.scatter_(0, nothing, source)


def pair(out):
    """Two outputs; (None, None) if they are not given."""
    if out is not None and len(out) != 2:
        raise TypeError(f"expected tuple of 2 elements but got {len(out)}")
    return (None, None) if out is None else tuple(out)


def format_of(input):
    """The memory format of a new tensor, if input's is channels last."""
    for n, last in ((4, torch.channels_last), (5, torch.channels_last_3d)):
        if input.dim() == n and not input.is_contiguous() and input.is_contiguous(memory_format=last):
            return last
    return torch.contiguous_format


def written(result, out):
    """The result, or out=, resized with torch's warning."""
    return result if out is None else torch.expand_copy(result, result.shape, out=out)


def _before(tensor):
    """What puts a tensor back."""
    return tensor, tensor.size(), tensor.stride(), tensor.storage_offset(), tensor.clone()


def all_written(name, writes, out, last_first=False):
    """The named tuple of several outputs, written all or not at all; None without a name.

    writes: for each output, in their order, a function that writes it. last_first: torch's own order."""
    made = torch._return_types[f"{name}_out"](tuple(out)) if name else None
    before = [_before(tensor) for tensor in out]
    try:
        for write, tensor in [*zip(writes, out, strict=True)][:: -1 if last_first else 1]:
            write(tensor)
    except BaseException:
        for tensor, size, stride, offset, values in before:
            if tensor.size() != size or not torch.equal(tensor, values):
                tensor.as_strided_(size, stride, offset).copy_(values)
        raise
    return made


def widened(tensor):
    """Halves cast to float32, in which torch computes them; other tensors (and None) unchanged."""
    return tensor.float() if tensor is not None and tensor.dtype in HALVES else tensor
