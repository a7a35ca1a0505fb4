"""Fuzzes tensor(data) of nested data: numbers at the ends of what dtypes hold, ragged lists, lists that
change while they are read, arrays and tensors inside. Data of numbers alone are compared with NumPy's
array of them."""

import warnings

from taken import BEYOND, DTYPES, PLANTED, Taken, np, same, torch, touch

REFUSALS = (
    TypeError,
    ValueError,
    RuntimeError,
    OverflowError,
    IndexError,
)  # the last one is a sequence's own
FLOATS = (0.0, -0.0, 1.5, float("inf"), float("-inf"), float("nan"), 1e300, 5e-324, 65520.0, -1e-46, 2.0**63)


class Index:
    """An int that may do something first."""

    def __init__(self, value, act=None):
        self.value, self.act = value, act

    def __index__(self):
        if self.act:
            self.act()
        return self.value


class Shrinking(list):
    """One item takes the others away."""

    def __init__(self, items):
        super().__init__(items)
        self.insert(len(items) // 2, Index(1, self.clear))


class Sequence:
    """Says that it is longer, or shorter, than it is."""

    def __init__(self, items, said):
        self.items, self.said = items, said

    def __len__(self):
        return self.said

    def __getitem__(self, i):
        return self.items[i]


def leaf(taken, plain):
    kind = taken.below(16)
    if kind < 6:
        return taken.below(256) - 128 if kind < 4 else taken.one_of(BEYOND)
    if kind < 9:
        return taken.one_of(FLOATS)
    if kind == 9:
        return bool(taken.below(2))
    if kind == 10:
        return complex(taken.one_of(FLOATS), taken.one_of(FLOATS))
    plain.append(False)
    if kind == 11:
        return taken.one_of((None, "a", "", b"ab", {}, set(), object(), range(3), slice(1), Ellipsis))
    if kind == 12:
        return torch.ones(taken.shape(2, 3), dtype=taken.one_of(DTYPES))
    if kind == 13 and np is not None:
        dtype = taken.one_of("?bBhHiIqQefdFDgGSUOMmV")
        return np.zeros(taken.shape(2, 3), np.dtype(dtype))
    if kind == 14 and np is not None:
        return taken.one_of(
            (np.float32(1.5), np.int8(-3), np.uint64(2**64 - 1), np.bool_(True), np.complex64(1j))
        )
    return Index(taken.one_of(BEYOND))


def nested(taken, plain, depth=0):
    kind = taken.below(8) if depth else taken.below(3)
    if kind > 3 or depth > 6:
        return leaf(taken, plain)
    items = [nested(taken, plain, depth + 1) for _ in range(taken.below(4))]
    if kind == 3 and taken.below(4) == 3:
        plain.append(False)
        strange = taken.below(4)
        if strange == 0:
            return Shrinking(items)
        if strange == 1:
            return Sequence(items, taken.below(5))
        if strange == 2:
            items.append(items)
            return items
        return {"a": items}
    if kind == 2 and taken.below(3) == 2 and items:
        return [items[0]] * (1 + taken.below(40 if depth > 4 else 3))  # alike, so that it is not ragged
    return tuple(items) if kind == 1 else items


def compare(data, found, dtype):
    """NumPy's array of the same numbers; what it makes objects of is too large for any of its dtypes."""
    if found.numel() == 0:
        return  # only the first items are looked at, as in PyTorch
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            wanted = np.array(data)
        except (ValueError, OverflowError):  # ragged, or too deep
            raise AssertionError(f"{data!r} became {found!r}") from None
        if wanted.dtype.kind not in "bifc":
            assert tuple(wanted.shape) == tuple(found.shape)
            return
        if dtype is None:
            dtype = {"b": torch.bool, "i": torch.int64, "f": torch.float32, "c": torch.complex64}[
                wanted.dtype.kind
            ]
        assert tuple(wanted.shape) == tuple(found.shape) and found.dtype is dtype, (data, found)
        exact = {
            torch.float64: np.float64,
            torch.float32: np.float32,
            torch.complex128: np.complex128,
            torch.complex64: np.complex64,
            torch.int64: np.int64,
            torch.bool: np.bool_,
        }
        if dtype in exact and (wanted.dtype.kind in "bi" or dtype.is_floating_point or dtype.is_complex):
            assert same(wanted.astype(exact[dtype]).tolist(), found.tolist()), (data, found)


def fuzz(data):
    taken, plain = Taken(data), []
    how = taken.byte()
    dtype = DTYPES[how % 32] if how % 32 < len(DTYPES) else None
    make = (torch.tensor, torch.as_tensor, torch.asarray, torch.Tensor)[how >> 5 & 3]
    keywords = {"dtype": dtype} if dtype is not None and make is not torch.Tensor else {}
    value = nested(taken, plain)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            found = make(value, **keywords)
        except REFUSALS:
            return
    touch(found)
    if PLANTED and found.dim() == 3 and found.size(1) == 2:
        raise AssertionError("planted")
    if np is not None and not plain and make is not torch.Tensor and isinstance(value, (list, tuple)):
        compare(value, found, dtype)
