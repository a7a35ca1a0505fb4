"""Memory of freed tensors is kept for new ones, within its limit, and never shows in results."""

import os
import pickle
import weakref
from pathlib import Path

import numpy as np
import pytest

from children import python
from systems import needs_memory_figures, needs_proc
from under_test import MODULE_NAME, STAND_IN, tb

pytestmark = pytest.mark.skipif(STAND_IN, reason="the kept memory is tbcast's own")

MIB = 1 << 20
HELPERS = Path(__file__).parents[1] / "helpers"


@pytest.fixture(autouse=True)
def nothing_kept():
    tb.empty_cache()
    yield
    tb.empty_cache()


@pytest.fixture(params=[1, 4])
def count_of_threads(request):
    before = tb.get_num_threads()
    tb.set_num_threads(request.param)
    yield request.param
    tb.set_num_threads(before)


def run(code, **environment):
    head = f"import sys, {MODULE_NAME} as t\nsys.path.append({str(HELPERS)!r})\n"
    done = python("-c", head + code, env={**os.environ, **environment})
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_freed_block_is_handed_out_again():
    before = tb.memory_stats()
    x = tb.empty(1 << 20)
    place = x.data_ptr()
    used = tb.memory_stats()
    assert used["used_bytes"] - before["used_bytes"] == 4 * MIB
    assert used["used_blocks"] - before["used_blocks"] == 1
    assert used["mapped"] - before["mapped"] == 1
    del x
    kept = tb.memory_stats()
    assert (kept["cached_blocks"], kept["cached_bytes"]) == (1, 4 * MIB)
    x = tb.empty(1 << 20)
    assert x.data_ptr() == place
    assert tb.memory_stats()["reused"] - before["reused"] == 1
    assert tb.memory_stats()["cached_bytes"] == 0


def fail_to_write(x):
    with pytest.raises(RuntimeError):
        x.add_(tb.ones(7, 7, 7, 7))


# What a tensor, or its storage, can have been through when it is freed.
LIVES = {
    "nothing": lambda x: None,
    "array interface": lambda x: x.__array_interface__,
    "buffer": lambda x: memoryview(x).release(),
    "NumPy array": lambda x: x.numpy(),
    "array of it": np.asarray,
    "DLPack capsule": lambda x: x.__dlpack__(),
    "taken by DLPack": np.from_dlpack,
    "untyped storage": lambda x: x.untyped_storage(),
    "typed storage": lambda x: x.storage(),
    "weak reference": weakref.ref,
    "view": lambda x: x.view(-1),
    "size": lambda x: x.size(),
    "rows": list,
    "fewer elements": lambda x: x.resize_(1),
    "more elements": lambda x: x.resize_(5000),
    "more dimensions": lambda x: x.resize_((1,) * 20),
    "other elements": lambda x: x.fill_(7.0),
    "other data": lambda x: setattr(x, "data", tb.ones(3, 3)),
    "failed write": fail_to_write,
    "pickle": pickle.dumps,
    "shared list": lambda x: tb.stack([x, x]),
}


@pytest.mark.parametrize("n", [2, 16, 17, 300, 1024, 1025])
@pytest.mark.parametrize("life", LIVES)
@pytest.mark.filterwarnings("ignore:TypedStorage is deprecated")
def test_a_tensor_after_one_that_was_freed_is_new(life, n):
    for _ in range(40):  # more than any list of freed blocks or objects holds
        x = tb.ones(n)
        LIVES[life](x)
        del x
        x = tb.zeros(n)
        assert (x.shape, x.stride(), x.storage_offset(), x.dtype) == ((n,), (1,), 0, tb.float32)
        assert x.untyped_storage().nbytes() == 4 * n
        assert not any(x.tolist())
        assert weakref.getweakrefcount(x) == 0
        x.resize_(n + 2000)  # nobody else's memory: it may move
        assert len(x) == n + 2000


def test_figures_are_ints_by_documented_names():
    stats = tb.memory_stats()
    assert {type(value) for value in stats.values()} == {int}
    assert all(name in tb.memory_stats.__doc__ for name in stats)


@pytest.mark.parametrize(
    "make", ["zeros(n)", "zeros_like(t.empty(n))", "empty(1).new_zeros(n)", "full((n,), 0.0)"]
)
def test_zeros_are_zero_on_memory_that_was_used(make):
    for n in (70_000, 1 << 20, (1 << 20) + 5, 5 << 20):
        tb.full((n,), 7.0)
        x = eval(
            make,
            {},
            {"n": n, "t": tb, **{k: getattr(tb, k) for k in ("zeros", "zeros_like", "empty", "full")}},
        )
        assert not x.numpy().any()
        del x


def test_large_memory_is_aligned():
    for n in (65_536, 300_000, 1 << 20, 3 << 20):
        assert tb.empty(n).data_ptr() % 64 == 0
    if os.name != "nt":  # where few accounts may have huge pages
        assert tb.empty(2 << 20).data_ptr() % (2 * MIB) == 0


def flags_of_mappings():
    """(start, end, flags) of every mapping of this process, as /proc/self/smaps has them."""
    found = []
    for line in Path("/proc/self/smaps").read_text().splitlines():
        name, *rest = line.split()
        if not name.endswith(":"):
            place = tuple(int(address, 16) for address in name.split("-"))
        elif name == "VmFlags:":
            found.append((*place, rest))
    return found


@needs_proc
@pytest.mark.skipif(
    not os.path.exists("/proc/self/smaps") or not os.path.exists("/sys/kernel/mm/transparent_hugepage"),
    reason="needs /proc/self/smaps and a kernel with transparent huge pages",
)
def test_large_memory_asks_for_huge_pages_and_the_last_part_of_one_does_not():
    x, small = tb.empty(5 << 18), tb.empty(1 << 18)  # 5 MiB: two huge pages and a half
    mappings = flags_of_mappings()

    def huge(address):
        (flags,) = (flags for start, end, flags in mappings if start <= address < end)
        return "hg" in flags

    first = x.data_ptr()
    assert [huge(first + at) for at in (0, 4 * MIB - 1, 4 * MIB, 5 * MIB - 1)] == [True, True, False, False]
    assert not huge(small.data_ptr())


def test_growing_keeps_elements_across_kinds_of_memory():
    x = tb.arange(1000, dtype=tb.float32)
    for n in (10_000, 100_000, 1_000_000, 10_000_000):
        x.resize_(n)
        assert np.array_equal(x[:1000].numpy(), np.arange(1000))
        x[1000:] = -1


@pytest.mark.parametrize(
    ("limit", "kept"), [("0", 0), (str(MIB), 0), (str(4 * MIB), 4 * MIB), (str(1 << 40), 8 * MIB)]
)
def test_environment_limits_what_is_kept(limit, kept):
    code = """
x, y = t.empty(1 << 20), t.empty(1 << 20)
del x, y
stats = t.memory_stats()
print(stats["cache_limit"], stats["cached_bytes"])"""
    assert run(code, TBCAST_CACHE_LIMIT=limit) == f"{limit} {kept}"


def test_the_default_limit_is_bounded():
    limit = int(run("print(t.memory_stats()['cache_limit'])", TBCAST_CACHE_LIMIT=""))
    assert 0 < limit <= 512 * MIB


@needs_memory_figures
@pytest.mark.parametrize(
    "a",
    [
        "t.ones(3000, 3001)",
        "t.ones(3001, 3000).T",
        "t.ones(3000, 1)",
        "t.ones(3000, 6002)[:, ::2]",
        "t.ones(3000, 3001, dtype=t.int16)",
        "t.ones(4, 1, 3001, dtype=t.int16), t.ones(4, 750, 3001)",  # few are cast
        "t.ones(1, 2000000, dtype=t.int32), t.ones(4, 2000000)",  # many are
    ],
)
def test_the_peak_of_an_addition_is_its_output(a):
    code = """
from process_memory import peak
a, b, *_ = OPERAND, t.ones(3000, 3001)
small = t.ones(3001) + t.ones(3001)
t.ones(300, 300) + t.ones(300, 300)
before = peak()
c = a + b
assert c.numel() * 4 <= peak() - before + (1 << 20), (peak(), before)
assert peak() - before < c.numel() * 4 + (3 << 20), (peak(), before)
print("good")"""
    assert run(code.replace("OPERAND", a)) == "good"


@needs_memory_figures
def test_empty_cache_gives_memory_back():
    code = """
from process_memory import resident
before = resident()
x = t.ones(64 << 18)
del x
kept = resident()
t.empty_cache()
after = resident()
assert kept - before > 60 << 20, (before, kept)
assert after - before < 8 << 20, (before, after)
print("good")"""
    assert run(code) == "good"


@needs_memory_figures
def test_threads_that_end_leave_nothing_behind():
    code = """
import threading
from process_memory import resident
def work():
    for n in (1, 30, 100, 1000):
        [t.empty(n) for _ in range(20)]
def run_threads(n):
    for _ in range(n):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
run_threads(50)
before = resident()
run_threads(500)                           # each could keep 16 blocks of 4 KiB and more
assert resident() - before < 8 << 20, (before, resident())
print("good")"""
    assert run(code) == "good"


@needs_proc
def test_memory_that_runs_out_is_torchs_error_and_what_is_kept_goes_first():
    code = """
import resource
size = int(open("/proc/self/statm").read().split()[0]) * 4096
resource.setrlimit(resource.RLIMIT_AS, (size + (300 << 20), size + (300 << 20)))
x, out = t.ones(40 << 18), t.full((1,), 5.0)
y = t.empty(100 << 18)
del y
assert t.memory_stats()["cached_bytes"] == 100 << 20
z = t.empty(200 << 18)                     # fits only without what is kept
assert t.memory_stats()["cached_bytes"] == 0
rows = t.ones(20, 1)
for call in ("t.empty(1 << 28)", "x + rows", "x.resize_(1 << 28)", "t.add(x, rows, out=out)"):
    try:
        eval(call)
    except RuntimeError as error:
        assert str(error).startswith("DefaultCPUAllocator: can't allocate memory: you tried to "), error
    else:
        assert False, call
assert x.shape == (40 << 18,) and x[0].item() == x[-1].item() == 1
assert out.tolist() == [5.0]
del z
assert (x + x)[-1].item() == 2
print("good")"""
    assert run(code, TBCAST_NUM_THREADS="2") == "good"


LIMITED = """
import resource
size = int(open("/proc/self/statm").read().split()[0]) * 4096
resource.setrlimit(resource.RLIMIT_AS, (size + (300 << 20), size + (300 << 20)))
x, rows, out = t.ones(10 << 18), t.ones(20, 1), t.full((1,), 5.0)         # 10 MiB; x + rows has 200
m, column, every = t.full((2000, 2000), 2.0), t.full((2000, 1), 3.0), t.arange(2000)      # 15 MiB
"""
NEED_MEMORY = [  # the call, MiB of kept memory that leave too little for it, and what is true afterwards
    ("out = x + rows", 100, "out.shape == (20, 10 << 18) and out[-1, -1] == 2"),
    ("t.add(x, rows, out=out)", 100, "out.shape == (20, 10 << 18) and out[-1, -1] == 2"),
    ("m[every] += column", 265, "(m == 5).all()"),
    ("m += column.expand(2000, 2000) * 2", 265, "(m == 8).all()"),
    ("t.matmul(m, m, out=m)", 265, "(m == 8000).all()"),
]


def run_limited(code):
    assert run(LIMITED + code, TBCAST_NUM_THREADS="1", TBCAST_CACHE_LIMIT=str(1 << 30)) == "good"


@needs_proc
@pytest.mark.parametrize(("call", "kept", "afterwards"), NEED_MEMORY)
def test_what_is_kept_goes_and_the_allocation_is_tried_again(call, kept, afterwards):
    run_limited(f"""
t.empty({kept} << 18)
before = t.memory_stats()
assert before["cached_bytes"] == {kept} << 20
{call}
after = t.memory_stats()
assert after["mapped"] > before["mapped"], after
assert after["cached_bytes"] <= 32 << 20, after     # of the call itself
assert {afterwards}
print("good")""")


FILLED = """
blocks = []
try:
    while True:
        blocks.append(t.empty(4 << 18))
except RuntimeError:
    pass
"""


@needs_proc
@pytest.mark.parametrize("call", [call for call, *_ in NEED_MEMORY])
def test_operands_stay_as_they_were_where_memory_runs_out(call):
    run_limited(f"""{FILLED}
del blocks[:2]
assert t.memory_stats()["cached_bytes"] == 8 << 20
places = [tensor.data_ptr() for tensor in (x, rows, m, column, every, out)]
try:
    {call}
except RuntimeError as error:
    assert str(error).startswith("DefaultCPUAllocator: can't allocate memory: you tried to "), error
else:
    assert False
assert t.memory_stats()["cached_bytes"] == 0        # the second try had all there was
assert places == [tensor.data_ptr() for tensor in (x, rows, m, column, every, out)]
assert x.shape == (10 << 18,) and x.min() == x.max() == 1 and rows.min() == rows.max() == 1
assert m.shape == (2000, 2000) and m.min() == m.max() == 2 and column.min() == column.max() == 3
assert out.tolist() == [5.0] and every[-1] == 1999
print("good")""")


@needs_proc
def test_in_place_operators_need_no_memory():
    """Not where there is none to be had, whatever the other operand's dtype and layout."""
    run_limited(f"""
doubles, halves, ints = (t.ones(2000, 2000, dtype=d) for d in (t.float64, t.float16, t.int32))
across = t.ones(2000, 2000).T
{FILLED}
before = t.memory_stats()
m += doubles
m += halves
m -= ints
m *= across
m += column
m += column.T
m += m
t.add(m, across, out=m)
assert before == t.memory_stats()
assert m.min() == m.max() == 19
print("good")""")


# ---- what exceeds the cache: a and b are 20 MB, rows are no whole cache lines, on memory that was used ----


@pytest.mark.full
def test_large_outputs_arrive(count_of_threads):
    rows, columns = 1701, 3001
    x = np.arange(rows * columns, dtype=np.float32).reshape(rows, columns) % 251
    y = x[::-1] + 1
    a, b = tb.from_numpy(x).clone(), tb.from_numpy(y.copy())
    wide, other = a.reshape(-1), y.reshape(-1)[:4096].copy()
    for _ in range(2):  # the second time on the memory of the first
        for result, expected in (
            (a + b, x + y),
            (a - 3, x - 3),
            (2 - a, 2 - x),
            (a[:, 1:] / b[:, 1:], x[:, 1:] / y[:, 1:]),
            (a[:, :1] + b, x[:, :1] + y),
            (tb.mul(a[:, :1].double(), b[:1]), x[:, :1].astype(np.float64) * y[:1]),
            (a.T + b.reshape(columns, rows), x.T + y.reshape(columns, rows)),
            (tb.add(a, b, out=tb.ones(columns, rows).T), x + y),
            (wide[: 1024 * 4096].reshape(1024, 4096) * tb.from_numpy(other),
             x.reshape(-1)[: 1024 * 4096].reshape(1024, 4096) * other),
            (a + b.double(), x + y),
            (a.int() * b.int(), x.astype(np.int32) * y.astype(np.int32)),
            (a.long() - b.int(), x.astype(np.int64) - y.astype(np.int32)),
            (a[:, 1::2] + b[:, 1::2], x[:, 1::2] + y[:, 1::2]),
            (a < b, x < y),
            (a.double(), x),
            (a.T.contiguous(), x.T),
            (a.reshape(1701, 1, 3001).expand(1701, 2, 3001).contiguous()[:, 1], x),
            (a.flip(1), x[:, ::-1]),
            (a.tril(1000), np.tril(x, 1000)),
            (tb.cat([a, b]), np.concatenate([x, y])),
            (tb.cat([a, b], 1), np.concatenate([x, y], 1)),
            (a[:, :3].repeat(1, 1000), np.tile(x[:, :3], (1, 1000))),
            (a.clone().mul_(b).add_(1), x * y + 1),
        ):  # fmt: skip
            assert np.array_equal(result.numpy(), expected)


def test_large_outputs_that_are_operands(count_of_threads):
    x = np.arange(6_000_000, dtype=np.float32)
    a = tb.from_numpy(x)
    tb.add(a[1:], a[1:], out=a[1:])
    assert a[0] == 0 and np.array_equal(x[1:], 2 * np.arange(1, 6_000_000, dtype=np.float32))
    with pytest.raises(RuntimeError, match="refer to a single memory location"):
        a[:-1].copy_(a[1:])
    assert np.array_equal(x[1:], 2 * np.arange(1, 6_000_000, dtype=np.float32))
