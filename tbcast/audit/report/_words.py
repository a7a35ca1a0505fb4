"""The words that reports share: places, counts, sizes, and text of programs that is safe to show."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Sequence

from tbcast._explain.text import amount
from tbcast._verdict.risk import LEVELS
from tbcast.audit.recorder import Finding


def shown(text: str) -> str:
    """Without control characters, which a terminal obeys, and without what no encoding has."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def relative(file: str, root: str | None) -> str:
    """A file from the root on, with forward slashes, if it is below it; else as it is."""
    if file.startswith("<"):
        return file
    try:
        path = os.path.relpath(file, root or os.curdir)
    except (OSError, ValueError):  # on another drive, or the current folder is gone
        return file
    return file if path.startswith(os.pardir) else path.replace(os.sep, "/")


def _cell(file: str) -> str | None:
    """`Cell In[3]`, IPython's own name of the cell that it compiled as this file; ipykernel's file is a
    temporary one that does not exist.
    """
    get_shell = getattr(sys.modules.get("IPython"), "get_ipython", None)
    compiler = getattr(get_shell and get_shell(), "compile", None)
    name_of = getattr(compiler, "format_code_name", None)  # IPython 8
    named = name_of(file) if name_of else None
    return " ".join(named) if named else None


def place(finding: Finding, root: str | None) -> str:
    """`train.py:13 in loss`; `Cell In[3], line 13 in loss`."""
    inside = "" if finding.function == "<module>" else f" in {finding.function}"
    cell = _cell(finding.file)
    where = f"{cell}, line {finding.line}" if cell else f"{relative(finding.file, root)}:{finding.line}"
    return shown(where + inside)


def seen(finding: Finding) -> str:
    """How often, and on which other lines: `6 times, also on lines 8 and 9`."""
    return ("once" if finding.count == 1 else f"{finding.count:,} times") + further(finding)


def further(finding: Finding) -> str:
    """The other lines of the place: `, also on lines 8 and 9`."""
    if not finding.lines:
        return ""
    lines = list(map(str, finding.lines))
    listed = " and ".join(filter(None, (", ".join(lines[:-1]), lines[-1])))
    return f", also on line{'s' * (len(lines) > 1)} {listed}"


def size(finding: Finding) -> str:
    """Of the result."""
    factor = f"{finding.growth:,.0f}" if finding.growth >= 1000 else f"{finding.growth:.3g}"
    memory = "" if finding.nbytes is None else f", {amount(finding.nbytes)}"
    if finding.growth == 1:
        return f"that of the largest operand{memory}"
    return f"{factor} times the largest operand{memory}"


def summary(findings: Sequence[Finding]) -> str:
    """How many of which risk: `2 high, 1 medium`."""
    counts = Counter(finding.risk for finding in findings)
    return ", ".join(f"{counts[risk]} {risk}" for risk in reversed(LEVELS) if counts[risk])


def heading(findings: Sequence[Finding]) -> str:
    """One line for all."""
    if not findings:
        return "No risky broadcasts were found."
    count = len(findings)
    return f"{count} place{'s' * (count != 1)} with risky broadcasts: {summary(findings)}"
