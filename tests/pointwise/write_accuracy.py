"""Writes docs/accuracy.md: the largest errors of float32 and float64 functions, and how many results of
float16 and bfloat16 are not the nearest.

    python tests/pointwise/write_accuracy.py              all floats of one operand: an hour
    python tests/pointwise/write_accuracy.py --every 61   every 61st of them: two minutes
    python tests/pointwise/write_accuracy.py exp tan      some functions, printed and not written

Needs an installed tbcast, NumPy and mpmath.  test_accuracy.py keeps what the page says.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

import tbcast as tb

HERE = Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "docs" / "accuracy.md"
sys.path[:0] = [str(HERE.parent / "helpers")]

from oracles.accuracy import (  # noqa: E402
    FAST,
    SAMPLES,
    computed,
    excused,
    float32_error,
    function_of,
    levels,
    sampled_error,
)
from oracles.exact import ONE, TWO  # noqa: E402

REFUSED = (
    *("special.bessel_j0", "special.bessel_j1", "special.bessel_y0", "special.bessel_y1", "special.airy_ai"),
    "special.erfcx",
    "special.ndtr",
    "special.log_ndtr",
    "special.ndtri",
)
"""Functions that refuse the half types, as PyTorch."""

HEADING = """# Accuracy

Written by `python tests/pointwise/write_accuracy.py{option}` on the level {level}; do not edit.

The table has the largest error of each function in units in the last place (ulp): the distance between
neighbouring floats at the true value. Rounding the true value costs up to 0.5. PyTorch's functions promise 1.

- **float32** of one operand: {extent}, compared with the same function of float64; on the other
  CPU levels, one in 61 of those. `baseline` is libm's. For functions in italics, which are slow or take two
  operands, the inputs are a sample.
- **float64**: {samples} numbers of all magnitudes, compared with [mpmath](https://mpmath.org). From AVX2 on,
  the functions from exp to erfc give the same bits on every level; `baseline` takes libm's.
- **float16, bfloat16**: computed in float32 and rounded once. The table says how many of all 65,536 values do
  not give the nearest number.

Like PyTorch's, sigmoid is 0 where exp(-x) exceeds the largest float; this does not count as an error. rsqrt
is 1 divided by the rounded root, as in PyTorch; logit, sinc and entr also take PyTorch's steps, each rounded.
digamma, logaddexp, ndtr and the Bessel and Airy functions lose most where the result is near 0 and the values
before it are not. gelu and silu take PyTorch's steps, which leave no digits of results near 0, below -5 and
where exp(-x) exceeds the largest float. float64
lgamma is libm's; so is float32's on `baseline`, which loses up to 5 between its zeros below 0, which the
sample leaves out.

| function | {columns} | float64 | float16 | bfloat16 |
|---|{rules}---:|---:|---:|
"""


def not_nearest(name, half):
    """How many of all values of a half type, of one operand."""
    bits = np.arange(1 << 16, dtype="u4").astype("u2")
    x = bits.view("float16") if half == "float16" else (bits.astype("u4") << 16).view("float32")
    with np.errstate(invalid="ignore"):
        t, wide = tb.from_numpy(x.astype("float32")).to(getattr(tb, half)), x.astype("float64")
    got = function_of(name)(t).float().numpy()
    true = computed(name, wide)
    with np.errstate(over="ignore", invalid="ignore"):
        if half == "float16":
            nearest = true.astype("float16").astype("float32")
        else:
            near = true.astype("float32")
            lost = (near.astype("float64") != true) & np.isfinite(near)
            away = np.abs(near.astype("float64")) > np.abs(true)
            word = near.view("u4") - (lost & away).astype("u4")  # towards 0, and odd where anything is lost
            word |= lost.astype("u4")
            word = word + 0x7FFF + (word >> 16 & 1)
            nearest = np.where(np.isfinite(near), (word & 0xFFFF0000).astype("u4").view("float32"), near)
    same = (got == nearest) | (np.isnan(got) & np.isnan(nearest))
    return int((~same & (excused(name, x, np.ones(len(x))) > 0)).sum())


def shown(error):
    return f"{error:.3f}" if error < 1 else f"{error:.2f}" if error < 100 else f"{error:,.0f}"


def on_level(level, name, every):
    """float32_error in a process of that level."""
    code = f"import write_accuracy as w; print(*w.float32_error({name!r}, {every}))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=HERE,
        env={**os.environ, "TBCAST_CPU": level},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout.split()[0])


def cells(name, every):
    if name in FAST:
        others = levels()[1:]
        single = [shown(float32_error(name, every)[0])]
        single += [shown(on_level(level, name, every * 61)) for level in others]
    else:
        single = [f"*{shown(sampled_error(name, 'float32'))}*"] + ["" for _ in levels()[1:]]
    halves = ["", ""]
    if name in ONE and name not in REFUSED:
        halves = [str(not_nearest(name, half)) for half in ("float16", "bfloat16")]
    return [*single, shown(sampled_error(name, "float64")), *halves]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    tb.set_num_threads(1)
    lines = []
    for name in given.names or [*ONE, *TWO]:
        lines.append(f"| {name} | {' | '.join(cells(name, given.every))} |")
        print(lines[-1], flush=True)
    if given.names:
        return
    every = given.every
    heading = HEADING.format(
        option=f" --every {every}" if every > 1 else "",
        level=levels()[0],
        extent="all 4,294,967,296" if every == 1 else f"one bit pattern in {every}",
        samples=f"{SAMPLES:,}",
        columns=" | ".join(f"float32, {level}" for level in levels()),
        rules="---:|" * len(levels()),
    )
    PAGE.write_text(heading + "\n".join(lines) + "\n", "utf8")


if __name__ == "__main__":
    main()
