"""Policies and audits see every function that broadcasts, as one call, and what is excused."""

import warnings

import numpy as np
import pytest

from under_test import STAND_IN, tb

if STAND_IN:
    pytest.skip("torch has nothing like it", allow_module_level=True)

F = tb.nn.functional
Refused, Warned = tb.BroadcastPolicyError, tb.BroadcastPolicyWarning
N = 6
COLUMN, ROW = tb.ones(N, 1), tb.ones(N)
GRID, DOWN, ALONG = tb.ones(N, N), tb.arange(N).unsqueeze(1), tb.arange(N)
BATCHES = tb.ones(N, 1, 2, 3), tb.ones(N, 3, 4)

# What is called, and the shapes that broadcast.
SEEN = {
    "mse_loss": lambda: F.mse_loss(COLUMN, ROW),
    "mse_loss of sums": lambda: F.mse_loss(COLUMN, ROW, reduction="sum", weight=COLUMN),
    "l1_loss": lambda: F.l1_loss(COLUMN, ROW, reduction="none"),
    "dist": lambda: tb.dist(COLUMN, ROW),
    "dist of a method": lambda: COLUMN.dist(ROW, 1),
    "cosine_similarity": lambda: tb.cosine_similarity(COLUMN, ROW),
    "pairwise_distance": lambda: tb.pairwise_distance(COLUMN, ROW),
    "broadcast_tensors": lambda: tb.broadcast_tensors(COLUMN, ROW),
    "masked_select": lambda: tb.masked_select(COLUMN, ROW > 0),
    "masked_select with out": lambda: tb.masked_select(COLUMN, ROW > 0, out=tb.empty(0)),
    "matmul": lambda: tb.matmul(*BATCHES),
    "@": lambda: BATCHES[0] @ BATCHES[1],
    "@ of an array": lambda: BATCHES[0] @ BATCHES[1].numpy(),
    "matmul of a method": lambda: BATCHES[0].matmul(BATCHES[1]),
    "cdist": lambda: tb.cdist(BATCHES[0], BATCHES[1].mT.contiguous()),
    "einsum": lambda: tb.einsum("...i,...i->...", tb.ones(N, 1, 2), tb.ones(N, 2)),
    "einsum of three": lambda: tb.einsum("...,...,...", COLUMN, tb.ones(()), ROW),
    "trapezoid": lambda: tb.trapezoid(ROW, COLUMN, dim=0),
    "cumulative_trapezoid": lambda: tb.cumulative_trapezoid(ROW, COLUMN, dim=0),
    "numpy.subtract": lambda: np.subtract(COLUMN, ROW),
    "numpy.subtract of an array": lambda: np.subtract(COLUMN.numpy(), ROW),
    "numpy.hypot": lambda: np.hypot(ROW, COLUMN.numpy()),
    "isclose": lambda: tb.isclose(COLUMN, ROW),
    "allclose": lambda: tb.allclose(COLUMN, ROW),
    "where": lambda: tb.where(COLUMN > 0, ROW, 1.0),
    "lerp": lambda: COLUMN.lerp(ROW, 0.5),
    "special": lambda: tb.special.xlogy(COLUMN, ROW),
    "indices": lambda: GRID[DOWN, ALONG],
    "indices of an array": lambda: GRID[DOWN.numpy(), ALONG],
    "indices and a list": lambda: GRID[list(range(N)), DOWN],
    "indices and a mask": lambda: GRID[ALONG > -1, DOWN],
    "indices around a slice": lambda: tb.ones(N, 0, N)[DOWN, :, ALONG].mT.reshape(N, N, 0),
    "indices that are written": lambda: GRID.__setitem__((DOWN, ALONG), 1.0),
    "fallback": lambda: tb.ones(4, 2) + tb.ones(8),
}
quiet = pytest.mark.filterwarnings("ignore")


@quiet
@pytest.mark.parametrize("call", SEEN)
def test_every_function_that_broadcasts_is_seen(call):
    with tb.broadcast_policy("raise"), pytest.raises(Refused) as caught:
        SEEN[call]()
    error = caught.value
    assert error.risk == "high" and error.result in ((N, N), (4, 2))
    assert error.filename == __file__ and "lambda" in error.statement
    with tb.broadcast_policy("allow"):
        SEEN[call]()


@quiet
@pytest.mark.parametrize("call", SEEN)
def test_it_is_one_call_whatever_it_is_made_of(call):
    with tb.audit.tensors() as seen:
        SEEN[call]()
    assert [finding.count for finding in seen.findings()] == [1], seen.findings()
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        with tb.broadcast_policy("warn"):
            SEEN[call]()
    assert [(w.filename, w.category) for w in log if issubclass(w.category, Warned)] == [(__file__, Warned)]


INPUTS = {
    "addmm": lambda: tb.addmm(ROW, tb.ones(N, 2), tb.ones(2, N)),
    "addmm of a method": lambda: ROW.addmm(tb.ones(N, 2), tb.ones(2, N), beta=2),
    "addmm with out": lambda: tb.addmm(ROW, tb.ones(N, 2), tb.ones(2, N), out=tb.empty(N, N)),
    "addbmm": lambda: tb.addbmm(ROW, tb.ones(3, N, 2), tb.ones(3, 2, N)),
    "baddbmm": lambda: tb.baddbmm(ROW, tb.ones(3, N, 2), tb.ones(3, 2, N)),
}


@pytest.mark.parametrize("call", INPUTS)
def test_the_input_of_a_product_is_expanded_to_it(call):
    """Which cannot be of high risk: the result is no larger than the product."""
    INPUTS[call]()
    with tb.broadcast_policy("raise"), tb.audit.tensors() as seen:
        INPUTS[call]()
    [found] = seen.findings()
    assert (found.risk, found.operator, found.count) == ("medium", call.partition(" ")[0], 1)
    assert found.shapes[0] == (N,) and found.result == found.shapes[1]
    with tb.broadcast_policy("raise", "medium"), pytest.raises(Refused, match="also fit another dimension"):
        INPUTS[call]()


def test_the_input_of_a_product_may_have_its_sizes():
    a, b, row = tb.ones(4, 2), tb.ones(2, 5), tb.ones(5)
    with tb.broadcast_policy("raise", "low"):
        tb.addmm(tb.ones(4, 5), a, b)
        tb.addmm(tb.ones(1), a, b)
        tb.ones(4, 5).addmm_(a, b)
        tb.addmv(tb.ones(4), a, tb.ones(2))
        tb.addmv(tb.ones(()), a, tb.ones(2))
        with pytest.raises(Refused, match=r"a \(5,\) and b \(4, 5\) .*only a is expanded"):
            tb.addmm(row, a, b)


def test_take_along_dim_broadcasts_but_for_its_dimension():
    table, column = tb.ones(3, 4), tb.zeros(3, 1, dtype=tb.int64)
    with tb.broadcast_policy("raise", "low"):
        tb.take_along_dim(table, column, 1)
        tb.take_along_dim(table, tb.ones(3, 9, dtype=tb.int64), -1)
        tb.take_along_dim(table, column)
        with pytest.raises(Refused) as caught:
            tb.take_along_dim(table[:1], tb.zeros(5, 9, dtype=tb.int64), 1)
    assert (caught.value.shapes, caught.value.risk) == (((1, 9), (5, 9)), "low")
    with tb.broadcast_policy("raise", None, max_growth=2), pytest.raises(Refused, match="max_growth is 2"):
        tb.take_along_dim(tb.ones(8, 1, 1), tb.zeros(1, 8, 1, dtype=tb.int64), 2)


def test_indices_that_are_written_out_are_meant():
    i, j = tb.arange(3), tb.arange(N)
    with tb.broadcast_policy("raise", "medium"):
        assert GRID[i[:, None], i].shape == (3, 3)
        assert GRID[i.unsqueeze(1), i].shape == (3, 3)
        assert GRID[[[0], [1]], [0, 1]].shape == (2, 2)
        GRID.clone()[i[:, None], i] = 2
        GRID[j, j], GRID[i, 0], GRID[i], GRID[DOWN, 2], GRID[None, i, :], GRID[DOWN], GRID[GRID > 0]
        GRID[DOWN, GRID.argsort(1)]
    with tb.broadcast_policy("raise"):
        column = i[:, None]
        assert GRID[column, i].shape == (3, 3)
        with tb.broadcast_policy("raise", "medium"), pytest.raises(Refused, match="was written out on line"):
            GRID[column, i]


def test_a_fix_names_the_index_that_lacks_a_dimension():
    cube, down, along = tb.ones(N, N, N), DOWN, ALONG
    with tb.audit.tensors() as seen:
        cube[down, along]
        cube[down, :, along]
        cube[None, 0, down, along]
    assert [found.fix for found in seen.findings()] == ["along[:, None]"] * 3


def test_a_refused_write_to_indices_has_written_nothing():
    x, i = tb.zeros(N, N), tb.arange(N)
    with tb.broadcast_policy("raise"), pytest.raises(Refused, match=r"^__setitem__: "):
        x[DOWN, i] = 1
    with tb.broadcast_policy("raise", "low"), pytest.raises(Refused, match="only b is expanded"):
        x[0:2][tb.arange(2)[:, None].expand(2, N), i.expand(2, N)] = tb.ones(N)
    assert x.sum() == 0


def test_operands_that_are_meant_to_broadcast_are_not_asked_about():
    with tb.broadcast_policy("raise", "low"), tb.audit.tensors() as seen:
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
            with tb.broadcast_policy("raise", "low"), pytest.raises(RuntimeError) as asked:
                call()
        assert str(plain.value) == str(asked.value) and type(asked.value) is RuntimeError


def test_an_objection_tells_what_it_is_about():
    with tb.broadcast_policy("raise"), pytest.raises(Refused) as caught:
        COLUMN - ROW
    error = caught.value
    assert (error.shapes, error.result, error.risk) == (((N, 1), (N,)), (N, N), "high")
    assert error.reason == "The risk is high: a and b have the same sizes apart from 1s, and both grow."
    assert error.fixes == tb.explain((N, 1), (N,)).fixes
    assert f"Fix: {error.fixes[0].code} " in str(error)
    assert error.statement == "COLUMN - ROW" and error.lineno > 1
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        with tb.broadcast_policy("warn", risk=None, max_growth=2):
            COLUMN - ROW
    [warned] = log
    assert warned.message.shapes == error.shapes and warned.lineno == warned.message.lineno
    assert warned.message.reason.startswith("The result has 6 times")
    assert Refused("text").shapes == () and Refused("text").fixes == ()


def test_a_comment_excuses_one_statement():
    with tb.broadcast_policy("raise", "low"):
        COLUMN - ROW  # broadcast: ok
        (
            COLUMN - ROW  # broadcast: ok, every pair is wanted
        )
        text = "# broadcast: nothing"
        with pytest.raises(Refused):
            COLUMN - ROW, text
        F.mse_loss(tb.ones(2, 1), tb.ones(1, 2).expand(1, 2)[0:1].T)  # sizes are the same
        with tb.broadcast_policy("allow"):
            COLUMN - ROW


# ---- what was written out ----


def pairs(x, y):
    return x - y


def test_what_the_statement_writes_out_is_meant():
    x = tb.arange(6.0)
    with tb.broadcast_policy("raise", "medium"):
        x[:, None] - x
        x.unsqueeze(1) - x
        x[..., None] * 2 - x
        (x[:, None] >= x).float()
        (x[:, None].exp().float().clone() - x)
        x.unsqueeze(-1).add_(1) - x
        [a[:, None] - a for a in (x, x)]
        x - x.unsqueeze_(1).clone().squeeze(1).unsqueeze(1).T[0]
    assert x.shape == (6, 1)


def test_what_the_function_writes_out_is_of_medium_risk():
    x = tb.arange(6.0)
    column = x[:, None]
    with tb.broadcast_policy("raise"):
        y = x[:, None]
        pairs_of_row = y - x
        assert pairs_of_row.shape == (6, 6)
        with tb.broadcast_policy("raise", "medium"), pytest.raises(Refused, match="was written out on line"):
            y - x
        with pytest.raises(Refused):  # nobody looked when it was written
            column - x


def test_what_another_function_writes_out_counts_for_nothing():
    x = tb.arange(6.0)
    with tb.broadcast_policy("raise"), pytest.raises(Refused):
        pairs(x[:, None], x)


KEEPING = {
    "view": lambda c: c[:],
    "slice": lambda c: c[1:5, :],
    "row of three": lambda c: c[None][0],
    "transposed twice": lambda c: c.T.T,
    "mT": lambda c: c.mT.mT,
    "t": lambda c: c.t().t(),
    "transpose": lambda c: c.transpose(0, 1).swapaxes(-1, 0),
    "permute": lambda c: c.permute(1, 0).permute((1, 0)),
    "movedim": lambda c: c.movedim(0, 1).moveaxis([0], [1]),
    "squeeze": lambda c: c.unsqueeze(0).squeeze(0),
    "select": lambda c: c.unsqueeze(0).select(0, 0),
    "clone": lambda c: c.clone(),
    "contiguous": lambda c: c.T.contiguous().T,
    "detach": lambda c: c.detach(),
    "to": lambda c: c.to(tb.float64),
    "double": lambda c: c.double().float(),
    "type": lambda c: c.type(tb.float64).type_as(c),
    "narrow": lambda c: c.narrow(0, 0, 6),
    "flip": lambda c: c.flip(0),
    "minus": lambda c: -c,
    "times a number": lambda c: 2 * c / 3.0,
    "power of a number": lambda c: 2**c,
    "exp": lambda c: tb.exp(c).abs().sqrt(),
    "clamp": lambda c: c.clamp(0, 1),
    "rsub": lambda c: 1 - c,
    "compared with a number": lambda c: (c > 0).float(),
    "times a 0-dim tensor": lambda c: c * tb.tensor(2.0),
    "where of numbers": lambda c: tb.where(c > 0, 1.0, 0.0),
    "in place": lambda c: c.clone().mul_(2).add_(c),
    "unsqueeze in place": lambda c: c[:, 0].unsqueeze_(1),
    "view to a literal 1": lambda c: c.view(6, 1),
    "reshape to a literal 1": lambda c: c.reshape(6, 1),
}
COLUMN_SIZE = (6, 1)
LOSING = {
    "view": lambda c: c.view(COLUMN_SIZE),
    "reshape": lambda c: c.reshape(COLUMN_SIZE),
    "sum with keepdim": lambda c: c.expand(6, 4).sum(1, keepdim=True),
    "cat": lambda c: tb.cat([c, c]),
    "stack": lambda c: tb.stack([c, c], 0)[0],
    "two operands": lambda c: c + tb.ones(6, 1),
    "indices": lambda c: c[tb.arange(6)],
    "matmul": lambda c: c @ tb.ones(1, 1),
    "out": lambda c: tb.mul(c, 2, out=tb.empty(6, 1)),
    "numpy": lambda c: tb.from_numpy(c.numpy()),
    "pickle": lambda c: __import__("copy").deepcopy(c),
    "view in place": lambda c: c.clone().resize_(3, 2).resize_(6, 1),
}


def marks_after(change):
    with tb.broadcast_policy("raise", None):
        column = tb.arange(6.0)[:, None]
        return tb._C._marks(column), tb._C._marks(change(column))


@pytest.mark.parametrize("change", KEEPING)
def test_a_mark_is_kept_by(change):
    before, after = marks_after(KEEPING[change])
    assert before[0] is None and before[1].code is marks_after.__code__
    assert after is not None and len(after) == 2 and after[0] is None
    assert after[1].code in (marks_after.__code__, KEEPING[change].__code__)


@pytest.mark.parametrize("change", LOSING)
def test_a_mark_is_lost_by(change):
    after = marks_after(LOSING[change])[1]
    assert after is None or not any(after)


def test_marks_follow_their_dimension():
    with tb.broadcast_policy("raise", None):
        x = tb.ones(2, 3)[:, None, ..., None]
        assert [mark is not None for mark in tb._C._marks(x)] == [False, True, False, True]
        for change, expected in (
            (x.permute(3, 0, 1, 2), "1010"),
            (x.transpose(0, 1), "1001"),
            (x.movedim((1, 3), (0, 1)), "1100"),
            (x[0], "101"),
            (x[:, 0], "001"),
            (x[..., 0], "010"),
            (x[1, ..., None], "1011"),
            (x[:, :, None], "01101"),
            (x.squeeze(1), "001"),
            (x.squeeze((1, 3)), ""),
            (x.squeeze(), ""),
            (x.unsqueeze(-2), "01011"),
            (x.mT, "0110"),
            (x.permute(3, 2, 1, 0), "1010"),
        ):
            marks = tb._C._marks(change)
            found = "".join("01"[mark is not None] for mark in marks or ())
            assert found == expected, (change.shape, found)


def test_nobody_marks_where_nobody_watches():
    assert tb._C._marks(tb.ones(3)[:, None]) is None
    with tb.broadcast_policy("allow"):
        assert tb._C._marks(tb.ones(3)[:, None]) is None
    with tb.broadcast_policy("warn", None):
        assert tb._C._marks(tb.ones(3)[:, None]) is not None
    assert tb._C._marks(tb.ones(3).unsqueeze(0)) is None
    with pytest.raises(TypeError, match="takes a Tensor"):
        tb._C._marks(3)


def test_comparisons_of_data_and_losses_are_never_excused():
    with tb.broadcast_policy("raise"):
        for call in (tb.isclose, tb.allclose, tb.dist):
            with pytest.raises(Refused):
                call(ROW[:, None], ROW)
        with warnings.catch_warnings(), pytest.raises(Refused):
            warnings.simplefilter("ignore")
            F.mse_loss(ROW[:, None], ROW)
        assert (ROW[:, None] == ROW).shape == (N, N)


# ---- audits ----


def test_audits_see_what_policies_allow_and_what_other_threads_do():
    import threading

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
