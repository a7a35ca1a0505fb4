"""Views: what their rows say of derived calls."""

from calls.domain import OTHER, SUBJECTS, TWO, Domain

FORMATS = "torch.contiguous_format | torch.preserve_format | torch.channels_last | torch.channels_last_3d"
SIZES = (
    "(6, 4) | (2, 3, 4) | (24,) | (-1,) | (2, -1) | (2, 3, 2, 2) | () | (5, 5) | (-1, -1) | (2, -2) | (0, 3)"
    " | (-1, 0) | [4, 6] | torch.Size([3, 8])"
)
DIMENSIONS = {
    **dict.fromkeys(("dim", "dim0", "axis0", "start_dim"), "0 | 1 | 2 | -1 | -3 | 3 | -4"),
    **dict.fromkeys(("dim1", "axis1", "end_dim"), "1 | 0 | 2 | -1 | -2 | 3 | -4"),
}
PAIRS = "(0, 2) | (1,) | [2, 0] | () | (0, 0) | (-1, 0) | (0, 3) | (0, 1, 2)"
STRIDES = "(4, 1) | (1, 2) | (0, 0) | (12, 4) | (1,) | (-1, 1) | [1, 1] | (100, 1)"

ROWS = {
    **dict.fromkeys(
        ("view", "reshape"),
        Domain(
            {
                "size": SIZES,
                "shape": SIZES,
                "dtype": "torch.uint8 | torch.int8 | torch.int16 | torch.float32 | torch.float64 | torch.bool"
                " | torch.complex64 | torch.complex128 | torch.bfloat16",
            }
        ),
    ),
    **dict.fromkeys(
        ("expand", "broadcast_to"),
        Domain(
            {
                "size": "(2, 3, 4) | (5, 2, 3, 4) | (2, -1, 4) | (-1, 3, -1) | () | (3, 4) | (2, 3, 5)"
                " | (-1, 2, 3, 4)"
                " | (0, 2, 3, 4) | (2, 0, 4) | [1, 2, 3, 4]",
                "implicit": "False | True",
            }
        ),
    ),
    **dict.fromkeys(
        ("expand_as", "view_as", "reshape_as"),
        Domain(
            {
                "other": f"u | u[0] | u.flatten() | u.permute(2, 0, 1) | u[0, 0, 0] | u[:0]"
                f" | u.to({OTHER}) | u[None]"
            }
        ),
    ),
    "permute": Domain(
        {"dims": "(2, 0, 1) | (0, 1, 2) | [0, 2, 1] | (-1, 0, 1) | (0, 0, 1) | (0, 1) | () | (3, 0, 1)"}
    ),
    **dict.fromkeys(
        ("transpose", "swapaxes", "flatten", "diagonal"),
        Domain(DIMENSIONS | {"offset": "1 | -1 | 0 | 9 | -9"}),
    ),
    "t": Domain({"input": f"{SUBJECTS} | t[0] | t[:, 0]"}),
    "movedim": Domain(
        {name: {"int": DIMENSIONS["dim"], "tuple of ints": PAIRS} for name in ("source", "destination")}
    ),
    "unsqueeze": Domain(DIMENSIONS),
    "squeeze": Domain(
        {"input": f"{SUBJECTS} | t[:1, :1]", "dim": {"int": DIMENSIONS["dim"], "tuple of ints": PAIRS}}
    ),
    "unflatten": Domain(
        DIMENSIONS | {"sizes": "(2, 1) | (-1, 2) | (1, -1) | (2,) | () | (-1, -1) | (0, -1) | (3, 3)"},
        refusals=False,
        different=((r"(3|-4), (sizes=)?\(\)", None, TWO),),
    ),
    **dict.fromkeys(
        ("atleast_1d", "atleast_2d", "atleast_3d"),
        Domain({"tensors": "(t[0], u[0, 0, 0]) | [t] | () | (t, 3)"}, refusals=False),
    ),
    **dict.fromkeys(("ravel", "detach", "view_as_real"), Domain()),
    "view_as_complex": Domain(
        {"input": f"{SUBJECTS} | t[..., :2] | t[:, :2].transpose(1, 2) | t[..., ::2]"},
        different=((r"t\[", ("float16",), TWO),),
    ),
    **dict.fromkeys(("real", "imag"), Domain()),
    "select": Domain(DIMENSIONS | {"index": "0 | 1 | -1 | -2 | 5 | -7 | L(1)"}),
    "narrow": Domain(
        DIMENSIONS
        | {
            "start": {"Tensor": "L(1) | L(0) | L([1]) | L(-1) | L(1.)", "int": "0 | 1 | -1 | 4 | -5"},
            "length": "1 | 2 | 0 | 9 | -1",
        }
    ),
    "unbind": Domain(DIMENSIONS),
    "split": Domain(
        DIMENSIONS
        | {
            "split_size": "2 | 1 | 5 | 0 | -1 | (1, 1) | (1, 2) | [2, 0]",
            "split_size_or_sections": "2 | 1 | 5 | 0 | -1 | (1, 1) | (1, 2) | [2, 0]",
        },
        refusals=False,
    ),
    "chunk": Domain(DIMENSIONS | {"chunks": "2 | 1 | 3 | 5 | 0 | -1"}),
    **dict.fromkeys(
        ("as_strided", "as_strided_"),
        Domain(
            {
                "size": "(2, 3) | (3,) | () | [2, 2] | (0, 2)",
                "stride": STRIDES,
                "storage_offset": "0 | 1 | 9 | -1 | 2**40",
            },
            ({}, {"size": "(3,)", "stride": "(1,)"}, {"size": "()", "stride": "()"}),
        ),
    ),
    **dict.fromkeys(("contiguous", "clone"), Domain({"memory_format": FORMATS})),
}
