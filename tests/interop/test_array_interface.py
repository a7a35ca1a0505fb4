"""NumPy's array interface, both ways; PyTorch has none, so that what it refuses is taken here."""

import gc
import weakref

import pytest

from dlpack_cases import Evil, Interface, failure, layouts
from oracles.dtype_rules import ALL
from under_test import STAND_IN, tb

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(STAND_IN, reason="PyTorch has no array interface")
NUMPYS = [name for name in ALL if name != "bfloat16"]


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
    transposed = Interface(np.zeros(1), **(base | {"strides": (1, 2)}), data=data)
    assert tb.asarray(transposed).tolist() == [[0, 2, 99], [1, 3, 5]]
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


# ---- bad input ----

PLAIN = {"shape": (3,), "typestr": "<f8", "version": 3, "data": bytes(24)}
WRONG = [
    (3, "TypeError: __array_interface__ must be a dict, not int"),
    ({}, "ValueError: __array_interface__: shape is missing"),
    ({"shape": (3,)}, "ValueError: __array_interface__: typestr is missing"),
    (PLAIN | {"shape": [3]}, "TypeError: __array_interface__: shape must be a tuple of ints"),
    (PLAIN | {"shape": 3}, "TypeError: __array_interface__: shape must be a tuple of ints"),
    (PLAIN | {"shape": (2.5,)}, "TypeError: 'float' object cannot be interpreted as an integer"),
    (PLAIN | {"shape": (2**64,)}, "OverflowError: "),
    (PLAIN | {"shape": (-1,)}, "RuntimeError: Trying to create tensor with negative dimension -1: [-1]"),
    (PLAIN | {"shape": (2**62, 4), "strides": (0, 0)}, "RuntimeError: numel: integer multiplication"),
    (PLAIN | {"shape": (1,) * 65}, "RuntimeError: only tensors with up to 64 dims are supported"),
    (PLAIN | {"typestr": b"<f8"}, "TypeError: __array_interface__: typestr must be a str"),
    (PLAIN | {"typestr": ""}, "TypeError: can't convert an array interface of type ''."),
    (PLAIN | {"typestr": "\ud800"}, "UnicodeEncodeError: "),
    (PLAIN | {"typestr": "|O8"}, "TypeError: can't convert an array interface of type '|O8'."),
    (PLAIN | {"typestr": "<M8[s]"}, "TypeError: can't convert an array interface of type '<M8[s]'."),
    (PLAIN | {"typestr": "<f16"}, "TypeError: can't convert an array interface of type '<f16'."),
    (PLAIN | {"typestr": ">f8"}, "ValueError: given numpy array has byte order different from the native"),
    (PLAIN | {"strides": (4,)}, "ValueError: given numpy array strides not a multiple of the element byte"),
    (PLAIN | {"strides": (8, 8)}, "ValueError: __array_interface__: 2 strides for 1 dimensions"),
    (PLAIN | {"strides": (-8,)}, "ValueError: At least one stride in the given array interface is negative"),
    (PLAIN | {"strides": (2**62,)}, "RuntimeError: Storage size calculation overflowed"),
    (PLAIN | {"strides": 8}, "TypeError: __array_interface__: strides must be a tuple of ints"),
    (PLAIN | {"mask": 1}, "ValueError: __array_interface__: masks are not supported"),
    (PLAIN | {"data": (0, False)}, "BufferError: the given array interface has elements but no memory"),
    (PLAIN | {"data": (2**64 - 8, False)}, "BufferError: the given array interface reaches beyond the last"),
    (PLAIN | {"data": (2**64, False)}, "OverflowError: "),
    (PLAIN | {"data": ("0x10", False)}, "TypeError: __array_interface__: data must be (address, read-only)"),
    (PLAIN | {"data": (8,)}, "TypeError: __array_interface__: data must be (address, read-only) or a buffer"),
    (PLAIN | {"data": 3}, "TypeError: a bytes-like object is required, not 'int'"),
    (PLAIN | {"data": None}, "TypeError: a bytes-like object is required, not 'Interface'"),
    (PLAIN | {"data": bytes(23)}, "ValueError: __array_interface__: the elements need 24 bytes, the buffer"),
    (
        PLAIN | {"data": bytes(24), "offset": 8},
        "ValueError: __array_interface__: the elements need 24 bytes, the buffer has 16",
    ),
    (
        PLAIN | {"data": bytes(24), "offset": -8},
        "ValueError: __array_interface__: offset -8 is outside of the buffer (24 bytes)",
    ),
    (PLAIN | {"data": bytes(24), "offset": 2**70}, "OverflowError: "),
    (PLAIN | {"strides": (16,)}, "ValueError: __array_interface__: the elements need 40 bytes"),
]


@pytest.mark.parametrize(("interface", "refusal"), WRONG, ids=[refusal for _, refusal in WRONG])
def test_impossible_array_interfaces_are_refused(interface, refusal):
    source = Interface(np.zeros(3))
    source.__array_interface__ = interface
    for take in (tb.asarray, tb.as_tensor, tb.tensor):
        assert failure(lambda take=take: take(source)).startswith(refusal)


def test_an_array_interface_that_changes_while_it_is_read():
    array = np.arange(3.0)
    source = Interface(array)

    def forget():
        source.__array_interface__.clear()
        gc.collect()

    source.__array_interface__ |= {"shape": (Evil(forget),), "strides": (8,)}
    assert tb.asarray(source).tolist() == [0]


def test_unaligned_and_read_only_array_interfaces_are_copied():
    array = np.frombuffer(bytes(range(64)), "u1")
    address = array.ctypes.data
    for data in ((address, True), (address + 1, True), (address + 3, False)):
        source = Interface(array, typestr="<i4", shape=(2, 3), strides=(16, 4), data=data)
        t = tb.asarray(source)
        offset = data[0] - address
        rows = [np.frombuffer(bytes(range(64)), "<i4", 3, offset + 16 * i).tolist() for i in range(2)]
        assert t.tolist() == rows and t.fill_(0).sum() == 0
