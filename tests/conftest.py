"""pytest set-up: oracles, hypothesis profiles, options, and the summary of cells."""

import os

os.environ.setdefault("ATEN_CPU_CAPABILITY", "default")  # before anything imports torch

import hypothesis
import pytest

hypothesis.settings.register_profile("ci", derandomize=True, deadline=None, max_examples=60, database=None)
hypothesis.settings.register_profile("long", deadline=None, max_examples=3000, print_blob=True)


def pytest_addoption(parser):
    parser.addoption(
        "--long", action="store_true", help="all cases instead of a sample, and many more drawn shapes"
    )


def pytest_configure(config):
    config.addinivalue_line(
        "markers", "cpu_level: exact values; run again under every CPU level of the machine"
    )
    hypothesis.settings.load_profile("long" if config.getoption("--long") else "ci")


def pytest_report_header(config):
    from under_test import MODULE_NAME, torch

    if torch is None:
        return f"testing {MODULE_NAME}; PyTorch is absent: recorded results stand in"
    capability = torch.backends.cpu.get_cpu_capability()
    return f"testing {MODULE_NAME} against PyTorch {torch.__version__} ({capability})"


@pytest.fixture(autouse=True)
def default_flags():
    """Each test starts and ends with the backcompat flags at their defaults."""
    from under_test import tb

    yield
    flags = getattr(tb, "backcompat", None)
    if flags is not None and hasattr(flags, "pointwise_fallback"):
        flags.pointwise_fallback.enabled = True
        flags.broadcast_warning.enabled = False


def pytest_collection_modifyitems(items):
    """The checks of cells and named differences go last: they look at what the others did."""
    last = ("test_no_cell_is_empty", "test_named_differences_have_reasons_and_are_met")
    items.sort(key=lambda item: item.name in last)


def pytest_terminal_summary(terminalreporter):
    name_missing_levels(terminalreporter)
    from cells import CELLS
    from form_cells import FORM_CELLS

    if FORM_CELLS.visited:
        values, refusals = FORM_CELLS.counts()
        terminalreporter.section("cells: creation, views, accessors and conversions x dtype x layout")
        terminalreporter.write_line(
            f"{values} cells with a value, {refusals} refused as they should be, "
            f"{sum(FORM_CELLS.empty().values())} empty"
        )
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
