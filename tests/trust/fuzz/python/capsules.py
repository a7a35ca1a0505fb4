"""Fuzzes DLPack capsules of producers that lie. Nobody can check where the memory of a producer ends: what
it says reaches beyond its memory is taken without a look at its elements; the rest is compared with
NumPy's view."""

import ctypes

from taken import EXTREMES, PLANTED, Taken, few, np, same, takes_long, torch

import dlpack_makers

# AssertionError: of CUDA; MemoryError: of copies of one element that is said to be billions.
REFUSALS = (BufferError, RuntimeError, ValueError, TypeError, AssertionError, MemoryError)
ROOM = 256
NUMPYS = {
    (0, 8): "i1",
    (0, 16): "i2",
    (0, 32): "i4",
    (0, 64): "i8",
    (1, 8): "u1",
    (1, 16): "u2",
    (1, 32): "u4",
    (1, 64): "u8",
    (2, 16): "f2",
    (2, 32): "f4",
    (2, 64): "f8",
    (5, 64): "c8",
    (5, 128): "c16",
}


def number(taken):
    b = taken.byte()
    return b % 6 if b < 208 else EXTREMES[b % len(EXTREMES)]


def extent(shape, strides, itemsize):
    """The first and the last byte of the elements, from the first element; None: there is none."""
    if any(size == 0 for size in shape):
        return None
    last = sum((size - 1) * step for size, step in zip(shape, strides, strict=True) if size > 1)
    return min(last, 0) * itemsize, (max(last, 0) + 1) * itemsize


def packed(shape):
    strides, step = [], 1
    for size in reversed(shape):
        strides.insert(0, step)
        step *= max(size, 1)
    return strides


def fuzz(data):
    taken = Taken(data)
    shape = [number(taken) for _ in range(taken.below(5))]
    strides = [number(taken) for _ in shape] if taken.below(3) else None
    memory = ctypes.create_string_buffer(bytes(i * 37 & 255 for i in range(ROOM)), ROOM)
    offset = taken.one_of((0, 0, 8, 16, 1, 2, 64, ROOM, 2**32, 2**63, 2**64 - 16))
    code, bits = taken.below(8), taken.one_of((32, 64, 8, 16, 128, 32, 1, 0))
    flags = taken.one_of((0, 0, 0, 1, 2, 3, 1 << 63))
    said = {
        "shape": shape,
        "strides": strides,
        "code": code,
        "bits": bits,
        "byte_offset": offset,
        "flags": flags,
        "versioned": bool(taken.below(3)),
        "lanes": taken.one_of((1,) * 14 + (0, 2)),
        "device": taken.one_of(((1, 0),) * 14 + ((1, 1), (2, 0))),
        "version": taken.one_of(((1, 0),) * 6 + ((0, 8), (1, 99), (2, 0))),
        "ndim": taken.one_of((None,) * 14 + (-1, 0)),
        "address": taken.one_of((None,) * 12 + (0, 8, 2**64 - 8)),
    }
    take = taken.one_of((torch.from_dlpack, torch.from_dlpack, torch.asarray, torch.tensor))
    if said["ndim"] == 0:
        shape, strides = [], []
    steps = packed(shape) if strides is None else strides
    reach = extent(shape, steps, max(bits // 8, 1)) if all(size >= 0 for size in shape) else None
    inside = said["address"] is None and reach and offset + reach[0] >= 0 and offset + reach[1] <= ROOM
    # Elements that are not there must not be read, which a copy does.
    copies = take is not torch.from_dlpack or flags & 1 or offset % 16 or said["address"]
    if reach and copies and (not inside or takes_long(shape)):
        return
    producer = dlpack_makers.Producer(memory, **said)
    asked = taken.below(2)
    given = producer if asked else producer.capsule()  # its destructor must not meet an exception
    try:
        t = take(given)
    except REFUSALS:
        t = None
    given = None
    if t is not None:
        assert tuple(t.shape) == tuple(shape), (said, t.shape)
        if PLANTED and t.dim() == 3 and t.stride(1) == 5:
            raise AssertionError("planted")
        if inside and np is not None and (code, bits) in NUMPYS:
            kind = np.dtype(NUMPYS[code, bits])
            array = np.frombuffer(memory, np.uint8)[offset:]
            if few(shape):
                wanted = np.ndarray(
                    shape,
                    kind,
                    array,
                    0,
                    [kind.itemsize * step * (size > 1) for size, step in zip(shape, steps, strict=True)],
                )
                assert same(t.tolist(), wanted.tolist()), (said, t, wanted)
    t = None
    assert producer.deleted == (len(producer.asked) if asked else 1), (said, producer.deleted)
    dlpack_makers._alive.clear()
