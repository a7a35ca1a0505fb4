"""What SECURITY.md says: the tests that it names exist, and those of its claims that no other file tests."""

import io
import pickle
import re
import signal
import struct
import sysconfig
import textwrap
from pathlib import Path

import pytest

from children import python
from saved_files import Call, archive, file_of, spelled, tensor
from systems import needs_proc
from under_test import MODULE_NAME, STAND_IN, tb

pytestmark = pytest.mark.skipif(STAND_IN, reason="the page is about tbcast")

ROOT = Path(__file__).resolve().parents[2]
RAN = []


def ran(*arguments):
    """What a file may have called."""
    RAN.append(arguments)
    return "result"


def test_the_tests_that_the_page_names_exist():
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", (ROOT / "SECURITY.md").read_text("utf-8"))
    assert len(named) > 20
    for path, test in named:
        text = (ROOT / path).read_text("utf-8")
        assert f"def {test}(" in text if test else "def test_" in text, (path, test)


def test_a_pickle_runs_what_it_says():
    data = spelled(Call("builtins.eval", "6 * 7"))
    assert pickle.loads(data) == 42
    file = archive({"data.pkl": data})
    assert tb.load(io.BytesIO(file), weights_only=False) == 42
    with pytest.raises(pickle.UnpicklingError, match="eval"):
        tb.load(io.BytesIO(file))


def test_an_allowed_class_is_called_with_what_the_file_says():
    file = file_of(Call("any.name", "a", 1))
    RAN.clear()
    with pytest.raises(pickle.UnpicklingError):
        tb.load(io.BytesIO(file))
    assert RAN == []
    with tb.serialization.safe_globals([(ran, "any.name")]):
        assert tb.load(io.BytesIO(file)) == "result"
    assert RAN == [("a", 1)]
    with pytest.raises(pickle.UnpicklingError):
        tb.load(io.BytesIO(file))


def test_a_mapped_file_is_not_compared_with_its_checksums(tmp_path):
    path = tmp_path / "a.pt"
    tb.save(tb.arange(100), path)
    data = bytearray(path.read_bytes())
    data[data.index(struct.pack("<qq", 50, 51))] = 7
    path.write_bytes(data)
    assert tb.load(path, mmap=True)[50] == 7
    with pytest.raises(RuntimeError, match="CRC"):
        tb.load(path)


MAPPED = {
    "a file that is made shorter": """
        t = torch.load("a.pt", mmap=True)
        os.truncate("a.pt", 100)
        t.sum()""",
    "a write to what is mapped for reading": """
        warnings.simplefilter("ignore")
        torch.from_numpy(__import__("numpy").memmap("a.pt", mode="r")).fill_(1)""",
}


@pytest.mark.parametrize("what", MAPPED)
def test_what_is_done_to_mapped_files_may_end_the_process(what, tmp_path):
    if "reading" in what:
        pytest.importorskip("numpy")
    tb.save(tb.ones(1 << 20), tmp_path / "a.pt")
    start = f"import os, warnings, {MODULE_NAME} as torch\nos.chdir({str(tmp_path)!r})"
    done = python("-c", f"{start}\nprint('begun', flush=True)\n{textwrap.dedent(MAPPED[what])}")
    assert done.stdout == "begun\n" and done.returncode in (-signal.SIGBUS, -signal.SIGSEGV)


def test_a_small_file_may_hold_a_tensor_of_very_many_elements():
    file = file_of(tensor(0, (2**31, 2**31), (0, 0)))
    assert len(file) < 1000
    t = tb.load(io.BytesIO(file))
    assert t.numel() == 2**62 and t.untyped_storage().nbytes() == 16
    with pytest.raises(RuntimeError):
        t + 1


@pytest.mark.parametrize("metadata", [{"conj": True}, {"neg": True}, {"conj": True, "neg": True}], ids=str)
def test_a_lazy_conjugate_takes_no_more_memory_than_its_record(metadata):
    of = Call("collections.OrderedDict")
    place = tensor(0, (2**31, 2**31), (0, 0)).args
    t = tb.load(io.BytesIO(file_of(Call("torch._utils._rebuild_tensor_v2", *place[:4], False, of, metadata))))
    assert t.numel() == 2**62 and t.untyped_storage().nbytes() == 16


GREEDY = """
    import io, os, resource, {module} as torch
    from saved_files import PROTO, archive

    # One name, called again and again: a generator of 5,000 bytes for four bytes of the file.
    body = PROTO + b"ctorch._C\\nGenerator\\nq\\x000(" + b"h\\x00)R" * 200_000 + b"l."
    file = archive({{"data.pkl": body}})
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + (64 << 20), resource.RLIM_INFINITY))
    try:
        torch.load(io.BytesIO(file))
    except (MemoryError, RuntimeError) as error:
        print("refused")
    print(torch.ones(3).sum().item())
"""


@needs_proc
@pytest.mark.skipif(
    bool(sysconfig.get_config_var("Py_GIL_DISABLED")),
    reason="a free-threaded build reserves a gigabyte of addresses beforehand",
)
def test_a_file_that_wants_more_memory_than_there_is_is_refused():
    code = textwrap.dedent(GREEDY.format(module=MODULE_NAME))
    helpers = str(ROOT / "tests" / "helpers")
    done = python("-X", "faulthandler", "-c", f"import sys; sys.path.append({helpers!r})\n{code}")
    assert (done.returncode, done.stdout) == (0, "refused\n3.0\n"), done.stderr[-2000:]
