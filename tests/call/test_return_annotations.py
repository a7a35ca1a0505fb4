"""What the stubs and the annotations say that a call returns, against what calls return: the examples of the
tables and of the docstrings, and, of stubs that are written by hand, a call for each overload."""

import ast
import builtins
import dis
import doctest
import importlib
import inspect
import pkgutil
import sys
import typing
import warnings

import pytest

import stub_signatures as stubs
from codegen.functions import FUNCTIONS
from codegen.operators import TABLE
from stub_signatures import agrees
from under_test import tb

SCOPE = {"torch": tb, "tbcast": tb, "xp": tb.array_api}


@pytest.fixture(autouse=True)
def settings():
    """Examples set the default dtype and draw numbers."""
    state, dtype = tb.get_rng_state(), tb.get_default_dtype()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
    tb.set_rng_state(state)
    tb.set_default_dtype(dtype)


def evaluated(node):
    return eval(compile(ast.Expression(node), "<example>", "eval"), dict(SCOPE))


def calls_in(expression):
    """(owner, name, arguments, keywords, result) of the calls of what stubs describe."""
    for node in ast.walk(ast.parse(expression, mode="eval")):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        owner, name, args = evaluated(node.func.value), node.func.attr, []
        function = getattr(owner, name)
        for argument in node.args:
            spread = isinstance(argument, ast.Starred)
            args += evaluated(argument.value) if spread else [evaluated(argument)]
        kwargs = {keyword.arg: evaluated(keyword.value) for keyword in node.keywords}
        try:
            result = function(*args, **kwargs)
        except AssertionError as error:  # the example of cuda() shows what it raises
            assert "not compiled with CUDA" in str(error)
            continue
        if isinstance(function, type):  # its stub has __new__, the old constructors' __call__
            old = type(function) is not type and not issubclass(function, (tb.Tensor, type))
            owner, name = (type(function), "__call__") if old else (function, "__new__")
        elif isinstance(owner, type) and not hasattr(function, "__self__"):
            args = args[1:]
        elif isinstance(owner, type) or not inspect.ismodule(owner):
            owner = type(owner)
        if stubs.overloads(owner, name) or not inspect.isfunction(function):
            yield owner, name, args, kwargs, result


def test_values_and_types_are_told_apart():
    assert agrees((1, 2), tuple[int, ...]) and not agrees((1, 2.0), tuple[int, ...])
    assert agrees(None, None) and agrees([1], list[int]) and not agrees(1, tb.Tensor)
    assert agrees(1, int | None) and not agrees((tb.ones(1),), tuple[tb.Tensor, tb.Tensor])
    assert not agrees(True, int) and agrees(True, int, given=True) and agrees(1, float, given=True)
    assert agrees("a", typing.Literal["a", "b"]) and not agrees(1, typing.Literal[True], given=True)
    assert agrees([1, 2], typing.Sequence[int]) and not agrees("ab", typing.Sequence[str])


def test_the_arguments_choose_the_overload():
    x = tb.ones(2, 2)
    assert stubs.chosen(tb, "max", [x], {}).returns is tb.Tensor
    assert stubs.chosen(tb, "max", [x], {"dim": 0}).returns is tb.return_types.max
    assert stubs.chosen(tb.Tensor, "size", [], {}).returns is tb.Size
    assert stubs.chosen(tb.Tensor, "size", [0], {}).returns is int
    assert stubs.chosen(tb, "add", [x], {}) is None and stubs.chosen(tb, "add", [x, "two"], {}) is None
    assert stubs.fault(tb, "max", [x, 0], {}, x.max(0)) is None
    assert "gives Tensor" in stubs.fault(tb, "max", [x, 0], {}, x.max())
    assert "fits no overload" in stubs.fault(tb, "add", [x, "two"], {}, x)


def examples():
    for row in FUNCTIONS:
        if row.namespace == "rows":  # private: its example is no public call
            continue
        for expression, *_ in (row.example, *row.more_examples) if row.example else ():
            yield expression
    for row in TABLE:
        if row.public:
            yield row.example[0]


def test_examples_return_what_the_stubs_say():
    wrong, seen = [], 0
    for expression in examples():
        for call in calls_in(expression):
            seen += 1
            wrong += [f"{expression}: {text}"] if (text := stubs.fault(*call)) else []
    assert seen > 1000 and not wrong, "\n".join(wrong)


# ---- stubs that are written by hand ----

CALLS = """
torch.Size([1, 2]).__getitem__(1)
torch.Size([1, 2]).__getitem__(slice(1))
torch.Size([1, 2]).__add__((3,))
torch.Size([1, 2]).__radd__((3,))
torch.Size([1, 2]).__mul__(2)
torch.Size([1, 2]).__rmul__(2)
type(torch.Tensor).__dir__(torch.Tensor)
torch.ones(2, 2).__matmul__(torch.ones(2))
torch.ones(2, 2).__rmatmul__(torch.ones(2, 2))
torch.ones(1).__bool__()
torch.ones(2).__contains__(1)
torch.ones(1).__float__()
torch.ones(2, 2).__getitem__((0, ..., None))
torch.tensor(1).__index__()
torch.ones(1).__int__()
torch.ones(2).__iter__()
torch.ones(2).__len__()
torch.ones(2).__setitem__(0, 2.5)
torch.ones(2).untyped_storage().__getitem__(0)
torch.ones(2).untyped_storage().__getitem__(slice(4))
torch.ones(2).untyped_storage().__iter__()
torch.ones(2).untyped_storage().__len__()
torch.ones(2).untyped_storage().__setitem__(0, 1)
torch.finfo(torch.float32).__eq__(torch.finfo(torch.float64))
torch.finfo(torch.float32).__ne__(torch.finfo(torch.float32))
torch.iinfo(torch.int8).__eq__(torch.iinfo(torch.int8))
torch.iinfo(torch.int8).__ne__(torch.iinfo(torch.int8))
torch.FloatTensor.__class__('Own', (), {})
torch.FloatTensor(2, 3)
torch.FloatTensor.__instancecheck__(3)
torch.set_default_tensor_type('torch.FloatTensor')
"""
RAISE = {"Tensor.__delitem__", "UntypedStorage.__delitem__", "tensortype.__setattr__"}
"""Of calls that never return."""


def written_by_hand():
    """(owner's name, name, overload) of the public functions, methods and special methods."""
    for path in stubs.BY_HAND:
        for owner, names in stubs.stub(path).items():
            for name, overloads in names.items():
                private = name.startswith("_") and not name.startswith("__")
                if not private:
                    yield from ((f"{owner}.{name}".lstrip("."), overload) for overload in overloads)


def test_hand_written_stubs_say_what_calls_return():
    """There is a call for each overload."""
    wrong, used = [], []
    for expression in CALLS.strip().splitlines():
        call = next(calls_in(expression))  # the outermost
        wrong += [f"{expression}: {text}"] if (text := stubs.fault(*call)) else []
        used.append(stubs.chosen(*call[:-1]))
    missing = [name for name, overload in written_by_hand() if overload not in used and name not in RAISE]
    assert (wrong, missing) == ([], [])


def test_no_function_of_the_tables_is_named_in_a_stub_that_is_written_by_hand():
    """A new row needs none: _C.pyi takes whatever names the generated stub lists."""
    names = {row.public_name(name) for row in FUNCTIONS if row.function for name in row.names}
    imported = [
        alias.name
        for node in stubs.tree("_C.pyi").body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]
    assert len(names) > 200 and [name for name in imported if name in names] == []
    assert not names & stubs.stub("_C.pyi")[""].keys()


def annotated_names():
    """(name, annotation, value) of variables in stubs that are written by hand."""
    for path in stubs.BY_HAND:
        bodies = [(tb, stubs.tree(path).body)]
        for node in stubs.tree(path).body:
            if isinstance(node, ast.ClassDef):
                owner = tb.FloatTensor if node.name == "tensortype" else getattr(tb._C, node.name)
                bodies.append((owner, node.body))
        for owner, body in bodies:
            for node in body:
                if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) != "TypeAlias":
                    yield ast.unparse(node.target), node.annotation, getattr(owner, node.target.id)


def test_variables_are_what_the_stubs_say():
    found = [*annotated_names()]
    wrong = []
    for name, node, value in found:
        wanted = stubs.evaluated(node)
        if typing.get_origin(wanted) is typing.ClassVar:
            (wanted,) = typing.get_args(wanted)
        wrong += [] if agrees(value, wanted) else [f"{name}: {ast.unparse(node)} is {value!r}"]
    assert len(found) > 40 and not wrong, "\n".join(wrong)


OBJECTS = {
    "Tensor": "torch.ones(2, 2, dtype=torch.complex64)",
    "device": "torch.device('cpu')",
    "dtype": "torch.float32",
    "finfo": "torch.finfo(torch.float32)",
    "Generator": "torch.Generator()",
    "iinfo": "torch.iinfo(torch.int8)",
    "UntypedStorage": "torch.ones(2).untyped_storage()",
}
"""One of each class that has properties, each of which has a value."""


def test_properties_are_what_the_stubs_say():
    wrong, seen = [], 0
    for path in stubs.GENERATED:
        for owner, names in stubs.stub(path).items():
            for name, (first, *_) in names.items():
                if first.is_property:
                    seen += 1
                    object_text = OBJECTS[owner.removesuffix("Methods").removesuffix("Operators")]
                    value = getattr(eval(object_text, SCOPE), name)
                    wrong += [] if agrees(value, first.returns) else [f"{owner}: {first.text} is {value!r}"]
    assert seen > 30 and not wrong, "\n".join(wrong)


def test_return_types_have_the_fields_of_their_stubs():
    named = {name: fields for name, fields in stubs.stub("return_types.pyi").items() if name}
    assert sorted(named) == sorted(tb.return_types.__all__)
    for name, fields in named.items():
        kind = getattr(tb.return_types, name)
        value = kind([tb.tensor(k) for k in range(kind.n_fields)])
        assert [getattr(value, field).item() for field in fields] == [*range(len(value))], name
        for field, (one,) in fields.items():
            several = typing.get_origin(one.returns) is tuple
            assert agrees((getattr(value, field),) if several else getattr(value, field), one.returns), name


# ---- annotations in Python ----

LEFT_OUT = ("tbcast.__main__", "tbcast._C", "tbcast.audit._pytorch", "tbcast.dask")
"""Programs, and what needs libraries that the tests do without."""

MORE_CALLS = """
dir(torch.audit), dir(torch)
recorder = torch.audit.Recorder()
recorder.own(__file__), recorder.owned, recorder.clear()
torch.backcompat.error_notes.set_enabled(torch.backcompat.error_notes.get_enabled())
storage = torch.ones(2).storage()
storage[0], [*storage], storage.is_cuda, storage.size(), storage.nbytes(), storage.element_size()
storage[0] = 1
storage.data_ptr(), storage.resizable(), storage.type(), storage.fill_(1), storage.copy_(storage)
storage.clone(), storage.cpu(), storage.__sizeof__(), storage.__reduce__()
import copy
copy.copy(storage), copy.deepcopy(storage)
torch.testing.assert_close([None, True], [None, True])
import tbcast.utils.weak as weak
key = torch.ones(1)
held, ref = weak.WeakTensorKeyDictionary({key: 1}), weak.WeakIdRef(key)
hash(ref), ref != ref, key in held, [*held], repr(held), copy.copy(held), copy.deepcopy(held)
del held[key]
import tbcast.note as note, tbcast.cli as cli
note.play(note.shipped_text(), print)
cli.main(["explain", "3,1", "3"])
"""
"""Of what no docstring's example calls."""

RAISE_IN_PYTHON = {"tbcast.cuda.current_device", "tbcast.cuda.synchronize"}


def modules():
    names = ["tbcast", *(found.name for found in pkgutil.walk_packages(tb.__path__, "tbcast."))]
    return [importlib.import_module(name) for name in names if not name.startswith(LEFT_OUT)]


def members(module):
    """(name, value) of the functions, classes, methods and properties that a module defines."""
    for name, value in list(vars(module).items()):
        if getattr(value, "__module__", None) == module.__name__:
            yield f"{module.__name__}.{name}", value
            for inner, member in vars(value).items() if inspect.isclass(value) else ():
                member = member.fget if isinstance(member, property) else member
                yield f"{module.__name__}.{name}.{inner}", getattr(member, "__func__", member)


class Known(dict):
    """The names of a module; of those that it imports for type checkers alone, the stubs' or `object`."""

    def __missing__(self, name):
        return stubs.NAMES.get(name, vars(builtins).get(name, object))


class Watch:
    """Compares what Python functions return with their annotations while it is entered."""

    def __init__(self):
        self.functions, self.seen, self.wrong, self._wanted = {}, set(), set(), {}
        for name, value in [pair for module in modules() for pair in members(module)]:
            function = inspect.unwrap(value) if callable(value) else None
            plain = inspect.isfunction(function) and not inspect.isgeneratorfunction(function)
            if plain and "return" in function.__annotations__:
                self.functions[function.__code__] = name, function

    def __enter__(self):
        self._before = sys.getprofile()
        sys.setprofile(self._look)
        return self

    def __exit__(self, *exception):
        sys.setprofile(self._before)

    def _look(self, frame, event, result):
        code = frame.f_code
        if event != "return" or code not in self.functions or result is NotImplemented:
            return
        if not dis.opname[code.co_code[frame.f_lasti]].startswith("RETURN"):  # an exception left it
            return
        name, function = self.functions[code]
        self.seen.add(name)
        if code not in self._wanted:
            names = Known(function.__globals__)
            self._wanted[code] = typing.get_type_hints(function, localns=names)["return"]
        if not agrees(result, self._wanted[code]):
            self.wrong.add(f"{name} -> {function.__annotations__['return']}: {type(result).__name__}")


def sessions():
    """(examples, names) of each docstring in Python, and of MORE_CALLS."""
    for module in modules():
        names = {name: value for name, value in vars(module).items() if name not in vars(builtins)}
        for _, value in members(module):
            found = doctest.DocTestParser().get_examples(inspect.getdoc(value) or "")
            yield [one for one in found if not one.exc_msg], {**names, **SCOPE}
    yield (
        [doctest.Example(line, "") for line in MORE_CALLS.strip().splitlines()],
        {"__file__": __file__, **SCOPE},
    )


def is_public(name):
    """Users call it; pytest calls its hooks, in processes of their own (tests/package/test_as_torch.py)."""
    if name.rpartition(".")[2].startswith("pytest_"):
        return False
    return not any(part.startswith("_") and not part.startswith("__") for part in name.split("."))


def test_python_functions_return_what_their_annotations_say(capsys, tmp_path, monkeypatch):
    """Whatever the docstrings' examples call, private functions, too; each public function must be called."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "displayhook", repr)
    watch = Watch()
    for examples, scope in [*sessions()]:
        for example in examples:
            code = compile(example.source, "<example>", "single")
            with warnings.catch_warnings(record=True), watch:
                warnings.simplefilter("always")
                exec(code, scope)
    names = {name for name, _ in watch.functions.values()}
    missing = sorted({name for name in names if is_public(name)} - watch.seen - RAISE_IN_PYTHON)
    assert (sorted(watch.wrong), missing) == ([], [])
    assert len(watch.seen) > 500
