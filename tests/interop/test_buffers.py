"""The buffers that tensors give: for every kind of request what NumPy's arrays of that layout give."""

import numpy as np
import pytest

from children import python
from under_test import MODULE_NAME, STAND_IN, tb

pytestmark = pytest.mark.skipif(STAND_IN, reason="torch's tensors give no buffers")

LAYOUTS = {
    "row": np.arange(3.0),
    "matrix": np.arange(6.0).reshape(2, 3),
    "transposed": np.arange(6.0).reshape(2, 3).T,
    "steps": np.arange(6.0)[::2],
    "steps both ways": np.arange(24.0).reshape(4, 6)[::2, ::3],
    "permuted": np.arange(24.0).reshape(2, 3, 4).transpose(1, 2, 0),
    "sizes of 1": np.arange(3.0).reshape(1, 3, 1),
    "scalar": np.array(5.0),
    "empty": np.zeros((2, 0)),
    "empty, transposed": np.zeros((0, 3)).T,
}
REQUESTS = (
    *("SIMPLE", "WRITABLE", "FORMAT", "ND", "STRIDES", "C_CONTIGUOUS", "F_CONTIGUOUS", "ANY_CONTIGUOUS"),
    *("CONTIG", "CONTIG_RO", "STRIDED", "STRIDED_RO", "RECORDS", "RECORDS_RO", "FULL", "FULL_RO"),
)


@pytest.mark.parametrize("request_name", REQUESTS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_request_is_answered_as_numpy_does(layout, request_name):
    testbuffer = pytest.importorskip("_testbuffer", reason="this Python has no _testbuffer")
    array = LAYOUTS[layout]

    def answer(exporter):
        try:
            view = testbuffer.ndarray(exporter, getbuf=getattr(testbuffer, f"PyBUF_{request_name}"))
        except (BufferError, ValueError):  # NumPy raises one of the two
            return "refused"
        moves = [step for size, step in zip(view.shape, view.strides, strict=False) if size > 1]
        return view.shape, moves if view.nbytes else [], view.format, view.itemsize, view.nbytes

    assert answer(tb.from_numpy(array)) == answer(array)


def test_without_numpy_numpy_is_refused_as_in_torch():
    program = f"""
import sys
sys.modules["numpy"] = None
import {MODULE_NAME} as torch
try:
    torch.ones(2).numpy()
except RuntimeError as error:
    print(error, type(error.__cause__).__name__)
"""
    done = python("-c", program)
    assert (done.returncode, done.stdout) == (0, "Numpy is not available ModuleNotFoundError\n"), done.stderr
