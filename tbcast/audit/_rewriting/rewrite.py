"""Rewrites programs so that C looks at shapes before an operator, a subscript or a call of a known name.

`a + b` becomes `__tbcast_audit__(code, a, b)`, a function of C (src/audit/watched.c) that does what
the operator does. What the program can notice stays: values, the order in which operands are computed, each
of them once, exceptions, and the lines and columns of tracebacks. Functions have the code that their author
wrote, and run the rewritten code when they are called (src/audit/instrumented.h). Left alone are:

- annotations, patterns and type parameters, which others read;
- what stands in a class directly: its names may be looked up in anything;
- operands that are texts or displays and have no shape.
"""

from __future__ import annotations

import ast
import inspect
import itertools
import os
import sys
import threading
import warnings
from collections.abc import Callable
from pathlib import Path
from types import CodeType
from typing import Any

from tbcast._verdict.functions import OPERATORS
from tbcast._verdict.written import calls_in
from tbcast.audit import _watch
from tbcast.audit._rewriting.functions import FOR_MARKS, NAMES, WRITING

HELPER = "__tbcast_audit__"
"""The name of the function of C in the globals of a rewritten module."""
GLOBALS = {HELPER: _watch.watched}
"""What a rewritten module has beside its own globals."""

CODE = {name: code for code, name in enumerate(_watch.codes())}
_places = itertools.count(64, 64)  # beside the code a number of each place: see shapes.c

_UNARY = {ast.USub: "unary -", ast.Invert: "unary ~"}
_NO_ARRAYS = (
    *(ast.JoinedStr, ast.List, ast.Tuple, ast.Dict, ast.Set, ast.Lambda),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
)


def _name(kind: ast.AST) -> str | None:
    """The function of an operator of Python's."""
    names = OPERATORS.get(type(kind))
    return names[1] if names else None


def _is_number(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.UAdd, ast.USub)):
        node = node.operand
    return isinstance(node, ast.Constant) and type(node.value) in (int, float, complex)


def _is_plain(node: ast.expr) -> bool:
    """Has the value no shape, whatever the program does?"""
    return _is_number(node) or isinstance(node, (ast.Constant, *_NO_ARRAYS))


def _makes_dimensions(node: ast.expr) -> bool:
    """Is it None or newaxis, as a subscript?"""
    if isinstance(node, ast.Constant):
        return node.value is None
    return "newaxis" in (getattr(node, "attr", None), getattr(node, "id", None))


def _is_view(key: ast.expr) -> bool:
    """May the subscript make dimensions or keep marked ones?"""
    items = key.elts if isinstance(key, ast.Tuple) else [key]
    return any(
        isinstance(item, ast.Slice)
        or (isinstance(item, ast.Constant) and item.value is Ellipsis)
        or _makes_dimensions(item)
        for item in items
    )


def _mangled(name: str, owner: str | None) -> str:
    """A name that is private to a class."""
    stripped = (owner or "").lstrip("_")
    if not stripped or not name.startswith("__") or name.endswith("__") or "." in name:
        return name
    return f"_{stripped}{name}"


def _imported(body: list[ast.stmt]) -> set[str]:
    """The names that statements of a module import, those of functions and classes apart."""
    found: set[str] = set()
    for node in body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            found.update(alias.asname or alias.name.partition(".")[0] for alias in node.names)
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            for inner in _bodies(node):
                found |= _imported(inner)
    return found


def _bodies(node: ast.stmt) -> list[list[ast.stmt]]:
    """What is indented below a statement."""
    parts = *getattr(node, "handlers", ()), *getattr(node, "cases", ())
    return [
        *(getattr(node, name, []) for name in ("body", "orelse", "finalbody")),
        *(part.body for part in parts),
    ]


class _Rewriter(ast.NodeTransformer):
    def __init__(self, tree: ast.Module) -> None:
        self.owner: str | None = None  # the class around, for private names
        self.imported = _imported(tree.body)
        self.writing = {call for call, items in calls_in(tree) if any(item.line for item in items)}
        self.names = set(NAMES)
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):  # from numpy import subtract as minus
                self.names.update(a.asname for a in node.names if a.asname and a.name in NAMES)

    def _watched(self, at: ast.expr | ast.stmt, name: str, *arguments: ast.expr) -> ast.Call:
        """__tbcast_audit__(code, ...), where `at` stands."""
        code = ast.copy_location(ast.Constant(CODE[name] + next(_places)), at)
        return ast.copy_location(ast.Call(self._instrument(at), [code, *arguments], []), at)

    def _instrument(self, at: ast.expr | ast.stmt) -> ast.Name:
        """What is called with a function that has been made."""
        return ast.copy_location(ast.Name(HELPER, ast.Load()), at)

    def _constant(self, at: ast.expr | ast.stmt, value: Any) -> ast.Constant:
        return ast.copy_location(ast.Constant(value), at)

    def _look(self, operator: str, left: Any, right: ast.expr) -> ast.Call:
        """The right operand; the operation stays, with a look before it. A name can be read twice."""
        again = ast.copy_location(ast.Name(left.id, ast.Load()), right)
        return self._watched(right, "look", self._constant(right, CODE[operator]), again, right)

    # ---- statements ----

    def _function(self, node):
        """Annotations and the parameters of types are what they are."""
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        self._defaults(node.args)
        self._body(node)
        return node

    def _body(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        node.decorator_list.append(self._instrument(node))
        node.body = [self.visit(each) for each in node.body]

    visit_FunctionDef = visit_AsyncFunctionDef = _function

    def _defaults(self, arguments: ast.arguments) -> None:
        arguments.defaults = [self.visit(each) for each in arguments.defaults]
        arguments.kw_defaults = [each and self.visit(each) for each in arguments.kw_defaults]

    def visit_Lambda(self, node: ast.Lambda):
        self._defaults(node.args)
        node.body = self.visit(node.body)
        return ast.copy_location(ast.Call(self._instrument(node), [node], []), node)

    def visit_ClassDef(self, node: ast.ClassDef):
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        node.bases = [self.visit(each) for each in node.bases]
        node.keywords = [self.visit(each) for each in node.keywords]
        self._class_body(node)
        return node

    def _class_body(self, node: ast.ClassDef) -> None:
        outer, self.owner = self.owner, node.name
        self._in_class(node.body)
        self.owner = outer
        # the class may look up names in anything
        name = ast.copy_location(ast.Global([HELPER]), node.body[0])
        node.body.insert(ast.get_docstring(node, clean=False) is not None, name)

    def _in_class(self, statements: list[ast.stmt]) -> None:
        """Of the statements of a class the bodies of functions and the inner classes."""
        for node in statements:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                self._body(node)
            elif isinstance(node, ast.ClassDef):
                self._class_body(node)
            else:
                for body in _bodies(node):
                    self._in_class(body)

    def visit_AnnAssign(self, node: ast.AnnAssign):
        node.target = self.visit(node.target)
        if node.value:
            node.value = self.visit(node.value)
        return node

    def visit_TypeAlias(self, node):
        return node

    def visit_match_case(self, node: ast.match_case):
        if node.guard:
            node.guard = self.visit(node.guard)
        node.body = [self.visit(each) for each in node.body]
        return node

    def visit_Assign(self, node: ast.Assign):
        value, targets = node.value, node.targets
        if (  # `text = text + more` must stay: Python then does not copy the text
            isinstance(value, ast.BinOp)
            and isinstance(value.op, ast.Add)
            and isinstance(value.left, ast.Name)
            and len(targets) == 1
            and isinstance(targets[0], ast.Name)
            and targets[0].id == value.left.id
            and not _is_plain(value.right)
        ):
            value.right = self._look("add", value.left, self.visit(value.right))
            return node
        return self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign):
        operator, target = _name(node.op), node.target
        node.value, plain = self.visit(node.value), _is_plain(node.value)
        if operator is None or plain or isinstance(target, ast.Name):
            node.target = self.visit(target)
            if operator is not None and not plain:
                node.value = self._look(f"{operator}_", target, node.value)
            return node
        if isinstance(target, ast.Subscript):
            kind, key = "item", self._key(self.visit(target.slice))
        else:
            kind, key = "attribute", self._constant(target, _mangled(target.attr, self.owner))
        begun = self._watched(target, f"begin {kind}", self.visit(target.value), key)
        code = self._constant(node, CODE[f"{operator}_"])
        done = self._watched(node, f"finish {kind}", code, begun, node.value)
        return ast.copy_location(ast.Expr(done), node)

    # ---- operators ----

    def visit_BinOp(self, node: ast.BinOp):
        operator = _name(node.op)
        plain = [_is_plain(side) for side in (node.left, node.right)]
        numbers = [_is_number(side) for side in (node.left, node.right)]
        self.generic_visit(node)
        if operator is None or all(plain) or plain != numbers:
            return node
        return self._watched(node, operator, node.left, node.right)

    def visit_UnaryOp(self, node: ast.UnaryOp):
        name = None if _is_plain(node.operand) else _UNARY.get(type(node.op))
        self.generic_visit(node)
        return self._watched(node, name, node.operand) if name else node

    def visit_Compare(self, node: ast.Compare):
        operands = [node.left, *node.comparators]
        plain = [_is_plain(side) and not _is_number(side) for side in operands]
        numbers = [_is_number(side) for side in operands]
        names = [_name(op) for op in node.ops]
        self.generic_visit(node)
        if len(names) == 1:
            if names[0] is None or any(plain) or all(numbers):
                return node
            return self._watched(node, names[0], node.left, node.comparators[0])
        # Of `a < b < c` the second part may never be computed, so that the operators stay.
        visited = [node.left, *node.comparators]
        for k, name in enumerate(names):
            if name and isinstance(visited[k], ast.Name) and not (plain[k + 1] or numbers[k + 1]):
                node.comparators[k] = self._look(name, visited[k], visited[k + 1])
        return node

    # ---- subscripts and attributes ----

    def _key(self, key: ast.expr) -> ast.expr:
        """A subscript as an expression."""
        if isinstance(key, ast.Slice):
            return self._watched(key, "slice", *self._bounds(key))
        if isinstance(key, ast.Tuple):
            key.elts = [self._key(item) for item in key.elts]
        return key

    def _bounds(self, key: ast.Slice) -> list[ast.expr]:
        return [each or self._constant(key, None) for each in (key.lower, key.upper, key.step)]

    def visit_Subscript(self, node: ast.Subscript):
        watches = isinstance(node.ctx, ast.Load) and _is_view(node.slice)
        self.generic_visit(node)
        if not watches:
            return node
        if isinstance(node.slice, ast.Slice):
            return self._watched(node, "slice of", node.value, *self._bounds(node.slice))
        return self._watched(node, "item", node.value, self._key(node.slice))

    def visit_Attribute(self, node: ast.Attribute):
        self.generic_visit(node)
        if node.attr not in ("T", "mT") or not isinstance(node.ctx, ast.Load):
            return node
        watched = self._watched(node, "attribute", node.value, self._constant(node, node.attr))
        return _at_attribute(watched, node)

    # ---- calls ----

    def visit_Call(self, node: ast.Call):
        function = node.func
        name = getattr(function, "attr", getattr(function, "id", None))
        writes = name not in WRITING or node in self.writing
        self.generic_visit(node)
        if name not in self.names or not writes or not isinstance(function, (ast.Attribute, ast.Name)):
            return node
        node.func = self._watched(function, "pick for marks" if name in FOR_MARKS else "pick", node.func)
        if isinstance(function, ast.Attribute) and self._is_method_call(node, function):
            _at_attribute(node, function)
        return node

    def _is_method_call(self, node: ast.Call, function: ast.Attribute) -> bool:
        """Does Python call it without making a method first? Then its line is the attribute's."""
        spread = any(isinstance(each, ast.Starred) for each in node.args) or any(
            keyword.arg is None for keyword in node.keywords
        )
        if sys.version_info < (3, 11):
            return not spread and not node.keywords
        of_import = isinstance(function.value, ast.Name) and function.value.id in self.imported
        return not spread and not of_import


def _at_attribute(node: ast.expr, attribute: ast.Attribute) -> ast.expr:
    """Where Python says that an attribute of several lines is: at its name."""
    if attribute.end_lineno is not None and attribute.end_lineno != node.lineno:
        node.lineno = attribute.end_lineno
        node.col_offset = max(0, (attribute.end_col_offset or 0) - len(attribute.attr))
    return node


def rewritten(tree: ast.Module) -> ast.Module:
    """A module whose code calls `__tbcast_audit__`, which its globals are to hold; the tree is used up.

    Raises RecursionError where it is too deep.

    >>> import ast
    >>> ast.unparse(rewritten(ast.parse("y = f(a - b)")))  # doctest: +ELLIPSIS
    'y = f(__tbcast_audit__(..., a, b))'
    """
    return _Rewriter(tree).visit(tree)


# ---- code ----

_compiling = threading.RLock()
"""Filters of warnings are the process's."""


def _after_fork() -> None:
    """Another thread may have held it."""
    global _compiling
    _compiling = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def _is_of_function(code: CodeType) -> bool:
    """Is it that of a `def` or a lambda, and not of a class, a comprehension or the like?"""
    named = code.co_name == "<lambda>" or not code.co_name.startswith("<")
    return named and bool(code.co_flags & inspect.CO_OPTIMIZED)


def _inner(code: CodeType | None) -> dict[tuple[str, int], list[CodeType]]:
    """The code objects in the constants, by name and line."""
    found: dict[tuple[str, int], list[CodeType]] = {}
    for constant in code.co_consts if code else ():
        if isinstance(constant, CodeType):
            found.setdefault((constant.co_name, constant.co_firstlineno), []).append(constant)
    return found


def _with_functions_of(author: CodeType | None, code: CodeType) -> CodeType:
    """The rewritten code, whose functions are the author's and know their rewritten ones.

    Equal functions of a line may be one constant of the author's code.
    """
    partners, constants = _inner(author), list(code.co_consts)
    for at, constant in enumerate(constants):
        if not isinstance(constant, CodeType):
            continue
        alike = partners.get((constant.co_name, constant.co_firstlineno), [None])
        partner = alike.pop(0) if len(alike) > 1 else alike[0]
        constants[at] = inner = _with_functions_of(partner, constant)
        if partner and _is_of_function(constant) and partner.co_freevars == constant.co_freevars:
            _watch.set_instrumented(partner, inner)
            constants[at] = partner
    return code.replace(co_consts=tuple(constants))


def compiled(tree: Any, compiles: Callable[[Any], CodeType]) -> CodeType:
    """The code of a module, rewritten unless it is too deep, with the author's functions; uses the tree up.

    `compiles` makes code of a tree; what it warns of is said once. Raises what it raises.
    """
    author = compiles(tree)
    try:
        tree = rewritten(tree)
        with _compiling, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            code = compiles(tree)
        return _with_functions_of(author, code)
    except Exception:
        return author


def rewritten_code(source: bytes | str, filename: str) -> CodeType:
    """The code of a module, rewritten.

    Raises what `compile` does; RecursionError, too, for what is too deep to be parsed.

    >>> names = {HELPER: _watch.watched, "a": 3, "b": 1}
    >>> exec(rewritten_code("print(a - b)", "<example>"), names)
    2
    """
    tree = ast.parse(source, filename)
    return compiled(tree, lambda tree: compile(tree, filename, "exec", dont_inherit=True))


def rewritten_of(code: CodeType, loader: object = None) -> CodeType:
    """The rewritten code in place of a module's, if its file, which the loader may know, has what it is
    compiled from.
    """
    get: Any = getattr(loader, "get_data", None) or (lambda file: Path(file).read_bytes())
    with _compiling, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # said already
        try:
            source, file = get(code.co_filename), code.co_filename
            return rewritten_code(source, file) if compile(source, file, "exec", 0, True) == code else code
        except Exception:
            return code


def code_of(source: bytes | str, filename: str) -> CodeType:
    """The code of a module, rewritten if that is possible.

    Raises SyntaxError and ValueError, as `compile` does.
    """
    try:
        return rewritten_code(source, filename)
    except Exception:
        pass
    return compile(source, filename, "exec", dont_inherit=True)
