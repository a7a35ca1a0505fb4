"""What a recorder keeps: the user's places, the verdict over all sizes that a place was seen with, and fixes
in the program's own words.
"""

import linecache
import os
import signal
import sys
import textwrap
import threading
import types

import pytest

import tbcast
from repository import python
from systems import needs_fork
from tbcast._verdict.intent import place_of
from tbcast.audit import _places, recorder as recorders
from tbcast.audit.recorder import Recorder, findings_of

LIBRARY = os.path.join(os.sep, "env", "lib", "site-packages", "somebody", "module.py")


class Shaped:
    """Has a shape and operators, which tell a recorder."""

    recorder = None

    def __init__(self, *shape, marks=None):
        self.shape, self.marks = shape, marks

    def _see(self, operator, other, **given):
        marks = (self.marks, other.marks) if self.marks or other.marks else ()
        shapes = self.shape, other.shape
        self.recorder.see(operator, shapes, sys._getframe(2), marks=marks, itemsize=4, **given)

    def __sub__(self, other):
        self._see("sub", other)

    def __isub__(self, other):
        self._see("sub_", other, inplace=True)
        return self

    def __gt__(self, other):
        self._see("gt", other)

    def sub(self, other):
        self._see("sub", other)

    def mse_loss(self, other):
        self._see("mse_loss", other, data=True)


@pytest.fixture
def recorder(monkeypatch):
    monkeypatch.setattr(Shaped, "recorder", Recorder())
    return Shaped.recorder


def run(source, filename="program.py", **names):
    """Run a program of that file name, whose source linecache finds."""
    text = textwrap.dedent(source).lstrip("\n")
    linecache.cache[filename] = len(text), None, text.splitlines(True), filename
    names = {"Shaped": Shaped, "__name__": "program", **names}
    exec(compile(text, filename, "exec"), names)
    return types.SimpleNamespace(**names)


# ---- places ----


def test_a_place_is_the_line_of_the_users_statement(recorder):
    run("""
        pred, target = Shaped(6, 1), Shaped(6)
        class Net:
            def loss(self):
                return (
                    pred  # of the net
                    - target
                )
        Net().loss()
        Net().loss()
    """)
    (found,) = recorder.findings()
    assert found.file == os.path.abspath("program.py")
    assert found.line in (4, 5, 6)  # versions of Python differ
    assert found.function == "Net.loss"
    assert found.statement == "return (pred - target)"
    assert (found.operator, found.shapes, found.result) == ("sub", ((6, 1), (6,)), (6, 6))
    assert (found.growth, found.nbytes, found.risk, found.count) == (6.0, 144, "high", 2)
    assert found.reason == "a and b have the same sizes apart from 1s, and both grow"
    assert found.fix == "target[:, None]"


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("if (Shaped(6, 1) > Shaped(6)) is None:\n    pass", "if (Shaped(6, 1) > Shaped(6)) is None:"),
        ("x = [Shaped(6, 1) - Shaped(6) for _ in range(2)]", None),
        ("f = lambda: Shaped(6, 1) - Shaped(6); f()", None),
        ("x = Shaped(6, 1) \\\n    - Shaped(6)", "x = Shaped(6, 1) - Shaped(6)"),
        ("Shaped(6, 1) - Shaped(6), '" + "x" * 300 + "'", "Shaped(6, 1) - Shaped(6), '" + "x" * 170 + "..."),
    ],
)
def test_the_statement_is_one_line(recorder, statement, text):
    run(statement)
    (found,) = recorder.findings()
    assert found.statement == (text or statement)


def test_a_comprehension_is_part_of_its_function(recorder):
    run("""
        def f():
            return [list(Shaped(6, 1) - Shaped(6) for _ in "ab") for _ in "c"] if 0 else \\
                [Shaped(6, 1) - Shaped(6) for _ in "ab"]
        f()
    """)
    assert [found.function for found in recorder.findings()] == ["f"]


def test_functions_have_qualified_names(recorder):
    run("""
        import functools
        class A:
            class B:
                @functools.lru_cache(
                    maxsize=None
                )
                def f(self):
                    def g():
                        return [(lambda: Shaped(6, 1) - Shaped(6))() for _ in "a"]
                    g()
                    Shaped(6, 1) - Shaped(6)
        A.B().f()
        (lambda: Shaped(6, 1) - Shaped(6))()
    """)
    names = {found.function for found in recorder.findings()}
    assert names - {"A.B.f.<locals>.g.<locals>.<listcomp>.<lambda>"} == {
        *("A.B.f", "<lambda>"),
        *names
        & {"A.B.f.<locals>.g.<locals>.<lambda>", "A.B.f.<locals>.g.<locals>.<listcomp>.<locals>.<lambda>"},
    }
    assert len(names) == 3


def test_code_without_a_source_has_a_place_and_no_statement(recorder):
    names = {"Shaped": Shaped}
    exec(compile("\nShaped(6, 1) - Shaped(6)", "<made>", "exec"), names)
    (found,) = recorder.findings()
    assert (found.file, found.line, found.statement, found.fix) == ("<made>", 2, "", "b[:, None]")


LIBRARY_CODE = """
    def difference(a, b):
        a - b
    def loss(a, b):
        return a.mse_loss(b)
    def call(f):
        f()
"""


def test_what_library_code_calls_does_not_count(recorder):
    library = run(LIBRARY_CODE, LIBRARY)
    run("difference(Shaped(6, 1), Shaped(6))", difference=library.difference)
    assert recorder.findings("none") == []


def test_a_loss_that_library_code_calls_belongs_to_the_user(recorder):
    library = run(LIBRARY_CODE, LIBRARY)
    run("pred, y = Shaped(6, 1), Shaped(6)\nloss(pred, y)", loss=library.loss)
    (found,) = recorder.findings()
    assert (found.line, found.statement, found.fix) == (
        *(2, "loss(pred, y)"),
        "y[:, None]" if sys.version_info >= (3, 11) else "b[:, None]",
    )


def test_the_users_code_counts_wherever_it_is_called_from(recorder):
    library = run(LIBRARY_CODE, LIBRARY)
    run("def f():\n    Shaped(6, 1) - Shaped(6)\ncall(f)", call=library.call)
    assert [found.function for found in recorder.findings()] == ["f"]


@pytest.mark.parametrize(
    "filename",
    [LIBRARY, threading.__file__, tbcast.__file__, "<frozen importlib._bootstrap>", "<eval_with_key>.3"],
)
def test_these_files_are_not_the_users(recorder, filename):
    names = {"Shaped": Shaped}
    exec(compile("def f(): Shaped(6, 1) - Shaped(6)", filename, "exec"), names)
    run("f()", "<stdin>", f=names["f"])
    found = [one.file for one in recorder.findings()]
    assert found == (
        ["<stdin>"] if filename == tbcast.__file__ else []
    )  # tbcast passes its caller's calls on


@pytest.fixture
def installed(monkeypatch):
    """Where PyTorch and NumPy were imported from: as with `pip install --target`, or built in place."""
    folder = os.path.join(os.sep, "layers")
    for name in ("torch", "numpy"):
        module = types.ModuleType(name)
        module.__path__ = [os.path.join(folder, name)]
        monkeypatch.setitem(sys.modules, name, module)
    return folder


def test_pytorchs_files_that_pass_a_call_on_are_skipped(recorder, installed):
    wrapper = run("def power(a, b): a - b", os.path.join(installed, "torch", "_tensor.py"))
    run("power(Shaped(6, 1), Shaped(6))", power=wrapper.power)
    assert [found.statement for found in recorder.findings()] == ["power(Shaped(6, 1), Shaped(6))"]


def test_an_installed_package_can_be_the_users_own(monkeypatch):
    monkeypatch.setattr(Shaped, "recorder", Recorder(own=[os.path.dirname(LIBRARY)]))
    run("Shaped(6, 1) - Shaped(6)", LIBRARY)
    assert len(Shaped.recorder.findings()) == 1
    Shaped.recorder.own(LIBRARY.replace("somebody", "another"))
    run("Shaped(6, 1) - Shaped(6)", LIBRARY.replace("somebody", "another"))
    assert len(Shaped.recorder.findings()) == 2


def test_a_call_without_a_frame_is_the_callers(recorder):
    recorder.see("sub", ((6, 1), (6,)))
    (found,) = recorder.findings()
    assert found.file == __file__
    assert found.statement == 'recorder.see("sub", ((6, 1), (6,)))'


def test_a_source_is_read_when_it_is_first_seen(recorder, tmp_path, monkeypatch):
    """The program may change its folder, or remove the file."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gone.py").write_text("Shaped(6, 1) - Shaped(6)\n")
    exec(compile("Shaped(6, 1) - Shaped(6)", "gone.py", "exec"), {"Shaped": Shaped})
    (tmp_path / "gone.py").unlink()
    monkeypatch.chdir(tmp_path.parent)
    (found,) = recorder.findings()
    assert (found.file, found.statement) == (str(tmp_path / "gone.py"), "Shaped(6, 1) - Shaped(6)")


# ---- verdicts ----


def risk_of(recorder, *pairs, **given):
    """Of one place that is seen with these shapes."""
    for shapes in pairs:
        recorder.see("sub", shapes, **given)
    found = recorder.findings("low")
    assert len(found) <= 1
    return found[0].risk if found else None


VERDICTS = [
    ([((256, 64), (64,)), ((64, 64), (64,))], "low"),
    ([((64, 64), (64,)), ((256, 64), (64,))], "low"),
    ([((64, 64), (64,))], "medium"),
    ([((5, 1), (5,)), ((7, 1), (5,))], "medium"),
    ([((64, 1), (64,)), ((17, 1), (17,))], "high"),
    ([((64, 1), (64,)), ((1, 1), (1,))], "high"),  # one element decides nothing
    ([((64, 1), (64,)), ((64, 1), (64, 1))], "high"),
    ([((64, 1), (64,)), ((64, 8), (8,))], "high"),  # dimensions of size 1 in other places: another question
    ([((64, 1), (64,)), ((0, 1), (0,))], "high"),  # nor does an empty batch
    ([((3, 1), (1,))], None),
    # dimensions of size 1 that nothing grows along: images of one column, one image, a kernel of 3 x 3
    ([((3, 3, 4, 1), (3, 1, 1)), ((2, 3, 4, 5), (3, 1, 1))], "low"),
    ([((2, 3, 4, 5), (3, 1, 1)), ((3, 3, 4, 1), (3, 1, 1))], "low"),
    ([((1, 3, 3, 3), (3, 3)), ((2, 5, 3, 3), (3, 3))], "low"),
    ([((3, 3, 4, 1), (3, 1, 1))], "medium"),
    # a batch of one: along the dimension in question nothing grows
    ([((64, 64), (64,)), ((1, 64), (64,))], "medium"),
    ([((64, 1, 8), (64, 8)), ((1, 1, 8), (1, 8))], "high"),
    # other dimensions grow, or are as large
    ([((64, 64, 8), (64, 8)), ((64, 1, 8), (64, 8))], "high"),
    ([((64, 64, 8), (64, 8)), ((32, 1, 8), (1, 8))], "low"),  # a length of 1: it is no batch
    ([((1, 64, 64), (64,)), ((8, 32, 64), (64,))], "low"),
    ([((5, 64, 64), (64,)), ((1, 32, 64), (64,))], "medium"),
    ([((3, 3, 4, 1), (3, 1, 1)), ((3, 4, 5), (3, 1, 1))], "medium"),  # fewer dimensions
    ([((5, 1, 1), (5,)), ((5, 1, 7), (5, 7))], "high"),
]


@pytest.mark.parametrize(("pairs", "risk"), VERDICTS)
def test_sizes_that_decide_count_for_the_place(recorder, pairs, risk):
    assert risk_of(recorder, *pairs) == risk


SHOWN = [
    ([((2, 1), (2,)), ((64, 1), (64,)), ((5, 1), (5,))], ((64, 1), (64,))),  # the largest growth
    ([((64, 1), (64,)), ((5, 1), (5,)), ((5, 1), (5,))], ((64, 1), (64,))),  # however often
    ([((64, 64), (64,)), ((8, 8), (8,)), ((8, 8), (8,))], ((8, 8), (8,))),  # then what was seen most often
    ([((64, 64), (64,)), ((8, 8), (8,))], ((64, 64), (64,))),  # then what was seen first
    ([((9, 1), (5,)), ((3, 3), (3,))], ((9, 1), (5,))),  # of two questions, too
    ([((3, 3), (3,)), ((9, 1), (5,))], ((9, 1), (5,))),
    ([((900, 1), (500,)), ((1, 3, 1), (1, 3))], ((1, 3, 1), (1, 3))),  # after the risk
]


@pytest.mark.parametrize("often", [0, 50])
def test_sizes_that_decide_count_for_a_call_that_has_run_often(often):
    def scaled(x, y):
        return tbcast.mul(x, y)  # CPython 3.11 makes it by another instruction when it has run often

    with tbcast.audit.tensors() as seen:
        for _ in range(1 + often):
            scaled(tbcast.ones(4, 4), tbcast.ones(4))
        scaled(tbcast.ones(3, 4), tbcast.ones(4))
    assert [found.count for found in seen.findings("low")] == [2 + often]
    assert seen.findings() == []


@pytest.mark.parametrize(("pairs", "shown"), SHOWN)
def test_of_equal_risks_the_largest_growth_is_shown(recorder, pairs, shown):
    for shapes in pairs:
        recorder.see("sub", shapes)
    [found] = recorder.findings()
    assert (found.shapes, found.count) == (shown, len(pairs))
    assert found.fix == tbcast.explain(*shown).fixes[0].code


def test_candidates_of_other_processes_are_weighed_alike(recorder):
    def program(*calls):
        recorder.clear()
        for shapes, fallback in calls:
            recorder.see("sub", shapes, fallback=fallback)
        return recorder.candidates()

    small, large = (((2, 1), (2,)), False), (((64, 1), (64,)), False)
    viewed = ((4, 2), (8,)), True
    for first, second, shown in (
        *((small, large, large), (large, small, large)),
        *((viewed, large, viewed), (large, viewed, viewed)),  # the fallback before all
    ):
        [found] = findings_of([*program(first), *program(second)])
        assert (found.shapes, found.count) == (shown[0], 2)
        [found] = findings_of(program(first, second))
        assert (found.shapes, found.count) == (shown[0], 2)
    [found] = findings_of([*program(small, small, small), *program(large)])  # however often
    assert (found.shapes, found.count) == (large[0], 4)


def test_the_fallback_is_always_high(recorder):
    recorder.see("add", ((4, 2), (8,)), fallback=True)
    (found,) = recorder.findings()
    assert (found.risk, found.result, found.growth) == ("high", (4, 2), 1.0)
    assert "1-dimensional" in found.reason


def test_shapes_that_do_not_broadcast_are_left_out(recorder):
    recorder.see("add", ((4, 2), (3,)))
    assert recorder.findings("none") == []


def test_two_expressions_of_one_statement_do_not_excuse_each_other(recorder):
    """Where calls are told apart by their place in the bytecode."""
    run("a, b, c, d = Shaped(8, 1), Shaped(8), Shaped(9, 1), Shaped(8)\n(a - b, c - d)")
    (found,) = recorder.findings()
    assert (found.risk, found.shapes, found.count) == ("high", ((8, 1), (8,)), 2)
    assert found.fix == ("b[:, None]")


def test_operators_of_one_line_are_findings_of_their_own(recorder):
    run("a, b = Shaped(8, 1), Shaped(8)\n(a - b, a > b)")
    assert [(found.operator, found.line) for found in recorder.findings()] == [("gt", 2), ("sub", 2)]


def test_findings_begin_with_the_riskiest(recorder):
    run("Shaped(8, 1) - Shaped(7)\nShaped(8, 1) - Shaped(8)\nShaped(8, 8) - Shaped(8)", "b.py")
    run("Shaped(8, 1) - Shaped(8)\nShaped(2, 8) - Shaped(8)", "a.py")
    found = [(f.risk, os.path.basename(f.file), f.line) for f in recorder.findings("low")]
    assert found == [
        *(("high", "a.py", 1), ("high", "b.py", 2)),
        *(("medium", "b.py", 1), ("medium", "b.py", 3), ("low", "a.py", 2)),
    ]
    assert len(recorder.findings()) == 4
    assert len(recorder.findings("high")) == 2
    with pytest.raises(ValueError, match="least must be one of none, low, medium, high, not 'severe'"):
        recorder.findings("severe")


def test_what_the_statement_writes_out_excuses(recorder):
    def written(*shape):
        return Shaped(*shape, marks=(None, place_of(sys._getframe(1))))

    program = """
        def f(make):
            make(8, 1) - Shaped(8)
            x = make(8, 1)
            x - Shaped(8)
            x.mse_loss(Shaped(8))
            return x
        f(make) - Shaped(8)
    """
    run(program, make=written)
    found = {one.line: one.risk for one in recorder.findings("low")}
    assert found == {2: "low", 4: "medium", 5: "high", 7: "high"}


def test_a_comment_excuses_its_statement(recorder):
    run("""
        Shaped(6, 1) - Shaped(6)  # broadcast: ok, all pairs
        x = (
            Shaped(6, 1)  # broadcast: ok
            - Shaped(6)
        )
        Shaped(6, 1) - Shaped(6)  # broadcast
    """)
    assert [found.line for found in recorder.findings()] == [6]


def test_a_policy_that_allows_excuses(recorder):
    with tbcast.broadcast_policy("allow"):
        Shaped(6, 1) - Shaped(6)
        with tbcast.broadcast_policy("raise"):
            Shaped(7, 1) - Shaped(7)
    assert [found.shapes for found in recorder.findings()] == [((7, 1), (7,))]


# ---- fixes ----

FIXES = [
    ("pred - y", "y[:, None]"),
    ("y - pred", "y[:, None]"),
    ("pred - data.y[0]", "data.y[0][:, None]"),
    ("pred - (y or y)", "(y or y)[:, None]"),
    ("(pred - y, pred > pred)", "y[:, None]"),
    ("pred.sub(y)", "y[:, None]"),
    ("pred.mse_loss(y)", "y[:, None]"),
    ("functional.mse_loss(pred, y)", "y[:, None]"),
    ("functional.mse_loss(*(pred, y))", "b[:, None]"),
    ("wide -= y", "y[:, None]"),
    ("getattr(pred, '__sub__')(y)", "b[:, None]"),
    ("pred - " + "y" * 50, "b[:, None]"),
]


@pytest.mark.parametrize(("expression", "fix"), FIXES)
def test_a_fix_has_the_programs_own_names(recorder, expression, fix):
    y = Shaped(6)
    names = {
        "pred": Shaped(6, 1),
        "wide": Shaped(6, 6),
        "y": y,
        "y" * 50: y,
        "data": types.SimpleNamespace(y=[y]),
        "functional": types.SimpleNamespace(mse_loss=Shaped.mse_loss),
    }
    run(expression, **names)
    assert [found.fix for found in recorder.findings()] == [fix]


@pytest.mark.parametrize(
    ("expression", "fix"),
    [
        ("x.masked_fill(mask, 3)", "mask[:, :, None]"),
        ("x.masked_fill(~mask, number)", "(~mask)[:, :, None]"),
        ("torch.masked_fill(x, mask, number)", "mask[:, :, None]"),
        ("x.allclose(row, 0.5)", "b[:, :, None]"),
    ],
)
def test_what_follows_the_operands_is_none(expression, fix):
    names = {"torch": tbcast, "x": tbcast.ones(5, 5, 5), "row": tbcast.ones(5, 5), "number": -1e9}
    with tbcast.audit.tensors() as recorder:
        run(expression, **names, mask=names["row"] > 0)
    assert [found.fix for found in recorder.findings()] == [fix]


@pytest.mark.parametrize(
    "shapes", [((6, 1), (6,)), ((6, 1), (7,)), ((6, 6), (6,)), ((3, 3, 1), (3, 3)), ((5, 1), (5,), (5, 1))]
)
def test_growth_and_fixes_are_those_of_explain(recorder, shapes):
    recorder.see("some", shapes)
    (found,) = recorder.findings()
    explained = tbcast.explain(*shapes)
    assert found.growth == explained.growth
    assert found.result == tuple(explained.shape)
    assert found.fix == next((fix.code for fix in explained.fixes), None)


# ---- counting, memory, threads ----


def test_a_place_keeps_few_shapes_and_counts_all(recorder):
    for n in range(2, 500):
        recorder.see("sub", ((n, 1), (n,)))
    (found,) = recorder.findings()
    assert (found.risk, found.count) == ("high", 498)
    (seen,) = recorder._seen.values()
    assert len(seen.calls) == recorders.MAX_SHAPES


def test_sizes_that_decide_are_kept_however_late_they_come(recorder):
    for n in [*range(2, 500), 1000]:
        recorder.see("sub", ((n, 1), (n if n < 1000 else 7,)))
    (found,) = recorder.findings()
    assert (found.risk, found.shapes, found.count) == ("medium", ((1000, 1), (7,)), 499)


def test_the_fallback_is_kept_however_late_it_comes(recorder):
    for n in [*range(2, 500), 1000]:
        recorder.see("sub", ((n, 1), (n,)) if n < 1000 else ((4, 2), (8,)), fallback=n == 1000)
    (found,) = recorder.findings()
    assert (found.shapes, found.count) == (((4, 2), (8,)), 499)


def test_a_recorder_that_recognises_no_more_calls_counts_on(recorder, monkeypatch):
    monkeypatch.setattr(recorders, "MAX_KNOWN", 3)
    for n in [*range(2, 9)] * 5:
        recorder.see("sub", ((n, 1), (n,)))
    (found,) = recorder.findings()
    assert found.count == 35
    assert len(recorder._known) <= 3


def test_places_are_bounded(recorder, monkeypatch):
    monkeypatch.setattr(recorders, "MAX_PLACES", 5)
    for n in range(9):
        exec(compile("Shaped(6, 1) - Shaped(6)", f"<cell {n}>", "exec"), {"Shaped": Shaped})
    assert len(recorder.findings()) == 5


def test_a_cleared_recorder_is_empty(recorder):
    for _ in range(2):
        recorder.see("sub", ((6, 1), (6,)))
        assert [found.count for found in recorder.findings()] == [1]
        recorder.clear()
        assert recorder.findings() == []


def test_threads_lose_no_call(recorder):
    def work():
        for n in range(2000):
            recorder.see("sub", ((n % 50 + 2, 1), (n % 50 + 2,)))

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        recorder.findings()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    assert [found.count for found in recorder.findings()] == [16000]


class Loader:
    """Tells a source, and broadcasts while it does."""

    def get_source(self, name):
        run("Shaped(9, 1) - Shaped(9)", "<loader>")
        exec(compile("Shaped(8, 1) - Shaped(8)", "loaded.py", "exec"), self.names)
        return "Shaped(6, 1) - Shaped(6)\n"


def test_a_source_whose_loader_broadcasts_is_read(recorder):
    loader = Loader()
    loader.names = {"Shaped": Shaped, "__loader__": loader, "__name__": "loaded"}
    exec(compile("Shaped(6, 1) - Shaped(6)", "loaded.py", "exec"), loader.names)
    found = {(os.path.basename(one.file), one.count) for one in recorder.findings()}
    assert found == {("loaded.py", 2), ("<loader>", 1)}


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers")
def test_a_handler_of_a_signal_may_broadcast(recorder):
    handled, over = [], []

    def handle(*_):
        handled.append(len(handled))
        recorder.see("sub", ((len(handled) + 2, 1), (len(handled) + 2,)))
        if not over:  # not sooner, for where this takes longer handlers would nest without an end
            signal.setitimer(signal.ITIMER_REAL, 1e-3)

    before = signal.signal(signal.SIGALRM, handle)
    try:
        signal.setitimer(signal.ITIMER_REAL, 1e-3)
        for n in range(20000):
            recorder.see("add", ((n + 2, 1), (n + 2,)))
    finally:
        over.append(True)
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert {found.operator: found.count for found in recorder.findings()}["add"] == 20000


FORK = """
import os, threading
from tbcast.audit.recorder import Recorder
recorder = Recorder()
held, leave = threading.Event(), threading.Event()
def hold():
    with recorder._lock:
        held.set()
        leave.wait()
thread = threading.Thread(target=hold)
thread.start()
held.wait()
if child := os.fork():
    leave.set()
    thread.join()
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
else:
    recorder.see("sub", ((6, 1), (6,)))
    os._exit(len(recorder.findings()))
"""


@needs_fork
def test_a_child_does_not_wait_for_a_thread_of_its_parent(tmp_path):
    status, text = python("-W", "ignore", "-c", FORK, cwd=tmp_path)
    assert (status, text) == (0, "1\n")


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("torch/nn/modules/loss.py", _places.LIBRARY),
        ("torch/functional.py", _places.SKIPPED),
        ("torch/nn/functional.py", _places.LIBRARY),
        ("numpy/_core/fromnumeric.py", _places.LIBRARY),
        ("torches/functional.py", _places.USER),
        ("program.py", _places.USER),
    ],
)
def test_libraries_are_known_wherever_they_lie(installed, path, kind):
    assert _places.kind_of(os.path.join(installed, *path.split("/"))) == kind
