"""Evaluates an expression, or some statements, with the library's own functions. `ast` parses the text, and
only listed functions are called.

calls.py makes the calls, and library.py says what a name may mean.
"""

from __future__ import annotations

import ast
import operator
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tbcast import _C
from tbcast._C import Tensor
from tbcast._explain.expressions import library
from tbcast._explain.expressions.calls import (
    MAX_PARTS,
    POINTWISE,
    Calls,
    TooLarge,
    UnknownPart,
    is_large,
    tensors_in,
)
from tbcast._explain.expressions.library import Function, Method, Module
from tbcast._verdict.calls import Heard
from tbcast._verdict.functions import OPERATORS

MAX_LENGTH = 10_000
MAX_DEPTH = 100
MAX_BITS = 256
"""The most bits of a number."""
ERRORS = (
    *(RuntimeError, TypeError, ValueError, IndexError, OverflowError, ArithmeticError, AssertionError),
    *(KeyError, AttributeError, MemoryError),
)
FILE = "<expression>"


class Failed(Exception):
    """A step has failed, and has been recorded."""


class Divisible(Exception):
    """A named size is divided by a number, and must be a multiple of it."""

    def __init__(self, name: str, by: int | str) -> None:
        self.name, self.by = name, by


class Free(int):
    """A size whose name appears only in the expression."""

    name: str


@dataclass(frozen=True)
class Event:
    """An operation of one evaluation, with numbers for sizes."""

    code: str
    operands: tuple[str, ...] = ()
    heard: Heard | None = None
    whole: tuple[tuple[int, ...], ...] | None = None
    shape: tuple[int, ...] | None = None
    problem: str | None = None
    warnings: tuple[str, ...] = ()


Parts = Sequence[tuple[Any, str]]
"""Operands with their code."""


def of_python(kind: ast.AST, inplace: bool = False) -> tuple[str, Callable[..., Any]]:
    """The function of an operator of Python's, and what computes it."""
    stem, name, *_ = OPERATORS[type(kind)]
    return name, getattr(operator, f"__i{stem}__" if inplace else f"__{stem}__")


def shape_of(value: Any) -> tuple[int, ...]:
    """The shape of a result: () for a number, the last one's for several tensors."""
    tensors = list(tensors_in(value))
    return tuple(tensors[-1].shape) if tensors else ()


class Evaluation:
    """`names`: tensors; `sizes`: numbers that stand for names; `known`: the names of operands' sizes."""

    def __init__(
        self,
        text: str,
        names: Mapping[str, Any],
        sizes: Mapping[str, int],
        known: set[str],
        variant: int,
        log: list[warnings.WarningMessage],
    ) -> None:
        self.text, self.names, self.sizes, self.known = text, dict(names), sizes, known
        self.calls = Calls(variant)
        self.log = log
        self.events: list[Event] = []

    def code(self, node: ast.AST) -> str:
        found = ast.get_source_segment(self.text, node) or ast.unparse(node)
        return " ".join(found.split())

    def unknown(self, node: ast.AST, why: str = "") -> UnknownPart:
        return UnknownPart(f"explain(): does not know this part of the expression: {self.code(node)}{why}")

    # ---- statements ----

    def run(self, body: list[ast.stmt]) -> Any:
        """Return the value of the statements; raises Failed if a step fails.

        Each statement is a line of a module, so that marks and calls have places.
        """
        result: list[Any] = [None]

        def step(k: int) -> None:
            result[0] = self.statement(body[k])

        program = compile("".join(f"step({k})\n" for k in range(len(body))), FILE, "exec")
        exec(program, {"step": step, "__name__": FILE})
        return result[0]

    def statement(self, node: ast.stmt) -> Any:
        if isinstance(node, ast.Expr):
            return self.value(node.value)
        if isinstance(node, ast.Return) and node.value is not None:
            return self.value(node.value)
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            value = self.value(node.value)
            self.assign(node.targets[0], value, self.code(node.value))
            return value
        if isinstance(node, ast.AugAssign):
            return self.augmented(node)
        raise self.unknown(node)

    def assign(self, target: ast.expr, value: Any, code: str) -> None:
        if isinstance(target, ast.Name):
            self.names[target.id] = value
        elif isinstance(target, (ast.Tuple, ast.List)):
            parts = self.parts_of(target, value)
            if len(parts) != len(target.elts):
                raise self.unknown(target)
            for one, part in zip(target.elts, parts, strict=True):
                self.assign(one, part, code)
        elif isinstance(target, ast.Subscript):
            owner = self.tensor(target.value)
            index, indices = self.index(target.slice)
            operands = [(owner, self.code(target)), (value, code), *indices]
            self.do(target, "__setitem__", operator.setitem, (owner, index, value), {}, operands, " = ...")
        else:
            raise self.unknown(target)

    def augmented(self, node: ast.AugAssign) -> Any:
        name, inplace = of_python(node.op, inplace=True)
        target, other = self.value(node.target), self.value(node.value)
        if not isinstance(target, Tensor):
            value = self.arithmetic(node, target, node.op, other, node.target, node.value)
        else:
            parts = [(target, self.code(node.target)), (other, self.code(node.value))]
            value = self.do(node, name, inplace, (target, other), {}, parts)
        if isinstance(node.target, ast.Name):
            self.names[node.target.id] = value
        return value

    # ---- steps ----

    def do(
        self,
        node: ast.AST,
        name: str,
        function: Callable[..., Any],
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
        parts: Parts,
        more: str = "",
    ) -> Any:
        """Call the function, and record what it reported."""
        self.check_free(node, name, parts)
        code = self.code(node) + more
        before = len(self.log)
        try:
            found = self.calls.call(name, function, args, kwargs)
        except ERRORS as error:
            if isinstance(error, UnknownPart):
                raise TooLarge(f"{error}: {code}") from None
            self.fail(code, name, error, parts)
        texts = tuple(dict.fromkeys(str(one.message) for one in self.log[before:]))
        self.tell(code, found, parts, texts)
        if isinstance(found, (tuple, list)) and len(found) > MAX_PARTS:
            raise self.unknown(node, ", a tuple of too many parts")
        return found

    def tell(self, code: str, found: Any, parts: Parts, texts: tuple[str, ...]) -> None:
        shape = tuple(found.shape) if isinstance(found, Tensor) else None
        heard = self.calls.heard
        if shape is None and heard:
            shape = shape_of(found)
        for k, call in enumerate(heard):
            operands, whole = matched(call, parts)
            last = k == len(heard) - 1
            result = shape if last else call.shapes[0]
            self.events.append(Event(code, operands, call, whole, result, None, texts if last else ()))
        if not heard and (shape is not None or texts):
            self.events.append(Event(code, shape=shape if shape is not None else (), warnings=texts))

    def fail(self, code: str, name: str, error: Exception, parts: Parts) -> None:
        """Record that the step failed with the library's own error."""
        failed = [call for call in self.calls.heard if call.name == ""]
        if not failed and (name in POINTWISE or name == "__setitem__"):
            shapes = tuple(tuple(value.shape) for value, _ in parts if isinstance(value, Tensor))
            inplace = name.endswith("_") or name == "__setitem__" or "output with shape" in str(error)
            if len(shapes) > 1 and "size of tensor" in str(error):
                failed = [Heard("", shapes, False, inplace, (), None)]
        text = str(error) if str(error) else type(error).__name__
        if failed:
            operands, whole = matched(failed[-1], parts)
            self.events.append(Event(code, operands, failed[-1], whole, None, text))
        else:
            self.events.append(Event(code, problem=text))
        raise Failed from None

    def check_free(self, node: ast.AST, name: str, parts: Parts) -> None:
        """Raise an error if a name that is not an operand is used as an operand of a pointwise operator; it
        can only be a size."""
        for value, _ in parts:
            if isinstance(value, Free):
                if name in POINTWISE and value.name not in self.known:
                    raise UnknownPart(
                        f"explain(): {value.name} is not known; give its shape, as {value.name}='N,1'"
                    )
                self.known.add(value.name)

    # ---- expressions ----

    def value(self, node: ast.expr) -> Any:
        method = getattr(self, f"on_{type(node).__name__}", None)
        if method is None:
            raise self.unknown(node)
        return method(node)

    def tensor(self, node: ast.expr) -> Any:
        value = self.value(node)
        if isinstance(value, Free):
            raise UnknownPart(f"explain(): {value.name} has no shape, give it as {value.name}='N,1'")
        return value

    def parts_of(self, node: ast.AST, value: Any) -> list[Any]:
        """The items of an iteration over a value."""
        if isinstance(value, Tensor):
            if not value.ndim or value.shape[0] > MAX_PARTS:
                raise self.unknown(node)
            return list(value.unbind(0))
        if not isinstance(value, (tuple, list, range)):
            raise self.unknown(node)
        return list(value)

    def several(self, nodes: Sequence[ast.expr]) -> Iterator[tuple[Any, ast.expr]]:
        """The values of some expressions, including those of `*args`."""
        for node in nodes:
            if isinstance(node, ast.Starred):
                yield from ((part, node.value) for part in self.parts_of(node, self.value(node.value)))
            else:
                yield self.value(node), node

    def on_Constant(self, node: ast.Constant) -> Any:
        if isinstance(node.value, bytes) or (
            isinstance(node.value, int) and node.value.bit_length() > MAX_BITS
        ):
            raise self.unknown(node)
        return node.value

    def on_Name(self, node: ast.Name) -> Any:
        if node.id in self.names:
            return self.names[node.id]
        found = library.name(node.id)
        if found is not None:
            return found
        free = Free(self.sizes[node.id])
        free.name = node.id
        return free

    def on_Tuple(self, node: ast.Tuple) -> Any:
        return self.bounded(node, tuple(value for value, _ in self.several(node.elts)))

    def on_List(self, node: ast.List) -> Any:
        return self.bounded(node, [value for value, _ in self.several(node.elts)])

    def bounded(self, node: ast.AST, value: Any) -> Any:
        if isinstance(value, (tuple, list)) and len(value) > MAX_PARTS:
            raise self.unknown(node, ", a tuple of too many parts")
        if isinstance(value, int) and value.bit_length() > MAX_BITS:
            raise self.unknown(node, ", so large a number")
        return value

    def on_Slice(self, node: ast.Slice) -> slice:
        return slice(
            *(None if part is None else self.value(part) for part in (node.lower, node.upper, node.step))
        )

    def on_UnaryOp(self, node: ast.UnaryOp) -> Any:
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            raise self.unknown(node)
        name, function = of_python(node.op)
        if isinstance(value, Tensor):
            return self.do(node, name, function, (value,), {}, [(value, self.code(node.operand))])
        return self.python(node, function, value)

    def python(self, node: ast.AST, function: Callable[..., Any], *values: Any) -> Any:
        """Compute with Python, without tensors."""
        if any(isinstance(value, (Module, Function, Method, str)) for value in values):
            raise self.unknown(node)
        try:
            return self.bounded(node, function(*values))
        except ERRORS as error:
            if isinstance(error, UnknownPart):
                raise
            self.fail(self.code(node), "", error, ())

    def on_BinOp(self, node: ast.BinOp) -> Any:
        return self.arithmetic(
            node, self.value(node.left), node.op, self.value(node.right), node.left, node.right
        )

    def arithmetic(
        self, node: ast.AST, a: Any, op: ast.operator, b: Any, left: ast.expr, right: ast.expr
    ) -> Any:
        name, function = of_python(op)
        if isinstance(a, Tensor) or isinstance(b, Tensor):
            return self.do(node, name, function, (a, b), {}, [(a, self.code(left)), (b, self.code(right))])
        many = [value for value in (a, b) if isinstance(value, (tuple, list))]
        whole = [value for value in (a, b) if isinstance(value, int)]
        if many and whole and abs(whole[0]) * len(many[0]) > MAX_PARTS:
            raise self.unknown(node, ", a tuple of too many parts")
        if isinstance(op, (ast.Pow, ast.LShift)) and len(whole) == 2:
            bits = abs(b) * (a.bit_length() if isinstance(op, ast.Pow) else 1)
            if bits > MAX_BITS:
                raise self.unknown(node, ", so large a number")
        if isinstance(op, (ast.FloorDiv, ast.Mod)) and len(whole) == 2 and b > 1 and a % b:
            self.divide(a, b)
        return self.python(node, function, a, b)

    def divide(self, a: int, b: int) -> None:
        """Assume that a named size is divisible by the number."""
        for name, size in self.sizes.items():
            if size == a:
                by = next((other for other, value in self.sizes.items() if value == b and other != name), b)
                raise Divisible(name, by)

    def on_Compare(self, node: ast.Compare) -> Any:
        if len(node.ops) != 1 or type(node.ops[0]) not in OPERATORS:
            raise self.unknown(node)
        a, b = self.value(node.left), self.value(node.comparators[0])
        if not isinstance(a, Tensor) and not isinstance(b, Tensor):
            raise self.unknown(node)
        parts = [(a, self.code(node.left)), (b, self.code(node.comparators[0]))]
        return self.do(node, *of_python(node.ops[0]), (a, b), {}, parts)

    def on_Attribute(self, node: ast.Attribute) -> Any:
        owner = self.tensor(node.value)
        name = node.attr
        if isinstance(owner, Tensor):
            if not library.is_attribute(name):
                return self.method(node, owner, name)
            return self.do(node, "attribute", getattr, (owner, name), {}, [(owner, self.code(node.value))])
        if isinstance(owner, Module):
            found = library.member(owner, name)
            if found is library.NOTHING:
                raise self.unknown(node)
            return found
        made = library.of_generator(owner, name) if isinstance(owner, _C.Generator) else None
        if made is not None:
            return made
        field = getattr(owner, name, None) if isinstance(owner, tuple) and name[:1] != "_" else None
        if isinstance(field, Tensor):
            return field
        raise self.unknown(node)

    def method(self, node: ast.Attribute, owner: Tensor, name: str) -> Method:
        found = library.method(name)
        if found is None:
            raise self.unknown(node)
        return Method(owner, self.code(node.value), found)

    def index(self, node: ast.expr) -> tuple[Any, Parts]:
        """An index, and its tensors."""
        given = node.elts if isinstance(node, ast.Tuple) else [node]
        found = list(self.several(given))
        items = [0 if isinstance(item, Free) else item for item, _ in found]  # any position
        parts = [(item, self.code(of)) for item, of in found if isinstance(item, Tensor)]
        return (tuple(items) if isinstance(node, ast.Tuple) else items[0]), parts

    def on_Subscript(self, node: ast.Subscript) -> Any:
        owner = self.tensor(node.value)
        if isinstance(owner, Module) and owner.path == "numpy.ogrid":
            return self.grid(node)
        index, parts = self.index(node.slice)
        if isinstance(owner, Tensor):
            if isinstance(index, str):
                raise self.unknown(node)
            return self.do(node, "__getitem__", operator.getitem, (owner, index), {}, parts)
        if isinstance(owner, (tuple, list)) and isinstance(index, (int, slice)):
            return self.python(node, operator.getitem, owner, index)
        raise self.unknown(node)

    def grid(self, node: ast.Subscript) -> Any:
        """NumPy's open grid: (h, 1) and (1, w)."""
        items = [value for value, _ in self.several(getattr(node.slice, "elts", [node.slice]))]
        if not all(isinstance(item, slice) and item.stop is not None for item in items):
            raise self.unknown(node)
        shapes = [[-1 if d == k else 1 for d in range(len(items))] for k in range(len(items))]
        return tuple(
            _C.arange(item.start or 0, item.stop, item.step or 1).reshape(shape)
            for item, shape in zip(items, shapes, strict=True)
        )

    def on_Call(self, node: ast.Call) -> Any:
        loss = library.loss(node.func)
        function = loss or self.value(node.func)
        args: list[Any] = []
        parts: list[tuple[Any, str]] = []
        for value, of in self.several(node.args):
            args.append(value)
            parts += self.named_parts(value, of)
        kwargs: dict[str, Any] = {}
        for keyword in node.keywords:
            if keyword.arg is None:
                raise self.unknown(keyword)
            kwargs[keyword.arg] = self.value(keyword.value)
            parts += self.named_parts(kwargs[keyword.arg], keyword.value)
        if isinstance(function, Method):
            args.insert(0, function.owner)
            parts.insert(0, (function.owner, function.code))
            function = function.function
        if isinstance(function, Function):
            if any(isinstance(value, (Module, Function, Method)) for value in (*args, *kwargs.values())):
                raise self.unknown(node)
            args, kwargs = function.arguments(args, kwargs)
            return self.do(node, function.name, function.call, args, kwargs, parts)
        if function in library.BUILTINS and not kwargs:
            return self.builtin(node, function, args)
        raise self.unknown(node)

    def named_parts(self, value: Any, node: ast.expr) -> Parts:
        """The tensors of an argument, with their code."""
        if isinstance(value, (tuple, list)):
            nodes = node.elts if isinstance(node, (ast.Tuple, ast.List)) else []
            codes = [self.code(one) for one in nodes] if len(nodes) == len(value) else ["..."] * len(value)
            return list(zip(value, codes, strict=True))
        return [(value, self.code(node))]

    def builtin(self, node: ast.Call, function: Any, args: list[Any]) -> Any:
        if function in (list, tuple, sum) and args and isinstance(args[0], Tensor):
            args[0] = self.parts_of(node, args[0])
        if any(isinstance(value, (Module, Function, Method)) for value in args) or is_large(args):
            raise self.unknown(node)
        if function is range and max(map(abs, args), default=0) > MAX_PARTS:
            raise self.unknown(node, ", a range of too many")
        if any(isinstance(value, Tensor) for value in args):
            return self.do(node, function.__name__, function, args, {}, [(args[0], self.code(node.args[0]))])
        return self.python(node, function, *args)


def matched(call: Heard, parts: Parts) -> tuple[tuple[str, ...], tuple[tuple[int, ...], ...] | None]:
    """The code of a call's operands; for products, whose batches broadcast, also their whole shapes."""
    tensors = [(tuple(value.shape), code) for value, code in parts if isinstance(value, Tensor)]
    found: list[tuple[tuple[int, ...], str]] = []
    rest = tensors
    for k, shape in enumerate(call.shapes):
        if len(tensors) == len(call.shapes):
            found.append(tensors[k])
            continue
        at = next((i for i, (own, _) in enumerate(rest) if shape in (own, own[:-2])), None)
        found.append((shape, "...") if at is None else rest[at])
        rest = rest if at is None else rest[at + 1 :]
    whole = tuple(own for own, _ in found)
    batches = whole != call.shapes and tuple(own[:-2] for own in whole) == call.shapes
    return tuple(code for _, code in found), whole if batches else None


# ---- the text ----


def _depth(node: ast.AST) -> int:
    """The depth of nested nodes, computed without recursion."""
    deepest, level = 0, [node]
    while level:
        deepest += 1
        level = [child for one in level for child in ast.iter_child_nodes(one)]
    return deepest


def parse(text: str) -> list[ast.stmt]:
    """The statements of a text. Raises ValueError if it is not Python, or too long."""
    if len(text) > MAX_LENGTH:
        raise ValueError(f"explain(): the expression is longer than {MAX_LENGTH} characters")
    try:
        with warnings.catch_warnings():  # about invalid escapes in strings
            warnings.simplefilter("ignore")
            body = ast.parse(text.strip()).body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else type(error).__name__
        raise ValueError(f"explain(): {text!r} is no expression: {reason}") from None
    if not body:
        raise ValueError("explain(): the expression is empty")
    if max(map(_depth, body)) > MAX_DEPTH:
        raise ValueError("explain(): the expression is nested too deeply")
    return body


def numbers_in(body: list[ast.stmt]) -> set[int]:
    """The numbers in the statements."""
    nodes = (node for statement in body for node in ast.walk(statement))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and type(node.value) is int}


def names_in(body: list[ast.stmt]) -> list[str]:
    """The names in the statements, in order."""
    nodes = (node for statement in body for node in ast.walk(statement))
    return list(dict.fromkeys(node.id for node in nodes if isinstance(node, ast.Name)))


def free_names(body: list[ast.stmt], given: Mapping[str, Any]) -> list[str]:
    """The names to which nothing gives a value."""
    return [name for name in names_in(body) if name not in given and library.name(name) is None]
