"""The sdist builds alone; the wheel is small and complete.

TBCAST_BUILT names a folder with the clone's sdist and the wheel that `python -m build` made of it (.ci/run
installs that one); without it both are built here.
"""

import os
import re
import shutil
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from repository import LEFTOVERS, ROOT, copy_of_the_clone, python, run, tool
from shared import once

pytestmark = pytest.mark.full

BUILT = os.environ.get("TBCAST_BUILT")


def build_sdist(folder):
    clone = copy_of_the_clone(folder / "clone")
    status, text = python("-m", "build", "--sdist", "--no-isolation", "-o", folder, cwd=clone)
    assert status == 0, text


def build_wheel(folder, sdist):
    """In the unpacked sdist, with nothing else at hand."""
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "unpacked", **({"filter": "data"} if sys.version_info >= (3, 12) else {}))
    (source,) = (folder / "unpacked").iterdir()
    options = ("--no-build-isolation", "--no-deps", "--no-index", "--no-cache-dir")
    status, text = python("-m", "pip", "wheel", *options, "-w", folder, source, cwd=folder)
    assert status == 0, text


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    return copy_of_the_clone(tmp_path_factory.mktemp("build") / "clone")


@pytest.fixture(scope="session")
def sdist(shared_folder):
    folder = Path(BUILT) if BUILT else once(shared_folder / "sdist", build_sdist)
    (path,) = folder.glob("*.tar.gz")
    return path


@pytest.fixture(scope="session")
def wheel(shared_folder, sdist):
    folder = Path(BUILT) if BUILT else once(shared_folder / "wheel", lambda f: build_wheel(f, sdist))
    (path,) = folder.glob("*.whl")
    return path


def compiles(test):
    """Compiling the whole package takes long, where that has not been done."""
    return test if BUILT else pytest.mark.long(test)


def test_the_sdist_carries_everything_that_a_clone_has(clone, sdist):
    with tarfile.open(sdist) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    ignored = shutil.ignore_patterns(*LEFTOVERS)
    wanted = {
        str(path.relative_to(clone))
        for path in clone.rglob("*")
        if path.is_file() and not any(ignored("", [part]) for part in path.relative_to(clone).parts)
    }
    assert len(wanted) > 60
    assert wanted - packed == set()


@compiles
def test_the_sdist_builds_alone_into_a_wheel_that_works(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    code = "import tbcast as torch; print(torch.__file__, (torch.ones(2, 1) + torch.ones(3)).size())"
    status, text = python("-c", code, cwd=tmp_path, PYTHONPATH=str(tmp_path))
    assert status == 0, text
    assert text.strip() == f"{tmp_path / 'tbcast' / '__init__.py'} torch.Size([2, 3])"


@compiles
def test_the_wheel_is_small_and_holds_the_package_only(clone, wheel):
    assert wheel.stat().st_size < 2_300_000
    packages = [option for name in ("tbcast", "tbcast_pytest.py") for option in ("--package", clone / name)]
    options = ("--toplevel", "tbcast,tbcast_pytest.py", "--ignore", "W102")  # of what is compiled
    status, text = run(tool("check-wheel-contents"), "--no-config", *options, *packages, wheel, cwd=clone)
    assert status == 0, text


@compiles
def test_an_index_would_take_the_sdist_and_the_wheel(sdist, wheel):
    status, text = run(tool("twine"), "check", "--strict", sdist, wheel, cwd=wheel.parent)
    assert status == 0, text


@pytest.mark.parametrize("compiler", ["false", "no-such-compiler"])
def test_a_compiler_that_does_not_do_is_named_in_one_sentence(compiler, tmp_path):
    command = ("setup.py", "build_ext", "--build-temp", tmp_path, "--build-lib", tmp_path)
    status, text = python(*command, cwd=ROOT, CC=compiler)
    assert status != 0
    said = text.strip().splitlines()[-1]
    assert re.fullmatch(rf"tbcast builds with gcc, clang or zig, .*{compiler}.* is none of them, or .*", said)
