"""Programs for PyTorch, which print the same through tbcast.as_torch (tests/package/test_as_torch.py)."""

# Programs that print what they find out; `told` prints a result, or an error's type and text.
BEGIN = """
import copy, pickle, sys, warnings
import torch
from torch import nn
warnings.simplefilter("ignore")

def told(*functions):
    for function in functions:
        try:
            result = function()
            print(type(result).__name__, repr(result))
        except Exception as error:
            print(type(error).__name__, error)

class A(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.zeros(1))
        self.register_buffer("hidden", torch.zeros(1), persistent=False)
        self.inner = nn.Identity()
        self.many = nn.ModuleList([nn.Identity(), nn.Identity()])

class B(A):
    def __init__(self):
        super().__init__()
        self.a = A()
        self.none = None

    def forward(self, x, *, scale=1):
        return x * self.w * scale

    def extra_repr(self):
        return "x=1"

a, b = A(), B()
"""
PROGRAMS = {
    "modules": """
told(lambda: a, lambda: b, lambda: a.foo, lambda: a(1), lambda: b(torch.ones(2), scale=3).tolist())
told(lambda: a.extra_repr())
told(lambda: b.get_submodule("a.many.0"), lambda: a.get_submodule("many.9"), lambda: a.get_submodule("w"))
told(lambda: b.get_parameter("a.w"), lambda: a.get_parameter("b"), lambda: a.get_buffer("b"))
told(lambda: a.get_buffer("z"))
told(lambda: [n for n, _ in b.named_parameters()], lambda: [n for n, _ in b.named_buffers()])
told(lambda: [n for n, _ in b.named_modules()], lambda: [n for n, _ in b.named_children()])
told(lambda: [n for n, _ in b.named_parameters("x", recurse=False)], lambda: len(list(b.modules())))
told(lambda: nn.Module(3), lambda: nn.Module(x=3), lambda: a.train(3), lambda: b.eval().a.training)
told(lambda: [m.training for m in b.train().modules()], lambda: a.to(torch.int32))
told(lambda: [(p.dtype, q.dtype) for p in [a.to(torch.float64).w] for q in [a.b]], lambda: a.half().b.dtype)
told(lambda: a.float().w is a.w, lambda: a.requires_grad_(False).w.requires_grad, lambda: a.zero_grad())
seen = []
b.apply(lambda m: seen.append(type(m).__name__))
print(seen)
b.shared = b.a
told(lambda: [n for n, _ in b.named_parameters()])
told(lambda: [n for n, _ in b.named_parameters(remove_duplicate=False)])
told(lambda: [n for n, _ in b.named_modules(remove_duplicate=False)], lambda: copy.deepcopy(b).a.w)
""",
    "what libraries ask for": """
from torch.nn.modules.loss import _Loss
told(lambda: _Loss(), lambda: _Loss().reduction, lambda: _Loss(reduction="sum").reduction)
told(lambda: torch._C._log_api_usage_once("a library"), lambda: torch._dynamo.list_backends() is None)
parse = torch._C._nn._parse_to
told(lambda: parse(), lambda: parse("cpu"), lambda: parse(torch.float64))
told(lambda: parse("cpu", torch.half, True))
told(lambda: parse(torch.ones(1)), lambda: parse(dtype=torch.int64), lambda: parse(torch.half, True))
told(lambda: parse(other=torch.ones(2).int()), lambda: parse(memory_format=torch.channels_last))
told(lambda: parse(device=torch.device("cpu"), non_blocking=True), lambda: parse(torch.ones(1).half(), True))
told(lambda: parse(None, torch.half), lambda: parse(1, 2, 3, 4))
""",
    "registering": """
told(*(lambda n=n: a.register_buffer(n, None) for n in ("a.b", "", 3, "w", "foo")))
told(lambda: a.register_buffer("x", 3))
told(lambda: a.register_parameter("x", 3), lambda: a.register_parameter("x", torch.ones(1)))
told(lambda: a.register_parameter("w.w", None), lambda: a.register_parameter("b", None))
told(lambda: a.add_module("x", 3))
told(*(lambda n=n: a.add_module(n, nn.Identity()) for n in (3, "w", "x.y", "", "inner")))
told(lambda: setattr(a, "w", 3), lambda: setattr(a, "b", 3), lambda: setattr(a, "inner", 3))
told(lambda: delattr(a, "z"))
told(lambda: setattr(A.__new__(A), "x", nn.Parameter(torch.ones(1))))
told(lambda: setattr(A.__new__(A), "x", nn.Identity()))
a.w = None
told(lambda: a.w, lambda: list(a.state_dict()))
a.inner = nn.Parameter(torch.ones(1))
told(lambda: a, lambda: [n for n, _ in a.named_parameters()], lambda: delattr(a, "inner"), lambda: a.inner)
a.buf = nn.Buffer(torch.ones(1))
told(lambda: list(a.state_dict()), lambda: isinstance(a.buf, nn.Buffer))
told(lambda: isinstance(torch.ones(1), nn.Buffer))
print(sorted(n for n in dir(a) if n[:1] in "bw"))
""",
    "state": """
told(lambda: a.state_dict(), lambda: a.state_dict()._metadata, lambda: b.state_dict(prefix="p.").keys())
told(lambda: a.load_state_dict({"w": torch.ones(2)}), lambda: a.load_state_dict(3))
one = torch.ones(1)
told(lambda: a.load_state_dict({"w": torch.ones(3), "b": one, "x": one, "inner.q": one}))
told(lambda: a.load_state_dict({"w": torch.ones(2), "q": 1}, strict=False))
told(lambda: b.load_state_dict({"a.w": torch.ones(2)}), lambda: a.load_state_dict(a.state_dict()))
told(lambda: a.load_state_dict({"w": [1, 2], "b": torch.ones(1)}))
told(lambda: a.load_state_dict({"w": torch.full((2,), 7.), "b": torch.ones(1)}, assign=True), lambda: a.w)
told(lambda: a.b)
path = sys.argv[1] + "/saved.pt"
torch.save(b.state_dict(), path)
c = B()
told(lambda: c.load_state_dict(torch.load(path)), lambda: c.state_dict().keys())
class E(nn.Module):
    def get_extra_state(self):
        return 5
    def set_extra_state(self, state):
        print("set", state)
told(lambda: E().state_dict(), lambda: E().load_state_dict({"_extra_state": 6}))
told(lambda: E().load_state_dict({}))
""",
    "containers": """
I = nn.Identity
told(lambda: nn.Sequential(I(), I()), lambda: nn.ModuleList([I()]), lambda: nn.ModuleDict({"a": I()}))
told(lambda: nn.Sequential(I())[3], lambda: nn.Sequential(3))
told(lambda: nn.ModuleList([I()] * 3) + nn.ModuleList([a]))
told(lambda: nn.ModuleDict({"a": I()})["b"], lambda: nn.ModuleList()(3), lambda: nn.Sequential(I(), I())(5))
told(lambda: nn.Sequential(I(), a, I())[1:], lambda: nn.ModuleList([I(), a])[-1])
told(lambda: len(nn.Sequential(I(), I())))
told(lambda: nn.Sequential(I(), I()).append(a), lambda: nn.ModuleList([I()]).extend([a, a]))
told(lambda: nn.ModuleList([3]))
told(lambda: nn.ModuleList([I()]).insert(0, a), lambda: nn.ModuleList([I(), a]).pop(0))
told(lambda: nn.ModuleList(3))
from collections import OrderedDict
told(lambda: nn.Sequential(OrderedDict([("x", I()), ("y", a)])))
told(lambda: list(nn.ModuleDict({"x": I()}).keys()))
told(lambda: nn.ParameterList([torch.ones(2), nn.Parameter(torch.ones(1, 2))]))
told(lambda: nn.ParameterList([torch.ones(2)])[0])
told(lambda: nn.ParameterDict({"a": nn.Parameter(torch.ones(2, 2))}), lambda: nn.ParameterList()(3))
told(lambda: list(nn.ParameterList([torch.ones(1)]).state_dict()))
told(lambda: "a" in nn.ParameterDict({"a": torch.ones(1)}))
d = nn.ModuleDict({"x": I()})
d.update([("y", a)])
told(lambda: d, lambda: d.pop("x"), lambda: len(d), lambda: d.update(3))
""",
    "parameters": """
P = nn.Parameter
told(lambda: P(torch.ones(2)), lambda: P(), lambda: P(torch.ones(2, dtype=torch.int64)))
told(lambda: P(torch.ones(2), False))
told(lambda: isinstance(torch.ones(1), P), lambda: isinstance(P(), torch.Tensor), lambda: P([1]))
told(lambda: P(torch.ones(1)).requires_grad, lambda: P(torch.ones(1)).requires_grad_(False))
told(lambda: P().grad)
told(lambda: type(P(torch.ones(1)).detach()).__name__, lambda: copy.deepcopy(P(torch.ones(1))))
told(lambda: pickle.loads(pickle.dumps(P(torch.ones(2)))), lambda: P(torch.ones(2)).data)
x = torch.zeros(2)
P(x).data.add_(1)
classes = (P, nn.Module, nn.Sequential, nn.Identity, nn.ParameterList, torch.autograd.Function)
print(x, *(c.__module__ for c in classes))
with torch.no_grad():
    told(lambda: type(P(torch.ones(2)) + 1).__name__, lambda: type(torch.add(P(torch.ones(2)), 1)).__name__)
""",
    "hooks": """
def pre(m, args):
    print("before", args)
    return args[0] + 1
def after(m, args, result):
    print("after", args, result)
    return result * 2
i = nn.Identity()
h, k = i.register_forward_pre_hook(pre), i.register_forward_hook(after)
print(i(1))
h.remove()
print(i(1))
with k:
    pass
print(i(1))
i.register_forward_pre_hook(lambda m, args, kwargs: (args, {**kwargs, "scale": 3}), with_kwargs=True)
b.register_forward_pre_hook(lambda m, args, kwargs: (args, {**kwargs, "scale": 3}), with_kwargs=True)
with torch.no_grad():
    print(b(torch.ones(2)))
""",
    "functions": """
class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, n):
        ctx.save_for_backward(x)
        ctx.n = n
        return x * n
class Setup(torch.autograd.Function):
    @staticmethod
    def forward(x):
        return x + 1
    @staticmethod
    def setup_context(ctx, inputs, output):
        print("context", inputs, output)
told(lambda: Double.apply(torch.ones(2), 3), lambda: Setup.apply(torch.ones(1)))
told(lambda: torch.autograd.Function.apply(1))
with torch.no_grad():
    print(torch.is_grad_enabled(), torch.autograd.set_grad_enabled(True))
print(torch.jit.is_scripting(), torch.jit.is_tracing(), torch.compiler.is_compiling())
print(torch.onnx.is_in_onnx_export())
print(torch.is_autocast_enabled(), torch.cuda.is_available(), torch.version.cuda, torch.jit.annotate(int, 3))
@torch.jit.ignore
def f(x):
    return x
@torch.jit.unused
def g(x):
    return x
@torch.compiler.disable
def h(x):
    return x
@torch.amp.custom_fwd(device_type="cuda")
def k(ctx, x):
    return x
print(f(1), g(2), h(3), k(nn.Identity(), 4), torch.jit.isinstance(1, int), torch.get_default_device())
told(lambda: torch._assert(False, "no"), lambda: torch._check(False, lambda: "why"))
told(lambda: torch._check_value(False))
told(lambda: torch._assert_async(torch.tensor(1)), lambda: torch._check(3))
told(lambda: torch._shape_as_tensor(torch.ones(2, 3)))
told(lambda: torch.typename(torch.ones(1)), lambda: torch.typename(3))
told(lambda: torch.typename(nn.Identity()))
told(lambda: torch.set_float32_matmul_precision("x"), lambda: torch.get_float32_matmul_precision())
told(lambda: torch.sym_max(1, 2))
from torch.nn.modules.utils import _pair, _triple
from torch.utils.checkpoint import checkpoint
print(_pair(3), _triple((1, 2, 3)), checkpoint(lambda x: x + 1, torch.ones(1), use_reentrant=False))
print(torch.__version__ >= "2.4", torch.__version__ > (2, 13, 1), torch.__version__ < "10")
print(torch.__version__ == "2.13")
torch.manual_seed(3)
with torch.random.fork_rng():
    torch.rand(2)
print(torch.rand(2), torch.Tensor.__module__, torch.Tensor, torch.is_storage(3))
""",
    "pooling": """
x = torch.arange(48.0).view(1, 3, 4, 4).sin().mul(4).round()
layers = [nn.MaxPool2d(2), nn.MaxPool2d((2, 1), stride=1, padding=(1, 0)), nn.AvgPool2d(3, 1, 1),
          nn.AdaptiveAvgPool2d(1), nn.AdaptiveMaxPool2d((2, None)), nn.Unfold(2), nn.Fold((4, 3), 1),
          nn.PixelShuffle(1), nn.PixelUnshuffle(2), nn.Upsample((2, 2)), nn.Upsample(scale_factor=2),
          nn.MaxPool1d(2), nn.AvgPool1d(2), nn.AdaptiveAvgPool1d(2), nn.AdaptiveMaxPool1d(3),
          nn.MaxPool3d(2), nn.AvgPool3d((1, 2, 2)), nn.AdaptiveAvgPool3d(1), nn.AdaptiveMaxPool3d(1)]
for layer in layers:
    name = type(layer).__name__
    given = x[0] if "1d" in name else x[0, 0].view(1, 1, 16)[:, :, :12] if name == "Fold" else x
    print(layer)
    print(layer(given).tolist())
print(nn.MaxPool2d(2, return_indices=True)(x)[1].tolist(), nn.Sequential(nn.Upsample(scale_factor=(2, 1))))
rnn = nn.utils.rnn
items = [torch.ones(3, 2), torch.zeros(1, 2), torch.full((2, 2), 5.0)]
for settings in ({}, {"batch_first": True, "padding_value": 7}, {"padding_side": "left"}):
    print(rnn.pad_sequence(items, **settings).tolist())
print([t.tolist() for t in rnn.unpad_sequence(rnn.pad_sequence(items), torch.tensor([3, 1, 2]))])
""",
    "layers": """
import inspect

images = torch.arange(96.0).view(2, 6, 2, 4).sin().mul(4)
layers = [
    nn.CELU(2.0),
    nn.ELU(inplace=True),
    nn.GELU(),
    nn.GELU("tanh"),
    nn.GLU(1),
    nn.Hardshrink(),
    nn.Hardsigmoid(True),
    nn.Hardswish(),
    nn.Hardtanh(-2, inplace=True),
    nn.LeakyReLU(0.2),
    nn.LogSigmoid(),
    nn.LogSoftmax(1),
    nn.Mish(),
    nn.PReLU(),
    nn.PReLU(6, 0.5),
    nn.RReLU().eval(),
    nn.ReLU(),
    nn.ReLU(inplace=True),
    nn.ReLU6(),
    nn.SELU(),
    nn.SiLU(True),
    nn.Sigmoid(),
    nn.Softmax(dim=-1),
    nn.Softmax2d(),
    nn.Softmin(0),
    nn.Softplus(2),
    nn.Softshrink(1.5),
    nn.Softsign(),
    nn.Tanh(),
    nn.Tanhshrink(),
    nn.Threshold(0.5, 7),
    nn.Dropout(0.25).eval(),
    nn.AlphaDropout().eval(),
    nn.Dropout2d(0.5, True).eval(),
    nn.FeatureAlphaDropout(0.1).eval(),
    nn.Flatten(),
    nn.Flatten(0, 1),
    nn.Unflatten(1, (2, 3)),
    nn.ChannelShuffle(3),
    nn.ZeroPad2d(1),
    nn.ConstantPad2d((1, 0, 2, 1), 3.5),
    nn.ReflectionPad2d((1, 2, 0, 1)),
    nn.ReplicationPad2d(2),
    nn.CircularPad2d((1, 1, 2, 0)),
    nn.ZeroPad1d(2),
    nn.UpsamplingNearest2d(scale_factor=2),
    nn.UpsamplingBilinear2d((3, 3)),
    nn.LayerNorm(4),
    nn.LayerNorm((2, 4), eps=0.1, bias=False),
    nn.LayerNorm(4, elementwise_affine=False),
    nn.RMSNorm(4),
    nn.GroupNorm(3, 6), nn.LocalResponseNorm(3, 0.1),
    nn.GroupNorm(1, 6, affine=False),
    nn.BatchNorm2d(6),
    nn.BatchNorm2d(6, affine=False),
    nn.BatchNorm2d(6, momentum=None),
    nn.BatchNorm2d(6, track_running_stats=False).eval(),
    nn.BatchNorm2d(6).eval(),
    nn.InstanceNorm2d(6),
    nn.InstanceNorm2d(6, affine=True, track_running_stats=True),
    nn.BatchNorm2d(6, bias=False),
]


def rounded(x):
    numbers = (x.double() + 1e-7).mul(1000).round().long()
    return numbers.tolist()


def state(layer):
    return {name: rounded(x.float()) for name, x in layer.state_dict().items()}


for layer in layers:
    print(layer, layer.training, rounded(layer(images.clone())), state(layer))
torch.manual_seed(0)
weighted = [
    nn.Linear(4, 3),
    nn.Linear(4, 1, bias=False),
    nn.Conv2d(6, 4, 2),
    nn.Conv2d(6, 3, (1, 3), stride=(1, 2), padding=(0, 1), groups=3),
    nn.Conv2d(6, 2, 3, padding="same", padding_mode="circular", bias=False),
    nn.Conv2d(6, 2, 2, padding=1, padding_mode="reflect"),
    nn.ConvTranspose2d(6, 2, 3, stride=2, output_padding=1),
    nn.Conv2d(6, 6, 1, dilation=2),
]
for layer in weighted:
    print(layer, rounded(layer(images)), state(layer))
print(rounded(nn.ConvTranspose2d(6, 2, 3, stride=2)(images, output_size=[6, 10])))
print(
    rounded(nn.Conv1d(2, 3, 2)(images[0, 0])),
    rounded(nn.Conv3d(2, 1, 2)(images[:1].view(1, 2, 3, 2, 4))),
)
for layer in (
    nn.Embedding(5, 3),
    nn.Embedding(5, 2, padding_idx=-1),
    nn.Embedding(4, 2, max_norm=0.5),
    nn.Embedding.from_pretrained(torch.arange(6.0).view(3, 2)),
):
    print(
        layer, rounded(layer(torch.tensor([[0, 2], [1, 0]]))), state(layer), layer.weight.requires_grad
    )
dropped = nn.Dropout(0.5)(torch.ones(1000))
print(rounded(dropped), nn.Dropout(p=1.0)(torch.ones(2)).tolist())
a, b, y = images[0, 0], images[1, 1], torch.tensor([[1.0, -1, 1, -1], [1, 1, -1, 1]])
p, q, classes = a.softmax(1), b.softmax(1), torch.tensor([3, 1])
for settings in ({}, {"reduction": "sum"}, {"reduction": "none"}):
    losses = [
        (nn.L1Loss, a, b),
        (nn.MSELoss, a, b),
        (nn.CrossEntropyLoss, a, classes),
        (nn.CrossEntropyLoss, a, q),
        (nn.NLLLoss, p.log(), classes),
        (nn.BCELoss, p, q),
        (nn.BCEWithLogitsLoss, a, q),
        (nn.KLDivLoss, p.log(), q),
        (nn.PoissonNLLLoss, p, q),
        (nn.GaussianNLLLoss, a, b, p),
        (nn.HuberLoss, a, b),
        (nn.SmoothL1Loss, a, b),
        (nn.SoftMarginLoss, a, y),
        (nn.HingeEmbeddingLoss, a, y),
        (nn.MarginRankingLoss, a, b, y),
        (nn.MultiMarginLoss, a, classes),
        (nn.MultiLabelMarginLoss, a, torch.tensor([[3, 0, -1, 1], [0, -1, 1, 2]])),
        (nn.MultiLabelSoftMarginLoss, a, q),
        (nn.CosineEmbeddingLoss, a, b, y[:, 1]),
        (nn.TripletMarginLoss, a, b, a * b),
        (nn.TripletMarginWithDistanceLoss, a, b, a * b),
    ]
    for loss, *given in losses:
        made = loss(**settings)
        print(made, made.reduction, rounded(made(*given)))
weights = torch.tensor([1.0, 2, 3, 4])
print(
    nn.CrossEntropyLoss(weights, ignore_index=1, label_smoothing=0.1)(a, classes),
    nn.BCELoss(weight=weights)(p, q),
)
made = nn.BCEWithLogitsLoss(pos_weight=weights)
print(
    made(a, q), state(made), nn.MSELoss(size_average=False).reduction, nn.MSELoss(None, False).reduction
)
print(
    nn.CosineSimilarity()(a, b),
    nn.PairwiseDistance(keepdim=True)(a, b),
    nn.CosineSimilarity(),
    nn.PairwiseDistance(),
)
told(
    lambda: nn.Linear(2, 3)(torch.ones(4)),
    lambda: nn.BatchNorm1d(3)(torch.ones(2, 3, 4, 5)),
    lambda: nn.GroupNorm(4, 6),
)
told(lambda: nn.Dropout(1.5), lambda: nn.AlphaDropout(-1), lambda: nn.Linear(2, 3)(torch.ones(1, 4)))
told(
    lambda: nn.Conv2d(3, 4, 1, groups=2),
    lambda: nn.Conv2d(2, 4, 1, padding="same", stride=2),
    lambda: nn.Conv2d(2, 3, 1, groups=2),
)
told(lambda: nn.ConvTranspose2d(6, 2, 3, padding_mode="reflect"), lambda: nn.Conv2d(2, 4, 1, groups=0))
told(
    lambda: nn.ConvTranspose2d(6, 2, 3, stride=2)(images, output_size=[4, 10]),
    lambda: nn.Embedding(3, 2, 3),
)
told(
    lambda: nn.ConvTranspose2d(6, 2, 3)(images, output_size=[4]),
    lambda: nn.Softmax2d()(a),
    lambda: nn.InstanceNorm1d(3)(images),
)
told(
    lambda: nn.MSELoss(reduction="x")(a, b),
    lambda: nn.InstanceNorm2d(5, affine=True)(images),
    lambda: nn.Hardtanh(2, 1),
)
model = nn.Sequential(nn.Linear(4, 3), nn.BatchNorm1d(3), nn.ReLU())
model(torch.ones(5, 4))
print(list(model.state_dict()), model[1].num_batches_tracked, rounded(model[1].running_var))
again = nn.Sequential(nn.Linear(4, 3), nn.BatchNorm1d(3), nn.ReLU())
print(again.load_state_dict(model.state_dict()), rounded(again.eval()(torch.ones(2, 4))))
state_dict = dict(again.state_dict())
del state_dict["1.num_batches_tracked"]
print(again.load_state_dict(state_dict))
import pickle

print(
    pickle.loads(
        pickle.dumps(nn.Sequential(nn.ReLU(), nn.Conv1d(1, 1, 1), nn.MSELoss(), nn.ZeroPad2d(1)))
    )
)
for settings in ({"dim": 1}, {"start_dim": 0}):
    print(
        isinstance(nn.ReLU6(), nn.Hardtanh),
        isinstance(nn.MSELoss(), nn.modules.loss._Loss),
        isinstance(nn.Conv2d(1, 1, 1), nn.modules.conv._ConvNd),
    )
print(
    isinstance(nn.BatchNorm3d(1), nn.modules.batchnorm._BatchNorm),
    sorted(dict(nn.Softplus().named_parameters())),
)
""",
    "distributions": """
from torch.distributions import (Bernoulli, Beta, Categorical, Dirichlet, Distribution, Gamma, Normal,
    RelaxedBernoulli, Uniform, constraints)
from torch.distributions.utils import broadcast_all, clamp_probs, logits_to_probs, probs_to_logits
t = torch.tensor([[0.2, 0.3, 0.5], [0.6, 0.25, 0.15]])
n = torch.tensor([1.0, -2.0, 0.5])
def each():
    yield from (Uniform(0, 2), Uniform(0.0, t * 4, validate_args=False), Uniform(n.double() - 3, n.double()))
    yield from (Normal(0, 1), Normal(n, t), Normal(2.0, n.abs()), Bernoulli(0.3), Bernoulli(t))
    yield from (Bernoulli(torch.tensor([0.5, 0.4])), Bernoulli(logits=n), Bernoulli(logits=-1.5))
    yield from (Gamma(2, 3), Gamma(t * 9, n.abs()), Gamma(n.double().abs(), 1.5), Gamma(0.1, t[0]))
    yield from (Beta(0.5, 2), Beta(t, 0.75), Beta(n.abs().double(), 3.0))
    yield from (Dirichlet(t * 5), Dirichlet(t.double()[0]))
    yield from (RelaxedBernoulli(torch.tensor([2.0]), t), RelaxedBernoulli(n.abs(), logits=n))
    yield from (Categorical(t), Categorical(logits=n), Categorical(t[0] * 3), Categorical(logits=t * 9))
for d in each():
    torch.manual_seed(0)
    told(lambda: d, lambda: d.batch_shape, lambda: d.event_shape, lambda: d.sample())
    told(lambda: d.sample((2, 4)))
    told(lambda: d.rsample((3,)), lambda: d.mean, lambda: d.mode, lambda: d.variance, lambda: d.stddev)
    told(lambda: d.entropy(), lambda: d.perplexity(), lambda: repr(d.support), lambda: d.has_rsample)
    told(lambda: d.enumerate_support(), lambda: d.enumerate_support(False))
    for value in (d.sample((3,)), torch.tensor(0.5), torch.tensor([1]), torch.ones(7), 0.5, -t[0, :1]):
        told(lambda: d.log_prob(value))
    told(lambda: d.cdf(t[0, 2:]), lambda: d.icdf(t[0, 1:2]), lambda: repr(d.arg_constraints))
    wide = d.expand((2, *d.batch_shape))
    told(lambda: wide, lambda: wide.sample((2,)), lambda: wide.mean, lambda: wide.log_prob(wide.sample()))
    told(lambda: d.param_shape) if hasattr(d, "probs") else None
told(lambda: Uniform(1, 0), lambda: Uniform(t, 0.25), lambda: Uniform("a", 1), lambda: Normal(n, -1.0))
told(lambda: Normal(torch.nan, 1), lambda: Normal(n, t.T), lambda: Bernoulli(), lambda: Bernoulli(1.5))
told(lambda: Beta(-1, 2), lambda: Gamma(1, -t), lambda: Dirichlet(t[0, 0]), lambda: Dirichlet(-t))
told(lambda: Gamma(t.half(), 1).sample(), lambda: Beta(t.half(), 1).sample(), lambda: Beta(n, 1))
told(lambda: RelaxedBernoulli(1.0), lambda: RelaxedBernoulli(n, -t), lambda: Dirichlet(t.half()).sample())
told(lambda: Bernoulli(0.5, 0.1), lambda: Categorical(t[0, 0]), lambda: Categorical(logits=t[0, 0]))
told(lambda: Categorical(-t), lambda: Uniform(0, torch.ones(2)), lambda: Uniform(1, 2).sample_n(3))
told(lambda: Distribution().sample(), lambda: Distribution().mean, lambda: Distribution().mode)
told(lambda: Distribution.set_default_validate_args(3))
class Own(Uniform):
    def __init__(self, scale):
        super().__init__(-scale, scale)
told(lambda: Own(2), lambda: Own(n.abs()).expand((2, 3)))
for c in (constraints.interval(0, 1), constraints.integer_interval(0, 2), constraints.simplex,
          constraints.real, constraints.positive, constraints.real_vector, constraints.boolean,
          constraints.unit_interval):
    told(lambda: repr(c), lambda: c.check(t), lambda: c.check(torch.ones(2) * torch.nan), lambda: c.event_dim)
    told(lambda: c.is_discrete)
told(lambda: broadcast_all(1, 2.5), lambda: broadcast_all(t, 1), lambda: broadcast_all(n, t.double(), True))
told(lambda: clamp_probs(torch.tensor([0, 0.5, 1])), lambda: logits_to_probs(n), lambda: probs_to_logits(t))
told(lambda: logits_to_probs(n, True), lambda: probs_to_logits(t, True))
""",
    "data": """
from torch.utils.data import *
import numpy as np
x, y = torch.arange(10.), torch.arange(10)
t = TensorDataset(x, y)
told(lambda: t[3], lambda: len(t), lambda: TensorDataset(x, y[:3]), lambda: Subset(t, [1, 2])[1])
told(lambda: (t + t)[12])
told(lambda: ConcatDataset([t, t])[-1], lambda: ConcatDataset([]), lambda: ConcatDataset([t])[-30])
told(lambda: Dataset()[0])
torch.manual_seed(1)
told(lambda: list(DataLoader(t, 4)), lambda: list(DataLoader(t, 4, shuffle=True)), lambda: torch.rand(1))
told(lambda: list(DataLoader(t, 4, drop_last=True)), lambda: len(DataLoader(t, 4)))
told(lambda: list(DataLoader(t, None))[:2])
told(lambda: [s.indices for s in random_split(t, [7, 3])])
told(lambda: [s.indices for s in random_split(t, [.5, .5])])
told(lambda: random_split(t, [1, 2]), lambda: list(RandomSampler(t)))
told(lambda: list(RandomSampler(t, True, 40)))
told(lambda: list(BatchSampler(SequentialSampler(t), 3, True)), lambda: BatchSampler([1], 0, True))
told(lambda: RandomSampler(t, 3))
told(lambda: list(SubsetRandomSampler([3, 4, 5])), lambda: list(WeightedRandomSampler([.1, .9], 5)))
told(lambda: get_worker_info())
told(lambda: DataLoader(t, shuffle=True, sampler=[1]), lambda: DataLoader(t, 2, batch_sampler=[[1]]))
told(lambda: DataLoader(t, None, drop_last=True), lambda: list(DataLoader(t, batch_sampler=[[1, 2], [3]])))
class It(IterableDataset):
    def __iter__(self):
        return iter(range(5))
told(lambda: list(DataLoader(It(), 2)), lambda: list(DataLoader(It(), 2, drop_last=True)))
told(lambda: list(It() + It()))
for batch in ([1, 2], [1.5, 2.5], [(1, "a"), (2, "b")], [{"a": 1}, {"a": 2}], ["x", "y"],
              [np.ones(2), np.zeros(2)],
              [np.float32(1), np.float32(2)], [[1, 2], [3, 4]], [[1], [2, 3]], [True, False]):
    told(lambda: default_collate(batch), lambda: default_convert(batch))
""",
}
