"""The group `reported`: large cases from reports in which another library was faster."""

from case import Case, Operand, case


def pair(text, a, b, dtype="float32", order=None):
    """Of operands of two sizes."""
    name = f"{a} {text} {b}, {dtype}" if order is None else f"{a} from memory order {order} {text} {b}"
    text = f"m.{text}(a, b)" if text.isalpha() else f"a {text} b"
    return case(name, text, rtol=1e-5, a=Operand(a, dtype, order), b=Operand(b, dtype, seed=1))


REPORTED: list[Case] = [
    pair("/", (12, 1, 35, 133, 2), (12, 1, 35, 133, 2), order=(4, 1, 0, 2, 3)),
    pair("*", (469, 21, 4, 113), (1, 21, 1, 1)),
    pair("-", (177, 12, 1405), (1405,), "float64"),
    pair("*", (1_600_000,), (1_600_000,), "float64"),
    pair("fmax", (30, 10417, 1, 1), (30, 10417, 11, 1), "float64"),
]
