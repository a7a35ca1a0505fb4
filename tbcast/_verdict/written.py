"""Dimensions of size 1 that the text of a call writes out: `x.reshape(-1, 1)`, `rearrange(x, "b -> b 1")`,
and in nested literals, `tensor([[0.0], [1.0]])`. Sizes may be a variable's: `sizes = [-1] + [1] * n`.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from tbcast._verdict.functions import RESHAPES

MAKES = frozenset({"array", "as_tensor", "asarray", "new_tensor", "tensor"})
"""They make an array of what they are given."""

_SIZES = ("shape", "newshape", "size")
_DISPLAYS = (ast.Tuple, ast.List, ast.BinOp)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_GROUPS = re.compile(r"\([^)]*\)|[^\s()]+")


class Item(NamedTuple):
    """A dimension, or any number of them."""

    many: bool
    line: int
    """That writes out size 1; 0: none does."""


Items = tuple[Item, ...]
_UNKNOWN = (Item(True, 0),)
Variables = Mapping[str, ast.expr]
"""The sizes that a function gives a variable, which it gives nothing else."""


def _items(node: ast.expr, variables: Variables) -> Items:
    """Of `(-1, 1)`, `[n, *rest]`, `x.shape + (1,)`, `[1] * n` or a variable."""
    if isinstance(node, ast.Name) and node.id in variables:
        return _items(variables[node.id], {})
    if isinstance(node, (ast.Tuple, ast.List)):
        return _listed(node.elts, variables)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _items(node.left, variables) + _items(node.right, variables)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        for side in (node.left, node.right):
            repeated = _items(side, {})
            if all(not item.many and item.line for item in repeated):
                return (Item(True, node.lineno),)
    return _UNKNOWN


def _listed(nodes: list[ast.expr], variables: Variables) -> Items:
    """Of sizes one by one."""
    parts = [
        _items(node.value, variables) if isinstance(node, ast.Starred) else (Item(False, _one(node)),)
        for node in nodes
    ]
    return tuple(chain.from_iterable(parts))


def _one(node: ast.expr) -> int:
    """The line of a literal 1, 0 for other sizes."""
    one = isinstance(node, ast.Constant) and type(node.value) is int and node.value == 1
    return node.lineno if one else 0


def _of_pattern(node: ast.expr, pattern: str) -> Items:
    """Of what einops is to make."""
    found = []
    for group in _GROUPS.findall(pattern.partition("->")[2]):
        if group in ("...", "\u2026"):
            found.append(Item(True, 0))
        else:
            found.append(Item(False, 0 if group.strip("() ").strip("1 ") else node.lineno))
    return tuple(found)


def _of_literal(node: ast.expr) -> Items | None:
    """Of `[[0.0], [1.0]]`: a dimension along which each list has one item; None for what is no list."""
    found: list[Item] = []
    level = [node]
    while all(isinstance(each, (ast.Tuple, ast.List)) for each in level):
        inner = [each.elts for each in level]  # type: ignore[attr-defined]
        one = all(len(elts) == 1 and not isinstance(elts[0], ast.Starred) for elts in inner)
        found.append(Item(False, node.lineno if one else 0))
        level = [element for elts in inner for element in elts]
        if not level:
            break
    if not found:
        return None
    return tuple(found) if all(map(_is_number, level)) else (*found, *_UNKNOWN)  # names may be lists


def _is_number(node: ast.expr) -> bool:
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)


def _written_by(node: ast.Call, variables: Variables) -> Items | None:
    """What the call writes out; None where it is given neither sizes nor a pattern nor a list."""
    named = {keyword.arg: keyword.value for keyword in node.keywords}
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", None)
    pattern = named.get("pattern", node.args[1] if len(node.args) > 1 else None)
    if isinstance(pattern, ast.Constant) and isinstance(pattern.value, str) and "->" in pattern.value:
        return _of_pattern(pattern, pattern.value)
    if name in MAKES and node.args:
        return _of_literal(node.args[0])
    if name not in RESHAPES:
        return None
    given = [_items(argument, variables) for argument in node.args]
    given += [_items(value, variables) for key, value in named.items() if key in _SIZES]
    lists = [items for items in given if any(not item.many or item.line for item in items)]
    return lists[-1] if lists else _listed(node.args, variables)  # `h * w` is a size


def _of_function(function: ast.AST) -> Iterator[ast.AST]:
    """What stands in it, and not in functions inside it."""
    nodes = list(ast.iter_child_nodes(function))
    for node in nodes:
        yield node
        if not isinstance(node, _FUNCTIONS):
            nodes += ast.iter_child_nodes(node)


def calls_in(tree: ast.AST) -> Iterator[tuple[ast.Call, Items]]:
    """All calls that are given sizes, a pattern or a list."""
    functions = [tree]
    for function in functions:
        bound: Counter[str] = Counter()
        values: dict[str, ast.expr] = {}
        calls = []
        for node in _of_function(function):
            if isinstance(node, _FUNCTIONS):
                functions.append(node)
            elif isinstance(node, ast.Call):
                calls.append(node)
            elif isinstance(node, ast.arg):
                bound[node.arg] += 1
            elif isinstance(node, ast.Name):
                bound[node.id] += not isinstance(node.ctx, ast.Load)
            elif isinstance(node, ast.Assign) and isinstance(node.value, _DISPLAYS):
                values.update({one.id: node.value for one in node.targets if isinstance(one, ast.Name)})
        variables = {name: value for name, value in values.items() if bound[name] == 1}
        for call in calls:
            found = _written_by(call, variables)
            if found is not None:
                yield call, found


def dims_of(items: Items, ndim: int) -> dict[int, int]:
    """Which of so many dimensions are written out, with the line; none where the call makes another number of
    them."""
    many = [k for k, item in enumerate(items) if item.many]
    if not many and len(items) != ndim:
        return {}
    before, after = (many[0], len(items) - many[-1] - 1) if many else (ndim, 0)
    if before + after > ndim:
        return {}
    between = items[many[0]].line if len(many) == 1 else 0
    lines = [
        *(item.line for item in items[:before]),
        *[between] * (ndim - before - after),
        *(item.line for item in items[len(items) - after :]),
    ]
    return {dim: line for dim, line in enumerate(lines) if line}
