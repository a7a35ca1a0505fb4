"""No tensor reaches outside its memory, whatever numbers it is made of: `as_strided`, views, pickles, saved
files, DLPack, array interfaces and buffers, with all small numbers and with those at the ends of 64 bits.

Python's integers, which have no end, say where the first and the last byte of a tensor lie."""

import ctypes
import io
import itertools
import math
import pickle
import random
import re
from types import SimpleNamespace

import pytest

from dlpack_makers import FLOAT, INT, Producer
from saved_files import Call, file_of, storage, tensor
from tbcast import _pickling
from under_test import STAND_IN, needs_torch, tb, torch

pytestmark = pytest.mark.skipif(STAND_IN, reason="storages know their memory in tbcast")

ENDS = [0, 1, 2, 7, 8, 9, 2**31, 2**32 + 1, 2**61, 2**62, 2**63 - 1, -1, -2, -(2**63)]
BEYOND = [2**63, 2**64, -(2**63) - 1]  # no sizes of a tensor at all
REFUSALS = (BufferError, OverflowError, RuntimeError, TypeError, ValueError)


def reach(sizes, strides):
    """The lowest and the highest element from the first one, None where there are none."""
    if 0 in sizes:
        return None
    steps = [(n - 1) * step for n, step in zip(sizes, strides, strict=True)]
    return sum(s for s in steps if s < 0), sum(s for s in steps if s > 0)


def outside(t):
    """What is wrong with the place of a tensor; None if all of it lies in its storage."""
    sizes, strides, offset = tuple(t.shape), t.stride(), t.storage_offset()
    if (
        any(n < 0 for n in sizes)
        or offset < 0
        or math.prod(sizes) > 2**63 - 1
        or t.numel() != math.prod(sizes)
    ):
        return f"sizes {sizes}, offset {offset}"
    found = reach(sizes, strides)
    if found is None:
        return None
    memory = t.untyped_storage()
    first, last = (offset + n for n in found)
    if first < 0 or (last + 1) * t.itemsize > memory.nbytes():
        return f"elements {first} to {last} of {memory.nbytes()} bytes"
    if t.data_ptr() != memory.data_ptr() + offset * t.itemsize or memory.data_ptr() + memory.nbytes() > 2**64:
        return f"{t.data_ptr():#x} is not at {offset} of {memory.data_ptr():#x}"
    return None


class Tally:
    """What was taken, what was refused and what is wrong."""

    def __init__(self):
        self.taken, self.refused, self.wrong = 0, 0, []

    def try_(self, make, said):
        """Make a tensor or be refused."""
        try:
            t = make()
        except REFUSALS:
            self.refused += 1
            return None
        self.taken += 1
        if why := outside(t):
            self.wrong.append(f"{said}: {why}")
        return t

    def finish(self, least=1):
        """Both must have happened, or the numbers are not good ones."""
        assert not self.wrong, f"{len(self.wrong)} reach outside:\n" + "\n".join(self.wrong[:8])
        assert min(self.taken, self.refused) >= least


def small():
    """All sizes up to 3, strides from -1 to 4 and offsets around a memory of 8, of up to two dimensions."""
    for ndim in range(3):
        for sizes in itertools.product(range(-1, 4), repeat=ndim):
            for strides in itertools.product(range(-1, 5), repeat=ndim):
                for offset in (-1, 0, 1, 2, 5, 7, 8, 9):
                    yield sizes, strides, offset


def extreme(whole, seed):
    """Sizes, strides and offsets of ENDS: all of one dimension, of two and three a part, of two the whole."""
    for n, step, offset in itertools.product(ENDS, repeat=3):
        yield (n,), (step,), offset
    rng = random.Random(seed)
    if whole:
        for a, b, c, d, offset in itertools.product(ENDS, ENDS, ENDS, ENDS, ENDS[:11]):
            yield (a, b), (c, d), offset
    for _ in range(20_000 if whole else 2000):
        ndim = rng.choice([2, 2, 3, 5])
        sizes, strides = (tuple(rng.choices(ENDS, k=ndim)) for _ in range(2))
        yield sizes, strides, rng.choice([0, 0, 1, *ENDS])


BASES = {
    "all of it": lambda library: library.arange(8, dtype=library.int16),
    "a part": lambda library: library.arange(11, dtype=library.int32)[2:7:2],
    "one element": lambda library: library.ones(1, dtype=library.float64)[0],
    "nothing": lambda library: library.ones(0),
    "a buffer": lambda library: library.frombuffer(bytearray(30), dtype=library.int16, count=3, offset=6),
}


@pytest.mark.parametrize("base", BASES)
def test_as_strided_stays_inside(base, whole):
    t, tally = BASES[base](tb), Tally()
    for sizes, strides, offset in itertools.chain(small(), extreme(whole, base)):
        tally.try_(lambda: t.as_strided(sizes, strides, offset), (sizes, strides, offset))  # noqa: B023
        if offset == 0:
            tally.try_(lambda: t.as_strided(sizes, strides), (sizes, strides))  # noqa: B023
    tally.finish(100)


def outcome(make):
    """The type of the exception, or sizes, strides and offset."""
    try:
        t = make()
    except Exception as error:
        return type(error).__name__
    return tuple(t.shape), t.stride(), t.storage_offset()


@needs_torch
@pytest.mark.parametrize("base", BASES)
def test_as_strided_takes_and_refuses_what_torch_does(base, whole):
    ours, theirs = BASES[base](tb), BASES[base](torch)
    chosen = itertools.chain(small(), extreme(whole, base))
    for sizes, strides, offset in chosen if whole else itertools.islice(chosen, 0, None, 7):
        extreme_numbers = max(map(abs, (*sizes, *strides, offset))) > 100
        if min(sizes, default=0) < 0 or math.prod(sizes) > 2**63 - 1 or (0 in sizes and extreme_numbers):
            continue  # products wrap round in PyTorch, of what has no elements
        told = [outcome(lambda t=t: t.as_strided(sizes, strides, offset)) for t in (ours, theirs)]  # noqa: B023
        assert told[0] == told[1], (sizes, strides, offset)


VIEWS = """
    t.narrow(0, a, b); t.select(0, a); t[a:b]; t[a:b:c]; t[a]; t.split(a); t.chunk(b); t.unbind(a);
    t.expand(a, 8); t.expand(a, b, 8); t.view(a, b); t.reshape(a, b); t.unflatten(0, (a, b));
    t.view(2, 4).diagonal(a); t.view(2, 4).narrow(1, a, b); t.view(2, 4)[a:b, c]; t.transpose(a, b);
    t.movedim(a, b); t.unsqueeze(a); t.squeeze(a); t.view(torch.float64); t[4:].view(torch.int64);
    t.split([a, b, c]); t.flatten(a, b); t.view(2, 4).select(1, a); t.index_select(0, torch.tensor([a]));
    t.view(4, 2).permute(a, b); t.untyped_storage()[a:b]; t.unfold(0, a, b); t.view(2, 4).unfold(a, b, c);
    t.tensor_split((a, b)); t.view(2, 4).tensor_split([a, b], c); t.view(2, 4).hsplit(a);
    t.hsplit((a, b, c)); t.split_with_sizes([a, b, c]); t.clone().as_strided_((a, b), (1, c));
    t.view(2, 4).narrow_copy(a, b, c); t.view(2, 4).diag(a);
    torch.view_as_complex(t.float().unfold(0, 2, a)); torch.view_as_real(t.view(2, 4).cfloat()[:, a:b])
"""


def names_in(text):
    return set(re.findall(r"\b[abc]\b", text))


@pytest.mark.parametrize("text", [" ".join(text.split()) for text in VIEWS.split(";")])
def test_views_stay_inside(text):
    t, call, taken = tb.arange(8, dtype=tb.int16), eval(f"lambda torch, t, a, b, c: {text}"), 0
    numbers = [-9, -8, -3, -2, -1, 0, 1, 2, 3, 4, 5, 7, 8, 9, 2**31, 2**62, 2**63 - 1, -(2**63), *BEYOND]
    for a, b, c in itertools.product(*[numbers if x in names_in(text) else [0] for x in "abc"]):
        try:
            found = call(tb, t, a, b, c)
        except (IndexError, *REFUSALS):
            continue
        for view in [found] if hasattr(found, "data_ptr") else found:
            taken += 1
            if isinstance(view, tb.UntypedStorage):
                start = view.data_ptr() - t.data_ptr()
                assert view.nbytes() == 0 or 0 <= start <= start + view.nbytes() <= 16
            else:
                assert outside(view) is None, (a, b, c)
    assert taken


# ---- new memory ----


def test_new_memory_is_as_large_as_its_strides_reach(whole):
    tally = Tally()
    for sizes, strides, _ in itertools.chain(small(), extreme(whole, "new")):
        if reach(sizes, strides) and (1 << 24) < reach(sizes, strides)[1] < 2**50:
            continue  # it could be had
        tally.try_(lambda: tb.empty_strided(sizes, strides, dtype=tb.int16), (sizes, strides))  # noqa: B023
        tally.try_(lambda: tb.ones(2).new_empty_strided(sizes, strides), (sizes, strides))  # noqa: B023
    tally.finish(100)


@pytest.mark.parametrize("dtype", [tb.uint8, tb.int16, tb.float64, tb.complex128], ids=str)
def test_resizing_makes_memory_or_is_refused(dtype):
    tally = Tally()
    for sizes in itertools.chain(
        *[itertools.product(ENDS, repeat=ndim) for ndim in (1, 2)], [(ENDS[6],) * 60]
    ):
        if (1 << 20) < math.prod(sizes) < 2**50 and min(sizes) >= 0:
            continue
        t = tb.ones(3, 2, dtype=dtype).t()
        if tally.try_(lambda: t.resize_(sizes), sizes) is None:  # noqa: B023
            assert (tuple(t.shape), t.stride()) == ((2, 3), (1, 2)) and t.sum() == 6
    tally.finish(10)


# ---- pickles and files ----

DTYPES = [tb.uint8, tb.int16, tb.float32, tb.float64, tb.complex128]


class Forged:
    """What pickles as a tensor on a storage, at this place."""

    def __init__(self, *parts):
        self.parts = parts

    def __reduce__(self):
        return _pickling._rebuild_tensor, self.parts


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_pickles_stay_inside(dtype, whole):
    memory, tally = tb.arange(30, dtype=tb.uint8).untyped_storage(), Tally()
    for n, (sizes, strides, offset) in enumerate(itertools.chain(small(), extreme(whole, str(dtype)))):
        parts = memory, dtype, offset, sizes, strides
        tally.try_(lambda: _pickling._rebuild_tensor(*parts), parts)  # noqa: B023
        if n % 50 == 0 or whole:
            tally.try_(lambda: pickle.loads(pickle.dumps(Forged(*parts))), parts)  # noqa: B023
    tally.finish(100)


def test_saved_files_stay_inside(whole):
    tally = Tally()
    chosen = list(itertools.chain(small(), extreme(False, "file")))
    for sizes, strides, offset in chosen if whole else random.Random(1).sample(chosen, 700):
        for kind, numel in (("Float", 4), ("ComplexDouble", 1), ("Byte", 16)):
            of = storage(f"@torch.{kind}Storage", numel=numel)
            data = file_of(tensor(offset, sizes, strides, of=of))
            tally.try_(lambda: tb.load(io.BytesIO(data)), (kind, offset, sizes, strides))  # noqa: B023
        untyped = storage("@torch.storage.UntypedStorage", numel=16)
        v3 = Call(
            "torch._utils._rebuild_tensor_v3",
            *(untyped, offset, sizes, strides, False, None, "@torch.int16"),
        )
        tally.try_(lambda: tb.load(io.BytesIO(file_of(v3))), (offset, sizes, strides))  # noqa: B023
    tally.finish(20)


# ---- memory of others: it is as long as its maker says, and the tensor is where the maker says ----


def place(t):
    """First and last address of a tensor."""
    lowest, highest = reach(tuple(t.shape), t.stride())
    return t.data_ptr() + lowest * t.itemsize, t.data_ptr() + (highest + 1) * t.itemsize - 1


@pytest.mark.parametrize("code_and_bits", [(INT, 8), (INT, 64), (FLOAT, 16)])
def test_dlpack_takes_what_lies_in_64_bits_where_the_maker_says(code_and_bits, whole):
    code, bits = code_and_bits
    memory, tally = ctypes.create_string_buffer(64), Tally()
    first = ctypes.addressof(memory)
    chosen = list(itertools.chain(small(), extreme(False, bits)))
    for sizes, strides, offset in chosen if whole else random.Random(bits).sample(chosen, 1500):
        for address in (first, 2**64 - 64):
            begin = offset * 8 % 2**64  # aligned: it is not copied
            said = {"shape": sizes, "strides": strides, "byte_offset": begin, "address": address}
            producer = Producer(memory, **said, code=code, bits=bits)
            t = tally.try_(lambda: tb.from_dlpack(producer), said)  # noqa: B023
            if t is None or t.numel() == 0:
                continue
            _, highest = reach(sizes, [step if n > 1 else 0 for n, step in zip(sizes, strides, strict=True)])
            start = address + begin
            assert place(t) == (start, start + (highest + 1) * bits // 8 - 1), said
            assert place(t)[1] < 2**64
    tally.finish(100)


class Interface:
    """An object with an array interface and nothing else."""

    def __init__(self, **said):
        self.__array_interface__ = {"version": 3, **said}


def test_array_interfaces_on_a_buffer_stay_inside_it(whole):
    tally = Tally()
    chosen = list(itertools.chain(small(), extreme(False, "array")))
    for sizes, strides, offset in chosen if whole else random.Random(2).sample(chosen, 3000):
        if math.prod(sizes) > 1 << 16 and 0 <= offset < 30:
            offset = 8 * (offset % 3)  # what is not aligned is copied
        for typestr, width in (("<i2", 2), ("|u1", 1), ("<f8", 8)):
            buffer = bytearray(30)
            start = tb.frombuffer(buffer, dtype=tb.uint8).data_ptr()
            said = {
                "shape": sizes,
                "typestr": typestr,
                "strides": tuple(step * width for step in strides),
                "data": buffer,
                "offset": offset,
            }
            t = tally.try_(lambda: tb.asarray(Interface(**said)), said)  # noqa: B023
            if t is not None and t.numel() and t.data_ptr() == start + offset:  # else it is a copy, aligned
                assert start <= place(t)[0] <= place(t)[1] < start + 30, said
            if t is not None and t.numel():
                lowest, highest = reach(sizes, strides)
                assert offset >= 0 and lowest == 0 and offset + (highest + 1) * width <= 30, said
    tally.finish(100)


def test_array_interfaces_at_an_address_end_before_the_last_one():
    memory, tally = ctypes.create_string_buffer(64), Tally()
    for sizes, strides, _ in extreme(False, "address"):
        for address in (0, ctypes.addressof(memory), 2**63, 2**64 - 16):
            steps = tuple(step * 2 for step in strides)
            said = {"shape": sizes, "typestr": "<i2", "strides": steps, "data": (address, False)}
            t = tally.try_(lambda: tb.asarray(Interface(**said)), said)  # noqa: B023
            if t is not None and t.numel():
                assert place(t)[0] == address > 0 and place(t)[1] < 2**64, said
    tally.finish(50)


def test_buffers_are_read_within_their_bytes():
    tally = Tally()
    numbers = [*range(-2, 20), *ENDS, *BEYOND]
    for dtype, nbytes in itertools.product(DTYPES, (0, 1, 7, 16, 17)):
        buffer = bytearray(nbytes)
        for count, offset in itertools.product(numbers, repeat=2):
            said = dtype, nbytes, count, offset
            t = tally.try_(lambda: tb.frombuffer(buffer, dtype=dtype, count=count, offset=offset), said)  # noqa: B023
            if t is not None and t.numel():
                start = tb.frombuffer(buffer, dtype=tb.uint8).data_ptr()
                assert start <= place(t)[0] <= place(t)[1] < start + nbytes, said
    tally.finish(100)


def test_strided_buffers_and_arrays_stay_inside():
    np = pytest.importorskip("numpy")
    memory, tally = np.arange(8, dtype=np.int16), Tally()
    lowest, highest = memory.ctypes.data, memory.ctypes.data + memory.nbytes
    views = [
        memory[a:b:c] for a, b, c in itertools.product(range(-9, 10), range(-9, 10), (-3, -2, -1, 1, 2, 3))
    ]
    views += [
        view.reshape(2, -1)[a:b, ::c]
        for view in views
        if view.size % 2 == 0 and view.size
        for a, b, c in ((0, 2, 1), (1, 2, -1), (0, 1, 2))
    ]
    for view in views:
        for take in (tb.from_numpy, tb.asarray, tb.as_tensor):
            t = tally.try_(lambda: take(view), (view.shape, view.strides))  # noqa: B023
            if t is not None:
                assert t.tolist() == view.tolist()
            if t is not None and t.numel() and t.data_ptr() == view.ctypes.data:
                assert lowest <= place(t)[0] <= place(t)[1] < highest
    tally.finish(100)


# ---- the check itself ----


def test_the_check_notices_what_lies_outside():
    whole = tb.arange(8, dtype=tb.int16)

    def claimed(shape, stride, offset=0, numel=None, address=None):
        return SimpleNamespace(
            shape=shape,
            stride=lambda: stride,
            storage_offset=lambda: offset,
            numel=lambda: math.prod(shape) if numel is None else numel,
            itemsize=2,
            untyped_storage=whole.untyped_storage,
            data_ptr=lambda: whole.data_ptr() + 2 * offset if address is None else address,
        )

    assert (
        outside(whole) is None
        and outside(claimed((8,), (1,))) is None
        and outside(claimed((0,), (9,), 9)) is None
    )
    for wrong in (
        claimed((9,), (1,)),
        claimed((8,), (1,), 1),
        claimed((2,), (8,)),
        claimed((2,), (-1,)),
        claimed((1,), (1,), -1),
        claimed((-1,), (1,)),
        claimed((2**62, 4), (0, 0), numel=0),
        claimed((2,), (2**63 - 1,)),
        claimed((1,), (1,), address=whole.data_ptr() + 2),
    ):
        assert outside(wrong)
