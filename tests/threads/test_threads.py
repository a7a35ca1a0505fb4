"""Threads: results do not depend on them, other Python threads may do anything meanwhile, forks work."""

import multiprocessing
import os
import signal
import threading
import time
import warnings

import numpy as np
import pytest

from children import python
from systems import needs_fork
from under_test import MODULE_NAME, STAND_IN, first_line, needs_torch, tb, torch

pytestmark = pytest.mark.skipif(STAND_IN, reason="the pool is tbcast's own")

LONG = (1500, 1500)  # long enough for the interpreter's lock to be left


@pytest.fixture(autouse=True)
def threads_as_before():
    before = tb.get_num_threads()
    yield
    tb.set_num_threads(before)


def numbers(*shape, dtype=np.float32, seed=0):
    return np.random.default_rng(seed).integers(1, 100, shape).astype(dtype)


# ---- how many ----


@needs_torch
@pytest.mark.parametrize(
    "count", [0, -1, 2**31, 2**63, 2**70, -(2**70), 1.0, 1.5, "2", None, True, [2], np.float32(2)]
)
def test_bad_counts_raise_what_torch_raises(count):
    told = []
    for library in (tb, torch):
        with pytest.raises((RuntimeError, ValueError)) as error:
            library.set_num_threads(count)
        told.append((error.type, first_line(error.value)))
    assert told[0] == told[1]


def test_a_tensor_is_no_count():
    with pytest.raises(RuntimeError, match="set_num_threads expects an int, but got Tensor"):
        tb.set_num_threads(tb.tensor(2))


@pytest.mark.parametrize("count", [1, 2, 7, np.int64(3), np.uint8(4), 2**31 - 1])
def test_counts_are_remembered(count):
    tb.set_num_threads(count)
    assert tb.get_num_threads() == count
    x = tb.ones(*LONG)
    assert tb.equal(x + x, tb.full(LONG, 2.0))


def test_the_default_is_the_number_of_processors_that_the_process_may_use():
    code = f"""
import os
os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
import {MODULE_NAME} as t
print(t.get_num_threads())"""
    if not hasattr(os, "sched_setaffinity"):
        pytest.skip("this system has no affinity")
    assert python("-c", code).stdout == "1\n"


@pytest.mark.parametrize(("value", "count"), [("1", 1), ("3", 3), ("064", 64), ("", None)])
def test_environment_sets_the_count(value, count):
    code = f"import {MODULE_NAME} as t; print(t.get_num_threads(), (t.ones(2000, 2000) * 2)[-1, -1].item())"
    done = python("-c", code, env={**os.environ, "TBCAST_NUM_THREADS": value})
    assert done.returncode == 0, done.stderr
    told, result = done.stdout.split()
    assert result == "2.0"
    assert int(told) == count or (count is None and int(told) >= 1)


BAD_ENVIRONMENT = [
    *(
        ("TBCAST_NUM_THREADS", value)
        for value in ("0", "-1", "two", "1.5", " 2", "2 ", "+2", "2147483648", "9" * 40)
    ),
    *(("TBCAST_CACHE_LIMIT", value) for value in ("-1", "lots", "1e9", "1G", "9223372036854775808")),
    *(
        ("TBCAST_CACHE", value)
        for value in (
            *("32K", "32K,1M", "32K,1M,", "32K,1M,32M,64M", ",,", "32K,,32M", "32k,1M,32M", "32K, 1M,32M"),
            *("1M,32K,32M", "32K,32M,1M", "0,0,0", "512,1M,32M", "-1,1M,32M", "32K,1M,32M ", "32KB,1M,32M"),
            *("32K;1M;32M", "32K,1M,9999999999999999999", "32K,1M,9223372036854775807M"),
            *("32K,1M,2097152M", "1G,2G,3G"),
        )
    ),
]


@pytest.mark.parametrize(("name", "value"), BAD_ENVIRONMENT)
def test_nonsense_in_the_environment_is_an_import_error(name, value):
    done = python("-c", f"import {MODULE_NAME}", env={**os.environ, name: value})
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith(f"ImportError: the environment variable {name} must be ")
    assert last.endswith(f", not '{value[:100]}'")


# ---- the same bits ----

PAIRS = {
    "one row": ((300_001,), (300_001,)),
    "rows": ((999, 801), (999, 801)),
    "row broadcast": ((999, 801), (801,)),
    "column broadcast": ((999, 801), (999, 1)),
    "outer": ((999, 1), (801,)),
    "small inner": ((200_000, 3), (3,)),
    "many dimensions": ((16, 1, 16, 1, 160), (1, 16, 1, 16, 1)),
    "few long rows": ((3, 200_000), (3, 1)),
}
DTYPES = [(np.float32, np.float32), (np.float64, np.float32), (np.int16, np.int64), (np.float16, np.float16)]


@pytest.mark.sample(4)
@pytest.mark.cpu_level
@pytest.mark.parametrize("dtypes", DTYPES, ids=lambda pair: "-".join(d.__name__ for d in pair))
@pytest.mark.parametrize("shapes", PAIRS.values(), ids=PAIRS)
def test_results_do_not_depend_on_the_number_of_threads(shapes, dtypes):
    x, y = (
        tb.from_numpy(numbers(*shape, dtype=dtype, seed=i))
        for i, (shape, dtype) in enumerate(zip(shapes, dtypes, strict=True))
    )
    functions = {
        "add": tb.add,
        "lt": tb.lt,
        "true_divide": tb.true_divide,
        "exp and sub": lambda a, b: tb.exp(a / 9) - b,
        "maximum and mul_": lambda a, b: tb.maximum(a, b).mul_(3),
    }
    for name, function in functions.items():
        tb.set_num_threads(1)
        expected = function(x, y).numpy()
        for count in (2, 3, 8):
            tb.set_num_threads(count)
            for _ in range(3):
                assert np.array_equal(function(x, y).numpy(), expected), (name, count)


def test_transposed_and_strided_operands_are_shared_too():
    a, b = numbers(1200, 900), numbers(900, 1200, seed=1)
    x, y = tb.from_numpy(a), tb.from_numpy(b)
    tb.set_num_threads(3)
    assert np.array_equal((x + y.t()).numpy(), a + b.T)
    assert np.array_equal((x.t() + y).numpy(), a.T + b)
    assert np.array_equal((x[::2, ::3] * 2).numpy(), a[::2, ::3] * 2)
    out = tb.zeros(900, 1200).t()
    assert np.array_equal(tb.add(x, x, out=out).numpy(), a + a)


@pytest.mark.parametrize("count", [1, 2, 5])
def test_a_kernel_that_fails_in_one_piece_is_one_error(count):
    tb.set_num_threads(count)
    divisor = tb.ones(2000, 1000, dtype=tb.int32)
    divisor[1234, 567] = 0
    x = tb.ones(2000, 1000, dtype=tb.int32)
    with pytest.raises(RuntimeError, match=r"^ZeroDivisionError$"):
        tb.remainder(x, divisor)
    with pytest.raises(RuntimeError, match=r"^ZeroDivisionError$"):
        x.remainder_(divisor)
    assert tb.equal(x, tb.ones(2000, 1000, dtype=tb.int32))


FAILING = {
    "t[i]": lambda t, i: t[i],
    "take": lambda t, i: t.take(i),
    "gather": lambda t, i: t.gather(0, i),
    "index_select": lambda t, i: t.index_select(0, i),
}


@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("place", [0, 1_234_567, 2_999_999])
@pytest.mark.parametrize("name", FAILING)
def test_an_index_out_of_range_in_one_piece_is_an_error(name, place, count):
    tb.set_num_threads(count)
    t, i = tb.ones(7), tb.zeros(3_000_000, dtype=tb.int64)
    i[place] = 7
    with pytest.raises((IndexError, RuntimeError), match=r"out of (range|bounds)"):
        FAILING[name](t, i)


CREATED = {
    "full": lambda n: tb.full((n,), 2.5),
    "zeros": lambda n: tb.zeros(n),
    "ones": lambda n: tb.ones((n // 100, 100)),
    "zeros_like": lambda n: tb.zeros_like(tb.empty(n // 100, 100).t()),
    "new_full": lambda n: tb.empty(0).new_full((n,), 3),
    "eye": lambda n: tb.eye(n // 4000, 4000),
    "arange": lambda n: tb.arange(n),
    "arange of floats": lambda n: tb.arange(-3, n, 1.1),
    "arange of doubles": lambda n: tb.arange(-3, n, 1.1, dtype=tb.float64),
    "arange of halves": lambda n: tb.arange(0, 1, 1 / n, dtype=tb.float16),
    "arange of bytes": lambda n: tb.arange(3, -40 * n, -5, dtype=tb.int8),
    "arange, strided out=": lambda n: tb.arange(n, out=tb.zeros(n, 2, dtype=tb.int64)[:, 1]),
    "linspace": lambda n: tb.linspace(-1, 3, n),
    "linspace of halves": lambda n: tb.linspace(-1, 3, n, dtype=tb.bfloat16),
    "linspace of ints": lambda n: tb.linspace(-7, 3 * n, n, dtype=tb.int32),
    "linspace of complex": lambda n: tb.linspace(-1, 3 + 2j, n),
}


@pytest.mark.parametrize("create", CREATED.values(), ids=CREATED)
def test_new_tensors_do_not_depend_on_the_number_of_threads(create):
    tb.set_num_threads(1)
    expected = create(400_077)
    for count in (2, 3):
        tb.set_num_threads(count)
        for _ in range(2):  # of fresh memory and of a kept block
            assert tb.equal(create(400_077), expected)


def test_kept_blocks_are_cleared_for_zeros():
    for n in (100, 80_000, 3_000_000):
        tb.full((n,), 7.0)
        assert tb.equal(tb.zeros(n), tb.zeros(1).expand(n))
        tb.full((n,), 7.0)
        assert tb.equal(tb.zeros_like(tb.empty(n)), tb.zeros(1).expand(n))
        tb.full((2, n), 7.0)
        assert tb.eye(2, n).sum().item() == 2


# ---- other Python threads ----


ATTEMPTS = range(3)


def run_together(*functions, seconds=0.5):
    """Runs each function again and again, each in a thread of its own; what they raise."""
    end, raised = time.monotonic() + seconds, []

    def again_and_again(function):
        try:
            while time.monotonic() < end:
                function()
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=again_and_again, args=(function,)) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


def test_other_python_threads_run_during_long_work():
    x, rounds, stop = tb.ones(4000, 4000), 0, False

    def work():
        nonlocal stop
        for _ in range(10):
            tb.exp(x)
        stop = True

    thread = threading.Thread(target=work)
    thread.start()
    longest, last = 0.0, time.perf_counter()
    while not stop:
        time.sleep(0.0005)
        rounds += 1
        longest, last = max(longest, time.perf_counter() - last), time.perf_counter()
    thread.join()
    assert rounds > 30  # with the lock held, one or two for each exp


@pytest.mark.sample(4)
@pytest.mark.parametrize("create", CREATED.values(), ids=CREATED)
def test_the_lock_is_released_while_a_long_tensor_is_made(create):
    """Each round needs the lock: with the lock held there is about one for each call."""
    tb.set_num_threads(1)
    stop, rounds, calls, end = False, 0, 0, time.monotonic() + 10

    def work():
        nonlocal stop, calls
        while calls < 20 or (rounds <= 2 * calls and time.monotonic() < end):
            create(8_000_000)
            calls += 1
        stop = True

    thread = threading.Thread(target=work)
    thread.start()
    while not stop:
        time.sleep(0.0002)
        rounds += 1
    thread.join()
    assert rounds > 2 * calls


@pytest.mark.sample(len(ATTEMPTS))
@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_an_output_may_be_resized_while_it_is_written(attempt):
    box = {"out": tb.empty(1_500_000, 2, dtype=tb.int64)[:, 0], "eye": tb.empty(1500, 1500).t()}

    def write():
        tb.arange(1_500_000, out=box["out"])
        tb.eye(1500, out=box["eye"])

    def change():
        box["out"].data = tb.empty(7, dtype=tb.int64)
        box["out"] = tb.empty(1_500_000, 2, dtype=tb.int64)[:, 0]
        box["eye"].data = tb.empty(3)
        box["eye"] = tb.empty(1500, 1500).t()

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # out= of another number of elements
        assert run_together(write, write, change) == []


@pytest.mark.sample(len(ATTEMPTS))
@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_python_threads_may_add_at_the_same_time(attempt):
    expected = numbers(*LONG) * 2

    def add():
        x = tb.from_numpy(numbers(*LONG))
        assert np.array_equal((x + x).numpy(), expected)

    assert run_together(add, add, add, lambda: tb.set_num_threads(1 + int(time.monotonic() * 1000) % 4)) == []


@pytest.mark.sample(len(ATTEMPTS))
@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_operands_may_be_resized_meanwhile(attempt):
    x, y = tb.ones(*LONG), tb.ones(*LONG)

    def add():
        try:
            z = x + y
        except RuntimeError as error:
            assert "The size of tensor" in str(error)
            return
        assert (z.shape, z[0, 0].item(), z[-1, -1].item()) == (LONG, 2, 2)

    def shrink_and_grow():
        try:
            x.resize_(LONG[0] - 1, LONG[1])
            x.resize_(*LONG)
            x.resize_(LONG[0] + 1, LONG[1])
            x.fill_(1)
            x.resize_(*LONG)
        except RuntimeError as error:
            assert str(error) == "Trying to resize storage that is not resizable"
            x.resize_(*LONG)

    assert run_together(add, add, shrink_and_grow) == []


def test_an_operand_cannot_grow_while_it_is_read():
    x = tb.ones(3000, 3000)
    refused = threading.Event()
    stop = time.monotonic() + 20

    def grow():
        size = 3000
        while not refused.is_set() and time.monotonic() < stop:
            size += 1
            try:
                x.resize_(size, 3000)
            except RuntimeError as error:
                assert str(error) == "Trying to resize storage that is not resizable"
                refused.set()
            time.sleep(0.0005)

    thread = threading.Thread(target=grow)
    thread.start()
    while not refused.is_set() and time.monotonic() < stop:
        tb.exp(x)
    thread.join()
    assert refused.is_set()
    x.resize_(4000, 3000)  # afterwards it may


@pytest.mark.sample(len(ATTEMPTS))
@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_operands_may_be_freed_and_transposed_meanwhile(attempt):
    box = {"x": tb.ones(*LONG), "y": tb.ones(LONG[1])}

    def add():
        z = box["x"] + box["y"]
        assert z[0, 0].item() == 2

    def free():
        box["x"] = tb.ones(*LONG)
        box["y"] = tb.ones(LONG[1])
        tb.empty_cache()

    def transpose():
        box["x"].t_()
        box["x"].data = tb.ones(*LONG)

    assert run_together(add, add, free, transpose) == []


@pytest.mark.sample(len(ATTEMPTS))
@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_written_tensors_may_be_dropped_meanwhile(attempt):
    box = {"out": tb.zeros(*LONG)}
    x = tb.ones(*LONG)

    def write():
        out = box["out"]
        tb.add(x, x, out=out)

    def drop():
        box["out"].data = tb.zeros(*LONG)
        box["out"] = tb.zeros(0)

    assert run_together(write, write, drop) == []


# ---- forks ----


@needs_fork
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_child_adds():
    tb.set_num_threads(2)
    x = tb.ones(2000, 2000)
    for _ in range(3):
        x + x  # the pool has worked
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        good = all(tb.equal(x + x, tb.full((2000, 2000), 2.0)) for _ in range(5))
        tb.set_num_threads(3)
        os._exit(0 if good and tb.equal(x * 3, tb.full((2000, 2000), 3.0)) else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert tb.equal(x + x, tb.full((2000, 2000), 2.0))


@needs_fork
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_child_forked_in_the_middle_of_work_adds():
    x, stop = tb.ones(2000, 2000), False

    def work():
        while not stop:
            x + x

    thread = threading.Thread(target=work)
    thread.start()
    try:
        for _ in range(8):
            child = os.fork()
            if child == 0:
                signal.alarm(60)
                os._exit(0 if tb.equal(x + x, tb.full((2000, 2000), 2.0)) else 1)
            assert os.waitpid(child, 0)[1] == 0
    finally:
        stop = True
        thread.join()


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_multiprocessing_adds(method, tmp_path):
    code = f"""
import multiprocessing
import {MODULE_NAME} as t

def last(size):
    return float((t.ones(size, size) + 1)[-1, -1])

if __name__ == "__main__":
    last(2000)
    with multiprocessing.get_context({method!r}).Pool(2) as pool:
        print(pool.map(last, [2000, 1500, 10]))
"""
    program = tmp_path / "adds.py"
    program.write_text(code, "utf-8")
    done = python(program, timeout=300)
    assert done.stdout.strip() == "[2.0, 2.0, 2.0]", done.stderr
