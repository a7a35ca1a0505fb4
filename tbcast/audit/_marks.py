"""Marks of arrays and tensors of other libraries: where a program wrote their dimensions of size 1 out.

They are beside the objects, in the store of tbcast._C that tbcast's own tensors have, too: copies, pickles
and files have none of them. An object keeps its marks for as long as it lives.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tbcast import _C
from tbcast._verdict.intent import Marks


def _ndim(array: Any) -> int:
    return len(array.shape)


def marks_of(array: Any, ndim: Callable[[Any], int] = _ndim) -> Marks | None:
    """Those of an array; None where nothing is known of any of its dimensions, which `ndim` counts."""
    marks = _C._marks(array)
    return marks if marks is not None and len(marks) == ndim(array) else None


def mark(array: Any, marks: Marks, ndim: Callable[[Any], int] = _ndim) -> None:
    """Give it marks, unless none is known, or it cannot be marked."""
    if any(marks) and len(marks) == ndim(array):
        _C._mark(array, marks)
