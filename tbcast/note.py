"""Runs the examples of PyTorch's note "Broadcasting semantics", and compares the results with what it
documents.

`parse` finds the `>>>` examples of a text, `run` executes one of them as an
interactive interpreter would and returns an `Outcome`, and `play` does both for a
whole note and shows it.  The shipped note is `tbcast/data/broadcasting.txt`; the
expected results are read from it and written nowhere else.
"""

from __future__ import annotations

import ast
import contextlib
import io
import re
import sys
import textwrap
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from tbcast._command_line.note_text import ENGLISH, Example, Expectation, Language, parse

__all__ = [
    "ENGLISH",
    "Example",
    "Expectation",
    "Language",
    "Outcome",
    "Step",
    "Verdict",
    "parse",
    "play",
    "run",
    "shipped_text",
]


def shipped_text() -> str:
    """The text of the note that comes with the package."""
    return (Path(__file__).parent / "data" / "broadcasting.txt").read_text(encoding="ascii")


# ---- running ----


@dataclass(frozen=True)
class Step:
    """One executed statement and its outcome, as at a prompt."""

    source: str
    printed: str = ""
    warned: tuple[str, ...] = ()
    """The warnings as `UserWarning: text`, without their places."""
    shown_warnings: str = ""
    """The warnings as the interpreter shows them, `<stdin>:1: UserWarning: text`."""
    error: Exception | None = None
    traceback: str = ""

    @property
    def shown(self) -> str:
        """Everything that appears below the statement."""
        return self.shown_warnings + self.printed + self.traceback


@dataclass(frozen=True)
class Verdict:
    """Whether one expectation holds. `step` is the statement that was run to test it, if any."""

    expectation: Expectation
    holds: bool
    step: Step | None = None


@dataclass(frozen=True)
class Outcome:
    """The outcome of an example. `surprises` are undocumented errors and warnings."""

    example: Example
    steps: tuple[Step, ...]
    verdicts: tuple[Verdict, ...]
    surprises: tuple[str, ...]

    @property
    def as_documented(self) -> bool:
        """Whether every expectation holds and there is no surprise."""
        return all(v.holds for v in self.verdicts) and not self.surprises


@contextlib.contextmanager
def _own_display(namespace: dict[str, Any]) -> Iterator[None]:
    """A `sys.displayhook` that keeps the interpreter's `_` in the namespace."""

    def display(value: Any) -> None:
        if value is not None:
            print(repr(value))
            namespace["_"] = value

    before = sys.displayhook
    sys.displayhook = display
    try:
        yield
    finally:
        sys.displayhook = before


def _execute(source: str, namespace: dict[str, Any]) -> Step:
    """Run one statement as if typed at a prompt."""
    error, shown = None, ""
    with contextlib.redirect_stdout(io.StringIO()) as out, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with _own_display(namespace):
            try:
                exec(compile(source + "\n", "<stdin>", "single"), namespace)
            except Exception as exc:
                error = exc
                own = exc.__traceback__.tb_next if exc.__traceback__ else None  # without this frame
                shown = "".join(traceback.format_exception(type(exc), exc, own))
    places = [warnings.formatwarning(w.message, w.category, w.filename, w.lineno, "") for w in caught]
    warned = tuple(f"{w.category.__name__}: {w.message}" for w in caught)
    return Step(source, out.getvalue(), warned, "".join(places), error, shown)


@contextlib.contextmanager
def _fresh_flags(torch: Any) -> Iterator[None]:
    """Set the compatibility flags as in a new process, and restore them afterwards."""
    start = {"broadcast_warning": False, "keepdim_warning": False, "pointwise_fallback": True}
    flags = [(getattr(torch.utils.backcompat, name, None), value) for name, value in start.items()]
    known = [(flag, value) for flag, value in flags if flag is not None]
    before = [flag.enabled for flag, _ in known]
    try:
        for flag, value in known:
            flag.enabled = value
        yield
    finally:
        for (flag, _), value in zip(known, before, strict=True):
            flag.enabled = value


_UNSEEDED = re.compile(r"\b(?:rand|randn|randint|randperm|empty)(?:_like)?\(")


def _is_random(example: Example) -> bool:
    source = "\n".join(example.statements)
    return bool(_UNSEEDED.search(source)) and "manual_seed(" not in source


def _printed_shape(text: str) -> tuple[int, ...] | None:
    """The shape of a printed tensor: (1, 2) for `tensor([[1., nan]])`; None for another text."""
    found = re.fullmatch(r"tensor\((.*)\)", text.strip(), re.DOTALL)
    if not found:
        return None
    elements = re.sub(r",\s*\w+=.*", "", found[1], flags=re.DOTALL)
    nested = ast.literal_eval(re.sub(r"[^\[\],\s]+", "0", elements))
    shape = []
    while isinstance(nested, list):
        shape.append(len(nested))
        nested = nested[0] if nested else 0
    return tuple(shape)


def _same_value(documented: Expectation, printed: str, random: bool) -> bool:
    wanted, printed = documented.text.strip(), printed.strip()
    if random and (shape := _printed_shape(wanted)) is not None:
        return shape == _printed_shape(printed)
    if documented.flattened:
        return "".join(wanted.split()) == "".join(printed.split())
    return wanted == printed


def _same_error(documented: str, error: Exception | None) -> bool:
    """Whether the error's type, and one whole line of its text, are the documented ones."""
    kind, _, text = documented.partition(": ")
    return error is not None and type(error).__name__ == kind and text in str(error).splitlines()


def _judge(e: Expectation, example: Example, steps: Sequence[Step], namespace: dict[str, Any]) -> Verdict:
    last = steps[-1] if steps else Step("")
    if e.kind == "value":
        return Verdict(e, last.error is None and _same_value(e, last.printed, _is_random(example)))
    if e.kind == "error":
        return Verdict(e, _same_error(e.text, last.error))
    if e.kind == "warning":
        documented = e.text.strip()
        return Verdict(e, any(text.strip() == documented for step in steps for text in step.warned))
    step = _execute(e.check, namespace)
    works = step.error is None and not step.warned  # the pointwise fallback does not count as broadcasting
    if e.kind == "not broadcastable":
        return Verdict(e, not works, step)
    if e.kind == "size":
        sizes = re.findall(r"torch\.Size\(\[([\d, ]*)\]\)", e.text)
        wanted = [int(n) for n in sizes[-1].replace(",", " ").split()] if sizes else None
        return Verdict(e, works and wanted == list(namespace["_"]), step)
    if e.kind == "fact":
        return Verdict(e, works and step.printed == "True\n", step)
    return Verdict(e, works, step)


def run(example: Example, torch: Any = None) -> Outcome:
    """Run an example in a fresh namespace where `torch` is this package (or the module given).

    The compatibility flags start as in a new process and are restored afterwards. Warnings are recorded
    whether or not they were shown before. The run ends at the first exception. Nothing is printed.
    """
    if torch is None:
        import tbcast as torch
    namespace: dict[str, Any] = {"__name__": "__main__", "torch": torch}
    steps: list[Step] = []
    with _fresh_flags(torch):
        for source in example.statements:
            steps.append(_execute(source, namespace))
            if steps[-1].error:
                break
        verdicts = [_judge(e, example, steps, namespace) for e in example.expected]
    surprises = []
    documented = {e.kind for e in example.expected}
    last = steps[-1] if steps else Step("")
    if last.error and "error" not in documented:
        surprises.append(f"{type(last.error).__name__}: {last.error}")
    if "warning" not in documented:
        surprises += [text for step in steps for text in step.warned]
    if not example.expected:
        surprises += [step.printed for step in steps if step.printed]
    return Outcome(example, tuple(steps), tuple(verdicts), tuple(surprises))


# ---- output ----

_COLOURS = {"title": "1", "prompt": "36", "good": "32", "bad": "1;31"}
_Lines = Iterator[tuple[str, str]]
"""(style, line), where the style is a key of _COLOURS, plain or output."""

_MARGIN = "    "
_STARTS = re.compile(r"(?:- |# |-- )?")
_MESSAGE = re.compile(r"\s*(?:\w+(?:Error|Exception|Warning)?: |\S*:\d+: |[A-Z]\w* |\d+\w\w trailing)")
"""A line of a message, which may be wrapped, unlike a printed tensor."""


def _folded(line: str, width: int | None) -> list[str]:
    """The line wrapped to this width; continuation lines have the indentation of its text."""
    if width is None or len(line) <= width:
        return [line]
    indent = line[: len(line) - len(line.lstrip())]
    start = _STARTS.match(line, len(indent))
    below = indent + ("# " if start and start[0] == "# " else " " * len(start[0] if start else ""))
    return textwrap.wrap(line, width, subsequent_indent=below, break_on_hyphens=False, break_long_words=False)


def _paragraphs(lines: Sequence[str]) -> list[str]:
    """Prose with each paragraph, and each item of a list, on one line; comments unchanged."""
    found: list[str] = []
    goes_on = False
    for line in lines:
        text = line.strip()
        if goes_on and text and not text.startswith(("- ", "#")):
            found[-1] += " " + text
        else:
            found.append(line)
            goes_on = bool(text) and not text.startswith("#")
    return found


def _prose_lines(example: Example, width: int | None, verdict: tuple[str, str] | None) -> _Lines:
    """The text before an example, with the section's verdict below its heading."""
    lines = example.before
    underlines = {i for i, line in enumerate(lines) if len(line) > 2 and set(line) in ({"="}, {"-"})}
    headings = underlines | {i - 1 for i in underlines}
    for is_heading, numbers in groupby(range(len(lines)), headings.__contains__):
        texts = [lines[i] for i in numbers]
        if is_heading:
            yield from (("title", text) for text in texts)
            if verdict and example.section in texts:
                yield verdict
        else:
            yield from (("plain", text) for text in (_paragraphs(texts) if width else texts))


def _reason_lines(verdict: Verdict, outcome: Outcome) -> _Lines:
    """Why the operands are not broadcastable according to the error, whose reason may not be the documented
    one."""
    step = verdict.step
    said = "" if step is None else str(step.error) if step.error else "\n".join(step.warned)
    if said:
        yield "good", f"   reason: {said.splitlines()[0]}"
    documented = verdict.expectation.text.partition(", because ")[2]
    confirmed = any(
        v.holds and v.expectation.kind == "fact" and v.expectation.text == verdict.expectation.text
        for v in outcome.verdicts
    )
    if documented and not confirmed:
        yield "plain", f"   the note gives another reason: {documented}"


def _verdict_lines(verdict: Verdict, outcome: Outcome) -> _Lines:
    if verdict.step:
        yield "prompt", ">>> " + verdict.step.source
        yield "output", verdict.step.shown.rstrip("\n")
    first, *rest = verdict.expectation.text.lstrip("# ").splitlines()
    refused = verdict.holds and verdict.expectation.kind == "not broadcastable"
    if refused:
        first = first.partition(", because ")[0]
    word, style = ("as documented", "good") if verdict.holds else ("DIFFERS from what is documented", "bad")
    yield style, f"-- {word}: {first}"
    for line in rest:
        yield style, "   " + line
    if refused:
        yield from _reason_lines(verdict, outcome)


def _outcome_lines(outcome: Outcome) -> _Lines:
    """An example as at a prompt, with its verdicts."""
    for step in outcome.steps:
        yield "prompt", ">>> " + step.source.replace("\n", "\n... ")
        yield "output", step.shown.rstrip("\n")
    for remark in outcome.example.remarks:
        yield "plain", remark
    for verdict in outcome.verdicts:
        yield from _verdict_lines(verdict, outcome)
    for surprise in outcome.surprises:
        yield "bad", f"-- DIFFERS, nothing of this is documented: {surprise.rstrip()}"


def _example_lines(outcome: Outcome) -> _Lines:
    for style, text in _outcome_lines(outcome):
        for line in text.splitlines():
            yield style, _MARGIN + line


def _of_section(examples: Sequence[Example], name: str) -> list[Example]:
    """The examples of the section with this in its name. Raises ValueError if there is none, or more than
    one."""
    sections = list(dict.fromkeys(example.section for example in examples))
    found = [section for section in sections if name.casefold() in section.casefold()]
    if len(found) != 1:
        how = f"{len(found)} sections have" if found else "no section has"
        raise ValueError(f"{how} {name!r} in the name; the sections: {', '.join(sections)}")
    chosen = [example for example in examples if example.section == found[0]]
    first = chosen[0]
    # The text before the heading belongs to the previous section.
    at = first.before.index(found[0]) if found[0] in first.before else 0
    return [replace(first, before=first.before[at:]), *chosen[1:]]


def _verdict_of(outcomes: Sequence[Outcome]) -> tuple[str, str]:
    equal = sum(outcome.as_documented for outcome in outcomes)
    style = "good" if equal == len(outcomes) > 0 else "bad"
    return style, f"{equal} of {len(outcomes)} examples behave as documented"


def _all_lines(outcomes: Sequence[Outcome], width: int | None) -> _Lines:
    """The whole text, with the outcomes in place of the examples."""
    for _, group in groupby(outcomes, lambda outcome: outcome.example.section):
        section = list(group)
        for outcome in section:
            yield from _prose_lines(
                outcome.example, width, _verdict_of(section) if outcome is section[0] else None
            )
            yield from _example_lines(outcome)
    yield "plain", ""


def _short_lines(outcomes: Sequence[Outcome]) -> _Lines:
    """A line for each section, and the examples that do not behave as documented."""
    groups = [
        (name, list(group)) for name, group in groupby(outcomes, lambda outcome: outcome.example.section)
    ]
    longest = max((len(name) for name, _ in groups), default=0)
    for name, section in groups:
        style, text = _verdict_of(section)
        yield style, f"{name:{longest}}  {text}"
        for outcome in section:
            if not outcome.as_documented:
                yield "plain", ""
                yield from _example_lines(outcome)
                yield "plain", ""
    yield "plain", ""


def play(
    text: str,
    write: Callable[[str], object],
    colour: bool = False,
    *,
    width: int | None = None,
    section: str | None = None,
    short: bool = False,
) -> bool:
    """Run the examples of a text, section by section, and show the outcomes.

    `write` receives the lines, with escape sequences if `colour`. None is longer than `width`, except code
    and printed tensors. `section`: only the section with this in its name; raises ValueError if there is
    none, or more than one. `short`: only a line for each section, and the examples that do not behave as
    documented. Returns whether there are examples and all behave as documented.
    """
    examples = parse(text)
    if section is not None:
        examples = _of_section(examples, section)
    outcomes = [run(example) for example in examples]
    total = _verdict_of(outcomes)
    for style, line in [*(_short_lines(outcomes) if short else _all_lines(outcomes, width)), total]:
        whole = style in ("title", "prompt") or (style == "output" and not _MESSAGE.match(line))
        for part in [line] if whole else _folded(line, width):
            code = _COLOURS.get(style, "") if colour and part else ""
            write(f"\x1b[{code}m{part}\x1b[0m\n" if code else part + "\n")
    return total[0] == "good"
