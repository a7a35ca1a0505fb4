"""What an audit has found, for people and programs: `text` for terminals, `to_json`, `to_html` one file that
needs nothing else, `to_sarif` for code hosts, `to_github` for pull requests.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from tbcast._version import __version__
from tbcast.audit.recorder import Finding

__all__ = ["text", "to_github", "to_html", "to_json", "to_sarif"]


def text(findings: Sequence[Finding], width: int = 80, colour: bool = False, root: str | None = None) -> str:
    """For a terminal of that many columns; files below `root`, or the current folder, are named from there.

    Raises nothing for findings that a recorder made. Shapes are aligned as tbcast.explain does.

    >>> from tbcast.audit import report
    >>> from tbcast.audit.recorder import Recorder
    >>> recorder = Recorder()
    >>> recorder.see("sub", ((4, 1), (4,)))
    >>> print(report.text(recorder.findings()))  # doctest: +ELLIPSIS
    high    <...
    """
    from tbcast.audit.report._terminal import text_of

    return text_of(findings, width, colour, root)


def _plain(finding: Finding) -> dict[str, Any]:
    found = asdict(finding)
    del found["details"]
    return found


def to_json(findings: Sequence[Finding]) -> str:
    """An object whose `findings` have the attributes of Finding, shapes as lists; it ends with a newline.

    Raises nothing for findings that a recorder made.

    >>> from tbcast.audit import report
    >>> report.to_json([]).split()[0]
    '{'
    """
    found = {"tool": "tbcast audit", "version": __version__, "findings": [_plain(one) for one in findings]}
    return json.dumps(found, indent=1) + "\n"


def to_html(findings: Sequence[Finding], root: str | None = None) -> str:
    """A page with explain's pictures and the source around each place, without anything from elsewhere.

    Raises nothing for findings that a recorder made, whose sources may be gone.

    >>> from tbcast.audit import report
    >>> report.to_html([]).startswith("<!doctype html>")
    True
    """
    from tbcast.audit.report._page import page_of

    return page_of(findings, root)


def to_sarif(findings: Sequence[Finding], root: str | None = None) -> str:
    """A log of SARIF 2.1.0; files below `root`, or the current folder, are named from there.

    Raises nothing for findings that a recorder made.

    >>> import json
    >>> from tbcast.audit import report
    >>> json.loads(report.to_sarif([]))["version"]
    '2.1.0'
    """
    from tbcast.audit.report._sarif import sarif_of

    return sarif_of(findings, root)


def to_github(findings: Sequence[Finding], root: str | None = None) -> str:
    """Workflow commands, which GitHub shows as annotations of a pull request, and a line that counts them.

    Files below `root`, or the current folder, are named from there.

    Raises nothing for findings that a recorder made.

    >>> from tbcast.audit import report
    >>> report.to_github([])
    'No risky broadcasts were found.'
    """
    from tbcast.audit.report._github import github_of

    return github_of(findings, root)
