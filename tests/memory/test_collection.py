"""Circles through foreign memory: an object, its memory, a Tensor on that, the Tensor as an attribute of the
object.  Python's garbage collector finds them, and takes nothing that anybody still has."""

import gc
import sysconfig
import textwrap
import threading
import weakref

import pytest

import tbcast as tb
from children import python

FREE_THREADED = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))


class Buffer(bytearray):
    """Takes attributes."""


class Interface:
    """Speaks NumPy's array interface."""

    def __init__(self, n):
        self.memory = bytearray(4 * n)

    @property
    def __array_interface__(self):
        return {"shape": (len(self.memory) // 4,), "typestr": "<f4", "data": self.memory, "version": 3}


def buffer():
    owner = Buffer(64)
    return owner, tb.frombuffer(owner, dtype=tb.float32)


def interface():
    owner = Interface(16)
    return owner, tb.asarray(owner)


def memory():
    owner = Buffer(64)
    return owner, tb.frombuffer(memoryview(owner)[8:], dtype=tb.float32)


def array_of_numpy(make):
    numpy = pytest.importorskip("numpy")

    class Array(numpy.ndarray):
        pass

    owner = numpy.zeros(16, numpy.float32).view(Array)
    return owner, make(owner)


MAKERS = {
    "buffer": buffer,
    "interface": interface,
    "memoryview": memory,
    "from_numpy": lambda: array_of_numpy(tb.from_numpy),
    "asarray": lambda: array_of_numpy(tb.asarray),
    "as_tensor": lambda: array_of_numpy(tb.as_tensor),
}


@pytest.fixture(params=MAKERS)
def make(request):
    return MAKERS[request.param]


class Own(tb.Tensor):
    pass


HOLDERS = {
    "itself": lambda t: t,
    "view": lambda t: t.view(2, -1),
    "two views": lambda t: [t[1:], t[0]],
    "many": lambda t: [
        t,
        t[:],
        t.detach(),
        t.view(-1, 1),
        t.data,
        t.unbind(),
        t.split(3),
        t.permute(0),
        t[None],
    ],
    "storage": lambda t: t.untyped_storage(),
    "typed storage": lambda t: t.storage(),
    "storage and tensor": lambda t: [t.untyped_storage(), t],
    "slice of the storage": lambda t: t.untyped_storage()[4:12],
    "slice of a slice": lambda t: t.untyped_storage()[4:12][2:3],
    "subclass": Own,
    "in place": lambda t: t.detach().unsqueeze_(0),
    "set": lambda t: exchanged(t),
    "attribute": lambda t: setattr(t, "view", t[1:]) or t,
    "buffer": lambda t: memoryview(t),
    "second tensor on it": lambda t: tb.frombuffer(memoryview(t[2:]), dtype=tb.int32),
}


def exchanged(t):
    other = tb.ones(2)
    other.data = t
    return other


def dies(reference):
    gc.collect()
    return reference() is None


@pytest.mark.parametrize("hold", HOLDERS.values(), ids=HOLDERS)
def test_a_circle_through_foreign_memory_is_collected(make, hold):
    owner, tensor = make()
    owner.held = hold(tensor)
    reference = weakref.ref(owner)
    del owner, tensor
    assert dies(reference)


@pytest.mark.parametrize("hold", HOLDERS.values(), ids=HOLDERS)
def test_what_somebody_has_is_not_collected(make, hold):
    owner, tensor = make()
    owner.held = hold(tensor)
    owner.word = ["kept"]
    reference = weakref.ref(owner)
    view = tensor[2:]
    del owner, tensor
    gc.collect()
    assert reference().word == ["kept"] and view.numel() >= 4
    view += 1
    del view
    assert dies(reference)


KEEPERS = {
    "dlpack": lambda t: t.__dlpack__(),
    "buffer": lambda t: memoryview(t),
    "storage": lambda t: t.untyped_storage(),
    "slice": lambda t: t.untyped_storage()[:4],
    "subclass": lambda t: Own(t),
    "array": lambda t: pytest.importorskip("numpy") and t.numpy(),
}


@pytest.mark.parametrize("keep", KEEPERS.values(), ids=KEEPERS)
def test_what_others_have_of_the_memory_keeps_its_owner_whole(make, keep):
    owner, tensor = make()
    owner.held, owner.word = tensor, "kept"
    kept = keep(tensor)
    reference = weakref.ref(owner)
    del owner, tensor
    gc.collect()
    assert reference().word == "kept" and reference().held.numel() >= 4
    del kept
    assert dies(reference)


def test_a_tensor_that_has_got_other_memory_does_not_count_any_more():
    owner, tensor = buffer()
    owner.held = tensor[1:]
    reference = weakref.ref(owner)
    capsule = tensor.__dlpack__()
    tensor.data = tb.ones(3)
    owner.held.data = tb.ones(3)
    owner.word = "kept"
    owner.itself = owner
    del owner
    assert tensor.untyped_storage().nbytes() != 64
    gc.collect()
    assert reference().word == "kept"  # the capsule has the memory
    del capsule
    assert dies(reference)


def test_a_buffer_of_what_a_tensor_had_before_keeps_the_owner():
    owner, tensor = buffer()
    owner.held = tensor[1:]
    reference = weakref.ref(owner)
    view = memoryview(tensor)
    tensor.data = tb.ones(3)
    owner.word = "kept"
    owner.itself = owner
    del owner
    gc.collect()
    assert reference().word == "kept" and view.nbytes == 64
    view.release()
    assert dies(reference)


def test_generations_do_not_matter(make):
    owner, tensor = make()
    gc.collect()
    owner.held = tensor[1:]  # young, beside the old one
    owner.word = "kept"
    reference = weakref.ref(owner)
    del owner
    gc.collect(0)
    gc.collect(1)
    assert reference().word == "kept"
    del tensor
    assert dies(reference)


@pytest.mark.sample(3)
def test_frozen_objects_stay(make):
    owner, tensor = make()
    owner.held, owner.word = tensor, "kept"
    reference = weakref.ref(owner)
    gc.freeze()
    try:
        view = tensor[1:]
        del owner, tensor
        gc.collect()
        assert reference().word == "kept"
        del view
        gc.collect()
        assert reference().word == "kept"
    finally:
        gc.unfreeze()
    found = dies(reference)
    gc.freeze()  # again, for the other tests (conftest.py)
    assert found


def test_tensors_without_foreign_objects_are_not_tracked():
    x = tb.ones(3)
    for plain in (x, x + x, x[0], x.view(1, 3), x.untyped_storage(), x.numel(), tb.arange(3), x.detach()):
        assert not gc.is_tracked(plain)
    _owner, tensor = buffer()
    assert gc.is_tracked(tensor) and gc.is_tracked(tensor[1:]) and not gc.is_tracked(tensor + 1)
    owned = tb.from_dlpack(x)  # holds no Python object
    assert not gc.is_tracked(owned)


def memory_of(tensor):
    """The object that holds foreign memory for it."""
    [found] = [one for one in gc.get_referents(tensor) if type(one).__name__ == "_Memory"]
    return found


def refers(one, what):
    """Does the collector, which stops there, find that one refers to it?"""
    return any(found is one for found in gc.get_referrers(what))


@pytest.mark.sample(3)
def test_the_collector_finds_what_foreign_memory_holds(make):
    owner, tensor = make()
    memory, storage = memory_of(tensor), tensor.untyped_storage()
    view = tensor[2:]
    for one in (tensor, view, storage):
        assert refers(one, memory) and refers(one, type(one)) and not refers(one, owner)
    assert refers(memory, type(memory)) and gc.get_referents(memory)
    assert refers(memory, memory)  # the storage's own reference
    part = storage[4:12]
    assert refers(memory_of(part), storage) and not refers(memory_of(part), memory)


def test_the_collector_finds_the_object_of_an_array_interface_and_its_buffer():
    owner, tensor = interface()
    memory = memory_of(tensor)
    assert refers(memory, owner) and refers(memory, owner.memory)
    owner.memory = shown = memoryview(bytearray(64))
    memory = memory_of(tb.asarray(owner))  # a view may be released by whoever collects it
    del owner.memory
    assert not refers(memory, shown)


def test_the_collector_finds_what_a_tensor_holds():
    t = tb.ones(2)
    t.word = "kept"
    assert refers(t, vars(t)) and refers(t, tb.Tensor)
    if not FREE_THREADED:  # where a tensor keeps no Size
        assert refers(t, t.shape)


def test_the_collector_finds_what_the_module_holds():
    """In a process of its own: where another test has imported it twice, the first module holds them."""
    program = """
        import gc
        import tbcast as tb
        def refers(one, what):
            return any(found is one for found in gc.get_referrers(what))
        for name in ("float32", "strided", "contiguous_format", "default_generator"):
            assert refers(tb._C, getattr(tb, name)), name
        for one in (tb.float32, tb.strided, tb.contiguous_format, tb.Size([1, 2])):
            assert refers(one, type(one)), one
        """
    done = python("-c", textwrap.dedent(program))
    assert done.returncode == 0, done.stderr


def test_a_second_module_keeps_the_first_one_no_longer_than_it_lives():
    program = """
        import gc, importlib, sys
        import tbcast, tbcast.audit._watch
        def again(name):
            first = sys.modules.pop(name)
            second = importlib.import_module(name)
            sys.modules[name] = first
            assert second is not first
        for name in ("tbcast._C", "tbcast.audit._watch"):
            again(name)
            before = sys.getrefcount(sys.modules[name])
            for _ in range(20):
                again(name)
            gc.collect()
            assert sys.getrefcount(sys.modules[name]) == before, name
        """
    done = python("-c", textwrap.dedent(program))
    assert done.returncode == 0, done.stderr


def test_a_circle_of_attributes_is_collected():
    class Mark:
        pass

    x = tb.ones(2)
    x.mark, x.circle = Mark(), [x]
    reference = weakref.ref(x.mark)
    del x
    assert dies(reference)


def test_collections_during_operations_take_nothing():
    threshold = gc.get_threshold()
    gc.set_threshold(1)
    try:
        for _ in range(50):
            owner, tensor = buffer()
            owner.held = tensor
            views = [tensor[i:] + tensor[i:].view(1, -1) for i in range(4)]
            owner.views = tensor.unbind()
            assert sum(float(view.sum()) for view in views) == 0
            del owner, tensor, views
    finally:
        gc.set_threshold(*threshold)
    gc.collect()


def test_threads_may_drop_the_last_references_while_others_collect():
    dead, failures = [], []

    def work():
        try:
            for i in range(60):
                owner, tensor = buffer()
                owner.held = tensor
                weakref.finalize(owner, dead.append, 1)
                capsule = tensor[i % 8 :].__dlpack__()
                other = tb.from_dlpack(capsule)
                large = tb.ones(300, 300) + 1  # releases the lock
                del owner, tensor, capsule
                if i % 8 == 0:
                    gc.collect()
                del other, large
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    gc.collect()
    assert not failures and len(dead) == 240


def test_long_chains_of_memory_end_without_recursion():
    tensor = tb.zeros(4)
    for _ in range(20000):
        tensor = tb.frombuffer(memoryview(tensor), dtype=tb.float32)
    del tensor
    gc.collect()
