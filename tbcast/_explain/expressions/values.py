"""What the parts of an expression are: tensors of known shape, sizes, numbers, and what cannot be
explained.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tbcast._explain.explanation import Explanation, explain_operands
from tbcast._explain.fixes import result_of
from tbcast._explain.operands import Operand
from tbcast._explain.symbols import LARGEST, NamedShape, Shape, Symbol, Symbols, shape_text, with_names
from tbcast._verdict.intent import Marks, Place


class UnknownPart(ValueError):
    """A part of an expression that explain does not know."""


class Refused(Exception):
    """A step of the expression fails; the reason is the text."""

    told = False
    """Is it among the steps?"""


@dataclass(frozen=True)
class Tensor:
    """A tensor; marks: for each dimension the place that wrote it out, as _verdict/intent.py has them."""

    shape: Shape
    marks: Marks = ()
    mask: bool = False
    """Is it of bools, so that it selects as an index?"""

    def mark(self, d: int) -> Place | None:
        return self.marks[d] if self.marks else None


class Number:
    """A Python number, which is not known and need not be."""


@dataclass(frozen=True)
class Free:
    """A name that nobody has given: a size, where one is wanted."""

    name: str


@dataclass(frozen=True)
class Module:
    """`torch`, `np`, or a name in it, which may be a function or a dtype."""

    name: str


@dataclass(frozen=True)
class Method:
    """A method of a tensor that is about to be called."""

    owner: Tensor
    name: str


class Pair(tuple):  # type: ignore[type-arg]
    """Values and indices, as of max(dim=1)."""

    __slots__ = ()


@dataclass(frozen=True)
class Step:
    """One operation of an expression."""

    code: str
    """As it is written there."""
    operands: tuple[str, ...]
    """The operands as they are written, of what broadcasts."""
    explanation: Explanation | None
    """Of their broadcast; None where there is none."""
    shape: NamedShape | None
    """Of the result; None where the step fails."""
    problem: str | None = None
    """Why it fails, unless the explanation says so."""
    whole: tuple[NamedShape, ...] | None = None
    """Of products of matrices, whose explanation is about the dimensions before the last two: the
    operands' shapes.
    """


@dataclass
class Trace:
    """The steps so far, and where the next one stands."""

    table: Symbols
    place: Place
    steps: list[Step] = field(default_factory=list)
    inplace: bool = False
    """Does the call that is evaluated write its first operand?"""
    codes: dict[int, str] = field(default_factory=dict)
    """Of values by identity: the code that made them."""
    kept: list[Any] = field(default_factory=list)
    """Values, so that no identity is used twice."""

    def code_of(self, value: object) -> str:
        return self.codes.get(id(value), "...")

    # ---- sizes ----

    def size(self, value: object, what: str = "a size") -> int:
        """A value as a size; negative numbers stay."""
        if isinstance(value, Free):
            return self.table.named(value.name)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        raise UnknownPart(f"explain(): {what} that is not known: {self.code_of(value)}")

    def sizes(self, values: Sequence[object]) -> Shape:
        """Sizes as `f(2, 3)` or `f((2, 3))` has them."""
        if len(values) == 1 and isinstance(values[0], (tuple, list)):
            values = values[0]
        return tuple(self.size(value) for value in values)

    def shifted(self, size: int, by: int) -> int:
        """`size + by`, where one of them may have a name."""
        if not isinstance(size, Symbol):
            size, by = by, size
        if not isinstance(size, Symbol):
            return size + by
        if isinstance(by, Symbol):
            return self.table.named(f"{size} + {by}")
        base, _, offset = size.name.rpartition(" ")
        base, _, sign = base.rpartition(" ")
        if sign in ("+", "-") and offset.isdecimal():
            by += int(f"{sign}{offset}")
        else:
            base = size.name
        if by == 0:
            return size if base == size.name else self.table.named(base)
        return self.table.named(f"{base} {'-' if by < 0 else '+'} {abs(by)}")

    def product(self, sizes: Sequence[int]) -> int:
        found = math.prod(map(int, sizes))
        if abs(found) > LARGEST and not any(isinstance(size, Symbol) for size in sizes):
            raise Refused("a size is too large")
        return self.table.sized(found)

    def quotient(self, size: int, by: int) -> int:
        """Rounded down."""
        if int(by) == 0:
            raise Refused("division by zero")
        if not isinstance(size, Symbol) and not isinstance(by, Symbol):
            return size // by
        if int(size) % int(by) == 0:
            return self.table.sized(int(size) // int(by))
        return self.table.named(f"{size} // {by}")

    # ---- steps ----

    def broadcast(
        self,
        code: str,
        operands: Sequence[object],
        *,
        inplace: bool = False,
        data: bool = False,
        core: int = 0,
    ) -> Shape:
        """The common shape of the tensors among the operands, as a step of its own if there are two of them.

        data: a loss or a comparison of data, which no intent excuses. core: dimensions at the end that do not
        broadcast, of products of matrices.
        """
        tensors = [operand for operand in operands if isinstance(operand, Tensor)]
        if len(tensors) == 1:
            return tensors[0].shape
        shapes = [tensor.shape[: len(tensor.shape) - core] for tensor in tensors]
        marks = tuple(
            tensor.marks[: len(shape)] or None for tensor, shape in zip(tensors, shapes, strict=True)
        )
        found = explain_operands(
            [Operand(shape, None, None) for shape in shapes],
            inplace,
            marks=() if data else marks,
            place=self.place,
        )
        whole = tuple(with_names(tensor.shape) for tensor in tensors) if core else None
        self.steps.append(Step(code, tuple(map(self.code_of, tensors)), found, found.shape, None, whole))
        shape = result_of(tuple(shapes), inplace)
        if shape is None:
            raise Refused("not broadcastable")
        return shape

    def keep(self, code: str, value: Any) -> Any:
        """Remember how a value was written."""
        if value.__class__ in (Tensor, Number, Free, Pair, tuple, list):
            self.codes[id(value)] = code
            self.kept.append(value)
        return value


def dimension(d: int, ndim: int) -> int:
    """A dimension counted from the leading one."""
    if not -max(ndim, 1) <= d < max(ndim, 1):
        raise Refused(f"there is no dimension {d} of {ndim}")
    return d % ndim if ndim else 0


def refuse_sizes(what: str, one: Sequence[int], other: Sequence[int]) -> Refused:
    """Two shapes that do not fit."""
    return Refused(f"{what}: {shape_text(one)} and {shape_text(other)}")


Rule = Callable[..., Any]
