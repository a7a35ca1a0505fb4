"""Fuzzes t[index] and t[index] = value with index expressions of every kind of object. NumPy finds the same
elements where the index is made of what both have: first the view of its integers and slices, then its
arrays."""

import warnings

from taken import DTYPES, EXTREMES, PLANTED, Taken, np, same, torch, touch

REFUSALS = (IndexError, TypeError, ValueError, RuntimeError, OverflowError)
ONE = slice(None)


class Index:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


def small(taken):
    b = taken.byte()
    return b % 9 - 4 if b < 240 else EXTREMES[b % len(EXTREMES)]


def integers(taken, dtype=torch.int64):
    shape = taken.shape(2, 3)
    numel = shape[0] * shape[1] if len(shape) == 2 else shape[0] if shape else 1
    values = [taken.below(6) - 3 for _ in range(numel)]
    return torch.tensor(values, dtype=torch.int64).reshape(shape).to(dtype)


def mask(taken, t, position):
    n = 1 + taken.below(2)
    shape = tuple(t.shape[position : position + n]) if taken.below(16) else taken.shape(2, 3)
    bits = [taken.byte() >> 1 & 1 for _ in range(torch.empty(shape).numel())]
    return torch.tensor(bits, dtype=torch.bool).reshape(shape)


def strange(taken):
    if np is not None and taken.below(2):
        array = integers(taken).numpy()
        return taken.one_of(
            (
                array,
                array.astype(np.int32),
                array % 2 == 0,
                array.astype("u1"),
                np.int64(1),
                np.float64(1),
                np.array("a"),
                np.array([object()]),
                array.astype(">i8"),
            )
        )
    return taken.one_of(
        (
            1.5,
            "a",
            b"",
            [0, 1],
            [[0, 1], [1, 0]],
            [True, False],
            [],
            [None],
            [0, ONE],
            (0, 1),
            range(2),
            Index(1),
            Index(2**70),
            [Index(0)],
            {},
            torch.tensor(1.5),
            torch.ones(2),
            torch.tensor(2**62),
            torch.tensor(True),
            torch.tensor([], dtype=torch.float32),
            1j,
            object(),
            slice("a"),
            slice(Index(0), torch.tensor(2)),
            [ONE],
            [[]],
            [Ellipsis],
            torch.tensor([1], dtype=torch.int8),
            torch.zeros(2, dtype=torch.uint8),
            2**63,
            -(2**70),
        )
    )


def items(taken, t):
    """The items, and whether NumPy has them all."""
    found, plain, position = [], True, 0
    for _ in range(taken.below(6)):
        kind = taken.below(12)
        if kind < 2:
            found.append(small(taken))
        elif kind < 5:
            bounds = [small(taken) if taken.below(4) else None for _ in range(2)]
            found.append(slice(*bounds, taken.one_of((None, 1, 2, 3, 2**62))))
        elif kind == 5:
            found.append(None)
        elif kind == 6:
            if Ellipsis in [item for item in found if item is Ellipsis]:
                plain = False
            found.append(Ellipsis)
        elif kind == 7:
            found.append(bool(taken.below(2)))
        elif kind < 10:
            found.append(integers(taken, taken.one_of((torch.int64, torch.int64, torch.int32))))
        elif kind == 10:
            found.append(mask(taken, t, position))
        else:
            found.append(strange(taken))
            plain = False
        position += kind < 5 or 8 <= kind < 11
    return found, plain


def is_array(item):
    return isinstance(item, torch.Tensor) and item.dim() > 0


def count(item):
    """Dimensions that an item is about."""
    if item is None or item is Ellipsis or isinstance(item, bool):
        return 0
    return item.dim() if is_array(item) and item.dtype is torch.bool else 1


def expected(array, found):
    """The index that makes the view, and the one of arrays into that view; IndexError where there is none."""
    view, arrays = [], []
    # An integer tensor without dimensions is an integer, a bool one a bool.
    found = [item if not isinstance(item, torch.Tensor) or item.dim() else item.item() for item in found]
    dims = sum(map(count, found))
    if dims > array.ndim:
        raise IndexError
    if Ellipsis not in [item for item in found if item is Ellipsis]:
        found = [*found, Ellipsis]
    for item in found:
        if item is Ellipsis:
            view += [ONE] * (array.ndim - dims)
            arrays += [ONE] * (array.ndim - dims)
        elif isinstance(item, bool):
            view.append(None)
            arrays.append(np.zeros(int(item), np.int64))
        elif is_array(item):
            view += [ONE] * count(item)
            arrays.append(item.numpy())
        else:
            view.append(item)
            if not isinstance(item, int):
                arrays.append(ONE)
    return tuple(view), tuple(arrays)


def value_for(taken, shape, t):
    if taken.below(3) == 0:
        return taken.one_of((1, 2.5, True, 1j, 2**40, torch.tensor(7), None, "a", [1, 2], torch.tensor(1j)))
    drop = taken.below(len(shape) + 1)
    sizes = [1 if taken.below(4) == 0 else size for size in shape[drop:]]
    return (
        torch.arange(max(torch.empty(sizes).numel(), 1))[: torch.empty(sizes).numel()]
        .reshape(sizes)
        .to(t.dtype)
    )


def fuzz(data):
    taken = Taken(data)
    dtype = taken.one_of(DTYPES)
    shape = taken.shape()
    numel = torch.empty(shape).numel()
    t = (torch.arange(numel) % 100).to(dtype).reshape(shape)
    if t.dim() > 1 and taken.below(2):
        t = t.transpose(0, -1)
    if t.dim() and taken.below(4) == 0:
        t = t[::2]
    found, plain = items(taken, t)
    index = found[0] if len(found) == 1 and taken.below(2) else tuple(found)
    comparable = plain and np is not None and dtype is not torch.bfloat16
    if comparable and any(isinstance(item, slice) and (item.step or 1) > 2**32 for item in found):
        comparable = False
    array = t.numpy() if comparable else None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        read(t, index, array, found)
        write(taken, t, index)


def read(t, index, array, found):
    error = wanted = None
    if array is not None:
        try:
            view, arrays = expected(array, found)
            wanted = array[view][arrays]
        except IndexError as refused:
            error = refused
    try:
        result = t[index]
    except REFUSALS:
        if array is not None and error is None:
            # A tensor without dimensions has an index for nothing, or for bools.
            assert t.dim() == 0 or wanted.size == 0 or False in [is_index(i) for i in found], (
                t,
                index,
                wanted,
            )
        return
    touch(result)
    if PLANTED and result.dim() == 4 and result.numel() > 3:
        raise AssertionError("planted")
    if array is not None and error is None:
        assert tuple(result.shape) == wanted.shape, (t, index, result, wanted)
        assert same(result.tolist(), wanted.tolist()), (t, index, result, wanted)
    elif error is not None:
        assert result.numel() == 0, (t, index, result, error)  # nobody looks at the indices


def is_index(item):
    return not isinstance(item, torch.Tensor) or item.dtype in (torch.int64, torch.int32, torch.bool)


def write(taken, t, index):
    try:
        shape = tuple(t[index].shape)
    except REFUSALS:
        shape = (2,)
    before = t.clone()
    value = value_for(taken, shape, t)
    try:
        t[index] = value
    except REFUSALS:
        assert same(before.tolist(), t.tolist()), (before, index, value)
        return
    touch(t)
    if isinstance(value, torch.Tensor) and value.numel() == 1 and t.numel():
        new = torch.as_tensor(value).to(t.dtype).reshape(()).tolist()
        old = t[index].flatten().tolist() if t[index].numel() < 100 else []
        assert all(same(each, new) for each in old), (before, index, value, t)
