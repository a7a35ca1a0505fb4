"""A plugin of pytest for WebAssembly (`-p webassembly`, .ci/wasm): skips what cannot run there.

There are no processes, no threads and no NumPy.  A test that asks for one of these is skipped where it asks.
"""

import pytest

# What an error says that asks for one of them, of Python, of tbcast, or in a report about examples.
MISSING = {
    "emscripten does not support processes": "processes",
    "the console command is not installed": "processes",
    "can't start new thread": "threads",
    "Numpy is not available": "numpy",
    "installing NumPy brings it": "numpy",
    "No module named 'numpy'": "numpy",
}


class Module(pytest.Module):
    """A file of tests; importing a module that is not there skips it."""

    def _getobj(self):
        try:
            return super()._getobj()
        except self.CollectError as error:
            if not isinstance(error.__cause__, ModuleNotFoundError):
                raise
            pytest.skip(f"without {error.__cause__.name}", allow_module_level=True)


def pytest_pycollect_makemodule(module_path, parent):
    return Module.from_parent(parent, path=module_path)


def skipping_what_is_missing():
    """What a hook does around the tests."""
    try:
        return (yield)
    except ModuleNotFoundError as error:
        pytest.skip(f"without {error.name}")
    except BaseException as error:  # pytest's own, too, about a warning that an error has kept from coming
        for text, name in MISSING.items():
            if text in f"{error}{error.__context__}":
                pytest.skip(f"without {name}")
        raise


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item):
    return (yield from skipping_what_is_missing())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    return (yield from skipping_what_is_missing())
