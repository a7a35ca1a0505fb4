"""save and load: files of tbcast and of PyTorch are the same files, and nothing in one is run."""

import collections
import contextlib
import errno
import io
import os
import pathlib
import pickle
import struct
import zipfile

import pytest

from pickled import DTYPES, LAYOUTS, Plain, Reduced, Slotted, Sub, facts, filled
from tbcast._serialization import saving, unpickler
from under_test import needs_torch, tb, torch


def saved(o, library=tb, **options):
    file = io.BytesIO()
    library.save(o, file, **options)
    file.seek(0)
    return file


def again(o, **options):
    return tb.load(saved(o), **options)


@contextlib.contextmanager
def allowed(*classes):
    with tb.serialization.safe_globals(classes):
        yield


def same(t, u):
    """A tensor of tbcast's and one of torch's: all but the library."""
    place = (t.stride(), t.storage_offset(), tuple(t.shape), t.untyped_storage().nbytes())
    return (
        str(t.dtype) == str(u.dtype)
        and place == (u.stride(), u.storage_offset(), tuple(u.shape), u.untyped_storage().nbytes())
        and bytes(t.untyped_storage().tolist()) == bytes(u.untyped_storage().tolist())
    )


# ---- Python's pickler written in Python ----


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pythons_own_pickler_has_what_saving_relies_on(protocol):
    """Its name is private; Python's public pickler refuses names that it cannot import, as PyTorch's here."""
    base = vars(pickle)["_Pickler"]
    assert issubclass(saving.Pickler, base) and base.dispatch[type] is base.save_type
    shared = ["shared", 2**70, -1.5, None, True, b"bytes", {1, 2}, frozenset([3])]
    plain = [shared, shared, {"key": (1, 2, 3, 4), "class": collections.OrderedDict, "function": len}]
    ours, pythons = io.BytesIO(), io.BytesIO()
    pickler = saving.Pickler(ours, protocol)
    assert pickler.proto == protocol and all(map(callable, (pickler.save, pickler.write, pickler.memoize)))
    pickler.dump(plain)
    base(pythons, protocol).dump(plain)
    assert ours.getvalue() == pythons.getvalue() and not pickler.storages
    back = pickle.loads(ours.getvalue())
    assert back == plain == pickle.loads(pickle.dumps(plain, protocol)) and back[0] is back[1]


# ---- tensors ----


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_tensors_come_back_as_they_are(layout, protocol):
    for dtype in DTYPES:
        t = LAYOUTS[layout](filled(dtype))
        assert facts(tb.load(saved(t, pickle_protocol=protocol))) == facts(t)


@needs_torch
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_torch_reads_our_files_and_we_read_torchs(dtype, layout):
    t = LAYOUTS[layout](filled(dtype))
    u = torch.load(saved(t))
    assert same(t, u)
    back = tb.load(saved(u, torch))
    assert facts(back) == facts(t)
    assert same(t, torch.load(saved(t, pickle_protocol=4), weights_only=False))


def shared_views(library):
    base = library.arange(12).view(3, 4)
    return {"base": base, "views": [base.t(), (base[1:], base)], "other": library.zeros(2)}


@needs_torch
@pytest.mark.parametrize("reader", ["tb", "torch"])
@pytest.mark.parametrize("writer", ["tb", "torch"])
def test_views_keep_sharing(writer, reader):
    libraries = {"tb": tb, "torch": torch}
    found = libraries[reader].load(saved(shared_views(libraries[writer]), libraries[writer]))
    base, (transposed, (part, base_again)) = found["base"], found["views"]
    assert base_again is base
    base[1, 2] = 99
    assert transposed[2, 1] == part[0, 2] == 99 and found["other"].tolist() == [0, 0]


def containers(library):
    return {
        "numbers": [0, -1, 255, 256, 65536, 2**31, -(2**40), 2**100, -(2**100)],
        "others": [1.5, -0.0, 1 + 2j, True, False],
        "nothing": None,
        "texts": ["", "é\U0001f600", "\ud800", "x" * 300],
        "bytes": [b"ab\xff", b"x" * 300, bytearray(b"ab"), bytearray()],
        3: (1, (), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4)),
        (1, "a"): {1, 2, "a"},
        "ordered": collections.OrderedDict([("b", library.ones(2)), ("a", [])]),
        "counted": collections.Counter("abca"),
        "own": [library.ones(2, 3).shape, library.float32, library.bool],
        "constant": [library.device("cpu"), library.strided],
        "many": [[i] for i in range(2000)],
    }


@needs_torch
@pytest.mark.parametrize("reader", ["tb", "torch"])
@pytest.mark.parametrize("writer", ["tb", "torch"])
def test_containers_come_back_as_they_are(writer, reader):
    libraries = {"tb": tb, "torch": torch}
    o = containers(libraries[writer])
    found = libraries[reader].load(saved(o, libraries[writer]))
    assert repr(found) == repr(o)
    assert [type(x) for x in found.values()] == [type(x) for x in o.values()]


def test_ours_have_more_than_torch_lets_in():
    generator = tb.Generator().manual_seed(4)
    tb.rand(3, generator=generator)
    pair = tb.tensor([2.0, 1.0]).sort()
    o = [generator, pair, tb.channels_last, frozenset({1, (2, 3)}), tb.Tensor]
    found = again(o)
    assert tb.equal(tb.rand(3, generator=found[0]), tb.rand(3, generator=generator))
    assert type(found[1]) is type(pair) and found[1].values.tolist() == [1, 2] and found[2:] == o[2:]


@needs_torch
def test_torch_takes_those_for_its_own():
    o = [tb.Generator().manual_seed(4), tb.tensor([2.0, 1.0]).sort(), tb.Tensor]
    found = torch.load(saved(o), weights_only=False)
    assert torch.rand(3, generator=found[0]).tolist() == tb.rand(3, generator=o[0]).tolist()
    assert type(found[1]) is torch.return_types.sort and found[2] is torch.Tensor
    assert tb.load(saved(torch.Generator().manual_seed(9), torch)).initial_seed() == 9


def test_no_bytes_at_all():
    assert again([b"", bytearray()]) == [b"", bytearray()]


@needs_torch
def test_dtypes_without_a_class_of_storages(monkeypatch):
    """torch's way for uint16 and its kin, which works for all."""
    monkeypatch.setattr("tbcast._serialization.saving.STORAGES", frozenset())
    for dtype in DTYPES:
        t = LAYOUTS["strided"](filled(dtype))
        assert same(t, torch.load(saved(t)))
        base, view = again([t, t[1:]])
        assert facts(base) == facts(t) and view.untyped_storage() is base.untyped_storage()


def test_lists_that_hold_themselves():
    o = [tb.ones(1)]
    o += [o, {"o": o}]
    found = again(o)
    assert found[1] is found and found[2]["o"] is found


@pytest.mark.filterwarnings("ignore:TypedStorage is deprecated")
def test_storages_are_saved_as_storages():
    x = tb.arange(4, dtype=tb.int16)
    typed, y = again([x.storage(), x])
    assert typed.dtype is tb.int16 and typed.tolist() == [0, 1, 2, 3]
    assert y.untyped_storage() is typed.untyped()
    assert again(x.untyped_storage()).tolist() == [0, 0, 1, 0, 2, 0, 3, 0]  # as torch: a typed one of uint8
    with pytest.raises(RuntimeError, match="view the same data as different types"):
        saved([x, x.untyped_storage()])
    with pytest.raises(RuntimeError, match="view the same data as different types"):
        saved([x, x.view(tb.int8)])


def test_equal_objects_make_equal_files():
    assert saved(containers(tb)["own"]).read() == saved(containers(tb)["own"]).read()


@needs_torch
def test_a_model_of_torchs_is_read():
    model = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.BatchNorm1d(2))
    found = tb.load(saved(model.state_dict(), torch))
    assert type(found) is collections.OrderedDict and found._metadata[""] == {"version": 1}
    for name, value in model.state_dict().items():
        assert same(found[name], value)
    assert same(tb.load(saved(model[0].weight, torch)), model[0].weight.detach())
    assert same(tb.load(saved(torch.ones(2, requires_grad=True), torch)), torch.ones(2))
    model.load_state_dict(torch.load(saved(found)))


@needs_torch
def test_lazy_conjugates_of_torch_are_computed():
    c = torch.tensor([1 + 2j, 3 - 4j])
    assert tb.load(saved(c.conj(), torch)).tolist() == c.conj().tolist()
    assert tb.load(saved(c.conj().imag, torch)).tolist() == [-2, 4]


@needs_torch
@pytest.mark.parametrize("reader", ["tb", "torch"])
@pytest.mark.parametrize("writer", ["tb", "torch"])
def test_attributes_of_tensors_come_back(writer, reader):
    libraries = {"tb": tb, "torch": torch}
    t = libraries[writer].arange(6).view(2, 3).t()
    t.note, t.other = "n", [libraries[writer].zeros(1)]
    found = libraries[reader].load(saved(t, libraries[writer]))
    assert type(found) is libraries[reader].Tensor and found.tolist() == t.tolist()
    assert found.note == "n" and found.other[0].tolist() == [0] and len(vars(found)) == 2


# ---- classes ----


def test_subclasses_are_loaded_when_they_are_allowed():
    s = Sub([1.0, 2.0])
    s.name = ["n", tb.zeros(1)]
    with pytest.raises(pickle.UnpicklingError, match=r"GLOBAL pickled\.Sub was not an allowed global"):
        again(s)
    with allowed(Sub, Slotted):
        found = again(s)
        assert found.name[1].tolist() == [0]
        assert type(found) is Sub and found.tolist() == [1, 2] and found.name[0] == "n"
        slotted = Slotted([1.0])
        slotted.first = 2
        assert again(slotted).first == 2
    assert type(again(tb.ones(1), weights_only=False)) is tb.Tensor


def test_a_subclass_says_itself_how_it_is_saved():
    with allowed(Reduced):
        assert again(Reduced([1.0])).tolist() == [3, 4]


def test_other_objects_need_to_be_allowed_too():
    o = Plain(tb.ones(2))
    with pytest.raises(pickle.UnpicklingError, match=r"add_safe_globals\(\[pickled.Plain\]\)"):
        again(o)
    assert again(o, weights_only=False).value.tolist() == [1, 1]
    with allowed(Plain):
        assert again(o).value.tolist() == [1, 1]
    with allowed((Plain, "other.Name")), pytest.raises(pickle.UnpicklingError):
        again(o)
    assert tb.serialization.get_safe_globals() == []


def test_the_list_of_allowed_globals():
    tb.serialization.add_safe_globals([Plain])
    assert tb.serialization.get_safe_globals() == [Plain]
    tb.serialization.clear_safe_globals()
    assert tb.serialization.get_safe_globals() == []
    with pytest.raises(ValueError, match=r"Expected tuple of 2 items \(callable, str\)"):
        tb.serialization.add_safe_globals([(Plain, "a", "b")])


REFUSED = {
    "os.system": (os.system, f"module {os.system.__module__} is blocked"),
    "eval": (eval, "GLOBAL eval was not"),
    "getattr": (getattr, "GLOBAL getattr was not"),
    "a path": (pathlib.PurePosixPath("a"), "GLOBAL pathlib"),
    "a function of tbcast": (tb.set_num_threads, "was not an allowed global"),
    "a class": (dict, "GLOBAL dict was not"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_other_globals_are_refused(name):
    o, text = REFUSED[name]
    for protocol in (2, 4):
        with pytest.raises(pickle.UnpicklingError, match=text) as caught:
            tb.load(saved([o], pickle_protocol=protocol))
        assert str(caught.value).startswith("Weights only load failed. ")


@needs_torch
@pytest.mark.parametrize("name", ["os.system", "eval", "a path"])
def test_the_text_has_torchs(name):
    o, _ = REFUSED[name]
    with pytest.raises(pickle.UnpicklingError) as theirs:
        torch.load(saved([o], torch))
    with pytest.raises(pickle.UnpicklingError) as ours:
        tb.load(saved([o]))
    assert str(ours.value).split("failed. ")[1].split("\n")[0] in str(theirs.value)


@needs_torch
def test_modules_of_torch_are_not_imported_for_us():
    with pytest.raises(pickle.UnpicklingError, match=r"tbcast has nothing for torch.nn.modules"):
        tb.load(saved(torch.nn.Linear(1, 1), torch), weights_only=False)
    sparse = torch.eye(2).to_sparse()
    with pytest.raises(pickle.UnpicklingError, match="_rebuild_sparse_tensor"):
        tb.load(saved(sparse, torch))


# ---- files ----


def test_f_is_a_path_or_a_file(tmp_path):
    for f in (str(tmp_path / "a.pt"), tmp_path / "b.pt"):
        tb.save(tb.ones(2), f)
        assert tb.load(f).tolist() == [1, 1]
        with open(f, "rb") as file:
            assert tb.load(file).tolist() == [1, 1]
        with open(f, "wb") as file:
            tb.save(tb.zeros(2), file)
        assert tb.load(f).tolist() == [0, 0]


@needs_torch
def test_what_is_neither_is_refused_as_in_torch():
    for f in (3, None, b"a", [], object()):
        texts = []
        for library in (tb, torch):
            for call in (library.load, lambda f, library=library: library.save(library.ones(1), f)):
                with pytest.raises(AttributeError) as caught:
                    call(f)
                texts.append(str(caught.value))
        assert texts[:2] == texts[2:]
    with pytest.raises(FileNotFoundError):
        tb.load("/nowhere/a.pt")
    with pytest.raises(OSError):
        tb.save(tb.ones(1), "/nowhere/a.pt")
    with pytest.raises(EOFError, match="Ran out of input"):
        tb.load(io.BytesIO())
    with pytest.raises(TypeError, match="a file of bytes"):
        tb.load(io.StringIO("PK"))


def test_a_file_may_begin_in_the_middle_of_another():
    file = io.BytesIO(b"head")
    file.seek(4)
    tb.save(tb.arange(3), file)
    file.seek(4)
    assert tb.load(file).tolist() == [0, 1, 2]
    if torch is not None:
        file.seek(4)
        assert torch.load(file).tolist() == [0, 1, 2]


def test_a_file_need_not_be_seekable_to_be_written():
    class Pipe:
        def __init__(self):
            self.data = b""

        def write(self, data):
            self.data += bytes(data)
            return len(data)

        def flush(self):
            pass

    pipe = Pipe()
    tb.save([tb.arange(3), tb.ones(2)], pipe)
    assert tb.load(io.BytesIO(pipe.data))[0].tolist() == [0, 1, 2]
    if torch is not None:
        assert torch.load(io.BytesIO(pipe.data))[1].tolist() == [1, 1]


def test_what_cannot_be_pickled_leaves_the_file_alone(tmp_path):
    path = tmp_path / "a.pt"
    tb.save(1, path)
    with pytest.raises((AttributeError, TypeError, pickle.PicklingError)):
        tb.save([tb.ones(1), lambda: None], path)
    assert tb.load(path) == 1


class Full(io.BytesIO):
    """A file that can be written n times, and after that is as closed."""

    def __init__(self, left):
        super().__init__()
        self.left, self.failed = left, None

    def write(self, data):
        self.left -= 1
        if self.left < 0 and self.failed is None:
            self.failed = OSError(errno.ENOSPC, "No space left on device")
            raise self.failed
        self.check()
        return super().write(data)

    def check(self):
        if self.failed:
            raise ValueError("I/O operation on closed file.")

    def tell(self):
        self.check()
        return super().tell()

    def seek(self, *where):
        self.check()
        return super().seek(*where)


def test_the_first_error_of_a_file_that_cannot_be_written_is_told():
    left, told = 0, None
    while not told:
        file = Full(left)
        try:
            tb.save([tb.ones(3), "text"], file)
            told = left
        except OSError as error:
            assert error is file.failed
        left += 1
    assert told > 5


def test_records_begin_at_multiples_of_64(tmp_path):
    path = tmp_path / "a.pt"
    x = [tb.arange(n, dtype=tb.uint8) for n in (1, 5, 70)]
    tb.save(x, path)
    with zipfile.ZipFile(path) as archive, path.open("rb") as file:
        for record in archive.infolist():
            file.seek(record.header_offset + 26)  # where the header has the lengths of what follows it
            name, extra = struct.unpack("<HH", file.read(4))
            assert (file.tell() + name + extra) % 64 == 0, record.filename
    mapped = tb.load(path, mmap=True)
    assert [t.tolist() for t in mapped] == [t.tolist() for t in x]
    assert [t.data_ptr() % 64 for t in mapped] == [0, 0, 0]
    mapped[2].fill_(7)  # in memory alone
    assert tb.load(path)[2].tolist() == list(range(70))
    with pytest.raises(ValueError, match="f must be a file path"):
        tb.load(io.BytesIO(), mmap=True)
    if torch is not None:
        assert torch.load(path, mmap=True)[1].tolist() == [0, 1, 2, 3, 4]
        torch.save(torch.arange(9), path)
        assert tb.load(path, mmap=True).tolist() == list(range(9))


@needs_torch
def test_the_old_format_has_a_clear_error():
    old = saved(torch.ones(2), torch, _use_new_zipfile_serialization=False)
    with pytest.raises(pickle.UnpicklingError, match=r"before PyTorch 1.6"):
        tb.load(old)
    with pytest.raises(RuntimeError, match="zip format"):
        saved(tb.ones(2), _use_new_zipfile_serialization=False)


# ---- options ----


@needs_torch
@pytest.mark.parametrize("library", [tb, torch])
def test_map_location(library):
    def load(location, tag="cpu"):
        file = saved(library.ones(2), library)
        data = zipfile.ZipFile(file)
        changed = io.BytesIO()
        with zipfile.ZipFile(changed, "w") as out:
            for name in data.namelist():
                content = data.read(name)
                if name.endswith("data.pkl"):
                    spelled = b"X" + len(tag).to_bytes(4, "little") + tag.encode()
                    content = content.replace(b"X\3\0\0\0cpu", spelled)
                out.writestr(name, content)
        changed.seek(0)
        return library.load(changed, location)

    for location in (None, "cpu", library.device("cpu"), {"a": "b"}, lambda s, name: s, lambda s, name: None):
        assert load(location).tolist() == [1, 1]
    for location in ("cpu", library.device("cpu"), {"cuda:0": "cpu"}, lambda s, name: s):
        assert load(location, "cuda:0").tolist() == [1, 1]
    cuda = "Attempting to deserialize object on a CUDA device but torch.cuda.is_available\\(\\) is False"
    for location in (None, {"cpu": "cpu"}, lambda s, name: None):
        with pytest.raises(RuntimeError, match=cuda):
            load(location, "cuda:0")
    with pytest.raises(RuntimeError, match=cuda):
        load("cuda")
    with pytest.raises(RuntimeError, match=r"don't know how to restore data location"):
        load("nowhere")
    for location in (3, lambda s, name: 3):
        with pytest.raises(TypeError):
            load(location)


def test_a_storage_of_map_location_need_not_be_large_enough():
    file = saved(tb.ones(4))
    with pytest.raises(RuntimeError, match="out of bounds"):
        tb.load(file, lambda storage, name: tb.UntypedStorage(3))


def test_pickle_modules_are_not_for_safe_loading():
    with pytest.raises(RuntimeError, match="Can not safely load weights when explicit pickle_module"):
        tb.load(saved(1), pickle_module=pickle)
    assert tb.load(saved(1), pickle_module=pickle, weights_only=False) == 1
    for call in (
        lambda: tb.load(saved(1), pickle_module=os, weights_only=False),
        lambda: tb.save(1, io.BytesIO(), pickle_module=os),
    ):
        with pytest.raises(RuntimeError, match="Python's pickle only"):
            call()


def test_the_interpreter_knows_what_pickles_say():
    """Every instruction of protocols 2 to 5 that data need."""
    for o in (containers(tb), [b"x" * 70000, "é" * 70000, 1 << 3000], {frozenset([1]): [frozenset()]}):
        for protocol in (2, 3, 4, 5):
            data = io.BytesIO()
            from tbcast._serialization.saving import Pickler

            Pickler(data, protocol).dump([o] if not isinstance(o, dict) else {**o, "ordered": None})
            found = unpickler.Unpickler(data.getvalue(), tb.serialization.ALLOWED, None).load()
            assert repr(found) == repr([o] if not isinstance(o, dict) else {**o, "ordered": None})
