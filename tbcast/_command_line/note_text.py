"""Reads the examples of a note from its text, with everything that the text documents about them.

Nothing is run here, and no expected result is hard-coded here. What an example prints or raises comes from
the text, and so do the claims in its comments ("x and y are not broadcastable") and in its prose ("now
produces a Tensor with size: torch.Size([4,4])").
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["value", "error", "warning", "broadcastable", "not broadcastable", "size", "fact"]


@dataclass(frozen=True)
class Expectation:
    """One claim that the text makes about an example.

    `text` is the documented text. `check` is the statement that tests it, if it is not one of the example's
    own statements. A `flattened` text has lost its line breaks.
    """

    kind: Kind
    text: str
    check: str = ""
    flattened: bool = False


@dataclass(frozen=True)
class Example:
    """Statements that belong together, and the claims about them."""

    statements: tuple[str, ...]
    expected: tuple[Expectation, ...] = ()
    section: str = ""
    before: tuple[str, ...] = ()
    """The lines of text between the previous example and this one: headings, prose, comments."""
    remarks: tuple[str, ...] = ()
    """The comments after the statements."""
    line: int = 0
    """The line of the first statement in the text, counted from 1."""


# ---- reading ----


@dataclass(frozen=True)
class Language:
    """How a language words its claims: patterns that are searched in comments and prose."""

    not_broadcastable: re.Pattern[str]
    broadcastable: re.Pattern[str]
    new_size: re.Pattern[str]
    """Matches up to the size that the text claims a result now has."""
    facts: tuple[tuple[re.Pattern[str], str], ...] = ()
    """Claims about dimensions, each with the Python expression that is true if it holds."""


_ORDINAL = r"(?P<n>\d+)(?:st|nd|rd|th) trailing dimension"

ENGLISH = Language(
    not_broadcastable=re.compile(r"\bnot broadcastable\b"),
    broadcastable=re.compile(r"\bbroadcastable\b"),
    new_size=re.compile(r"now produces .*?torch\.Size\(\[[\d, ]*\]\)"),
    facts=(
        (
            re.compile(_ORDINAL + r": both have size (?P<a>\d+)"),
            "x.size(-{n}) == {a} and y.size(-{n}) == {a}",
        ),
        (re.compile(_ORDINAL + r": (?P<t>\w+) has size (?P<a>\d+)"), "{t}.size(-{n}) == {a}"),
        (re.compile(_ORDINAL + r": (?P<t>\w+) size == (?P<u>\w+) size"), "{t}.size(-{n}) == {u}.size(-{n})"),
        (re.compile(_ORDINAL + r": (?P<t>\w+) dimension doesn't exist"), "{t}.dim() < {n}"),
        (
            re.compile("in the " + _ORDINAL + r" (?P<a>\d+) != (?P<b>\d+)"),
            "x.size(-{n}) == {a} and y.size(-{n}) == {b}",
        ),
    ),
)

_ERROR = re.compile(r"\w+(?:Error|Exception): .+")
_WARNING = re.compile(r"\S*:\d+: (\w+Warning: .+)")
_UNDERLINE = re.compile(r"(=|-){3,}")
_FENCE = re.compile(r"```\w*")
_HEADING = re.compile(r"#{1,6} +(\S.*)")


def _claims(comment: str, languages: Sequence[Language]) -> Iterator[Expectation]:
    for language in languages:
        if language.not_broadcastable.search(comment):
            yield Expectation("not broadcastable", comment, "(x + y).size()")
        elif language.broadcastable.search(comment):
            yield Expectation("broadcastable", comment, "(x + y).size()")
        for pattern, expression in language.facts:
            if found := pattern.search(comment):
                yield Expectation("fact", comment, expression.format(**found.groupdict()))


def _is_value(text: str) -> bool:
    """Whether Python could print this for a value, as opposed to the beginning of a sentence."""
    try:
        value = ast.parse(text, mode="eval").body
    except SyntaxError:
        return False
    if isinstance(value, (ast.Call, ast.List, ast.Tuple, ast.Set, ast.Dict)):
        return True
    return not any(isinstance(node, ast.Name) for node in ast.walk(value))


@dataclass
class _Draft:
    """An example that is still being read."""

    line: int
    section: str
    before: tuple[str, ...]
    statements: list[str] = field(default_factory=list)
    expected: list[Expectation] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    prose: list[str] = field(default_factory=list)
    complete: bool = False  # something other than a statement has followed the statements
    silent: bool = False  # ... and something other than output, too

    def example(self, languages: Sequence[Language]) -> Example:
        expected = list(self.expected)
        for language in languages:
            if found := language.new_size.search(" ".join(self.prose)):
                text = found[0].strip()
                expected.append(Expectation("size", text, "_.size()"))
        return Example(
            tuple(self.statements),
            tuple(expected),
            self.section,
            self.before,
            tuple(self.remarks),
            self.line,
        )


class _Reader:
    """Reads the lines of a text once, with one method for each kind of line."""

    def __init__(self, text: str, languages: Sequence[Language]) -> None:
        self.languages = languages
        self.lines = text.splitlines()
        self.fenced = any(_FENCE.fullmatch(line.strip()) for line in self.lines)
        self.in_code = not self.fenced
        self.section = ""
        self.before: list[str] = []
        self.draft: _Draft | None = None
        self.done: list[Example] = []

    def read(self) -> list[Example]:
        at = 0
        while at < len(self.lines):
            at += self._line(at, self.lines[at].strip())
        self._finish()
        return self.done

    def _finish(self) -> None:
        if self.draft:
            self.done.append(self.draft.example(self.languages))
        self.draft = None

    def _line(self, at: int, text: str) -> int:
        """Read the line, and perhaps some that follow; return how many."""
        if _FENCE.fullmatch(text):
            self.in_code = not self.in_code
        elif text.startswith(">>> ") and self.in_code:
            self._statement(at, text[4:])
        elif text.startswith("... ") and self.draft and not self.draft.complete:
            self.draft.statements[-1] += "\n" + text[4:]
        elif self.fenced and not self.in_code and (heading := _HEADING.fullmatch(text)):
            self.section = heading[1]
            self._prose(at)
        elif text.startswith("#") and self.in_code:
            self._comment(at, text)
        elif self._is_underlined(at, text):
            self.section = text
            self._prose(at)
            self._prose(at + 1)
            return 2
        elif self.draft and not self.draft.silent and text:
            return self._output(at, text)
        else:
            self._prose(at)
        return 1

    def _is_underlined(self, at: int, text: str) -> bool:
        after = self.lines[at + 1].strip() if at + 1 < len(self.lines) else ""
        return bool(text) and bool(_UNDERLINE.fullmatch(after))

    def _statement(self, at: int, source: str) -> None:
        if self.draft and self.draft.complete:
            self._finish()
        if not self.draft:
            self.draft = _Draft(at + 1, self.section, tuple(self.before))
            self.before = []
        self.draft.statements.append(source)

    def _comment(self, at: int, text: str) -> None:
        """A comment refers to the statements above it, unless a blank line separates them."""
        if self.draft and self.lines[at - 1].strip():
            self.draft.complete = self.draft.silent = True
            self.draft.remarks.append(text)
            self.draft.expected += _claims(text, self.languages)
        else:
            self._prose(at)

    def _output(self, at: int, text: str) -> int:
        """Read what is documented directly below the statements: an error, a warning or a value."""
        assert self.draft
        if _ERROR.fullmatch(text):
            self.draft.complete = True
            self.draft.expected.append(Expectation("error", text))
            return 1
        block = [self.lines[at]]
        for line in self.lines[at + 1 :]:
            if not line.strip() or line.lstrip().startswith(">>>"):
                break
            block.append(line)
        margin = len(block[0]) - len(block[0].lstrip())
        if warning := _WARNING.fullmatch(text):
            # The text continues in the lines with the same margin.
            size = 1
            while size < len(block) and re.match(rf" {{{margin}}}\S", block[size]):
                size += 1
            rest = [line[margin:].rstrip() for line in block[1:size]]
            self.draft.expected.append(Expectation("warning", "\n".join([warning[1], *rest])))
        else:
            sizes = range(1, len(block) + 1)
            texts = ["\n".join(line[margin:].rstrip() for line in block[:size]) for size in sizes]
            size = next((n for n, t in zip(sizes, texts, strict=True) if _is_value(t)), 0)
            if not size:
                self._prose(at)
                return 1
            self._value(texts[size - 1])
        self.draft.complete = True
        return size

    def _value(self, text: str) -> None:
        """Values on adjacent lines are one output."""
        assert self.draft
        if self.draft.expected and self.draft.expected[-1].kind == "value":
            text = self.draft.expected.pop().text + "\n" + text
        self.draft.expected.append(Expectation("value", text))

    def _prose(self, at: int) -> None:
        line = self.lines[at].rstrip()
        if line.startswith(".. "):
            return
        if self.draft:
            self.draft.complete = self.draft.silent = True
            self.draft.prose.append(line.strip())
        self.before.append(line)


def parse(text: str, languages: Sequence[Language] = (ENGLISH,)) -> list[Example]:
    r"""Find every `>>>` example of a text, with all that the text documents of it.

    Neighbouring statements are one example, up to the first line of another kind.

    >>> example, = parse(">>> (torch.ones(2,1) + torch.ones(3)).size()\ntorch.Size([2, 3])")
    >>> example.expected[0].text
    'torch.Size([2, 3])'
    """
    return _Reader(text, languages).read()
