"""NumPy's array interface, both ways; PyTorch has none, so that what it refuses is taken here."""

import gc
import weakref

import pytest

from dlpack_cases import Interface, layouts
from dtype_rules import NAMES
from under_test import STAND_IN, tb

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(STAND_IN, reason="PyTorch has no array interface")
NUMPYS = [name for name in NAMES if name != "bfloat16"]


@pytest.mark.parametrize("name", NUMPYS)
def test_the_array_interface_describes_every_layout(name):
    for t in layouts(tb, name):
        described = t.__array_interface__
        arr = np.asarray(t)
        assert described["shape"] == arr.shape and described["version"] == 3
        assert np.dtype(described["typestr"]) == arr.dtype
        if t.numel():
            assert described["data"] == (t.data_ptr(), False)
            assert (described["strides"] or arr.strides) == arr.strides
        seen = np.asarray(Interface(arr, **described))
        assert seen.tolist() == t.tolist() and seen.dtype == arr.dtype


def test_memory_whose_address_was_given_away_stays_where_it_is():
    t = tb.arange(3.0)
    t.__array_interface__  # noqa: B018
    with pytest.raises(RuntimeError, match="storage that is not resizable"):
        t.resize_(100)
    assert not hasattr(t.bfloat16(), "__array_interface__")


@pytest.mark.parametrize("name", NUMPYS)
def test_objects_with_an_array_interface_alone_share_their_memory(name):
    wide = np.arange(12).reshape(2, 6).astype(name)
    for array in (wide, wide[:, ::2], wide.T, wide[0, 0, ...], wide[:0]):
        for take in (tb.asarray, tb.as_tensor):
            t = take(Interface(array))
            assert t.dtype is getattr(tb, name) and t.tolist() == array.tolist()
            if array.size:
                assert t.data_ptr() == array.ctypes.data
        copied = tb.tensor(Interface(array))
        assert copied.tolist() == array.tolist()
        assert not array.size or copied.data_ptr() != array.ctypes.data
    assert tb.ones(1).new_tensor(Interface(array)).dtype is tb.float32
    assert tb.as_tensor(Interface(np.arange(3.0)), dtype=tb.int8).tolist() == [0, 1, 2]


def test_an_array_interface_may_name_a_buffer():
    data = bytearray(range(16))
    base = {"shape": (2, 3), "typestr": "|u1", "strides": None}
    t = tb.asarray(Interface(np.zeros(1), **base, data=data, offset=4))
    assert t.tolist() == [[4, 5, 6], [7, 8, 9]]
    t[0, 0] = 99
    assert data[4] == 99
    copied = tb.asarray(Interface(np.zeros(1), **base, data=bytes(data)))  # read-only
    copied.fill_(0)
    turned = Interface(np.zeros(1), **(base | {"strides": (1, 2)}), data=data)
    assert tb.asarray(turned).tolist() == [[0, 2, 99], [1, 3, 5]]
    with pytest.raises(BufferError):
        data.extend(b"more")
    del t
    gc.collect()


def test_the_object_lives_as_long_as_the_tensor():

    source = Interface(np.arange(3.0))
    alive = weakref.ref(source)
    t = tb.asarray(source)[1:]
    del source
    gc.collect()
    assert alive() is not None and t.tolist() == [1, 2]
    del t
    assert alive() is None


def test_sequences_are_read_as_sequences():
    class Both(Interface):
        def __len__(self):
            return 2

        def __getitem__(self, i):
            return [5, 6][i]

    assert tb.asarray(Both(np.arange(3.0))).tolist() == [5, 6]  # as torch, which has no array interface


