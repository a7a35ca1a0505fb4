"""What the documents show is what happens: README, docs, docstrings, the notebook."""

import codeop
import importlib
import inspect
import json
import re
import shutil
import warnings

import pytest

import tbcast
from codegen.operators import TABLE
from pages import blocks, run_examples, run_page
from repository import ROOT

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


LIBRARIES = {
    "docs/howto/array_api.md": ("scipy", "sklearn"),
    "docs/howto/more_than_memory.md": ("dask", "zarr"),
}
"""What pages need that the extra `test` does not bring; for some builds of Python there is none."""


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", DOCUMENTS)
def test_examples_of_the_documents_do_what_they_show(name, tmp_path, monkeypatch):
    for library in LIBRARIES.get(name, ()):
        pytest.importorskip(library)
    monkeypatch.chdir(tmp_path)
    count = run_page(ROOT / name, tmp_path)
    least = {
        "README.md": 5,
        "docs/howto/typed_programs.md": 1,
        "docs/howto/adding_an_operator.md": 0,
    }  # test_site.py follows that one
    assert count >= least.get(name, 4 if "howto" in name else 0)


PROMPT = re.compile(r"(?:>>> |\.\.\. ?)(.*)")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_sessions_can_be_pasted_at_a_prompt(name):
    """As the site copies them, without prompts and outputs; Python before 3.13 reads them line by line."""
    for _, code in filter(lambda block: ">>>" in block[1], blocks(ROOT / name)):
        statement = []
        for line in filter(None, map(PROMPT.match, code.splitlines())):
            statement.append(line[1])
            # a SyntaxError: a statement follows a block without an empty line
            if codeop.compile_command("\n".join(statement)):
                statement = []


BACKENDS = tuple(f"backends.{name}" for name in ("cpu", "cuda", "cudnn", "mkl", "mkldnn", "mps", "openmp"))
MODULES = ("special", "cuda", "nn.functional", "nn.init", "serialization", "testing", "utils.weak", *BACKENDS)


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
    kinds = {p.kind: p.name for p in signature.parameters.values()}
    # x.view(2, 3) and x.view(size=(2, 3)): a list that is spread has **kwargs for its name
    spread = kinds.get(inspect.Parameter.VAR_POSITIONAL, "args") not in ("args", "operands")
    vague = inspect.Parameter.VAR_KEYWORD in kinds
    assert (vague and not spread) == (name in SEVERAL or name.endswith("Tensor"))


@pytest.mark.parametrize("name", CALLABLE)
def test_the_docstring_names_its_source_and_its_errors(name):
    text = text_of(name)
    if "Alias of" in text:
        return
    assert re.search(r"\b[Aa]s torch\.|Not in PyTorch", text), "where the behaviour comes from is missing"
    parameters = [p for p in inspect.signature(PUBLIC[name]).parameters if p != "self"]
    if parameters and name != "is_tensor":  # which takes anything
        assert re.search(r"\w+Error\b", text), "what is raised is missing"


OPERANDS = {
    "bool": tbcast.tensor([True]),
    "int": tbcast.tensor([1]),
    "float": tbcast.tensor([0.5]),
    "complex": tbcast.tensor([1 + 1j]),
}
MIXED = {
    "masked_fill": lambda x: (x, OPERANDS["bool"], 1),
    "polygamma": lambda x: (1, x),
    "threshold": lambda x: (x, 0, 0),
    "where": lambda x: (OPERANDS["bool"], x, x),
}


@pytest.mark.parametrize("op", [op for op in TABLE if op.public], ids=lambda op: op.name)
def test_the_docstring_says_which_kinds_of_operands_an_operator_refuses(op):
    function = getattr(tbcast._C, op.name)
    text = " ".join(function.__doc__.partition("Raises ")[2].split())
    said = {
        kind: error
        for error, kinds in re.findall(r"(\w+Error) for ([\w, ]+?) operands", text)
        for kind in re.split(", | and ", kinds)
    }
    found = {}
    for kind, x in OPERANDS.items():
        try:
            function(*MIXED.get(op.name, lambda x: (x,) * len(op.operands))(x))
        except Exception as error:
            found[kind] = type(error).__name__
    assert said == found


def test_every_public_function_shows_an_example():
    """A method may leave that to the function of its name, an in-place one to its plain form."""
    assert sum("." not in name for name in CALLABLE) > 60
    silent = []
    for name in PUBLIC:
        if name.startswith("TypedStorage."):  # deprecated: the class shows one
            continue
        function = name.removeprefix("Tensor.")
        texts = [text_of(n) for n in (name, function, function.rstrip("_")) if n in PUBLIC]
        if not any(">>>" in text or "Alias of" in text for text in texts):
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


@pytest.mark.full
@pytest.mark.needs("nbclient")  # whose dependencies have no wheels for some builds of Python
@pytest.mark.parametrize("name", [path.name for path in sorted((ROOT / "docs/notebooks").glob("*.ipynb"))])
def test_the_notebooks_run_and_their_committed_outputs_are_true(name, tmp_path, monkeypatch):
    import nbclient
    import nbformat

    for variable in ("JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR"):
        monkeypatch.setenv(variable, str(tmp_path / "jupyter"))
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    committed = nbformat.read(tmp_path / "docs/notebooks" / name, as_version=4)
    executed = nbformat.from_dict(json.loads(json.dumps(committed)))
    place = {"metadata": {"path": str(tmp_path / "docs/notebooks")}}
    nbclient.NotebookClient(executed, timeout=300, kernel_name="python3", resources=place).execute()
    assert len(executed.cells) > 10
    for before, after in zip(committed.cells, executed.cells, strict=True):
        assert joined(before.get("outputs")) == joined(after.get("outputs")), before.source
