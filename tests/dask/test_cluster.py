"""A cluster of two worker processes: results, mapped files, a killed worker, a closed client."""

import os
import signal
import time

import numpy as np
import pytest

pytest.importorskip("distributed")

import distributed

import tbcast
import tbcast.dask as td
from chunkings import assert_equal, cut

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def client():
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", memory_limit="1GiB"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


EXPRESSIONS = {
    "pointwise": lambda torch, x: (x - 1).exp() / x.abs().clamp(0.5, 2),
    "moments": lambda torch, x: (x - x.mean(0)) / x.std(0),
    "arg": lambda torch, x: x.argmax(1),
    "softmax": lambda torch, x: x.softmax(1),
    "product": lambda torch, x: x @ x.mT,
    "distances": lambda torch, x: torch.cdist(x, x),
    "views": lambda torch, x: torch.cat([x[::2], x[1::2]]).T.reshape(-1)[5:50],
    "where": lambda torch, x: torch.where(x > 0, x, 0.0),
    "cumsum": lambda torch, x: x.cumsum(0),
}


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
@pytest.mark.parametrize("name", EXPRESSIONS)
def test_processes_give_what_one_machine_gives(client, name, dtype):
    x = tbcast.randn(60, 40, generator=tbcast.Generator().manual_seed(2)).to(getattr(tbcast, dtype))
    if name == "distances":
        x = x.float()
    want = EXPRESSIONS[name](tbcast, x)
    got = EXPRESSIONS[name](td, cut(x, name)).compute()
    assert_equal(got, want, exact=name in ("pointwise", "views", "where"))


def test_persisted_blocks_stay_on_the_workers(client):
    x = td.rand(1000, 100, chunks=100, seed=1).bfloat16().persist()
    distributed.wait(x)
    assert sum(map(len, client.has_what().values())) >= 10
    assert_equal((x * 2).sum().compute(), (x.compute() * 2).sum(), exact=False)
    future = client.compute(x.float().mean())
    assert abs(float(future.result()) - 0.5) < 0.01


def test_random_numbers_are_those_of_one_machine(client):
    x = td.randn(500, 40, chunks=(77, 13), seed=4)
    assert_equal(x.compute(), td.randn(500, 40, seed=4).compute(scheduler="sync"))


def test_workers_have_one_thread_a_task_and_the_programs_rules(client):
    def look(block):
        return tbcast.full((1,), os.getpid() if tbcast._C._in_task(True) else 0)

    pids = set(td.map_blocks(look, td.zeros(8, chunks=1), dtype=tbcast.int64).compute().tolist())
    assert 0 not in pids and os.getpid() not in pids


def test_a_mapped_table_becomes_a_zarr_array(client, tmp_path):
    pytest.importorskip("zarr")
    table = np.random.default_rng(1).random((20_000, 50), np.float32) * np.arange(1, 51, dtype=np.float32)
    np.save(tmp_path / "table.npy", table)
    x = td.from_numpy(np.load(tmp_path / "table.npy", mmap_mode="r"), chunks=(2000, 50))
    ((x - x.mean(0)) / x.std(0)).to_zarr(str(tmp_path / "out.zarr"))
    out = td.from_zarr(str(tmp_path / "out.zarr"))
    assert abs(out.mean(0)).max() < 1e-4 and abs(out.std(0) - 1).max() < 1e-4
    t = tbcast.from_numpy(table)
    assert_equal(out.compute(), (t - t.mean(0)) / t.std(0), exact=False)


def test_an_error_of_a_task_comes_to_the_program(client):
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        (td.ones(10, dtype=tbcast.int64, chunks=5) // td.zeros(10, dtype=tbcast.int64, chunks=5)).compute()


def test_a_worker_that_is_killed_changes_nothing(client):
    def slow(block):
        time.sleep(0.1)
        return block * 2

    x = td.randn(400, 50, chunks=(10, 50), seed=9)
    future = client.compute(td.map_blocks(slow, x).sum(0))
    time.sleep(0.7)
    pids = client.run(os.getpid)
    os.kill(next(iter(pids.values())), signal.SIGKILL)
    assert_equal(future.result(timeout=60), (x * 2).sum(0).compute(scheduler="sync"))
    client.wait_for_workers(2, timeout=60)


def test_a_client_that_is_closed_says_so():
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        x = td.ones(4, chunks=2)
        assert x.sum().compute(scheduler=client) == 4
    with pytest.raises(Exception, match=r"[Cc]losed|not running|Cannot schedule"):
        x.sum().compute(scheduler=client)
