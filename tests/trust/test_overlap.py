"""All views of one small memory as operands and outputs of each other: the result is that of copies, or the
call is refused, as PyTorch refuses it, and nothing is written.

Copies are what the same call makes of operands that share nothing.  An element of memory that is written more
than once (`as_strided` makes outputs with strides such as (1, 1), which PyTorch leaves to the caller) holds
one of the values that belong there.  Without PyTorch a refusal is judged by where the operands lie."""

import itertools
import math
import random
import re

import pytest

from under_test import STAND_IN, first_line, needs_torch, tb, torch

pytestmark = pytest.mark.skipif(STAND_IN, reason="PyTorch writes what depends on the order of its loops")

ELEMENTS = 8
APART = [1, 2, 4, 8, 16, 32, 64, 128]  # each sum is a sum of others only once
INDICES = [1, 0, 2, 0, 1, 1, 0, 2]  # small sizes have most of them

REFUSED = "RuntimeError: unsupported operation: "
CLONE = "a single memory location. Please clone() the tensor before performing the operation."
INTERNAL = f"{REFUSED}more than one element of the written-to tensor refers to {CLONE}"
SHARED = f"{REFUSED}some elements of the input tensor and the written-to tensor refer to {CLONE}"
NUMBER = re.compile(r"\d+")
OPERAND = re.compile(r"RuntimeError: output with shape .* doesn't match the broadcast shape")

# ---- views ----


def strides_of(size):
    """0 to 4 along each dimension; two for one of a single element, where they move nothing."""
    return itertools.product(*[(1, 3) if n == 1 else range(5) for n in size])


def cells(view):
    """Where a view's elements lie, in their order."""
    size, stride, offset = view
    return [
        offset + sum(i * step for i, step in zip(index, stride, strict=True))
        for index in itertools.product(*map(range, size))
    ]


VIEWS = [
    (size, stride, offset)
    for size in [(), (0,), (1,), (2,), (3,), (2, 1), (2, 2), (2, 3)]
    for stride in strides_of(size)
    for offset in range(ELEMENTS)
    if all(cell < ELEMENTS for cell in cells((size, stride, offset)))
]
CELLS = [cells(view) for view in VIEWS]
OF_SIZE = {}
for number, (size, *_) in enumerate(VIEWS):
    OF_SIZE.setdefault(size, []).append(number)


class Memory:
    """One storage of a library and two Tensors for each view of it."""

    def __init__(self, library, beyond=0):
        self.library = library
        self.whole = library.tensor(APART + [0] * beyond)[:ELEMENTS]
        self.views, self.others = ([self.whole.as_strided(*view) for view in VIEWS] for _ in range(2))
        self.values = {tuple(values): library.tensor(values) for values in (APART, INDICES)}

    def fill(self, values):
        """Every call begins with these."""
        self.whole.copy_(self.values[tuple(values)])

    def take_back(self, v):
        """Where the elements of a written view are now; an output that was resized is made anew."""
        t = self.views[v]
        if (tuple(t.shape), t.stride()) == VIEWS[v][:2]:
            return CELLS[v]
        self.views[v] = self.whole.as_strided(*VIEWS[v])
        return cells((tuple(t.shape), t.stride(), t.storage_offset()))


# ---- calls ----

# a and b are read, c and d written, by `out=` or because the call is theirs.
ARITHMETIC = """
    c.add_(a); c.copy_(a); c.sub_(a, alpha=2); c.neg_(); c.clamp_(min=a); c[...] = a; c.fill_(a);
    c.addcmul_(a, b); c.bitwise_xor_(a); c.mul_(c); torch.add(a, b, out=c); torch.mul(a, 3, out=c);
    torch.neg(a, out=c); torch.where(a > 4, a, b, out=c); torch.addcmul(a, a, b, out=c);
    torch.maximum(a, b, out=c); torch.clamp(a, max=b, out=c);
    torch.sum(a, -1, out=c); torch.sum(a, (), out=c); torch.amax(a, -1, out=c); torch.prod(a, 0, out=c);
    torch.argmax(a, -1, out=c); torch.max(a, -1, out=(c, d)); torch.aminmax(a, dim=0, out=(c, d));
    torch.cumsum(a, -1, out=c); torch.cumprod(a, 0, out=c); c.cumsum_(0); torch.cummax(a, -1, out=(c, d));
    torch.sort(a, -1, out=(c, d)); torch.topk(a, 2, out=(c, d));
    torch.median(a, 0, out=(c, d)); torch.nanmedian(a, -1, out=(c, d)); torch.kthvalue(a, 2, out=(c, d));
    torch.mode(a, 0, out=(c, d)); torch.nansum(a, -1, out=c);
    torch.cat([a, b], out=c); torch.cat([a, b, a], -1, out=c); torch.stack([a, b], out=c);
    torch.tril(a, out=c); c.tril_(); torch.arange(3, out=c); torch.zeros(2, 3, out=c); torch.eye(2, out=c);
    torch.matmul(a, b, out=c); torch.mm(a, b, out=c); torch.mv(a, b, out=c); torch.dot(a, b, out=c);
    torch.addmm(a, b, b, out=c); torch.outer(a, b, out=c)
"""
INDEXING = """
    c[a] = 7; c[a] = b; c[a.bool()] = 7; c.scatter_(0, a, b); c.scatter_(-1, a, 7);
    c.scatter_add_(0, a, b); c.index_add_(0, a, b); c.index_copy_(0, a, b); c.index_fill_(0, a, 7);
    c.masked_fill_(a > 0, 7); torch.index_select(a, 0, b, out=c); torch.gather(a, 0, b, out=c);
    torch.gather(a, -1, b, out=c); torch.take(a, b, out=c); torch.take_along_dim(a, b, -1, out=c);
    torch.nonzero(a, out=c); torch.masked_select(a, b > 0, out=c); torch.scatter(a, 0, b, 7, out=c);
    torch.index_add(a, 0, b, a, out=c)
"""
ADD_UP = ("cumsum_", "add_(0", "add(a, 0", "mul_(c)")


class Call:
    """A call, as its text names it."""

    def __init__(self, text, values):
        self.text, self.values = text, values
        letters = set(re.findall(r"\b[abcd]\b", text))
        self.reads = sorted(letters & {"a", "b"})
        self.writes = sorted(letters & {"c", "d"})
        self.in_place = "out=" not in text
        body = text if "] = " not in text else re.sub(r"(.*)\[(.*)\] = (.*)", r"\1.__setitem__(\2, \3)", text)
        self.run = eval(f"lambda torch, a=None, b=None, c=None, d=None: {body}")
        self.adds_up = any(name in text for name in ADD_UP)


def calls(text, values):
    return [Call(" ".join(part.split()), values) for part in text.split(";")]


CALLS = {call.text: call for call in calls(ARITHMETIC, APART) + calls(INDEXING, INDICES)}


def outcome(call, library, operands):
    """None, or what was raised; warnings of outputs of another size are not looked at."""
    try:
        call.run(library, **operands)
    except Exception as error:
        return f"{type(error).__name__}: {first_line(error)}"
    return None


def outcome_of_copies(call, memory, places):
    """What the call makes of operands that share nothing: the error, or size and elements of each output.

    Operands keep their strides (of equal indices the one that comes last wins), but for outputs that have
    several elements at one place."""
    memory.fill(call.values)
    operands = {name: memory.whole.clone().as_strided(*VIEWS[v]) for name, v in places.items()}
    for name in call.writes:
        if not call.in_place:
            operands[name] = memory.library.empty(0, dtype=memory.whole.dtype)
        elif len(set(CELLS[places[name]])) < len(CELLS[places[name]]):
            operands[name] = operands[name].clone(memory_format=memory.library.contiguous_format)
    error = outcome(call, memory.library, operands)
    if error:
        return error, None
    return None, [(tuple(operands[name].shape), flat(operands[name])) for name in call.writes]


def flat(t):
    return t.reshape(-1).tolist()


def may_be_refused(reads, written):
    """Does an output share memory with another operand, or with itself?"""
    for n, v in enumerate(written):
        if any(size > 1 and step == 0 for size, step in zip(*VIEWS[v][:2], strict=True)):
            return True
        for other in [*reads, *written[:n], *written[n + 1 :]]:
            places = CELLS[v], CELLS[other]
            if other == v or (all(places) and max(map(min, places)) <= min(map(max, places))):
                return True
    return False


def is_resized(written, results):
    """Is an output of another size than its result? Where it comes to lie then is another matter."""
    return results is None or any(VIEWS[v][0] != size for v, (size, _) in zip(written, results, strict=True))


def on_memory(call, memory, reads, written, one_object=False):
    """The error, where outputs are, the whole memory afterwards; operands on one view may be one object."""
    memory.fill(call.values)
    read_from = memory.views if one_object else memory.others
    operands = {name: read_from[v] for name, v in reads.items()}
    operands |= {name: memory.views[v] for name, v in written.items()}
    error = outcome(call, memory.library, operands)
    return error, [memory.take_back(v) for v in written.values()], memory.whole.tolist()


def wrong_with(call, error, places, after, copies, reads, written):
    """Why this is neither the copies' result nor a refusal that changed nothing; None if it is."""
    error_of_copies, results = copies
    if error is not None:
        if after != call.values or places != [CELLS[v] for v in written.values()]:
            return f"{error}, and it has changed something"
        if any(reads[name] == v for name in reads for v in written.values()) and OPERAND.match(error):
            return None  # an output that is an operand is not resized
        if NUMBER.sub("n", error) == NUMBER.sub("n", error_of_copies or ""):
            return None  # of several indices that are out of bounds the layout decides which is named
        if error not in (INTERNAL, SHARED):
            return f"{error}, which of copies is {error_of_copies}"
        outputs = list(written.values())
        if not may_be_refused(list(reads.values()), outputs) and not is_resized(outputs, results):
            return "refused, although nothing is shared"
        return None
    if error_of_copies is not None:
        return f"no error, but of copies {error_of_copies}"
    allowed = [{value} for value in call.values]
    taken = set()
    if [len(place) for place in places] != [len(values) for _, values in results]:
        return f"outputs at {places}, of copies {results}"
    for place, (_, values) in zip(places, results, strict=True):
        for cell, value in zip(place, values, strict=True):
            if cell < ELEMENTS:
                allowed[cell] = allowed[cell] | {value} if cell in taken else {value}
                taken.add(cell)
                if call.adds_up and len(set(place)) < len(place):  # no copy is like that
                    allowed[cell] = {after[cell]}
    if all(value in values for value, values in zip(after, allowed, strict=True)):
        return None
    return f"{after}, of copies {allowed}"


# ---- which operands ----


def some_of(rng, lists, most):
    """All tuples of one element of each list, or `most` of them."""
    total = math.prod(map(len, lists)) if lists else 0
    numbers = range(total) if total <= most else rng.sample(range(total), most)
    for number in numbers:
        chosen = []
        for among in lists:
            number, at = divmod(number, len(among))
            chosen.append(among[at])
        yield tuple(chosen)


def cases(call, memory, rng, most):
    """(reads, written, what copies give): `most` of every combination of sizes, few of what does not fit."""
    names = call.reads + (call.writes if call.in_place else [])
    for sizes in itertools.product(OF_SIZE, repeat=len(names)):
        among = [OF_SIZE[size] for size in sizes] or [[None]]
        tried = [
            outcome_of_copies(call, memory, dict(zip(names, views, strict=False)))[0]
            for views in some_of(rng, among, 3)
        ]
        few = all(error is not None for error in tried)
        for views in some_of(rng, among, min(most, 30) if few else most):
            places = dict(zip(names, views, strict=False))
            reads = {name: places[name] for name in call.reads}
            copies = outcome_of_copies(call, memory, places)
            if call.in_place:
                yield reads, {"c": places["c"]}, copies
                continue
            at_once = max(2, most // math.prod(map(len, among)))
            fitting = [OF_SIZE.get(size, []) for size, _ in copies[1] or ()]
            for outputs in itertools.chain(
                some_of(rng, fitting, at_once), [[rng.randrange(len(VIEWS)) for _ in call.writes]]
            ):
                if len(set(outputs)) == len(outputs):  # tests/call/test_pairs_of_outputs.py has the others
                    yield reads, dict(zip(call.writes, outputs, strict=True)), copies


# ---- the tests ----

ALL = 1_000_000


@pytest.fixture(autouse=True)
def no_fallback():
    tb.backcompat.pointwise_fallback.enabled = False  # as in PyTorch; conftest.py puts it back


@pytest.fixture(scope="module")
def memory():
    return Memory(tb)


@pytest.fixture(scope="module")
def theirs():
    # nonzero writes past the end of an output that shares memory with its operand (seen with 2.13).
    return Memory(torch, beyond=64)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("text", CALLS)
def test_a_call_on_shared_memory_gives_what_copies_give_or_writes_nothing(text, memory, whole):
    call, wrong, count = CALLS[text], [], 0
    every = len(call.reads + call.writes) < 3 or text == "torch.add(a, b, out=c)"
    most = (ALL if every else 3000) if whole else 5  # of a combination of sizes
    for reads, written, copies in cases(call, memory, random.Random(text), most):
        for one_object in (False, True) if set(reads.values()) & set(written.values()) else (False,):
            count += 1
            found = on_memory(call, memory, reads, written, one_object)
            if why := wrong_with(call, *found, copies, reads, written):
                shown = {name: VIEWS[v] for name, v in {**reads, **written}.items()}
                wrong.append(f"{shown}: {why}")
    assert not wrong, f"{len(wrong)} of {count} calls are wrong:\n" + "\n".join(wrong[:8])
    assert count > 5


DIFFERENT = {  # (ours, PyTorch's): it looks at the views that it copies or multiplies on the way
    "torch.addmm(a, b, b, out=c)": {(None, "shared")},
    "torch.outer(a, b, out=c)": {(None, "shared"), ("shared", None)},
    "torch.index_select(a, 0, b, out=c)": {(None, "shared")},
    "torch.take_along_dim(a, b, -1, out=c)": {("shared", None)},
    "c[a] = 7": {(None, "shared"), ("other", "shared")},  # the index is c itself
    "c[a] = b": {(None, "shared"), ("other", "shared")},
}


def told(error):
    """Refused for which of the two reasons; other errors are compared by other tests."""
    for name, text in (("internal", INTERNAL), ("shared", SHARED)):
        if error == text:
            return name
    return None if error is None else "other"


def differs(call, ours, theirs, reads, written, results):
    """Is a call refused by one library alone, where it is not known to be?"""
    if ours == theirs or is_resized(written, results):
        return False
    if ours == "internal":  # PyTorch writes to some expanded outputs, and may find the other reason first
        return False
    if (ours, theirs) in DIFFERENT.get(call.text, ()):
        return False
    # PyTorch follows indices that it has written itself.
    return "shared" in (ours, theirs)


@needs_torch
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("text", CALLS)
def test_what_is_refused_is_what_torch_refuses(text, memory, theirs, whole):
    call, wrong, count = CALLS[text], [], 0
    for reads, written, (_, results) in cases(call, memory, random.Random(text), 1000 if whole else 3):
        for one_object in (False, True) if set(reads.values()) & set(written.values()) else (False,):
            count += 1
            ours, torchs = (told(on_memory(call, m, reads, written, one_object)[0]) for m in (memory, theirs))
            if differs(call, ours, torchs, list(reads.values()), list(written.values()), results):
                shown = {name: VIEWS[v] for name, v in {**reads, **written}.items()}
                wrong.append(f"{shown}, one object: {one_object}: {ours}, in torch {torchs}")
    assert not wrong, f"{len(wrong)} of {count} calls differ:\n" + "\n".join(wrong[:8])


def test_the_check_notices_what_is_wrong(memory):
    """Of c.add_(a): what was not written, what was beside it, refusals after writing and without a reason."""
    call, view = CALLS["c.add_(a)"], ((2,), (2,), 1)
    c, a = VIEWS.index(view), VIEWS.index(((2,), (2,), 0))
    reads, written = {"a": a}, {"c": c}
    copies = outcome_of_copies(call, memory, {"a": a, "c": c})
    right = [1, 3, 4, 12, 16, 32, 64, 128]
    assert on_memory(call, memory, reads, written) == (None, [[1, 3]], right)
    for error, places, after in (
        (None, [[1, 3]], APART),
        (None, [[1, 3]], [*right[:7], 0]),
        (None, [[1, 2]], right),
        (SHARED, [[1, 3]], right),
        ("RuntimeError: something else", [[1, 3]], APART),
    ):
        assert wrong_with(call, error, places, after, copies, reads, written)
    far = {"a": VIEWS.index(((2,), (1,), 6))}
    assert wrong_with(call, SHARED, [[1, 3]], APART, copies, far, written).startswith("refused")


@pytest.mark.parametrize(
    "types", [("int64", "int32"), ("int32", "int64"), ("int16", "int64")], ids=" as ".join
)
def test_views_as_another_type_give_what_copies_give_or_write_nothing(types):
    """The same address is not the same element."""
    written = 0
    for size in [(1,), (2,), (3,), (2, 2)]:
        for v, w in itertools.product(OF_SIZE[size], repeat=2):
            if len(set(CELLS[w])) < len(CELLS[w]):
                continue
            memory = tb.tensor(APART)
            source, target = (
                memory.view(getattr(tb, name)).as_strided(*VIEWS[view])
                for name, view in zip(types, (v, w), strict=True)
            )
            before, expected = memory.clone(), (source.clone() * 3).to(target.dtype)
            wanted = memory.clone()
            wanted.view(target.dtype).as_strided(*VIEWS[w]).copy_(expected)
            try:
                tb.mul(source, 3, out=target)
            except RuntimeError as error:
                assert f"RuntimeError: {first_line(error)}" in (SHARED, INTERNAL)
                assert tb.equal(memory, before)
            else:
                written += 1
                assert tb.equal(memory, wanted), (VIEWS[v], VIEWS[w])
    assert written > 1000


def test_another_type_far_ahead_in_the_same_memory():
    """More elements than one tile: what is written early must not be read later."""
    memory = tb.arange(40_000)
    source, target = memory.view(tb.int32)[::2][:20_000], memory[::2]
    wanted = source.clone() * 3
    assert tb.equal(tb.mul(source, 3, out=target), wanted.to(tb.int64))
