"""broadcast_policy: what is objected to, in which calls and forms, and what an objection leaves behind."""

import sys
import threading
import warnings

import numpy as np
import pytest

from children import survived
from differential.forms import ROWS, tensor_forms
from policy_calls import Refused, Warned, ones, policy, recorded
from under_test import MODULE_NAME, STAND_IN, tb

if STAND_IN:
    pytest.skip("torch has nothing like it", allow_module_level=True)

F = tb.nn.functional
HIGH, MEDIUM, LOW, NONE = ((4, 1), (4,)), ((3, 3), (3,)), ((2, 3), (3,)), ((2, 3), (1,))
OUTER = ((4, 1, 2), (1, 4, 2))
LEVELS = ("low", "medium", "high")

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


# ---- every other call ----

N = 6
COLUMN, ROW, TWOS, GRID = tb.ones(N, 1), tb.ones(N), tb.full((N,), 2.0), tb.ones(N, N)
DOWN, ALONG = tb.arange(N).unsqueeze(1), tb.arange(N)
BATCHES = tb.ones(N, 1, 2, 3), tb.ones(N, 3, 4)
FACTORS, THREE = (tb.ones(N, 2), tb.ones(2, N)), (tb.ones(3, N, 2), tb.ones(3, 2, N))
HIGH_RISKS = [
    ("mse_loss", lambda: F.mse_loss(COLUMN, ROW)),
    ("mse_loss", lambda: F.mse_loss(COLUMN, ROW, reduction="sum", weight=COLUMN)),
    ("l1_loss", lambda: F.l1_loss(COLUMN, ROW, reduction="none")),
    ("dist", lambda: tb.dist(COLUMN, ROW)),
    ("dist", lambda: COLUMN.dist(ROW, 1)),
    ("cosine_similarity", lambda: tb.cosine_similarity(COLUMN, ROW)),
    ("pairwise_distance", lambda: tb.pairwise_distance(COLUMN, ROW)),
    ("broadcast_tensors", lambda: tb.broadcast_tensors(COLUMN, ROW)),
    ("masked_select", lambda: tb.masked_select(COLUMN, ROW > 0)),
    ("masked_select", lambda: tb.masked_select(COLUMN, ROW > 0, out=tb.empty(0))),
    ("matmul", lambda: tb.matmul(*BATCHES)),
    ("matmul", lambda: BATCHES[0] @ BATCHES[1]),
    ("matmul", lambda: BATCHES[0] @ BATCHES[1].numpy()),
    ("matmul", lambda: BATCHES[0].matmul(BATCHES[1])),
    ("cdist", lambda: tb.cdist(BATCHES[0], BATCHES[1].mT.contiguous())),
    ("einsum", lambda: tb.einsum("...i,...i->...", tb.ones(N, 1, 2), tb.ones(N, 2))),
    ("einsum", lambda: tb.einsum("...,...,...", COLUMN, tb.ones(()), ROW)),
    ("trapezoid", lambda: tb.trapezoid(ROW, COLUMN, dim=0)),
    ("cumulative_trapezoid", lambda: tb.cumulative_trapezoid(ROW, COLUMN, dim=0)),
    ("numpy.subtract", lambda: np.subtract(COLUMN, ROW)),
    ("numpy.subtract", lambda: np.subtract(COLUMN.numpy(), ROW)),
    ("numpy.hypot", lambda: np.hypot(ROW, COLUMN.numpy())),
    ("isclose", lambda: tb.isclose(COLUMN, ROW)),
    ("isclose", lambda: tb.allclose(COLUMN, ROW)),
    ("where", lambda: tb.where(COLUMN > 0, ROW, 1.0)),
    ("lerp", lambda: COLUMN.lerp(ROW, 0.5)),
    ("xlogy", lambda: tb.special.xlogy(COLUMN, ROW)),
    ("__getitem__", lambda: GRID[DOWN, ALONG]),
    ("__getitem__", lambda: GRID[DOWN.numpy(), ALONG]),
    ("__getitem__", lambda: GRID[list(range(N)), DOWN]),
    ("__getitem__", lambda: GRID[ALONG > -1, DOWN]),
    ("__getitem__", lambda: tb.ones(N, 0, N)[DOWN, :, ALONG].mT.reshape(N, N, 0)),
    ("__setitem__", lambda: GRID.__setitem__((DOWN, ALONG), 2.0)),
    ("add", lambda: tb.ones(4, 2) + tb.ones(8)),  # the fallback
]
# What is expanded to another operand, or to a product, which is never of high risk.
MEDIUM_RISKS = [
    ("isclose", lambda: GRID.allclose(ROW)),
    ("where", lambda: tb.where(GRID > 0, ROW, 2.0)),
    ("add", lambda: GRID + np.ones(N, np.float32)),
    ("mul", lambda: np.ones(N, np.float32) * GRID),
    ("ne", lambda: ROW in GRID),
    ("copy_", lambda: GRID.copy_(TWOS)),
    ("copy_", lambda: setattr(GRID, "real", TWOS)),
    ("__setitem__", lambda: GRID.__setitem__(slice(None), TWOS)),
    ("__setitem__", lambda: GRID.__setitem__(..., TWOS)),
    ("__setitem__", lambda: GRID.__setitem__(slice(None), TWOS.numpy())),
    ("__setitem__", lambda: GRID.__setitem__(list(range(N)), TWOS)),
    ("__setitem__", lambda: GRID.__setitem__((DOWN.expand(N, N), ALONG.expand(N, N)), TWOS)),
    ("addmm", lambda: tb.addmm(ROW, *FACTORS)),
    ("addmm", lambda: ROW.addmm(*FACTORS, beta=2)),
    ("addmm", lambda: tb.addmm(ROW, *FACTORS, out=tb.empty(N, N))),
    ("addbmm", lambda: tb.addbmm(ROW, *THREE)),
    ("baddbmm", lambda: tb.baddbmm(ROW, *THREE)),
]
CALLS = [("high", *case) for case in HIGH_RISKS] + [("medium", *case) for case in MEDIUM_RISKS]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("risk", "operator", "call"), CALLS, ids=[f"{name}-{n}" for n, (_, name, _) in enumerate(CALLS)]
)
def test_a_call_that_broadcasts_is_asked_about_once_whatever_it_is_made_of(risk, operator, call):
    GRID.fill_(1)
    with policy("raise", risk), pytest.raises(Refused, match=f"^{operator}: ") as caught:
        call()
    error = caught.value
    assert (error.risk, error.filename) == (risk, __file__) and "lambda" in error.statement
    assert bool((GRID == 1).all())
    with policy("raise") if risk == "medium" else policy("allow"), recorded() as log:
        call()
    assert not [w for w in log if issubclass(w.category, Warned)]
    with tb.audit.tensors() as seen:
        call()
    assert [(found.operator, found.count, found.risk) for found in seen.findings()] == [(operator, 1, risk)]
    assert seen.findings()[0].result == error.result in ((N, N), (3, N, N), (4, 2))
    with policy("warn", risk), recorded() as log:
        call()
    assert [w.filename for w in log if issubclass(w.category, Warned)] == [__file__]


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


def test_a_refused_write_to_indices_has_written_nothing():
    x, i = tb.zeros(N, N), tb.arange(N)
    with policy("raise"), pytest.raises(Refused, match=r"^__setitem__: "):
        x[DOWN, i] = 1
    with policy("raise", "low"), pytest.raises(Refused, match="only b is expanded"):
        x[0:2][tb.arange(2)[:, None].expand(2, N), i.expand(2, N)] = tb.ones(N)
    assert x.sum() == 0


def test_the_input_of_a_product_may_have_its_sizes():
    a, b, row = tb.ones(4, 2), tb.ones(2, 5), tb.ones(5)
    with policy("raise", "low"):
        tb.addmm(tb.ones(4, 5), a, b)
        tb.addmm(tb.ones(1), a, b)
        tb.ones(4, 5).addmm_(a, b)
        tb.addmv(tb.ones(4), a, tb.ones(2))
        tb.addmv(tb.ones(()), a, tb.ones(2))
        with pytest.raises(Refused, match=r"a \(5,\) and b \(4, 5\) .*only a is expanded"):
            tb.addmm(row, a, b)


def test_take_along_dim_broadcasts_but_for_its_dimension():
    table, column = tb.ones(3, 4), tb.zeros(3, 1, dtype=tb.int64)
    with policy("raise", "low"):
        tb.take_along_dim(table, column, 1)
        tb.take_along_dim(table, tb.ones(3, 9, dtype=tb.int64), -1)
        tb.take_along_dim(table, column)
        with pytest.raises(Refused) as caught:
            tb.take_along_dim(table[:1], tb.zeros(5, 9, dtype=tb.int64), 1)
    assert (caught.value.shapes, caught.value.risk) == (((1, 9), (5, 9)), "low")
    with policy("raise", None, max_growth=2), pytest.raises(Refused, match="max_growth is 2"):
        tb.take_along_dim(tb.ones(8, 1, 1), tb.zeros(1, 8, 1, dtype=tb.int64), 2)


def test_operands_that_are_meant_to_broadcast_are_not_asked_about():
    with policy("raise", "low"), tb.audit.tensors() as seen:
        tb.kron(tb.ones(2, 3), tb.ones(4))
        tb.inner(tb.ones(3), tb.ones(()))
        tb.outer(tb.ones(3), tb.ones(4))
        tb.einsum("i,j->ij", tb.ones(3), tb.ones(4))
        tb.einsum("bi,bj->bij", tb.ones(2, 3), tb.ones(2, 4))
        tb.tensordot(tb.ones(2, 3), tb.ones(3, 4), 1)
        tb.ones(2, 2, 3) @ tb.ones(3, 4)
        tb.ones(5, 3) @ tb.ones(3)
        np.add(tb.ones(3), 1)
        np.matmul(tb.ones(3, 1), tb.ones(1, 3))
        np.add.reduce(tb.ones(3, 1))
    assert seen.findings("low") == []


def test_what_does_not_broadcast_is_left_to_the_call():
    calls = [
        lambda: tb.broadcast_tensors(tb.ones(2), tb.ones(3)),
        lambda: F.mse_loss(tb.ones(2), tb.ones(3)),
        lambda: tb.ones(2, 2, 3) @ tb.ones(3, 3, 4),
        lambda: tb.einsum("...,...", tb.ones(2), tb.ones(3)),
        lambda: tb.dist(tb.ones(2), tb.ones(3)),
        lambda: tb.masked_select(tb.ones(2), tb.ones(3) > 0),
        lambda: tb.addmm(tb.ones(4), tb.ones(3, 2), tb.ones(2, 3)),
        lambda: tb.addmm(tb.ones(3), tb.ones(3, 2), tb.ones(1, 3)),
        lambda: tb.addmv(tb.ones(3), tb.ones(3, 2), tb.ones(2, 2)),
        lambda: tb.baddbmm(tb.ones(3), tb.ones(2, 3, 3), tb.ones(3, 3, 3)),
        lambda: tb.take_along_dim(tb.ones(3, 2), tb.zeros(2, 2, dtype=tb.int64), 1),
        lambda: tb.take_along_dim(tb.ones(3, 2), tb.zeros(2, dtype=tb.int64), 1),
    ]
    for call in calls:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with pytest.raises(RuntimeError) as plain:
                call()
            with policy("raise", "low"), pytest.raises(RuntimeError) as asked:
                call()
        assert str(plain.value) == str(asked.value) and type(asked.value) is RuntimeError


def test_an_objection_tells_what_it_is_about():
    with policy("raise"), pytest.raises(Refused) as caught:
        COLUMN - ROW
    error = caught.value
    assert (error.shapes, error.result, error.risk) == (((N, 1), (N,)), (N, N), "high")
    assert error.reason == "The risk is high: a and b have the same sizes apart from 1s, and both grow."
    assert error.fixes == tb.explain((N, 1), (N,)).fixes
    assert f"Fix: {error.fixes[0].code} " in str(error)
    assert error.statement == "COLUMN - ROW" and error.lineno > 1
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        with policy("warn", risk=None, max_growth=2):
            COLUMN - ROW
    [warned] = log
    assert warned.message.shapes == error.shapes and warned.lineno == warned.message.lineno
    assert warned.message.reason.startswith("The result has 6 times")
    assert Refused("text").shapes == () and Refused("text").fixes == ()


def test_audits_see_what_policies_allow_and_what_other_threads_do():
    def loss():
        return ((COLUMN - ROW) ** 2).mean()

    with tb.audit.tensors() as outer, tb.audit.tensors() as inner:
        thread = threading.Thread(target=loss)
        thread.start()
        thread.join()
        loss()
    loss()
    for seen in (outer, inner):
        [finding] = seen.findings()
        assert (finding.operator, finding.count, finding.risk) == ("sub", 2, "high")
        assert finding.function.endswith("loss")
    assert not tb._C._is_watched()


def test_an_error_of_what_watches_is_the_calls():
    class Broken:
        def see(self, *args, **kwargs):
            raise KeyboardInterrupt

    broken = Broken()
    with pytest.raises(KeyboardInterrupt), tb.audit.tensors(broken):
        COLUMN - ROW
    assert (COLUMN - ROW).shape == (N, N)


# ---- with the flags of the note, and hooks of warnings ----


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
