"""The layers of the C sources: includes and symbols point downwards, and no circle of modules exists.

A module is a .c with the header of its name; a header or template of its own is a module, too.  An arrow is
an include, or (by `nm` of the compiled sources, with --long) a symbol that is used and defined elsewhere.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from shared import once

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src"

# From the bottom: a folder uses those of the layers before its own.  All of src/core is below src/python.
CORE = [
    ["platform"],
    ["base"],
    ["kernels"],
    ["memory"],
    ["threads"],
    ["plan"],
    ["pack"],
    ["iterate"],
    ["offsets"],
    ["call"],
    ["pointwise"],
    ["copy"],
    ["family"],
    ["reduce", "along_dim", "gather", "join", "linalg", "random", "create"],
    ["index"],
]
PYTHON = [
    ["generated"],
    ["cpython"],
    ["base"],
    ["args"],
    ["types"],
    ["call", "interop"],
    ["views", "create"],
    ["indexing"],
    ["pointwise", "methods", "functions"],
    ["module"],
]
LAYERS = {
    "core": [[f"core/{name}" for name in layer] for layer in CORE],
    "python": [[f"python/{name}" for name in layer] for layer in PYTHON],
    "audit": [],  # the extension module tbcast.audit._watch
}
MOST_FILES = 24  # of a folder, generated ones apart

# Variables that are not in a module's state (src/python/cpython/module_state.h).
VARIABLES = {
    # by which an interpreter finds its state
    "python/cpython/module_state": {"tbpy_only_module_state", "states", "found"},
    # objects to CPython, which writes to them
    "audit/init": {"module_def"},
    "python/module/init": {"module_def"},
    # how CPython calls any function, the same in all interpreters, and how deep a thread's C stack is
    "audit/instrumented": {"call_function", "nested"},
}

# What the audit includes of the library: one door, and what needs no state of the library's.
DOOR = {"python/cpython/module_state", "python/base/objects", "python/call/interface"}

DEFINITION = re.compile(r"^(?!static)[A-Za-z][\w *]*?\b(tb_\w+)\([^;{]*\)\s*\{", re.MULTILINE)
FAMILY = re.compile(r"^const tb_family (tb_\w+)", re.MULTILINE)
DECLARATION = re.compile(r"\b(tb_\w+)(?:\([^;{]*\)|\[\w*\])?;")
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def sources(tree):
    """All sources of a tree below src, relative to src."""
    found = [path for suffix in ("c", "h", "inc") for path in (SRC / tree).rglob(f"*.{suffix}")]
    return sorted(path.relative_to(SRC) for path in found)


C_FILES = [path for tree in LAYERS for path in sources(tree) if path.suffix == ".c"]


def object_of(path):
    return module_of(path).replace("/", "_") + ".o"


def module_of(path):
    """`core/base/error.c` and `core/base/error.h` are the module core/base/error; a template is its own."""
    return str(path if path.suffix == ".inc" else path.with_suffix(""))


def includes(trees):
    """{module: the modules it includes}."""
    graph = {}
    for path in (path for tree in trees for path in sources(tree)):
        used = {module_of(Path(name)) for name in INCLUDE.findall((SRC / path).read_text("utf-8"))}
        graph.setdefault(module_of(path), set()).update(used - {module_of(path)})
    return graph


def symbols(objects):
    """{module: the modules whose symbols its object uses}, from `nm` of {module: object}."""
    defined, wanted = {}, {}
    for module, obj in objects.items():
        wanted[module] = set()
        lines = subprocess.run(["nm", obj], capture_output=True, text=True, check=True).stdout.splitlines()
        for *_, kind, name in (line.split() for line in lines):
            if kind in "TDBRVC":
                defined[name] = module
            elif kind == "U":
                wanted[module].add(name)
    return {
        module: {defined[name] for name in names if name in defined} - {module}
        for module, names in wanted.items()
    }


@pytest.fixture
def graph(whole, shared_folder):
    """{module: modules it uses}, by includes and, as a whole, by symbols."""
    found = includes(LAYERS)
    if whole:
        for module, used in symbols(compiled(shared_folder)).items():
            found[module] |= used
    return found


def compiled(shared_folder):
    """{module: its object}."""
    if not shutil.which(shlex.split(os.environ.get("CC", "cc"))[0]) or not shutil.which("nm"):
        pytest.skip("needs a C compiler and nm")
    folder = once(shared_folder / "objects", compile_all)
    return {module_of(path): folder / object_of(path) for path in C_FILES}


def variables(obj):
    """Names of what an object file has in memory that can be written after it is loaded."""
    lines = subprocess.run(["nm", "--format=sysv", obj], capture_output=True, text=True, check=True).stdout
    cells = [[cell.strip() for cell in line.split("|")] for line in lines.splitlines() if "|" in line]
    return {
        name.partition(".")[0]
        for name, *_, section in cells
        if section.startswith((".data", ".bss", ".tdata", ".tbss")) and not section.startswith(".data.rel.ro")
    }


def compile_all(folder):
    compiler = shlex.split(os.environ.get("CC", "cc"))
    python = sysconfig.get_paths()["include"]
    free_threaded = ["-DTB_FREE_THREADED"] if sysconfig.get_config_var("Py_GIL_DISABLED") else []

    def compile_one(path):
        flags = ["-std=gnu11", "-O0", "-w", "-fPIC", f"-I{SRC}", f"-I{python}", "-c", SRC / path]
        subprocess.run([*compiler, *free_threaded, *flags, "-o", folder / object_of(path)], check=True)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(compile_one, C_FILES))


def folder_of(module):
    """The folder below core or python that a module is in; "" for those of no folder."""
    parts = module.split("/")
    return "/".join(parts[:2]) if len(parts) > 2 else ""


def upward(graph, layers):
    """Arrows to a later layer, or to another folder of the same one."""
    level = {folder: i for i, folders in enumerate(layers) for folder in folders}
    arrows = []
    for module, used in graph.items():
        for other in used:
            a, b = folder_of(module), folder_of(other)
            if a in level and b in level and a != b and level[b] >= level[a]:
                arrows.append(f"{module} -> {other}")
    return sorted(arrows)


@pytest.mark.parametrize("tree", LAYERS)
def test_every_folder_has_a_layer(tree):
    folders = {folder_of(str(path)) for path in sources(tree)} - {""}
    assert folders == {folder for layer in LAYERS[tree] for folder in layer}


def test_the_core_includes_nothing_of_the_bindings():
    assert [m for m, used in includes(["core"]).items() if any(u.startswith("python/") for u in used)] == []


def test_the_library_includes_nothing_of_the_audit():
    found = includes(("core", "python")).items()
    assert [module for module, used in found if any(name.startswith("audit/") for name in used)] == []


def test_the_audit_includes_one_door_of_the_library():
    own = includes(["audit"])
    used = set().union(*own.values())
    assert {name for name in used if not name.startswith("audit/")} == DOOR
    assert "python/call/interface" in own["audit/audit"]


def test_the_audit_is_linked_with_what_needs_no_state_of_the_librarys(graph):
    """By includes and, as a whole, by symbols."""
    text = (ROOT / "setup.py").read_text("utf-8")
    (linked,) = re.findall(r'"tbcast\.audit\._watch": \[(.*?)\],\n\}', text, re.DOTALL)
    modules = re.findall(r'"src/((?:core|python)/\S+)\.c"', linked)
    assert {"python/cpython/module_state", "core/base/shape"} < set(modules)
    stateful = {"python/base/state", "python/base/tensor_object"}
    assert [module for module in modules if stateful & graph[module]] == []


def test_a_new_operator_compiles_only_what_names_operators():
    """Its id moves others: no header has the ids but the one that declares operators' own functions."""
    ids = "core/kernels/generated/ops_ids"
    using = {module for module, used in includes(LAYERS).items() if ids in used}
    headers = {module for module in using if (SRC / f"{module}.h").exists()}
    own = {module for module in headers if f'"{ids}.h"' in (SRC / f"{module}.h").read_text("utf-8")}
    assert own == {"core/pointwise/operator_hooks"}


@pytest.mark.parametrize("tree", LAYERS)
def test_no_arrow_points_upwards(graph, tree):
    assert upward(graph, LAYERS[tree]) == []


@pytest.mark.parametrize("tree", LAYERS)
def test_no_circle_of_modules(graph, tree):
    part = {
        module: {other for other in used if other.startswith(tree)}
        for module, used in graph.items()
        if module.startswith(tree)
    }
    try:
        TopologicalSorter(part).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(reversed(error.args[1])), pytrace=False)


def declared_and_defined(tree):
    """{header: sources that define its functions and families' rows}, of headers and sources of one tree."""
    texts = {path: (SRC / path).read_text("utf-8") for path in sources(tree)}
    comment = re.compile(r"/\*.*?\*/", re.DOTALL)
    where = {}
    for path, text in texts.items():
        if path.suffix == ".c":
            for name in [*DEFINITION.findall(text), *FAMILY.findall(text)]:
                where.setdefault(name, set()).add(str(path))
    return {
        str(path): set().union(*(where.get(name, ()) for name in DECLARATION.findall(comment.sub("", text))))
        for path, text in texts.items()
        if path.suffix == ".h"
    }


# Folders of the core whose files still form a circle, to be undone.
CIRCULAR = {"core/along_dim", "core/gather", "core/index", "core/linalg"}


def test_files_of_a_folder_form_no_circle():
    """A header needs the sources that define what it declares, and these the headers that they include.

    A source may include a header that declares its own functions: that is no arrow."""
    files = declared_and_defined("core")
    defined = {header: set(found) for header, found in files.items()}
    for path in map(str, sources("core")):
        used = set(INCLUDE.findall((SRC / path).read_text("utf-8")))
        files.setdefault(path, set()).update(name for name in used if path not in defined.get(name, ()))
    circles = set()
    for folder in {folder_of(path) for path in files}:
        part = {path: used for path, used in files.items() if folder_of(path) == folder}
        try:
            TopologicalSorter({path: used & part.keys() for path, used in part.items()}).prepare()
        except CycleError:
            circles.add(folder)
    assert circles == CIRCULAR


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "darwin", reason="its nm names no sections")
def test_the_bindings_have_no_variables_but_the_modules_state(shared_folder):
    """Interpreters of a process share nothing but what the core has."""
    bindings = {name: obj for name, obj in compiled(shared_folder).items() if not name.startswith("core/")}
    found = {module: variables(obj) for module, obj in bindings.items()}
    assert {module: names for module, names in found.items() if names} == VARIABLES


def defines_only_bodies(path):
    """Is every function that the file defines for others the body of a row?"""
    lines = (SRC / path).read_text().splitlines()
    found = [line for line in lines if re.match(r"(?!static )[A-Za-z]\w* .*\w\(", line)]
    return bool(found) and all("tbpy_body_" in line for line in found)


@pytest.mark.parametrize("tree", LAYERS)
def test_every_source_has_a_header(tree):
    """One of its own name, one of its folder's name for all, or call/given.h with the bodies of all rows."""
    bare = [
        str(path)
        for path in sources(tree)
        if path.suffix == ".c"
        and not defines_only_bodies(path)
        and not (SRC / path).with_suffix(".h").exists()
        and not (SRC / path.parent / f"{path.parent.name}.h").exists()
    ]
    assert bare == []


@pytest.mark.parametrize("tree", LAYERS)
def test_no_folder_outgrows_the_limit(tree):
    counts = {}
    for path in sources(tree):
        if "generated" not in path.parts:
            counts[str(path.parent)] = counts.get(str(path.parent), 0) + 1
    assert {folder: n for folder, n in counts.items() if n > MOST_FILES} == {}
