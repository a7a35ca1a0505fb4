"""The function table as a whole: every call that follows from a row is compared with PyTorch.

helpers/calls/derived.py makes the calls, of every row but those that domains.py leaves to tests of their own.
"""

import ast
import re
from pathlib import Path

import pytest

from calls import derived, domains, function_cells
from codegen.functions import FUNCTIONS
from under_test import needs_torch

TESTS = Path(__file__).resolve().parents[1]


@needs_torch
@pytest.mark.parametrize("name", derived.lists())
def test_every_call_of_a_row_is_torchs(name, whole):
    function_cells.check_places(
        derived.lists()[name], function_cells.whole if whole else function_cells.sample
    )


def test_every_overload_is_called_with_and_without_each_argument():
    wrong = []
    for row in derived.ROWS:
        for overload in derived.of_first_name(row):
            calls = list(derived.Assignments(row, overload).some())
            for argument in overload.arguments:
                given = {argument.name in call for call in calls}
                optional = argument.default is not None
                if given != ({True, False} if optional else {True}):
                    wrong.append((row.name, overload.kind, argument.name, given))
    assert not wrong


def test_domains_are_those_of_rows_with_derived_calls():
    assert set(domains.ROWS) <= {row.name for row in derived.ROWS}


# ---- rows whose calls are not derived ----

BY_PYTHON = ("__copy__", "__complex__")
"""Methods that tests call by copy.copy and complex.  What begins with one _ serves others."""


def named_in(path):
    """Names of attributes in a source, and the words of its strings, but for what only describes it."""
    tree = ast.parse(path.read_text("utf-8"))
    described = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in described:
            yield from re.findall(r"\w+", node.value)


def never_named(rows, folders):
    found = {
        name
        for folder in folders.split()
        for path in (TESTS / folder).glob("*.py")
        if not path.stem.startswith("domain")
        for name in named_in(path)
    }
    names = {name + "_" * inplace for row in rows for name in row.names for inplace in (False, row.inplace)}
    return sorted(name for name in names - found if not re.match("_[a-z]", name) and name not in BY_PYTHON)


@pytest.mark.full
@pytest.mark.parametrize("family", domains.WITH_TESTS_OF_THEIR_OWN, ids=lambda family: family.__name__)
def test_the_tests_of_a_family_name_all_of_its_rows(family):
    rows = [row for row in family.ROWS if not row.namespace]
    assert never_named(rows, domains.WITH_TESTS_OF_THEIR_OWN[family]) == []


def test_other_rows_are_named_as_well():
    rows = [row for row in FUNCTIONS if row.key in domains.OF_MEMORY]
    assert len(rows) == len(domains.OF_MEMORY)
    assert never_named(rows, "memory views helpers/calls") == []
