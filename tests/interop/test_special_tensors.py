"""Tensors that are easy to forget (empty, 0-dimensional, expanded, strided, at an offset), of every dtype:
saved, pickled, copied, exported and imported."""

import copy
import io
import pickle

import pytest

from pickled import DTYPES, LAYOUTS, facts, filled
from under_test import needs_torch, tb, torch

np = pytest.importorskip("numpy")

WITHOUT_FORMAT = (tb.bfloat16,)
"""The dtypes that neither NumPy nor the buffer protocol knows."""


def of(layout, dtype):
    return LAYOUTS[layout](filled(dtype))


def through_a_file(t):
    file = io.BytesIO()
    tb.save({"alone": t, "again": [t, t.detach()]}, file)
    file.seek(0)
    found = tb.load(file)
    assert found["again"][0] is found["alone"] and facts(found["again"][1]) == facts(found["alone"])
    return found["alone"]


def out_of_band(t):
    buffers = []
    data = pickle.dumps(t, 5, buffer_callback=buffers.append)
    return pickle.loads(data, buffers=buffers)


KEPT = {
    "save": through_a_file,
    **{f"pickle {p}": lambda t, p=p: pickle.loads(pickle.dumps(t, p)) for p in (0, 2, 4, 5)},
    "pickle, out of band": out_of_band,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "deepcopy in a list": lambda t: copy.deepcopy([t, t])[1],
    "dlpack": tb.from_dlpack,
}
"""What keeps everything: elements, strides and, but for DLPack, the offset."""
ARRAYS = {
    "numpy": lambda t: t.numpy(),
    "asarray": np.asarray,
    "buffer": lambda t: np.asarray(memoryview(t)),
    "array interface": lambda t: np.asarray(
        type("Interface", (), {"__array_interface__": t.__array_interface__})
    ),
}
IMPORTED = {
    "from_numpy": lambda a: tb.from_numpy(a),
    "as_tensor": lambda a: tb.as_tensor(a),
    "tensor": lambda a: tb.tensor(a),
    "asarray": lambda a: tb.asarray(a),
    "buffer": lambda a: tb.frombuffer(a, dtype=getattr(tb, a.dtype.name)).view(a.shape),
    "dlpack": lambda a: tb.from_dlpack(a),
}


@pytest.mark.parametrize("way", KEPT)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_special_tensor_comes_back(layout, way):
    for dtype in DTYPES:
        t = of(layout, dtype)
        expected, found = list(facts(t)), list(facts(KEPT[way](t)))
        if way == "dlpack":  # which has an address and no storage
            del expected[4], found[4]
        if t.numel() == 0 or way == "deepcopy":
            expected[3] = found[3] = None  # no stride leads anywhere
        assert found == expected, dtype


@pytest.mark.parametrize("way", ARRAYS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_special_tensor_is_an_array(layout, way):
    for dtype in set(DTYPES) - set(WITHOUT_FORMAT):
        t = of(layout, dtype)
        array = ARRAYS[way](t)
        assert (array.shape, array.dtype.name) == (tuple(t.shape), str(dtype).partition(".")[2])
        assert array.tobytes() == bytes(facts(t)[-1])
        if t.numel():
            assert array.ctypes.data == t.data_ptr()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_special_tensor_is_a_buffer(layout):
    for dtype in set(DTYPES) - set(WITHOUT_FORMAT):
        t = of(layout, dtype)
        view = memoryview(t)
        assert (view.shape, view.nbytes, view.tobytes()) == (tuple(t.shape), t.nbytes, bytes(facts(t)[-1]))
        if t.is_contiguous() and (t.numel() or t.dim() == 1):  # Python casts no view with zeros in its shape
            assert view.c_contiguous and view.cast("B").nbytes == t.nbytes
            assert io.BytesIO(t.contiguous()).getbuffer().nbytes == t.nbytes


@pytest.mark.parametrize("way", IMPORTED)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_special_array_is_a_tensor(layout, way):
    for dtype in set(DTYPES) - set(WITHOUT_FORMAT):
        t = of(layout, dtype)
        array = t.numpy()
        if way == "buffer" and (array.size == 0 or not array.flags.c_contiguous):
            continue  # frombuffer takes bytes that lie one after the other
        found = IMPORTED[way](array)
        assert found.dtype is dtype and found.shape == t.shape and facts(found)[-1] == facts(t)[-1]


@needs_torch
@pytest.mark.parametrize("layout", LAYOUTS)
def test_torch_and_tbcast_read_each_others_special_tensors(layout):
    """Alone and in a dictionary, which is what programs save."""
    for dtype in DTYPES:
        t = of(layout, dtype)
        file = io.BytesIO()
        tb.save({"t": t, "n": 1}, file)
        file.seek(0)
        u = torch.load(file)["t"]
        assert (str(u.dtype), tuple(u.shape), u.stride()) == (str(dtype), tuple(t.shape), t.stride())
        assert u.untyped_storage().nbytes() == t.untyped_storage().nbytes()
        for o in (u, [u]):
            file = io.BytesIO()
            torch.save(o, file)
            file.seek(0)
            back = tb.load(file)
            assert facts(back if o is u else back[0]) == facts(t)
