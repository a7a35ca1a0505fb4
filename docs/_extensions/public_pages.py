"""Which page and section of the reference a public name belongs to.

Relies on the installed package for the names and on src/codegen for the families of operators and functions,
so that a new row needs no line here.  A name that nothing places stands on the page "other": no name is
without a page (tests/repository/test_site.py).
"""

import importlib
import importlib.util
import inspect
import pkgutil

import tbcast
from codegen import functions as function_table, operators as operator_table
from codegen.functions.row import Attribute
from codegen.operators.row import COMPARISONS, NUMBER_SLOTS, UNARY_SLOTS

FAMILIES = {
    "arithmetic": ("pointwise", "Arithmetic"),
    "powers": ("pointwise", "Powers, logarithms and angles of two operands"),
    "extrema": ("pointwise", "Extrema, limits, signs, adjacent numbers"),
    "comparison": ("pointwise", "Comparisons"),
    "logic": ("pointwise", "Logic, bits, predicates of numbers"),
    "ternary": ("pointwise", "Three operands, masks"),
    "data_movement": ("pointwise", "Moving elements"),
    "unary": ("pointwise", "Signs, roots, conjugates"),
    "rounding": ("pointwise", "Rounding"),
    "exponential": ("pointwise", "Exponentials and logarithms"),
    "trigonometric": ("pointwise", "Trigonometric and hyperbolic functions"),
    "special": ("pointwise", "Special functions"),
    "reductions": ("reductions", "Reductions"),
    "scans_and_sorts": ("reductions", "Along one dimension"),
    "statistics": ("reductions", "Statistics"),
    "calculus": ("reductions", "Integrals and derivatives of samples"),
    "sets": ("reductions", "Sets and search"),
    "products": ("products", "Products"),
    "shapes": ("shapes", "Joining, repeating, flipping"),
    "predicates": ("shapes", "Predicates of a tensor"),
    "neural": ("modules", "Layers and losses"),
    "spatial": ("modules", "Convolutions, pooling, sampling"),
    "creation": ("creation", "From sizes and numbers"),
    "data": ("creation", "From data"),
    "drawing": ("random", "Draws"),
    "views": ("views", "Views"),
    "closeness": ("pointwise", "Comparisons"),
    "indexing": ("indexing", "Taking and writing"),
    "promotion": ("dtype", "Promotion, defaults, limits"),
    "settings": ("memory", "Threads, memory, defaults"),
}
"""File of rows -> (page, section).  A file that is not named here gets a section of its own."""

LISTS = {
    ("creation", "From data"): "from_dlpack to_dlpack clone detach",
    ("creation", "Saving and loading"): "save load",
    ("creation", "Legacy constructors"): """FloatTensor DoubleTensor HalfTensor BFloat16Tensor ByteTensor
        CharTensor ShortTensor IntTensor LongTensor BoolTensor set_default_tensor_type""",
    ("random", "Generators"): """Generator default_generator manual_seed seed initial_seed get_rng_state
        set_rng_state""",
    ("views", "Broadcasting"): "broadcast_shapes broadcast_tensors broadcast_to meshgrid",
    ("views", "Views"): "newaxis",
    ("indexing", "Taking and writing"): "unravel_index",
    ("products", "Sums of products"): "einsum tensordot cdist chain_matmul",
    ("reductions", "Norms"): "cosine_similarity",
    ("shapes", "Joining, repeating, flipping"): "block_diag cartesian_prod",
    ("dtype", "dtypes"): """float16 bfloat16 float32 float64 complex64 complex128 bool uint8 uint16 uint32
        uint64 int8 int16 int32 int64 half float double cfloat cdouble short int long""",
    ("dtype", "Promotion, defaults, limits"): "get_default_dtype set_default_dtype finfo iinfo",
    ("dtype", "Types of the package"): "dtype device layout strided memory_format Size is_tensor",
    ("dtype", "Memory formats"): """channels_last channels_last_3d contiguous_format legacy_contiguous_format
        preserve_format""",
    ("dtype", "Constants"): "e inf nan pi",
    ("broadcasts", "Explaining a broadcast"): "explain",
    ("broadcasts", "Policies"): "broadcast_policy BroadcastPolicyError BroadcastPolicyWarning",
    ("memory", "Storages"): """UntypedStorage TypedStorage BFloat16Storage BoolStorage ByteStorage CharStorage
        ComplexDoubleStorage ComplexFloatStorage DoubleStorage FloatStorage HalfStorage IntStorage LongStorage
        ShortStorage""",
    ("other", "Printing"): "set_printoptions",
    ("other", "Determinism"): """use_deterministic_algorithms are_deterministic_algorithms_enabled
        is_deterministic_algorithms_warn_only_enabled""",
    ("other", "Gradients"): """enable_grad inference_mode is_grad_enabled is_inference_mode_enabled no_grad
        set_grad_enabled""",
}
"""(page, section) -> names that are no rows, or stand elsewhere than their file."""

MODULES = {
    "tbcast.backcompat": "broadcasts",
    "tbcast.utils.backcompat": "broadcasts",
    "tbcast.storage": "memory",
    "tbcast.array_api": "array_api",
    "tbcast.dask": "dask",
}
"""Public modules -> page; the others have sections on the page "modules"."""

PROGRAMS = {"cli", "note"}
"""Public files that a program does not import from: the command line, the player of the note."""


def families():
    """{name: (page, section)} of every row's names, from the tables."""
    found = {}
    for owner in (operator_table, function_table):
        for module, rows in vars(owner).items():
            for row in getattr(rows, "ROWS", ()):
                if not getattr(row, "function", True) or isinstance(row, Attribute):
                    continue  # methods and attributes stand with their classes, constructors are in LISTS
                place = FAMILIES.get(module, ("other", module.replace("_", " ").capitalize()))
                for name in (row.name, *(getattr(alias, "name", alias) for alias in row.aliases)):
                    found[name] = place
    return found


def public(name, value):
    """Is this the package's own, for others to use?"""
    return not name.startswith("_") and not inspect.ismodule(value)


def members(owner, prefix):
    """Public attributes that a class defines itself."""
    base = tuple if issubclass(owner, tuple) else object
    own = (n for n in vars(owner) if not n.startswith("_") and hasattr(owner, n) and not hasattr(base, n))
    return sorted(f"{prefix}.{n}" for n in own)


def modules():
    """The public modules: `tbcast.special`, `tbcast.nn.functional` and so on."""
    for found in pkgutil.walk_packages(tbcast.__path__, "tbcast."):
        parts = found.name.split(".")[1:]
        if parts[0] == "dask" and not importlib.util.find_spec("dask"):
            continue
        if not any(part.startswith("_") for part in parts) and parts[0] not in PROGRAMS:
            yield importlib.import_module(found.name)


def names_of(module):
    """What a public module offers: its __all__, or else what it defines itself; modules in it apart."""
    listed = getattr(module, "__all__", None)
    if listed is None:
        listed = [n for n, v in vars(module).items() if getattr(v, "__module__", "") == module.__name__]
    return [name for name in listed if public(name, getattr(module, name))]


def sections():
    """{page: {section: [name, ...]}} with every public name once: `add`, `Tensor.add`, `special.expit`."""
    place = families()
    place.update({name: where for where, text in LISTS.items() for name in text.split()})
    found = {}
    for page, section in dict.fromkeys([*FAMILIES.values(), *LISTS]):
        found.setdefault(page, {})[section] = []

    def put(name, where):
        found.setdefault(where[0], {}).setdefault(where[1], []).append(name)

    order = {name: i for i, name in enumerate(" ".join(LISTS.values()).split())}
    for name in sorted({*dir(tbcast), *tbcast.__all__}, key=lambda name: (order.get(name, -1), name)):
        value = getattr(tbcast, name)
        if not public(name, value):
            continue
        if name == "Tensor":
            put(name, ("tensor", "The class"))
            continue
        where = place.get(name) or place.get(name.removesuffix("_")) or ("other", "More")
        put(name, where)
        if inspect.isclass(value) and not issubclass(value, BaseException):
            for member in members(value, name):
                put(member, where)
    for name in members(tbcast.Tensor, "Tensor"):
        put(name, ("tensor", section_of_member(name)))
    for module in modules():
        inner = module.__name__.partition(".")[2]
        page = MODULES.get(module.__name__, "modules")
        for name in sorted(names_of(module)):
            put(f"{inner}.{name}", (page, module.__name__))
    return {
        page: {title: names for title, names in sections.items() if names} for page, sections in found.items()
    }


def operators():
    """[(operator, in-place operator or "", function)] of Python's operators, from the table."""
    found = []
    for op in operator_table.TABLE:
        if op.calling.python in NUMBER_SLOTS:
            symbol = NUMBER_SLOTS[op.calling.python][1]
            found.append((f"a {symbol} b", f"a {symbol}= b" if op.calling.inplace else "", op.name))
        elif op.calling.python in COMPARISONS:
            found.append((f"a {COMPARISONS[op.calling.python][1]} b", "", op.name))
        elif op.calling.python in UNARY_SLOTS:
            symbol = UNARY_SLOTS[op.calling.python][1]
            found.append((f"{symbol}(a)" if symbol.isalpha() else f"{symbol}a", "", op.name))
    return [*found, ("a @ b", "", "matmul")]


def section_of_member(name):
    """Where an attribute of Tensor stands on its page."""
    stem = name.removeprefix("Tensor.")
    if not callable(getattr(tbcast.Tensor, stem)):
        return "Attributes"
    if stem.endswith("_"):
        return "Methods that write the tensor"
    return "Methods that are functions, too" if callable(getattr(tbcast, stem, None)) else "Other methods"


def value_of(name):
    """The object of a name, found through modules and classes."""
    value = tbcast
    for part in name.split("."):
        if inspect.ismodule(value) and not hasattr(value, part):
            value = importlib.import_module(f"{value.__name__}.{part}")
        else:
            value = getattr(value, part)
    return value
