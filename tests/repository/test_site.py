"""The documentation's site: it builds without a warning and has every public name."""

import importlib
import importlib.util
import inspect
import pkgutil
import re
import shutil
import sys
import zlib

import pytest

import tbcast
from pages import ADDED, blocks
from public_names import names
from repository import LEFTOVERS, ROOT, python
from shared import once
from under_test import needs_torch

needs_sphinx = pytest.mark.needs("sphinx", "myst_nb", "furo", "sphinx_copybutton")


def build(folder):
    """The site, in html/; warnings are errors, and so is a reference to nothing."""
    clone = folder / "clone"  # where the sources of tbcast/ do not hide the installed package
    clone.mkdir()
    for name in ("docs", "src/codegen", "examples"):
        shutil.copytree(ROOT / name, clone / name, ignore=shutil.ignore_patterns(*LEFTOVERS))
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "LICENSE"):
        shutil.copy(ROOT / name, clone)
    options = ("-W", "--keep-going", "-n", "-q", "-d", folder / "doctrees")
    status, text = python("-m", "sphinx", *options, clone / "docs", folder / "html", cwd=folder)
    assert status == 0, text


@pytest.fixture(scope="session")
def site(shared_folder):
    """The built site."""
    return once(shared_folder / "site", build) / "html"


def inventory(site):
    """{name: page} of the Python objects that the site explains."""
    compressed = (site / "objects.inv").read_bytes().split(b"\n", 4)[4]
    lines = zlib.decompress(compressed).decode().splitlines()
    found = [re.match(r"(\S+) py:\S+ \S+ (\S+) ", line) for line in lines]
    return {match[1]: match[2].partition("#")[0] for match in found if match}


def module_of_docs(name, folder="docs"):
    """A script or extension of the documentation, imported."""
    sys.path.insert(0, str(ROOT / folder))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.pop(0)


check_pages = module_of_docs("check_pages")
needs_browser = pytest.mark.skipif(not check_pages.browser(), reason="no browser; Debian: chromium")

FAULTS = """<!doctype html><article><div class="wide" style="width: 900px">x</div>
<div style="overflow-x: auto"><div style="width: 3000px">y</div></div>
<img src="none.png"><script>console.error("oh no")</script></article>"""


@pytest.mark.long
@needs_browser
def test_a_page_with_faults_is_reported(tmp_path):
    (tmp_path / "page.html").write_text(FAULTS, "utf-8")
    found = check_pages.look_at(tmp_path)
    wide = [(width, fault) for page, width, fault in found if "wide" in fault]
    assert [width for width, _ in wide] == [390]
    assert 'class="wide"' in wide[0][1]
    assert sum("none.png" in fault for _, _, fault in found) >= 2
    assert any("oh no" in fault for _, _, fault in found)


@pytest.mark.long
@needs_sphinx
@needs_browser
def test_no_page_scrolls_sideways_or_complains_in_a_browser(site):
    assert check_pages.look_at(site) == []


@pytest.mark.long
@needs_sphinx
def test_every_public_name_is_on_a_page_of_the_reference(site):
    there = inventory(site)
    listed = {name for name in {*dir(tbcast), *tbcast.__all__} if not name.startswith("_")}
    values = {name for name in listed if not inspect.ismodule(getattr(tbcast, name))}
    assert [name for name in sorted({*names(), *values}) if f"tbcast.{name}" not in there] == []
    assert len(there) > 800
    assert {page.partition("/")[0] for page in there.values()} == {"reference"}


@pytest.mark.long
@needs_sphinx
def test_the_functions_of_the_public_modules_are_on_a_page(site):
    there = inventory(site)
    found = [module.name for module in pkgutil.walk_packages(tbcast.__path__, "tbcast.")]
    public = [name for name in found if "._" not in name and name not in ("tbcast.cli", "tbcast.note")]
    assert {"tbcast.special", "tbcast.cuda", "tbcast.nn.functional", "tbcast.backcompat"} <= set(public)
    for name in public:
        module = importlib.import_module(name)
        listed = [n for n in getattr(module, "__all__", ()) if not inspect.ismodule(getattr(module, n))]
        assert [n for n in listed if f"{name}.{n}" not in there] == []


@pytest.mark.long
@needs_sphinx
def test_an_entry_has_the_signature_and_the_example_of_the_docstring(site):
    page = (site / "reference/pointwise.html").read_text("utf-8")
    entry = page[page.index('id="tbcast.logaddexp"') :][:6000]
    text = re.sub(r"<[^>]+>", "", entry)
    assert "logaddexp(input, other, *, out=None)" in text
    assert "&gt;&gt;&gt; torch.logaddexp(" in text


def test_the_row_of_the_how_to_is_taken_by_the_generator(tmp_path):
    """Taken out of a copy and put back, with the page's row the generator says what the page shows."""
    for folder in ("src", "tbcast"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns(*LEFTOVERS))
    page = ROOT / "docs/howto/adding_an_operator.md"
    (row,) = (code for language, code in blocks(page) if language == "python" and ADDED.match(code))
    target = tmp_path / ADDED.match(row)[1]
    added, code = target.read_text("utf-8"), row.partition("\n")[2]
    assert code in added
    target.write_text(added.replace(code, ""), "utf-8")
    assert python("-m", "codegen", cwd=tmp_path / "src")[0] == 0
    assert "def spherical_bessel_j0(" not in (tmp_path / "tbcast/special.pyi").read_text("utf-8")
    target.write_text(added, "utf-8")
    status, text = python("-m", "codegen", cwd=tmp_path / "src")
    assert status == 0, text
    assert f"$ (cd src && python -m codegen)\n{text}$ python setup.py" in page.read_text("utf-8")
    assert "def spherical_bessel_j0(" in (tmp_path / "tbcast/special.pyi").read_text("utf-8")


@needs_torch
def test_what_pytorch_says_in_the_how_to_is_what_it_says(tmp_path):
    page = (ROOT / "docs/howto/adding_an_operator.md").read_text("utf-8")
    calls = re.findall(r'^\$ python -c "(.*torch.*)"\n(.*)$', page, re.MULTILINE)
    assert len(calls) == 3
    for code, wanted in calls:
        _, text = python("-c", code, cwd=tmp_path)
        assert text.splitlines()[-1] == wanted


@pytest.mark.needs("dask")  # a page of the reference is about it
def test_a_new_file_of_rows_needs_no_line_in_the_reference():
    """What no list places goes to a section of its own, or to the page `other`."""
    all_pages = module_of_docs("public_pages", "docs/_extensions").sections()
    placed = [name for sections in all_pages.values() for found in sections.values() for name in found]
    assert len(placed) == len(set(placed))
    assert set(names()) <= set(placed)
    pages = {path.stem for path in ROOT.glob("docs/reference/*.md")} - {"index"}
    assert set(all_pages) == pages
