"""DLPack, both ways: what is shared and what is copied, with NumPy and with PyTorch.

Where PyTorch is installed its outcome is compared.  test_dlpack_lives.py is about how long memory
lives, test_dlpack_hostile.py has the producers that lie.
"""

import contextlib
import ctypes
import warnings

import pytest
from hypothesis import given, strategies as st

from children import python
from differential.expressions import outcome
from dlpack_cases import LIKE_TORCH, Exporter, Old, Raising, bases_of, layouts, world
from dlpack_makers import BFLOAT, BOOL, FLOAT, UINT, Producer, capsule_name, read_capsule
from oracles.dtype_rules import ALL
from under_test import MODULE_NAME, STAND_IN, needs_torch, tb, torch

np = pytest.importorskip("numpy")

own = pytest.mark.skipif(STAND_IN, reason="tbcast differs on purpose")
NUMPYS = [name for name in ALL if name != "bfloat16"]

# ---- the same as PyTorch ----


@needs_torch
@pytest.mark.parametrize("text", LIKE_TORCH)
def test_dlpack_is_as_with_torch(text):
    found = []
    for lib in (torch, tb):
        scope = world(lib)
        found.append(outcome(lib, text, scope, bases_of(scope)))
    assert found[1] == found[0]


@needs_torch
def test_producers_are_asked_as_torch_asks_them():
    made = (
        lambda: Exporter(np.ones(2)),
        lambda: Exporter(np.ones(2), (3, 0)),
        lambda: Raising(TypeError(), (1, 0)),
    )
    for keywords in ({}, {"copy": True}, {"copy": False}, {"device": "cpu"}, {"device": "cpu", "copy": True}):
        for make in made:
            asked = []
            for lib in (torch, tb):
                producer = make()
                with contextlib.suppress(TypeError, ValueError):
                    lib.from_dlpack(producer, **keywords)
                asked.append(producer.asked)
            assert asked[0] == asked[1]


def fields(capsule, tensor):
    """The struct in a capsule, as plain values."""
    managed = read_capsule(capsule)
    t = managed.tensor
    return (
        capsule_name(capsule),
        None if t.data is None else t.data - tensor.data_ptr(),
        (t.device.kind, t.device.number, t.byte_offset),
        (t.dtype.code, t.dtype.bits, t.dtype.lanes),
        (t.shape[: t.ndim], t.strides[: t.ndim]),
        (managed.major, managed.minor, managed.flags) if capsule_name(capsule) != b"dltensor" else None,
    )


@needs_torch
@pytest.mark.parametrize("name", ALL)
def test_exports_say_what_torchs_say(name):
    for version in (None, (1, 0)):
        for ours, theirs in zip(layouts(tb, name), layouts(torch, name), strict=True):
            got = fields(ours.__dlpack__(max_version=version), ours)
            assert got == fields(theirs.__dlpack__(max_version=version), theirs)


@needs_torch
@pytest.mark.parametrize("name", ALL)
def test_memory_is_shared_with_torch_both_ways(name):
    for make in (lambda t: t, lambda t: t.__dlpack__(), lambda t: t.__dlpack__(max_version=(1, 0))):
        for ours, theirs in zip(layouts(tb, name), layouts(torch, name), strict=True):
            there, here = torch.from_dlpack(make(ours)), tb.from_dlpack(make(theirs))
            for one, other in ((there, ours), (here, theirs)):
                assert tuple(one.shape) == tuple(other.shape) and one.stride() == other.stride()
                assert str(one.dtype).split(".")[1] == str(other.dtype).split(".")[1] == name
                if one.numel():
                    assert one.data_ptr() == other.data_ptr() and one.tolist() == other.tolist()
                    one[(0,) * one.dim()] = 1
                    assert one.tolist() == other.tolist()


# ---- NumPy ----


@pytest.mark.parametrize("name", NUMPYS)
def test_memory_is_shared_with_numpy_both_ways(name):
    for t in layouts(tb, name):
        arr = np.from_dlpack(t)
        assert arr.dtype == name and arr.shape == tuple(t.shape) and arr.tolist() == t.tolist()
        back = tb.from_dlpack(arr)
        assert back.dtype is t.dtype and back.tolist() == t.tolist()
        if t.numel():
            assert arr.ctypes.data == back.data_ptr() == t.data_ptr()
            back[(0,) * t.dim()] = 1
            assert arr.tolist() == t.tolist() == back.tolist()


def test_numpys_keywords_reach_the_tensor():
    t = tb.arange(3.0)
    assert np.from_dlpack(t, device="cpu", copy=False).ctypes.data == t.data_ptr()
    copied = np.from_dlpack(t, copy=True)
    assert copied.ctypes.data != t.data_ptr() and copied.tolist() == t.tolist()
    t.resize_(100)  # which nobody else sees


@own
def test_memory_that_cannot_be_shared_as_it_is_is_copied_or_refused():
    read_only = np.arange(3.0)
    read_only.flags.writeable = False
    unaligned = np.zeros(25, "u1")[1:].view("f8")
    unaligned[:] = 0, 1, 2
    strided = np.zeros(49, "u1")[1:].view("f8").reshape(2, 3).T
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for arr in (read_only, unaligned, strided):
            for t in (tb.from_dlpack(arr), tb.from_dlpack(Exporter(arr)), tb.as_tensor(Exporter(arr))):
                assert t.tolist() == arr.tolist() and t.data_ptr() != arr.ctypes.data
                assert t.fill_(7).resize_(100).numel() == 100  # its own
            assert tb.from_dlpack(arr, copy=True).tolist() == arr.tolist()
    with pytest.raises(BufferError, match=r"is read-only and cannot be shared\. Set copy=None or"):
        tb.from_dlpack(read_only, copy=False)
    with pytest.raises(BufferError, match="is not aligned in memory and cannot be shared"):
        tb.from_dlpack(unaligned, copy=False)
    assert read_only.tolist() == [0, 1, 2]


@own
def test_a_copy_is_a_copy_whoever_makes_it():
    arr = np.arange(3.0)
    for source in (arr, Exporter(arr), Old(arr), tb.from_numpy(arr)):
        t = tb.from_dlpack(source, copy=True)
        assert t.data_ptr() != arr.ctypes.data and t.tolist() == [0, 1, 2]
    for source in (Exporter(arr), arr.__dlpack__()):  # torch shares with the first
        assert tb.asarray(source, copy=True).data_ptr() != arr.ctypes.data


@own
def test_a_copied_export_says_so_and_is_laid_out_as_a_clone():
    t = tb.arange(6.0).reshape(2, 3)
    for view in (t, t.t(), t[:, ::2], t[:1].expand(2, 3)):
        capsule = view.__dlpack__(max_version=(1, 0), copy=True)
        managed = read_capsule(capsule)
        assert managed.flags == 2 and managed.tensor.data != view.data_ptr()
        assert tuple(managed.tensor.strides[:2]) == view.clone().stride()
        assert tb.from_dlpack(capsule).tolist() == view.tolist()
    assert t.resize_(100).numel() == 100


def test_an_import_of_the_package_leaves_dlpack_for_later():
    done = python("-c", f"import sys, {MODULE_NAME}; print('{MODULE_NAME}.utils.dlpack' in sys.modules)")
    assert done.stdout.strip() == ("True" if STAND_IN else "False")


@given(
    sizes=st.lists(st.integers(0, 4), max_size=5),
    order=st.randoms(use_true_random=False),
    step=st.integers(1, 3),
    versioned=st.booleans(),
)
def test_any_layout_goes_to_numpy_and_back(sizes, order, step, versioned):
    t = tb.arange(float(np.prod(sizes))).reshape(sizes)
    t = t.permute(order.sample(range(t.dim()), t.dim()))
    if t.dim():
        t = t[::step]
    back = tb.from_dlpack(t.__dlpack__(max_version=(1, 0) if versioned else None))
    arr = np.from_dlpack(back)
    assert back.stride() == t.stride() and back.tolist() == arr.tolist() == t.tolist()
    assert arr.shape == tuple(t.shape) and (not arr.size or arr.ctypes.data == t.data_ptr())
    assert not arr.size or np.array_equal(arr, np.asarray(tb.from_dlpack(arr)))


KINDS = [(FLOAT, 32, "float32"), (UINT, 8, "uint8"), (BOOL, 8, "bool"), (BFLOAT, 16, "bfloat16")]


def test_old_and_new_producers_of_every_kind():
    for versioned in (False, True):
        for code, bits, dtype in KINDS:
            producer = Producer(shape=(2, 2), code=code, bits=bits, versioned=versioned)
            t = tb.from_dlpack(producer)
            assert t.dtype is getattr(tb, dtype) and t.data_ptr() == ctypes.addressof(producer.memory)
            del t
            assert producer.deleted == 1
