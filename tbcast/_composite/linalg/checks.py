"""Checks of matrices with PyTorch's texts, and the results of functions: out=, named tuples, column order."""

from functools import partial

from tbcast import _C as torch
from tbcast._composite.outputs import HALVES, all_written, check_dtype, check_output, refuse, written


class _LinAlgError(RuntimeError):
    """A matrix that cannot be inverted or factorized. As torch.linalg.LinAlgError.

    >>> try:
    ...     torch.linalg.inv(torch.zeros(1, 1))
    ... except torch.linalg.LinAlgError as error:
    ...     print(str(error)[:42])
    linalg.inv: The diagonal element 1 is zero
    """

    __module__ = "tbcast.linalg"


def check_matrix(tensor, function, name="A"):
    if tensor.dim() < 2:
        raise RuntimeError(f"{function}: The input tensor {name} must have at least 2 dimensions.")


def check_square(tensor, function):
    check_matrix(tensor, function)
    n, m = tensor.shape[-2:]
    if n != m:
        raise RuntimeError(
            f"{function}: A must be batches of square matrices, but they are {n} by {m} matrices"
        )


def check_floating(tensor, function, kernel=None):
    """kernel: the name with which torch refuses halves."""
    kind = tensor.dtype._type_name
    if not (tensor.is_floating_point() or tensor.is_complex()):
        raise RuntimeError(f"{function}: Expected a floating point or complex tensor as input. Got {kind}")
    if tensor.dtype in HALVES:
        if kernel:
            refuse(kernel, tensor.dtype)
        raise RuntimeError(f"{function}: Low precision dtypes not supported. Got {kind}")


def check_kernel(tensor, kernel):
    """Refuse halves, integers and bool."""
    if tensor.dtype in HALVES or not (tensor.is_floating_point() or tensor.is_complex()):
        refuse(kernel, tensor.dtype)


def check_same(function, a, b, names="AB"):
    if a.dtype is not b.dtype:
        kinds = a.dtype._type_name, b.dtype._type_name
        raise RuntimeError(
            f"{function}: Expected {names[0]} and {names[1]} to have the same dtype, but found {names[0]} of "
            f"type {kinds[0]} and {names[1]} of type {kinds[1]} instead"
        )


def check_equation(function, A, B, left=True):
    check_matrix(B, function, "B")
    if A.size(-1) != B.size(-2 if left else -1):
        sizes = "x".join(map(str, A.shape[-2:])), "x".join(map(str, B.shape[-2:]))
        equation = "AX = B" if left else "XA = B"
        raise RuntimeError(
            f"{function}: Incompatible shapes of A and B for the equation {equation} ({sizes[0]} and "
            f"{sizes[1]})"
        )


def common_batch(a, b):
    """The shape to which the dimensions before the last two broadcast."""
    first, second = a.shape[:-2], b.shape[:-2]
    n = max(len(first), len(second))
    sizes = [[1] * (n - len(shape)) + list(shape) for shape in (first, second)]
    for dim in reversed(range(n)):
        one, other = sizes[0][dim], sizes[1][dim]
        if one != other and 1 not in (one, other):
            raise RuntimeError(
                f"The size of tensor a ({one}) must match the size of tensor b ({other}) at non-singleton "
                f"dimension {dim}"
            )
    return tuple(other if one == 1 else one for one, other in zip(*sizes, strict=True))


def expanded(a, b):
    """Both with the common batch, without a copy."""
    batch = common_batch(a, b)
    return a.expand(*batch, *a.shape[-2:]), b.expand(*batch, *b.shape[-2:])


def fail(function, info, text):
    """Raise for the first matrix whose info is not 0; {} in the text is its info."""
    flat = info.reshape(-1).tolist()
    first = next((place for place, number in enumerate(flat) if number), None)
    if first is not None:
        where = f"(Batch element {first}): " if info.dim() else ""
        raise _LinAlgError(f"{function}: {where}{text.format(flat[first])}")


def columns(matrices):
    """The same in LAPACK's order, in which torch returns them."""
    return matrices.mT.clone(memory_format=torch.contiguous_format).mT


def finished(result, out):
    """The result, or out=, which has its dtype."""
    check_dtype(result.dtype, out)
    return written(result, out)


def _castable(result, out, what, function):
    """The result in the dtype of out=, to which it may be cast safely."""
    if not torch.can_cast(result.dtype, out.dtype):
        kinds = result.dtype._type_name, out.dtype._type_name
        raise RuntimeError(
            f"{function}: Expected {what} to be safely castable from {kinds[0]} dtype, but got {what} with "
            f"dtype {kinds[1]}"
        )
    return result.to(out.dtype)


def cast(result, out, what, function):
    """The result, or out=, to whose dtype it may be cast safely."""
    return result if out is None else written(_castable(result, out, what, function), out)


def several(name, results, out, casts=None):
    """A named tuple of the results, or of what out= has, written all or not at all.

    casts: what torch calls each result, where out= may have other dtypes, to which it is cast safely."""
    if out is None:
        return torch._return_types[name](results)
    if len(out) != len(results):
        raise TypeError(f"expected tuple of {len(results)} elements but got {len(out)}")
    if casts:
        function = f"torch.{name.replace('_', '.', 1)}"
        results = [_castable(*each, function) for each in zip(results, out, casts, strict=True)]
    for result, tensor in zip(results, out, strict=True):
        check_dtype(result.dtype, tensor)
        check_output(tensor)
    return all_written(name, [partial(written, result) for result in results], out)
