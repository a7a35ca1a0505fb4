"""Colours for a terminal: of risks, and in the text of an explanation."""

from __future__ import annotations

import re

PLAIN = "\x1b[0m"
BOLD = "\x1b[1m"
BAD = "\x1b[1;31m"
GOOD = "\x1b[32m"
RISKS = {"high": BAD, "medium": "\x1b[1;33m", "low": "\x1b[1;36m", "none": BOLD}

_LABEL = re.compile(r"( *)(size|risk|why|note|fix|result)(?= )")
_RISK = re.compile(r"( *risk +)(\w+)(?=:)")
_CLASH = re.compile(r"\S+ trailing dimension(?=: .*(?:has size \S+|has no such dimension), \S+ has )")
_FIX = re.compile(r"((?:  )?fix +)(.+?)(?= \(or | gives |$)")
_NO_RESULT = re.compile(r"( *=  )(not broadcastable)$")


def _line(line: str) -> str:
    line = _RISK.sub(lambda found: found[1] + RISKS.get(found[2], BOLD) + found[2] + PLAIN, line, count=1)
    line = _NO_RESULT.sub(rf"\1{BAD}\2{PLAIN}", line)
    line = _FIX.sub(rf"\1{GOOD}\2{PLAIN}", line, count=1) if _FIX.match(line) else line
    line = f"{BAD}{found[0]}{PLAIN}{line[found.end() :]}" if (found := _CLASH.match(line)) else line
    return (
        f"{found[1]}{BOLD}{found[2]}{PLAIN}{line[found.end() :]}" if (found := _LABEL.match(line)) else line
    )


def coloured(text: str) -> str:
    """The text of an explanation with bold labels, clashes in red, risks in their colours, and the first fix
    in green."""
    return "\n".join(map(_line, text.split("\n")))
