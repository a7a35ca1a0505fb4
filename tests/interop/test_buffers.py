"""The buffers that tensors give: for every kind of request what NumPy's arrays of that layout give."""

import numpy as np
import pytest

from children import survived
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
    "empty row": np.zeros(0),
    "empty steps": np.zeros(4)[4::2],
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


def test_a_stride_that_no_byte_count_holds_reaches_no_element():
    t = tb.tensor([1.0, 2.0, 3.0]).as_strided((2, 1), (2, 2**62))
    assert (memoryview(t).strides, memoryview(t).tolist()) == ((8, 0), [[1.0], [3.0]])
    assert t.__array_interface__["strides"] == (8, 0)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_memoryview_is_contiguous_where_the_array_is(layout):
    view, array = memoryview(tb.from_numpy(LAYOUTS[layout])), memoryview(LAYOUTS[layout])
    assert (view.c_contiguous, view.f_contiguous) == (array.c_contiguous, array.f_contiguous)


def test_a_released_buffer_lets_the_tensor_grow():
    x = tb.zeros(2)
    with memoryview(x):
        with pytest.raises(RuntimeError, match="Trying to resize storage that is not resizable"):
            tb.zeros(100, out=x)
        assert x.shape == (2,)
    assert tb.zeros(100, out=x) is x and x.shape == (100,)


def test_without_numpy_there_are_no_arrays():
    said = survived(f"""
        import sys
        sys.modules["numpy"] = None
        import {MODULE_NAME} as tb
        for _ in range(2):
            try:
                tb.ones(2).numpy()
            except RuntimeError as error:
                print(error, isinstance(error.__cause__, ImportError), sep=" -> ")
        print("alive")
        """)
    assert said == {"Numpy is not available": "True"}
