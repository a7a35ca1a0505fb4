"""Processes that an audited program starts: they are watched as well, and what they see joins its report.

A process that is forked has the audit already: it forgets what its parent has seen. A Python that the program
starts through subprocess or multiprocessing gets AUDIT_CHILD and a folder before its own arguments; that
script watches, and runs what was to be run. Each such process writes candidates (see recorder.py) into a file
of its own in the folder: new ones at once, as it may be killed, and all, with their counts, when it ends.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tbcast.audit._places import USER, kind_of
from tbcast.audit._rewriting.importing import after_import
from tbcast.audit.recorder import Candidate, Recorder

AUDIT_CHILD = str(Path(os.path.abspath(__file__)).parents[1] / "_command_line" / "audit_child.py")
"""The script, which takes a folder and then the program as Python takes it."""
_OPTIONS = "options.json"
_UNFINISHED = ".part"

# ---- what processes tell each other ----


def options_of(folder: str) -> dict[str, Any]:
    """Those of the audit. Raises OSError if nobody waits for findings any more."""
    with open(os.path.join(folder, _OPTIONS), encoding="utf-8") as stream:
        found: dict[str, Any] = json.load(stream)
    return found


def _records(path: Path) -> Iterator[tuple[list[Candidate], dict[str, str]]]:
    """As many as were written whole."""
    with contextlib.suppress(Exception), path.open("rb") as stream:
        while True:
            yield pickle.load(stream)


class Family:
    """A process and those that it starts, from one's `with` on."""

    def __init__(
        self,
        recorder: Recorder,
        options: Mapping[str, object] = {},
        folder: str | None = None,
        ended: Callable[[], object] = lambda: None,
    ) -> None:
        """options: what children are watched with. folder: of the process that reports, if this is a child.
        ended: called if the process that reports ends by os._exit.
        """
        self.recorder = recorder
        self._options = options
        self._folders = [] if folder is None else [folder]
        self._is_child = folder is not None
        self._ended = ended
        self._file: str | None = None
        self._sent: set[str] = set()
        self._undo = contextlib.ExitStack()

    def _folder(self) -> str | None:
        """Made when the first child is started; None if that is impossible."""
        with contextlib.suppress(OSError):
            if not self._folders:
                made = tempfile.mkdtemp(prefix="tbcast-audit-")
                options = {**self._options, "own": self.recorder.owned}
                with open(os.path.join(made, _OPTIONS), "w", encoding="utf-8") as stream:
                    json.dump(options, stream)
                self._folders.append(made)  # of two threads the first counts
            return self._folders[0]
        return None

    def __enter__(self) -> Family:
        if self._is_child:
            self.recorder.on_new = self._write_new
        _families.append(self)
        self._undo.callback(_families.remove, self)
        self._replace(os, "_exit", self._ending(os._exit))
        self._replace(subprocess.Popen, "__init__", self._starting(subprocess.Popen.__init__))
        self._undo.callback(after_import("multiprocessing.util", self._watch_multiprocessing))
        return self

    def __exit__(self, *_: object) -> None:
        self._undo.close()
        if not self._is_child:
            self._remove_folders()

    def _remove_folders(self) -> None:
        for folder in self._folders:
            shutil.rmtree(folder, ignore_errors=True)

    # ---- a child ----

    def forked(self) -> None:
        """This process is a child now."""
        self._is_child, self._file, self._sent = True, None, set()
        self.recorder.clear()
        self.recorder.on_new = self._write_new

    def _path(self) -> str:
        if self._file is None:
            self._file = os.path.join(self._folders[0], f"{os.getpid()}-{time.monotonic_ns()}")
        return self._file

    def _record(self, candidates: Sequence[Candidate]) -> bytes:
        """With the sources that the file has not got yet."""
        files = {one.finding.file for one in candidates} - self._sent
        self._sent |= files
        sources = {file: text for file, text in self.recorder.sources.items() if file in files}
        return pickle.dumps((list(candidates), sources))

    def _write_new(self, candidates: Sequence[Candidate]) -> None:
        # opened each time: the program may close what it does not know
        with contextlib.suppress(IndexError, OSError), open(self._path(), "ab", buffering=0) as stream:
            stream.write(self._record(candidates))

    def finish(self) -> None:
        """A child ends: in place of what it has written, write all that it has seen. Raises nothing."""
        candidates = self.recorder.candidates() if self._is_child and self._folders else []
        if not candidates:
            return
        self._sent.clear()
        with contextlib.suppress(OSError):
            unfinished = self._path() + _UNFINISHED
            with open(unfinished, "wb") as stream:
                stream.write(self._record(candidates))
            os.replace(unfinished, self._path())

    # ---- the process that reports ----

    def candidates(self) -> list[Candidate]:
        """What this process and its children have seen."""
        found = self.recorder.candidates()
        for file in sorted(file for folder in self._folders for file in Path(folder).glob("*-*[0-9]")):
            for candidates, sources in _records(file):
                found += candidates
                self.recorder.sources = {**sources, **self.recorder.sources}
        return found

    # ---- what is replaced ----

    def _replace(self, owner: Any, name: str, ours: Callable[..., Any]) -> None:
        before = getattr(owner, name)

        def put_back() -> None:
            if getattr(owner, name) is ours:
                setattr(owner, name, before)

        setattr(owner, name, ours)
        self._undo.callback(put_back)

    def _ending(self, end: Callable[[int], Any]) -> Callable[..., Any]:
        """os._exit, by which multiprocessing's forked processes end, too."""

        @functools.wraps(end)
        def _exit(status: int) -> None:
            try:
                if self._is_child:
                    self.finish()
                else:
                    self._ended()
                    self._remove_folders()
            finally:
                end(status)

        return _exit

    def _starting(self, start: Callable[..., None]) -> Callable[..., None]:
        """subprocess.Popen, which starts what torchrun starts."""

        @functools.wraps(start)
        def __init__(process: Any, args: Any, *further: Any, **named: Any) -> None:
            own = len(further) < 2 and named.get("executable") is None and not named.get("shell")
            parts = python_program(args) if own else None
            folder = self._folder() if parts else None
            if parts is None or folder is None:
                return start(process, args, *further, **named)
            options, program = parts
            start(process, [sys.executable, *options, AUDIT_CHILD, folder, *program], *further, **named)
            process.args = args

        return __init__

    def _watch_multiprocessing(self) -> None:
        """Its options of Python stand before what its spawned processes and the forkserver run."""
        from multiprocessing import util

        flags = getattr(util, "_args_from_interpreter_flags", None)
        if flags is None:
            return

        @functools.wraps(flags)
        def flags_and_audit() -> list[str]:
            from multiprocessing import spawn

            found: list[str] = flags()
            own = AUDIT_CHILD not in found and os.fsdecode(spawn.get_executable() or "") == sys.executable
            folder = self._folder() if own else None
            return found if folder is None else [*found, AUDIT_CHILD, folder]

        self._replace(util, "_args_from_interpreter_flags", flags_and_audit)


_families: list[Family] = []


def _after_fork() -> None:
    for family in _families:
        family.forked()


def _before_fork() -> None:
    for family in _families:
        family._folder()  # the child must know it


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_child=_after_fork)

# ---- Python's command line ----

_FLAGS = frozenset("bBdEIOPqRsSuv")


def python_program(args: object) -> tuple[list[str], list[str]] | None:
    """The options of Python and what it runs (a file, `-c`, `-m`), if this starts the Python of this process;
    None for other programs, prompts, audits, and files of libraries, such as workers of PyTorch's compilers.

    >>> import sys
    >>> python_program([sys.executable, "-uc", "pass", "x"])
    (['-u'], ['-c', 'pass', 'x'])
    """
    if not isinstance(args, (list, tuple)) or not all(isinstance(word, (str, os.PathLike)) for word in args):
        return None
    words = [os.fsdecode(word) for word in args]
    if not words or words[0] != sys.executable:
        return None
    parts = _parts(words[1:])
    if parts is None or parts[1][:2] == ["-m", "tbcast"]:
        return None
    return parts if parts[1][0].startswith("-") or kind_of(parts[1][0]) == USER else None


def _parts(words: list[str]) -> tuple[list[str], list[str]] | None:
    options: list[str] = []
    while words:
        word, *words = words
        if word == "-" or not word.startswith("-"):
            return options, [word, *words]
        for at, letter in enumerate(word[1:], 1):
            rest = [word[at + 1 :]] if word[at + 1 :] else []
            if letter in "cm":
                program = [*rest, *words]
                return ([*options, *([word[:at]] * (at > 1))], [f"-{letter}", *program]) if program else None
            if letter in "WX":
                options += [word] if rest else [word, *words[:1]]
                words = words if rest else words[1:]
                break
            if letter not in _FLAGS:
                return None
        else:
            options.append(word)
    return None
