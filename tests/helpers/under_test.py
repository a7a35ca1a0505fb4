"""Which module is tested, and the oracles that stand beside it.

`tb` is tbcast; `torch` is PyTorch, or None where it is not installed.  The
environment decides two things: TBCAST_TEST_MODULE=torch puts PyTorch in tbcast's
place (to test the tests), TBCAST_REQUIRE_TORCH=1 makes a missing PyTorch an error.
"""

import importlib
import os

import pytest

# The bit oracle is torch without vector instructions; it reads this once, when it is imported.
os.environ.setdefault("ATEN_CPU_CAPABILITY", "default")

MODULE_NAME = os.environ.get("TBCAST_TEST_MODULE", "tbcast")
STAND_IN = MODULE_NAME != "tbcast"

tb = importlib.import_module(MODULE_NAME)

try:
    import torch
except ImportError:
    if os.environ.get("TBCAST_REQUIRE_TORCH") == "1":
        raise
    torch = None

if torch is not None:
    torch.set_warn_always(True)  # and not once a process
    torch.set_num_threads(1)

needs_torch = pytest.mark.needs("torch")  # conftest.py leaves them out without PyTorch


def first_line(error):
    """The part of an exception's text that is compared: without torch's stack trace and file names."""
    text = str(error).split("\nException raised from")[0]
    if text.startswith("[enforce fail at "):
        text = text.split("] ", 1)[1].removeprefix("err == 0. ")
    return text.split(" (Triggered internally at")[0]
