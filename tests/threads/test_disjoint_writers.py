"""No operation writes an element that it was not asked to write: two threads may fill disjoint parts of one
tensor.

The first tests need no threads: what is not to be written cannot be (helpers/disjoint_writers.py), so that a
write of the value that is there ends the process every time.  The others let two threads write, masks and
indices that leave the other's elements out, and halves of a tensor; ThreadSanitizer watches those without
suppressions.
"""

import re
import signal
import sys
import threading
from functools import partial
from pathlib import Path

import pytest

import disjoint_writers
from children import python
from disjoint_writers import SELECTED
from under_test import STAND_IN, tb

pytestmark = [
    pytest.mark.skipif(STAND_IN, reason="what threads may do at once is tbcast's own"),
    pytest.mark.filterwarnings("ignore:.*(deprecated|beta).*:UserWarning"),
]

HELPER = Path(disjoint_writers.__file__)
PATHS = f"import sys; sys.path[:0] = [{str(HELPER.parent)!r}, {str(HELPER.parents[2] / 'src')!r}]"
FAULTS = {-signal.SIGSEGV, -getattr(signal, "SIGBUS", 0)}


def written_elsewhere(kind, at_most=10):
    """The calls that write what they were not asked to write, or something wrong."""
    program = f"{PATHS}; import runpy; runpy.run_path({str(HELPER)!r}, run_name='__main__')"
    found, first = [], 0
    while len(found) < at_most:
        done = python("-c", program, kind, str(first))
        lines = done.stdout.splitlines()
        found += [line for line in lines if line.startswith("WRONG")]
        if done.returncode == 0:
            assert lines[-1] == "END"
            return found
        assert done.returncode in FAULTS, done.stderr
        number, name = re.fullmatch(r"(\d+) (.*)", lines[-1]).groups()
        found.append(name)
        first = int(number) + 1
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="mprotect by its number of Linux's pages")
@pytest.mark.parametrize(
    "kind", ["SELECTED", *(pytest.param(kind, marks=pytest.mark.full) for kind in ("IN_PLACE", "INTO"))]
)
def test_what_was_not_to_be_written_may_be_read_only(kind):
    assert written_elsewhere(kind) == []


@pytest.mark.full
@pytest.mark.skipif(sys.platform != "linux", reason="mprotect by its number of Linux's pages")
def test_a_hundred_elements_of_ten_million_are_all_that_is_read_and_written():
    assert written_elsewhere("FEW") == []


def test_every_method_with_a_mask_or_indices_is_among_them():
    assert disjoint_writers.names_of_selecting_writers() <= set(SELECTED)


# ---- two threads ----

N = 1 << 20  # enough for calls to release the lock
CALLS = [
    text
    for texts in SELECTED.values()
    for text in texts
    if not any(word in text for word in ("each", "places", "flat"))
]
DTYPES = [tb.bool, tb.uint8, tb.float16, tb.int32, tb.float32, tb.complex128]


def at_once(*functions):
    threads = [threading.Thread(target=function) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def parts(x, density):
    """Two masks that have no element in common: every second element, or every 32nd."""
    numbers = tb.arange(len(x)) % density
    return numbers == 0, numbers == density // 2


@pytest.mark.sample(3)
@pytest.mark.parametrize("density", [2, 32], ids=["dense", "sparse"])
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_two_threads_write_what_their_masks_and_indices_select(dtype, density):
    lost = []
    x = tb.zeros(N * (1 if density == 2 else 4), dtype=dtype)
    masks = parts(x, density)
    for text in CALLS:
        x.zero_()
        both = [disjoint_writers.select(x, 0, mask) for mask in masks]
        alone = disjoint_writers.select(x[:density].clone(), 0, masks[0][:density])
        try:
            disjoint_writers.run(text, alone)
        except (RuntimeError, NotImplementedError):
            continue
        at_once(*(partial(disjoint_writers.run, text, names) for names in both))
        wanted = alone["x"][0].item()
        if any(not bool((x[mask] == wanted).all()) for mask in masks):
            lost.append(text)
    assert lost == []


HALVES = {
    "every second element": lambda x: (x[::2], x[1::2]),
    "every second row": lambda x: (x.view(-1, 64)[::2], x.view(-1, 64)[1::2]),
    "halves of rows": lambda x: (x.view(-1, 64)[:, :31], x.view(-1, 64)[:, 31:]),
    "columns": lambda x: (x.view(64, -1).t()[:, ::2], x.view(64, -1).t()[:, 1::2]),
}
WRITES = {
    "add_": lambda x: x.add_(1),
    "add(out=)": lambda x: tb.add(tb.zeros_like(x), 1, out=x),
    "copy_": lambda x: x.copy_(tb.ones(1, dtype=x.dtype)),
    "copy_ of another dtype": lambda x: x.copy_(tb.ones(x.shape, dtype=tb.float64)),
    "fill_": lambda x: x.fill_(1),
    "x[:] = number": lambda x: x.__setitem__(slice(None), 1),
    "cumprod(out=)": lambda x: tb.cumprod(tb.ones(x.shape, dtype=x.dtype), 0, out=x),
    "masked_fill_": lambda x: x.masked_fill_(tb.ones(x.shape, dtype=tb.bool), 1),
}


@pytest.mark.parametrize("half", HALVES)
@pytest.mark.parametrize("dtype", [tb.uint8, tb.float16, tb.float32, tb.float64], ids=str)
def test_two_threads_write_halves_of_a_tensor(dtype, half):
    lost = []
    for name, write in WRITES.items():
        x = tb.zeros(N, dtype=dtype)
        at_once(*(partial(write, part) for part in HALVES[half](x)))
        if not bool((x == 1).all()):
            lost.append(name)
    assert lost == []
