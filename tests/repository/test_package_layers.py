"""The modules of tbcast/ lie in layers: imports point to lower layers, in no circle; folders stay small."""

import ast
import re
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import tbcast
from codegen import hooks

ROOT = Path(__file__).resolve().parents[2]
EXTENSIONS = ("tbcast._C", "tbcast.audit._watch")  # below all of the package, and below all of the audit
MOST_MODULES = 20  # in a folder; a module and its stub count once

# The lowest layer first; tbcast._C is below all of them.  A name stands for the modules below it as well, if
# they are not listed themselves.
LAYERS = (
    ("tbcast._decorators",),
    ("tbcast._compat", "tbcast._printing", "tbcast._stubs", "tbcast._verdict", "tbcast._version"),
    ("tbcast._composite", "tbcast.backcompat", "tbcast.backends", "tbcast.return_types", "tbcast.special"),
    ("tbcast.fft", "tbcast.linalg"),
    ("tbcast.nn", "tbcast.storage", "tbcast.testing", "tbcast.utils"),
    ("tbcast._explain", "tbcast._pickling", "tbcast.array_api"),
    ("tbcast._explain_fixes", "tbcast._policy", "tbcast._serialization", "tbcast.cuda"),
    ("tbcast.as_torch", "tbcast.audit", "tbcast.overrides"),
    ("tbcast._command_line",),
    ("tbcast.serialization",),
    ("tbcast",),
    ("tbcast._protocol", "tbcast.as_torch.torch", "tbcast.note"),
    ("tbcast.dask",),
    ("tbcast.cli",),
    ("tbcast.__main__",),
)


def modules(package):
    """{name: path} of a package's modules."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


SOURCES = modules(ROOT / "tbcast")
GENERATOR = modules(ROOT / "src/codegen")


def imports(source, sources=SOURCES):
    """The modules of the package that a text imports anywhere, in functions and for types, too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            found = [name if name in sources or name in EXTENSIONS else node.module for name in inner]
        else:
            continue
        yield from (name for name in found if name in sources)


def graph():
    """{module: modules that it imports}, with what is imported by name when it is first asked for."""
    found = {name: set(imports(path.read_text("utf-8"))) - {name} for name, path in SOURCES.items()}
    found["tbcast"] |= {f"tbcast.{owner or name}" for name, owner in tbcast._LAZY.items()}
    found["tbcast"] |= {f"tbcast.{place.partition(':')[0]}" for place in hooks.hooks().values()}
    return found


def place_of(module):
    """The number of its layer, and its name there."""
    owners = [(len(name), layer, name) for layer, names in enumerate(LAYERS) for name in names]
    fits = [owner for owner in owners if module == owner[2] or module.startswith(f"{owner[2]}.")]
    return max(fits)[1:] if fits else None


def upward(arrows):
    """Imports that do not point to a lower layer, nor stay in one package."""
    places = {name: place_of(name) for name in arrows}
    return [
        f"{name} imports {imported}"
        for name, found in sorted(arrows.items())
        for imported in sorted(found)
        if places[imported] != places[name] and places[imported][0] >= places[name][0]
    ]


def circle(arrows):
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        return error.args[1]
    return None


def test_imports_point_to_lower_layers():
    arrows = graph()
    assert len(arrows) > 40 and "tbcast._verdict.risk" in arrows["tbcast._policy"]
    assert [name for name in arrows if name != "tbcast" and place_of(name)[1] == "tbcast"] == []  # forgotten
    assert upward(arrows) == []


def test_dask_uses_public_names_and_the_protocol_alone():
    private = set()
    for name, path in SOURCES.items():
        if name.startswith("tbcast.dask"):
            text = path.read_text("utf-8")
            private |= {module for module in imports(text) if re.search(r"\._(?!C$)", module)}
            private |= {f"_C.{used}" for used in re.findall(r"_C\.(_\w+)", text)}
    assert {name for name in private if not name.startswith("tbcast.dask.")} == {"tbcast._protocol"}


def test_no_modules_import_each_other_in_a_circle():
    assert circle(graph()) is None


def test_the_generators_modules_import_each_other_in_no_circle():
    arrows = {
        name: set(imports(path.read_text("utf-8"), GENERATOR)) - {name} for name, path in GENERATOR.items()
    }
    assert "codegen.operators" in arrows["codegen.generate"]
    assert circle(arrows) is None


def test_folders_have_about_twenty_modules_at_most():
    files = [*SOURCES.values(), *(ROOT / "tbcast").rglob("*.pyi")]
    counts = Counter(path.parent.relative_to(ROOT).as_posix() for path in {p.with_suffix("") for p in files})
    assert {folder: n for folder, n in counts.items() if n > MOST_MODULES} == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def f():\n    from tbcast import cli", ["tbcast.cli"]),
        ("if TYPE_CHECKING:\n    from tbcast.storage import TypedStorage", ["tbcast.storage"]),
        ("import tbcast.nn.functional as F", ["tbcast.nn.functional"]),
        ("from tbcast import _C, Tensor", ["tbcast"]),
        ("from tbcast import _C\nfrom tbcast._C import Tensor\nimport os", []),
        ("from tbcast.audit import _watch, report", ["tbcast.audit.report"]),
    ],
)
def test_an_import_is_seen(source, found):
    assert list(imports(source)) == found


def test_an_import_against_the_order_and_a_circle_are_seen():
    arrows = graph()
    arrows["tbcast._verdict.risk"] = {"tbcast._explain.fixes"}
    assert upward(arrows) == ["tbcast._verdict.risk imports tbcast._explain.fixes"]
    assert set(circle(arrows)) == {"tbcast._verdict.risk", "tbcast._explain.fixes"}
