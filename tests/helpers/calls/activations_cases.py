"""Calls of torch.nn.functional's activations and dropouts, for comparison with torch.

F is torch.nn.functional, L torch.tensor.
"""

from calls.function_cells import Cells


def seeded(calls):
    """The calls, each after a seed."""
    return tuple(f"(torch.manual_seed(7), {call})[1]" for call in calls.strip().splitlines())


FEW = ("contiguous", "transposed", "strided")

EXACT = Cells(
    """
F.leaky_relu(t)
F.leaky_relu(t, 0.25, True)
F.hardtanh(t)
F.hardtanh(t, -2, 1.5)
F.hardtanh(t, 0, 3, inplace=True)
F.hardtanh(t, 2, 1)
F.relu6(t)
F.relu6(t, True)
F.hardsigmoid(t)
F.hardsigmoid(t, inplace=True)
F.hardswish(t)
F.hardswish(t, True)
F.softshrink(t.abs(), 1)
F.rrelu(t)
F.rrelu(t, 0.25, 0.75, inplace=True)
F.rrelu(t, 0.75, 0.25)
F.prelu(t, u[0, :, 0])
F.prelu(t, u[0, 0, 0])
F.prelu(t, u[0])
F.softsign(t)
F.relu_(t)
F.leaky_relu_(t, 0.5)
F.hardtanh_(t, 0, 2)
F.rrelu_(t)
F.glu(t[0, 0, 0])
F.dropout(t, 1.5)
F.dropout(t, -0.5)
F.dropout(t, 0.5, False)
F.dropout(t, 1.0)
F.dropout(t, 1.0, inplace=True)
F.dropout1d(t[0, 0])
F.elu('x')
F.glu(t, 5)
F.hardtanh(t, 'x')
F.softplus(t, beta=None)
""",
    layouts=FEW,
)

OF_EXPONENTIALS = Cells(
    """
F.silu(t)
F.silu(t, inplace=True)
F.mish(t)
F.mish(t, True)
F.elu(t)
F.elu(t, 0.5)
F.elu(t, 0.5, True)
F.elu_(t, 2)
F.selu(t)
F.selu(t, True)
F.selu_(t)
F.celu(t)
F.celu(t, 0.5)
F.celu(t, -2.0, True)
F.celu_(t, 3)
F.celu(t, 0)
F.softplus(t)
F.softplus(t, 0.5, 1)
F.glu(t)
F.glu(t, 0)
F.glu(t, 1)
F.glu(t[:, :, :0])
F.softmin(t, 1)
F.softmin(t, 0, dtype=torch.float64)
F.softmin(t)
""",
    tolerance="sum(8)",
    layouts=FEW,
)

NEAR_ONE = Cells(
    """
F.gelu(t.abs())
F.gelu(t.abs(), approximate='tanh')
F.gelu(t, approximate='x')
""",
    tolerance="sum(16)",
    layouts=FEW,
)

CANCELLING = Cells("F.tanhshrink(t)", tolerance="sum(64)", layouts=FEW)

RANDOM = Cells(
    seeded("""
F.dropout(t)
F.dropout(t, 0.25, True, True)
F.alpha_dropout(t, 0.25, True)
F.alpha_dropout(t, 0.5, True, True)
F.feature_alpha_dropout(t, 0.25, True)
F.feature_alpha_dropout(t, 0.25, True, True)
F.dropout1d(t)
F.dropout1d(t[0], 0.25)
F.dropout1d(t, 0.25, True, True)
F.dropout2d(t)
F.dropout2d(t[None], 0.25, True, True)
F.dropout2d(t[0])
F.dropout3d(t[None])
F.dropout3d(t[None, None], 0.25)
F.dropout3d(t)
F.dropout3d(t[None].clone(), 0.25, True, True)
F.rrelu(t, training=True)
F.rrelu(t, 0.25, 0.75, True, True)
torch.rrelu(t, -1, 1, True)
torch.feature_dropout(t, 0.25, True)
torch.feature_dropout_(t, 0.25, True)
"""),
    layouts=FEW,
)

GUMBEL = Cells(
    seeded("""
F.gumbel_softmax(t)
F.gumbel_softmax(t, 0.5, True, dim=1)
F.gumbel_softmax(t, 2, dim=0)
F.gumbel_softmax(t, eps=0.5)
"""),
    tolerance="sum(16)",
    layouts=FEW,
)
