"""pickle, copy and weak references: what comes back is what went in, and what was shared is shared."""

import concurrent.futures
import copy
import gc
import importlib
import multiprocessing
import pickle
import subprocess
import sys
import weakref

import pytest

from children import OUTSIDE
from pickled import (
    DTYPES,
    LAYOUTS,
    PROTOCOLS,
    Plain,
    Reduced,
    Slotted,
    Stateful,
    Sub,
    double,
    facts,
    filled,
    put_double,
)
from under_test import needs_torch, tb, torch


def again(o, protocol=pickle.DEFAULT_PROTOCOL):
    return pickle.loads(pickle.dumps(o, protocol))


COPIES = {
    **{f"protocol {p}": lambda o, p=p: again(o, p) for p in PROTOCOLS},
    "deepcopy": copy.deepcopy,
    "__deepcopy__": lambda o: o.__deepcopy__({}) if isinstance(o, tb.Tensor) else copy.deepcopy(o),
}
both = pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)


@both
@pytest.mark.parametrize("layout", LAYOUTS)
def test_tensors_come_back_as_they_are(copied, layout):
    for dtype in DTYPES:
        t = LAYOUTS[layout](filled(dtype))
        found = copied(t)
        assert facts(found) == facts(t)
        assert found.untyped_storage().nbytes() == t.untyped_storage().nbytes()
        assert not t.nbytes or found.data_ptr() != t.data_ptr()


@both
def test_views_keep_sharing_and_leave_the_original_alone(copied):
    base = tb.arange(12).view(3, 4)
    a, b, other = copied([base, base.t()[1:], tb.zeros(2)])
    a[0, 1] = 99
    assert b[0, 0] == 99 and base[0, 1] == 1
    assert a.untyped_storage() is b.untyped_storage() is not other.untyped_storage()


@both
def test_the_same_tensor_stays_the_same(copied):
    x = tb.ones(2)
    a, b = copied((x, x)) if copied is not COPIES["__deepcopy__"] else copy.deepcopy((x, x))
    assert a is b


@both
def test_an_expanded_tensor_stays_small(copied):
    huge = tb.ones(1).expand(1 << 40)
    found = copied(huge)
    assert found.shape == huge.shape and found.untyped_storage().nbytes() == 4
    assert len(pickle.dumps(huge)) < 500


@both
@pytest.mark.filterwarnings("ignore:TypedStorage is deprecated")
def test_storages_are_copied_with_what_shares_them(copied):
    x = tb.arange(4, dtype=tb.uint8)
    untyped, y = copied((x.untyped_storage(), x))
    assert y.untyped_storage() is untyped and untyped.tolist() == [0, 1, 2, 3]
    typed = copied(x.storage())
    assert typed.tolist() == [0, 1, 2, 3] and typed.dtype is tb.uint8
    assert copied(tb.UntypedStorage(0)).nbytes() == 0


@both
@pytest.mark.filterwarnings("error")
def test_other_objects_come_back_too(copied):
    named = tb.tensor([2.0, 1.0]).sort()
    found = copied(named)
    assert type(found) is type(named) and found.values.tolist() == [1, 2]
    formats = (tb.strided, tb.channels_last, tb.preserve_format)
    for o in (tb.Size([2, 3]), tb.device("cpu", 1), *DTYPES, *formats):
        assert copied(o) == o and type(copied(o)) is type(o)


@both
def test_a_generator_goes_on_where_it_was(copied):
    g = tb.Generator().manual_seed(3)
    tb.randn(3, generator=g, dtype=tb.float64)  # the second of a pair is kept
    h = copied(g)
    assert h is not g and h.initial_seed() == 3
    for draw in (tb.randn, tb.rand):
        kinds = ({"dtype": tb.float64}, {})
        for kind in kinds:
            assert tb.equal(draw(700, generator=g, **kind), draw(700, generator=h, **kind))


@both
def test_subclasses_keep_their_attributes(copied):
    s = Sub([1.0, 2.0])
    s.name, s.data_too, s.me = "n", tb.ones(1), s
    found = copied(s)
    assert type(found) is Sub and found.tolist() == [1, 2] and found.name == "n"
    assert found.me is found and found.data_too.tolist() == [1] and found.data_too is not s.data_too
    slotted = Slotted([1.0])
    slotted.second = [3]
    found = copied(slotted)
    assert type(found) is Slotted and found.second == [3] and not hasattr(found, "first")
    stateful = Stateful([1.0])
    stateful.name = "n"
    assert copied(stateful).name == "n!"


@both
def test_a_plain_tensor_keeps_its_attributes(copied):
    t = tb.arange(6).view(2, 3)[:, 1:]
    t.name, t.data_too, t.me = "n", tb.ones(1), t
    vars(t)["real"] = 3  # the name of an attribute of the type's: nothing is written to the elements
    found = copied(t)
    assert facts(found) == facts(t) and found.real.tolist() == t.real.tolist()
    assert found.name == "n" and found.me is found and vars(found)["real"] == 3
    assert found.data_too.tolist() == [1] and found.data_too is not t.data_too
    assert vars(copied(tb.ones(2))) == {}


def test_a_subclass_reduces_itself_as_it_likes():
    assert again(Reduced([1.0])).tolist() == [3, 4]
    assert copy.copy(Reduced([1.0])).tolist() == [3, 4]


def test_a_subclass_shares_the_memory_of_what_it_is_pickled_with():
    base = tb.zeros(3)
    s = Sub(base)
    a, b = again((base, s))
    a[0] = 7
    assert b.tolist() == [7, 0, 0]


def test_copy_is_another_tensor_on_the_same_memory():
    for t in (tb.arange(6).view(2, 3).t(), Sub([1.0, 2.0])):
        c = copy.copy(t)
        assert c is not t and facts(c) == facts(t)
        assert c.untyped_storage() is t.untyped_storage()
    for s in (Sub([1.0]), tb.ones(1)):
        s.list = []
        assert copy.copy(s).list is s.list and vars(copy.copy(s)) is not vars(s)


def test_deepcopy_honours_its_memo():
    x = tb.ones(2)
    assert copy.deepcopy(x, {id(x): "known"}) == "known"
    assert x.__deepcopy__({id(x): "known"}) == "known"
    memo = {}
    y = copy.deepcopy(x[1:], memo)
    z = copy.deepcopy(x, memo)
    z[1] = 5
    assert y.tolist() == [5] and copy.deepcopy(x, memo) is z
    with pytest.raises(TypeError):
        x.__deepcopy__()
    with pytest.raises(TypeError):
        x.__deepcopy__(None)


def test_a_tensor_inside_other_objects():
    p = Plain([tb.ones(2)])
    p.value.append(p)
    for found in (again(p), copy.deepcopy(p)):
        assert found.value[0].tolist() == [1, 1] and found.value[1] is found


def test_loaded_tensors_can_grow():
    for protocol in range(5):
        assert again(tb.ones(2), protocol).resize_(1000).shape == (1000,)
    assert copy.deepcopy(tb.ones(2)).resize_(1000).shape == (1000,)


# ---- buffers out of band ----


def test_protocol_5_moves_nothing_with_buffers_of_its_own():
    x = tb.arange(100_000.0)
    buffers = []
    data = pickle.dumps([x, x[5:]], protocol=5, buffer_callback=buffers.append)
    assert len(data) < 500 and len(buffers) == 1
    y, z = pickle.loads(data, buffers=buffers)
    assert y.data_ptr() == x.data_ptr() and z.data_ptr() == x[5:].data_ptr()
    y[7] = -1
    assert x[7] == -1 == z[2]


def test_writable_buffers_are_shared_and_others_copied():
    x = tb.zeros(4096, dtype=tb.uint8)  # Python's smallest blocks are not aligned to 16 on 32 bits
    buffers = []
    data = pickle.dumps(x, protocol=5, buffer_callback=buffers.append)
    memory = bytearray(buffers[0].raw())
    shared = pickle.loads(data, buffers=[memory])
    memory[0] = 200
    assert shared[0] == 200
    with pytest.raises(BufferError):
        memory.append(1)  # a tensor is on it
    with pytest.raises(RuntimeError, match="not resizable"):
        shared.resize_(10_000)
    for fixed in (bytes(memory), memoryview(memory).toreadonly()):
        copied = pickle.loads(data, buffers=[fixed])
        copied[0] = 1
        assert memory[0] == 200 and copied.resize_(100).shape == (100,)
    odd = bytearray(4097)
    place = [i for i in range(1, 2) if (tb.frombuffer(odd, dtype=tb.uint8).data_ptr() + i) % 16]
    unaligned = pickle.loads(data, buffers=[memoryview(odd)[place[0] :]])
    assert unaligned.untyped_storage().resizable() and unaligned.data_ptr() % 16 == 0


def test_buffers_hold_the_memory():
    x = tb.arange(1000)
    buffers = []
    data = pickle.dumps(x, protocol=5, buffer_callback=buffers.append)
    with pytest.raises(RuntimeError, match="not resizable"):
        x.resize_(100_000)
    del x
    gc.collect()
    assert pickle.loads(data, buffers=buffers).sum() == 499_500
    empty = []
    data = pickle.dumps(tb.zeros(0, 3), 5, buffer_callback=empty.append)
    assert pickle.loads(data, buffers=empty).shape == (0, 3)


# ---- other processes ----


def test_a_pickle_needs_neither_numpy_nor_torch():
    program = """
import pickle, sys
t = pickle.load(sys.stdin.buffer)
assert not {"numpy", "torch"} & set(sys.modules)
sys.stdout.buffer.write(pickle.dumps(t + 1))
"""
    for protocol in PROTOCOLS:
        given = pickle.dumps(tb.arange(3), protocol)
        command = [sys.executable, "-c", program]
        done = subprocess.run(command, input=given, capture_output=True, check=True, cwd=OUTSIDE)
        assert pickle.loads(done.stdout).tolist() == [1, 2, 3]


@pytest.fixture(params=["fork", "spawn"])
def context(request):
    if request.param not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {request.param} here")
    return multiprocessing.get_context(request.param)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # fork in a process with threads
def test_tensors_cross_processes(context, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", ":".join(sys.path))
    x = tb.arange(12.0).view(3, 4).t()
    with context.Pool(1) as pool:
        assert tb.equal(pool.map(double, [x, x[1:]])[1], x[1:] * 2)
    given, results = context.Queue(), context.Queue()
    process = context.Process(target=put_double, args=(given, results))
    process.start()
    given.put(x)
    found = results.get(timeout=300)
    process.join(60)
    assert tb.equal(found, x * 2) and process.exitcode == 0
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as pool:
        assert tb.equal(pool.submit(double, x).result(60), x * 2)


def test_tensors_cross_threads():
    x = tb.arange(1 << 12)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda i: again(x + i), range(16)))
    assert all(tb.equal(t, x + i) for i, t in enumerate(found))


# ---- weak references ----


def test_weak_references_die_with_their_tensors():
    x = tb.ones(3)
    seen = []
    r = weakref.ref(x, seen.append)
    y = x.view(3)
    assert r() is x and weakref.getweakrefcount(x) == 1
    del x
    gc.collect()
    assert r() is None and seen == [r] and y.sum() == 3
    fresh = tb.ones(3)  # may be the same object again
    assert r() is None and weakref.getweakrefcount(fresh) == 0


LIBRARIES = [tb, pytest.param(torch, marks=needs_torch)]


@pytest.mark.parametrize("library", LIBRARIES, ids=["tbcast", "torch"])
def test_weak_dictionaries_take_tensors_as_in_torch(library):
    x, y = library.zeros(2), library.zeros(2)
    names = weakref.WeakKeyDictionary()
    names[x], names[y] = "x", "y"
    values = weakref.WeakValueDictionary(x=x, y=y)
    tensors = weakref.WeakSet([x, y])
    assert values["y"] is y and len(tensors) == len(names) == 2
    assert {id(t) for t in names} == {id(x), id(y)} and sorted(names.values()) == ["x", "y"]
    with pytest.raises(RuntimeError, match="ambiguous"):
        names[x]  # two references are equal if their tensors are: == is elementwise
    del y
    gc.collect()
    assert list(names.values()) == ["x"] and list(values) == ["x"] and len(tensors) == 1


@pytest.mark.parametrize("library", LIBRARIES, ids=["tbcast", "torch"])
def test_dictionaries_with_tensors_for_keys(library):
    weak = importlib.import_module(f"{library.__name__}.utils.weak")
    x, y = library.zeros(2), library.zeros(2)
    names = weak.WeakTensorKeyDictionary({x: "x", y: "y"})
    assert names[x] == "x" and names[y] == "y" and x in names and library.zeros(2) not in names
    names[x] = ["again"]
    assert len(names) == 2 and names.setdefault(y, 5) == "y"
    other, deep = copy.copy(names), copy.deepcopy(names)
    assert other[x] is names[x] and deep[x] is not names[x] and deep[x] == ["again"]
    assert weak.WeakIdRef(x) == weak.WeakIdRef(x)
    assert len({weak.WeakIdRef(x), weak.WeakIdRef(y), weak.WeakIdRef(x)}) == 2
    with pytest.raises(KeyError):
        names[library.zeros(2)]
    del x
    gc.collect()
    assert list(names.items()) == [(y, "y")] and len(names) == len(other) == 1
    assert names.pop(y) == "y" and not names
    del other[y]
    with pytest.raises(KeyError):
        del other[y]


def test_subclasses_and_proxies_take_weak_references():
    s = Sub([1.0])
    s.name = "n"
    proxy = weakref.proxy(s)
    assert proxy.name == "n" and proxy.tolist() == [1]
    finalized = []
    weakref.finalize(s, finalized.append, 1)
    del s
    gc.collect()
    assert finalized == [1]
    with pytest.raises(ReferenceError):
        proxy.tolist()


def test_a_copy_has_no_weak_references():
    x = tb.ones(2)
    r = weakref.ref(x)
    for y in (copy.copy(x), copy.deepcopy(x), again(x)):
        assert weakref.getweakrefcount(y) == 0
    assert r() is x


# ---- generators and torch ----


@needs_torch
def test_a_generators_state_is_torchs():
    g, h = tb.Generator().manual_seed(5), torch.Generator().manual_seed(5)
    for _ in range(3):
        assert g.get_state().tolist() == h.get_state().tolist()
        tb.randn(5, generator=g, dtype=tb.float64), torch.randn(5, generator=h, dtype=torch.float64)
    g.set_state(tb.tensor(torch.Generator().manual_seed(8).get_state().tolist(), dtype=tb.uint8))
    assert tb.rand(3, generator=g).tolist() == torch.rand(3, generator=h.manual_seed(8)).tolist()


def test_the_default_generators_state():
    before = tb.get_rng_state()
    x = tb.rand(3)
    assert tb.set_rng_state(new_state=before) is None
    assert tb.equal(tb.rand(3), x)
    with pytest.raises(TypeError, match=r"expected a torch\.ByteTensor, but got int"):
        tb.set_rng_state(3)
    after = tb.get_rng_state()
    with pytest.raises(RuntimeError, match="Invalid mt19937 state"):
        tb.set_rng_state(tb.zeros_like(before))
    assert tb.equal(tb.get_rng_state(), after)


@needs_torch
def test_copies_are_laid_out_as_torchs():
    for layout in LAYOUTS.values():
        t, u = (layout(library.arange(12)) for library in (tb, torch))
        for copied in (copy.copy, copy.deepcopy, again):
            c, d = copied(t), copied(u)
            assert (c.stride(), c.storage_offset()) == (d.stride(), d.storage_offset())
            assert tuple(c.shape) == tuple(d.shape)
            assert c.untyped_storage().nbytes() == d.untyped_storage().nbytes()


@pytest.mark.parametrize(
    "name",
    [
        *(f"_pickling {name}" for name in ("_rebuild_generator", "_rebuild_storage", "_rebuild_subclass")),
        *(f"_pickling {name}" for name in ("_rebuild_tensor", "_rebuild_typed_storage")),
        *("_explain Explanation", "_explain Dim", "_explain_fixes Fix", "_policy broadcast_policy"),
    ],
)
def test_what_pickles_of_earlier_versions_name_is_found(name):
    module, _, attribute = name.partition(" ")
    found = pickle.loads(f"ctbcast.{module}\n{attribute}\n.".encode())
    assert found.__name__ == attribute
