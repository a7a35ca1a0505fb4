"""explain of expressions: shapes are those of running them, and parts that it does not know are named."""

import json
import math

import numpy as np
import pytest

from under_test import STAND_IN, needs_torch, tb, torch

pytestmark = pytest.mark.skipif(STAND_IN, reason="torch explains nothing")

if not STAND_IN:
    from tbcast import cli

OPERANDS = {
    "x": (4, 3),
    "y": (3,),
    "z": (4, 1),
    "v": (4,),
    "q": (2, 5, 4, 3),
    "k": (2, 1, 6, 3),
    "b": (4, 4),
    "s": (),
}
CALLS = """
torch.diagonal(z)|s.flatten()|s.sum(-1)
x + y|x - z|x * 2 - 1.5|-x|x ** 2 / 3|x == y|x > 0|(x > 0) & (z < 1)|x[0]|x[:, 1]|x[1:, :-1]|x[::2]
x[..., None]|x[None]|x[:, None] - y|v[:, None] + v|v.unsqueeze(1) * y|v.unsqueeze(-1)|torch.unsqueeze(v, 0)
x.T|x.t()|q.mT|q.transpose(1, 2)|q.permute(0, 2, 1, 3)|x.movedim(0, 1)|x.sum()|x.sum(0)
x.sum(dim=1, keepdim=True)|x.mean((0, 1))|q.mean(dim=(0, 2))|x.max(dim=1).values|x.max(dim=1)[0]|x.argmax(1)
x.norm(dim=1)|x.norm(dim=1, keepdim=True)|x.var(0)|x.all()|x.logsumexp(1)|x.view(-1)|x.view(2, 6)
x.reshape(2, -1)|x.flatten()|q.flatten(1, 2)|q.reshape(q.shape[0], -1)|q.size(1) * x|x.view_as(x)
x.unflatten(0, (2, 2))|z.squeeze()|z.squeeze(1)|z.squeeze(0)|z.expand(4, 7)|z.expand(-1, 5)
y.broadcast_to((2, 3))|x.repeat(2, 1)|x @ y|y @ y|x @ x.T|q @ k.transpose(-2, -1)|v @ x|torch.matmul(b, q)
torch.einsum('ij,j->i', x, y)|torch.outer(v, y)|torch.einsum('bhtd,bgsd->bhts', q, k)
torch.einsum('ij,ij', x, x)|torch.einsum('...d,...d->...', q, k[:, :, :1])|torch.cat([x, x])
torch.cat([x, z], dim=1)|torch.stack([x, x], dim=1)|torch.stack([y, y])|torch.cdist(x, x)
torch.where(x > 0, x, y)|torch.where(z > 0, x, 0)|x.clamp(min=0)|x.clamp(z, y)|x.masked_fill(z > 0, 0)
torch.arange(5)[:, None] >= torch.arange(5)|torch.arange(2, 7)|torch.arange(0, 10, 3)|torch.zeros(2, 3) + y
torch.ones((4, 1)) * y|torch.zeros_like(x) - y|torch.eye(3) + y|torch.linspace(0, 1, 5)|x.softmax(-1)
torch.exp(x)|x.float()|x.abs().sqrt().sum(-1)|x[v.long()]|x[[0, 1]]|x[v.long(), 0]
x[torch.zeros(4, 1).long(), torch.zeros(3).long()]|q[:, [0, 1]]|q[0, :, v.long()]
torch.nn.functional.mse_loss(x, x)|torch.dist(x, y)|torch.allclose(x, y)|torch.maximum(x, z)|torch.add(x, y)
x.sub(z)|torch.addcmul(x, z, y)|x.lerp(y, 0.5)|x.cumsum(0)|x.tril()|torch.broadcast_tensors(x, y)[1]
torch.tensor([[1., 2.]])|x.add_(y)|torch.nn.functional.cosine_similarity(x[:, None], x[None], dim=-1)
x.chunk(2)[0]|x.unbind(1)[0]|torch.triu(b)|s + x|x - s|x.topk(2, dim=1).indices|x.sort(dim=1)[0]
x.gather(1, x.long())|x.index_select(0, v.long())|torch.atan2(x, y)|x.new_zeros(3) + x
x / x.sum(1, keepdim=True)|(x - x.mean(0)) / x.std(0)|torch.diagonal(b)|torch.logical_and(x > 0, y > 0)
q.swapaxes(0, 3)
"""
CALLS = [call for call in CALLS.replace("\n", "|").split("|") if call]


@pytest.mark.parametrize("call", CALLS)
def test_shapes_are_those_of_running_it(call):
    found = tb.explain(call, **OPERANDS)
    names = {name: tb.zeros(shape) for name, shape in OPERANDS.items()}
    result = eval(call, {"torch": tb, **names})
    assert found.broadcastable
    assert tuple(found.shape) == tuple(getattr(result, "shape", ())), call
    assert found.risk in ("none", "low", "medium", "high")
    json.dumps(found.to_dict())
    assert found._repr_html_().startswith("<div>") and max(map(len, str(found).splitlines())) <= 80


@pytest.mark.parametrize("call", CALLS)
def test_names_of_sizes_give_the_same_shapes(call):
    """Where sizes have names that the numbers of the call do not decide."""
    sizes = {2: "B", 3: "D", 4: "N", 5: "T", 6: "S", 1: 1}
    named = {name: tuple(sizes[size] for size in shape) for name, shape in OPERANDS.items()}
    values = {"B": 2, "D": 3, "N": 4, "T": 5, "S": 6}
    try:
        found = tb.explain(call, **named)
    except ValueError:
        return  # unbind of a named size, and the like
    if found.shape is None:
        return  # a number of the call against a name
    wanted = tb.explain(call, **OPERANDS).shape
    for size, number in zip(found.shape, wanted, strict=True):
        if isinstance(size, int) or size in values:
            assert values.get(size, size) == number


FAILS = [
    ("x + v", "a has size 3, b has size 4"),
    ("x @ x", "mat1 and mat2 shapes cannot be multiplied (4x3 and 4x3)"),
    ("x[:, 0, 0]", "too many indices for tensor of dimension 2"),
    ("x[9]", "index 9 is out of bounds for dimension 0 with size 4"),
    ("x.sum(2)", "Dimension out of range (expected to be in range of [-2, 1], but got 2)"),
    ("torch.cat([x, y])", "Tensors must have same number of dimensions: got 2 and 1"),
    ("torch.stack([x, z])", "stack expects each tensor to be equal size, but got [4, 3] at entry 0"),
    ("x.view(5, -1)", "shape '[5, -1]' is invalid for input of size 12"),
    ("x.reshape(7)", "shape '[7]' is invalid for input of size 12"),
    ("x.t().view(-1)", "view size is not compatible with input tensor's size and stride"),
    ("x.expand(2, 2)", "The expanded size of the tensor (2) must match the existing size (3)"),
    ("torch.einsum('ij,jk', x, x)", "subscript j has size 4 for operand 1 which does not broadcast"),
    ("torch.einsum('i,j', x, x)", "the number of subscripts in the equation (1) does not match"),
    ("y.add_(x)", "in-place operations do not allow"),
    ("y += x", "in-place operations do not allow"),
    ("x[:2] = v", "The expanded size of the tensor (3) must match the existing size (4)"),
    ("x[z > 0]", "The shape of the mask [4, 1] at index 1 does not match"),
    ("x[v.long(), y.long()]", "a has size 4, b has size 3"),
    ("F.binary_cross_entropy(x, z)", "Using a target size (torch.Size([4, 1])) that is different"),
    ("q @ q[0, :2].mT", "a has size 5, b has size 2"),
    ("torch.zeros(10 ** 30 * 10)", "Overflow when unpacking long long"),
    ("torch.arange(-1)", "upper bound and lower bound inconsistent with step sign"),
    ("torch.zeros(2, -1)", "zeros: Dimension size must be non-negative."),
    ("x.softmax(2)", "Dimension out of range"),
    ("y.repeat(())", "Number of dimensions of repeat dims can not be smaller"),
    ("x.topk(9)", "selected index k out of range"),
    ("x.exp(y)", "takes no arguments"),
    ("torch.mul(x)", "missing 1 required positional argument"),
    ("torch.ones(2, 3, dtype=torch.int64).mean()", "could not infer output dtype"),
]


@pytest.mark.parametrize(("call", "why"), FAILS)
def test_a_step_that_fails_is_told(call, why):
    found = tb.explain(call, **OPERANDS)
    assert not found.broadcastable and found.shape is None
    assert why in found.why and why in " ".join(str(found).split())
    assert str(found).endswith("result none: the last step fails")
    json.dumps(found.to_dict())


UNKNOWN = [
    ("x.unheard_of()", "x.unheard_of"),
    ("[i for i in x]", "[i for i in x]"),
    ("lambda: x", "lambda: x"),
    ("x if s else y", "x if s else y"),
    ("x + w", "w is not known; give its shape, as w='N,1'"),
    ("w.T", "w has no shape, give it as w='N,1'"),
    ("x['a']", "x['a']"),
    ("open('f')", "open"),
    ("__import__('os').system('true')", "__import__"),
    ("x +", "is no expression: invalid syntax"),
    ("", "is empty"),
    ("(" * 300 + "x" + ")" * 300, "is no expression"),
    ("-" * 300 + "x", "nested too deeply"),
    ("x" * 20_000, "longer than"),
    ("import os", "import os"),
    ("def f(): pass", "def f(): pass"),
    ("torch.add", "is a function; call it"),
    ("x.sum(**s)", "**s"),
    ("t = (x,); " + "t = t + t; " * 40, "too many parts"),
    ("n = 10; " + "n = n * n; " * 40 + "torch.zeros(n)", "so large a number"),
    ("; ".join(["n = N"] + ["n = n * n"] * 40), "so large a number"),
]


@pytest.mark.parametrize(("call", "told"), UNKNOWN, ids=[call[:40] for call, _ in UNKNOWN])
def test_a_part_that_is_not_known_is_named(call, told):
    with pytest.raises(ValueError) as caught:
        tb.explain(call, **OPERANDS)
    assert type(caught.value).__module__ in ("builtins", "tbcast._explain.expressions.calls")
    assert str(caught.value).startswith("explain(): ") and told in str(caught.value)


@pytest.mark.parametrize(
    ("operands", "named", "error"),
    [
        (("x", "y"), {"x": "N"}, TypeError),
        (((3,),), {"x": "N"}, TypeError),
        ((), {"x": "N"}, TypeError),
        (("x - y",), {"x": "N", "y": 3}, TypeError),
        (("x - y",), {"x": "N", "y": "N;M"}, ValueError),
        (("x - y",), {"x": "N", "y": (2, -1)}, ValueError),
    ],
)
def test_wrong_operands_of_an_expression(operands, named, error):
    with pytest.raises(error, match="explain"):
        tb.explain(*operands, **named)
    with pytest.raises(TypeError, match="inplace"):
        tb.explain("x - y", x="N", y="N", inplace=True)


INTENT = [
    ("x[:, None] - y", "low"),
    ("x[..., None] - y", "low"),
    ("x.unsqueeze(1) - y", "low"),
    ("x.unsqueeze(-1) - y", "low"),
    ("np.expand_dims(x, 1) - y", "low"),
    ("x[:, None].float().exp() * 2 - y", "low"),
    ("x[None].T - y", "low"),
    ("x[None].transpose(0, 1) - y", "low"),
    ("x.view(-1, 1) - y", "high"),
    ("p - y", "high"),
    ("x[:, None].sum(1, keepdim=True) - y", "high"),
    ("(x[:, None] + x[:, None]) - y", "high"),
    ("torch.cat([x[:, None]]) - y", "high"),
    ("p[None] - y", "high"),
    ("t = x[:, None]; t - y", "medium"),
    ("t = x[:, None]; t.exp() - y", "medium"),
    ("t = x\n\nt[:, None] - y", "low"),
    ("F.l1_loss(x[:, None], y)", "high"),
    ("torch.isclose(x[:, None], y)", "high"),
    ("torch.eq(x[:, None], y)", "low"),
    ("torch.where(x[:, None] > 0, y, 0.)", "low"),
]


@pytest.mark.parametrize(("call", "risk"), INTENT)
def test_what_a_statement_writes_out_counts(call, risk):
    assert tb.explain(call, x="N", y="N", p="N,1").risk == risk


def test_a_step_has_its_operands_and_its_verdict():
    found = tb.explain("(x - y).mean()", x="N,1", y="N")
    assert [step.code for step in found.steps] == ["x - y", "(x - y).mean()"]
    step = found.riskiest
    assert step.operands == ("x", "y") and step.explanation.risk == "high" and step.shape == ("N", "N")
    assert (found.shape, found.risk, found.why) == ((), "high", step.explanation.why)
    assert found.to_svg() == step.explanation.to_svg()
    assert found.operands == (("x", ("N", 1)), ("y", ("N",)))
    with pytest.raises(ValueError, match="no picture"):
        tb.explain("x.sum()", x="N").to_svg()


def test_products_show_their_whole_shapes():
    text = str(tb.explain("x @ y", x="B,N,D", y="C,D,M"))
    assert "a  (B, N, D)   x\n  b  (C, D, M)   y\n" in text and "only if B = C" in text
    assert tb.explain("x @ y", x="B,N,D", y="D,M").shape == ("B", "N", "M")


def test_sizes_are_computed_with():
    for call, shape in {
        "x.view(B, T, H, D // H).transpose(1, 2)": ("B", "H", "T", "D // H"),
        "x.flatten(1)": ("B", "D*T"),
        "x.flatten(1).view(B, T, D)": ("B", "T", "D"),
        "x.view(B, -1)": ("B", "D*T"),
        "x[:, 1:] - x[:, :-1]": ("B", "T - 1", "D"),
        "torch.cat([x, x], dim=1)": ("B", "2*T", "D"),
        "torch.arange(1, T + 1)": ("T",),
        "x[:, :k]": ("B", "k", "D"),
        "x / D ** 0.5": ("B", "T", "D"),
        "torch.zeros(x.shape[0], 2 * x.size(-1))": ("B", "2*D"),
        "torch.zeros(x.shape[:-1] + (1,)) * x": ("B", "T", "D"),
    }.items():
        assert tb.explain(call, x="B,T,D").shape == shape, call


def test_tensors_of_any_library_are_operands():
    found = tb.explain("(x - y)[mask]", x=tb.ones(4, 1), y=np.ones(3), mask=tb.ones(4, dtype=tb.bool))
    assert found.risk == "medium" and found.shape == ("count(mask)", 3)
    assert math.prod(tb.explain("x - y", x=tb.ones(4, 1), y=np.ones(3)).shape) == 12


def told(capsys, *arguments):
    status = cli.main(["explain", *arguments])
    return (status, *capsys.readouterr())


def test_the_command_line_takes_expressions(capsys, tmp_path):
    found = tb.explain("(x - y).mean()", x="N,1", y="N")
    assert told(capsys, "(x - y).mean()", "x=N,1", "y=N") == (0, f"{found}\n", "")
    assert told(capsys, "x=N,1", "y=N", "(x - y).mean()")[1] == f"{found}\n"
    status, out, _ = told(capsys, "x == y", "x=N,1", "y=N", "--json", "--svg", str(tmp_path / "p.svg"))
    assert status == 0 and json.loads(out)["risk"] == "high" and (tmp_path / "p.svg").stat().st_size > 1000
    assert told(capsys, "torch.arange(h)[:, None] + torch.arange(w)")[0] == 0
    np.save(tmp_path / "x.npy", np.zeros((4, 1)))
    assert json.loads(told(capsys, "x * 2", f"x={tmp_path / 'x.npy'}", "--json")[1])["shape"] == [4, 1]
    assert told(capsys, "x + y", "x=B,T,1", "y=B,T")[0] == 1
    assert told(capsys, "x.T @ x", "x=2,3")[0] == 0
    assert told(capsys, "N,1", "N")[:2] == (0, f"{tb.explain('N,1', 'N')}\n")
    assert told(capsys, "B T 1", "B T")[:2] == (1, f"{tb.explain('B T 1', 'B T')}\n")
    for arguments in (
        ("x + w", "x=N"),
        ("x + y", "x=N", "y=;"),
        ("x", "y", "x=N"),
        ("x.T", "x=N", "--inplace"),
    ):
        status, out, err = told(capsys, *arguments)
        assert (status, out, len(err.splitlines())) == (2, "", 1)


@needs_torch
def test_pytorch_runs_the_same_expressions_to_the_same_shapes():
    for call in CALLS:
        names = {name: torch.zeros(shape) for name, shape in OPERANDS.items()}
        result = eval(call, {"torch": torch, **names})
        assert tuple(tb.explain(call, **OPERANDS).shape) == tuple(getattr(result, "shape", ())), call
