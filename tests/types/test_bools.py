"""Bools of bytes other than 0 and 1, as Tensor.view(dtype) gives them: true, and results hold 0 and 1."""

import numpy as np
import pytest

from differential.cases import dtype_name, tensor_bits
from oracles.dtype_rules import ALL
from under_test import needs_torch, tb, torch

LIBRARIES = (tb, torch)
BYTES = (0, 1, 2, 3, 4, 128, 254, 255)
# `b` holds them, `c` the same backwards; the bytes of each expression's tensor are compared.
OF_BOOLS = (
    *("b + c", "b * c", "b + b", "b * True", "b * 3", "b + 1.5", "b * 1.5", "b + False", "b / c", "b + 1j"),
    *("b.clone()", "b[::2].contiguous()", "b.expand(3, 8).contiguous()", "b.to(torch.bool, copy=True)"),
    *("b.view(2, 4).t().clone().t()", "torch.empty(8, dtype=torch.bool).copy_(b)", "b.add_(False)"),
    *(f"b.to(torch.{name})" for name in ALL if name != "bool"),
    *("torch.zeros(8).add_(b)", "torch.add(b, c, alpha=True)", "b.mul_(c)", "2 * b[7]", "b.reciprocal()"),
    *("torch.add(b, c, out=torch.empty(0, dtype=torch.bool))", "torch.ones(1, dtype=torch.int8) + b[5]"),
    *("b == c", "b < c", "b >= 1", "torch.ne(b, True)"),
    *("torch.zeros(2, dtype=torch.bool).fill_(b[3])", "b[2] + b[4]", "torch.tensor(b.tolist())"),
)


def bytes_of(tensor):
    return tensor_bits(tensor, dtype_name(tensor)).tobytes()


def with_raw_bools(module, expression):
    raw = [module.tensor(bytes_, dtype=module.uint8) for bytes_ in (list(BYTES), list(BYTES[::-1]))]
    scope = {"torch": module, "b": raw[0].view(module.bool), "c": raw[1].view(module.bool)}
    return eval(expression, scope)


@needs_torch
@pytest.mark.parametrize("expression", OF_BOOLS)
def test_every_byte_but_0_is_true_and_results_hold_0_and_1(expression):
    ours, theirs = (with_raw_bools(module, expression) for module in LIBRARIES)
    assert (str(ours.dtype), tuple(ours.shape)) == (str(theirs.dtype), tuple(theirs.shape))
    assert bytes_of(ours) == bytes_of(theirs)


@needs_torch
@pytest.mark.parametrize("expression", ["b", "b.tolist()", "b[2].item()", "bool(b[3])", "int(b[4])"])
def test_every_byte_but_0_prints_and_converts_as_true(expression):
    ours, theirs = (repr(with_raw_bools(module, expression)) for module in LIBRARIES)
    assert ours == theirs


def test_large_copies_of_bools_hold_0_and_1():
    raw = tb.from_numpy(np.arange(100_000).astype("uint8")).view(tb.bool)
    for copy in (raw.clone(), raw + False, raw.expand(2, -1).contiguous(), raw.view(2, -1).t().contiguous()):
        assert set(np.unique(copy.view(tb.uint8).numpy())) == {0, 1}
    assert raw.numpy().view("uint8").max() == 255  # the memory itself is shared, not mended
