"""Runs a program as Python would, within this process: a script, a module or a text."""

from __future__ import annotations

import builtins
import importlib.machinery
import importlib.util
import linecache
import os
import pkgutil
import sys
import threading
import zipfile
import zipimport
from collections.abc import Callable, Mapping
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple

USAGE = 2
"""The exit status of wrong usage."""


def compiled(source: bytes | str, filename: str) -> CodeType:
    """The code of a module, as Python compiles it."""
    return compile(source, filename, "exec", dont_inherit=True)


Compile = Callable[[bytes | str, str], CodeType]


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


def _of_loader(loader: object, name: str, file: str | None, code_of: Compile) -> Callable[[], CodeType]:
    def code() -> CodeType:
        has_source = type(loader) is importlib.machinery.SourceFileLoader or (
            isinstance(loader, zipimport.zipimporter) and file is not None and file.endswith(".py")
        )
        if has_source and file:
            return code_of(loader.get_data(file), file)  # type: ignore[attr-defined]
        found: CodeType | None = loader.get_code(name)  # type: ignore[attr-defined]
        if found is None:
            raise ImportError(f"No code object available for {name}")
        return found

    return code


def script(path: str, arguments: list[str], code_of: Compile = compiled) -> Program:
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
            _of_loader(spec.loader, "__main__", spec.origin, code_of),
            spec.origin,
            argv,
            file,
            spec,
            spec.loader,
        )
    try:
        source = Path(file).read_bytes()
    except OSError as error:
        raise UsageError(f"can't open file {file!r}: [Errno {error.errno}] {error.strerror}") from None
    folder = os.path.dirname(os.path.realpath(file))
    if source[:4] == importlib.util.MAGIC_NUMBER:
        bytecode = importlib.machinery.SourcelessFileLoader("__main__", file)
        return Program(_of_loader(bytecode, "__main__", file, code_of), file, argv, folder, None, bytecode)
    loader = importlib.machinery.SourceFileLoader("__main__", file)
    return Program(lambda: code_of(source, file), file, argv, folder, None, loader)


def module(name: str, arguments: list[str], code_of: Compile = compiled) -> Program:
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
        _of_loader(loader, spec.name, file, code_of),
        file,
        [file or name, *arguments],
        os.getcwd(),
        spec,
        loader,
    )


def text(source: str, arguments: list[str], code_of: Compile = compiled) -> Program:
    """What `python -c` runs."""

    def code() -> CodeType:
        if sys.version_info >= (3, 13):  # tracebacks show lines of the text
            lines = [f"{line}\n" for line in source.splitlines()]
            linecache.cache["<string>"] = len(source), None, lines, "<string>"
        return code_of(source, "<string>")

    return Program(code, None, ["-c", *arguments], "", None, None)


def _leave_own_frames_out(error: BaseException, files: tuple[str, ...]) -> None:
    traceback = error.__traceback__
    while traceback is not None:
        name = traceback.tb_frame.f_code.co_filename
        if name not in (__file__, *files) and not name.startswith("<frozen importlib"):
            break
        traceback = traceback.tb_next
    error.__traceback__ = traceback


def _show(error: BaseException, files: tuple[str, ...]) -> None:
    """Show the error as Python does at exit, with `sys.excepthook`, which the program may have set."""
    _leave_own_frames_out(error, files)
    sys.last_type, sys.last_value, sys.last_traceback = type(error), error, error.__traceback__
    if sys.version_info >= (3, 12):
        sys.last_exc = error
    failed: BaseException | None = None
    try:
        sys.excepthook(type(error), error, error.__traceback__)
    except BaseException as other:
        failed = other
    if failed is not None:
        _leave_own_frames_out(failed, files)
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


def execute(
    find: Callable[[], Program],
    begin: Callable[[Program], None] = lambda program: None,
    names: Mapping[str, object] = {},
    files: tuple[str, ...] = (),
) -> int:
    """Run the program until it and its threads end; returns its exit status. Raises UsageError if there is no
    program. A KeyboardInterrupt that leaves this function has been shown.

    begin: called before the program is.  names: globals that it gets.  files: source files whose frames
    tracebacks leave out at their beginning.
    """
    status, raised = 0, None
    try:
        program = find()
        begin(program)
        _replace_path(program.path)
        sys.argv[:] = program.argv
        sys.modules["__main__"] = module = _main_module(program, names)
        exec(program.code(), module.__dict__)
    except UsageError:
        raise
    except SystemExit as error:
        status = _status_of_exit(error)
    except BaseException as error:
        raised = error
    if raised is not None:
        _show(raised, files)
        status = 1
    if any(not thread.daemon for thread in threading.enumerate() if thread is not threading.main_thread()):
        threading._shutdown()  # type: ignore[attr-defined] # as at exit: executors tell their threads to end
    if isinstance(raised, KeyboardInterrupt):
        raise raised
    return status


def _main_module(program: Program, own: Mapping[str, object]) -> ModuleType:
    module = ModuleType("__main__")
    names: dict[str, object] = {
        "__builtins__": builtins,
        "__loader__": program.loader,
        "__spec__": program.spec,
        "__package__": program.spec.parent if program.spec else None,
        **own,
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
