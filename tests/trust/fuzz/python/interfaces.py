"""Fuzzes __array_interface__: sizes, strides, types, memory and offsets that do not fit each other, beside
what NumPy makes of the same object."""

import warnings

from taken import BEYOND, PLANTED, Taken, few, np, same, takes_long, torch, touch

REFUSALS = (TypeError, ValueError, RuntimeError, OverflowError, BufferError)
TYPES = (
    "<f4",
    "<f8",
    "|u1",
    "|b1",
    "<i8",
    "<i2",
    "<c8",
    "<c16",
    "<f2",
    "<u8",
    "=i4",
    ">f4",
    "|V4",
    "<M8[s]",
    "|O",
    "",
    "<f3",
    "f4",
    "<U1",
    "|i1",
    "<",
    4,
    None,
    b"<f4",
    "<f4\0",
)
ROOM = 256


class Interface:
    def __init__(self, interface):
        self.__array_interface__ = interface


class Index:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


def number(taken):
    b = taken.byte()
    if b < 216:
        return b % 7
    return taken.one_of((Index(2), 1.5, None, "a", True)) if b > 250 else BEYOND[b % len(BEYOND)]


def numbers(taken, n):
    found = [number(taken) for _ in range(n)]
    return found if taken.below(24) == 23 else tuple(found)


def plain(values):
    return isinstance(values, tuple) and all(type(value) is int for value in values)


def fuzz(data):
    taken = Taken(data)
    shape = numbers(taken, taken.below(5))
    itemsize = taken.one_of((1, 2, 4, 8, 16))
    typestr = taken.one_of(TYPES)
    interface = {"version": taken.one_of((3, 3, 3, 2, None)), "shape": shape, "typestr": typestr}
    strides = None
    if taken.below(2):
        strides = numbers(taken, taken.below(5) if taken.below(8) == 7 else len(shape))
        if plain(strides):
            strides = tuple(step * itemsize for step in strides)
        interface["strides"] = strides
    memory = bytearray(i * 37 & 255 for i in range(ROOM))
    kind = taken.below(8)
    held = np.frombuffer(memory, np.uint8) if np is not None else None
    if kind < 4 or held is None:  # memory that says how long it is: everything is checked
        begin = taken.below(64)
        interface["data"] = taken.one_of(
            (
                memory,
                bytes(memory),
                memoryview(memory)[begin:],
                memoryview(memory)[::2],
                memory[:begin],
                torch.zeros(8),
                None,
                "a",
            )
        )
        if taken.below(3) == 0:
            interface["offset"] = number(taken)
    else:
        at = taken.one_of((0, 0, 1, 8, 64))
        interface["data"] = (held.__array_interface__["data"][0] + at, taken.one_of((False, True)))
        size = {
            "f4": 4,
            "f8": 8,
            "u1": 1,
            "b1": 1,
            "i8": 8,
            "i2": 2,
            "c8": 8,
            "c16": 16,
            "f2": 2,
            "u8": 8,
            "i4": 4,
        }
        size = size.get(typestr[1:]) if isinstance(typestr, str) else None
        if not plain(shape) or (strides is not None and not plain(strides)) or size is None:
            return  # nobody can check an address: only what lies in the memory may be asked for
        steps, step = [], size
        for each in reversed(shape):
            steps.insert(0, step)
            step *= max(each, 1)
        steps = steps if strides is None else strides
        reach = [(each - 1) * step for each, step in zip(shape, steps, strict=False)]
        if any(each < 0 for each in shape) or len(steps) != len(shape):
            return
        if 0 not in shape and at + sum(reach) + size > ROOM:
            return
        if 0 not in shape and at + sum(min(each, 0) for each in reach) < 0:
            return
    for key in ("shape", "typestr", "data"):
        if taken.below(32) == 31:
            del interface[key]
    o = Interface(interface)
    take = taken.one_of((torch.asarray, torch.tensor, torch.as_tensor))
    if isinstance(shape, tuple) and takes_long(shape):
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            t = take(o)
        except REFUSALS:
            return
        touch(t)
        if PLANTED and t.dim() == 3 and t.numel() > 4:
            raise AssertionError("planted")
        if np is None:
            return
        try:
            wanted = np.asarray(o)
        except Exception:
            return
    if wanted.dtype.kind in "biufc":  # else an object of which it knows nothing
        assert wanted.shape == tuple(t.shape), (interface, t.shape, wanted.shape)
        assert not few(wanted.shape) or same(t.tolist(), wanted.tolist()), (interface, t, wanted)
