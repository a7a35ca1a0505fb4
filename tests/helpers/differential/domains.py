"""What stands in the places that are not tensors, and which tensors suit an operand: the only knowledge about
single operators that the differential runner has.

Numbers and parameters are told by their names, so that a new row needs a line here only if its operands must
be of some kind to be accepted at all.
"""

NUMBERS = {
    "bool": (True, False),
    "int": (3, -7, 0, 300, 2049, 2**40 + 1, 2**63 - 1, -(2**63), 2**64, 1, 5, -(2**63) - 1, 2, 31, 2**63),
    "float": (
        0.1,
        -2.5,
        float("nan"),
        float("inf"),
        -0.0,
        1e300,
        70000.1,
        1e-310,
        2049.0,
        0.5,
        3.0,
        -1.0,
        float("-inf"),
    ),
    "complex": (1 - 2j, complex(0.1, -0.0), complex(float("inf"), 1e300), 2 + 0j, 0.5j),
}
KINDS = tuple(NUMBERS)
SAFE_DIVISORS = {
    "bool": (True,),
    "int": (3, -7, 300, 2049, 2**40 + 3, 5, 2, 10**6),
    "float": NUMBERS["float"],
    "complex": NUMBERS["complex"],
}

DEGREES = NUMBERS | {
    "int": (3, -7, 0, 300, 2049, 2**64, 1, 5, -(2**63) - 1, 2, 31, 9, 129, 513),
    "float": (0.1, -2.5, float("nan"), float("inf"), -0.0, 70000.1, 2049.0, 0.5, 3.0, -1.0, 6.9, 7.0),
}
"""Of polynomials, which take a step for each."""

PARAMETERS = {
    "alpha": (2, -3, 1, 2.5, True, 0, -0.7, 1 - 2j, 300, False, 1e300, -1),
    "value": (2, -3, 1, 2.5, True, 0, -0.7, 1 - 2j, 300, 0.1, 1e300, -1),
    "decimals": (0, 1, 2, -1, 3, -2, 5, 10, -12, 40),
    "n": (0, 1, 2, 3, -1, 5, 20),
    "eps": (1e-3, 0.25, 0.0, 0.5, -1.0, 1.0, float("nan"), 1e-300),
    "nan": (0.0, 1.5, -3.0, float("inf"), 1e300, float("nan"), 7.0),
    "posinf": (0.0, 2.5, -3.0, float("inf"), 1e300, float("nan"), 7.0),
    "neginf": (0.0, -2.5, 3.0, float("-inf"), -1e300, float("nan"), 7.0),
    "rtol": (0.0, 1e-5, 0.5, 1.0, float("inf"), -1.0, float("nan")),
    "atol": (0.0, 1e-8, 2.0, 1e-3, float("inf"), -1.0, float("nan")),
    "equal_nan": (True, False),
}
BY_TYPE = {
    "Number": PARAMETERS["value"],
    "T": PARAMETERS["value"],
    "wide": PARAMETERS["value"],
    "real": PARAMETERS["nan"],
    "int": PARAMETERS["decimals"],
    "double": (0.5, 0.0, 2.0, -1.0, 1e-3, float("nan"), float("inf")),
    "bool": (True, False),
}


def scatter(*parts):
    """A number that looks random and is the same everywhere and always."""
    word = 0x9E3779B9
    for part in parts:
        word = ((word ^ part) * 2654435761 + 0x7F4A7C15) & 0xFFFFFFFF
        word ^= word >> 15
    return word


def number(row, place, form, kind, draw):
    """A Python number for an operand; `kind` counts through bool, int, float, complex."""
    safe = (
        row.calling.modes
        and row.operands[place] == (row.computation.divisor or row.operands[-1])
        and form.parameters
    )
    numbers = (SAFE_DIVISORS if safe else DEGREES if is_degree(row, place) else NUMBERS)[
        KINDS[kind % len(KINDS)]
    ]
    return numbers[draw % len(numbers)]


def parameter(row, name, draw):
    """A value of a parameter, or a word that chooses a mode."""
    known = {p.name: p for p in row.computation.parameters}
    if name not in known:
        words = (*row.calling.modes, None, *row.calling.modes)
        return words[draw % len(words)]
    values = PARAMETERS.get(name) or BY_TYPE[known[name].type]
    return values[draw % len(values)]


def is_degree(row, place):
    """Is the operand the degree of a polynomial?"""
    return "_polynomial_" in row.name and row.operands[place] == "n"


def tensor_domain(row, place, form, draw):
    """Which values an operand has (operand_values.py)."""
    if row.computation.divisor == row.operands[place]:
        return "divisor" if row.calling.modes or draw % 4 else "denominator"
    if row.calling.modes and row.operands[place] == row.operands[-1] and form.parameters:
        return "divisor"
    if row.name == "lcm" and place == 0:
        return "dividend"
    if is_degree(row, place):
        return "degree"
    return ("any", "unit")[draw & 1]


def wants_single(row, place, draw):
    """Is a 0-dim tensor drawn?  One in four has dimensions all the same."""
    return row.operands[place] in row.promotion.singles and draw % 4 != 0
