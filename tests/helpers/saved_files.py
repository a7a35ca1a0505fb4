"""Saved files that no honest program writes: how they are made, and what they hold.

`spelled` makes a pickle of values, of names ("@torch.float32"), of calls and of persistent ids;
`archive` makes a file of records.
"""

import io
import pickle
import zipfile


def archive(records, compression=zipfile.ZIP_STORED, prefix="archive"):
    """A file of {name: bytes}."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as out:
        for name, data in records.items():
            out.writestr(f"{prefix}/{name}", data)
    return file.getvalue()


class Id(tuple):
    """A persistent id in what `spelled` pickles."""


class Call:
    """function(*args), named as in PyTorch."""

    def __init__(self, name, *args):
        self.name, self.args = name, args


def spelled(o):
    """A pickle of our own making, of protocol 2."""

    def put(o):
        if isinstance(o, Id):
            return put(tuple(o)) + pickle.BINPERSID
        if isinstance(o, Call):
            return put_name(o.name) + put(o.args) + pickle.REDUCE
        if isinstance(o, tuple):
            return pickle.MARK + b"".join(map(put, o)) + pickle.TUPLE
        if isinstance(o, list):
            return pickle.EMPTY_LIST + pickle.MARK + b"".join(map(put, o)) + pickle.APPENDS
        if isinstance(o, str) and o.startswith("@"):
            return put_name(o[1:])
        data = pickle.dumps(o, 2)
        return data[2:-1]

    def put_name(name):
        module, _, last = name.rpartition(".")
        return pickle.GLOBAL + f"{module}\n{last}\n".encode()

    return b"\x80\x02" + put(o) + b"."


def storage(kind="@torch.FloatStorage", key="0", location="cpu", numel=4):
    return Id(("storage", kind, key, location, numel))


def tensor(*place, of=None):
    of = storage() if of is None else of
    return Call("torch._utils._rebuild_tensor_v2", of, *place, False, Call("collections.OrderedDict"))


def file_of(o, record=bytes(16), **more):
    return archive({"data.pkl": spelled(o), "data/0": record, **more})


HUGE = 2**62
OUTSIDE = [
    (0, (5,), (1,)),
    (1, (4,), (1,)),
    (0, (2, 2), (3, 2)),
    (0, (2,), (HUGE,)),
    (HUGE, (1,), (1,)),
    (2**63, (1,), (1,)),
    (-1, (1,), (1,)),
    (0, (-1,), (1,)),
    (0, (2,), (-1,)),
    (0, (HUGE, HUGE), (0, 0)),
    (0, (2,), (1, 1)),
    (0, (1,) * 70, (1,) * 70),
    (None, (1,), (1,)),
    (0.0, (1,), (1,)),
    (0, 4, 1),
    (0, ("4",), (1,)),
    (0, None, None),
    (0, [4], [1.5]),
]

STORAGES = [
    storage(numel=5),
    storage(numel=HUGE),
    storage(numel=2**64),
    storage(numel=-1),
    storage(numel=4.0),
    storage(numel=True),
    storage(numel=None),
    storage("@torch.DoubleStorage"),
    storage("@torch.float32"),
    storage("FloatStorage"),
    storage("@torch.Tensor"),
    storage("@collections.OrderedDict"),
    storage(None),
    storage("@torch.QInt8Storage"),
    storage(key="1"),
    storage(key="../0"),
    storage(key="/etc/passwd"),
    storage(key="../data.pkl/../data/0"),
    storage(key=""),
    storage(key=0),
    storage(key=None),
    storage(location="cuda:0"),
    storage(location="nowhere"),
    storage(location=""),
    storage(location=3),
    Id(("storage",)),
    Id(("module", "x", "0", "cpu", 4)),
    Id(()),
    Id(("storage", "@torch.FloatStorage", "0", "cpu", 4, None)),
]

WRONG = [
    Call("torch._utils._rebuild_tensor_v2"),
    Call("torch._utils._rebuild_tensor_v2", 1, 2, 3, 4, 5, 6),
    Call("torch._utils._rebuild_tensor_v2", None, 0, (1,), (1,), False, None),
    Call("torch._utils._rebuild_tensor_v2", storage(), 0, (1,), (1,), False, None, {"secret": 1}),
    Call("torch._utils._rebuild_tensor_v2", storage(), 0, (1,), (1,), False, None, [1]),
    Call("torch._utils._rebuild_tensor_v3", storage(), 0, (1,), (1,), False, None, "float32"),
    Call("torch._utils._rebuild_parameter", 3, False, None),
    Call("torch._tensor._rebuild_from_type_v2", "@collections.OrderedDict", "@torch.Tensor", (), None),
    Call("torch._tensor._rebuild_from_type_v2", "@torch._utils._rebuild_tensor_v2", "@torch.Size", (), None),
    Call("torch._tensor._rebuild_from_type_v2", "@torch._utils._rebuild_tensor_v2", "@torch.Tensor", 3, None),
    Call("torch.Size", 3),
    Call("torch.Size", ("a",)),
    Call("torch.device", "nowhere"),
    Call("torch.device", 3),
    Call("torch.float32"),
    Call("torch.Tensor", 1000000),
    Call("torch.FloatStorage", 1000000),
    Call("torch.serialization._get_layout", "torch.sparse_coo"),
    Call("torch.return_types.sort", (1,)),
    Call("torch.return_types.sort", 1),
    Call("torch.return_types.sort", (1, 2), {"a": 1}),
    Call("collections.OrderedDict", [("a", 1)]),
    Call("collections.Counter", "abc"),
    Call("builtins.set", 3),
    Call("builtins.set", [[]]),
    Call("builtins.bytearray", 2**40),
    Call("builtins.complex", [], 1),
    Call("_codecs.encode", "abc", "rot13"),
    Call("_codecs.encode", "\u1234", "latin1"),
    Call("_codecs.encode", b"abc", "latin1"),
    Call("builtins.eval", "1"),
    Call("__builtin__.eval", "1"),
    Call("os.system", "true"),
    Call("tbcast.save", 1, "/tmp/x"),
    Call("torch.save", 1, "/tmp/x"),
    Call("tbcast._pickling._rebuild_tensor", 1),
    Call("torch.hub.load", "x"),
    "@torch",
    "@builtins.getattr",
]

PROTO = b"\x80\x02"
RAW = {
    "empty": b"",
    "only stop": b".",
    "no stop": PROTO + b"K\x01",
    "pop of nothing": PROTO + b"0.",
    "memo of nothing": PROTO + b"h\x05.",
    "put of nothing": PROTO + b"q\x05.",
    "tuple without mark": PROTO + b"t.",
    "mark left": PROTO + b"(.",
    "mark in a tuple": PROTO + b"(K\x01\x86.",
    "append to a tuple": PROTO + b")K\x01a.",
    "append to nothing": PROTO + b"K\x01a.",
    "items of a list": PROTO + b"]K\x01K\x02s.",
    "items of a tensor class": PROTO + b"ctorch\nTensor\nK\x01K\x02s.",
    "half an item": PROTO + b"}(K\x01u.",
    "an unhashable key": PROTO + b"}]K\x02s.",
    "call of a number": PROTO + b"K\x01)R.",
    "call of a class": PROTO + b"ctorch\nTensor\n)R.",
    "call with a list": PROTO + b"ctorch\nSize\n]R.",
    "object of a class": PROTO + b"ctorch\nTensor\n)\x81.",
    "object with keywords": PROTO + b"ctorch\nTensor\n)}\x92.",
    "state of a function": PROTO + b"ctorch._utils\n_rebuild_tensor_v2\nN}U\x0c__defaults__K\x01s\x86b.",
    "state of a class": PROTO + b"ctorch\nTensor\n}U\x01aK\x01sb.",
    "state of a dict": PROTO + b"}}U\x01aK\x01sb.",
    "state that is no dict": PROTO + b"ccollections\nOrderedDict\n)RK\x01b.",
    "state that hides methods": PROTO + b"ccollections\nOrderedDict\n)R}X\x05\0\0\0itemsK\x01sb.",
    "state that hides a class": PROTO + b"ccollections\nOrderedDict\n)R}X\x09\0\0\0__class__K\x01sb.",
    "state with a number": PROTO + b"ccollections\nOrderedDict\n)R}K\x01K\x01sb.",
    "text too long": PROTO + b"X\xff\xff\xff\xffabc.",
    "text of 2**64": b"\x80\x04\x8d" + b"\xff" * 8 + b"abc.",
    "bytes of 2**64": b"\x80\x04\x8e" + b"\xff" * 8 + b"abc.",
    "bytearray of 2**64": b"\x80\x05\x96" + b"\xff" * 8 + b"abc.",
    "text that is none": PROTO + b"X\x02\0\0\0\xff\xff.",
    "long of negative length": PROTO + b"\x8b\xff\xff\xff\xff.",
    "long too long": PROTO + b"\x8b\xff\xff\xff\x7f.",
    "an extension": PROTO + b"\x82\x01.",
    "a number as text": b"I1\n.",
    "an old instance": PROTO + b"(ios\nsystem\n.",
    "an old persistent id": b"Pabc\n.",
    "a number as persistent id": PROTO + b"K\x01Q.",
    "a buffer": b"\x80\x05\x97.",
    "a name without end": PROTO + b"cos",
    "a name in one line": PROTO + b"cos\n.",
    "a name that is no text": PROTO + b"c\xff\n\xff\n.",
    "a name of numbers": b"\x80\x04K\x01K\x02\x93.",
    "a dotted name": PROTO + b"ctorch\nTensor.__init__.__globals__\n.",
    "memoize of nothing": b"\x80\x04\x94.",
    "a set item in a list": b"\x80\x04](K\x01\x90.",
}
