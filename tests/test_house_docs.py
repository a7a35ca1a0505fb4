"""What the documents show is what happens: README, docs, docstrings, the notebook, the benchmarks."""

import importlib
import inspect
import json
import re
import shutil
import sys
import textwrap
import warnings

import nbformat
import pytest
from nbclient import NotebookClient

import tbcast
from house import ROOT, python
from pages import run_examples, run_page

DOCUMENTS = [
    *("README.md", "CONTRIBUTING.md"),
    *sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/**/*.md")),
]


@pytest.fixture(autouse=True)
def errors_without_notes(monkeypatch):
    """Examples show messages alone, as Python 3.10 has them; elsewhere doctest wants to see the notes."""
    monkeypatch.setattr("tbcast._explain_note.note", None)


@pytest.fixture(autouse=True)
def warnings_as_at_a_prompt():
    """Each warning is shown, whatever the tests before have seen; conftest.py resets the flags."""
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        yield


@pytest.mark.parametrize("name", DOCUMENTS)
def test_examples_of_the_documents_do_what_they_show(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    count = run_page((ROOT / name).read_text("utf-8"), name, tmp_path)
    least = {"README.md": 10, "docs/howto/adding_an_operator.md": 0}  # tests/test_site.py follows that page
    assert count >= least.get(name, 4 if "howto" in name else 0)


MODULES = ("special", "cuda", "nn.functional", "serialization", "testing", "utils.weak")


def public_objects():
    """(name, object) of everything public with a docstring: functions, classes, their methods."""
    for module in MODULES:
        owner = importlib.import_module(f"tbcast.{module}")
        yield from ((f"{module}.{function}", getattr(owner, function)) for function in owner.__all__)
    for name in sorted(set(dir(tbcast)) - set(dir(object))):
        value = getattr(tbcast, name)
        if name.startswith("_") or inspect.ismodule(value):
            continue
        if inspect.isroutine(value) or inspect.isclass(value):
            yield name, value
        if inspect.isclass(value) and value.__name__ in ("Tensor", "Size", "dtype", "device", name):
            base = tuple if issubclass(value, tuple) else object
            for attribute, member in sorted(vars(value).items()):
                if not attribute.startswith("_") and not hasattr(base, attribute):
                    yield f"{name}.{attribute}", member


PUBLIC = dict(public_objects())


@pytest.mark.parametrize("name", PUBLIC)
def test_examples_of_the_docstring_do_what_they_show(name):
    text = inspect.getdoc(PUBLIC[name])
    assert text, f"{name} has no docstring"
    run_examples(text, name)


def is_exception(value):
    """What is caught rather than called."""
    return inspect.isclass(value) and issubclass(value, BaseException)


def text_of(name):
    return " ".join(inspect.getdoc(PUBLIC[name]).split())


CALLABLE = [name for name, value in PUBLIC.items() if callable(value) and not is_exception(value)]
# What has no one signature; the docstring spells them out.
SEVERAL = [
    *("Tensor.new", "Tensor.to", "Tensor.uniform_", "arange", "randint", "randint_like"),
    *("scatter", "Tensor.scatter", "Tensor.scatter_", "serialization.load"),
]


@pytest.mark.parametrize("name", CALLABLE)
def test_help_shows_the_signature(name):
    """For help(), tab completion and tools; a method's first parameter is left out."""
    signature = inspect.signature(PUBLIC[name])
    assert "\n--" not in inspect.getdoc(PUBLIC[name])
    kinds = [p.kind for p in signature.parameters.values()]
    vague = inspect.Parameter.VAR_KEYWORD in kinds
    assert vague == (name in SEVERAL or (name.endswith("Tensor") and name != "Tensor"))


@pytest.mark.parametrize("name", CALLABLE)
def test_the_docstring_names_its_source_and_its_errors(name):
    text = text_of(name)
    if "Another name of" in text:
        return
    assert re.search(r"\b[Aa]s torch\.", text), "where the behaviour comes from is missing"
    parameters = [p for p in inspect.signature(PUBLIC[name]).parameters if p != "self"]
    if parameters and name != "is_tensor":  # which takes anything
        assert re.search(r"\w+Error\b", text), "what is raised is missing"


def test_every_public_function_shows_an_example():
    """A method may leave that to the function of its name, an in-place one to its plain form."""
    assert sum("." not in name for name in CALLABLE) > 60
    silent = []
    for name in PUBLIC:
        function = name.removeprefix("Tensor.").rstrip("_")
        texts = [text_of(n) for n in (name, function) if n in PUBLIC]
        if not any(">>>" in text or "Another name of" in text for text in texts):
            silent.append(name)
    assert silent == []


def joined(outputs):
    """The outputs with neighbouring pieces of a stream as one: how print is cut into messages is chance. Of
    pictures by matplotlib their being there: pixels depend on its version."""
    found = []
    for output in outputs or []:
        last = found[-1] if found else output
        if found and last.output_type == output.output_type == "stream" and last.name == output.name:
            last.text += output.text
        else:
            found.append(output)
        if "image/png" in output.get("data", {}):
            output.data["image/png"] = "a picture"
    return found


@pytest.mark.parametrize("name", [path.name for path in sorted((ROOT / "docs/notebooks").glob("*.ipynb"))])
def test_the_notebooks_run_and_their_committed_outputs_are_true(name, tmp_path, monkeypatch):
    for variable in ("JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR"):
        monkeypatch.setenv(variable, str(tmp_path / "jupyter"))
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    committed = nbformat.read(tmp_path / "docs/notebooks" / name, as_version=4)
    executed = nbformat.from_dict(json.loads(json.dumps(committed)))
    place = {"metadata": {"path": str(tmp_path / "docs/notebooks")}}
    NotebookClient(executed, timeout=120, kernel_name="python3", resources=place).execute()
    assert len(executed.cells) > 10
    for before, after in zip(committed.cells, executed.cells, strict=True):
        assert joined(before.get("outputs")) == joined(after.get("outputs")), before.source


def test_the_benchmarks_run(tmp_path):
    result = tmp_path / "result.json"
    groups = ("small", "calls", "cached", "layouts", "unary", "index", "gather")
    options = ("--seconds", "0", "--peers", "tbcast,numpy", "--json", result)
    status, text = python(ROOT / "benchmarks/run.py", *groups, *options, cwd=tmp_path)
    assert status == 0, text
    assert "geometric mean" in text
    rows = json.loads(result.read_text("utf-8"))["rows"]
    assert {row["group"] for row in rows} == set(groups)
    assert all(row["tbcast"]["best_us"] > 0 for row in rows)
    status, text = python(ROOT / "benchmarks/draw.py", result, tmp_path / "pictures", cwd=tmp_path)
    assert status == 0, text
    assert {path.stem for path in (tmp_path / "pictures").glob("*.svg")} == set(groups)


CHECK_CASES = """
    import sys
    sys.path.insert(0, {folder!r})
    import numpy, tbcast
    from cases import GROUPS
    from timing import check
    count = 0
    for group in ("creation", "reductions", "lines", "shapes", "products"):
        for case in GROUPS[group]:
            if "4096" in case.name or "16 Mi" in case.name:
                continue
            peers = {{"tbcast": tbcast, "numpy": numpy}}
            calls = {{name: case.of_peer(peer, name) for name, peer in peers.items()}}
            check(case, {{name: call for name, call in calls.items() if call is not None}})
            count += 1
    print(count)
"""


def test_the_benchmarks_of_functions_agree_with_numpy(tmp_path):
    """Once each, large ones apart: to time them as well would take minutes."""
    code = textwrap.dedent(CHECK_CASES.format(folder=str(ROOT / "benchmarks")))
    status, text = python("-c", code, cwd=tmp_path)
    assert status == 0, text
    assert int(text.split()[-1]) > 100


def test_the_page_of_benchmarks_says_what_the_files_hold():
    folder = ROOT / "docs/benchmarks"
    sys.path.insert(0, str(ROOT / "benchmarks"))
    try:
        text = importlib.import_module("page").page(folder)
    finally:
        sys.path.pop(0)
    assert (folder / "index.md").read_text("utf-8") == text
    pictures = re.findall(r"\]\((\w+\.svg)\)", text)
    assert set(pictures) == {path.name for path in folder.glob("*.svg")}


def test_a_busy_neighbour_is_measured(tmp_path):
    result = tmp_path / "result.json"
    options = ("--seconds", "0", "--peers", "tbcast", "--json", result)
    status, text = python(ROOT / "benchmarks/neighbour.py", *options, cwd=tmp_path)
    assert status == 0, text
    rows = json.loads(result.read_text("utf-8"))
    assert {row["peer"] for row in rows} == {"tbcast"}
    assert all(row["alone"] > 0 and row["busy"] > 0 for row in rows)


def test_the_import_time_script_runs(tmp_path):
    status, text = python(ROOT / "benchmarks/import_time.py", "--rounds", "1", cwd=tmp_path)
    assert status == 0, text
    assert re.search(r"^tbcast\s+[\d.]+ ms", text, re.MULTILINE)
