"""pytest set-up: oracles, hypothesis profiles, the two lanes, processes, and the summary of cells."""

import collections
import gc
import os
import pickle

os.environ.setdefault("ATEN_CPU_CAPABILITY", "default")  # before anything imports torch

import hypothesis
import pytest

hypothesis.settings.register_profile("ci", derandomize=True, deadline=None, max_examples=60, database=None)
hypothesis.settings.register_profile("long", deadline=None, max_examples=3000, print_blob=True)


LONG = "takes long: pytest --long runs it"


def pytest_addoption(parser):
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


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    """With pytest-xdist, one process a processor, unless the command line says otherwise."""
    option = config.option
    if not config.pluginmanager.hasplugin("xdist") or hasattr(config, "workerinput"):
        return
    if option.numprocesses is None and not (option.tx or option.usepdb or option.trace or option.collectonly):
        count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        option.numprocesses = count if count > 1 else None
        if option.dist == "no" and count > 1:
            option.dist = "worksteal"


def pytest_configure(config):
    config.addinivalue_line(
        "markers", "cpu_level: exact values; run again under every CPU level of the machine"
    )
    config.addinivalue_line("markers", "long: takes long; skipped without --long")
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


@pytest.fixture(params=["sample", pytest.param("whole", marks=pytest.mark.long)])
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


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    if not config.getoption("--long"):
        for item in items:
            if item.get_closest_marker("long"):
                item.add_marker(pytest.mark.skip(reason=LONG))
    every, first, seen = config.getoption("--every"), config.getoption("--starting-at"), collections.Counter()
    left_out = []
    for item in items:
        function = item.nodeid.partition("[")[0]
        if (seen[function] - first) % every:
            left_out.append(item)
        seen[function] += 1
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]


def pytest_collection_finish():
    """A test that collects garbage need not look through fourteen thousand others."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish(session):
    """A process of pytest-xdist tells which cells it has visited."""
    if hasattr(session.config, "workeroutput"):
        from differential.cells import CELLS

        session.config.workeroutput["cells"] = pickle.dumps(CELLS)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    from differential.cells import CELLS

    CELLS.add(pickle.loads(getattr(node, "workeroutput", {}).get("cells", pickle.dumps(None))))


def pytest_terminal_summary(terminalreporter):
    from differential.cells import CELLS

    name_missing_levels(terminalreporter)
    skipped = terminalreporter.stats.get("skipped", ())
    if count := sum(isinstance(report.longrepr, tuple) and LONG in report.longrepr[2] for report in skipped):
        terminalreporter.write_line(f"{count} of the skipped tests take long: pytest --long runs them")
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
