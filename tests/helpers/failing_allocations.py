"""Allocations of CPython's that fail, one at a time."""

import sysconfig

import pytest


def failing_allocations():
    """A module with set_nomemory and remove_mem_hooks.  Skips where the interpreter does not survive them."""
    testcapi = pytest.importorskip("_testcapi")
    if not hasattr(testcapi, "set_nomemory"):
        pytest.skip("this Python has no set_nomemory")
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        pytest.skip("a list that finds no memory frees what it never had there (PyList_New of CPython 3.13)")
    return testcapi
