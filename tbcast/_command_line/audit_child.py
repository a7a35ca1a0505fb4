"""What a Python starts with that an audited program starts: it watches, and runs what was to be run.

The file is run by its path, FOLDER and what Python is to run: see tbcast/audit/_children.py.
"""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from types import CodeType
from typing import Any, NoReturn


def _unwatched() -> NoReturn:
    """Run the program as if there were no audit."""
    at = sys.orig_argv.index(__file__)
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:at], *sys.orig_argv[at + 2 :]])


def _import_tbcast() -> None:
    """Keep the folder of tbcast out of the program's path."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    if getattr(sys.flags, "safe_path", False) or sys.flags.isolated:
        sys.path.insert(0, root)
    else:
        sys.path[0] = root  # the first entry is replaced by the program's
    import tbcast._command_line.program
    import tbcast.audit._all_front_ends
    import tbcast.audit._children  # noqa: F401

    if getattr(sys.flags, "safe_path", False) or sys.flags.isolated:
        sys.path.remove(root)


def _rewrite_main_of_multiprocessing() -> None:
    """A spawned process runs the main module again, under another name, through runpy."""
    import runpy

    from tbcast.audit._rewriting import rewrite

    run_code: Any = getattr(runpy, "_run_code", None)

    def _run_code(
        code: CodeType,
        names: dict[str, Any],
        given: Any = None,
        name: Any = None,
        spec: Any = None,
        *further: Any,
    ) -> Any:
        if name == "__mp_main__":
            code = rewrite.rewritten_of(code, spec and spec.loader)
            given = {**(given or {}), **rewrite.GLOBALS}
        return run_code(code, names, given, name, spec, *further)

    if run_code is not None:
        runpy._run_code = _run_code  # type: ignore[attr-defined]


def run(folder: str, words: list[str]) -> int:
    """Run the program, write what was seen into the folder, and return the exit status. Raises OSError if
    nobody waits for it any more, UsageError if there is no program, KeyboardInterrupt if it was interrupted.
    """
    from tbcast._command_line.program import Program, execute, module, script, text
    from tbcast._policy import broadcast_policy
    from tbcast.audit._all_front_ends import everything
    from tbcast.audit._children import Family, options_of
    from tbcast.audit._rewriting import rewrite
    from tbcast.audit.recorder import Recorder

    options = options_of(folder)

    def find() -> Program:
        kinds = {"-c": text, "-m": module}
        if words[0] in kinds:
            return kinds[words[0]](words[1], words[2:], rewrite.code_of)
        return script(words[0], words[1:], rewrite.code_of)

    _rewrite_main_of_multiprocessing()
    recorder = Recorder(options.pop("own", ()))
    policy = options.get("policy")
    with ExitStack() as stack:
        if policy:
            stack.enter_context(broadcast_policy(policy))
        stack.enter_context(
            everything(recorder, deep=bool(options.get("deep")), sample=options.get("sample"))
        )
        family = stack.enter_context(Family(recorder, options, folder))
        try:
            return execute(find, names=rewrite.GLOBALS, files=(rewrite.__file__,))
        finally:
            family.finish()


def main() -> int:
    """The exit status of the program."""
    folder, *words = sys.argv[1:]
    is_tracker = words[0] == "-c" and "multiprocessing.resource_tracker" in words[1]
    if is_tracker or not os.path.isdir(folder):
        _unwatched()
    try:
        _import_tbcast()
    except ImportError:
        _unwatched()
    from tbcast._command_line.program import UsageError

    try:
        return run(folder, words)
    except (OSError, UsageError):  # Python says it better
        _unwatched()
    except KeyboardInterrupt:
        sys.excepthook = lambda *_: None
        raise


if __name__ == "__main__":
    sys.exit(main())
