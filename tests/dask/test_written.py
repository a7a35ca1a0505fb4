"""What is said when an expression is written: shapes, errors, policies, warnings, at whole sizes."""

import os
import time
import warnings

import numpy as np
import pytest

pytest.importorskip("dask.array")

import dask

import tbcast
import tbcast.dask as td
from chunkings import assert_same
from repository import python


def test_whole_shapes_decide_before_a_graph_is_built():
    a, b = td.zeros(10**6, 1, chunks=1000), td.zeros(10**6, chunks=1000)
    start = time.perf_counter()
    with tbcast.broadcast_policy("raise"), pytest.raises(tbcast.BroadcastPolicyError) as caught:
        a - b
    took = time.perf_counter() - start
    assert caught.value.shapes == ((10**6, 1), (10**6,)) and caught.value.result == (10**6, 10**6)
    assert caught.value.filename == __file__ and caught.value.statement == "a - b"
    assert took < 0.5
    assert tbcast.explain(a, b).risk == "high"
    with tbcast.broadcast_policy("raise", risk=None, max_nbytes=10**9):
        with pytest.raises(
            tbcast.BroadcastPolicyError, match="takes 4000000000000 bytes; max_nbytes is 1000000000"
        ):
            a + b
        assert (a + 1).shape == (10**6, 1)


@pytest.mark.parametrize(
    ("write", "text"),
    [
        (
            lambda a, b: a + b,
            "The size of tensor a (1000000) must match the size of tensor b (3) at non-singleton dim",
        ),
        (
            lambda a, b: a.add_(b),
            "The size of tensor a (1000000) must match the size of tensor b (3) at non-singl",
        ),
        (lambda a, b: b[:1].add_(b), "output with shape [1] doesn't match the broadcast shape [3]"),
        (
            lambda a, b: td.ones(3, dtype=tbcast.int32).add_(b),
            "result type Float can't be cast to the desired out",
        ),
        (lambda a, b: td.ones(3, dtype=tbcast.int32) // 0, "ZeroDivisionError"),
        (lambda a, b: a > "1", "not supported between instances of 'DaskTensor' and 'str'"),
    ],
)
def test_errors_are_those_of_tensors(write, text):
    with pytest.raises((RuntimeError, TypeError)) as caught:
        write(td.zeros(10**6, chunks=1000), td.zeros(3))
    assert text in str(caught.value)


def test_warnings_stand_at_the_programs_line_and_come_once():
    a, b = td.zeros(4, 3, chunks=2), td.zeros(3, 4, chunks=2)
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        found = a + b
        a.add_(b)
        found.compute()
    assert [w.filename for w in log] == [__file__] * 2
    assert "Falling back to deprecated pointwise behavior" in str(log[0].message)
    assert str(log[1].message).startswith("other is not broadcastable to self")


def test_the_flag_that_warns_of_broadcasts():
    flag = tbcast.backcompat.broadcast_warning
    flag.enabled = True
    try:
        with pytest.warns(UserWarning, match="self and other do not have the same shape") as log:
            found = td.zeros(4, 1, chunks=1) + td.zeros(4, chunks=1)
        assert log[0].filename == __file__
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found.compute(scheduler="sync")  # blocks of (1, 1) and (1,), too
    finally:
        flag.enabled = False


def test_a_policy_is_asked_once_and_not_by_tasks():
    tbcast.broadcast_policy("raise", risk=None, max_growth=1).install()
    try:
        with tbcast.broadcast_policy("allow"):
            found = td.zeros(4, 1, chunks=2) + td.zeros(3, chunks=2)
        assert found.compute(scheduler="sync").shape == (4, 3)
        assert found.compute(scheduler="threads").shape == (4, 3)
    finally:
        tbcast.broadcast_policy("allow").install()


def test_intent_that_is_written_out_is_kept():
    x, y = td.zeros(8, chunks=4), td.zeros(8, chunks=4)
    with tbcast.broadcast_policy("raise"):
        assert (x[:, None] - y).shape == (8, 8)
        assert (x.unsqueeze(1) - y).shape == (8, 8)
        matrices = td.zeros(8, 2, 3, chunks=4)
        apart = matrices[:, None]
        assert (apart @ matrices.mT).shape == td.cdist(apart, matrices).shape == (8, 8, 2, 2)
        assert not apart[..., 0, 0].masked_select(y > 0).is_known()
        column = td.zeros(8, 1)
        with pytest.raises(tbcast.BroadcastPolicyError):
            column - y


def test_the_fallback_can_be_switched_off():
    tbcast.backcompat.pointwise_fallback.enabled = False
    try:
        with pytest.raises(RuntimeError, match="must match the size of tensor b"):
            td.zeros(4, 3) + td.zeros(12)
    finally:
        tbcast.backcompat.pointwise_fallback.enabled = True


def test_meta_tensors_end_with_the_expression():
    with pytest.raises(RuntimeError):
        td.zeros(3) + td.zeros(4)
    assert tbcast._C._meta(0) == 0
    large = tbcast.ones(2000) * 2  # computed
    assert large.sum() == 4000


def test_elements_are_not_looked_at():
    zeros = td.zeros(10, dtype=tbcast.int64)
    found = td.ones(10, dtype=tbcast.int64) // zeros
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        found.compute()


def test_unknown_sizes_meet_what_they_can():
    x = td.arange(10.0, chunks=3)
    found = x[x > 4]
    assert not found.is_known() and str(found.shape) == "(nan,)"
    assert (found * 2 + found).sum().compute() == 105
    assert found.exp().log().mean().compute() == pytest.approx(7)
    for call in (
        lambda: found + td.arange(5.0, chunks=2),
        lambda: found.reshape(1, -1),
        lambda: found.argmax(),
        lambda: found.squeeze(),
        lambda: found[[0]],
    ):
        with pytest.raises(NotImplementedError, match="compute_chunk_sizes"):
            call()
    assert found.compute_chunk_sizes().argmax().compute() == 4 and found.shape == (5,)


def test_tasks_have_one_thread(monkeypatch):
    seen = []

    def look(block):
        seen.append(tbcast._C._in_task(True))
        return block

    td.map_blocks(look, td.zeros(4, chunks=2)).compute(scheduler="sync")
    assert all(seen) and tbcast._C._in_task(False) is False


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="where Linux lists a process's threads")
def test_tasks_start_no_threads_of_tbcast(tmp_path):
    text = (
        "import os, threading, tbcast, tbcast.dask as td\n"
        "def threads(): return len(os.listdir('/proc/self/task')) - threading.active_count()\n"
        "def large(x): return ((x @ x).exp() + x).sum()\n"
        "lazy = large(td.ones(2000, 2000, chunks=1000))\n"
        "found = [threads()]\n"
        "for scheduler in ('sync', 'threads'):\n"
        "    lazy.compute(scheduler=scheduler, num_workers=3)\n"
        "    found.append(threads())\n"
        "large(tbcast.ones(2000, 2000))\n"
        "found.append(threads())\n"
        "print(*(b - a for a, b in zip(found, found[1:])))"
    )
    # Python knows Dask's own; a Tensor does start one
    assert python("-c", text, cwd=tmp_path, TBCAST_NUM_THREADS="2") == (0, "0 0 1\n")


def test_a_task_has_the_default_dtype_of_the_program_that_wrote_it():
    x = tbcast.arange(2**24, 2**24 + 2)
    lazy = td.from_tensor(x, 1)
    found = {}
    for dtype in (tbcast.float64, tbcast.float32):
        tbcast.set_default_dtype(dtype)
        try:
            found[dtype] = (
                (lazy / 3, x / 3),
                (lazy == 2.0**24, x == 2.0**24),
                (td.map_blocks(tbcast.true_divide, lazy, other=3), x / 3),
            )
        finally:
            tbcast.set_default_dtype(tbcast.float32)
    for scheduler in ("sync", "threads", "processes"):
        for pairs in found.values():
            for got, want in pairs:
                assert_same(got, want, scheduler=scheduler)
    names = {got.name for pairs in found.values() for got, _ in pairs}
    assert len(names) == 6
    assert tbcast.get_default_dtype() == tbcast.float32


@pytest.mark.parametrize("make", [tbcast.tensor, np.array])
def test_an_operand_without_dimensions_is_taken_as_it_is_now(make):
    scalar = make(5.0)
    lazy = td.ones(2) * scalar
    scalar += 1
    assert lazy.compute().tolist() == [5, 5]


def test_one_name_is_one_choice_of_blocks():
    x = tbcast.arange(8.0)
    whole = td.from_tensor(x)
    with dask.config.set({"array.chunk-size": "8B"}):
        cut = td.from_tensor(x)
    assert whole.name != cut.name
    assert (whole.rechunk(4) - cut).compute().tolist() == [0] * 8


@pytest.mark.parametrize("convert", [td.DaskTensor.item, float, int, bool])
def test_what_has_not_one_element_is_not_computed(convert):
    def fail(block):
        raise AssertionError

    lazy = td.map_blocks(fail, td.ones(4, chunks=2), dtype=tbcast.float32)
    with pytest.raises(RuntimeError, match=r"4 elements cannot be|more than one value"):
        convert(lazy)
