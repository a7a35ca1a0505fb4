"""The dtype that any number of operands promote to, which torch.result_type tells of two."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from tbcast import _C


def common_dtype(operands: Iterable[tuple[bool, _C.dtype]]) -> _C.dtype:
    """Of one operand or more, each (has it dimensions, dtype): those with dimensions come first.

    RuntimeError for dtypes of which none is promoted to, such as uint16 and int64.
    """
    found: dict[bool, list[_C.dtype]] = {}
    for sized, dtype in operands:
        found.setdefault(sized, []).append(dtype)
    dtypes = {sized: reduce(_C.promote_types, found[sized]) for sized in (True, False) if sized in found}
    if len(dtypes) == 1:
        return next(iter(dtypes.values()))
    return _C.result_type(_C.empty(0, dtype=dtypes[True]), _C.empty((), dtype=dtypes[False]))
