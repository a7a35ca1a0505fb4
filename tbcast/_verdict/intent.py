"""What a program wrote out: the places of its source where dimensions of size 1 came from, and where calls stand.

Shapes alone cannot tell the `(T, 1) >= (T,)` of a causal mask from an accident. `x[:, None]`, `unsqueeze` and
`expand_dims` mark the new dimension with their place, and _verdict/risk.py asks here whether that is the statement, or at
least the function, of the call that expands it. Relies on sources that `linecache` finds; without one, a line of
a code object is a statement, and a code object a function.
"""

from __future__ import annotations

import ast
import linecache
import re
from types import CodeType, FrameType
from typing import NamedTuple


class Place(NamedTuple):
    """A line of running code."""

    code: CodeType
    line: int


Marks = tuple[Place | None, ...]
"""Of a tensor, for each dimension the place that wrote it out."""


def place_of(frame: FrameType) -> Place:
    """Where a frame is."""
    return Place(frame.f_code, frame.f_lineno or frame.f_code.co_firstlineno)


class _Source:
    """The statements and functions of a file, by line."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.statement: dict[int, tuple[int, int]] = {}
        self.function: dict[int, int] = {}
        try:
            self._visit(ast.parse("".join(lines)), 0)
        except (MemoryError, RecursionError, SyntaxError, ValueError):
            pass  # each line stands for itself

    def _visit(self, node: ast.AST, function: int) -> None:
        for child in ast.iter_child_nodes(node):
            inner = function
            if isinstance(child, (ast.stmt, ast.ExceptHandler, ast.match_case)):
                self._add(child, function)
                if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    inner = child.lineno
                self._visit(child, inner)

    def _add(self, node: ast.stmt | ast.ExceptHandler | ast.match_case, function: int) -> None:
        body = getattr(node, "body", None) or getattr(node, "cases", None)
        first = node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno
        last = getattr(node, "end_lineno", None) or first
        if body:  # its head; the statements of the body come after it, and their lines are theirs
            start = body[0].pattern if isinstance(body[0], ast.match_case) else body[0]
            last = max(first, min(last, start.lineno - 1))
            inside = node.lineno if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) else function
            for line in range(last + 1, (getattr(node, "end_lineno", None) or last) + 1):
                self.function[line] = inside
        for line in range(first, last + 1):
            self.statement[line] = first, last
            self.function.setdefault(line, function)


_sources: dict[str, _Source] = {}


def source_of(filename: str) -> _Source | None:
    """The source of a file, notebook cell or prompt, if there is any."""
    lines = linecache.getlines(filename)
    if not lines:
        return None
    found = _sources.get(filename)
    if found is None or found.lines is not lines:
        found = _sources[filename] = _Source(lines)
    return found


def statement_lines(place: Place) -> tuple[int, int]:
    """The first and the last line of the statement."""
    source = source_of(place.code.co_filename)
    return source.statement.get(place.line, (place.line, place.line)) if source else (place.line, place.line)


def statement_text(place: Place) -> str:
    """The source of the statement, its lines joined, or nothing."""
    first, last = statement_lines(place)
    lines = linecache.getlines(place.code.co_filename)[first - 1 : last]
    return " ".join(line.strip() for line in lines)


_OK = re.compile(r"#\s*broadcast:\s*ok\b")


def is_excused(place: Place) -> bool:
    """Does the statement carry the comment `# broadcast: ok`?"""
    return _OK.search(statement_text(place)) is not None


def same_function(a: Place, b: Place) -> bool:
    """Are both in one function?  Comprehensions and lambdas are part of the function around them."""
    if a.code is b.code:
        return True
    if a.code.co_filename != b.code.co_filename:
        return False
    source = source_of(a.code.co_filename)
    return bool(source) and source.function.get(a.line, -1) == source.function.get(b.line, -2)


def same_statement(a: Place, b: Place) -> bool:
    """Are both in one statement?"""
    return same_function(a, b) and statement_lines(a) == statement_lines(b)
