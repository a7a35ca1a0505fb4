"""The fixes of findings as changes of files: a unified diff, and the files that are written when asked."""

from __future__ import annotations

import ast
import difflib
import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

_ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)
BOM = b"\xef\xbb\xbf"


class Edit(NamedTuple):
    """A change of one operand; columns count bytes of UTF-8, as those of ast do."""

    file: str
    start: tuple[int, int]
    """Line and column."""
    end: tuple[int, int]
    operand: str
    """As ast.unparse writes it."""
    more: str
    """What follows the operand then: `[:, None]`."""
    brackets: bool
    """Does the operand need them?"""


class Changed(Exception):
    """A file is no longer what ran, or cannot be changed; the text says so."""


def edit_of(file: str, node: ast.expr, code: str, operand: str) -> Edit | None:
    """What makes of an operand in a file what the fix's code makes of it; None where no change of it does,
    or one that is only right for these sizes.
    """
    more = code.removeprefix(operand)
    context = getattr(node, "ctx", None)
    if file.startswith("<") or isinstance(context, ast.Store) or more.startswith(".reshape("):
        return None
    if more == code or more[:1] not in ("[", ".") or node.end_lineno is None or node.end_col_offset is None:
        return None
    start, end = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
    return Edit(file, start, end, ast.unparse(node), more, not isinstance(node, _ATOMS))


def _is_at(edit: Edit, lines: list[bytes]) -> bool:
    """Is the operand where the edit says?"""
    (first, left), (last, right) = edit.start, edit.end
    if last > len(lines):
        return False
    text = b"".join(lines[first - 1 : last])[left : right - len(lines[last - 1]) or None]
    try:
        return ast.unparse(ast.parse(b"(" + text + b")", mode="eval").body) == edit.operand
    except (SyntaxError, ValueError):
        return False


def _changed(source: bytes, edits: Iterable[Edit]) -> bytes:
    """The source with the edits.

    Raises Changed where the operands are not there, or the result is no program.
    """
    lines = source.splitlines(keepends=True)
    inserted: list[tuple[tuple[int, int], tuple[int, int], str]] = []
    for edit in set(edits):
        if not _is_at(edit, lines):
            raise Changed(f"{edit.file} is no longer what ran")
        inserted.append((edit.end, edit.start, ")" * edit.brackets + edit.more))
        inserted.append((edit.start, edit.start, "(" * edit.brackets))
    # the last first, so that the places of the others stay; of operands with one end the outer first
    inserted.sort(key=lambda one: (one[0], (-one[1][0], -one[1][1])), reverse=True)
    for (line, column), _, text in inserted:
        own = lines[line - 1]
        lines[line - 1] = own[:column] + text.encode() + own[column:]
    try:
        ast.parse(b"".join(lines))
    except (SyntaxError, ValueError):
        raise Changed("the changed program would have an error") from None
    return b"".join(lines)


def _by_file(edits: Iterable[Edit]) -> dict[str, list[Edit]]:
    found: dict[str, list[Edit]] = {}
    for edit in edits:
        found.setdefault(edit.file, []).append(edit)
    return found


def diff(edits: Iterable[Edit], ran: Mapping[str, str], names: Mapping[str, str]) -> str:
    """A unified diff against what ran, by file; `names`: what files are called in it. It ends with a newline,
    unless it is empty.
    """
    text = ""
    for file, own in _by_file(edits).items():
        try:
            after = _changed(ran[file].encode(), own).decode()
        except (Changed, KeyError, UnicodeError):
            continue
        before = ran[file].splitlines(keepends=True)
        name = names.get(file, file)
        text += "".join(difflib.unified_diff(before, after.splitlines(keepends=True), name, name))
    return text


def write(edits: Sequence[Edit], ran: Mapping[str, str], since: int) -> list[str]:
    """Change the files, all or none, and return their names.

    since: when the program began, in nanoseconds: what has been written later is not what ran. Raises Changed
    for a file that is not, OSError where one cannot be read or written.
    """
    after = {file: _checked(file, own, ran.get(file), since) for file, own in _by_file(edits).items()}
    drafts: dict[str, str] = {}
    try:
        for file, source in after.items():
            drafts[file] = f"{os.path.realpath(file)}.{os.getpid()}.new"
            Path(drafts[file]).write_bytes(source)
            shutil.copymode(file, drafts[file])
        for file in after:
            os.replace(drafts[file], os.path.realpath(file))
    finally:
        for draft in drafts.values():
            Path(draft).unlink(missing_ok=True)
    return list(after)


def _checked(file: str, edits: Iterable[Edit], ran: str | None, since: int) -> bytes:
    """What is to be in the file."""
    source = Path(file).read_bytes()
    mark, body = (BOM, source[len(BOM) :]) if source.startswith(BOM) else (b"", source)
    try:
        text = body.decode().replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeError:
        raise Changed(f"{file} is not written in UTF-8") from None
    same = ran is not None and text.rstrip("\n") == ran.rstrip("\n")
    if not same or os.stat(file).st_mtime_ns > since:
        raise Changed(f"{file} is no longer what ran")
    return mark + _changed(body, edits)
