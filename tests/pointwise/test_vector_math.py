"""Functions in vectors: close to libm's, which are the baseline level's, the same wherever an element stands,
and of float64 the same on every level that has vectors."""

import math
import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from children import python
from differential.forms import ROWS, function_at
from oracles.comparison import distances
from under_test import STAND_IN, needs_torch, tb

VECTORS = [row for row in ROWS.values() if row.computation.lanes]
NAMES = [row.name for row in VECTORS if len(row.operands) == 1]
# torch's digamma, Bessel and Airy functions lose digits: test_special.py compares with exact ones.
OF_TORCH = [name for name in NAMES if not name.startswith(("digamma", "_special_bessel", "_special_airy"))]
PAIRS = {row.name: row for row in VECTORS if len(row.operands) == 2}
LEVELS = [level for level in tb._C._cpu_levels() if level != "baseline"] if not STAND_IN else []
PUBLIC_PAIRS = [name for name in PAIRS if name[0] != "_"]
EXPONENTS = (2.5, -1.5, 3, -1, -2, 0.5, -0.5, 7, 4, 1 / 3, 101, 1e40, -(2.0**39), float("inf"), float("nan"))
TESTS = Path(__file__).parent
pytestmark = pytest.mark.skipif(STAND_IN, reason="of tbcast alone")


def function_of(library, name):
    """tbcast's or torch's function of a row."""
    stem = name.removeprefix("_special_")
    if stem != name:
        return getattr(library.special, stem)
    return function_at(library, name.replace("_nn_", "_nn.", 1))


def units(name) -> int:
    """How far a value may be from another computation of it: the row's tolerance, or 4."""
    tolerance = ROWS[name].tolerance
    return max(4, int(tolerance[4:-1]) if tolerance.startswith("ulp") else 0)


# ---- levels ----


def environment(level, **more):
    """As here, but on this CPU level."""
    return os.environ | more | {"TBCAST_CPU": level}


def is_libms(got, function, *columns):
    """Are these float64 results libm's, which Python's math calls, to the bit?  Not all of others are."""
    return got.tolist() == [function(*row) for row in zip(*(x.tolist() for x in columns), strict=True)]


def test_every_level_but_the_baseline_has_vectors():
    """Also run on the baseline level by the last test, after everything else."""
    x = np.linspace(-20, 20, 4001)
    got, plain = tb.exp(tb.from_numpy(x)).tolist(), on_level("baseline", "exp", x)
    assert (got == plain.tolist()) != (tb._C._cpu_level() != "baseline")
    if sys.platform != "win32":  # there tbcast's exp is MinGW's, Python's Microsoft's
        assert is_libms(plain, math.exp, x)


# ---- one operand ----

PROGRAM = """
import sys, tbcast as t
name, dtype = sys.argv[1:]
import numpy as np
x = t.from_numpy(np.frombuffer(sys.stdin.buffer.read(), dtype).copy())
sys.stdout.buffer.write(getattr(t._C, name)(x).numpy().tobytes())
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


def on_level(level, name, x):
    """What a process on this level gives."""
    return np.frombuffer(child(PROGRAM, x.tobytes(), environment(level), name, str(x.dtype)), x.dtype)


@pytest.mark.sample(3)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", NAMES)
def test_values_are_the_baselines_within_some_units(name, dtype):
    x = inputs(name, dtype)
    fast, plain = function_of(tb, name)(tb.from_numpy(x)).numpy(), on_level("baseline", name, x)
    steps = distances(fast, plain, dtype)
    wrong = (steps < 0) | (steps > units(name))
    if name == "_nn_gelu":  # 1 + erf cancels
        wrong &= ~(np.abs(fast - plain) <= 4 * np.spacing(np.abs(x) / 2))
    if name not in OF_TORCH:  # terms cancel near roots
        wrong &= ~(np.abs(fast - plain) <= 4 * np.finfo(dtype).eps)
    assert not wrong.any(), [*zip(x[wrong][:5], fast[wrong][:5], plain[wrong][:5], strict=True)]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", NAMES)
def test_an_elements_index_does_not_matter(name, dtype):
    x = inputs(name, dtype)[:37]
    t = tb.from_numpy(x)
    function = function_of(tb, name)
    whole = function(t).numpy().tobytes()
    parts = b"".join(function(t[i : i + 1]).numpy().tobytes() for i in range(37))
    strided = function(tb.from_numpy(np.repeat(x, 3))[::3]).contiguous().numpy().tobytes()
    expanded = function(t[:, None].expand(37, 11)).contiguous()[:, 4].contiguous().numpy().tobytes()
    assert whole == parts == strided == expanded
    assert function(t.clone().expand(3, 37))[2].contiguous().numpy().tobytes() == whole


@pytest.mark.skipif(len(LEVELS) < 2, reason="no two levels to compare")
@pytest.mark.parametrize("name", NAMES)
def test_float64_is_the_same_on_every_level(name):
    x = inputs(name, "float64")
    first, *others = (on_level(level, name, x) for level in LEVELS)
    for other in others:
        np.testing.assert_array_equal(first, other)


@needs_torch
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", OF_TORCH)
def test_special_values_are_torchs_at_every_index(name, dtype):
    """Beside plain numbers, and beside each other."""
    import torch

    info = np.finfo(dtype)
    special = np.array(
        [0, 1, 2, 0.5, info.max, np.inf, np.nan, info.tiny, info.smallest_subnormal, info.tiny / 3, 1e22, 1e6]
        + [1 - info.eps, 1 + info.eps, 88.8, 104, 710, 745.5, 1024, 1075, 2.0**40, 2.0**100, np.pi * 100]
    )
    special = np.concatenate([special, -special]).astype(dtype)
    whole = np.full((len(special), 19), 0.3, dtype)
    for at, row in enumerate(whole):
        row[at % 19 :: 11] = special[at]
    for x in (special, whole.ravel()):
        got = function_of(tb, name)(tb.from_numpy(x)).numpy()
        true = function_of(torch, name)(torch.from_numpy(x)).numpy()
        wide = (
            function_of(torch, name)(torch.from_numpy(x.astype("float64"))).to(getattr(torch, dtype)).numpy()
        )
        # torch's i0 and i1 of float32 overflow halfway, its gelu of inf is nan in vectors
        true = np.where(np.isinf(true) | (np.isnan(true) & ~np.isnan(wide)), wide, true)
        steps = distances(got, true, dtype)
        wrong = (steps < 0) | (steps > units(name)) | (np.signbit(got) != np.signbit(true)) & ~np.isnan(true)
        if name == "_nn_gelu" and dtype == "float32":  # torch's library approximates erf on some processors
            with np.errstate(invalid="ignore"):
                wrong &= ~(np.abs(got - wide) <= 2.0**-19 * np.maximum(1, np.abs(got)))
        assert not wrong.any(), [*zip(x[wrong][:5], got[wrong][:5], true[wrong][:5], strict=True)]


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


def computed(level, calls):
    """{(name, number, dtype): result} in a process on this level."""
    return pickle.loads(child(PAIR_PROGRAM, pickle.dumps(calls), environment(level)))


@pytest.mark.parametrize("level", LEVELS)
def test_functions_of_two_operands_are_libms(level):
    """Exact rows bit by bit, the others within their tolerance; signs of zeros and nans everywhere."""
    calls = [(name, *pairs(dtype)) for name in PUBLIC_PAIRS for dtype in ("float32", "float64")]
    calls += [("pow", pairs(dtype)[0], x) for x in EXPONENTS for dtype in ("float32", "float64")]
    fast, plain = computed(level, calls), computed("baseline", calls)
    for (name, number, dtype), expected in plain.items():
        got, tolerance = fast[name, number, dtype], PAIRS[name].tolerance
        allowed = 0 if tolerance == "exact" else min(2, int(tolerance[4:-1]))
        a, b = pairs(dtype)
        same = (np.signbit(got) == np.signbit(expected)) | np.isnan(expected)
        steps = distances(got, expected, dtype)
        if name.startswith("logaddexp"):  # where the sum cancels, the terms' last bits are seen
            with np.errstate(all="ignore"):
                added = expected - np.maximum(a, b)
                cancels = np.abs(expected) < added
                steps[cancels] = (np.abs(got - expected) / np.spacing(added))[cancels]
            same |= cancels | (steps == 1)  # 0 or one unit
        wrong = ~same | (steps < 0) | (steps > allowed)
        found = [*zip(a[wrong][:5], b[wrong][:5], got[wrong][:5], expected[wrong][:5], strict=True)]
        assert not wrong.any(), (name, number, dtype, found)


@pytest.mark.parametrize("level", ["baseline", *LEVELS])
def test_functions_of_two_operands_use_vectors_from_avx2_on(level):
    a, b = (x.ravel() for x in np.meshgrid(np.linspace(0.5, 2, 100), np.linspace(-9.5, 9.5, 100)))
    (got,) = computed(level, [("pow", a, b)]).values()
    assert is_libms(got, math.pow, a, b) != (level != "baseline")


def bits_of(tensor):
    """The bytes of its elements; nan has no sign, which processors choose."""
    array = tensor.numpy()
    return np.where(np.isnan(array), array.dtype.type(np.nan), array).tobytes()


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", PUBLIC_PAIRS)
def test_the_index_of_a_pair_does_not_matter(name, dtype):
    draw, function = np.random.default_rng(5), function_of(tb, name)
    some = draw.integers(0, 2000, 45)
    a, b = (tb.from_numpy(x[some].copy()) for x in pairs(dtype))
    whole = bits_of(function(a, b))
    assert whole == b"".join(bits_of(function(a[i : i + 1], b[i : i + 1])) for i in range(45))
    for n in range(45):
        assert bits_of(function(a[n:], b[n:])) == bits_of(function(a, b)[n:])
        assert bits_of(function(a, b[n])) == bits_of(function(a, b[n].expand(45).contiguous()))
        assert bits_of(function(a[n], b)) == bits_of(function(a[n].expand(45).contiguous(), b))


# ---- special values, which are computed in their lanes ----


def specials(dtype):
    info = np.finfo(dtype)
    sizes = [
        0,
        1,
        2,
        0.5,
        3,
        0.7,
        85.5,
        88.7,
        89,
        104,
        np.inf,
        np.nan,
        info.max,
        1 + info.eps,
        1 - info.eps / 2,
    ]
    sizes += [info.tiny, info.tiny / 2, info.smallest_subnormal]
    sizes += [1e5, 2**17, 1e6, 1e10, 3e30, 2.0**60, 2.0**100, 2.0**-100]
    return np.array([*sizes, *(-x for x in sizes)], dtype)


def alone_and_among_others(function, lanes, special, plain):
    """Whether each element is what it is in a tensor of its own value, wherever it stands among others."""
    for n, value in enumerate(special):
        for width in (1, 3):  # one special element, and several
            x = plain.copy()
            at = np.arange(n % lanes, len(x), lanes if width == 1 else width)
            x[at] = value
            expected = function(plain)
            expected[at] = function(np.full(len(at), value))[0]
            assert function(x).tobytes() == expected.tobytes(), (value, width)


@pytest.mark.parametrize("name", NAMES)
def test_a_special_value_leaves_its_neighbours_alone(name):
    plain = (np.random.default_rng(6).uniform(0.05, 0.95, 67) + (name == "acosh")).astype("float32")
    function = function_of(tb, name)
    alone_and_among_others(lambda x: function(tb.from_numpy(x)).numpy(), 16, specials("float32"), plain)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", PUBLIC_PAIRS)
def test_a_special_operand_leaves_its_neighbours_alone(name, dtype):
    draw, function = np.random.default_rng(6), function_of(tb, name)
    plain, special = draw.uniform(0.05, 0.95, 67).astype(dtype), specials(dtype)
    for other in (0.7, -3, 0, np.inf, np.nan, np.finfo(dtype).smallest_subnormal):
        beside = np.full(67, other, dtype)
        for call in (
            lambda x, y=beside: function(tb.from_numpy(x), tb.from_numpy(y[: len(x)])).numpy(),
            lambda x, y=beside: function(tb.from_numpy(y[: len(x)]), tb.from_numpy(x)).numpy(),
        ):
            alone_and_among_others(call, 16, special, plain)


@needs_torch
@pytest.mark.parametrize("name", OF_TORCH)
def test_special_values_are_torchs(name):
    """Within a unit of torch's function of float64, rounded."""
    import torch

    x = specials("float32")
    got = function_of(tb, name)(tb.from_numpy(x)).numpy()
    expected = function_of(torch, name)(torch.from_numpy(x.astype("float64"))).float().numpy()
    steps = distances(got, expected, "float32")
    wrong = (steps < 0) | (steps > 1) | ((np.signbit(got) != np.signbit(expected)) & ~np.isnan(got))
    if name == "_nn_mish":  # torch's float32 is 0 from here down
        wrong &= x > -103.97208
    if name == "_nn_gelu":  # torch's steps: 1 + erf, which cancels
        wrong &= x >= 0
    if name in ("sigmoid", "_nn_silu"):  # torch's float32 also gives 0 here
        wrong &= x > -88.72284
    assert not wrong.any(), [*zip(x[wrong], got[wrong], expected[wrong], strict=True)]


@needs_torch
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", [name for name in PUBLIC_PAIRS if PAIRS[name].tolerance != "exact"])
def test_special_pairs_are_torchs(name, dtype):
    import torch

    x = specials(dtype)
    x = x[np.abs(x) != 0.7]  # log(exp(x) + exp(x)) cancels near -log(2)
    a, b = (x.ravel() for x in np.meshgrid(x, x))
    got = function_of(tb, name)(tb.from_numpy(a), tb.from_numpy(b)).numpy()
    expected = function_of(torch, name)(*(torch.from_numpy(x.astype("float64")) for x in (a, b))).numpy()
    with np.errstate(over="ignore"):
        expected = expected.astype(got.dtype)
    steps = distances(got, expected, got.dtype.name)
    wrong = (steps < 0) | (steps > 2) | ((np.signbit(got) != np.signbit(expected)) & ~np.isnan(got))
    if name.startswith("logaddexp"):
        wrong &= ~((np.maximum(a, b) < 0) & (np.maximum(a, b) >= -1.1))
    assert not wrong.any(), [
        *zip(a[wrong][:5], b[wrong][:5], got[wrong][:5], expected[wrong][:5], strict=True)
    ]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_remainders_of_any_quotient_are_exact(dtype):
    """Also those that take many steps, for which torch's vectors give nan."""
    draw, bits = np.random.default_rng(8), np.dtype(dtype).itemsize * 8
    a, b = (draw.integers(0, 2**bits, 4000, f"u{bits // 8}").view(dtype) for _ in range(2))
    got = tb.fmod(tb.from_numpy(a), tb.from_numpy(b)).numpy()
    with np.errstate(invalid="ignore"):
        expected = np.fmod(a, b)
    assert np.array_equal(got, expected, equal_nan=True)
    assert (np.signbit(got) == np.signbit(a))[~np.isnan(got)].all()


def test_sums_of_powers_that_cancel_exactly_are_zero():
    for dtype in (tb.float32, tb.float64):
        x = tb.full((40,), -1, dtype=dtype)
        assert (tb.logaddexp2(x, x) == 0).all()


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
    """The differential tests of these rows once more, on the baseline level."""
    names = [*NAMES, *PUBLIC_PAIRS]
    configuration = ("--rootdir", str(request.config.rootpath), "-c", str(request.config.inipath))
    told = test_every_level_but_the_baseline_has_vectors.__name__
    done = python(
        *("-m", "pytest", "-q", "--full", "-p", "no:cacheprovider", *configuration),
        *(str(TESTS / "test_pointwise.py"), str(Path(__file__))),
        *("-k", f"{told} or every_form and (" + " or ".join(f"[{name}]" for name in names) + ")"),
        env=environment("baseline"),
        timeout=900,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert f"{len(names) + 1} passed" in done.stdout, done.stdout[-500:]


@pytest.mark.parametrize(
    ("whole", "floating", "infinity", "quiet"),
    [("int32", "float32", 0x7F800000, 1 << 22), ("int64", "float64", 0x7FF << 52, 1 << 51)],
)
def test_powers_of_signalling_nans_are_nan_and_of_quiet_ones_may_be_1(whole, floating, infinity, quiet):
    for bits, expected in ((infinity + 1, True), (infinity + quiet, False)):
        nan = tb.full((35,), bits, dtype=getattr(tb, whole)).view(getattr(tb, floating))
        assert tb.pow(tb.ones_like(nan), nan).isnan().all() == expected
        assert tb.pow(nan, tb.zeros_like(nan)).isnan().all() == expected
