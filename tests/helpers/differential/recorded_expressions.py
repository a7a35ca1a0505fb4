"""The expressions whose torch outcomes are recorded, and how an outcome is written down.

To record more names, add a list of expressions to LISTS (conversion_cells.py says what they may use) and run
tests/recorded/record.py.  A line of the file is one expression: a CRC-32 for each of its places, which are
every dtype and layout or, of derived calls, a sample.
"""

import json
import lzma
import re
import warnings
import zlib
from pathlib import Path

from calls import derived, function_cells, function_lists
from calls.conversion_cells import CREATION, GROUPS, LAYOUTS, adjusted, cell
from differential.cases import Library
from oracles.dtype_rules import NAMES

FILE = Path(__file__).resolve().parents[2] / "recorded" / "torch_expressions.txt.xz"
FORMAT = 1

# Name: (expressions, layouts of `t`; None where there is no t).
LISTS = {**{name: (texts, LAYOUTS) for name, texts in GROUPS.items()}, "creation": (CREATION, (None,))}

# Those of the function table.
FUNCTIONS = function_lists.lists()
LISTS |= {name: (cells.expressions, cells.layouts) for name, cells in FUNCTIONS.items()}

# Not recorded: what another NumPy may do differently.
FOREIGN = re.compile(r"\bnp\.|numpy|__array")


def recorded_lists(names=tuple(LISTS)):
    """(list, expression, places) of every line of these lists, in order."""
    for name in names:
        texts, layouts = LISTS[name]
        for text in dict.fromkeys(texts):
            if not FOREIGN.search(text):
                yield name, text, places(name, text, layouts)


def places(name, text, layouts):
    """(dtype, layout) of an expression; of derived calls a sample."""
    if name in derived.lists():
        return function_cells.sample(FUNCTIONS[name], text)
    return [(dtype, layout) for dtype in NAMES for layout in layouts]


def outcome_of(lib, library, name, text, dtype, layout):
    """What one cell gave; of functions with a tolerance without their values."""
    if name not in FUNCTIONS:
        return cell(lib, library, text, dtype, layout)
    cells = FUNCTIONS[name]
    if dtype not in cells.dtypes or dtype in cells.different(text):
        return (None,), (), ()
    return function_cells.evaluated(lib, text, cells, dtype, layout, keep=cells.tolerance != "exact").outcome


def issue_once(lib):
    """Warnings that a process issues once have been issued: outcomes do not depend on what ran before."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        lib.ones(1).storage()


def checksums(lib, name, text, found_in):
    """The outcomes of one expression in all of its places."""
    found, library = [], Library(lib)
    issue_once(lib)
    for dtype, layout in found_in:
        result, warned, after = adjusted(outcome_of(lib, library, name, text, dtype, layout))
        if name in FUNCTIONS:
            result, warned, after = function_cells.in_any_order((result, warned, after))
        if result[0] == "error" and name == "accessors":
            result = result[:2]  # Python's texts change from version to version
        found.append(f"{zlib.crc32(repr((result, warned, after)).encode()):08x}")
    return found


def write(lib):
    """Record everything; returns (lines, bytes)."""
    found = [(name, text, checksums(lib, name, text, where)) for name, text, where in recorded_lists()]
    lines = [f"{name}\t{text}\t{' '.join(sums)}" for name, text, sums in found]
    cells = sum(len(sums) for _, _, sums in found)
    header = {"format": FORMAT, "torch": str(lib.__version__), "lines": len(lines), "cells": cells}
    data = "\n".join([json.dumps(header), *lines]) + "\n"
    FILE.write_bytes(lzma.compress(data.encode(), preset=9 | lzma.PRESET_EXTREME))
    return len(lines), FILE.stat().st_size


def read():
    """(header, {(list, expression): checksums})"""
    header, *lines = lzma.decompress(FILE.read_bytes()).decode().splitlines()
    found = (line.split("\t") for line in lines)
    return json.loads(header), {(name, text): sums.split() for name, text, sums in found}
