"""What a row of the function table can say: functions that are not pointwise.

The rows are in the files beside this one, a file a family; ../function_tables.py writes what follows
from them: bindings that match arguments against torch's overloads, docstrings, stubs. What computes is a
C function of src/python, or a Python function of the package where a composition of other functions is
all there is. The tests take a row's example for its leak and documentation tests.
"""

import ast
from dataclasses import dataclass, field

from codegen import signatures


@dataclass(frozen=True)
class Function:
    name: str
    """torch's name of the function."""
    summary: str
    """First line of the docstring."""
    signatures: tuple
    """torch's overloads of the function, as its messages print them: "Tensor input, int dim = None".  Behind
    `tuple of ints`, [1] says that one int is taken as well."""
    body: str
    """A C function `tbpy_body_<body>` (src/python/args/row.h); `in_python` calls a Python function
    with the arguments that were given, by their names; `python` calls one that parses its arguments
    itself, as torch's does.  A constructor with the body `python` is the class's own, which leaves that to
    Python's."""
    code: str | None = None
    """An enumerator for a body that several rows share, `f->code` in C: for `in_python` the function's hook
    (src/python/base/hooks.h)."""
    method_code: str | None = None
    """The method's, where it is another."""
    slot_group: str | None = None
    """Rows of one group have an argument of one name in one slot, TBPY_<GROUP>_<ARGUMENT> in C.  By default
    the rows of one body do."""
    stands_for: dict = field(default_factory=dict)
    """Arguments that are in the slot of one of another name: {"axis0": "dim0"}."""
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

    @property
    def own(self) -> str | None:
        """The argument that a method's tensor is: `input`, or what comes first."""
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
