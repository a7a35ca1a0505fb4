"""`%load_ext tbcast.audit`, and then `%%audit` before a cell: runs it, and shows what it broadcast."""

from __future__ import annotations

import argparse
import ast
import contextlib
import shlex
from collections.abc import Iterator
from typing import Any

from tbcast._verdict.risk import LEVELS
from tbcast.audit import report
from tbcast.audit._all_front_ends import everything
from tbcast.audit._rewriting.rewrite import GLOBALS, compiled
from tbcast.audit.recorder import Recorder


class _Options(argparse.ArgumentParser):
    """Wrong usage is one line in a notebook."""

    def error(self, message: str) -> Any:
        from IPython.core.error import UsageError

        raise UsageError(f"%%audit: {message}")


@contextlib.contextmanager
def _rewriting(compiler: Any) -> Iterator[None]:
    """IPython's compiler, which is called with the trees of a cell, rewrites them."""
    kind = type(compiler)

    def call(self: Any, source: Any, *rest: Any, **options: Any) -> Any:
        def compiles(tree: Any) -> Any:
            return kind.__call__(self, tree, *rest, **options)

        return compiled(source, compiles) if isinstance(source, ast.AST) else compiles(source)

    compiler.__class__ = type("Rewriting", (kind,), {"__call__": call})
    try:
        yield
    finally:
        compiler.__class__ = kind


class _Report:
    """What is displayed below a cell: HTML where a front end shows it, else text."""

    def __init__(self, recorder: Recorder, least: str) -> None:
        self.findings = recorder.findings(least)

    def __repr__(self) -> str:
        return report.text(self.findings)

    def _repr_html_(self) -> str:
        from tbcast.audit.report._page import part_of

        return part_of(self.findings, None)


def _options(line: str) -> argparse.Namespace:
    parser = _Options(prog="%%audit", add_help=False)
    parser.add_argument("--least", choices=LEVELS[1:], default="medium")
    parser.add_argument("--deep", action="store_true")
    return parser.parse_args(shlex.split(line))


def _raise(error: BaseException | None) -> None:
    """The cell has failed, and so has the magic; the traceback has been shown."""
    if error is not None:
        with contextlib.suppress(AttributeError, TypeError):  # of an object without attributes
            error._render_traceback_ = lambda *_: []  # type: ignore[attr-defined]
        raise error


def load_ipython_extension(ipython: Any) -> None:
    """Define `%%audit [--least RISK] [--deep]`: it runs the cell as usual, then reports the broadcasts.

    It sees all calls of PyTorch and tbcast. Of NumPy and other arrays, it sees the operations in the cell and
    in modules that the cell imports. `tbcast audit --help` explains the options. IPython calls this function
    for `%load_ext tbcast.audit`.

    Raises nothing; the magic raises UsageError for wrong options, and what the cell raises.

    >>> tbcast.audit.load_ipython_extension.__name__  # in IPython: %load_ext tbcast.audit
    'load_ipython_extension'
    """

    def audit(line: str, cell: str) -> None:
        """Run the cell and report the broadcasts that nobody may have meant."""
        options = _options(line)
        recorder = Recorder()
        for names in (ipython.user_ns, ipython.user_ns_hidden):
            names.update(GLOBALS)
        with _rewriting(ipython.compile), everything(recorder, deep=options.deep):
            result = ipython.run_cell(cell)
        found = _Report(recorder, options.least)
        if ipython.display_formatter is not None:
            from IPython.display import display

            display(found)
        _raise(result.error_before_exec or result.error_in_exec)

    ipython.register_magic_function(audit, "cell", "audit")


def unload_ipython_extension(ipython: Any) -> None:
    """Forget `%%audit`, for `%unload_ext tbcast.audit`. What has been rewritten stays so.

    Raises nothing.

    >>> tbcast.audit.unload_ipython_extension.__name__  # in IPython: %unload_ext tbcast.audit
    'unload_ipython_extension'
    """
    ipython.magics_manager.magics["cell"].pop("audit", None)
