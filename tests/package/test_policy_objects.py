"""broadcast_policy as a decorator and as an object, and its arguments."""

import asyncio
import copy
import fractions
import functools
import inspect
import pickle
import textwrap
import types

import numpy as np
import pytest

from children import python
from policy_calls import broadcasts
from under_test import MODULE_NAME, STAND_IN, tb

if STAND_IN:
    pytest.skip("torch has nothing like it", allow_module_level=True)

policy = tb.broadcast_policy
strict = policy("raise")

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
    async def function(value):
        found = [broadcasts()]
        await asyncio.sleep(0)
        return value, found + [broadcasts()]

    class Callable:
        async def __call__(self):
            await asyncio.sleep(0)
            return broadcasts()

    async def main():
        first, second = asyncio.create_task(function(1)), function(2)
        await asyncio.sleep(0)
        return broadcasts(), await first, await second, await strict(Callable())(), broadcasts()

    assert inspect.iscoroutinefunction(function)
    assert asyncio.run(main()) == (True, (1, [False] * 2), (2, [False] * 2), False, True)


def test_a_generator_function_that_is_a_coroutine_function():
    @strict
    @types.coroutine
    def function():
        found = [broadcasts()]
        yield
        return found + [broadcasts()]

    async def main():
        return await function(), broadcasts()

    assert asyncio.run(main()) == ([False] * 2, True)


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


@pytest.mark.parametrize(
    "arguments",
    [
        {"max_growth": 0},
        {"max_growth": 1.5},
        {"max_growth": float("inf")},
        {"max_growth": np.float32(2)},
        {"max_growth": fractions.Fraction(3, 2)},
        {"max_nbytes": 0},
        {"max_nbytes": 1 << 80},
        {"max_nbytes": np.int64(5)},
        {"risk": None},
    ],
    ids=str,
)
def test_good_arguments(arguments):
    given = policy("raise", **arguments)
    for name, value in arguments.items():
        assert getattr(given, name) == value
        assert type(getattr(given, name)) in (float, int, type(None))


@pytest.mark.parametrize(
    ("error", "arguments"),
    [
        (ValueError, {"level": "error"}),
        (ValueError, {"level": ""}),
        (TypeError, {"level": None}),
        (TypeError, {"level": 1}),
        (ValueError, {"risk": "none"}),
        (ValueError, {"risk": "High"}),
        (TypeError, {"risk": 2}),
        (TypeError, {"risk": ["high"]}),
        (ValueError, {"max_growth": -1}),
        (ValueError, {"max_growth": float("nan")}),
        (ValueError, {"max_growth": float("-inf")}),
        (ValueError, {"max_growth": 10**400}),
        (TypeError, {"max_growth": "2"}),
        (TypeError, {"max_growth": True}),
        (TypeError, {"max_growth": 1j}),
        (ValueError, {"max_nbytes": -1}),
        (TypeError, {"max_nbytes": 1.0}),
        (TypeError, {"max_nbytes": float("nan")}),
        (TypeError, {"max_nbytes": False}),
        (TypeError, {"max_nbytes": "1GB"}),
        (TypeError, {"max_nbytes": int}),
    ],
    ids=str,
)
def test_bad_arguments(error, arguments):
    with pytest.raises(error, match=rf"^broadcast_policy\(\): {next(iter(arguments))} must be "):
        policy(**{"level": "raise", **arguments})


def test_arguments_are_counted():
    for bad in ((), ("raise", "high", 1, 1, 1)):
        with pytest.raises(TypeError):
            policy(*bad)
    with pytest.raises(TypeError):
        policy("raise", nonsense=1)


def test_the_hook_is_checked():
    for bad in ((), (print,), (print, 3)):
        with pytest.raises(TypeError):
            tb._C._set_broadcast_hook(*bad)


def test_answers_of_the_hook_are_checked():
    source = f"""
    import contextvars
    import {MODULE_NAME} as torch
    def objects(*about):
        raise KeyError(about)
    for answer in (None, 5, (), lambda: 0, lambda *about: print(about), objects, lambda *_: KeyError(7)):
        torch._C._set_broadcast_hook(lambda *a, answer=answer: answer, contextvars.ContextVar("stack"))
        torch._C._set_broadcast_default(True)
        try:
            print((torch.ones(2, 1) + torch.ones(3)).shape)
        except Exception as error:
            print(repr(error))
    """
    lines = python("-c", textwrap.dedent(source), check=True).stdout.splitlines()
    assert lines[0] == "torch.Size([2, 3])"
    assert "'int' object is not callable" in lines[1] and "'tuple' object is not callable" in lines[2]
    assert "takes 0 positional arguments but 3 were given" in lines[3]
    assert lines[4:] == ["(None, False, False)", "torch.Size([2, 3])", "KeyError((None, False, False))", "KeyError(7)"]


def test_nothing_of_it_is_imported_with_the_package():
    code = f"import sys, {MODULE_NAME} as t; t.ones(2, 1) + t.ones(2); print('contextvars' in sys.modules)"
    assert python("-c", code, check=True).stdout.split() == ["False"]
