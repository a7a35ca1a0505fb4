"""A table that no worker can hold: standardised, reduced and written by processes of little memory.

    python benchmarks/dask_limits.py --gigabytes 8 --workers 2 --folder FOLDER [--kill] [--csv dask.csv]

A scheduler and workers are processes of their own, on ports of their own, as on several machines; with
--local they are a LocalCluster of this one. The file is mapped, the result a Zarr array, which is read again.
Printed are the seconds until it is written, the highest memory of a worker without mapped files, how many
workers were restarted, and how far columns of the result are from mean 0 and deviation 1. --kill kills a
worker (SIGKILL) when a quarter of the result is written; the total that is printed must be the same. --csv
appends a row for benchmarks/dask_page.py.
"""

import argparse
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import dask
import distributed
import numpy as np

import tbcast as torch
import tbcast.dask as td
from dask_tables import COLUMNS, Watch, local_cluster, make, tasks_of, write


@contextlib.contextmanager
def processes(workers, memory):
    """A scheduler and workers; gives the scheduler's address."""
    port = 18_786
    address = f"tcp://127.0.0.1:{port}"
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    found = [subprocess.Popen([*command, "--port", str(port), "--no-dashboard"], stderr=subprocess.DEVNULL)]
    command = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1"]
    command += ["--memory-limit", memory, "--no-dashboard"]
    found += [subprocess.Popen(command, stderr=subprocess.DEVNULL) for _ in range(workers)]
    try:
        yield address
    finally:
        for process in reversed(found):
            process.terminate()
        for process in found:
            process.wait()


def kill_one(client, target, count):
    """Once so many files of the result are there, one worker is gone; its nanny starts another."""
    while sum(path.is_file() for path in target.rglob("*")) < count:
        time.sleep(0.02)
    os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--gigabytes", type=float, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--memory", default="1GiB")
    parser.add_argument("--rows", type=int, default=64_000, help="of a block")
    parser.add_argument("--folder", default=".")
    parser.add_argument("--kill", action="store_true")
    parser.add_argument("--local", action="store_true", help="a LocalCluster")
    parser.add_argument("--csv")
    arguments = parser.parse_args()
    folder = Path(arguments.folder)
    path, target = make(folder, arguments.gigabytes), folder / "standard.zarr"
    shutil.rmtree(target, ignore_errors=True)
    cluster = local_cluster if arguments.local else processes
    with cluster(arguments.workers, arguments.memory) as address, distributed.Client(address) as client:
        client.wait_for_workers(arguments.workers, timeout=60)
        pids = list(client.run(os.getpid).values())
        start = time.perf_counter()
        with Watch(pids) as watch:
            x = td.from_numpy(np.load(path, mmap_mode="r"), chunks=(arguments.rows, COLUMNS))
            written = ((x - x.mean(0)) / x.std(0)).to_zarr(str(target), compute=False)
            tasks = tasks_of(written)
            killer = threading.Thread(target=kill_one, args=(client, target, x.npartitions // 4), daemon=True)
            if arguments.kill:
                killer.start()
            written.compute()
            seconds, cpu = time.perf_counter() - start, watch.cpu + watch.used()
            z = td.from_zarr(str(target))
            mean, deviation = z.mean(0).abs().max(), (z.std(0) - 1).abs().max()
            found = {"total": z.sum(dtype=torch.float64), "mean": mean, "deviation": deviation}
            (found,) = dask.compute(found)
            found = {name: float(value) for name, value in found.items()}
        found["seconds"] = round(seconds, 2)
        found["cpu"] = round(cpu, 2)
        found["peak_mib"] = round(watch.most / 2**20)
        if arguments.kill:
            killer.join()
            client.wait_for_workers(arguments.workers, timeout=60)
        found["restarted"] = len(set(client.run(os.getpid).values()) - set(pids))
    shutil.rmtree(target)
    print(json.dumps(found))
    case = "standardised to Zarr" + (", LocalCluster" if arguments.local else "")
    row = {"case": case, "engine": "tbcast.dask", "gigabytes": f"{arguments.gigabytes:g}"}
    row |= {"workers": arguments.workers, "tasks": tasks}
    write([row | {name: found[name] for name in ("seconds", "cpu", "peak_mib", "restarted")}], arguments.csv)


if __name__ == "__main__":
    main()
