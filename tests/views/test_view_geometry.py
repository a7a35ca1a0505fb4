"""Views of all small tensors, in four layouts, through every view function with all small arguments.

Type, sizes, strides, offset, aliasing (or the values of a copy), and the type and text of a refusal are
PyTorch's.  What takes minutes as a whole (--long) is a sample otherwise.
"""

import itertools
import warnings

import numpy as np
import pytest
from hypothesis import given, strategies as st

from calls.view_calls import GROUPS, SINGLE, WHOLE_GROUPS
from calls.view_cases import LAYOUTS, SMALL, TINY, build, evaluate
from differential.expressions import compiled
from under_test import first_line, needs_torch, tb, torch

TENSORS = [(size, layout) for layout in LAYOUTS for size in TINY]
SAMPLE = 12_000
SLOW = {"unflatten": 6_000}  # PyTorch takes a millisecond to refuse


def described(value, lib, t, memory):
    """All that a view is, and where in the memory of `t` it begins; of a copy its values."""
    if isinstance(value, lib.Tensor):
        place = value.data_ptr() - memory[0] if value.numel() else -1
        seen = tuple(value.size()), value.stride(), value.storage_offset(), str(value.dtype), value is t
        seen += (value.is_contiguous(),)
        return (*seen, place) if 0 <= place < memory[1] else (*seen, "a copy", value.tolist())
    if isinstance(value, (tuple, list)) and not isinstance(value, lib.Size):
        return [described(v, lib, t, memory) for v in value]
    return value


def memory_of(t, size, layout):
    """Where the storage that view_cases.build makes begins, and its bytes."""
    count = 1
    for d, n in enumerate(size):
        count *= 2 * n if layout == "strided" else n if layout != "expanded" or d % 2 else 1
    return t.data_ptr() - 4 * t.storage_offset(), 4 * count if t.numel() else 0


class Player:
    """Evaluates in one library; a tensor is kept until a call has changed it."""

    def __init__(self, lib):
        self.lib, self.tensors = lib, {}

    def outcome(self, place, text):
        lib = self.lib
        t = self.tensors.pop(place, None)
        if t is None:
            t = build(lib, *place)
        before, memory = t.size(), memory_of(t, *place)
        if "_(" not in text:
            self.tensors[place] = t
        try:
            found = described(eval(compiled(text), {"t": t, "torch": lib}), lib, t, memory)
        except Exception as error:
            if lib is tb and t.size() != before:  # PyTorch's resize_ does
                return "changed although it failed"
            return type(error).__name__, first_line(error)
        return found


def geometry_of(found):
    """resize_ beyond the memory leaves elements undefined."""
    return found[:-1] if isinstance(found, tuple) and "a copy" in found else found


def is_nonsense(expected):
    """PyTorch 2.13 may give an expanded tensor a size of -2, or hand that to Python's lists."""
    sizes = expected[0]
    return sizes == "SystemError" or (isinstance(sizes, tuple) and min(sizes, default=0) < 0)


def differences(calls):
    """How many (text, (size, layout)) there are, and which ones differ from PyTorch."""
    mine, theirs = Player(tb), Player(torch)
    wrong, count = [], 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for text, place in calls:
            count += 1
            ours, expected = mine.outcome(place, text), theirs.outcome(place, text)
            if "resize_" in text:
                ours, expected = geometry_of(ours), geometry_of(expected)
            if isinstance(expected, tuple) and expected and is_nonsense(expected):
                expected = ours if ours[0] == "RuntimeError" else "a refusal"
            if ours != expected:
                wrong.append(f"{text} of {place}: {ours} | torch {expected}")
    return count, wrong


def check(calls):
    """Fails with some of the calls that differ; returns how many calls there were."""
    count, wrong = differences(calls)
    assert not wrong, f"{len(wrong)} of {count} differ:\n" + "\n".join(wrong[:: len(wrong) // 20 + 1])
    return count


@needs_torch
@pytest.mark.parametrize("expression", SINGLE)
def test_a_view_of_every_small_tensor_is_torchs(expression):
    check((expression, (size, layout)) for layout in LAYOUTS for size in SMALL)


@needs_torch
@pytest.mark.parametrize("group", WHOLE_GROUPS)
def test_views_of_every_small_tensor_are_torchs(group):
    check((text, place) for text in WHOLE_GROUPS[group] for place in TENSORS)


@needs_torch
@pytest.mark.parametrize("group", GROUPS)
def test_views_with_any_small_arguments_are_torchs(group, whole):
    texts = GROUPS[group]
    total = len(texts) * len(TENSORS)
    step = 1 if whole else max(1, total // SLOW.get(group, SAMPLE))
    while step > 1 and any(n % step == 0 or step % n == 0 for n in (len(TENSORS), len(TINY), 2, 3, 5)):
        step += 1  # meets every tensor and every call
    chosen = range(0, total, step)
    count = check((texts[n // len(TENSORS)], TENSORS[n % len(TENSORS)]) for n in chosen)
    assert count >= total // step * 0.9


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


def test_two_dimensions_are_moved_as_numpy_moves_axes():
    x = tb.arange(120).view(2, 3, 4, 5)
    for source, destination in itertools.product(itertools.permutations(range(4), 2), repeat=2):
        found = x.movedim(source, destination)
        assert np.array_equal(found.numpy(), np.moveaxis(x.numpy(), source, destination))
