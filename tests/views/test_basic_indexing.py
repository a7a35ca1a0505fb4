"""Basic indexing: what integers, slices, None and ... read and write, as PyTorch and NumPy have it.

A call is one expression, evaluated on a tbcast tensor and on a torch tensor of the same sizes, strides and
values; drawn indices are compared with NumPy.
"""

import itertools

import numpy as np
import pytest
from hypothesis import given, strategies as st

from calls.view_cases import INDEX_SIZES, INDICES, LAYOUTS, agree, build, described, same
from differential.cases import tensor_bits
from under_test import first_line, needs_torch, tb, torch


@needs_torch
@pytest.mark.filterwarnings("ignore:Truncating the start/stop/step")
@pytest.mark.parametrize("index", INDICES)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_reading_through_indices_is_torchs(index, layout):
    for size in INDEX_SIZES:
        agree(size, layout, f"t[{index}]")


@needs_torch
@pytest.mark.filterwarnings("ignore:Truncating the start/stop/step")
@pytest.mark.parametrize(
    "value",
    [
        "7.5",
        "torch.tensor(7.5)",
        "torch.ones(1)",
        "torch.ones(3)",
        "torch.ones(2, 1)",
        "torch.ones(2)",
        "t",
        "t[0]",
        "torch.ones(1, 1, 3)",
        "torch.ones(2, 3)",
        "torch.arange(3, dtype=torch.int64)",
        "torch.ones(0)",
        "True",
        "2",
        "torch.ones(4)",
    ],
)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_writing_through_indices_is_torchs(value, layout):
    sizes = ((3,), (2, 3), (3, 2, 3), (2, 0, 3), ())
    for size, index in itertools.product(sizes, INDICES):
        results = []
        for lib in (tb, torch):
            t = build(lib, size, layout)
            t = t.clone() if layout == "expanded" and size != (2, 3) else t
            scope = {"t": t, "torch": lib}
            try:
                exec(f"t[{index}] = {value}", scope)
                results.append(described(scope["t"], lib, t))
            except Exception as error:
                results.append((type(error).__name__, first_line(error), tensor_bits(t, "float32").tolist()))
        ours, theirs = results
        # (torch may write a part before it refuses)
        assert same(ours, theirs), (
            f"t of size {size}, {layout}: t[{index}] = {value}: {ours} | torch {theirs}"
        )


def test_a_huge_slice_step_gives_one_element_or_is_refused():
    """torch 2.13 overflows here and names a negative stride."""
    for t in (tb.arange(6), tb.arange(12)[::2], tb.arange(6).reshape(3, 2).t()[0], tb.arange(6).expand(3, 6)):
        for step in (2**61, 2**62, 2**63 - 1):
            try:
                part = t[slice(0, 2**63 - 1, step)]
            except (OverflowError, RuntimeError):
                continue
            assert part.size()[0] == 1
            assert part.tolist() == t[0:1].tolist()


def test_writing_through_an_index_changes_the_base():
    t = tb.zeros(3, 4)
    t[1, ::2] = 5
    t[:, 3] += 1
    assert t.tolist() == [[0, 0, 0, 1], [5, 0, 5, 1], [0, 0, 0, 1]]
    row = t[2]
    row[0] = 9
    assert t.tolist()[2] == [9, 0, 0, 1]


def test_slice_assignment_from_an_overlapping_part_reads_first():
    t = tb.arange(6, dtype=tb.float32).reshape(2, 3)
    t[:] = t.clone().t().reshape(2, 3)
    assert t.tolist() == [[0, 3, 1], [4, 2, 5]]


def numpy_of(size, layout):
    """The same arrays in NumPy."""
    n = int(np.prod(size))
    if layout == "reversed":
        return np.arange(n, dtype=np.float32).reshape(size[::-1]).transpose()
    if layout == "strided":
        double = tuple(2 * s for s in size)
        return np.arange(2 ** len(size) * n, dtype=np.float32).reshape(double)[
            (..., *(slice(1, None, 2),) * len(size))
        ]
    return np.arange(n, dtype=np.float32).reshape(size)


@given(
    data=st.data(),
    size=st.lists(st.integers(0, 4), max_size=5).map(tuple),
    layout=st.sampled_from(["contiguous", "reversed", "strided"]),
)
def test_drawn_indices_read_what_numpy_reads(data, size, layout):
    t, array = build(tb, size, layout), numpy_of(size, layout)
    index = []
    ellipsis = data.draw(st.integers(-1, len(size)))
    for d, n in enumerate(size):
        if d == ellipsis:
            index.append(Ellipsis)
        kinds = ["slice", "none"] + (["int"] if n else [])
        kind = data.draw(st.sampled_from(kinds))
        if kind == "none":
            index.append(None)
        elif kind == "int":
            index.append(data.draw(st.integers(-n, n - 1)))
            continue
        bound = st.one_of(st.none(), st.integers(-n - 2, n + 2))
        index.append(slice(data.draw(bound), data.draw(bound), data.draw(st.integers(1, 3))))
        if d == ellipsis:
            break
    index = tuple(index)
    consumed = sum(i is not None and i is not Ellipsis for i in index)
    if consumed > len(size):
        return
    got, wanted = t[index], array[index]
    assert tuple(got.size()) == wanted.shape
    assert tensor_bits(got, "float32").tolist() == wanted.tolist()
    if wanted.size:
        writable = t.clone()
        writable[index] = -1.0
        array = np.array(array)
        array[index] = -1.0
        assert tensor_bits(writable, "float32").tolist() == array.tolist()
