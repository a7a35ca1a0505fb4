"""A report in the Static Analysis Results Interchange Format 2.1.0, which code hosts show beside sources."""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tbcast._verdict.risk import LEVELS
from tbcast._version import __version__
from tbcast.audit.recorder import Finding
from tbcast.audit.report import _words as words

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
SEVERITY = {"high": "error", "medium": "warning", "low": "note", "none": "none"}
RISKS = LEVELS[::-1]
MEANING = {
    "high": "Both operands grow to a shape that neither has, as a column and a row of the same data would.",
    "medium": "Operands broadcast along a dimension that the program does not write out.",
    "low": "A broadcast that hardly anything but its own meaning explains.",
    "none": "An operand of one element, or operands of the same shape.",
}


def _rule(risk: str) -> dict[str, Any]:
    return {
        "id": f"broadcast-{risk}",
        "name": f"{risk.capitalize()}RiskBroadcast",
        "shortDescription": {"text": f"A broadcast of {risk} risk"},
        "fullDescription": {"text": MEANING[risk]},
        "defaultConfiguration": {"level": SEVERITY[risk]},
    }


def _address(file: str, root: str | None) -> dict[str, str]:
    """Relative to the root of the sources if it is below it."""
    path = words.relative(file, root)
    if not os.path.isabs(path):
        return {"uri": quote(os.fsencode(path)), "uriBaseId": "%SRCROOT%"}
    return {"uri": Path(path).as_uri()}


def _location(finding: Finding, root: str | None) -> dict[str, Any]:
    name = words.shown(finding.function)
    location: dict[str, Any] = {"logicalLocations": [{"fullyQualifiedName": name, "kind": "function"}]}
    if finding.file.startswith("<"):  # typed at a prompt
        location["message"] = {"text": words.place(finding, root)}
        return location
    region: dict[str, Any] = {"startLine": max(finding.line, 1)}
    if finding.statement:
        region["snippet"] = {"text": words.shown(finding.statement)}
    location["physicalLocation"] = {"artifactLocation": _address(finding.file, root), "region": region}
    return location


def _message(finding: Finding) -> str:
    listed = ", ".join(map(str, finding.shapes[:-1])) + f" and {finding.shapes[-1]}"
    fix = f" Fix: {finding.fix}" if finding.fix else ""
    result = f"{finding.result}{words.further(finding)}"
    text = f"{finding.operator} broadcasts {listed} to {result}: {finding.reason}.{fix}"
    return words.shown(text)


def _fingerprint(finding: Finding, root: str | None) -> str:
    """The same while the statement stays in its function, whatever its line."""
    key = "\0".join((words.relative(finding.file, root), finding.function, finding.statement))
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _result(finding: Finding, root: str | None, fingerprint: str) -> dict[str, Any]:
    return {
        "ruleId": f"broadcast-{finding.risk}",
        "ruleIndex": RISKS.index(finding.risk),
        "level": SEVERITY[finding.risk],
        "message": {"text": _message(finding)},
        "locations": [_location(finding, root)],
        "partialFingerprints": {"tbcastStatement/v1": fingerprint},
        "occurrenceCount": finding.count,
        "properties": {
            "operator": words.shown(finding.operator),
            "shapes": finding.shapes,
            "result": finding.result,
            "growth": finding.growth,
            "nbytes": finding.nbytes,
            "fix": finding.fix and words.shown(finding.fix),
        },
    }


def sarif_of(findings: Sequence[Finding], root: str | None) -> str:
    """The log; it ends with a newline."""
    seen: Counter[str] = Counter()
    results = []
    for finding in findings:
        fingerprint = _fingerprint(finding, root)
        seen[fingerprint] += 1  # statements that read the same in one function are told apart by their order
        results.append(_result(finding, root, f"{fingerprint}:{seen[fingerprint]}"))
    driver = {"name": "tbcast audit", "version": __version__, "rules": [_rule(risk) for risk in RISKS]}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"
