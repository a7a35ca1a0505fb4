"""Files from anywhere: damaged, made by hand, and never run, never read beyond, never a crash."""

import collections
import errno
import io
import pickle
import struct
import sys
import zipfile

import pytest

from children import survived
from failing_allocations import failing_allocations
from saved_files import (
    OUTSIDE,
    PROTO,
    RAW,
    STORAGES,
    WRONG,
    Call,
    archive,
    file_of,
    spelled,
    storage,
    tensor,
)
from under_test import needs_torch, tb, torch

CLEAR = (pickle.UnpicklingError, RuntimeError, EOFError, ValueError, TypeError)


def saved(o):
    file = io.BytesIO()
    tb.save(o, file)
    return file.getvalue()


def load(data, **options):
    return tb.load(io.BytesIO(data), **options)


def test_the_way_these_files_are_made_works():
    found = load(file_of([tensor(0, (2, 2), (2, 1)), tensor(1, (3,), (1,))]))
    assert found[0].shape == (2, 2) and found[1].storage_offset() == 1


@pytest.mark.parametrize("place", OUTSIDE, ids=repr)
def test_no_tensor_reaches_beyond_its_record(place):
    with pytest.raises(CLEAR):
        load(file_of(tensor(*place)))
    v3 = Call("torch._utils._rebuild_tensor_v3", storage("@torch.storage.UntypedStorage", numel=16), *place)
    with pytest.raises(CLEAR):
        load(file_of(Call(v3.name, *v3.args, False, None, "@torch.float32")))


def with_state(state):
    t = tensor(0, (2,), (1,))
    return Call("torch._tensor._rebuild_from_type_v2", f"@{t.name}", "@torch.Tensor", t.args, state)


@pytest.mark.parametrize("state", [3, "ab", [1], {3: 4}, ({"a": 1}, {"data": 2}), (3, None), ({}, {}, {})])
def test_the_attributes_of_a_tensor_are_a_dict_of_names(state):
    with pytest.raises(pickle.UnpicklingError, match="attributes have names"):
        load(file_of(with_state(state)))


def test_attributes_go_into_the_dict_and_call_nothing():
    found = load(file_of(with_state({"data": 3, "requires_grad": True, "__class__": 4, "tolist": 5})))
    assert type(found) is tb.Tensor and found.requires_grad is False and vars(found)["data"] == 3
    assert found.tolist == 5 and found.shape == (2,)
    assert vars(load(file_of(with_state(({"a": 1}, None))))) == {"a": 1}


@pytest.mark.parametrize("given", STORAGES, ids=repr)
def test_storages_are_what_their_records_are(given):
    for o in (given, tensor(0, (1,), (1,), of=given)):
        with pytest.raises(CLEAR):
            load(file_of(o))


def test_a_record_may_be_longer_than_its_storage():
    assert load(file_of(tensor(0, (4,), (1,)), bytes(19))).shape == (4,)


@pytest.mark.parametrize("o", WRONG, ids=lambda o: o if isinstance(o, str) else f"{o.name}{o.args}"[:60])
def test_functions_check_their_arguments(o):
    for thing in (o, [o]):
        with pytest.raises(CLEAR):
            load(file_of(thing))


@pytest.mark.parametrize("name", RAW)
def test_pickles_that_make_no_sense(name):
    with pytest.raises(pickle.UnpicklingError, match=r"^Weights only load failed\. "):
        load(archive({"data.pkl": RAW[name]}))


def test_no_key_takes_forever_or_all_of_the_stack():
    nested = b"K\x01" + b"\x85" * 200_000
    doubled = b"K\x01\x85" + b"2\x86" * 64
    for key in (nested, doubled):
        for body in (b"}" + key + b"Ns.", b"\x8f(" + key + b"\x90.", b"(" + key + b"\x91."):
            with pytest.raises(pickle.UnpicklingError, match="nested too deeply or has too many parts"):
                load(archive({"data.pkl": b"\x80\x04" + body}))
    wide = b"(" + b"N" * 9000 + b"t"
    assert len(load(archive({"data.pkl": PROTO + b"}" + wide + b"Ns."}))) == 1


def test_nested_values_are_fine():
    found = load(archive({"data.pkl": PROTO + b"]" * 50_000 + b"a" * 49_999 + b"."}))
    assert type(found) is list and len(found) == 1


# ---- archives ----


def test_archives_that_end_early():
    data = saved([tb.arange(5), "text"])
    for end in range(len(data)):
        with pytest.raises(CLEAR):
            load(data[:end])


@needs_torch
def test_their_text_is_torchs():
    data = saved(tb.arange(50000))
    for end in (100000, len(data) - 200, len(data) - 1):
        with pytest.raises(RuntimeError) as theirs:
            torch.load(io.BytesIO(data[:end]))
        with pytest.raises(RuntimeError) as ours:
            load(data[:end])
        assert str(ours.value).split(". ")[0] == str(theirs.value).split(". ")[0]


@pytest.mark.parametrize("data", [b"abc", b"PK", b"\x80\x02K\x01.", b"x" * 50, b"\0" * 100, b"{}"])
def test_what_is_no_archive(data):
    with pytest.raises(pickle.UnpicklingError, match=r"no file that torch\.save wrote"):
        load(data)


class Short(io.BytesIO):
    """A file of a system that is short of memory, from the nth read on."""

    def __init__(self, data, nth):
        super().__init__(data)
        self.left = nth

    def read(self, size=-1):
        self.left -= 1
        if self.left < 0:
            raise OSError(errno.ENOMEM, "Cannot allocate memory")
        return super().read(size)


def test_a_file_that_the_system_has_no_memory_for_is_not_called_damaged():
    data, nth, said = saved({"a": tb.arange(10.0), "b": [tb.ones(3, 3), "text"]}), 0, None
    while said != "loaded":
        try:
            tb.load(Short(data, nth))
            said = "loaded"
        except (MemoryError, OSError) as error:
            said = error
            assert isinstance(error, MemoryError) or error.errno == errno.ENOMEM
        nth += 1
    assert nth > 10


def test_a_damaged_file_is_called_damaged_whatever_the_caller_is_handling():
    try:
        raise OSError(errno.ENOMEM, "Cannot allocate memory")
    except OSError:
        with pytest.raises(RuntimeError, match="failed reading zip archive"):
            load(saved(3)[:-30])


@pytest.mark.skipif(
    hasattr(sys, "gettotalrefcount"),
    reason="where no frame can be had CPython sets no exception, for which its debug builds end the process",
)
@pytest.mark.skipif(
    sys.version_info[:2] == (3, 12), reason="CPython 3.12 ends the process where a function has no memory"
)
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_where_an_object_has_no_memory_no_file_is_called_damaged():
    testcapi = failing_allocations()
    data = saved(tb.arange(10.0))
    for nth in range(1000):
        said = ""
        try:
            testcapi.set_nomemory(nth, nth + 1)  # only that allocation fails
            tb.load(io.BytesIO(data))
        except Exception as error:
            said = error
        finally:
            testcapi.remove_mem_hooks()
        assert "PytorchStreamReader" not in str(said)


def test_archives_of_something_else():
    for records in ({"a.txt": b"hello"}, {"data/0": b"abcd"}):
        with pytest.raises(RuntimeError):
            load(archive(records))
    empty = archive({})
    with pytest.raises(CLEAR):
        load(empty)


def test_compressed_records_are_refused():
    bomb = archive({"data.pkl": spelled(1), "data/0": bytes(10_000_000)}, zipfile.ZIP_DEFLATED)
    assert len(bomb) < 20_000
    with pytest.raises(RuntimeError, match="is compressed"):
        load(bomb)


def directory(data, name):
    """Where the central directory has a record."""
    place = data.rindex(name) - 46
    assert data[place : place + 4] == b"PK\x01\x02"
    return place


@pytest.mark.parametrize("size", [17, 1 << 20, 2**32 - 2])
def test_sizes_that_lie(size):
    data = bytearray(file_of(tensor(0, (4,), (1,))))
    place = directory(bytes(data), b"archive/data/0")
    for fields in ((20, 24), (20,), (24,)):  # compressed, not compressed
        changed = data.copy()
        for field in fields:
            changed[place + field : place + field + 4] = struct.pack("<I", size)
        with pytest.raises(RuntimeError):
            load(changed)


@pytest.mark.parametrize("offset", [1, 30, 10**6, 2**32 - 2])
def test_offsets_that_lie(offset, tmp_path):
    data = bytearray(file_of(tensor(0, (4,), (1,))))
    place = directory(bytes(data), b"archive/data/0")
    data[place + 42 : place + 46] = struct.pack("<I", offset)
    (tmp_path / "a.pt").write_bytes(data)
    for mmap in (False, True):
        with pytest.raises(RuntimeError):
            tb.load(tmp_path / "a.pt", mmap=mmap)


def test_a_flipped_bit_of_the_data_is_noticed():
    data = bytearray(saved(tb.arange(100)))
    data[data.index(struct.pack("<qq", 50, 51))] ^= 1
    with pytest.raises(RuntimeError, match="CRC"):
        load(data)


def test_records_together_are_not_longer_than_the_file():
    n = 40
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as out:
        tensors = [tensor(0, (250,), (1,), of=storage(key=str(i), numel=250)) for i in range(n)]
        out.writestr("archive/data.pkl", spelled(tensors))
        for i in range(n):
            out.writestr(f"archive/data/{i}", bytes(1000) if i == 0 else b"")
        big = out.getinfo("archive/data/0")
        for i in range(1, n):  # all of them are the same bytes
            info = out.getinfo(f"archive/data/{i}")
            info.header_offset, info.CRC = big.header_offset, big.CRC
            info.file_size = info.compress_size = 1000
    with pytest.raises(RuntimeError):
        load(file.getvalue())


def test_encrypted_records_are_refused():
    data = bytearray(file_of(tensor(0, (4,), (1,))))
    place = directory(bytes(data), b"archive/data/0")
    data[place + 8] |= 1
    with pytest.raises(RuntimeError, match="encrypted"):
        load(data)


# ---- byte order ----

BIG_ENDIAN = {
    "Int": "int32",
    "Short": "int16",
    "Long": "int64",
    "Float": "float32",
    "Double": "float64",
    "Half": "float16",
    "BFloat16": "bfloat16",
    "ComplexFloat": "complex64",
}


@pytest.mark.parametrize("dtype", BIG_ENDIAN)
def test_big_endian_files(dtype):
    values = [1, -2, 300]
    t = tb.tensor(values).to(getattr(tb, BIG_ENDIAN[dtype]))
    width = t.dtype.to_real().itemsize
    raw = bytes(t.untyped_storage().tolist())
    swapped = b"".join(raw[i : i + width][::-1] for i in range(0, len(raw), width))
    o = tensor(0, (3,), (1,), of=storage(f"@torch.{dtype}Storage", numel=3))
    found = load(file_of(o, swapped, byteorder=b"big"))
    assert found.tolist() == t.tolist() and found.dtype is t.dtype
    assert load(file_of(o, raw, byteorder=b"little")).tolist() == t.tolist()
    assert load(file_of(o, raw)).tolist() == t.tolist()
    with pytest.raises(ValueError, match="Unknown endianness type: middle"):
        load(file_of(o, raw, byteorder=b"middle"))


def test_big_endian_bytes_stay_and_untyped_ones_are_refused():
    o = tensor(0, (4,), (1,), of=storage("@torch.ByteStorage", numel=4))
    assert load(file_of(o, b"\1\2\3\4", byteorder=b"big")).tolist() == [1, 2, 3, 4]
    untyped = storage("@torch.storage.UntypedStorage", numel=4)
    v3 = Call("torch._utils._rebuild_tensor_v3", untyped, 0, (1,), (1,), False, None, "@torch.int32")
    with pytest.raises(pickle.UnpicklingError, match="other byte order"):
        load(file_of(v3, b"\1\2\3\4", byteorder=b"big"))


def test_ordered_dicts_keep_their_metadata():
    o = collections.OrderedDict(a=1)
    o._metadata = {"version": 2}
    assert load(saved(o))._metadata == {"version": 2}


FUZZ = """
import collections, io, random
import tbcast as torch

rng = random.Random({seed})
x = torch.arange(24, dtype=torch.int16).view(2, 3, 4)
file = io.BytesIO()
state = collections.OrderedDict(a=torch.ones(3))
state._metadata = {{"version": 1}}
torch.save([x.transpose(0, 2), x[1:], {{"a": {{1, (2, 3)}}}}, state, x.shape, 2**70, b"ab"], file)
whole = file.getvalue()
good = refused = 0
for round in range(1500):
    data = bytearray(whole)
    for _ in range(rng.choice([1, 1, 2, 4])):
        place = rng.randrange(len(data))
        kind = rng.random()
        if kind < 0.7:
            data[place] = rng.randrange(256)
        elif kind < 0.8:
            del data[place : place + rng.randrange(1, 9)]
        else:
            data[place : place + 4] = rng.choice([b"\\xff" * 4, bytes(4), bytes(3) + b"\\x80"])
    try:
        found = torch.load(io.BytesIO(data))
        for t in found if isinstance(found, list) else []:
            if isinstance(t, torch.Tensor) and t.numel() < 1 << 20:
                t.sum(), str(t)
        good += 1
    except {errors} as error:
        refused += 1
# The same, with checksums that are right: the pickle alone is damaged.
import zipfile
source = zipfile.ZipFile(io.BytesIO(whole))
for round in range(4000):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as out:
        for name in source.namelist():
            data = bytearray(source.read(name))
            if name.endswith("data.pkl"):
                for _ in range(rng.choice([1, 1, 2, 4])):
                    place = rng.randrange(len(data))
                    if rng.random() < 0.8:
                        data[place] = rng.randrange(256)
                    else:
                        data[place:place] = data[rng.randrange(len(data)):][: rng.randrange(6)]
            out.writestr(name, bytes(data))
    file.seek(0)
    try:
        found = torch.load(file)
        for t in found if isinstance(found, list) else []:
            if isinstance(t, torch.Tensor) and t.numel() < 1 << 20:
                t.sum(), str(t)
        good += 1
    except {errors}:
        refused += 1
print("both ->", good > 10 and refused > 10)
print("alive")
"""
ERRORS = "(__import__('pickle').UnpicklingError, RuntimeError, EOFError, ValueError, TypeError)"


@pytest.mark.full
@pytest.mark.parametrize("seed", range(2))
def test_damaged_files_never_crash_and_have_clear_errors(seed):
    assert survived(FUZZ.format(seed=seed, errors=ERRORS)) == {"both": "True"}
