"""The stubs say what the module is (stubtest), and typed programs check under mypy and pyright, strictly."""

import importlib.metadata
import importlib.util
import json
import re
import sys
import zipfile

import pytest

from repository import ROOT, copy_of_the_clone, python
from tbcast._compat import missing

pytestmark = [pytest.mark.full, pytest.mark.needs("mypy")]

ALLOWLIST = ROOT / "tests/helpers/stubtest_allowlist.txt"

STRICT = ("-m", "mypy", "--strict")


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("mypy")


@pytest.fixture(autouse=True)
def one_cache(cache, monkeypatch):
    """What mypy knows of the standard library and of the stubs is found out once, not by every test."""
    monkeypatch.setenv("MYPY_CACHE_DIR", str(cache))


SAMPLE = """
import tbcast as torch
from tbcast import Size, Tensor
from typing_extensions import assert_type


def standardise(table: Tensor, mean: Tensor, std: Tensor) -> Tensor:
    return (table - mean) / std


x = torch.empty(5, 1, 4, 1)
y = torch.ones((3, 1, 1), dtype=torch.float64)
assert_type(x + y, Tensor)
assert_type(2 * x - 1.5, Tensor)
assert_type((x + y).size(), Size)
assert_type(x.size(0), int)
assert_type(x.shape[1:], Size)
assert_type(x.shape[0], int)
assert_type(torch.add(x, y, alpha=2), Tensor)
assert_type(torch.mul(x, 2.0, out=torch.empty(0)), Tensor)
assert_type(x.add_(y[0]), Tensor)
assert_type(torch.broadcast_shapes((2, 1), (3,)), Size)
assert_type(torch.promote_types(torch.float32, torch.int64), torch.dtype)
assert_type(x[0, :, None, ..., 1:3], Tensor)
x[0] = y[0]
x += 1
a, b = torch.broadcast_tensors(x, y)[:2]
torch.utils.backcompat.broadcast_warning.enabled = True
torch.backcompat.pointwise_fallback.enabled = False
standardise(torch.tensor([[1.0, 2.0]]), torch.zeros(2), torch.ones(2)).view(-1).tolist()

# creation
assert_type(torch.full((2, 3), 1.5, dtype=torch.float16), Tensor)
assert_type(torch.eye(3, 4), Tensor)
assert_type(torch.linspace(0, 1, steps=5), Tensor)
assert_type(torch.randint(0, 10, (2, 3)), Tensor)
assert_type(torch.manual_seed(3).initial_seed(), int)
assert_type(x.new_zeros(2, 3, dtype=torch.int64), Tensor)
assert_type(torch.zeros_like(x), Tensor)
assert_type(torch.frombuffer(bytearray(8), dtype=torch.int16, count=2), Tensor)
assert_type(torch.asarray([1, 2], copy=True), Tensor)
assert_type(torch.as_tensor(3.5, dtype=torch.float64), Tensor)
assert_type(torch.finfo(torch.float32).eps, float)
assert_type(torch.iinfo(torch.int8).max, int)
assert_type(torch.pi, float)
assert_type(torch.get_default_dtype(), torch.dtype)

# views
assert_type(y.unbind(0), tuple[Tensor, ...])
assert_type(y.split([1, 2]), tuple[Tensor, ...])
assert_type(torch.chunk(y, 2), tuple[Tensor, ...])

# joining, repeating, flipping
assert_type(torch.cat([x, x], dim=1, out=torch.empty(0)), Tensor)
assert_type(torch.stack((y, y), -1), Tensor)
assert_type(x.repeat(1, 2, 1, 1).flip(0).tril_(1), Tensor)
assert_type(torch.repeat_interleave(y, torch.tensor([2]), 0), Tensor)
assert_type(torch.meshgrid(x.flatten(), x.flatten(), indexing="ij"), tuple[Tensor, ...])
for row in y:
    assert_type(row, Tensor)
assert_type(x.movedim(0, -1).permute(3, 2, 1, 0).flatten(1).unflatten(0, (1, -1)), Tensor)
assert_type(x.squeeze().unsqueeze_(0).swapaxes(0, 1).mT.narrow(0, 0, 1).diagonal(), Tensor)
assert_type(x.expand(2, *x.shape).as_strided((2, 2), (1, 1)).select(0, 1), Tensor)
assert_type(torch.atleast_2d(x), Tensor)
assert_type(torch.atleast_2d(x, y), tuple[Tensor, ...])

# accessors and conversions
assert_type(x.stride(), tuple[int, ...])
assert_type(x.stride(0), int)
assert_type(x.type(), str)
assert_type(x.type(torch.float64), Tensor)
assert_type(x.to(torch.int8, copy=True).to("cpu").float().cfloat().real, Tensor)
assert_type(x.is_contiguous(), bool)
assert_type(float(y[0, 0, 0]) + int(y[1, 0, 0]), float)
assert_type(x.storage_offset() + x.nbytes + x.itemsize + x.numel(), int)
with torch.broadcast_policy("raise", risk="medium", max_nbytes=100) as policy:
    assert_type(policy.install(), torch.broadcast_policy | None)

@torch.broadcast_policy("warn", None, 2.5)
def bounded(t: Tensor, times: int) -> Tensor:
    return t * times
assert_type(bounded(x, times=3), Tensor)

# the array API
xp = torch.array_api
assert_type(xp.astype(xp.zeros((2, 3)), xp.float64, copy=False), Tensor)
assert_type(xp.add(xp.sum(x, axis=(0, 1)), 2.5), Tensor)
assert_type(xp.unique_all(x).counts, Tensor)
assert_type(xp.isdtype(x.dtype, ("integral", "bool")), bool)
assert_type(xp.finfo(x).eps, float)
assert_type(xp.pi, float)

# lines
assert_type(torch.sort(y, 0, True), torch.return_types.sort)
assert_type(y.sort(stable=True).indices, Tensor)
values, indices = torch.topk(y, 1)
assert_type(indices, Tensor)
assert_type(torch.cumsum(y, 1, dtype=torch.float32).cumsum_(0), Tensor)
assert_type(torch.logsumexp(y, (0, 1), keepdim=True).softmax(0), Tensor)
z = y.cfloat()
z.imag = z.real = y
x.data = y.detach().clone()
"""

METHODS = (missing.METHODS + missing.ONLY_METHODS).split()
"""They stand in the class to say that they are absent; no stub has them."""
PAGE = ROOT / "docs/howto/typed_programs.md"

WRONG = """
import tbcast as torch

torch.add(torch.ones(2))
torch.ones(2) + "two"
torch.ones(2).no_such_method()
torch.ones(2, dtype="float32")
"""


@pytest.mark.long
@pytest.mark.skipif(
    importlib.util.find_spec("mypy") is None or importlib.metadata.version("mypy") < "2",
    reason="the stubtest of mypy 1 judges otherwise; of mypy 2 there is no wheel for some builds of Python",
)
def test_the_stubs_agree_with_the_module(tmp_path):
    absent = tmp_path / "absent.txt"
    names = [f"tbcast._C.Tensor.{name}" for name in METHODS]
    if not importlib.util.find_spec("torch"):  # these modules cannot be imported
        found = [path.stem for path in (ROOT / "tbcast/audit/_pytorch").glob("[a-z]*.py")]
        names += [f"tbcast.audit._pytorch.{name}" for name in found if name != "front_end"]
    if sys.version_info < (3, 12):  # a subclass of int with attributes, of which stubs can tell from then on
        names.append("tbcast._explain.symbols.Symbol")
    absent.write_text("\n".join(names), "utf-8")
    config = tmp_path / "mypy.ini"
    # The door's package is named torch, which mypy takes for PyTorch where that is installed.
    sections = "[mypy]\n[mypy-torch.*]\nignore_missing_imports = True\n"
    config.write_text(
        f"{sections}ignore_errors = True\n[mypy-tbcast.as_torch.*]\nignore_errors = True\n", "utf-8"
    )
    options = ("--allowlist", ALLOWLIST, "--allowlist", absent, "--mypy-config-file", config)
    status, text = python("-m", "mypy.stubtest", "tbcast", *options, cwd=tmp_path)
    assert status == 0, text


def test_a_typed_program_checks_under_strict(tmp_path):
    (tmp_path / "sample.py").write_text(SAMPLE, "utf-8")
    status, text = python(*STRICT, "sample.py", cwd=tmp_path)
    assert status == 0, text
    status, text = python("sample.py", cwd=tmp_path)
    assert status == 0, text


COMPILER = """#!/bin/sh
# Makes an empty file of each output.
while [ $# -gt 0 ]; do [ "$1" = -o ] && : >"$2"; shift; done
"""


def test_mypy_finds_an_editable_install(tmp_path):
    """The install is a path in site-packages.  Only mypy reads it here, so nothing is compiled."""
    clone = copy_of_the_clone(tmp_path / "clone")
    compiler = tmp_path / "compiler"
    compiler.write_text(COMPILER, "utf-8")
    compiler.chmod(0o755)
    build = "from setuptools import build_meta; build_meta.build_editable('..')"
    environment = {"CC": str(compiler), "LDSHARED": str(compiler)}
    status, text = python("-c", build, cwd=clone, **environment)
    assert status == 0, text
    python("-m", "venv", "--without-pip", "environment", cwd=tmp_path)
    (site,) = tmp_path.glob("environment/lib/python*/site-packages")
    with zipfile.ZipFile(next(tmp_path.glob("tbcast-*.whl"))) as wheel:
        wheel.extractall(site)
    (tmp_path / "sample.py").write_text("import tbcast\n\nreveal_type(tbcast.ones(2))\n", "utf-8")
    interpreter = tmp_path / "environment" / "bin" / "python"
    status, text = python(*STRICT, "--python-executable", interpreter, "sample.py", cwd=tmp_path)
    assert status == 0, text
    assert 'Revealed type is "tbcast._C.Tensor"' in text


def test_wrong_programs_do_not_check(tmp_path):
    (tmp_path / "wrong.py").write_text(WRONG, "utf-8")
    status, text = python(*STRICT, "wrong.py", cwd=tmp_path)
    assert status == 1
    lines = {int(line.split(":")[1]) for line in text.splitlines() if ": error:" in line}
    assert lines == {4, 5, 6, 7}, text


@pytest.fixture
def program(tmp_path):
    """The page's program, in a file, and what the page says that it prints."""
    text, printed = re.search(
        r"```python\n(.*?)```.*?```console\n.*?\n(.*?)```", PAGE.read_text("utf-8"), re.S
    ).groups()
    (tmp_path / "program.py").write_text(text, "utf-8")
    return tmp_path, printed


def test_the_pages_program_prints_what_the_page_says(program):
    folder, printed = program
    assert python("program.py", cwd=folder) == (0, printed)


def test_the_pages_program_checks_under_mypy(program):
    folder, _ = program
    status, text = python(*STRICT, "program.py", cwd=folder)
    assert status == 0, text


def check_with_pyright(folder, name):
    """Lines with errors, and the text.  basedpyright is a pyright that pip installs, with the Node.js that it
    needs: 200 MB, so it is no part of the extra dev, and this skips without it."""
    if not importlib.util.find_spec("basedpyright"):
        pytest.skip("basedpyright is not installed")
    (folder / "pyrightconfig.json").write_text(json.dumps({"typeCheckingMode": "strict"}))
    _, text = python("-m", "basedpyright", "--pythonpath", sys.executable, name, cwd=folder)
    return {int(line) for line in re.findall(rf"{name}:(\d+):\d+ - error", text)}, text


def test_the_pages_program_checks_under_pyright(program):
    folder, _ = program
    lines, text = check_with_pyright(folder, "program.py")
    assert not lines and text.startswith("0 errors"), text


def test_a_typed_program_checks_under_pyright(tmp_path):
    (tmp_path / "sample.py").write_text(SAMPLE, "utf-8")
    lines, text = check_with_pyright(tmp_path, "sample.py")
    assert not lines, text


def test_wrong_programs_do_not_check_under_pyright(tmp_path):
    (tmp_path / "wrong.py").write_text(WRONG, "utf-8")
    lines, text = check_with_pyright(tmp_path, "wrong.py")
    assert lines == {4, 5, 6, 7}, text
