"""Sets and sorted sequences, bodies of the function table: unique, unique_consecutive, isin, searchsorted,
bucketize.

unique parses its own arguments, as torch's does, and makes the checks of the functions that torch's calls.
"""

from __future__ import annotations

from tbcast import _C as torch
from tbcast._C import Tensor
from tbcast._composite.outputs import UNSIGNED, check_dtype, check_int64, refuse, written
from tbcast._decorators import named

# ---- unique ----


def _check_int(function, dim, place=""):
    if dim is not None and (isinstance(dim, bool) or not hasattr(dim, "__index__")):
        raise TypeError(f"{function}(): argument 'dim'{place} must be int, not {type(dim).__name__}")


def _check(function, input, dim, flags):
    """Check the arguments; returns dim as an int."""
    if not isinstance(input, Tensor):
        kind = type(input).__name__
        raise TypeError(f"{function}(): argument 'input' (position 1) must be Tensor, not {kind}")
    if function == "unique_dim":
        _check_int(function, dim, " (position 2)")
    for name in flags:  # items() crashes CPython 3.11 when memory runs out
        flag = flags[name]
        if not isinstance(flag, bool):
            raise TypeError(f"{function}(): argument '{name}' must be bool, not {type(flag).__name__}")
    _check_int(function, dim)
    if dim is not None:
        dim = dim.__index__()
        check_int64(dim)
    if function == "unique_consecutive" and dim == 0 and input.dim() == 1:
        dim = None
    if input.is_complex():
        refuse("unique" if dim is None else "unique_dim", input.dtype)
    if dim is not None:
        if input.dim() == 0:
            raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
        input.size(dim)  # raises IndexError
    return dim


def _slices(input, dim):
    """A matrix with the slices as rows; None if there are none."""
    if input.size(dim) == 0:
        if input.numel() == 0 and tuple(input.shape).count(0) > 1:
            raise RuntimeError(
                "Number of zero sized dimensions is more than one, so unique cannot be applied "
            )
        return None
    if input.numel() == 0:
        raise RuntimeError(
            "There are 0 sized dimensions, and they aren't selected, so unique cannot be applied"
        )
    return input.movedim(dim, 0).reshape(input.size(dim), -1)


def _differs(rows):
    """Whether each row or element differs from the previous one."""
    differs = rows[1:] != rows[:-1]
    return differs.any(1) if rows.dim() > 1 else differs


def _row_order(rows):
    """The indices that sort the rows: column by column, among the rows that agree so far."""
    n, columns = rows.shape
    order, group = torch.arange(n), torch.zeros(n, dtype=torch.int64)  # group: which rows agree so far
    column, width = 0, 1
    while column < columns and group[-1] < n - 1:
        together = group[1:] == group[:-1]
        above, below = (rows[part[together], column : column + width] for part in (order[:-1], order[1:]))
        differing = (above != below).any(0).nonzero()
        if not differing.numel():
            column, width = column + width, 2 * width
            continue
        column, width = column + differing[0].item(), 1
        keys = rows[order, column]
        moved = keys.argsort(stable=True)
        moved = moved[group[moved].argsort(stable=True)]
        order, keys = order[moved], keys[moved]
        group[1:] = (_differs(keys) | ~together).cumsum(0)
        column += 1
    return order


def _result(rows, order, sizes, dim, inverse, counts):
    """The result of unique for rows or elements taken in this order (None: their own). sizes: the shape of
    the inverse. dim: the dimension of the slices.
    """
    n = rows.size(0)
    if order is not None:
        rows = rows[order]
    first = torch.ones(n, dtype=torch.bool)
    first[1:] = _differs(rows)
    found = [rows[first]]
    if inverse:
        which = first.cumsum(0) - 1
        if order is not None:
            which = torch.empty_like(which).scatter_(0, order, which)
        found.append(which.view(sizes))
    if counts:
        ends = torch.empty(found[0].size(0) + 1, dtype=torch.int64)
        ends[:-1] = first.nonzero().squeeze(1)
        ends[-1] = n
        found.append(ends[1:] - ends[:-1])
    if dim is not None:
        slices, (where, *others) = found[0], dim
        found[0] = slices.reshape([slices.size(0), *others]).movedim(0, where)
    return _one_or_all(found)


def _one_or_all(found):
    return found[0] if len(found) == 1 else tuple(found)


def _along(input, dim, order_of, inverse, counts):
    """unique of the slices along dim, sorted by order_of."""
    shape = list(input.shape)
    dim = range(len(shape))[dim]
    rows = _slices(input, dim)
    if rows is None:
        indices = [torch.empty(0, dtype=torch.int64) for wanted in (inverse, counts) if wanted]
        return _one_or_all([torch.empty(shape, dtype=input.dtype), *indices])
    others = shape[:dim] + shape[dim + 1 :]
    return _result(rows, order_of(rows), [shape[dim]], (dim, *others), inverse, counts)


@named("_return_output")
def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """See the docstring of the binding."""
    function = "_unique2" if dim is None else "unique_dim"
    flags = {"sorted": sorted, "return_inverse": return_inverse, "return_counts": return_counts}
    dim = _check(function, input, dim, flags)
    if dim is not None:
        return _along(input, dim, _row_order, return_inverse, return_counts)
    flat = input.reshape(-1)
    return _result(flat, flat.argsort(stable=True), input.shape, None, return_inverse, return_counts)


@named("_consecutive_return_output")
def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    """torch.unique_consecutive."""
    flags = {"return_inverse": return_inverse, "return_counts": return_counts}
    dim = _check("unique_consecutive", input, dim, flags)
    if dim is not None:
        return _along(input, dim, lambda rows: None, return_inverse, return_counts)
    return _result(input.reshape(-1), None, input.shape, None, return_inverse, return_counts)


@named("Tensor.unique")
def unique_method(self, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """Tensor.unique."""
    return unique(self, sorted, return_inverse, return_counts, dim)


@named("Tensor.unique_consecutive")
def unique_consecutive_method(self, return_inverse=False, return_counts=False, dim=None):
    """Tensor.unique_consecutive."""
    return unique_consecutive(self, return_inverse, return_counts, dim)


# ---- searching ----

_NOT_SEARCHED = (torch.bool, *UNSIGNED)


def _as_tensor(number):
    """A number as a tensor, as torch converts it: of the widest dtype of its kind."""
    dtype = torch.result_type(torch.empty((), dtype=torch.bool), number)
    wide = torch.complex128 if dtype.is_complex else torch.float64 if dtype.is_floating_point else dtype
    return torch.scalar_tensor(number, dtype=wide)


def _promoted(first, second):
    """Both as tensors of their promoted dtype; one may be a number."""
    if isinstance(first, Tensor) and isinstance(second, Tensor) and first.dtype is second.dtype:
        return first, second
    common = torch.result_type(first, second)
    return [(x if isinstance(x, Tensor) else _as_tensor(x)).to(common) for x in (first, second)]


def _warn_of_copies(sequence, values, sorter):
    """Warn about a slow copy. torch warns once per program; here Python's warning filters decide."""
    if sequence.is_contiguous() and values.is_contiguous() and (sorter is None or sorter.is_contiguous()):
        return
    named_tensors = ((values, "input value"), (sequence, "boundary"), (sorter, "sorter"))
    for tensor, name in named_tensors:
        if tensor is not None and not tensor.is_contiguous():
            torch._warn(
                f"torch.searchsorted(): {name} tensor is non-contiguous, this will lower the performance due "
                "to extra data copy when converting non-contiguous tensor to contiguous, please use "
                f"contiguous {name} tensor if possible. This message will only appear once per program."
            )


def _found(numbers, values, right, narrow=False):
    return torch._rows_search(numbers.contiguous(), values.contiguous(), right, narrow)


def _check_search(sequence, values, right, side, sorter):
    prefix = "torch.searchsorted():"
    if side is not None and side not in ("left", "right"):
        raise RuntimeError(f"{prefix} side can only be 'left' or 'right' but got {side}")
    if right and side == "left":
        raise RuntimeError(
            f"{prefix} side and right can't be set to opposites, got side of left while right was True"
        )
    if sorter is not None:
        if sorter.shape != sequence.shape:
            raise RuntimeError(
                f"{prefix} boundary and sorter must have the same size, but got boundary tensor "
                f"{list(sequence.shape)}and got sorter tensor {list(sorter.shape)}"
            )
        if sorter.dtype is not torch.int64:
            name = sorter.dtype._type_name
            raise RuntimeError(f"{prefix} sorter must be a tensor of long dtype but got dtype {name}")
        if sorter.numel() and not 0 <= sorter.min().item() <= sorter.max().item() < sequence.size(-1):
            raise RuntimeError(f"{prefix} sorter index out of range")
    n = sequence.dim()
    if values.dim() == 0 and n != 1:
        raise RuntimeError(
            f"{prefix} input value can be a scalar only when boundaries tensor dimension is 1, but we got "
            f"boundaries tensor dim({n}) and input value's dim(0) numel(1)"
        )
    if n == 0:
        raise RuntimeError(f"{prefix} boundaries tensor should have positive dimension, but got 0 dimension")
    if n > 1 and (n != values.dim() or sequence.shape[:-1] != values.shape[:-1]):
        raise RuntimeError(
            f"{prefix} boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries "
            f"tensor and input value tensor must match, but we got boundaries tensor {list(sequence.shape)} "
            f"and input value tensor {list(values.shape)}"
        )


def searchsorted(
    sorted_sequence,
    input=None,
    self=None,
    *,
    out_int32=False,
    right=False,
    side=None,
    sorter=None,
    out=None,
):
    value = self if input is None else input
    values = input if self is None else _as_tensor(self)
    _check_search(sorted_sequence, values, right, side, sorter)
    dtype = torch.int32 if out_int32 else torch.int64
    if out is not None and out.dtype is not dtype:
        raise RuntimeError(
            "torch.searchsorted(): output tensor's dtype is wrong, it can only be Int(int32) or Long(int64) "
            "depending on whether out_int32 flag is True, but we got output tensor's dtype "
            f"{out.dtype._type_name} and out_int32 flag is {out_int32}"
        )
    if out_int32 and sorted_sequence.size(-1) >= 2**31 - 1:
        raise RuntimeError(
            "torch.searchsorted(): the size of boundaries' last dimension should be less than 2147483647, "
            f"but we got {sorted_sequence.size(-1)}"
        )
    if values.numel() == 0:
        return written(torch.empty(values.shape, dtype=dtype), out)
    _warn_of_copies(sorted_sequence, values, sorter)
    sequence, values = _promoted(sorted_sequence, value)
    if sequence.is_complex() or sequence.dtype in _NOT_SEARCHED:
        refuse("searchsorted_out_cpu", sequence.dtype)
    if sorter is not None:
        sequence = sequence.gather(-1, sorter)
    return written(_found(sequence, values, right or side == "right", out_int32), out)


def bucketize(input=None, self=None, boundaries=None, *, out_int32=False, right=False, out=None):
    if boundaries.dim() != 1:
        raise RuntimeError(f"boundaries tensor must be 1 dimension, but got dim({boundaries.dim()})")
    return searchsorted(boundaries, input, self, out_int32=out_int32, right=right, out=out)


# ---- isin ----


def _is_among(elements, tests):
    """isin for tensors of the same dtype."""
    if tests.numel() < 8:
        found = torch.zeros(elements.shape, dtype=torch.bool)
        for test in tests.reshape(-1):
            found |= elements == test
        return found
    tests = tests.reshape(-1).sort().values
    where = _found(tests, elements, right=False).clamp_max_(tests.numel() - 1)
    return tests[where] == elements


def isin(
    elements=None,
    test_elements=None,
    element=None,
    test_element=None,
    *,
    assume_unique=False,
    invert=False,
    out=None,
):
    given = elements if element is None else element, test_elements if test_element is None else test_element
    for value in given:
        dtype = (value if isinstance(value, Tensor) else _as_tensor(value)).dtype
        if dtype.is_complex or dtype is torch.bool:
            raise RuntimeError(f"Unsupported input type encountered for isin(): {dtype._type_name}")
    check_dtype(torch.bool, out)
    number = test_element is not None
    if elements is None or elements.numel():
        if elements is not None and not number:
            torch.promote_types(elements.dtype, test_elements.dtype)  # raises if there is none
        first, second = _promoted(*given)
        if first.dtype in UNSIGNED and not number:
            if second.numel() < int(10 * first.numel() ** 0.145):  # torch then compares one by one
                refuse("isin_default_cpu", first.dtype)
            if elements is None:
                torch.promote_types(_as_tensor(element).dtype, first.dtype)  # raises if there is none
            first, second = first.to(torch.int64), second.to(torch.int64)
        result = first == second if number else _is_among(first.contiguous(), second)
        result = result.contiguous()
    else:
        result = torch.empty(elements.shape, dtype=torch.bool)
    return written(result.logical_not_() if invert else result, out)
