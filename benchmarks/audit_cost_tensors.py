"""What policies and audits cost tbcast's own calls: never used, left again, entered, and audited.

    python benchmarks/audit_cost_tensors.py [--rounds 15] [--elements 1000]

A policy that was entered once leaves a flag in the process, so that each way has processes of its own, which
take turns in changing order. A process's figure is the median of its repetitions; that of a way is the
median, over rounds, of it divided by that of the process in the same round in which nothing was ever used.
"""

import argparse
import contextlib
import json
import random
import statistics
import subprocess
import sys
import time

import tbcast as torch

STATEMENTS = {
    "a + b": "a + b",
    "a + one": "a + one",
    "rows - means": "rows - means",
    "x[:, None] - y": "x[:, None] - y",
    "table[i, j]": "table[i, j]",
    "addmm": "torch.addmm(means, rows, square)",
    "mse_loss": "torch.nn.functional.mse_loss(a, b)",
}
WAYS = ("never used", "left again", "entered", "audited")
TIMES, REPETITIONS = 500, 60


def names_of(elements):
    """What the statements use."""
    side = round(elements**0.5)
    return {
        "torch": torch,
        "a": torch.rand(elements),
        "b": torch.rand(elements),
        "one": torch.rand(1),
        "rows": torch.rand(side + 1, side),
        "means": torch.rand(side),
        "square": torch.rand(side, side),
        "table": torch.rand(side, side),
        "i": torch.arange(side).repeat(side),
        "j": torch.arange(side).repeat_interleave(side),
        "x": torch.rand(side),
        "y": torch.rand(side),
    }


def context(way):
    """In which a way's statements run."""
    if way == "left again":
        with torch.broadcast_policy("raise"):
            pass
    if way == "entered":
        return torch.broadcast_policy("raise")
    return torch.audit.tensors() if way == "audited" else contextlib.nullcontext()


def measure(way, elements):
    """Statement -> nanoseconds; what one process does."""
    names, found = names_of(elements), {}
    torch.set_num_threads(1)
    with context(way):
        for statement, code in STATEMENTS.items():
            space = dict(names)
            exec(f"def loop(times):\n    for _ in range(times):\n        {code}\n", space)
            space["loop"](TIMES)
            taken = []
            for _ in range(REPETITIONS):
                start = time.perf_counter()
                space["loop"](TIMES)
                taken.append(time.perf_counter() - start)
            found[statement] = statistics.median(taken) / TIMES * 1e9
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--elements", type=int, default=1000)
    parser.add_argument("--way", choices=WAYS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.way:
        print(json.dumps(measure(options.way, options.elements)))
        return
    taken = {way: [] for way in WAYS}
    for _ in range(options.rounds):
        for way in random.sample(WAYS, len(WAYS)):
            command = [sys.executable, __file__, "--way", way, "--elements", str(options.elements)]
            taken[way].append(json.loads(subprocess.run(command, check=True, capture_output=True).stdout))
    print(f"{'':18}{'never used':>14}" + "".join(f"{way:>14}" for way in WAYS[1:]))
    for statement in STATEMENTS:
        bare = [one[statement] for one in taken[WAYS[0]]]
        ratios = [
            statistics.median(own[statement] / one for own, one in zip(taken[way], bare, strict=True))
            for way in WAYS[1:]
        ]
        print(f"{statement:18}{statistics.median(bare):11.0f} ns" + "".join(f"{one:14.2f}" for one in ratios))


if __name__ == "__main__":
    main()
