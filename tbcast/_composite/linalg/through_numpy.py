"""Calls of numpy.linalg and numpy.fft, which read the tensors' memory; results are tensors on theirs."""

import importlib

from tbcast import _C as torch
from tbcast._composite.linalg.checks import _LinAlgError


def module(name, function):
    """numpy.linalg or numpy.fft."""
    try:
        return importlib.import_module(f"numpy.{name}")
    except ModuleNotFoundError:
        text = f"torch.{name}.{function} is computed by numpy.{name}: installing NumPy brings it"
        raise NotImplementedError(text) from None


def tensor_of(array, dtype=None):
    """A tensor on the memory of an array, or of a scalar of NumPy's."""
    asarray = importlib.import_module("numpy").asarray
    tensor = torch.from_numpy(asarray(array))
    return tensor if dtype is None else tensor.to(dtype)


def call(function, *operands, **keywords):
    """What a function of numpy.linalg returns, as a tensor or a tuple of them; None if it raises
    LinAlgError."""
    linalg = module("linalg", function)
    arrays = [operand.numpy() if isinstance(operand, torch.Tensor) else operand for operand in operands]
    try:
        result = getattr(linalg, function)(*arrays, **keywords)
    except linalg.LinAlgError:
        return None
    return tuple(map(tensor_of, result)) if isinstance(result, tuple) else tensor_of(result)


def each(function, matrices, **keywords):
    """For each matrix, whether numpy.linalg computes the function of it."""
    flat = matrices.reshape(-1, *matrices.shape[-2:])
    return [call(function, matrix, **keywords) is not None for matrix in flat]


def converged(name, function, matrices, what, **keywords):
    """What numpy.linalg computes, or torch's error where the algorithm has not converged."""
    result = call(function, matrices, **keywords)
    if result is not None:
        return result
    first = each(function, matrices, **keywords).index(False)
    finite = matrices.reshape(-1, *matrices.shape[-2:])[first].isfinite().all()
    reason = f"is ill-conditioned or has too many repeated {what} (error code: 1)"
    reason = reason if finite else "contained non-finite values"
    where = f"(Batch element {first}): " if matrices.dim() > 2 else ""
    text = f"{name}: {where}The algorithm failed to converge because the input matrix {reason}."
    raise _LinAlgError(text)
