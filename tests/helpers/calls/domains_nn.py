"""Rows of torch.nn.functional's functions: what they say of derived calls."""

from calls.domain import COMPLEX, FALLBACK, OTHER, SUBJECTS, SUM, TWO, Domain
from oracles.dtype_rules import UNSIGNED

NO_FLOATS = ("bool", "uint8", "int8", "int16", "int32", "int64", *COMPLEX, *UNSIGNED)
NORMALIZED = {
    "normalized_shape": "(4,) | (3, 4) | (2, 3, 4) | [4] | () | (3,) | (2, 4) | (5, 2, 3, 4)",
    "weight": "u[0, 0] | u[0] | u | u[0, :, 0] | u[0, 0, 0] | u[0, 0].double() | u[0, 0].float() | None",
    "bias": "u[1, 0] | u[1] | u | u[0, :, 0] | u[0, 0, 0] | u[0, 0].double() | u[0, 0].float() | None",
    "eps": "0.5 | 1e-5 | 0 | -1. | True",
    "cudnn_enable": "False",
}
CHANNELS = "u[0, :, 0] | u[0, 0, :2] | u[0, 0, :1] | u[0] | u[0, :, 0].double() | None"

TARGETS = f"u | u[0] | u.to({OTHER}) | u[:, :2] | u[..., :1]"
REDUCTIONS = "1 | 2 | 0 | -1"
DROPOUTS = ("dropout", "alpha_dropout", "feature_dropout", "feature_alpha_dropout")

ROWS = {
    "cosine_similarity": Domain(
        {
            "x1": f"{SUBJECTS} | t[:, :, :0]",
            "x2": f"u | u[0] | u[:1] | u[0, 0, 0] | u.to({OTHER}) | u[:, :2]",
            "eps": "0.5 | 0 | -1. | True",
        },
        cells={"tolerance": "sum(2)"},
    ),
    "one_hot": Domain(
        {
            "input": "t.abs().long() | (t > 0).long() | t | t[0, 0, 0].abs().long() | t[:0].long()"
            " | t.long()",
            "num_classes": "9 | 300 | 1 | 0 | -1 | -2 | L(20)",
        }
    ),
    "linear": Domain(
        {
            "input": "t | t[0] | t[0, 0] | t.transpose(0, 1) | t[:0] | t[0, 0, 0] | t[..., :2] | t[:, :, :0]",
            "weight": f"u[0] | u[0, 0] | u[:, 1] | u | u[0, 0, 0] | u[0].to({OTHER}) | u[0, :0]"
            f" | u[0, :, :2]",
            "bias": f"u[0, :, 1] | u[0, 0, 0] | u[0, 0] | u[0] | u[0, :, 1].to({OTHER}) | u[0, :1, 1] | None",
        },
        cells={"tolerance": "sum(3)"},
        refuses_repeated=False,
        different=(
            (r"t\[0, 0\].*out=short", None, "the sizes that a warning names"),
            (r"\[0, 0, 0\].*out=", None, "torch's text is matmul's"),
            (r"\.to\(.*out=|u\[0\], u\[0\], out=", None, TWO),
            (r"u\[:, 1\], (bias=)?u\[0\]\)", None, "the deprecated fallback"),
            (r"u\[0, 0\], out=", None, "torch's text is addmv's"),
            (r"out=torch\.empty\(0, dtype=torch\.", ("bool", *UNSIGNED), TWO),
            (r"t\[:0\]", UNSIGNED, "nothing is added"),
        ),
    ),
    "layer_norm": Domain(
        NORMALIZED,
        cells={"tolerance": "sum(4)"},
        different=((r"\.(double|float)\(\)", None, TWO),),
    ),
    "batch_norm": Domain(
        {
            "weight": CHANNELS,
            "bias": CHANNELS,
            "running_mean": f"{CHANNELS} | torch.zeros(3, dtype=d)",
            "running_var": f"u[1, :, 0].abs() + 1 | {CHANNELS} | torch.ones(3, dtype=d)",
            "training": "False | True",
            "momentum": "0.5 | 0 | 1",
            "eps": "0.5 | 1e-5 | 0",
            "cudnn_enabled": "False",
        },
        cells={"tolerance": "sum(6)"},
        different=(
            (r"t\[(:, )?:0\]", None, "torch checks nothing of what is empty"),
            (r"\.double\(\)", None, "torch's text is of its C++"),
            (r"(None|running_var=None)(, .*)?True", NO_FLOATS, TWO),
        ),
    ),
    "binary_cross_entropy_with_logits": Domain(
        {
            "target": f"u.abs() / 9 | u | u[0] | u.to({OTHER}) | u[:, :2]",
            "weight": "u | u[0] | u[0, 0, 0] | u[:, :2] | None",
            "pos_weight": "u[0, 0] | u | u[0, 0, 0] | u[:, :2] | None",
            "reduction": "1 | 2 | 0 | 3 | -1",
        },
        cells={"tolerance": "sum(8)"},
        different=(
            FALLBACK,
            (r"t\[:, :1\].*pos_weight=u[,)[]", None, "a second line of the text"),
        ),
    ),
    **{
        name: Domain(
            {"target": TARGETS, "reduction": REDUCTIONS} | more,
            cells={"tolerance": "sum(4096)"},  # digits cancel; losses_cases.py looks closer
            different=(FALLBACK,),
            special={},
        )
        for name, more in {
            "kl_div": {"log_target": "True | False"},
            "poisson_nll_loss": {
                "log_input": "True | False",
                "full": "False | True",
                "eps": "0.5 | 2 | True",
            },
            "hinge_embedding_loss": {"margin": "0.5 | 1 | -1 | 2.5"},
            "margin_ranking_loss": {"input1": SUBJECTS, "input2": TARGETS, "margin": "0.5 | 1 | -1"},
            "triplet_margin_loss": {
                "anchor": SUBJECTS,
                "positive": TARGETS,
                "negative": "t | t[:1] | t * 2",
                "margin": "0.5 | 1 | 0",
                "p": "2 | 1 | float('inf')",
                "eps": "0.5 | 0 | 1e-3",
                "swap": "True | False",
            },
        }.items()
    },
    "pairwise_distance": Domain(
        {
            "x1": f"{SUBJECTS} | t[:, :, :0]",
            "x2": f"u | u[0] | u[0, 0, 0] | u.to({OTHER}) | u[:, :2]",
            "p": "2 | 1 | 0 | 3 | float('inf') | -1 | 0.5",
            "eps": "0.5 | 0 | 1e-3 | -1.",
        },
        cells={"tolerance": "sum(3)"},
        different=(FALLBACK,),
    ),
    "pdist": Domain(
        {
            "input": "t[0] | t[:, 0] | t[0].t() | t | t[0, 0] | t[0, :1] | t[0, :0] | t[0, :, :0]",
            "p": "2 | 1 | 0 | 3 | float('inf') | -1 | 0.5 | float('nan')",
        },
        cells=SUM,
    ),
    **dict.fromkeys(
        [f"{name}{end}" for name in DROPOUTS for end in ("", "_")],
        Domain({"p": "1.0 | 0 | 1 | 1.5 | -0.5 | True | float('nan')", "train": "True | False"}),
    ),
    **dict.fromkeys(
        ("rrelu", "rrelu_"),
        Domain(
            {
                "lower": "0.25 | 0 | -1.5 | True | 1j | float('inf')",
                "upper": "0.5 | 1 | -3 | 2j | float('nan')",
                "training": "False",
                "generator": "torch.Generator().manual_seed(3) | None",
            }
        ),
    ),
    **dict.fromkeys(("selu", "selu_", "celu", "celu_"), Domain(cells={"tolerance": "sum(4)"})),
    "prelu": Domain(
        {"weight": f"u[0, :, 0] | u[0, 0, 0] | u[0, 0] | u | u[0, :1, 0].to({OTHER}) | u[0, 0, :1]"},
        different=((r"t\[:0\]|t\[:, :0\]", None, "strides of nothing"),),
    ),
    "constant_pad_nd": Domain(
        {
            "pad": "(1, 2) | (0, 1, 2, 0) | (1, 1, 1, 1, 1, 1) | () | (-1, 0) | (-1, 2) | [1, 0] | (1,)"
            " | (1, 2, 3)"
            " | (0, -4) | (-3, -3) | (1,) * 8",
            "value": "3 | 0 | -1.5 | True | 1j | 300 | 2**70",
        }
    ),
}
