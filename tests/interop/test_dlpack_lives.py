"""DLPack's capsules and tensors: how long memory lives, and who may end it, on which thread."""

import ctypes
import gc
import itertools
import os
import threading
from pathlib import Path

import pytest

from children import survived
from dlpack_makers import FLAG_READ_ONLY, Producer
from under_test import MODULE_NAME, STAND_IN, tb

np = pytest.importorskip("numpy")

own = pytest.mark.skipif(STAND_IN, reason="tbcast differs on purpose")


def test_exporters_and_importers_go_in_any_order():

    for order in itertools.permutations(range(4)):
        t = tb.arange(4.0)
        arr = np.from_dlpack(t)
        held = [t, arr, tb.from_dlpack(arr), tb.from_dlpack(t)[1:]]
        del t, arr
        for gone in order[:-1]:
            held[gone] = None
            for kept in held:
                if kept is not None:
                    assert kept.tolist()[-3:] == [1, 2, 3]


@own
def test_the_producer_is_let_go_with_the_last_view():
    producer = Producer(shape=(2, 3), bits=32)
    t = tb.from_dlpack(producer)
    row, shared = t[1], t.untyped_storage()
    part = memoryview(row)
    for gone in ("t", "row", "shared", "part"):
        assert producer.deleted == 0
        if gone == "part":
            part.release()
        elif gone == "t":
            del t
        elif gone == "row":
            del row
        else:
            del shared
    gc.collect()
    assert producer.deleted == 1


@own
def test_an_unused_capsule_lets_go_of_its_tensor():
    for version in (None, (1, 0)):
        t = tb.arange(3.0)
        capsule = t.__dlpack__(max_version=version)
        with pytest.raises(RuntimeError, match="storage that is not resizable"):
            t.resize_(100)
        del capsule
        assert t.resize_(100).numel() == 100


@own
def test_exported_memory_does_not_grow_until_the_consumer_lets_go():
    for consume in (np.from_dlpack, tb.from_dlpack, lambda t: tb.from_dlpack(tb.to_dlpack(t))):
        t = tb.arange(6.0)
        seen = consume(t)
        with pytest.raises(RuntimeError, match="storage that is not resizable"):
            t.resize_(7)
        assert t.tolist() == [0, 1, 2, 3, 4, 5]
        del seen
        assert t.resize_(7)[:6].tolist() == [0, 1, 2, 3, 4, 5]


def test_imported_memory_never_grows():
    t = tb.from_dlpack(np.arange(3.0))
    assert t.resize_(2).tolist() == [0, 1]
    with pytest.raises(RuntimeError, match="storage that is not resizable"):
        t.resize_(4)


@own
def test_a_consumer_sees_the_sizes_of_the_export():
    t = tb.arange(6.0).reshape(2, 3)
    capsule, arr = t.__dlpack__(), np.from_dlpack(t)
    t.t_()
    t.resize_(1)
    assert arr.shape == (2, 3) and arr.strides == (12, 4) and arr.tolist() == [[0, 1, 2], [3, 4, 5]]
    assert tb.from_dlpack(capsule).tolist() == arr.tolist()


@pytest.mark.parametrize("through", ["tensors", "arrays"])
def test_long_chains_of_imports_end_without_recursion(through):
    t = tb.arange(3.0)
    for _ in range(50_000):
        t = tb.from_dlpack(t if through == "tensors" else np.from_dlpack(t))
    assert t.tolist() == [0, 1, 2]
    del t


def test_two_threads_drop_imports_of_the_same_memory():
    failures = []
    whole = tb.arange(1000.0)
    producers = [Producer(shape=(4,)) for _ in range(4)]

    def work():
        try:
            for i in range(2000):
                arr = np.from_dlpack(whole[i % 10 :])
                again = tb.from_dlpack(arr)
                assert again[0].item() == i % 10
                tb.from_dlpack(producers[i % 4])
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert [p.deleted for p in producers] == [1000] * 4
    assert whole.resize_(2000).numel() == 2000


@pytest.mark.parametrize("flags", [0, FLAG_READ_ONLY])
def test_of_many_threads_one_gets_the_tensor(flags):
    for _ in range(50):
        producer = Producer(shape=(64,), flags=flags)
        capsule, start, found = producer.capsule(), threading.Barrier(4), []

        def take(capsule=capsule, start=start, found=found):
            start.wait()
            try:
                found.append(tb.from_dlpack(capsule).tolist())
            except RuntimeError as error:
                found.append(str(error)[:40])

        threads = [threading.Thread(target=take) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(map(str, found))[1:] == ["from_dlpack received an invalid capsule."] * 3
        assert producer.deleted == 1


# What other libraries do with a tensor they took: threads without Python's lock end it, and exit handlers.
FOREIGN_ENDS = f"""
    import ctypes, sys
    sys.path.insert(0, {str(Path(__file__).parents[1] / "helpers")!r})
    import numpy, {MODULE_NAME} as torch
    from dlpack_makers import NAMES, Versioned, _api, read_capsule

    def taken(t):
        # the address and the deleter of an export, taken as a consumer takes it
        capsule = t.__dlpack__(max_version=(1, 0))
        managed = read_capsule(capsule)
        _api.PyCapsule_SetName(capsule, b"used_dltensor_versioned")
        return ctypes.addressof(managed), managed.deleter

    def run_elsewhere(t, libc):
        address, deleter = taken(t)
        thread = ctypes.c_ulong()
        call = ctypes.c_void_p(deleter), ctypes.c_void_p(address)
        assert libc.pthread_create(ctypes.byref(thread), None, *call) == 0
        libc.pthread_join(thread, None)

    with_lock, without_lock = ctypes.PyDLL(None), ctypes.CDLL(None)
    t = torch.arange(5.0)
    run_elsewhere(t, with_lock)  # we wait with the lock: the deleter must not want it
    print("own memory ->", t.resize_(100).numel())
    run_elsewhere(torch.arange(5.0), with_lock)
    run_elsewhere(torch.arange(5.0), without_lock)
    # this thread itself, which has released the lock
    address, deleter = taken(t := torch.arange(5.0))
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(deleter)(address)
    print("released the lock ->", t.resize_(100).numel())
    array = numpy.arange(5.0)
    before = sys.getrefcount(array)
    run_elsewhere(torch.from_numpy(array), without_lock)
    run_elsewhere(torch.from_dlpack(array), without_lock)
    address, deleter = taken(torch.from_dlpack(array))
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(deleter)(address)
    print("an array's ->", sys.getrefcount(array) - before)

    imported = torch.from_dlpack(array), torch.from_dlpack(torch.ones(3))
    for last in (torch.arange(7.0), torch.from_numpy(array), *imported):
        address, deleter = taken(last)
        without_lock.__cxa_atexit(ctypes.c_void_p(deleter), ctypes.c_void_p(address), None)
    kept = torch.from_dlpack(array), numpy.from_dlpack(torch.arange(3.0)), torch.ones(2).__dlpack__()
    print("alive")
"""


@pytest.mark.skipif(
    os.name == "nt" or not hasattr(ctypes.CDLL(None), "__cxa_atexit"), reason="needs a C library like glibc"
)
@own
def test_deleters_run_without_the_lock_on_any_thread_and_after_python_has_ended():
    assert survived(FOREIGN_ENDS) == {"own memory": "100", "released the lock": "100", "an array's": "0"}
