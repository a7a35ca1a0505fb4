"""All tensors of rank 0 to 3 and sizes 0 to 3, in four layouts, through every view with all small arguments.

Sizes, strides, offset, aliasing (or the values of a copy), and the type and text of a refusal are PyTorch's.
The whole product takes minutes (--long); otherwise each group takes an even sample of it.
"""

import warnings

import pytest

from all_views import GROUPS
from expressions import compiled
from under_test import first_line, needs_torch, tb, torch
from view_cases import LAYOUTS, TINY, build

TENSORS = [(size, layout) for layout in LAYOUTS for size in TINY]
SAMPLE = 12_000
SLOW = {"unflatten": 2_000}  # PyTorch takes a millisecond to refuse


def looked_at(value, lib, t, memory):
    if isinstance(value, lib.Tensor):
        place = value.data_ptr() - memory[0] if value.numel() else -1
        seen = tuple(value.size()), value.stride(), value.storage_offset(), value is t
        return (*seen, place) if 0 <= place < memory[1] else (*seen, "elsewhere", value.tolist())
    if isinstance(value, (tuple, list)) and not isinstance(value, lib.Size):
        return [looked_at(v, lib, t, memory) for v in value]
    return value


def memory_of(t, size, layout):
    """Where the storage that view_cases.build makes begins, and its bytes."""
    count = 1
    for d, n in enumerate(size):
        count *= 2 * n if layout == "stepped" else n if layout != "expanded" or d % 2 else 1
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
            found = looked_at(eval(compiled(text), {"t": t, "torch": lib}), lib, t, memory)
        except Exception as error:
            if lib is tb and t.size() != before:  # PyTorch's resize_ does
                return "changed although it failed"
            return type(error).__name__, first_line(error)
        return found


def grown(found):
    """resize_ beyond the memory leaves elements undefined: the geometry counts."""
    return found[:4] if isinstance(found, tuple) and "elsewhere" in found else found


def is_nonsense(expected):
    """PyTorch 2.13 may give an expanded tensor a size of -2, or hand that to Python's lists."""
    sizes = expected[0]
    return sizes == "SystemError" or (isinstance(sizes, tuple) and min(sizes, default=0) < 0)


@needs_torch
@pytest.mark.parametrize("group", GROUPS)
def test_all_small_views_are_torchs(group, pytestconfig):
    texts = GROUPS[group]
    total = len(texts) * len(TENSORS)
    step = 1 if pytestconfig.getoption("--long") else max(1, total // SLOW.get(group, SAMPLE))
    while step > 1 and any(n % step == 0 or step % n == 0 for n in (len(TENSORS), len(TINY), 2, 3, 5)):
        step += 1  # meets every tensor and every call
    mine, theirs = Player(tb), Player(torch)
    wrong, count = [], 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for index in range(0, total, step):
            text, place = texts[index // len(TENSORS)], TENSORS[index % len(TENSORS)]
            count += 1
            ours, expected = mine.outcome(place, text), theirs.outcome(place, text)
            if "resize_" in text:
                ours, expected = grown(ours), grown(expected)
            if isinstance(expected, tuple) and expected and is_nonsense(expected):
                expected = ours if ours[0] == "RuntimeError" else "a refusal"
            if ours != expected:
                wrong.append(f"{text} of {place}: {ours} | torch {expected}")
    assert count >= total // step * 0.9
    assert not wrong, f"{len(wrong)} of {count} differ:\n" + "\n".join(wrong[:: len(wrong) // 20 + 1])
