"""The guide's table of operations is the code's."""

import re

import pytest

pytest.importorskip("dask.array")

import tbcast.dask as td
from pages import run_examples
from repository import ROOT
from tbcast.dask import _table

GUIDE = (ROOT / "docs/howto/more_than_memory.md").read_text("utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in GUIDE.splitlines()
    if line.startswith("| ")
]


@pytest.mark.parametrize("family", _table.FUNCTIONS)
def test_the_table_names_every_function(family):
    (cell,) = [cells[1] for cells in ROWS if cells[0] == family]
    named = set(re.findall(r"`(\w+)`", cell))
    functions = set(_table.FUNCTIONS[family])
    assert named <= functions | {"expand", "view"}
    assert functions <= named or family == "pointwise"


def test_what_the_table_says_is_refused_is_refused():
    cells = [cells for cells in ROWS if cells[0] == "**refused**"]
    named = {name for _, names, _ in cells for name in re.findall(r"`(\w+)`", names)}
    assert len(named) > 8 and named <= _table.refused() | {"copy_", "fill_"}
    reasons = {why for _, _, why in cells[:-1]}
    assert {*_table.REASONS.values(), _table.OTHER} >= {why for why in reasons if why != "nothing"}


@pytest.mark.parametrize("name", td.__all__)
def test_docstrings_say_what_happens(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    value = getattr(td, name)
    assert value.__doc__
    members = (
        [vars(value)[m] for m in vars(value) if not m.startswith("_")] if isinstance(value, type) else []
    )
    for text in (value.__doc__, *(m.__doc__ or "" for m in members)):
        run_examples(text, name)
