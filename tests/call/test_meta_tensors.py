"""Meta tensors, whose calls check and compute nothing, and tasks, which run in one thread: of tbcast.dask."""

import threading
import time
import warnings

import pytest

import tbcast as torch
from tbcast import _C


@pytest.fixture
def meta():
    assert _C._meta(1) == 0
    yield
    _C._meta(0)


def huge(*size, dtype=torch.float32):
    return torch.ones((), dtype=dtype).expand(size)


SIZE = (10**6, 10**7)


@pytest.mark.parametrize(
    ("call", "shape", "dtype"),
    [
        (lambda a: a + 1, SIZE, torch.float32),
        (lambda a: a + huge(10**7, dtype=torch.float64), SIZE, torch.float64),
        (lambda a: 2**a, SIZE, torch.float32),
        (lambda a: a > 0, SIZE, torch.bool),
        (lambda a: torch.where(a > 0, a, 0.0), SIZE, torch.float32),
        (lambda a: a.add_(huge(10**7)).exp_(), SIZE, torch.float32),
        (lambda a: huge(*SIZE, dtype=torch.int32) // huge(*SIZE, dtype=torch.int32), SIZE, torch.int32),
        (lambda a: torch.ldexp(a, huge(*SIZE, dtype=torch.int32)), SIZE, torch.float32),
        (lambda a: a.masked_fill_(a > 0, 1), SIZE, torch.float32),
        (lambda a: huge(10**6, 1) - huge(10**6), (10**6, 10**6), torch.float32),
        (lambda a: huge(3, 4, 0) + 1, (3, 4, 0), torch.float32),
    ],
)
def test_a_call_of_meta_tensors_makes_one_element(meta, call, shape, dtype):
    start = time.perf_counter()
    result = call(huge(*SIZE))
    assert time.perf_counter() - start < 0.1
    assert (tuple(result.shape), result.dtype) == (shape, dtype)
    assert result.untyped_storage().nbytes() <= 8


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda a: a + huge(3), "The size of tensor a (10000000) must match the size of tensor b (3)"),
        (
            lambda a: huge(1, 1).add_(huge(5)),
            "output with shape [1, 1] doesn't match the broadcast shape [1, 5]",
        ),
        (
            lambda a: huge(*SIZE, dtype=torch.int32).add_(0.5),
            "result type Float can't be cast to the desired output",
        ),
        (lambda a: huge(*SIZE, dtype=torch.int32) // 0, "ZeroDivisionError"),
        (lambda a: huge(*SIZE, dtype=torch.bool) - a.bool, "unsupported operand"),
    ],
)
def test_errors_are_those_of_whole_tensors(meta, call, text):
    with pytest.raises((RuntimeError, TypeError)) as caught:
        call(huge(*SIZE))
    assert text in str(caught.value)


def test_policies_and_warnings_are_heeded(meta):
    with torch.broadcast_policy("raise"), pytest.raises(torch.BroadcastPolicyError):
        huge(10**6, 1) - huge(10**6)
    with pytest.warns(UserWarning, match="Falling back to deprecated pointwise behavior"):
        assert (huge(10**6, 2) + huge(2, 10**6)).shape == (10**6, 2)


def test_other_threads_compute(meta):
    found = []
    thread = threading.Thread(
        target=lambda: found.append((torch.ones(3000).expand(2, 3000) + 1).is_contiguous())
    )
    thread.start()
    thread.join()
    assert found == [True]
    assert (torch.ones(3000).expand(2, 3000) + 1).stride() == (0, 0)


def test_frames_are_a_number():
    with pytest.raises(ValueError, match="a number of frames"):
        _C._meta(-1)
    with pytest.raises(TypeError):
        _C._meta("one")
    assert _C._meta(0) == 0


def test_a_task_warns_of_nothing_and_gives_the_same():
    x = torch.rand(1000, 1000)
    want = (x * x).sum()
    assert _C._in_task(True) is False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert (x * x).sum() == want
            assert (torch.ones(4, 3) + torch.ones(3, 4)).shape == (4, 3)
    finally:
        assert _C._in_task(False) is True
    with pytest.warns(UserWarning, match="Falling back"):
        torch.ones(4, 3) + torch.ones(3, 4)


def test_the_tables_names_are_known():
    assert {"add", "exp_", "where", "_special_expit"} <= set(_C._operator_functions())
    assert {"add", "add_", "clamp_"} <= set(_C._operator_methods())


def test_a_thread_has_a_default_dtype_of_its_own():
    found = []

    def compute():
        found.append(_C._thread_default_dtype(torch.float64))
        found.extend([(torch.ones(2, dtype=torch.int64) / 3).dtype, torch.tensor(1.5).dtype])
        found.append(torch.get_default_dtype())
        found.append(_C._thread_default_dtype(None))
        found.append(torch.zeros(()).dtype)

    thread = threading.Thread(target=compute)
    thread.start()
    thread.join()
    assert found == [None, *[torch.float64] * 4, torch.float32]
    assert torch.tensor(1.5).dtype == torch.float32
    with pytest.raises(TypeError, match="takes a dtype or None"):
        _C._thread_default_dtype(1)


def test_a_thread_finds_no_memory_beyond_its_limit():
    before = _C._most_bytes(1 << 16)
    try:
        assert before == 0 and torch.zeros(1 << 14).shape == (1 << 14,)
        for make in (
            lambda: torch.zeros((1 << 14) + 1),
            lambda: torch.ones(2).resize_(1 << 20),
            lambda: torch.ones(1 << 14).repeat(2),
        ):
            with pytest.raises(RuntimeError, match="you tried to allocate"):
                make()
        others = []
        thread = threading.Thread(target=lambda: others.append(torch.zeros(1 << 20).shape))
        thread.start()
        thread.join()
        assert others == [(1 << 20,)]
    finally:
        assert _C._most_bytes(0) == 1 << 16
    assert torch.zeros(1 << 20).shape == (1 << 20,)
    with pytest.raises(ValueError, match="takes a number of bytes"):
        _C._most_bytes(-1)
