"""A report for a terminal: risk and place, the statement, the shapes aligned, why, and a fix."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from tbcast._explain.colours import PLAIN, RISKS
from tbcast._explain.text import aligned
from tbcast._verdict.risk import Shape, name_of
from tbcast.audit.recorder import Finding
from tbcast.audit.report import _words as words

INDENT = " " * 8
LEAST_WIDTH = 40


def wrapped(label: str, text: str, width: int) -> list[str]:
    """Lines below each other, none longer than the width but for what has no blanks."""
    below = INDENT + " " * len(label)
    return textwrap.wrap(
        text, width, initial_indent=INDENT + label, subsequent_indent=below, break_on_hyphens=False
    )


def lines_of(finding: Finding, width: int, colour: bool, root: str | None) -> list[str]:
    """Of one finding."""
    head = f"{finding.risk:{len(INDENT) - 2}}  {words.place(finding, root)}"
    lines = textwrap.wrap(
        head, width, subsequent_indent=INDENT, break_on_hyphens=False, drop_whitespace=False
    )
    if colour:
        lines[0] = RISKS[finding.risk] + finding.risk + PLAIN + lines[0][len(finding.risk) :]
    if finding.statement:
        lines += wrapped("", words.shown(finding.statement), width)
    rows: list[tuple[str, Shape | str]] = [(name_of(k), shape) for k, shape in enumerate(finding.shapes)]
    rows.append(("=", finding.result))
    lines += [(INDENT + line).rstrip() for line in aligned(rows, width - len(INDENT))]
    seen = f"{words.shown(finding.operator)}, {words.seen(finding)}; size {words.size(finding)}"
    lines += wrapped("seen  ", seen, width)
    lines += wrapped("why   ", finding.reason, width)
    if finding.fix:
        lines += wrapped("fix   ", words.shown(finding.fix), width)
    return lines


def text_of(findings: Sequence[Finding], width: int, colour: bool, root: str | None) -> str:
    """All of it; no newline at the end."""
    width = max(width, LEAST_WIDTH)
    parts = ["\n".join(lines_of(finding, width, colour, root)) for finding in findings]
    return "\n\n".join([*parts, words.heading(findings)])
