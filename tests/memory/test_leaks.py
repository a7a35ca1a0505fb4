"""Memory: failing calls per error text, succeeding calls per form, calls of everything public, with and
without success, and what they leave.  With --long 100,000 of each, otherwise 3,000.

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
from public_names import EXAMPLES, names, refused_calls
from under_test import MODULE_NAME

HELPERS = Path(__file__).parents[1] / "helpers"

LOOP = """
    import gc, json, resource, sys, warnings
    try:
        import numpy
    except ImportError:
        numpy = None
    sys.path.insert(0, {helpers!r})
    import {module} as torch
    from error_cases import world

    warnings.simplefilter("ignore")

    def resident():
        try:
            with open("/proc/self/statm") as f:
                return int(f.read().split()[1]) * 4096
        except OSError:
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

    def references(scope):
        return {{name: sys.getrefcount(value) for name, value in scope.items()
                if name != "__builtins__"}} | {{"dtype": sys.getrefcount(torch.float32)}}

    total = getattr(sys, "gettotalrefcount", lambda: 0)  # a debug build's

    def has_grown(result, calls):
        return (result["blocks"] > 100 or result["memory"] > 1_000_000 or result["references"] != []
                or result["total"] > max(2, calls // 100))  # `before` and `raised` are two

    def measure(call, calls):
        # how often the call raised is counted too: a loop around a misspelt call would measure nothing
        scope = {{"x": torch.ones(2, 3), "y": torch.ones(3), "z": torch.ones(3, 2), "o": torch.empty(2, 3)}}
        scope |= {{"i": torch.tensor([[0, 1, 1], [1, 0, 1]]), "j": torch.tensor([[2, 1, 2], [1, 3, 1]])}}
        scope |= {{"m": scope["i"] == 1, "k": torch.tensor([0, 1])}}
        scope |= {{"pick": torch.tensor([0, 1]), "at": torch.tensor([[0, 1], [1, 0]])}}
        scope |= {{"sink": [], "g": torch.Generator(), "data": bytearray(8)}}
        if numpy is not None:
            scope["array"] = numpy.arange(6.0)
        of_errors = world(torch)  # some names are in both, and mean what the calls' own list says
        scope = {{**scope, **of_errors}} if {errors} else {{**of_errors, **scope}}
        exec("def loop(n):\\n  raised = 0\\n  for _ in range(n):\\n    try:\\n      " + call +
             "\\n    except Exception as error:\\n      raised += type(error) is not NameError\\n  return "
             "raised", scope)
        loop = scope.pop("loop")
        loop(calls)  # the interpreter's own tables grow for so long now and then
        for again in range(4):  # what leaks does so every time; growth of caches comes to an end
            gc.collect()
            blocks, memory, counts = sys.getallocatedblocks(), resident(), references(scope)
            before = total()
            raised = loop(calls)
            gc.collect()
            after = before if "numpy" in call else total()  # NumPy's wheels do not count theirs
            result = {{"call": call, "raised": raised / calls, "total": after - before,
                      "blocks": sys.getallocatedblocks() - blocks, "memory": resident() - memory,
                      "references": [n for n, c in references(scope).items() if c != counts[n]]}}
            result["grown"] = has_grown(result, calls)
            if not result["grown"]:
                break
        return result

    gc.collect()
    gc.freeze()  # what is there already need not be looked through for each call
    print(json.dumps([measure(call, {calls}) for call in json.loads(sys.stdin.read())]))
"""

SUCCESSES = [
    "torch.from_dlpack(x)",
    "torch.from_dlpack(torch.to_dlpack(x))",
    "torch.from_dlpack(x.__dlpack__(max_version=(1, 0)))",
    "x.__dlpack__(copy=True)",
    "x.__dlpack__(max_version=(1, 3))",
    "x.__dlpack_device__()",
    "torch.from_dlpack(x, copy=True)",
    "torch.asarray(torch.to_dlpack(x), dtype=torch.int8)",
    "x.__array_interface__",
    "x.t().__array_interface__",
    "x + y",
    "x.add(y)",
    "x.add_(y)",
    "x.__iadd__(y)",
    "torch.add(x, y, out=o)",
    "torch.add(x, y, alpha=3)",
    "x + z",
    "x.add_(z)",
    "torch.mul(x, z, out=o)",
    "x * 2",
    "2 / x",
    "1.5 - x",
    "x.to(torch.float16)",
    "x.to(torch.int64) + x",
    "torch.add(x, y, out=torch.empty(0))",
    "torch.add(x, y, out=torch.ones(5))",
    "x.t() + z",
    "x[0]",
    "x[:, 1:]",
    "x[..., None]",
    "x[0] = 1.5",
    "x[:] = y",
    "x[[0, 1]]",
    "x[[0, [1]]]",
    "x[0, [0, 2]]",
    "x[:, torch.tensor([0, -1])]",
    "x[torch.tensor([[0], [1]]), torch.tensor([0, 2])]",
    "x[x.to(torch.bool)]",
    "x[x.to(torch.uint8)]",
    "x[True]",
    "x[..., False, None]",
    "x[torch.tensor([0, 1], dtype=torch.int32)]",
    "x[[0, 1]] = 1.5",
    "x[[1, 0]] = x.clone()",
    "x[x.to(torch.bool)] = 1.5",
    "x[:, [0, 1]] += 0",
    "x.nonzero()",
    "x.nonzero(as_tuple=True)",
    "torch.nonzero(x, out=torch.zeros(1, dtype=torch.int64))",
    "torch.argwhere(x)",
    "torch.where(y)",
    "torch.masked_select(x, y.to(torch.bool))",
    "torch.masked_select(x, y.to(torch.bool), out=torch.ones(1))",
    "x.view(6)",
    "x.untyped_storage()",
    "x.untyped_storage()[3:5][0]",
    "x.storage()[1]",
    "x.storage().tolist()",
    "repr(x.storage())",
    "torch.UntypedStorage([1, 2]).fill_(3).clone()",
    "x.view(torch.int16)",
    "x.view(torch.uint16).to(torch.uint64).tolist()",
    "x.to(torch.uint32).sort().values ^ 1",
    "torch.asarray(x.to(torch.uint16).numpy())",
    "torch.empty(1, 2, 3, 1, memory_format=torch.channels_last)",
    "x.view(1, 2, 3, 1).to(torch.int8, memory_format=torch.channels_last)",
    "x.is_contiguous(memory_format=torch.channels_last)",
    "x.view(dtype=torch.int32)",
    "x.reshape(-1)",
    "x.t().reshape(6)",
    "x.expand(4, 2, 3)",
    "x.permute(1, 0)",
    "x.transpose(0, 1)",
    "x.unsqueeze(0).squeeze(0)",
    "x.as_strided((2,), (1,))",
    "x.clone()",
    "x.t().contiguous()",
    "x.size()",
    "x.shape[0:1] + (2,)",
    "x.stride()",
    "x.tolist()",
    "y[0].item()",
    "x.numel()",
    "x.fill_(2)",
    "x.copy_(y)",
    "x.zero_()",
    "torch.ones(2, 3)",
    "torch.zeros([2, 3], dtype=torch.int8)",
    "torch.empty(())",
    "torch.full((2,), 3)",
    "torch.arange(5)",
    "torch.tensor([[1.0, 2.0], [3.0, 4.0]])",
    "torch.tensor(1j)",
    "torch.ones([1] * 10) + torch.ones([1] * 9)",
    "torch.broadcast_tensors(x, y)",
    "torch.broadcast_shapes((2, 1), 3)",
    "torch.broadcast_to(y, (2, 3))",
    "torch.result_type(x, 2)",
    "torch.promote_types(torch.int8, torch.uint8)",
    "torch.can_cast(torch.int8, torch.bool)",
    "torch.ones_like(x)",
    "torch.rand(3)",
    "torch.randn(3)",
    "torch.FloatTensor(2, 3)",
    "torch.Size([2, 3]).numel()",
    "x.dtype",
    "x.device",
    "f.expand(3, 4).clone()",
    "torch.is_tensor(x)",
    "x.expand_as(x)",
    "bool(y[0])",
    "x.data_ptr()",
    "repr(x.shape)",
    "x.index_select(1, pick)",
    "torch.index_select(x, 0, pick, out=o)",
    "torch.index_select(x, 1, pick.to(torch.int32), out=torch.empty(0))",
    "x.take(pick)",
    "x.t().take(pick)",
    "x.gather(1, at)",
    "torch.gather(x, 1, at, out=torch.ones(3))",
    "torch.take_along_dim(x, at, 1)",
    "torch.take_along_dim(x, at * -7, 1, out=torch.empty(0))",
    "x.index_fill(0, pick, 2)",
    "x.index_fill_(1, pick, y[0])",
    "x.index_copy(0, pick, z.t())",
    "x.index_copy_(0, pick, z.t())",
    "x.index_add_(0, pick, z.t(), alpha=0)",
    "x.half().index_add(0, pick, z.t().half())",
    "x.scatter(1, at, x)",
    "x.scatter_(1, at, 1)",
    "x.half().scatter(1, at, 2, reduce='multiply')",
    "x.scatter_add(1, at, x)",
    "torch.scatter(x, 1, at, src=x, out=torch.ones(4))",
]

# Beside the lists of error_cases.py: calls that follow indices.
REFUSED = [
    "x.index_select(0, at)",
    "x.index_select(1, pick + 2)",
    "torch.index_select(x, 0, pick, out=x)",
    "torch.index_select(x, 0, pick + 5, out=torch.ones(3))",
    "x.take(pick + 5)",
    "x.t().take(pick[:1] + 6)",
    "x.gather(1, at + 2)",
    "torch.gather(x, 1, at + 2, out=torch.ones(3))",
    "torch.take_along_dim(x, at, 0)",
    "torch.take_along_dim(x.t(), pick)",
    "x.index_fill(0, pick + 1, 2)",
    "x.index_fill_(0, pick, 1j)",
    "x.index_copy_(0, pick, x)",
    "x.index_add(0, pick, z.t(), alpha=1e300)",
    "x.index_add(0, pick + 1, z.t(), alpha=2)",
    "x.scatter(1, at + 2, x)",
    "x.half().scatter(1, at + 2, x.half(), reduce='add')",
    "x.scatter_(1, at, 1e300)",
    "x.scatter(1, index=at, value='a')",
    "x.scatter([1], at, 2, reduce='add', more=1)",
    "torch.scatter(x, 1, at, 3, reduce='mean')",
    "x.scatter_add_(1, at, x)",
]


def run(calls, count, errors=False):
    """`errors`: the calls are of error_cases.py and use its names."""
    code = textwrap.dedent(LOOP).format(helpers=str(HELPERS), module=MODULE_NAME, calls=count, errors=errors)
    done = python("-c", code, input=json.dumps(calls), timeout=1800)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def check(results, raised):
    assert [r["call"] for r in results if r["raised"] != raised] == []
    assert [r for r in results if r["grown"]] == []


@pytest.fixture
def count(whole):
    """How often each call is made."""
    return 100_000 if whole else 3_000


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


def test_every_public_name_has_an_example():
    """A new name needs a line in helpers/public_names.py; a name that has gone leaves none."""
    assert set(names()) ^ set(EXAMPLES) == set()


@in_groups(list(EXAMPLES.values()))
def test_everything_public_leaves_memory_as_it_was(calls, count):
    check(run(calls, count), raised=0)


@in_groups(refused_calls())
def test_everything_public_refuses_without_a_trace(calls, count):
    check(run(calls, count), raised=1)


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
