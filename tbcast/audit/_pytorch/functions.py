"""Which functions of PyTorch broadcast, and which write out or keep dimensions of size 1.

A function mode is handed the function that was called: a descriptor of Tensor's, a builtin of `torch`, or a
function written in Python. `TABLE` has them all, by the names of
_verdict/functions.py; names that this PyTorch lacks are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import torch

from tbcast._verdict import functions, written
from tbcast.audit._pytorch import derived

# src/audit/torch_mode.c has the same.
BROADCASTS, COMPARES, MULTIPLIES, INDEXES, INSERTS, KEEPS, DERIVES, RESHAPES, MAKES = range(1, 10)
_OPERANDS_SHIFT = 4


class Function(NamedTuple):
    """What is known of a function."""

    operator: str
    """Its name in reports."""
    kind: int
    operands: int
    """How many of its positional arguments can be operands; 0: all."""
    inplace: bool = False


_KEEPING_ATTRIBUTES = ["T", "mT", "H", "mH", "real", "imag", "data"]
_OWNERS = (torch, torch.Tensor, torch.special, torch.linalg, torch.nn.functional)


def _found(name: str, owners: tuple[Any, ...] = _OWNERS) -> Iterator[Any]:
    for owner in owners:
        function = getattr(owner, name, None)
        if callable(function):
            yield function


def _both(names: Iterable[str], row: Function) -> Iterator[tuple[Any, Function]]:
    """Functions of these names and those that write in place."""
    for name in names:
        own = row._replace(operator=row.operator or name.rstrip("_"), inplace=name.endswith("_"))
        yield from ((function, own) for function in _found(name))
        in_place = own._replace(inplace=True)
        yield from ((function, in_place) for function in _found(f"{name}_"))


def _of_python() -> Iterator[tuple[Any, Function]]:
    """Python's operators, methods of Tensor."""
    for stem, operator, *_ in (
        *functions.OPERATORS.values(),
        ("div", "div"),
    ):  # Python 2's, which PyTorch keeps
        kind = MULTIPLIES if operator == "matmul" else BROADCASTS
        row = Function(operator, kind, 2) if operator not in functions.UNARY else Function(operator, KEEPS, 0)
        for spelled in (f"__{stem}__", f"__r{stem}__"):
            yield from ((function, row) for function in _found(spelled, (torch.Tensor,)))
        in_place = row._replace(inplace=True)
        yield from ((function, in_place) for function in _found(f"__i{stem}__", (torch.Tensor,)))


def _rows() -> Iterator[tuple[Any, Function]]:
    yield from _both(["broadcast_tensors"], Function("", BROADCASTS, 0))
    broadcasting = functions.BINARY.difference(functions.NUMPY) | functions.BROADCASTS
    yield from _both(sorted(broadcasting), Function("", BROADCASTS, 2))
    yield from _both(sorted(functions.TERNARY), Function("", BROADCASTS, 3))
    yield from _of_python()
    yield from _both(sorted(functions.COMPARES), Function("", COMPARES, 2))
    for name in sorted(functions.MULTIPLIES):
        operator = "cdist" if name == "cdist" else "matmul"
        yield from ((function, Function(operator, MULTIPLIES, 2)) for function in _found(name))
    yield torch.Tensor.__getitem__, Function("getitem", INDEXES, 0)
    yield from _both(sorted(derived.OPERANDS), Function("", DERIVES, 0))
    for names, kind in (
        (functions.INSERTS, INSERTS),
        (functions.RESHAPES, RESHAPES),
        (written.MAKES, MAKES),
        (functions.UNARY | functions.KEEPS | functions.PERMUTES | functions.EXPANDS, KEEPS),
    ):
        for name in sorted(names):
            yield from ((function, Function(name, kind, 0)) for function in _found(name))
    for name in _KEEPING_ATTRIBUTES:
        getter = getattr(getattr(torch.Tensor, name), "__get__", None)
        if getter is not None:
            yield getter, Function(name, KEEPS, 0)


TABLE: dict[Any, Function] = {}
for _function, _row in _rows():
    TABLE.setdefault(_function, _row)

CODES: dict[Any, int] = {
    function: row.kind | row.operands << _OPERANDS_SHIFT for function, row in TABLE.items()
}
"""What the C part looks up."""


def operand_names(operator: str, count: int) -> str:
    """'self and other', as the note's warning begins."""
    known = functions.OPERANDS.get(operator, ())
    names = known[:count] if 1 < count <= len(known) else ("self", "other", "tensor2")[:count]
    return " and ".join(names) if len(names) == 2 else f"{', '.join(names[:-1])}, and {names[-1]}"


def _aten() -> dict[str, Function]:
    """{name of an operator below Python's functions: what it is}"""
    found: dict[str, Function] = {}
    for row in TABLE.values():
        if row.kind in (BROADCASTS, COMPARES) and not row.operator.startswith("broadcast"):
            name = f"aten::{row.operator}{'_' * row.inplace}"
            found.setdefault(name, row._replace(kind=BROADCASTS))
    for name in ("xlog1py", "zeta"):
        found[f"aten::special_{name}"] = Function(name, BROADCASTS, 2)
    return found


ATEN = _aten()
