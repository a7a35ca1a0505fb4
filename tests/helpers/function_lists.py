"""All lists of calls of the function table, by name, and which forms of which functions they call.

A list is a Cells object in a module *_cases.py of this folder.
"""

import functools
import importlib
import re
from pathlib import Path

from forms import FUNCTIONS
from function_cells import Cells

HERE = Path(__file__).parent


@functools.cache
def lists():
    """{"reductions.SUMS": Cells}"""
    found = {}
    for path in sorted(HERE.glob("*_cases.py")):
        if "from function_cells import" in path.read_text("utf-8"):
            names = vars(importlib.import_module(path.stem))
            family = path.stem.removesuffix("_cases")
            found |= {f"{family}.{name}": cells for name, cells in names.items() if isinstance(cells, Cells)}
    return found


def spellings(row):
    """{form: pattern of a call} of a row: function, method, in-place method by every name, and out=."""
    found = {}
    for name in row.names:
        if row.function:
            owner = "F" if row.namespace == "nn" else "torch"
            found[f"torch.{name}"] = rf"{owner}\.{name}\("
        if row.method:
            found[f"Tensor.{name}"] = rf"(?<!\btorch)(?<!\bF)\.{name}\("
        if row.inplace:
            found[f"Tensor.{name}_"] = rf"\.{name}_\("
    if any(" out = None" in text for text in row.signatures):
        found[f"torch.{row.name}(out=)"] = rf"torch\.{row.name}\(.*\bout="
    return found


def calls_of(row):
    """(list, expression) of every call of the row."""
    wanted = re.compile("|".join(spellings(row).values()))
    return [
        (key, text) for key, cells in lists().items() for text in cells.expressions if wanted.search(text)
    ]


def missing():
    """Forms of functions that no list calls."""
    texts = "\n".join(text for cells in lists().values() for text in cells.expressions)
    return [form for row in FUNCTIONS for form, call in spellings(row).items() if not re.search(call, texts)]
