"""A program: makes the compiled modules again and again, the first, second, ... allocation failing and many
after it, until one is made; then imports the package, which takes that one's names.

Printed is how often each failed.
"""

import _imp
import _testcapi
import importlib.util
from pathlib import Path

FOLDER = Path(importlib.util.find_spec("tbcast").origin).parent
MANY = 1000  # as in runner.py


def attempt(name, path, first):
    """The module, or None: there was no memory for it.  Nothing of Python's own runs meanwhile."""
    module = importlib.util.module_from_spec(importlib.util.spec_from_file_location(name, path))
    make = _imp.exec_dynamic
    _testcapi.set_nomemory(first, first + MANY)
    try:
        make(module)
    except MemoryError:
        module = None
    finally:
        _testcapi.remove_mem_hooks()
    return module


def made(name):
    """The module, and how often it was not made."""
    pattern = f"{name.removeprefix('tbcast.').replace('.', '/')}.*"
    path = next(path for path in FOLDER.glob(pattern) if path.suffix in (".so", ".pyd"))
    failures = 0
    while (module := attempt(name, path, failures)) is None:
        failures += 1
    return module, failures


library, failures = made("tbcast._C")
import tbcast  # noqa: E402

assert library.Tensor is tbcast.Tensor and (tbcast.ones(2, 3) + 1).tolist() == [[2] * 3] * 2
watch, others = made("tbcast.audit._watch")
import tbcast.audit._watch  # noqa: E402

assert watch.TorchMode is tbcast.audit._watch.TorchMode and watch.watched(0, 1, 2) == 3
print(failures, others)
