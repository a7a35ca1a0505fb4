"""pytest set-up: oracles, hypothesis profiles, the lanes, and the summary of cells."""

import collections
import functools
import gc
import importlib.util
import os
import pickle
import sys

os.environ.setdefault("ATEN_CPU_CAPABILITY", "default")  # before anything imports torch

import hypothesis
import pytest

LEFT_OUT = pytest.StashKey()
# Why tests are left out, as the summary says it.
WITHOUT = "without "  # and the module
FULL = "of the full lane (pytest --full)"
LONG = "long ones (pytest --long)"
EVERY = "that --every passes over"

hypothesis.settings.register_profile("ci", derandomize=True, deadline=None, max_examples=60, database=None)
hypothesis.settings.register_profile("long", deadline=None, max_examples=3000, print_blob=True)


def pytest_addoption(parser):
    parser.addoption("--full", action="store_true", help="what .ci/run tests, too: all but what takes long")
    parser.addoption(
        "--long", action="store_true", help="all tests, all cases instead of a sample, many more drawn shapes"
    )
    parser.addoption(
        "--fuzz-seconds", type=int, default=120, metavar="N", help="with --long, for each subject of fuzzing"
    )
    parser.addoption(
        "--every", type=int, default=1, metavar="N", help="of each test function, every Nth test alone"
    )
    parser.addoption("--starting-at", type=int, default=0, metavar="K", help="with --every, first the Kth")


def pytest_configure(config):
    for line in (
        "cpu_level: exact values; run again under every CPU level of the machine",
        "full: takes a second or a tool; only with --full or --long",
        "sample(n): without --full and --long, every nth of the function's cases",
        "long: takes long; only with --long",
        "whole: all cases of a test that has a sample, of the fixture whole",
        "needs(*modules): only where they can be imported",
    ):
        config.addinivalue_line("markers", line)
    hypothesis.settings.load_profile("long" if config.getoption("--long") else "ci")


def pytest_report_header(config):
    from under_test import MODULE_NAME, torch

    if torch is None:
        return f"testing {MODULE_NAME}; PyTorch is absent: recorded results stand in"
    capability = torch.backends.cpu.get_cpu_capability()
    return f"testing {MODULE_NAME} against PyTorch {torch.__version__} ({capability})"


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory, pytestconfig):
    """One folder for all processes of the run, for what takes long to build (helpers/shared.py)."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if hasattr(pytestconfig, "workerinput") else folder


@pytest.fixture(params=["sample", pytest.param("whole", marks=[pytest.mark.long, pytest.mark.whole])])
def whole(request):
    """False for a test's sample of its cases; with --long the test comes again for the whole, True."""
    return request.param == "whole"


@pytest.fixture(autouse=True)
def default_flags():
    """Each test starts and ends with the backcompat flags at their defaults."""
    from under_test import tb

    yield
    flags = getattr(tb, "backcompat", None)
    if flags is not None and hasattr(flags, "pointwise_fallback"):
        flags.pointwise_fallback.enabled = True
        flags.broadcast_warning.enabled = False
        flags.error_notes.enabled = True


@pytest.fixture(autouse=True, scope="session")
def lent_operators():
    """Rows of operators that PyTorch lacks say what it would compute: it gets functions of their names."""
    from under_test import torch

    if torch is not None:
        from codegen.operators import TABLE
        from oracles.references import lend

        lend(torch, TABLE)


@pytest.fixture(autouse=True, scope="module")
def collected():
    """A test that collects garbage need not look through what thousands of others and pytest keep."""
    gc.collect()
    gc.freeze()


@functools.cache
def is_there(module):
    """Can it be imported?"""
    from under_test import torch

    return torch is not None if module == "torch" else importlib.util.find_spec(module) is not None


def reason_to_leave_out(item, config, seen):
    """Why this run does without the test, or None; `seen` counts the cases of each function."""
    long, full = config.getoption("--long"), config.getoption("--full") or config.getoption("--long")
    for module in (name for marker in item.iter_markers("needs") for name in marker.args):
        if not is_there(module):
            return WITHOUT + module
    if not long and item.get_closest_marker("long"):
        return LONG
    if not full and item.get_closest_marker("full"):
        return FULL
    function = item.nodeid.partition("[")[0]
    seen[function] += 1
    sample = item.get_closest_marker("sample")
    if not full and sample and (seen[function] - 1) % sample.args[0]:
        return FULL
    every, first = config.getoption("--every"), config.getoption("--starting-at")
    return EVERY if (seen[function] - 1 - first) % every else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    seen, left_out, kept = collections.Counter(), collections.defaultdict(list), []
    for item in items:
        reason = reason_to_leave_out(item, config, seen)
        (left_out[reason] if reason else kept).append(item)
    items[:] = kept
    config.stash[LEFT_OUT] = {reason: len(found) for reason, found in left_out.items()}
    if left_out:
        config.hook.pytest_deselected(items=[item for found in left_out.values() for item in found])


def pytest_sessionfinish(session):
    """A process of pytest-xdist tells which cells it has visited, and what it has left out."""
    if hasattr(session.config, "workeroutput"):
        from differential.cells import CELLS

        session.config.workeroutput["cells"] = pickle.dumps(CELLS)
        session.config.workeroutput["left out"] = session.config.stash.get(LEFT_OUT, {})


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    from differential.cells import CELLS

    told = getattr(node, "workeroutput", {})
    CELLS.add(pickle.loads(told.get("cells", pickle.dumps(None))))
    node.config.stash[LEFT_OUT] = told.get("left out", {})  # the same of each


def pytest_terminal_summary(terminalreporter):
    name_missing_levels(terminalreporter)
    left_out = terminalreporter.config.stash.get(LEFT_OUT, {})
    missing = [f"{count} {reason}" for reason, count in left_out.items() if reason.startswith(WITHOUT)]
    if missing:
        terminalreporter.write_line(f"not run: {', '.join(missing)} (pip install '.[dev,parity]')")
    for reason, count in left_out.items():
        if not reason.startswith(WITHOUT):
            terminalreporter.write_line(f"not run: {count} {reason}")
    if "differential.cells" not in sys.modules:  # it takes NumPy, which WebAssembly lacks
        return
    from differential.cells import CELLS

    if CELLS.grids:
        terminalreporter.section("cells: operator x form x dtype x layout class")
        for line in CELLS.summary():
            terminalreporter.write_line(line)


def name_missing_levels(terminalreporter):
    for reports in terminalreporter.stats.values():
        for report in reports:
            for key, value in getattr(report, "user_properties", ()):
                if key == "missing_cpu_levels" and report.when == "call" and value:
                    terminalreporter.write_line(
                        f"CPU levels not tested, this machine or build lacks them: {value}"
                    )
