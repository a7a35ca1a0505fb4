"""NumPy's array interface, both ways; PyTorch has none, so that what it refuses is taken here."""

import contextlib
import copy
import gc
import inspect
import itertools
import math
import pickle
import weakref

import pytest

from dlpack_cases import Evil, Interface, failure, layouts
from failing_allocations import failing_allocations
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
            assert tuple(described["data"]) == (t.data_ptr(), False)
            assert (described["strides"] or arr.strides) == arr.strides
        seen = np.asarray(Interface(arr, **described))
        assert seen.tolist() == t.tolist() and seen.dtype == arr.dtype


# ---- what was given away holds the memory, as long as it is there and no longer ----


class Forwarding:
    """Has a tensor's interface, but keeps no dict."""

    def __init__(self, t):
        self.t = t

    @property
    def __array_interface__(self):
        return self.t.__array_interface__


def check_cannot_grow(t):
    place, shape = t.data_ptr(), t.shape
    for grow in (lambda: t.resize_(5000), lambda: t.view(-1).resize_(5000)):
        with pytest.raises(RuntimeError, match="storage that is not resizable"):
            grow()
    assert (t.data_ptr(), t.shape) == (place, shape)


def test_reading_leaves_no_trace():
    t = tb.ones(3, 3, dtype=tb.complex64)
    t.__array_interface__  # noqa: B018
    assert t.__array_interface__["data"][0] == t.data_ptr()
    t.resize_(40, 40)
    seen = inspect.getmembers(t)  # as debuggers do
    assert "__array_interface__" in dict(seen)
    del seen
    t.resize_(100, 100)
    assert t[0, :9].tolist() == [1] * 9
    assert not hasattr(tb.ones(3).bfloat16(), "__array_interface__")


HOLDERS = {
    "dict": lambda t: t.__array_interface__,
    "copy of the dict": lambda t: dict(t.__array_interface__),
    "data": lambda t: t.__array_interface__["data"],
    "memoryview": lambda t: memoryview(t.__array_interface__["data"]),
    "object with the dict": Interface,
    "array": lambda t: np.asarray(Forwarding(t)),
    "array of an object with the dict": lambda t: np.asarray(Interface(t)),
    "view of an array": lambda t: np.asarray(Forwarding(t)).T[1:],
    "tensor": lambda t: tb.asarray(Forwarding(t)),
    "view of a tensor": lambda t: tb.as_tensor(Forwarding(t))[1:],
    "array of a tensor": lambda t: tb.asarray(Forwarding(t)).numpy(),
}


@pytest.mark.parametrize("holder", HOLDERS)
def test_memory_stays_where_it_is_while_something_holds_it(holder):
    t = tb.ones(3, 3)
    held = HOLDERS[holder](t)
    if isinstance(held, Interface):
        held.kept = None
    gc.collect()
    check_cannot_grow(t)
    del held
    gc.collect()
    t.resize_(5000)
    assert t[:9].tolist() == [1] * 9


@pytest.mark.parametrize("name", NUMPYS)
def test_arrays_outlive_the_tensor(name):
    of_tensors = [Forwarding(t) for t in layouts(tb, name)]
    while of_tensors:
        forwarding = of_tensors.pop()
        expected, shape = forwarding.t.tolist(), tuple(forwarding.t.shape)
        seen = np.asarray(forwarding)
        assert seen.flags.writeable and seen.shape == shape
        del forwarding.t
        others = [tb.full((n,), 9) for n in range(100)]  # where its memory was, were it free
        assert seen.tolist() == expected
        del others


def test_what_is_written_through_the_interface_is_the_tensors():
    t = tb.zeros(3, 4)
    seen = np.asarray(Forwarding(t[1:, ::2].T))
    seen[1, 0] = 5
    assert t.tolist() == [[0, 0, 0, 0], [0, 0, 5, 0], [0, 0, 0, 0]]
    data = t[1:, ::2].__array_interface__["data"]
    with memoryview(data) as view:  # from the first element to the end of the last one
        assert (view.format, view.nbytes, view.readonly) == ("B", 28, False)
        assert view.cast("f").tolist() == [0, 0, 5, 0, 0, 0, 0]
        view.cast("f")[0] = 7
    assert t[1, 0] == 7 and view is not None


def test_the_data_reads_as_address_and_flag():
    t = tb.arange(6.0)
    data = t[2:].__array_interface__["data"]
    address, read_only = data
    assert (address, read_only, len(data)) == (t[2:].data_ptr(), False, 2)
    assert data[0] == data[-2] == address and data[1] is data[-1] is False
    for index in (2, -3, 2**70):
        with pytest.raises(IndexError):
            data[index]
    with pytest.raises(TypeError):
        data[0] = 1
    assert "16 bytes of a tensor at 0x" in repr(data)


def test_the_data_cannot_be_made_or_copied_without_memory():
    data = tb.arange(6.0).__array_interface__["data"]
    for make in (
        lambda: type(data)(),
        lambda: object.__new__(type(data)),
        lambda: copy.copy(data),
        lambda: copy.deepcopy(data),
        lambda: pickle.dumps(data),
        lambda: setattr(type(data), "other", 1),
        lambda: type("Derived", (type(data),), {}),
    ):
        with pytest.raises(TypeError):
            make()


def test_empty_tensors_have_memory_of_no_bytes():
    for shape in ((0,), (2, 0, 3), (0, 3)):
        t = tb.ones(shape)
        assert memoryview(t.__array_interface__["data"]).nbytes == 0
        seen = np.asarray(Forwarding(t))
        assert seen.shape == shape and seen.dtype == np.float32
        with pytest.raises(RuntimeError, match="storage that is not resizable"):
            t.resize_(1000)
        del seen
        t.resize_(1000)


def test_what_is_described_is_the_memory_although_garbage_resizes_the_tensor():
    t, sizes = tb.ones(2, 2), itertools.cycle([(1, 3), (70, 70), (2,), (40, 40)])

    class Resizing:
        def __init__(self):
            self.itself = self

        def __del__(self):
            with contextlib.suppress(RuntimeError):
                t.resize_(next(sizes))

    before = gc.get_threshold()
    for _ in range(50):
        Resizing()
        gc.set_threshold(1)
        try:
            described = t.__array_interface__
        finally:
            gc.set_threshold(*before)
        assert memoryview(described["data"]).nbytes == 4 * math.prod(described["shape"])
        del described


def test_a_storage_that_shares_foreign_memory_keeps_its_owner():
    array = np.arange(6.0)
    alive = weakref.ref(array)
    data = tb.from_numpy(array)[2:].__array_interface__["data"]
    del array
    assert alive() is not None and memoryview(data).cast("d").tolist() == [2, 3, 4, 5]
    del data
    assert alive() is None


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


class Truthless:
    def __bool__(self):
        raise ZeroDivisionError


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
    (
        PLAIN | {"data": bytes(24), "offset": 25},
        "ValueError: __array_interface__: offset 25 is outside of the buffer (24 bytes)",
    ),
    (PLAIN | {"data": (8, Truthless())}, "ZeroDivisionError: "),
    ({name: PLAIN[name] for name in ("shape", "typestr")}, "TypeError: a bytes-like object is required, not"),
    (PLAIN | {"strides": (16,)}, "ValueError: __array_interface__: the elements need 40 bytes"),
]


@pytest.mark.parametrize(("interface", "refusal"), WRONG, ids=[refusal for _, refusal in WRONG])
def test_impossible_array_interfaces_are_refused(interface, refusal):
    source = Interface(np.zeros(3))
    source.__array_interface__ = interface
    for take in (tb.asarray, tb.as_tensor, tb.tensor):
        assert failure(lambda take=take: take(source)).startswith(refusal)


@pytest.mark.parametrize(
    "more",
    [
        {"strides": None, "mask": None, "offset": None},
        {"typestr": "=f8"},
        {"typestr": "|f8"},
        {"shape": (0, 3), "data": b""},
        {"shape": (0,), "data": bytes(5), "offset": 5},
        {"data": bytes(32), "offset": 8},
        {"shape": (), "data": bytes(8)},
        {"shape": (0,), "data": (0, False)},
    ],
)
def test_what_an_array_interface_may_say_besides(more):
    source = Interface(np.zeros(3))
    source.__array_interface__ = PLAIN | more
    made = tb.asarray(source)
    assert (made.dtype, tuple(made.shape)) == (tb.float64, source.__array_interface__["shape"])
    assert not made.any()


def test_bytes_have_no_order():
    for typestr in ("|b1", "<b1", ">b1", "=b1", "|i1", ">i1", ">u1"):
        source = Interface(np.zeros(3))
        source.__array_interface__ = PLAIN | {"typestr": typestr}
        assert tb.asarray(source).tolist() == [False] * 3


def test_an_array_interface_that_changes_while_it_is_read():
    array = np.arange(3.0)
    source = Interface(array)

    def forget():
        source.__array_interface__.clear()
        gc.collect()

    source.__array_interface__ |= {"shape": (Evil(forget),), "strides": (8,)}
    assert tb.asarray(source).tolist() == [0]


class FailingKey(str):
    """A key that cannot be compared with its equals."""

    def __eq__(self, other):
        raise MemoryError(f"comparing {self!s}")

    __hash__ = str.__hash__


@pytest.mark.parametrize("name", ["shape", "typestr", "data", "strides", "offset", "mask"])
def test_an_item_that_cannot_be_looked_up_is_not_taken_as_missing(name):
    source = Interface(np.zeros(3))
    source.__array_interface__ = {key: value for key, value in PLAIN.items() if key != name}
    source.__array_interface__[FailingKey(name)] = None
    for take in (tb.asarray, tb.as_tensor, tb.tensor):
        assert failure(lambda take=take: take(source)) == f"MemoryError: comparing {name}"


def test_an_array_interface_is_read_right_or_not_at_all_where_memory_is_short():
    testcapi = failing_allocations()
    memory = bytearray(np.arange(8.0))
    source = Interface(np.zeros(1))
    source.__array_interface__ = PLAIN | {"data": memory, "strides": (16,), "offset": 8}
    refused = 0
    for nth in range(200):
        taken = None
        try:
            testcapi.set_nomemory(nth, nth + 1)  # only that allocation fails
            taken = tb.asarray(source)
        except MemoryError:
            refused += 1
        finally:
            testcapi.remove_mem_hooks()
        assert taken is None or taken.tolist() == [1, 3, 5]
    assert refused


def test_unaligned_and_read_only_array_interfaces_are_copied():
    array = np.frombuffer(bytes(range(64)), "u1")
    address = array.ctypes.data
    for data in ((address, True), (address + 1, True), (address + 3, False)):
        source = Interface(array, typestr="<i4", shape=(2, 3), strides=(16, 4), data=data)
        t = tb.asarray(source)
        offset = data[0] - address
        rows = [np.frombuffer(bytes(range(64)), "<i4", 3, offset + 16 * i).tolist() for i in range(2)]
        assert t.tolist() == rows and t.fill_(0).sum() == 0
