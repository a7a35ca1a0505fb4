"""Pickles from anywhere: none makes a tensor that reads outside its storage, and none crashes."""

import copy
import pickle
import random

import pytest

from children import survived
from pickled import PROTOCOLS, Sub, filled
from tbcast import _pickling
from under_test import tb

HUGE = 2**62
STORAGE = tb.arange(12.0).untyped_storage()  # 48 bytes
F = tb.float32

OUTSIDE = [
    (F, 0, (13,), (1,)),
    (F, 1, (12,), (1,)),
    (F, 12, (1,), (1,)),
    (F, 0, (3, 4), (4, 2)),
    (F, 0, (2,), (12,)),
    (F, 0, (2,), (HUGE,)),
    (F, 0, (2, 2), (HUGE, HUGE)),
    (F, HUGE, (1,), (1,)),
    (F, HUGE, (0,), (1,)),
    (F, 2**63 - 1, (1,), (1,)),
    (F, 0, (HUGE, HUGE), (0, 0)),
    (F, 0, (HUGE,), (1,)),
    (F, -1, (1,), (1,)),
    (F, -(2**63), (1,), (1,)),
    (F, 0, (-1,), (1,)),
    (F, 0, (-1, -1), (1, 1)),
    (F, 0, (-(2**63),), (1,)),
    (F, 0, (3,), (-1,)),
    (F, 11, (3,), (-1,)),
    (F, 0, (3,), (-(2**63),)),
    (F, 0, (3,), (1, 1)),
    (F, 0, (3, 3), (1,)),
    (F, 0, (1,) * 65, (1,) * 65),
    (tb.float64, 0, (7,), (1,)),
    (tb.complex128, 0, (4,), (1,)),
    (tb.complex128, 3, (1,), (1,)),
]
WRONG = [
    (F, 2**63, (1,), (1,)),
    (F, 0, (2**63,), (1,)),
    (F, 0, (1,), (2**64,)),
    (F, None, (1,), (1,)),
    (F, True, (1,), (1,)),
    (F, 1.0, (1,), (1,)),
    (F, "0", (1,), (1,)),
    (F, 0, 3, 1),
    (F, 0, "abc", (1,)),
    (F, 0, (1.5,), (1,)),
    (F, 0, (None,), (1,)),
    (F, 0, None, None),
    (F, 0, {1: 2}, (1,)),
    ("float32", 0, (1,), (1,)),
    (float, 0, (1,), (1,)),
    (None, 0, (1,), (1,)),
]
CLEAR = (TypeError, ValueError, RuntimeError, OverflowError)


@pytest.mark.parametrize("parts", OUTSIDE, ids=repr)
def test_no_tensor_reaches_beyond_its_storage(parts):
    with pytest.raises(RuntimeError):
        _pickling._rebuild_tensor(STORAGE, *parts)
    with pytest.raises(RuntimeError):
        _pickling._rebuild_subclass(Sub, STORAGE, *parts)


@pytest.mark.parametrize("parts", OUTSIDE + WRONG, ids=repr)
def test_every_protocol_refuses_them(parts):
    class Forged:
        def __reduce__(self):
            return _pickling._rebuild_tensor, (STORAGE, *parts)

    for protocol in PROTOCOLS:
        data = pickle.dumps(Forged(), protocol)
        with pytest.raises(CLEAR):
            pickle.loads(data)


@pytest.mark.parametrize("storage", [None, 3, b"abc", "x", tb.ones(2), object(), tb.UntypedStorage])
def test_what_is_no_storage_is_refused(storage):
    for rebuild in (_pickling._rebuild_tensor, lambda *parts: _pickling._rebuild_subclass(Sub, *parts)):
        with pytest.raises(TypeError, match=r"expected torch.UntypedStorage, but got <class"):
            rebuild(storage, F, 0, (1,), (1,))
    with pytest.raises(TypeError):
        _pickling._rebuild_typed_storage(storage, F)


def test_an_object_that_looks_like_a_storage_is_refused():
    class Fake:
        def _elements(self, dtype):
            return tb.ones(2)

    with pytest.raises(TypeError):
        _pickling._rebuild_tensor(Fake(), F, 0, (1,), (1,))


@pytest.mark.parametrize("cls", [int, object, None, "Sub", tb.Size, Sub([1.0])])
def test_only_subclasses_of_tensors_are_made(cls):
    with pytest.raises(TypeError, match="expected a subclass of torch"):
        _pickling._rebuild_subclass(cls, STORAGE, F, 0, (1,), (1,))


@pytest.mark.parametrize("data", [None, 3, "text", [1, 2], tb.ones(2).t])
def test_storages_are_made_of_buffers_only(data):
    with pytest.raises(TypeError):
        _pickling._rebuild_storage(data)


def test_buffers_of_any_shape_are_bytes():
    import array

    words = array.array("i", [1, 2, 3])
    assert _pickling._rebuild_storage(words).nbytes() == 12
    assert _pickling._rebuild_storage(memoryview(words).cast("B").cast("i", (3, 1))).nbytes() == 12
    with pytest.raises(BufferError):
        _pickling._rebuild_storage(memoryview(b"abcdef")[::2])
    with pytest.raises(ValueError, match="endian"):
        _pickling._rebuild_storage(b"abcd", "middle")


@pytest.mark.parametrize("state", [None, 3, b"abc", tb.ones(3), tb.zeros(5056), tb.zeros(5055).byte()])
def test_a_generators_state_is_checked(state):
    g = tb.Generator().manual_seed(1)
    with pytest.raises((TypeError, RuntimeError)):
        g.set_state(state)
    with pytest.raises((TypeError, RuntimeError)):
        _pickling._rebuild_generator(state)
    assert tb.equal(tb.rand(3, generator=g), tb.rand(3, generator=tb.Generator().manual_seed(1)))


@pytest.mark.parametrize(
    ("left", "next_"),
    [
        *((0, 0), (-1, 0), (625, 0), (624, 2), (624, 624), (2, 624)),
        *((1, 625), (1, 2**40), (1, 2**64 - 1), (2**31 - 1, 0)),
    ],
)
def test_a_generator_cannot_be_made_to_read_beyond_its_state(left, next_):
    g = tb.Generator()
    state = bytearray(g.get_state().tolist())
    state[8:12] = left.to_bytes(4, "little", signed=True)
    state[16:24] = next_.to_bytes(8, "little")
    with pytest.raises(RuntimeError, match="Invalid mt19937 state"):
        g.set_state(tb.frombuffer(state, dtype=tb.uint8))


def test_a_generators_state_of_any_numbers_works():
    state = bytearray(random.Random(0).randbytes(5056))
    state[8:24] = b"\1\0\0\0\1\0\0\0\0\0\0\0\0\0\0\0"
    g = tb.Generator().set_state(tb.frombuffer(state, dtype=tb.uint8))
    assert tb.rand(2000, generator=g).min() >= 0 and tb.randn(5, generator=g, dtype=tb.float64).shape == (5,)


def test_there_is_no_state_to_set_by_hand():
    x = tb.ones(2)
    for state in (None, 3, (), (1, 2, 3), {"a": 1}):
        with pytest.raises((AttributeError, TypeError)):
            x.__setstate__(state)
    assert x.tolist() == [1, 1]


@pytest.mark.parametrize("arguments", [(), (1, 2), (None,), ("4",), (tb.ones(2),)])
def test_reduce_ex_takes_a_protocol(arguments):
    with pytest.raises(TypeError):
        tb.UntypedStorage(2).__reduce_ex__(*arguments)
    if len(arguments) != 1:
        with pytest.raises(TypeError):
            tb.ones(2).__reduce_ex__(*arguments)


def test_a_pickle_that_ends_early_is_an_error():
    for protocol in PROTOCOLS:
        data = pickle.dumps([filled(tb.int16), tb.ones(3).t()], protocol)
        for end in range(len(data)):
            with pytest.raises(Exception):  # noqa: B017 - pickle's own: half a dozen types
                pickle.loads(data[:end])


def test_buffers_that_are_missing_or_short_are_an_error():
    x, buffers = tb.arange(100), []
    data = pickle.dumps(x, protocol=5, buffer_callback=buffers.append)
    for given in ((), None, [b"abc"], [b""], [3], [None], [bytes(799)]):
        with pytest.raises((pickle.UnpicklingError, RuntimeError, TypeError)):
            pickle.loads(data, buffers=given)
    assert pickle.loads(data, buffers=[bytes(800)]).sum() == 0
    buffers[0].release()
    with pytest.raises(ValueError):
        pickle.loads(data, buffers=buffers)


def test_subclasses_that_misbehave_raise():
    class Bad(tb.Tensor):
        def __getstate__(self):
            raise KeyError("no state")

    for take in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(KeyError):
            take(Bad([1.0]))


FUZZ = """
import contextlib, pickle, random, sys
import tbcast as torch

# A damaged number makes Python's pickle ask for tens of GB, which a debug build fills at once.
with contextlib.suppress(ImportError, OSError):
    import resource
    size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (size + (1 << 30), size + (1 << 30)))

rng = random.Random({seed})
x = torch.arange(24, dtype=torch.int16).view(2, 3, 4)
objects = [x.transpose(0, 2)[1:], x, torch.ones(3).untyped_storage(), torch.Generator(), x.sort()]
good = refused = 0
for round in range({rounds}):
    data = bytearray(pickle.dumps(rng.choice(objects), rng.choice([2, 4, 5])))
    for _ in range(rng.choice([1, 1, 2, 3])):
        kind = rng.random()
        place = rng.randrange(len(data))
        if kind < 0.6:
            data[place] = rng.randrange(256)
        elif kind < 0.8:
            del data[place : place + rng.randrange(1, 5)]
        else:
            number = b"\\x8a\\x08" + rng.randbytes(8)
            data[place:place] = rng.choice([b"\\xff", b"\\x80", number, b"K" + rng.randbytes(1)])
    if b"exit" in data or b"posix" in data or b"nt\\n" in data:
        continue
    try:
        found = pickle.loads(bytes(data))
        for t in found if isinstance(found, (tuple, list)) else [found]:
            if isinstance(t, torch.Tensor) and t.numel() < 1 << 20:
                t.sum(), t.clone().fill_(1), str(t)
            elif isinstance(t, torch.Generator):
                torch.rand(700, generator=t)
        good += 1
    except Exception:
        refused += 1
print("both ->", good > 10 and refused > 10)
print("alive")
"""


@pytest.mark.parametrize("seed", range(4))
def test_damaged_pickles_never_crash(seed):
    assert survived(FUZZ.format(seed=seed, rounds=1000)) == {"both": "True"}
