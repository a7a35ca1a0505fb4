"""What rewriting a NumPy program costs: statements as they are, rewritten, and under `tbcast.audit.numpy`.

    python benchmarks/audit_cost_numpy.py [--rounds 200] [--elements 1000] [--json FILE]

Each statement is compiled into a loop three times. The loops take turns in changing order, and a figure is
the median, over rounds, of a loop's time divided by that of the loop as it is in the same round, so that a
busy machine disturbs all alike. Statements of plain Python stand beside those of arrays: they are rewritten,
too.
"""

import argparse
import gc
import json
import random
import statistics
import time
from pathlib import Path

import numpy as np

from tbcast import audit
from tbcast.audit._rewriting.rewrite import GLOBALS, HELPER, rewritten_code

ARRAYS = {
    "a + b": 200,
    "a * 2.0": 200,
    "a < b": 200,
    "a > 0": 200,
    "a += b * 0": 200,
    "rows - means": 200,
    "rows * column": 200,
    "box.weights -= b": 200,
    "np.maximum(a, b)": 200,
    "np.where(mask, a, b)": 200,
    "np.exp(a)": 100,
    "a[1:] - a[:-1]": 200,
    "x[:, None] - y": 100,
    "a[:, None] * 2.0": 100,
    "np.exp(a[:, None])": 100,
    "square @ square": 50,
    "squares @ square": 20,
    "(a - means_of_a) / b": 100,
}
PLAIN = {
    "i + 1": 2000,
    "i < n": 2000,
    "f * f - f": 2000,
    "words[1:]": 1000,
    "text + text": 2000,
    "same(i)": 2000,
}
"""Statement -> how often a turn runs it."""

WAYS = ("as it is", "rewritten", "audited")


class Box:
    """Has an array."""


def names_of(elements):
    """What the statements use."""
    side = round(elements**0.5)
    rng = np.random.default_rng(0)
    box = Box()
    box.weights = rng.random(elements)
    return {
        "np": np,
        "a": rng.random(elements),
        "b": 1 + rng.random(elements) * 1e-9,
        "means_of_a": rng.random(elements),
        "mask": rng.random(elements) > 0.5,
        "rows": rng.random((side, side + 1)),
        "means": rng.random(side + 1),
        "column": rng.random((side, 1)),
        "square": rng.random((side, side)),
        "squares": rng.random((8, side, side)),
        "x": rng.random(side),
        "y": rng.random(side),
        "box": box,
        "i": 3,
        "n": 10,
        "f": 1.5,
        "words": list("abcdef"),
        "text": "text",
        **GLOBALS,
    }


def loops_of(statement, names):
    """Way -> a function that runs the statement so many times."""
    source = "def same(x):\n    return x\n\n"
    source += f"def loop(times, {', '.join(name for name in names if name != HELPER)}):\n"
    source += f"    for _ in range(times):\n        {statement}\n"
    compiled = {}
    for way in WAYS:
        space = dict(names)
        code = compile if way == "as it is" else rewritten_code
        exec(code(source, f"<{way}>", *(["exec"] if code is compile else [])), space)
        compiled[way] = space["loop"]
    return compiled


def seconds(way, loop, times, arguments):
    """Of one turn, after a first time: an audit judges what is new at a place, and does not do so again."""
    with audit.numpy() if way == "audited" else Nothing():
        loop(1, *arguments)
        start = time.perf_counter()
        loop(times, *arguments)
        return time.perf_counter() - start


class Nothing:
    """In place of an audit."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None


def measure(statement, times, rounds, names):
    """Way -> nanoseconds, and its ratio to the statement as it is."""
    loops = loops_of(statement, names)
    arguments = [value for name, value in names.items() if name != HELPER]
    taken = {way: [] for way in WAYS}
    for way in WAYS:
        seconds(way, loops[way], times, arguments)
    for _ in range(rounds):
        for way in random.sample(WAYS, len(WAYS)):
            taken[way].append(seconds(way, loops[way], times, arguments))
    return {
        way: (
            statistics.median(taken[way]) / times * 1e9,
            statistics.median(own / bare for own, bare in zip(taken[way], taken[WAYS[0]], strict=True)),
        )
        for way in WAYS
    }


def report(rounds=200, elements=1000):
    """Statement -> way -> (nanoseconds, ratio); printed as a table, too."""
    names, found = names_of(elements), {}
    print(f"{'':24}{'as it is':>12}{'rewritten':>12}{'audited':>12}")
    gc.disable()
    for statement, times in {**ARRAYS, **PLAIN}.items():
        found[statement] = row = measure(statement, times, rounds, names)
        ratios = "".join(f"{row[way][1]:12.2f}" for way in WAYS[1:])
        print(f"{statement:24}{row[WAYS[0]][0]:9.0f} ns{ratios}")
    gc.enable()
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--elements", type=int, default=1000)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    found = report(arguments.rounds, arguments.elements)
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
