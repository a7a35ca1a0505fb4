"""Python functions applied to elements (apply_, map_, map2_) and as_subclass, against PyTorch."""

import pytest

from calls import applied_cases, function_cells
from oracles.dtype_rules import NAMES
from under_test import needs_torch, tb, torch

LISTS = {
    name: value for name, value in vars(applied_cases).items() if isinstance(value, function_cells.Cells)
}


@needs_torch
@pytest.mark.parametrize("dtype", NAMES)
@pytest.mark.parametrize("name", LISTS)
def test_every_call_is_torchs(name, dtype):
    function_cells.check(LISTS[name], dtype)


def test_a_function_that_fails_leaves_the_tensor_as_it_was():
    """torch has written the elements before."""
    t = tb.tensor([1.0, 2.0, 0.0, 4.0])
    with pytest.raises(ZeroDivisionError):
        t.apply_(lambda x: 1 / x)
    with pytest.raises(RuntimeError, match="overflow"):
        tb.tensor([1, 2], dtype=tb.uint8).apply_(lambda x: x * 200)
    assert t.tolist() == [1, 2, 0, 4]


def test_elements_that_share_memory_are_not_written():
    """torch writes them again and again."""
    t = tb.ones(1).expand(3)
    with pytest.raises(RuntimeError, match="single memory location"):
        t.apply_(lambda x: x + 1)
    with pytest.raises(RuntimeError, match="single memory location"):
        t.map_(tb.arange(3.0), lambda x, y: x + y)
    assert t.tolist() == [1, 1, 1]


def test_a_function_may_resize_what_it_is_applied_to():
    t = tb.arange(4.0)
    with pytest.raises(RuntimeError, match="size"):
        t.apply_(lambda x: t.resize_(2)[0].item())


def test_numbers_of_all_bits_are_stored():
    t = tb.zeros(2, dtype=tb.uint64)
    assert t.apply_(lambda x: 2**64 - 1).tolist() == [2**64 - 1] * 2
    assert tb.zeros(1, dtype=tb.int64).apply_(lambda x: -(2**63)).tolist() == [-(2**63)]


# ---- as_subclass ----


class Sub(tb.Tensor):
    """A subclass whose constructor wants something."""

    def __init__(self, needed):
        raise AssertionError(needed)

    def twice(self):
        return self * 2


def test_an_object_of_a_subclass_shares_the_memory():
    t = tb.arange(6.0).view(2, 3).t()
    sub = t.as_subclass(Sub)
    assert type(sub) is Sub and sub.twice().tolist() == (t * 2).tolist()
    assert (sub.shape, sub.stride(), sub.data_ptr()) == (t.shape, t.stride(), t.data_ptr())
    sub[0, 0] = 9
    assert t[0, 0] == 9
    assert type(sub.as_subclass(tb.Tensor)) is tb.Tensor and t.as_subclass(tb.Tensor) is not t


@pytest.mark.parametrize("library", [tb, pytest.param(torch, marks=needs_torch)])
def test_other_classes_are_refused(library):
    t = library.ones(2)
    with pytest.raises(TypeError, match=r"Creating a Tensor subclass from a class that does not inherit"):
        t.as_subclass(int)
    with pytest.raises(TypeError, match=r"^cls must be a type \(got int\)"):
        t.as_subclass(cls=2)
    with pytest.raises(TypeError, match=r'missing 1 required positional arguments: "cls"'):
        t.as_subclass()
