"""What `explain` computes, as data: text and pictures are made of it.  Relies on fixes.py."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tbcast import _C
from tbcast._explain.fixes import Fix
from tbcast._explain.symbols import NamedShape, Shape


@dataclass(frozen=True)
class Dim:
    """One dimension, counted from the trailing one: -1, -2, ..."""

    dim: int
    sizes: tuple[int | str | None, ...]
    """Each operand's size, a name as text; None where it has no such dimension."""
    expanded: tuple[bool, ...]
    """Whether the operand is repeated along it."""
    size: int | str | None
    """The result's, None where the sizes do not agree."""
    rule: str | None
    """Of the note's rules the one that applied: "equal", "one of them is 1", "one of them does not exist"."""


@dataclass(frozen=True, repr=False)
class Findings:
    """The facts of an Explanation; nothing in them changes."""

    shapes: tuple[NamedShape, ...]
    """Sizes are numbers, or names as text."""
    inplace: bool
    broadcastable: bool
    """Whether the operation works by broadcasting; in place, without changing the first operand's shape."""
    shape: _C.Size | NamedShape | None
    """A Size, or a tuple where it has names; None where it is not broadcastable."""
    dims: tuple[Dim, ...]
    """From the trailing dimension to the leading one."""
    strides: tuple[Shape | None, ...] | None
    """Of the expanded views, in elements; those of plain shapes are contiguous, and with
    names there are none."""
    growth: float | str | None
    """Elements of the result over those of the largest operand; 1.0 when that has none; `min(M, N)` with
    names.
    """
    nbytes: int | None
    """Of a result of the promoted dtype; None for plain shapes."""
    risk: str | None
    """"none", "low", "medium" or "high"; None where nothing is computed. With only_if what it is then."""
    why: str
    fallback: bool
    """Whether the deprecated 1-dimensional behaviour would apply (never once it is switched off)."""
    fixes: tuple[Fix, ...]
    only_if: str | None = None
    """Which names would have to be equal for the shapes to broadcast: "B = T"."""
    excusable: bool = False
    """Whether the risk is low where the same statement writes the dimensions of size 1 out, which shapes
    do not tell.
    """

    def to_dict(self) -> dict[str, Any]:
        """All attributes in types that JSON has."""
        return {
            "shapes": [list(shape) for shape in self.shapes],
            "inplace": self.inplace,
            "broadcastable": self.broadcastable,
            "shape": None if self.shape is None else list(self.shape),
            "dims": [
                {
                    "dim": dim.dim,
                    "sizes": list(dim.sizes),
                    "expanded": list(dim.expanded),
                    "size": dim.size,
                    "rule": dim.rule,
                }
                for dim in self.dims
            ],
            "strides": self.strides and [None if steps is None else list(steps) for steps in self.strides],
            "growth": self.growth,
            "nbytes": self.nbytes,
            "risk": self.risk,
            "why": self.why,
            "fallback": self.fallback,
            "fixes": [
                {
                    "code": fix.code,
                    "same_as": list(fix.same_as),
                    "operand": fix.operand,
                    "operand_shape": list(fix.operand_shape),
                    "shape": list(fix.shape),
                    "why": fix.why,
                }
                for fix in self.fixes
            ],
            "only_if": self.only_if,
            "excusable": self.excusable,
        }
