"""Storages: what they print, how they are indexed, written and shared, as in PyTorch."""

import copy
import gc
import random
import sys
import warnings
import weakref

import numpy as np
import pytest

from children import python
from oracles.dtype_rules import ALL
from printing_cases import build, draw
from under_test import MODULE_NAME, first_line, needs_torch, tb, torch

LIBRARIES = (tb, torch)

WARNING = (
    "TypedStorage is deprecated. It will be removed in the future and UntypedStorage will be the only "
    "storage class. This should only matter to you if you are using storages directly.  To access "
    "UntypedStorage directly, use tensor.untyped_storage() instead of tensor.storage()"
)

WORLD = """
x = torch.arange(12, dtype=torch.float32).view(3, 4)
v = x[1:, ::2]
b = torch.tensor([True, False])
c = torch.tensor([1 + 2j])
h = torch.tensor([1.5, 2.25], dtype=torch.float16)
i8 = torch.tensor([-1, 2], dtype=torch.int8)
d = torch.arange(3, dtype=torch.float64)
e = torch.zeros(0, 3)
u = x.untyped_storage()
s = x.storage()
"""

# Statements and expressions, run one after the other in each library; a blank line starts afresh.
SCRIPTS = """
s; len(s); s[0]; s[-1]; s[12]; s[-13]; s[1:3]; s[::2]; s[1.5]; s['a']; s[None]; s[True]; s[()]; s[...]; s[np.int64(3)]
s.tolist(); list(s); type(s[0]); s.nbytes(); s.size(); s.element_size(); s.dtype; s.device; s.is_cuda; s.type()
s.data_ptr() == x.data_ptr(); s == s; s == x.storage(); s is x.storage(); s.untyped() is u; bool(s); bool(e.storage())
v.storage(); b.storage(); c.storage(); c.storage()[0]; h.storage(); h.bfloat16().storage(); i8.storage(); d.storage()
e.storage(); len(e.storage()); e.storage().data_ptr(); 3.0 in s; 99 in s; s.resizable(); s < s

s[0] = 5; x; s[-1] = 2.5; s[12] = 1; s[-13] = 1; s[1:3] = 7; s[::2] = 8; s[1.5] = 7; s[None] = 7; s['a'] = 1; x
s[0] = 'a'; s[0] = torch.tensor(3.); s[1] = torch.tensor([4.]); s[2] = True; s[3] = 1j; s[True] = 11; x
i8.storage()[0] = 300; i8.storage()[0] = -129; i8.storage()[0] = 1.7; i8; b.storage()[0] = 5; b; c.storage()[0] = 3j; c
s.fill_(2.5); x; s.fill_('a'); i8.storage().fill_(300); s.copy_(d.storage()); s.copy_(x.clone().storage()); s.copy_(3)
s.clone(); s.clone().data_ptr() == s.data_ptr(); s.copy_(u.clone()); s.cpu().data_ptr() == s.data_ptr()

u; str(u); len(u); u[0]; u[-1]; u[-48]; u[48]; u[-49]; u[-50]; u[1.5]; u['a']; u[None]; u[True]; u[()]; u[0, 1]; u[...]
u[torch.tensor(3)]; u[torch.tensor([3])]; u[2**70]; u[-2**70]; u[np.int64(6)]; u[:]; u[1:3]; u[5:2]; u[-3:]; u[::2]; u[::-1]
u.tolist(); list(u)[:9]; u.nbytes(); u.size(); u.element_size(); u.device; u.is_cuda; u.untyped() is u; u.cpu() is u
u.data_ptr() == x.data_ptr(); u is x.untyped_storage(); u is v.untyped_storage(); u == u; u == x.clone().untyped_storage()
b.untyped_storage(); c.untyped_storage(); e.untyped_storage(); e.untyped_storage().data_ptr(); len(v.untyped_storage())
v.data_ptr() - u.data_ptr(); bool(u); bool(e.untyped_storage()); u.resizable(); u[1:3].resizable(); u[1:3].data_ptr() - u.data_ptr()
torch.from_numpy(np.zeros(3)).untyped_storage().resizable(); 77 in u; 128 in u; isinstance(u, torch.UntypedStorage)

u[0] = 1; u[0] = 300; u[1] = -1; u[-1] = 3; u[-48] = 3; u[48] = 3; u[-49] = 3; u[0] = 1.5; u[2] = True; u[0] = 'a'; u[0] = None
u[4:6] = 7; u[::2] = 7; u[1:3] = [1, 2]; u['a'] = 7; u[None] = 7; u[True] = 1; u[1.5] = 1; u[2**70] = 1; u[0] = np.int64(5); u
u[5:2] = 1; u[40:100] = 300; u; x; u.fill_(3); u.fill_(300); u.fill_(True); u.fill_(1.5); u.fill_('a'); x
u.copy_(b.untyped_storage()); u.copy_(3); u.copy_(); u.copy_(u.clone(), False); u.copy_(u.clone(), non_blocking=True); u.clone() is u
u.copy_(s); u[1:3].fill_(9); u

torch.UntypedStorage(); torch.UntypedStorage([1, 2, 300]); torch.UntypedStorage((1, True)); torch.UntypedStorage(range(3))
torch.UntypedStorage(b'ab'); torch.UntypedStorage(5).size(); torch.UntypedStorage(size=3).size(); torch.UntypedStorage(sequence=[1])
torch.UntypedStorage(2, 3); torch.UntypedStorage('a'); torch.UntypedStorage([1.5]); torch.UntypedStorage(x); torch.UntypedStorage(2.5)
torch.UntypedStorage(True); torch.UntypedStorage(None); torch.UntypedStorage({1: 2}); torch.UntypedStorage(-1); torch.UntypedStorage(2**62)
torch.UntypedStorage(2**70); torch.UntypedStorage(3, device='cpu').size(); torch.UntypedStorage(np.array([1, 2]))
type('S', (torch.UntypedStorage,), {})(2).nbytes()

torch.TypedStorage(); torch.TypedStorage([1, 2.5]); torch.TypedStorage([1, 2], dtype=torch.int32); torch.TypedStorage(range(3))
torch.TypedStorage(5).size(); torch.TypedStorage(3, dtype=torch.int8).nbytes(); torch.TypedStorage(dtype=torch.int8); torch.TypedStorage(True).size()
torch.TypedStorage(wrap_storage=u, dtype=torch.int16); torch.TypedStorage(wrap_storage=torch.UntypedStorage([1, 2, 3, 4, 5]), dtype=torch.int32)
torch.TypedStorage(wrap_storage=u); torch.TypedStorage(wrap_storage=5, dtype=torch.float32); torch.TypedStorage(wrap_storage=u, dtype=5)
torch.TypedStorage(3, wrap_storage=u, dtype=torch.int8); torch.TypedStorage(wrap_storage=u, dtype=torch.int8, device='cpu')
torch.TypedStorage(2, 3); torch.TypedStorage(2.5); torch.TypedStorage('a'); torch.TypedStorage(None); torch.TypedStorage(-1); torch.TypedStorage(dtype=3)

torch.IntStorage([1, 2]); torch.FloatStorage(3).size(); torch.FloatStorage(); torch.FloatStorage.dtype; torch.LongStorage([1, 2]).dtype
isinstance(s, torch.FloatStorage); isinstance(s, torch.IntStorage); isinstance(u, torch.FloatStorage); isinstance(3, torch.BoolStorage)
isinstance(torch.HalfStorage([1]), torch.TypedStorage); issubclass(torch.CharStorage, torch.TypedStorage); torch.ShortStorage([1]).type()
torch.FloatStorage(wrap_storage=u); torch.FloatStorage([1], dtype=torch.int); torch.FloatStorage([1], device='cpu'); torch.FloatStorage(2, 3)
torch.ByteStorage(2.5); torch.BoolStorage(wrap_storage=3); torch.DoubleStorage(1, wrap_storage=u); torch.ByteStorage(None); torch.ByteStorage(-1)
type(torch.FloatStorage([1])) is type(s); torch.ComplexFloatStorage([1j]); torch.ComplexDoubleStorage([1]).tolist(); torch.BFloat16Storage([1.5])
torch.FloatTensor(torch.FloatStorage([1, 2])); torch.tensor(torch.BoolStorage([0, 1])); torch.empty(0).set_(torch.FloatStorage([1, 2]))

torch.tensor(u); torch.tensor(u).dtype; torch.tensor(u).data_ptr() == x.data_ptr(); torch.tensor(u, dtype=torch.float32)
torch.tensor(u, dtype=torch.uint8); torch.tensor(u, dtype=torch.bool); torch.tensor(u, dtype=torch.complex64); torch.tensor(u[0:6])
torch.tensor(u[0:6], dtype=torch.float32); torch.tensor(e.untyped_storage()); torch.tensor(torch.UntypedStorage()).dtype
torch.tensor(s); torch.tensor(s).data_ptr() == x.data_ptr(); torch.tensor(s, dtype=torch.float32).data_ptr() == x.data_ptr()
torch.tensor(s, dtype=torch.float64); torch.tensor(d.storage()); torch.tensor(d.storage(), dtype=torch.float64); torch.tensor(b.storage())
torch.tensor(b.storage(), dtype=torch.bool); torch.tensor(c.storage()); torch.tensor(i8.storage()); torch.tensor([s]); torch.tensor([s, s])
torch.tensor(e.storage()); torch.tensor(torch.zeros(0, dtype=torch.int64).storage()); torch.as_tensor(u); torch.as_tensor(s)
torch.as_tensor(u, dtype=torch.int16); torch.as_tensor(s, dtype=torch.float64); torch.as_tensor(s).data_ptr() == x.data_ptr()
torch.asarray(u); torch.asarray(s); torch.asarray(u, copy=True).data_ptr() == x.data_ptr(); torch.asarray(u, copy=False)
torch.asarray(s, dtype=torch.float64); x.new_tensor(u); x.new_tensor(s).data_ptr() == x.data_ptr(); x.new_tensor(d.storage())
i8.new_tensor(u); i8.new_tensor(s); torch.tensor(u, dtype=torch.int32)[0].fill_(7); x; torch.tensor(v.storage())

torch.Tensor(u); torch.Tensor(u).data_ptr() == x.data_ptr(); torch.Tensor(s).data_ptr() == x.data_ptr(); torch.Tensor(d.storage())
torch.Tensor(d.untyped_storage()).shape; torch.Tensor(storage=u); torch.Tensor(storage=s); torch.Tensor(u, device='cpu'); torch.Tensor(s, device='cpu')
torch.FloatTensor(u); torch.FloatTensor(s).data_ptr() == x.data_ptr(); torch.FloatTensor(d.storage())
torch.FloatTensor(storage=s); torch.FloatTensor(storage=d.storage()); torch.LongTensor(u); torch.LongTensor(s); torch.DoubleTensor(d.storage())
torch.DoubleTensor(s); torch.DoubleTensor(torch.UntypedStorage(13)).shape; torch.ByteTensor(u); torch.ByteTensor(s); torch.BoolTensor(u)
torch.BoolTensor(b.storage()); torch.HalfTensor(h.storage()); torch.HalfTensor(h.bfloat16().storage()); torch.FloatTensor(u[0:6])
torch.FloatTensor(e.untyped_storage()); torch.FloatTensor(torch.UntypedStorage()); x.new(u); x.new(s); x.new(d.storage()); x.new(storage=s)
x.new(u, device='cpu'); d.new(u).shape; i8.new(u); i8.new(s); c.new(c.storage()); c.new(s); torch.Tensor(u).fill_(5); x; s

torch.Tensor(x, device='cpu'); torch.Tensor(x, device=None); torch.Tensor(other=x, device='cpu'); torch.FloatTensor(x, device='cpu')
torch.LongTensor(x, device='cpu'); torch.Tensor(x, device='nowhere'); torch.Tensor(x, device=3); x.new(d, device='cpu'); x.new(x, device=None)
x.new(other=x, device='cpu'); x.new(x, device='cuda'); x.new(other=x); x.new([1, 2], device='cpu'); torch.Tensor([1, 2], device='cpu')
torch.Tensor(2, 0, device='cpu'); torch.Tensor(device='cpu'); torch.Tensor(data=[1.], device='cpu'); torch.Tensor(size=(2, 0), device='cpu')

u["a":]; u[::0]; u[::2]; u["a"]; u.fill_(1.5); u.copy_(3); u.copy_(type("X", (), {"_untyped_storage": 5})())
s.__sizeof__() - object.__sizeof__(s); u.__sizeof__() - object.__sizeof__(u); e.storage().__sizeof__() - object.__sizeof__(e.storage())
e.untyped_storage().__sizeof__() - object.__sizeof__(e.untyped_storage()); u[1:3].__sizeof__() - object.__sizeof__(u); sys.getsizeof(u) > 48
weakref.ref(u)() is u; weakref.ref(s)() is s; weakref.WeakKeyDictionary({u: 1})[u]; weakref.WeakValueDictionary({1: u})[1] is u
weakref.getweakrefcount(u); r = weakref.ref(u); r() is x.untyped_storage(); weakref.proxy(u).nbytes(); hash(r) == hash(u)

k = torch.zeros(2); w = k.untyped_storage(); z = k.storage(); k.resize_(1000).shape; len(w); len(z); w.data_ptr() == k.data_ptr()
w is k.untyped_storage(); k.fill_(1).shape; w[2:4]; z[999]; k.resize_(1).shape; len(w); k.resize_(0).untyped_storage() is w
"""  # noqa: E501


def run(module, script):
    """What every part of the script gives: the repr of its value, or the error."""
    scope, seen = {"torch": module, "np": np, "sys": sys, "weakref": weakref}, []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(WORLD, scope)
        for part in script.replace("\n", ";").split(";"):
            try:
                seen.append((part, repr(run_part(part.strip(), scope))))
            except Exception as error:
                text = first_line(error).replace("tbcast.Tensor", "torch.Tensor")
                text = text.replace("'TypedStorage'", "'torch.storage.TypedStorage'")
                seen.append((part, type(error).__name__, text))
    return seen


def run_part(part, scope):
    try:
        return eval(part, scope)
    except SyntaxError:
        exec(part, scope)


@needs_torch
@pytest.mark.parametrize("script", SCRIPTS.strip().split("\n\n"), ids=lambda s: s.split(";")[0])
def test_storages_do_what_torchs_do(script):
    ours, theirs = (run(module, script) for module in LIBRARIES)
    assert len(ours) > 10
    assert [(a, b) for a, b in zip(ours, theirs, strict=True) if a != b] == []


@needs_torch
@pytest.mark.parametrize("dtype", ALL)
def test_any_tensor_shows_the_same_storage(dtype):
    rng = random.Random(dtype)
    for _ in range(40):
        drawn = draw(rng, dtype)
        if drawn.total > 300:  # torch reads them element by element
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ours, theirs = (build(module, drawn) for module in LIBRARIES)
            assert repr(ours.storage()) == repr(theirs.storage())
            assert repr(ours.untyped_storage()) == repr(theirs.untyped_storage())


ONCE = """
import warnings, {module} as torch
x = torch.ones(2)

def storage():
    return x.storage()

with warnings.catch_warnings():
    warnings.simplefilter("error")
    for _ in range(2):
        try:
            storage()
        except UserWarning as warning:
            print(warning)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    {first}
    storage()
print([(w.category.__name__, str(w.message), w.filename, w.lineno) for w in caught])
"""


@pytest.mark.parametrize(("first", "line"), [("storage()", 6), ("torch.TypedStorage([1])", 17)])
@pytest.mark.parametrize("module", [MODULE_NAME, pytest.param("torch", marks=needs_torch)])
def test_the_first_typed_storage_of_a_process_warns_once(module, first, line):
    done = python("-c", ONCE.format(module=module, first=first))
    assert done.stderr == ""
    expected = [WARNING, WARNING, str([("UserWarning", WARNING, "<string>", line)])]
    assert done.stdout.splitlines() == expected


def test_a_storage_outlives_its_tensors_and_theirs_outlive_it():
    x = tb.arange(1000, dtype=tb.int64)
    storage, part = x.untyped_storage(), x.untyped_storage()[8:16]
    del x
    gc.collect()
    assert len(storage) == 8000
    del storage
    assert part.tolist() == [1, 0, 0, 0, 0, 0, 0, 0]
    y = tb.ones(3)
    y.untyped_storage()
    assert y.untyped_storage().tolist()[:4] == [0, 0, 128, 63]


def test_a_part_of_a_storage_keeps_it_from_growing():
    x = tb.zeros(4)
    part = x.untyped_storage()[4:8]
    with pytest.raises(RuntimeError, match="Trying to resize storage that is not resizable"):
        x.resize_(100)
    part[0] = 1
    assert x.untyped_storage()[4] == 1
    del part
    assert x.resize_(100).shape == (100,)


def test_what_crashes_torch_is_an_error():
    storage = tb.UntypedStorage([1, 2])
    for number in (2**63, 2**70, -(2**70)):
        with pytest.raises(ValueError, match="Overflow when unpacking long long"):
            storage[0] = number
        with pytest.raises(ValueError, match="Overflow when unpacking long long"):
            tb.UntypedStorage([number])
        with pytest.raises(ValueError, match="Overflow when unpacking long long"):
            storage.fill_(number)
    with pytest.raises(TypeError, match="does not support item deletion"):
        del storage[0]
    assert storage.tolist() == [1, 2]


def test_a_source_that_fails_fails_the_copy():
    class Source:
        @property
        def _untyped_storage(self):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        tb.UntypedStorage(2).copy_(Source())


def test_an_index_that_grows_the_storage_is_harmless():
    x = tb.zeros(2)
    storage = x.untyped_storage()

    class Grow(int):
        def __index__(self):
            x.resize_(100_000)
            return 1

    assert storage[Grow(1)] == 0
    storage[Grow(1)] = Grow(5)
    assert storage[1] == 5
    with pytest.raises(TypeError, match="can't index a torch"):
        storage[type("I", (), {"__index__": lambda self: 0})()]


def test_copies_have_memory_of_their_own():
    storage = tb.UntypedStorage([1, 2])
    for made in (storage.clone(), copy.copy(storage), copy.deepcopy(storage)):
        made[0] = 9
    assert storage.tolist() == [1, 2]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        typed = tb.TypedStorage([1, 2])
    for made in (typed.clone(), copy.copy(typed), copy.deepcopy(typed)):
        made[0] = 9
    assert typed.tolist() == [1, 2]


# ---- tensors of storages ----


@pytest.mark.filterwarnings("ignore:TypedStorage is deprecated")
def test_tensors_of_a_storage_share_its_memory():
    x = tb.arange(4.0)
    u, s = x.untyped_storage(), x.storage()
    made = [tb.tensor(u, dtype=tb.float32), tb.tensor(s), tb.Tensor(u), tb.Tensor(s), tb.FloatTensor(u)]
    made += [x.new(s), x.new_tensor(u), tb.as_tensor(s), tb.asarray(u, dtype=tb.float32)]
    made.append(tb.Tensor(storage=s))
    x[1] = 9
    for t in made:
        assert t.tolist() == [0, 9, 2, 3] and t.untyped_storage() is u
    assert tb.tensor(u).dtype is tb.int64 and tb.tensor(tb.UntypedStorage()).dtype is tb.float32
    with pytest.raises(RuntimeError, match="Expected a Storage of type Double or an UntypedStorage"):
        tb.tensor(s, dtype=tb.float64)
    with pytest.raises(RuntimeError, match="but got type Float for argument 1 'storage'"):
        tb.DoubleTensor(s)
    for t in (x, tb.zeros(2)):
        with pytest.raises(RuntimeError, match=r"Legacy tensor constructor of the form torch\.Tensor"):
            tb.Tensor(t, device="cpu")
        with pytest.raises(RuntimeError, match=r"Legacy tensor new of the form tensor\.new"):
            x.new(t, device="cpu")


@pytest.mark.parametrize("library", [tb, pytest.param(torch, marks=needs_torch)], ids=["tbcast", "torch"])
def test_a_storage_is_the_only_argument(library):
    x = library.ones(2)
    u = x.untyped_storage()
    for call in (
        lambda: library.Tensor(u, 3),
        lambda: library.Tensor(u, 0, (2,), (1,)),
        lambda: library.Tensor(storage=u, device="cpu"),
        lambda: library.Tensor(storage=3),
        lambda: library.FloatTensor(storage=None),
        lambda: x.new(storage=x),
    ):
        with pytest.raises(TypeError, match=r"new\(\) received an invalid combination of arguments - got \("):
            call()


def test_a_storage_that_is_not_aligned_is_refused():
    u = tb.arange(4.0).untyped_storage()[1:]
    for call in (lambda: tb.tensor(u), lambda: tb.Tensor(u), lambda: tb.tensor(u, dtype=tb.int16)):
        with pytest.raises(RuntimeError, match="not aligned"):
            call()
    assert tb.tensor(u, dtype=tb.uint8).shape == (15,)


@pytest.mark.filterwarnings("ignore:TypedStorage is deprecated")
def test_a_typed_storage_that_was_tampered_with_is_refused():
    s = tb.ones(2).storage()
    for name, value in (("dtype", 3), ("_untyped_storage", 3), ("_untyped_storage", tb.ones(2))):
        damaged = tb.TypedStorage(wrap_storage=s.untyped(), dtype=s.dtype)
        setattr(damaged, name, value)
        with pytest.raises(TypeError, match="without a dtype and a storage"):
            tb.tensor(damaged)
    with pytest.raises(TypeError):
        tb._C._register_hooks(typed_storage=3)


def test_weak_references_of_storages():
    x, seen = tb.ones(2), []
    u = x.untyped_storage()
    own = weakref.getweakrefcount(u)  # without a lock a storage knows its object by one

    def ask(ref):
        seen.append((ref(), x.untyped_storage().tolist()))  # another object, not the dying one

    r = weakref.ref(u, ask)
    assert r() is u and weakref.getweakrefcount(u) == own + 1
    del u
    assert r() is None and seen == [(None, x.untyped_storage().tolist())]

    class Own(tb.UntypedStorage):
        pass

    own = Own(3)
    r = weakref.ref(own)
    own.note = 1
    del own
    gc.collect()
    assert r() is None
