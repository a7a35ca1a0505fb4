"""Fuzzes buffers: frombuffer with counts and offsets, memoryviews of all formats and shapes as data, and
memoryviews of tensors, beside what NumPy makes of the same buffer."""

import array
import warnings

from taken import BEYOND, DTYPES, PLANTED, Taken, np, same, torch, touch

REFUSALS = (TypeError, ValueError, RuntimeError, OverflowError, BufferError)
FORMATS = "BbhHiIlLqQfd?c@"


def number(taken):
    b = taken.byte()
    return b % 40 - 2 if b < 224 else BEYOND[b % len(BEYOND)]


def buffer(taken):
    n = taken.below(80)
    kind = taken.below(7)
    memory = bytearray(i * 37 + 1 & 255 for i in range(n))
    if kind == 0:
        return memory
    if kind == 1:
        return bytes(memory)
    if kind == 2:
        return array.array(taken.one_of("bBhHiIlLqQfd"), range(n % 40))
    if kind == 3:
        return torch.arange(n).to(taken.one_of(DTYPES)).view(-1, 1)[:: 1 + taken.below(2)]
    if kind == 4 and np is not None:
        dtype = taken.one_of(
            ("<f4", ">i4", "u1", "?", "c8", "f2", "S3", "M8[s]", "g", "O", [("a", "i4")], "<U2")
        )
        found = np.zeros(taken.shape(3, 3), dtype)
        return found.T if taken.below(2) else found
    view = memoryview(memory)
    try:
        shape = taken.shape(3, 4)
        view = (
            view.cast(taken.one_of(FORMATS), shape)
            if shape and taken.below(2)
            else view.cast(taken.one_of(FORMATS))
        )
        if taken.below(2):
            view = view[taken.below(4) :: taken.one_of((1, 2, -1, 3))]
    except (TypeError, ValueError, NotImplementedError):
        pass
    return view


def from_buffer(taken, of):
    dtype = taken.one_of(DTYPES)
    count, offset = number(taken) if taken.below(2) else -1, number(taken) if taken.below(2) else 0
    try:
        t = torch.frombuffer(of, dtype=dtype, count=count, offset=offset)
    except REFUSALS:
        return
    touch(t)
    if PLANTED and t.numel() == 7 and offset:
        raise AssertionError("planted")
    try:
        raw = memoryview(of).cast("B")
    except (TypeError, ValueError):  # of a format that memoryview does not know
        return
    n = t.numel() * t.itemsize
    assert offset >= 0 and offset + n <= raw.nbytes
    assert bytes(t.untyped_storage().tolist())[:n] == bytes(raw[offset : offset + n])


def as_data(taken, of):
    take = taken.one_of((torch.tensor, torch.as_tensor, torch.asarray))
    keywords = {"dtype": taken.one_of(DTYPES)} if taken.below(3) == 0 else {}
    try:
        t = take(of, **keywords)
    except REFUSALS:
        return
    touch(t)
    if np is None or isinstance(of, torch.Tensor) or keywords:
        return
    if not isinstance(of, np.ndarray) and (take is torch.asarray or isinstance(of, (bytes, bytearray))):
        return  # bytes of the default dtype, as in PyTorch
    wanted = np.asarray(of)
    if wanted.dtype.kind in "biufc" and wanted.dtype.char != "g" and t.numel() == wanted.size:
        assert same(
            t.to(torch.float64).tolist() if t.is_floating_point() else t.tolist(),
            wanted.astype("f4").astype("f8").tolist() if t.dtype is torch.float32 else wanted.tolist(),
        )


def exported(taken):
    """What a tensor gives away."""
    t = torch.arange(60).to(taken.one_of(DTYPES))[taken.below(8) :].clone()
    try:
        t = t.as_strided(taken.shape(3, 3), [taken.below(6) for _ in range(3)][:3])
    except REFUSALS:
        shape = taken.shape(3, 3)
        try:
            t = t.as_strided(shape, [taken.below(6) for _ in shape])
        except REFUSALS:
            return
    if taken.below(2) and t.dim():
        t = t.transpose(0, -1)
    try:
        view = memoryview(t)
    except REFUSALS:
        return
    assert view.shape == tuple(t.shape) and view.itemsize == t.itemsize
    if view.format in FORMATS and len(view.format) == 1 and view.ndim:
        assert same(view.tolist(), t.tolist())
    if t.dim() and t.dtype is not torch.bfloat16:
        assert len(view.tobytes()) == t.numel() * t.itemsize
        assert view.tobytes() == bytes(t.contiguous().untyped_storage().tolist())[: t.numel() * t.itemsize]
    try:
        t.resize_(1000)
    except RuntimeError:
        return
    raise AssertionError("the memory moved")


def fuzz(data):
    taken = Taken(data)
    how = taken.below(4)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if how == 3:
            exported(taken)
        elif how == 2:
            as_data(taken, buffer(taken))
        else:
            from_buffer(taken, buffer(taken))
