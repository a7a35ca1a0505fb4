"""Side by side in one process: tbcast, NumPy and PyTorch on the same cases.

    python benchmarks/run.py                     all groups, a table
    python benchmarks/run.py broadcast --rounds 400
    python benchmarks/run.py --json result.json

Every result is compared with NumPy's before anything is timed.  The peers take turns, round by round in
changing order, so that a busy machine disturbs all of them alike; a round's time is divided by its calls.
The best round is the figure, the median stands beside it.  All peers run on one thread.  A peer that is not
installed is left out.  This is not part of the tests.
"""

import argparse
import gc
import importlib
import json
import math
import os
import platform
import random
import statistics
import sys
import time

for variable in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

# Python puts this file's folder first, not the clone's root: the source folder tbcast/ is not in the way.
import numpy as np

from cases import GROUPS

PEERS = ("tbcast", "numpy", "torch")
ROUND_SECONDS = 0.002


def load_peers(names):
    peers = {}
    for name in names:
        try:
            peers[name] = importlib.import_module(name)
        except ImportError as error:
            print(f"{name}: left out ({error})", file=sys.stderr)
    if "torch" in peers:
        peers["torch"].set_num_threads(1)
    if "tbcast" not in peers:
        sys.exit("install tbcast first: pip install .")
    return peers


def as_array(value):
    """Any peer's result as something NumPy compares."""
    if isinstance(value, tuple):
        return np.array(tuple(value), dtype=np.int64)
    return np.asarray(value) if isinstance(value, (np.ndarray, np.generic)) else value.numpy()


def check(case, calls):
    """Raise if a peer's result differs from NumPy's in shape or in an element (dtypes may differ)."""
    results = {name: as_array(call()) for name, call in calls.items()}
    expected = results["numpy"]
    for name, result in results.items():
        if result.shape != expected.shape:
            raise AssertionError(f"{case.name}: {name} gives shape {result.shape}, NumPy {expected.shape}")
        if case.values and not np.allclose(result, expected, rtol=1e-6, atol=0, equal_nan=True):
            raise AssertionError(f"{case.name}: {name} and NumPy differ")


def calls_a_round(call):
    """How many calls take about ROUND_SECONDS."""
    repeat, spent = 1, 0.0
    while True:
        start = time.perf_counter()
        for _ in range(repeat):
            call()
        spent = time.perf_counter() - start
        if spent > ROUND_SECONDS / 4:
            return max(1, int(repeat * ROUND_SECONDS / spent))
        repeat *= 4


def time_case(case, peers, rounds):
    """name -> (best, median) microseconds a call."""
    calls = {name: case.make(module, name) for name, module in peers.items()}
    if "numpy" in calls:
        check(case, calls)
    repeats = {name: calls_a_round(call) for name, call in calls.items()}
    times = {name: [] for name in calls}
    order = list(calls)
    gc.collect()
    gc.disable()
    try:
        for _ in range(rounds):
            random.shuffle(order)
            for name in order:
                call, steps = calls[name], range(repeats[name])
                start = time.perf_counter()
                for _ in steps:
                    call()
                times[name].append((time.perf_counter() - start) / repeats[name] * 1e6)
    finally:
        gc.enable()
    return {name: (min(values), statistics.median(values)) for name, values in times.items()}


def report(results, peers):
    """Print the table; ratio is the best other peer's time over tbcast's (above 1: tbcast is faster)."""
    others = [name for name in peers if name != "tbcast"]
    width = max(len(f"{group}: {name}") for group, name in results)
    heading = "microseconds, best (median)"
    print(f"{heading:{width}}" + "".join(f"{name:>20}" for name in peers) + f"{'ratio':>9}")
    ratios = {}
    for (group, name), timing in results.items():
        line = f"{group}: {name}".ljust(width)
        line += "".join(f"{f'{timing[peer][0]:.3f} ({timing[peer][1]:.3f})':>20}" for peer in peers)
        if others:
            ratios[name] = min(timing[peer][0] for peer in others) / timing["tbcast"][0]
            line += f"{ratios[name]:9.2f}"
        print(line)
    if ratios:
        mean = math.exp(statistics.fmean(math.log(ratio) for ratio in ratios.values()))
        worst = min(ratios, key=ratios.get)
        print(f"geometric mean of the ratios {mean:.2f}, worst {ratios[worst]:.2f} ({worst})")
    return ratios


def main(argv=None):
    """Run the chosen groups; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("group", nargs="*", help=f"groups to run: {', '.join(GROUPS)} (all)")
    parser.add_argument("--peers", default=",".join(PEERS), help="comma-separated; tbcast and numpy at least")
    parser.add_argument("--rounds", type=int, default=150, help="rounds of about 2 ms a peer and case")
    parser.add_argument("--json", metavar="FILE", help="write the figures there, too")
    options = parser.parse_args(argv)
    unknown = set(options.group) - set(GROUPS)
    if unknown:
        parser.error(f"no group {', '.join(sorted(unknown))}; there are {', '.join(GROUPS)}")
    peers = load_peers(options.peers.split(","))
    results = {
        (group, case.name): time_case(case, peers, options.rounds)
        for group in options.group or GROUPS
        for case in GROUPS[group]
    }
    versions = ", ".join(f"{name} {module.__version__}" for name, module in peers.items())
    print(f"Python {platform.python_version()}, {versions}; 1 thread; {options.rounds} rounds")
    ratios = report(results, peers)
    if options.json:
        rows = [
            {"group": group, "case": name, "ratio": ratios.get(name)}
            | {peer: {"best_us": best, "median_us": median} for peer, (best, median) in timing.items()}
            for (group, name), timing in results.items()
        ]
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"versions": versions, "rounds": options.rounds, "rows": rows}, file, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
