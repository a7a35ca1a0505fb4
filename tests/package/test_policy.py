"""broadcast_policy: what is objected to, in which forms, for whom, and what an objection leaves behind."""

import asyncio
import sys
import threading
import warnings
from contextlib import contextmanager

import numpy as np
import pytest

from children import survived
from differential.forms import ROWS, tensor_forms
from policy_calls import broadcasts, ones
from under_test import MODULE_NAME, STAND_IN, tb

if STAND_IN:
    pytest.skip("torch has nothing like it", allow_module_level=True)

HIGH, MEDIUM, LOW, NONE = ((4, 1), (4,)), ((3, 3), (3,)), ((2, 3), (3,)), ((2, 3), (1,))
OUTER = ((4, 1, 2), (1, 4, 2))
LEVELS = ("low", "medium", "high")
policy = tb.broadcast_policy
Refused, Warned = tb.BroadcastPolicyError, tb.BroadcastPolicyWarning


@pytest.fixture(autouse=True)
def nothing_installed():
    yield
    policy("allow").install()


@contextmanager
def recorded():
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        yield log


# ---- what is objected to ----


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("shapes", "risk"),
    [
        *((HIGH, "high"), (MEDIUM, "medium"), (OUTER, "low"), (LOW, "low"), (NONE, "none")),
        (((2,), (2,)), "none"),
    ],
    ids=str,
)
def test_risks_from_the_level_on_are_objected_to(level, shapes, risk):
    a, b = ones(*shapes)
    objects = risk != "none" and LEVELS.index(risk) >= LEVELS.index(level)
    with recorded() as log, policy("warn", level):
        warned = a + b
    assert [w.category for w in log] == [Warned] * objects
    assert warned.tolist() == (a + b).tolist()
    with policy("allow", level), recorded() as log:
        a + b
    assert log == []
    with policy("raise", level):
        if objects:
            with pytest.raises(Refused, match=f"^add: .* The risk is {risk}: "):
                a + b
        else:
            a + b


def test_texts():
    with policy("raise", max_growth=1.5, max_nbytes=10):
        with pytest.raises(Refused) as caught:
            tb.ones(3, 1) * tb.ones(3)
    assert str(caught.value) == (
        "mul: a (3, 1) and b (3,) broadcast to (3, 3). The risk is high: a and b have the same sizes "
        "apart from 1s, and both grow. The result has 3 times the elements of the largest operand; "
        "max_growth is 1.5. The result takes 36 bytes; max_nbytes is 10. Fix: b[:, None] (or b.unsqueeze(1)) "
        "gives (3, 1): if b belongs to the 2nd trailing dimension. See tbcast.explain((3, 1), (3,))"
    )
    with policy("raise", "low"):
        with pytest.raises(Refused) as caught:
            tb.ones(2, 3).add_(tb.ones(3))
    assert str(caught.value) == (
        "add_: a (2, 3) and b (3,) broadcast to (2, 3). The risk is low: only b is expanded. See "
        "tbcast.explain((2, 3), (3,), inplace=True)"
    )
    assert issubclass(Refused, RuntimeError) and issubclass(Warned, UserWarning)


def test_numbers_do_not_count_and_neither_do_equal_shapes():
    with policy("raise", "low", 0, 0):
        assert (tb.ones(2, 3) + 2).tolist() == [[3.0] * 3] * 2
        tb.ones(2, 3).add_(tb.ones(2, 3)).mul(2.5)
        tb.where(tb.ones(2, 3) > 0, 1.0, 2.0)
        tb.ones(2, 3).fill_(3)
        np.float32(2) * tb.ones(3)


@pytest.mark.parametrize(
    ("shapes", "growth"), [(HIGH, 4), (OUTER, 4), (LOW, 1), (((0, 1), (0,)), 1), (((3, 1), (0,)), 0)], ids=str
)
def test_max_growth(shapes, growth):
    a, b = ones(*shapes)
    with policy("raise", None, max_growth=growth):
        a + b
    if growth:
        with policy("raise", None, max_growth=growth - 0.5), pytest.raises(Refused, match="max_growth is"):
            a + b


def test_max_nbytes_is_about_new_memory():
    a, b = ones(*HIGH)
    out, large = tb.empty(4, 4), tb.empty(100)
    with policy("raise", None, max_nbytes=64):
        a + b
    with policy("raise", None, max_nbytes=63):
        tb.eq(a, b)  # 16 bools
        with pytest.raises(Refused, match="takes 64 bytes; max_nbytes is 63"):
            a + b
        with pytest.raises(Refused):
            tb.ones(16) + tb.tensor(1.0)
        with pytest.raises(Refused):
            tb.add(a, b, out=tb.empty(0))
        tb.add(a, b, out=out)
        tb.ones(4, 4).add_(b)
        with recorded():
            tb.add(a, b, out=large)  # has the memory
    assert out.tolist() == large.tolist() == [[2.0] * 4] * 4


def test_memory_that_nobody_has_is_refused_and_not_asked_for():
    a, b = tb.ones(1).expand(1 << 40, 1), tb.ones(1).expand(1 << 40)
    before = tb.memory_stats()
    with policy("raise", None, max_nbytes=1 << 30):
        for call in (lambda: a + b, lambda: tb.add(a, b, out=tb.empty(0)), lambda: tb.isclose(a, b)):
            with pytest.raises(Refused, match="max_nbytes is 1073741824"):
                call()
    assert tb.memory_stats() == before


# ---- every operator, every form ----

SEVERAL = [(row, form) for row in ROWS.values() if len(row.operands) > 1 for form in tensor_forms(row)]


def operands_of(row, form):
    """Tensors that the row takes, which broadcast as riskily as they can; and an out=."""
    whole = row.promotion.rule != "float" and not {"float", "bytes"} & set(row.expressions)
    plain = tb.int64 if whole else tb.float64 if row.name == "float_power" else tb.float32
    found = []
    for operand, size in zip(row.operands, ((4, 4) if form.inplace else (4, 1), (4,), (4,)), strict=False):
        dtype = tb.bool if operand in row.masks else plain
        found.append(tb.ones(() if operand in row.promotion.singles else size, dtype=dtype))
    to_complex = row.name in ("complex", "polar")
    return found, tb.ones(7, dtype=tb.complex64 if to_complex else plain) if form.out else None


def refusal(call):
    """Class and text of the exception, which is let go of."""
    try:
        call()
    except (Refused, Warned) as error:
        return type(error), str(error)


@pytest.mark.parametrize(("row", "form"), SEVERAL, ids=[f"{r.name}: {f.name}" for r, f in SEVERAL])
def test_every_operator_obeys_in_every_form(row, form):
    operands, out = operands_of(row, form)
    tensors = [t for t in (*operands, out) if t is not None]
    before = [(t.tolist(), t.shape, t.data_ptr(), sys.getrefcount(t)) for t in tensors]
    parameters = dict.fromkeys(form.parameters, 1)
    for level, category in (("raise", Refused), ("warn", Warned)):
        with policy(level, "medium"), warnings.catch_warnings():
            warnings.simplefilter("error", Warned)
            kind, text = refusal(lambda: form.call(tb, tuple(operands), parameters, out))
        assert kind is category
        assert f"The risk is {'medium' if form.inplace else 'high'}" in text
    assert [(t.tolist(), t.shape, t.data_ptr(), sys.getrefcount(t)) for t in tensors] == before


X, Y = tb.ones(3, 3), tb.ones(3)
OTHER_CALLS = {
    "isclose": lambda: tb.isclose(X, Y),
    "allclose": lambda: X.allclose(Y),
    "copy_": lambda: X.copy_(Y),
    "view": lambda: X.__setitem__(slice(None), Y),
    "whole": lambda: X.__setitem__(..., Y),
    "array": lambda: X.__setitem__(slice(None), np.ones(3)),
    "indices": lambda: X.__setitem__([0, 1, 2], Y),
    "pairs": lambda: X.__setitem__((tb.arange(3)[:, None], tb.arange(3)), Y),
    "attribute": lambda: setattr(X, "real", Y),
    "in": lambda: Y in X,
    "operator with an array": lambda: X + np.ones(3, np.float32),
    "array first": lambda: np.ones(3, np.float32) * X,
    "three operands": lambda: tb.where(tb.ones(3, 3) > 0, Y, 2.0),
}


@pytest.mark.parametrize("call", OTHER_CALLS)
def test_what_else_broadcasts_obeys(call):
    X.fill_(1)
    with policy("raise", "medium"), pytest.raises(Refused):
        OTHER_CALLS[call]()
    assert X.tolist() == [[1.0] * 3] * 3
    with recorded() as log, policy("warn", "medium"):
        OTHER_CALLS[call]()
    assert [w.category for w in log] == [Warned]
    assert log[0].filename == __file__
    with policy("raise", "high"):
        OTHER_CALLS[call]()


def test_values_that_fit_are_assigned():
    with policy("raise", "low"):
        x = tb.zeros(2, 3)
        x[0] = tb.ones(3)
        x[1, :2] = tb.ones(1, 1, 2)  # leading ones are dropped
        x[[0, 1]] = tb.ones(1, 2, 3)
        x[x > 0] = tb.ones(6)
        x[x > 0] = tb.tensor([2.0])
        x[:] = 3
        with pytest.raises(RuntimeError, match="must match the existing size"):
            x[0] = tb.ones(2)
        with pytest.raises(RuntimeError, match="cannot be broadcast to indexing result"):
            x[[0, 1]] = tb.ones(2)
        with pytest.raises(Refused, match=r"^__setitem__: a \(2, 3\) and b \(1, 3\) "):
            x[[0, 1]] = tb.ones(1, 1, 1, 3)
    assert x.tolist() == [[3.0] * 3] * 2


# ---- with the flags of the note ----


def test_only_the_policys_warning_is_issued():
    tb.backcompat.broadcast_warning.enabled = True
    a, b = ones((2, 3), (3, 2))
    with policy("warn"), recorded() as log:
        tb.ones(4, 1) + tb.ones(4)
        fallen = a + b
        a.add_(b)
    assert [w.category for w in log] == [Warned] * 3
    assert "the deprecated fallback views the operands as 1-dimensional" in str(log[1].message)
    assert fallen.tolist() == [[2.0] * 3] * 2
    for quiet in (policy("allow"), policy("warn", None)):
        with quiet, recorded() as log:
            tb.ones(4, 1) + tb.ones(4)
            a + b
        assert [w.category for w in log] == [UserWarning] * 2


def test_other_warnings_of_the_call_remain():
    out = tb.ones(3)
    with policy("warn"), recorded() as log:
        tb.add(tb.ones(4, 1), tb.ones(4), out=out)
    assert [w.category for w in log] == [Warned, UserWarning]
    assert "was resized" in str(log[1].message)
    out = tb.ones(3)
    with policy("raise"), recorded() as log, pytest.raises(Refused):
        tb.add(tb.ones(4, 1), tb.ones(4), out=out)
    assert log == []
    assert out.tolist() == [1.0] * 3


def test_the_fallback_is_refused_and_errors_of_shapes_are_the_old_ones():
    a, b = ones((2, 3), (3, 2))
    with policy("raise"), pytest.raises(Refused, match="are viewed as"):
        a.mul_(b)
    tb.backcompat.pointwise_fallback.enabled = False
    with policy("raise"), pytest.raises(RuntimeError, match="must match the size of tensor b") as caught:
        a + b
    assert type(caught.value) is RuntimeError


HOOKS = """
    import warnings
    import {module} as torch

    def reshape():
        world["a"].resize_(4, 1)
        world["b"].resize_(4)

    def shrink():
        world["a"].resize_(2)
        world["b"].resize_(2)

    def widen():
        world["a"].resize_(6, 1)

    def deepen():
        world["a"].resize_(1, 4, 1)

    def clash():
        world["a"].resize_(5000)

    def free():
        world.clear()

    for name in ("reshape", "shrink", "widen", "deepen", "clash", "free"):
        for level, first, second in (("warn", (4, 1), 4), ("raise", (4, 4), (4, 4))):
            for form in ("a + b", "torch.add(a, b, out=c)", "a.mul(b, out=c)", "d.__setitem__([0, 1], b)"):
                world = dict(torch=torch, a=torch.ones(first), b=torch.ones(second), c=torch.ones(7))
                world["d"] = torch.ones(2, 4)
                c = world["c"]
                def show(*args, hook=globals()[name], **kwargs):
                    hook()
                warnings.simplefilter("always")
                warnings.showwarning = show
                try:
                    with torch.broadcast_policy(level, "low"):
                        result = eval(form, world)
                    print(name, level, form, "->", getattr(result, "shape", None))
                except Exception as error:
                    print(name, level, form, "->", type(error).__name__, str(error).splitlines()[0], c.shape)
    print("alive")
"""


def test_hooks_that_resize_or_free_operands_are_survived_and_a_raise_holds_for_what_they_leave():
    lines = survived(HOOKS.format(module=MODULE_NAME))
    assert lines["shrink warn a + b"] == "torch.Size([2])"
    assert lines["widen warn a + b"] == "torch.Size([6, 4])"
    assert lines["deepen warn a + b"] == "torch.Size([1, 4, 4])"
    assert lines["free warn a + b"] == "torch.Size([4, 4])"
    assert lines["clash warn a + b"].startswith("RuntimeError The size of tensor a (5000) must match")
    # the warning of the resized out= makes operands of one shape broadcast
    refused = lines["reshape raise torch.add(a, b, out=c)"]
    assert refused.startswith("BroadcastPolicyError add: a (4, 1) and b (4,) broadcast to (4, 4).")
    assert refused.endswith("torch.Size([7])")


# ---- for whom ----


def test_the_innermost_policy_decides_and_the_outer_one_is_back_afterwards():
    strict, loose = policy("raise"), policy("allow")
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
    outer, inner = policy("raise"), policy("allow")
    outer.__enter__()
    inner.__enter__()
    outer.__exit__(None, None, None)
    assert broadcasts()
    inner.__exit__(None, None, None)
    outer.__exit__(None, None, None)  # entered nowhere: nothing to leave
    assert broadcasts()
    with outer:
        for _ in range(5000):
            inner.__enter__()
        outer.__exit__()
        for _ in range(5000):
            inner.__exit__()
        assert broadcasts()


def test_install():
    strict = policy("raise")
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
    strict, found = policy("raise"), {}
    barrier = threading.Barrier(2)

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
    strict = policy("raise")

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
