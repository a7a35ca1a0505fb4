"""What a call costs may depend on its values only so far.

A result of 0 costs what others cost: some processors take a hundred times as long for an underflow.
"""

import functools
import time

import pytest

import tbcast as tb

TIMES = 8  # at most; an underflow of each element took 20 to 50 times
CALLS = {
    **{name: getattr(tb, name) for name in ("exp", "exp2", "sigmoid", "sinh", "cosh", "erfc")},
    "pow": lambda x: tb.pow(2.5, x),
    "softmax": lambda x: x.softmax(0),
    "logsumexp": lambda x: x.logsumexp(0),
    **{name: getattr(tb.nn.functional, name) for name in ("silu", "mish", "softplus")},
}


def quickest(call, x):
    """The least time of some rounds."""
    times = []
    for _ in range(15):
        start = time.perf_counter()
        call(x)
        times.append(time.perf_counter() - start)
    return min(times)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", CALLS)
def test_what_is_far_below_0_takes_no_longer_than_other_numbers(name, dtype):
    plain = tb.linspace(0.1, 0.9, 1 << 15, dtype=getattr(tb, dtype))
    far = plain.clone()
    far[1:] = -2000.0 if name != "erfc" else 60.0
    assert quickest(CALLS[name], far) < TIMES * quickest(CALLS[name], plain)


@pytest.mark.skipif(tb._C._cpu_level() == "baseline", reason="the shortcut is the vectors'")
@pytest.mark.parametrize("name", ["celu", "elu", "selu"])
def test_positive_numbers_need_no_exponential(name):
    call = getattr(tb.nn.functional, name)
    plain = tb.linspace(0.1, 0.9, 1 << 15)
    in_place = functools.partial(call, inplace=True)  # new memory costs more than this on Windows
    assert quickest(in_place, plain) < 0.75 * quickest(in_place, -plain)  # less than 0.1


def test_the_least_results_are_not_0():
    """Beside the point from which on a result is 0 without being computed."""
    least = tb.finfo(tb.float32).smallest_normal * tb.finfo(tb.float32).eps
    assert tb.exp2(tb.tensor([-149.0, -149.9, -150.0, -151.0])).tolist() == [least, least, 0, 0]
    assert tb.exp(tb.tensor([-103.9, -103.97, -103.98, -104.5])).tolist() == [least, least, 0, 0]
    least = 2.0**-1074
    x = tb.tensor([-1074.0, -1074.9, -1075.0, -1076.0], dtype=tb.float64)
    assert tb.exp2(x).tolist() == [least, least, 0, 0]
    assert tb.exp(x.new_tensor([-745.1, -745.13, -745.14, -746.5])).tolist() == [least, least, 0, 0]
