"""What stands in the places of a derived call (derived.py), by the arguments' types and names; which
single rows say more of in domains.py, domains_indexing.py and domains_nn.py.

`t` and `u` are of size (2, 3, 4), d is their dtype, L torch.tensor: see function_cells.py.  Values are
separated by ` | `; the first one is the usual one.
"""

import itertools
from dataclasses import dataclass, field

SUBJECTS = (
    "t | t[0, 0] | t[0, 0, 0] | t[:, :1] | t[:0] | t[:, :0] | t.permute(2, 0, 1) | t.expand(2, 2, 3, 4)"
)
"""Tensors that a function is called with."""
DTYPES = (
    "torch.float64 | torch.float32 | torch.int64 | torch.complex64 | torch.bool | torch.float16 | torch.uint8"
    " | torch.bfloat16 | torch.complex128 | torch.int32 | torch.int8 | torch.int16 | float | None"
)
BY_TYPE = {
    "Tensor": "u | u[0] | u[0, 0, 0] | u[:0]",
    "Number": "2 | 0 | -1.5 | True | 1j",
    "int": "1 | 0 | 2 | -1 | L(1)",
    "index": "1 | 0 | 2 | -1 | L(1)",
    "float": "0.5 | 2 | 0 | -1. | True | float('nan')",
    "bool": "True | False",
    "str": "",
    "tuple of ints": "(1, 2) | (0,) | () | [2, 0]",
    "torch.dtype": DTYPES,
}
DIMS = "1 | 0 | -1 | 2 | -2 | 3 | -4"
SEVERAL_DIMS = "(0, 2) | (1,) | () | [2, 0] | (-1, -3) | (0, 1, 2) | (0, 0) | (0, -3) | (0, 5) | (5, 0, 0)"
BY_NAME = {
    ("int", "dim"): DIMS,
    ("tuple of ints", "dim"): SEVERAL_DIMS,
    ("tuple of ints[1]", "dim"): f"{DIMS} | {SEVERAL_DIMS} | None",
    ("tuple of ints", "dims"): SEVERAL_DIMS,
}
WRONG = {
    "Tensor": "3 | 'x' | [t] | None",
    "Number": "'x' | u | None",
    "int": "'x' | 1.5 | True | None | (0,) | u | 2**70",
    "index": "'x' | 1.5 | True | None | (0,) | u | 2**70",
    "float": "'x' | u | 1j | None | [.5]",
    "bool": "1 | 'x' | None",
    "str": "3 | None | 'x'",
    "tuple of ints": "'x' | 1.5 | True | None | (0, 'x') | (0, 1.5) | u | 2",
    "tuple of ints[1]": "'x' | 1.5 | True | (0, 'x') | (0, 1.5) | u | 2**70",
    "tuple of Tensors": "t | [] | [t, 1] | [None, t] | None | 3 | 'x'",
    "torch.dtype": "'x' | 3",
}
NUMPY_NAMES = {"input": "x", "other": "x2", "dim": "axis", "keepdim": "keepdims"}
OTHER = "torch.int16 if d != torch.int16 else torch.int8"
"""A dtype that is not d."""


@dataclass(frozen=True)
class Domain:
    """What a row says of its calls."""

    values: dict = field(default_factory=dict)
    """Of arguments whose name and type say too little; `+ ` before them: further ones."""
    fitting: tuple = ()
    """Values of arguments that have to fit each other: {name: value}."""
    cells: dict = field(default_factory=dict)
    """Of function_cells.Cells: tolerance, layouts, dtypes."""
    special: dict | None = None
    """Special values and random bits come as well: what their Cells have of their own."""
    of_result: str = ""
    """What is compared of the result, where the rest is the algorithm's."""
    out_dtypes: tuple = ("t.dtype",)
    """Of the results."""
    refuses_repeated: bool = True
    """Does torch refuse an out= whose elements are in one place?  Where it does not, tbcast still does."""
    over: tuple = ()
    """What is read, as out=."""
    refusals: bool = True
    """No: torch's is a Python function, whose refusals are Python's."""
    different: tuple = ()
    """(pattern, dtypes or none for all, why): calls whose outcome is not torch's."""

    def of_argument(self, argument, first):
        """Its values; none where nothing is known."""
        kind, name = plain_type(argument), argument.name
        general = BY_NAME.get((kind, name)) or BY_TYPE.get(kind, "")
        if first and kind == "Tensor":
            general = SUBJECTS
        own = self.values.get(name)
        if isinstance(own, dict):
            own = own.get(kind)
        if own and own.startswith("+ "):
            own = f"{general} | {own[2:]}"
        return split(general if own is None else own)


def plain_type(argument):
    return argument.type.rstrip("?").replace("[number]", "").replace("[*]", "")


def split(values):
    return [value.strip() for value in values.split(" | ") if value.strip()]


def wrong_values(argument):
    return split(WRONG.get(plain_type(argument), ""))


def usual_outs(call, several, domain):
    """What out= may be, of a call without it: of its size, strided, of another size, another dtype, empty."""
    empty = [f"torch.empty(0, dtype={dtype})" for dtype in domain.out_dtypes]
    other = [f"torch.empty(0, dtype={OTHER})", *empty[1:]]
    both = (f"({', '.join(each)})" if several else each[0] for each in (other, empty))
    return f"like({call})", f"strided({call})", f"short({call})", *both


def outs(call, several, domain):
    """More of them."""
    yield from usual_outs(call, several, domain)
    yield "None"
    if domain.refuses_repeated:
        yield f"twice({call})"
    dtypes = list(domain.out_dtypes)
    if not several:
        for dtype in ("float64", "float32", "float16", "int64", "uint8", "bool", "complex64"):
            yield f"torch.empty(0, dtype=torch.{dtype})"
        yield "torch.empty(0, dtype=d)"
        yield from domain.over
        return
    for place, other in itertools.product(range(len(dtypes)), ("torch.float64", "torch.int32")):
        each = [*dtypes[:place], other, *dtypes[place + 1 :]]
        yield f"({', '.join(f'torch.empty(0, dtype={dtype})' for dtype in each)})"
    yield f"list(like({call}))"
    yield f"like({call})[:-1]"
    yield f"(*like({call})[:-1], 3)"
    yield "torch.empty(0, dtype=d)"
    for over in domain.over:
        yield f"({over}, *like({call})[1:])"


# ---- what rows say ----

FLOATS = ("float16", "bfloat16", "float32", "float64")
COMPLEX = ("complex64", "complex128")
DOUBLES = ("float64", "complex128")
"""torch's own errors are units in the last place there, and float64 is no better reference."""
PAIR = ("t.dtype", "torch.int64")
SUM = {"tolerance": "sum"}
INDICES = ("torch.int64",)
FALLBACK = (r"t\.permute\(2, 0, 1\).*\b[tu]([,)]|\.(abs|to|clone)\()", None, "the deprecated fallback")
NOTHING_WRITTEN = (r"\(t\[(:, )?:0\], out=", None, "torch writes nothing")
TWO = "which of two refusals is first"
ORDER = "the order of the roundings shows"
ALONG = {"over": ("t", "t[0]", "u")}
