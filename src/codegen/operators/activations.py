"""Rows of the activations of torch.nn.functional that are pointwise; tbcast/nn/_activations.py has the
public functions with inplace=.
"""

from codegen.operators.row import Calling, Computation, Hooks, Op, Parameter, Promotion


def activation(name, summary, expressions, example, tolerance="exact", writes=True, hooks=None, **facts):
    """`writes`: whether there is an in-place function."""
    parameters = facts.pop("parameters", ())
    keywords = "".join(f", Number {p.name} = {p.default}" for p in parameters)
    signature = facts.pop("signature", f"Tensor input{keywords}, *, Tensor out = None")
    calling = Calling(signatures=(signature,), inplace_function=writes, modes=facts.pop("modes", {}))
    return Op(
        f"_nn_{name}",
        summary,
        expressions,
        operands=("self",),
        calling=calling,
        promotion=Promotion(exact_out=True),
        computation=Computation(parameters=parameters, **({"kernel": f"{name}_cpu"} | facts)),
        hooks=hooks or Hooks(),
        tolerance=tolerance,
        source=f"torch.nn.functional.{name}",
        example=(f"torch.nn.functional.{name}({example[0]})", example[1]),
    )


def of_exponentials(name, summary, expressions, example, tolerance="ulp(4)", **facts):
    """C functions compute single elements, and lanes of vectors_activations.h vectors."""
    facts = {"vector": False, "lanes": (name, "f32", "f64")} | facts
    return activation(name, summary, expressions, example, tolerance, **facts)


THREE = "torch.tensor([-1., 0., 2.])"
GELU_TANH = "a * (T)0.5 * (1 + C(tanh)((T)0.79788456080286535588 * (a + (T)0.044715 * (a * a * a))))"
BENT = "C(fabs)(a - b) < delta ? (T)0.5 * (a - b) * (a - b) : delta * (C(fabs)(a - b) - (T)0.5 * delta)"

ROWS = (
    of_exponentials(
        "gelu",
        "self times the standard normal distribution function of self, element by element; "
        "approximate='tanh': by an approximation with tanh.",
        {"float": "a * (T)0.5 * (1 + C(erf)(a * (T)0.70710678118654752440))"},
        (THREE, "tensor([-0.1587,  0.0000,  1.9545])"),
        signature='Tensor input, *, str approximate = "none", Tensor out = None',
        modes={"none": "_nn_gelu", "tanh": "_gelu_tanh"},
        kernel="GeluKernelImpl",
    ),
    Op(
        "_gelu_tanh",
        "gelu by its approximation with tanh.",
        {"float": GELU_TANH},
        operands=("self",),
        promotion=Promotion(exact_out=True),
        computation=Computation(kernel="GeluKernelImpl", vector=False, lanes=("gelu_tanh", "f32", "f64")),
        public=False,
    ),
    of_exponentials(
        "silu",
        "self * sigmoid(self), element by element.",
        {"float": "a / (1 + C(exp)(-a))", "complex": "CALL(silu)(a)"},
        (THREE, "tensor([-0.2689,  0.0000,  1.7616])"),
    ),
    of_exponentials(
        "mish",
        "self * tanh(log(1 + exp(self))), element by element.",
        {"float": "HELP(mish)(a)"},
        (THREE, "tensor([-0.3034,  0.0000,  1.9440])"),
    ),
    of_exponentials(
        "elu",
        "scale * self where self is positive, scale * alpha * (exp(input_scale * self) - 1) elsewhere.",
        {"float": "a < 0 ? C(expm1)(a * input_scale) * (alpha * scale) : a * scale"},
        (THREE, "tensor([-0.6321,  0.0000,  2.0000])"),
        parameters=tuple(Parameter(name, 1, "wide") for name in ("alpha", "scale", "input_scale")),
    ),
    of_exponentials(
        "softplus",
        "log(1 + exp(beta * self)) / beta, element by element; self where beta * self exceeds threshold.",
        {"float": "a * beta > threshold ? a : C(log1p)(C(exp)(a * beta)) / beta"},
        (THREE, "tensor([0.3133, 0.6931, 2.1269])"),
        parameters=(Parameter("beta", 1, "wide"), Parameter("threshold", 20, "wide")),
        writes=False,
    ),
    activation(
        "leaky_relu",
        "self where it is positive, negative_slope * self elsewhere, element by element.",
        {"float": "a > 0 ? a : a * negative_slope"},
        (THREE, "tensor([-0.0100,  0.0000,  2.0000])"),
        parameters=(Parameter("negative_slope", 0.01, "wide"),),
    ),
    Op(
        "_prelu_kernel",
        "self where it is positive, weight * self elsewhere, element by element: implements prelu.",
        {"float": "a > 0 ? a : a * b"},
        operands=("self", "weight"),
        calling=Calling(out=False),
        computation=Computation(kernel="prelu_cpu"),
        public=False,
        called=True,
        source="torch.prelu",
        example=("torch.prelu(torch.tensor([-2., 3.]), torch.tensor(0.5))", "tensor([-1.,  3.])"),
    ),
    Op(
        "_huber_kernel",
        "Half the square of self - target up to delta, and a line beyond, element by element: implements "
        "huber_loss and smooth_l1_loss.",
        {"float": BENT},
        operands=("self", "target"),
        calling=Calling(signatures=("Tensor input, Tensor target, *, Number delta",), out=False),
        computation=Computation(parameters=(Parameter("delta", 1, "wide"),), kernel="huber_cpu"),
        public=False,
        called=True,
        source="torch.nn.functional.huber_loss",
        example=(
            "torch.nn.functional.huber_loss(torch.tensor([1., 3.]), torch.tensor([1., 1.]))",
            "tensor(0.7500)",
        ),
    ),
    activation(
        "hardsigmoid",
        "self + 3 limited to [0, 6], over 6, element by element.",
        {"float": "HELP(limit_to_6)(a + 3) / 6"},
        (THREE, "tensor([0.3333, 0.5000, 0.8333])"),
        divides=True,
    ),
    activation(
        "hardswish",
        "self times hardsigmoid(self), element by element.",
        {"float": "a * HELP(limit_to_6)(a + 3) / 6"},
        (THREE, "tensor([-0.3333,  0.0000,  1.6667])"),
        divides=True,
    ),
    Op(
        "hardshrink",
        "self, with the elements from -lambd to lambd replaced by 0, element by element.",
        {"float": "a >= -lambd && a <= lambd ? 0 : a"},
        operands=("self",),
        calling=Calling(
            signatures=("Tensor input, Number lambd = 0.5, *, Tensor out = None",),
            methods=("Number lambd = 0.5",),
            inplace=False,
        ),
        promotion=Promotion(exact_out=True),
        computation=Computation(kernel="hardshrink_cpu", parameters=(Parameter("lambd", 0.5),)),
        source="torch.hardshrink",
        example=("torch.hardshrink(torch.tensor([0.25, -1.]))", "tensor([ 0., -1.])"),
    ),
    activation(
        "softshrink",
        "self moved by lambd towards 0, which it reaches from -lambd to lambd, element by element.",
        {"float": "a > lambd ? a - lambd : a < -lambd ? a + lambd : a * 0"},
        (THREE, "tensor([-0.5000,  0.0000,  1.5000])"),
        parameters=(Parameter("lambd", 0.5, "wide"),),
        writes=False,
        kernel="softshrink_check",
        hooks=Hooks(checks=("softshrink",)),
    ),
)
