"""The store of marks: of Tensors and of any other object with weak references, for as long as it lives."""

import gc
import sys
import textwrap
import threading
import weakref

import pytest

from children import python
from failing_allocations import failing_allocations
from under_test import STAND_IN, tb

if STAND_IN:
    pytest.skip("torch keeps no marks", allow_module_level=True)

from tbcast import _C


class Other:
    """What another library's array is to the store."""


MAKERS = {"Tensor": lambda: tb.ones(3), "subclass": lambda: Sub(tb.ones(3)), "other": Other}


class Sub(tb.Tensor):
    """Of a Tensor."""

    def __new__(cls, data):
        return data.as_subclass(cls)


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_an_object_has_the_marks_that_it_was_given(make):
    x, y = make(), make()
    marks, later = ("here",), ("there", None)
    assert _C._marks(x) is None
    assert _C._mark(x, marks) is True and _C._marks(x) is marks and _C._marks(y) is None
    assert _C._mark(x, later) is True and _C._marks(x) is later
    assert _C._mark(x, None) is True and _C._marks(x) is None
    assert _C._mark(x, marks) is True and _C._marks(x) is marks


@pytest.mark.parametrize("one", [1, None, "text", (), [1], 2.5, object()], ids=repr)
def test_what_has_no_weak_references_has_no_marks(one):
    assert _C._mark(one, ("here",)) is False and _C._marks(one) is None
    assert _C._mark(one, None) is True


@pytest.mark.parametrize("wrong", [(), (tb,), (tb, 1), (tb, ["here"]), (tb, (), 1)], ids=len)
def test_marks_are_a_tuple_or_none(wrong):
    with pytest.raises(TypeError, match="an object and a tuple or None"):
        _C._mark(*wrong)


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_marks_keep_no_object_and_end_with_it(make):
    marks = ("here", object())
    _C._purge_marks()
    before = sys.getrefcount(marks)
    x = make()
    _C._mark(x, marks)
    assert sys.getrefcount(marks) == before + 1
    dead = weakref.ref(x)
    del x
    gc.collect()
    assert dead() is None
    _C._purge_marks()
    assert sys.getrefcount(marks) == before


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_an_object_at_the_address_of_one_that_is_gone_has_none_of_its_marks(make):
    addresses, again = set(), 0
    for _ in range(500):
        x = make()
        again += id(x) in addresses
        addresses.add(id(x))
        assert _C._marks(x) is None
        _C._mark(x, ("here",))
        del x
    assert again  # else nothing was tried


def test_marks_of_many_objects_are_kept_and_those_of_others_are_dropped():
    """Among objects that go, whose rows are found again, and some whose marks are taken away."""
    marks = ("short-lived",)
    before = sys.getrefcount(marks)
    kept = []
    for i in range(3000):
        x, y = Other(), Other()
        kept.append((x, y, (i,)))
        _C._mark(x, (i,))
        _C._mark(y, ("y",))
        _C._mark(Other(), marks)
        if i % 3 == 0:
            _C._mark(y, None)
        if i % 500 == 499:
            del kept[::7]
    assert [_C._marks(x) for x, _, _ in kept] == [own for *_, own in kept]
    assert [_C._marks(y) for _, y, _ in kept] == [("y",) if own[0] % 3 else None for *_, own in kept]
    assert sys.getrefcount(marks) - before < 10_000  # some are dropped before anybody asks for it
    _C._purge_marks()
    assert sys.getrefcount(marks) == before
    assert [_C._marks(x) for x, _, _ in kept] == [own for *_, own in kept]


def test_short_lived_objects_make_no_table_that_grows():
    marks = ("here",)
    before = sys.getrefcount(marks)
    for _ in range(100_000):
        _C._mark(Other(), marks)
    assert sys.getrefcount(marks) - before < 1000


def test_dropping_marks_may_run_anything():
    """Their end marks other objects, while the table is made anew."""

    class Ends:
        def __del__(self):
            other = Other()
            _C._mark(other, ("from an end",))
            kept.append(other)

    kept = []
    for _ in range(300):
        _C._mark(Other(), (Ends(),))
    _C._purge_marks()
    gc.collect()
    assert len(kept) == 300 and {_C._marks(one) for one in kept} == {("from an end",)}


def test_the_collector_finds_marks():
    """In a process of its own: where another test has imported tbcast twice, the first module holds them."""
    program = """
        import gc, weakref
        from tbcast import _C
        class Other:
            pass
        marks, x = ("here", object()), Other()
        _C._mark(x, marks)
        for one in (marks, weakref.ref(x)):
            assert any(found is _C for found in gc.get_referrers(one)), one
        """
    done = python("-c", textwrap.dedent(program))
    assert done.returncode == 0, done.stderr


def test_threads_mark_at_once():
    shared = [Other() for _ in range(20)]
    errors = []

    def work(k):
        mine = []
        for i in range(3000):
            x = Other()
            _C._mark(x, (k, i))
            if _C._marks(x) != (k, i):
                errors.append((k, i))
            if i % 10 == 0:
                mine.append((x, (k, i)))
            _C._mark(shared[i % 20], (k, i) if i % 3 else None)
            found = _C._marks(shared[(i + k) % 20])
            if not (found is None or found[0] in range(4)):
                errors.append(found)
        errors.extend(own for x, own in mine if _C._marks(x) != own)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


@pytest.mark.parametrize("many", [0, 47, 48, 200])
def test_without_memory_nothing_changes_and_nothing_is_kept(many):
    testcapi = failing_allocations()
    _C._purge_marks()
    kept = [Other() for _ in range(many)]
    for one in kept:
        _C._mark(one, ("kept",))
    marks, x = ("here", object()), Other()
    before, failures = sys.getrefcount(marks), 0
    gc.collect()
    for nth in range(6):
        testcapi.set_nomemory(nth, nth + 1)  # only that allocation fails
        try:
            _C._mark(x, marks)
        except MemoryError:
            failures += 1
        finally:
            testcapi.remove_mem_hooks()
        assert _C._marks(x) in (None, marks)
        assert sys.getrefcount(marks) == before + (_C._marks(x) is not None)
        _C._mark(x, None)
        x = Other()
    assert failures
    assert [_C._marks(one) for one in kept] == [("kept",)] * many
    del kept
    for nth in range(3):
        testcapi.set_nomemory(nth, nth + 1)
        try:
            _C._purge_marks()  # which then waits for the next time
        finally:
            testcapi.remove_mem_hooks()
    assert sys.getrefcount(marks) == before
