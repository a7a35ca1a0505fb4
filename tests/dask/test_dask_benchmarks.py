"""The benchmarks on Dask run, their engines compute the same, and the page says what the rows say."""

import csv
import json
import sys

import numpy as np
import pytest

pytest.importorskip("distributed")
pytest.importorskip("psutil")

from repository import ROOT, python

FOLDER = ROOT / "docs/benchmarks/dask"


@pytest.fixture
def tables(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    before = set(sys.modules)
    import dask_tables

    yield dask_tables
    for name in set(sys.modules) - before:
        if name in ("dask_tables", "dask_page", "draw"):
            del sys.modules[name]


def test_engines_compute_the_same(tables, tmp_path):
    path = tables.make(tmp_path, 0.002)
    engines = tables.Tbcast(), tables.Eager(), tables.Numpy()
    opened = [engine.open(path, (500, tables.COLUMNS)) for engine in engines]
    for case, run in tables.CASES.items():
        ours, eager, theirs = map(run, engines, opened)
        for got in (ours.compute(), eager):
            np.testing.assert_allclose(np.asarray(got), theirs.compute(), rtol=2e-3, err_msg=case)


def test_rows_are_written(tmp_path):
    options = [
        "--gigabytes",
        "0.002",
        "--workers",
        "0",
        "--rows",
        "500",
        "--rounds",
        "1",
        "--csv",
        "dask.csv",
    ]
    cases = ["--cases", "mean", "standardised", "one"]
    status, text = python(ROOT / "benchmarks/dask_tables.py", *options, *cases, cwd=tmp_path)
    assert status == 0, text
    with (tmp_path / "dask.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["case"] for row in rows[::2]] == [
        *("one task", "mean of columns", "mean of exp(x / 10)", "standardised, largest")
    ]
    assert {row["engine"] for row in rows} == {"tbcast.dask", "dask.array"}
    assert all(float(row["seconds"]) > 0 for row in rows)


@pytest.mark.long
def test_a_table_is_standardised_within_limits(tmp_path):
    pytest.importorskip("zarr")
    options = ["--gigabytes", "0.4", "--rows", "10000", "--memory", "400MiB", "--csv", "dask.csv"]
    runs = []
    for kill in ([], ["--kill"]):
        status, text = python(ROOT / "benchmarks/dask_limits.py", *options, *kill, cwd=tmp_path)
        assert status == 0, text
        runs.append(json.loads(text.splitlines()[-1]))
    for found in runs:
        assert found["mean"] < 1e-5 and found["deviation"] < 1e-5 and found["peak_mib"] < 400
    assert [found["restarted"] for found in runs] == [0, 1]
    assert runs[0]["total"] == runs[1]["total"]
    assert "standardised to Zarr,tbcast.dask,0.4,2," in (tmp_path / "dask.csv").read_text("utf-8")


def test_the_page_says_what_the_rows_say(tables):
    pytest.importorskip("matplotlib")
    import dask_page

    assert dask_page.page(dask_page.read(FOLDER / "dask.csv")) == (FOLDER / "index.md").read_text("utf-8")
