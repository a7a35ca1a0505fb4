"""Marks of arrays and tensors of other libraries: where a program wrote their dimensions of size 1 out.

They are beside the objects, in the store of tbcast._C that tbcast's own tensors have, too: copies, pickles
and files have none of them. An object keeps its marks for as long as it lives.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tbcast import _C
from tbcast._verdict.intent import Marks


def marks_of(array: Any, ndim: Callable[[Any], int] | None = None) -> Marks | None:
    """Those of an array; None where nothing is known of any of its dimensions, which `ndim` counts."""
    marks = _C._marks(array)
    if marks is None or len(marks) != (len(array.shape) if ndim is None else ndim(array)):
        return None
    return marks


def mark(array: Any, marks: Marks, ndim: Callable[[Any], int] | None = None) -> None:
    """Give it marks, unless none is known, or it cannot be marked."""
    if any(marks) and len(marks) == (len(array.shape) if ndim is None else ndim(array)):
        _C._mark(array, marks)
