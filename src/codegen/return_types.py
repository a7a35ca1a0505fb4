"""torch.return_types: classes of tuples for functions of several results, each in two forms.

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
    "histogramdd": ("hist", "bin_edges", "how many rows are in each bin and where each variable's bins end"),
    "linalg_cholesky_ex": (
        "L",
        "info",
        "the triangular factors, and 0 or the order of the minor that is not positive",
    ),
    "linalg_eig": ("eigenvalues", "eigenvectors", "the complex eigenvalues and the eigenvectors as columns"),
    "linalg_eigh": ("eigenvalues", "eigenvectors", "the real eigenvalues and the eigenvectors as columns"),
    "linalg_inv_ex": (
        "inverse",
        "info",
        "the inverses, and 0 or the place of the diagonal element that is zero",
    ),
    "linalg_lstsq": (
        "solution",
        "residuals",
        "rank",
        "singular_values",
        "the solutions and what is known of them",
    ),
    "linalg_lu": ("P", "L", "U", "the permutations and the triangular factors"),
    "linalg_lu_factor": ("LU", "pivots", "both triangular factors in one, and the rows that were exchanged"),
    "linalg_lu_factor_ex": ("LU", "pivots", "info", "the same, and 0 or the place of the pivot that is zero"),
    "linalg_qr": ("Q", "R", "the orthogonal and the triangular factors"),
    "linalg_slogdet": (
        "sign",
        "logabsdet",
        "the determinants' signs and the logarithms of their absolute values",
    ),
    "linalg_solve_ex": ("result", "info", "the solutions, and 0 or the place of the pivot that is zero"),
    "linalg_svd": ("U", "S", "Vh", "the singular vectors and values"),
    "lu_unpack": ("P", "L", "U", "the permutations and the triangular factors"),
    "kthvalue": ("values", "indices", "the k-th smallest elements and where they are"),
    "max": ("values", "indices", "the greatest elements along a dimension and where they are"),
    "median": ("values", "indices", "the medians along a dimension and where they are"),
    "min": ("values", "indices", "the least elements along a dimension and where they are"),
    "mode": ("values", "indices", "the most frequent elements along a dimension and where they are"),
    "nanmedian": ("values", "indices", "the medians of all but nan and where they are"),
    "qr": ("Q", "R", "the orthogonal and the triangular factors"),
    "slogdet": ("sign", "logabsdet", "the determinants' signs and the logarithms of their absolute values"),
    "sort": ("values", "indices", "the sorted elements and where they were"),
    "svd": ("U", "S", "V", "the singular vectors and values"),
    "topk": ("values", "indices", "the k largest or smallest elements and where they are"),
}
"""{function: (fields ..., what they are)}."""
WITHOUT_OUT = ("histogramdd",)
TYPES = {
    f"{name}{form}": facts
    for name, facts in WHAT.items()
    for form in ("", "_out")[: 1 if name in WITHOUT_OUT else 2]
}
STUB = """
@final
class {name}(structseq[{item}], tuple[{types}]):
    __match_args__: Final = ({names})
"""
FIELD = """\
    @property
    def {field}(self) -> {type}: ...
"""


def type_of(name, field) -> str:
    return "tuple[Tensor, ...]" if (name, field) == ("histogramdd", "bin_edges") else "Tensor"


def enumerator(row) -> str:
    """The number in C of the class that the row's function returns."""
    found = re.search(r"_return_types\.(\w+)", str(row.returns))
    return f"TBPY_RETURN_{found[1].upper() if found else 'PLAIN'}"


def c_lines() -> list:
    names = ", ".join(f"TBPY_RETURN_{name.upper()}" for name in (*TYPES, "plain"))
    cells = (", ".join(map(json.dumps, (name, what, *fields))) for name, (*fields, what) in TYPES.items())
    return [
        f"enum {{ {names} }};",
        "#define TBPY_FOR_EACH_RETURN_TYPE(X) \\",
        *(f"    X({cell}) \\" for cell in cells),
    ]


def render() -> dict:
    lines = ["# Written by src/codegen from its table of return types; do not edit.", ""]
    lines += ["from typing import Final, final", "", "from _typeshed import structseq", ""]
    lines += ["from tbcast._C import Tensor", "", f"__all__ = {json.dumps(sorted(TYPES))}"]
    classes = ""
    for name, (*fields, _) in TYPES.items():
        types = [type_of(name, field) for field in fields]
        names = ", ".join(map(json.dumps, fields))
        item = types[0] if len(set(types)) == 1 else " | ".join(types)
        classes += STUB.format(name=name, item=item, types=", ".join(types), names=names)
        classes += "".join(
            map(FIELD.format_map, ({"field": x, "type": y} for x, y in zip(fields, types, strict=True)))
        )
    return {"tbcast/return_types.pyi": "\n".join([*lines, ""]) + classes}
