"""The result of `explain` as data, from which text and pictures are made."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from tbcast import _C
from tbcast._explain.fixes import Fix
from tbcast._explain.symbols import NamedShape, Shape


def plain(value: Any) -> Any:
    """The value with lists instead of tuples, and dictionaries instead of dataclasses."""
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    return value


@dataclass(frozen=True)
class Dim:
    """One dimension, counted from the trailing one: -1, -2, ..."""

    dim: int
    sizes: tuple[int | str | None, ...]
    """Each operand's size, with a name as text; None if the operand has no such dimension."""
    expanded: tuple[bool, ...]
    """Whether each operand is repeated along the dimension."""
    size: int | str | None
    """The result's size; None if the sizes do not broadcast."""
    rule: str | None
    """The rule of PyTorch's note that applied: "equal", "one of them is 1" or "one of them does not
    exist"."""


@dataclass(frozen=True, repr=False)
class Findings:
    """The immutable facts of an Explanation."""

    shapes: tuple[NamedShape, ...]
    """The operands' shapes; names are texts."""
    inplace: bool
    broadcastable: bool
    """Whether the shapes broadcast; in place, without changing the first operand's shape."""
    shape: _C.Size | NamedShape | None
    """The result's shape, a Size, or a tuple if it has names; None if the shapes do not broadcast."""
    dims: tuple[Dim, ...]
    """The dimensions, from the trailing to the leading one."""
    strides: tuple[Shape | None, ...] | None
    """The strides of the expanded views, in elements. Plain shapes count as contiguous; None if there are
    names."""
    growth: float | str | None
    """The number of elements of the result relative to the largest operand; 1.0 if that has none; with names,
    a text like `min(M, N)`.
    """
    nbytes: int | None
    """The bytes of a result of the promoted dtype; None for plain shapes."""
    risk: str | None
    """"none", "low", "medium" or "high"; None if nothing is computed. With only_if, the risk under that
    condition."""
    why: str
    fallback: bool
    """Whether the deprecated 1-dimensional fallback would apply; always False while it is switched off."""
    fixes: tuple[Fix, ...]
    only_if: str | None = None
    """The names that would have to be equal for the shapes to broadcast: "B = T"."""
    excusable: bool = False
    """Whether the risk is low if the same statement writes the dimensions of size 1 out, which shapes do not
    show.
    """

    def to_dict(self) -> dict[str, Any]:
        """All attributes in types that JSON has."""
        return plain(self)  # type: ignore[no-any-return]
