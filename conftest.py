"""Makes `python -m pytest` in the root of a clone test the installed package, as `pytest` does.

`python -m` puts the current folder first on sys.path, where the source folder tbcast/ would hide the
installed package.  Unless the extension was built in place (`pip install -e .`), that entry is taken away.
"""

import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

ROOT = Path(__file__).resolve().parent

if not any((ROOT / "tbcast" / f"_C{suffix}").exists() for suffix in EXTENSION_SUFFIXES):
    sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != ROOT]


def pytest_report_header():
    import tbcast

    return f"tbcast: {tbcast.__version__} from {Path(tbcast.__file__).parent}"
