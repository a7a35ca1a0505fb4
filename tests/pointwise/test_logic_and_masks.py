"""What is peculiar to logic, to predicates on all elements, and to writing under masks."""

import math
import warnings

import pytest

from under_test import first_line, needs_torch, tb, torch

# Each is evaluated with M = tbcast and M = torch: results, exceptions and warnings must agree.
WHERE = """
M.where(C, M.ones(2, dtype=M.uint8), 300)
M.where(C, M.ones(2, dtype=M.float16), 1e10)
M.where(C, M.ones(2), 1e300)
M.where(C, True, 2.5)
M.where(C, M.ones(2, dtype=M.bool), 2**63)
M.where(C, 2**63, 1)
M.where(C, M.ones(2), M.ones(2, dtype=M.float64), out=M.empty(2))
M.where(C.to(M.uint8), M.ones(2), 2)
M.where(C.to(M.int8), M.ones(2), 2)
M.ones(2).where(C, 1.5)
"""
MASKED_FILL = """
M.ones(2).masked_fill(M.tensor([True, False, True]), 1)
M.ones(2).masked_fill_(M.tensor([True, False, True]), 1)
M.ones(2).masked_fill(M.ones(3, dtype=M.int32), M.ones(2))
M.ones(2).masked_fill_(C, M.ones(2))
M.ones(2).masked_fill_(C.to(M.int64), 1)
M.ones(2, dtype=M.float16).masked_fill(C, 1e10)
M.ones(2, dtype=M.int32).masked_fill(C, M.tensor(2.5))
M.ones(2, dtype=M.uint8).masked_fill_(C, -1)
M.ones(3, 2).t().masked_fill(M.tensor([[True], [False]]), 5)
M.ones(3).masked_fill(M.tensor([[True], [False]]), 5)
M.ones(1).expand(2).masked_fill_(C, 3)
M.arange(4).as_strided((2, 2), (1, 1)).masked_fill_(M.tensor([[False, True], [False, False]]), 9)
"""
LOGIC = """
~M.ones(2)
M.ones(2).bitwise_not()
M.bitwise_not(C, out=M.empty(0))
C << 1
C << True
M.tensor([200, 1], dtype=M.uint8) << M.tensor([1, 8], dtype=M.uint8)
M.tensor([-5, 5]) >> M.tensor([-1, 64])
2 << M.tensor([1, 2, -1])
M.signbit(M.ones(2), out=M.empty(2))
M.isposinf(M.ones(2, dtype=M.complex64))
M.ones(2, dtype=M.int32).eq_(1j)
"""
TERNARY = """
M.lerp(M.zeros(2), M.ones(2, dtype=M.float64), 0.5)
M.lerp(M.zeros(2), M.ones(2), M.tensor(0.5, dtype=M.float64))
M.lerp(M.zeros(2, dtype=M.int32), M.ones(2, dtype=M.int32), 1)
M.lerp(M.zeros(2, dtype=M.float16), M.ones(2, dtype=M.float16), 1e10)
M.lerp(M.zeros(2), M.ones(2), M.ones(2), out=M.empty(2, dtype=M.float64))
M.lerp(M.zeros(2), M.ones(2), 0.5, out=M.empty(2, dtype=M.float64))
M.addcmul(M.zeros(2, dtype=M.int32), M.ones(2, dtype=M.int32), M.ones(2, dtype=M.int32), value=2.5)
M.addcmul(M.zeros(2, dtype=M.float16), M.ones(2, dtype=M.float16), M.ones(2, dtype=M.float16), value=1e10)
M.addcdiv(M.zeros(2), M.ones(2, dtype=M.int32), C)
M.addcmul(M.zeros(2), 2, M.ones(2), M.ones(2))
"""
CLOSE = """
M.isclose(M.ones(2), M.ones(2, dtype=M.int32))
M.isclose(M.ones(2), M.ones(2), rtol=-0.1)
M.isclose(M.ones(2), M.ones(2), atol=float('nan'))
M.isclose(M.tensor([2**24 + 1]), M.tensor([2**24]), rtol=0, atol=0)
M.isclose(M.tensor([2**24 + 1]), M.tensor([2**24]), rtol=0, atol=1e-30)
M.isclose(M.tensor([float('nan'), float('inf')]), M.tensor([float('nan'), float('inf')]), equal_nan=True)
M.allclose(M.ones(2), M.ones(3))
M.allclose(M.ones(0), M.ones(1))
M.equal(M.ones(2), M.ones(2, dtype=M.int32))
M.equal(M.ones(2), M.ones(3))
M.equal(M.tensor([float('nan')]), M.tensor([float('nan')]))
"""
EXPRESSIONS = (WHERE + MASKED_FILL + LOGIC + TERNARY + CLOSE).split("\n")


def outcome(module, expression):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = eval(expression, {"M": module, "C": module.tensor([True, False])})
        except Exception as error:
            result = type(error).__name__, first_line(error).split("\nThe expanded size")[0]
        else:
            result = repr(result), *((result.stride(),) if hasattr(result, "stride") else ())
    return result, [first_line(warning.message) for warning in caught]


@needs_torch
@pytest.mark.parametrize("expression", [line for line in EXPRESSIONS if line])
def test_odd_calls_end_as_in_torch(expression):
    tb.backcompat.pointwise_fallback.enabled = False
    expected, warned = outcome(torch, expression)
    assert outcome(tb, expression) == (expected, warned)


def test_masked_fill_falls_back_with_the_names_of_what_broadcasts():
    mask = tb.tensor([True, True, False, False, False, True])
    with pytest.warns(UserWarning, match="^self and mask not broadcastable"):
        filled = tb.zeros(2, 3).masked_fill(mask, 5)
    assert filled.tolist() == [[5, 5, 0], [0, 0, 5]]
    columns = tb.zeros(2, 3).t()
    with pytest.warns(UserWarning, match="^mask is not broadcastable to self"):
        columns.masked_fill_(mask, tb.tensor(5))
    assert columns.tolist() == [[5, 5], [0, 0], [0, 5]]


def test_lerp_by_a_number_falls_back_with_two_names():
    with pytest.warns(UserWarning, match="^self and end not broadcastable"):
        tb.lerp(tb.zeros(2, 3), tb.ones(6), 0.5)
    with pytest.warns(UserWarning, match="^self, end, and weight not broadcastable"):
        tb.lerp(tb.zeros(2, 3), tb.ones(6), tb.ones(6))


def test_a_filled_value_is_read_before_its_memory_is_written():
    t = tb.tensor([1.0, 2.0])
    assert t.masked_fill_(tb.tensor([True, True]), t[1]).tolist() == [2, 2]


@pytest.mark.parametrize("shape", [(1, 200_001), (200_001,), (3, 70_000), (200_001, 1)])
@pytest.mark.parametrize("place", [0, -1])
def test_a_difference_in_any_block_is_found(shape, place):
    a, b = tb.ones(shape), tb.ones(shape)
    assert tb.equal(a, b)
    assert tb.allclose(a, b)
    b.view(-1)[place] = 2
    assert not tb.equal(a, b)
    assert not tb.allclose(a, b)


def test_equal_knows_elements_that_are_themselves():
    """Integers are not read then; nan does not equal itself; another view has other elements."""
    for dtype in (tb.int64, tb.uint8, tb.bool):
        x = tb.tensor([[1, 0], [1, 1]]).to(dtype)
        assert tb.equal(x, x) and tb.equal(x, x.view(2, 2)) and tb.equal(x.t(), x.t())
        assert not tb.equal(x, x.t())
    for dtype in (tb.float32, tb.float16, tb.complex64):
        x = tb.tensor([1.0, math.nan]).to(dtype)
        assert not tb.equal(x, x) and tb.equal(x[:1], x[:1])
