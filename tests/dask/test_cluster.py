"""Clusters of processes and of hosts: results, mapped files, killed workers, closed clients, a full disk.

All tables of calls are computed here, too, at once.
"""

import contextlib
import itertools
import os
import shutil
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

pytest.importorskip("distributed")

import dask
import distributed

import tbcast
import tbcast.dask as td
from calls.dask_cases import (
    CALLS,
    INDEXED,
    INDICES,
    JOINS,
    PAIRS,
    PRODUCTS,
    UNCHUNKED,
    VIEWS,
    Module,
    of_dtype,
    outcome,
    unchunked,
)
from chunkings import assert_equal, cut
from differential.cases import Library
from differential.drawing import draws, operands_of, parameters_of
from differential.forms import ROWS, forms_of
from oracles.dtype_rules import NAMES

pytestmark = pytest.mark.long


# Long enough for a machine that does something else: no test asserts a time.
PATIENCE = 300


@contextlib.contextmanager
def client_of(workers):
    with (
        distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            dashboard_address=":0",
            memory_limit="1GiB",
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def client():
    with client_of(2) as client:
        yield client


@pytest.fixture
def own_client():
    """A test that kills workers has a cluster of its own: Dask's nanny may not bring one back."""
    with client_of(2) as client:
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


TABLES = dict.fromkeys((UNCHUNKED, VIEWS, INDEXED, JOINS), True)
TABLES |= dict.fromkeys((CALLS, PAIRS, PRODUCTS), False)


def of_tables(dtype):
    """(text, DaskTensor, Tensor, whether they are the same to the bit) of what the tables have."""
    names = of_dtype(dtype)
    names["t"] = names["x"]
    for texts, exact in TABLES.items():
        for text in texts.split():
            blocks = {name: cut(tensor, f"{text} {name}") for name, tensor in names.items()}
            if texts is UNCHUNKED:
                blocks["t"] = unchunked(blocks["t"], text)
            want, _ = outcome(text, tbcast, INDICES | names)
            got, _ = outcome(text, Module(), INDICES | blocks)
            if isinstance(want, Exception):
                continue
            assert not isinstance(got, Exception), f"{text}: {got!r}"
            for one, other in zip(*(x if isinstance(x, tuple) else (x,) for x in (got, want)), strict=True):
                yield text, one, other, exact and "softmax" not in text


def of_rows(dtype):
    """The same of a form of each pointwise row."""
    library = Library(tbcast)
    for row in ROWS.values():
        forms = [form for form in forms_of(row) if form.tensors and not (form.out or form.inplace)]
        for draw, form in itertools.product(draws(row, NAMES.index(dtype), 1), forms):
            operands = [library.tensor(x) for x in operands_of(draw, form)]
            blocks = [cut(x, form.name) if isinstance(x, tbcast.Tensor) else x for x in operands]
            parameters = parameters_of(draw, form)
            try:
                want = form.call(tbcast, operands, parameters, None)
            except (ArithmeticError, NotImplementedError, RuntimeError, TypeError, ValueError):
                continue  # another form is taken
            if isinstance(want, tbcast.Tensor):
                yield form.name, form.call(td, blocks, parameters, None), want, True
                break


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("dtype", ["float32", "int64"])
@pytest.mark.parametrize("scheduler", ["threads", "client"])
def test_all_tables_at_once(request, scheduler, dtype):
    where = request.getfixturevalue("client") if scheduler == "client" else scheduler
    with dask.config.set({"array.rechunk.method": "tasks"} if where == "threads" else {}):  # not p2p
        texts, lazy, wanted, exact = zip(*of_tables(dtype), *of_rows(dtype), strict=True)
    assert len(texts) > 300
    for text, got, want, same in zip(texts, dask.compute(*lazy, scheduler=where), wanted, exact, strict=True):
        try:
            assert_equal(got, want, same)
        except AssertionError as error:
            raise AssertionError(f"{text}: {error}") from None


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


def test_a_worker_that_is_killed_changes_nothing(own_client):
    def slow(block):
        time.sleep(0.1)
        return block * 2

    x = td.randn(400, 50, chunks=(10, 50), seed=9)
    future = own_client.compute(td.map_blocks(slow, x).sum(0))
    time.sleep(0.7)
    pids = own_client.run(os.getpid)
    os.kill(next(iter(pids.values())), signal.SIGKILL)
    assert_equal(future.result(timeout=PATIENCE), (x * 2).sum(0).compute(scheduler="sync"))


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


def test_the_only_worker_that_is_killed_is_started_again():
    def slow(block):
        time.sleep(0.05)
        return block + 1

    with client_of(1) as client:
        x = td.rand(400, 50, chunks=(10, 50), seed=9)
        future = client.compute(td.map_blocks(slow, x).std(0))
        time.sleep(0.7)
        (pid,) = client.run(os.getpid).values()
        os.kill(pid, signal.SIGKILL)
        assert_equal(future.result(timeout=PATIENCE), (x + 1).std(0).compute(scheduler="sync"), exact=False)
        assert list(client.run(os.getpid).values()) != [pid]


def test_a_task_that_kills_its_workers_is_an_error(own_client):
    def kill(block):
        os._exit(1)

    with pytest.raises(distributed.KilledWorker, match="kill"):
        own_client.compute(td.map_blocks(kill, td.ones(2), dtype=tbcast.float32)).result(timeout=PATIENCE)
    assert own_client.compute(td.ones(4, chunks=2).sum()).result(timeout=PATIENCE) == 4


def test_a_persisted_block_that_its_worker_took_along_is_computed_again(own_client):
    x = td.randn(200, 10, chunks=20, seed=3).persist()
    distributed.wait(x)
    os.kill(next(iter(own_client.run(os.getpid).values())), signal.SIGKILL)
    assert_equal(x.sum(0).compute(), td.randn(200, 10, chunks=20, seed=3).sum(0).compute(scheduler="sync"))


def test_a_client_that_is_closed_in_the_middle_says_so():
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0"
    ) as cluster:
        client = distributed.Client(cluster, set_as_default=False)
        future = client.compute(td.map_blocks(lambda block: time.sleep(1) or block, td.ones(4, chunks=1)))
        client.close()
        with pytest.raises(distributed.client.FutureCancelledError, match="cancelled"):
            future.result(timeout=PATIENCE)


# ---- two hosts ----


HOSTS = ("10.213.7.1", "10.213.7.2")
PROGRAM = """
import sys
import distributed, tbcast, tbcast.dask as td
with distributed.Client(sys.argv[1]) as client:
    client.wait_for_workers(2, timeout=300)
    hosts = sorted(worker.split("//")[1].split(":")[0] for worker in client.scheduler_info()["workers"])
    x = td.randn(600, 300, chunks=100, seed=5).persist()
    distributed.wait(x)
    there = len({worker for workers in client.who_has(x).values() for worker in workers})
    found, want = (t.T @ ((t - t.mean(0)) / t.std(0)) for t in (x, td.randn(600, 300, chunks=100, seed=5)))
    close = (found.compute() - want.compute(scheduler="sync")).abs().max() < 1e-2
    print(*hosts, there, bool(close), bool((x == td.randn(600, 300, seed=5)).all()))
"""


def command(*words):
    subprocess.run(list(words), check=True, capture_output=True)


@pytest.fixture
def hosts():
    """Two network namespaces with a cable between them; their names."""
    if not (hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("ip")):
        pytest.skip("network namespaces need root and iproute2")
    names = [f"tbcast{os.getpid()}{letter}" for letter in "ab"]
    ends = [f"tb{os.getpid() % 100_000}{letter}" for letter in "ab"]
    try:
        for name in names:
            command("ip", "netns", "add", name)
        command("ip", "link", "add", ends[0], "type", "veth", "peer", "name", ends[1])
        for name, end, address in zip(names, ends, HOSTS, strict=True):
            command("ip", "link", "set", end, "netns", name)
            command("ip", "-n", name, "addr", "add", f"{address}/24", "dev", end)
            for device in (end, "lo"):
                command("ip", "-n", name, "link", "set", device, "up")
    except subprocess.CalledProcessError as error:
        for name in names:
            subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)
        pytest.skip(f"no network namespaces here: {error.stderr.decode().strip()}")
    yield names
    for name in names:
        subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)


def test_two_hosts_give_what_one_machine_gives(hosts, tmp_path):
    inside = [["ip", "netns", "exec", name, sys.executable] for name in hosts]
    address = f"tcp://{HOSTS[0]}:8786"
    worker = ["-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--memory-limit", "512MiB"]
    scheduler = [
        "-m",
        "distributed.cli.dask_scheduler",
        "--host",
        HOSTS[0],
        "--port",
        "8786",
        "--no-dashboard",
    ]
    commands = [[*inside[0], *scheduler]]
    commands += [
        [*python, *worker, "--no-dashboard", "--host", host]
        for python, host in zip(inside, HOSTS, strict=True)
    ]
    running = [
        subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for words in commands
    ]
    try:
        (tmp_path / "program.py").write_text(PROGRAM, "utf-8")
        done = subprocess.run(
            [*inside[1], "program.py", address],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.stdout.split() == [*HOSTS, "2", "True", "True"], done.stderr
    finally:
        for process in reversed(running):
            process.terminate()
        for process in running:
            process.wait(timeout=PATIENCE)


def test_a_full_disk_is_an_error_and_can_be_written_again(tmp_path):
    pytest.importorskip("zarr")
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = shutil.which("mount") and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)], capture_output=True, check=False
    )
    if not mounted or mounted.returncode:
        pytest.skip("a disk of 1 MB needs root")
    try:
        x = td.rand(1_000_000, chunks=100_000, seed=1)
        # With threads, tasks beside the one that failed may still create files while the folder is deleted.
        with dask.config.set(scheduler="sync"):
            with pytest.raises(OSError, match="No space left on device"):
                x.to_zarr(str(disk / "x.zarr"))
            with pytest.raises(
                OSError, match=r"No space left|requested and 0 written|\d+ requested and \d+ written"
            ):
                x.to_npy_stack(disk / "x")
        shutil.rmtree(disk / "x", ignore_errors=True)
        part = x[:100_000]
        part.to_zarr(str(disk / "x.zarr"), overwrite=True)
        assert (td.from_zarr(str(disk / "x.zarr")) == part).all()
    finally:
        subprocess.run(["umount", str(disk)], check=False)
