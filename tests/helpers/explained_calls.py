"""Calls of every row of both tables, with names for their tensors, for test_explain_rows.py.

A call is that of the row's example, in which each tensor among the arguments is an operand of its dtype.
"""

import ast
import itertools
import math
import warnings

import tbcast
from codegen.functions import FUNCTIONS
from codegen.functions.row import module_of
from public_names import operator_examples

SHAPES = [
    *((), (0,), (1,), (3,), (4,), (2, 3), (3, 3), (1, 3), (3, 1), (0, 3), (2, 0), (4, 4)),
    *((2, 3, 3), (2, 1, 3), (1, 3, 4), (0, 1, 3), (2, 3, 4, 1), (1, 2, 3, 3), (2, 2, 2, 2), (0, 2, 1, 3)),
]
NAMES = {"torch": tbcast, "tbcast": tbcast}
DATA = 3
"""Of a call: with other elements each time."""


def values_of_operator_examples():
    """What their calls name."""
    return {
        "x": tbcast.ones(2, 3), "y": tbcast.ones(2, 3), "i": tbcast.ones(2, 3, dtype=tbcast.int64),
        "j": tbcast.ones(2, 3, dtype=tbcast.int64), "m": tbcast.ones(2, 3, dtype=tbcast.bool),
    }  # fmt: skip


def named(code, given):
    """The call with names for its tensors, and their dtypes; None for no call of a public function."""
    tree = ast.parse(code, mode="eval")
    outer = tree.body
    while not isinstance(outer, ast.Call):
        if not isinstance(outer, (ast.Attribute, ast.Subscript)):
            return None
        outer = outer.value
    dtypes = {}

    def operand(node):
        if isinstance(node, (ast.Tuple, ast.List)):
            node.elts = [operand(part) for part in node.elts]
            return node
        try:
            value = eval(compile(ast.Expression(node), "", "eval"), {**NAMES, **given})
        except Exception:
            return node
        if not isinstance(value, tbcast.Tensor):
            return node
        name = f"t{len(dtypes)}"
        dtypes[name] = value.dtype
        return ast.Name(name)

    owner = outer.func.value if isinstance(outer.func, ast.Attribute) else None
    if owner and ast.unparse(owner) == "torch" and not hasattr(tbcast, outer.func.attr):
        return None  # of a row that Python functions call
    if isinstance(owner, (ast.Call, ast.Subscript)) or (owner and not ast.unparse(owner).startswith("torch")):
        outer.func.value = operand(owner)
    outer.args = [operand(node) for node in outer.args]
    for keyword in outer.keywords:
        keyword.value = operand(keyword.value)
    return ast.unparse(tree), dtypes


def calls():
    """{name: (call, dtypes of its operands)}"""
    found = {}
    given = values_of_operator_examples()
    for name, code in operator_examples().items():
        found[f"operators {name}"] = named(code, given)
    for row in FUNCTIONS:
        if row.name.startswith("_") and not row.name.endswith("_") and not module_of(row.name):
            continue  # private: not part of explain's language
        if not row.example or row.owner != "Tensor" or row.constructor or row.namespace in ("to", "from"):
            continue
        codes = [row.example[0], *(code for code, _ in row.more_examples)]
        if row.function and row.method:
            codes.append(row.method_call(row.name))
        for k, code in enumerate(codes):
            found[f"{row.key} {k}"] = named(code, {})
    return {name: call for name, call in found.items() if call is not None}


def shapes_of(operands, most, shapes=SHAPES):
    """Shapes for so many operands, spread over all that there are: equal ones first."""
    pairs = [(one, other) for one, other in itertools.product(shapes, repeat=2) if one != other]
    if operands == 0:
        return [()]
    every = [(shape,) * operands for shape in shapes]
    if operands > 1:
        every += [(one, other, *[third] * (operands - 2)) for one, other in pairs for third in {one, other}][
            :: 1 if operands > 2 else 2
        ]
    return every if most is None else every[:: max(1, len(every) // most)][:most]


def ten_times(shape):
    """The shape with ten times its sizes above 1."""
    return tuple(size * 10 if size > 1 else size for size in shape)


LARGER = [larger for larger in map(ten_times, SHAPES) if math.prod(larger) <= 3000]
"""Shapes that explain takes for large ones where its limit is 0, and that can be computed with."""


def operand(shape, dtype, k):
    n = math.prod(shape)
    elements = (tbcast.zeros(n), tbcast.ones(n), (tbcast.arange(n) + 1) % 2)[k]
    return elements.to(dtype).reshape(shape)


def shape_of(value):
    """As explain tells it: the last one's of several tensors."""
    if isinstance(value, tbcast.Tensor):
        return tuple(value.shape)
    if isinstance(value, (tuple, list)) and not isinstance(value, tbcast.Size):
        shapes = [shape_of(part) for part in value if isinstance(part, (tbcast.Tensor, tuple, list))]
        return shapes[-1] if shapes else ()
    return ()


def outcomes(code, shapes, dtypes):
    """What the call does: ("shape", sizes) or ("error", text), with each kind of elements."""
    found = []
    for k in range(DATA):
        given = {name: operand(shape, dtypes[name], k) for name, shape in shapes.items()}
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                result = eval(code, {**NAMES, **given})
        except Exception as error:
            found.append(("error", str(error)))
        else:
            found.append(("shape", shape_of(result)))
    return found


def contradiction(code, shapes, dtypes, explain):
    """How explain contradicts the call, or None."""
    happened = outcomes(code, shapes, dtypes)
    told = explain(code, **{name: operand(shape, dtypes[name], 0) for name, shape in shapes.items()})
    done = [value for kind, value in happened if kind == "shape"]
    if not done:
        texts = [value for _, value in happened]
        if told.shape is None and told.steps[-1].problem in texts:
            return None
        return f"{told.shape} {told.steps[-1].problem if told.steps else None!r}, but it raises {texts[0]!r}"
    if told.shape is None:
        return f"raises {told.steps[-1].problem!r}, but the result is {done}"
    same = all(len(told.shape) == len(shape) for shape in done) and all(
        isinstance(size, str) if len(set(sizes)) > 1 else size == sizes[0] or isinstance(size, str)
        for size, *sizes in zip(told.shape, *done, strict=True)
    )
    return None if same else f"{told.shape}, but the result is {done}"
