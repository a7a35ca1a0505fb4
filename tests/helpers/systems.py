"""Marks of tests that need what only some systems have."""

import os

import pytest

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")

# Wine shows the folder of the system that it runs on, where "self" is its server.
HAS_PROC = os.name == "posix" and os.path.exists("/proc/self/statm")
needs_proc = pytest.mark.skipif(not HAS_PROC, reason="needs /proc")
needs_memory_figures = pytest.mark.skipif(
    not HAS_PROC and os.name != "nt", reason="needs what process_memory.py reads"
)
