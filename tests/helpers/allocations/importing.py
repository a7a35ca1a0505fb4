"""A program: makes the compiled module again and again, its first, second, ... allocation failing
and many after it, until one is made; then imports the package, which takes that one's names.

Printed is how often it failed.
"""

import _imp
import _testcapi
import importlib.util
from pathlib import Path

FOLDER = Path(importlib.util.find_spec("tbcast").origin).parent
PATH = next(path for path in FOLDER.glob("_C.*") if path.suffix in (".so", ".pyd"))
MANY = 1000  # as in runner.py


def attempt(first):
    """The module, or None: there was no memory for it.  Nothing of Python's own runs meanwhile."""
    module = importlib.util.module_from_spec(importlib.util.spec_from_file_location("tbcast._C", PATH))
    make = _imp.exec_dynamic
    _testcapi.set_nomemory(first, first + MANY)
    try:
        make(module)
    except MemoryError:
        module = None
    finally:
        _testcapi.remove_mem_hooks()
    return module


failures = 0
while (made := attempt(failures)) is None:
    failures += 1
import tbcast  # noqa: E402

assert made.Tensor is tbcast.Tensor and (tbcast.ones(2, 3) + 1).tolist() == [[2] * 3] * 2
print(failures)
