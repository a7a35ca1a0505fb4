"""What busy processors cost: a + b with threads while other processes keep one processor, or all, busy.

    python benchmarks/busy_processors.py [--seconds 1] [--json FILE]

The mean time of a call is compared with the same library's on one thread. (Most calls run between two time
slices of the other process, a few wait for a whole one: a median would not see them.) With one processor
busy, the one thread is timed on an idle machine; with all busy, it competes, too, and gets only its time
slices. Threads that wait for each other can lose more than the processors that are taken: one spins through
its own time slice until the other has had one. Work in pieces that any free thread takes does not wait.
"""

import argparse
import contextlib
import importlib
import itertools
import json
import multiprocessing
import os
import sys
import time
from pathlib import Path

import numpy as np

PEERS = ("tbcast", "torch")
SIZES = (40_000, 1 << 16, 100_000, 1 << 18, 1 << 20, 1 << 24)
LINE = "{peer:8} {size:>9}  1 thread {alone:9.1f} us   {threads} threads {shared:9.1f} us"
LINE += "   one processor busy {busy:9.1f} us = {ratio:.2f} of 1 thread"
LINE += "   all busy {crowded:9.1f} us = {crowded_ratio:.2f} of 1 thread then"


def keep_busy(processor):
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {processor})
    while True:
        pass


def processors():
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else range(os.cpu_count())


def mean_time(call, seconds):
    """Microseconds."""
    start = time.perf_counter()
    for calls in itertools.count(1):
        call()
        took = time.perf_counter() - start
        if took > seconds and calls >= 5:
            return took / calls * 1e6


def calls_of(peer):
    """size -> a + b into a warm output."""
    for size in SIZES:
        a, b, out = (peer.from_numpy(np.ones(size, np.float32)) for _ in range(3))
        yield size, lambda a=a, b=b, out=out: peer.add(a, b, out=out)


def measure(peers, threads, seconds):
    """{(peer, size): mean microseconds}, the peers one after the other."""
    found = {}
    for name, peer in peers.items():
        peer.set_num_threads(threads)
        for size, call in calls_of(peer):
            mean_time(call, seconds / 4)  # threads start, processors wake
            found[name, size] = mean_time(call, seconds)
    return found


@contextlib.contextmanager
def busy(on):
    """A busy process on each of these processors."""
    context = multiprocessing.get_context("spawn")
    started = [context.Process(target=keep_busy, args=(processor,), daemon=True) for processor in on]
    for process in started:
        process.start()
    try:
        time.sleep(0.5)  # until they run
        yield
    finally:
        for process in started:
            process.kill()
            process.join()


def rows_of(peers, seconds):
    """A row for each peer and size."""
    available = processors()
    threads = len(available)
    found = {"alone": measure(peers, 1, seconds), "shared": measure(peers, threads, seconds)}
    with busy(available[-1:]):
        found["busy"] = measure(peers, threads, seconds)
    with busy(available):
        found["crowded_alone"] = measure(peers, 1, seconds)
        found["crowded"] = measure(peers, threads, seconds)
    rows = []
    for key in found["alone"]:
        row = {"peer": key[0], "size": key[1], "threads": threads}
        row |= {name: times[key] for name, times in found.items()}
        row["ratio"] = row["busy"] / row["alone"]
        row["crowded_ratio"] = row["crowded"] / row["crowded_alone"]
        rows.append(row)
    return rows


def main():
    """Print a line for each peer and size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1, help="for each figure")
    parser.add_argument("--peers", default=",".join(PEERS), help="comma-separated")
    parser.add_argument("--json", metavar="FILE", help="write the figures there, too")
    options = parser.parse_args()
    peers = {}
    for name in options.peers.split(","):
        try:
            peers[name] = importlib.import_module(name)
        except ImportError as error:
            print(f"{name}: left out ({error})", file=sys.stderr)
    rows = rows_of(peers, options.seconds)
    for row in rows:
        print(LINE.format(**row))
    if options.json:
        Path(options.json).write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
