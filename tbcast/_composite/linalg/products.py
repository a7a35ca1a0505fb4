"""What torch.linalg has of products, powers and views of matrices."""

from itertools import pairwise

from tbcast import _C as torch
from tbcast._composite import contractions
from tbcast._composite.linalg.checks import check_floating, check_same, check_square, finished
from tbcast._composite.linalg.factorizations import inv
from tbcast._composite.outputs import HALVES, check_tensors, cpp_name


def matmul(input, other, out=None):
    return torch.matmul(input, other, out=out)


def cross(input, other, dim=-1, out=None):
    return contractions.cross(input, other, dim, out)


def diagonal(A, offset=0, dim1=-2, dim2=-1):
    return torch.diagonal(A, offset, dim1, dim2)


def vecdot(x, y, dim=-1, out=None):
    if x.dtype not in HALVES:
        check_floating(x, "linalg.vecdot")
    check_same("linalg.vecdot", x, y, "xy")
    if x.dim() == y.dim() == 1:
        return finished(torch.vdot(x, y), out)
    return finished((x.conj() * y).sum(dim), out)


def multi_dot(tensors, out=None):
    check_tensors(tensors)
    n = len(tensors)
    if n < 2:
        raise RuntimeError(f"multi_dot(): expected at least 2 tensors but got {n}")
    matrices = list(tensors)
    for place, name in ((0, "first"), (n - 1, "last")):
        if tensors[place].dim() not in (1, 2):
            dim = tensors[place].dim()
            raise RuntimeError(f"multi_dot(): the {name} tensor must be 1D or 2D but got {dim}D")
    for place in range(1, n - 1):
        if tensors[place].dim() != 2:
            raise RuntimeError(f"multi_dot(): tensor {place} must be 2D but got {tensors[place].dim()}D")
    kinds = cpp_name(tensors[0].dtype), *(cpp_name(tensor.dtype) for tensor in tensors)
    if tensors[0].dim() == 1:
        matrices[0] = tensors[0].unsqueeze(0)
    if tensors[-1].dim() == 1:
        matrices[-1] = tensors[-1].unsqueeze(-1)
    for place, (left, right) in enumerate(pairwise(matrices)):
        if left.dtype is not right.dtype:
            raise RuntimeError(
                f"multi_dot(): all tensors must have be the same dtype but tensor 0 is {kinds[0]} and tensor "
                f"{place + 1} {kinds[place + 2]}"
            )
        if left.size(1) != right.size(0):
            shapes = list(tensors[place].shape), list(tensors[place + 1].shape)
            raise RuntimeError(
                f"multi_dot(): tensors {place} and {place + 1} with shapes {shapes[0]} and {shapes[1]} "
                f"cannot be "
                "multiplied"
            )
    if out is not None and out.dtype is not tensors[0].dtype:
        raise RuntimeError(
            f"multi_dot(): expected out tensor to have dtype {kinds[0]} but got {cpp_name(out.dtype)}"
        )
    result = contractions.multiplied(matrices)
    result = result.squeeze(0) if tensors[0].dim() == 1 else result
    return finished(result.squeeze(-1) if tensors[-1].dim() == 1 else result, out)


def matrix_power(input, n, out=None):
    check_square(input, "linalg.matrix_power")
    if n < 0:
        input, n = inv(input), -n
    if n == 0:
        return finished(torch.eye(input.size(-1), dtype=input.dtype).expand(input.shape).contiguous(), out)
    if n == 1:
        return finished(input.clone(), out)
    power, result = input, None
    while n:
        if n & 1:
            result = power if result is None else torch.matmul(result, power)
        n >>= 1
        power = torch.matmul(power, power) if n else power
    return finished(result, out)


def vander(x, N=None):
    if x.dtype in (torch.bool, *HALVES):
        kind = x.dtype._type_name
        raise RuntimeError(
            f"linalg.vander supports floating point, complex, and integer tensors, but got {kind}"
        )
    if x.dim() == 0:
        x = x.unsqueeze(-1)
    n = x.size(-1) if N is None else N
    if n <= 1:
        raise RuntimeError("N must be greater than 1.")
    powers = x.unsqueeze(-1).expand(*x.shape, n - 1).cumprod(-1)
    return torch.cat((torch.ones(*x.shape, 1, dtype=powers.dtype), powers), -1)


DEGREE = {torch.float64: 16, torch.complex128: 16}
"""Of Taylor's polynomial; 10 for single precision."""


def matrix_exp(input):
    """Taylor's polynomial of input / 2**s, whose norm is at most 1 / 2, squared s times."""
    check_square(input, "linalg.matrix_exp")
    if input.dtype in HALVES:
        return matrix_exp(input.float()).to(input.dtype)
    check_floating(input, "linalg.matrix_exp")
    if not input.numel():
        return input.clone()
    norm = input.abs().sum(-2).amax(-1)
    times = torch.where(norm.isfinite() & (norm > 0.5), (norm.log2() + 1).ceil(), torch.zeros_like(norm))
    times = times[..., None, None]
    A, eye = input * torch.exp2(-times), torch.eye(input.size(-1), dtype=input.dtype)
    result = eye.expand(A.shape)
    for k in range(DEGREE.get(input.dtype, 10), 0, -1):
        result = torch.matmul(A, result) / k + eye
    for k in range(int(times.amax().item())):
        result = torch.where(times > k, torch.matmul(result, result), result)
    return result
