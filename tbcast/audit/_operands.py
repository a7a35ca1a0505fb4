"""What the operands of a broadcast are called in the source, so that a fix reads `target[:, None]`.

The expression is found by its position where Python tells it (from 3.11 on), else if it is the only one of
its operator in the statement.
"""

from __future__ import annotations

import ast
import dis
import linecache
import re
from types import CodeType
from typing import NamedTuple

from tbcast._explain.fixes import Fix
from tbcast._verdict import functions
from tbcast._verdict.intent import Place, source_of, statement_lines, statement_text
from tbcast._verdict.risk import name_of

MAX_LETTERS = 40
"""Longer operands are called a, b, ..."""

_OPERATORS = {word: kind for kind, words in functions.OPERATORS.items() for word in words}
_TARGETS = (ast.Name, ast.Attribute)
_ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)
_NO_INDICES = (ast.Constant, ast.Slice)
"""They stand beside the tensors of a subscript."""
_ORDERED_OTHERWISE = ("where", "lerp")
"""As methods their operands are not those of the function in its order."""
_FURTHER = {"masked_fill": 1}
"""So many arguments follow the operands in each call."""

_GRID = re.compile(r"=\s*([\w.]+\.)?(arange|linspace|logspace|geomspace)\(")

Position = tuple["int | None", "int | None", "int | None", "int | None"]


_CALL, _PRECALL = (dis.opmap.get(name) for name in ("CALL", "PRECALL"))
_LENGTH = 4
"""Of PRECALL with its cache, in bytes; CALL follows it."""


def offset_of(code: CodeType, offset: int) -> int:
    """The same for each run of an instruction. CPython 3.11 makes a call by CALL, and once that has run often
    by the PRECALL in front of it.
    """
    if _PRECALL is None or offset < _LENGTH:
        return offset
    made = code.co_code
    return offset - _LENGTH if made[offset] == _CALL and made[offset - _LENGTH] == _PRECALL else offset


class Instruction(NamedTuple):
    """A call in running code."""

    place: Place
    offset: int
    """In the bytecode."""

    def position(self) -> Position | None:
        """First and last line, first and last column."""
        code: CodeType = self.place.code
        if not hasattr(code, "co_positions"):
            return None
        return next((p for k, p in enumerate(code.co_positions()) if k == self.offset // 2), None)


def _plain(operator: str) -> str:
    """`sub` of `torch.sub`, `sub_` and `__isub__`; `rsub` stays, its operands are in another order."""
    name = operator.rpartition(".")[2]
    if name.startswith("__i") and name.endswith("__") and name[3:-2] in _OPERATORS:
        return name[3:-2]
    return name.strip("_")


def _operands(node: ast.AST, operator: str, count: int, exact: bool) -> list[ast.expr] | None:
    """The operands, if that node is the operator's; `exact`: it is known to be the call that was made."""
    kind = _OPERATORS.get(operator)
    if isinstance(node, ast.BinOp) and kind and isinstance(node.op, kind) and count == 2:
        return [node.left, node.right]
    if isinstance(node, ast.AugAssign) and kind and isinstance(node.op, kind) and count == 2:
        return [node.target, node.value]
    if isinstance(node, ast.Compare) and kind and len(node.ops) == 1 and isinstance(node.ops[0], kind):
        return [node.left, *node.comparators]
    if isinstance(node, ast.Subscript) and operator == "getitem":
        items = [item for item in getattr(node.slice, "elts", ()) if not isinstance(item, _NO_INDICES)]
        return items if len(items) == count else None
    if not isinstance(node, ast.Call) or any(isinstance(argument, ast.Starred) for argument in node.args):
        return None
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", None)
    if name is None or (name.strip("_") != operator and not exact):
        return None
    further = _FURTHER.get(operator, 0)
    if len(node.args) >= count + further:
        return None if any(map(_is_number, node.args[:count])) else node.args[:count]
    method = isinstance(node.func, ast.Attribute) and operator not in _ORDERED_OTHERWISE
    if method and len(node.args) == count - 1 + further and name.strip("_") == operator:
        return [node.func.value, *node.args[: count - 1]]  # type: ignore[attr-defined]
    return None


def _is_number(node: ast.expr) -> bool:
    """Which has no shape: the call's operands are others."""
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)


class Expressions:
    """The expressions of files by their lines; each file is read once."""

    def __init__(self) -> None:
        self._files: dict[str, dict[int, list[ast.expr | ast.AugAssign]]] = {}
        self._assigned: dict[str, dict[int, set[str]]] = {}

    def _of_file(self, filename: str) -> dict[int, list[ast.expr | ast.AugAssign]]:
        found = self._files.get(filename)
        if found is None:
            found = self._files[filename] = {}
            assigned = self._assigned[filename] = {}
            try:
                tree = ast.parse("".join(linecache.getlines(filename)))
            except (MemoryError, RecursionError, SyntaxError, ValueError):
                return found
            for node in ast.walk(tree):
                if isinstance(node, (ast.BinOp, ast.Compare, ast.Call, ast.AugAssign, ast.Subscript)):
                    found.setdefault(node.lineno, []).append(node)
                elif isinstance(node, (ast.Assign, ast.AnnAssign)):
                    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                    names = {ast.unparse(target) for target in targets if isinstance(target, _TARGETS)}
                    assigned.setdefault(node.lineno, set()).update(names)
        return found

    def assigned(self, place: Place) -> set[str]:
        """The names and attributes that the statement gives a new value."""
        filename = place.code.co_filename
        self._of_file(filename)
        return self._assigned[filename].get(statement_lines(place)[0], set())

    def variable(self, place: Place, node: ast.expr | None) -> tuple[str, int] | None:
        """The variable or attribute that an operand is, and the last line above that assigns to it, or 0;
        None for an operand that is computed where it stands.
        """
        if not isinstance(node, _TARGETS):
            return None
        text, assigned = ast.unparse(node), self._assigned[place.code.co_filename]
        above = [line for line, names in assigned.items() if line < place.line and text in names]
        return text, max(above, default=0)

    def is_grid(self, place: Place, node: ast.expr) -> bool:
        """Is the operand a variable that the function makes of numbers in a row, `x = torch.arange(9)`, or
        such a one and a number, `1 - x`?
        """
        while isinstance(node, ast.BinOp) and _is_number(node.left) != _is_number(node.right):
            node = node.right if _is_number(node.left) else node.left
        found = self.variable(place, node)
        source = source_of(place.code.co_filename)
        if not found or not found[1] or source is None:
            return False
        line = found[1]
        inside = source.function.get(line, -1) == source.function.get(place.line, -2)
        return inside and bool(_GRID.search(statement_text(Place(place.code, line))))

    def names(self, at: Instruction, operator: str, count: int, called: bool) -> list[str] | None:
        """What the operands are called; `called`: the statement calls something that calls the operator."""
        nodes = self.operands(at, operator, count, called)
        return None if nodes is None else names_of(nodes)

    def operands(self, at: Instruction, operator: str, count: int, called: bool) -> list[ast.expr] | None:
        """The expressions that are the operands, None where they are not known."""
        file = self._of_file(at.place.code.co_filename)
        first, last = statement_lines(at.place)
        nodes = [node for line in range(first, last + 1) for node in file.get(line, ())]
        plain, position = _plain(operator), at.position()
        exact = [
            node
            for node in nodes
            if (node.lineno, node.end_lineno, node.col_offset, node.end_col_offset) == position
        ]
        found = [_operands(node, plain, count, called and isinstance(node, ast.Call)) for node in exact]
        if not any(found):
            found = [_operands(node, plain, count, False) for node in nodes]
        fitting = [operands for operands in found if operands]
        return fitting[0] if len(fitting) == 1 else None


def _text(node: ast.expr) -> str:
    text = ast.unparse(node)
    if len(text) > MAX_LETTERS or "\n" in text:
        return ""
    return text if isinstance(node, _ATOMS) else f"({text})"


def names_of(nodes: list[ast.expr] | None) -> list[str]:
    """What they are called, "" for what is too long; nothing where they are not known."""
    return [_text(node) for node in nodes or ()]


def index_of(name: str) -> int:
    """Of the operand that is called so."""
    return ord(name) - ord("a") if len(name) == 1 else int(name.rpartition("_")[2]) - 1


def named(fix: Fix, names: list[str]) -> str:
    """The code of a fix with the operand's own name."""
    operands = {name_of(k): name for k, name in enumerate(names) if name}
    rest = fix.code.removeprefix(fix.operand)
    if fix.operand in operands and rest != fix.code and rest[:1] in ("[", "."):
        return operands[fix.operand] + rest
    return fix.code
