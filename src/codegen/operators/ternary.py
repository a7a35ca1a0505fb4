"""Rows of ternary operators, and of masks."""

from codegen.operators.row import Calling, Computation, Hooks, Layout, Op, Parameter, Promotion


def _with_value(name, summary, expressions, checks, printed) -> Op:
    """addcmul and addcdiv."""
    tensors = "Tensor tensor1, Tensor tensor2"
    return Op(
        name,
        summary,
        expressions,
        operands=("self", "tensor1", "tensor2"),
        calling=Calling(
            signatures=(
            f"Tensor input, {tensors}, *, Number value = 1, Tensor out = None",
            f"Tensor input, Number value, {tensors}, *, Tensor out = None|deprecated",
        ),
        ),
        computation=Computation(parameters=(Parameter("value", 1, "wide"),), kernel=f"{name}_cpu_out"),
        hooks=Hooks(checks=checks),
        source=f"torch.{name}",
        example=(f"torch.{name}(torch.ones(2), torch.tensor([[3.], [4.]]), torch.tensor([1., 2.]), value=2)",
                 printed),
    )


ROWS = (
    Op(
        "where",
        "input where `condition` is True, other elsewhere.",
        {"bytes": "a ? b : c"},
        operands=("condition", "input", "other"),
        calling=Calling(
            signatures=(
            "Tensor condition",
            "Tensor condition, Tensor input, Tensor other, *, Tensor out = None",
            "Tensor condition, Number self, Tensor other",
            "Tensor condition, Tensor input, Number other",
            "Tensor condition, Number self, Number other",
        ),
            alone="nonzero_tuple",
            methods=("Tensor condition, Tensor other", "Tensor condition, Number other"),
            inplace=False,
        ),
        promotion=Promotion(fixed={"condition": "bool"}),
        computation=Computation(unsigned=True),
        hooks=Hooks(checks=("where",)),
        source="torch.where",
        example=("torch.where(torch.tensor([[True], [False]]), torch.tensor([1, 2]), 0)",
                 "tensor([[1, 2],\n        [0, 0]])"),
    ),
    Op(
        "masked_fill",
        "self with `value` where `mask` is True.",
        {"bytes": "b ? c : a"},
        operands=("self", "mask", "value"),
        calling=Calling(
            signatures=("Tensor input, Tensor mask, Tensor value", "Tensor input, Tensor mask, Number value"),
            out=False,
        ),
        promotion=Promotion(fixed={"mask": "bool"}, singles=("value",), rule="first"),
        layout=Layout(contiguous=True),
        numbers="fit",
        hooks=Hooks(writes="selected", checks=("masked_fill",)),
        source="torch.masked_fill",
        example=("torch.masked_fill(torch.zeros(2, 3), torch.tensor([True, False, True]), 5)",
                 "tensor([[5., 0., 5.],\n        [5., 0., 5.]])"),
    ),
    Op(
        "_fill_selected",
        "`value` where `mask` is True; other elements are neither read nor written (masked_fill_).",
        {"bytes": "value"},
        operands=("mask",),
        promotion=Promotion("out", fixed={"mask": "bool"}),
        computation=Computation(parameters=(Parameter("value"),), selects=True),
        public=False,
    ),
    Op(
        "_copy_selected",
        "`value` where `mask` is True; other elements are neither read nor written (gather/accumulate.c).",
        {"bytes": "b"},
        operands=("mask", "value"),
        promotion=Promotion("out", fixed={"mask": "bool"}),
        computation=Computation(selects=True),
        public=False,
    ),
    Op(
        "lerp",
        "Linear interpolation: self + weight * (end - self), element by element.",
        {"float": "HELP(lerp)(a, b, c)",
         "complex": "c.re * c.re + c.im * c.im < (R)0.25 ? ADD(a, MUL(c, CALL(sub)(b, a))) "
                    ": CALL(sub)(b, MUL(CALL(sub)(b, a), CALL(sub)(ONE, c)))"},
        operands=("self", "end", "weight"),
        calling=Calling(takes="number"),
        promotion=Promotion("tensors", exact_out=True),
        layout=Layout(without_numbers=True),
        numbers="fit",
        computation=Computation(kernel="lerp_kernel_tensor", kernel_of_number="lerp_kernel_scalar"),
        hooks=Hooks(checks=("lerp",)),
        source="torch.lerp",
        example=("torch.lerp(torch.zeros(2), torch.tensor([[10.], [20.]]), 0.25)",
                 "tensor([[2.5000, 2.5000],\n        [5.0000, 5.0000]])"),
    ),
    _with_value(
        "addcmul",
        "self + value * tensor1 * tensor2, element by element.",
        {"int": "a + 1u * value * b * c", "float": "a + value * b * c",
         "complex": "ADD(a, MUL(MUL(value, b), c))"},
        (),
        "tensor([[ 7., 13.],\n        [ 9., 17.]])",
    ),
    _with_value(
        "addcdiv",
        "self + value * tensor1 / tensor2, element by element.",
        {"float": "a + value * b / c", "complex": "ADD(a, DIV(MUL(value, b), c))"},
        ("addcdiv",),
        "tensor([[7., 4.],\n        [9., 5.]])",
    ),
)
