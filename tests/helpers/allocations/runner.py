"""A program: makes calls again and again, their first, second, ... allocation failing, and looks at what is
left.

    python runner.py WHOSE GROUP,GROUP START STEP LIMIT PROGRESS [once]

WHOSE allocations fail: python's, or libc's (of a variant of the extension with failing_allocations.c).  Of
the calls of some groups (calls.py) every STEP-th from START on is made; in a call of more than LIMIT
allocations not each of them fails.  The number and the name of the call under way are in the file PROGRESS,
for the case that it ends the process.  `once`: no failure is repeated to see whether something is left
behind, which takes half of the time and runs no other code.  Printed is a line of JSON for each call: the
number of failures, and the problems.

A call whose allocation failed raises MemoryError, or gives what it gives otherwise (somebody did without the
memory), or the refusal that it gives otherwise.  Its operands are then what they were before or, if the call
writes them, what they are after a call that succeeds: a MemoryError may come after the work, for what follows
it (the result's object, the rest of an expression).  Nothing in between: no sizes of one and values of the
other.  References and blocks of memory are as many as before.
"""

import builtins
import ctypes
import functools
import gc
import json
import os
import re
import sys
import time
import warnings
from pathlib import Path

HELPERS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(HELPERS), str(HELPERS.parents[1] / "src")]
os.environ.pop("TBCAST_REQUIRE_TORCH", None)
sys.modules["torch"] = None  # which some of the helpers would import, to compare with

import operands  # noqa: E402
import tbcast as torch  # noqa: E402
from allocations import calls  # noqa: E402

try:
    import numpy
except ImportError:
    numpy = None

MANY = 1000  # allocations that fail in a row; for ever, ceval.c may unwind for ever (PyLong_FromLong(lasti))
WARM_UP = 12  # calls until the interpreter has specialised its code and filled its caches
SLOW = float(os.environ.get("SLOW_CALLS", 0))  # seconds; names calls that take longer
LOOK_BACK = 64  # allocations after the call among which the failing one is looked for
GROWING = 5  # loops that each leave blocks behind are a leak
# What CPython itself does wrong when its allocations fail, all of it seen without this package.
#
# A warning: setup_context() and do_warn() of Python/_warnings.c read the name of the file although there was
# no memory for it, and the process ends (3.11, 3.13); only where several allocations fail.
# Functions in Python, until 3.11: BUILD_LIST, BUILD_TUPLE and CALL_FUNCTION_EX lose references to what they
# were to hold; take_ownership() of Python/frame.c clears the exception that is on its way, which its callers
# then call a SystemError; warn(stacklevel=2) and a frame's f_back, None then, go on with an exception set.
# From 3.12 on, MAKE_FUNCTION ends the process: PyFunction_NewWithQualName() releases a NULL.
LOSES_REFERENCES = sys.version_info < (3, 12)
LOST_EXCEPTION = re.compile(
    "SystemError: (error return without exception set"
    "|<(function|functools._lru_cache_wrapper) .*> returned NULL without setting an exception"
    "|<(class '.*Warning'|built-in method __new__ of type .*)> returned a result with an exception set)"
)
NO_PYTHON_CODE = sys.version_info >= (3, 12)
# NumPy's functions lose theirs, too: a - b does where its first allocation fails.
LOST_BY_NUMPY = re.compile(
    "SystemError: <(ufunc '.*'|built-in function where)> returned NULL without setting an exception"
)
# save_global() of Modules/_pickle.c says this for whatever the import raises, a MemoryError too.
PICKLES = re.compile("PicklingError: Can't pickle .*: import of module .* failed")

# Until 3.10 an exception that CPython raises comes without its text where there is no memory for it.
LOSES_TEXTS = sys.version_info < (3, 11)

NO_STORAGE = "RuntimeError: DefaultCPUAllocator: can't allocate memory"  # torch's


# ---- whose allocations fail ----


class Pythons:
    """Python's allocators, by CPython's own test module."""

    of_python = True

    def __init__(self):
        import _testcapi

        self.hooked, self.restore = _testcapi.set_nomemory, _testcapi.remove_mem_hooks

    def fail(self, first, stop):
        self.hooked(first - 1, stop - 1)  # which counts from 0

    def failed(self):
        """Has the failing allocation come?  Asked before restore(): if not, it is among the next ones."""
        try:
            for _ in range(LOOK_BACK):
                object()
        except MemoryError:
            return False
        return True

    def explains(self, outcome):
        """May a call raise this for want of memory?"""
        known = outcome.error.startswith("MemoryError") or PICKLES.match(outcome.error)
        return known or (LOSES_TEXTS and outcome.error.endswith("Error: "))

    def blocks(self):
        return sys.getallocatedblocks()


class Libcs:
    """libc's, of the variant with failing_allocations.c."""

    of_python = False

    def __init__(self):
        library = ctypes.CDLL(torch._C.__file__)
        self.library = library
        library.failing_set.argtypes = (ctypes.c_long, ctypes.c_long)
        library.failing_blocks.restype = ctypes.c_long

    def fail(self, first, stop):
        self.library.failing_set(first, stop)

    def restore(self):
        self.library.failing_set(0, 0)

    def failed(self):
        return bool(self.library.failing_count())

    def explains(self, outcome):
        """torch's RuntimeError is what storages give, and assert_close calls it unexpected."""
        if outcome.error.startswith("RuntimeError: Comparing"):
            return outcome.chain[1].startswith(NO_STORAGE)
        return outcome.error.startswith(("MemoryError", NO_STORAGE))

    def blocks(self):
        return self.library.failing_blocks()


# ---- what is the same before and after ----


def bytes_of(storage):
    count = storage.nbytes()
    return (ctypes.c_char * count).from_address(storage.data_ptr()).raw if count else b""


def state(value):
    """Everything about an operand: sizes, strides, where it is, all bytes of its memory."""
    if isinstance(value, torch.Tensor):
        memory = value.untyped_storage()
        address = memory.data_ptr()
        where = (*value.size(), "at", *value.stride(), value.storage_offset(), str(value.dtype))
        return ["tensor", where, address, bytes_of(memory), list(vars(value))]
    if numpy is not None and isinstance(value, numpy.ndarray):
        return ["array", value.shape, value.strides, value.tobytes()]
    if isinstance(value, torch.Generator):
        return ["generator", bytes_of(value.get_state().untyped_storage())]
    if isinstance(value, tuple):
        return ["tuple", *map(state, value)]
    return [type(value).__name__, repr(value) if isinstance(value, (list, bytearray)) else ""]


def without_addresses(found):
    """A state or result as it is in another run."""
    if isinstance(found, dict):
        return {name: without_addresses(part) for name, part in found.items()}
    if isinstance(found, list):
        if found[:1] == ["tensor"]:
            return [*found[:2], *found[3:]]
        return [without_addresses(part) for part in found]
    return found


def is_untouched(before, after):
    """Is an operand what it was?  The memory of a tensor may have grown, behind what was there: of two
    outputs the first one's has, where there is none for the second one's.  Views share it, so that nobody
    takes it back; sizes, strides and values say nothing of it."""
    if before == after:
        return True
    if before[0] == after[0] == "tuple":
        return len(before) == len(after) and all(map(is_untouched, before[1:], after[1:]))
    if before[0] == after[0] == "tensor":
        _, where, _, memory, names = before
        return (where, names) == (after[1], after[4]) and after[3].startswith(memory) and after[3] != memory
    return False


def result_of(value, deep=True):
    """What a result is; without `deep` all but its numbers."""
    if isinstance(value, torch.Tensor):
        facts = [type(value).__name__, str(value.dtype), tuple(value.size()), value.stride()]
        return [*facts, repr(value.tolist()) if value.numel() < 10_000 else ""] if deep else facts
    if isinstance(value, (tuple, list)):
        return [type(value).__name__, *(result_of(part, deep) for part in value)]
    if isinstance(value, dict):
        return {str(key): result_of(part, deep) for key, part in value.items()}
    if isinstance(value, (bool, int, float, complex, str, bytes, type(None))):
        return [type(value).__name__, repr(value) if deep else ""]
    if numpy is not None and isinstance(value, numpy.ndarray):
        return ["ndarray", str(value.dtype), value.shape, value.tolist() if deep else ""]
    return [type(value).__name__]


def text_of(error):
    return f"{type(error).__name__}: {error}"


def chain_of(error):
    """An exception and those that it came from; their frames, which hold operands, are let go."""
    found = []
    while error is not None and error not in found:
        found.append(error.with_traceback(None))
        error = error.__cause__ or error.__context__
    return found


class Outcome:
    """What one call did."""

    def __init__(self):
        self.error = self.result = self.scope = self.next_draw = self.default_dtype = None
        self.chain, self.references = (), {}
        self.failed = False


# ---- calls ----


def hold_what_is_kept(count=17):
    """Tensors and storages that are kept for the next ones, taken away: the call has to allocate its own."""
    return [torch.empty(n) for n in (1, 10, 24, 50, 100, 200, 500, 1000) for _ in range(count)]


class Runner:
    """Makes one call again and again."""

    def __init__(self, allocator, call, limit, once=False):
        self.allocator, self.call, self.limit, self.once = allocator, call, limit, once
        self.problems, self.failures = [], 0
        self.unraisable, self.was_left_out = [], False
        sys.unraisablehook = self.note_unraisable

    def note_unraisable(self, what):
        if type(what.object).__name__ != "generator":  # closing one takes memory
            self.unraisable.append(f"{text_of(what.exc_value)} in {type(what.object).__name__}")

    def attempt(self, first=0, stop=0, fill=None):
        """One call on fresh operands; allocations from `first` on, before `stop`, fail.  `fill`: memory that
        is free holds these bytes."""
        torch.set_default_dtype(torch.float32)
        scope = {"torch": torch, "__builtins__": builtins}
        for name, make in self.call.makers.items():
            scope[name] = make(torch)
        names = list(self.call.makers)
        references = {name: sys.getrefcount(scope[name]) for name in names}
        function = self.call.function(scope)
        torch.manual_seed(0)
        before = {name: state(scope[name]) for name in names}
        held = hold_what_is_kept()
        if fill is not None:
            held += hold_what_is_kept(100)
            for t in held:
                t.untyped_storage().fill_(fill)
            held.clear()
        gc.collect()  # empties CPython's lists of freed objects, too
        outcome = Outcome()
        frame = sys._getframe()  # an object already: take_ownership(), see above, need not make one
        fail, restore, failed = self.allocator.fail, self.allocator.restore, self.allocator.failed
        was_missed = False
        try:
            if first:
                fail(first, stop)
            outcome.result = function()
        except BaseException as error:
            outcome.error = error
        if first:
            try:
                was_missed = not failed()
            finally:
                restore()
        outcome.failed = first and not was_missed
        outcome.chain = [text_of(error) for error in chain_of(outcome.error)]
        outcome.error = outcome.error and outcome.chain[0]
        outcome.before = before
        outcome.scope = {name: state(scope[name]) for name in names}
        outcome.geometry = result_of(outcome.result, deep=False)
        outcome.default_dtype = str(torch.get_default_dtype())
        outcome.next_draw = torch.rand(2).tolist()
        outcome.result = result_of(outcome.result)
        del function, held, frame
        outcome.references = {name: sys.getrefcount(scope[name]) - references[name] for name in names}
        return outcome

    def complain(self, place, what):
        self.problems.append(f"{self.call.name}: {place}: {what}")

    def look_at(self, place, outcome):
        """Judges a call of which an allocation failed."""
        good = self.good
        if self.is_lost(outcome):
            return
        for text in outcome.chain:
            if text.startswith("SystemError"):
                self.complain(place, text)
        if outcome.error is None:
            if good.error:
                self.complain(place, f"is not refused: {good.error}")
            elif self.same_values and outcome.result != good.result:
                self.complain(place, f"another result: {outcome.result!r:.200} and not {good.result!r:.200}")
            elif outcome.geometry != good.geometry:
                self.complain(place, f"another result: {outcome.geometry!r:.200}")
        elif outcome.error != good.error and not self.allocator.explains(outcome):
            self.complain(place, f"{outcome.chain} and not {good.error}")
        self.look_at_operands(place, outcome)
        for text in self.unraisable:
            if self.unraisable_before == []:
                self.complain(place, f"unraisable: {text}")
        self.unraisable.clear()

    def is_lost(self, outcome):
        """Has CPython lost an exception, or NumPy?  What was to be seen of it went with it."""
        if any(map(LOST_BY_NUMPY.fullmatch, outcome.chain)):
            return True
        return self.is_leaky and self.runs_python and any(map(LOST_EXCEPTION.fullmatch, outcome.chain))

    def look_at_operands(self, place, outcome):
        good = self.good
        may_be_before = outcome.error is not None
        for name, after in outcome.scope.items():
            if may_be_before and is_untouched(outcome.before[name], after):
                continue
            if without_addresses(after) == without_addresses(good.scope[name]) or not self.same_values:
                continue
            self.complain(place, f"{name} is neither what it was nor what it becomes: {after!r:.300}")
        untouched = (torch.float32.__repr__(), self.first_draw)
        draws = (good.next_draw, *((self.first_draw,) if may_be_before else ()))
        if outcome.next_draw not in draws and self.same_draws:
            self.complain(place, "the default generator is between two calls")
        if outcome.default_dtype not in (good.default_dtype, untouched[0]):
            self.complain(place, f"the default dtype is {outcome.default_dtype}")
        changed = [n for n, c in outcome.references.items() if c not in (0, good.references[n])]
        if changed and not self.is_leaky:
            self.complain(place, f"references to {changed}: {outcome.references} more")

    def learn(self):
        """Calls without failures: what is right."""
        for _ in range(WARM_UP):
            self.good = self.attempt()
        self.unraisable_before, self.unraisable[:] = self.unraisable[:], []
        torch.manual_seed(0)
        self.first_draw = torch.rand(2).tolist()
        one, other = self.attempt(fill=0x00), self.attempt(fill=0xEE)  # what nobody initialises differs
        self.same_values = (one.result, without_addresses(one.scope)) == (
            other.result,
            without_addresses(other.scope),
        )
        seeds = "torch.manual_seed" in self.call.name  # between seeding and drawing it is neither
        self.same_draws = one.next_draw == other.next_draw and not seeds
        self.same_error = one.error == other.error == self.good.error
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            self.attempt()
        self.warns = bool(found)
        self.runs_python = runs_python(self.attempt)
        # CPython's own leaks, where its allocators fail
        self.is_leaky = (
            self.allocator.of_python and LOSES_REFERENCES and (self.runs_python or self.call.builds)
        )

    def places(self):
        """Numbers of allocations that fail; all of the first half of the limit, then ever fewer."""
        place, step = 1, 1
        while True:
            yield place
            if place >= self.limit // 2:
                step = max(1, place * 2 // self.limit)
            place += step

    def stops(self, place):
        """Where allocations succeed again: after the one that fails, or long after it."""
        return (place + 1,) if self.warns and self.allocator.of_python else (place + 1, place + MANY)

    def loop(self, judge=False):
        """Each allocation fails once, and then it and all that follow."""
        for place in self.places():
            for stop in self.stops(place):
                outcome = self.attempt(place, stop)
                if judge:
                    until = "" if stop == place + 1 else " and all that follow"
                    self.look_at(f"allocation {place}{until}", outcome)
                if stop == place + 1 and not outcome.failed:
                    return
                self.failures += judge
            if len(self.problems) > 20:
                return

    def run(self):
        others = [*calls.OF_CPYTHON, *calls.OF_NUMPY]
        if self.allocator.of_python and any(text in self.call.name for text in others):
            self.was_left_out = True
            return
        self.learn()
        if self.allocator.of_python and self.runs_python and NO_PYTHON_CODE:
            self.was_left_out = True
            return
        if not self.same_error:
            self.complain("without failures", "two calls, two errors")
            return
        self.loop(judge=True)
        if self.problems or self.is_leaky or self.once:
            return
        counted = [self.growth(lambda: None) for _ in range(GROWING)]
        nothing = [max(of_one) for of_one in zip(*counted, strict=True)]  # what counting itself leaves
        for _ in range(GROWING):
            grown = [a - b for a, b in zip(self.growth(self.loop), nothing, strict=True)]
            if max(grown) <= 0:
                return
        self.complain(self.where_it_grows(nothing), f"left behind, each time: {grown} blocks, references")

    def growth(self, function):
        """Blocks of memory and, in a debug build, references that a function leaves behind."""
        total = getattr(sys, "gettotalrefcount", int)
        if any(name in self.call.name for name in ("numpy", "arr", "np.")):
            total = int  # NumPy's wheels do not count theirs
        self.clean()
        blocks, references = self.allocator.blocks(), total()
        function()
        self.clean()
        return self.allocator.blocks() - blocks, total() - references

    def clean(self):
        gc.collect()
        getattr(sys, "_clear_type_cache", int)()  # holds names that were looked up, a few thousand

    def repeat(self, place, stop):
        for _ in range(10):
            self.attempt(place, stop)

    def where_it_grows(self, nothing):
        """The allocation after whose failure something is left."""
        found = []
        for place in self.places():
            for stop in self.stops(place):
                outcome = self.attempt(place, stop)
                grown = self.growth(functools.partial(self.repeat, place, stop))
                if max(a - b for a, b in zip(grown, nothing, strict=True)) >= 10:
                    found.append(f"{place}" + ("" if stop == place + 1 else " and all that follow"))
                if stop == place + 1 and not outcome.failed:
                    return f"allocations {', '.join(found[:10])}"


def runs_python(attempt):
    """Does an attempt run functions in Python beside what is called and what makes its operands?"""
    own, seen = {__file__, calls.__file__, operands.__file__}, set()

    def look(frame, event, _):
        code = frame.f_code
        if event == "call" and code.co_filename not in own and code.co_name not in ("call", "world"):
            seen.add(code)

    sys.setprofile(look)
    try:
        attempt()
    finally:
        sys.setprofile(None)
    return bool(seen)


def main(whose, groups, start, step, limit, progress, *once):
    warnings.simplefilter("ignore")
    allocator = {"python": Pythons, "libc": Libcs}[whose]()
    known = {**calls.GROUPS, "faulty": calls.faulty}
    made = [call for group in groups.split(",") for call in known[group]()]
    file = os.open(progress, os.O_WRONLY | os.O_CREAT, 0o600)
    gc.collect()
    gc.freeze()  # what is there already need not be looked through for each call
    for number in range(int(start), len(made), int(step)):
        call = made[number]
        os.pwrite(file, f"{number} {call.name}\n".ljust(4000).encode(), 0)
        runner = Runner(allocator, call, int(limit), once=once == ("once",))
        began = time.process_time()
        runner.run()
        found = {"calls": 1, "left out": int(runner.was_left_out), "failures": runner.failures}
        took = round(time.process_time() - began, 3)
        if SLOW and took > SLOW:
            print(took, runner.failures, call.name, file=sys.stderr)
        print(json.dumps({**found, "problems": runner.problems}), flush=True)


if __name__ == "__main__":
    import faulthandler

    faulthandler.enable()
    main(*sys.argv[1:])
