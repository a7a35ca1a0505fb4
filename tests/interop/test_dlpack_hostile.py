"""DLPack producers that lie, fail or change their mind: no crash, nothing leaks, and a deleter is called
once, by whoever has the tensor.

All of this runs under valgrind as well:
    PYTHONMALLOC=malloc valgrind python -m pytest tests/interop/test_dlpack_hostile.py
"""

import ctypes
import gc

import pytest
from hypothesis import given, strategies as st

from dlpack_cases import Evil, failure
from dlpack_makers import (
    BFLOAT,
    BOOL,
    COMPLEX,
    FLAG_IS_COPIED,
    FLAG_READ_ONLY,
    INT,
    NAMES,
    OPAQUE,
    UINT,
    Producer,
    _api,
    capsule_name,
)
from under_test import STAND_IN, tb

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(STAND_IN, reason="PyTorch crashes, or deletes twice, with most of these")

HUGE = 2**62
NEGATIVE = (
    "At least one stride in the given DLPack tensor is negative, and tensors with negative strides are not "
    "currently supported. (You can probably work around this by making a copy of your array  with "
    "array.copy().) "
)
OVERFLOW = f"Storage size calculation overflowed with sizes=[4] and strides=[{HUGE}]"
BEYOND = "the given DLPack tensor reaches beyond the last address"
NUMEL = "numel: integer multiplication overflow"

# What the producer says of its tensor: the refusal.
REFUSED = [
    ({"lanes": 2}, "BufferError: ATen does not support lanes != 1 for dtype code2"),
    ({"lanes": 0, "code": INT}, "BufferError: ATen does not support lanes != 1 for dtype code0"),
    ({"code": 99}, "BufferError: Unsupported code 99"),
    ({"code": OPAQUE, "bits": 8}, "BufferError: Unsupported code 3"),
    ({"code": 10, "bits": 8}, "BufferError: Unsupported code 10"),
    ({"code": INT, "bits": 7}, "BufferError: Unsupported kInt bits 7"),
    ({"code": UINT, "bits": 128}, "BufferError: Unsupported kUInt bits 128"),
    ({"bits": 8}, "BufferError: Unsupported kFloat bits 8"),
    ({"bits": 0}, "BufferError: Unsupported kFloat bits 0"),
    ({"code": BFLOAT, "bits": 32}, "BufferError: Unsupported kFloat bits 32"),
    ({"code": COMPLEX, "bits": 32}, "BufferError: Unsupported kFloat bits 32"),
    ({"code": BOOL, "bits": 1}, "BufferError: Unsupported kDLBool bits 1"),
    *(({"device": (kind, 0)}, f"BufferError: Unsupported device_type: {kind}") for kind in (0, -1, 3, 8, 99)),
    ({"ndim": -1}, "BufferError: the given DLPack tensor has -1 dimensions"),
    ({"ndim": 2**31 - 1}, "RuntimeError: only tensors with up to 64 dims are supported"),
    ({"shape": (1,) * 65}, "RuntimeError: only tensors with up to 64 dims are supported"),
    ({"shape": None, "strides": None, "ndim": 1}, "BufferError: the given DLPack tensor has dim"),
    ({"shape": (-1,)}, "RuntimeError: Trying to create tensor with negative dimension -1: [-1]"),
    ({"shape": (2, -3), "strides": None}, "RuntimeError: Trying to create tensor with negative"),
    ({"shape": (0, -1)}, "RuntimeError: Trying to create tensor with negative dimension -1: [0, -1]"),
    ({"shape": (HUGE, 4), "strides": (0, 0)}, f"RuntimeError: {NUMEL}"),
    ({"shape": (2**40, 2**40), "strides": None}, f"RuntimeError: {NUMEL}"),
    ({"strides": (HUGE,)}, f"RuntimeError: {OVERFLOW}"),
    ({"strides": (-1,)}, f"ValueError: {NEGATIVE}"),
    ({"strides": (-(2**63),)}, f"ValueError: {NEGATIVE}"),
    ({"shape": (2, 2), "strides": (-2, 1)}, f"ValueError: {NEGATIVE}"),
    ({"address": 0}, "BufferError: the given DLPack tensor has elements but no memory"),
    ({"address": 0, "shape": ()}, "BufferError: the given DLPack tensor has elements but no memory"),
    ({"address": 0, "byte_offset": 64}, "BufferError: the given DLPack tensor has elements but no memory"),
    ({"address": 2**64 - 8}, f"BufferError: {BEYOND}"),
    ({"byte_offset": 2**64 - 4}, f"BufferError: {BEYOND}"),
    ({"address": 2**64 - 2**40, "strides": (2**40,)}, f"BufferError: {BEYOND}"),
    (
        {"version": (2, 0), "ndim": 7, "address": 8},
        "RuntimeError: unsupported DLPack capsule major version: 2. Maximum supported version: 1",
    ),
    (
        {"version": (2**32 - 1, 0)},
        f"RuntimeError: unsupported DLPack capsule major version: {2**32 - 1}. Maximum supported version: 1",
    ),
]
BOTH = [(s, r, v) for s, r in REFUSED for v in (True, False) if v or "version" not in s]


@pytest.mark.parametrize(("said", "refusal", "versioned"), BOTH, ids=[f"{r}-{v}" for _, r, v in BOTH])
def test_impossible_tensors_are_refused_and_stay_with_the_producer(said, refusal, versioned):
    for take in (tb.from_dlpack, tb.asarray):
        producer = Producer(**said, versioned=versioned)
        capsule = producer.capsule()
        assert failure(lambda take=take, capsule=capsule: take(capsule)).startswith(refusal)
        assert producer.deleted == 0 and capsule_name(capsule) == NAMES[versioned]
        capsule = None
        assert producer.deleted == 1
    for take in (tb.from_dlpack, tb.tensor, tb.as_tensor, tb.asarray):
        producer = Producer(**said, versioned=versioned)
        assert failure(lambda take=take, producer=producer: take(producer)).startswith(refusal)
        assert producer.deleted == 1
    for keywords in ({"copy": True}, {"copy": False}):
        producer = Producer(**said, versioned=versioned)
        assert failure(lambda p=producer, k=keywords: tb.from_dlpack(p, **k)).startswith(refusal)
        assert producer.deleted == 1


# What is unusual but possible: sizes, strides, and bytes from the memory's start.
TAKEN = [
    ({"shape": ()}, (), (), 0),
    ({"shape": None, "strides": None}, (), (), 0),
    ({"shape": (), "strides": None}, (), (), 0),
    ({"shape": (2, 3), "strides": None}, (2, 3), (3, 1), 0),
    ({"shape": (2, 2), "strides": (1, 2), "byte_offset": 8}, (2, 2), (1, 2), 8),
    ({"strides": (0,)}, (4,), (0,), 0),
    ({"shape": (2**61,), "strides": (0,), "code": BOOL, "bits": 8}, (2**61,), (0,), 0),
    ({"shape": (1,), "strides": (HUGE,)}, (1,), (HUGE,), 0),
    ({"shape": (1, 4), "strides": (-9, 1)}, (1, 4), (4, 1), 0),
    ({"shape": (1, 4), "strides": (-9, 2)}, (1, 4), (8, 2), 0),
    ({"shape": (4, 1), "strides": (2, -1)}, (4, 1), (2, 1), 0),
    ({"shape": (1,) * 64}, (1,) * 64, (1,) * 64, 0),
    ({"device": (1, 5)}, (4,), (1,), 0),
    ({"flags": FLAG_IS_COPIED}, (4,), (1,), 0),
    ({"flags": 1 << 63}, (4,), (1,), 0),
    ({"version": (0, 8)}, (4,), (1,), 0),
    ({"version": (1, 99)}, (4,), (1,), 0),
    ({"code": COMPLEX, "bits": 64, "byte_offset": 4, "shape": (2,)}, (2,), (1,), 4),
]
EMPTY = [
    ({"shape": (0,), "address": 0}, (0,), (1,)),
    ({"shape": (0,), "address": 0, "byte_offset": 2**64 - 1}, (0,), (1,)),
    ({"shape": (0,), "address": 3, "byte_offset": 2**62}, (0,), (1,)),
    ({"shape": (2, 0, 3), "strides": None, "address": 0}, (2, 0, 3), (3, 3, 1)),
    ({"shape": (HUGE, 0), "strides": (HUGE, HUGE)}, (HUGE, 0), (HUGE, HUGE)),
    ({"shape": (3, 0), "strides": (-5, 1)}, (3, 0), (1, 1)),
    ({"shape": (0, 3), "strides": (-5, 3)}, (0, 3), (9, 3)),
    ({"shape": (0,), "flags": FLAG_READ_ONLY, "address": 0}, (0,), (1,)),
]


@pytest.mark.parametrize(("said", "sizes", "strides", "offset"), TAKEN, ids=[str(said) for said, *_ in TAKEN])
def test_unusual_tensors_are_taken_and_deleted_once(said, sizes, strides, offset):
    producer = Producer(**said)
    t = tb.from_dlpack(producer)
    assert (tuple(t.shape), t.stride()) == (sizes, strides)
    assert t.data_ptr() == ctypes.addressof(producer.memory) + offset
    assert producer.deleted == 0
    del t
    assert producer.deleted == 1


@pytest.mark.parametrize(("said", "sizes", "strides"), EMPTY, ids=[str(said) for said, *_ in EMPTY])
def test_tensors_without_elements_need_no_memory(said, sizes, strides):
    producer = Producer(**said)
    t = tb.from_dlpack(producer)
    assert (tuple(t.shape), t.stride(), t.numel()) == (sizes, strides, 0)
    assert (t + 1).shape == t.shape and tb.from_dlpack(t).shape == sizes
    del t
    assert producer.deleted == 1


@pytest.mark.parametrize(
    "said",
    [
        {"flags": FLAG_READ_ONLY},
        {"flags": FLAG_READ_ONLY | FLAG_IS_COPIED},
        {"address": 1},
        {"byte_offset": 2},
        {"byte_offset": 2, "flags": FLAG_READ_ONLY},
        {"byte_offset": 3, "shape": (2, 2), "strides": (1, 3)},
        {"byte_offset": 3, "shape": ()},
        {"byte_offset": 3, "shape": (2, 2), "strides": (0, 1)},
    ],
    ids=str,
)
def test_read_only_and_unaligned_memory_is_copied_and_given_back(said):
    """An address counts from where the memory starts."""
    memory = (ctypes.c_float * 16)(*range(16))
    begin = said.get("address", 0) + said.get("byte_offset", 0)
    if "address" in said:
        said = said | {"address": ctypes.addressof(memory) + said["address"]}
    producer = Producer(memory, **said)
    t = tb.from_dlpack(producer.capsule())
    assert producer.deleted == 1  # nothing of it is needed any more
    shape, strides = said.get("shape", (4,)), said.get("strides", (1,))
    floats = np.frombuffer(bytes(memory), np.float32, 8, begin)
    strides = [4 * stride for stride in strides[: len(shape)]]
    assert np.array_equal(np.asarray(t), np.lib.stride_tricks.as_strided(floats, shape, strides))
    t.fill_(0)
    producer = Producer(memory, **said)
    assert failure(lambda: tb.from_dlpack(producer, copy=False)).startswith("BufferError: the given")
    assert producer.deleted == 1
    assert list(memory) == list(range(16))


def test_a_copy_for_which_there_is_no_memory_leaves_the_capsule_as_it_was():
    producer = Producer(shape=(2**61 - 1,), strides=(0,), code=BOOL, bits=8, flags=FLAG_READ_ONLY)
    capsule = producer.capsule()
    assert "can't allocate memory" in failure(lambda: tb.from_dlpack(capsule))
    assert capsule_name(capsule) == b"dltensor_versioned" and producer.deleted == 0
    capsule = None
    assert producer.deleted == 1


# ---- capsules ----

INVALID = (
    "RuntimeError: from_dlpack received an invalid capsule. Note that DLTensor capsules can be consumed only "
    "once, so you might have already constructed a tensor from it once."
)


@pytest.mark.parametrize("versioned", [True, False])
def test_a_capsule_is_consumed_once(versioned):
    producer = Producer(versioned=versioned)
    capsule = producer.capsule()
    t = tb.from_dlpack(capsule)
    assert capsule_name(capsule) == b"used_" + NAMES[versioned]
    for _ in range(2):
        assert failure(lambda: tb.from_dlpack(capsule)) == INVALID
    assert failure(lambda: tb.asarray(capsule)) == "RuntimeError: Could not infer dtype of PyCapsule"
    capsule = None
    assert producer.deleted == 0 and t.shape == (4,)
    del t
    assert producer.deleted == 1


@pytest.mark.parametrize("versioned", [True, False])
def test_our_own_capsule_is_consumed_once_and_frees_nothing_twice(versioned):
    t = tb.arange(3.0)
    capsule = t.__dlpack__(max_version=(1, 0) if versioned else None)
    found = tb.from_dlpack(capsule)
    assert failure(lambda: tb.from_dlpack(capsule)) == INVALID
    with pytest.raises((ValueError, TypeError, AttributeError, RuntimeError, BufferError)):
        np.from_dlpack(capsule)
    capsule = t = None
    assert found.tolist() == [0, 1, 2]


def test_capsules_of_other_names_are_not_looked_into():
    for name in (b"", b"dltensor2", b"DLTENSOR", b"used_dltensor", b"dltensor_versioned ", b"numpy.dltensor"):
        producer = Producer()
        capsule = producer.capsule(name)
        assert failure(lambda c=capsule: tb.from_dlpack(c)) == INVALID
        producer.capsule = lambda c=capsule: c
        assert failure(lambda p=producer: tb.from_dlpack(p)) == INVALID
        del producer.capsule
        assert producer.deleted == 0
    nameless = _api.PyCapsule_New(8, None, None)
    assert failure(lambda: tb.from_dlpack(nameless)) == INVALID


@pytest.mark.parametrize("take", [tb.from_dlpack, tb.asarray, tb.tensor, tb.as_tensor])
@pytest.mark.parametrize(
    "answer",
    [None, 3, "dltensor", [], object(), Producer(), tb.ones(2), np.ones(2)],
    ids=lambda a: type(a).__name__,
)
def test_an_answer_that_is_no_capsule_is_refused(answer, take):
    producer = Producer()
    producer.capsule = lambda: answer
    assert failure(lambda: take(producer)) == INVALID


def test_a_producer_that_returns_one_capsule_twice():
    producer = Producer()
    capsule = producer.capsule()
    producer.capsule = lambda: capsule
    t = tb.from_dlpack(producer)
    assert failure(lambda: tb.from_dlpack(producer)) == INVALID
    del t, producer.capsule
    assert producer.deleted == 1


def test_a_deleter_may_be_missing():
    for versioned in (True, False):
        producer = Producer(with_deleter=False, versioned=versioned)
        t = tb.from_dlpack(producer)
        assert t.fill_(2).tolist() == [2] * 4
        del t
        assert producer.deleted == 0


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_deleter_may_run_code_and_fail():
    events = []

    def busy():
        events.append(tb.ones(3).sum().item())
        gc.collect()
        tb.from_dlpack(inner)
        raise ValueError("from the deleter")

    inner = Producer()
    outer = Producer(on_delete=busy)
    t = tb.from_dlpack(outer)
    with pytest.raises(ZeroDivisionError):  # which is on its way while the tensor goes
        exec("x = t; del t; 1 / 0", {"t": t})
    del t
    gc.collect()
    assert events == [3.0] and (outer.deleted, inner.deleted) == (1, 1)


def test_arguments_that_change_the_tensor_while_they_are_read():
    for change in (
        lambda t: t.resize_(100_000),
        lambda t: t.resize_(0),
        lambda t: t.t_(),
        lambda t: setattr(t, "data", tb.zeros([1] * 40)),
    ):
        for keyword, wrap in (("max_version", lambda e: e), ("dl_device", lambda e: (e, 0))):
            for copy in (None, True):
                t = tb.arange(6.0).reshape(2, 3)
                evil = Evil(lambda t=t, change=change: change(t))
                capsule = t.__dlpack__(**{keyword: wrap(evil), "copy": copy})
                again = tb.from_dlpack(capsule)
                assert again.shape == t.shape and again.numel() == t.numel()


def test_a_producer_that_takes_the_capsule_back_while_it_is_asked():
    class Greedy(Producer):
        def __dlpack__(self, **keywords):
            capsule = self.capsule()
            self.stolen = tb.from_dlpack(capsule)
            return capsule

    producer = Greedy()
    assert failure(lambda: tb.from_dlpack(producer)) == INVALID
    assert producer.stolen.shape == (4,)
    producer.stolen = None
    assert producer.deleted == 1


EXTREMES = st.sampled_from([0, 1, 2, 3, 5, 64, 2**31, 2**32, 2**61, HUGE, 2**63 - 1, -1, -2, -(2**63)])


@given(
    shape=st.lists(EXTREMES, max_size=5),
    strides=st.none() | st.lists(EXTREMES, min_size=5, max_size=5),
    offset=st.sampled_from([0, 16, 64, 2**32, 2**63, 2**64 - 16]),
    address=st.none() | st.sampled_from([0, 16, 2**63, 2**64 - 16]),
    code=st.integers(0, 7),
    bits=st.sampled_from([0, 1, 8, 16, 32, 64, 128]),
)
def test_whatever_is_said_is_refused_or_lies_between_the_first_and_the_last_address(
    shape, strides, offset, address, code, bits
):
    producer = Producer(
        shape=shape,
        strides=None if strides is None else strides[: len(shape)],
        byte_offset=offset,
        address=address,
        code=code,
        bits=bits,
    )
    try:
        t = tb.from_dlpack(producer)
    except (BufferError, RuntimeError, ValueError):
        pass
    else:
        last = sum((n - 1) * step for n, step in zip(t.shape, t.stride(), strict=True))
        assert t.numel() == 0 or 0 < t.data_ptr() <= 2**64 - (last + 1) * t.itemsize
        assert all(n >= 0 for n in t.shape) and all(step >= 0 for step in t.stride())
        del t
    assert producer.deleted == 1
