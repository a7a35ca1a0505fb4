"""Fuzzes load: bytes as a whole file, as the pickle of an archive, as a program that assembles such a pickle
of words that real ones have, and as edits of a real file. What is loaded is saved and loaded once more."""

import io
import pickle
import struct
import zipfile

from taken import PLANTED, Taken, few, same, torch, touch

REFUSALS = (pickle.UnpicklingError, RuntimeError, EOFError, ValueError, TypeError)


def name(text):
    module, _, last = text.rpartition(".")
    return pickle.GLOBAL + f"{module}\n{last}\n".encode()


def text(of):
    return pickle.BINUNICODE + struct.pack("<I", len(of)) + of.encode()


# Snippets of pickles; a byte names one.
WORDS = (
    *map(name, ("torch._utils._rebuild_tensor_v2", "torch._utils._rebuild_tensor_v3", "torch.FloatStorage")),
    *map(name, ("torch.LongStorage", "torch.BoolStorage", "torch.storage.UntypedStorage", "torch.float32")),
    *map(name, ("collections.OrderedDict", "torch.Size", "torch.device", "torch.int8", "torch.Tensor")),
    *map(name, ("torch._tensor._rebuild_from_type_v2", "torch._utils._rebuild_parameter", "builtins.set")),
    *map(
        name, ("torch.Generator", "builtins.bytearray", "_codecs.encode", "collections.Counter", "os.system")
    ),
    *map(text, ("storage", "0", "1", "cpu", "cuda:0", "latin1", "", "data")),
    *(pickle.MARK, pickle.TUPLE, pickle.EMPTY_TUPLE, pickle.TUPLE1, pickle.TUPLE2, pickle.TUPLE3),
    *(pickle.REDUCE, pickle.BINPERSID, pickle.BUILD, pickle.EMPTY_DICT, pickle.EMPTY_LIST, pickle.APPENDS),
    *(pickle.APPEND, pickle.SETITEM, pickle.SETITEMS, pickle.NEWTRUE, pickle.NEWFALSE, pickle.NONE),
    *(pickle.BININT1 + bytes([n]) for n in (0, 1, 2, 3, 4, 16)),
    *(pickle.LONG1 + b"\x08" + struct.pack("<q", n) for n in (-1, 2**62, -(2**63))),
    *(pickle.LONG1 + b"\x09" + b"\xff" * 8 + b"\0", pickle.BINFLOAT + struct.pack(">d", 1.5)),
    *(pickle.BINPUT + bytes([n]) for n in (0, 1, 2)),
    *(pickle.BINGET + bytes([n]) for n in (0, 1, 2)),
    *(
        pickle.DUP if hasattr(pickle, "DUP") else b"2",
        pickle.POP,
        pickle.POP_MARK,
        pickle.STOP,
        pickle.MEMOIZE,
    ),
    *(pickle.EMPTY_SET, pickle.ADDITEMS, pickle.FROZENSET, pickle.NEWOBJ, pickle.PROTO + b"\x02"),
    *(pickle.BINBYTES + struct.pack("<I", 2) + b"ab", pickle.FRAME + struct.pack("<Q", 2**60)),
    # Whole ones, so that what is behind them is reached.
    text("storage") + name("torch.FloatStorage") + text("0") + text("cpu") + pickle.BININT1 + b"\x04",
    pickle.MARK
    + text("storage")
    + name("torch.FloatStorage")
    + text("0")
    + text("cpu")
    + pickle.BININT1
    + b"\x04"
    + pickle.TUPLE
    + pickle.BINPERSID,
    pickle.NEWFALSE
    + name("collections.OrderedDict")
    + pickle.EMPTY_TUPLE
    + pickle.REDUCE
    + pickle.TUPLE
    + pickle.REDUCE,
)


def archive(pickled, record, taken):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as out:
        out.writestr("archive/data.pkl", pickled)
        out.writestr("archive/data/0", record)
        if taken.below(2):
            out.writestr("archive/byteorder", taken.one_of((b"little", b"big", b"middle", b"")))
            out.writestr("archive/data/1", record)
    return file.getvalue()


def real():
    file = io.BytesIO()
    x = torch.arange(6, dtype=torch.int16).view(2, 3)
    torch.save({"a": x.t(), "b": [x[1], 2.5, "c", torch.float64, x.shape]}, file)
    return file.getvalue()


REAL = real()


def edited(taken):
    data = bytearray(REAL)
    while taken.more():
        place = taken.byte() << 8 | taken.byte()
        data[place % len(data)] = taken.byte()
    return bytes(data)


def sound(zipped, taken):
    """The same records with checksums that are right."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(zipped)) as source, zipfile.ZipFile(file, "w") as out:
        for of in source.namelist():
            data = bytearray(source.read(of))
            if of.endswith("data.pkl"):
                while taken.more():
                    data[(taken.byte() << 8 | taken.byte()) % len(data)] = taken.byte()
            out.writestr(of, bytes(data))
    return file.getvalue()


def tensors(found, depth=0):
    if isinstance(found, torch.Tensor):
        yield found
    elif isinstance(found, dict) and depth < 20:
        for each in (*found.keys(), *found.values()):
            yield from tensors(each, depth + 1)
    elif isinstance(found, (list, tuple, set, frozenset)) and depth < 20:
        for each in found:
            yield from tensors(each, depth + 1)


def check(found):
    if PLANTED and found is torch.int8:
        raise AssertionError("planted")
    for t in tensors(found):
        touch(t)
        file = io.BytesIO()
        if type(t) is not torch.Tensor:
            continue
        try:
            torch.save(t, file)
        except RuntimeError as refused:  # views of one memory by several dtypes
            assert "same memory" in str(refused) or "dtype" in str(refused), refused
            continue
        again = torch.load(io.BytesIO(file.getvalue()))
        assert (again.shape, again.stride(), again.dtype) == (t.shape, t.stride(), t.dtype)
        if few(t.shape):
            assert same(again.tolist(), t.tolist())


def fuzz(data):
    taken = Taken(data)
    how = taken.below(5)
    if how == 0:
        file = taken.rest()
    elif how == 1:
        file = archive(taken.rest(), bytes(16), taken)
    elif how == 2:
        words = b"".join(WORDS[each % len(WORDS)] for each in taken.rest())
        file = archive(pickle.PROTO + b"\x02" + words + pickle.STOP, bytes(range(16)), Taken(data[-3:]))
    elif how == 3:
        file = edited(taken)
    else:
        file = sound(REAL, taken)
    try:
        found = torch.load(io.BytesIO(file))
    except REFUSALS:
        return
    check(found)
