"""Indexing by tensors, lists, arrays and masks, reading and writing, against PyTorch."""

import threading
import warnings

import hypothesis
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from differential.cases import Library, operand, tensor_bits
from indexing.index_cases import build, difference, drawn, memory, refused, run, shape_of
from indexing.index_tables import CALLS, FUNCTIONS, READS, SIZES, WRITES
from oracles.dtype_rules import NAMES
from under_test import first_line, needs_torch, tb, torch


@pytest.fixture(autouse=True)
def comparable():
    """The deprecated 1-dimensional behaviour of t[index] += value is tbcast's own."""
    tb.backcompat.pointwise_fallback.enabled = False


# ---- drawn index expressions ----

PARTS = 20
SAMPLE, WHOLE = 2_000, 100_000


def check_reading(case):
    call = f"t[{case.index}]"
    ours, theirs = (run(lib, build(lib, case.size, case.layout), call, eval) for lib in (tb, torch))
    problem = difference(ours, theirs)
    assert problem is None, f"t of size {case.size}, {case.layout}: {call}: {problem}"


def check_writing(case, sign):
    call = f"t[{case.index}] {sign} {case.value}"
    shape = shape_of(torch, case)
    tensors = [build(lib, case.size, case.layout) for lib in (tb, torch)]
    before = memory(tensors[0])
    ours, theirs = (run(lib, t, call, exec, shape=shape) for lib, t in zip((tb, torch), tensors, strict=True))
    where = f"t of size {case.size}, {case.layout}: {call}, selected {shape}"
    if case.value.startswith("t") and not refused(theirs[0]):
        # torch's answer depends on the order of its loop; tbcast reads first
        tensors[1] = build(torch, case.size, case.layout)
        run(torch, tensors[1], f"t[{case.index}] {sign} ({case.value}).clone()", exec, shape=shape)
    problem = difference(ours, theirs)
    assert problem is None, f"{where}: {problem}"
    if refused(ours[0]):
        assert memory(tensors[0]) == before, f"{where}: refused, but something was written"
    else:
        assert memory(tensors[0]) == memory(tensors[1]), f"{where}: other elements than torch's"


@needs_torch
@pytest.mark.parametrize("part", range(PARTS))
def test_drawn_indices_read_and_write_what_torch_does(part, whole):
    examples = (WHOLE if whole else SAMPLE) // PARTS

    @settings(max_examples=examples, suppress_health_check=list(HealthCheck), deadline=None)
    @given(case=drawn())
    def check(case):
        check_reading(case)
        check_writing(case, "=")
        check_writing(case, "+=")

    if not whole:
        check = hypothesis.seed(part)(check)  # otherwise every part would draw the same
    check()


# ---- tables: every dtype, every layout ----

LAYOUTS = ("contiguous", "transposed", "strided", "expanded")


def agree(case, call, how):
    """One call on the same bits in both libraries: what it gives, and the whole memory behind it."""
    results = []
    for lib in (tb, torch):
        built = Library(lib).build(operand(*case))
        tensor, base = built.tensor, built.base
        before = tensor_bits(base, case[0]).tobytes()
        outcome = run(lib, tensor, call, how)
        results.append((outcome, tensor_bits(base, case[0]).tobytes()))
    (ours, our_memory), (theirs, their_memory) = results
    problem = difference(ours, theirs)
    assert problem is None, f"{case}: {call}: {problem}"
    # torch may write a part before it refuses
    assert our_memory == (before if refused(ours[0]) else their_memory), f"{case}: {call}: other memory"


@needs_torch
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", NAMES)
def test_reading_is_torchs_for_every_dtype_and_layout(dtype, layout):
    for seed, size in enumerate(SIZES):
        for index in READS:
            agree((dtype, size, layout, seed), f"t[{index}]", eval)


@pytest.mark.sample(4)
@needs_torch
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", NAMES)
def test_writing_is_torchs_for_every_dtype_and_layout(dtype, layout):
    for seed, size in enumerate(SIZES):
        for index in READS:
            for value in WRITES:
                agree((dtype, size, layout, seed), f"t[{index}] = {value}", exec)


@needs_torch
@pytest.mark.parametrize("call", CALLS)
def test_what_counts_as_an_index_is_torchs(call):
    ours, theirs = (run(lib, build(lib, (2, 3, 4), "contiguous"), call, eval) for lib in (tb, torch))
    assert difference(ours, theirs) is None, f"{call}: {difference(ours, theirs)}"


@needs_torch
@pytest.mark.parametrize("call", FUNCTIONS)
def test_functions_that_find_elements_are_torchs(call):
    for size, layout in (((2, 3), "contiguous"), ((3, 2), "reversed"), ((2, 0), "strided"), ((), "strided")):
        ours, theirs = (run(lib, build(lib, size, layout), call, eval) for lib in (tb, torch))
        problem = difference(ours, theirs)
        assert problem is None, f"t of size {size}, {layout}: {call}: {problem}"


@needs_torch
@pytest.mark.parametrize("dtype", NAMES)
def test_nonzero_finds_what_torch_finds_in_every_dtype(dtype):
    for seed, layout in enumerate(LAYOUTS):
        agree((dtype, (3, 4), layout, seed), "t.nonzero()", eval)
        agree((dtype, (3, 4), layout, seed), "torch.where(t)", eval)


# ---- deliberate differences, without torch ----


def test_an_array_is_taken_as_a_tensor_of_its_dtype():
    t = tb.zeros(2, 3)
    t[[0, 1], [0, 2]] = np.array([1, 2], dtype=np.float32)
    t[1, :2] = np.array([5, 6])
    assert t.tolist() == [[1, 0, 0], [5, 6, 2]]
    with pytest.raises(RuntimeError, match=r"^Index put requires the source and destination dtypes match"):
        t[[0]] = np.array([1.0, 2.0, 3.0])
    assert t.tolist() == [[1, 0, 0], [5, 6, 2]]


def test_unsigned_arrays_are_indices():
    t = tb.arange(5)
    for dtype in (np.uint16, np.uint32, np.uint64):
        assert t[np.array([4, 0], dtype=dtype)].tolist() == [4, 0]


def test_what_torch_loses_or_reads_beyond_the_sizes_for_is_an_index_error():
    t = tb.zeros(2, 2, 2)
    for index in (
        (np.ones((2, 2), bool), ..., [0]),
        ([[True, True], [True, True]], ..., [0]),
        (..., [0], ..., 0),
        (..., [0], ..., 0, False),
    ):
        with pytest.raises(IndexError):
            t[index]
        with pytest.raises(IndexError):
            t[index] = 1.0
    assert t.tolist() == tb.zeros(2, 2, 2).tolist()


def test_a_value_in_the_written_memory_is_read_first():
    t = tb.arange(8)
    t[::2][[3, 2, 1, 0]] = t[1::2][[0, 1, 2, 3]]
    assert t.tolist() == [7, 1, 5, 3, 3, 5, 1, 7]
    t = tb.arange(8)
    every = t.as_strided((4,), (2,))
    every[tb.tensor([0, 1, 2, 3])] = t.as_strided((4,), (1,))
    assert t.tolist() == [0, 1, 1, 3, 2, 5, 3, 7]


def test_long_rows_that_overlap_are_written_one_after_the_other():
    t, values = tb.zeros(3001), tb.arange(6000.0).view(2, 3000)
    t.as_strided((2, 3000), (1, 1))[tb.tensor([0, 1])] = values
    assert t[0] == values[0, 0] and tb.equal(t[1:], values[1])


def test_indices_in_the_written_memory_are_read_first():
    t = tb.arange(8)
    t.as_strided((4,), (2,))[t.as_strided((4,), (1,))] = tb.full((4,), 10**15)
    assert t.tolist() == [10**15, 1, 10**15, 3, 10**15, 5, 10**15, 7]


def test_an_advanced_index_gives_a_copy_and_a_basic_one_a_view():
    t = tb.zeros(3, 3)
    for index in ([0], [0, 1], True, tb.tensor([True, False, True]), (slice(None), [0]), (..., True)):
        t[index].fill_(1.0)
        assert not any(map(any, t.tolist())), index
    t[1:, None][0].fill_(1.0)
    assert t.tolist() == [[0, 0, 0], [1, 1, 1], [0, 0, 0]]


# ---- hostile objects ----


class Index:
    """Does something when it is converted."""

    def __init__(self, action, value=0):
        self.action, self.value = action, value

    def __index__(self):
        self.action()
        return self.value


class Sequence:
    """A sequence that says one length, has another, and does something whenever it is asked."""

    def __init__(self, length, items, action=lambda: None):
        self.length, self.items, self.action = length, items, action

    def __len__(self):
        self.action()
        return self.length

    def __getitem__(self, i):
        self.action()
        return self.items[i]


def changes():
    """Actions on the operand t and an index tensor i of three indices."""
    return {
        "grow t": lambda t, i: t.resize_(50, 50),
        "shrink t": lambda t, i: t.resize_(1),
        "empty t": lambda t, i: t.resize_(0),
        "no dimension in t": lambda t, i: t.resize_(()),
        "grow i": lambda t, i: i.resize_(5000),
        "empty i": lambda t, i: i.resize_(0),
        "no dimension in i": lambda t, i: i.resize_(()),
        "bad values in i": lambda t, i: i.fill_(10**12),
        "set t": lambda t, i: t.__setitem__([0], 3.0),
    }


@pytest.mark.parametrize("change", list(changes()))
@pytest.mark.parametrize("dtype", ["int64", "bool", "uint8"])
def test_operands_that_change_while_the_index_is_converted(change, dtype):
    """The outcome is any result or a clean error; sanitizers and valgrind watch the memory."""
    for place in ("after", "before", "slice", "sequence", "warning"):
        for write in (False, True):
            t = tb.zeros(3, 4)
            i = tb.tensor([0, 1, 1], dtype=getattr(tb, dtype))
            done = []

            def act(t=t, i=i, done=done):
                if not done:
                    done.append(True)
                    changes()[change](t, i)

            index = {
                "after": (i, Index(act)),
                "before": (Index(act), i),
                "slice": (i, slice(Index(act), None)),
                "sequence": (i, Sequence(3, [0, 1, 2], act)),
                "warning": (i, [0, 1, 2]),
            }[place]
            with warnings.catch_warnings():
                warnings.simplefilter("always")
                warnings.showwarning = lambda *a, act=act, **k: act()
                try:
                    if write:
                        t[index] = tb.ones(3) if place == "sequence" else 7.0
                    else:
                        t[index].tolist()
                except (IndexError, RuntimeError, ValueError, TypeError):
                    pass
            t.tolist(), i.tolist()


@pytest.mark.parametrize(
    "items",
    [Sequence(3, [0, 1]), Sequence(10**9, [0, 1]), Sequence(1, [0, 1]), Sequence(0, [0]), Sequence(-1, [0])],
)
def test_sequences_that_lie_about_their_length_are_read_as_torch_reads_them(items):
    outcomes = []
    for lib in (tb, torch) if torch else (tb,):
        t = lib.zeros(3, 2)
        for index in (items, (items,), (slice(None), items)):
            try:
                outcomes.append((lib, tuple(t[index].shape)))
            except Exception as error:
                outcomes.append((lib, (type(error).__name__, first_line(error))))
        try:
            t[items] = 1.0
        except Exception:
            assert not any(map(any, t.tolist()))
    ours, theirs = ([o for lib, o in outcomes if lib is which] for which in (tb, torch))
    assert ours == (theirs or ours)


def test_a_list_that_contains_itself_is_refused():
    t = tb.zeros(3, 3)
    items = [0]
    items.append(items)
    deep = [0]
    for _ in range(100_000):
        deep = [deep]
    other = [0]
    other.append([0, other])
    for index in (items, (items,), (deep,), ([0, deep],), (other,)):
        with pytest.warns(UserWarning) if index is items else warnings.catch_warnings():
            with pytest.raises((TypeError, ValueError, RecursionError)):
                t[index]
    for data in (items, [0, deep], other):
        with pytest.raises((TypeError, RecursionError)):
            tb.tensor(data)
    while isinstance(deep, list) and deep:  # without the recursion of the end of a deep list
        deep = deep[0]


def test_interrupts_are_not_swallowed():
    def stop():
        raise KeyboardInterrupt

    t = tb.zeros(3, 3)
    for index in (Index(stop), (0, Index(stop)), Sequence(1, [0], stop), slice(Index(stop), None)):
        for call in (lambda index=index: t[index], lambda index=index: t.__setitem__(index, 1.0)):
            with pytest.raises(KeyboardInterrupt):
                call()
    assert not any(map(any, t.tolist()))


@pytest.mark.parametrize("call", ["t[i]", "t[i] = 7.0", "t.expand(2, 3)[:, j] = 7.0", "t[[[0]]] = 7.0"])
def test_a_warning_that_becomes_an_error_leaves_everything(call):
    t, i, j = tb.zeros(3), tb.ones(3, dtype=tb.uint8), tb.tensor([1])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        expected = RuntimeError if call == "t[i] = 7.0" else UserWarning  # torch refuses to fill by uint8
        with pytest.raises(expected):
            exec(call, {"t": t, "i": i, "j": j})
    assert t.tolist() == [0, 0, 0]


def test_threads_may_index_one_tensor_at_once():
    t, i = tb.arange(1000), tb.arange(999, -1, -1)
    wrong = []

    def read():
        wrong.extend(1 for _ in range(300) if t[i][0].item() != 999)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.parametrize("n", [4, 5, 6, 8])
def test_many_tensors_index_together(n):
    """More of them, of more dimensions, than a plan has room for in itself."""
    rng = np.random.default_rng(n)
    values = rng.integers(0, 1000, (2, 3) * 4 + (2,))
    sizes = [(2, 1, 1, 3, 1), (1, 2, 1, 1, 2), (2, 2, 1, 3, 1), (3, 1)]
    where = [rng.integers(0, values.shape[d], sizes[d % 4]) for d in range(n)]
    for index in (tuple(where), (slice(None), *where[1::2][:3], slice(1, 2), *where[::2][:2])):
        index = tuple(np.minimum(part, 1) if isinstance(part, np.ndarray) else part for part in index)
        ours = tuple(tb.from_numpy(part) if isinstance(part, np.ndarray) else part for part in index)
        assert tb.from_numpy(values)[ours].tolist() == values[index].tolist()
        t = tb.from_numpy(values.copy())
        t[ours] = -1
        values_written = values.copy()
        values_written[index] = -1
        assert t.tolist() == values_written.tolist()


@needs_torch
@pytest.mark.parametrize(
    "index",
    [
        "i([[0, 9], [1, 1]]).t()",
        "i([0, 5, 9, 1, 1])[::2]",
        "i([[0, 1], [-4, 1]]).t()",
        "i([[0], [2]]).expand(2, 3)",
        "torch.zeros(0, 1, dtype=torch.int64).expand(0, 3)",
        "(i([[0, 2]]).t(), i([0, 7]))",
    ],
)
def test_indices_that_are_not_contiguous_are_taken_and_refused_as_in_torch(index):
    outcomes = []
    for lib in (tb, torch):
        t = lib.arange(6).view(3, 2)
        try:
            outcomes.append(eval(f"t[{index}].tolist()", {"torch": lib, "t": t, "i": lib.tensor}))
        except IndexError as error:
            outcomes.append(first_line(error))
    assert outcomes[0] == outcomes[1]


def test_any_byte_but_0_is_true_to_nonzero_and_to_masks():
    x = tb.tensor([0x80, 0, 1, 0, 2, 0, 0, 0xFF, 0x80, 0], dtype=tb.uint8).view(tb.bool)
    assert x.nonzero().flatten().tolist() == tb.arange(10)[x].tolist() == [0, 2, 4, 7, 8]
    assert x.count_nonzero() == 5
