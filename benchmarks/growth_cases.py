"""Ten operations at sizes from 1 to 10**8: what a threshold costs or saves shows as a step.

The name of a case ends in its number of elements; matrices are square.
"""

import math

from case import Case, Operand, case, flags

COUNTS = (*(4**k for k in range(14)), 10**8)


def _operands(count):
    """name -> operands and texts."""
    line, square, row = (count,), (math.isqrt(count),) * 2, (math.isqrt(count),)
    first, second = Operand(line), Operand(line, seed=1)
    return {
        "a + b": ("a + b", {}, {"a": first, "b": second}),
        "a += b": ("a += b", {}, {"a": first, "b": second}),
        "a * 2.5": ("a * 2.5", {"numpy": "a * np.float32(2.5)"}, {"a": first}),
        "a < b": ("a < b", {}, {"a": first, "b": second}),
        "where": ("m.where(c, a, b)", {}, {"c": flags(*line), "a": first, "b": second}),
        "exp": ("m.exp(a)", {}, {"a": first}),
        "sum": ("a.sum()", {}, {"a": first}),
        "a + row": ("a + b", {}, {"a": Operand(square), "b": Operand(row, seed=1)}),
        "a.T + b": ("a + b", {}, {"a": Operand(square, order=(1, 0)), "b": Operand(square, seed=1)}),
        "cumsum": ("m.cumsum(a, 0)", {}, {"a": first}),  # NumPy's of many float32 loses its digits
    }


def count_of(name):
    """The number of elements in a case's name."""
    return int(name.rpartition(", ")[2])


OPERATIONS = tuple(_operands(1))


def growth_cases() -> list[Case]:
    """An operation's cases follow each other, the smallest first."""
    return [
        case(
            f"{name}, {count}",
            text,
            of | {"numexpr": None},
            values=name != "cumsum" or count <= 10**6,
            rtol=1e-3,
            **operands,
        )
        for name in OPERATIONS
        for count in COUNTS
        for text, of, operands in (_operands(count)[name],)
    ]
