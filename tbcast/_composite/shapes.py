"""Shape functions composed of others: meshgrid, cartesian_prod, combinations, block_diag, vander, diff.

combinations, vander and diff are rows of the function table (src/codegen/functions/shapes.py), which has
checked the types of their arguments. The others take any number of tensors, and check them here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import comb

from tbcast import _C as torch
from tbcast._C import Tensor
from tbcast._composite.outputs import (
    all_written,
    check_dtype,
    check_int64,
    check_tensors,
    ints,
    refuse_unsigned,
    written,
)
from tbcast._composite.promotion import common_dtype
from tbcast._decorators import overridable

# ---- grids ----


def _grids(tensors, indexing) -> tuple:
    if not tensors:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    if any(tensor.dtype != tensors[0].dtype for tensor in tensors):
        raise RuntimeError("meshgrid expects all tensors to have the same dtype")
    for tensor in tensors:
        if tensor.dim() > 1:
            raise RuntimeError(
                f"torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: {tensor}"
            )
    if indexing not in ("xy", "ij"):
        raise RuntimeError(f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}')
    swaps = indexing == "xy" and len(tensors) > 1
    first = [tensors[1], tensors[0], *tensors[2:]] if swaps else tensors
    sizes = [tensor.numel() for tensor in first]
    grids = []
    for index, tensor in enumerate(first):
        view = [1] * len(first)
        view[index] = sizes[index]
        grids.append(tensor.view(view).expand(sizes))
    if swaps:
        grids[:2] = grids[1], grids[0]
    return tuple(grids)


@overridable
def meshgrid(*tensors: Tensor | Sequence[Tensor], indexing: str | None = None) -> tuple[Tensor, ...]:
    """Grids of coordinates: a view of each tensor expanded along the dimensions of the others.

    Operands: 0- or 1-dimensional tensors of the same dtype, one by one or in a tuple or list. Result: a tuple
    of as many views, whose dimension i belongs to tensor i; indexing="xy" exchanges the first two. Warns
    without indexing. Raises RuntimeError for no tensors, more dimensions, different dtypes or another
    indexing, TypeError if an argument is not a Tensor. As torch.meshgrid.

    >>> torch.meshgrid(torch.tensor([1, 2]), torch.tensor([3, 4]), indexing="ij")
    (tensor([[1, 1],
            [2, 2]]), tensor([[3, 4],
            [3, 4]]))
    """
    given = tensors[0] if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)) else tensors
    check_tensors(given)
    if isinstance(indexing, bytes):
        indexing = indexing.decode()
    if indexing is not None and not isinstance(indexing, str):
        raise TypeError(f"meshgrid(): argument 'indexing' must be str, not {type(indexing).__name__}")
    if indexing is None:
        text = "torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument."
        torch._warn(text)
    return _grids(tuple(given), "ij" if indexing is None else indexing)


@overridable
def cartesian_prod(*tensors: Tensor) -> Tensor:
    """All combinations of the tensors' elements, as rows; the last tensor's elements change fastest.

    Operands: 1-dimensional tensors of the same dtype. Result: a matrix with a row for each combination; a
    single tensor is returned itself. Raises RuntimeError for no tensors, other numbers of dimensions or
    different dtypes, TypeError if an argument is not a Tensor. As torch.cartesian_prod.

    >>> torch.cartesian_prod(torch.tensor([1, 2]), torch.tensor([3, 4]))
    tensor([[1, 3],
            [1, 4],
            [2, 3],
            [2, 4]])
    """
    check_tensors(tensors)
    for tensor in tensors:
        if tensor.dim() != 1:
            raise RuntimeError(f"Expect a 1D vector, but got shape {list(tensor.shape)}")
    if len(tensors) == 1:
        return tensors[0]
    return torch.stack([grid.flatten() for grid in _grids(tensors, "ij")], 1)


def combinations(input, r=2, with_replacement=False):
    if input.dim() != 1:
        raise RuntimeError(f"Expect a 1D vector, but got shape {list(input.shape)}")
    if r < 0:
        raise RuntimeError(f"Expect a non-negative number, but got {r}")
    if r == 0:
        return torch.empty(0, dtype=input.dtype)
    n, step = input.numel(), 0 if with_replacement else 1
    total = n + r - 1 if with_replacement and n else n
    rows = comb(total, r) if min(r, total - r) < 64 else 2**63
    if rows * r >= 2**63:
        raise RuntimeError("numel: integer multiplication overflow")
    indices = torch.empty(rows, r, dtype=torch.int64)
    if rows == 0:
        return torch.empty(rows, r, dtype=input.dtype)
    refuse_unsigned("masked_select", input.dtype)
    end = n - step * (r - 1)  # leaves enough elements for the remaining columns
    levels, parents = [torch.arange(end)], []  # the last index of each prefix, and the prefix that it extends
    while len(levels) < r:
        first, end = levels[-1] + step, end + step
        counts = end - first
        parent = torch.arange(first.numel()).repeat_interleave(counts)
        rank = torch.arange(parent.numel()) - (counts.cumsum(0) - counts)[parent]
        parents.append(parent)
        levels.append(first[parent] + rank)
    at = torch.arange(rows)
    for column in range(r - 1, -1, -1):
        indices[:, column] = levels[column][at]
        at = parents[column - 1][at] if column else at
    return input[indices]


@overridable
def block_diag(*tensors: Tensor) -> Tensor:
    """A matrix with the tensors along its diagonal, and zeros elsewhere.

    Operands: tensors of at most 2 dimensions; vectors are rows. Result: a matrix of the promoted dtype.
    Raises RuntimeError for more dimensions, TypeError if an argument is not a Tensor.
    As torch.block_diag.

    >>> torch.block_diag(torch.tensor([[1], [2]]), torch.tensor([3, 4]))
    tensor([[1, 0, 0],
            [2, 0, 0],
            [0, 3, 4]])
    """
    check_tensors(tensors)
    if not tensors:
        return torch.empty(1, 0)
    for index, tensor in enumerate(tensors):
        if tensor.dim() > 2:
            raise RuntimeError(
                "torch.block_diag: Input tensors must have 2 or fewer dimensions. "
                f"Input {index} has {tensor.dim()} dimensions"
            )
    blocks, row, column = [], 0, 0
    for tensor in tensors:
        block = torch.atleast_2d(tensor)
        below, right = row + block.size(0), column + block.size(1)
        blocks.append((slice(row, below), slice(column, right), block))
        row, column = below, right
    result = torch.zeros(row, column, dtype=common_dtype([(t.dim() > 0, t.dtype) for t in tensors]))
    for rows, columns, block in blocks:
        result[rows, columns] = block
    return result


# ---- vander ----


def vander(x, N=None, increasing=False):
    if x.dim() != 1:
        raise RuntimeError("x must be a one-dimensional tensor.")
    n = x.size(0) if N is None else N
    if n < 0:
        raise RuntimeError("N must be non-negative.")
    powers = torch.ones(x.size(0), n, dtype=torch.promote_types(x.dtype, torch.int64))
    if n > 1:
        powers[:, 1:] = x[:, None]
        powers[:, 1:] = powers[:, 1:].cumprod(1)
    return powers if increasing else powers.flip(1)


# ---- diff ----


def _check_joined(input, other, dim) -> None:
    """Check that other can be joined to input along dim."""
    along = dim % input.dim() if input.size(dim) >= 0 else 0
    if other.dim() != input.dim():
        raise RuntimeError("diff expects prepend or append to be the same dimension as input")
    for d, (size, found) in enumerate(zip(input.shape, other.shape, strict=True)):
        if d != along and size != found:
            raise RuntimeError(
                "diff expects the shape of tensor to prepend or append to match that of input except along "
                f"the differencing dimension; input.size({d}) = {size}, but got tensor.size({d}) = {found}"
            )


def _once(input, dim, out):
    """The differences of adjacent elements, of which there are at least two."""
    length = input.size(dim) - 1
    later, earlier = input.narrow(dim, 1, length), input.narrow(dim, 0, length)
    if input.dtype == torch.bool:
        return torch.logical_xor(later, earlier, out=out)
    return later - earlier if out is None else torch.sub(later, earlier, out=out)


def diff(input, n=1, dim=-1, prepend=None, append=None, *, out=None):
    n = int(n)  # may also be a tensor of one element
    if n == 1 and prepend is None and append is None and input.dim() and input.size(dim):
        return _once(input, dim, out)
    if input.dim() == 0:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    check_int64(n)
    if n < 0:
        raise RuntimeError(f"order must be non-negative but got {n}")
    joined = [tensor for tensor in (prepend, append) if tensor is not None]
    for tensor in joined:
        _check_joined(input, tensor, dim)
    if n > 0 and joined:
        input = torch.cat([tensor for tensor in (prepend, input, append) if tensor is not None], dim)
    if n == 0:
        return _copied(input, out)
    times = min(n, input.size(dim))
    for left in range(times, 0, -1):
        input = _once(input, dim, out if left == 1 else None)
    return input if times or out is None else _copied(input, out)


def _copied(input, out):
    if out is None:
        return torch.clone(input)
    if out.dtype != input.dtype:
        raise RuntimeError(f"expected scalar_type {input.dtype._type_name} but found {out.dtype._type_name}")
    return written(input, out)


# ---- memory ----


def empty_permuted(size, physical_layout, **options):
    size = ints("empty_permuted", "size", size)
    layout = ints("empty_permuted", "physical_layout", physical_layout)
    dims = len(size)
    if dims != len(layout):
        raise RuntimeError(
            "Number of dimensions in size does not match the length of the physical_layout; i.e. len(size) = "
            f"{dims} is not equal to len(physical_layout) = {len(layout)}"
        )
    for place, dim in enumerate(layout):
        if not 0 <= dim < dims:
            raise RuntimeError(
                f"Dimension out of range (expected to be between 0 and {dims - 1}, but got {dim} at index "
                f"{place}).  NB: negative dims not currently supported; file an issue if you want it."
            )
        if dim in layout[:place]:
            raise RuntimeError("Duplicate dim not allowed")
    made = torch.empty([size[dim] for dim in layout], **options)
    return made.permute([layout.index(dim) for dim in range(dims)])


def split_with_sizes_copy(input, split_sizes, dim=0, out=None):
    pieces = input.split_with_sizes(split_sizes, dim)
    if out is None:
        return tuple(piece.clone(memory_format=torch.contiguous_format) for piece in pieces)
    if len(out) != len(pieces):
        raise RuntimeError(
            f"split_with_sizes_copy_out expected an out= argument of size {len(pieces)}, got size {len(out)}"
        )
    for tensor in out:
        check_dtype(input.dtype, tensor)
    return all_written("", [partial(written, piece) for piece in pieces], out)
