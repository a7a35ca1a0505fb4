"""Where a broadcast belongs: the frame of the user's code, and what its source says there.

The user's is what is neither tbcast nor the standard library, nor installed in site-packages, nor PyTorch or
NumPy, wherever they lie. Files of PyTorch that only pass a call on stand between the user and the call, and
are skipped.
"""

from __future__ import annotations

import ast
import contextlib
import linecache
import os
import re
import sys
import sysconfig
from types import CodeType, FrameType

__all__: list[str] = []  # for the other modules of the audit

USER, LIBRARY, SKIPPED = range(3)
_TBCAST = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "")
_STANDARD = tuple(
    os.path.join(path, "")
    for path in {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"), os.path.dirname(os.__file__)}
)
_INSTALLED = re.compile(r"[\\/](site|dist)-packages[\\/]")
_PASSING_ON = {"_tensor.py", "functional.py", "overrides.py"}
_GENERATED = re.compile(r"<(frozen |__array_function__ internals|eval_with_key|attrs generated )")
_COMPREHENSION = re.compile(r"(^|(\.<locals>)?\.)<(listcomp|setcomp|dictcomp|genexpr)>$")


def _inside(path: str, package: str) -> str | None:
    """The path within the folder of a package that is imported."""
    for folder in getattr(sys.modules.get(package), "__path__", ()):
        if path.startswith(start := os.path.join(os.path.abspath(folder), "")):
            return path[len(start) :]
    return None


def kind_of(filename: str) -> int:
    """Whose code this is."""
    if filename.startswith("<"):  # a prompt, a cell, `python -c`
        return LIBRARY if _GENERATED.match(filename) else USER
    path = os.path.abspath(filename)
    in_torch = _inside(path, "torch")
    if path.startswith(_TBCAST) or in_torch in _PASSING_ON:
        return SKIPPED
    if in_torch is not None or _inside(path, "numpy") is not None:
        return LIBRARY
    return LIBRARY if _INSTALLED.search(path) or path.startswith(_STANDARD) else USER


class Frames:
    """Finds the user's frame; whose a file is, is looked up once."""

    def __init__(self, own: tuple[str, ...] = ()) -> None:
        """own: files and folders that are the user's wherever they lie."""
        self.own = tuple(os.path.abspath(path) for path in own)
        self._kinds: dict[str, int] = {}

    def add(self, path: str) -> None:
        """One more of the user's."""
        self.own = *self.own, os.path.abspath(path)
        self._kinds = {}

    def _kind(self, filename: str) -> int:
        path = os.path.abspath(filename)
        if any(path == own or path.startswith(os.path.join(own, "")) for own in self.own):
            kind = USER
        else:
            kind = kind_of(filename)
        self._kinds[filename] = kind
        return kind

    def of_user(self, frame: FrameType | None, data: bool) -> FrameType | None:
        """The nearest frame of the user's; None if library code called, unless it compares data."""
        while frame is not None:
            filename = frame.f_code.co_filename
            kind = self._kinds.get(filename)
            kind = self._kind(filename) if kind is None else kind
            if kind == USER:
                return frame
            if kind == LIBRARY and not data:
                return None
            frame = frame.f_back
        return None


_Functions = list[tuple[int, int, str]]
_read: dict[str, tuple[list[str], _Functions]] = {}


def _functions(filename: str) -> _Functions:
    """First line, last line and qualified name of the functions and classes of a file, outer ones first."""
    lines = linecache.getlines(filename)
    known = _read.get(filename)
    if known is not None and known[0] is lines:
        return known[1]
    found: _Functions = []

    def visit(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            inner = prefix
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                first = min([child.lineno, *(decorator.lineno for decorator in child.decorator_list)])
                found.append((first, child.end_lineno or first, prefix + child.name))
                inner += f"{child.name}." if isinstance(child, ast.ClassDef) else f"{child.name}.<locals>."
            visit(child, inner)

    with contextlib.suppress(MemoryError, RecursionError, SyntaxError, ValueError):
        visit(ast.parse("".join(lines)), "")
    _read[filename] = lines, found
    return found


def _qualified_name(code: CodeType) -> str:
    """What Python 3.10 does not tell."""
    around = [
        name
        for first, last, name in _functions(code.co_filename)
        if first <= code.co_firstlineno <= last and code.co_name != "<module>"
    ]
    if not around or not code.co_name.startswith("<"):
        return around[-1] if around else code.co_name
    return f"{around[-1]}.<locals>.{code.co_name}"


def function_of(code: CodeType) -> str:
    """Its qualified name; a comprehension is part of the function around it."""
    name: str = code.co_qualname if hasattr(code, "co_qualname") else _qualified_name(code)
    while _COMPREHENSION.search(name):
        name = _COMPREHENSION.sub("", name)
    return name or "<module>"


def read_source(frame: FrameType) -> None:
    """Make linecache keep the file as it is now: the program may change its folder, or the file."""
    with contextlib.suppress(Exception):  # of a loader of the program's
        linecache.getlines(frame.f_code.co_filename, frame.f_globals)
