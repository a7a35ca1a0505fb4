"""Attributes that a program sets on a tensor: `t.note = 1`, `vars(t)`, and the garbage collector."""

import gc
import sys
import weakref

import pytest

from pickled import Slotted, Sub
from under_test import needs_torch, tb, torch

LIBRARIES = [tb, pytest.param(torch, marks=needs_torch)]


@pytest.mark.parametrize("library", LIBRARIES, ids=["tbcast", "torch"])
def test_a_tensor_has_attributes_as_in_torch(library):
    t = library.ones(2)
    assert vars(t) == {} and t.__dict__ is vars(t)
    t.foo = 1
    object.__setattr__(t, "bar", 2)
    setattr(t, "a b", 3)
    assert (t.foo, t.bar) == (1, 2) and vars(t) == {"foo": 1, "bar": 2, "a b": 3} and "foo" in dir(t)
    for other in (t.clone(), t.detach(), t[:], t + 1, t.view(2)):
        assert not hasattr(other, "foo") and vars(other) == {}
    del t.foo
    with pytest.raises(AttributeError, match="'Tensor' object has no attribute 'foo'"):
        t.foo  # noqa: B018
    with pytest.raises(AttributeError, match="foo"):  # Python 3.10 says nothing else
        del t.foo
    t.__dict__ = {"other": 4}
    assert t.other == 4 and not hasattr(t, "bar")
    with pytest.raises(TypeError, match="__dict__ must be set to a dictionary, not a 'int'"):
        t.__dict__ = 3
    with pytest.raises(AttributeError, match=r"attribute 'shape' of .* objects is not writable"):
        t.shape = 1
    with pytest.raises(TypeError, match="attribute name must be string, not 'int'"):
        setattr(t, 3, 3)
    del t.__dict__
    assert vars(t) == {}
    t.add = 5  # what the instance has comes before the type's methods
    assert t.add == 5


@pytest.mark.parametrize("library", LIBRARIES, ids=["tbcast", "torch"])
def test_the_class_of_a_tensor_can_be_changed_and_its_attributes_stay(library):
    class Other(library.Tensor):
        pass

    t = library.ones(2)
    t.foo = 1
    t.__class__ = Other
    t.bar = t
    assert type(t) is Other and vars(t)["foo"] == 1 and t.bar is t
    t.__class__ = library.Tensor
    assert type(t) is library.Tensor and t.bar is t


class Dies:
    """Says when it is gone."""

    def __init__(self, seen):
        self.seen = seen

    def __del__(self):
        self.seen.append(1)


@pytest.mark.parametrize("make", [lambda: tb.ones(2), lambda: Sub([1.0]), lambda: Slotted([1.0])])
@pytest.mark.parametrize("through", ["setattr", "vars", "dict"])
def test_cycles_through_attributes_are_collected(make, through):
    seen = []
    for _ in range(50):
        t = make()
        held = {"me": t, "dies": Dies(seen)}
        if through == "setattr":
            t.me, t.dies = held["me"], held["dies"]
        elif through == "vars":
            vars(t).update(held)
        else:
            t.__dict__ = held
        del t, held
    gc.collect()
    assert len(seen) == 50


def test_a_tensor_holds_its_dict_once():
    t, held = tb.ones(2), {"a": 1}
    before = sys.getrefcount(held)
    t.__dict__ = held
    assert sys.getrefcount(held) == before + 1
    del t
    assert sys.getrefcount(held) == before


def test_a_tensor_does_not_inherit_the_attributes_of_a_dead_one():
    for _ in range(3):  # freed objects are used again
        tensors = [tb.ones(2) for _ in range(100)]
        assert all(vars(t) == {} and weakref.getweakrefcount(t) == 0 for t in tensors)
        for i, t in enumerate(tensors):
            t.number, t.ref = i, weakref.ref(t)
        assert [t.number for t in tensors] == [*range(100)]
        del tensors, t


def test_attributes_die_with_their_tensor_even_in_long_chains():
    seen = []
    t = tb.ones(2)
    t.dies = Dies(seen)
    del t
    assert seen == [1]
    chain = None
    for _ in range(100_000):
        t = tb.ones(1)
        t.next, chain = chain, t
    del t, chain


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="they begin between bytecodes only, from 3.12 on")
def test_no_collection_begins_while_a_tensor_is_made():
    """Operations hold pointers into tensors that a finalizer could free."""
    began = []
    gc.callbacks.append(lambda phase, info: began.append(phase))
    tensors = [None] * 5000
    a = tb.ones(2)
    try:
        for i in range(5000):
            tensors[i] = a + a
            found = len(began)
    finally:
        gc.callbacks.pop()
    assert found == 0 and gc.isenabled()
