"""All lists of calls of the function table by name: those that are derived from the rows (derived.py), and
those written by hand for what no row says, each a Cells object, or one of a dictionary of them, in a module
*_cases.py of this folder.
"""

import functools
import importlib
import re
from pathlib import Path

from calls import derived, function_cells
from calls.function_cells import Cells
from codegen.functions import (
    FUNCTIONS,
    classes,
    closeness,
    constructors,
    creation,
    data,
    drawing,
    indexing,
    methods,
    promotion,
    protocols,
    settings,
    views,
)
from codegen.functions.row import Function
from codegen.operators.row import SPECIAL

HERE = Path(__file__).parent
TESTS = HERE.parents[1]
WITH_OTHER_TESTS = {
    "views": (views.ROWS, ("views", "helpers/calls")),
    "creation": ((*creation.ROWS, *drawing.ROWS), ("create", "random", "helpers/calls", "helpers/oracles")),
    "data": (data.ROWS, ("create", "interop")),
    "indexing": (indexing.ROWS, ("index", "helpers/indexing", "helpers/calls")),
    "closeness": (closeness.ROWS, ("pointwise",)),
    "methods": (methods.ROWS, ("types", "views", "call", "interop", "parity", "helpers/calls")),
    "promotion": (promotion.ROWS, ("base", "types", "call", "pointwise", "views")),
    "constructors": (constructors.ROWS, ("call", "types")),
    "protocols": (protocols.ROWS, ("interop", "helpers/calls")),
    "classes": (classes.ROWS, ("types", "random", "package", "helpers")),
    "settings": (settings.ROWS, ("create", "random", "threads", "memory", "types", "base")),
}
"""Families that tests of their own compare with PyTorch: their rows, and the folders where those are."""
OUT = "Tensor input, *, Tensor out = None"


def by_hand(name, overload="Tensor input", method=False):
    """A stand-in for the row of a function that is Python in torch as well, and parses its own arguments."""
    return Function(name, "", (overload,), "", method=method)


ROWS = (
    *(
        row
        for row in FUNCTIONS
        if row.namespace in ("", "nn")  # others serve these
        and not any(row in rows for rows, _ in WITH_OTHER_TESTS.values())
    ),
    *(by_hand("tensordot", OUT), by_hand("cdist"), by_hand("chain_matmul", OUT), by_hand("einsum")),
    *map(by_hand, ("meshgrid", "cartesian_prod", "block_diag", "unravel_index")),
)
"""Every function that is not pointwise and has calls here."""


@functools.cache
def lists():
    """{"cumsum: out=", "shapes.GRIDS": Cells}, each once."""
    return derived.lists() | by_hand_lists()


@functools.cache
def by_hand_lists():
    found, seen = {}, set()
    for path in sorted(HERE.glob("*_cases.py")):
        if "from calls.function_cells import" in path.read_text("utf-8"):
            names = vars(importlib.import_module(f"calls.{path.stem}"))
            family = path.stem.removesuffix("_cases")
            for name, value in names.items():
                several = value if isinstance(value, dict) and not name.startswith("_") else {"": value}
                for key, cells in several.items():
                    if isinstance(cells, Cells) and id(cells) not in seen:
                        found[f"{family}.{name} {key}".rstrip()] = cells
                        seen.add(id(cells))
    return found


def places(name, text):
    """The (dtype, layout) in which an expression of a list is evaluated: of derived calls a sample."""
    cells = lists()[name]
    if name in derived.lists():
        return function_cells.sample(cells, text)
    return [(dtype, layout) for dtype in cells.dtypes for layout in cells.layouts]


def spellings(row):
    """{form: pattern of a call} of a row: function, method, in-place method by every name, and out=."""
    found = {}
    owner = "F" if row.namespace == "nn" else "torch"
    for name in row.names:
        if row.function:
            found[f"torch.{name}"] = rf"{owner}\.{name.replace(SPECIAL, 'special.')}\("
        if row.method:
            found[f"Tensor.{name}"] = rf"(?<!\btorch)(?<!\bF)\.{name}\("
        if row.inplace:
            found[f"Tensor.{name}_"] = rf"\.{name}_\("
    if any(" out = None" in text for text in row.signatures):
        found[f"torch.{row.name}(out=)"] = rf"{owner}\.{row.name.replace(SPECIAL, 'special.')}\(.*\bout="
    return found


def calls_of(row):
    """(list, expression) of every call of the row."""
    if row in derived.ROWS:
        return [(key, text) for key in derived.keys_of(row) for text in lists()[key].expressions]
    wanted = re.compile("|".join(spellings(row).values()))
    return [
        (key, text)
        for key, cells in by_hand_lists().items()
        for text in cells.expressions
        if wanted.search(text)
    ]


def missing():
    """Forms of functions that are called by hand and that no list calls."""
    texts = "\n".join(text for cells in by_hand_lists().values() for text in cells.expressions)
    rows = [row for row in ROWS if row not in derived.ROWS]
    return [form for row in rows for form, call in spellings(row).items() if not re.search(call, texts)]


def never_named(family):
    """Names of the family's rows that its tests never mention."""
    rows, folders = WITH_OTHER_TESTS[family]
    texts = "\n".join(path.read_text("utf-8") for folder in folders for path in (TESTS / folder).glob("*.py"))
    names = {
        f"{name}{'_' * inplace}"
        for row in rows
        if not row.namespace and not re.match("_[a-z]", row.name)  # others serve these
        for name in row.names
        for inplace in (False, row.inplace)
    }
    special = (
        "__copy__",
        "__deepcopy__",
        "__sizeof__",
        "__reduce__",
        "__reduce_ex__",
        "__complex__",
    )  # Python calls them
    return sorted(name for name in names if name not in special and not re.search(rf"\b{name}\b", texts))
