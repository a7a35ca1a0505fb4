"""What the pytest plugin does, once an option or a marker asks for it; tbcast_pytest.py has those.

One recorder sees everything that the tests of a process run. With pytest-xdist the workers send what they
have seen to the controller, which judges a place by the sizes of all of them.
"""

from __future__ import annotations

import ast
import contextlib
import pickle
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tbcast._policy import broadcast_policy
from tbcast.audit import baseline, report
from tbcast.audit._all_front_ends import everything
from tbcast.audit._children import Family
from tbcast.audit._places import USER, kind_of
from tbcast.audit._rewriting import rewrite
from tbcast.audit._sampling import checked
from tbcast.audit._settings import Settings, find
from tbcast.audit.recorder import Candidate, Finding, Recorder, findings_of

KEY = "tbcast_audit"
"""Of what a worker sends."""


@contextlib.contextmanager
def _tests_rewritten(config: pytest.Config) -> Iterator[None]:
    """Modules in which pytest rewrites assertions are rewritten for the audit afterwards.

    They have pytest's own loader, which an audit's import hook leaves alone. What of pytest is used here is
    no public interface: where it is missing, the operators of arrays in test modules are not seen.
    """
    try:
        from _pytest.assertion.rewrite import assertstate_key, rewrite_asserts

        hook: Any = config.stash[assertstate_key].hook
        names, execute = hook._rewritten_names, hook.exec_module
    except (AttributeError, ImportError, KeyError):
        yield
        return

    def exec_module(module: ModuleType) -> None:
        file = str(module.__spec__.origin if module.__spec__ else "")
        try:
            if kind_of(file) != USER:
                raise ImportError("a plugin of pytest's")
            source = Path(file).read_bytes()
            tree = ast.parse(source, file)
            rewrite_asserts(tree, source, file, config)
            code = rewrite.compiled(tree, lambda tree: compile(tree, file, "exec", dont_inherit=True))
        except Exception:  # pytest's own loader says it better
            execute(module)
            return
        names[module.__name__] = Path(file)
        module.__dict__.update(rewrite.GLOBALS)
        exec(code, module.__dict__)

    hook.exec_module = exec_module
    try:
        yield
    finally:
        del hook.exec_module


class Plugin:
    """The hooks of a run."""

    def __init__(self, config: pytest.Config) -> None:
        option = config.option
        self.config = config
        self.update: bool = option.broadcast_update_baseline
        audits = (
            option.broadcast_audit
            or option.broadcast_fail_on
            or option.broadcast_baseline
            or option.broadcast_sample is not None
            or self.update
        )
        self.settings = self._found_settings() if audits else Settings()
        self.level: str | None = option.broadcast_policy or self.settings.policy
        self.fail_on: str | None = option.broadcast_fail_on or self.settings.fail_on
        self.sample = self._sample(option.broadcast_sample)
        self.is_worker = hasattr(config, "workerinput")
        self.baseline = self._path(option.broadcast_baseline)
        self.known = self._known()
        self.recorder = Recorder() if audits else None
        self.family: Family | None = None
        self.from_workers: list[Candidate] = []
        self.findings: list[Finding] | None = None
        self.all_findings: list[Finding] = []
        self.wrong: dict[str, str] = {}
        self.stack = ExitStack()
        if self.recorder is not None:
            options: dict[str, Any] = {"deep": self.settings.deep, "sample": self.sample}
            self.stack.enter_context(everything(self.recorder, **options))
            self.stack.enter_context(_tests_rewritten(config))
            if self.is_worker or getattr(option, "dist", "no") == "no":  # workers watch on their own
                self.family = self.stack.enter_context(Family(self.recorder, options))

    def _found_settings(self) -> Settings:
        try:
            return find(self.config.rootpath)
        except ValueError as error:
            raise pytest.UsageError(str(error)) from None

    def _sample(self, given: int | None) -> int | None:
        try:
            return self.settings.sample if given is None else checked(given)
        except ValueError as error:
            raise pytest.UsageError(f"--broadcast-sample: {error}") from None

    def _path(self, name: str | None) -> Path | None:
        if not name and self.settings.baseline:
            return self.settings.baseline
        if self.update and not name:
            raise pytest.UsageError("--broadcast-update-baseline needs --broadcast-baseline FILE")
        return self.config.invocation_params.dir / name if name else None

    def _known(self) -> frozenset[baseline.Key]:
        if self.baseline is None or self.update or self.is_worker:
            return frozenset()
        try:
            return baseline.read(self.baseline)
        except OSError as error:
            raise pytest.UsageError(
                f"--broadcast-baseline: {error}; --broadcast-update-baseline writes one"
            ) from None
        except ValueError as error:
            raise pytest.UsageError(f"--broadcast-baseline: {error}") from None

    # ---- each test ----

    def _contexts(self, item: pytest.Item) -> Iterator[AbstractContextManager[object]]:
        marker = item.get_closest_marker("broadcast_policy")
        if marker is not None:
            yield broadcast_policy(*marker.args, **marker.kwargs)
        elif item.get_closest_marker("broadcast_ok"):
            yield broadcast_policy("allow")
        elif self.level is not None:
            yield broadcast_policy(self.level)  # type: ignore[arg-type]

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """The test and its fixtures run within the policy and the audit."""
        with ExitStack() as stack:
            try:
                contexts = list(self._contexts(item))
            except (TypeError, ValueError) as error:
                self.wrong[item.nodeid] = str(error)
                contexts = []
            for context in contexts:
                stack.enter_context(context)
            session = sys.modules.get("tbcast.audit._pytorch.session")
            if self.sample is not None and session is not None:
                session.restart(self.recorder)
            return (yield)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """A marker with wrong arguments fails its test."""
        if item.nodeid in self.wrong:
            pytest.fail(f"@pytest.mark.broadcast_policy: {self.wrong[item.nodeid]}", pytrace=False)

    # ---- the end ----

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """A worker of pytest-xdist has ended."""
        sent = getattr(node, "workeroutput", {}).get(KEY)
        if sent is not None:
            self.from_workers += pickle.loads(sent)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Judge, or send to the controller, which does; exit status 1 for what --broadcast-fail-on names."""
        if self.recorder is None:
            self.stack.close()
            return
        seen = (self.family or self.recorder).candidates()
        self.stack.close()
        if self.is_worker:
            session.config.workeroutput[KEY] = pickle.dumps(seen)  # type: ignore[attr-defined]
            return
        self.all_findings = self.settings.kept(
            findings_of([*seen, *self.from_workers], self.settings.least or "medium")
        )
        if self.update and self.baseline is not None:
            baseline.write(self.baseline, self.all_findings)
            self.known = baseline.read(self.baseline)
        self.findings = baseline.new(self.all_findings, self.known)
        risks = {"high": ("high",), "medium": ("high", "medium")}.get(self.fail_on or "", ())
        if session.exitstatus == pytest.ExitCode.OK and any(one.risk in risks for one in self.findings):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """What was found, and is not known."""
        if self.findings is None:
            return
        terminalreporter.section("broadcast audit")
        if self.update and self.baseline is not None:
            terminalreporter.write_line(f"{self.baseline.name} now knows {_counted(self.all_findings)}")
            return
        width, colour = terminalreporter._tw.fullwidth, terminalreporter.hasmarkup
        root = str(self.config.rootpath)
        terminalreporter.write_line(report.text(self.findings, width, colour, root))
        known = len(self.all_findings) - len(self.findings)
        if known and self.baseline is not None:
            terminalreporter.write_line(f"{known} more known in {self.baseline.name}")

    def pytest_unconfigure(self) -> None:
        """Nothing is watched any more."""
        self.stack.close()


def _counted(findings: Sequence[Finding]) -> str:
    return "1 place" if len(findings) == 1 else f"{len(findings)} places"
