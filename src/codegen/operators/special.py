"""Rows of special functions, which libm or, where it lacks one, src/core/kernels/special computes."""

from codegen.operators.row import Calling, Computation, Halves, Hooks, Layout, Op, Parameter, Promotion

NUMBERS = (
    "Tensor input, Tensor other, *, Tensor out = None",
    "Number self, Tensor other, *, Tensor out = None",
    "Tensor input, Number other, *, Tensor out = None",
)


def special(
    name, summary, function, kernel, tolerance, example, aliases=(), halves=True, writes=False, lanes=()
):
    """The row of a unary operator that a C function of doubles computes."""
    return Op(
        name,
        summary,
        {"float": f"(T)tb_{function}(a)"},
        operands=("self",),
        aliases=aliases,
        calling=Calling(inplace=not name.startswith("_"), inplace_function=writes),
        promotion=Promotion("float"),
        halves=Halves(refused=not halves),
        computation=Computation(kernel=kernel, vector=False, lanes=lanes),
        tolerance=f"ulp({tolerance})",
        source="torch." + name.replace("_special_", "special."),
        example=example,
    )


def incomplete_gamma(name, alias, which, example):
    return Op(
        name,
        f"The regularized {which} incomplete gamma function of self and other, element by element.",
        {"float": f"(T)tb_{name}(a, b, sizeof(T) == sizeof(float))"},
        aliases=(alias,),
        promotion=Promotion(),
        computation=Computation(kernel=f"{name}_cpu", vector=False),
        tolerance="ulp(16)",
        source=f"torch.{name}",
        example=example,
    )



def of_kind(kind, name, summary, expression, operands, signatures, tolerance, example, lanes=()):
    """A row whose kernel others share: `kind` tells them apart."""
    return Op(
        f"_special_{name}",
        summary,
        {"float": expression},
        operands=operands,
        calling=Calling(signatures=signatures, inplace=False),
        promotion=Promotion("float"),
        halves=Halves(refused=True),
        computation=Computation(
            kernel=f"{name}_cpu", vector=False, parameters=(Parameter("kind", kind, "int"),), lanes=lanes
        ),
        tolerance=f"ulp({tolerance})",
        source=f"torch.special.{name}",
        example=example,
    )


def bessel(kind, name, summary, printed):
    named = "x" if name.startswith("scaled") else "self"
    function, title = ("modified_bessel", "modified Bessel") if "modified" in name else ("bessel", "Bessel")
    return of_kind(
        kind,
        name,
        f"The {title} function of {summary}, element by element.",
        f"(T)tb_{function}(a, kind)",
        (named,),
        (f"Tensor {'x' if named == 'x' else 'input'}, *, Tensor out = None",),
        16,
        (f"torch.special.{name}(torch.tensor([0.5, 2.]))", f"tensor([{printed}])"),
        lanes=("bessel", "f32", "f64") if function == "bessel" else (),
    )


def polynomial(kind, name, title, printed):
    return of_kind(
        kind,
        name,
        f"{title}, of degree n at x, element by element; 0 for negative n.",
        "(T)tb_polynomial(a, b, kind, sizeof(T) == sizeof(float))",
        ("x", "n"),
        (
            *("Tensor x, Tensor n, *, Tensor out = None", "Number x, Tensor n, *, Tensor out = None"),
            "Tensor x, Number n, *, Tensor out = None",
        ),
        4,
        (f"torch.special.{name}(torch.tensor([0.5, 2.]), 3)", f"tensor([{printed}])"),
    )


def chebyshev(letter, which, printed, shifted):
    """Both of a kind; printed and shifted: their examples' results."""
    name, title = f"chebyshev_polynomial_{letter}", f"Chebyshev's polynomial of the {which} kind"
    return (name, title, printed), (f"shifted_{name}", f"{title} for 2x - 1", shifted)


CHEBYSHEV = (
    chebyshev("t", "first", "-1., 26.", "-0., 99."),
    chebyshev("u", "second", "-1., 56.", " -0., 204."),
    chebyshev("v", "third", "-1., 41.", "  1., 169."),
    chebyshev("w", "fourth", "-1., 71.", " -1., 239."),
)
POLYNOMIALS = (
    *(row for row, _ in CHEBYSHEV),
    *(row for _, row in CHEBYSHEV),
    ("hermite_polynomial_h", "Hermite's polynomial of physics", "-5., 40."),
    ("hermite_polynomial_he", "Hermite's polynomial of probability", "-1.3750,  2.0000"),
    ("laguerre_polynomial_l", "Laguerre's polynomial", "-0.1458, -0.3333"),
    ("legendre_polynomial_p", "Legendre's polynomial", "-0.4375, 17.0000"),
)

MODIFIED_BESSEL = (
    ("modified_bessel_i0", "the first kind and order 0", "1.0635, 2.2796"),
    ("modified_bessel_i1", "the first kind and order 1", "0.2579, 1.5906"),
    ("modified_bessel_k0", "the second kind and order 0", "0.9244, 0.1139"),
    ("modified_bessel_k1", "the second kind and order 1", "1.6564, 0.1399"),
    ("scaled_modified_bessel_k0", "the second kind and order 0, times exp(x)", "1.5241, 0.8416"),
    ("scaled_modified_bessel_k1", "the second kind and order 1, times exp(x)", "2.7310, 1.0335"),
)
BESSEL = (
    ("bessel_j0", "the first kind and order 0", "0.9385, 0.2239"),
    ("bessel_j1", "the first kind and order 1", "0.2423, 0.5767"),
    ("bessel_y0", "the second kind and order 0", "-0.4445,  0.5104"),
    ("bessel_y1", "the second kind and order 1", "-1.4715, -0.1070"),
)

ROWS = (
    Op(
        "erf",
        "The error function of self, element by element.",
        {"float": "C(erf)(a)"},
        operands=("self",),
        aliases=("_special_erf",),
        calling=Calling(inplace_function=True),
        promotion=Promotion("float"),
        computation=Computation(kernel="erf_vml_cpu", vector=False, lanes=("erf", "f32", "f64")),
        tolerance="ulp(4)",
        source="torch.erf",
        example=("torch.erf(torch.tensor([0., 0.5, -1.]))",
                 "tensor([ 0.0000,  0.5205, -0.8427])"),
    ),
    Op(
        "erfc",
        "1 - erf(self), precise for large self, element by element.",
        {"float": "C(erfc)(a)"},
        operands=("self",),
        aliases=("_special_erfc",),
        calling=Calling(inplace_function=True),
        promotion=Promotion("float"),
        computation=Computation(kernel="erfc_vml_cpu", vector=False, lanes=("erfc", "f32", "f64")),
        tolerance="ulp(4)",
        source="torch.erfc",
        example=("torch.erfc(torch.tensor([0., 0.5, 5.]))",
                 "tensor([1.0000e+00, 4.7950e-01, 1.5375e-12])"),
    ),
    special(
        "erfinv",
        "The inverse of the error function at self, element by element; nan outside [-1, 1].",
        "erfinv",
        "erfinv_vml_cpu",
        8,
        ("torch.erfinv(torch.tensor([0., 0.5, -1.]))", "tensor([0.0000, 0.4769,   -inf])"),
        aliases=("_special_erfinv",),
        lanes=("erfinv", "f32", "f64"),
    ),
    Op(
        "lgamma",
        "The logarithm of |gamma(self)|, element by element.",
        {"float": "HELP(lgamma)(a)"},
        operands=("self",),
        aliases=("_special_gammaln",),
        calling=Calling(inplace_function=False),
        promotion=Promotion("float"),
        computation=Computation(kernel="lgamma_vml_cpu", vector=False, lanes=("lgamma", "f32")),
        tolerance="ulp(2)",
        source="torch.lgamma",
        example=("torch.lgamma(torch.tensor([0.5, 1., 4.]))",
                 "tensor([0.5724, 0.0000, 1.7918])"),
    ),
    special(
        "digamma",
        "The derivative of log(gamma(self)), element by element; nan for negative integers.",
        "digamma",
        "digamma",
        4,
        ("torch.digamma(torch.tensor([1., 0.5, -1.]))", "tensor([-0.5772, -1.9635,     nan])"),
        aliases=("_special_digamma", "_special_psi"),
        lanes=("digamma", "f32", "f64"),
    ),
    Op(
        "polygamma",
        "The n-th derivative of digamma(self), element by element.",
        {"float": "(T)tb_polygamma(a, n)"},
        operands=("self",),
        aliases=("_special_polygamma",),
        calling=Calling(
            signatures=("int n, Tensor input, *, Tensor out = None",),
            methods=("int n",),
        ),
        promotion=Promotion("float"),
        computation=Computation(parameters=(Parameter("n", type="int"),), vector=False),
        hooks=Hooks(choose="polygamma", checks=("polygamma",)),
        tolerance="ulp(8)",
        source="torch.polygamma",
        example=("torch.polygamma(1, torch.tensor([1., 0.5]))", "tensor([1.6449, 4.9348])"),
    ),
    Op(
        "_trigamma",
        "polygamma for n = 1.",
        {"float": "(T)tb_trigamma(a)"},
        operands=("self",),
        promotion=Promotion("float"),
        computation=Computation(kernel="trigamma", vector=False),
        public=False,
    ),
    incomplete_gamma(
        "igamma",
        "_special_gammainc",
        "lower",
        ("torch.igamma(torch.tensor([4.]), torch.tensor([3., 4., 5.]))", "tensor([0.3528, 0.5665, 0.7350])"),
    ),
    incomplete_gamma(
        "igammac",
        "_special_gammaincc",
        "upper",
        ("torch.igammac(torch.tensor([4.]), torch.tensor([3., 4., 5.]))", "tensor([0.6472, 0.4335, 0.2650])"),
    ),
    Op(
        "_special_zeta",
        "Hurwitz's zeta function: the sum of 1 / (other + k) ** self over k = 0, 1, ..., element by element.",
        {"float": "(T)tb_zeta(a, b)"},
        calling=Calling(signatures=NUMBERS, inplace=False),
        promotion=Promotion("float"),
        halves=Halves(refused=True),
        computation=Computation(kernel="zeta_cpu", vector=False),
        tolerance="ulp(8)",
        source="torch.special.zeta",
        example=("torch.special.zeta(torch.tensor([2., 4.]), 1)", "tensor([1.6449, 1.0823])"),
    ),
    special(
        "i0",
        "The modified Bessel function of the first kind and order 0, element by element.",
        "i0",
        "i0_vml_cpu",
        8,
        ("torch.i0(torch.tensor([0., 1., -2.]))", "tensor([1.0000, 1.2661, 2.2796])"),
        aliases=("_special_i0",),
        writes=True,
        lanes=("i0", "f32", "f64"),
    ),
    special(
        "_special_i0e",
        "exp(-abs(self)) * i0(self), element by element.",
        "i0e",
        "i0e_cpu",
        8,
        ("torch.special.i0e(torch.tensor([0., 1., -200.]))", "tensor([1.0000, 0.4658, 0.0282])"),
        lanes=("i0e", "f32", "f64"),
    ),
    special(
        "_special_i1",
        "The modified Bessel function of the first kind and order 1, element by element.",
        "i1",
        "i1_cpu",
        16,
        ("torch.special.i1(torch.tensor([0., 1., -2.]))", "tensor([ 0.0000,  0.5652, -1.5906])"),
        lanes=("i1", "f32", "f64"),
    ),
    special(
        "_special_i1e",
        "exp(-abs(self)) * i1(self), element by element.",
        "i1e",
        "i1e_cpu",
        16,
        ("torch.special.i1e(torch.tensor([0., 1., -200.]))", "tensor([ 0.0000,  0.2079, -0.0282])"),
        lanes=("i1e", "f32", "f64"),
    ),
    Op(
        "sinc",
        "sin(pi * self) / (pi * self), and 1 for 0, element by element.",
        {"float": "HELP(sinc)(a)", "complex": "CALL(sinc)(a)"},
        operands=("self",),
        aliases=("_special_sinc",),
        calling=Calling(inplace_function=True),
        promotion=Promotion("float"),
        computation=Computation(vector=False),
        tolerance="ulp(2)",
        source="torch.sinc",
        example=("torch.sinc(torch.tensor([0., 0.5, 1.5]))",
                 "tensor([ 1.0000,  0.6366, -0.2122])"),
    ),
    Op(
        "_special_entr",
        "-self * log(self), element by element; 0 for 0 and -inf for negative elements.",
        {"float": "a > 0 ? -a * C(log)(a) : a < 0 ? -(T)INFINITY : a == 0 ? 0 : a",
         "half": "a > 0 ? -a * ROUND(logf(a)) : a < 0 ? -INFINITY : a == 0 ? 0 : a"},
        operands=("self",),
        calling=Calling(inplace=False),
        promotion=Promotion("float"),
        computation=Computation(kernel="entr_cpu", vector=False),
        tolerance="ulp(2)",
        source="torch.special.entr",
        example=("torch.special.entr(torch.tensor([0.5, 0., -1.]))",
                 "tensor([0.3466, 0.0000,   -inf])"),
    ),
    Op(
        "_special_erfcx",
        "exp(self * self) * erfc(self), element by element, precise for large self as well.",
        {"float": "HELP(erfcx)(a)"},
        operands=("self",),
        calling=Calling(inplace=False),
        promotion=Promotion("float"),
        halves=Halves(refused=True),
        computation=Computation(kernel="erfcx_cpu", vector=False, lanes=("erfcx", "f32", "f64")),
        tolerance="ulp(12)",  # torch's own is up to 8 from the exact value, this one 5
        source="torch.special.erfcx",
        example=("torch.special.erfcx(torch.tensor([0., 1., 100.]))",
                 "tensor([1.0000, 0.4276, 0.0056])"),
    ),
    Op(
        "_special_ndtr",
        "The standard normal distribution's cumulative distribution function at self, element by element.",
        {"float": "(T)tb_ndtr(a)"},
        operands=("self",),
        calling=Calling(inplace=False),
        promotion=Promotion("float"),
        layout=Layout(out={"bool": "copied", "int": "copied", "float": "copied"}),
        computation=Computation(kernel="erf_vml_cpu", vector=False),
        hooks=Hooks(checks=("ndtr",), writes="anywhere"),
        tolerance="ulp(8)",
        source="torch.special.ndtr",
        example=("torch.special.ndtr(torch.tensor([0., 1., -6.]))",
                 "tensor([5.0000e-01, 8.4134e-01, 9.8659e-10])"),
    ),
    special(
        "_special_log_ndtr",
        "log(ndtr(self)), element by element, precise for negative self as well.",
        "log_ndtr",
        "log_ndtr_cpu",
        8,
        (
            "torch.special.log_ndtr(torch.tensor([0., 1., -60.]))",
            "tensor([-6.9315e-01, -1.7275e-01, -1.8050e+03])",
        ),
        halves=False,
    ),
    special(
        "_special_ndtri",
        "The inverse of ndtr at self, element by element; nan outside [0, 1].",
        "ndtri",
        "ndtri_cpu",
        8,
        ("torch.special.ndtri(torch.tensor([0.5, 0.1, 1.]))", "tensor([ 0.0000, -1.2816,     inf])"),
        halves=False,
        lanes=("ndtri", "f32", "f64"),
    ),
    *(bessel(kind, *row) for rows in (MODIFIED_BESSEL, BESSEL) for kind, row in enumerate(rows)),
    Op(
        "_special_airy_ai",
        "Airy's function Ai of x, element by element.",
        {"float": "(T)tb_airy_ai(a)"},
        operands=("x",),
        calling=Calling(signatures=("Tensor x, *, Tensor out = None",), inplace=False),
        promotion=Promotion("float"),
        halves=Halves(refused=True),
        computation=Computation(kernel="airy_ai_cpu", vector=False, lanes=("airy_ai", "f32", "f64")),
        tolerance="ulp(16)",
        source="torch.special.airy_ai",
        example=("torch.special.airy_ai(torch.tensor([0.5, 2.]))", "tensor([0.2317, 0.0349])"),
    ),
    *(polynomial(kind, *row) for kind, row in enumerate(POLYNOMIALS)),
    Op(
        "_special_spherical_bessel_j0",
        "sin(x) / x, element by element; 1 at 0.",
        {"float": "a == 0 ? 1 : C(fabs)(a) == (T)INFINITY ? 0 : C(sin)(a) / a"},
        operands=("x",),
        calling=Calling(signatures=("Tensor x, *, Tensor out = None",), inplace=False),
        promotion=Promotion("float"),
        halves=Halves(refused=True),
        computation=Computation(kernel="spherical_bessel_j0_cpu", vector=False),
        tolerance="ulp(4)",
        source="torch.special.spherical_bessel_j0",
        example=("torch.special.spherical_bessel_j0(torch.tensor([0., 1., 4.]))",
                 "tensor([ 1.0000,  0.8415, -0.1892])"),
    ),
)
