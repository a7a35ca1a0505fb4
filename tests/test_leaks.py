"""Memory: 100,000 failing calls per error text, 100,000 succeeding calls per form, and what they leave.

Each group runs in a process of its own and counts three things around every loop, after a warm-up: blocks of
Python's allocator, the resident memory, and the references to every operand.
"""

import json
import textwrap
from pathlib import Path

import pytest

from children import python
from error_cases import ALL
from forms import BINARY
from under_test import MODULE_NAME

HELPERS = Path(__file__).parent / "helpers"
CALLS = 100_000

LOOP = """
    import gc, json, resource, sys, warnings
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

    def measure(call, calls):
        # how often the call raised is counted too: a loop around a misspelt call would measure nothing
        scope = world(torch)
        scope |= {{"x": torch.ones(2, 3), "y": torch.ones(3), "z": torch.ones(3, 2), "o": torch.empty(2, 3)}}
        scope["sink"] = []
        exec("def loop(n):\\n  raised = 0\\n  for _ in range(n):\\n    try:\\n      " + call +
             "\\n    except Exception as error:\\n      raised += type(error) is not NameError\\n  return "
             "raised", scope)
        loop = scope.pop("loop")
        loop(min(calls, 3000))
        gc.collect()
        blocks, memory, counts = sys.getallocatedblocks(), resident(), references(scope)
        raised = loop(calls)
        gc.collect()
        return {{"call": call, "raised": raised / calls,
                "blocks": sys.getallocatedblocks() - blocks, "memory": resident() - memory,
                "references": [n for n, c in references(scope).items() if c != counts[n]]}}

    print(json.dumps([measure(call, {calls}) for call in json.loads(sys.stdin.read())]))
"""

SUCCESSES = [
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
    "x.view(6)",
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
]


def run(calls, count):
    code = textwrap.dedent(LOOP).format(helpers=str(HELPERS), module=MODULE_NAME, calls=count)
    done = python("-c", code, input=json.dumps(calls), timeout=900)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def check(results, raised):
    assert [r["call"] for r in results if r["raised"] != raised] == []
    grown = [r for r in results if r["blocks"] > 100 or r["memory"] > 1_000_000 or r["references"]]
    assert grown == []


GROUPS = 6


def test_the_measurement_notices_a_leak():
    result = run(["sink.append(bytes(100))", "sink.append(x)", "x + y"], 20_000)
    assert result[0]["blocks"] > 15_000
    assert result[0]["memory"] > 1_000_000
    assert result[1]["references"] == ["x"]
    with pytest.raises(AssertionError):
        check(result, raised=0)
    check(result[2:], raised=0)


@pytest.mark.parametrize("group", range(GROUPS))
def test_failing_calls_do_not_grow_memory(group):
    check(run([bad.call for bad in ALL][group::GROUPS], CALLS), raised=1)


@pytest.mark.parametrize("group", range(2))
def test_succeeding_calls_do_not_grow_memory(group):
    names = [name for row in BINARY for name in (row.name, *row.aliases)]
    forms = [f"torch.{n}(x, y)" for n in names] + [f"x.{n}_(y)" for n in names]
    check(run((SUCCESSES + forms)[group::2], CALLS), raised=0)


def test_warnings_turned_into_errors_do_not_grow_memory():
    calls = [
        f"warnings.simplefilter('error'); {call}" for call in ("x + z", "x.add_(z)", "torch.add(x, z, out=o)")
    ]
    check(run([f"import warnings; {c}" for c in calls], 20_000), raised=1)


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
