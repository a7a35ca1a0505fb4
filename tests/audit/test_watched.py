"""_watch.watched with watchers of our own: whatever they answer or raise, programs compute what they did."""

import functools
import gc
import threading

import pytest

from failing_allocations import failing_allocations
from under_test import STAND_IN

np = pytest.importorskip("numpy")
if STAND_IN:
    pytest.skip("torch has no audit", allow_module_level=True)

from tbcast import _C  # noqa: E402
from tbcast.audit import _watch  # noqa: E402

NAMES = _watch.codes()
SUB_ = NAMES.index("sub_")
FUNCTIONS = _watch.functions()
KEPT = []
EVENTS = (KeyboardInterrupt, SystemExit)


def do(name, *operands, place=1, **keywords):
    """What a rewritten program calls in place of an operator."""
    return _watch.watched(NAMES.index(name) + 64 * place, *operands, **keywords)


USUAL = {"classify": lambda kind: 1 if kind is np.ndarray else 2, "pick": lambda function: function}


class Watcher:
    """Does as it is told: `does` has functions or exceptions by names of methods.

    It makes no functions: without memory for one CPython 3.12 gives its code object back twice.
    """

    def __init__(self, **does):
        self.does, self.calls = {**USUAL, **does}, []

    def __getattr__(self, name):
        return functools.partial(self.answer, name)

    def answer(self, name, *args):
        self.calls.append(name)
        action = self.does.get(name)
        if isinstance(action, type):
            raise action
        return action and action(*args)


@pytest.fixture
def watch():
    def begin(**does):
        _watch.set_watcher(watcher := Watcher(**does))
        return watcher

    yield begin
    _watch.set_watcher(None)
    KEPT.extend(FUNCTIONS.values())  # the module borrows what it has found here
    FUNCTIONS.clear()


def marked(array, marks=(None, (None, 1))):
    """The array, whose dimensions were written out there."""
    if not _C._mark(array, marks):
        raise MemoryError
    return array


def row(n=3):
    return np.arange(float(n))


def column(n=3):
    return np.arange(float(n)).reshape(n, 1)


def spec(operands=2, without=0, keywords=(), after=None, always=False, keeps=False, name="f"):
    return name, operands, without, False, keywords, after, always, keeps


class Own:
    """Its class has a shape, and its operators say who they are."""

    shape = (3, 1)

    def __sub__(self, other):
        return "difference"

    def __isub__(self, other):
        return "in place"

    def __getitem__(self, key):
        return row()


class Units(np.ndarray):
    pass


# ---- what a watcher raises ----

CALLS = {
    "classify": lambda: do("sub", Own(), row()),
    "see": lambda: do("sub", column(), row()),
    "subscript": lambda: do("item", row(), (slice(None), None)),
    "attribute": lambda: do("attribute", marked(column()), "T"),
    "keep": lambda: do("sub", marked(column()), np.float64(2)),
    "pick": lambda: do("pick", np.frompyfunc(min, 2, 1)),  # which no other test has met
    "pick_method": lambda: do("pick", row().clip),
}


@pytest.mark.parametrize("error", [ValueError, MemoryError, RecursionError, *EVENTS])
@pytest.mark.parametrize("name", CALLS)
def test_an_error_of_a_watcher_is_not_the_programs_and_an_event_is(watch, name, error):
    expected = CALLS[name]()
    watcher = watch(**{name: error})
    if error in EVENTS:
        with pytest.raises(error):
            CALLS[name]()
    else:
        found = CALLS[name]()
        assert np.array_equal(found, expected) if name not in ("pick", "pick_method") else callable(found)
    assert name in watcher.calls


OTHER_EVENTS = {
    "an item": ("classify", lambda: do("item", [Own()], 0)),
    "an assignment": ("see", lambda: do("finish item", SUB_, ([0], 0, np.ones((3, 3))), row())),
    "a look": ("see", lambda: do("look", NAMES.index("add"), column(), row())),
    "a call": ("see", lambda: do("call", spec(), np.add, column(), row())),
    "a method": ("classify", lambda: do("call", spec(), memoryview(bytes(3)).tolist)),
    "a method to pick": ("classify", lambda: do("pick", memoryview(bytes(3)).tolist)),
}


@pytest.mark.parametrize("name", OTHER_EVENTS)
def test_an_event_reaches_the_program_from_everywhere(watch, name):
    method, call = OTHER_EVENTS[name]
    call()
    watch(**{method: KeyboardInterrupt})
    with pytest.raises(KeyboardInterrupt):
        call()


def test_an_event_after_a_call_reaches_the_program(watch):
    def after(result, function, *args):
        raise error

    watch()
    for error in (KeyboardInterrupt, ValueError):
        call = (spec(after=after, always=True), len, [])
        if error is KeyboardInterrupt:
            with pytest.raises(error):
                do("call", *call)
        else:
            assert do("call", *call) == 0


# ---- what a watcher answers ----


@pytest.mark.parametrize("answer", [None, "1", -1, 3, 4, 2**70, 1.0, True, [], object()])
def test_answers_that_mean_nothing_change_nothing(watch, answer):
    watch(**dict.fromkeys(("classify", "see", "subscript", "attribute", "keep"), lambda *args: answer))
    x, y = column(), row()
    assert do("sub", x, y).tolist() == (x - y).tolist()
    assert do("sub", Own(), y) == "difference"
    assert do("item", y, (slice(None), None)).tolist() == x.tolist()
    assert do("unary -", marked(x)).tolist() == (-x).tolist()


def test_types_that_are_known_are_not_asked_about_again(watch):
    watcher = watch()
    for _ in range(3):
        do("sub", column(), row())
        do("sub", Own(), row())
    assert watcher.calls.count("classify") == 2


def test_a_watcher_that_ends_itself_is_not_called_any_more(watch):
    def end(kind):
        _watch.set_watcher(None)
        return 1

    watcher = watch(classify=end)
    assert do("item", row(), (slice(None), None)).tolist() == column().tolist()
    assert watcher.calls == ["classify"]
    watch()
    ended = (spec(after=watcher.after, always=True), lambda: _watch.set_watcher(None))
    assert do("call", *ended) is None
    assert watcher.calls == ["classify"]


def test_a_key_that_raises_in_a_class_is_no_shape(watch):
    class Key(str):
        __slots__ = ()
        __hash__ = str.__hash__

        def __eq__(self, other):
            raise ZeroDivisionError

    watcher = watch()
    odd = type("Odd", (), {Key("shape"): 1, "__sub__": lambda a, b: "difference"})
    assert do("sub", odd(), row()) == "difference"
    assert watcher.calls == ["classify"]  # of the array alone


def test_a_shape_that_is_computed_by_what_is_looked_at_is_read_once(watch):
    class Deep:
        def __init__(self, *sizes):
            self.sizes = sizes

        @property
        def shape(self):
            return do("sub", self, self)

        def __sub__(self, other):
            return self.sizes

    watcher = watch()
    assert do("sub", Deep(3, 1), Deep(3)) == (3, 1)
    assert watcher.calls == ["classify", "see"]


# ---- marks ----


def test_marks_are_kept_by_what_keeps_the_shape(watch):
    watcher = watch()
    x = marked(column())
    for made in (do("mul", x, 2), do("mul", 2.0, x), do("unary -", x)):
        assert _C._marks(made) == _C._marks(x)
    assert watcher.calls == ["classify"]
    do("mul", x, np.array(2.0))  # which Python looks at, and what is no number
    do("mul", np.array(2.0), x)
    do("eq", x, None)
    assert watcher.calls[1:] == ["keep"] * 3
    do("mul", x, column())
    do("mul", row(), row())
    assert watcher.calls[1:] == ["keep"] * 3


def test_a_result_that_is_an_operand_keeps_its_own_marks(watch):
    class Same(Own):
        def __add__(self, other):
            return self

        def __sub__(self, other):
            return other

    watcher = watch()
    same, x = marked(Same()), marked(column())
    assert do("add", same, 1) is same
    assert do("sub", same, x) is x
    assert "keep" not in watcher.calls


@pytest.mark.parametrize(
    "marks",
    [(), (None,), ((1, 2, 3),), ((None, "1"),), ((None, 2**70),), ((1, 2), (3, 4))],
    ids=repr,
)
def test_marks_of_any_kind_tell_places_apart_or_do_not(watch, marks):
    watcher = watch(see=lambda *args: True)
    x, y = marked(column(), marks), row()
    for _ in range(3):
        assert do("sub", x, y).tolist() == (x - y).tolist()
    assert watcher.calls.count("see") == 1


@pytest.mark.parametrize(
    "key",
    [(slice(None), None), (..., None), (None, 0), ([0, 2], None), (np.array([0]), None), (..., *[None] * 31)],
    ids=repr,
)
def test_what_a_subscript_writes_out_is_asked_about_unless_it_is_simple(watch, key):
    watcher = watch(subscript=lambda *args: (None, (None, 1)))
    for _ in range(3):
        assert do("item", row(), key).shape == row()[key].shape
    simple = len(key) < 30 and not isinstance(key[0], (list, np.ndarray))
    assert watcher.calls.count("subscript") == (1 if simple else 3)


def test_subscripts_of_subclasses_are_asked_about(watch):
    watcher = watch(classify=lambda kind: 1)
    x = row().view(Units)
    for _ in range(2):
        assert do("slice of", x, None, None, None).shape == (3,)
        assert do("item", x, (slice(None), None)).shape == (3, 1)
    assert watcher.calls.count("subscript") == 2


# ---- calls ----


def test_after_a_call_that_keeps_the_shape_nothing_is_asked(watch):
    watch()
    told = []
    keeping = spec(after=lambda *args, **_: told.append(args), keeps=True)
    x = marked(column())
    made = do("call", keeping, np.exp, x)
    assert _C._marks(made) == _C._marks(x) and not told
    do("call", keeping, np.exp, row())
    assert not told
    do("call", keeping, len, x)  # no array
    do("call", keeping, np.ravel, x)  # of another shape
    do("call", keeping, x.round, 1)  # the method's array is the marked one
    do("call", keeping, x.round, decimals=1)
    do("call", keeping, np.asarray, marked(column().view(Units)))  # of another class
    do("call", keeping, np.round, x, 1)
    do("call", keeping, np.round, x, decimals=1)
    do("call", spec(after=keeping[5]), np.exp, x)
    assert len(told) == 8


def test_functions_without_an_object_are_called(watch):
    watch()
    marked(Own())
    x = marked(column())
    told = []
    keeping = spec(after=lambda *args: told.append(args))
    assert do("call", keeping, str.maketrans, {}) == {} and x is not None
    assert do("call", keeping, lambda a: a, 5) == 5 and not told


def test_a_call_has_any_number_of_arguments(watch):
    watcher = watch()

    def take(*args, **keywords):
        return len(args) + len(keywords)

    told = []
    every = spec(
        operands=9, keywords=tuple("abcdefg"), after=lambda *args, **k: told.append(args), always=True
    )
    for n in (0, 1, 4, 5, 16, 17, 40):
        assert do("call", every, take, *[row()] * n) == n
    assert [len(args) - 2 for args in told] == [0, 1, 4, 5, 16]
    named = {key: column() if key == "a" else row() for key in "abcdefghi"}
    assert do("call", every, take, **named) == 9
    assert do("call", every, take, row(), **named) == 10
    assert watcher.calls.count("see") == 2


@pytest.mark.parametrize(
    "bad",
    [
        {"name": 5}, {"name": "\ud800"}, {"operands": None}, {"operands": 1}, {"operands": 2.0},
        {"without": "0"}, {"keywords": 5},
    ],
    ids=repr,
)  # fmt: skip
def test_a_function_that_nothing_is_known_of_is_called(watch, bad):
    watcher = watch()
    assert do("call", spec(**bad), lambda a, x: 5, column(), x=row()) == 5
    assert "see" not in watcher.calls


@pytest.mark.parametrize("known", [None, [], (), (len,), (len, len, len), (max, len)], ids=repr)
def test_a_function_that_is_not_the_one_that_is_known_is_asked_about(watch, known):
    watcher = watch()
    FUNCTIONS[id(min)] = known
    assert do("pick", min) is min
    assert watcher.calls == ["pick"]


def test_methods_are_picked_where_they_are_an_arrays(watch):
    watcher = watch(pick_method=lambda method: "picked")
    x, y = marked(column()), column()
    assert do("pick", x.clip) == do("pick", y.clip) == do("pick for marks", x.astype) == "picked"
    for method in ([].append, y.astype):
        assert do("pick for marks", method) is method
    assert watcher.calls.count("pick_method") == 3 and "pick" not in watcher.calls


# ---- no memory ----

OWNS = [Own()]
LACKING = {
    "an operator": lambda: do("sub", column(), row()),
    "a marked operand": lambda: do("mul", marked(column()), 3),
    "an item": lambda: do("item", OWNS, 0),
    "a subscript": lambda: do("item", row(), (slice(None), None)),
    "an attribute": lambda: do("attribute", marked(column()), "T"),
    "an assignment": lambda: do("finish item", 0, do("begin item", [1000], 0), 2000),
    "a call": lambda: do("call", spec(after=max, always=True), len, "abc"),
    "a pick": lambda: do("pick", len),
    "a method": lambda: do("pick", "abc".upper),
    "codes": _watch.codes,
    "marks": lambda: marked(row(), (None,)),
}


@pytest.mark.parametrize("name", LACKING)
def test_without_memory_it_is_the_programs_result_or_no_memory(watch, name):
    testcapi = failing_allocations()
    call = LACKING[name]
    expected = repr(call())
    watch(subscript=lambda *args: (None, (None, 1)))
    call()
    outcomes = set()
    gc.freeze()
    for nth in range(120):
        gc.collect()  # what CPython keeps for the next objects
        result = None
        testcapi.set_nomemory(nth, nth + 1)  # only that allocation fails
        try:
            result = call()
        except (MemoryError, SystemError):  # the latter are NumPy's, which loses its own
            pass
        finally:
            testcapi.remove_mem_hooks()
        outcomes.add(repr(result))
        del result
    assert outcomes <= {"None", expected}


def test_slices_without_memory_are_refused(watch):
    testcapi = failing_allocations()
    kept = [slice(n) for n in range(3)]  # CPython makes the next one of one that is gone
    code, found, failed = NAMES.index("slice of"), [], False
    testcapi.set_nomemory(0, 1)
    try:
        found += _watch.watched(code, kept, 0, 1, None)
    except MemoryError:
        failed = True
    finally:
        testcapi.remove_mem_hooks()
    assert failed or found == kept[:1]


def test_threads_may_end_the_watcher_while_it_is_called(watch):
    watch(see=lambda *args: _watch.set_watcher(None))

    def work():
        for _ in range(200):
            watch()
            assert do("sub", column(), row()).shape == (3, 3)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
