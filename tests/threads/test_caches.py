"""The sizes of the processor's caches decide how operations run, never what they compute."""

import os

import pytest

from children import python
from under_test import MODULE_NAME, STAND_IN

pytestmark = pytest.mark.skipif(STAND_IN, reason="the thresholds are tbcast's own")

# Operands of 0.5 to 9 MB: with small caches they exceed all levels, with large ones none.
PROGRAM = f"""
import hashlib
import {MODULE_NAME} as t

t.manual_seed(7)
t.set_num_threads(int(input()))


def show(name, *results):
    digest = hashlib.sha256()
    for result in results:
        digest.update(memoryview(result.reshape(-1).view(t.uint8)))
    print(name, digest.hexdigest()[:16])


for dtype in (t.float32, t.float64, t.int16, t.bfloat16):
    a, b = (t.randint(-99, 99, (997, 1013)).to(dtype) for _ in range(2))
    row, column, out = b[0], b[:, :1], t.zeros(997, 1013, dtype=dtype)
    square = a[:, :997]
    show(f"{{dtype}} pairs", a + b, a * row, a - column, t.maximum(a, b), t.where(a > b, a, row))
    show(f"{{dtype}} out", t.add(a, b, out=out).clone(), t.mul(a, row, out=out).clone(), out.fill_(3))
    show(f"{{dtype}} transposed", square.t() + square, square * square.t(), square.t().contiguous())
    show(f"{{dtype}} strided", a[:, ::3] + b[:, ::3], a[::2, ::2] * 2, a.flip(1) - b)
    show(f"{{dtype}} casts", a.to(t.float32) + b.to(t.float64), a + b.to(t.int32), a.to(t.complex64))
    show(f"{{dtype}} moves", t.cat([a, b], 1), t.cat([a, b]), a.tril(), a.repeat(2, 1), a.roll(5, 1))
    show(f"{{dtype}} chosen", a[t.arange(0, 997, 2)], a.index_select(1, t.arange(7, 900)), a[b > 0])
    show(f"{{dtype}} sorted", *a.sort(0), *a.topk(9, 0), *a.median(0), *a.cummax(0))
    show(f"{{dtype}} sums", a.sum(0), a.sum(1), a.sum(), a.cumsum(0), a.amax(0), a.argmax(1))
for dtype in (t.float32, t.float64):
    a, b = t.rand(300, 701, dtype=dtype), t.rand(701, 517, dtype=dtype)
    show(f"{{dtype}} products", a @ b, a.t() @ a, a @ a.t(), b.t() @ a.t(), a @ b[:, 0], t.cdist(a, b.t()))
    show(f"{{dtype}} along a dimension", *(x.softmax(d) for x in (a, b) for d in (0, 1)), a.var(0))
    show(f"{{dtype}} functions", a.exp(), a.sin(), a.pow(1.5), a.t().sqrt(), t.atan2(a, a + 1))
show("created", t.arange(3_000_000), t.linspace(0, 1, 3_000_001), t.full((3_000_000,), 2.5), t.randn(99_999))
"""
CACHES = [("1K,1K,1K", 1), ("4K,16K,64K", 3), ("48K,2M,2M", 3), ("8M,512M,4096M", 1)]


def results(caches, threads):
    environment = {key: value for key, value in os.environ.items() if key != "TBCAST_CACHE"}
    if caches:
        environment["TBCAST_CACHE"] = caches
    done = python("-c", PROGRAM, env=environment, input=f"{threads}\n")
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def of_this_machine():
    return results(None, 2)


@pytest.mark.parametrize(("caches", "threads"), CACHES)
def test_the_caches_do_not_change_a_bit(caches, threads, of_this_machine):
    assert len(of_this_machine) == 43
    assert results(caches, threads) == of_this_machine


@pytest.mark.parametrize("caches", ["", "32K,1M,32M", "32768,1048576,33554432", "1024,1K,1048576K"])
def test_sizes_may_be_given(caches):
    assert python("-c", f"import {MODULE_NAME}", env={**os.environ, "TBCAST_CACHE": caches}).returncode == 0
