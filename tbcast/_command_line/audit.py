"""`tbcast audit`: runs a program as Python would, and reports its broadcasts."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import textwrap
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tbcast._command_line.program import USAGE, Program, UsageError, execute, module, script, text
from tbcast._command_line.terminal import columns, wants_colour
from tbcast._policy import broadcast_policy
from tbcast._verdict.intent import source_of
from tbcast._verdict.risk import LEVELS
from tbcast.audit import baseline, report
from tbcast.audit._all_front_ends import everything
from tbcast.audit._children import Family
from tbcast.audit._patch import Changed, diff, write as patch
from tbcast.audit._places import USER, kind_of
from tbcast.audit._rewriting import rewrite
from tbcast.audit._rewriting.rewrite import code_of
from tbcast.audit._settings import Settings, find
from tbcast.audit.recorder import Finding, Recorder, findings_of
from tbcast.audit.report._explained import explained_of
from tbcast.audit.report._words import relative

FOUND = 3

# ---- output ----


class _Output:
    """Where the report goes, and where the program's output goes if it must not mix with the report."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.folder = os.getcwd()
        self.format = arguments.format or "text"
        self.stderr = sys.stderr
        self.kept: int | None = None
        self.flushes = True
        """Not for os._exit, which loses what the program has not written yet."""
        self.files = {
            name: value if value == "-" else os.path.abspath(value)
            for name in ("json", "html", "sarif", "baseline")
            if (value := getattr(arguments, name)) is not None
        }
        for value in self.files.values():
            if value != "-" and not os.path.isdir(os.path.dirname(value)):
                raise UsageError(f"there is no folder {os.path.dirname(value)}")

    def redirect(self) -> None:
        """If the report goes to standard output, send the program's output to standard error, including that
        of C code and of child processes."""
        if "-" in self.files.values():
            sys.stdout.flush()
            self.kept = os.dup(1)
            os.dup2(2, 1)

    def _flush(self) -> None:
        """The program's output precedes the report, even in a pipe; it may have closed or replaced both."""
        with contextlib.suppress(OSError, ValueError, AttributeError):
            if self.flushes:
                sys.stdout.flush()

    def _write(self, name: str, text: str) -> None:
        if self.files[name] == "-":
            self._flush()
            assert self.kept is not None
            with open(self.kept, "w", encoding="utf-8", closefd=False) as stream:
                stream.write(text)
        else:
            Path(self.files[name]).write_text(text, "utf-8")

    def say(self, text: str) -> None:
        """Lines below the report."""
        with contextlib.suppress(OSError, ValueError):
            print(text, file=self.stderr, flush=True)

    def wrapped(self, text: str) -> str:
        """A sentence at the width of the terminal; long paths stay whole."""
        width = columns(self.stderr) or 80
        return "\n".join(textwrap.wrap(text, width, break_on_hyphens=False, break_long_words=False))

    def explained(
        self, findings: Sequence[Finding], place: tuple[str, int], ran: Mapping[str, str] | None
    ) -> str:
        """Instead of the report what was seen at a place."""
        width = columns(self.stderr) or 80
        here = [one for one in findings if _is_at(one, place)]
        if here:
            return explained_of(here, ran, width, wants_colour(self.stderr), self.folder)
        lines = sorted({one.line for one in findings if os.path.realpath(one.file) == place[0]})
        text = f"No broadcast that counts was seen at {relative(place[0], self.folder)}:{place[1]}."
        if lines:
            text += f" Some were seen at line{'s' * (len(lines) > 1)} {', '.join(map(str, lines))}."
        return self.wrapped(text)

    def _text(self, findings: Sequence[Finding]) -> str:
        """What standard error gets."""
        if self.format == "text":
            width = columns(self.stderr) or 80
            return report.text(findings, width, wants_colour(self.stderr), self.folder)
        writers = {"github": report.to_github, "json": report.to_json, "sarif": report.to_sarif}
        return writers[self.format](findings).rstrip("\n")

    def report(self, findings: Sequence[Finding], text: str | None = None) -> None:
        """Write the whole report, to standard error this text instead. Raises OSError if that fails."""
        self._flush()
        with contextlib.suppress(OSError, ValueError):
            print(self._text(findings) if text is None else text, file=self.stderr, flush=True)
        writers = {"json": report.to_json, "html": report.to_html, "sarif": report.to_sarif}
        for name, writer in writers.items():
            if name in self.files:
                self._write(name, writer(findings))


# ---- the command ----


def _configured(arguments: argparse.Namespace) -> Settings:
    """The project's settings, which options that are not given get their values from."""
    try:
        settings = find(os.getcwd())
    except ValueError as error:
        raise UsageError(str(error)) from None
    for name in ("least", "fail_on", "format", "policy", "baseline"):
        value = getattr(settings, name)
        if getattr(arguments, name) is None and value is not None:
            setattr(arguments, name, str(value))
    arguments.deep = arguments.deep or settings.deep
    if arguments.sample is None:
        arguments.sample = settings.sample
    return settings


def _prepared(arguments: argparse.Namespace) -> tuple[_Output, frozenset[baseline.Key]]:
    """Where reports go, and the known findings. Raises UsageError for options that contradict each other."""
    if arguments.update_baseline and not arguments.baseline:
        raise UsageError("--update-baseline needs --baseline FILE")
    output = _Output(arguments)
    if arguments.update_baseline or not arguments.baseline:
        return output, frozenset()
    try:
        return output, baseline.read(output.files["baseline"])
    except (OSError, ValueError) as error:
        raise UsageError(str(error)) from None


def _find(arguments: argparse.Namespace) -> Program:
    kinds = (module, arguments.module), (text, arguments.code), (script, arguments.program)
    for kind, given in kinds:
        if given:
            return kind(given[0], given[1:], code_of)
    raise UsageError("there is no program to run (try tbcast audit --help)")


def _place(text: str) -> tuple[str, int]:
    """FILE:LINE, the file's real path. Raises UsageError."""
    file, _, line = text.rpartition(":")
    if not file or not line.isdecimal() or int(line) < 1:
        raise UsageError(f"--explain needs FILE:LINE, not {text!r}")
    return (file if file.startswith("<") else os.path.realpath(file)), int(line)


def _is_at(finding: Finding, place: tuple[str, int]) -> bool:
    """Does it stand on that line, or in a statement or place that has that line?"""
    file, line = place
    own = finding.file if finding.file.startswith("<") else os.path.realpath(finding.file)
    source = source_of(finding.file)
    first, last = source.statement.get(finding.line, (0, 0)) if source else (0, 0)
    return own == file and (line in (finding.line, *finding.lines) or first <= line <= last)


def _fix(findings: Sequence[Finding], recorder: Recorder, output: _Output, began: int) -> bool:
    """Show the diff and write the files; was everything written that was to be?"""
    edits = [edit for one in findings for edit in one.details.edits]
    if not edits:
        output.say("There is nothing to fix.")
        return True
    names = {edit.file: relative(edit.file, output.folder) for edit in edits}
    output.say(diff(edits, recorder.sources, names).rstrip("\n"))
    try:
        written = patch(edits, recorder.sources, began)
    except (Changed, OSError) as error:
        output.say(output.wrapped(f"tbcast audit: {error}; nothing was written"))
        return False
    output.say("\n".join(f"wrote {names[file]}" for file in written))
    return True


def _execute(arguments: argparse.Namespace, recorder: Recorder) -> int:
    def begin(program: Program) -> None:
        if program.file is not None and kind_of(program.file) != USER:
            recorder.own(program.file)

    return execute(lambda: _find(arguments), begin, rewrite.GLOBALS, (rewrite.__file__,))


def run(arguments: argparse.Namespace) -> int:
    """Run the program, write the findings, and return the exit status. Raises KeyboardInterrupt if the
    program was interrupted; Python must then exit without printing anything more.
    """
    process, interrupted, status, recorder = os.getpid(), False, 0, Recorder()
    began = time.time_ns()
    try:
        settings = _configured(arguments)
        output, known = _prepared(arguments)
        place = _place(arguments.explain) if arguments.explain else None
        if arguments.sample is not None and arguments.sample < 1:
            raise UsageError(f"--sample needs 1 or more, not {arguments.sample}")
        output.redirect()
        options = {name: getattr(arguments, name) for name in ("deep", "policy", "sample")}
        family = Family(recorder, options, ended=lambda: end())
    except UsageError as error:
        print(f"tbcast audit: {error}", file=sys.stderr)
        return USAGE

    def report(status: int, fixes: bool) -> int:
        every = findings_of(family.candidates(), "low")
        found = baseline.new(settings.kept(every), known)
        text = output.explained(every, place, None if arguments.fix else recorder.sources) if place else None
        finished = _finish(found, arguments, output, status, text)
        least = arguments.least or "medium"
        fixed = [one for one in every if _is_at(one, place)] if place else _at_least(found, least)
        if fixes and not _fix(fixed, recorder, output, began):
            return status or USAGE
        return finished

    def end() -> None:
        output.flushes = False
        report(0, False)

    with family:
        try:
            with contextlib.ExitStack() as stack:
                if arguments.policy:
                    stack.enter_context(broadcast_policy(arguments.policy))
                stack.enter_context(everything(recorder, deep=arguments.deep, sample=arguments.sample))
                status = _execute(arguments, recorder)
        except UsageError as error:
            print(f"tbcast audit: {error}", file=sys.stderr)
            return USAGE
        except KeyboardInterrupt:
            interrupted = True
        if os.getpid() == process:
            status = report(status, arguments.fix)
        else:  # a child process that the program made by os.fork
            family.finish()
    if interrupted:
        sys.excepthook = lambda *_: None
        raise KeyboardInterrupt
    return status


def _at_least(findings: Sequence[Finding], risk: str) -> list[Finding]:
    return [one for one in findings if LEVELS.index(one.risk) >= LEVELS.index(risk)]


def _finish(
    found: Sequence[Finding], arguments: argparse.Namespace, output: _Output, status: int, text: str | None
) -> int:
    shown = _at_least(found, arguments.least or "medium")
    failing = _at_least(found, arguments.fail_on) if arguments.fail_on else []
    try:
        if arguments.update_baseline:
            baseline.write(output.files["baseline"], _at_least(found, "medium"))
            shown = failing = []
        output.report(shown, text)
    except OSError as error:
        print(f"tbcast audit: {error}", file=sys.stderr)
        return status or USAGE
    return status or (FOUND if failing else 0)
