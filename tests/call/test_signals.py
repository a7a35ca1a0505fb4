"""Signals that come while C works: their handlers run soon, and what they raise ends the call."""

import gc
import signal
import threading
import time

import pytest

from under_test import STAND_IN, tb

if STAND_IN:
    pytest.skip("torch waits for the end of the call", allow_module_level=True)
if not hasattr(signal, "setitimer"):
    pytest.skip("no timers", allow_module_level=True)

LONG = 400_000


class Stop(Exception):
    pass


CALLS = {
    "tolist": lambda x: x.tolist(),
    "nested lists": lambda x: x.view(-1, 2).tolist(),
    "unbind": lambda x: x.unbind(),
    "split": lambda x: x.split(1),
    "data": lambda x: tb.tensor(NUMBERS),
    "sort": lambda x: x.repeat(20).sort(),
    "matmul": lambda x: x.view(-1, 400) @ x.view(400, -1)[:, :500],
}
NUMBERS = [1.0] * LONG


@pytest.fixture
def alarms():
    """Begins them, one after the other; they call the function."""

    def begin(function, seconds=0.005):
        signal.signal(signal.SIGALRM, lambda *_: function())
        signal.setitimer(signal.ITIMER_REAL, seconds, seconds)

    before = signal.getsignal(signal.SIGALRM)
    gc.disable()  # hypothesis measures its time in Python, where exceptions are lost
    yield begin
    signal.setitimer(signal.ITIMER_REAL, 0)
    gc.enable()
    signal.signal(signal.SIGALRM, before)


@pytest.mark.skipif(threading.current_thread() is not threading.main_thread(), reason="not the main thread")
@pytest.mark.parametrize("name", CALLS)
def test_what_a_handler_raises_ends_the_call(alarms, name):
    x = tb.ones(LONG)
    stopped = 0

    def stop():
        signal.setitimer(signal.ITIMER_REAL, 0)
        raise Stop

    deadline = time.monotonic() + 60
    for _ in range(3):
        try:
            alarms(stop)
            while time.monotonic() < deadline:
                CALLS[name](x)
        except Stop:
            stopped += 1
    assert stopped == 3 and x.sum() == LONG


def test_a_handler_may_call_and_is_not_interrupted_by_itself(alarms):
    x, calls, deep, deepest = tb.ones(LONG), 0, 0, 0

    def work():
        nonlocal calls, deep, deepest
        calls, deep = calls + 1, deep + 1
        deepest = max(deep, deepest)
        if calls >= 5:  # they come faster than they are done
            signal.setitimer(signal.ITIMER_REAL, 0)
        assert len(x.tolist()) == LONG
        deep -= 1

    alarms(work, 0.002)
    deadline = time.monotonic() + 60
    while calls < 5 and time.monotonic() < deadline:
        assert x.tolist()[-1] == 1
    assert calls >= 5 and deepest <= calls and deep == 0
