"""What the stubs say that a function returns, against what its example returns."""

import ast
import builtins
import doctest
import inspect
import types
import typing
import warnings

from codegen.functions import FUNCTIONS
from codegen.operators import TABLE
from under_test import tb

NAMES = {
    **{f"_{name}": getattr(builtins, name) for name in ("bool", "int", "float", "complex")},
    **{name: getattr(tb, name) for name in ("Tensor", "Size", "Generator", "UntypedStorage", "TypedStorage")},
    **{name: getattr(tb, name) for name in ("finfo", "iinfo")},
    "_dtype": tb.dtype,
    "_device": tb.device,
    "device": tb.device,
    "dtype": tb.dtype,
    "Any": object,
    "Self": object,
    "object": object,
    "_return_types": tb.return_types,
    "DLDeviceType": int,
    "_Ndarray": object,
    "Callable": object,
    "CapsuleType": object,
}
"""What the names in annotations stand for; `object` of what has no type here."""


def agrees(value, annotation):
    """Is the value one of the type?  A bool is no int to a caller who asks."""
    if annotation is None or annotation is type(None):
        return value is None
    arguments = typing.get_args(annotation)
    origin = typing.get_origin(annotation)
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            return isinstance(value, tuple) and all(agrees(item, arguments[0]) for item in value)
        same = isinstance(value, tuple) and len(value) == len(arguments)
        return same and all(map(agrees, value, arguments))
    if origin is list:
        return isinstance(value, list) and all(agrees(item, arguments[0]) for item in value)
    if origin is dict:
        pairs = value.items() if isinstance(value, dict) else [(None, None)]
        return all(agrees(k, arguments[0]) and agrees(v, arguments[1]) for k, v in pairs)
    if origin in (typing.Union, types.UnionType):
        return any(agrees(value, argument) for argument in arguments)
    if inspect.isclass(origin):  # of iterators, paths and the like: the class alone
        return isinstance(value, origin)
    if not isinstance(annotation, type):  # a type variable, a name that type checkers alone know
        return True
    return isinstance(value, annotation) and (annotation is not int or type(value) is not bool)


def annotations(returns):
    """A row's: one, one for each overload, or a pair for an argument."""
    if isinstance(returns, dict):
        return [text for pair in returns.values() for text in pair]
    return [returns] if isinstance(returns, str) else list(returns)


def calls_in(expression, name):
    """The results of the calls of that name in an expression."""
    for node in ast.walk(ast.parse(expression, mode="eval")):
        if isinstance(node, ast.Call) and name in (
            getattr(node.func, "attr", ""),
            getattr(node.func, "id", ""),
        ):
            code = compile(ast.Expression(node), "<example>", "eval")
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                try:
                    found = eval(code, {"torch": tb})
                except AssertionError as error:  # the example of cuda() shows what it raises
                    assert "not compiled with CUDA" in str(error)
                    continue
            yield found


def test_values_and_types_are_told_apart():
    assert agrees((1, 2), tuple[int, ...]) and not agrees((1, 2.0), tuple[int, ...])
    assert (
        agrees(None, None) and not agrees(True, int) and agrees([1], list[int]) and not agrees(1, tb.Tensor)
    )
    assert agrees(1, int | None) and not agrees((tb.ones(1),), tuple[tb.Tensor, tb.Tensor])


def rows():
    for row in FUNCTIONS:
        if row.namespace == "rows":  # private: its example is no public call
            continue
        for expression, *_ in (row.example, *row.more_examples) if row.example else ():
            yield row.name, row.returns, expression
    for row in TABLE:
        if row.public:
            yield row.name, "Tensor", row.example[0]


def test_examples_return_what_the_stubs_say():
    wrong, seen = [], 0
    state = tb.get_rng_state(), tb.get_default_dtype()
    for name, returns, expression in rows():
        public = name.removeprefix("_special_").removeprefix("_nn_")
        for value in calls_in(expression, public):
            seen += 1
            types = [eval(text, NAMES) for text in annotations(returns)]
            if not any(agrees(value, wanted) for wanted in types):
                wrong.append(f"{name} -> {returns}: {expression} gives {type(value).__name__}")
    tb.set_rng_state(state[0])
    tb.set_default_dtype(state[1])
    assert seen > 400 and not wrong, "\n".join(wrong)


class Known(dict):
    """The names of a module; of those that it imports for type checkers alone, `object`."""

    def __missing__(self, name):
        return NAMES.get(name, vars(builtins).get(name, object))


def python_functions():
    """(name, function) of what is written in Python, with annotations of its own."""
    modules = (tb, tb.nn.functional, tb.testing, tb.utils.dlpack, tb.backcompat, tb.serialization)
    for module in modules:
        for name in dir(module):
            value = getattr(module, name)
            if not name.startswith("_") and inspect.isfunction(value):
                yield name, value


def examples_of(function, name):
    """The results of the calls of that name in a docstring's session, which is run."""
    scope = {"torch": tb, "tbcast": tb}
    for example in doctest.DocTestParser().get_examples(inspect.getdoc(function) or ""):
        if example.exc_msg:
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for node in ast.walk(ast.parse(example.source)):
                called = node.func if isinstance(node, ast.Call) else None
                if name in (getattr(called, "attr", ""), getattr(called, "id", "")):
                    yield eval(compile(ast.Expression(node), "<example>", "eval"), scope)
            exec(example.source, scope)


def test_examples_of_python_functions_return_what_their_annotations_say(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    wrong, seen = [], 0
    for name, function in python_functions():
        wanted = typing.get_type_hints(function, localns=Known(function.__globals__)).get(
            "return", typing.Any
        )
        if wanted is typing.Any:
            continue
        for value in examples_of(function, name):
            seen += 1
            if not agrees(value, wanted):
                wrong.append(f"{function.__module__}.{name} -> {wanted}: {type(value).__name__}")
    assert seen > 20 and not wrong, "\n".join(wrong)
