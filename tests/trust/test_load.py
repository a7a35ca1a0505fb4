"""Load: millions of small calls and gigabytes of results at flat memory, eight threads, forks in the middle
of work, exits with threads inside of calls, and every limit of memory.  Each runs in processes of its own."""

import os
import sys
import textwrap

import pytest

from children import python
from systems import needs_fork, needs_proc
from under_test import MODULE_NAME, STAND_IN

pytestmark = [
    pytest.mark.skipif(STAND_IN, reason="memory and threads are tbcast's own"),
    needs_proc,
]

MIB = 1 << 20
HEAD = f"""
    import gc, io, os, pickle, random, resource, signal, sys, threading, time, warnings
    import {MODULE_NAME} as torch

    def memory(column):
        return int(open("/proc/self/statm").read().split()[column]) * resource.getpagesize()

    def resident():
        return memory(1)
"""


def run(program, timeout=600, **environment):
    """What a program printed; it ends well."""
    code = textwrap.dedent(HEAD) + textwrap.dedent(program)
    done = python("-X", "faulthandler", "-c", code, timeout=timeout, env={**os.environ, **environment})
    assert done.returncode == 0, f"{done.returncode}\n{done.stdout[-1000:]}\n{done.stderr[-3000:]}"
    return done.stdout


# ---- flat memory ----

SMALL = """
    x, row, ints = torch.rand(6, 4), torch.rand(4), torch.tensor([0, 2, 1])
    mask, out, doubles = torch.tensor([True, False, True, True]), torch.empty(6, 4), torch.rand(6, 4).double()

    def refused(call):
        try:
            call()
        except (IndexError, RuntimeError, TypeError):
            return
        raise AssertionError("not refused")

    def names():
        y = x.clone()
        y.note = [y]  # for the collector
        return y

    CALLS = [eval(f"lambda: {call.strip()}") for call in '''
        x + row; x * 2; x.t() + x.t(); torch.add(x, row, out=out); x + doubles; x.sum(1); x.max(0);
        x.sort(1); x.cumsum(0); x @ row; x[ints]; row[mask]; x[1:, ::2]; x.gather(0, ints.view(3, 1));
        torch.cat([x, x]); torch.rand(5); torch.tensor([1.0, 2.0]); x.tolist(); x[0, 0].item();
        x.exp_().clamp_(0, 1); x.shape; torch.zeros(3, 3); refused(lambda: x + ints);
        refused(lambda: x[9]); names(); x.untyped_storage(); memoryview(x); torch.where(mask, row, 1.0);
        iter(x); torch.from_dlpack(x); x.double(); x.unsqueeze(0).expand(5, 6, 4); float(row[0]);
        x.view(-1)
    '''.split(";")]

    def some(n):
        for _ in range(n // len(CALLS)):
            for call in CALLS:
                call()

    some(WARM)
    gc.collect()
    before = resident()
    some(CALLS_IN_ALL)
    gc.collect()
    LEAK
    print(CALLS_IN_ALL, resident() - before)
"""


def small_calls(count, leak=""):
    """How much memory so many small calls leave behind."""
    program = SMALL.replace("CALLS_IN_ALL", str(count)).replace("WARM", str(min(count, 200_000)))
    return int(run(program.replace("LEAK", leak)).split()[1])


def test_small_calls_leave_no_memory_behind(whole):
    assert small_calls(10_000_000 if whole else 100_000) < 3 * MIB


def test_a_leak_of_32_bytes_a_call_is_noticed():
    assert small_calls(20_000, leak="lost = [bytearray(32) for _ in range(100_000)]") > 3 * MIB


STREAM = """
    def peak():
        status = open("/proc/self/status").read()
        return int(status.partition("VmHWM:")[2].split()[0]) * 1024

    torch.rand(1000, 1000) + 1  # threads, kernels
    torch.empty_cache()
    before = peak()
    x = torch.ones(1 << 24)  # 64 MiB
    for n in range(ROUNDS):
        y = x + n
        if n % 50 == 0 or n == ROUNDS - 1:
            assert y[0] == y[-1] == n + 1
        HOLD
    print((peak() - before) / (64 << 20))
"""


def blocks_of_a_stream(rounds, hold=""):
    return float(run(STREAM.replace("ROUNDS", str(rounds)).replace("HOLD", hold)))


def test_a_stream_of_results_needs_three_blocks(whole):
    assert 2 < blocks_of_a_stream(320 if whole else 8) < 3.1  # x, the last result and the next one


def test_a_fourth_block_is_noticed():
    assert blocks_of_a_stream(5, hold="z = y if n == 0 else z") > 3.5


# ---- threads ----

THREADS = """
    over, failures, counts = time.monotonic() + SECONDS, [], [0] * 8
    small, large = torch.arange(12.0).view(3, 4), torch.arange(1 << 20, dtype=torch.float32).view(1024, 1024)
    ones, index = torch.ones(1024, 1024), torch.arange(1024).flip(0)
    total = float(large.double().sum())

    def work(number):
        generator = torch.Generator()
        while (time.monotonic() < over or not counts[number]) and not failures:
            generator.manual_seed(number)
            drawn = torch.rand(100_000, generator=generator)
            for good in (
                lambda: (small + number).sum() == 66 + 12 * number,
                lambda: torch.equal(large + ones, large + 1),
                lambda: float(large.double().sum()) == total,
                lambda: torch.equal(ones @ ones, torch.full((1024, 1024), 1024.0)) if number == 0 else True,
                lambda: torch.equal(large[index][index], large),
                lambda: torch.equal(large.flip(1).sort(1).values, large),
                lambda: torch.equal(torch.cat([large, large])[1024:], large),
                lambda: torch.equal(torch.rand(100_000, generator=generator.manual_seed(number)), drawn),
                lambda: torch.equal(large.t().contiguous().t(), large),
                lambda: torch.equal(large.cumsum(1)[:, -1] * 0, torch.zeros(1024)),
            ):
                if not good():
                    failures.append(number)
                counts[number] += 1

    threads = [threading.Thread(target=work, args=[number]) for number in range(8)]
    start = None
    for thread in threads:
        thread.start()
    time.sleep(min(SECONDS / 2, 10))
    middle = resident()
    for thread in threads:
        thread.join()
    assert not failures, failures
    assert min(counts) > 0, counts
    assert resident() - middle < 100 << 20, (middle, resident())
    print(sum(counts))
"""


@pytest.mark.full
def test_eight_threads_work_side_by_side_at_flat_memory(whole):
    assert int(run(THREADS.replace("SECONDS", "60" if whole else "1.5"))) > 80


FORKS = """
    signal.alarm(500)
    warnings.simplefilter("ignore", DeprecationWarning)
    stop, x = False, torch.ones(1500, 1500)
    twice, i = torch.full((1500, 1500), 2.0), torch.arange(1500).flip(0)

    def work(number):
        while not stop:
            [lambda: x + x, lambda: x[i], lambda: x[:300] @ x, lambda: torch.rand(1_000_000)][number]()

    threads = [threading.Thread(target=work, args=[number]) for number in range(4)]
    for thread in threads:
        thread.start()

    def good():
        torch.set_num_threads(random.choice([1, 2, 3]))
        product = (x[:, :500] @ x[:500])[0]
        return all([
            torch.equal(x + x, twice), torch.equal(x[i], x), torch.equal(product, torch.full((1500,), 500.0)),
            torch.equal(x.sort(1).values, x), 0 <= torch.rand(1_000_000).min(), x.sum() == 1500 * 1500,
        ])

    statuses = []
    for n in range(ROUNDS):
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            if n % 3 == 2:  # a child of the child
                grandchild = os.fork()
                if grandchild and os.waitpid(grandchild, 0)[1]:
                    os._exit(2)
            os._exit(0 if good() else 1)
        statuses.append(os.waitpid(child, 0)[1])
    stop = True
    for thread in threads:
        thread.join()
    assert statuses == [0] * ROUNDS, statuses
    assert good()
    print("good")
"""


@pytest.mark.full
@needs_fork
def test_children_that_are_forked_in_the_middle_of_work_work(whole):
    assert run(FORKS.replace("ROUNDS", "60" if whole else "3")) == "good\n"


# How a program ends while its threads, which are daemons or not, are inside of calls.
EXITS = {
    "the end, daemons": (True, "pass", 0),
    "the end, others": (False, "over = time.monotonic() + 0.05", 0),
    "sys.exit, daemons": (True, "sys.exit(7)", 7),
    "sys.exit, others": (False, "over = time.monotonic() + 0.05; sys.exit(7)", 7),
    "os._exit": (True, "os._exit(9)", 9),
    "an exception": (True, "raise KeyError(3)", 1),
    "exit of a thread": (True, "threading.Thread(target=os._exit, args=[4]).start(); time.sleep(60)", 4),
    "a signal": (True, "os.kill(os.getpid(), signal.SIGINT); time.sleep(60)", -2),
    "an atexit function that computes": (
        True,
        "import atexit; atexit.register(lambda: x + x)",
        0,
    ),
}
EXIT = """
    signal.alarm(120)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # who runs the tests may ignore it
    over, begun = time.monotonic() + 60, threading.Barrier(4)
    x = torch.ones(1200, 1200)

    def work(number):
        begun.wait()
        while time.monotonic() < over:
            [
                lambda: x + x, lambda: torch.exp(x), lambda: torch.rand(2_000_000), lambda: x @ x,
                lambda: x.sort(1), lambda: x.sum(0), lambda: torch.tensor([1.0] * 10_000), lambda: x[:3] + 1,
            ][random.randrange(8)]()

    for number in range(3):
        threading.Thread(target=work, args=[number], daemon=DAEMON).start()
    begun.wait()
    time.sleep(random.random() * 0.03)
    END
"""


@pytest.mark.parametrize("name", EXITS)
def test_a_process_ends_while_threads_are_inside_of_calls(name, whole):
    daemon, end, status = EXITS[name]
    code = textwrap.dedent(HEAD) + textwrap.dedent(EXIT).replace("DAEMON", str(daemon)).replace("END", end)
    for _ in range(100 if whole else 1):
        done = python("-X", "faulthandler", "-c", code, timeout=300)
        assert done.returncode == status, f"{done.returncode}\n{done.stderr[-3000:]}"
        assert "Fatal" not in done.stderr, done.stderr[-3000:]


# ---- limits ----

# Of each family: a call whose result is `y`, and what is true then.  x has 4 MiB.
LIMITED = {
    "pointwise": [
        ("y = x + x", "y.sum() == 2 << 20"),
        ("y = x + column.double()", "y.sum() == 3 << 20"),
        ("y = torch.where(x > 0, column, x)", "y.sum() == 2 << 20"),
        ("y = x.clone(); y += column", "y.sum() == 3 << 20"),
        ("y = torch.add(x, column, out=torch.empty(0))", "y.sum() == 3 << 20"),
        ("y = x.to(torch.complex64)", "y.real.sum() == 1 << 20"),
    ],
    "reduction": [
        ("y = wide.sum(1)", "y.sum() == 1 << 20"),
        ("y = x.t().var(0)", "y.sum() == 0"),
        ("y = wide.max(1).values", "y.sum() == wide.shape[0]"),
        ("y = wide.double().mean(0, keepdim=True).expand(3, -1)", "y.sum() == 12"),
        ("y = torch.logsumexp(wide, 1)", "y.shape == (1 << 18,)"),
    ],
    "sort and scan": [
        ("y = x.sort(1).values", "y.sum() == 1 << 20"),
        ("y = x.view(-1).sort(descending=True).indices", "y[-1] == (1 << 20) - 1"),
        ("y = x.cumsum(0)", "y[-1, -1] == 1024"),
        ("y = x.t().topk(1000, 0).values", "y.sum() == 1024 * 1000"),
        ("y = wide.softmax(1)", "y.sum() == 1 << 18"),
    ],
    "cat": [
        ("y = torch.cat([x, x, x])", "y.sum() == 3 << 20"),
        ("y = torch.stack([x, x], 2)", "y.sum() == 2 << 20"),
        ("y = x.repeat(2, 2)", "y.sum() == 4 << 20"),
        ("y = x.flip(0).roll(3, 1)", "y.sum() == 1 << 20"),
    ],
    "matmul": [
        ("y = x[:500] @ x", "y.min() == y.max() == 1024"),
        ("y = torch.matmul(x.view(16, 64, 1024), x)", "y.min() == y.max() == 1024"),
        ("y = x.half() @ x.half()[:, :100]", "y.min() == y.max() == 1024"),
        ("y = torch.einsum('ij,jk->ki', x, x[:, :9])", "y.min() == y.max() == 1024"),
        ("y = torch.cdist(x[:300], x[:300])", "y.max() == 0"),
    ],
    "gather": [
        ("y = x.gather(0, i)", "y.sum() == 1 << 20"),
        ("y = x.index_select(1, few)", "y.sum() == 1 << 20"),
        ("y = x.scatter(0, i, 3.0)", "y.sum() == 3 << 20"),
        ("y = torch.bincount(i.view(-1))", "y.sum() == 1 << 20"),
    ],
    "index": [
        ("y = x[few]", "y.sum() == 1 << 20"),
        ("y = x[x > 0]", "y.sum() == 1 << 20"),
        ("y = x.clone(); y[few] = column", "y.sum() == 2 << 20"),
        ("y = x[:, few] + x[few][:, few]", "y.sum() == 2 << 20"),
        ("y = torch.nonzero(x)", "y.shape == (1 << 20, 2)"),
    ],
    "random": [
        ("y = torch.rand(1 << 20)", "0 <= y.min() and y.max() < 1"),
        ("y = torch.randn(1 << 20)", "y.abs().max() < 9"),
        ("y = torch.randperm(1 << 19)", "y.sum() == (1 << 18) * ((1 << 19) - 1)"),
        ("y = torch.randint(5, (1 << 20,))", "y.max() == 4"),
    ],
    "create": [
        ("y = torch.full((2048, 1024), 3.0)", "y.sum() == 6 << 20"),
        ("y = torch.arange(1 << 19)", "y[-1] == (1 << 19) - 1"),
        ("y = torch.eye(1500)", "y.sum() == 1500"),
        ("y = torch.tensor([[1.5] * 1000] * 300)", "y.sum() == 450_000"),
        ("y = x.tolist()", "len(y) == 1024 and set(y[-1]) == {1.0}"),
        ("y = torch.ones(3); y.resize_(1 << 21)", "y[:3].sum() == 3"),
    ],
    "save and load": [
        ("file = io.BytesIO(); torch.save(x, file); y = file.getvalue()", "y == saved"),
        ("y = torch.load(io.BytesIO(saved))", "torch.equal(x, y)"),
        ("y = pickle.loads(pickle.dumps(x))", "torch.equal(x, y)"),
        ("y = torch.from_dlpack(x).clone()", "torch.equal(x, y)"),
        ("y = repr(x) + str(x.double())", "y.startswith('tensor([[1.')"),
    ],
}
LIMITS = """
    torch.set_num_threads(THREADS)
    x, column, wide = torch.ones(1024, 1024), torch.full((1024, 1), 2.0), torch.ones(1 << 18, 4)
    i = torch.arange(1024).flip(0).view(1024, 1).expand(1024, 1024).contiguous()
    few = torch.arange(1024).flip(0)
    file = io.BytesIO()
    torch.save(x, file)
    saved = file.getvalue()
    for call, _ in CALLS:  # imports what it imports, and gives all memory back
        exec(call)
        y = file = None
    torch.empty_cache()
    used = memory(0)

    def attempt(call, true, limit):
        "In a child: 0 for a right result, 3 for a clear refusal."
        signal.alarm(100)
        scope = dict(globals())
        code, condition = compile(call, "call", "exec"), compile(true, "true", "eval")
        resource.setrlimit(resource.RLIMIT_AS, (limit, resource.RLIM_INFINITY))
        status = 0
        try:
            exec(code, scope)
        except MemoryError:
            status = 3
        except RuntimeError as error:
            text = str(error)
            status = 3 if "can't allocate memory" in text or "can't start new thread" in text else 5
        except BaseException as error:
            status, text = 6, repr(error)
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        if status > 3:
            print(call, limit - used, text, file=sys.stderr, flush=True)
        elif status == 3:  # all is as it was, and works
            exec(code, scope)
        if status <= 3 and not (eval(condition, scope) and x.sum() == 1 << 20 and column.sum() == 2048):
            status = 4
        return status

    for call, true in CALLS:
        refusals = 0
        for extra in range(0, 200, STEP):
            child = os.fork()
            if child == 0:
                try:
                    status = attempt(call, true, used + (extra << 20))
                except BaseException as error:
                    print(call, extra, repr(error), file=sys.stderr, flush=True)
                    status = 8
                os._exit(status)
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            assert status in (0, 3), (call, extra, status)
            if status == 0:
                break
            refusals += 1
        assert status == 0, (call, status)
        print(f"{refusals} {call}")
"""


@pytest.mark.sample(4)
@needs_fork
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("family", LIMITED)
def test_under_any_limit_of_memory_a_call_is_right_or_refused(family, threads, whole):
    """From what the process uses at the start upwards, until the call succeeds."""
    if not whole and threads == 3 and family not in ("pointwise", "matmul"):
        pytest.skip("the whole does")
    program = LIMITS.replace("CALLS", repr(LIMITED[family])).replace("THREADS", str(threads))
    lines = run(program.replace("STEP", "1" if whole else "7")).splitlines()
    assert len(lines) == len(LIMITED[family])
    if whole:
        assert any(int(line.split()[0]) > 2 for line in lines), lines


IMPORTING = f"""
    import os, resource, sys
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    for extra in range(0, 100, STEP):
        child = os.fork()
        if child == 0:
            limit = used + (extra << 20)
            resource.setrlimit(resource.RLIMIT_AS, (limit, resource.RLIM_INFINITY))
            try:
                import {MODULE_NAME} as torch
                assert (torch.ones(3, 1) + torch.ones(3)).sum() == 18
            except (ImportError, MemoryError, RuntimeError, OSError, SystemError):
                os._exit(3)  # SystemError: CPython's compile()
            os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert status in (0, 3), (extra, status)
        if status == 0:
            break
    assert status == 0
    print(extra)
"""


@pytest.mark.skipif(not hasattr(os, "fork") or sys.platform != "linux", reason="needs fork and its limits")
def test_under_any_limit_of_memory_importing_works_or_is_refused(whole):
    code = textwrap.dedent(IMPORTING.replace("STEP", "1" if whole else "3"))
    done = python("-X", "faulthandler", "-c", code)
    assert done.returncode == 0, done.stderr[-3000:]
    assert int(done.stdout) > 0
