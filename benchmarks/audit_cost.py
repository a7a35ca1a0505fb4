"""What watching a PyTorch program costs: a small training loop, alone and under `tbcast.audit.torch`.

    python benchmarks/audit_cost.py [--rounds 100] [--steps 20] [--threads 1] [--json FILE]

The loop has three linear layers, batch normalisation, ReLU, Adam and a squared error, with a batch of 256:
about 160 calls of PyTorch's functions a step, most of them small. The ways to run it take turns in changing
order, a round of some steps each, and the figure is the median, over rounds, of a way's time divided by that
of the bare loop in the same round, so that a busy machine disturbs both alike. Beside the audit stand modes
that are written in Python and do nothing but call. With more threads than one a turn begins with a pause and
steps that are not timed.
"""

import argparse
import contextlib
import gc
import json
import random
import statistics
import time
from pathlib import Path

import torch
from torch import nn
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

import tbcast

PAUSE_SECONDS = 0.01


class FunctionMode(TorchFunctionMode):
    """Does nothing but call, in Python."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


class DispatchMode(TorchDispatchMode):
    """Does nothing but call, in Python."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


WAYS = {
    "bare": contextlib.nullcontext,
    "audit": lambda: tbcast.audit.torch(),
    "audit, sample=100": lambda: tbcast.audit.torch(sample=100),
    "audit, warn=True": lambda: tbcast.audit.torch(warn=True),
    "audit, deep=True": lambda: tbcast.audit.torch(deep=True),
    "a function mode in Python": FunctionMode,
    "a dispatch mode in Python": DispatchMode,
}


def training(width):
    """A function that trains one step."""
    torch.manual_seed(0)
    model = nn.Sequential(
        *(nn.Linear(32, width), nn.BatchNorm1d(width), nn.ReLU()),
        *(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1)),
    )
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    x, y = torch.randn(256, 32), torch.randn(256, 1)

    def step():
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()

    return step


def seconds_a_step(step, way, steps, pause):
    with way():
        if pause:
            time.sleep(pause)
            step()
        start = time.perf_counter()
        for _ in range(steps):
            step()
        return (time.perf_counter() - start) / steps


def measure(step, rounds, steps, pause):
    """name -> seconds a step, in each round."""
    times = {name: [] for name in WAYS}
    order = list(WAYS)
    for name in order:
        seconds_a_step(step, WAYS[name], steps, pause)
    gc.collect()
    gc.disable()
    try:
        for _ in range(rounds):
            random.shuffle(order)
            for name in order:
                times[name].append(seconds_a_step(step, WAYS[name], steps, pause))
    finally:
        gc.enable()
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--steps", type=int, default=20, help="in a round")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--width", type=int, default=64, help="of the layers")
    parser.add_argument("--json", metavar="FILE", help="write the figures there, too")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    pause = PAUSE_SECONDS if options.threads > 1 else 0
    times = measure(training(options.width), options.rounds, options.steps, pause)
    print(f"torch {torch.__version__}, {options.threads} thread(s), layers of {options.width}, batch 256")
    rows = []
    for name, values in times.items():
        ratio = statistics.median(value / bare for value, bare in zip(values, times["bare"], strict=True))
        best = min(values) / min(times["bare"])
        rows.append(
            {"way": name, "microseconds": 1e6 * min(values), "median_ratio": ratio, "best_ratio": best}
        )
        print(f"{name:26} {1e6 * min(values):8.0f} us a step, {ratio:.2f} times (best rounds {best:.2f})")
    if options.json:
        Path(options.json).write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
