"""Infers the shapes of an expression, or of some statements, from those of its names; `ast` reads it,
nothing runs.

Relies on rules.py and products.py for what has a name.
"""

from __future__ import annotations

import ast
import operator
import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tbcast._explain.expressions import products as products  # registers its rules
from tbcast._explain.expressions.indexing import take
from tbcast._explain.expressions.rules import RULES, permute, pointwise, tensor
from tbcast._explain.expressions.values import (
    Free,
    Method,
    Module,
    Number,
    Pair,
    Refused,
    Step,
    Tensor,
    Trace,
    UnknownPart,
)
from tbcast._explain.symbols import NamedShape, Symbol, Symbols, with_names
from tbcast._verdict.intent import Place

MAX_LENGTH = 10_000
MAX_DEPTH = 100
MODULES = ("torch", "np", "numpy", "jnp", "F", "nn", "tbcast", "tb", "math", "xp", "cp")
FUNCTIONS = ("len", "float", "int", "tuple", "list", "abs")
LOSSES = {
    "MSELoss": "mse_loss",
    "L1Loss": "l1_loss",
    "SmoothL1Loss": "smooth_l1_loss",
    "HuberLoss": "huber_loss",
    "BCELoss": "binary_cross_entropy",
    "BCEWithLogitsLoss": "binary_cross_entropy_with_logits",
    "CrossEntropyLoss": "cross_entropy",
}
"""Of torch.nn, as `nn.MSELoss()(x, y)`."""
MAX_PARTS, MAX_NDIM = 1024, 64
OPERATORS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>", ast.MatMult: "@",
}  # fmt: skip
BITS = (ast.BitAnd, ast.BitOr, ast.BitXor)
ON_NUMBERS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Div: operator.truediv, ast.Mod: operator.mod, ast.Pow: operator.pow, ast.FloorDiv: operator.floordiv,
}  # fmt: skip
_CODE = compile("0", "<expression>", "eval")


class _Evaluation:
    def __init__(self, text: str, names: Mapping[str, Any], table: Symbols) -> None:
        self.text = text
        self.names = dict(names)
        self.trace = Trace(table, Place(_CODE, 1))
        for name, value in names.items():
            self.trace.keep(name, value)

    def code(self, node: ast.AST) -> str:
        found = ast.get_source_segment(self.text, node) or ast.unparse(node)
        return " ".join(found.split())

    def unknown(self, node: ast.AST, why: str = "") -> UnknownPart:
        return UnknownPart(f"explain(): does not know this part of the expression: {self.code(node)}{why}")

    # ---- statements ----

    def run(self, body: list[ast.stmt]) -> Any:
        value = None
        for line, statement in enumerate(body, start=1):
            self.trace.place = Place(_CODE, line)
            if isinstance(statement, ast.Expr):
                value = self.value(statement.value)
            elif isinstance(statement, ast.Assign) and len(statement.targets) == 1:
                value = self.value(statement.value)
                self.assign(statement.targets[0], value)
            elif isinstance(statement, ast.AugAssign):
                value = self.augmented(statement)
            elif isinstance(statement, ast.Return) and statement.value is not None:
                value = self.value(statement.value)
            else:
                raise self.unknown(statement)
        return value

    def assign(self, target: ast.expr, value: Any) -> None:
        if isinstance(target, ast.Name):
            self.names[target.id] = value
            self.trace.keep(target.id, value)
        elif isinstance(target, (ast.Tuple, ast.List)):
            parts = list(value) if isinstance(value, (tuple, list)) else None
            if parts is None or (len(parts) != len(target.elts)):
                raise self.unknown(target)
            for one, part in zip(target.elts, parts, strict=True):
                self.assign(one, part)
        elif isinstance(target, ast.Subscript):
            owner = tensor(self.value(target.value), self.trace)
            view = take(self.trace, self.code(target), owner, self.index(target.slice))
            self.trace.keep(self.code(target), view)
            if isinstance(value, Tensor) and value.shape != view.shape:
                self.trace.broadcast(f"{self.code(target)} = ...", (view, value), inplace=True)
        else:
            raise self.unknown(target)

    def augmented(self, node: ast.AugAssign) -> Any:
        target, other = self.value(node.target), self.value(node.value)
        code = self.code(node)
        if isinstance(node.op, ast.MatMult):
            raise self.unknown(node)
        if not isinstance(target, Tensor):
            value = self.arithmetic(node, target, node.op, other)
        else:
            pointwise(self.trace, code, (target, other), inplace=True)
            value = target
        if isinstance(node.target, ast.Name):
            self.names[node.target.id] = value
        return value

    # ---- expressions ----

    def value(self, node: ast.expr) -> Any:
        method = getattr(self, f"on_{type(node).__name__}", None)
        if method is None:
            raise self.unknown(node)
        before = len(self.trace.steps)
        code = self.code(node)
        steps = self.trace.steps
        try:
            found = method(node)
            if isinstance(found, Tensor) and len(found.shape) > MAX_NDIM:
                raise Refused(f"only tensors with up to {MAX_NDIM} dims are supported")
            if isinstance(found, Tensor) and any(size < 0 for size in found.shape):
                raise Refused("a size is negative")
        except Refused as error:
            if not error.told and (not steps or steps[-1].shape is not None):
                steps.append(Step(code, (), None, None, str(error)))
            error.told = True
            raise
        if isinstance(found, (tuple, list)) and len(found) > MAX_PARTS:
            raise self.unknown(node, ", a tuple of so many parts")
        if isinstance(node, ast.Name):
            return found
        if isinstance(found, Tensor):
            found = Tensor(found.shape, found.marks, found.mask)  # a value of its own, with a code of its own
            shape = with_names(found.shape)
            if len(steps) > before and steps[-1].code == code and steps[-1].explanation:
                steps[-1] = replace(steps[-1], shape=shape)
            else:
                steps.append(Step(code, (), None, shape))
        return self.trace.keep(code, found)

    def on_Constant(self, node: ast.Constant) -> Any:
        return Number() if isinstance(node.value, (float, complex)) else node.value

    def on_Name(self, node: ast.Name) -> Any:
        if node.id in self.names:
            return self.names[node.id]
        if node.id in MODULES or node.id in FUNCTIONS:
            return Module(node.id)
        return Free(node.id)

    def on_Tuple(self, node: ast.Tuple) -> Any:
        parts: list[Any] = []
        for part in node.elts:
            if isinstance(part, ast.Starred):
                inner = self.value(part.value)
                if not isinstance(inner, (tuple, list)):
                    raise self.unknown(part)
                parts += inner
            else:
                parts.append(self.value(part))
        return tuple(parts)

    def on_List(self, node: ast.List) -> Any:
        return [self.value(part) for part in node.elts]

    def on_Slice(self, node: ast.Slice) -> slice:
        return slice(
            *(None if part is None else self.value(part) for part in (node.lower, node.upper, node.step))
        )

    def on_UnaryOp(self, node: ast.UnaryOp) -> Any:
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            raise self.unknown(node)
        if isinstance(value, int) and not isinstance(value, Symbol):
            return (
                -value
                if isinstance(node.op, ast.USub)
                else ~value
                if isinstance(node.op, ast.Invert)
                else value
            )
        if isinstance(value, (Symbol, Free, Number)):
            return (
                Number()
                if isinstance(value, Number)
                else self.trace.table.named(f"-{self.code(node.operand)}")
            )
        return tensor(value, self.trace)

    def on_BinOp(self, node: ast.BinOp) -> Any:
        return self.arithmetic(node, self.value(node.left), node.op, self.value(node.right))

    def arithmetic(self, node: ast.AST, a: Any, op: ast.operator, b: Any) -> Any:
        code = self.code(node)
        if isinstance(op, ast.MatMult):
            return products.matmul(self.trace, code, (a, b), {})
        if isinstance(a, Tensor) or isinstance(b, Tensor):
            both = (a, b)
            masks = all(value.mask for value in both if isinstance(value, Tensor))
            return pointwise(self.trace, code, both, mask=isinstance(op, BITS) and masks)
        if isinstance(a, (tuple, list)) and isinstance(b, (tuple, list)) and isinstance(op, ast.Add):
            return (*a, *b)
        if any(isinstance(value, (tuple, list)) for value in (a, b)) and isinstance(op, ast.Mult):
            many, times = (a, b) if isinstance(a, (tuple, list)) else (b, a)
            if isinstance(times, int) and 0 <= times * len(many) <= MAX_PARTS:
                return type(many)(list(many) * times)
        if isinstance(a, (int, Free, Number)) and isinstance(b, (int, Free, Number)):
            return self.of_sizes(a, op, b)
        raise self.unknown(node)

    def of_sizes(self, a: Any, op: ast.operator, b: Any) -> Any:
        """Arithmetic with sizes and numbers."""
        trace = self.trace
        if isinstance(a, Number) or isinstance(b, Number):
            return Number()
        a, b = trace.size(a), trace.size(b)
        named = isinstance(a, Symbol) or isinstance(b, Symbol)
        if isinstance(op, ast.Add):
            return trace.shifted(a, b)
        if isinstance(op, ast.Sub) and not isinstance(b, Symbol):
            return trace.shifted(a, -b)
        if isinstance(op, ast.Mult):
            return trace.product((a, b))
        if isinstance(op, ast.FloorDiv):
            return trace.quotient(a, b)
        if not named and isinstance(op, ast.Pow) and 0 <= b < 64 and abs(a) < 1 << 32:
            return a**b
        if not named and isinstance(op, ast.Sub):
            return a - b
        if not named and isinstance(op, ast.Mod) and b:
            return a % b
        if isinstance(op, (ast.Sub, ast.Mod)):
            return trace.table.named(f"({a} {OPERATORS[type(op)]} {b})")
        return Number()

    def on_Compare(self, node: ast.Compare) -> Any:
        values = [self.value(node.left), *map(self.value, node.comparators)]
        if len(values) != 2 or isinstance(node.ops[0], (ast.In, ast.NotIn, ast.Is, ast.IsNot)):
            raise self.unknown(node)
        return pointwise(self.trace, self.code(node), values, mask=True)

    def on_Attribute(self, node: ast.Attribute) -> Any:
        owner = self.value(node.value)
        name = node.attr
        if isinstance(owner, Module):
            if name in ("pi", "e", "inf", "nan"):
                return Number()
            return None if name == "newaxis" else Module(name)
        if isinstance(owner, Pair) and name in ("values", "indices"):
            return owner[name == "indices"]
        if isinstance(owner, Free):
            raise self.unknown(node, f"; {owner.name} has no shape, give it as {owner.name}='N,1'")
        if not isinstance(owner, Tensor):
            raise self.unknown(node)
        shape = owner.shape
        if name == "shape":
            return shape
        if name in ("T", "H"):
            return permute(owner, range(len(shape))[::-1])
        if name in ("mT", "mH"):
            if len(shape) < 2:
                raise Refused(f"{name} takes two dimensions or more")
            return permute(owner, [*range(len(shape) - 2), len(shape) - 1, len(shape) - 2])
        if name == "ndim":
            return len(shape)
        if name in ("data", "real", "imag", "grad"):
            return owner
        if name in ("dtype", "device"):
            return Module(name)
        return Method(owner, name)

    def index(self, node: ast.expr) -> Any:
        return self.value(node)

    def on_Subscript(self, node: ast.Subscript) -> Any:
        owner = self.value(node.value)
        if isinstance(owner, Module) and owner.name in ("ogrid", "mgrid", "r_", "s_"):
            return self.grid(node, owner.name)
        index = self.index(node.slice)
        if isinstance(owner, Tensor):
            index = tuple(index) if isinstance(index, tuple) else index
            return take(self.trace, self.code(node), owner, index)
        if isinstance(owner, (tuple, list)) and isinstance(index, (int, slice)):
            try:
                return owner[index]
            except (IndexError, TypeError):
                raise self.unknown(node) from None
        if isinstance(owner, Free):
            tensor(owner, self.trace)  # says what is missing
        raise self.unknown(node)

    def grid(self, node: ast.Subscript, name: str) -> Any:
        """NumPy's open grid: (h, 1) and (1, w)."""
        parts = self.index(node.slice)
        if name != "ogrid" or not isinstance(parts, tuple):
            raise self.unknown(node)
        sizes = [
            self.trace.shifted(self.trace.size(part.stop), -self.trace.size(part.start or 0))
            for part in parts
        ]
        ones = [tuple(size if d == k else 1 for d in range(len(sizes))) for k, size in enumerate(sizes)]
        return tuple(Tensor(shape) for shape in ones)

    def loss(self, node: ast.expr) -> str | None:
        """`nn.MSELoss()`, as the name of its function."""
        if not isinstance(node, ast.Call) or node.args or node.keywords:
            return None
        made = node.func
        return LOSSES.get(made.attr if isinstance(made, ast.Attribute) else getattr(made, "id", ""))

    def on_Call(self, node: ast.Call) -> Any:
        loss = self.loss(node.func)
        function = Module(loss) if loss else self.value(node.func)
        args: list[Any] = []
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                inner = self.value(argument.value)
                if not isinstance(inner, (tuple, list)):
                    raise self.unknown(argument)
                args += inner
            else:
                args.append(self.value(argument))
        kwargs: dict[str, Any] = {}
        for keyword in node.keywords:
            if keyword.arg is None:
                raise self.unknown(keyword)
            value = self.value(keyword.value)
            kwargs[keyword.arg] = value.name if isinstance(value, Module) else value
        args = [value.name if isinstance(value, Module) else value for value in args]
        if isinstance(function, Method):
            args.insert(0, function.owner)
            name = function.name
        elif isinstance(function, Module):
            name = function.name
        else:
            raise self.unknown(node.func)
        inplace = isinstance(function, Method) and name.endswith("_") and name not in RULES
        name = name[:-1] if inplace else name
        known = RULES.get(name)
        if known is None or (isinstance(function, Module) and name in MODULES):
            raise self.unknown(node)
        if (
            name == "equal"
            and isinstance(node.func, ast.Attribute)
            and self.code(node.func.value) in ("np", "numpy")
        ):
            name, known = "eq", RULES["eq"]
        if not args and not kwargs and name not in ("zeros", "ones", "rand", "randn", "empty"):
            raise self.unknown(node, ", which has no arguments")
        self.trace.inplace = inplace
        try:
            found = known(self.trace, self.code(node), args, kwargs)
        except (IndexError, TypeError, AttributeError, KeyError, StopIteration) as error:
            raise self.unknown(node) from error
        finally:
            self.trace.inplace = False
        return function.owner if inplace and isinstance(function, Method) else found


def _depth(node: ast.AST) -> int:
    """Of nested nodes, without recursion."""
    deepest, level = 0, [node]
    while level:
        deepest += 1
        level = [child for one in level for child in ast.iter_child_nodes(one)]
    return deepest


def parse(text: str) -> list[ast.stmt]:
    """The statements of a text; ValueError for what is no Python, and for what is too long."""
    if len(text) > MAX_LENGTH:
        raise ValueError(f"explain(): the expression is longer than {MAX_LENGTH} characters")
    try:
        with warnings.catch_warnings():  # of odd escapes in strings
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
    """The sizes that it may have."""
    nodes = (node for statement in body for node in ast.walk(statement))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and type(node.value) is int}


def evaluate(
    text: str, body: list[ast.stmt], names: Mapping[str, Tensor], table: Symbols
) -> tuple[list[Step], NamedShape | None]:
    """The steps, and the shape of the result: None where a step failed, () for a number."""
    found = _Evaluation(text.strip(), names, table)
    steps = found.trace.steps
    try:
        value = found.run(body)
    except Refused as error:
        if not error.told and (not steps or steps[-1].shape is not None):
            code = found.code(body[found.trace.place.line - 1])
            steps.append(Step(code, (), None, None, str(error)))
        return steps, None
    if isinstance(value, Tensor):
        return steps, with_names(value.shape)
    if isinstance(value, (tuple, list)) and any(isinstance(part, Tensor) for part in value):
        last = next(part for part in reversed(value) if isinstance(part, Tensor))
        return steps, with_names(last.shape)
    if isinstance(value, Free):
        raise UnknownPart(f"explain(): {value.name} is not known; give its shape, as {value.name}='N,1'")
    if isinstance(value, (Module, Method)):
        raise UnknownPart(f"explain(): {text.strip()} is a function; call it")
    return steps, ()
