"""chain_matmul against PyTorch; addr of what it writes."""

import itertools

import pytest

from calls import function_cells, vectors_cases
from oracles.dtype_rules import NAMES
from under_test import needs_torch, tb

LISTS = {
    name: value for name, value in vars(vectors_cases).items() if isinstance(value, function_cells.Cells)
}


@needs_torch
@pytest.mark.parametrize("dtype", NAMES)
@pytest.mark.parametrize("name", LISTS)
def test_every_call_is_torchs(name, dtype):
    function_cells.check(LISTS[name], dtype)


@pytest.mark.filterwarnings("ignore:torch.chain_matmul")
def test_a_chain_of_any_sizes_is_its_product():
    for sizes in itertools.product((1, 2, 3), repeat=5):
        matrices = [tb.arange(n * m).view(n, m) + 1 for n, m in itertools.pairwise(sizes)]
        wanted = matrices[0]
        for matrix in matrices[1:]:
            wanted = wanted @ matrix
        assert tb.equal(tb.chain_matmul(*matrices), wanted)


def test_what_is_written_may_be_an_operand_of_addr():
    """torch refuses a vector that is a part of it."""
    x = tb.tensor([[1.0, 2.0], [3.0, 4.0]])
    wanted = tb.outer(x[:, 0], x[1]) + 1
    assert tb.equal(tb.addr(tb.ones(2, 2), x[:, 0], x[1], out=x), wanted)
