"""What a busy neighbour costs: a + b with threads while another process keeps one processor busy.

    python benchmarks/neighbour.py [--seconds 1] [--json FILE]

The mean time of a call (most calls run between two turns of the neighbour, a few wait for a whole one: a
median would not see them) is set beside the same library's own on one thread without the neighbour. Threads
that wait for each other lose much more than the processor that the neighbour took; work in pieces that
whoever is free takes does not.
"""

import argparse
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
SIZES = (1 << 16, 1 << 18, 1 << 20, 1 << 24)
LINE = "{peer:8} {size:>9}  1 thread {alone:10.1f} us   {threads} threads {shared:10.1f} us"
LINE += "   with a neighbour {busy:10.1f} us = {ratio:5.2f} of 1 thread"


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
    available = processors()
    threads = len(available)
    alone = measure(peers, 1, options.seconds)
    shared = measure(peers, threads, options.seconds)
    neighbour = multiprocessing.get_context("spawn").Process(
        target=keep_busy, args=(available[-1],), daemon=True
    )
    neighbour.start()
    try:
        time.sleep(0.5)  # until it runs
        busy = measure(peers, threads, options.seconds)
    finally:
        neighbour.kill()
        neighbour.join()
    rows = [
        {"peer": peer, "size": size, "alone": alone[peer, size], "threads": threads}
        | {"shared": shared[peer, size], "busy": busy[peer, size]}
        | {"ratio": busy[peer, size] / alone[peer, size]}
        for peer, size in alone
    ]
    for row in rows:
        print(LINE.format(**row))
    if options.json:
        Path(options.json).write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
