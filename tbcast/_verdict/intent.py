"""What a program wrote out: where in its source dimensions of size 1 came from, and where calls stand.

Shapes alone cannot tell the `(T, 1) >= (T,)` of a causal mask from an accident. `x[:, None]`, `unsqueeze`,
`expand_dims`, a literal 1 in `x.reshape(-1, 1)` or in a pattern of einops, and lists of one item in
`tensor([[0.0], [1.0]])` mark the new dimension with their place, and _verdict/risk.py asks here whether that
is the statement, or at least the function, of the call that expands it. Relies on sources that `linecache`
finds; without one, a line of a code object is a statement, and a code object a function.
"""

from __future__ import annotations

import ast
import io
import itertools
import linecache
import re
import tokenize
import warnings
from collections.abc import Mapping
from contextlib import suppress
from types import CodeType, FrameType
from typing import NamedTuple

from tbcast._verdict.written import Items, calls_in, dims_of


class Place(NamedTuple):
    """A line of running code."""

    code: CodeType
    line: int


MAX_LETTERS = 200
"""Of a statement that is quoted."""
_COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")

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
        self.written: dict[tuple[int | None, int | None], Items] = {}
        """What calls write out, by their last line and column."""
        with suppress(MemoryError, RecursionError, SyntaxError, ValueError):  # then a line stands for itself
            with warnings.catch_warnings():  # Python has given those of the program
                warnings.simplefilter("ignore")
                tree = ast.parse("".join(lines))
            self._visit(tree, 0)
            self.written = {(call.end_lineno, call.end_col_offset): items for call, items in calls_in(tree)}

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
            inside = node.lineno if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) else function
            for line in range(start.lineno, last + 1):  # of a body beside its head, the head's line, too
                self.function[line] = inside
            last = max(first, min(last, start.lineno - 1))
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


def written_dims(frame: FrameType, ndim: int) -> Mapping[int, Place]:
    """Which dimensions, of so many that a call makes, its text gives a literal size of 1, and where."""
    code, offset = frame.f_code, frame.f_lasti
    source = source_of(code.co_filename)
    if source is None or not source.written:
        return {}
    position = None
    if hasattr(code, "co_positions"):
        position = next(itertools.islice(code.co_positions(), offset // 2, None), None)
    if position is not None and position[3] is not None:
        lines = dims_of(source.written.get((position[1], position[3]), ()), ndim)
    else:  # Python does not tell which call of the statement it is: what all of them write out
        first, last = statement_lines(place_of(frame))
        found = [
            dims_of(items, ndim)
            for (line, _), items in source.written.items()
            if first <= (line or 0) <= last
        ]
        common = set.intersection(*map(set, found)) if found else ()
        lines = {dim: found[0][dim] for dim in common}
    return {dim: Place(code, line) for dim, line in lines.items()}


_OK = re.compile(r"#\s*broadcast:\s*ok\b")


def _lines(place: Place) -> list[str]:
    first, last = statement_lines(place)
    return linecache.getlines(place.code.co_filename)[first - 1 : last]


def _without_comments(lines: list[str]) -> list[str]:
    kept = list(lines)
    # of the head of a block, and what follows it is not there
    with suppress(SyntaxError, tokenize.TokenError):
        for token in tokenize.generate_tokens(io.StringIO("".join(lines)).readline):
            if token.type == tokenize.COMMENT:
                row, column = token.start
                kept[row - 1] = kept[row - 1][:column]
    return kept


def statement_text(place: Place) -> str:
    """The statement in one line without its comments, "" without a source."""
    text = ""
    lines = (line.strip().removesuffix("\\").rstrip() for line in _without_comments(_lines(place)))
    for line in filter(None, lines):
        text += " " * (bool(text) and text[-1] not in "([{" and line[0] not in ")]}") + line
    return text if len(text) <= MAX_LETTERS else f"{text[: MAX_LETTERS - 3]}..."


def is_excused(place: Place) -> bool:
    """Does the statement say `# broadcast: ok`?"""
    return any(_OK.search(line) for line in _lines(place))


def _is_inner(code: CodeType) -> bool:
    """Is it a comprehension or a lambda, whose lines are those of a statement around it?"""
    return code.co_name == "<lambda>" or code.co_name in _COMPREHENSIONS


def same_statement(a: Place, b: Place) -> bool:
    """Are both in one statement?  What its comprehensions and lambdas do is."""
    if a.code is not b.code:
        if a.code.co_filename != b.code.co_filename or not (_is_inner(a.code) or _is_inner(b.code)):
            return False
        if source_of(a.code.co_filename) is None:
            return False
    return statement_lines(a) == statement_lines(b)


def same_function(a: Place, b: Place) -> bool:
    """Are both in one function?  A comprehension belongs to the one around it, a lambda is one itself."""
    if a.code is b.code or same_statement(a, b):
        return True
    names = a.code.co_name, b.code.co_name
    if a.code.co_filename != b.code.co_filename or "<lambda>" in names:
        return False
    if not any(name in _COMPREHENSIONS for name in names):
        return False
    source = source_of(a.code.co_filename)
    return source is not None and source.function.get(a.line, -1) == source.function.get(b.line, -2)
