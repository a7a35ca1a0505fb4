"""Eight threads use the same tensors at once, and some of them change what the others look at.  Nothing
crashes, and nobody sees half a change; on free-threaded builds of Python this is what base/critical.h is for,
on all others a test of what the lock guards."""

import gc
import sys
import sysconfig
import textwrap
import threading
import weakref

import pytest

from children import python
from under_test import MODULE_NAME, STAND_IN, tb

pytestmark = pytest.mark.skipif(STAND_IN, reason="what threads may do at once is tbcast's own")

FREE_THREADED = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
THREADS = 8


def at_once(*functions):
    """Run all functions in threads of their own, beginning together; the first exception is this thread's."""
    start, failures = threading.Barrier(len(functions)), []

    def run(function):
        start.wait()
        try:
            function()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=[function]) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


@pytest.mark.skipif(not FREE_THREADED, reason="this Python has a lock")
def test_importing_leaves_a_free_threaded_build_without_a_lock():
    code = f"import sys, {MODULE_NAME}; print(sys._is_gil_enabled())"
    assert python("-W", "error", "-c", code).stdout == "False\n"
    assert not sys._is_gil_enabled()


# ---- everything at once ----

# Calls: of those that only look; that write elements; that change what others look at.
READERS = """
    x + y; x * 2; x + x.t().t(); big + big; big.t() + big.t(); wide + wide; torch.where(mask, y, 1.0);
    torch.addcmul(x, y, y); x.sum(); x.sum(0); big.mean(1); x.max(1); big.std(); big.cumsum(0);
    big.sort(1); x.topk(2); x.logsumexp(0); big.median(1); x.mode(0); x[i];
    x[1:3, ::2]; y[mask]; x[0, 0]; y[1].item();
    torch.nonzero(mask); torch.masked_select(y, mask);
    x.gather(0, torch.zeros(2, 2, dtype=torch.int64)); y.take(i); x.index_select(0, i);
    torch.bincount(i); torch.cat(listed); torch.stack([x, x]); torch.flip(big, [0]); x.repeat(2, 2);
    torch.tril(big); big @ big.t(); x @ y; torch.cdist(x, x); d // d; big // 2;
    torch.einsum("ij->ji", x); repr(choose()); choose().tolist(); choose().shape; choose().stride();
    len(choose()); choose().numel(); bool((x == x).all()); torch.equal(x, x); torch.allclose(big, big);
    x.view(-1); x.reshape(2, -1); x.expand(2, *x.shape); choose().unbind(); big.split(7);
    choose().clone(); choose().contiguous(); choose().double(); torch.zeros_like(choose());
    choose().untyped_storage().nbytes(); choose().untyped_storage()[0]; choose().data_ptr();
    memoryview(choose()).tobytes(); torch.from_dlpack(choose()); choose().__dlpack__();
    torch.rand(3, generator=g); torch.randn(20); torch.randperm(9, generator=g); g.get_state();
    torch.tensor(sizes); torch.tensor([sizes, sizes]); torch.zeros(sizes); x.new_ones(sizes);
    torch.broadcast_shapes(tuple(x.shape), (4,)); torch.explain(x, y);
    torch.save(y, io.BytesIO()); torch.isfinite(big); big.exp(); torch.complex(x, x);
    x.type(torch.float16); hash(x); setattr(choose(), "note", 1); choose().__dict__;
    [row for row in x]; choose() in listed
"""
WRITERS = """
    x.add_(1); x.mul_(y); big.add_(big); x.fill_(1); x.copy_(y); y.zero_(); x.__setitem__(0, 1.0);
    x.__setitem__(i, 2.0); y.__setitem__(mask, 0.5); x.uniform_(); big.normal_(generator=g);
    x.masked_fill_(mask, 3.0); x.index_add_(0, i, torch.ones(3, 4));
    x.scatter_(0, torch.zeros(1, 4, dtype=torch.int64), 1.0); d.fill_(0); d.fill_(3); i.fill_(99);
    i.copy_(torch.tensor([0, 2, 1])); mask.logical_not_(); torch.add(x, y, out=out);
    torch.sum(big, 0, out=out_big); torch.matmul(big, big.t(), out=out_big);
    torch.cat([y, y], out=out); torch.sort(y, out=(out, index_out));
    torch.nonzero(mask, out=index_out); torch.rand(7, out=out); torch.arange(5, out=index_out);
    torch.gather(y, 0, i, out=out); torch.tril(big, out=out_big); x.untyped_storage().fill_(0);
    x.untyped_storage().__setitem__(3, 1); g.manual_seed(3); g.set_state(g.get_state())
"""
CHANGERS = """
    x.t_(); x.resize_(6, 4); x.resize_(70, 80); x.resize_(2, 3); y.unsqueeze_(0); y.squeeze_();
    big.transpose_(0, 1); wide.squeeze_(); wide.unsqueeze_(0); wide.resize_(2, 3, 2, 2, 1, 2, 2);
    setattr(x, "data", torch.rand(6, 4)); setattr(y, "data", x[0]);
    setattr(big, "data", torch.rand(300, 400)); x.resize_as_(big); out.resize_(0); out_big.resize_(0);
    listed.append(y); listed.clear(); listed.extend([y, y, y]); sizes.append(1); sizes.clear();
    sizes.extend([2, 2]); setattr(choose(), "__dict__", dict(a=1));
    torch.set_num_threads(random.choice([1, 2, 3])); torch.empty_cache();
    torch.set_default_dtype(torch.float64); torch.set_default_dtype(torch.float32);
    setattr(torch.backcompat.broadcast_warning, "enabled", random.random() < 0.5);
    setattr(torch.backcompat.pointwise_fallback, "enabled", random.random() < 0.5);
    torch.broadcast_policy("warn").__enter__()
"""

PROGRAM = """
    import io, random, threading, time, warnings
    import {module} as torch

    warnings.simplefilter("ignore")
    begin = threading.Barrier({threads})
    x, y = torch.rand(6, 4), torch.rand(4)
    big = torch.rand(300, 400)
    wide = torch.rand(2, 3, 2, 2, 1, 2, 2)  # the sizes of more than 6 dimensions are in a block of their own
    i, mask = torch.tensor([0, 2, 1]), torch.tensor([True, False, True, True])
    d = torch.ones(4, dtype=torch.int32)
    out, out_big, index_out = torch.empty(0), torch.empty(0), torch.empty(0, dtype=torch.int64)
    g, listed, sizes = torch.Generator(), [y, y, y], [2, 2]
    tensors = [x, y, big, wide, i, mask, d, out, out_big]

    def choose():
        return random.choice(tensors)

    def calls(text):
        return [eval("lambda: " + call) for call in text.split(";")]

    READERS, WRITERS, CHANGERS = calls({readers!r}), calls({writers!r}), calls({changers!r})
    EXPECTED = (ArithmeticError, BufferError, IndexError, RuntimeError, TypeError, ValueError, AttributeError)
    counts = [0, 0]

    def try_call(call):
        try:
            call()
            counts[0] += 1
        except EXPECTED:
            counts[1] += 1

    def work(number):
        choices = READERS + WRITERS + (CHANGERS if number % 4 == 0 else [])
        begin.wait()
        while time.monotonic() < over:
            try_call(random.choice(choices))

    for call in READERS:  # what is imported when it is needed is there now
        try_call(call)
    over = time.monotonic() + {seconds}

    workers = [threading.Thread(target=work, args=[number]) for number in range({threads})]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    print("alive after", *counts)
"""


def test_everything_at_once(whole):
    program = textwrap.dedent(PROGRAM).format(
        module=MODULE_NAME,
        seconds=60 if whole else 3,
        threads=THREADS,
        readers=" ".join(READERS.split()),
        writers=" ".join(WRITERS.split()),
        changers=" ".join(CHANGERS.split()),
    )
    done = python("-X", "faulthandler", "-c", program)
    assert done.returncode == 0, done.stderr[-3000:]
    words = done.stdout.split()
    assert words[:2] == ["alive", "after"]
    assert int(words[2]) > 0


# ---- nobody sees half a change ----


def looked(function, rounds=300):
    """A function that looks again and again."""

    def look():
        for _ in range(rounds):
            function()

    return look


def test_shape_strides_and_elements_belong_together():
    x, over = tb.arange(6.0).view(2, 3), threading.Event()
    states = {
        ((2, 3), (3, 1)): [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]],
        ((3, 2), (1, 3)): [[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]],
    }

    def change():
        while not over.is_set():
            x.t_()

    def look():
        try:
            for _ in range(300):
                y = x.detach()  # one look
                assert y.tolist() == states[tuple(y.shape), y.stride()]
                total = x + x
                assert total.tolist() in [[[2 * e for e in row] for row in rows] for rows in states.values()]
        finally:
            over.set()

    at_once(change, *[look] * (THREADS - 1))


def test_memory_that_grows_is_whole():
    x, over = tb.full((4,), 7.0), threading.Event()

    def change():
        n = 4
        while not over.is_set():
            n = n % 5000 + 100
            x.resize_(n)
            x.fill_(7.0)
            x.resize_(4)
            x.data = tb.full((4,), 7.0)

    def look():
        try:
            for _ in range(200):
                assert (x[:4] * 1).tolist() == [7.0] * 4
        finally:
            over.set()

    at_once(change, *[look] * (THREADS - 1))


def test_each_thread_resizes_its_own_out():
    a, b = tb.arange(12.0).view(3, 4), tb.arange(4.0)
    expected = (a + b).tolist()

    def compute():
        for _ in range(100):
            out = tb.empty(0)
            assert tb.add(a, b, out=out) is out
            assert out.tolist() == expected
            assert tb.sum(a, 0, out=tb.empty(0)).tolist() == [12.0, 15.0, 18.0, 21.0]

    at_once(*[compute] * THREADS)


def test_many_resize_one_out():
    """Each call makes it what it wants; what is there in the end is one of the results, whole."""
    out = tb.empty(0)
    operands = [tb.full((n + 1, 3), float(n)) for n in range(THREADS)]

    def compute(operand):
        for _ in range(100):
            tb.add(operand, 0, out=out)

    with pytest.warns(UserWarning, match="was resized"):
        at_once(*[lambda operand=operand: compute(operand) for operand in operands])
    assert out.shape[0] in range(1, THREADS + 1)


# ---- what they share ----


def test_short_draws_take_whole_runs_of_numbers():
    rounds = 100
    tb.manual_seed(3)
    expected = sorted(tuple(tb.rand(5).tolist()) for _ in range(THREADS * rounds))
    tb.manual_seed(3)
    drawn = [[] for _ in range(THREADS)]

    def draw(numbers):
        for _ in range(rounds):
            numbers.append(tuple(tb.rand(5).tolist()))

    at_once(*[lambda numbers=numbers: draw(numbers) for numbers in drawn])
    assert sorted(numbers for one in drawn for numbers in one) == expected


def test_one_storage_has_one_object():
    for _ in range(50):
        x = tb.ones(3)
        found = []
        at_once(*[lambda x=x, found=found: found.append(x.untyped_storage())] * THREADS)
        assert len({id(storage) for storage in found}) == 1
        del found[:]

    def look():
        for _ in range(200):
            assert x.untyped_storage().nbytes() == 12

    at_once(*[look] * THREADS)


class Bytes(bytearray):
    """Memory with attributes, which can hold a tensor on it."""


def test_foreign_memory_ends_once_whoever_had_it_last():
    shared, made = [tb.frombuffer(Bytes(64), dtype=tb.float32) for _ in range(4)], []

    def use(number):
        for n in range(200):
            memory = Bytes(64)
            made.append(weakref.ref(memory))
            x = tb.frombuffer(memory, dtype=tb.float32)
            if n % 2:
                memory.tensor = x  # a circle for the collector
            shared[n % 4] = x
            other = shared[(n + number) % 4]
            held = other.view(4, 4), memoryview(other), other.untyped_storage(), tb.from_dlpack(other)
            assert held[0].sum().item() == 0
            x.detach().data = other
            del memory, x, other, held
            if n % 50 == number:
                gc.collect()

    at_once(*[lambda number=number: use(number) for number in range(THREADS)])
    del shared[:]
    gc.collect()
    assert len(made) == THREADS * 200
    assert not [reference for reference in made if reference() is not None]


def test_attributes_of_one_tensor():
    x = tb.ones(3)

    def use(number):
        for n in range(200):
            setattr(x, f"note{number}", n)
            assert n == getattr(x, f"note{number}", n)
            if n % 10 == number:
                x.__dict__ = {}
            assert x.shape == (3,)

    at_once(*[lambda number=number: use(number) for number in range(THREADS)])


def test_a_list_that_changes_is_read_or_refused():
    x, listed, over = tb.ones(2), [], threading.Event()

    def change():
        while not over.is_set():
            listed.extend([x] * 20)
            listed.clear()

    def look():
        try:
            for _ in range(200):
                try:
                    assert set(tb.cat([x, *listed]).tolist()) == {1.0}
                    assert set(tb.stack(listed).view(-1).tolist()) == {1.0}
                except (RuntimeError, TypeError, ValueError):
                    pass  # it was empty, or became shorter
        finally:
            over.set()

    at_once(change, *[look] * (THREADS - 1))


def test_flags_are_set_one_by_one():
    flags = [tb.backcompat.broadcast_warning, tb.backcompat.keepdim_warning]
    before = [flag.enabled for flag in flags]

    def change(flag):
        for n in range(300):
            flag.enabled = n % 2 == 0
            assert flag.enabled == (n % 2 == 0)  # no other thread sets this one
            x = tb.ones(3) + tb.ones(3)
            assert x.tolist() == [2.0] * 3

    try:
        at_once(*[lambda flag=flag: change(flag) for flag in flags])
    finally:
        for flag, value in zip(flags, before, strict=True):
            flag.enabled = value
