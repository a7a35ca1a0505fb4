"""Tables on disk: tbcast.dask beside dask.array with NumPy, on the same files and the same scheduler.

    python benchmarks/dask_tables.py --gigabytes 1 --workers 0 2 --folder FOLDER --csv dask.csv
    python benchmarks/dask_tables.py --gigabytes 1 --workers 0 --engines tbcast --csv dask.csv

Each number of workers is a LocalCluster of so many processes of one thread and `--memory` each; 0 workers are
Dask's threads in this process. The engines take turns. Seconds, and those of the processors (cpu), are the
median of `--rounds` after one that is not counted, unless there is one round alone. The highest memory of a
process is without mapped files. Rows are printed, and appended to the CSV file, which benchmarks/dask_page.py
makes a page of. Tables are made once and stay in the folder.
"""

import argparse
import contextlib
import csv
import os
import statistics
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
FIELDS = ("case", "engine", "gigabytes", "workers", "seconds", "cpu", "peak_mib", "tasks", "restarted")


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


def write(rows, path):
    """Append rows to a CSV file; a new one gets a header."""
    if not path:
        return
    new = not Path(path).exists()
    with Path(path).open("a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, restval="", lineterminator="\n")
        if new:
            writer.writeheader()
        writer.writerows(rows)


class Tbcast:
    """DaskTensors."""

    name = "tbcast.dask"

    def open(self, path, chunks):
        """The table, which each task maps for itself."""
        return td.from_numpy(np.load(path, mmap_mode="r"), chunks=chunks)

    def made(self, count):
        """So many blocks of one element."""
        return td.zeros(count, chunks=1)

    def std(self, x):
        """Of each column."""
        return x.std(0, correction=0)

    def exp(self, x):
        """Of each element."""
        return x.exp()

    def sqrt(self, x):
        """Of each element, 0 for what is below."""
        return x.clamp_min(0).sqrt()


class Eager(Tbcast):
    """Tensors of one process, without Dask: the whole table at once."""

    name = "tbcast"

    def open(self, path, chunks):
        """The table, mapped."""
        return torch.from_numpy(np.load(path, mmap_mode="c"))


class Numpy:
    """dask.array, whose blocks NumPy computes."""

    name = "dask.array"

    def open(self, path, chunks):
        """The table, which each task maps for itself."""
        return td.from_numpy(np.load(path, mmap_mode="r"), chunks=chunks).to_dask()

    def made(self, count):
        """So many blocks of one element."""
        return da.zeros(count, chunks=1, dtype=np.float32)

    def std(self, x):
        """Of each column."""
        return x.std(0)

    def exp(self, x):
        """Of each element."""
        return da.exp(x)

    def sqrt(self, x):
        """Of each element, 0 for what is below."""
        return da.sqrt(da.maximum(x, 0))


def softmax(engine, x):
    """Of rows."""
    powers = engine.exp(x - x.max(1)[:, None] if isinstance(x, da.Array) else x - x.amax(1, True))
    return powers / powers.sum(1)[:, None]


def distances(engine, x):
    """Between all rows, by way of a product of matrices."""
    square = (x * x).sum(1)
    return engine.sqrt(square[:, None] + square[None] - 2 * (x @ x.T))


CASES = {
    "sum of columns": lambda engine, x: x.sum(0),
    "mean of columns": lambda engine, x: x.mean(0),
    "sum of rows": lambda engine, x: x.sum(1),
    "std of columns": lambda engine, x: engine.std(x),
    "largest of columns": lambda engine, x: x.max(0) if isinstance(x, da.Array) else x.amax(0),
    "argmax of columns": lambda engine, x: x.argmax(0),
    "how many are above 5": lambda engine, x: (x > 5).sum(),
    "mean of exp(x / 10)": lambda engine, x: engine.exp(x / 10).mean(),
    "standardised, largest": lambda engine, x: ((x - x.mean(0)) / engine.std(x)).max(),
    "softmax of rows, summed": lambda engine, x: softmax(engine, x).sum(0),
    "distances of 4,000 rows": lambda engine, x: distances(engine, x[:4_000]).mean(),
}


@contextlib.contextmanager
def local_cluster(workers, memory):
    """Workers of one thread each; gives the scheduler's address."""
    with distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, memory_limit=memory, dashboard_address=":0"
    ) as cluster:
        yield cluster.scheduler_address


@contextlib.contextmanager
def scheduler(workers, memory):
    """A cluster of worker processes, with 0 this one's threads; gives what finds its processes' ids."""
    if not workers:
        with dask.config.set(scheduler="threads"):
            yield lambda: [os.getpid()]
        return
    with local_cluster(workers, memory) as address, distributed.Client(address) as client:
        yield lambda: list(client.run(os.getpid).values())


class Watch(threading.Thread):
    """Of processes: the highest memory, without what is mapped from files, and the processors' seconds."""

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

    def used(self):
        """Seconds of processors, in user and system mode, of those that live."""
        total = 0
        for process in self.processes:
            with contextlib.suppress(psutil.Error):
                total += sum(process.cpu_times()[:2])
        return total

    def __enter__(self):
        self.cpu = -self.used()
        self.start()
        return self

    def __exit__(self, *exception):
        self.cpu += self.used()
        self.ended.set()
        self.join()


def tasks_of(x):
    """How many tasks are left once Dask has put together what it can."""
    (x,) = dask.optimize(x)
    return len(dict(x.__dask_graph__()))


def timed(run):
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def measure_case(case, engines, path, workers, pids, arguments):
    """A row for each engine."""
    times = {engine.name: [] for engine in engines}
    used = {engine.name: [] for engine in engines}
    peaks, tasks = dict.fromkeys(times, 0), {}
    rounds = arguments.rounds
    for number in range(rounds + (rounds > 1)):
        for engine in engines:

            def run(engine=engine):
                result = CASES[case](engine, engine.open(path, (arguments.rows, COLUMNS)))
                if dask.is_dask_collection(result):
                    tasks.setdefault(engine.name, tasks_of(result))
                    result.compute()

            with Watch(pids()) as watch:
                seconds = timed(run)
            if number or rounds == 1:
                times[engine.name].append(seconds)
                used[engine.name].append(watch.cpu)
            peaks[engine.name] = max(peaks[engine.name], watch.most)
    return [
        {"case": case, "engine": name, "workers": workers, "seconds": round(statistics.median(found), 4),
         "cpu": round(statistics.median(used[name]), 3), "peak_mib": round(peaks[name] / 2**20),
         "tasks": tasks.get(name, 0)}
        for name, found in times.items()
    ]  # fmt: skip


def measure_task(engines, workers, count=2_000):
    """What a task costs that adds 1 to one element."""
    times = {engine.name: [] for engine in engines}
    for number in range(4):
        for engine in engines:
            x = engine.made(count) + (number + 1)
            seconds = timed(lambda x=x: distributed.wait(x.persist()) if workers else x.persist())
            times[engine.name].append(seconds / count)
    return [
        {"case": "one task", "engine": name, "workers": workers, "seconds": f"{statistics.median(found):.6f}",
         "tasks": count}
        for name, found in times.items()
    ]  # fmt: skip


def main():
    """Measure what the options ask for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--gigabytes", type=float, nargs="+", default=[0.5])
    parser.add_argument("--workers", type=int, nargs="+", default=[0, 2], help="0: threads of this process")
    parser.add_argument("--cases", nargs="+", default=[*CASES, "one task"], help="beginnings of their names")
    engines = {engine.name: engine for engine in (Tbcast(), Numpy(), Eager())}
    parser.add_argument("--engines", nargs="+", choices=engines, default=["tbcast.dask", "dask.array"])
    parser.add_argument("--memory", default="1GiB", help="of each worker")
    parser.add_argument("--rows", type=int, default=32_000, help="of a block")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder", default=".")
    parser.add_argument("--csv")
    arguments = parser.parse_args()
    engines = [engines[name] for name in arguments.engines]
    cases = [case for case in CASES if case.startswith(tuple(arguments.cases))]
    for workers in arguments.workers:
        with scheduler(workers, arguments.memory) as pids:
            if "one task".startswith(tuple(arguments.cases)) and "tbcast" not in arguments.engines:
                found = measure_task(engines, workers)
                print(*found, sep="\n", flush=True)
                write(found, arguments.csv)
            for gigabytes in arguments.gigabytes:
                path = make(Path(arguments.folder), gigabytes)
                for case in cases:
                    found = measure_case(case, engines, path, workers, pids, arguments)
                    found = [{**row, "gigabytes": f"{gigabytes:g}"} for row in found]
                    print(*found, sep="\n", flush=True)
                    write(found, arguments.csv)


if __name__ == "__main__":
    main()
