"""Reports of an audit: what terminals, pages, programs and code hosts get, and the baseline."""

import inspect
import json
import linecache
import os
import re
from dataclasses import asdict, replace
from html.parser import HTMLParser

import pytest

from findings import ALL, EVIL, FINDING, HOSTILE, PROMPT, ROOT, SQUARE
from pages import run_examples
from tbcast.audit import baseline, report
from tbcast.audit.recorder import Details

TEXT = """\
high    src/train.py:3 in Net.loss
        return (pred - target).mean()
        a  (256,   1)
        b  (     256)
        =  (256, 256)
        seen  sub, 120 times; size 256 times the largest operand, 256 KiB
        why   a and b have the same sizes apart from 1s, and both grow
        fix   target[:, None]

medium  src/train.py:9
        table - mean
        a  (64, 64)
        b  (    64)
        =  (64, 64)
        seen  sub, once; size that of the largest operand
        why   b would also fit another dimension of a

2 places with risky broadcasts: 1 high, 1 medium"""


def test_a_terminal_shows_place_statement_shapes_and_fix():
    assert report.text([FINDING, SQUARE], root=ROOT) == TEXT
    assert report.text([]) == "No risky broadcasts were found."


@pytest.mark.parametrize("width", [10, 40, 60, 80, 200])
def test_a_terminals_lines_fit(width):
    long = replace(
        FINDING,
        statement="loss = " + " + ".join(f"weight_{k} * term_{k}" for k in range(30)),
        reason=" ".join(["reason"] * 40),
        shapes=(tuple(range(100, 130)), (1,) * 30),
        result=tuple(range(100, 130)),
    )
    text = report.text([long, FINDING], width=width, root=ROOT)
    assert max(map(len, text.splitlines())) <= max(width, 40)
    assert text.count("...") >= (2 if width < 200 else 0)


def test_colours_are_an_option():
    coloured = report.text([FINDING, SQUARE], colour=True, root=ROOT)
    assert "\x1b[1;31mhigh\x1b[0m    src" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == TEXT


def test_a_terminal_gets_no_control_characters_of_the_program():
    text = report.text(ALL)
    assert all(c.isprintable() or c == "\n" for c in text)
    text.encode("utf-8")
    assert "\\x1b[2J\\x00" in text


def test_json_has_all_of_a_finding():
    text = report.to_json(ALL)
    found = json.loads(text)["findings"]
    assert text.isascii() and text.endswith("}\n")
    whole = [asdict(finding) for finding in ALL]
    assert found == json.loads(
        json.dumps([{key: one[key] for key in one if key != "details"} for one in whole])
    )
    wanted = "file line function statement operator shapes result risk reason fix count growth nbytes lines"
    assert {*wanted.split()} == {*found[0]}
    assert found[0]["shapes"] == [[256, 1], [256]]


# ---- HTML ----


class Page(HTMLParser):
    """Checks that elements are closed, and collects attributes and text."""

    VOID = ("meta", "rect", "wbr")

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.attributes, self.text = [], [], [], ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += attributes
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += attributes

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def test_a_page_is_whole_and_loads_nothing():
    text = report.to_html(ALL, root=ROOT)
    page = Page(text)
    assert "script" not in page.tags and "link" not in page.tags and "img" not in page.tags
    addresses = [value for name, value in page.attributes if name in ("href", "src", "xlink:href", "action")]
    assert len(addresses) == len(ALL) and all(address.startswith("#place") for address in addresses)
    urls = re.findall(r"url\((.*?)\)|@import|https?://[^\"']*", text)
    assert all(url == "" or url.startswith("#picture") for url in urls)
    assert {*re.findall(r"https?://[^\"' ]+", text)} == {"http://www.w3.org/2000/svg"}
    assert not [name for name, _ in page.attributes if name.startswith("on")]


def test_a_page_has_what_a_finding_has():
    page = Page(report.to_html([FINDING, SQUARE], root=ROOT))
    for part in (
        "src/train.py:3 in Net.loss",
        FINDING.statement,
        FINDING.reason,
        "target[:, None]",
        "120 times",
    ):
        assert part in page.text
    assert "2 places with risky broadcasts: 1 high, 1 medium" in page.text
    assert page.tags.count("svg") == 2
    assert "prefers-color-scheme: dark" in page.text and "@media print" in page.text
    assert Page(report.to_html([])).tags.count("section") == 0


def test_a_page_tells_two_operators_of_a_line_apart_and_names_their_operands():
    first = replace(SQUARE, operator="div", details=Details(names=("table", "table.std(1)")))
    second = replace(SQUARE, operator="sub", details=Details(names=("", "table.mean(1)")))
    page = Page(report.to_html([first, second], root=ROOT))
    assert page.text.count("src/train.py:9, div") == 2, "listed, and over its part"
    assert page.text.count("src/train.py:9, sub") == 2
    div, sub = "\natable\nbtable.std(1)\nwhy", "\n\nbtable.mean(1)\nwhy"
    assert div in page.text and sub in page.text[page.text.index(div) :]


def test_a_page_escapes_what_the_program_wrote():
    text = report.to_html(ALL, root=ROOT)
    text.encode("utf-8")
    assert EVIL not in text
    assert Page(text).text.count(EVIL) >= 4
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", text)


def test_ids_on_a_page_are_unique():
    page = Page(report.to_html([FINDING, FINDING, SQUARE]))
    ids = [value for name, value in page.attributes if name == "id"]
    used = [value[5:-1] for name, value in page.attributes if name == "fill" and value.startswith("url(#")]
    assert len(ids) == len({*ids}) and {*used} <= {*ids}


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "train.py"
    path.write_text(
        "\n\nfirst = 1\nsecond = '<b>'\nloss = (  # twice\n\tpred\n\t- target\n)\n\n\n\nfar = 2\n", "utf-8"
    )
    linecache.checkcache()
    return replace(FINDING, file=str(path), line=6, statement="loss = (pred - target)")


def marked(page):
    lines = re.findall(r"<span( class=\"here\")?><i>(\d+)</i>(.*?)</span>", page)
    return [(int(number), bool(here), text) for here, number, text in lines]


def test_a_page_shows_the_lines_around_the_statement(source):
    assert marked(report.to_html([source])) == [
        (3, False, "first = 1"),
        (4, False, "second = &#x27;&lt;b&gt;&#x27;"),
        (5, True, "loss = (  # twice"),
        (6, True, "    pred"),
        (7, True, "    - target"),
        (8, True, ")"),
    ]


def test_a_page_does_without_the_file(source):
    os.unlink(source.file)
    linecache.checkcache()
    assert marked(report.to_html([source])) == [(6, True, "loss = (pred - target)")]
    assert marked(report.to_html([replace(source, statement="")])) == []


def test_a_page_does_not_show_a_file_that_has_changed(source):
    with open(source.file, "w") as file:
        file.write("nothing\n" * 20)
    linecache.checkcache()
    assert marked(report.to_html([source])) == [(6, True, "loss = (pred - target)")]


# ---- SARIF ----

# Required properties, of section 3 of the specification, as far as these objects are used.
REQUIRED = {
    "log": {"version": str, "runs": list},
    "run": {"tool": dict},
    "driver": {"name": str, "rules": list},
    "rule": {"id": str},
    "result": {"message": dict, "ruleId": str, "ruleIndex": int, "level": str, "locations": list},
}
LEVELS = ("none", "note", "warning", "error")


def check(kind, value):
    for name, type_ in REQUIRED[kind].items():
        assert isinstance(value[name], type_), (kind, name)


def test_sarif_has_what_the_specification_requires():
    log = json.loads(report.to_sarif(ALL, root=ROOT))
    check("log", log)
    assert log["version"] == "2.1.0" and "sarif" in log["$schema"]
    (run,) = log["runs"]
    check("run", run)
    driver = run["tool"]["driver"]
    check("driver", driver)
    for rule in driver["rules"]:
        check("rule", rule)
        assert rule["shortDescription"]["text"] and rule["fullDescription"]["text"]
        assert rule["defaultConfiguration"]["level"] in LEVELS
    assert len(run["results"]) == len(ALL)
    for result in run["results"]:
        check("result", result)
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in LEVELS
        assert result["message"]["text"]
        assert result["occurrenceCount"] >= 1
        assert all(isinstance(value, str) for value in result["partialFingerprints"].values())
        (location,) = result["locations"]
        if "physicalLocation" in location:
            physical = location["physicalLocation"]
            assert physical["region"]["startLine"] >= 1
            uri = physical["artifactLocation"]["uri"]
            assert re.fullmatch(r"[A-Za-z0-9/._~%:@!$&'()*+,;=-]+", uri)  # RFC 3986
            assert physical["artifactLocation"].get("uriBaseId") == "%SRCROOT%"
        else:
            assert location["message"]["text"] == "<stdin>:1"


def results(findings, root=ROOT):
    return json.loads(report.to_sarif(findings, root=root))["runs"][0]["results"]


def test_sarif_says_error_warning_and_note():
    low = replace(FINDING, risk="low")
    levels = [(one["level"], one["ruleId"]) for one in results([FINDING, SQUARE, low])]
    assert levels == [("error", "broadcast-high"), ("warning", "broadcast-medium"), ("note", "broadcast-low")]


def test_sarif_names_files_from_the_root_on():
    place = results([FINDING])[0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "src/train.py", "uriBaseId": "%SRCROOT%"}
    assert place["region"] == {"startLine": 3, "snippet": {"text": FINDING.statement}}
    outside = results([FINDING], root=os.path.join(ROOT, "other"))[0]["locations"][0]["physicalLocation"]
    assert outside["artifactLocation"]["uri"].startswith("file:///")
    assert "uriBaseId" not in outside["artifactLocation"]


def fingerprints(findings):
    return [one["partialFingerprints"]["tbcastStatement/v1"] for one in results(findings)]


def test_a_fingerprint_is_of_the_file_the_function_and_the_statement():
    same = replace(FINDING, line=99, count=1, shapes=((7, 1), (7,)), operator="rsub")
    assert fingerprints([FINDING]) == fingerprints([same])
    first, second = fingerprints([FINDING, same])  # twice in one function
    assert first != second and first.partition(":")[0] == second.partition(":")[0]
    for other in ({"file": os.path.join(ROOT, "b.py")}, {"function": "f"}, {"statement": "x - y"}):
        assert fingerprints([replace(FINDING, **other)]) != fingerprints([FINDING])


# ---- the baseline ----


@pytest.fixture
def known(tmp_path):
    return tmp_path / "ci" / "known.json"


def at(path, finding=FINDING):
    return replace(finding, file=str(path))


def test_a_baseline_knows_findings_by_file_function_and_statement(known, tmp_path):
    known.parent.mkdir()
    old = at(tmp_path / "src/train.py")
    baseline.write(known, [old, PROMPT, at(tmp_path / "src/train.py", HOSTILE)])
    keys = baseline.read(known)
    moved = replace(old, line=77, count=1, risk="medium")
    others = [replace(old, statement="x"), replace(old, function="f"), at(tmp_path / "train.py")]
    assert baseline.new([moved, *others, PROMPT], keys) == others
    assert baseline.new(ALL, frozenset()) == ALL


def test_a_baseline_is_found_from_any_folder(known, tmp_path, monkeypatch):
    known.parent.mkdir()
    monkeypatch.chdir(tmp_path)
    baseline.write("ci/known.json", [at(tmp_path / "train.py")])
    monkeypatch.chdir(known.parent)
    assert baseline.new([at(tmp_path / "train.py")], baseline.read("known.json")) == []


def test_a_baseline_is_sorted_text_of_relative_paths(known, tmp_path):
    known.parent.mkdir()
    found = [
        at(tmp_path / "b.py"),
        *(at(tmp_path / "a.py", replace(FINDING, statement=text)) for text in ("y - x", "x - y", "y - x")),
    ]
    baseline.write(known, found)
    text = known.read_text("utf-8")
    assert json.loads(text) == {
        "format": 1,
        "findings": {
            "../a.py": {"Net.loss": ["x - y", "y - x"]},
            "../b.py": {"Net.loss": [FINDING.statement]},
        },
    }
    assert text.isascii() and text.endswith("}\n")
    baseline.write(known, found[::-1])
    assert known.read_text("utf-8") == text
    assert os.listdir(known.parent) == ["known.json"]


DAMAGED = [
    b"",
    b"\xff\xfe",
    b"null",
    b"[" * 100_000,
    b'{"format": 1}',
    b'{"format": 2, "findings": {}}',
    b'{"format": 1, "findings": {"a.py": []}}',
    b'{"format": 1, "findings": {"a.py": {"f": "x"}}}',
    b'{"format": 1, "findings": {"a.py": {"f": [1]}}}',
]


@pytest.mark.parametrize("content", DAMAGED)
def test_a_damaged_baseline_raises_one_error(tmp_path, content):
    path = tmp_path / "known.json"
    path.write_bytes(content)
    with pytest.raises(
        ValueError, match=f"^{re.escape(str(path))} is no baseline of tbcast audit: "
    ) as raised:
        baseline.read(path)
    assert raised.value.__cause__ is None and "\n" not in str(raised.value)


def test_a_baseline_that_is_not_there_is_an_os_error(known, tmp_path):
    with pytest.raises(FileNotFoundError):
        baseline.read(known)
    with pytest.raises(FileNotFoundError):
        baseline.write(known, [FINDING])


def test_a_baseline_that_cannot_be_written_is_kept(tmp_path, monkeypatch):
    path = tmp_path / "known.json"
    baseline.write(path, [FINDING])
    before = path.read_text()

    def fail(*_):
        raise OSError("full")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="full"):
        baseline.write(path, [])
    assert path.read_text() == before
    assert os.listdir(tmp_path) == ["known.json"]


DOCUMENTED = [
    *(report.text, report.to_json, report.to_html, report.to_sarif),
    *(baseline.read, baseline.new, baseline.write),
]


@pytest.mark.parametrize("function", DOCUMENTED, ids=lambda function: function.__name__)
def test_the_examples_of_the_docstrings_do_what_they_show(function):
    assert run_examples(inspect.getdoc(function), function.__name__) > 0
    assert "Error" in function.__doc__ or "Raises nothing" in function.__doc__


def test_further_lines_of_a_place_are_named_in_each_report():
    one, two = replace(FINDING, lines=(8,)), replace(FINDING, lines=(8, 9, 12))
    for written in (report.text, report.to_html, report.to_github, report.to_sarif):
        assert "also on line 8" in written([one])
        assert "also on lines 8, 9 and 12" in " ".join(written([two]).split())
        assert "also on" not in written([FINDING])
