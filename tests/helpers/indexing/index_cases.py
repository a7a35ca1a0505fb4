"""Indexing of a tensor `t`: calls as text, what they give in either library, and drawn index expressions.

The text is evaluated with `I(values, shape)` (int64), `M(values, shape)` (bool) and `B(values, shape)`
(uint8) for index tensors, `V(shape)` for a value of its own in every element, and `t`, `torch`, `np`.
"""

import warnings
from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

from calls.view_cases import build
from differential.cases import tensor_bits
from under_test import first_line

FOREVER = " This type of warning will be suppressed for the rest of this program."


def product(shape):
    return int(np.prod(shape, dtype=int))


def scope(lib, t):
    def tensor(dtype):
        return lambda values, shape: lib.tensor(values, dtype=getattr(lib, dtype)).reshape(shape)

    def value(shape):
        shape = tuple(shape)
        return (lib.arange(product(shape), dtype=lib.float32) + 100).to(t.dtype).reshape(shape)

    names = {"I": tensor("int64"), "M": tensor("bool"), "B": tensor("uint8"), "V": value}
    return {"t": t, "torch": lib, "np": np, **names}


def name_of(tensor):
    return str(tensor.dtype).rpartition(".")[2]


def described(result, lib):
    if isinstance(result, lib.Tensor):
        name = name_of(result)
        geometry = tuple(result.size()), tuple(result.stride()), result.storage_offset()
        return (*geometry, name, tensor_bits(result, name).tobytes())
    if isinstance(result, tuple):
        return tuple(described(r, lib) for r in result)
    return result


def run(lib, t, call, how, **names):
    """(outcome, warnings) of a call about t that is an expression (eval) or a statement (exec).

    The outcome is a description of the value, or an error's type and text.
    """
    names = {**scope(lib, t), **names}
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            outcome = described(how(call, names), lib)
        except Exception as error:
            outcome = type(error).__name__, first_line(error)
    texts = [str(w.message).split(" (Triggered internally")[0].replace(FOREVER, "") for w in seen]
    return outcome, [text for text in texts if not text.startswith("Truncating the start/stop/step")]


def refused(outcome):
    return isinstance(outcome, tuple) and len(outcome) == 2 and isinstance(outcome[1], str)


def memory(t):
    """Every element that the storage of a built tensor holds."""
    last = 1 + sum((n - 1) * s for n, s in zip(t.size(), t.stride(), strict=True)) + t.storage_offset()
    whole = t.as_strided((last if t.numel() else 0,), (1,), 0)
    return tensor_bits(whole, name_of(t)).tobytes()


def difference(ours, theirs):
    """Why two (outcome, warnings) are not the same, or None; a refusal may say more than torch's."""
    if refused(ours[0]) and refused(theirs[0]):
        if ours[0][0] != theirs[0][0] or theirs[0][1] not in ours[0][1]:
            return f"{ours[0]} | torch {theirs[0]}"
    elif ours[0] != theirs[0]:
        return f"{ours[0]} | torch {theirs[0]}"
    return None if ours[1] == theirs[1] else f"warnings {ours[1]} | torch {theirs[1]}"


# ---- drawn expressions ----


@dataclass(frozen=True)
class Drawn:
    size: tuple
    layout: str
    index: str
    value: str


def index_tensor(r, n, common):
    """Integers for a dimension of size n, mostly within bounds and mostly of the common shape."""
    shape = [r.choice([s, s, s, 1]) for s in common[r.choice([0, 0, 0, r.randint(0, len(common))]) :]]
    if shape and r.random() < 0.04:
        shape[0] = r.randint(0, 3)
    if n == 0 and product(shape) and r.random() < 0.9:
        shape = [0]
    reach = max(n + (r.random() < 0.03), 1)
    values = [r.randint(-reach, reach - 1) for _ in range(product(shape))]
    style = r.randint(0, 7)
    if style == 0 and len(shape) == 1:
        return repr(values)
    text = f"I({values}, {tuple(shape)})"
    if style == 1:
        return text + ".to(torch.int32)"
    if style == 2 and len(shape) >= 2:
        return f"I({values}, {tuple(shape[::-1])}).permute({tuple(reversed(range(len(shape))))})"
    if style == 3 and shape and shape[0] > 0:
        return f"I({values[: product(shape[1:])]}, {tuple(shape[1:])}).expand({tuple(shape)})"
    if style == 4:
        return f"I({values}, {tuple(shape)}).numpy()"
    if style == 5 and len(shape) == 2:
        return repr(np.array(values, dtype=int).reshape(shape).tolist())
    return text


def mask(r, sizes):
    shape = list(sizes)
    if shape and r.random() < 0.06:
        shape[r.randrange(len(shape))] += r.choice([-1, 1])
        shape = [max(s, 0) for s in shape]
    likely = r.choice([0, 0.2, 0.5, 0.8, 1])
    values = [int(r.random() < likely) for _ in range(product(shape))]
    style = r.randint(0, 9)
    if style == 0 and len(shape) == 1 and values:
        return repr([bool(v) for v in values])
    letter = "B" if style == 1 else "M"
    if style == 2 and len(shape) == 2:
        return f"{letter}({values}, {tuple(shape[::-1])}).t()"
    return f"{letter}({values}, {tuple(shape)})" + (".numpy()" if style == 3 and len(shape) == 1 else "")


def integer(r, n):
    reach = max(n + (r.random() < 0.04), 1)
    return str(r.randint(-reach, reach - 1))


def one_slice(r, n):
    start, stop = (r.choice(["", str(r.randint(-n - 1, n + 1))]) for _ in range(2))
    return f"{start}:{stop}{r.choice(['', '', ':', ':2', ':3'])}"


KINDS = ("int", "slice", "slice", "tensor", "tensor", "tensor", "mask", "mask", "none", "bool", "ellipsis")


def indices(r, size):
    """The text between the brackets."""
    common = [r.choice([0, 1, 1, 2, 2, 3]) for _ in range(r.choice([0, 1, 1, 1, 2, 2, 3]))]
    items, d = [], 0
    for _ in range(r.choice([1, 1, 2, 2, 3, 4, 5])):
        kind = r.choice(KINDS)
        n = size[d] if d < len(size) else 0
        if kind in ("int", "slice", "tensor", "mask") and d >= len(size) and r.random() < 0.95:
            continue
        if kind == "none":
            items.append("None")
        elif kind == "bool":
            items.append(r.choice(["True", "True", "False", "M([1], ())", "M([0], ())"]))
        elif kind == "ellipsis":
            d = r.randint(d, max(d, len(size))) if "..." not in items else d
            items.append("...")
        elif kind == "mask":
            rank = r.randint(r.random() > 0.05, max(min(3, len(size) - d), 1))
            items.append(mask(r, size[d : d + rank]))
            d += rank
        else:
            items.append({"int": integer, "slice": one_slice}[kind](r, n) if kind != "tensor" else "")
            items[-1] = items[-1] or index_tensor(r, n, common)
            d += 1
    for i, item in enumerate(items):
        if item == "..." and "..." in items[:i]:
            return ", ".join(items[: i + 1])  # behind a second one torch looks beyond the sizes
    return ", ".join(items) if items else "()"


VALUES = [
    "7.5",
    "V(())",
    "V(())",
    "V((1,))",
    "V((2,))",
    "V(shape)",
    "V(shape)",
    "V(shape)",
    "V(shape[1:])",
    "V((*shape, 2))",
    "V((1, 1, *shape))",
    "V([1 if i % 2 else n for i, n in enumerate(shape)])",
    "V([n if i % 2 else 1 for i, n in enumerate(shape)])",
    "V(shape[::-1]).permute(tuple(reversed(range(len(shape)))))",
    "V(shape).to(torch.float64)",
    "V((1,)).to(torch.int64)",
    "V((3,)).to(torch.int64)",
    "t",
    "t[:1]",
]


def draw(r):
    size = tuple(r.choice([0, 1, 2, 2, 3, 3, 4]) for _ in range(r.choice([0, 1, 1, 2, 2, 2, 3, 3, 4])))
    layout = r.choice(["contiguous", "reversed", "strided", "expanded"])
    return Drawn(size, layout, indices(r, size), r.choice(VALUES))


def drawn():
    """A strategy that draws one number: the spread over expressions matters more than small examples."""
    return st.randoms(use_true_random=True).map(draw)


def shape_of(lib, case):
    """The sizes of what the index selects, or () where it selects nothing."""
    outcome, _ = run(lib, build(lib, case.size, case.layout), f"t[{case.index}]", eval)
    return () if refused(outcome) else outcome[0]
