"""What calls ask of Python before they broadcast, and what views ask about marks: with functions of our own,
whatever they answer, change or raise."""

import contextlib
import contextvars
import gc
import sys
import weakref

import pytest

from failing_allocations import failing_allocations
from under_test import STAND_IN, tb

if STAND_IN:
    pytest.skip("torch asks nothing", allow_module_level=True)

from tbcast import _C, _policy
from tbcast._verdict import calls

STACK = contextvars.ContextVar("stack")
MARK = (None, "here")


@pytest.fixture(autouse=True)
def nothing_is_left():
    yield
    calls.be_asked()
    _C._register_hooks(marks=None)
    tb.set_default_dtype(tb.float32)


def ask(hook, default=True, always=False):
    """Calls that broadcast ask this hook from now on."""
    _C._set_broadcast_hook(hook, STACK, default, always)


def watch():
    """Calls ask, and nobody objects."""
    ask(lambda *about: None, None, True)


def record(into, keep=lambda *about: about):
    """They tell what they ask about: name, shapes, itemsize, fallback, inplace, marks, data."""

    def hook(policy, *call):
        return lambda marks, data, warned: into.append(keep(*call, marks, data)) or False

    ask(hook, None, True)


def column(n=3):
    return tb.ones(n, 1)


def marked():
    """A tensor whose second dimension somebody wrote out."""
    watch()
    _C._register_hooks(marks=lambda *args: MARK)
    made = tb.ones(3)[:, None]
    _C._register_hooks(marks=None)
    calls.be_asked()
    return made


# ---- policies ----


def test_an_error_of_the_hook_is_the_calls():
    def hook(*about):
        raise ZeroDivisionError

    ask(hook)
    with pytest.raises(ZeroDivisionError):
        column() + tb.ones(3)
    assert (tb.ones(3) + tb.ones(3)).tolist() == [2] * 3


def test_an_objection_lives_no_longer_than_its_call():
    made = []

    def hook(*about):
        def objection(marks, data, warned):
            return False

        made.append(weakref.ref(objection))
        return objection

    ask(hook)
    column() + tb.ones(3)
    assert [reference() for reference in made] == [None]


def test_who_is_asked_and_about_what_is_not_kept():
    def hook(*about):
        return None

    policy, x, y = ("policy",), marked(), tb.ones(3)
    grid, rows, columns = tb.ones(3, 3), tb.tensor([[0], [1]]), tb.tensor([0, 1])
    asked = hook, policy, STACK, MARK, x, y, grid, rows, columns

    def counts():
        x + y, x[None] + y, x.T + y, tb.broadcast_tensors(x, y), grid[rows, columns]
        tb.mul(x, y, out=tb.empty(0))
        _C._ask_broadcast("f", ((3, 1), x, y), 4, True)
        _C._purge_marks()
        return [sys.getrefcount(one) for one in asked]

    ask(hook, policy, True)
    _C._register_hooks(marks=lambda *args: MARK)
    counts()
    assert counts() == [counts() for _ in range(9)][-1]


def test_who_is_asked():
    asked = []

    def hook(policy, *about):
        asked.append(policy)

    for entry, default, always, expected in (
        (None, None, False, []),
        (None, None, True, [None]),
        (None, "default", False, ["default"]),
        (None, "default", True, ["default"]),
        (None, False, True, []),
        ("inner", "default", False, ["inner"]),
        (False, "default", True, []),
    ):
        ask(hook, default, always)
        token = STACK.set((entry,) if entry is not None else None)
        try:
            assert _C._is_watched() is bool(expected)
            column() + tb.ones(3)
        finally:
            STACK.reset(token)
        assert asked == expected
        del asked[:]
    ask(hook, "default", False)
    token = STACK.set((None,))
    column() + tb.ones(3)
    assert asked == [] and not _C._is_watched()
    ask(hook, "default", True)
    column() + tb.ones(3)
    STACK.reset(token)
    assert asked == [None]


def test_a_call_that_is_asked_about_while_an_audit_ends_is_not_objected_to():
    """The hook of policies is there again, and no policy holds."""
    ask(_policy._hook, None, True)
    assert (column() + tb.ones(3)).shape == (3, 3)


@pytest.mark.parametrize("stack", [(), [], 5, None, "text"], ids=repr)
def test_a_stack_that_is_none_leaves_the_default(stack):
    asked = []
    ask(lambda policy, *about: asked.append(policy), "default")
    token = STACK.set(stack)
    try:
        column() + tb.ones(3)
    finally:
        STACK.reset(token)
    assert asked == ["default"]


def test_a_call_is_asked_about_again_where_the_hook_changes_what_it_does():
    asked = []

    def hook(policy, name, shapes, itemsize, fallback, inplace):
        asked.append((itemsize, fallback))
        tb.set_default_dtype(tb.float64)

    ask(hook)
    result = tb.ones(3, 1, dtype=tb.int64) / tb.ones(3, dtype=tb.int64)
    assert result.dtype is tb.float64 and asked == [(4, False), (8, False)]


@pytest.mark.filterwarnings("ignore")
def test_a_fallback_that_the_hook_forbids_is_not_made():
    asked = []

    def hook(policy, name, shapes, itemsize, fallback, inplace):
        asked.append((shapes, fallback))
        tb.backcompat.pointwise_fallback.enabled = not fallback

    x, y = tb.zeros(2, 3), tb.ones(3, 2)
    ask(hook)
    tb.backcompat.pointwise_fallback.enabled = True
    try:
        with pytest.raises(RuntimeError, match="must match the size"):
            x.add_(y)
    finally:
        tb.backcompat.pointwise_fallback.enabled = False
    assert asked == [(((2, 3), (3, 2)), True)] and x.tolist() == [[0] * 3] * 2


@pytest.mark.parametrize(
    "given",
    [
        (), ("f",), ("f", (), 0), ("f", (), 0, False, 1), (5, (), 0, False), ("f", [], 0, False),
        ("f", (), None, False), ("f", ([3],), 0, False), ("f", ((3,), 5), 0, False), ("f", (None,), 0, False),
    ],
    ids=repr,
)  # fmt: skip
def test_a_question_of_another_form_is_refused(given):
    told = []
    record(told)
    with pytest.raises(TypeError):
        _C._ask_broadcast(*given)
    assert told == []


def test_a_question_names_tensors_and_shapes():
    told, x = [], marked()
    record(told)
    assert _C._ask_broadcast("f", ((3, 1), tb.ones(3), x), 4, True) is False
    assert told == [("f", ((3, 1), (3,), (3, 1)), 4, False, False, (None, None, MARK), True)]
    assert _C._ask_broadcast("f", (), 0, False) is False and told[1][1] == ()


def test_of_several_tensors_each_is_looked_at():
    told = []
    record(told, lambda name, shapes, *rest: shapes)
    tb.broadcast_tensors(tb.ones(3), tb.ones(3, 1), tb.ones(3))
    tb.broadcast_tensors(tb.ones(3), tb.ones(3))
    with pytest.raises(RuntimeError):
        tb.broadcast_tensors(tb.ones(3), tb.ones(2))
    assert told == [((3,), (3, 1), (3,))]


def test_of_indices_those_that_choose_are_told():
    x, rows, columns = tb.ones(3, 3), tb.tensor([[0], [1]]), tb.tensor([0, 1])
    told = []
    record(told, lambda name, shapes, *rest: (name, shapes))
    for mask in (tb.tensor([True, True, False]), tb.tensor([1, 1, 0], dtype=tb.uint8)):
        with pytest.warns(UserWarning) if mask.dtype is tb.uint8 else contextlib.nullcontext():
            assert x[mask, rows].shape == (2, 2)
    x[rows, columns] = 5
    with pytest.raises(IndexError):
        x[columns, tb.tensor([0, 1, 2])]
    assert told == [("__getitem__", ((2,), (2, 1)))] * 2 + [("__setitem__", ((2, 1), (2,)))]


# ---- marks ----

VIEWS = {
    "an index": lambda x: x[..., None],
    "unsqueeze": lambda x: x.unsqueeze(0),
    "unsqueeze in place": lambda x: x.unsqueeze_(0),
    "permute": lambda x: x.permute(1, 0),
    "permute with a list": lambda x: x.permute([1, 0]),
    "permute by name": lambda x: x.permute(dims=(1, 0)),
    "T": lambda x: x.T,
    "mT": lambda x: x.mT,
}


@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize("answer", [5, "text", [None], {}, 1.5], ids=repr)
def test_marks_of_another_kind_are_refused(name, answer):
    x = marked()
    watch()
    _C._register_hooks(marks=lambda *args: answer)
    with pytest.raises(TypeError, match="marks are a tuple or None"):
        VIEWS[name](x)
    _C._register_hooks(marks=lambda *args: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        VIEWS[name](x)


@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize("answer", [None, (), MARK, (1, 2, 3)], ids=lambda value: type(value).__name__)
def test_a_view_has_the_marks_that_are_answered(name, answer):
    x = marked()
    asked = []

    def hook(function, tensor, given, result):
        asked.append(function)
        return answer

    watch()
    _C._register_hooks(marks=hook)
    assert _C._marks(VIEWS[name](x)) == answer
    assert len(asked) == 1


def test_what_is_no_view_of_what_is_marked_is_not_asked_about():
    x, row = marked(), tb.ones(3)
    asked = []
    watch()
    _C._register_hooks(marks=lambda *args: asked.append(args))
    for call in (
        lambda: row.permute(0), lambda: tb.ones(3, 3).T, lambda: tb.ones(3, 3).mT, lambda: x.size(),
        lambda: x.to(x),
        lambda: x.contiguous(), lambda: row[1:], lambda: x.sum(), lambda: row.resolve_conj(), lambda: x.T[3],
        lambda: x.permute(0), lambda: tb.ones(2, 2).H, lambda: x.squeeze(4), lambda: tb.ones(3).mT,
    ):  # fmt: skip
        with contextlib.suppress(IndexError, RuntimeError):
            call()
    asked = [args for args in asked if args[0] not in ("T", "sum")]
    assert asked == []
    _C._register_hooks(marks=lambda *args: ())
    zero = x[0, 0]
    _C._register_hooks(marks=lambda *args: asked.append(args))
    with pytest.warns(UserWarning, match="deprecated on 0-D"):
        assert _C._marks(zero.H) == () and zero.mH is zero and asked == []
    ask(lambda *about: None, None)
    assert _C._marks(x.T) is None and _C._marks(x[None]) is None and _C._marks(x.mT) is None
    assert _C._marks(x * 2) == MARK and _C._marks(x + x) is None and _C._marks(+x) == MARK


# ---- no memory ----

LACKING = {
    "a broadcast": lambda: (column(300) - tb.ones(300)).shape,
    "marks": lambda: (MARKED - tb.ones(3)).tolist(),
    "shapes": lambda: _C._ask_broadcast("f", ((3, 1), column(300)), 4000, True),
    "a marked shape": lambda: _C._ask_broadcast("f", (MARKED, (3, 1)), 4000, True),
    "indices": lambda: WORLD[0][WORLD[1], WORLD[2]].tolist(),
    "several tensors": lambda: [t.shape for t in tb.broadcast_tensors(column(300), tb.ones(300))],
    "a product": lambda: (tb.ones(300, 1, 1, 1) @ tb.ones(2, 1, 1)).shape,
    **{name: lambda name=name: _C._marks(VIEWS[name](MARKED)) for name in VIEWS if "in place" not in name},
}
MARKED = marked()
WORLD = tb.ones(3, 3), tb.tensor([True, True, False]), tb.tensor([[0], [1]])


@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize("name", LACKING)
def test_without_memory_it_is_the_calls_result_or_no_memory(name, watched):
    testcapi = failing_allocations()

    def nothing(*about):
        return None

    if watched:
        ask(lambda *about: nothing, True, True)
    _C._register_hooks(marks=lambda *args: MARK)
    call = LACKING[name]
    expected, failures = call(), 0

    gc.freeze()
    for nth in range(100):
        gc.collect()  # what CPython keeps for the next objects
        result = None
        testcapi.set_nomemory(nth, nth + 1)  # only that allocation fails
        try:
            result = call()
        except MemoryError:
            failures += 1
        finally:
            testcapi.remove_mem_hooks()
        assert result is None or result == expected
    assert failures or not watched
