"""Threads with small stacks: every function, of few elements and of many in every dtype, needs little."""

import json
from pathlib import Path

import pytest

from children import python
from oracles.dtype_rules import NAMES
from public_names import EXAMPLES
from under_test import MODULE_NAME, STAND_IN

pytestmark = pytest.mark.skipif(STAND_IN, reason="torch needs larger stacks")

HELPERS = Path(__file__).parents[1] / "helpers"
STACK = 1 << 17  # what musl gives a thread

PROGRAM = """
import json, sys, threading, warnings
sys.path.insert(0, {helpers!r})
import {module} as torch
from operands import world

warnings.simplefilter("ignore")
given = json.loads(sys.stdin.read())
torch.set_num_threads(2)

def scope_of(dtype):
    scope = world(torch)
    scope |= {{"x": torch.ones(2, 3), "y": torch.ones(3), "z": torch.ones(3, 2), "o": torch.empty(2, 3)}}
    scope |= {{"i": torch.tensor([[0, 1, 1], [1, 0, 1]]), "j": torch.tensor([[2, 1, 2], [1, 3, 1]])}}
    scope |= {{"m": scope["i"] == 1, "k": torch.tensor([0, 1])}}
    scope |= {{"pick": torch.tensor([0, 1]), "at": torch.tensor([[0, 1], [1, 0]])}}
    scope |= {{"sink": [], "g": torch.Generator(), "data": bytearray(8)}}
    try:
        scope["array"] = __import__("numpy").arange(6.0)
    except ImportError:
        scope["array"] = torch.arange(6.0)
    if dtype:
        dtype = getattr(torch, dtype)
        scope |= {{"dtype": dtype, "a": torch.ones(300, 400, dtype=dtype)}}
        scope |= {{"b": torch.ones(400, 300, dtype=dtype).t(), "c": torch.ones(300, 1, dtype=torch.int16)}}
        scope |= {{"d": torch.ones(20, 30, 5, 40, dtype=dtype)}}
        scope |= {{"t": scope["d"].permute(2, 0, 3, 1)}}
        scope |= {{"n": torch.arange(300), "h": torch.arange(400).remainder(300)}}
        scope |= {{"mask": torch.arange(300 * 400).reshape(300, 400).remainder(3) == 0}}
    return scope

ended = {{}}
def run():
    for dtype, calls in given:
        scope = scope_of(dtype)
        for call in calls:
            print(dtype, call, file=sys.stderr, flush=True)
            try:
                exec(call, dict(scope))
                ended[f"{{dtype}}: {{call}}"] = "value"
            except Exception as error:
                ended[f"{{dtype}}: {{call}}"] = f"{{type(error).__name__}}: {{error}}"

threading.stack_size({stack})
thread = threading.Thread(target=run)
thread.start()
thread.join()
print(json.dumps(ended))
"""

MANY = """
a + b
a + c
t + d.permute(2, 0, 3, 1)
a.add_(c)
torch.where(mask, a, b)
torch.add(a, b, out=torch.empty(400, 300, dtype=dtype).t())
a.to(torch.complex128)
b.to(torch.float16)
t.contiguous()
a.copy_(b)
a.sum()
t.sum((0, 2))
b.mean(1, dtype=torch.float64)
a.prod(0)
t.var(1)
b.std(0)
a.amax(0)
t.amin((1, 3))
t.argmax(1)
a.all(0)
b.any()
torch.logsumexp(t, 1)
a.cumsum(0)
t.cumprod(1)
t.cummax(2)
t.softmax(1)
b.log_softmax(0)
a.sort()
b.sort(0)
t.argsort(2)
a.flatten().sort()
b.topk(3)
a.median()
b.kthvalue(2)
t.mode(1)
a.logcumsumexp(0)
a[n]
b[n, h[:300]]
t[:, n[:20]]
a[mask]
b[mask] = 2
a[n, h[:300]] = b[n, h[:300]]
t.index_select(1, n[:20])
a.index_add(0, n, b)
a.index_copy(0, n, b)
torch.take(b, n)
a.gather(0, h.expand(300, 400))
torch.zeros(300, 400, dtype=dtype).scatter_add(0, h.expand(300, 400), b)
a.masked_fill(mask, 1)
b.masked_select(mask)
b.nonzero()
torch.cat((a, b), 1)
torch.cat((a, c.expand(300, 400)))
torch.stack((b, b), 2)
b.repeat(2, 3)
b.repeat_interleave(2, 0)
t.flip(0, 2)
t.roll((1, 2), (0, 3))
b.tril()
a.triu_(1)
a @ b.t()
b.t() @ b
a @ a[0]
d @ d.transpose(2, 3)
torch.dot(a[0], b[0])
torch.cdist(a, b)
torch.einsum('ij,kj->ik', a, b)
torch.empty(300, 400, dtype=dtype).t().uniform_()
torch.empty(300, 400, dtype=dtype).t().normal_()
torch.arange(3000, dtype=dtype)
torch.linspace(0, 1, 3000, dtype=dtype)
n.bincount(torch.ones(300))
repr(a)
a[:20].tolist()
torch.equal(a, b)
torch.allclose(a, b)
"""


def test_every_function_runs_on_a_thread_with_a_small_stack():
    program = PROGRAM.format(helpers=str(HELPERS), module=MODULE_NAME, stack=STACK)
    given = [("", list(EXAMPLES.values())), *((dtype, MANY.strip().splitlines()) for dtype in NAMES)]
    done = python("-c", program, input=json.dumps(given))
    assert done.returncode == 0, done.stderr.splitlines()[-1]  # the call that ended the process
    ended = json.loads(done.stdout)
    assert len(ended) == sum(len(set(calls)) for _, calls in given)
    unknown = {
        call: end
        for call, end in ended.items()
        if end.startswith(("NameError", "AttributeError", "SyntaxError"))
    }
    assert unknown == {}
    assert [call for call in MANY.strip().splitlines() if ended[f"float32: {call}"] != "value"] == []
    assert sum(end == "value" for end in ended.values()) > 0.8 * len(ended)
