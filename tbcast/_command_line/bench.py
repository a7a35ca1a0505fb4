"""`tbcast bench`: a few calls side by side with what is installed; the source has long tables in benchmarks/.

Relies on nothing but the libraries' public functions.
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
ROUNDS = 15


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
    """float32 in every library."""
    return peer.ones(shape, dtype=peer.float32)


def timed(add: Callable[[], object], calls: int) -> float:
    """Seconds a call."""
    steps = range(calls)
    start = time.perf_counter()
    for _ in steps:
        add()
    return (time.perf_counter() - start) / calls


def figures(
    peers: dict[str, ModuleType], left: tuple[int, ...], right: tuple[int, ...], seconds: float
) -> dict[str, float]:
    """Each library's best microseconds of a + b; they take turns."""
    adds: dict[str, Callable[[], object]] = {}
    for name, peer in peers.items():
        a, b = ones(peer, left), ones(peer, right)
        adds[name] = lambda a=a, b=b: a + b  # type: ignore[misc]
    best = dict.fromkeys(adds, float("inf"))
    calls = {name: max(1, int(seconds / ROUNDS / max(timed(add, 3), 1e-8))) for name, add in adds.items()}
    for _ in range(ROUNDS):
        for name, add in adds.items():
            best[name] = min(best[name], timed(add, calls[name]) * 1e6)
    return best


def bench(write: Callable[[str], object], seconds: float = 0.1) -> None:
    """Write a table; seconds: for each library and line."""
    peers = installed()
    versions = ", ".join(f"{name} {peer.__version__}" for name, peer in peers.items())
    write(f"microseconds of a + b, float32, best of {ROUNDS} rounds; {versions}\n\n")
    write(f"{'':26}" + "".join(f"{name:>12}" for name in peers) + "\n")
    for title, left, right in CASES:
        best = figures(peers, left, right, seconds)
        write(f"{title:26}" + "".join(f"{value:12.2f}" for value in best.values()) + "\n")
