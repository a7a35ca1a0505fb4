"""_watch.TorchMode, the part of tbcast.audit.torch in C: without PyTorch, with tbcast's own tensors."""

import _thread
import gc
import sys
import threading
import weakref
from contextlib import suppress

import pytest

import tbcast as torch
from failing_allocations import failing_allocations
from tbcast import _C
from tbcast.audit import _watch

Mode = _watch.TorchMode
BROADCASTS, COMPARES, MULTIPLIES, INDEXES, INSERTS, KEEPS, DERIVES = range(1, 8)
TENSOR, SHAPE = torch.Tensor, vars(torch.Tensor)["shape"]
ADD, SUB = vars(TENSOR)["add"], vars(TENSOR)["sub"]
GETITEM, UNSQUEEZE, CLONE = vars(TENSOR)["__getitem__"], vars(TENSOR)["unsqueeze"], vars(TENSOR)["clone"]

FUNCTIONS = {
    ADD: BROADCASTS | 2 << 4,
    SUB: COMPARES | 2 << 4,
    torch.where: BROADCASTS | 3 << 4,
    torch.broadcast_tensors: BROADCASTS,
    GETITEM: INDEXES,
    UNSQUEEZE: INSERTS,
    CLONE: KEEPS,
}


def sizes_of(tensor):
    return tuple(tensor.size())


class Seen:
    """What a mode called.  It makes no functions, whose code CPython 3.12 gives back twice without memory."""

    def __init__(self, answer=None):
        self.asked, self.marks, self.told, self.answer = [], [], [], answer
        self.harmless = {}

    def ask(self, mode, function, kind, shapes, marks, args, kwargs):
        self.asked.append((function, kind, tuple(map(tuple, shapes)), kwargs))
        self.marks.append(marks)
        if isinstance(self.answer, type) and issubclass(self.answer, BaseException):
            raise self.answer
        return self.answer

    def tell(self, kind, function, args, kwargs, result):
        self.told.append((kind, function, result))

    def mode(self, functions=None, plain=(TENSOR,), slow=None, traced=None):
        return Mode(
            plain,
            TENSOR,
            SHAPE,
            FUNCTIONS if functions is None else functions,
            slow or sizes_of,
            traced or bool,
            self.ask,
            self.tell,
            self.harmless,
        )


def a():
    return torch.ones(6, 1)


def b():
    return torch.ones(6)


# ---- calls ----


def test_a_call_is_made_with_its_arguments_and_result():
    mode = Seen().mode()
    assert mode.__torch_function__(ADD, (), (a(), 2)).tolist() == a().add(2).tolist()
    assert mode.__torch_function__(torch.add, (), (), {"input": b(), "other": b()}).tolist() == [2] * 6
    assert mode.__torch_function__(dict, ()) == {}
    assert mode.__torch_function__(dict, (), args=[[(1, 2)]], kwargs={"x": 3}) == {1: 2, "x": 3}
    assert mode.__torch_function__(dict, (), (), None) == {}
    assert mode.__torch_function__.__self__ is mode


@pytest.mark.parametrize("given", [(), (ADD,), (ADD, (), (), {}, 1), (ADD, (), (), 3), (ADD, (), (), [])])
def test_a_call_of_another_form_is_refused(given):
    with pytest.raises(TypeError, match="takes func, types, args"):
        Seen().mode().__torch_function__(*given)


@pytest.mark.parametrize("given", [{"other": 1}, {"args": (), "more": 1}])
def test_a_call_with_other_keywords_is_refused(given):
    with pytest.raises(TypeError, match="takes func, types, args"):
        Seen().mode().__torch_function__(ADD, (), **given)
    with pytest.raises(TypeError, match="takes func, types, args"):
        Seen().mode().__torch_function__(ADD, (), (), args=())
    with pytest.raises(TypeError, match="takes func, types, args"):
        Seen().mode().__torch_function__(ADD, (), (), {}, kwargs={})


@pytest.mark.parametrize("function", [None, 1, "text", object(), [], torch.ones(2)])
def test_what_cannot_be_called_raises_what_it_raises(function):
    with pytest.raises(TypeError, match="not callable"):
        Seen().mode().__torch_function__(function, (), ())


def test_arguments_that_are_no_sequence_are_refused():
    with pytest.raises(TypeError):
        Seen().mode().__torch_function__(ADD, (), None)


def test_while_calls_are_traced_no_shape_is_read():
    def slow(tensor):
        raise AssertionError

    for traced, plain in ((lambda: True, (TENSOR,)), (lambda: 1 / 0, (TENSOR,)), (lambda: True, ())):
        seen = Seen()
        mode = seen.mode(plain=plain, slow=slow, traced=traced)
        assert mode.__torch_function__(ADD, (), (a(), b())).shape == (6, 6)
        assert seen.asked == []
    seen = Seen()
    seen.mode(slow=slow, traced=lambda: 1 / 0).__torch_function__(ADD, (), (a(), 2))
    seen.mode(traced=lambda: False).__torch_function__(ADD, (), (a(), b()))
    assert len(seen.asked) == 1


def test_exceptions_of_the_function_pass():
    seen = Seen()
    with pytest.raises(RuntimeError, match="must match the size"):
        seen.mode().__torch_function__(ADD, (), (torch.ones(2), torch.ones(3)))
    assert len(seen.asked) == 1


def test_functions_whose_hash_runs_code_are_not_looked_up():
    class Odd:
        def __hash__(self):
            raise AssertionError

        def __call__(self, *args):
            return "called"

    assert Seen().mode().__torch_function__(Odd(), (), (a(), b())) == "called"


# ---- what is asked ----


@pytest.mark.parametrize(
    ("function", "args", "kwargs", "shapes"),
    [
        (ADD, (a(), b()), None, ((6, 1), (6,))),
        (ADD, (a(),), {"other": b()}, ((6, 1), (6,))),
        (SUB, (a(), b()), {"out": torch.ones(2, 2)}, ((6, 1), (6,))),
        (torch.where, (a() > 0, a(), b()), None, ((6, 1), (6, 1), (6,))),
        (torch.broadcast_tensors, (a(), b(), a()), None, ((6, 1), (6,), (6, 1))),
        (torch.broadcast_tensors, ([a(), b()],), None, ((6, 1), (6,))),
        (torch.broadcast_tensors, ((a(), b()),), None, ((6, 1), (6,))),
        (torch.broadcast_tensors, (b(), [a()], (a(),), a()), None, ((6,), (6, 1))),
        (ADD, (a(),), {"other": b(), "alpha": torch.ones(2), "value": torch.ones(3)}, ((6, 1), (6,))),
        (SUB, (a(),), {"weight": torch.ones(2), "pos_weight": torch.ones(3), "x": b()}, ((6, 1), (6,))),
        (ADD, (a(),), {5: b()}, ((6, 1), (6,))),
        (ADD, (torch.ones(300, 1), torch.ones(300, 300)), {}, ((300, 1), (300, 300))),
    ],
)
def test_shapes_that_differ_are_asked_about(function, args, kwargs, shapes):
    seen = Seen()
    with suppress(TypeError):  # tbcast takes no list there, and sub_ no out
        seen.mode().__torch_function__(function, (), args, kwargs)
    assert [shapes_of for _, _, shapes_of, _ in seen.asked] == [shapes]


@pytest.mark.parametrize(
    "args", [(a(), a()), (a(), 1), (a(), torch.ones(())), (a(), torch.ones(1, 1)), (torch.ones(1), b())]
)
def test_equal_shapes_and_single_elements_are_not_asked_about(args):
    seen = Seen()
    seen.mode().__torch_function__(ADD, (), args)
    assert seen.asked == []


def test_a_policy_is_asked_about_single_elements_too():
    seen = Seen(True)
    with torch.broadcast_policy("raise", risk=None, max_nbytes=1 << 20):
        for _ in range(2):
            seen.mode().__torch_function__(ADD, (), (b(), torch.ones(1, 1)))
    assert len(seen.asked) == 2


def test_types_whose_shapes_are_read_directly_are_few():
    seen = Seen()
    mode = seen.mode(plain=(*(type(f"Sub{n}", (TENSOR,), {}) for n in range(4)), TENSOR))
    assert mode.__torch_function__(ADD, (), (a(), b())).shape == (6, 6)
    assert [shapes for _, _, shapes, _ in seen.asked] == [((6, 1), (6,))]


@pytest.mark.parametrize("what", [0, 16, "1", None, 1.0, 2**70, object()])
def test_functions_of_no_known_kind_are_called(what):
    seen = Seen()
    assert seen.mode({GETITEM: what}).__torch_function__(GETITEM, (), (b(), (None,))).shape == (1, 6)
    assert seen.told == []


def test_a_call_without_a_frame_is_looked_at():
    seen, done = Seen(True), threading.Semaphore(0)
    mode = seen.mode({finish: BROADCASTS})
    call = (finish, (), (a(), b(), done))
    _thread.start_new_thread(mode.__torch_function__, call)  # no frame
    assert done.acquire(timeout=300)
    _thread.start_new_thread(lambda: mode.__torch_function__(*call), ())  # none below PyTorch's own
    assert done.acquire(timeout=300)
    assert len(seen.asked) == 2 and seen.harmless == {}


def finish(x, y, done):
    done.release()


def test_an_answer_is_remembered_for_the_instruction():
    seen = Seen(True)
    mode = seen.mode()
    for n in (6, 6, 6, 7, 7):
        mode.__torch_function__(ADD, (), (torch.ones(n, 1), torch.ones(n)))
    assert len(seen.asked) == 2
    mode.__torch_function__(ADD, (), (a(), b()))
    mode.__torch_function__(ADD, (), (a(), b()))
    assert len(seen.asked) == 4 and len(seen.harmless) == 4


def test_what_is_remembered_is_bounded():
    seen = Seen(True)
    mode = seen.mode()
    for n in range(2, 5000):
        mode.__torch_function__(ADD, (), (torch.ones(n, 1), torch.ones(2)))
    assert len(seen.harmless) <= 4096


def test_with_warnings_equal_counts_are_asked_about_each_time():
    seen = Seen(True)
    mode = seen.mode()
    mode.warns = True
    for _ in range(2):
        mode.__torch_function__(ADD, (), (a(), b()))
        mode.__torch_function__(ADD, (), (torch.ones(1), torch.ones(1, 1)))
        mode.__torch_function__(ADD, (), (torch.ones(0), torch.ones(1, 0)))
        mode.__torch_function__(ADD, (), (torch.ones(1), torch.ones(())))
    assert len(seen.asked) == 5


def test_nothing_is_asked_while_it_is_not_active():
    seen = Seen()
    mode = seen.mode()
    assert mode.active and not mode.warns and not mode.inside
    mode.active = False
    mode.__torch_function__(ADD, (), (a(), b()))
    assert seen.asked == [] and not mode.active
    for name in ("active", "warns"):
        with pytest.raises(AttributeError):
            delattr(mode, name)
        with pytest.raises(ZeroDivisionError):
            setattr(mode, name, Truthless())


class Truthless:
    def __bool__(self):
        raise ZeroDivisionError


def test_an_exception_that_is_returned_is_raised_and_nothing_is_called():
    called = []
    with pytest.raises(ValueError, match="stop"):
        Seen(ValueError("stop")).mode({note: BROADCASTS}).__torch_function__(note, (), (a(), b(), called))
    assert called == []


def note(x, y, called):
    called.append(x)


@pytest.mark.parametrize("answer", [ValueError, MemoryError, RecursionError, "text", 3, object()])
def test_an_error_of_our_own_is_not_the_programs(answer):
    seen = Seen(answer)
    assert seen.mode().__torch_function__(ADD, (), (a(), b())).shape == (6, 6)
    assert len(seen.asked) == 1


def test_an_interrupt_is_the_programs():
    with pytest.raises(KeyboardInterrupt):
        Seen(KeyboardInterrupt).mode().__torch_function__(ADD, (), (a(), b()))


def test_inside_tells_that_a_function_runs():
    found = []
    functions = {look_inside: BROADCASTS}
    mode = Seen().mode(functions)
    mode.__torch_function__(look_inside, (), (mode, found))
    assert found == [True] and not mode.inside


def look_inside(mode, found):
    found.append(mode.inside)


# ---- subclasses ----


class Sub(TENSOR):
    pass


@pytest.mark.parametrize(
    "shape", [None, 5, "ab", [6, 1], (6, "1"), (6.0, 1.0), (-6, 1), (2**62, 4), (2**70,), (object(),)]
)
def test_shapes_that_are_none_are_not_believed(shape):
    seen = Seen()
    mode = seen.mode(plain=(), slow=lambda t: shape if t.dim() == 2 else (6,))
    assert mode.__torch_function__(ADD, (), (a(), b())).shape == (6, 6)
    assert seen.asked == []


def test_sizes_that_are_no_numbers_are_not_compared():
    seen = Seen()
    mode = seen.mode(plain=(), slow=lambda t: (1, float(t.dim())))
    assert mode.__torch_function__(ADD, (), (a(), b())).shape == (6, 6)
    assert seen.asked == []


def test_a_shape_that_raises_is_passed_over():
    def slow(tensor):
        raise ZeroDivisionError

    seen = Seen()
    assert seen.mode(plain=(), slow=slow).__torch_function__(ADD, (), (a(), b())).shape == (6, 6)
    assert seen.asked == []


def test_code_that_runs_meanwhile_may_change_the_arguments():
    given, tensors = {}, []

    def slow(tensor):
        given.clear()
        tensors.clear()
        return tuple(tensor.size())

    tensors += [a(), b(), a()]
    given.update(first=a(), second=b(), third=a())
    mode = Seen().mode({note: BROADCASTS}, plain=(), slow=slow)
    with pytest.raises(TypeError):
        mode.__torch_function__(note, (), (tensors,), given)
    assert given == {} and tensors == []


def test_more_operands_than_it_counts_are_passed_over():
    seen = Seen()
    result = seen.mode().__torch_function__(torch.broadcast_tensors, (), tuple([a(), b()] * 5))
    assert len(result) == 10 and seen.asked == []
    with suppress(TypeError):
        seen.mode().__torch_function__(torch.broadcast_tensors, (), ([a(), b()] * 5,))
    assert seen.asked == []


# ---- what was written out ----


def test_results_are_told_of_what_writes_out_or_keeps():
    seen = Seen()
    mode = seen.mode()
    x = b()
    mode.__torch_function__(GETITEM, (), (x, (slice(None), None)))
    mode.__torch_function__(GETITEM, (), (x, None))
    mode.__torch_function__(GETITEM, (), (x, 0))
    mode.__torch_function__(GETITEM, (), (x, (0,)))
    mode.__torch_function__(UNSQUEEZE, (), (x, 1))
    mode.__torch_function__(CLONE, (), (x,))
    mode.__torch_function__(ADD, (), (x, 1))
    assert [kind for kind, _, _ in seen.told] == [INDEXES, INDEXES, INSERTS]
    _C._mark(x, ("somewhere",))
    for kind in (INDEXES, KEEPS):
        other = seen.mode({torch.clone: kind})
        other.__torch_function__(torch.clone, (), (), {"input": x})  # not the first argument
        other.__torch_function__(torch.clone, (), (b(),))
    assert len(seen.told) == 3
    del seen.told[:]
    mode.__torch_function__(GETITEM, (), (x, 0))
    mode.__torch_function__(CLONE, (), (x,))
    mode.__torch_function__(CLONE, (), (b(),))
    mode.__torch_function__(ADD, (), (x, 1))
    mode.__torch_function__(ADD, (), (x, x))
    mode.__torch_function__(SUB, (), (x, 1))
    assert [kind for kind, _, _ in seen.told] == [INDEXES, KEEPS, BROADCASTS]


def test_the_question_has_the_marks_of_operands_that_have_as_many_as_dimensions():
    seen = Seen()
    mode, x, y, resized = seen.mode(), a(), b(), torch.ones(6)
    mode.__torch_function__(ADD, (), (x, y))
    _C._mark(x, (None, "here"))
    mode.__torch_function__(ADD, (), (x, y))
    _C._mark(resized, ("somewhere",))
    mode.__torch_function__(ADD, (), (x, resized.resize_(1, 3)))
    _C._mark(y, ("there",))
    mode.__torch_function__(ADD, (), (x, y))
    assert seen.marks == [None, ((None, "here"), None), ((None, "here"), None), ((None, "here"), ("there",))]


def test_an_error_while_results_are_noted_is_not_the_programs():
    class Failing(Seen):
        def tell(self, *args):
            raise self.answer

    assert Failing(ValueError).mode().__torch_function__(UNSQUEEZE, (), (b(), 0)).shape == (1, 6)
    with pytest.raises(KeyboardInterrupt):
        Failing(KeyboardInterrupt).mode().__torch_function__(UNSQUEEZE, (), (b(), 0))


# ---- the object ----


@pytest.mark.parametrize(
    "change",
    [
        {0: None}, {0: [TENSOR]}, {0: (int,)}, {0: (a(),)}, {0: (object,)}, {1: a()}, {2: 3}, {2: "shape"},
        {2: vars(type)["__dict__"]}, {3: None}, {8: []},
    ],
)  # fmt: skip
def test_what_it_is_made_of_is_checked(change):
    good = [(TENSOR,), TENSOR, SHAPE, {}, len, bool, len, len, {}]
    Mode(*good)
    with pytest.raises(TypeError):
        Mode(*[change.get(i, value) for i, value in enumerate(good)])
    with pytest.raises(TypeError):
        Mode(*good[:-1])
    with pytest.raises(TypeError):
        Mode(*good, harmless={})
    nothing = {}
    Mode(*good, **nothing)


def test_the_collector_finds_what_it_holds():
    class Holding(Mode):
        pass

    seen = Seen()
    mode = Holding((TENSOR,), TENSOR, SHAPE, {}, len, bool, seen.ask, seen.tell, seen.harmless)
    seen.harmless["mode"] = mode
    dead = weakref.ref(mode)
    del mode, seen
    gc.collect()
    assert dead() is None


def test_the_collector_finds_each_reference_that_it_holds():
    def slow(tensor):
        return ()

    seen = Seen()
    sub = type("Sub", (TENSOR,), {})
    mode = seen.mode(functions=(functions := {ADD: 1}), plain=(sub,), slow=slow)
    held = [Mode, type(SHAPE.__get__), TENSOR, sub, SHAPE, functions, slow, seen.harmless]
    for what in held:
        assert any(one is mode for one in gc.get_referrers(what)), what
    asking = Mode((), TENSOR, SHAPE, {}, slow, bool, len, max, {})
    for what in (len, max):
        assert any(one is asking for one in gc.get_referrers(what)), what


def test_a_class_of_its_own_may_have_the_method_that_compilers_read():
    class Own(Mode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            return "python"

    own = Own((TENSOR,), TENSOR, SHAPE, {}, len, bool, len, len, {})
    assert own.__torch_function__(dict, ()) == {}
    assert type(own).__torch_function__(own, dict, ()) == "python"


def test_threads_at_once():
    seen = Seen(True)
    mode = seen.mode()

    def work(n):
        for _ in range(300):
            assert mode.__torch_function__(ADD, (), (torch.ones(n, 1), torch.ones(n))).shape == (n, n)
            mode.__torch_function__(UNSQUEEZE, (), (b(), 0))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(2, 6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not mode.inside and len(seen.told) == 1200


CALLS = {
    "harmless": lambda mode: mode.__torch_function__(ADD, (), (a(), b()), {}),
    "keywords": lambda mode: mode.__torch_function__(ADD, (), (a(),), {"other": b()}),
    "marked": lambda mode: mode.__torch_function__(GETITEM, (), (b(), (None, ...))),
    "equal": lambda mode: mode.__torch_function__(ADD, (), (b(), b())),
    "refused": lambda mode: mode.__torch_function__(ADD, (), (a(), b()), 3),
    "a mode": lambda mode: Seen().mode(),
    "kept": lambda mode: mode.__torch_function__(CLONE, (), (b(),)),
    "listed": lambda mode: mode.__torch_function__(torch.broadcast_tensors, (), ([a(), b()],)),
}


@pytest.mark.sample(8)
@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("answer", [True, None, ValueError, RuntimeError("raised")], ids=repr)
def test_calls_leave_no_memory(name, answer):
    def ask(*given):
        if answer is ValueError:
            raise ValueError
        return answer

    mode = Mode(
        *((TENSOR,), TENSOR, SHAPE, {ADD: BROADCASTS, GETITEM: INDEXES}, len, bool, ask),
        *(lambda *given: None, {}),
    )

    def growth(calls):
        gc.collect()
        before = sys.getallocatedblocks()
        for _ in range(calls):
            try:
                CALLS[name](mode)
            except (RuntimeError, TypeError):
                if isinstance(answer, Exception):
                    answer.__traceback__ = None
        gc.collect()
        return sys.getallocatedblocks() - before

    growth(300)
    assert min(growth(1000) for _ in range(4)) < 20


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("ask", [len, lambda *given: True], ids=["refused", "harmless"])
def test_a_failing_allocation_loses_no_more_than_the_call(name, ask):
    testcapi = failing_allocations()
    mode = Mode((TENSOR,), TENSOR, SHAPE, FUNCTIONS, len, bool, ask, len, {})
    gc.freeze()
    for nth in range(80):
        gc.collect()  # what CPython keeps for the next tuples
        testcapi.set_nomemory(nth, nth + 1)  # only that allocation fails
        try:
            CALLS[name](mode)
        except (MemoryError, TypeError):
            pass
        finally:
            testcapi.remove_mem_hooks()
    assert not mode.inside
