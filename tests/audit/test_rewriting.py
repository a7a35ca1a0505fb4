"""Rewritten modules do what they did: values, order, errors, tracebacks; and what they broadcast is seen."""

import ast
import contextlib
import gc
import importlib
import importlib.util
import io
import itertools
import linecache
import os
import re
import sys
import sysconfig
import textwrap
import threading
import traceback
import weakref
from concurrent.futures import ThreadPoolExecutor
from types import FunctionType, ModuleType

import pytest

from audit_programs import SNIPPETS
from under_test import STAND_IN

np = pytest.importorskip("numpy")
if STAND_IN:
    pytest.skip("torch has no audit", allow_module_level=True)

from tbcast import _C, audit  # noqa: E402
from tbcast.audit import _watch  # noqa: E402
from tbcast.audit._rewriting.rewrite import GLOBALS, HELPER, code_of, rewritten, rewritten_code  # noqa: E402
from tbcast.audit.recorder import Recorder  # noqa: E402

NUMBERS = itertools.count()


class Log(Recorder):
    """Remembers all that it is told."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def see(self, operator, shapes, frame=None, **details):
        self.seen.append((frame.f_lineno, operator, *shapes))
        super().see(operator, shapes, frame, **details)


def compiled(source, name):
    return compile(source, name, "exec", dont_inherit=True)


def run(source, rewrites):
    """What a module does: its names, what it prints, its traceback, in full."""
    name = f"<snippet {next(NUMBERS)}>"
    linecache.cache[name] = len(source), None, source.splitlines(keepends=True), name
    module = ModuleType("snippet")
    if rewrites:
        module.__dict__[HELPER] = _watch.watched
    printed, error = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        try:
            exec((code_of if rewrites else compiled)(source, name), module.__dict__)
        except BaseException as raised:
            trace = raised.__traceback__
            while trace and trace.tb_frame.f_code.co_filename != name:
                trace = trace.tb_next
            error = "".join(traceback.format_exception(type(raised), raised, trace))
    names = {
        key: repr(value)
        for key, value in vars(module).items()
        if not key.startswith("__") and not isinstance(value, (type, ModuleType)) and not callable(value)
    }
    text = f"{names} {module.__doc__} {printed.getvalue()} {error}"
    return re.sub("0x[0-9A-Fa-f]+", "0x", text.replace(name, "<snippet>"))


@pytest.fixture
def log():
    with audit.numpy(Log()) as log:
        yield log


def seen(log, source, **names):
    """What is told of a program, with the lines."""
    log.seen.clear()
    exec(rewritten_code(textwrap.dedent(source), "<program>"), {**GLOBALS, "np": np, **names})
    return log.seen


# ---- nothing changes ----


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("watching", [False, True])
@pytest.mark.parametrize("source", SNIPPETS.values(), ids=SNIPPETS)
def test_a_snippet_does_what_it_did(source, watching):
    source = textwrap.dedent(source)
    native = run(source, False)
    with audit.numpy(Log()) if watching else contextlib.nullcontext():
        assert run(source, True) == native


MODULES = [
    *("_pydecimal", "ast", "colorsys", "dataclasses", "difflib", "enum", "fractions", "heapq"),
    *("statistics", "textwrap", "typing"),
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", MODULES)
def test_a_module_of_the_standard_library_is_what_it_was(name, log):
    """Rewritten, it has the same names, annotations, defaults and docstrings."""
    native, other = (described(loaded(name, rewrites)) for rewrites in (False, True))
    assert native == other


def described(module):
    """What is known of the module's names from outside."""
    found = {}
    for key, value in vars(module).items():
        if isinstance(value, FunctionType):
            code = value.__code__
            facts = value.__defaults__, value.__kwdefaults__, value.__doc__, value.__annotations__
            found[key] = (*map(repr, facts), code.co_varnames, code.co_flags, code.co_firstlineno)
        elif isinstance(value, type):
            found[key] = [name for name in vars(value) if name != "__static_attributes__"], value.__doc__
        elif key != HELPER:
            found[key] = type(value).__name__
    return re.sub("0x[0-9A-Fa-f]+", "0x", repr(found))


def loaded(name, rewrites):
    """A module of its own."""
    spec = importlib.util.find_spec(name)
    module = importlib.util.module_from_spec(spec)
    kept = sys.modules.get(name)
    sys.modules[name] = module
    if rewrites:
        module.__dict__[HELPER] = _watch.watched
    try:
        source = spec.loader.get_source(name)
        exec((rewritten_code if rewrites else compiled)(source, spec.origin), module.__dict__)
    finally:
        if kept:
            sys.modules[name] = kept
        else:
            del sys.modules[name]
    return module


def test_fractions_and_decimals_compute_what_they_did(log):
    def work(fractions, decimal, statistics):
        F, D = fractions.Fraction, decimal.Decimal
        values = [F(1, 3), F(-7, 5), 2, 0.5]
        yield [[str(op(a, b)) for a in values for b in values] for op in (min, pow)]
        yield [str(a + b * a - b / F(3, 7) // 2 % 5) for a in values[:2] for b in values]
        yield [a < b for a in values for b in values], [a == b for a in values for b in values]
        yield str(F("3.1415926535").limit_denominator(1000)), round(F(22, 7), 3)
        with decimal.localcontext() as context:
            context.prec = 40
            yield (
                str(D(2).sqrt()),
                str(D("1.1") ** 7 / 3),
                str(D(3).exp()),
                str(D(10).ln()),
                str(-D(5) % D(3)),
            )
        data = [1.5, 2.5, 2.5, 2.75, 3.25, 4.75]
        yield statistics.mean(data), statistics.stdev(data), statistics.quantiles(data), statistics.mode(data)
        for wrong in (lambda: F(1, 0), lambda: D("x") + 1, lambda: statistics.mean([])):
            with pytest.raises((ArithmeticError, ValueError)) as caught:
                wrong()
            yield str(caught.value), [frame.lineno for frame in traceback.extract_tb(caught.tb)][1:]

    names = "fractions", "_pydecimal", "statistics"
    native, other = ([loaded(name, rewrites) for name in names] for rewrites in (False, True))
    assert list(work(*native)) == list(work(*other))


def test_every_module_of_the_standard_library_can_be_rewritten(whole):
    folder = importlib.util.find_spec("ast").origin.rpartition("ast.py")[0]
    from pathlib import Path

    files = sorted(Path(folder).glob("*.py")) if whole else [Path(folder) / f"{name}.py" for name in MODULES]
    for file in files:
        source = file.read_bytes()
        native, other = compile(source, str(file), "exec"), rewritten_code(source, str(file))
        assert native.co_flags == other.co_flags and native.co_consts[:1] == other.co_consts[:1]


@pytest.mark.skipif(
    bool(sysconfig.get_config_var("Py_GIL_DISABLED")), reason="there Python itself copies them"
)
def test_texts_that_grow_are_not_copied(log):
    """Python appends in place to a text that nobody else has; 100 MB would take minutes otherwise."""
    program = """if True:
        def grow(n):
            text = ""
            for _ in range(n):
                text += "x" * 100
                text = text + part
            return len(text)
    """
    names = {**GLOBALS, "part": "y" * 900}
    exec(rewritten_code(program, "<program>"), names)
    assert names["grow"](100_000) == 100_000_000


def test_a_source_that_is_too_deep_runs_as_it_is():
    source = "x = " + "+".join(["a"] * 1500)
    names = {"a": 1}
    exec(code_of(source, "<program>"), names)
    assert names["x"] == 1500


def test_what_is_no_source_is_refused_as_compile_does():
    for source in ("a +", "return 1", b"\xff", "x = '\0'"):
        with pytest.raises((SyntaxError, ValueError)) as native:
            compile(source, "<program>", "exec")
        with pytest.raises(type(native.value)) as ours:
            code_of(source, "<program>")
        assert str(ours.value) == str(native.value)


def test_rewritten_code_works_without_an_audit():
    names = {**GLOBALS, "np": np}
    exec(
        rewritten_code("x = np.ones((3, 1)) - np.ones(3)\ny = x[:, None].T\nx[0] += np.ones(3)", "<p>"), names
    )
    assert names["x"].shape == (3, 3) and names["y"].shape == (3, 1, 3)


# ---- what is seen ----

ARRAYS = "a, b, c = np.ones((4, 1)), np.ones(4), np.ones((4, 4))\n"


@pytest.mark.parametrize(
    ("statement", "operators"),
    [
        ("a - b", ["sub"]),
        ("a + b * 2", ["add"]),
        ("a - b - c, a - (b - c)", ["sub", "sub", "sub"]),
        ("2 - a", []),
        ("-a + b", ["add"]),
        ("a // b; a % b; a ** b; a / b", ["floor_divide", "remainder", "pow", "div"]),
        ("(a > 0) & (b > 0); (a > 0) | (b > 0)", ["bitwise_and", "bitwise_or"]),
        ("a < b; a == b; a != b; a <= b; a > b; a >= b", ["lt", "eq", "ne", "le", "gt", "ge"]),
        ("np.subtract(a, b)", ["subtract"]),
        ("np.where(a > 0, b, 0)", ["where"]),
        ("np.where(a > 0, a, b)", ["where"]),
        ("np.clip(a, b, 3); a.clip(b, 3); np.clip(a, a_min=b, a_max=None)", ["clip"] * 3),
        ("np.allclose(a, b); np.isclose(a, b)", ["allclose", "isclose"]),
        ("from numpy import subtract as minus; minus(a, b)", ["subtract"]),
        ("np.add(*[a, b])", ["add"]),
        ("c += b", ["add_"]),
        ("a = a + b", ["add"]),
        ("a += b * 0 + 1 if False else 1.0", []),
        ("l = [c]; l[0] *= b", ["mul_"]),
        ("c[1:] -= b", ["sub_"]),
        ("class X: pass\nX.v = c\nX.v /= b", ["div_"]),
        ("f = lambda: a - b; f()", ["sub"]),
        ("[x - b for x in [a]]", ["sub"]),
        ("print(f'{a - b}', end='')", ["sub"]),
        ("def f(x=a - b): return x", ["sub"]),
        ("a - 1; b * a[0]; np.float64(2) * c; a @ b[None]", []),
        ("a + a; b + b; np.maximum(c, c)", []),
        ("divmod(a, a); pow(a, b)", ["pow"]),
        ("d, e = a[..., None, None], b[:, None, None]; d @ e; np.matmul(e, d)", ["matmul", "matmul"]),
        ("d = np.ones((4, 3, 2, 2)); d @= c[:2, :2]; d @= d[0]", ["matmul_"]),
        ("a @ b[:1]; c @ b; b @ b; b @ c; (c @ c[None]) @ c; c[None] @ a", []),
    ],
)  # fmt: skip
def test_a_statement_is_seen(log, statement, operators):
    assert [what for _, what, *_ in seen(log, ARRAYS + statement)] == operators


def test_of_a_product_the_batches_broadcast():
    source = """
    x, y = np.ones((5, 1, 2, 3)), np.ones((5, 3, 4))
    x @ y
    x[:, 0] @ y[0]
    np.ones((5, 3))[:, None, :, None].mT @ y
    x[:, 0, None] @ y
    """
    assert risks(source) == {3: "high", 5: "low", 6: "low"}
    with audit.numpy() as found:
        names = {**GLOBALS, "x": np.ones((5, 1, 2, 3)), "y": np.ones((5, 3, 4))}
        exec(rewritten_code("x @ y", "<p>"), names)
    [product] = found.findings()
    assert (product.operator, product.shapes, product.result) == ("matmul", ((5, 1), (5,)), (5, 5))
    assert product.nbytes is None


def test_of_einsum_the_dots_broadcast(log):
    source = """
    x, y = np.ones((5, 1, 2)), np.ones((5, 2))
    np.einsum('...i, ...i', x, y)
    np.einsum('...i,...i->...i', x, y, optimize=True)
    np.einsum('abi,ai->b', x, y), np.einsum('...,...', y, y), np.einsum(x, [0, 1, 2], y, [0, 2])
    try:
        np.einsum('...i,...i', x[:, 0], y[:3])
    except ValueError:
        pass
    """
    told = seen(log, source)
    assert told == [(3, "einsum", (5, 1), (5,)), (4, "einsum", (5, 1), (5,))]
    [first, _] = log.findings()
    assert (first.risk, first.nbytes) == ("high", None)


def test_the_line_is_the_operators(log):
    source = """
    x = np.ones((3, 1))
    y = np.ones(3)
    z = (x
         - y)
    w = np.maximum(
        x,
        y,
    )
    v = [
        0,
        x + y,
    ]
    """
    assert [(line, what) for line, what, *_ in seen(log, source)] == [(4, "sub"), (6, "maximum"), (12, "add")]


def test_only_what_broadcasts_is_told(log):
    source = """
    with np.errstate(all="ignore"):
        for x, y in [((3, 1), (4, 1)), ((3,), (4,)), ((2, 3), (2,))]:
            try:
                np.ones(x) + np.ones(y)
            except ValueError:
                pass
    x = np.ones(3)
    try:
        x += np.ones((3, 1))
    except ValueError:
        pass
    """
    assert seen(log, source) == []


def test_harmless_shapes_are_told_once_of_a_place_and_others_each_time(log):
    source = """
    x, mean, y = np.ones((5, 3)), np.ones(3), np.ones((5, 1))
    for _ in range(4):
        x - mean
        x + mean
        y - np.ones(5)
    """
    told = [(line, what) for line, what, *_ in seen(log, source)]
    assert told == [(4, "sub"), (5, "add")] + [(6, "sub")] * 4


def risks(source, **names):
    """The risk of each line that broadcasts."""
    name = f"<marks {next(NUMBERS)}>"
    source = textwrap.dedent(source)
    linecache.cache[name] = len(source), None, source.splitlines(keepends=True), name
    with audit.numpy() as found:
        exec(rewritten_code(source, name), {**GLOBALS, "np": np, **names})
    return {finding.line: finding.risk for finding in found.findings("low")}


@pytest.mark.parametrize(
    ("column", "risk"),
    [
        ("x[:, None]", "low"),
        ("x[:, np.newaxis]", "low"),
        ("x[..., None]", "low"),
        ("np.expand_dims(x, 1)", "low"),
        ("np.expand_dims(x, axis=-1)", "low"),
        ("x[None].T", "low"),
        ("x[None, :].transpose()", "low"),
        ("x[None].transpose(1, 0)", "low"),
        ("np.transpose(x[None], (1, 0))", "low"),
        ("np.swapaxes(x[None], 0, 1)", "low"),
        ("np.moveaxis(x[None], 0, -1)", "low"),
        ("x[:, None].astype(np.float32)", "low"),
        ("x[:, None].copy()", "low"),
        ("-x[:, None]", "low"),
        ("2.0 * x[:, None] + 1", "low"),
        ("np.exp(x[:, None])", "low"),
        ("np.add(x[:, None], 3)", "low"),
        ("x[:, None][::-1]", "low"),
        ("x[:, None][:, :]", "low"),
        ("np.stack([x, x])[0, :, None]", "low"),
        ("np.c_[x]", "high"),
        ("np.stack([x[:, None]])[0]", "high"),
        ("x[:, None] + x[:, None]", "high"),
        ("np.ones((5, 2)).sum(1, keepdims=True)", "high"),
    ],
)
def test_what_a_statement_writes_out_is_meant(column, risk):
    assert list(risks(f"x = np.arange(5.0)\nz = {column} - x").values())[-1] == risk


def test_what_another_statement_or_function_writes_out():
    found = risks(
        """
        def column(x):
            return x[:, None]

        def same():
            y = np.arange(5.0)
            x = y[:, None]
            return x - y

        def other():
            y = np.arange(5.0)
            return column(y) - y

        same()
        other()
        """
    )
    assert found == {8: "medium", 12: "high"}


def test_comparisons_of_data_are_never_excused():
    assert risks("x = np.arange(5.0)\nnp.allclose(x[:, None], x)") == {2: "high"}


def test_of_many_marked_arrays_all_are_known():
    made = "kept, x, y = [], np.arange(5.0), np.arange(5.0)\n"
    many = f"{made}for _ in range(20000):\n    kept.append(x[:, None])\n"
    assert risks(many + "kept[-1] - x\nkept[0] - y\n") == {4: "medium", 5: "medium"}


def test_marks_keep_no_array():
    """And an array that comes to the address of one that is gone has none of its marks."""
    source = """
        gone = weakref.ref(np.arange(5.0)[:, None])
        assert gone() is None
        for _ in range(1000):
            x = np.arange(5.0)
            x[:, None]
            y = np.ones(5).reshape(shape)
            y - x
        """
    assert risks(source, weakref=weakref, shape=(5, 1)) == {8: "high"}


def test_marks_are_of_an_object():
    """They end with it, and not with the audit; what comes to its address has none."""
    x = np.arange(5.0)[:, None]
    for wrong in ((x, 1), (x, [None]), (x,), ()):
        with pytest.raises(TypeError, match="an object and a tuple or None"):
            _C._mark(*wrong)
    with audit.numpy():
        assert _C._marks(x) is None
        assert _C._mark(x, (None, "here")) and _C._marks(x) == (None, "here")
        assert _C._mark(x, ("there", None)) and _C._marks(x) == ("there", None)
        assert not _C._mark(1, (None,)) and _C._marks(1) is None
    assert _C._marks(x) == ("there", None)
    for _ in range(1000):
        x = np.empty((5, 1))
        assert _C._marks(x) is None
        _C._mark(x, (None, "here"))


def test_threads_mark_arrays_at_once():
    """What one thread marks, another one looks up, and drops when the table is made anew."""

    def work(k):
        for i in range(5000):
            x = np.empty((1, 1))
            _C._mark(x, (k, i))
            known = _C._marks(x)
            assert known == (k, i)
            _C._marks(shared)
            _C._mark(shared, (k, i))

    shared = np.empty((1, 1))
    with audit.numpy(), ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))


# ---- other arrays ----


def test_other_arrays_with_shapes_are_seen(log):
    class Own:
        """Its shape is Python code that uses the operator that asks for it."""

        def __init__(self, *shape):
            self.sizes = shape

        @property
        def shape(self):
            return (self - self).sizes

        def __sub__(self, other):
            return self

    class Slots:
        __slots__ = ("shape",)

        def __add__(self, other):
            return self

    x, y = Slots(), Slots()
    x.shape, y.shape = (3, 1), (3,)
    told = seen(log, "p - q\nx + y\nx + r", p=Own(3, 1), q=Own(3), x=x, y=y, r=Own(3))
    assert told == [(1, "sub", (3, 1), (3,)), (2, "add", (3, 1), (3,)), (3, "add", (3, 1), (3,))]


def test_a_subclass_of_ndarray_is_seen_and_keeps_its_operators(log):
    class Units(np.ndarray):
        def __sub__(self, other):
            return f"{np.shape(self)} without {np.shape(other)}"

    names = {"x": np.ones((3, 1)).view(Units), "y": np.ones(3)}
    assert seen(log, "assert x - y == '(3, 1) without (3,)'", **names) == [(1, "sub", (3, 1), (3,))]


class Hostile:
    """An object whose shape does as it is told."""

    def __init__(self, do):
        self.do = do

    @property
    def shape(self):
        return self.do()

    def __add__(self, other):
        return "sum"


def raising(error):
    def do():
        raise error

    return do


@pytest.mark.parametrize(
    "do",
    [
        raising(ValueError("no")),
        raising(MemoryError()),
        raising(RecursionError()),
        raising(StopIteration()),
        lambda: None,
        lambda: 5,
        lambda: [3, 1],
        lambda: (3, -1),
        lambda: (3, 2**70),
        lambda: ("3", 1),
        lambda: (None, 3),
        lambda: (1,) * 1000,
        lambda: (2**62, 1),
        lambda: (np.int64(3), 1),
        lambda: gc.collect() and (3, 1),
    ],
)
def test_a_hostile_shape_changes_nothing(log, do):
    names = {"x": Hostile(do), "y": Hostile(lambda: (3,)), "z": np.ones(3)}
    seen(log, "assert x + y == 'sum' and y + x == 'sum' and x + x == 'sum' and x + z == 'sum'", **names)


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_control_c_while_a_shape_is_read_reaches_the_program(log, error):
    with pytest.raises(error):
        seen(log, "x + y", x=Hostile(raising(error())), y=np.ones(3))


def test_a_recorder_that_fails_breaks_no_program():
    class Broken(Recorder):
        def see(self, *args, **kwargs):
            raise RuntimeError("broken")

    with audit.numpy(Broken()):
        names = {**GLOBALS, "np": np}
        exec(rewritten_code("x = np.ones((3, 1)) - np.ones(3)", "<program>"), names)
    assert names["x"].shape == (3, 3)


def test_nothing_of_an_object_is_asked_for_but_a_shape_that_its_class_has(log):
    class Meta(type):
        def __getattribute__(cls, name):
            raise AssertionError(f"the class's {name} was asked for")

    class Asked(metaclass=Meta):
        def __getattribute__(self, name):
            raise AssertionError(f"{name} was asked for")

        def __add__(self, other):
            return 1

    class Lying(Asked):
        __module__ = 5
        shape = (3, 1)

    x, lying = (object.__new__(kind) for kind in (Asked, Lying))
    assert seen(log, "assert x + x == 1 and x + y == 1 and z + y == 1", x=x, y=np.ones(3), z=lying) == []


@pytest.mark.parametrize("module", ["pandas", "scipy.sparse", "torch"])
def test_what_aligns_otherwise_or_has_its_own_audit_is_left_out(log, module):
    library = pytest.importorskip(module)
    make = {
        "pandas": lambda: (library.DataFrame(np.ones((3, 3))), library.Series(np.ones(3))),
        "scipy.sparse": lambda: (library.csr_matrix(np.ones((3, 3))), np.ones(3)),
        "torch": lambda: (library.ones(3, 1), library.ones(3)),
    }[module]
    x, y = make()
    assert seen(log, "x * y", x=x, y=y) == []


def test_jax_is_seen(log):
    jnp = pytest.importorskip("jax.numpy")
    source = "x, y = jnp.ones((3, 1)), jnp.ones(3)\nx - y\njnp.where(x > 0, x, y)\njnp.subtract(x, y)"
    told = [(line, what) for line, what, *_ in seen(log, source, jnp=jnp)]
    assert told == [(2, "sub"), (3, "where"), (4, "subtract")]


# ---- importing ----


@pytest.fixture
def program(tmp_path, monkeypatch):
    """A folder of modules, which can be imported for the time of a test."""
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)

    def write(**sources):
        for name, source in sources.items():
            path = tmp_path / f"{name.replace('__', '/')}.py"
            path.parent.mkdir(exist_ok=True)
            path.write_text(textwrap.dedent(source), "utf-8")
        importlib.invalidate_caches()

    yield write
    for name in set(sys.modules) - before:
        if getattr(sys.modules[name], "__file__", None) and str(tmp_path) in sys.modules[name].__file__:
            del sys.modules[name]


BROADCASTS = "import numpy as np\nx = np.ones((3, 1)) - np.ones(3)\n"


def test_what_is_imported_is_rewritten_and_stays_importable(program):
    program(first_one=BROADCASTS, second_one=BROADCASTS, third_one=BROADCASTS)
    import first_one

    with audit.numpy() as found:
        import first_one  # noqa: F401
        import second_one
    import third_one  # noqa: F401

    assert [(os.path.basename(finding.file), finding.line) for finding in found.findings()] == [
        ("second_one.py", 2)
    ]
    assert second_one.__spec__.origin == second_one.__file__ and "third_one" in sys.modules
    assert second_one.__loader__.get_source("second_one") == BROADCASTS
    assert importlib.reload(second_one) is second_one


def test_modules_are_chosen_by_patterns(program):
    program(pack__one=BROADCASTS, pack__two=BROADCASTS, alone=BROADCASTS)
    with audit.numpy(modules=["pack.o*"]) as found:
        import alone  # noqa: F401
        import pack.one
        import pack.two
    assert [finding.file for finding in found.findings()] == [pack.one.__file__]
    with pytest.raises(TypeError):
        audit.numpy(modules="pack")


def test_an_installed_module_that_is_chosen_counts_as_the_users(program, tmp_path):
    program(**{"site-packages__installed_one": BROADCASTS})
    sys.path.insert(0, str(tmp_path / "site-packages"))
    try:
        with audit.numpy(modules=["installed_one"]) as found:
            import installed_one  # noqa: F401
    finally:
        sys.path.remove(str(tmp_path / "site-packages"))
    assert len(found.findings()) == 1


def test_errors_of_an_import_are_python_s(program):
    program(
        bad_syntax="x = (1,\n",
        bad_value="def f():\n    return [1] + 1\n\nf()\n",
        bad_import="import no_such_module\n",
    )
    for name in ("bad_syntax", "bad_value", "bad_import"):
        texts = []
        for context in (contextlib.nullcontext(), audit.numpy()):
            with context:
                try:
                    exec(f"import {name}")
                except Exception as error:
                    texts.append("".join(traceback.format_exception(error)))
        assert texts[0] == texts[1] and "tbcast/" not in texts[1]


def test_enabled_until_disabled():
    assert not audit.numpy.enabled
    hooks = list(sys.meta_path)
    first = audit.numpy.enable()
    assert audit.numpy.enable() is first and audit.numpy.enabled
    audit.numpy.disable()
    audit.numpy.disable()
    assert not audit.numpy.enabled and sys.meta_path == hooks


def test_audits_can_be_nested():
    source = f"{ARRAYS}a - b"
    with audit.numpy(Log()) as outer:
        with audit.numpy(Log()) as inner:
            assert seen(inner, source)
        assert len(outer.seen) == 1
        assert seen(outer, source) and len(inner.seen) == 1


def test_threads_are_seen(log):
    code = rewritten_code(f"{ARRAYS}for _ in range(200):\n    a - b", "<program>")
    threads = [threading.Thread(target=exec, args=(code, {**GLOBALS, "np": np})) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(log.seen) == 800


# ---- the function of C ----


@pytest.mark.parametrize(
    "arguments",
    [
        (), (-1,), (10**30,), ("add",), (0,), (0, 1), (0, 1, 2, 3), (64 * 5,), (2**62,), (31,),
        (63,),
        *((_watch.codes().index("look"), operator, 1, 2) for operator in (-1, 99, "add")),
        *((_watch.codes().index("finish item"), 0, begun, 1) for begun in ((), [0], (1, 2), None)),
        *((_watch.codes().index("finish item"), o, ([0], 0, 1), 1) for o in (-1, 99, "add")),
        (_watch.codes().index("finish attribute"), "add", (0, "x", 1), 1),
        *((_watch.codes().index("call"), spec, len, []) for spec in ((), [0] * 8)),
        (_watch.codes().index("call"),),
    ],
)  # fmt: skip
def test_the_function_refuses_what_nobody_writes(arguments):
    with pytest.raises(TypeError):
        _watch.watched(*arguments)
    with pytest.raises(TypeError):
        _watch.watched(0, 1, b=2)


def test_nothing_leaks(log):
    body = "a - b; a[:, None].T; np.where(a > 0, a, b); d[0] += b; -a; a[i : i + 2]; d[1] += 1.5"
    source = f"{ARRAYS}d = {{0: c, 1: 0.5}}\nfor i in range(300):\n    {body}\n"
    code = rewritten_code(source, "<program>")

    def work():
        exec(code, {**GLOBALS, "np": np})
        log.seen.clear()
        gc.collect()

    def growth():
        before = sys.getallocatedblocks()
        for _ in range(5):
            work()
        return sys.getallocatedblocks() - before

    assert min(growth() for _ in range(4)) < 300  # specialised code takes memory, too


def test_the_tree_is_valid_everywhere():
    for source in SNIPPETS.values():
        with contextlib.suppress(SyntaxError):
            tree = rewritten(ast.parse(textwrap.dedent(source)))
            for node in ast.walk(tree):
                if isinstance(node, (ast.expr, ast.stmt)):
                    assert (node.lineno, node.col_offset) <= (node.end_lineno, node.end_col_offset)
