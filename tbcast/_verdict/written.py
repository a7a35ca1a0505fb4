"""Dimensions of size 1 that the text of a call writes out: `x.reshape(-1, 1)`, `rearrange(x, "b -> b 1")`,
and in nested literals, `tensor([[0.0], [1.0]])`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator

from tbcast._verdict.functions import RESHAPES

MAKES = frozenset({"array", "as_tensor", "asarray", "new_tensor", "tensor"})
"""They make an array of what they are given."""

_SIZES = ("shape", "newshape", "size")
_DISPLAYS = (ast.Tuple, ast.List, ast.BinOp)
_GROUPS = re.compile(r"\([^)]*\)|[^\s()]+")

Items = tuple["bool | None", ...]
"""For each dimension whether it is a literal 1; None stands for any number of dimensions."""


def _item(node: ast.expr) -> bool | None:
    if isinstance(node, ast.Starred):
        return None
    return isinstance(node, ast.Constant) and type(node.value) is int and node.value == 1


def _items(node: ast.expr) -> Items:
    """Of `(-1, 1)`, `[n, *rest]` or `x.shape + (1,)`."""
    if isinstance(node, (ast.Tuple, ast.List)):
        return tuple(map(_item, node.elts))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _items(node.left) + _items(node.right)
    return (None,)


def _of_pattern(pattern: str) -> Items:
    """Of what einops is to make."""
    found: list[bool | None] = []
    for group in _GROUPS.findall(pattern.partition("->")[2]):
        found.append(None if group in ("...", "\u2026") else not group.strip("() ").strip("1 "))
    return tuple(found)


def _of_literal(node: ast.expr) -> Items | None:
    """Of `[[0.0], [1.0]]`: a dimension along which each list has one item; None for what is no list."""
    found: list[bool | None] = []
    level = [node]
    while all(isinstance(each, (ast.Tuple, ast.List)) for each in level):
        inner = [each.elts for each in level]  # type: ignore[attr-defined]
        found.append(all(len(elts) == 1 and not isinstance(elts[0], ast.Starred) for elts in inner))
        level = [element for elts in inner for element in elts]
        if not level:
            break
    if not found:
        return None
    return tuple(found) if all(map(_is_number, level)) else (*found, None)  # a name may be that of a list


def _is_number(node: ast.expr) -> bool:
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)


def written_by(node: ast.Call) -> Items | None:
    """What the call writes out; None where it is given neither sizes nor a pattern nor a list."""
    named = {keyword.arg: keyword.value for keyword in node.keywords}
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", None)
    pattern = named.get("pattern", node.args[1] if len(node.args) > 1 else None)
    if isinstance(pattern, ast.Constant) and isinstance(pattern.value, str) and "->" in pattern.value:
        return _of_pattern(pattern.value)
    if name in MAKES and node.args:
        return _of_literal(node.args[0])
    if name not in RESHAPES:
        return None
    sizes = [value for key, value in named.items() if key in _SIZES]
    sizes += [argument for argument in node.args if isinstance(argument, _DISPLAYS)]
    return _items(sizes[0]) if sizes else tuple(map(_item, node.args))


def calls_in(tree: ast.AST) -> Iterator[tuple[ast.Call, Items]]:
    """All calls that are given sizes, a pattern or a list."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            found = written_by(node)
            if found is not None:
                yield node, found


def dims_of(items: Items, ndim: int) -> Collection[int]:
    """Which of so many dimensions are written out; none where the call makes another number of them."""
    known = [k for k, item in enumerate(items) if item is None]
    if not known:
        return {k for k, item in enumerate(items) if item} if len(items) == ndim else ()
    after = len(items) - known[-1] - 1
    if known[0] + after > ndim:
        return ()
    front = {k for k in range(known[0]) if items[k]}
    return front | {ndim - after + k for k in range(after) if items[known[-1] + 1 + k]}
