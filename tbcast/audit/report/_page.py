"""A report as a page of HTML: a list of the places, then each with its source, a picture, and a fix.

One file: its styles are in it, it has no scripts, and loads nothing. Everything of the program is escaped.
"""

from __future__ import annotations

import linecache
import re
from collections.abc import Sequence
from dataclasses import replace
from html import escape

from tbcast._explain.explanation import explain_operands
from tbcast._explain.operands import Operand
from tbcast._explain.picture import svg_of
from tbcast._verdict.intent import source_of
from tbcast._verdict.risk import name_of
from tbcast._version import __version__
from tbcast.audit.recorder import Finding
from tbcast.audit.report import _words as words

CONTEXT = 3
"""Lines of source before and after the statement."""
MAX_LINES = 16
"""Of a statement; of a longer one the line alone is marked."""
TAB = 4
PARTS = """\
.tbcast-audit * { box-sizing: border-box; }
.tbcast-audit h2 { font-size: 1.05rem; margin: 0 0 .75rem; overflow-wrap: anywhere; }
.tbcast-audit p { margin: .25rem 0; }
.tbcast-audit a { color: var(--link); }
.tbcast-audit code, .tbcast-audit pre { font: 13px/1.55 ui-monospace, Consolas, "DejaVu Sans Mono", monospace;
  color: inherit; background: none; }
.tbcast-audit .quiet { color: var(--quiet); }
.tbcast-audit .risk { display: inline-block; min-width: 4.6rem; padding: 0 .5rem;
  border: 1.5px solid currentColor; border-radius: 1rem; text-align: center;
  font: bold .8rem/1.5 system-ui, "DejaVu Sans", sans-serif; }
.tbcast-audit .high { color: var(--high); }
.tbcast-audit .medium { color: var(--medium); }
.tbcast-audit .low, .tbcast-audit .none { color: var(--low); }
.tbcast-audit ol.places { list-style: none; margin: 1.25rem 0 2rem; padding: 0;
  border-top: 1px solid var(--line); }
.tbcast-audit ol.places li { display: grid; grid-template-columns: 5.2rem 1fr; gap: 0 .75rem;
  align-items: baseline; padding: .4rem 0; border-bottom: 1px solid var(--line); }
.tbcast-audit ol.places code { grid-column: 2; color: var(--quiet); overflow: hidden;
  text-overflow: ellipsis; white-space: nowrap; }
.tbcast-audit ol.places a { overflow-wrap: anywhere; }
.tbcast-audit section { border: 1px solid var(--line); border-radius: .5rem; padding: 1rem;
  margin: 0 0 1.25rem; scroll-margin-top: 1rem; }
.tbcast-audit h2 .risk { margin-right: .5rem; }
.tbcast-audit pre { margin: 0 0 1rem; padding: .5rem 0; background: var(--raised); border-radius: .375rem;
  overflow-x: auto; }
.tbcast-audit pre span { display: block; width: max-content; min-width: 100%; padding-right: 1rem; }
.tbcast-audit pre i { display: inline-block; width: 4.2em; padding-right: 1em; text-align: right;
  font-style: normal; color: var(--quiet); user-select: none; }
.tbcast-audit pre .here { background: var(--mark); box-shadow: inset 3px 0 currentColor; }
.tbcast-audit pre .here i { color: inherit; }
.tbcast-audit .picture { overflow-x: auto; margin: 0 0 .75rem; }
.tbcast-audit dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: 0; }
.tbcast-audit dt { color: var(--quiet); font-weight: normal; }
.tbcast-audit dd { margin: 0; overflow-wrap: anywhere; }
.tbcast-audit code.fix { background: var(--raised); padding: .1rem .4rem; border-radius: .25rem; }
"""
"""Of what a page and a notebook show."""

STYLE = f"""\
:root {{ color-scheme: light dark; --text: #1f2328; --quiet: #59636e; --page: #ffffff; --raised: #f6f8fa;
  --line: #d1d9e0; --mark: #fff3c4; --high: #b3261e; --medium: #8a5a00; --low: #0b5cad; --link: #0b5cad; }}
@media (prefers-color-scheme: dark) {{ :root {{ --text: #e3e6ea; --quiet: #9aa4af; --page: #14171b;
  --raised: #1d2126; --line: #363c44; --mark: #4a3d10; --high: #ff8a80; --medium: #f0b445; --low: #7ab7ff;
  --link: #7ab7ff; }} }}
body {{ margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 3rem; background: var(--page);
  color: var(--text); font: 16px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }}
h1 {{ font-size: 1.5rem; margin: 0 0 .25rem; }}
{PARTS}footer {{ margin-top: 2rem; font-size: .85rem; }}
@media print {{ :root {{ color-scheme: light; --text: #000; --quiet: #444; --page: #fff; --raised: #f4f4f4;
  --line: #bbb; --mark: #fff3c4; --high: #a00; --medium: #744a00; --low: #00478f; --link: #000; }}
  body {{ max-width: none; padding: 0; font-size: 11pt; }} .tbcast-audit section {{ break-inside: avoid; }}
  .tbcast-audit h2 {{ break-after: avoid; }}
  .tbcast-audit pre, .tbcast-audit .picture {{ overflow: visible; }}
  .tbcast-audit pre span {{ width: auto; white-space: pre-wrap; }}
  * {{ print-color-adjust: exact; -webkit-print-color-adjust: exact; }} }}
"""

IN_NOTEBOOK = """\
.tbcast-audit { max-width: 60rem; --quiet: color-mix(in srgb, currentColor 72%, transparent);
  --raised: rgb(128 128 128 / 12%); --line: rgb(128 128 128 / 40%); --mark: rgb(250 190 40 / 25%);
  --high: #d93f3f; --medium: #b8720f; --low: #3f7fe0; }
.tbcast-audit > p { margin: 0 0 .75rem; }
"""
"""A notebook's theme is its own, not the browser's: these colours can be read on light and dark."""


def _is_current(finding: Finding, line: str) -> bool:
    """Is that line of the file, as it is now, the statement's?"""
    packed = "".join(line.partition("#")[0].split())
    statement = "".join(finding.statement.split())
    return bool(packed) and (packed in statement or statement.endswith("...") or statement in packed)


def _source(finding: Finding) -> str:
    """The lines around the place; the statement alone if the file is gone, or another one now."""
    lines = linecache.getlines(finding.file)
    if not 0 < finding.line <= len(lines) or not _is_current(finding, lines[finding.line - 1]):
        if not finding.statement:
            return ""
        return f'<pre><span class="here"><i>{finding.line}</i>{_escaped(finding.statement)}</span></pre>\n'
    source = source_of(finding.file)
    start, end = source.statement.get(finding.line, (0, 0)) if source else (0, 0)
    if not 0 < end - start < MAX_LINES:
        start = end = finding.line
    shown = range(max(start - CONTEXT, 1), min(end + CONTEXT, len(lines)) + 1)
    while shown and not lines[shown[0] - 1].strip():
        shown = shown[1:]
    while shown and not lines[shown[-1] - 1].strip():
        shown = shown[:-1]
    rows = []
    for number in shown:
        kind = ' class="here"' if start <= number <= end else ""
        text = _escaped(lines[number - 1].rstrip().expandtabs(TAB))
        rows.append(f"<span{kind}><i>{number}</i>{text}</span>")
    return f"<pre>{''.join(rows)}</pre>\n"


def _escaped(text: str) -> str:
    return escape(words.shown(text))


def _place(finding: Finding, root: str | None) -> str:
    """With the operator, of which a line may have two. Long paths are broken after a slash."""
    named = f"{words.place(finding, root)}, {words.shown(finding.operator)}"
    return escape(named).replace("/", "/<wbr>")


def _picture(finding: Finding, number: int | None) -> str:
    """Explain's, with the finding's verdict; the names of its patterns are its own on a page."""
    explained = explain_operands([Operand(shape, None, None) for shape in finding.shapes])
    found = replace(explained, risk=finding.risk, why=finding.reason)
    picture = svg_of(found, page=False, verdict=False)
    return re.sub(r"\btb[0-9a-f]{8}(?=\d)", f"picture{number}_", picture) if number else picture


def _section(finding: Finding, number: int | None, root: str | None) -> str:
    """`number`: of the place on a page, where it is linked to."""
    risk = finding.risk
    identity = f' id="place{number}"' if number else ""
    names = "".join(
        f"<dt>{name_of(k)}</dt><dd><code>{_escaped(name)}</code></dd>\n"
        for k, name in enumerate(finding.details.names)
        if name
    )
    fix = f'<dt>fix</dt><dd><code class="fix">{_escaped(finding.fix)}</code></dd>\n' if finding.fix else ""
    return (
        f"<section{identity}>\n"
        f'<h2><span class="risk {risk}">{risk}</span> {_place(finding, root)}</h2>\n'
        f"{_source(finding)}"
        f'<div class="picture">{_picture(finding, number)}</div>\n'
        f"<dl>\n{names}"
        f"<dt>why</dt><dd>{_escaped(finding.reason)}</dd>\n{fix}"
        f"<dt>seen</dt><dd>{words.seen(finding)}</dd>\n"
        f"<dt>size</dt><dd>{words.size(finding)}</dd>\n"
        "</dl>\n</section>\n"
    )


def _entry(finding: Finding, number: int, root: str | None) -> str:
    return (
        f'<li><span class="risk {finding.risk}">{finding.risk}</span> '
        f'<a href="#place{number}">{_place(finding, root)}</a>'
        f"<code>{_escaped(finding.statement)}</code></li>\n"
    )


def page_of(findings: Sequence[Finding], root: str | None) -> str:
    """The page."""
    entries = "".join(_entry(finding, k, root) for k, finding in enumerate(findings, start=1))
    listed = f'<ol class="places">\n{entries}</ol>\n' if findings else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Broadcast audit</title>\n<style>\n{STYLE}</style>\n</head>\n"
        '<body class="tbcast-audit">\n'
        f"<h1>Broadcast audit</h1>\n<p>{words.heading(findings)}</p>\n{listed}"
        + "".join(_section(finding, k, root) for k, finding in enumerate(findings, start=1))
        + f'<footer class="quiet">tbcast {escape(__version__)}</footer>\n</body>\n</html>\n'
    )


def part_of(findings: Sequence[Finding], root: str | None) -> str:
    """The same without the list, to stand in a page that has other things: a notebook."""
    sections = "".join(_section(finding, None, root) for finding in findings)
    return (
        f'<div class="tbcast-audit">\n<style>\n{PARTS}{IN_NOTEBOOK}</style>\n'
        f"<p>{words.heading(findings)}</p>\n{sections}</div>\n"
    )
