"""What the documents show is what happens: README, docs, docstrings, the notebook, the benchmarks."""

import importlib
import inspect
import json
import math
import re
import shutil
import sys
import textwrap
import warnings
from pathlib import Path
from types import SimpleNamespace

import nbformat
import numpy as np
import pytest

import tbcast
from pages import run_examples, run_page
from repository import ROOT, python

DOCUMENTS = [
    *("README.md", "CONTRIBUTING.md", "SECURITY.md"),
    *sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/**/*.md")),
]


@pytest.fixture(autouse=True)
def warnings_as_at_a_prompt():
    """Each warning is shown, whatever the tests before have seen; conftest.py resets the flags."""
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        yield


@pytest.mark.parametrize("name", DOCUMENTS)
def test_examples_of_the_documents_do_what_they_show(name, tmp_path, monkeypatch):
    if name == "docs/howto/more_than_memory.md":
        pytest.importorskip("dask")
        pytest.importorskip("zarr")  # for some builds of Python there is none
    monkeypatch.chdir(tmp_path)
    count = run_page(ROOT / name, tmp_path)
    least = {
        "README.md": 5,
        "docs/howto/typed_programs.md": 1,
        "docs/howto/adding_an_operator.md": 0,
    }  # test_site.py follows that one
    assert count >= least.get(name, 4 if "howto" in name else 0)


BACKENDS = tuple(f"backends.{name}" for name in ("cpu", "cuda", "cudnn", "mkl", "mkldnn", "mps", "openmp"))
MODULES = ("special", "cuda", "nn.functional", "serialization", "testing", "utils.weak", *BACKENDS)


def public_objects():
    """(name, object) of everything public with a docstring: functions, classes, their methods."""
    for module in MODULES:
        owner = importlib.import_module(f"tbcast.{module}")
        yield from ((f"{module}.{function}", getattr(owner, function)) for function in owner.__all__)
    for name in sorted({*dir(tbcast), *tbcast.__all__} - set(dir(object))):
        value = getattr(tbcast, name)
        if name.startswith("_") or inspect.ismodule(value):
            continue
        if inspect.isroutine(value) or inspect.isclass(value):
            yield name, value
        if inspect.isclass(value) and value.__name__ in ("Tensor", "Size", "dtype", "device", name):
            base = tuple if issubclass(value, tuple) else object
            for attribute, member in sorted(vars(value).items()):
                if not attribute.startswith("_") and hasattr(value, attribute) > hasattr(base, attribute):
                    yield f"{name}.{attribute}", member


PUBLIC = dict(public_objects())


@pytest.fixture
def errors_without_notes():
    """Docstrings show messages alone; doctest would compare the notes."""
    tbcast._C._register_hooks(note=lambda *args: None)
    yield
    tbcast._C._register_hooks(note=None)


@pytest.mark.parametrize("name", PUBLIC)
@pytest.mark.usefixtures("errors_without_notes")
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
    *("Tensor", "UntypedStorage", "device"),
    *("Tensor.new", "Tensor.random_", "Tensor.tensor_split", "Tensor.to", "Tensor.uniform_"),
    *("arange", "bucketize", "isin", "randint", "repeat_interleave"),
    *("explain", "result_type"),
    *("serialization.load", "load"),
]


@pytest.mark.parametrize("name", CALLABLE)
def test_help_shows_the_signature(name):
    """For help(), tab completion and tools; a method's first parameter is left out."""
    signature = inspect.signature(PUBLIC[name])
    assert "\n--" not in inspect.getdoc(PUBLIC[name])
    kinds = [p.kind for p in signature.parameters.values()]
    vague = inspect.Parameter.VAR_KEYWORD in kinds
    assert vague == (name in SEVERAL or name.endswith("Tensor"))


@pytest.mark.parametrize("name", CALLABLE)
def test_the_docstring_names_its_source_and_its_errors(name):
    text = text_of(name)
    if "Another name of" in text:
        return
    assert re.search(r"\b[Aa]s torch\.", text), "where the behaviour comes from is missing"
    parameters = [p for p in inspect.signature(PUBLIC[name]).parameters if p != "self"]
    if parameters and name != "is_tensor":  # which takes anything
        assert re.search(r"\w+Error\b", text), "what is raised is missing"


@pytest.mark.parametrize("name", CALLABLE)
def test_the_docstring_calls_the_tensor_as_the_signature_does(name):
    """`input` in functions, `self` in methods; the calls below the text are the examples' own."""
    parameters = inspect.signature(PUBLIC[name]).parameters
    text = inspect.getdoc(PUBLIC[name]).partition("\n>>>")[0]
    if "input" in parameters:
        assert not re.search(r"\bself\b", text)
    if "self" in parameters and name.startswith("Tensor."):
        assert not re.search(r"\binput\b", text)


def test_every_public_function_shows_an_example():
    """A method may leave that to the function of its name, an in-place one to its plain form."""
    assert sum("." not in name for name in CALLABLE) > 60
    silent = []
    for name in PUBLIC:
        if name.startswith("TypedStorage."):  # deprecated: the class shows one
            continue
        function = name.removeprefix("Tensor.")
        texts = [text_of(n) for n in (name, function, function.rstrip("_")) if n in PUBLIC]
        if not any(">>>" in text or "Another name of" in text for text in texts):
            silent.append(name)
    assert silent == []


def joined(outputs):
    """The outputs with adjacent pieces of a stream as one: how print is cut into messages is chance. Of
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
    nbclient = pytest.importorskip("nbclient")  # its dependencies have no wheels for some builds of Python
    nbclient.NotebookClient(executed, timeout=120, kernel_name="python3", resources=place).execute()
    assert len(executed.cells) > 10
    for before, after in zip(committed.cells, executed.cells, strict=True):
        assert joined(before.get("outputs")) == joined(after.get("outputs")), before.source


@pytest.mark.long
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


def test_a_build_compared_with_itself_has_a_figure_for_each_case(tmp_path):
    folder = Path(tbcast.__file__).parents[1]
    options = (folder, folder, "calls", "--seconds", "0")
    _, text = python(ROOT / "benchmarks/compare_builds.py", *options, cwd=tmp_path)
    assert re.search(r"^calls +\d\.\d+ \+- \d\.\d+ +7 cases$", text, re.MULTILINE), text
    assert "not here" not in text


CHECK_CASES = """
    import importlib.util, math, sys
    sys.path.insert(0, {folder!r})
    import numpy, tbcast
    from cases import GROUPS
    from timing import check
    peers = {{"tbcast": tbcast, "numpy": numpy}}
    if importlib.util.find_spec("numexpr"):
        peers["numexpr"] = importlib.import_module("numexpr")

    def largest(case):
        sizes = [x.size for x in case.operands.values()]
        sizes += [numpy.broadcast_shapes(*sizes)] if case.text == "a + b" else []
        return max(map(math.prod, sizes), default=0)

    for group in (
        "small", "creation", "cached", "sizes", "random", "reductions", "along_dim", "further",
        "shapes", "products",
    ):
        limit = 200_000 if group in ("sizes", "random") else 2_000_000
        count = 0
        for case in GROUPS[group]:
            if largest(case) <= limit and "16 Mi" not in case.name:
                calls = {{name: case.of_peer(peer, name) for name, peer in peers.items()}}
                check(case, {{name: call for name, call in calls.items() if call is not None}})
                count += 1
        print(group, count)
"""


def test_the_benchmarks_of_functions_agree_with_numpy(tmp_path):
    """Once each, large ones apart: to time them as well would take minutes."""
    code = textwrap.dedent(CHECK_CASES.format(folder=str(ROOT / "benchmarks")))
    status, text = python("-c", code, cwd=tmp_path)
    assert status == 0, text
    counts = {group: int(count) for group, count in map(str.split, text.splitlines()[-10:])}
    assert counts["sizes"] == 18  # up to 131072
    assert counts["random"] > 100
    assert sum(counts.values()) > 300


@pytest.fixture
def benchmark(monkeypatch):
    """Imports a file of benchmarks/, as a script there does; helpers of the same names come back."""
    names = [path.stem for path in (ROOT / "benchmarks").glob("*.py")]
    for name in names:
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    yield importlib.import_module
    for name in names:
        sys.modules.pop(name, None)


class Idle(np.ndarray):
    """A peer's tensor whose operators in place leave it as it was."""

    def __iadd__(self, other):
        return self

    add_ = __iadd__

    def to(self, dtype):
        return self


def test_a_peer_that_writes_nothing_does_not_pass_the_benchmarks_check(benchmark):
    groups, check = benchmark("cases").GROUPS, benchmark("timing").check
    idle = SimpleNamespace(
        from_numpy=lambda array: array.view(Idle), add=lambda a, b, out: out, float32=np.float32
    )
    passed, refused = [], 0
    for case in [*groups["small"], *groups["cached"], *groups["layouts"]]:
        if re.search(r"add_|\+=|out=", case.text):
            calls = {"numpy": case.of_peer(np, "numpy")}
            check(case, calls | {"tbcast": case.of_peer(tbcast, "tbcast")})
            try:
                check(case, calls | {"idle": case.of_peer(idle, "idle")})
                passed.append(case.name)
            except AssertionError as error:
                assert "idle and numpy differ" in str(error)
                refused += 1
    assert passed == []
    assert refused >= 14


def test_random_benchmark_cases_are_the_same_for_a_seed_and_within_their_bounds(benchmark):
    random_cases = benchmark("random_cases").random_cases
    cases = random_cases(200)
    assert cases == random_cases(200)
    assert cases != random_cases(200, seed=1)
    sizes = [np.broadcast_shapes(*(x.size for x in case.operands.values())) for case in cases]
    assert {len(size) for size in sizes} == {1, 2, 3, 4, 5}
    counts = [math.prod(size) for size in sizes]
    assert min(counts) >= 1
    assert 1 << 20 < max(counts) <= 8 << 20


NUMEXPR_TEXTS = [
    *(("a + b", "a + b"), ("a += b", "a = a + b"), ("m.exp(a)", "exp(a)"), ("a ** -1", "a ** -1")),
    *(("1 / (1 + np.exp(-a))", "1 / (1 + exp(-a))"), ("m.hypot(a, b)", None), ("a @ b", None)),
    *(("x.sum(axis=0)", None), ("t[i] = 2.0", None), ("m.exp(a, out=o)", None), ("a // b", None)),
]


@pytest.mark.parametrize(("text", "numexprs"), NUMEXPR_TEXTS)
def test_numexprs_text_is_numpys_where_that_is_a_plain_expression(benchmark, text, numexprs):
    assert benchmark("case").numexpr_text(text, {"exp", "sum"}) == numexprs


BAD_OPTIONS = [
    *((("--threads", "0"), "is no number of threads"), (("--threads", "two"), "is no number of threads")),
    *((("--peers", "numpy"), "tbcast must be among the peers"), (("--peers", "tbcast,jax"), "no peer jax")),
    *((("--json", "nowhere/result.json"), "--json: "), (("medium",), "no group medium")),
]


@pytest.mark.parametrize(("options", "text"), BAD_OPTIONS)
def test_the_benchmarks_refuse_bad_options_before_anything_runs(
    benchmark, options, text, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stopped:
        benchmark("run").main(options)
    assert stopped.value.code == 2
    printed = capsys.readouterr()
    assert text in printed.err
    assert printed.out == ""


def test_the_benchmarks_do_without_threadpoolctl(benchmark, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "threadpoolctl", None)
    benchmark("run").limit_openblas(1)
    assert "OpenBLAS are not limited" in capsys.readouterr().err


LIMITS = {
    "add": lambda a, b: a + b,
    "add_in_place": lambda a, b: a + b,
    "add_number": lambda a, b: a + np.float32(2.5),
    "compare": lambda a, b: a < b,
    "add_wide": lambda a, b: a + b.astype("float64"),
}


def test_the_benchmarks_limits_compute_what_they_stand_for(benchmark):
    limits = benchmark("limit").limits(threads=2)
    if limits is None:
        pytest.skip("no C compiler")
    n, rng = 1280, np.random.default_rng(0)
    a, b = rng.integers(0, 9, (2, n)).astype("float32")

    def memory(key, dtype):
        start = limits.block(key, 0) - limits.memory[key].ctypes.data
        return limits.memory[key][start : start + n * np.dtype(dtype).itemsize].view(dtype)

    for name, expected in LIMITS.items():
        call = limits.calls(f"{name} {n + 5}")  # the rest of a line is left out
        memory("a", "float32")[:] = a
        memory("b", "float64" if name == "add_wide" else "float32")[:] = b
        call.once()
        result = memory("a" if name == "add_in_place" else "out", expected(a, b).dtype)
        assert np.array_equal(result, expected(a, b)), name


def test_the_page_of_benchmarks_says_what_the_files_hold(benchmark):
    folder = ROOT / "docs/benchmarks"
    text = benchmark("page").page(folder)
    assert (folder / "index.md").read_text("utf-8") == text
    pictures = re.findall(r"\]\((\w+\.svg)\)", text)
    assert set(pictures) == {path.name for path in folder.glob("*.svg")}


@pytest.mark.long
def test_busy_processors_are_measured_and_shown(benchmark, tmp_path):
    result = tmp_path / "busy_processors.json"
    options = ("--seconds", "0", "--peers", "tbcast", "--json", result)
    status, text = python(ROOT / "benchmarks/busy_processors.py", *options, cwd=tmp_path)
    assert status == 0, text
    rows = json.loads(result.read_text("utf-8"))
    assert {row["peer"] for row in rows} == {"tbcast"}
    assert all(row["alone"] > 0 and row["busy"] > 0 and row["crowded"] > 0 for row in rows)
    for name in ("threads.json", "single.json"):
        shutil.copy(ROOT / "docs/benchmarks" / name, tmp_path)
    text = benchmark("page").page(tmp_path)
    for ratio in ("ratio", "crowded_ratio"):
        ratios = [row[ratio] for row in rows]
        assert f"tbcast {min(ratios):.2f} to {max(ratios):.2f}." in text


@pytest.mark.long
def test_the_script_of_threads_runs(tmp_path):
    options = ("--rounds", "1", "--calls", "100")
    status, text = python(ROOT / "benchmarks/threads_at_once.py", *options, cwd=tmp_path)
    assert status == 0, text
    assert text.count("times the throughput") == 4


@pytest.mark.long
def test_the_import_time_script_runs(tmp_path):
    status, text = python(ROOT / "benchmarks/import_time.py", "--rounds", "1", cwd=tmp_path)
    assert status == 0, text
    assert re.search(r"^tbcast\s+[\d.]+ ms", text, re.MULTILINE)
