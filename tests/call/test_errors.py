"""Bad input: the exception's type and text, and nothing written.

The list of calls is helpers/error_cases.py, which test_leaks.py repeats 100,000 times each.
"""

import textwrap

import numpy as np
import pytest

from children import python
from differential.cases import dtype_name, tensor_bits, write_memory
from error_cases import ALL, DEVICES, PARTLY, TWICE
from operands import world
from under_test import MODULE_NAME, first_line, needs_torch, tb, torch


def state(scope):
    """Bytes, sizes and strides of every operand."""
    return {
        name: (tensor_bits(t, dtype_name(t)).tobytes(), tuple(t.size()), tuple(t.stride()), t.data_ptr())
        for name, t in scope.items()
        if name != "torch"
    }


def refuse(lib, call):
    scope = world(lib)
    before = state(scope)
    with pytest.raises(Exception) as caught:
        eval(call, dict(scope))
    return caught.value, before, state(scope)


@pytest.mark.parametrize("bad", [b for b in ALL if b not in DEVICES], ids=lambda b: b.call)
def test_bad_input_is_refused_with_this_text_and_nothing_is_written(bad):
    error, before, after = refuse(tb, bad.call)
    assert (type(error).__name__, first_line(error)) == (bad.kind, bad.text)
    assert after == before


@needs_torch
@pytest.mark.parametrize("bad", [b for b in ALL if not b.alone], ids=lambda b: b.call)
def test_the_literal_texts_are_torchs(bad):
    scope = world(torch)
    with pytest.raises(Exception) as caught:
        eval(bad.call, scope)
    assert (type(caught.value).__name__, first_line(caught.value)) == (bad.kind, bad.text)


@pytest.mark.parametrize("bad", DEVICES, ids=lambda b: b.call)
def test_what_tbcast_does_not_have_is_one_clear_error(bad):
    error, before, after = refuse(tb, bad.call)
    assert type(error) in (AssertionError, RuntimeError, NotImplementedError, TypeError)
    words = str(error)
    assert "\n" not in words
    asked = bad.call.split("(")[1].split("'")[1] if "'" in bad.call else "requires_grad"
    assert asked in words.lower(), words
    assert after == before


@needs_torch
@pytest.mark.parametrize(
    "call", ["torch.add(f)", "torch.add()", "f.add()", "g[2]", "torch.mul(f)", "torch.div()"]
)
def test_missing_operands_are_a_type_error_that_names_the_function(call):
    ours, _, _ = refuse(tb, call)
    theirs, _, _ = refuse(torch, call)
    assert type(ours) is type(theirs)
    assert call.split("(")[0].rpartition(".")[2].split("[")[0] in str(ours) or "index" in str(ours)


@pytest.mark.parametrize("index", ["'a'", "object()", "{}", "[9]", "(0, 'a')", "g", "b", "slice('a', None)"])
def test_what_is_no_index_is_refused_and_writes_nothing(index):
    for call in (f"g[{index}]", f"g.__setitem__({index}, 1.0)"):
        error, before, after = refuse(tb, call)
        assert isinstance(error, (TypeError, IndexError, NotImplementedError, RuntimeError))
        assert after == before


def test_sixty_four_dimensions_are_fine():
    deep = world(tb)["deep"]
    assert deep.dim() == 64
    assert (deep + deep).dim() == 64
    assert (deep * tb.ones(3)).size()[-1] == 3
    assert deep.reshape(1).item() == 1.0
    assert deep.expand([2] + [1] * 62 + [3]).clone().numel() == 6
    assert deep.permute(list(range(63, -1, -1))).dim() == 64
    wide = tb.ones([1] * 60 + [2, 1, 2, 1])
    assert (wide + tb.ones(2, 1, 2)).size() == tb.Size([1] * 60 + [2, 2, 2, 2])
    with pytest.raises(RuntimeError, match="only tensors with up to 64 dims are supported"):
        tb.broadcast_tensors(deep, deep.unsqueeze(0))


# ---- out= ----

RESIZED = (
    "An output with one or more elements was resized since it had shape {old}, which does not match the "
    "required "
    "output shape {new}. This behavior is deprecated, and in a future PyTorch release outputs will not be "
    "resized "
    "unless they have zero elements. You can explicitly reuse an out tensor t by resizing it, inplace, to "
    "zero "
    "elements with t.resize_(0)."
)


@pytest.mark.parametrize(
    ("old", "a", "b"),
    [((3,), (2,), (2,)), ((2, 2), (2, 1), (3,)), ((1,), (0,), (1,)), ((5, 5), (), ()), ((), (2,), ())],
)
def test_a_wrong_shaped_out_is_resized_with_torchs_warning(old, a, b):
    out = tb.ones(old)
    with pytest.warns(UserWarning) as log:
        assert tb.add(tb.ones(a), tb.ones(b), out=out) is out
    new = tuple(tb.broadcast_shapes(a, b))
    wanted = RESIZED.format(old=list(old), new=list(new))
    assert [first_line(w.message) for w in log] == [wanted]
    assert log[0].filename == __file__
    assert tuple(out.size()) == new
    assert set(np.ravel(out.tolist())) <= {2.0}


@needs_torch
def test_the_resize_warning_is_torchs():
    with pytest.warns(UserWarning) as log:
        torch.add(torch.ones(2), torch.ones(2), out=torch.ones(3))
    assert first_line(log[0].message) == RESIZED.format(old=[3], new=[2])


def test_an_out_without_elements_is_resized_silently(recwarn):
    out = tb.empty(0)
    assert tb.mul(tb.ones(2, 1), tb.ones(3), out=out) is out
    assert out.tolist() == [[1.0] * 3] * 2
    assert not recwarn


def test_out_of_any_dtype_that_can_hold_the_result():
    for name in ("float16", "bfloat16", "float64", "complex64"):
        out = tb.zeros(2, dtype=getattr(tb, name))
        tb.add(tb.tensor([1.5, 2.0]), 1, out=out)
        assert out.dtype is getattr(tb, name)
        assert out.tolist() == [2.5, 3.0]


def test_a_live_export_keeps_an_out_from_growing():
    out = tb.ones(2)
    array = out.numpy()
    with pytest.warns(UserWarning, match="was resized"), pytest.raises(RuntimeError) as caught:
        tb.add(tb.ones(5), 1, out=out)
    assert "Trying to resize storage that is not resizable" in str(caught.value)
    assert (array.tolist(), out.tolist(), tuple(out.size())) == ([1.0, 1.0], [1.0, 1.0], (2,))


# ---- overlap ----


def test_equal_views_may_be_written():
    t = tb.tensor([1.0, 2.0, 3.0])
    assert t.add_(t).tolist() == [2.0, 4.0, 6.0]
    assert tb.mul(t, t, out=t).tolist() == [4.0, 16.0, 36.0]
    t[:] = t
    assert t.tolist() == [4.0, 16.0, 36.0]


def test_what_torch_leaves_to_the_order_of_writing_is_read_from_a_private_copy():
    memory = tb.arange(1, 13, dtype=tb.float32)
    memory[0:10:3].mul_(memory[3:7])  # 1 4 7 10 times 4 5 6 7
    assert memory.tolist() == [4.0, 2.0, 3.0, 20.0, 5.0, 6.0, 42.0, 8.0, 9.0, 70.0, 11.0, 12.0]
    memory = tb.arange(8, dtype=tb.float32)
    memory[::2].add_(memory[1])  # the operand is no element that is written
    assert memory.tolist() == [1.0, 1.0, 3.0, 3.0, 5.0, 5.0, 7.0, 7.0]
    memory = tb.arange(1, 7, dtype=tb.float32)
    memory[::2].mul_(memory[2])  # a 0-dim view of what is written
    assert memory.tolist() == [3.0, 2.0, 9.0, 4.0, 15.0, 6.0]
    memory = tb.arange(6, dtype=tb.float32)
    memory[::2].copy_(memory[0:3])
    assert memory.tolist() == [0.0, 1.0, 1.0, 3.0, 2.0, 5.0]


OVERLAPPING = [  # (sizes, strides of what is written, its offset, strides of what is read, its offset)
    ((6000,), (2,), 0, (1,), 1),  # every other element, from a dense part
    ((6000,), (2,), 1, (1,), 0),
    ((6000,), (2,), 50, (2,), 0),  # the same step, read behind what is written
    ((6000,), (2,), 0, (2,), 50),
    ((6000,), (2,), 7, (3,), 0),
    ((100, 100), (200, 1), 50, (200, 1), 0),  # rows of a wider matrix, shifted within the row
    ((100, 100), (200, 1), 0, (200, 1), 50),
    ((100, 100), (200, 1), 200, (200, 1), 0),  # ... by a whole row
    ((100, 100), (200, 1), 0, (1, 200), 0),  # ... transposed
    ((100, 100), (1, 200), 3, (200, 1), 0),
    ((100, 100), (200, 1), 100, (0, 1), 5000),  # one of the written rows, or columns, repeated
    ((100, 100), (200, 1), 0, (200, 0), 50),
    ((100, 100), (200, 1), 0, (0, 0), 10050),  # one written element
    ((40, 3, 50), (400, 100, 1), 7, (400, 100, 1), 0),
    ((40, 3, 50), (400, 100, 2), 1, (400, 1, 3), 0),
    ((3000, 3), (4, 1), 1, (4, 1), 0),  # short rows
    ((3000, 3), (4, 1), 0, (0, 1), 4),
    ((3, 5), (8, 1), 1, (8, 1), 0),
    ((4,), (2,), 2, (1,), 0),
]
WAYS = {
    "add_": (lambda a, b: a.add_(b), lambda a, b: np.add(a, b, out=a)),
    "mul out=": (lambda a, b: tb.mul(b, b, out=a), lambda a, b: np.multiply(b, b, out=a)),
    "sub reversed out=": (lambda a, b: tb.sub(b, a, out=a), lambda a, b: np.subtract(b, a, out=a)),
    "alpha": (lambda a, b: a.sub_(b, alpha=3), lambda a, b: np.subtract(a, 3 * b, out=a)),
    "copy_": (lambda a, b: a.copy_(b), lambda a, b: np.copyto(a, b)),
    "index": (lambda a, b: a.__setitem__(Ellipsis, b), lambda a, b: a.__setitem__(Ellipsis, b)),
}


@pytest.mark.cpu_level
@pytest.mark.parametrize("dtype", ["float32", "float64", "int16", "uint8", "complex64"])
@pytest.mark.parametrize("way", WAYS)
def test_private_copies_give_what_a_copy_gives(way, dtype):
    """Large enough for every strategy of iteration: what is read may not have been written before."""
    ours, theirs = WAYS[way]
    for size, stride, offset, other_stride, other_offset in OVERLAPPING:
        array = (np.arange(24_000) % 97 - 40).astype(dtype)
        memory = tb.empty((24_000,), dtype=getattr(tb, dtype))
        write_memory(memory, array)
        ours(memory.as_strided(size, stride, offset), memory.as_strided(size, other_stride, other_offset))
        step = array.itemsize
        a, b = (
            np.lib.stride_tricks.as_strided(array[o:], size, [s * step for s in t])
            for o, t in ((offset, stride), (other_offset, other_stride))
        )
        theirs(a, b.copy())  # (NumPy itself copies too rarely in one-dimensional assignments)
        assert tensor_bits(memory, dtype).tobytes() == array.tobytes(), (size, stride, offset, other_stride)


@needs_torch
@pytest.mark.filterwarnings("ignore:other is not broadcastable to self")
def test_overlap_refusals_are_torchs_for_every_pair_of_small_views():
    """Two views of one storage of 6 elements: refused exactly where torch refuses, with its text."""
    shapes = [
        ((3,), (1,)),
        ((3,), (2,)),
        ((2,), (1,)),
        ((2, 2), (2, 1)),
        ((2, 2), (1, 2)),
        ((3,), (0,)),
        ((1,), (1,)),
        ((), ()),
        ((2, 1), (1, 1)),
        ((1, 2), (4, 1)),
        ((1, 2), (2, 1)),
    ]
    for size, stride in shapes:
        for other_size, other_stride in shapes:
            for shift in (0, 1, 2):
                results = []
                for lib in (tb, torch):
                    memory = lib.arange(6, dtype=lib.float32)
                    try:
                        memory.as_strided(size, stride, shift).add_(
                            memory.as_strided(other_size, other_stride)
                        )
                        results.append("")
                    except RuntimeError as error:
                        results.append(first_line(error))
                ours, theirs = results
                overlap = {TWICE, PARTLY}
                assert (ours in overlap, ours if ours in overlap else "") == (
                    theirs in overlap,
                    theirs if theirs in overlap else "",
                ), (size, stride, other_size, other_stride, shift)


def test_writes_into_expanded_tensors_are_refused_but_fills_are_not():
    wide = tb.ones(1).expand(3)
    for call in (lambda: wide.add_(1), lambda: wide.copy_(tb.ones(3)), lambda: tb.add(wide, 1, out=wide)):
        with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
            call()
    assert wide.fill_(5).tolist() == [5.0] * 3  # as torch has it
    assert wide.zero_().tolist() == [0.0] * 3
    assert tb.ones(0, 1).expand(0, 3).add_(1).numel() == 0


def test_a_failed_allocation_leaves_out_and_operands_alone():
    out, f = tb.ones(3), tb.ones(4)
    with (
        pytest.warns(UserWarning, match="was resized"),
        pytest.raises(RuntimeError, match="can't allocate memory"),
    ):
        tb.add(f.expand(2**46, 4), 1, out=out)
    assert (out.tolist(), tuple(out.size()), tuple(out.stride())) == ([1.0] * 3, (3,), (1,))
    assert f.tolist() == [1.0] * 4


# ---- nothing crashes ----

NASTY = """
    import {module} as torch

    class Size:
        def __init__(self, what): self.what = what
        def __index__(self): return self.what()

    def boom(): raise KeyError("boom")

    sizes = [2, 3]
    def shrink():
        sizes.clear()
        return 2

    class Sequence:
        def __len__(self): return 5
        def __getitem__(self, i):
            if i > 2: raise IndexError
            return i

    class Grows(list):
        def __iter__(self):
            self.append(1)
            return super().__iter__()

    nested = []
    nested.append(nested)
    deep = 1
    for _ in range(5000):
        deep = [deep]
    attempts = [
        lambda: torch.ones(Size(boom)),
        lambda: torch.ones((2, Size(boom))),
        lambda: torch.ones([Size(shrink), 3]),
        lambda: torch.tensor(Sequence()),
        lambda: torch.tensor(nested),
        lambda: torch.tensor(deep),
        lambda: torch.tensor(Grows([1, 2])),
        lambda: torch.tensor([[1], [Sequence()]]),
        lambda: torch.ones(2)[Size(boom)],
        lambda: torch.ones(2)[Size(lambda: 1)],
        lambda: torch.ones(2).view(Size(lambda: 2)),
        lambda: torch.ones(2).__class__(),
        lambda: type(torch.ones(2))("a"),
        lambda: torch.Size(["a"]),
        lambda: torch.Size(3),
        lambda: type(torch.float32)(),
        lambda: torch.add(*[None] * 20),
        lambda: torch.add(**{{"a\\0b": 1}}),
        lambda: torch.ones(2).expand([]),
        lambda: torch.ones(2).as_strided([], []),
        lambda: torch.ones(2).to(None),
        lambda: torch.ones(2).to(),
        lambda: torch.tensor([float("nan")]).item(),
        lambda: torch.ones(2).__setitem__(slice(None), torch.ones(2).t()),
        lambda: torch.ones(2).__iadd__(None),
        lambda: torch.empty(2**31),
        lambda: torch.ones(2).permute([0] * 70),
        lambda: torch.ones(1).expand(2**40, 2**40),
        lambda: torch.ones(1).expand(2**62).add(1),
        lambda: torch.ones(1).expand(2**40).reshape(2**20, 2**20).item(),
    ]
    for attempt in attempts:
        try:
            attempt()
        except (Exception, RecursionError) as error:
            str(error)
    print("alive")
"""


def test_hostile_arguments_do_not_crash_the_interpreter():
    code = textwrap.dedent(NASTY).format(module=MODULE_NAME)
    done = python("-X", "faulthandler", "-c", code)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout == "alive\n"


@pytest.mark.parametrize("function", ["eye", "randperm"])
@pytest.mark.parametrize("nth", [1, 2, 3])
def test_an_index_that_fails_now_and_then_is_none(function, nth):
    """What fits when the message is put together, and did not before."""

    class Fickle:
        asked = 0

        def __index__(self):
            self.asked += 1
            if self.asked == nth:
                raise KeyError("now")
            return 2

    try:
        assert getattr(tb, function)(Fickle()).shape[0] == 2
    except TypeError as error:
        assert first_line(error).startswith(f"{function}()")
