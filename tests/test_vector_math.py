"""Transcendental functions through glibc's vector functions: close to the true values, the same wherever an
element stands, and switched off by TBCAST_LIBMVEC=0, after which libm's results hold.
"""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from children import python
from comparison import distances
from forms import ROWS
from under_test import STAND_IN, needs_torch, tb

ROWS_OF_LIBMVEC = [row for row in ROWS.values() if getattr(row, "libmvec", "")]
NAMES = [row.name for row in ROWS_OF_LIBMVEC]
TESTS = Path(__file__).parent
pytestmark = pytest.mark.skipif(STAND_IN, reason="of tbcast alone")

PROGRAM = """
import sys, tbcast as t
name, dtype = sys.argv[1:]
import numpy as np
x = t.from_numpy(np.frombuffer(sys.stdin.buffer.read(), dtype).copy())
sys.stdout.buffer.write(getattr(t, name)(x).numpy().tobytes())
"""


def inputs(name, dtype):
    """Numbers of every size in the function's domain, and what is special."""
    draw = np.random.default_rng(3)
    info = np.finfo(dtype)
    wide = draw.uniform(-1, 1, 400) * 10.0 ** draw.uniform(-6, 3 if dtype == "float32" else 8, 400)
    near = draw.uniform(-1.5, 1.5, 400)
    special = [0.0, -0.0, 1, -1, np.inf, -np.inf, np.nan, info.tiny, -info.tiny, info.max]
    special += [info.smallest_subnormal, -info.max]
    with np.errstate(over="ignore"):
        return np.concatenate([wide, near, np.abs(wide), 1 + np.abs(near), special]).astype(dtype)


def without(name, x):
    """What libm gives, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, name, str(x.dtype)],
        input=x.tobytes(),
        capture_output=True,
        env={**os.environ, "TBCAST_LIBMVEC": "0"},
        cwd=TESTS,
        check=True,
    )
    return np.frombuffer(done.stdout, x.dtype)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", NAMES)
def test_values_are_libms_within_four_units(name, dtype):
    x = inputs(name, dtype)
    fast, plain = getattr(tb, name)(tb.from_numpy(x)).numpy(), without(name, x)
    steps = distances(fast, plain, dtype)
    wrong = (steps < 0) | (steps > 4)
    assert not wrong.any(), [*zip(x[wrong][:5], fast[wrong][:5], plain[wrong][:5], strict=True)]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", NAMES)
def test_an_elements_place_does_not_matter(name, dtype):
    x = inputs(name, dtype)[:37]
    t = tb.from_numpy(x)
    function = getattr(tb, name)
    whole = function(t).numpy().tobytes()
    parts = b"".join(function(t[i : i + 1]).numpy().tobytes() for i in range(37))
    stepped = function(tb.from_numpy(np.repeat(x, 3))[::3]).contiguous().numpy().tobytes()
    expanded = function(t[:, None].expand(37, 11)).contiguous()[:, 4].contiguous().numpy().tobytes()
    assert whole == parts == stepped == expanded
    assert function(t.clone().expand(3, 37))[2].contiguous().numpy().tobytes() == whole


@needs_torch
def test_both_ways_agree_with_torch(request):
    """The differential tests of these rows once more, without libmvec."""
    configuration = ("--rootdir", str(request.config.rootpath), "-c", str(request.config.inipath))
    done = python(
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", *configuration, str(TESTS / "test_pointwise.py")),
        *("-k", "every_form and (" + " or ".join(f"[{name}]" for name in NAMES) + ")"),
        env={**os.environ, "TBCAST_LIBMVEC": "0"},
        timeout=900,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert f"{len(NAMES)} passed" in done.stdout, done.stdout[-500:]
