"""Rows that move elements without looking at them."""

from codegen.operators.row import Op

ROWS = (
    Op(
        "copy",
        "Moves elements; the cast is the packing's.  Copied bools are 0 or 1.",
        {"bytes": "a", "bool": "a"},
        operands=("src",),
        promotion="out",
        unsigned=True,
        public=False,
    ),
    Op(
        "fill",
        "Repeats one element.",
        {"bytes": "a"},
        operands=("value",),
        promotion="out",
        checked_number=True,
        unsigned=True,
        one_value=True,
        public=False,
    ),
)
