"""`tbcast bench`: times a few calls in tbcast and in the other installed libraries. benchmarks/ in the source
has long tables. Uses only the libraries' public functions.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from types import ModuleType

PEERS = ("tbcast", "numpy", "torch")
CASES = (
    ("(4,) + (4,)", (4,), (4,)),
    ("(4, 1) + (4,)", (4, 1), (4,)),
    ("(5, 1, 4, 1) + (3, 1, 1)", (5, 1, 4, 1), (3, 1, 1)),
    ("(256, 256) + (256,)", (256, 256), (256,)),
    ("(20000, 3) + (3,)", (20000, 3), (3,)),
    ("(1000, 1000) + (1000, 1)", (1000, 1000), (1000, 1)),
)
ROUNDS = 25  # of 2 ms: even on a busy machine some run undisturbed
SETTLING_SECONDS, SETTLING_CALLS = 0.02, 50
"""A library has settled when, for this many seconds and calls, no call was faster than the earlier ones."""
PAUSE = 0.01
"""Seconds before each turn, because OpenMP threads that still spin for the previous library would slow down
the next one."""


def installed() -> dict[str, ModuleType]:
    """The libraries that can be imported, tbcast first."""
    found = {}
    for name in PEERS:
        try:
            found[name] = importlib.import_module(name)
        except ImportError:
            continue
    return found


def ones(peer: ModuleType, shape: tuple[int, ...]) -> object:
    """A float32 tensor of ones."""
    return peer.ones(shape, dtype=peer.float32)


def timed(add: Callable[[], object], calls: int) -> float:
    """The seconds per call."""
    steps = range(calls)
    start = time.perf_counter()
    for _ in steps:
        add()
    return (time.perf_counter() - start) / calls


def settled(add: Callable[[], object]) -> float:
    """Call until calls become no faster, and return the seconds of the fastest. The first calls load
    libraries, touch memory and start threads."""
    best = float("inf")
    calls, start = 0, time.perf_counter()
    while calls < SETTLING_CALLS or time.perf_counter() - start < SETTLING_SECONDS:
        seconds = timed(add, 1)
        calls += 1
        if seconds < 0.9 * best:
            best, calls, start = seconds, 0, time.perf_counter()
    return best


def figures(
    peers: dict[str, ModuleType], left: tuple[int, ...], right: tuple[int, ...], seconds: float
) -> dict[str, float]:
    """Each library's best time of a + b in microseconds; the libraries take turns."""
    adds: dict[str, Callable[[], object]] = {}
    for name, peer in peers.items():
        a, b = ones(peer, left), ones(peer, right)
        adds[name] = lambda a=a, b=b: a + b  # type: ignore[misc]
    best = dict.fromkeys(adds, float("inf"))
    calls = {name: max(1, int(seconds / ROUNDS / max(settled(add), 1e-8))) for name, add in adds.items()}
    for _ in range(ROUNDS):
        for name, add in adds.items():
            time.sleep(PAUSE)
            timed(add, max(1, calls[name] // 4))  # the first calls after a pause are slow again
            best[name] = min(best[name], timed(add, calls[name]) * 1e6)
    return best


def bench(write: Callable[[str], object], seconds: float = 0.05) -> None:
    """Write a table. seconds: the time spent per library and line."""
    peers = installed()
    versions = ", ".join(f"{name} {peer.__version__}" for name, peer in peers.items())
    write(f"microseconds of a + b, float32, best of {ROUNDS} rounds; {versions}\n\n")
    write(f"{'':26}" + "".join(f"{name:>12}" for name in peers) + "\n")
    for title, left, right in CASES:
        best = figures(peers, left, right, seconds)
        write(f"{title:26}" + "".join(f"{value:12.2f}" for value in best.values()) + "\n")
