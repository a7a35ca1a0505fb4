"""The options and markers of tbcast's pytest plugin.

pytest loads this module in every run where tbcast is installed, so it imports pytest and nothing else. What
does the work is tbcast/audit/_pytest_plugin.py, which is imported once an option or a marker asks for it.
This module is no part of the package tbcast, because importing a part imports the whole.
"""

import pytest

PLUGIN = "tbcast_audit"

MARKERS = (
    "broadcast_ok: the broadcasts of this test are meant: audits and policies leave it alone (tbcast)",
    "broadcast_policy(level, ...): the test runs under tbcast.broadcast_policy with these arguments (tbcast)",
)


def pytest_addoption(parser):
    """The options."""
    group = parser.getgroup("tbcast", "broadcasts (tbcast)")
    group.addoption(
        "--broadcast-audit",
        action="store_true",
        help="list the risky broadcasts of the tests and of what they test, of tbcast, PyTorch and NumPy",
    )
    group.addoption(
        "--broadcast-fail-on",
        choices=("high", "medium"),
        help="audit, and exit with status 1 if a broadcast has this risk or a higher one",
    )
    group.addoption(
        "--broadcast-sample",
        type=int,
        metavar="N",
        help="audit, in each test the first two rounds of a training loop of PyTorch, and then one in N",
    )
    group.addoption(
        "--broadcast-baseline",
        metavar="FILE",
        help="audit, and leave out the findings that this file knows",
    )
    group.addoption(
        "--broadcast-update-baseline",
        action="store_true",
        help="write all findings into the file of --broadcast-baseline",
    )
    group.addoption(
        "--broadcast-policy",
        choices=("allow", "warn", "raise"),
        help="each test runs under tbcast.broadcast_policy of this level",
    )


def _asked_for(config):
    option = config.option
    return any(
        (
            option.broadcast_audit,
            option.broadcast_fail_on,
            option.broadcast_sample is not None,
            option.broadcast_baseline,
            option.broadcast_update_baseline,
            option.broadcast_policy,
        )
    )


def _start(config):
    if not config.pluginmanager.has_plugin(PLUGIN):
        from tbcast.audit._pytest_plugin import Plugin

        config.pluginmanager.register(Plugin(config), PLUGIN)


def pytest_configure(config):
    """Start, if an option asks for it."""
    for line in MARKERS:
        config.addinivalue_line("markers", line)
    if _asked_for(config) and not config.option.collectonly:
        _start(config)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session):
    """Start, if a marker asks for it."""
    if any(
        item.get_closest_marker("broadcast_policy") or item.get_closest_marker("broadcast_ok")
        for item in session.items
    ):
        _start(session.config)
