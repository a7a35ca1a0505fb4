"""What the stubs say that a function returns, against what its example returns."""

import ast
import builtins
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
    if arguments:  # a union
        return any(agrees(value, argument) for argument in arguments)
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
        if row.namespace:  # its example is of another module
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
