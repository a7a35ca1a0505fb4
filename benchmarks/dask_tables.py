"""Tables on disk: tbcast.dask beside dask.array with NumPy, and one process of tbcast, on the same files.

    python benchmarks/dask_tables.py --gigabytes 1 2 4 8 --workers 1 2 --folder FOLDER --json out.json

Each engine runs in a LocalCluster of so many worker processes of one thread and `--memory` each; 0 workers
are Dask's threads in this process. What is printed, and written as JSON: seconds (the best of `--rounds`),
the workers' highest memory without mapped files, and what an empty task costs. Files are made once and stay
in the folder.
"""

import argparse
import contextlib
import json
import os
import shutil
import threading
import time
from pathlib import Path

import dask
import dask.array as da
import distributed
import numpy as np
import psutil

import tbcast as torch
import tbcast.dask as td

COLUMNS = 256
GIGABYTE = 10**9


def make(folder, gigabytes):
    """A file of float32, written in pieces."""
    rows = round(gigabytes * GIGABYTE / 4 / COLUMNS)
    path = folder / f"table-{gigabytes:g}.npy"
    if not path.exists():
        file = np.lib.format.open_memmap(path, "w+", np.float32, (rows, COLUMNS))
        for at in range(0, rows, 100_000):
            part = np.random.default_rng(at).random((min(100_000, rows - at), COLUMNS), np.float32)
            file[at : at + len(part)] = part * 7 + 3
        file.flush()
    return path


class Tbcast:
    """DaskTensors."""

    name = "tbcast.dask"

    def open(self, path, chunks):
        """The table, which each task maps for itself."""
        return td.from_numpy(np.load(path, mmap_mode="r"), chunks=chunks)

    def std(self, x):
        """Of each column."""
        return x.std(0, correction=0)

    def exp(self, x):
        """Of each element."""
        return x.exp()

    def distances(self, x):
        """The mean distance of pairs of rows."""
        return td.cdist(x, x).mean()

    def to_zarr(self, x, path):
        """Write an array."""
        x.to_zarr(str(path))


class Numpy:
    """dask.array, whose blocks NumPy computes."""

    name = "dask.array"

    def open(self, path, chunks):
        """The table, which each task maps for itself."""
        return td.from_numpy(np.load(path, mmap_mode="r"), chunks=chunks).to_dask()

    def std(self, x):
        """Of each column."""
        return x.std(0)

    def exp(self, x):
        """Of each element."""
        return da.exp(x)

    def distances(self, x):
        """The mean distance of pairs of rows."""
        square = (x * x).sum(1)
        products = square[:, None] + square[None] - 2 * (x @ x.T)
        return da.sqrt(da.maximum(products, 0)).mean()

    def to_zarr(self, x, path):
        """Write an array."""
        da.to_zarr(x, str(path))


def standardise(engine, x, folder):
    """Two passes, and a Zarr array as large as the table."""
    target = folder / "out.zarr"
    shutil.rmtree(target, ignore_errors=True)
    engine.to_zarr((x - x.mean(0)) / engine.std(x), target)


CASES = {
    "mean of columns": lambda engine, x, folder: x.mean(0).compute(),
    "std of columns": lambda engine, x, folder: engine.std(x).compute(),
    "standardised, reduced": lambda engine, x, folder: ((x - x.mean(0)) / engine.std(x)).max().compute(),
    "standardised to Zarr": standardise,
    "softmax of rows, summed": lambda engine, x, folder: softmax(engine, x).sum(0).compute(),
    "argmax of columns": lambda engine, x, folder: x.argmax(0).compute(),
    "distances of 8,000 rows": lambda engine, x, folder: engine.distances(x[:8_000]).compute(),
}


def softmax(engine, x):
    powers = engine.exp(x - x.max(1)[:, None]) if isinstance(x, da.Array) else engine.exp(x - x.amax(1, True))
    return powers / (powers.sum(1)[:, None] if isinstance(x, da.Array) else powers.sum(1, True))


def one_process(path, case):
    """The same without Dask: rows in a loop, all of tbcast's threads."""
    table = torch.from_numpy(np.load(path, mmap_mode="c"))
    if case == "mean of columns":
        total = torch.zeros(COLUMNS, dtype=torch.float64)
        for part in table.split(50_000):
            total += part.sum(0)
        return total / len(table)
    if case == "argmax of columns":
        return table.argmax(0)
    return None


@contextlib.contextmanager
def scheduler(workers, memory):
    """A cluster of worker processes, with 0 this one's threads; gives what finds its processes' ids."""
    if not workers:
        with dask.config.set(scheduler="threads"):
            yield lambda: [os.getpid()]
        return
    with (
        distributed.LocalCluster(
            n_workers=workers, threads_per_worker=1, memory_limit=memory, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield lambda: list(client.run(os.getpid).values())


class Peak(threading.Thread):
    """The highest resident memory of processes, without what is mapped from files."""

    def __init__(self, pids):
        super().__init__(daemon=True)
        self.processes, self.most, self.ended = [psutil.Process(p) for p in pids], 0, threading.Event()

    def run(self):
        """Look every 50 ms."""
        while not self.ended.wait(0.05):
            for process in self.processes:
                with contextlib.suppress(psutil.Error):
                    info = process.memory_info()
                    self.most = max(self.most, info.rss - getattr(info, "shared", 0))

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *exception):
        self.ended.set()
        self.join()


def task_cost(engine, count=2_000):
    """Microseconds for a task that does nothing."""
    x = td.zeros(count, chunks=1) if engine.name == "tbcast.dask" else da.zeros(count, chunks=1)
    start = time.perf_counter()
    (x + 1).persist()
    return (time.perf_counter() - start) / count * 1e6


def measure(arguments):
    folder = Path(arguments.folder)
    found = []
    for gigabytes in arguments.gigabytes:
        path = make(folder, gigabytes)
        for workers in arguments.workers:
            with scheduler(workers, arguments.memory) as pids:
                for engine in (Tbcast(), Numpy()):
                    for case, run in CASES.items():
                        x = engine.open(path, (arguments.rows, COLUMNS))
                        times = []
                        with Peak(pids()) as peak:
                            for _ in range(arguments.rounds):
                                start = time.perf_counter()
                                run(engine, x, folder)
                                times.append(time.perf_counter() - start)
                        found.append(
                            {
                                "case": case,
                                "engine": engine.name,
                                "gigabytes": gigabytes,
                                "workers": workers,
                                "seconds": min(times),
                                "peak_bytes": peak.most,
                                "blocks": x.npartitions,
                            }
                        )
                        print(json.dumps(found[-1]), flush=True)
                    if not workers:
                        found.append(
                            {"case": "a task", "engine": engine.name, "microseconds": task_cost(engine)}
                        )
                        print(json.dumps(found[-1]), flush=True)
        for case in CASES:
            start = time.perf_counter()
            if one_process(path, case) is not None:
                seconds = time.perf_counter() - start
                found.append(
                    {
                        "case": case,
                        "engine": "tbcast",
                        "gigabytes": gigabytes,
                        "workers": 0,
                        "seconds": seconds,
                    }
                )
                print(json.dumps(found[-1]), flush=True)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--gigabytes", type=float, nargs="+", default=[0.5])
    parser.add_argument("--workers", type=int, nargs="+", default=[0, 2], help="0: threads of this process")
    parser.add_argument("--memory", default="1GiB", help="of each worker")
    parser.add_argument("--rows", type=int, default=32_000, help="of a block")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--folder", default=".")
    parser.add_argument("--json")
    arguments = parser.parse_args()
    found = measure(arguments)
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
