"""Rows that move elements without interpreting them."""

from codegen.operators.row import Computation, Hooks, Op, Promotion

ROWS = (
    Op(
        "copy",
        "Copies elements; packing casts them.  Copied bools are 0 or 1.",
        {"bytes": "a", "bool": "a"},
        operands=("src",),
        promotion=Promotion("out"),
        computation=Computation(unsigned=True),
        public=False,
    ),
    Op(
        "fill",
        "Repeats one element.",
        {"bytes": "a"},
        operands=("value",),
        promotion=Promotion("out"),
        numbers="fit",
        computation=Computation(unsigned=True),
        hooks=Hooks(writes="one_value"),
        public=False,
    ),
)
