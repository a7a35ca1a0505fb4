"""Memory that another thread changes in the middle of a call: what comes out may be anything or an error, but
nothing else is written and the process goes on.  Long calls that follow indices or draw numbers release
the lock."""

import os
import signal
import textwrap
import threading
import time

import numpy as np
import pytest

from children import python
from systems import needs_fork
from under_test import MODULE_NAME, STAND_IN, tb

pytestmark = pytest.mark.skipif(STAND_IN, reason="what threads may do meanwhile is tbcast's own")

RACE = """
    import threading, time
    import {module} as torch

    stop = time.monotonic() + {seconds}
    over = threading.Event()
    memory, begin, end = torch.full((4096,), 7.0), 2000, 2100
    y = memory[begin:end]
    {operands}

    def disturb():
        while not over.is_set():
            {disturb}

    thread = threading.Thread(target=disturb)
    thread.start()
    calls = 0
    while time.monotonic() < stop:
        for call in [{calls}]:
            calls += 1
            try:
                call()
            except (ArithmeticError, IndexError, RuntimeError):
                pass
    over.set()
    thread.join()
    assert memory[:begin].eq(7).all() and memory[end:].eq(7).all()
    print("alive after", calls)
"""
RACES = {
    "a divisor becomes 0": (
        "a, d = torch.ones(2_000_000, dtype=torch.int32), torch.ones(2_000_000, dtype=torch.int32)",
        "d[-5:] = 0; d[-5:] = 1",
        "lambda: a // d, lambda: a % d, lambda: torch.fmod(a, d), "
        "lambda: torch.div(a, d, rounding_mode='trunc')",
    ),
    "indices go astray": (
        "i, v = torch.zeros(2_000_000, dtype=torch.int64), torch.ones(2_000_000); bare = i.numpy(); "
        "j = i[:200_000]; z, w = torch.zeros(5, 4), torch.ones(200_000, 4)",
        "bare[-2000:] = 2**45; bare[-2000:] = 0; bare[100_000:100_100] = -2**45; bare[100_000:100_100] = 0",
        "lambda: y[i], lambda: y.__setitem__(i, 1.0), lambda: y.__setitem__(i, v), lambda: z[j], "
        "lambda: z[j, 1], lambda: z.__setitem__(j, w), lambda: y.gather(0, i), lambda: y.scatter_(0, i, v), "
        "lambda: y.take(i), lambda: y.index_select(0, i), lambda: y.index_add_(0, i, v), "
        "lambda: y.index_fill_(0, i, 2.0)",
    ),
    "a mask loses and gains elements": (
        "m, x = torch.ones(1_000_000, dtype=torch.bool), torch.zeros(1_000_000); bare = m.numpy(); "
        "m2, x2 = m.view(1000, 1000), x.view(1000, 1000)",
        "bare[:] = True; bare[:] = False",
        "lambda: x[m], lambda: torch.masked_select(x, m), lambda: x2[m2], lambda: torch.nonzero(m2), "
        "lambda: x.__setitem__(m, 1.0), lambda: x2.t().__setitem__(m2, 1.0), "
        "lambda: x2.masked_fill_(m2, 2.0)",
    ),
    "counted elements change": (
        "s, end = torch.zeros(1_000_000, dtype=torch.int8), begin + 1_000_000; bare = s.numpy(); "
        "memory = torch.full((end + 2000,), 7, dtype=torch.int8); "
        "o = memory[begin:end], torch.empty(1_000_000, dtype=torch.int64)",
        "bare[:] = 1; bare[:] = 0",
        "lambda: torch.sort(s, out=o), lambda: torch.sort(s, descending=True, out=o)",
    ),
    "operands are resized": (
        "i, x = torch.zeros(2_000_000, dtype=torch.int64), torch.zeros(2_000_000); "
        "z = torch.zeros(1000, 1000)",
        "t = (i, x, z)[calls % 3]; size = t.shape; t.data = torch.zeros(size, dtype=t.dtype); "
        "t.data = torch.zeros(3, dtype=t.dtype); t.data = torch.zeros(size, dtype=t.dtype)",
        "lambda: x[i], lambda: x.gather(0, i), lambda: x.index_select(0, i), lambda: x.__setitem__(i, 1.0), "
        "lambda: z.index_select(1, i[:1000]), lambda: x.scatter_add_(0, i, x.clone()), "
        "lambda: torch.nonzero(z)",
    ),
}


@pytest.mark.sample(4)
@pytest.mark.parametrize("race", RACES)
def test_the_process_goes_on(race, whole):
    operands, disturb, calls = RACES[race]
    seconds = 20 if whole else 1.5
    program = textwrap.dedent(RACE).format(
        module=MODULE_NAME, seconds=seconds, operands=operands, disturb=disturb, calls=calls
    )
    done = python("-X", "faulthandler", "-c", program)
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.startswith("alive after")


def numbers(n, below):
    return tb.from_numpy(np.random.default_rng(n).integers(0, below, n))


MANY = 3_000_000
LONG_CALLS = {
    "t[i]": lambda t, i: t[i],
    "t[i] = v": lambda t, i: t.__setitem__(i, 1.0),
    "gather": lambda t, i: t.gather(0, i),
    "take": lambda t, i: t.take(i),
    "index_fill_": lambda t, i: t.index_fill_(0, i, 1.0),
    "scatter_add_": lambda t, i: t.scatter_add_(0, i, t.clone()),
    "index_add_": lambda t, i: t.index_add_(0, i, t.clone()),
    "rand": lambda t, i: tb.rand(MANY),
    "normal_": lambda t, i: t.normal_(),
    "randint": lambda t, i: tb.randint(9, (MANY,)),
    "randperm": lambda t, i: tb.randperm(MANY),
}


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", LONG_CALLS)
def test_long_calls_release_the_lock(name):
    t, i, over = tb.rand(MANY), numbers(MANY, MANY), False

    def work():
        nonlocal over
        for _ in range(12):
            LONG_CALLS[name](t, i)
        over = True

    thread = threading.Thread(target=work)
    thread.start()
    rounds = 0
    while not over:
        time.sleep(0.0002)
        rounds += 1
    thread.join()
    assert rounds > 100  # with the lock held, one or two for each call, and some around it


def test_threads_draw_from_a_generator_one_after_the_other():
    """As many numbers each, alternately: together they are what one thread would draw, in some order."""
    draws, rounds = 400_000, 5  # long enough for the lock to be released
    tb.manual_seed(3)
    expected = sorted(tuple(tb.rand(draws)[:4].tolist()) for _ in range(2 * rounds))
    tb.manual_seed(3)
    drawn, states = [], []

    def draw():
        for _ in range(rounds):
            drawn.append(tuple(tb.rand(draws)[:4].tolist()))
            states.append(tb.get_rng_state())

    threads = [threading.Thread(target=draw) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(drawn) == expected
    assert len({bytes(state.numpy()) for state in states}) >= rounds


@needs_fork
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_child_forked_in_the_middle_of_a_draw_draws():
    over = threading.Event()

    def draw():
        while not over.is_set():
            tb.rand(MANY)

    thread = threading.Thread(target=draw)
    thread.start()
    try:
        for _ in range(5):
            time.sleep(0.005)
            child = os.fork()
            if child == 0:
                signal.alarm(20)  # a child that waits for ever ends, too
                os._exit(0 if tb.rand(MANY).numel() == MANY else 1)
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    finally:
        over.set()
        thread.join()
