"""broadcast_policy: where one holds (blocks, threads, tasks, decorated functions), and its arguments."""

import asyncio
import contextvars
import copy
import fractions
import functools
import inspect
import pickle
import textwrap
import threading
import types

import numpy as np
import pytest

from children import python
from policy_calls import broadcasts, policy
from under_test import MODULE_NAME, STAND_IN, tb

if STAND_IN:
    pytest.skip("torch has nothing like it", allow_module_level=True)

from tbcast._verdict import calls

strict = policy("raise")


@pytest.fixture(autouse=True)
def nothing_installed():
    yield
    policy("allow").install()


def test_the_innermost_policy_decides_and_the_outer_one_is_back_afterwards():
    loose = policy("allow")
    assert broadcasts()
    with strict as given:
        assert given is strict
        with loose:
            assert broadcasts()
            with strict, strict:
                assert not broadcasts()
            assert broadcasts()
        assert not broadcasts()
    with pytest.raises(KeyError), strict:
        raise KeyError
    assert broadcasts()


def test_policies_left_out_of_order():
    outer, inner = strict, policy("allow")
    outer.__enter__()
    inner.__enter__()
    outer.__exit__(None, None, None)
    assert broadcasts()
    inner.__exit__(None, None, None)
    outer.__exit__(None, None, None)  # entered nowhere: nothing to leave
    assert broadcasts()
    entered = [policy("warn", "low"), outer, policy("allow"), policy("warn", "medium")]
    for one in entered:
        one.__enter__()
    entered.pop(1).__exit__()
    for one in reversed(entered):  # those above are still in their order
        assert calls.policy() == (None if one.level == "allow" else one.__reduce__()[1])
        one.__exit__()
    with outer:
        for _ in range(5000):
            inner.__enter__()
        outer.__exit__()
        for _ in range(5000):
            inner.__exit__()
        assert broadcasts()


def test_install():
    before = strict.install()
    assert before is None or before.level == "allow"
    found = []
    thread = threading.Thread(target=lambda: found.append(broadcasts()))
    thread.start()
    thread.join()
    assert found == [False]
    assert not broadcasts()
    with policy("allow"):
        assert broadcasts()
    assert policy("allow").install() is strict
    assert broadcasts()


def test_threads_do_not_leak_into_each_other():
    found, barrier = {}, threading.Barrier(2)

    def work(name, own):
        with own:
            for _ in range(100):
                barrier.wait(20)
                found.setdefault(name, set()).add(broadcasts())

    policies = {"a": strict, "b": policy("allow")}
    threads = [threading.Thread(target=work, args=item) for item in policies.items()]
    with strict:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert found == {"a": {False}, "b": {True}}


def test_tasks_do_not_leak_into_each_other():
    async def under(own, times):
        found = set()
        with own:
            for _ in range(times):
                await asyncio.sleep(0)
                found.add(broadcasts())
        return found

    async def plain():
        await asyncio.sleep(0)
        return {broadcasts()}

    async def main():
        lenient = under(policy("allow"), 9)
        together = await asyncio.gather(under(strict, 5), plain(), lenient, under(strict, 7))
        with strict:  # tasks and threads of asyncio inherit
            inherited = asyncio.create_task(plain())
            in_thread = await asyncio.to_thread(broadcasts)
        return together, await inherited, in_thread, broadcasts()

    assert asyncio.run(main()) == ([{False}, {True}, {True}, {False}], {False}, False, True)


# ---- the decorator ----


def test_a_function():
    @strict
    def function(a, *, b=2):
        """What it is."""
        return a, b, broadcasts()

    assert function(1, b=3) == (1, 3, False)
    assert (function.__name__, function.__doc__) == ("function", "What it is.")
    assert str(inspect.signature(function)) == "(a, *, b=2)"
    assert broadcasts()

    class Holder:
        @strict
        def method(self):
            return self, broadcasts()

        @staticmethod
        @strict
        def static():
            return broadcasts()

    holder = Holder()
    assert holder.method() == (holder, False)
    assert Holder.static() is False
    assert strict(functools.partial(broadcasts))() is False
    assert strict(broadcasts)() is False


def test_recursion_and_errors():
    @strict
    def count(n):
        return [broadcasts(), *(count(n - 1) if n else [])]

    assert count(5) == [False] * 6
    assert broadcasts()
    with pytest.raises(ZeroDivisionError):
        strict(lambda: 1 / 0)()
    assert broadcasts()


def test_a_coroutine_function():
    @strict
    async def function():
        found = [broadcasts()]
        await asyncio.sleep(0)
        return [*found, broadcasts()]

    @strict
    @types.coroutine
    def from_a_generator():
        found = [broadcasts()]
        yield
        return [*found, broadcasts()]

    class Callable:
        async def __call__(self):
            await asyncio.sleep(0)
            return broadcasts()

    async def main():
        task, waiting = asyncio.create_task(function()), function()
        await asyncio.sleep(0)
        found = [broadcasts(), *await task, *await waiting, *await from_a_generator()]
        return [*found, await strict(Callable())(), broadcasts()]

    assert inspect.iscoroutinefunction(function)
    assert asyncio.run(main()) == [True, *[False] * 7, True]


def test_a_generator_function():
    seen = []

    @strict
    def generate(n):
        seen.append(broadcasts())
        try:
            for i in range(n):
                try:
                    seen.append((yield i))
                except KeyError:
                    seen.append("KeyError")
                seen.append(broadcasts())
        finally:
            seen.append(broadcasts())
        return "end"

    assert inspect.isgeneratorfunction(generate)
    generator = generate(3)
    assert next(generator) == 0 and broadcasts()
    assert generator.send("sent") == 1 and broadcasts()
    assert generator.throw(KeyError()) == 2 and broadcasts()
    with pytest.raises(StopIteration) as caught:
        next(generator)
    assert caught.value.value == "end"
    assert seen == [False, "sent", False, "KeyError", False, None, False, False]
    del seen[:]
    generator = generate(3)
    next(generator)
    generator.close()
    assert seen == [False, False]
    assert list(generate(3)) == [0, 1, 2]
    with pytest.raises(ZeroDivisionError):
        generator = generate(1)
        next(generator)
        generator.throw(ZeroDivisionError())
    assert broadcasts()


def test_an_asynchronous_generator_function():
    seen = []

    @strict
    async def generate(n):
        try:
            for i in range(n):
                await asyncio.sleep(0)
                seen.append(broadcasts())
                try:
                    seen.append((yield i))
                except KeyError:
                    seen.append("KeyError")
        finally:
            await asyncio.sleep(0)
            seen.append(broadcasts())

    async def main():
        values = [(i, broadcasts()) async for i in generate(2)]
        generator = generate(3)
        await generator.__anext__()
        values.append(await generator.asend("sent"))
        values.append(await generator.athrow(KeyError()))
        await generator.aclose()
        return values, broadcasts()

    assert inspect.isasyncgenfunction(generate)
    assert asyncio.run(main()) == ([(0, True), (1, True), 1, 2], True)
    assert seen == [False, None, False, None, False, False, "sent", False, "KeyError", False, False]


DECORATED = [3, None, int, staticmethod(len), classmethod(len), property(len)]


@pytest.mark.parametrize("bad", DECORATED, ids=lambda bad: type(bad).__name__)
def test_what_is_no_function_is_not_decorated(bad):
    with pytest.raises(TypeError, match=r"^a broadcast_policy decorates functions, not "):
        strict(bad)


# ---- the object ----


def test_policies_are_values():
    one = policy("warn", "low", 2, 1 << 20)
    assert (one.level, one.risk, one.max_growth, one.max_nbytes) == ("warn", "low", 2.0, 1 << 20)
    assert repr(one) == "broadcast_policy(level='warn', risk='low', max_growth=2.0, max_nbytes=1048576)"
    assert (policy("warn").risk, policy("warn").max_growth, policy("warn").max_nbytes) == ("high", None, None)
    assert one == policy(level="warn", risk="low", max_growth=2.0, max_nbytes=1 << 20)
    assert hash(one) == hash(copy.deepcopy(one)) and one != policy("warn") and one != "warn"
    assert pickle.loads(pickle.dumps(one)) == one
    for name in ("level", "risk", "_arguments", "other"):
        with pytest.raises(AttributeError, match="cannot be changed"):
            setattr(one, name, 1)
    with pytest.raises(AttributeError):
        del one.level
    assert one.level == "warn"


GOOD = {
    "risk": [None],
    "max_growth": [0, 1.5, float("inf"), np.float32(2), fractions.Fraction(3, 2)],
    "max_nbytes": [0, 1 << 80, np.int64(5)],
}
BAD = {
    "level": {ValueError: ["error", ""], TypeError: [None, 1]},
    "risk": {ValueError: ["none", "High"], TypeError: [2, ["high"]]},
    "max_growth": {
        ValueError: [-1, float("nan"), float("-inf"), 10**400],
        TypeError: ["2", True, 1j],
    },
    "max_nbytes": {ValueError: [-1], TypeError: [1.0, float("nan"), False, "1GB", int]},
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in GOOD for value in GOOD[name]])
def test_good_arguments(name, value):
    found = getattr(policy("raise", **{name: value}), name)
    assert found == value and type(found) in (float, int, type(None))


@pytest.mark.parametrize(
    ("name", "error", "value"),
    [(name, error, value) for name in BAD for error in BAD[name] for value in BAD[name][error]],
)
def test_bad_arguments(name, error, value):
    with pytest.raises(error, match=rf"^broadcast_policy\(\): {name} must be "):
        policy(**{"level": "raise", name: value})


@pytest.mark.parametrize("bad", [(), ("raise", "high", 1, 1, 1)], ids=len)
def test_arguments_are_counted(bad):
    with pytest.raises(TypeError):
        policy(*bad)
    with pytest.raises(TypeError):
        policy("raise", nonsense=1)


STACK = contextvars.ContextVar("stack")


@pytest.mark.parametrize(
    "bad",
    [(), (print, STACK, None), (print, 3, None, True), (print, STACK, None, 1), (print, STACK, 1, True, 1)],
)
def test_the_hook_is_checked(bad):
    with pytest.raises(TypeError):
        tb._C._set_broadcast_hook(*bad)


def test_answers_of_the_hook_are_checked():
    source = f"""
    import contextvars
    import {MODULE_NAME} as torch
    def objects(*about):
        raise KeyError(about)
    for answer in (None, 5, (), lambda: 0, lambda *about: print(about), objects, lambda *_: KeyError(7)):
        stack = contextvars.ContextVar("stack")
        torch._C._set_broadcast_hook(lambda *a, answer=answer: answer, stack, True, False)
        try:
            print((torch.ones(2, 1) + torch.ones(3)).shape)
        except Exception as error:
            print(repr(error))
    """
    lines = python("-c", textwrap.dedent(source), check=True).stdout.splitlines()
    assert lines[0] == "torch.Size([2, 3])"
    assert "'int' object is not callable" in lines[1] and "'tuple' object is not callable" in lines[2]
    assert "takes 0 positional arguments but 3 were given" in lines[3]
    assert lines[4:6] == ["(None, False, False)", "torch.Size([2, 3])"]
    assert lines[6:] == ["KeyError((None, False, False))", "KeyError(7)"]


def test_nothing_of_it_is_imported_with_the_package():
    code = f"import sys, {MODULE_NAME} as t; t.ones(2, 1) + t.ones(2); print('contextvars' in sys.modules)"
    assert python("-c", code, check=True).stdout.split() == ["False"]
