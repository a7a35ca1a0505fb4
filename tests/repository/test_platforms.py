"""docs/platforms.md says what has run where: classifiers, README and wheels agree with it."""

import os
import re
import sys
import sysconfig
from pathlib import Path

import pytest

from repository import ROOT, copy_of_the_clone, run, tool

PYPROJECT = (ROOT / "pyproject.toml").read_text("utf-8")
HEAD, *ROWS = (
    [cell.strip() for cell in line.strip("|\n").split("|")]
    for line in (ROOT / "docs" / "platforms.md").read_text("utf-8").splitlines()
    if re.match(r"\| ?\w", line)
)
STATES = {"tested here", "built here", "waits", "no"}
CLASSIFIERS = {
    "Linux": "Operating System :: POSIX :: Linux",
    "Windows": "Operating System :: Microsoft :: Windows",
    "macOS": "Operating System :: MacOS",
    "WebAssembly": "Environment :: WebAssembly :: Emscripten",
}
# cibuildwheel's platform and processor, and what its wheels are called.
WHEELS = {
    "Linux x86-64, glibc": ("linux", "x86_64", "manylinux_x86_64"),
    "Linux x86-64, musl": ("linux", "x86_64", "musllinux_x86_64"),
    "Linux aarch64, glibc": ("linux", "aarch64", "manylinux_aarch64"),
    "Linux aarch64, musl": ("linux", "aarch64", "musllinux_aarch64"),
    "Windows x86-64": ("windows", "AMD64", "win_amd64"),
    "Windows ARM64": ("windows", "ARM64", "win_arm64"),
    "macOS arm64": ("macos", "arm64", "macosx_arm64"),
    "macOS x86-64": ("macos", "x86_64", "macosx_x86_64"),
    "WebAssembly": ("pyodide", "wasm32", "pyodide_wasm32"),
}
FIRST = {"WebAssembly": 13}
"""The first Python for which there are wheels, if not the package's."""


def test_each_line_says_how_far_each_part_has_come():
    assert HEAD == ["platform", "the C core", "the package", "a wheel", "how"]
    assert [row[0] for row in ROWS] == [*WHEELS, "32 bits (x86)"]
    assert {state for row in ROWS for state in row[1:4]} <= STATES


def test_classifiers_name_the_systems_on_which_the_package_was_tested():
    tested = {row[0].split()[0] for row in ROWS if row[2] == "tested here"}
    named = set(re.findall(r'"((?:Operating System|Environment) :: .*)"', PYPROJECT))
    assert named == {CLASSIFIERS[system] for system in tested}


def test_readmes_limits_name_the_systems_on_which_nothing_has_run():
    limits = (ROOT / "README.md").read_text("utf-8").partition("## Limits")[2]
    tested = {row[0].split()[0] for row in ROWS if row[2] == "tested here"}
    for system in CLASSIFIERS.keys() - tested:
        assert re.search(rf"{system}[^.]*\bnot\b", limits), system
    assert "(docs/platforms.md)" in limits


@pytest.mark.full
@pytest.mark.parametrize("platform", WHEELS)
def test_cibuildwheel_makes_a_wheel_for_each_python(platform, tmp_path):
    system, processor, ending = WHEELS[platform]
    options = ("--print-build-identifiers", "--platform", system, "--archs", processor)
    status, text = run(tool("cibuildwheel"), *options, ROOT, cwd=tmp_path)
    assert status == 0, text
    versions = re.findall(r'"Programming Language :: Python :: 3\.(\d+)"', PYPROJECT)
    wanted = {f"cp3{version}-{ending}" for version in versions if int(version) >= FIRST.get(platform, 0)}
    if platform != "WebAssembly":
        wanted.add(f"cp314t-{ending}")
    assert wanted <= set(text.split())


@pytest.mark.long
@pytest.mark.needs("ziglang")
@pytest.mark.parametrize("processor", ["arm64", "x86_64"])
def test_both_modules_are_compiled_and_linked_for_macos(processor, tmp_path):
    """With CPython's headers of this system: what they know of macOS they ask the compiler.

    Names that no library has would pass a link for Python, whose names the interpreter brings, too: without
    that freedom, all that is missing is Python's.
    """
    if sys.maxsize < 2**32 or os.name != "posix":
        pytest.skip("the headers of another word")
    clone = copy_of_the_clone(tmp_path / "clone")
    cc = f"{sys.executable} -m ziglang cc -target {'aarch64' if processor == 'arm64' else processor}-macos"
    command = (sys.executable, "setup.py", "build_ext", "--plat-name", f"macosx-11.0-{processor}")
    environment = {"CC": cc, "CFLAGS": "", "LDFLAGS": "", "TBCAST_WERROR": "1"}
    status, text = run(*command, cwd=clone, LDSHARED=f"{cc} -shared -undefined dynamic_lookup", **environment)
    assert status == 0, text
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    for module in ("_C", f"audit{os.sep}_watch"):
        (built,) = clone.glob(f"build/lib.*/tbcast/{module}{suffix}")
        assert built.read_bytes()[:4] == b"\xcf\xfa\xed\xfe"  # Mach-O, 64 bits
    objects = [str(path) for path in Path(clone, "build").rglob("*.o") if "src/audit" not in path.as_posix()]
    status, text = run(*cc.split(), "-shared", *objects, "-o", tmp_path / "strict.so", cwd=clone)
    missing = set(re.findall(r"undefined symbol: (\w+)", text))
    assert status != 0 and len(missing) > 100
    assert {name for name in missing if not re.match("__?Py", name)} == set()
