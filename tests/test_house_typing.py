"""The stubs say what the module is (mypy's stubtest), and typed programs check under mypy --strict."""

from house import ROOT, mypy_environment, python

ALLOWLIST = ROOT / "tests/helpers/stubtest_allowlist.txt"

# silent: where tbcast is an editable install, mypy would take its sources for a part of the program
STRICT = ("-m", "mypy", "--strict", "--follow-imports=silent")

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
"""

WRONG = """
import tbcast as torch

torch.add(torch.ones(2))
torch.ones(2) + "two"
torch.ones(2).no_such_method()
torch.ones(2, dtype="float32")
"""


def test_the_stubs_agree_with_the_module(tmp_path):
    options = ("-m", "mypy.stubtest", "tbcast", "--allowlist", ALLOWLIST)
    status, text = python(*options, cwd=tmp_path, **mypy_environment())
    assert status == 0, text


def test_a_typed_program_checks_under_strict(tmp_path):
    (tmp_path / "sample.py").write_text(SAMPLE, "utf-8")
    status, text = python(*STRICT, "sample.py", cwd=tmp_path, **mypy_environment())
    assert status == 0, text
    status, text = python("sample.py", cwd=tmp_path)
    assert status == 0, text


def test_wrong_programs_do_not_check(tmp_path):
    (tmp_path / "wrong.py").write_text(WRONG, "utf-8")
    status, text = python(*STRICT, "wrong.py", cwd=tmp_path, **mypy_environment())
    assert status == 1
    lines = {int(line.split(":")[1]) for line in text.splitlines() if ": error:" in line}
    assert lines == {4, 5, 6, 7}, text
