"""Interleaved timing: the peers take turns, round by round in changing order, so that a busy machine disturbs
all of them alike; a round's time is divided by its calls. Percentiles of the rounds stand beside the best.

A turn begins with a pause and with calls that are not timed. Threads of one peer that still spin would slow
the next: OpenMP's spin for some milliseconds, those of NumPy's OpenBLAS, which only its matrix products wake,
for a tenth of a second. And a peer that waits for its turn loses what the caches held.
"""

import gc
import random
import time
from typing import NamedTuple

import numpy as np

FEWEST_ROUNDS = 15  # the best of fewer is luck where memory decides


class Turn(NamedTuple):
    """How one peer's turn goes, in seconds."""

    pause: float
    timed: float
    """About so long; half as many calls go before them untimed."""


ALONE, WITH_THREADS, AFTER_PRODUCTS = Turn(0.001, 0.002), Turn(0.01, 0.005), Turn(0.15, 0.005)


def turn_of(group, threads):
    """What the other peers' threads ask for."""
    if threads == 1:
        return ALONE
    return AFTER_PRODUCTS if group == "products" else WITH_THREADS


class Timing(NamedTuple):
    """Microseconds a call: the best round, and percentiles of the rounds."""

    best: float
    p5: float
    median: float
    p95: float


def timing_of(values):
    """The Timing of the rounds' microseconds."""
    return Timing(min(values), *map(float, np.percentile(values, (5, 50, 95))))


def as_array(value):
    """Any peer's result as something NumPy compares."""
    if isinstance(value, tuple):
        return np.array(tuple(value), dtype=np.int64)
    if isinstance(value, (np.ndarray, np.generic)):
        return np.asarray(value)
    if not hasattr(value, "dtype"):  # a capsule, which has nothing to compare
        return np.zeros(())
    return value.float().numpy() if str(value.dtype).endswith("bfloat16") else value.numpy()


def check(case, calls):
    """Raise if a result differs in shape or in an element from NumPy's, or the first's (dtypes may)."""
    results = {name: as_array(call.once()) for name, call in calls.items()}
    first = "numpy" if "numpy" in results else next(iter(results))
    expected = results[first]
    for name, result in results.items():
        if result.shape != expected.shape:
            raise AssertionError(f"{case.name}: {name} gives shape {result.shape}, {first} {expected.shape}")
        if case.values and not np.allclose(result, expected, rtol=case.rtol, atol=0, equal_nan=True):
            raise AssertionError(f"{case.name}: {name} and {first} differ")


def calls_a_round(call, seconds):
    """How many calls take about so long."""
    repeat, spent = 1, 0.0
    call.many(range(3))  # the first ones load libraries and wake threads
    while True:
        start = time.perf_counter()
        call.many(range(repeat))
        spent = time.perf_counter() - start
        if spent > seconds / 4:
            return max(1, int(repeat * seconds / spent))
        repeat *= 4


def interleave(calls, seconds, turn):
    """name -> Timing, within about `seconds` of timed calls for each.

    0 seconds are one round: the cases run, their figures mean little.
    """
    fewest = FEWEST_ROUNDS if seconds else 1
    repeats = {name: calls_a_round(call, turn.timed) for name, call in calls.items()}
    times = {name: [] for name in calls}
    order = list(calls)
    gc.collect()
    gc.disable()
    try:
        spent = 0
        while spent < seconds * len(calls) or len(times[order[0]]) < fewest:
            random.shuffle(order)
            for name in order:
                call, steps = calls[name], range(repeats[name])
                time.sleep(turn.pause)
                call.many(steps[: max(1, len(steps) // 2)])
                start = time.perf_counter()
                call.many(steps)
                took = time.perf_counter() - start
                times[name].append(took / repeats[name] * 1e6)
                spent += took
    finally:
        gc.enable()
    return {name: timing_of(values) for name, values in times.items()}


def time_case(case, peers, seconds, limits=None, turn=ALONE):
    """The Timing of every peer that can express the case, and of the loop that is its limit."""
    calls = {name: case.of_peer(module, name) for name, module in peers.items()}
    calls = {name: call for name, call in calls.items() if call is not None}
    check(case, calls)
    if limits and case.limit:
        calls["limit"] = limits.calls(case.limit)
    return interleave(calls, seconds, turn)
