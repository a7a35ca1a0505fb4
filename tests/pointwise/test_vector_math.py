"""Functions in vectors, our own and glibc's (of one float64): close to libm's, the same wherever an element
stands, and switched off by TBCAST_LIBMVEC=0 (32: vectors of at most 32 bytes), after which libm's results
hold."""

import functools
import math
import os
import pickle
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from children import python
from differential.forms import ROWS
from oracles.comparison import distances
from under_test import STAND_IN, needs_torch, tb

ROWS_OF_LIBMVEC = [row for row in ROWS.values() if row.computation.libmvec]
NAMES = [row.name for row in ROWS_OF_LIBMVEC]
PAIRS = {row.name: row for row in ROWS.values() if row.computation.lanes}
EXPONENTS = (2.5, -1.5, 3, -1, -2, 0.5, -0.5, 7, 4, 1 / 3, 101, 1e40, -(2.0**39), float("inf"), float("nan"))
TESTS = Path(__file__).parent
pytestmark = pytest.mark.skipif(STAND_IN, reason="of tbcast alone")

# ---- which way a process takes ----


@functools.cache
def libmvec_is_there():
    """Installed, and used by this build on the level in force."""
    # looked for in another process: in this one only tbcast may open it
    installed = python("-c", "import ctypes; ctypes.CDLL('libmvec.so.1')").returncode == 0
    return installed and sys.platform == "linux" and tb._C._cpu_level() != "baseline"


def environment(way, **more):
    """As here, but this way; None: TBCAST_LIBMVEC is not set."""
    kept = {name: value for name, value in os.environ.items() if name != "TBCAST_LIBMVEC"}
    return kept | more | ({} if way is None else {"TBCAST_LIBMVEC": way})


@pytest.mark.skipif(not os.path.exists("/proc/self/maps"), reason="needs /proc/self/maps")
@pytest.mark.parametrize(
    ("way", "opened"), [(None, True), ("", True), ("1", True), ("32", True), ("64", True), ("0", False)]
)
def test_libmvec_is_opened_by_the_first_function_that_needs_it(way, opened):
    if not libmvec_is_there():
        pytest.skip("libmvec.so.1 is not installed, or not used by this build on this level")
    code = """
import tbcast as t
def mapped():
    return "/libmvec.so" in open("/proc/self/maps").read()
told = [mapped()]
x = t.rand(10000)
x + x
t.sqrt(x)
t.exp(x)
told.append(mapped())
t.exp(x.double())
print(*told, mapped())"""
    done = python("-c", code, env=environment(way))
    assert done.stdout.split() == ["False", "False", str(opened)], done.stderr


def is_libms(got, function, *columns):
    """Are these float64 results libm's, which Python's math calls, to the bit?  Not all of others are."""
    return got.tolist() == [function(*row) for row in zip(*(x.tolist() for x in columns), strict=True)]


def test_this_process_uses_the_functions_that_it_is_told_to():
    """Also run in the process without libmvec of the last test, after everything else."""
    x = np.linspace(-20, 20, 4001)
    vectors = libmvec_is_there() and os.environ.get("TBCAST_LIBMVEC") != "0"
    assert is_libms(tb.exp(tb.from_numpy(x)), math.exp, x) != vectors
    assert is_libms(without("exp", x), math.exp, x)


REFUSES = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>
int refused;
void *dlopen(const char *name, int flags)
{
    static void *(*next)(const char *, int);
    if (name && strstr(name, "libmvec")) {
        refused++;
        return NULL;
    }
    if (!next)
        next = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
    return next(name, flags);
}
"""
ALL_PROGRAM = """
import ctypes, pickle, sys, tbcast as t
out = [getattr(t, name)(t.from_numpy(x)).numpy().tobytes() for name, x in pickle.load(sys.stdin.buffer)]
whole = ctypes.CDLL(None)
refused = ctypes.c_int.in_dll(whole, "refused").value if hasattr(whole, "refused") else None
pickle.dump((refused, out), sys.stdout.buffer)
"""


def test_without_an_installed_libmvec_libm_computes(tmp_path):
    """A library that is loaded first refuses to open it; the results are those of TBCAST_LIBMVEC=0."""
    compiler = shlex.split(os.environ.get("CC", "cc"))
    if not libmvec_is_there() or shutil.which(compiler[0]) is None:
        pytest.skip("needs libmvec.so.1, in use, and a C compiler")
    source, library = tmp_path / "refuses.c", tmp_path / "refuses.so"
    source.write_text(REFUSES)
    subprocess.run([*compiler, "-shared", "-fPIC", str(source), "-o", str(library), "-ldl"], check=True)
    calls = [(name, inputs(name, "float64")) for name in NAMES]

    def run(way, **more):
        return child(ALL_PROGRAM, pickle.dumps(calls), environment(way, **more))

    refused, absent = pickle.loads(run(None, LD_PRELOAD=str(library)))
    assert refused == 1  # asked for once, not at every call
    assert absent == pickle.loads(run("0"))[1] != pickle.loads(run(None))[1]


# ---- one operand ----

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


def child(code, given, env, *arguments):
    """What a program writes, in bytes, when it is given these."""
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, input=given, capture_output=True, env=env, cwd=TESTS, check=True).stdout


def without(name, x):
    """What libm gives, in a process of its own."""
    return np.frombuffer(child(PROGRAM, x.tobytes(), environment("0"), name, str(x.dtype)), x.dtype)


@pytest.mark.sample(3)
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
def test_an_elements_index_does_not_matter(name, dtype):
    x = inputs(name, dtype)[:37]
    t = tb.from_numpy(x)
    function = getattr(tb, name)
    whole = function(t).numpy().tobytes()
    parts = b"".join(function(t[i : i + 1]).numpy().tobytes() for i in range(37))
    strided = function(tb.from_numpy(np.repeat(x, 3))[::3]).contiguous().numpy().tobytes()
    expanded = function(t[:, None].expand(37, 11)).contiguous()[:, 4].contiguous().numpy().tobytes()
    assert whole == parts == strided == expanded
    assert function(t.clone().expand(3, 37))[2].contiguous().numpy().tobytes() == whole


# ---- two operands ----

PAIR_PROGRAM = """
import pickle, sys, numpy as np, tbcast as t
out = {}
for name, a, b in pickle.load(sys.stdin.buffer):
    b = t.from_numpy(b) if isinstance(b, np.ndarray) else b
    function = t.special.xlog1py if name == "_special_xlog1py" else getattr(t, name)
    number = "" if isinstance(b, t.Tensor) else repr(b)
    out[name, number, str(a.dtype)] = function(t.from_numpy(a), b).numpy()
pickle.dump(out, sys.stdout.buffer)
"""


def pairs(dtype):
    """Every pair of special values, and numbers of every size."""
    draw, info, bits = np.random.default_rng(4), np.finfo(dtype), np.dtype(dtype).itemsize * 8
    special = [0.0, 1, 2, 3, 0.5, 7, 1.5, 150, 1e3, np.inf, np.nan, info.max, 1 + info.eps, 1 - info.eps]
    special += [info.tiny, info.tiny * 0.7, info.smallest_subnormal]
    special += [2.0**n for n in (24, 25, 28, 31, 39, 40, 52, 53)]
    special = np.array([*special, *(-x for x in special)], dtype)
    a, b = (x.ravel() for x in np.meshgrid(special, special))
    wide = draw.normal(size=3000) * 10.0 ** draw.integers(-3, 4, 3000)
    with np.errstate(all="ignore"):
        random = [
            (wide, np.round(draw.normal(size=3000) * 20)),
            (draw.uniform(0.5, 2, 3000), wide),
            (draw.uniform(-1.5, 1.5, 3000), draw.uniform(-1.5, 1.5, 3000)),
            tuple(draw.integers(0, 2**bits, 3000, f"u{bits // 8}").view(dtype) for _ in range(2)),
        ]
        whole = (np.concatenate([x, *(pair[i] for pair in random)]) for i, x in enumerate((a, b)))
        return tuple(x.astype(dtype) for x in whole)


def computed(way, calls):
    """{(name, number, dtype): result} in a process that takes this way."""
    return pickle.loads(child(PAIR_PROGRAM, pickle.dumps(calls), environment(way)))


@pytest.mark.parametrize("way", ["32", "64"])
def test_functions_of_two_operands_are_libms(way):
    """Exact rows bit by bit, the others within their tolerance; signs of zeros and nans everywhere."""
    calls = [(name, *pairs(dtype)) for name in PAIRS if name[0] != "_" for dtype in ("float32", "float64")]
    calls += [("pow", pairs(dtype)[0], x) for x in EXPONENTS for dtype in ("float32", "float64")]
    fast, plain = computed(way, calls), computed("0", calls)
    for (name, number, dtype), expected in plain.items():
        got, tolerance = fast[name, number, dtype], PAIRS[name].tolerance
        allowed = 0 if tolerance == "exact" else min(2, int(tolerance[4:-1]))
        same = (np.signbit(got) == np.signbit(expected)) | np.isnan(expected)
        steps = distances(got, expected, dtype)
        wrong = ~same | (steps < 0) | (steps > allowed)
        a, b = pairs(dtype)
        found = [*zip(a[wrong][:5], b[wrong][:5], got[wrong][:5], expected[wrong][:5], strict=True)]
        assert not wrong.any(), (name, number, dtype, found)


def test_functions_of_two_operands_use_the_library_that_they_are_told_to():
    a, b = (x.ravel() for x in np.meshgrid(np.linspace(0.5, 2, 100), np.linspace(-9.5, 9.5, 100)))
    vectors = sys.platform == "linux" and tb._C._cpu_level() != "baseline"  # our own: libmvec may be absent
    for way in ("0", "32", "64"):
        (got,) = computed(way, [("pow", a, b)]).values()
        assert is_libms(got, math.pow, a, b) != (vectors and way != "0")


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", [name for name in PAIRS if name[0] != "_"])
def test_the_index_of_a_pair_does_not_matter(name, dtype):
    draw, function = np.random.default_rng(5), getattr(tb, name)
    some = draw.integers(0, 2000, 45)
    a, b = (tb.from_numpy(x[some].copy()) for x in pairs(dtype))
    whole = function(a, b).numpy().tobytes()
    assert whole == b"".join(function(a[i : i + 1], b[i : i + 1]).numpy().tobytes() for i in range(45))
    for n in range(45):
        assert function(a[n:], b[n:]).numpy().tobytes() == function(a, b)[n:].contiguous().numpy().tobytes()
        row = function(a, b[n]).numpy().tobytes()
        assert row == function(a, b[n].expand(45).contiguous()).numpy().tobytes()
        column = function(a[n], b).numpy().tobytes()
        assert column == function(a[n].expand(45).contiguous(), b).numpy().tobytes()


def test_powers_that_people_know_are_exact():
    base, exponent = np.meshgrid(np.arange(-40, 41), np.arange(0, 9))
    true = base.astype(object) ** exponent.astype(object)
    known = np.array([abs(int(x)) < 2**24 for x in true.ravel()]).reshape(true.shape)
    a, b = (tb.from_numpy(x.astype("float32")) for x in (base, exponent))
    assert (tb.pow(a, b).numpy()[known] == true[known].astype("float32")).all()
    for n in range(9):
        row = true[n][known[n]].astype("float32")
        assert (tb.pow(a[n], n).numpy()[known[n]] == row).all()
    ones = tb.tensor([1.0, -1.0])
    angles = np.array([np.pi / 4, np.pi * 3 / 4], "float32")
    assert tb.atan2(ones[0], ones).tolist() == angles.tolist()
    assert tb.hypot(tb.tensor([3.0, 5.0]), tb.tensor([4.0, 12.0])).tolist() == [5.0, 13.0]


@needs_torch
@pytest.mark.full
def test_libm_agrees_with_torch_too(request):
    """The differential tests of these rows once more, without libmvec."""
    names = [*NAMES, *(name for name in PAIRS if name[0] != "_")]
    configuration = ("--rootdir", str(request.config.rootpath), "-c", str(request.config.inipath))
    told = test_this_process_uses_the_functions_that_it_is_told_to.__name__
    done = python(
        *("-m", "pytest", "-q", "--full", "-p", "no:cacheprovider", *configuration),
        *(str(TESTS / "test_pointwise.py"), str(Path(__file__))),
        *("-k", f"{told} or every_form and (" + " or ".join(f"[{name}]" for name in names) + ")"),
        env=environment("0"),
        timeout=900,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert f"{len(names) + 1} passed" in done.stdout, done.stdout[-500:]
