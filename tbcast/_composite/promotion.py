"""Type promotion of any number of operands; torch.result_type takes two."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from tbcast import _C


def common_dtype(operands: Iterable[tuple[bool, _C.dtype]]) -> _C.dtype:
    """The promoted dtype of one or more operands, each (whether it has dimensions, dtype); those with
    dimensions take precedence. Raises RuntimeError for dtypes without a common one, such as uint16 and int64.
    """
    operands = list(operands)
    first = operands[0][1]
    if all(dtype is first for _, dtype in operands):
        return first
    found: dict[bool, list[_C.dtype]] = {}
    for sized, dtype in operands:
        found.setdefault(sized, []).append(dtype)
    dtypes = {sized: reduce(_C.promote_types, found[sized]) for sized in (True, False) if sized in found}
    if len(dtypes) == 1:
        return next(iter(dtypes.values()))
    return _C.result_type(_C.empty(0, dtype=dtypes[True]), _C.empty((), dtype=dtypes[False]))
