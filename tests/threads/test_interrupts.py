"""Ctrl-C during long work: signals are looked at while it goes on, and an exception of their handlers ends
it.  New results are dropped; what is written in place stays half written."""

import ast
import signal
import textwrap

import pytest

from children import python
from under_test import MODULE_NAME, STAND_IN

pytestmark = [
    pytest.mark.skipif(STAND_IN, reason="torch looks at signals when an operation is over"),
    pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers that send signals"),
]

SOME = """
    column + row; line.sort(); line.tolist(); square @ square; flat.add_(1); line[index]
"""
MORE = """
    torch.add(column, row, out=out); flat.pow_(1.5); flat.exp(); flat.sum(); flat.max(0); flat.clone();
    (column < row).nonzero(); line.double().argsort(stable=True); flat.cumsum(0); torch.rand(N);
    torch.randn(N); torch.randint(0, 9, (N,)); torch.randperm(N // 8); line.gather(0, index);
    line.__setitem__(index, 1.0); line.scatter_add_(0, index, torch.ones(1).expand(N // 4));
    line.index_select(0, index);
    flat[mask]; flat.masked_fill_(mask, 2.0); torch.bincount(index); torch.cat([flat, flat]);
    flat.flip(0); torch.arange(N); flat.repeat(2); torch.cdist(square, square); torch.tril(square);
    torch.tensor(numbers); square.softmax(0); flat.double(); line.topk(9); square.roll(3, 1);
    line.median(); line.kthvalue(9); line.mode(); line.logcumsumexp(0); line.quantile(0.3); line.histc();
    torch.multinomial(flat.view(-1, 1000), 2, True)
"""

# Which look at no signals within a dimension, as docs/howto/threads_and_memory.md says.
UNINTERRUPTED = ("square.softmax", "line.topk")

PROGRAM = """
    import signal, time
    import {module} as torch

    N = {size}
    flat, line, out = torch.ones(N), torch.rand(N // 4), torch.empty(0)
    column, row = torch.ones(9000, 1), torch.ones(1, 9000)
    square, mask = torch.ones(2000, 2000), torch.rand(N) > 0.5
    index = torch.randint(0, N // 4, (N // 4,))
    numbers = list(range(N // 10))

    class Stop(Exception): pass

    def stop(*_):
        global late
        late = min(late, time.perf_counter() - due)
        raise Stop

    def run(call, times):
        started = time.perf_counter()
        for _ in range(times):
            call()
        return time.perf_counter() - started

    signal.signal(signal.SIGALRM, stop)
    torch.set_num_threads({threads})
    for text in {calls!r}.split(";"):
        call = eval("lambda: " + text.strip())
        once = min(run(call, 1), run(call, 1))  # the first one may be slow: its memory is new
        part, late = 1, 9
        for attempt in range(3):
            started = time.perf_counter()
            due = started + once * 0.2
            signal.setitimer(signal.ITIMER_REAL, once * 0.2)
            try:
                run(call, 1)
                signal.setitimer(signal.ITIMER_REAL, 0)
            except Stop:
                part = min(part, (time.perf_counter() - started) / once)
        print(once, part, late, text.strip())
    assert (torch.ones(3) + 1).tolist() == [2, 2, 2]
"""


@pytest.mark.full
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    "calls, size",
    [(SOME, 40_000_000), pytest.param(MORE, 60_000_000, marks=pytest.mark.long)],
    ids=["some", "more"],
)
def test_work_ends_early(calls, size, threads):
    calls = " ".join(calls.split())
    program = PROGRAM.format(module=MODULE_NAME, calls=calls, size=size, threads=threads)
    done = python("-c", textwrap.dedent(program))
    assert done.returncode == 0, done.stderr
    lines = [line.split(maxsplit=3) for line in done.stdout.splitlines()]
    assert len(lines) == calls.count(";") + 1
    # The signal comes after a fifth of the time. What takes a moment only may be over before it is looked at.
    long_ones = [(call, float(part), float(late)) for once, part, late, call in lines if float(once) > 0.15]
    assert long_ones
    assert [(call, part) for call, part, _ in long_ones if part > 0.8] == []
    prompt = [(late, call) for call, _, late in long_ones if not call.startswith(UNINTERRUPTED)]
    print(
        "from the signal to its handler:", *(f"{late * 1000:.0f} ms: {call}" for late, call in sorted(prompt))
    )
    assert [(call, late) for late, call in prompt if late > 0.25] == []


# What a handler may do in the middle of a call, in which it began.
HANDLERS = {
    "compute": ("big.add_(1); seen.append((big[:3] + 1).tolist())", "len(seen)"),
    "draw": ("seen.append(torch.rand(3).tolist())", "len(seen)"),
    "threads": ("torch.set_num_threads(3); torch.set_num_threads(1)", "torch.get_num_threads() == 1"),
    "resize": ("out.resize_(3)", "True"),
    "drop": ("globals().pop('big', None)", "True"),
}
CALLS = {
    "add": "big + 1",
    "rand": "torch.rand(30_000_000)",
    "out": "torch.exp(big, out=out)",
    "sort": "part.sort()",
}

HANDLED = """
    import signal
    import {module} as torch
    torch.set_num_threads(2)
    big, out, seen, calls = torch.ones(40_000_000), torch.empty(40_000_000), [], 0
    part = torch.rand(4_000_000)

    def handle(*_):
        global calls
        calls += 1
        try:
            {handler}
        except RuntimeError as error:  # of resize_: the memory is in use
            assert "not resizable" in str(error), error
        signal.setitimer(signal.ITIMER_REAL, 0.04)  # not before, for Python begins handlers within handlers

    signal.signal(signal.SIGALRM, handle)
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    try:  # not within the loop, where CPython 3.10 would look for no signal
        while calls < 3:
            {call}
    except NameError:
        pass
    signal.signal(signal.SIGALRM, signal.SIG_IGN)  # a handler may have set it again
    signal.setitimer(signal.ITIMER_REAL, 0)
    assert {after}
    print("alive", torch.rand(2).shape == (2,))
"""


@pytest.mark.sample(5)
@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("handler", HANDLERS)
def test_handlers_may_do_anything(handler, call):
    code, after = HANDLERS[handler]
    program = textwrap.dedent(HANDLED).format(module=MODULE_NAME, handler=code, after=after, call=CALLS[call])
    done = python("-X", "faulthandler", "-c", program)
    assert (done.returncode, done.stdout) == (0, "alive True\n"), done.stderr


WITHIN_HANDLERS = """
    import signal
    import {module} as torch
    torch.set_num_threads(1)
    outer, inner, seen = torch.ones(40_000_000), torch.ones(40_000_000), []

    def handle(*_):
        seen.append((inner[0].item(), inner[-1].item()))
        if len(seen) == 1:
            signal.setitimer(signal.ITIMER_REAL, 0.005)  # comes while this handler works
            for i in range(5):
                inner.add_(1)

    signal.signal(signal.SIGALRM, handle)
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    while len(seen) < 2:
        outer.add_(1)
    print(seen)
"""


def test_what_a_handler_does_is_not_interrupted():
    """Handlers that take longer than their signals would nest until the stack ends."""
    done = python("-X", "faulthandler", "-c", textwrap.dedent(WITHIN_HANDLERS).format(module=MODULE_NAME))
    assert done.returncode == 0, done.stderr
    first, second = ast.literal_eval(done.stdout)
    assert first == (1, 1)
    assert second[0] == second[1]


FORKED = """
    import os, signal, sys
    import {module} as torch
    torch.set_num_threads(2)
    big, children = torch.ones(40_000_000), []

    def handle(*_):
        signal.setitimer(signal.ITIMER_REAL, 0)
        children.append(os.fork())
        if children == [0]:
            signal.alarm(60)  # nobody waits for a child that hangs
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            torch.ones(2000, 2000).add_(1)

    signal.signal(signal.SIGALRM, handle)
    try:
        while not children:
            signal.setitimer(signal.ITIMER_REAL, {delay})
            for _ in range(20):
                result = big + 1
    except RuntimeError as error:
        assert children == [0] and "not finished in the child" in str(error), (children, error)
    if children == [0]:
        assert (torch.ones(1000, 1000) + 1).sum() == 2_000_000
        os._exit(7)
    assert result[0] == result[-1] == 2
    print(os.waitstatus_to_exitcode(os.waitpid(children[0], 0)[1]))
"""


@pytest.mark.sample(4)
@pytest.mark.parametrize("attempt", range(8))
def test_a_handler_that_forks_leaves_no_half_result_in_the_child(attempt):
    program = FORKED.format(module=MODULE_NAME, delay=0.03 + 0.002 * attempt)
    done = python("-W", "ignore", "-c", textwrap.dedent(program))
    assert (done.returncode, done.stdout) == (0, "7\n"), done.stderr


UNTOUCHED = """
    import signal
    import {module} as torch
    x = torch.ones(30_000_000)
    before = torch.memory_stats()["used_bytes"]
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        for _ in range(3000):
            y = x * 3
        raise AssertionError("not interrupted")
    except KeyboardInterrupt:
        y = None
    used = torch.memory_stats()["used_bytes"]
    assert used == before, (before, used)
    assert x.sum() == 30_000_000
    assert x.resize_(40_000_000).shape == (40_000_000,)  # nobody holds its memory
    print("alive")
"""


def test_ctrl_c_drops_a_new_result():
    done = python("-c", textwrap.dedent(UNTOUCHED).format(module=MODULE_NAME))
    assert (done.returncode, done.stdout) == (0, "alive\n"), done.stderr


INTERRUPTED = """
    import signal, time
    import {module} as torch

    class Stop(Exception): pass

    def stop(*_):
        raise Stop

    # The first call may be slow: its memory is new.
    def seconds(call):
        found = []
        for _ in range(2):
            started = time.perf_counter()
            call()
            found.append(time.perf_counter() - started)
        return min(found)

    def is_interrupted(call, once):
        try:
            signal.setitimer(signal.ITIMER_REAL, once * 0.3)
            call()
            signal.setitimer(signal.ITIMER_REAL, 0)
        except Stop:
            return True
        return False

    # Some elements were written and some were not: the call ended in between.
    def is_half(x, old, new):
        kept, written = int((x == old).sum()), int((x == new).sum())
        assert kept + written == x.numel(), (kept, written)
        return kept > 0 and written > 0

    # Nobody holds its memory.
    def check_usable(x):
        assert x.fill_(5).eq(5).all()
        x.resize_(x.numel() + 1000)[-1000:] = 7
        assert (x[-1001:] + 1).tolist() == [6] + [8] * 1000

    power = torch.full((1,), 2.0).pow(2.5).item()

    def in_place(n):
        x = torch.full((n,), 2.0)
        once = seconds(lambda: x.pow_(2.5))
        x.fill_(2)
        done = is_interrupted(lambda: x.pow_(2.5), once) and is_half(x, 2, power)
        check_usable(x)
        return done

    def out(n):
        twos, out = torch.full((n,), 2.0), torch.empty(n)
        once = seconds(lambda: torch.pow(twos, 2.5, out=out))
        out.fill_(-1)
        done = is_interrupted(lambda: torch.pow(twos, 2.5, out=out), once) and is_half(out, -1, power)
        check_usable(out)
        return done

    def resized_out(n):
        twos, out = torch.full((n // 10, 10), 2.0), torch.empty(0)
        once = seconds(lambda: torch.pow(twos, 2.5))
        done = is_interrupted(lambda: torch.pow(twos, 2.5, out=out), once)
        assert out.shape in (twos.shape, (0,)), out.shape
        done &= out.shape == twos.shape  # else the signal came before the call began
        assert torch.pow(twos, 2.5, out=out).eq(power).all()
        check_usable(out.view(-1))
        return done

    def draw(n):
        generator, other = torch.Generator().manual_seed(3), torch.Generator()
        before = generator.get_state()
        once = seconds(lambda: torch.rand(n, generator=generator.manual_seed(3)))
        after = generator.get_state()
        generator.manual_seed(3)
        done = is_interrupted(lambda: torch.rand(n, generator=generator), once)
        state = generator.get_state()
        drawn = torch.rand(1000, generator=generator)
        assert 0 <= drawn.min() < 0.1 < 0.9 < drawn.max() < 1
        assert torch.rand(1000, generator=other.set_state(state)).equal(drawn)
        for known in generator, other:
            known.manual_seed(3)
        assert torch.rand(1000, generator=generator).equal(torch.rand(1000, generator=other))
        return done and not state.equal(before) and not state.equal(after)

    signal.signal(signal.SIGALRM, stop)
    torch.set_num_threads({threads})
    print(any({what}(10_000_000 << attempt) for attempt in range(5)))  # which may be over too soon
"""


@pytest.mark.sample(3)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("what", ["in_place", "out", "resized_out", "draw"])
def test_what_was_interrupted_is_written_in_part_and_usable(what, threads):
    program = textwrap.dedent(INTERRUPTED).format(module=MODULE_NAME, what=what, threads=threads)
    done = python("-X", "faulthandler", "-c", program)
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr


UNDISTURBED = """
    import signal
    import {module} as torch
    torch.set_num_threads(1)
    many = torch.rand(8_000_000)
    order, few, calls = torch.randperm(len(many)), torch.rand(50_000), 0
    expected = {call}

    def handle(*_):
        global calls
        calls += 1
        assert few[torch.tensor([3, 1])].tolist() == [few[3], few[1]]
        assert few.sort().values.diff().min() >= 0
        assert (few[::2].double() + few[1::2]).sum() > 20_000
        signal.setitimer(signal.ITIMER_REAL, 0.04)

    signal.signal(signal.SIGALRM, handle)
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    while calls < 5:
        assert ({call}).equal(expected)
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    signal.setitimer(signal.ITIMER_REAL, 0)
    print("alive")
"""


@pytest.mark.sample(3)
@pytest.mark.parametrize("call", ["many[order]", "many.sort().values", "many.double().sort().indices"])
def test_what_a_handler_computes_does_not_disturb_the_call(call):
    """Threads keep memory for what operations work with; both need some at the same time."""
    done = python(
        "-X", "faulthandler", "-c", textwrap.dedent(UNDISTURBED).format(module=MODULE_NAME, call=call)
    )
    assert (done.returncode, done.stdout) == (0, "alive\n"), done.stderr


MANY_LISTS = """
    import signal, time
    import {module} as torch

    class Stop(Exception): pass

    def stop(*_):
        raise Stop

    empty = torch.zeros(3, 2147483647, 0)
    signal.signal(signal.SIGALRM, stop)
    due = time.perf_counter() + 0.5
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        empty.tolist()
    except (MemoryError, Stop) as error:
        signal.setitimer(signal.ITIMER_REAL, 0)
        print(time.perf_counter() < due + 1, type(error).__name__)
"""


def test_a_list_of_billions_of_empty_lists_is_refused_or_ends_early():
    """Which of the two depends on the machine's memory."""
    done = python("-c", textwrap.dedent(MANY_LISTS).format(module=MODULE_NAME))
    assert (done.returncode, done.stdout) in [(0, "True MemoryError\n"), (0, "True Stop\n")], done.stderr
