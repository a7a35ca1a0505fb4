"""Views: sizes, strides, offsets, sharing of memory, and reading and writing through indices.

Every call is one expression text, evaluated on a tbcast tensor and on a torch tensor of the same sizes,
strides and values; where torch is absent, NumPy stands in for sizes and values.
"""

import itertools

import numpy as np
import pytest
from hypothesis import given, strategies as st

from cases import tensor_bits
from under_test import first_line, needs_torch, tb, torch
from view_cases import INDEX_SIZES, INDICES, LAYOUTS, SMALL, TINY, VIEWS, build, described, evaluate


def agree(size, layout, expression):
    ours = evaluate(tb, size, layout, expression)
    theirs = evaluate(torch, size, layout, expression)
    assert same(ours, theirs), f"t of size {size}, {layout}: {expression}: {ours} | torch {theirs}"


def same(ours, theirs):
    """Equal; a refusal may say more than torch's when it contains torch's text."""
    refusals = [isinstance(r, tuple) and len(r) >= 2 and isinstance(r[0], str) for r in (ours, theirs)]
    if all(refusals):
        return ours[0] == theirs[0] and theirs[1] in ours[1]
    return ours == theirs


def dims(rank, extra=0):
    return range(-rank - 1 - extra, rank + 1 + extra)


@needs_torch
@pytest.mark.parametrize("expression", VIEWS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_views_of_every_small_shape_are_torchs(expression, layout):
    for size in SMALL:
        agree(size, layout, expression)


@needs_torch
@pytest.mark.filterwarnings("ignore:The use of:UserWarning", "ignore:Tensor.T is deprecated:UserWarning")
def test_reversed_dimensions_are_torchs():
    for size in SMALL:
        agree(size, "contiguous", "t.T")
        agree(size, "reversed", "t.T")


@needs_torch
@pytest.mark.parametrize("layout", LAYOUTS)
def test_views_along_every_dimension_are_torchs(layout):
    for size in TINY:
        rank = len(size)
        for d in dims(rank, 1):
            for expression in (f"t.unsqueeze({d})", f"t.squeeze({d})", f"t.size({d})", f"t.stride({d})"):
                agree(size, layout, expression)
        for d, e in itertools.product(dims(rank), dims(rank)):
            agree(size, layout, f"t.transpose({d}, {e})")
        for order in itertools.permutations(range(rank)):
            agree(size, layout, f"t.permute({order})")
        for order in ((0,) * rank, tuple(range(rank + 1)), (-1,), ()):
            agree(size, layout, f"t.permute({order})")
        for pair in ((0, 0), (0, -1), (0, 1), ()):
            agree(size, layout, f"t.squeeze({pair})")


@needs_torch
@pytest.mark.parametrize("layout", LAYOUTS)
def test_reshapes_and_expansions_to_every_small_shape_are_torchs(layout):
    targets = [
        (),
        (-1,),
        (1,),
        (2,),
        (3,),
        (6,),
        (0,),
        (1, -1),
        (-1, 2),
        (2, 3),
        (3, 2),
        (6, 1),
        (0, -1),
        (-1, -1),
        (-2,),
        (2, -1, 3),
        (0, 3),
        (1, 2, 3, 1),
        (4,),
        (2, 2, 3),
        (12,),
        (3, -1, 2, 1),
    ]
    for size in TINY:
        for target in targets:
            for name in ("view", "reshape", "expand", "broadcast_to"):
                if target == (0, -1) and size == () and name in ("expand", "broadcast_to"):
                    continue  # torch 2.13 gives a tensor with a size of -1
                agree(size, layout, f"t.{name}({target})")


@needs_torch
@pytest.mark.parametrize(
    "expression",
    [
        "t.as_strided((2, 2), (1, 2))",
        "t.as_strided((2, 2), (1, 2), 1)",
        "t.as_strided((), ())",
        "t.as_strided((3,), (0,))",
        "t.as_strided((7,), (1,))",
        "t.as_strided((2,), (-1,))",
        "t.as_strided((2,), (1, 2))",
        "t.as_strided((-2,), (1,))",
        "t.as_strided((2,), (1,), -1)",
        "t.as_strided((2**62,), (2**62,))",
        "t.as_strided((0,), (1,), 100)",
        "t.as_strided((2, 0), (5, 3))",
        "t[1].as_strided((2,), (1,))",
        "t[1].as_strided((2,), (1,), 0)",
        "t.as_strided((2,), (1,), 2**62)",
        "t.as_strided([2], [3])",
        "t.as_strided((2,), 1)",
        "t.as_strided(2, (1,))",
    ],
)
def test_as_strided_is_torchs(expression):
    agree((2, 3), "contiguous", expression)


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


def test_views_share_memory_and_outlive_their_base():
    base = tb.arange(12, dtype=tb.float32).reshape(3, 4)
    views = [
        base.t(),
        base[1:],
        base[:, ::2],
        base.view(12),
        base.unsqueeze(0),
        base.permute(1, 0),
        base.as_strided((2,), (5,), 1),
        base.expand(2, 3, 4),
        base.transpose(0, 1),
        base.squeeze(),
        base.T,
    ]
    base.fill_(3.0)
    del base
    for view in views:
        assert set(np.ravel(view.tolist())) == {3.0}


def numpy_of(size, layout):
    """The same arrays in NumPy."""
    n = int(np.prod(size))
    if layout == "reversed":
        return np.arange(n, dtype=np.float32).reshape(size[::-1]).transpose()
    if layout == "stepped":
        double = tuple(2 * s for s in size)
        return np.arange(2 ** len(size) * n, dtype=np.float32).reshape(double)[
            (..., *(slice(1, None, 2),) * len(size))
        ]
    return np.arange(n, dtype=np.float32).reshape(size)


@given(
    data=st.data(),
    size=st.lists(st.integers(0, 4), max_size=5).map(tuple),
    layout=st.sampled_from(["contiguous", "reversed", "stepped"]),
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


@given(
    size=st.lists(st.integers(0, 3), max_size=5).map(tuple), data=st.data(), layout=st.sampled_from(LAYOUTS)
)
def test_chains_of_views_are_torchs_or_keep_numpys_values(size, data, layout):
    steps = []
    rank = len(size)
    for _ in range(data.draw(st.integers(1, 4))):
        kind = data.draw(
            st.sampled_from(["unsqueeze", "transpose", "squeeze", "slice", "permute", "clone", "flat"])
        )
        if kind == "unsqueeze":
            steps.append(f".unsqueeze({data.draw(st.integers(-rank - 1, rank))})")
            rank += 1
        elif kind == "transpose" and rank:
            steps.append(
                f".transpose({data.draw(st.integers(-rank, rank - 1))}, "
                f"{data.draw(st.integers(-rank, rank - 1))})"
            )
        elif kind == "slice" and rank:
            steps.append(f"[{data.draw(st.integers(0, 2))}:, ...]")
        elif kind == "permute":
            steps.append(f".permute({tuple(data.draw(st.permutations(range(rank))))})")
        elif kind == "clone":
            steps.append(".clone()")
        elif kind == "flat":
            steps.append(".reshape(-1)")
            rank = 1
        elif kind == "squeeze":
            steps.append(".squeeze()")
            break
    expression = "t" + "".join(steps)
    ours = evaluate(tb, size, layout, expression)
    assert not isinstance(ours[0], str), (expression, ours)
    if torch is not None:
        assert ours == evaluate(torch, size, layout, expression), (size, layout, expression)
