"""Whoever reads, compiles or traces a function under audit finds what its author wrote, and no more."""

import ast
import dis
import functools
import gc
import inspect
import io
import linecache
import re
import sys
import textwrap
import threading
import traceback
import types
import warnings
import weakref

import pytest

from tbcast import audit
from tbcast.audit import _watch
from tbcast.audit._all_front_ends import everything
from tbcast.audit._rewriting.rewrite import GLOBALS, HELPER, rewritten_code
from tbcast.audit.recorder import Recorder
from under_test import STAND_IN

if STAND_IN:
    pytest.skip("torch has no audit", allow_module_level=True)

PROGRAM = """
def scaled(n, x):
    return x + n * 2

def pairs(x):
    return scaled(3, x[:, None]) - x

def broken(x):
    y = scaled(2, x)
    print("a break", end="")
    return pairs(y) * 2

class Point:
    "A point."
    size = 2 * 3
    def __init__(self, x=1 + 1): self.x = x
    def __add__(self, other): return Point(self.x + other.x)
    def __getitem__(self, k): return self.x * k
    @property
    def twice(self): return self.x * 2
    @staticmethod
    def less(a, b): return a < b
    @classmethod
    def made(cls, *xs, scale=2): return [cls(x * scale) for x in xs]
    class Inner:
        def minus(self, a, b): return a - b

def numbers(n):
    k = yield n + 1
    while k:
        k = yield k * 2

async def waits(n):
    return n * 2

def counter(start):
    total = start
    def count(by=1):
        nonlocal total
        total = total + by
        return total
    return count

def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)

def fails(x):
    return (x +
            1 / 0)

double = lambda x: x * 2
"""


def made(rewrites, source=PROGRAM):
    """The names of the program."""
    file = f"<compiled {len(source)}>"
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    module = types.ModuleType("compiled_program")
    sys.modules["compiled_program"] = module
    if rewrites:
        vars(module)[HELPER] = _watch.watched
        exec(rewritten_code(source, file), vars(module))
    else:
        exec(compile(source, file, "exec"), vars(module))
    return module


def both(look, source=PROGRAM):
    """What `look` finds of the program as it is, and under audit; with the warnings."""
    found = []
    for rewrites in (False, True):
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            if rewrites:
                with everything(Recorder()):
                    answer = look(made(True, source))
            else:
                answer = look(made(False, source))
        found.append((answer, [str(one.message) for one in warned]))
    return found


# ---- what Python itself shows ----


def functions_of(owner):
    for value in vars(owner).values():
        value = getattr(value, "fget", None) or getattr(value, "__func__", value)
        if isinstance(value, types.FunctionType) and value.__module__ == "compiled_program":
            yield value
        elif isinstance(value, type) and value.__module__ == "compiled_program":
            yield from functions_of(value)


def shown(module):
    for function in [*functions_of(module), module.counter(3)]:
        code, text = function.__code__, io.StringIO()
        dis.dis(code, file=text)
        yield inspect.getsource(function), str(inspect.signature(function)), code.co_consts[1:2]
        yield code.co_names, code.co_varnames, code.co_freevars, code.co_code, code.co_firstlineno
        yield [line for line in text.getvalue().splitlines() if "code object" not in line]


def test_code_names_source_and_bytecode_are_the_authors():
    native, audited = both(lambda module: list(shown(module)))
    assert native == audited and len(native[0]) >= 3 * 15


def test_a_class_has_the_names_that_its_author_wrote():
    native, audited = both(lambda module: [list(vars(kind)) for kind in (module.Point, module.Point.Inner)])
    assert native == audited


def used(module):
    a, b = module.Point(), module.Point(5)
    yield (a + b).x, a[3], a.twice, a.less(1, 2), [p.x for p in module.Point.made(1, 2, scale=3)]
    yield module.Point.Inner().minus(3, 1), module.Point.__doc__, module.Point.size
    numbers = module.numbers(4)
    yield (
        next(numbers),
        numbers.send(5),
        numbers.send(7),
        list(numbers),
        numbers.__name__,
        numbers.__qualname__,
    )
    waits = module.waits(4)
    with pytest.raises(StopIteration) as done:
        waits.send(None)
    yield done.value.value, inspect.iscoroutinefunction(module.waits)
    count = module.counter(3)
    yield count(), count(by=4), count.__closure__[0].cell_contents, count.__defaults__
    yield module.double(4), module.depth(300)
    with pytest.raises(TypeError) as wrong:
        module.scaled(1)
    yield str(wrong.value)
    with pytest.raises(ZeroDivisionError) as failed:
        module.fails(1)
    yield [(one.name, one.lineno, one.line) for one in traceback.extract_tb(failed.tb)][1:]


def test_what_functions_do_is_the_same():
    native, audited = both(lambda module: list(used(module)))
    assert native == audited


def test_recursion_is_as_deep_as_it_was():
    """CPython from 3.11 on takes none of C's stack for it."""
    deep = 3000 if sys.version_info < (3, 11) else 50_000

    def look(module):
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(deep + 2000)
        try:
            return module.depth(deep), module.depth(10)
        finally:
            sys.setrecursionlimit(limit)

    native, audited = both(look)
    assert native == audited


def test_a_tracer_sees_the_same_lines():
    def look(module):
        lines = []

        def trace(frame, event, _):
            if frame.f_code.co_filename.startswith("<compiled"):
                lines.append((frame.f_code.co_name, frame.f_lineno, event))
                return trace
            return None

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            module.scaled(1, 2), module.counter(1)(), module.Point.made(1), list(module.numbers(0))
        finally:
            sys.settrace(before)
        return lines

    native, audited = both(look)
    assert native == audited and len(native[0]) > 20


def test_another_code_is_run_as_it_is():
    def look(module):
        module.scaled.__code__ = (lambda n, x: ("changed", n, x)).__code__
        module.double.__defaults__ = (21,)
        copy = types.FunctionType(module.pairs.__code__, {"scaled": lambda n, x: 1})
        return module.scaled(1, 2), module.double(), copy.__code__ is module.pairs.__code__

    native, audited = both(look)
    assert native == audited and native[0] == (("changed", 1, 2), 42, True)


def test_nothing_keeps_functions_alive():
    with everything(Recorder()):
        module = made(True)
        count = module.counter(3)
        count()
        held = type("Held", (), {})()
        module.scaled.__defaults__ = (held,)
        module.scaled(1, 2)
        dead = weakref.ref(count), weakref.ref(module.scaled), weakref.ref(held)
        del count, module.scaled, held
        gc.collect()  # which alone frees functions in a free-threaded build
        assert [one() for one in dead] == [None] * 3


def test_threads_and_decorators_are_audited():
    np = pytest.importorskip("numpy")
    source = """
        import functools
        def decorated(function):
            @functools.wraps(function)
            def run(*args): return function(*args)
            return run
        @decorated
        @functools.lru_cache
        def size(x=(3,)): return (np.ones((*x, 1)) - np.ones(x)).shape
        def bug(x, y): return x - y
        results = [size()]
        closure = (lambda y: lambda x: x - y)(np.ones(3))
    """
    with audit.numpy() as found:
        module = types.ModuleType("compiled_program")
        vars(module).update({**GLOBALS, "np": np})
        exec(rewritten_code(textwrap.dedent(source), "<decorated>"), vars(module))
        thread = threading.Thread(target=module.bug, args=(np.ones((3, 1)), np.ones(3)))
        thread.start()
        thread.join()
        module.closure(np.ones((3, 1)))
        functools.partial(module.bug, np.ones((4, 1)))(np.ones(4))
    assert [(one.line, one.count) for one in found.findings()] == [(9, 1), (10, 2), (12, 1)]


def test_functions_that_ran_unwatched_run_as_the_author_wrote_them():
    np = pytest.importorskip("numpy")
    module = made(True, "def bug(x, y): return x - y\n")
    x, y = np.ones((3, 1)), np.ones(3)
    module.bug(x, y)
    with audit.numpy() as found:
        module.bug(x, y)
    module.bug(x, y)
    assert [one.count for one in found.findings()] == [1]


@pytest.mark.parametrize("given", [(), (1, 2), (compile("1", "", "eval"),), (compile("1", "", "eval"), 1)])
def test_only_code_is_taken(given):
    with pytest.raises(TypeError, match="two code objects"):
        _watch.set_instrumented(*given)


def test_equal_functions_of_one_line_are_told_apart_or_are_one():
    source = "fs = [lambda x: x + 1, lambda x: x + 1, lambda x: x + 2]\n"
    native, audited = both(lambda module: [f(1) for f in module.fs], source)
    assert native == audited


def test_warnings_of_the_compiler_are_given_once():
    source = "def f(x): return x is 1 or x * 2\n"
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        rewritten_code(source, "<warned>")
    with warnings.catch_warnings(record=True) as native:
        warnings.simplefilter("always")
        compile(ast.parse(source), "<warned>", "exec")
    assert [str(one.message) for one in warned] == [str(one.message) for one in native] and len(native) == 1


# ---- Numba ----


def test_numba_compiles_what_the_author_wrote():
    numba = pytest.importorskip("numba", reason="there is no Numba")
    np = pytest.importorskip("numpy")
    source = """
        import numba
        @numba.njit
        def dot(a, b):
            s = 0.0
            for i in range(len(a)):
                s += a[i] * b[i] - b[i] // 2
            return s
        @numba.vectorize
        def twice(x): return 2 * x + 1
        def later(a): return a[:, None] - a
    """

    def look(module):
        x = np.arange(4.0)
        return module.dot(x, x), module.twice(x).tolist(), numba.njit(module.later)(x).tolist()

    native, audited = both(look, textwrap.dedent(source))
    assert native == audited


# ---- PyTorch ----

MODEL = """
import torch

def scaled(n, x):
    return x + n * 2

def pairs(x):
    return scaled(3, x[:, None].transpose(0, 1)) - x

def broken(x):
    y = scaled(2, x)
    print("", end="")
    return pairs(y) * 2

class Model(torch.nn.Module):
    def forward(self, x):
        columns = x[:, None].permute(1, 0) + x.unsqueeze(0).T
        return x * 2 + columns.sum() - x.reshape(-1, 1).swapaxes(0, 1) + x.half()

class Scripted(torch.nn.Module):
    def forward(self, x):
        return x * 2 - x[:, None].transpose(0, 1) + x
"""


def compiled_by_dynamo(torch, name, **options):
    from torch._dynamo.testing import CompileCounter

    def look(module):
        torch._dynamo.reset()
        counter = CompileCounter()
        run = torch.compile(getattr(module, name), backend=counter, **options)
        return run(torch.ones(3)).tolist(), counter.frame_count, counter.op_count

    return look


def _unmangled(graph):
    """Without the numbers that tell classes of one name apart."""
    return re.sub(r"___torch_mangle_\d+\.", "", str(graph))


def traced(torch):
    x = torch.ones(3)

    def exported(strict):
        return lambda module: str(torch.export.export(module.Model(), (x,), strict=strict).graph)

    def dynamic(module):
        shapes = {"x": {0: torch.export.Dim("n", min=2)}}
        return str(torch.export.export(module.Model(), (torch.ones(5),), dynamic_shapes=shapes).graph)

    def proxied(mode):
        from torch.fx.experimental.proxy_tensor import make_fx

        return lambda module: str(make_fx(module.Model(), tracing_mode=mode)(x).graph)

    return {
        "compile": compiled_by_dynamo(torch, "pairs"),
        "compile, fullgraph": compiled_by_dynamo(torch, "pairs", fullgraph=True),
        "compile, a break": compiled_by_dynamo(torch, "broken"),
        "export": exported(False),
        "export, strict": exported(True),
        "export, dynamic": dynamic,
        "fx": lambda module: str(torch.fx.symbolic_trace(module.Model()).graph),
        "make_fx": proxied("real"),
        "make_fx, symbolic": proxied("symbolic"),
        "vmap": lambda module: torch.vmap(module.Scripted())(torch.ones(2, 3)).tolist(),
        "grad": lambda module: torch.func.grad(lambda x: module.Scripted()(x).sum())(x).tolist(),
        "jit.trace": lambda module: _unmangled(torch.jit.trace(module.Scripted(), (x,)).graph),
        "jit.script": lambda module: _unmangled(torch.jit.script(module.Scripted()).graph),
    }


@pytest.mark.parametrize(
    "how",
    [
        *("compile", "compile, fullgraph", "compile, a break", "export", "export, strict", "export, dynamic"),
        *("fx", "make_fx", "make_fx, symbolic", "vmap", "grad", "jit.trace", "jit.script"),
    ],
)
def test_a_tracer_of_pytorch_finds_what_it_finds_without_an_audit(how):
    torch = pytest.importorskip("torch")
    native, audited = both(traced(torch)[how], MODEL)
    assert native == audited


def test_what_is_compiled_is_watched_again_afterwards():
    torch = pytest.importorskip("torch")
    np = pytest.importorskip("numpy")
    with everything(Recorder()) as recorder:
        module = made(True, MODEL + "\ndef bug(x, y): return x - y\n")
        compiled_by_dynamo(torch, "broken")(module)
        module.bug(np.ones((3, 1)), np.ones(3))
    assert [one.function for one in recorder.findings()][:1] == ["bug"]
