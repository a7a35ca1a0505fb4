"""Memory: failing calls per error text, succeeding calls per form, calls of everything public, with and
without success, and what they leave.  With --long 20,000 of each, otherwise 3,000.

Each group runs in a process of its own and counts four things around every loop, after a warm-up: blocks of
Python's allocator, the resident memory, the references to every operand and, where Python is a debug build,
all references there are.
"""

import json
import textwrap
from pathlib import Path

import pytest

from children import python
from error_cases import ALL
from operands import available
from ordinary_calls import OBJECTS, REFUSED, SUCCESSES
from public_names import EXAMPLES, names, refused_calls
from under_test import MODULE_NAME

HELPERS = Path(__file__).parents[1] / "helpers"

LOOP = """
    import gc, json, sys, warnings
    sys.path.insert(0, {helpers!r})
    import {module} as torch
    from operands import fresh, world
    from process_memory import resident

    warnings.simplefilter("ignore")

    def references(scope):
        return {{name: sys.getrefcount(value) for name, value in scope.items()
                if name != "__builtins__"}} | {{"dtype": sys.getrefcount(torch.float32)}}

    total = getattr(sys, "gettotalrefcount", lambda: 0)  # a debug build's

    def has_grown(result, calls):
        return (result["blocks"] > 100 or result["memory"] > 1_000_000 or result["references"] != []
                or result["total"] > max(2, calls // 100))  # `before` and `raised` are two

    def measure(call, calls):
        # how often the call raised is counted too: a loop around a misspelt call would measure nothing
        scope = fresh(torch)
        of_errors = world(torch)  # some names are in both, and mean what the calls' own list says
        scope = {{**scope, **of_errors}} if {errors} else {{**of_errors, **scope}}
        exec("def loop(n):\\n  raised = 0\\n  for _ in range(n):\\n    try:\\n      " + call +
             "\\n    except Exception as error:\\n      raised += type(error) is not NameError\\n  return "
             "raised", scope)
        loop = scope.pop("loop")
        loop(calls)  # the interpreter's own tables grow for so long now and then
        for again in range(8):  # what leaks does so every time; growth of caches comes to an end
            gc.collect()
            blocks, memory, counts = sys.getallocatedblocks(), resident(), references(scope)
            before = total()
            raised = loop(calls)
            gc.collect()
            # NumPy's wheels do not count theirs
            after = before if "numpy" in call or "array" in call else total()
            result = {{"call": call, "raised": raised / calls, "total": after - before,
                      "blocks": sys.getallocatedblocks() - blocks, "memory": resident() - memory,
                      "references": [n for n, c in references(scope).items() if c != counts[n]]}}
            result["grown"] = has_grown(result, calls)
            if not result["grown"]:
                break
        return result

    {watching}
    gc.collect()
    gc.freeze()  # what is there already need not be looked through for each call
    print(json.dumps([measure(call, {calls}) for call in json.loads(sys.stdin.read())]))
"""


WATCHING = {
    "a policy": "watched = torch.broadcast_policy('warn'); watched.__enter__()",
    "an audit": "import tbcast.audit; watched = tbcast.audit.tensors(); watched.__enter__()",
}
"""What asks about every broadcast, for the whole process."""
BROADCAST_INDICES = [
    *("c[torch.arange(3)[:, None], torch.arange(3)]", "c[[[0], [1]], torch.arange(2)]"),
    *("c[torch.arange(3)[:, None], torch.arange(3)] = 1", "c[[[0], [1]], [0, 1]] = 2"),
    "c.index_put_((torch.arange(3)[:, None], torch.arange(3)), torch.ones(()))",
    *("torch.ones(4, 1) + torch.ones(4)", "torch.mul(torch.ones(4, 1), torch.ones(4), out=torch.empty(0))"),
    "torch.where(torch.ones(4, 1) > 0, torch.ones(4), 0)",
]
"""Calls that are asked about, `c` of (4, 4)."""


def run(calls, count, errors=False, watching=""):
    """`errors`: the calls are of error_cases.py and use its names; `watching`: a key of WATCHING."""
    code = textwrap.dedent(LOOP).format(
        helpers=str(HELPERS),
        module=MODULE_NAME,
        calls=count,
        errors=errors,
        watching=WATCHING.get(watching, ""),
    )
    done = python("-c", code, input=json.dumps(calls), timeout=1800)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def check(results, raised):
    assert [r["call"] for r in results if r["raised"] != raised] == []
    assert [r for r in results if r["grown"]] == []


@pytest.fixture
def count(whole):
    """How often each call is made."""
    return 20_000 if whole else 3_000


def in_groups(calls, per_process=200):
    """Marks a test to run with some of the calls at a time, in a process each."""
    groups = -(-len(calls) // per_process)
    return pytest.mark.parametrize("calls", [calls[i::groups] for i in range(groups)], ids=range(groups))


def test_the_measurement_notices_a_leak():
    result = run(["sink.append(bytes(100))", "sink.append(x)", "x + y"], 20_000)
    assert result[0]["blocks"] > 15_000
    assert result[0]["memory"] > 1_000_000
    assert result[1]["references"] == ["x"]
    with pytest.raises(AssertionError):
        check(result, raised=0)
    check(result[2:], raised=0)


@in_groups([bad.call for bad in ALL])
def test_failing_calls_do_not_grow_memory(calls, count):
    check(run(calls, count, errors=True), raised=1)


@in_groups(REFUSED)
def test_refused_indices_do_not_grow_memory(calls, count):
    check(run(calls, count), raised=1)


@in_groups(SUCCESSES)
def test_succeeding_calls_do_not_grow_memory(calls, count):
    check(run(calls, count), raised=0)


@pytest.mark.full
@pytest.mark.parametrize("watching", WATCHING)
def test_calls_that_are_watched_do_not_grow_memory(watching, count):
    """Everything that succeeds, and broadcasts that a policy has something to say about."""
    broadcasts = [
        call.replace("c", "torch.zeros(4, 4)", 1) if call[0] == "c" else call for call in BROADCAST_INDICES
    ]
    check(run([*broadcasts, *SUCCESSES], count // 10, watching=watching), raised=0)


@pytest.mark.full
@pytest.mark.parametrize("watching", WATCHING)
def test_refused_calls_that_are_watched_do_not_grow_memory(watching, count):
    """What is refused before, while and after a policy is asked."""
    check(run([bad.call for bad in ALL], count // 30, errors=True, watching=watching), raised=1)
    check(run(REFUSED, count // 30, watching=watching), raised=1)


@pytest.mark.full
@pytest.mark.parametrize("watching", WATCHING)
def test_calls_of_objects_that_are_watched_do_not_grow_memory(watching, count):
    calls = [call for call in OBJECTS if available(call)]
    assert [r for r in run(calls, count // 10, watching=watching) if r["grown"]] == []


@pytest.mark.full
@in_groups([call for call in OBJECTS if available(call)])
def test_calls_of_objects_do_not_grow_memory(calls, count):
    """Some succeed once only: x is another one then."""
    assert [r for r in run(calls, count) if r["grown"]] == []


def test_every_public_name_has_an_example():
    """A new name needs a line in helpers/public_names.py; a name that has gone leaves none."""
    assert set(names()) ^ set(EXAMPLES) == set()


@pytest.mark.sample(5)
@in_groups(list(EXAMPLES.values()))
def test_everything_public_leaves_memory_as_it_was(calls, count):
    check(run(calls, count), raised=0)


@pytest.mark.sample(5)
@in_groups(refused_calls())
def test_everything_public_refuses_without_a_trace(calls, count):
    check(run(calls, count), raised=1)


LIVES = """
    import gc, json, sys, warnings, weakref
    sys.path.insert(0, {helpers!r})
    import {module} as torch
    from operands import fresh, world

    warnings.simplefilter("ignore")

    class Memory(bytearray):
        pass

    lives = []

    def foreign(t):
        # the same tensor on memory whose end is seen
        if not t.is_contiguous():
            return t
        memory = Memory(bytes(t.numel() * t.element_size()))
        lives.append(weakref.ref(memory))
        return torch.frombuffer(memory, dtype=t.dtype).view(t.shape).copy_(t)

    def foreign_operands():
        named = {{**world(torch), **fresh(torch), "short": torch.tensor([0, 1], dtype=torch.int32)}}
        return {{name: foreign(t) if isinstance(t, torch.Tensor) else t for name, t in named.items()}}

    def is_kept(call):
        lives.clear()
        scope = foreign_operands()
        for _ in range(2):
            try:
                exec(call, scope)
            except Exception:
                pass
        scope.clear()
        gc.collect()
        return any(life() is not None for life in lives)

    gc.collect()
    gc.freeze()
    print(json.dumps([call for call in json.loads(sys.stdin.read()) if is_kept(call)]))
"""


def kept(calls):
    """Those after which memory of operands that nobody has any more is not given back."""
    code = textwrap.dedent(LIVES).format(helpers=str(HELPERS), module=MODULE_NAME)
    done = python("-c", code, input=json.dumps(calls), timeout=1800)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def test_memory_that_is_kept_is_noticed():
    assert kept(["x + y", "torch.keep = x[0]", "x.mul_(2)"]) == ["torch.keep = x[0]"]


def test_no_call_keeps_the_memory_of_its_operands():
    """A storage that is held once too often shows nowhere else while its tensor is there."""
    of_short = ["x[short]", "x[short] = 1.5", "x.index_select(0, short)", "x.index_add_(0, short, x)"]
    calls = [*of_short, *SUCCESSES, *REFUSED, *OBJECTS, *EXAMPLES.values(), *(bad.call for bad in ALL)]
    assert kept(calls) == []


def test_warnings_turned_into_errors_do_not_grow_memory(count):
    calls = [
        f"warnings.simplefilter('error'); {call}" for call in ("x + z", "x.add_(z)", "torch.add(x, z, out=o)")
    ]
    check(run([f"import warnings; {c}" for c in calls], count), raised=1)


def test_large_results_are_given_back():
    check(
        run(
            [
                "torch.ones(1000, 1000) + torch.ones(1000)",
                "torch.ones(300, 300).t().contiguous()",
                "torch.ones(70, 70).add_(torch.ones(70, 70, dtype=torch.float64).t())",
            ],
            60,
        ),
        raised=0,
    )
