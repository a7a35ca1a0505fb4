"""`tbcast audit`: runs a program as Python would, and reports its broadcasts."""

from __future__ import annotations

import argparse
import builtins
import contextlib
import importlib.machinery
import importlib.util
import os
import pkgutil
import sys
import threading
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple

from tbcast._command_line.terminal import columns, wants_colour
from tbcast._verdict.risk import LEVELS
from tbcast.audit import baseline, report
from tbcast.audit._all_front_ends import everything
from tbcast.audit._places import USER, kind_of
from tbcast.audit._rewriting import rewrite
from tbcast.audit._rewriting.rewrite import code_of
from tbcast.audit.recorder import Finding, Recorder

USAGE = 2
FOUND = 3

# ---- the program ----


class Program(NamedTuple):
    """A program that Python runs as `__main__`."""

    code: Callable[[], CodeType]
    """Compiles the program on call, so that errors of compiling count as the program's."""
    file: str | None
    argv: list[str]
    path: str
    """The first entry of `sys.path`."""
    spec: importlib.machinery.ModuleSpec | None
    loader: object


class UsageError(Exception):
    """The command line names nothing that can be run; the text says why."""


def _of_loader(loader: object, name: str, file: str | None) -> Callable[[], CodeType]:
    def code() -> CodeType:
        if type(loader) is importlib.machinery.SourceFileLoader and file:
            return code_of(loader.get_data(file), file)
        found: CodeType | None = loader.get_code(name)  # type: ignore[attr-defined]
        if found is None:
            raise ImportError(f"No code object available for {name}")
        return found

    return code


def _script(path: str, arguments: list[str]) -> Program:
    """A file of source or bytecode, a folder or archive with a `__main__`, or `-` for standard input."""
    argv = [path, *arguments]
    if path == "-":
        return Program(lambda: code_of(sys.stdin.buffer.read(), "<stdin>"), None, argv, "", None, None)
    file = os.path.abspath(path)
    if os.path.isdir(file) or zipfile.is_zipfile(file):
        importer = pkgutil.get_importer(file)
        spec = importer.find_spec("__main__") if importer else None
        if spec is None or spec.loader is None:
            raise UsageError(f"can't find '__main__' module in {file!r}")
        return Program(
            _of_loader(spec.loader, "__main__", spec.origin), spec.origin, argv, path, spec, spec.loader
        )
    try:
        source = Path(file).read_bytes()
    except OSError as error:
        raise UsageError(f"can't open file {file!r}: [Errno {error.errno}] {error.strerror}") from None
    folder = os.path.dirname(os.path.realpath(file))
    if source[:4] == importlib.util.MAGIC_NUMBER:
        bytecode = importlib.machinery.SourcelessFileLoader("__main__", file)
        return Program(_of_loader(bytecode, "__main__", file), file, argv, folder, None, bytecode)
    loader = importlib.machinery.SourceFileLoader("__main__", file)
    return Program(lambda: code_of(source, file), file, argv, folder, None, loader)


def _module(name: str, arguments: list[str]) -> Program:
    """The program that `python -m name` runs. Finding it imports the packages around it."""
    _replace_path(os.getcwd())
    sys.argv[:] = ["-m", *arguments]
    try:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.submodule_search_locations is not None:
            if name.endswith(".__main__"):
                raise UsageError("Cannot use package as __main__ module")
            name = f"{name}.__main__"
            spec = importlib.util.find_spec(name)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise UsageError(f"Error while finding module specification for {name!r}: {error}") from None
    if spec is None or spec.loader is None:
        raise UsageError(f"No module named {name}")
    file = spec.origin if spec.has_location else None
    loader: object = spec.loader
    if isinstance(loader, importlib.machinery.SourceFileLoader):  # an audit's subclass, or Python's
        loader = spec.loader = importlib.machinery.SourceFileLoader(spec.name, loader.path)
    return Program(
        _of_loader(loader, spec.name, file), file, [file or name, *arguments], os.getcwd(), spec, loader
    )


def _leave_own_frames_out(error: BaseException) -> None:
    traceback = error.__traceback__
    while traceback is not None:
        name = traceback.tb_frame.f_code.co_filename
        if name not in (__file__, rewrite.__file__) and not name.startswith("<frozen importlib"):
            break
        traceback = traceback.tb_next
    error.__traceback__ = traceback


def _show(error: BaseException) -> None:
    """Show the error as Python does at exit, with `sys.excepthook`, which the program may have set."""
    _leave_own_frames_out(error)
    sys.last_type, sys.last_value, sys.last_traceback = type(error), error, error.__traceback__
    if sys.version_info >= (3, 12):
        sys.last_exc = error
    failed: BaseException | None = None
    try:
        sys.excepthook(type(error), error, error.__traceback__)
    except BaseException as other:
        failed = other
    if failed is not None:
        _leave_own_frames_out(failed)
        print("Error in sys.excepthook:", file=sys.stderr)
        sys.__excepthook__(type(failed), failed, failed.__traceback__)
        print("\nOriginal exception was:", file=sys.stderr)
        sys.__excepthook__(type(error), error, error.__traceback__)


def _status_of_exit(error: SystemExit) -> int:
    code = error.code
    if code is None:
        return 0
    if isinstance(code, int):
        return int(code)
    print(code, file=sys.stderr)
    return 1


def _execute(find: Callable[[], Program], own: Callable[[str], None]) -> int:
    """Run the program until it and its threads end; returns its exit status. Raises UsageError if there is no
    program. A KeyboardInterrupt that leaves this function has been shown.
    """
    status, raised = 0, None
    try:
        program = find()
        if program.file is not None and kind_of(program.file) != USER:
            own(program.file)
        _replace_path(program.path)
        sys.argv[:] = program.argv
        sys.modules["__main__"] = module = _main_module(program)
        exec(program.code(), module.__dict__)
    except UsageError:
        raise
    except SystemExit as error:
        status = _status_of_exit(error)
    except BaseException as error:
        raised = error
    if raised is not None:
        _show(raised)
        status = 1
    for thread in threading.enumerate():
        if thread is not threading.main_thread() and not thread.daemon:
            thread.join()
    if isinstance(raised, KeyboardInterrupt):
        raise raised
    return status


def _main_module(program: Program) -> ModuleType:
    module = ModuleType("__main__")
    names: dict[str, object] = {
        "__builtins__": builtins,
        "__loader__": program.loader,
        "__spec__": program.spec,
        "__package__": program.spec.parent if program.spec else None,
        **rewrite.GLOBALS,
    }
    if program.file is not None:
        names["__file__"] = program.file
        if sys.version_info < (3, 15):
            names["__cached__"] = program.spec.cached if program.spec else None
    if sys.version_info < (3, 14):
        names["__annotations__"] = {}
    module.__dict__.update(names)
    return module


def _replace_path(path: str) -> None:
    """Replace the command's folder as the first entry of `sys.path`, unless Python was told not to add it."""
    if not (getattr(sys.flags, "safe_path", False) or sys.flags.isolated):
        sys.path[:1] = [path]


# ---- output ----


class _Output:
    """Where the report goes, and where the program's output goes if it must not mix with the report."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.folder = os.getcwd()
        self.stderr = sys.stderr
        self.kept: int | None = None
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

    def _write(self, name: str, text: str) -> None:
        if self.files[name] == "-":
            sys.stdout.flush()
            assert self.kept is not None
            with open(self.kept, "w", encoding="utf-8", closefd=False) as stream:
                stream.write(text)
        else:
            Path(self.files[name]).write_text(text, "utf-8")

    def report(self, findings: Sequence[Finding]) -> None:
        """Write the whole report. Raises OSError if that fails."""
        # The program may have closed or replaced both. Flush first, so that its output precedes the report,
        # even in a pipe.
        with contextlib.suppress(OSError, ValueError, AttributeError):
            sys.stdout.flush()
        with contextlib.suppress(OSError, ValueError):
            width = columns(self.stderr) or 80
            text = report.text(findings, width, wants_colour(self.stderr), self.folder)
            print(text, file=self.stderr, flush=True)
        writers = {"json": report.to_json, "html": report.to_html, "sarif": report.to_sarif}
        for name, writer in writers.items():
            if name in self.files:
                self._write(name, writer(findings))


# ---- the command ----


def _prepared(arguments: argparse.Namespace) -> tuple[_Output, frozenset[baseline.Key]]:
    """Where reports go, and the known findings. Raises UsageError for options that contradict each other."""
    if not arguments.module and not arguments.program:
        raise UsageError("there is no program to run (try tbcast audit --help)")
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
    if arguments.module:
        return _module(arguments.module[0], arguments.module[1:])
    return _script(arguments.program[0], arguments.program[1:])


def run(arguments: argparse.Namespace) -> int:
    """Run the program, write the findings, and return the exit status. Raises KeyboardInterrupt if the
    program was interrupted; Python must then exit without printing anything more.
    """
    process, interrupted, status, recorder = os.getpid(), False, 0, Recorder()
    try:
        output, known = _prepared(arguments)
        output.redirect()
        with everything(recorder, deep=arguments.deep):
            status = _execute(lambda: _find(arguments), recorder.own)
    except UsageError as error:
        print(f"tbcast audit: {error}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        interrupted = True
    if os.getpid() == process:  # not a child process that the program made by os.fork
        status = _finish(recorder, arguments, output, known, status)
    if interrupted:
        sys.excepthook = lambda *_: None
        raise KeyboardInterrupt
    return status


def _at_least(findings: Sequence[Finding], risk: str) -> list[Finding]:
    return [one for one in findings if LEVELS.index(one.risk) >= LEVELS.index(risk)]


def _finish(
    recorder: Recorder,
    arguments: argparse.Namespace,
    output: _Output,
    known: frozenset[baseline.Key],
    status: int,
) -> int:
    found = baseline.new(recorder.findings("low"), known)
    shown = _at_least(found, arguments.least)
    failing = _at_least(found, arguments.fail_on) if arguments.fail_on else []
    try:
        if arguments.update_baseline:
            baseline.write(output.files["baseline"], _at_least(found, "medium"))
            shown = failing = []
        output.report(shown)
    except OSError as error:
        print(f"tbcast audit: {error}", file=sys.stderr)
        return status or USAGE
    return status or (FOUND if failing else 0)
