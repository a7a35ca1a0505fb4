"""A report as the commands of a workflow, which GitHub shows as annotations of a pull request."""

from __future__ import annotations

from collections.abc import Sequence

from tbcast.audit.recorder import Finding
from tbcast.audit.report import _words as words

_LEVELS = {"high": "error", "medium": "warning", "low": "notice", "none": "notice"}


def _escaped(text: str, more: str = "") -> str:
    """The text with %, newlines and more characters as %XX."""
    return "".join(f"%{ord(c):02X}" if c in f"%\r\n{more}" else c for c in text)


def _line(finding: Finding, root: str | None) -> str:
    title = f"{words.shown(finding.operator)}: a broadcast of {finding.risk} risk"
    properties = {"title": title}
    if not finding.file.startswith("<"):
        properties = {
            "file": words.shown(words.relative(finding.file, root)),
            "line": str(max(finding.line, 1)),
            **properties,
        }
    shapes = " and ".join(map(str, finding.shapes))
    message = [f"{shapes} give {finding.result}", words.shown(finding.statement), finding.reason]
    message.append(words.further(finding).removeprefix(", "))
    if finding.fix:
        message.append(f"fix: {words.shown(finding.fix)}")
    head = ",".join(f"{name}={_escaped(value, ':,')}" for name, value in properties.items())
    return f"::{_LEVELS[finding.risk]} {head}::{_escaped(chr(10).join(filter(None, message)))}"


def github_of(findings: Sequence[Finding], root: str | None) -> str:
    """A line for each finding, and one for all; no newline at the end."""
    return "\n".join([*(_line(finding, root) for finding in findings), words.heading(findings)])
