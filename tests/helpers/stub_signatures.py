"""What the stubs say of a call: which overload its arguments choose, and whether its result has its type.
Type checkers ask the same of texts; here the arguments and the results are objects."""

import ast
import builtins
import collections.abc
import functools
import inspect
import types
import typing
from pathlib import Path

import tbcast
from repository import ROOT
from tbcast._compat.constructors import tensortype
from tbcast._stubs import types as stub_types
from tbcast.utils.dlpack import DLDeviceType

FOLDER = ROOT / "tbcast" if (ROOT / "tbcast").is_dir() else Path(tbcast.__file__).parent

NAMES = {
    **vars(typing),
    **vars(collections.abc),
    **{f"_{name}": getattr(builtins, name) for name in ("bool", "int", "float", "complex", "type")},
    **{name: value for name, value in vars(tbcast._C).items() if isinstance(value, type)},
    **{f"_{name}": getattr(tbcast, name) for name in ("dtype", "device", "layout", "memory_format")},
    **{f"_{name}": value for name, value in vars(stub_types).items() if not name.startswith("_")},
    "_Ndarray": stub_types.Array,
    "_return_types": tbcast.return_types,
    "_C": tbcast._C,
    "CodeType": types.CodeType,
    "DLDeviceType": DLDeviceType,
    "TypedStorage": tbcast.TypedStorage,
    "tensortype": tensortype,
}
"""What the names in the stubs stand for."""

PROMOTED = {int: (int, bool), float: (float, int, bool), complex: (complex, float, int, bool)}
"""What may be given where a number is asked for.  A result is of the type itself."""


def agrees(value, annotation, *, given=False):
    """Is the value, an argument if `given`, of the type?  Items of iterators are left alone."""

    def every(values, wanted):
        return all(agrees(item, wanted, given=given) for item in values)

    arguments, origin = typing.get_args(annotation), typing.get_origin(annotation)
    if annotation is None or annotation is type(None):
        return value is None
    if origin is typing.Literal:
        return any(value is wanted or (type(value) is str and value == wanted) for wanted in arguments)
    if origin in (typing.Union, types.UnionType):
        return any(agrees(value, argument, given=given) for argument in arguments)
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            return isinstance(value, tuple) and every(value, arguments[0])
        same = isinstance(value, tuple) and len(value) == len(arguments)
        return same and all(agrees(*pair, given=given) for pair in zip(value, arguments, strict=True))
    if origin is dict:
        return isinstance(value, dict) and every(value, arguments[0]) and every(value.values(), arguments[1])
    if origin in (list, collections.abc.Sequence):
        return isinstance(value, origin) and not isinstance(value, str) and every(value, arguments[0])
    if origin is type:
        return isinstance(value, type) and (arguments[0] is typing.Any or issubclass(value, arguments[0]))
    if inspect.isclass(origin):
        return isinstance(value, origin)
    if annotation is stub_types.Array:
        return hasattr(value, "__array_interface__")
    if annotation is typing.Any or not isinstance(annotation, type):  # the latter: type variables
        return True
    if given:
        return isinstance(value, PROMOTED.get(annotation, annotation))
    return isinstance(value, annotation) and not (annotation is int and type(value) is bool)


def evaluated(node):
    """The type that an annotation in a stub stands for."""
    found = eval(ast.unparse(node), NAMES)
    return eval(found, NAMES) if isinstance(found, str) else found  # in quotes


class Overload:
    """One `def` of a stub."""

    def __init__(self, node, *, bound):
        self.text = " ".join(ast.unparse(node).removesuffix("...").split()).removesuffix(":")
        self.is_property = any(ast.unparse(mark) == "property" for mark in node.decorator_list)
        self.returns = evaluated(node.returns)
        self.signature = inspect.Signature([*_parameters(node.args)][bound:])

    def takes(self, args, kwargs):
        """Do the arguments fit?"""
        try:
            bound = self.signature.bind(*args, **kwargs)
        except TypeError:
            return False
        for name, value in bound.arguments.items():
            parameter = self.signature.parameters[name]
            several = {parameter.VAR_POSITIONAL: tuple, parameter.VAR_KEYWORD: dict.values}.get(
                parameter.kind
            )
            for item in several(value) if several else [value]:
                if not agrees(item, parameter.annotation, given=True):
                    return False
        return True


def _parameters(given):
    kinds = inspect.Parameter
    positional = [*given.posonlyargs, *given.args]
    required = len(positional) - len(given.defaults)
    rows = [
        (
            argument,
            kinds.POSITIONAL_ONLY if k < len(given.posonlyargs) else kinds.POSITIONAL_OR_KEYWORD,
            k >= required,
        )
        for k, argument in enumerate(positional)
    ]
    rows += [(given.vararg, kinds.VAR_POSITIONAL, False)] if given.vararg else []
    keywords = zip(given.kwonlyargs, given.kw_defaults, strict=True)
    rows += [(argument, kinds.KEYWORD_ONLY, default is not None) for argument, default in keywords]
    rows += [(given.kwarg, kinds.VAR_KEYWORD, False)] if given.kwarg else []
    for argument, kind, has_default in rows:
        annotation = evaluated(argument.annotation) if argument.annotation else object
        yield kinds(argument.arg, kind, default=... if has_default else kinds.empty, annotation=annotation)


def _defined(body, *, method):
    """Name -> its overloads, in their order; setters are left out."""
    found = {}
    for node in body:
        marks = [ast.unparse(mark) for mark in getattr(node, "decorator_list", ())]
        if isinstance(node, ast.FunctionDef) and not any(mark.endswith(".setter") for mark in marks):
            found.setdefault(node.name, []).append(Overload(node, bound=method))
    return found


@functools.cache
def tree(path):
    """A stub's text, parsed."""
    return ast.parse((FOLDER / path).read_text("utf-8"))


@functools.cache
def stub(path):
    """Owner -> name -> overloads, of a stub: the owner is a class, or "" for functions."""
    classes = [node for node in tree(path).body if isinstance(node, ast.ClassDef)]
    return {
        "": _defined(tree(path).body, method=False),
        **{node.name: _defined(node.body, method=True) for node in classes},
    }


BY_HAND = ("_C.pyi", "_compat/constructors.py")
GENERATED = ("_stubs/operator_functions.pyi", "_stubs/tensor_operators.pyi", "_stubs/class_methods.pyi")


def overloads(owner, name):
    """What the stubs say of a module's function, or of a class's member or constructor, if anything."""
    for module in ("special.pyi", "fft.pyi", "linalg/__init__.pyi"):
        if owner is getattr(tbcast, module.partition("/")[0].removesuffix(".pyi")):
            return stub(module)[""].get(name, [])
    if owner is tbcast.nn.functional:
        name = f"_nn_{name}"
    for base in [None] if inspect.ismodule(owner) else owner.__mro__:
        by_hand = base.__name__ if base else ""
        generated = "TensorOperators" if base is tbcast.Tensor else by_hand and f"{by_hand}Methods"
        for path in (*BY_HAND, *GENERATED):
            if found := stub(path).get(by_hand if path in BY_HAND else generated, {}).get(name):
                return found
    return []


def chosen(owner, name, args, kwargs):
    """The overload that takes these arguments, as type checkers choose: the first one; or None."""
    return next((one for one in overloads(owner, name) if one.takes(args, kwargs)), None)


def fault(owner, name, args, kwargs, value):
    """What the stubs say wrongly of a call with this result, or None."""
    overload = chosen(owner, name, args, kwargs)
    if overload is None:
        given = [*map(repr, args), *(f"{key}={item!r}" for key, item in kwargs.items())]
        said = " / ".join(one.text for one in overloads(owner, name)) or "none"
        return f"{name}({', '.join(given)}) fits no overload: {said}"
    if not agrees(value, overload.returns):
        return f"{overload.text} gives {type(value).__name__}: {value!r}"
    return None
