"""torch.return_types: classes of tuples for functions of two results, each in two forms.

With out= torch returns another class.  The table is for C (src/python/functions/return_types.c) and for the
stubs.
"""

import json
import re

WHAT = {
    "aminmax": ("min", "max", "the least and the greatest elements"),
    "cummax": ("values", "indices", "the greatest elements so far and where they are"),
    "cummin": ("values", "indices", "the least elements so far and where they are"),
    "frexp": ("mantissa", "exponent", "the elements as mantissas times powers of 2"),
    "histogram": ("hist", "bin_edges", "how many elements are in each bin and where the bins end"),
    "kthvalue": ("values", "indices", "the k-th smallest elements and where they are"),
    "max": ("values", "indices", "the greatest elements along a dimension and where they are"),
    "median": ("values", "indices", "the medians along a dimension and where they are"),
    "min": ("values", "indices", "the least elements along a dimension and where they are"),
    "mode": ("values", "indices", "the most frequent elements along a dimension and where they are"),
    "nanmedian": ("values", "indices", "the medians of all but nan and where they are"),
    "sort": ("values", "indices", "the sorted elements and where they were"),
    "topk": ("values", "indices", "the k largest or smallest elements and where they are"),
}
"""{function: (first field, second field, what they are)}."""
TYPES = {f"{name}{form}": facts for name, facts in WHAT.items() for form in ("", "_out")}
STUB = """
@final
class {name}(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("{one}", "{two}")
    @property
    def {one}(self) -> Tensor: ...
    @property
    def {two}(self) -> Tensor: ...
"""


def enumerator(row) -> str:
    """The number in C of the class that the row's function returns."""
    found = re.search(r"_return_types\.(\w+)", str(row.returns))
    return f"TBPY_RETURN_{found[1].upper() if found else 'PLAIN'}"


def c_lines() -> list:
    names = ", ".join(f"TBPY_RETURN_{name.upper()}" for name in (*TYPES, "plain"))
    cells = (", ".join(map(json.dumps, (name, *facts))) for name, facts in TYPES.items())
    return [
        f"enum {{ {names} }};",
        "#define TBPY_FOR_EACH_RETURN_TYPE(X) \\",
        *(f"    X({cell}) \\" for cell in cells),
    ]


def render() -> dict:
    lines = ["# Written by src/codegen from its table of return types; do not edit.", ""]
    lines += ["from typing import Final, final", "", "from _typeshed import structseq", ""]
    lines += ["from tbcast._C import Tensor", "", f"__all__ = {json.dumps(sorted(TYPES))}"]
    classes = (STUB.format(name=name, one=one, two=two) for name, (one, two, _) in TYPES.items())
    return {"tbcast/return_types.pyi": "\n".join([*lines, ""]) + "".join(classes)}
