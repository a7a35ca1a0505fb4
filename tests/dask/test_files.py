"""Mapped files: tasks hand on where a block is, and every operation reads the same elements."""

import pickle

import numpy as np
import pytest

pytest.importorskip("dask.array")

import dask
import dask.array as da
from dask.sizeof import sizeof

import tbcast
import tbcast.dask as td
from chunkings import assert_equal

OPERATIONS = """
    (x-x.mean(0))/x.std(0) x+o o.sum(0) o*o.amax(0) x@x.mT x[:50] x[3] x.T x.reshape(-1) x.flip(0)
    torch.cat([x,o]) torch.stack([x,o]) x.argmax(0) o.argmax(0) x.sort(1)[0] x[x[:,0]>0.5].sum(0) x x.float()
    x.double() x.cumsum(0) x.softmax(0) x.expand(2,300,16) x.roll(3,0) x.repeat(2,1) torch.cdist(x,x[:5])
    torch.where(x>0.5,x,0.0) x.unsqueeze(0)+1 x.var() torch.einsum('ij,ik->jk',x,x) x.masked_fill(x>.5,0.)
    x.norm() x.index_select(0,torch.tensor([3,1])) x.bfloat16().sum(1) x.clone().exp_() x.mul_(2)
"""


class Module:
    tensor = tbcast.tensor

    def __getattr__(self, name):
        return getattr(td, name)


@pytest.fixture
def table(tmp_path):
    array = np.random.default_rng(0).random((300, 16), np.float32)
    np.save(tmp_path / "table.npy", array)
    return array, np.load(tmp_path / "table.npy", mmap_mode="r")


@pytest.mark.filterwarnings("ignore:Increasing number of chunks")
@pytest.mark.parametrize("text", OPERATIONS.split())
def test_operations_read_what_tensors_read(text, table):
    array, mapped = table
    x, o = td.from_numpy(mapped, chunks=(100, 16)), td.from_numpy(mapped, chunks=(130, 7))
    t = tbcast.from_numpy(array.copy())
    got = eval(text, {"torch": Module(), "x": x, "o": o}).compute(scheduler="sync")
    want = eval(text, {"torch": tbcast, "x": t, "o": t.clone()})
    assert (got.shape, got.dtype) == (want.shape, want.dtype)
    assert_equal(got, want, exact=False)
    assert (np.asarray(mapped) == array).all()


def test_a_block_that_several_tasks_read_is_kept_by_its_place(table):
    array, mapped = table
    x = td.from_numpy(mapped, chunks=(100, 16))
    (y,) = dask.optimize((x - x.mean(0)) / x.std(0))
    graph = dict(y.__dask_graph__())
    kept = [key for key in graph if key[0].startswith("part-")]
    assert len(kept) == 3
    for key in kept:
        block = dask.get(graph, key)
        assert sizeof(block) < 2_000 and len(pickle.dumps(block)) < 2_000
        start = 100 * key[1]
        assert (np.asarray(block) == array[start : start + 100]).all()
        assert (block[:2, 1:] == array[start : start + 2, 1:]).all()


def test_arrays_and_functions_of_the_program_get_elements(table):
    array, mapped = table
    x = td.from_numpy(mapped, chunks=(100, 16))
    assert type(x.to_dask().blocks[0, 0].compute()) is np.ndarray
    assert (x.to_delayed()[2, 0].compute() == array[200:]).all()
    assert (td.map_blocks(lambda a, b: a * b, x, x).compute() == tbcast.from_numpy(array * array)).all()
    assert (x.persist().compute() == x.compute()).all()
    assert (pickle.loads(pickle.dumps(x)).sum(0) == x.sum(0)).all().item()


@pytest.mark.long
def test_workers_spill_nothing_of_a_file_that_is_read_twice(tmp_path):
    distributed = pytest.importorskip("distributed")
    path = tmp_path / "table.npy"
    file = np.lib.format.open_memmap(path, "w+", np.float32, (1_600_000, 64))  # 410 MB
    file[::1000] = 1
    x = td.from_numpy(np.load(path, mmap_mode="r"), chunks=(40_000, 64))
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0", memory_limit="400MiB"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        assert ((x - x.mean(0)) / x.std(0)).amax().compute() > 30

        def written(dask_worker):
            return [key for key in dask_worker.data.cumulative_metrics if "disk-write" in key]

        assert list(client.run(written).values()) == [[]]


def test_a_file_that_is_mapped_for_copies_is_no_file(tmp_path):
    np.save(tmp_path / "x.npy", np.arange(6.0))
    mapped = np.load(tmp_path / "x.npy", mmap_mode="c")
    mapped[0] = 99  # in this process alone
    assert td.from_numpy(mapped, chunks=2).compute()[0] == 99


def test_a_file_without_dimensions(tmp_path):
    np.save(tmp_path / "x.npy", np.float32(3))
    assert (td.from_numpy(np.load(tmp_path / "x.npy", mmap_mode="r")) + 1).compute() == 4


def test_the_name_of_a_file_has_its_blocks(table):
    whole = td.from_numpy(table[1])
    with dask.config.set({"array.chunk-size": "1KiB"}):
        assert td.from_numpy(table[1]).name != whole.name


def test_numbers_are_written_where_bits_would_be_none(tmp_path):
    zarr = pytest.importorskip("zarr")
    x = td.full((4,), 7, dtype=tbcast.bfloat16, chunks=2)
    target = np.zeros(4, np.float32)
    td.store(x, target)
    assert target.tolist() == [7] * 4
    numbers, bits = (
        zarr.create_array(str(tmp_path / kind), shape=(4,), dtype=kind, chunks=(2,)) for kind in ("f4", "u2")
    )
    x.to_zarr(numbers)
    assert_equal(td.from_zarr(numbers).compute(), tbcast.full((4,), 7.0))
    x.to_zarr(bits)
    assert_equal(td.from_zarr(bits).compute(), x.compute())
    y = td.full((4,), 9, dtype=tbcast.uint16, chunks=2)
    y.to_zarr(bits)  # bits no more
    assert_equal(td.from_zarr(bits).compute(), y.compute())


@pytest.mark.parametrize("size", [3, 6])
def test_store_refuses_another_shape(size):
    target = np.ones(size)
    with pytest.raises(ValueError, match=rf"shape \(4,\) into a target of shape \({size},\)"):
        td.store(td.zeros(4, chunks=1), target)
    assert target.tolist() == [1] * size


def test_store_needs_sizes():
    x = td.arange(4, chunks=2)
    for more in ({}, {"regions": (slice(0, 2),)}):
        with pytest.raises(NotImplementedError, match=r"compute_chunk_sizes\(\)"):
            td.store(x[x > 1], np.zeros(2), **more)


def test_a_dask_array_is_cast():
    assert_equal(td.from_dask(da.arange(4), dtype=tbcast.float32).compute(), tbcast.arange(4.0))
