"""src/ninja_build.py compiles what has changed and no more, and shows what a compiler says."""

import os
import shlex
import shutil
import sys
from pathlib import Path

import pytest

import ninja_build
from ninja_build import BuildFailed, NinjaBuild

CC = shlex.split(os.environ.get("CC", "cc"))
pytestmark = pytest.mark.skipif(not shutil.which(CC[0]), reason="no C compiler")


@pytest.fixture
def project(tmp_path):
    """Two sources, one of which includes a header, in a folder whose name has a space."""
    root = tmp_path / "a project"
    root.mkdir()
    (root / "number.h").write_text("enum { NUMBER = 3 };\n")
    (root / "number.c").write_text('#include "number.h"\nint number(void) { return NUMBER; }\n')
    (root / "same.c").write_text("int same(int n) { return n; }\n")
    return root


def build(root, *flags):
    """Compile both; the times at which the objects were written."""
    steps = NinjaBuild(root / "objects", root)
    for name in ("number", "same"):
        steps.compile(f"{name}.c", f"objects/{name}.o", [*CC, *flags])
    steps.run(show=False)
    return {path.name: path.stat().st_mtime_ns for path in (root / "objects").glob("*.o")}


def written_again(before, after):
    return {name for name in before if before[name] != after[name]}


def test_what_is_current_is_not_built_again(project):
    assert written_again(build(project), build(project)) == set()


def test_a_header_is_an_input_of_what_includes_it(project):
    before = build(project)
    (project / "number.h").write_text("enum { NUMBER = 4 };\n")
    assert written_again(before, build(project)) == {"number.o"}


def test_other_flags_compile_everything(project):
    again = written_again(build(project), build(project, "-O1", "-DTEXT=a $ 'b'"))
    assert again == {"number.o", "same.o"}


def test_a_generated_header_is_written_when_its_inputs_change_and_compiled_when_its_text_does(project):
    script = 'grep -qs 7 number.h || echo "enum { NUMBER = 7 };" >number.h\necho >>runs\n'
    (project / "write.sh").write_text(script)

    def generate_and_build():
        steps = NinjaBuild(project / "objects", project)
        steps.generate(["number.h"], ["write.sh"], ["sh", "write.sh"])
        steps.compile("number.c", "objects/number.o", CC, after=["number.h"])
        steps.run(show=False)
        runs = len((project / "runs").read_text().splitlines())
        return runs, (project / "objects/number.o").stat().st_mtime_ns

    runs, compiled = generate_and_build()
    assert (runs, compiled) == generate_and_build() == (1, compiled)
    (project / "write.sh").write_text(script + "# the same text\n")
    assert generate_and_build() == (2, compiled)
    (project / "write.sh").write_text("echo 'enum { NUMBER = 8 };' >number.h\necho >>runs\n")
    runs, again = generate_and_build()
    assert runs == 3 and again != compiled


def test_a_failure_shows_the_compilers_message(project):
    (project / "same.c").write_text("int same(int n) { return unknown_name; }\n")
    with pytest.raises(BuildFailed, match=r"same\.c:1(.|\n)*unknown_name"):
        build(project)


def test_ninja_is_found_in_its_package_if_the_path_has_none(monkeypatch, tmp_path):
    package = pytest.importorskip("ninja")
    if not any(Path(package.BIN_DIR).glob("ninja*")):
        pytest.skip("the package is another environment's")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert ninja_build.ninja_program().startswith(package.BIN_DIR)


def test_without_ninja_the_build_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "ninja", None)
    with pytest.raises(BuildFailed, match="pip install ninja"):
        ninja_build.ninja_program()
