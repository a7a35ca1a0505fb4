"""Products of matrices and vectors and what is made of them, norms and special functions: what their rows say
of derived calls."""

from calls.domain import (
    COMPLEX,
    DOUBLES,
    FLOATS,
    OTHER,
    SUBJECTS,
    SUM,
    TWO,
    Domain,
)

MATRIX = "t[0] | t[:, 0] | t[0].t() | t | t[0, 0] | t[0, :, :0] | t[0, :0] | t[0, 0, 0]"
FITS = "u[0].t() | u[:, 1].t() | u[0] | u | u[0, 0] | u[:, 0, :0].t() | u[0].t().double() | u[0, 0, 0]"
BATCH = "t | t.mT | t.transpose(0, 2) | t[0] | t[:0] | t[..., :0] | t[:1] | t[0, 0, 0]"
BATCH_FITS = "u.mT | u | u[0] | u.transpose(0, 2).mT | u[:0].mT | u[..., :0].mT | u[:1].mT | u.mT.double()"
VECTOR = "t[0, 0] | t[0, :, 0] | t[0] | t[0, 0, :0] | t[0, 0, 0]"
OTHER_VECTOR = "u[0, 0] | u[0, :, 0] | u[0, 0, :2] | u[0] | u[0, 0, :0] | u[0, 0, 0] | u[0, 0].double()"


def product(*, different=(), tolerance="sum", **values):
    values.setdefault("out_dtype", "torch.float64")
    return Domain(values, cells={"tolerance": tolerance}, refuses_repeated=False, different=different)


OF_ADDMV = (
    (r"(matmul\(t\[0, 0\]|mv\(.*double\(\)), .*out=|double\(\), out=", None, "torch's text is addmv's"),
)


PRODUCTS = {
    "matmul": product(
        input="t | t[0] | t[0, 0] | t.mT | t[:, None] | t[:, :1] | t[:1] | t[0, 0, 0] | t[:0] | t[..., :0]",
        other="u.mT | u[0].mT | u[0, 0] | u | u[:, 0, :3, None] | u[0] | u[0, 0, :2] | u[0, 0, 0]"
        " | u[:, :0].mT | u.mT.double()",
        different=OF_ADDMV,
    ),
    "mm": product(input=MATRIX, mat2=FITS),
    "bmm": product(input=BATCH, mat2=BATCH_FITS),
    "mv": product(input=MATRIX, vec=OTHER_VECTOR, different=OF_ADDMV),
    "dot": product(input=VECTOR, tensor=OTHER_VECTOR),
    "vdot": product(input=VECTOR, other=OTHER_VECTOR),
    **dict.fromkeys(("outer", "ger"), product(input=VECTOR, vec2=OTHER_VECTOR)),
}

NUMBERS_P = "2 | 1 | 3 | 0.5 | 0 | float('inf') | -float('inf') | -1 | float('nan') | True | 2j"


ROUNDINGS = {"tolerance": "sum(4)"}
SUMS = {
    "addmm": product(
        input="u[1, :, :3] | u[1, 0, :3] | u[1, 0, 0] | u[1] | u[:, :3, :3]", mat1=MATRIX, mat2=FITS
    ),
    "addmv": product(
        input="u[1, :, 0] | u[1, 0, 0] | u[1, :1, 0] | u[1, 0] | u[1]",
        mat=MATRIX,
        vec=OTHER_VECTOR,
        different=((r"t\[0, :0\]", None, "torch keeps self's sizes where the matrix has no rows"),),
    ),
    "addbmm": product(
        tolerance="sum(2)",  # of two batches
        input="u[0, :, :3].clone() | u[0, 0, :3].clone() | u[0, 0, 0].clone() | u[0] | u",
        batch1=BATCH,
        batch2=BATCH_FITS,
        different=(
            (r"addbmm\(.*out=torch.empty", COMPLEX, "torch warns of the copy that it makes of self first"),
        ),
    ),
    "baddbmm": product(
        input="u[:, :, :3].clone() | u[0, :, :3].clone() | u[0, 0, 0].clone() | u[0] | u",
        batch1=BATCH,
        batch2=BATCH_FITS,
        different=((r"(1j|1\.5).*mT\.double\(\)|mT\.double\(\).*(1j|1\.5)", None, TWO),),
    ),
    **dict.fromkeys(
        ("addr", "addr_"),
        product(
            input="t[0] | t[0, 0] | t[0, 0, 0] | t[0, :, :1] | t[0, :, :0] | t",
            vec1="u[0, :, 0] | u[0, 0] | u[0] | u[0, 0, 0] | u[0, :0, 0] | u[0, :, 0].double()"
            " | u[0, :, 0].to(torch.int8)",
            vec2="u[0, 0] | u[0, :, 0] | u[0] | u[0, 0, 0] | u[0, 0, :0] | u[0, 0].double()"
            " | u[0, 0].to(torch.int8)",
            different=((r"u\[0, 0, :0\]", None, "strides of nothing"),),
        ),
    ),
    "cross": Domain(
        {
            "input": f"{SUBJECTS} | t[:, :, 1:] | t[:1]",
            "other": f"u | u[0] | u[:1] | u[:, :, 1:] | u[0, 0, 0] | u.to({OTHER}) | u[:, 0]",
        },
        cells={"tolerance": "sum(3)"},
    ),
    "inner": product(
        input=SUBJECTS, other=f"u | u[0] | u[0, 0] | u[0, 0, 0] | u[..., 1:] | u.to({OTHER}) | u[:0]"
    ),
    "kron": product(input=SUBJECTS, other=f"u | u[0] | u[0, 0] | u[0, 0, 0] | u.to({OTHER}) | u[:0]"),
    "dist": Domain({"p": NUMBERS_P}, cells=SUM | {"tolerances": dict.fromkeys(DOUBLES, "sum(8)")}),
    **dict.fromkeys(
        ("renorm", "renorm_"),
        Domain(
            {"p": NUMBERS_P, "maxnorm": "3 | 2.5 | 0 | 1e6 | -2.5 | float('nan') | 3j"},
            cells={"tolerance": "sum(5)"},
        ),
    ),
    "frexp": Domain(special={"dtypes": FLOATS}, out_dtypes=("t.dtype", "torch.int32")),
    **dict.fromkeys(
        ("mvlgamma", "mvlgamma_", "_special_multigammaln"),
        Domain({"p": "2 | 1 | 5 | 3 | L(2) | 0 | -1"}, cells=ROUNDINGS, special={"dtypes": FLOATS}),
    ),
}

ROWS = PRODUCTS | SUMS
