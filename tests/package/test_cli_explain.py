"""`tbcast explain`, `tbcast bench`, and the pictures: what they print, draw and refuse."""

import itertools
import json
import re
import time
from types import SimpleNamespace
from xml.etree import ElementTree

import numpy as np
import pytest

from under_test import STAND_IN, tb

pytestmark = pytest.mark.skipif(STAND_IN, reason="torch has no such command")

if not STAND_IN:
    from tbcast import cli


def told(capsys, *arguments):
    """Exit status, standard output, standard error."""
    try:
        status = cli.main(["explain", *map(str, arguments)])
    except SystemExit as stopped:
        status = stopped.code
    return (status, *capsys.readouterr())


@pytest.mark.parametrize(
    ("first", "second"),
    [("5,2,4,1", "3,1,1"), ("5x1x4x1", "3x1x1"), ("(5, 1, 4, 1)", "(3,1,1)"), ("[5]", "(5,)"), ("()", "0")],
)
def test_it_prints_what_explain_says(capsys, first, second):
    shapes = [tuple(map(int, re.findall(r"\d+", text))) for text in (first, second)]
    found = tb.explain(*shapes)
    assert told(capsys, first, second) == (0 if found.broadcastable else 1, f"{found}\n", "")
    found = tb.explain(*shapes, inplace=True)
    assert told(capsys, first, second, "--inplace") == (0 if found.broadcastable else 1, f"{found}\n", "")


def test_json(capsys):
    status, out, _ = told(capsys, "3,1", "4", "2,1,1", "--json")
    assert status == 0 and json.loads(out) == tb.explain((3, 1), (4,), (2, 1, 1)).to_dict()
    status, out, _ = told(capsys, "3", "4", "--json")
    assert status == 1 and json.loads(out)["broadcastable"] is False


def test_npy_files_stand_for_their_shape_order_and_dtype(capsys, tmp_path):
    arrays = {
        "c": np.zeros((4, 5), np.float32),
        "f": np.asfortranarray(np.zeros((4, 5), np.int64)),
        "scalar": np.zeros((), np.complex128),
        "text": np.zeros((4, 5), "U3"),
        "record": np.zeros(5, [("x", "f4")]),
        "big": np.zeros((4, 1), ">f8"),
    }
    for name, array in arrays.items():
        np.save(tmp_path / f"{name}.npy", array)
    for one, other in itertools.permutations(arrays, 2):
        status, out, _ = told(capsys, tmp_path / f"{one}.npy", tmp_path / f"{other}.npy", "--json")
        expected = tb.explain(arrays[one], arrays[other])
        found = json.loads(out)
        assert status == 0 and found["shape"] == list(expected.shape)
        if {one, other} <= {"c", "f", "scalar"}:
            assert found["nbytes"] == expected.nbytes is not None
            assert found["strides"] == [list(steps) for steps in expected.strides]


def test_the_picture_is_written(capsys, tmp_path):
    target = tmp_path / "picture.svg"
    assert told(capsys, "3,1", "4", "--svg", target)[0] == 0
    assert target.read_text("utf-8") == tb.explain((3, 1), (4,)).to_svg()


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("3",),
        ("3", "4a"),
        ("3", ""),
        ("3", "-1"),
        ("3", "(4"),
        ("3", "(4]"),
        ("3", "4,,5"),
        ("3", "1e3"),
        ("3", "9" * 30),
        ("3", "9" * 6000),
        ("3", ",".join("1" * 65)),
        ("3", "missing.npy"),
        ("3", "3", "--svg", "/missing/folder/x.svg"),
        ("3", "3", "--unknown"),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(capsys, arguments):
    status, out, err = told(capsys, *arguments)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1 and err.startswith("tbcast")


@pytest.mark.parametrize("size", ["99999999999999999999", "9223372036854775808", "9" * 6000])
def test_a_size_that_is_too_large_is_named(capsys, size):
    err = told(capsys, f"{size},1", "4")[2]
    named = size if len(size) < 40 else "of more than 40 digits"
    wanted = f"operand 1: size {named} is too large, the largest is {2**63 - 1}"
    assert err == f"tbcast: explain(): {wanted}\n"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x93NUM",
        b"\x93NUMPY\x01\x00",
        b"\x93NUMPY\x09\x00\x10\x00{}",
        b"\x93NUMPY\x02\x00\xff\xff\xff\xff{}",
        b"\x93NUMPY\x01\x00\x10\x00{'shape': (1,)}",
        b"\x93NUMPY\x01\x00\x04\x00((((",
        b"\x93NUMPY\x01\x00\x02\x0042",
        b"\x93NUMPY\x01\x00\x40\x00{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}       ",
        b"\x93NUMPY\x01\x00\x40\x00{'descr': '<f4', 'fortran_order': False, 'shape': 'abc'}       ",
    ],
)
def test_damaged_files_are_one_line_and_status_2(capsys, tmp_path, content):
    path = tmp_path / "damaged.npy"
    path.write_bytes(content)
    status, out, err = told(capsys, path, "3")
    assert (status, out) == (2, "") and len(err.splitlines()) == 1


def test_colours_mark_what_matters_and_change_no_text(capsys, monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    for arguments in (
        ("64,1", "64"),
        ("3", "4", "2,5"),
        ("5", "5"),
        ("4,1", "4", "--inplace"),
        ("(x - y).mean()", "x=N,1", "y=N"),
    ):
        monkeypatch.delenv("FORCE_COLOR", raising=False)
        plain = told(capsys, *arguments)
        monkeypatch.setenv("FORCE_COLOR", "1")
        status, out, error = told(capsys, *arguments)
        assert "\x1b[" in out and "\x1b[" not in plain[1]
        assert (status, re.sub(r"\x1b\[[\d;]*m", "", out), error) == plain
        assert told(capsys, *arguments, "--plain") == plain
        assert cli.main(["--plain", "explain", *arguments]) == plain[0]
        assert capsys.readouterr().out == plain[1]
        monkeypatch.setenv("NO_COLOR", "1")
        assert told(capsys, *arguments) == plain
        monkeypatch.delenv("NO_COLOR")
    out = told(capsys, "64,1", "64")[1]
    assert "\x1b[1mrisk\x1b[0m   \x1b[1;31mhigh\x1b[0m: " in out and "\x1b[32mb[:, None]\x1b[0m (or" in out
    assert "1st trailing dimension: a has size 1, expanded" in out  # no clash, no colour
    out = told(capsys, "3", "4", "2,5")[1]
    assert "\x1b[1;31m1st trailing dimension\x1b[0m: a has size 3, b has size 4, c has size 5\n" in out
    assert "=  \x1b[1;31mnot broadcastable\x1b[0m\n" in out


def test_json_has_no_colours(capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert json.loads(told(capsys, "3", "4", "--json")[1])["broadcastable"] is False


def test_help_names_the_commands(capsys):
    for arguments, texts in (
        (["--help"], ("explain", "bench")),
        (["explain", "--help"], ("--inplace", "--svg")),
    ):
        with pytest.raises(SystemExit) as stopped:
            cli.main(arguments)
        assert stopped.value.code == 0
        out = capsys.readouterr().out
        assert all(text in out for text in texts)


@pytest.mark.full
def test_bench_times_what_is_installed(capsys):
    from tbcast._command_line.bench import CASES, bench, installed

    lines = []
    bench(lines.append, seconds=0.001)
    text = "".join(lines)
    assert list(installed())[:2] == ["tbcast", "numpy"]
    for title, *_ in CASES:
        figures = text[text.index(f"\n{title} ") + 1 :].splitlines()[0][26:].split()
        assert len(figures) == len(installed()) and all(float(figure) > 0 for figure in figures)


def test_bench_does_not_time_the_first_calls_of_a_library():
    from tbcast._command_line.bench import figures

    slow_calls, fast_calls = 30, []

    class Late(float):
        """A tensor of a library that needs some calls to get going."""

        def __add__(self, other):
            if len(fast_calls) < slow_calls:
                time.sleep(0.002)
            fast_calls.append(None)
            return self

    late = SimpleNamespace(ones=lambda shape, dtype: Late(1), float32=None)
    us = figures({"late": late}, (4,), (4,), seconds=0.05)["late"]
    assert us < 500  # a call that sleeps takes 2,000
    assert len(fast_calls) > 500  # rounds have as many calls as the fast ones allow


# ---- pictures ----

PICTURES = [
    ((5, 1, 4, 1), (3, 1, 1)),
    ((4, 1), (4,)),
    ((), (0,)),
    ((0, 3), (1, 3)),
    ((100, 1, 3), (1, 100, 3)),
    ((2, 3), (3, 2)),
    (tuple(range(1, 65)), (1,) * 64),
    ((10**9, 1), (10**9,), (7, 1, 1), (2,), ()),
    ((2,),) * 12 + ((3,),),
]


KINDS = ("quiet", "medium", "high", "clash")


def test_a_picture_says_why_it_is_risky_or_that_nothing_is_wrong():
    for shapes, kind, told in (
        (((4, 1), (4,)), "high", "risk high: a and b have the same sizes apart from 1s, and both grow"),
        ((("N", 1), ("M",)), "medium", "risk medium: a and b both grow, b along a dimension that it lacks"),
        (((2, 3), (3,)), "quiet", "risk low: only b is expanded"),
        (((2, 3),) * 30, "quiet", "risk none, nothing is wrong: all 30 operands have the same shape"),
        (((2,), (3,)), "clash", "not broadcastable: a has size 2, b has size 3 in the same dimension, [^<]*"),
    ):
        found = tb.explain(*shapes)
        for text in (found.to_svg(), found._repr_html_()):
            assert re.search(f'<text [^>]*class="{kind}">{told}</text>', text), told


def test_names_are_drawn_with_a_gap():
    svg = ElementTree.fromstring(tb.explain("N,1", "N").to_svg())
    assert len(cells(svg, "url(#")) == 2 * 6 and "1\u2192N" in tb.explain("N,1", "N").to_svg()


def cells(svg, fill):
    return [
        cell for cell in svg.iter("{http://www.w3.org/2000/svg}path") if cell.get("fill", "").startswith(fill)
    ]


@pytest.mark.parametrize("shapes", PICTURES, ids=str)
def test_pictures_are_well_formed_and_inside_their_frame(shapes):
    found = tb.explain(*shapes)
    svg = ElementTree.fromstring(found.to_svg())
    width, height = float(svg.get("width")), float(svg.get("height"))
    assert width < 1000 and height < 800
    for element in svg.iter():
        if element.tag.endswith("text"):
            assert 0 <= float(element.get("x")) <= width and 0 <= float(element.get("y")) <= height
        if element.get("class") == "cell":
            x, y = map(float, re.match(r"M([-\d.e+]+) ([-\d.e+]+)", element.get("d")).groups())
            assert 0 <= x <= width and 0 <= y <= height
    title = svg.find("{http://www.w3.org/2000/svg}title").text
    assert found.why in title
    shown = " ".join(element.text for element in svg.iter() if element.get("class") in KINDS)
    assert set(found.why.split()) <= set(shown.split())


def test_the_repeated_part_is_hatched():
    svg = ElementTree.fromstring(tb.explain((4, 1), (4,)).to_svg())
    assert len(cells(svg, "url(#")) == 12 + 12
    svg = ElementTree.fromstring(tb.explain((2, 3), (2, 3)).to_svg())
    assert len(cells(svg, "url(#")) == 0 and len(cells(svg, "#")) == 3 * 6
    svg = ElementTree.fromstring(tb.explain((2, 3), (3, 2)).to_svg())
    assert len(cells(svg, "url(#")) == 0 and len(cells(svg, "#")) == 2 * 6


def test_two_pictures_on_a_page_do_not_share_names():
    names = [set(re.findall(r'id="(\w+)"', tb.explain(*shapes).to_svg())) for shapes in PICTURES]
    assert len(set().union(*names)) == sum(map(len, names))


def test_notebooks_get_no_colour_for_text_and_nothing_unescaped():
    html = tb.explain((4, 1), (4,))._repr_html_()
    assert "currentColor" in html and "svg.tbcast { color" not in html
    assert "prefers-color-scheme" in tb.explain((4, 1), (4,)).to_svg()
