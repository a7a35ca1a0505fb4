"""What a row of the function table can say: functions that are not pointwise.

The rows are in the files beside this one, a file a family; ../function_tables.py writes what follows
from them: bindings that match arguments against torch's overloads, docstrings, stubs. What computes is a
C function of src/python, or a Python function of the package where a composition of other functions is
all there is. The tests take a row's example for its leak and documentation tests.
"""

import ast
from dataclasses import dataclass, field, replace

from codegen import signatures

SHAPES = {
    "broadcasts": "Two operands broadcast.",
    "compares": "Two operands broadcast that are compared, or a loss's: no written-out dimension excuses it.",
    "multiplies": "Of two operands all dimensions but the last two broadcast.",
    "keeps": "The result has the first operand's dimensions in their order.",
    "permutes": "The result has the first operand's dimensions in another order.",
    "inserts": "The result has a dimension of size 1 more.",
    "expands": "The result may have more dimensions in front, and other sizes instead of 1.",
    "reshapes": "The call says the result's sizes.",
    "reduces": "The result lacks dimensions, or has size 1 there.",
    "splits": "There are as many results as a dimension or an argument says.",
    "adds": "The first operand broadcasts to a product of the others.",
    "joins": "The operands are put together.",
    "indexes": "An operand is read or written where indices say.",
    "counts": "The operand's elements decide how large the result is.",
    "computes": "None of these; the result's sizes follow from sizes and numbers.",
    "makes": "A tensor is made of sizes and numbers.",
    "converts": "A tensor is made of something else, or something else of a tensor.",
    "asks": "A question about shapes, dtypes or settings is answered.",
    "sets": "A setting is changed.",
    "views": "No element is read.",
    "memory": "Strides count, or memory is handed out.",
}


@dataclass(frozen=True)
class Function:
    name: str
    """torch's name of the function."""
    summary: str
    """First line of the docstring."""
    signatures: tuple
    """torch's overloads of the function, as its messages print them: "Tensor input, int dim = None".  Behind
    `tuple of ints`, [1] says that one int is taken as well."""
    body: str = ""
    """A C function `tbpy_body_<body>` (src/python/args/row.h).  A constructor without one is Python's own."""
    code: str = "0"
    """An enumerator for a body that several rows share, `f->code` in C."""
    in_python: str = ""
    """Instead of a body a Python function, "module:function" below tbcast; it is called with the arguments
    that were given, by their names."""
    method_in_python: str = ""
    """The method's, where it is another."""
    parses: bool = False
    """The Python function parses the arguments itself, as torch's does."""
    returns: str | tuple | dict = "Tensor"
    """Type of the result in the stubs; one for each overload, which are told apart then; or
    {argument: (without it, with it)} where one argument decides."""
    stub_types: dict = field(default_factory=dict)
    """Types of arguments in the stubs that `object` says too little of, by name."""

    # ---- forms ----
    methods: tuple | None = None
    """The method's overloads, where they are not the function's without `Tensor input` and without out=."""
    function: bool = True
    method: bool = True
    inplace: bool = False
    """There is a method that writes self, with the method's overloads: cumsum_."""
    constructor: bool = False
    """It makes objects of its owner, the class of its name; the body finds the class in given[0]."""
    aliases: tuple = ()
    """Other names of the same, in all forms."""
    owner: str = "Tensor"
    """The class of the methods.  Of another one than Tensor the row has no function, and the overloads are
    the method's."""
    called: str = ""
    """The name in messages, where torch's is another."""
    namespace: str = ""
    """Not in torch itself: the function is called `_nn_one_hot` in tbcast._C, and made public elsewhere."""

    # ---- shapes ----
    shapes: str = ""
    """Words of SHAPES; by default what the rows of the family mostly do: shaped()."""
    python: str = ""
    """Python's operator: a key of NUMBER_SLOTS (operators/row.py)."""
    numpy: tuple = ()
    """NumPy's names of the function, where they are others."""

    # ---- documentation ----
    operands: str = ""
    """Shapes and dtypes that are taken: a sentence."""
    result: str = ""
    """Shape and dtype of the result: a sentence."""
    raises: str = "Raises TypeError for what is no Tensor."
    """What is raised and when: a sentence."""
    notes: str = ""
    """Further sentences: accuracy, speed, differences."""
    source: str = ""
    """torch's documentation that describes the behaviour; by default torch.<name>, or torch.Tensor.<name>."""
    example: tuple = field(default=())
    """(expression, printed result), run by the doctests."""
    more_examples: tuple = ()
    """Others."""

    @property
    def names(self) -> tuple:
        return (self.name, *self.aliases)

    @property
    def slots(self) -> tuple:
        """The names of all arguments: given[] in C is in this order.  The tensor of a method is `input`, or
        what comes first."""
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
        """The name in C of the Python function that computes a form of the row."""
        if not self.in_python:
            return None
        return f"{self.key}_method" if form == "METHOD" and self.method_in_python else self.key

    @property
    def own_slot(self) -> int:
        """Where a method puts its tensor."""
        return self.slots.index("input") if "input" in self.slots else 0

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
        """A call of the function by one of its names: the example."""
        return self.example[0].replace(f"torch.{self.name}(", f"torch.{name}(", 1)

    def method_call(self, name) -> str:
        """The same of a method."""
        if not self.function:
            return self.example[0].replace(f".{self.name}(", f".{name}(", 1)
        for node in ast.walk(ast.parse(self.example[0], mode="eval")):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == f"torch.{self.name}":
                first, *rest = node.args
                node.func, node.args = ast.Attribute(first, name), rest
                return ast.unparse(node)
        raise ValueError(f"{self.name}: the example does not call it")


def shaped(shapes, rows) -> tuple:
    """The rows of a family; those that say nothing of shapes do this."""
    return tuple(row if row.shapes else replace(row, shapes=shapes) for row in rows)


@dataclass(frozen=True)
class Attribute:
    """A property of a class; `tbpy_get_<getter>` and `tbpy_set_<owner>_<name>` are its C functions."""

    name: str
    summary: str
    """First line of the docstring."""
    returns: str
    """Its type in the stubs."""
    example: tuple
    """(expression, printed result), run by the doctests."""
    owner: str = "Tensor"
    """The class."""
    getter: str = ""
    """By default <owner>_<name>."""
    setter: str = ""
    """Type of what may be assigned, in the stubs; none: it is read only."""
    notes: str = ""
    """Further sentences: errors, warnings, what assigning does."""
    in_torch: bool = True

    @property
    def functions(self) -> tuple:
        """The names of the two C functions, without prefix; the second is None where it cannot be set."""
        own = f"{self.owner}_{self.name}"
        return self.getter or own, own if self.setter else None
