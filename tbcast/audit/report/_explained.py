"""What `tbcast audit --explain` says of a place: the shapes dimension by dimension, the rule behind the risk,
where dimensions of size 1 were written out, and the fix as a diff.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tbcast._explain.explanation import explain_operands
from tbcast._explain.operands import Operand
from tbcast._explain.text import dim_line
from tbcast._verdict.risk import judge_shapes, name_of, ordinal
from tbcast.audit._patch import diff
from tbcast.audit.recorder import Finding, Grown
from tbcast.audit.report import _words as words
from tbcast.audit.report._terminal import LEAST_WIDTH, lines_of, wrapped


def _rule(finding: Finding) -> str:
    """Why this risk, in general."""
    if "fallback" in finding.reason:
        return "the fallback views operands of different shapes as 1-dimensional: high"
    if finding.reason.endswith(f"to {finding.result}") and "assigns to" in finding.reason:
        return "a statement that makes an operand larger and assigns to it: at least medium"
    alone = judge_shapes(finding.shapes)
    if alone.risk == "high":
        rule = "both operands grow, and they have different ranks and the same data: high"
    elif alone.risk == "medium" and "grow" in alone.why:
        rule = "both operands grow, and they have different ranks: medium"
    elif alone.risk == "medium":
        rule = "one operand has fewer dimensions and fits others, too: medium"
    else:
        rule = "nothing but its own meaning explains such shapes: low"
    if alone.risk != finding.risk:
        rule += f"; dimensions of size 1 that were written out make it {finding.risk}"
    return rule


def _history(grown: Grown, finding: Finding, root: str | None) -> str:
    name = name_of(grown.operand)
    which = "last" if grown.back == 1 else f"{ordinal(grown.back)} trailing"
    if not grown.exists:
        return f"{name} has no {which} dimension"
    text = f"{name}'s {which} dimension has size 1"
    if not grown.file:
        return f"{text}: no statement is known that writes it out"
    where = f"line {grown.line}"
    if grown.file != finding.file:
        where += f" of {words.shown(words.relative(grown.file, root))}"
    return f"{text}, written out on {where}: {words.shown(grown.statement)}".rstrip(": ")


def _explained(
    finding: Finding, ran: Mapping[str, str] | None, width: int, colour: bool, root: str | None
) -> list[str]:
    lines = lines_of(finding, width, colour, root)
    for k, name in enumerate(finding.details.names):
        if name:
            lines += wrapped(f"{name_of(k):5} ", words.shown(name), width)
    explained = explain_operands([Operand(shape, None, None) for shape in finding.shapes])
    for k, dim in enumerate(explained.dims if "fallback" not in finding.reason else ()):
        lines += wrapped("      " if k else "dims  ", dim_line(dim), width)
    lines += wrapped("rule  ", _rule(finding), width)
    for k, grown in enumerate(finding.details.grown):
        lines += wrapped("      " if k else "ones  ", _history(grown, finding, root), width)
    if ran is None:
        return lines
    names = {edit.file: words.relative(edit.file, root) for edit in finding.details.edits}
    patch = diff(finding.details.edits, ran, names)
    if patch:
        lines += ["", *(words.shown(line) for line in patch.splitlines())]
    elif finding.fix:
        lines += wrapped("patch ", "none: no change of an expression in the source makes it", width)
    return lines


def explained_of(
    findings: Sequence[Finding], ran: Mapping[str, str] | None, width: int, colour: bool, root: str | None
) -> str:
    """All of it; no newline at the end. `ran`: the sources, by file; None: without the fix as a diff."""
    width = max(width, LEAST_WIDTH)
    return "\n\n".join("\n".join(_explained(one, ran, width, colour, root)) for one in findings)
