"""What is timed: an expression over operands that are the same for every peer.

An expression is Python text in which `m` is the peer's module and the operands have their names:

    Case("(256,256)+(256)", "a + b", a=Operand((256, 256)), b=Operand((256,)))

Where peers spell a thing in different ways, `Case.of` gives a peer's own text; None leaves the peer out.
numexpr's text is made of NumPy's, unless the case gives one, where that is a plain expression.
A case relies on NumPy for its numbers, and on nothing of tbcast but the module that it is given.
"""

import ast
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

WARM_OUT = ", warm out="
"""Ends the names of cases that write into a result of an earlier call."""


@dataclass(frozen=True)
class Operand:
    """An array of random numbers, the same for every peer."""

    size: tuple
    dtype: str = "float32"
    order: tuple | None = None
    """The dimensions from the outermost in memory to the innermost; None: as they are counted."""
    step: int = 1
    """Of that many elements along the last dimension one is taken."""
    low: float = 1
    high: float = 2
    seed: int = 0
    distinct: bool = False
    """No number is there twice."""

    def array(self):
        """As a NumPy array; bfloat16, which NumPy lacks, as float32."""
        order = self.order or tuple(range(len(self.size)))
        memory = [self.size[d] for d in order]
        if memory:
            memory[-1] *= self.step
        draw = np.random.default_rng([self.seed, *self.size])
        if self.distinct:
            count = math.prod(memory)
            values = draw.permutation(np.linspace(self.low, self.high, count, endpoint=False)).reshape(memory)
        else:
            values = draw.uniform(self.low, self.high, memory)
        if self.dtype == "bool":
            values = values < (self.low + self.high) / 2
        values = np.asarray(values).astype("float32" if self.dtype == "bfloat16" else self.dtype)
        values = values[..., :: self.step] if self.step > 1 else values
        return values.transpose(np.argsort(order)) if memory else values

    def of(self, peer, name):
        """As the peer's own array or tensor."""
        values = self.array()
        if name in ("numpy", "numexpr"):
            return values
        made = peer.from_numpy(values) if values.ndim else peer.tensor(values.item())
        return made.to(getattr(peer, self.dtype))


def indices(*size, below, seed=7):
    """Random indices."""
    return Operand(size, "int64", low=0, high=below, seed=seed)


def flags(*size, seed=8):
    """A mask, about half of it True."""
    return Operand(size, "bool", seed=seed)


NUMEXPR_DTYPES = {"bool", "int32", "int64", "float32", "float64", "complex128"}
"""Others it has not, or computes in one of these."""
NUMEXPR_NODES = (
    *(ast.Module, ast.Expr, ast.Name, ast.Load, ast.Constant, ast.Call, ast.BinOp, ast.UnaryOp, ast.Compare),
    *(ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow, ast.BitAnd, ast.BitOr, ast.USub),
    *(ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq),
)
"""What an expression consists of that means the same to NumPy and to numexpr (whose % has C's sign)."""


def numexpr_text(text, functions):
    """NumPy's text as numexpr has it, or None if it is no expression of names, numbers, operators and
    numexpr's functions; `a += b` is `a = a + b`."""
    text = re.sub(r"\b(m|np)\.", "", text)
    target, in_place, added = text.partition(" += ")
    if in_place:
        text = f"{target} + {added}"
    nodes = list(ast.walk(ast.parse(text)))
    called = {ast.unparse(node.func) for node in nodes if isinstance(node, ast.Call)}
    if not (called <= set(functions) and all(isinstance(node, NUMEXPR_NODES) for node in nodes)):
        return None
    return f"{target} = {text}" if in_place else text


@dataclass(frozen=True)
class Case:
    """A line of the table."""

    name: str
    text: str
    operands: dict
    of: dict = field(default_factory=dict)
    """The text of single peers."""
    values: bool = True
    """The elements are compared, not only the shape (False: memory that nobody wrote)."""
    limit: str | None = None
    """The loop of limit.c that moves the same bytes."""
    rtol: float = 1e-6

    def text_of(self, peer, name):
        """A peer's text, or None where it has nothing of the kind."""
        dtypes = {x.dtype for x in self.operands.values()}
        if (name == "numpy" and "bfloat16" in dtypes) or (name == "numexpr" and not dtypes <= NUMEXPR_DTYPES):
            return None
        if name == "numexpr" and name not in self.of:
            text = self.of.get("numpy", self.text)
            return text and numexpr_text(text, peer.expressions.functions)
        return self.of.get(name, self.text)

    def of_peer(self, peer, name):
        """The case's Calls, or None where the peer has nothing of the kind."""
        text = self.text_of(peer, name)
        if text is None:
            return None
        scope = {"m": peer, "np": np}
        scope |= {key: operand.of(peer, name) for key, operand in self.operands.items()}
        return numexpr_calls(peer, text, scope) if name == "numexpr" else compiled(text, scope)


@dataclass(frozen=True)
class Calls:
    """One call with its result, and a loop of calls."""

    once: Callable
    many: Callable


LOOP = """
def make({names}):
    def once():
        {outer}
        {once}
        return {result}
    def many(steps):
        {outer}
        for _ in steps:
            {text}
    return once, many
"""


def compiled(text, scope):
    """The text in a loop of its own, as timeit has it: nothing of Python's is timed beside the text."""
    target = (
        text.partition(" = ")[0] if " = " in text else text.partition(" += ")[0] if " += " in text else ""
    )
    result, name = target.partition("[")[0], target if target.isidentifier() else ""
    source = LOOP.format(
        names=", ".join(scope),
        outer=f"nonlocal {name}" if name else "pass",
        once=text if target else f"result = {text}",
        result=result or "result",
        text=text,
    )
    exec(source, made := {})
    return Calls(*made["make"](**scope))


def looped(function):
    """Calls of a function without arguments."""

    def many(steps):
        for _ in steps:
            function()

    return Calls(function, many)


def numexpr_calls(peer, text, scope):
    """numexpr compiles an expression once and keeps it; `out = text` writes into `out`."""
    out, _, text = text.rpartition(" = ")
    names = {key: value for key, value in scope.items() if isinstance(value, np.ndarray)}
    keywords = {"out": names[out], "casting": "unsafe"} if out else {}
    return looped(lambda: peer.evaluate(text, names, {}, **keywords))


def case(name, text, of=None, *, values=True, limit=None, rtol=1e-6, **operands):
    """A Case whose operands are given by name; a tuple stands for float32 of that size."""
    made = {}
    for seed, (key, x) in enumerate(operands.items()):
        made[key] = x if isinstance(x, Operand) else Operand(x, seed=seed)
    return Case(name, text, made, of or {}, values, limit, rtol)
