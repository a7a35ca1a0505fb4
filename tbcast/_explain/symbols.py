"""Sizes with names instead of numbers, and shapes as text: `N,1`, `B T 1`, `(5, N)`, `5x2x4`.

Inside `explain` a named size is an int: a prime that stands for its name. So everything that compares and
multiplies sizes works unchanged, and different names are different sizes above 1. Results for the caller show
the names.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence

from tbcast._verdict.risk import broadcast as broadcast_numbers

Shape = tuple[int, ...]
NamedShape = tuple["int | str", ...]

_NUMBERS = re.compile(r"\d+(?:\s*[x\u00d7]\s*\d+)+")
_SEPARATOR = re.compile(r"\s*(?:,|\u00d7|\s)\s*")
LARGEST = 2**63 - 1
LONGEST_NAME = 200


class Symbol(int):
    """A size with a name."""

    name: str
    table: Symbols

    def __new__(cls, value: int, name: str, table: Symbols) -> Symbol:
        self = super().__new__(cls, value)
        self.name, self.table = name, table
        return self

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__


def _primes() -> Iterator[int]:
    """Primes from 1009 on, so that they rarely equal an expression's own numbers."""
    for n in range(1009, 1 << 31, 2):
        if all(n % d for d in range(3, math.isqrt(n) + 1, 2)):
            yield n


class Symbols:
    """The named sizes of one explanation. `numbers`: its other sizes, none of which has one of the primes as
    a factor."""

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        known = set(numbers) - {0}
        self._free = (p for p in _primes() if all(n % p for n in known))
        self._named: dict[str, Symbol] = {}

    def named(self, name: str) -> Symbol:
        """The size with that name."""
        if len(name) > LONGEST_NAME:
            raise ValueError(f"explain(): the name of a size is longer than {LONGEST_NAME} letters")
        if name not in self._named:
            self._named[name] = Symbol(next(self._free), name, self)
        return self._named[name]

    def sized(self, value: int) -> int:
        """A product or quotient of sizes, written as `2*N*T`."""
        factors = []
        rest = int(value)
        for symbol in self._named.values():
            while rest and rest % int(symbol) == 0:
                rest //= int(symbol)
                factors.append(symbol.name if symbol.name.isidentifier() else f"({symbol.name})")
        if not factors:
            return int(value)
        name = "*".join(([str(rest)] if rest != 1 else []) + sorted(factors))
        if name in self._named or (len(factors) == 1 and rest == 1):
            return self.named(name.strip("()"))
        return Symbol(value, name, self) if value <= LARGEST else self.named(name)


def table_of(shapes: Iterable[Shape]) -> Symbols | None:
    """The table of the names in some shapes, if there are any."""
    return next((size.table for shape in shapes for size in shape if isinstance(size, Symbol)), None)


def with_symbols(shapes: Sequence[NamedShape]) -> list[Shape]:
    """The shapes with symbols instead of names; equal names become the same symbol."""
    table = Symbols(size for shape in shapes for size in shape if not isinstance(size, str))
    return [tuple(table.named(size) if isinstance(size, str) else size for size in shape) for shape in shapes]


def as_numbers(shape: Shape) -> Shape:
    """The shape with the primes that the symbols stand for."""
    return tuple(map(int, shape))


def with_names(shape: Shape) -> NamedShape:
    """The shape with names instead of symbols."""
    return tuple(size.name if isinstance(size, Symbol) else size for size in shape)


def broadcast(*shapes: Shape) -> Shape | None:
    """The broadcast shape, with the operands' symbols; None if there is none."""
    if table_of(shapes) is None:
        return broadcast_numbers(*shapes)
    shape = broadcast_numbers(*map(as_numbers, shapes))
    if shape is None:
        return None
    result: list[int] = []
    for back, size in enumerate(reversed(shape), start=1):
        own = (given[-back] for given in shapes if back <= len(given))
        result.append(next(s for s in own if s == size))
    return tuple(reversed(result))


# ---- if sizes with different names were equal ----


def unified(shapes: Sequence[Shape]) -> tuple[list[Shape], str] | None:
    """The shapes after making sizes equal that must be equal for them to broadcast, and which these are; None
    if numbers differ.
    """
    same: dict[int, int] = {}

    def found(size: int) -> int:
        while size in same:
            size = same[size]
        return size

    conditions: list[str] = []
    for back in range(1, max(map(len, shapes), default=0) + 1):
        sizes = [found(shape[-back]) for shape in shapes if back <= len(shape) and shape[-back] != 1]
        for size in sizes:
            one, other = found(sizes[0]), found(size)
            if one == other:
                continue
            if not isinstance(other, Symbol):
                one, other = other, one
            if not isinstance(other, Symbol) or (isinstance(one, Symbol) and other < one):
                one, other = other, one
            if not isinstance(other, Symbol) or one == 0:
                return None
            same[other] = one
            names = (str(other), str(one)) if not isinstance(one, Symbol) else sorted((str(one), str(other)))
            conditions.append(" = ".join(names))
    return [tuple(found(size) for size in shape) for shape in shapes], " and ".join(conditions)


# ---- text ----


def shape_text(shape: Sequence[int | str]) -> str:
    """A shape as Python writes it, with names unquoted."""
    return f"({', '.join(map(str, shape))}{',' * (len(shape) == 1)})"


def read_shape(text: str, where: str) -> NamedShape:
    """Read `5,2,4,1`, `5x2x4x1`, `5 2 4 1`, `(5, 2, 4, 1)`, `[5]` or `()`, where each size is a number or a
    name. Raises ValueError for anything else.
    """
    inner = text.strip()
    brackets = inner[:1] + inner[-1:]
    wrong = ValueError(
        f"{where}: {text!r} is not a shape; write 5,2,4,1 or N,1 or 'B T 1' or '(5, 2)', () for a number"
    )
    if brackets in ("()", "[]"):
        inner = inner[1:-1].strip()
        if not inner:
            return ()
    if _NUMBERS.fullmatch(inner):
        inner = re.sub("[x\u00d7]", ",", inner)
    inner = re.sub(r"\s*,$", "", inner) if not inner.endswith(",,") else inner
    shape: list[int | str] = []
    for part in _SEPARATOR.split(inner):
        if part.isascii() and part.isdecimal():
            # int() rejects thousands of digits with a message for programmers; fifty digits are too many just
            # as well.
            shape.append(int(part.lstrip("0")[:50] or "0"))
        elif re.fullmatch(r"-\d+", part):
            raise ValueError(f"{where}: Attempting to broadcast a dimension with negative length!")
        elif part.isidentifier():
            shape.append(part)
        else:
            raise wrong
    return tuple(shape)
