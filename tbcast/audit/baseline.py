"""Findings that are known: a file of JSON, committed beside the program, so that only new ones are reported.

A finding is known by its file, function and statement, and stays known when lines above it change. The file is
an object: file -> function -> statements, sorted, files relative to the baseline's folder.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from tbcast.audit.recorder import Finding

Key = tuple[str, str, str]
"""A file's path, a function, a statement."""

FORMAT = 1


def _located(file: str) -> str:
    return file if file.startswith("<") else os.path.normcase(os.path.realpath(file))


def _key(finding: Finding) -> Key:
    return _located(finding.file), finding.function, finding.statement


def _relative(file: str, folder: str) -> str:
    if file.startswith("<"):
        return file
    try:
        path = os.path.relpath(os.path.realpath(file), folder)
    except ValueError:  # on another drive
        path = file
    return path.replace(os.sep, "/")


def read(path: str | os.PathLike[str]) -> frozenset[Key]:
    """The findings that a baseline knows, for `new`.

    Raises OSError if there is no such file, ValueError if it is no baseline.

    >>> import tempfile, os
    >>> from tbcast.audit import baseline
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     baseline.write(os.path.join(folder, "known.json"), [])
    ...     len(baseline.read(os.path.join(folder, "known.json")))
    0
    """
    name = os.fspath(path)
    data = Path(path).read_bytes()
    try:
        return frozenset(_keys(json.loads(data), os.path.dirname(os.path.realpath(name))))
    except (RecursionError, ValueError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else error
        raise ValueError(f"{name} is no baseline of tbcast audit: {why}") from None


def _keys(found: object, folder: str) -> Iterable[Key]:
    if not isinstance(found, dict) or not isinstance(found.get("findings"), dict):
        raise ValueError("an object with 'findings' is missing")
    if found.get("format") != FORMAT:
        raise ValueError(f"its format is {found.get('format')!r}, not {FORMAT}")
    for file, functions in found["findings"].items():
        if not isinstance(functions, dict):
            raise ValueError(f"{file!r} has no functions")
        located = file if file.startswith("<") else _located(os.path.join(folder, file))
        for function, statements in functions.items():
            if not isinstance(statements, list) or not all(isinstance(text, str) for text in statements):
                raise ValueError(f"{function!r} of {file!r} has no list of statements")
            yield from ((located, function, statement) for statement in statements)


def new(findings: Iterable[Finding], keys: Iterable[Key]) -> list[Finding]:
    """The findings that a baseline does not know, in their order. Raises nothing.

    >>> from tbcast.audit import baseline
    >>> baseline.new([], frozenset())
    []
    """
    known = frozenset(keys)
    return [finding for finding in findings if _key(finding) not in known]


def write(path: str | os.PathLike[str], findings: Sequence[Finding]) -> None:
    """Make these the findings that are known; a file that was there is replaced at once, or not at all.

    Raises OSError where it cannot be written.

    >>> import tempfile, os
    >>> from tbcast.audit import baseline
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     baseline.write(os.path.join(folder, "known.json"), [])
    """
    name = os.path.realpath(path)
    folder = os.path.dirname(name)
    known: dict[str, dict[str, set[str]]] = {}
    for finding in findings:
        functions = known.setdefault(_relative(finding.file, folder), {})
        functions.setdefault(finding.function, set()).add(finding.statement)
    listed = {
        file: {function: sorted(statements) for function, statements in sorted(functions.items())}
        for file, functions in sorted(known.items())
    }
    text = json.dumps({"format": FORMAT, "findings": listed}, indent=1) + "\n"
    draft = f"{name}.{os.getpid()}.new"
    try:
        Path(draft).write_text(text, "ascii", newline="\n")
        os.replace(draft, name)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
