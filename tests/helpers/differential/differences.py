"""The one place where a difference from torch is allowed, each with its reason.

Everything else that differs from torch 2.13 is a failure.  The names are printed
with the counts of the cases that met them, and docs/parity.md lists them.  Two more
deliberate differences have tests of their own and do not occur in the grid: operands
that overlap what is written are read from a private copy (test_errors.py), and the
broadcast warning, which torch 2.13 keeps as a flag but never issues
(test_semantics.py).
"""

from dataclasses import dataclass

from differential.cases import Operand
from differential.forms import ROWS
from oracles.avx2_values import NAMES as AVX2
from oracles.dtype_rules import KIND
from oracles.scalar_loop import (
    close_in_float64,
    close_to_gelu,
    close_to_one,
    close_to_wave,
    polygamma_in_float64,
    polynomial_in_float64,
    same_as_avx2,
    same_in_float64,
    same_in_one_loop,
    zeta_in_float64,
)

FALLBACK = "fallback"  # torch refuses what the deprecated 1-dimensional behaviour computes
SECOND_LINE = "in-place line 2"  # torch's text, then the note's sentence
COMPLEX_HALF = "no complex32"  # float16 with a complex number is complex64, torch has complex32

TWO_LOOPS = (
    *("maximum", "minimum", "clamp", "clamp_min", "clamp_max", "lerp", "pow"),
    *("_nn_silu", "_nn_softshrink"),
)
"""Rows for which torch's loops over vectors and over single elements do not agree (scalar_loop.py)."""

REASONS = {
    FALLBACK: "the deprecated 1-dimensional behaviour is on by default, torch refuses; compared with torch "
    "on reshaped operands",
    SECOND_LINE: "after torch's text comes the note's sentence",
    COMPLEX_HALF: "float16 with a complex number gives complex64, there is no complex32",
}


def complex_half(value):
    """Is what torch returned or raised about its complex32?"""
    if isinstance(value, Exception):
        return "ComplexHalf" in str(value)
    return str(getattr(value, "dtype", "")) == "torch.complex32"


def complex_half_expression(text, dtype):
    """The expressions of conversion_cells.py that torch answers with its complex32."""
    return dtype == "float16" and text in ("torch.result_type(1j, t)", "d.to_complex()")


@dataclass(frozen=True)
class Known:
    """A difference that is let pass, for example because torch's own result depends on layout or run."""

    name: str
    reason: str
    operators: tuple
    """Names of rows, "*" for any."""
    kinds: tuple = ("torch: values",)
    """What differs, in the words of runner.py."""
    when: object = lambda form, case, mine, theirs: True


def says_it_again(form, case, mine, theirs):
    """Does torch's list of warnings only repeat the one before?"""
    once = [text for i, text in enumerate(theirs.said) if i == 0 or text != theirs.said[i - 1]]
    return form.out != "" and mine.said == once


def torch_asserts(form, case, mine, theirs):
    """Do both refuse, torch by an assertion of its own that fails?"""
    return mine.refused and theirs.refused and "INTERNAL ASSERT FAILED" in str(theirs.value)


KNOWN = (
    Known(
        "resize warning said once",
        "where out= is resized and its dtype is not the computed one, torch issues the same warning twice",
        operators=("*",),
        kinds=("torch: said",),
        when=says_it_again,
    ),
    Known(
        "logit with eps above 0.5",
        "the bounds eps and 1 - eps cross, and torch's vector and scalar loops clamp in another order: the "
        "same values give inf or -inf by their layout",
        operators=("logit",),
        when=lambda form, case, mine, theirs: (
            case.parameters.get("eps", 0.0) > 0.5 and same_in_one_loop(form, case, mine, theirs)
        ),
    ),
    Known(
        "torch's two loops",
        "the same values give another result in torch where they are part of a vector, which layout, place "
        "and number of threads decide: the other one of two equal zeros, or a power whose exponent, a "
        "number, is rounded to float32; tbcast gives such zeros as torch does outside of vectors, and such "
        "powers as torch does in vectors",
        operators=TWO_LOOPS,
        when=same_in_one_loop,
    ),
    Known(
        "complex special values of AVX2",
        "torch's builds differ: for log2 and sgn the AVX2 one divides the parts of a complex number, the "
        "portable one divides by a complex number, which makes nan of infinities and loses the sign of "
        "zeros; AVX2's acos of complex128 has no -0 in the imaginary part; tbcast follows AVX2, in its loop "
        "over vectors",
        operators=AVX2,
        when=same_as_avx2,
    ),
    Known(
        "erfcx of float32",
        "torch squares a negative float32 in float32 before it takes the exponential, which leaves some "
        "forty units in the last place; tbcast rounds what it computed in float64, where torch's is the same",
        operators=("_special_erfcx",),
        when=same_in_float64,
    ),
    Known(
        "special functions of float32",
        "torch computes them in float32, which loses digits, or overflows on the way; tbcast rounds what it "
        "computed in float64, where torch's is the same",
        operators=(
            "erfinv",
            "digamma",
            "i0",
            "_special_i0e",
            "_special_i1",
            "_special_i1e",
            "_special_log_ndtr",
            *(f"_special_modified_bessel_{name}" for name in ("i0", "i1", "k0", "k1")),
            *(f"_special_scaled_modified_bessel_{name}" for name in ("k0", "k1")),
        ),
        when=same_in_float64,
    ),
    Known(
        "Bessel functions",
        "torch's are wrong in the seventh digit from 2 to 30, even in float64, and Airy's function in the "
        "third, near its roots; the phase of large numbers is rounded; tbcast's error is that of float64",
        operators=(
            *(f"_special_bessel_{name}" for name in ("j0", "j1", "y0", "y1")),
            "_special_airy_ai",
        ),
        when=close_to_wave,
    ),
    Known(
        "orthogonal polynomials",
        "torch computes those of float32 in float32, whose products overflow, and of nan returns memory that "
        "it has not set; tbcast rounds what float64 has, and gives nan",
        operators=tuple(name for name in ROWS if "_polynomial_" in name),
        when=polynomial_in_float64,
    ),
    Known(
        "ndtr of negative numbers",
        "torch adds erf to 1, which leaves the digits that 1 has, none below -8; tbcast takes erfc",
        operators=("_special_ndtr",),
        when=close_to_one,
    ),
    Known(
        "gelu",
        "the library that torch has for float32 approximates erf, to some 1e-6, gives nan for inf, and "
        "writes nothing to an out= of other strides; 1 is added to erf and tanh, which leaves few "
        "digits of what is near 0, where self is negative",
        operators=("_nn_gelu",),
        when=close_to_gelu,
    ),
    Known(
        "incomplete gamma functions",
        "torch's are wrong in the eighth digit where self is above 20 and other near it (its pi is a "
        "float32), and where self is denormal or near the largest number; tbcast has 13 digits",
        operators=("igamma", "igammac"),
        when=close_in_float64,
    ),
    Known(
        "derivatives of digamma",
        "torch computes those of float32 in float32 and those of halves in halves, and the first one to ten "
        "digits, of negative integers as a number and not as inf; tbcast rounds what float64 has",
        operators=("polygamma",),
        when=polygamma_in_float64,
    ),
    Known(
        "zeta",
        "torch takes the first power in float32, and adds thousands of terms where the second operand is far "
        "below 0; tbcast adds those above 0 alone",
        operators=("_special_zeta",),
        when=zeta_in_float64,
    ),
    Known(
        "out= of ldexp has another dtype",
        "for floats and an integer exponent torch only finds out by an internal assertion (`please report a "
        "bug to PyTorch`); both refuse, tbcast names the dtypes",
        operators=("ldexp",),
        kinds=("torch: refusal",),
        when=torch_asserts,
    ),
)
REASONS.update((entry.name, entry.reason) for entry in KNOWN)
IN_FLOAT64 = (
    same_in_float64,
    close_to_gelu,
    close_to_one,
    close_to_wave,
    close_in_float64,
    polygamma_in_float64,
    polynomial_in_float64,
    zeta_in_float64,
)
JUDGED_IN_FLOAT64 = frozenset(name for entry in KNOWN if entry.when in IN_FLOAT64 for name in entry.operators)


def known(row, form, case, kind, mine, theirs):
    """The name of a difference that is listed above, or None."""
    for entry in KNOWN:
        if (
            ({"*", row.name} & set(entry.operators))
            and kind in entry.kinds
            and entry.when(form, case, mine, theirs)
        ):
            return entry.name
    return None


def untold(case):
    """The name of a difference that makes a case's result in torch no guide at all, or None."""
    tensors = [x for x in case.operands if isinstance(x, Operand)]
    if not any(x.dtype == "float16" for x in tensors):
        return None
    numbers = [*case.operands, *case.parameters.values()]
    if any(isinstance(x, complex) for x in numbers[: len(case.operands)]):
        return COMPLEX_HALF
    if any(KIND[x.dtype] == 3 and not x.size for x in tensors) and any(
        x.dtype == "float16" and x.size for x in tensors
    ):
        return COMPLEX_HALF
    return None
