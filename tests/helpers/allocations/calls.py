"""The calls whose allocations fail, one after the other: everything public in every form.

They follow from the tables: the operator table's forms, the function table's examples and what of it takes
out=, the public names' calls and refusals, and the lists that other tests share.  A new row is among them by
itself.  GROUPS has a function for each kind, which gives Calls.
"""

import ast
import dis
import functools
import os
import sys
import types
from dataclasses import dataclass

import error_cases
import operands
import ordinary_calls
import public_names
from codegen.functions import FUNCTIONS
from codegen.functions.row import MODULES, module_of
from differential.domains import parameter
from differential.forms import NUMBER, ROWS, TENSOR, forms_of


@dataclass(frozen=True)
class Call:
    """Something to call.  `makers` make what it names, anew for each attempt; `function(scope)` gives the
    function without arguments that is called."""

    name: str
    makers: dict
    function: object
    builds: bool = False
    """Does its text make lists and tuples?"""


# ---- texts ----


def bad_world(name):
    """Makes what operands.world has of that name."""
    return lambda torch: operands.world(torch)[name]


OF_ERRORS = {name: bad_world(name) for name in ("f", "g", "i", "u", "b", "c", "wide", "rows", "deep")}
ORDINARY = {**OF_ERRORS, **operands.MAKERS}
BAD = {**operands.MAKERS, **OF_ERRORS}


BUILDING = ("BUILD_", "LIST_", "CALL_FUNCTION_EX")


def names_in(code):
    """The global names that a code object and those inside of it use."""
    inner = [constant for constant in code.co_consts if isinstance(constant, types.CodeType)]
    return set(code.co_names).union(*map(names_in, inner))


def instructions(code):
    yield from dis.get_instructions(code)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from instructions(constant)


def text_call(text, world, name=None, more=None):
    """A Call of an expression or a statement; `more` makes names beside the world's."""
    *first, last = ast.parse(text).body
    if isinstance(last, ast.Expr):
        last = ast.Return(last.value)
    program = ast.parse("def call(): pass")
    program.body[0].body = [*first, last]
    [code] = [c for c in compile(ast.fix_missing_locations(program), text, "exec").co_consts
              if isinstance(c, types.CodeType)]  # fmt: skip
    used = {key: make for key, make in {**world, **(more or {})}.items() if key in names_in(code)}
    builds = any(instruction.opname.startswith(BUILDING) for instruction in instructions(code))
    return Call(name or text, used, lambda scope: types.FunctionType(code, scope), builds)


def texts(found, world):
    return [text_call(text, world) for text in dict.fromkeys(found) if operands.available(text)]


# ---- the operator table ----

SIZES = {"equal": ((2, 3), (2, 3)), "broadcast": ((2, 3), (3,)), "deep": ((1, 3, 1, 2, 1, 2, 1), (2, 2, 1))}


def operand(row, place, kind):
    """Makes a tensor that the row takes there: of one dtype, of one that is cast, with seven dimensions."""
    other = place > 0
    size = SIZES[kind][other]
    cast = other and kind == "broadcast"
    name = public_names.operand_of(row, row.operands[place])
    dtype = {"m": "bool", "i": "int64", "j": "int64"}.get(name, "float32")
    if cast and dtype == "int64":
        dtype = "int16"
    if row.operands[place] in row.promotion.singles:
        size = ()

    def make(torch):
        count = 1
        for n in size:
            count *= n
        t = torch.tensor([float(1 + (5 * n + other) % 7) for n in range(count)]).reshape(size)
        if kind == "deep" and not other:
            t = t.transpose(1, 3)
        t = t > 3 if dtype == "bool" else t.to(getattr(torch, dtype))
        return t.double() if cast and dtype == "float32" and row.promotion.rule == "float" else t

    return make


def out_of(kind, call):
    """Makes an out= that suits what `call(torch)` gives."""

    def make(torch):
        like = call(torch)
        if isinstance(like, tuple):
            return tuple(one_out(torch, kind, part) for part in like)
        return one_out(torch, kind, like)

    return make


def one_out(torch, kind, like):
    if kind == "fresh":
        return torch.empty(0, dtype=like.dtype)
    if kind == "resized":
        return torch.ones(5, dtype=like.dtype)
    if kind == "deep":
        return torch.ones(1, 2, 1, 1, 3, 1, 1, dtype=like.dtype)
    turned = tuple(reversed(range(like.dim())))
    whole = torch.zeros(tuple(reversed(like.shape)), dtype=like.dtype).permute(turned)
    if kind == "strided":
        return whole
    wider = {torch.bool: torch.int64, torch.int64: torch.float32, torch.float32: torch.float64}
    return whole.to(wider.get(like.dtype, like.dtype))


def form_call(row, form, kind):
    """A Call of a form."""
    makers = {}
    for place, what in enumerate(form.places):
        if what == TENSOR:
            makers[f"t{place}"] = operand(row, place, kind)
    whole = public_names.operand_of(row, row.operands[0]) == "i"
    parameters = {name: parameter(row, name, 0) for name in form.parameters}

    def given(scope):
        number = 2 if whole else 1.5
        return [
            scope[f"t{place}"] if what == TENSOR else number if what == NUMBER else None
            for place, what in enumerate(form.places)
        ]

    def function(scope):
        # Bound before anything fails: CPython 3.11 itself loses references where it builds lists for a call.
        what, positional, named = form.parts(scope["torch"], given(scope), parameters, scope.get("out"))
        return functools.partial(what, *positional, **named)

    if form.out:
        plain = dict(makers)

        def without_out(torch):
            scope = {name: make(torch) for name, make in plain.items()}
            return form.call(torch, given(scope), parameters, None)

        makers["out"] = out_of(form.out, without_out)
    return Call(f"{row.name}: {form.name}, {kind}", makers, function)


def operator_forms():
    """Every form of every operator."""
    found = []
    for row in ROWS.values():
        for number, form in enumerate(forms_of(row)):
            kinds = list(SIZES) if form.spelling != "keywords" and not form.deprecated else ["equal"]
            if form.out:  # each kind of out= with another kind of operands
                kinds = [kinds[number % len(kinds)]]
            elif form.parameters or number > 60:
                kinds = kinds[:2]
            found += [form_call(row, form, kind) for kind in kinds]
    return found


# ---- the function table ----


def with_out(row):
    """The row's example called with out=, or None: the call itself, without what follows it."""
    prefix = module_of(row.name)
    spelled = f"torch.{MODULES[prefix]}.{row.name.removeprefix(prefix)}" if prefix else f"torch.{row.name}"
    for node in ast.walk(ast.parse(row.example[0], mode="eval")):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == spelled:
            plain = ast.unparse(node)
            if not any(keyword.arg == "out" for keyword in node.keywords):
                node.keywords.append(ast.keyword("out", ast.Name("out")))
            return plain, ast.unparse(node)
    return None


def functions_with_out():
    """Functions of the table with out=: empty, of other sizes, of the result's sizes with other strides."""
    found = []
    for row in FUNCTIONS:
        if not row.function or row.namespace or not any(" out = " in text for text in row.signatures):
            continue
        plain, call = with_out(row)
        for kind in ("fresh", "resized", "deep", "strided"):
            make = out_of(kind, lambda torch, plain=plain: eval(plain, {"torch": torch}))
            found.append(text_call(call, ORDINARY, f"{call}, {kind}", {"out": make}))
    return found


# ---- the lists of calls that are compared with PyTorch ----


def function_lists():
    """Calls of every function of the function table, of a transposed tensor and a contiguous one: those by
    hand, and of the derived ones as many."""
    from calls import derived, function_cells, function_lists

    world = {
        "t": lambda torch: torch.arange(24.0).reshape(4, 3, 2).permute(2, 1, 0) - 7,
        "u": lambda torch: torch.arange(24.0).reshape(2, 3, 4) % 5 + 0.5,
        "d": lambda torch: torch.float32,
        "L": lambda torch: torch.tensor,
        "F": lambda torch: torch.nn.functional,
        "np": lambda torch: operands.numpy,
    }
    made = [
        text for name, cells in derived.lists().items() if "special" not in name for text in cells.expressions
    ]
    world |= {
        name: lambda torch, name=name: function_cells.outs(torch)[name]
        for name in ("like", "strided", "short", "twice")
    }
    found = dict.fromkeys(
        [
            *made[::12],
            *(text for cells in function_lists.by_hand_lists().values() for text in cells.expressions),
        ]
    )
    return [call for text in found if (call := text_or_none(text, world))]


def text_or_none(text, world):
    """The call of a text that this Python understands, and whose names are known."""
    try:
        call = text_call(text, world)
    except SyntaxError:
        return None
    return call if operands.available(text) else None


def index_lists():
    """Reading and writing by indices."""
    from indexing import index_tables

    def tensor_of(dtype):
        return lambda torch: lambda v, shape: torch.tensor(v, dtype=getattr(torch, dtype)).reshape(shape)

    world = {
        "t": lambda torch: torch.arange(24.0).reshape(2, 3, 4),
        "np": lambda torch: operands.numpy,
        "I": tensor_of("int64"),
        "M": tensor_of("bool"),
        "B": tensor_of("uint8"),
        "V": lambda torch: lambda shape: torch.ones(shape),
    }
    reads = [f"t[{index}]" for index in index_tables.READS]
    writes = [f"t[{index}] = {value}" for index in index_tables.READS for value in index_tables.WRITES]
    of_t = [*reads, *writes, *index_tables.CALLS, *index_tables.FUNCTIONS]
    return [call for text in of_t if (call := text_or_none(text, world))]


def creation_lists():
    """Good and bad arguments of the functions that make tensors."""
    from calls.creation_calls import CALLS, split_calls

    found = [f"{name}{call}" for name, text in CALLS.items() for call in split_calls(text)]
    return [call for text in found if (call := text_or_none(text, ORDINARY))]


def view_lists():
    """Every 23rd call of views, of a tensor of seven dimensions and of one of two."""
    from calls.view_calls import GROUPS as VIEWS

    found = [text for texts_ in VIEWS.values() for text in texts_][::23]
    deep = {"t": ORDINARY["d"]}
    flat = {"t": lambda torch: torch.arange(9.0).reshape(3, 3).t()}
    return [text_call(text, flat) for text in found] + [
        text_call(text, deep, f"{text}, deep") for text in found
    ]


def dlpack_lists():
    """DLPack's protocol."""
    if operands.numpy is None:
        return []
    import dlpack_cases

    classes = ("D", "Old", "Raising", "NoDevice", "Failing", "Listed", "Bytes")
    world = {name: of_dlpack(dlpack_cases, name) for name in classes}
    world["t"] = lambda torch: torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    world["arr"] = lambda torch: operands.numpy.arange(3.0)
    world["name"] = lambda torch: lambda capsule: type(capsule).__name__
    found = [text for text in dlpack_cases.LIKE_TORCH if "np." not in text]  # NumPy loses references itself
    return [call for text in found if (call := text_or_none(text, world))]


def of_dlpack(module, name):
    return lambda torch: getattr(module, {"D": "Exporter"}.get(name, name))


# ---- faults, for the test of the test ----


def fault_none(x):
    return torch_of(x).ones(2, 3).add_(x)


def fault_half_written(x):
    x.add_(1)
    return x.add_(x.clone())


def fault_swallowed(x):
    try:
        return x.clone().tolist()
    except MemoryError:
        return []


def fault_other_exception(x):
    try:
        return x.clone()
    except MemoryError:
        raise ValueError("no memory") from None


def fault_not_refused(x):
    try:
        return x + x[0, :2]
    except MemoryError:
        return x


def fault_system_error(x):
    try:
        return x.clone()
    except MemoryError as error:
        raise SystemError("returned NULL without setting an exception") from error


KEPT = []


def fault_kept_operand(x):
    try:
        return x.clone()
    except MemoryError:
        KEPT.append(x)
        raise


def fault_left_behind(x):
    try:
        return x.clone()
    except MemoryError:
        KEPT.append(object())
        raise


def fault_default_dtype(x):
    lib = torch_of(x)
    lib.set_default_dtype(lib.float64)
    made = x.clone()
    lib.set_default_dtype(lib.float32)
    return made


def fault_draw(x):
    first = torch_of(x).rand(3)  # held: a tensor that is freed would be the next one's memory
    return first, torch_of(x).rand(3)


def fault_crash(x):
    try:
        return x.clone()
    except MemoryError:
        os.abort()


def torch_of(x):
    return sys.modules[type(x).__module__.partition(".")[0]]


FAULTY = [
    *(fault_none, fault_half_written, fault_swallowed, fault_other_exception, fault_not_refused),
    *(fault_system_error, fault_kept_operand, fault_left_behind, fault_default_dtype, fault_draw),
    fault_crash,
]


def faulty():
    return [
        Call(f.__name__, {"x": ORDINARY["x"]}, lambda scope, f=f: functools.partial(f, scope["x"]))
        for f in FAULTY
    ]


# ---- audits ----

AUDITED = (
    *("a[:, None] - b", "a[:, None] * 2.0", "a[:, None][:, :, None] + m", "m / b", "a[:, None] < b"),
    *("-a[:, None] + b", "a[:, None].T - b", "m @ m", "m[None] @ m", "m.sum(1)", "m.__class__ is None"),
    *("np.exp(a[:, None]) - b", "np.maximum(a[:, None], b)", "np.where(m > b, a[:, None], b)"),
    *("np.add(x1=a[:, None], x2=b)", "np.expand_dims(a, 1) - b", "np.swapaxes(a[:, None], 0, 1) - b"),
    *("np.einsum('...i,...i', m[None], m)", "a[:, None] - [1.0, 2.0, 3.0]"),
)


def audited():
    """Expressions that an audit of NumPy has rewritten; it is enabled from the first one on."""
    import tbcast
    from tbcast.audit._rewriting import rewrite

    numpy = operands.numpy
    makers = {
        "a": lambda _: numpy.arange(3.0),
        "b": lambda _: numpy.arange(3.0),
        "m": lambda _: numpy.ones((3, 3)),
        "np": lambda _: numpy,
    }

    def function(text):
        code = rewrite.rewritten_code(f"def call(): return {text}", text)

        def make(scope):
            tbcast.audit.numpy.enable(modules=[])
            exec(code, scope | rewrite.GLOBALS, made := {})
            return made["call"]

        return make

    # what is lost of CPython's is not told from what is lost here: as for what builds lists
    return [Call(text, makers, function(text), builds=True) for text in AUDITED if numpy]


# ---- all of them ----

# Calls in which CPython 3.11 itself ends the process where its own allocators fail, each seen in gdb, in a
# function of CPython that Python code calls.
OF_CPYTHON = {
    "torch.save(": "odictiter_new() untracks an iterator that was never tracked (an OrderedDict is pickled)",
    "with torch.broadcast_policy(": "PyContextVar_Set()",
    "with torch.audit.tensors(": "a lock without memory is a RuntimeError, and ends nothing",
}


def _spellings(row):
    prefix = module_of(row.name)
    if prefix:
        return [f"torch.{MODULES[prefix]}.{row.name.removeprefix(prefix)}("]
    return [f"torch.{row.name}(", f".{row.name}("]


# What computes by itself.  The other functions of linear algebra and Fourier transforms call NumPy, where
# CPython's PyContextVar_Set() ends the process (numpy.errstate) and ufuncs lose the exception, or (lu,
# lu_factor, lu_unpack, slogdet) write several outputs from Python, which cannot put the first one back where
# every allocation fails.
OWN_LINALG = ["matrix_power", "matrix_exp", "matmul", "multi_dot", "vecdot", "cross", "vander", "diagonal",
              "vector_norm", "solve_triangular", "lu_solve", "old_lu_solve", "fftshift", "ifftshift",
              "fftfreq", "rfftfreq"]  # fmt: skip


def _left_out(row):
    folder, _, function = row.in_python.partition(":")
    return folder.startswith(("_composite.linalg", "_composite.fft")) and function not in OWN_LINALG


OF_NUMPY = [text for row in FUNCTIONS if _left_out(row) for text in _spellings(row)]

GROUPS = {
    "operators": operator_forms,
    "public names": lambda: texts(public_names.EXAMPLES.values(), ORDINARY),
    "attributes and examples": lambda: texts(ordinary_calls.more_examples(), ORDINARY),
    "out": functions_with_out,
    "ordinary": lambda: texts(ordinary_calls.SUCCESSES, ORDINARY),
    "objects": lambda: texts(ordinary_calls.OBJECTS, ORDINARY),
    "deep": lambda: texts(ordinary_calls.DEEP, ORDINARY),
    "errors": lambda: texts([bad.call for bad in error_cases.ALL], BAD),
    "refused indices": lambda: texts(ordinary_calls.REFUSED, ORDINARY),
    "function lists": function_lists,
    "indices": index_lists,
    "creation": creation_lists,
    "views": view_lists,
    "dlpack": dlpack_lists,
    "refused arguments": lambda: texts(public_names.refused_calls(), ORDINARY),
    "audits": audited,  # the last one: it stays enabled
}
