"""The fields of a row of the function table, which holds the functions that are not pointwise.

The rows are in the files beside this one, one file per family. ../function_tables.py generates bindings
that match arguments against torch's overloads, docstrings and stubs. A C function of src/python computes,
or a Python function of the package that composes other functions. The leak and documentation tests run a
row's example.
"""

import ast
from dataclasses import dataclass, field, replace

from codegen import signatures

NOT_A_TENSOR = "Raises TypeError if an argument is not a Tensor."
SHAPES = {
    "broadcasts": "Two operands broadcast.",
    "compares": "Two compared operands, or a loss's, broadcast; no written-out dimension excuses it.",
    "multiplies": "All dimensions of two operands but the last two broadcast.",
    "keeps": "The result has the first operand's dimensions in their order.",
    "permutes": "The result has the first operand's dimensions in another order.",
    "inserts": "The result has one more dimension, of size 1.",
    "expands": "The result may have more dimensions in front, and other sizes instead of 1.",
    "reshapes": "An argument gives the result's sizes.",
    "reduces": "The result lacks dimensions, or has size 1 there.",
    "splits": "A dimension or an argument determines the number of results.",
    "adds": "The first operand broadcasts to a product of the others.",
    "joins": "The operands are joined.",
    "indexes": "An operand is read or written at indices.",
    "counts": "The operand's elements determine the result's size.",
    "computes": "None of these; the result's sizes follow from sizes and numbers.",
    "makes": "A tensor is made from sizes and numbers.",
    "converts": "A tensor is made from something else, or something else from a tensor.",
    "asks": "The function returns a fact about shapes, dtypes or settings.",
    "sets": "The function changes a setting.",
    "itself": "The Python function asks policies and audits itself.",
    "views": "No element is read.",
    "memory": "The result depends on strides, or exposes memory.",
}
"""What a function does with its operands' shapes: word -> meaning."""


MODULES = {f"_{name}_": name for name in ("special", "linalg", "fft")}
"""Functions whose names begin so in tbcast._C are public in such a module of tbcast, without the prefix."""


def module_of(name) -> str:
    """The prefix of MODULES that a name has; empty for others."""
    return next((prefix for prefix in MODULES if name.startswith(prefix)), "")


@dataclass(frozen=True)
class Function:
    name: str
    """torch's name of the function."""
    summary: str
    """The first line of the docstring."""
    signatures: tuple
    """torch's overloads of the function, as its messages print them: "Tensor input, int dim = None".  `tuple
    of ints[1]` also accepts one int."""
    body: str = ""
    """The C function `tbpy_body_<body>` (src/python/args/row.h).  A constructor without one is the class's
    own."""
    code: str = "0"
    """An enumerator by which a body that several rows share tells them apart, `f->code` in C."""
    in_python: str = ""
    """A Python function instead of a body, "module:function" relative to tbcast.  It is called with the given
    arguments, by name."""
    method_in_python: str = ""
    """The method's Python function, if it differs from the function's."""
    parses: bool = False
    """Whether the Python function parses its arguments itself, as torch's does."""
    slot_group: str = ""
    """Rows of one group have an argument of one name in one slot, TBPY_<GROUP>_<ARGUMENT> in C.  By default
    the rows of one body do."""
    stands_for: dict = field(default_factory=dict)
    """Arguments in the slot of an argument of another name: {"axis0": "dim0"}."""
    returns: str | tuple | dict = "Tensor"
    """The type of the result in the stubs.  A tuple has one for each overload, each with its own @overload;
    {argument: (without it, with it)} if one argument decides."""
    stub_types: dict = field(default_factory=dict)
    """The types in the stubs of arguments for which `object` would be too wide, by name."""

    # ---- forms ----
    methods: tuple | None = None
    """The method's overloads, if they are not the function's without `Tensor input` and out=."""
    function: bool = True
    method: bool = True
    inplace: bool = False
    """Whether there is an in-place method (cumsum_), with the method's overloads."""
    constructor: bool = False
    """Whether it is the constructor of its owner, the class of the same name; given[0] is the class."""
    aliases: tuple = ()
    """Aliases, in all forms."""
    owner: str = "Tensor"
    """The class of the methods.  If it is not Tensor, the row has no function, and the overloads are the
    method's."""
    called: str = ""
    """The name in error messages, if torch's differs.  With the class's name in front, "Tensor.name", it is a
    method that torch has in Python: messages count self."""
    namespace: str = ""
    """Set for functions that are not in torch itself: tbcast._C calls this one `_nn_one_hot`, and another
    module makes it public."""

    # ---- shapes ----
    shapes: str = ""
    """Keys of SHAPES; by default those of most rows of the family, by shaped()."""
    python: str = ""
    """Python's operator: a key of NUMBER_SLOTS (operators/row.py)."""
    numpy: tuple = ()
    """NumPy's names of the function, if they differ."""

    # ---- documentation ----
    operands: str = ""
    """The shapes and dtypes of operands, and what other arguments mean: sentences."""
    result: str = ""
    """The shape and dtype of the result: a sentence."""
    raises: str = NOT_A_TENSOR
    """The exceptions raised, and when: a sentence."""
    notes: str = ""
    """Further sentences: accuracy, speed, differences."""
    source: str = ""
    """The entry of torch's documentation that it follows; by default torch.<name> or torch.Tensor.<name>."""
    example: tuple = field(default=())
    """(expression, printed result), run by the doctests."""
    more_examples: tuple = ()
    """Further examples."""

    @property
    def names(self) -> tuple:
        return (self.name, *self.aliases)

    @property
    def method_names(self) -> tuple:
        """The names of the methods; what is public in a module is no method."""
        return tuple(name for name in self.names if self.method and not module_of(name))

    @property
    def slots(self) -> tuple:
        """The names of all arguments; in C their slots are those of the row's group (../slots.py)."""
        found = {} if self.owner == "Tensor" and not self.constructor else {"self": 0}
        for text in (*self.signatures, *(self.methods or ())):
            for argument in signatures.parse(text):
                found.setdefault(argument.name, len(found))
        return tuple(found)

    @property
    def key(self) -> str:
        """The row's name in C."""
        if self.constructor:
            return f"make_{self.name}"
        return self.name if self.owner == "Tensor" else f"{self.owner}_{self.name}"

    def hook(self, form) -> str | None:
        """The C name of the Python function that computes a form of the row."""
        if not self.in_python:
            return None
        return f"{self.key}_method" if form == "METHOD" and self.method_in_python else self.key

    @property
    def own(self) -> str | None:
        """The argument that is a method's tensor: `input`, or else the first one."""
        return "input" if "input" in self.slots else next(iter(self.slots), None)

    @property
    def method_signatures(self) -> tuple:
        if self.owner != "Tensor":
            return self.signatures
        if self.methods is not None:
            return self.methods
        found = []
        for text in self.signatures:
            first, _, rest = text.partition(", ")
            if first.startswith("Tensor "):
                found.append(signatures.without_out(rest))
        return tuple(dict.fromkeys(found))

    def public_name(self, name) -> str:
        """What the function is called in tbcast._C."""
        return f"_{self.namespace}_{name}" if self.namespace else name

    def call(self, name) -> str:
        """The example, with the function called by one of its names."""
        return self.example[0].replace(f"torch.{self.name}(", f"torch.{name}(", 1)

    def method_call(self, name) -> str:
        """The example, as a call of the method."""
        if not self.function:
            return self.example[0].replace(f".{self.name}(", f".{name}(", 1)
        for node in ast.walk(ast.parse(self.example[0], mode="eval")):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == f"torch.{self.name}":
                first, *rest = node.args
                node.func, node.args = ast.Attribute(first, name), rest
                return ast.unparse(node)
        raise ValueError(f"{self.name}: the example does not call it")


def shaped(shapes, rows) -> tuple:
    """The rows of a family, with this as the default of `shapes`."""
    return tuple(row if row.shapes else replace(row, shapes=shapes) for row in rows)


@dataclass(frozen=True)
class Attribute:
    """A property of a class.  Its C functions are `tbpy_get_<getter>` and `tbpy_set_<owner>_<name>`."""

    name: str
    summary: str
    """The first line of the docstring."""
    returns: str
    """The property's type in the stubs."""
    example: tuple
    """(expression, printed result), run by the doctests."""
    owner: str = "Tensor"
    """The class."""
    getter: str = ""
    """The C function's name; by default <owner>_<name>."""
    setter: str = ""
    """The type that may be assigned, in the stubs; empty for a read-only property."""
    notes: str = ""
    """Further sentences: errors, warnings, what assigning does."""
    in_torch: bool = True

    @property
    def functions(self) -> tuple:
        """The names of the two C functions, without prefix; the second is None for a read-only property."""
        own = f"{self.owner}_{self.name}"
        return self.getter or own, own if self.setter else None
