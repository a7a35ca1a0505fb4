"""Functions that join, repeat, flip, roll and split tensors, against PyTorch and against NumPy."""

import threading
import warnings

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

from calls import function_cells, function_lists
from oracles.dtype_rules import NAMES
from under_test import needs_torch, tb, torch

LISTS = [name for name in function_lists.lists() if name.startswith(("joins.", "shapes."))]
OVERLAP = (
    "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single "
    "memory location. Please clone() the tensor before performing the operation."
)


@needs_torch
@pytest.mark.parametrize("dtype", NAMES)
@pytest.mark.parametrize("name", LISTS)
def test_shape_functions_are_torchs(name, dtype):
    function_cells.check(function_lists.lists()[name], dtype)


# ---- sizes and layouts that hypothesis draws ----


@st.composite
def layouts(draw):
    """(sizes, order of the dimensions in memory, step of the last) of a tensor."""
    size = draw(st.lists(st.integers(0, 4), min_size=1, max_size=5))
    return tuple(size), draw(st.permutations(range(len(size)))), draw(st.sampled_from([1, 1, 2]))


def made(lib, layout, start, dtype="float32"):
    size, order, step = layout
    memory = [size[d] for d in order]
    memory[-1] *= step
    count = int(np.prod(memory))
    whole = lib.arange(start, start + count, dtype=getattr(lib, dtype)).reshape(memory)
    return whole[..., ::step].permute([list(order).index(d) for d in range(len(size))])


def outcome(lib, call, scope):
    """(dtype, sizes, strides, values), or the error."""
    try:
        result = eval(call, {"torch": lib} | scope)
    except (RuntimeError, IndexError, TypeError, ValueError) as error:
        return type(error).__name__, str(error)
    return str(result.dtype).partition(".")[2], tuple(result.shape), result.stride(), result.tolist()


def agree(call, scopes):
    ours, theirs = (outcome(lib, call, scope) for lib, scope in zip((tb, torch), scopes, strict=True))
    assert ours == theirs, call


@needs_torch
@hypothesis.given(layout=layouts(), data=st.data())
@hypothesis.settings(max_examples=hypothesis.settings().max_examples * 5)
def test_joins_of_any_sizes_layouts_and_dtypes_are_torchs(layout, data):
    size, order, step = layout
    n, stacks = data.draw(st.integers(1, 4)), data.draw(st.booleans())
    dim = data.draw(st.integers(-len(size) - stacks, len(size) - 1 + stacks))
    scopes = ({}, {})
    for i in range(n):
        other = list(size)
        if not stacks and data.draw(st.booleans()):
            other[dim] = data.draw(st.integers(0, 3))
        if data.draw(st.integers(0, 9)) == 0:
            other[data.draw(st.integers(0, len(size) - 1))] += 1
        if data.draw(st.integers(0, 9)) == 0:
            other = [0]
        same = data.draw(st.booleans()) and len(other) == len(size)
        place = (tuple(other), order if same else tuple(range(len(other))), step if same else 1)
        dtype = data.draw(st.sampled_from(["float32", "float32", "float32", "int16", "float64", "uint8"]))
        for lib, scope in zip((tb, torch), scopes, strict=True):
            scope[f"x{i}"] = made(lib, place, i, dtype)
    names = ", ".join(scopes[0])
    agree(f"torch.{'stack' if stacks else 'cat'}([{names}], {dim})", scopes)


CALLS = [
    "torch.flip(x, {dims})",
    "torch.roll(x, {shifts}, {dims})",
    "torch.tile(x, {counts})",
    "x.repeat({counts})",
    "x.repeat_interleave({k}, {d})",
    "x.repeat_interleave({k})",
    "torch.tril(x, {k} - 2)",
    "torch.triu(x, {k} - 1)",
    "torch.diff(x, {k}, {d})",
    "torch.rot90(x, {k}, {dims})",
    "torch.expand_copy(x, (2, *x.shape))",
]


@needs_torch
@hypothesis.given(layout=layouts(), call=st.sampled_from(CALLS), data=st.data())
@hypothesis.settings(max_examples=hypothesis.settings().max_examples * 10)
def test_other_shape_functions_of_any_sizes_and_layouts_are_torchs(layout, call, data):
    ndim = len(layout[0])
    dims = tuple(data.draw(st.lists(st.integers(-ndim, ndim - 1), max_size=3)))
    counts = tuple(data.draw(st.lists(st.integers(0, 3), min_size=1, max_size=ndim + 1)))
    shifts = tuple(data.draw(st.lists(st.integers(-9, 9), min_size=len(dims), max_size=len(dims))))
    given = {"dims": dims, "shifts": shifts, "counts": counts}
    given |= {"k": data.draw(st.integers(0, 4)), "d": data.draw(st.integers(-ndim, ndim - 1))}
    agree(call.format(**given), [{"x": made(lib, layout, 0)} for lib in (tb, torch)])


LARGE = [
    "torch.cat([x, x[:, 5:], y], 1)",
    "torch.cat([x, y.t().contiguous().t()])",
    "torch.stack([x, y, x], -1)",
    "torch.stack([x, y], 1)",
    "x.repeat(2, 3)",
    "x[:, :3].repeat_interleave(3, 1)",
    "torch.flip(x, (0,))",
    "torch.flip(x, (1,))",
    "torch.flip(x.t(), (0, 1))",
    "torch.flip(x[:, :3], (1,))",
    "torch.roll(x, 7, 0)",
    "torch.roll(x, (7, -9), (0, 1))",
    "torch.roll(x.t(), (7, -9), (0, 1))",
    "torch.roll(x, 1000)",
    "torch.tril(x, 5)",
    "torch.triu(x.t(), 5)",
]


@needs_torch
@pytest.mark.parametrize("call", LARGE)
@pytest.mark.parametrize("dtype", ["uint8", "float32", "complex128"])
def test_large_tensors_that_threads_share_are_torchs(call, dtype):
    results = []
    for lib in (tb, torch):
        x = (lib.arange(1111 * 1201) % 251).reshape(1111, 1201).to(getattr(lib, dtype))
        results.append(eval(call, {"torch": lib, "x": x, "y": x.flip(0)}))
    ours, theirs = results
    assert ours.stride() == theirs.stride()
    np.testing.assert_array_equal(ours.numpy(), theirs.numpy())


# ---- out= ----


def test_a_refused_join_leaves_out_as_it_was():
    t, u = tb.arange(6.0).reshape(2, 3), tb.zeros(2, 3)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for call in (tb.cat, tb.stack, tb.hstack, tb.vstack, tb.dstack):
            with pytest.raises(RuntimeError) as error:
                call([t, u], out=t)
            assert str(error.value) == OVERLAP
    assert len(caught) == 5
    assert t.tolist() == [[0, 1, 2], [3, 4, 5]]


def test_tensors_that_share_memory_with_out_are_read_before_it_is_written():
    whole = tb.arange(12.0)
    tb.cat([whole[:4:2], whole[6::3]], out=whole[1:8:2])
    assert whole.tolist() == [0, 0, 2, 2, 4, 6, 6, 9, 8, 9, 10, 11]


def test_an_error_of_a_warning_leaves_everything_as_it_was():
    out = tb.ones(3)
    calls = ["cat([x, x], out=o)", "stack([x], out=o)", "tril(x, out=o)", "expand_copy(x, (2, 2), out=o)"]
    calls += ["diag(x, out=o)", "diag(x[0], out=o)"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for call in calls:
            with pytest.raises(UserWarning, match="was resized since"):
                eval(f"torch.{call}", {"torch": tb, "x": tb.zeros(2, 2), "o": out})
    assert out.tolist() == [1, 1, 1]


DAMAGE = [
    "x.resize_(0)",
    "x.resize_(1000, 1000)",
    "x.data = torch.zeros(4, 4)",
    "y.resize_(7)",
    "o.resize_(70, 70)",
    "o.data = x",
    "o.data = torch.zeros(2, dtype=torch.bool)",
    "tensors.clear()",
    "tensors.append(3)",
    "del x, y, o, tensors",
]


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize(
    "call",
    [
        *("torch.cat(tensors, out=o)", "torch.stack(tensors, 1, out=o)", "torch.hstack(tensors, out=o)"),
        *(
            "torch.column_stack(tensors, out=o)",
            "torch.tril(x, out=o)",
            "torch.expand_copy(x, (2, 2, 2), out=o)",
            "torch.diag(x, out=o)",
            "torch.diag(x[0], out=o)",
        ),
    ],
)
def test_a_warning_may_change_every_tensor_and_the_list(call, damage, monkeypatch):
    """Any result or refusal will do, but not a crash."""
    scope = {"torch": tb, "x": tb.ones(2, 2), "y": tb.zeros(2, 2), "o": tb.ones(3)}
    scope["tensors"] = [scope["x"], scope["y"]]
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        monkeypatch.setattr(warnings, "showwarning", lambda *args: exec(damage, scope))
        try:
            eval(call, scope)
        except (RuntimeError, TypeError, IndexError):
            return


def test_lists_may_change_while_a_join_runs_without_the_lock():
    """The tensors are held: another thread may empty the list and resize its tensors."""
    x = tb.ones(1500, 1000)
    expected = tb.cat([x, x.t().contiguous().t()]).sum()
    tensors, done = [x, x.t().contiguous().t().to(tb.float64)], threading.Event()

    def disturb():
        while not done.is_set():
            for tensor in list(tensors):
                size = tensor.shape
                try:
                    tensor.resize_(10)
                    tensor.resize_(size)
                except RuntimeError:
                    continue
            del tensors[1:]
            tensors.append(tb.ones(1500, 1000, dtype=tb.float64))

    thread = threading.Thread(target=disturb)
    thread.start()
    try:
        for _ in range(20):
            try:
                tb.cat(list(tensors))
                tb.flip(x, (0, 1)), tb.roll(x, (1, 1), (0, 1)), x.repeat(2, 1), tb.tril(x)
            except (RuntimeError, IndexError):  # x had one dimension just then
                continue
    finally:
        done.set()
        thread.join()
    assert expected == 3_000_000


# ---- lists, dimensions ----


def test_a_tensor_may_come_any_number_of_times():
    x = tb.arange(3)
    assert tb.cat([x] * 1000).tolist() == [0, 1, 2] * 1000
    assert tb.stack((x,) * 1000).shape == (1000, 3)
    assert tb.vstack([x] * 1000).shape == (1000, 3)


def test_tensors_too_long_to_be_joined_are_refused():
    x = tb.ones(1).expand(2**62)
    for out in (None, tb.ones(3)):
        with pytest.raises(RuntimeError), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tb.cat([x, x, x, x, tb.ones(5)], out=out)
        assert out is None or out.tolist() == [1, 1, 1]
    with pytest.raises(RuntimeError):
        tb.stack([x, x])


def test_counts_whose_sum_overflows_are_refused():
    x, counts = tb.ones(4), tb.tensor([2**62, 2**62, 2**62, 2**62 + 5])
    for call in (lambda: x.repeat_interleave(counts), lambda: tb.repeat_interleave(counts)):
        with pytest.raises(RuntimeError, match="Trying to create tensor with negative dimension"):
            call()
    with pytest.raises(RuntimeError, match="allocated size does not match required size"):
        x.repeat_interleave(counts, output_size=5)


def test_more_dimensions_than_there_may_be_are_refused():
    x = tb.ones((1,) * 64)
    assert tb.cat([x, x], 63).shape == (*(1,) * 63, 2)
    assert tb.flip(x, tuple(range(64))).shape == x.shape
    with pytest.raises(RuntimeError, match="only tensors with up to 64 dims are supported"):
        tb.stack([x, x])


@pytest.mark.parametrize("indexing", ["ij", "xy"])
def test_grids_are_views_numpys_are_copies(indexing):
    vectors = [tb.arange(3), tb.arange(4), tb.arange(2)]
    expected = np.meshgrid(*(vector.numpy() for vector in vectors), indexing=indexing)
    for vector, grid, array in zip(vectors, tb.meshgrid(*vectors, indexing=indexing), expected, strict=True):
        np.testing.assert_array_equal(grid.numpy(), array)
        assert grid.data_ptr() == vector.data_ptr()


def test_grids_of_more_than_vectors_are_refused():
    text = "torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: "
    with pytest.raises(RuntimeError) as error:
        tb.meshgrid(tb.ones(2, 2), indexing="ij")
    assert str(error.value).startswith(text)


@pytest.mark.parametrize("library", [tb, pytest.param(torch, marks=needs_torch)], ids=["tbcast", "torch"])
def test_an_indexing_of_grids_that_is_none_is_refused_however_short(library):
    x = library.ones(2)
    for vectors in ((x,), (x, x), ([x],)):
        for indexing in ("", "a", "xyz", "IJ"):
            with pytest.raises(RuntimeError) as caught:
                library.meshgrid(*vectors, indexing=indexing)
            text = 'torch.meshgrid: indexing must be one of "xy" or "ij", but received: '
            assert str(caught.value).partition("\n")[0] == text + indexing
    assert len(library.meshgrid(x, x, indexing=b"ij")) == 2
    with pytest.raises(TypeError, match="argument 'indexing' must be str, not int"):
        library.meshgrid(x, indexing=3)


def test_joined_columns_go_past_the_caches():
    """As they do in memory that was written before; some pieces of a row are too short for it."""
    size = (7000, 1000)
    x, y, z = tb.arange(size[0] * size[1]).view(size).float(), tb.ones(size[0], 3), tb.zeros(size[0], 300)
    out = tb.full((size[0], 1303), -1.0)
    tb.cat([x, y, z], 1, out=out)
    np.testing.assert_array_equal(out.numpy(), np.concatenate([x.numpy(), y.numpy(), z.numpy()], 1))
