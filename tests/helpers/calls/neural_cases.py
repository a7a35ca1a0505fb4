"""Calls of nn.functional and of the switches of gradient recording, for comparison with torch.

F is torch.nn.functional, L torch.tensor.
"""

from calls.function_cells import Cells

LOSSES = Cells(
    """
F.mse_loss(t, u)
F.mse_loss(t, u, reduction='sum')
F.mse_loss(t, u[0], reduction='sum')
F.mse_loss(t[:, :1], u[:, 0], reduction='sum')
F.mse_loss(t, u, weight=u)
F.mse_loss(t, u, weight=u * u + 1)
F.mse_loss(t, u, weight=u * u + 1, reduction='sum')
F.l1_loss(t, u)
F.l1_loss(t, u, reduction='sum')
F.l1_loss(t[0], u, reduction='sum')
F.l1_loss(t, u, weight=u * u + 1)
F.l1_loss(t, u, weight=u * u + 1, reduction='sum')
F.mse_loss(t, u, size_average=False)
F.mse_loss(t, u, reduce=True)
F.l1_loss(t, u, size_average=True)
F.l1_loss(t, u, reduction='elementwise_mean')
""",
    layouts=("contiguous", "transposed", "strided"),
    tolerance="sum(2)",  # differences, products with weights; their sum
)

LOSSES_EACH = Cells("""
F.mse_loss(t, u, reduction='none')
F.mse_loss(t, u[0, 0], reduction='none')
F.mse_loss(t, u.double(), reduction='none')
F.mse_loss(t, u.long(), reduction='none')
F.mse_loss(t, u, reduce=False)
F.mse_loss(t, u, weight=u, reduction='none')
F.mse_loss(t, u, weight=u[0], reduction='none')
F.mse_loss(t, u, weight=u, reduction='average')
F.mse_loss(t, u, reduction='average')
F.mse_loss(t, u[:, :2])
F.mse_loss(t, 3)
F.mse_loss(3, t)
F.mse_loss(t)
F.mse_loss(t[:0], u[:0])
F.l1_loss(t, u, reduction='none')
F.l1_loss(t, u[0, 0], reduction='none')
F.l1_loss(t, u.double(), reduction='none')
F.l1_loss(t, u, reduction='average')
F.l1_loss(t, u, weight=u[0])
F.l1_loss(t, u, weight=u, reduction='none')
F.l1_loss(t, u[:, :2])
F.l1_loss(t[:0], u[:0], reduction='sum')
""")

ACTIVATIONS = Cells(
    """
F.softmax(t, 0)
F.softmax(t, dim=-1)
F.softmax(t, 1, dtype=torch.float64)
F.softmax(t)
F.softmax(t[0])
F.softmax(t[0, 0])
F.softmax(t[0, 0, 0])
F.softmax(t, 3)
F.softmax(t, 'a')
F.sigmoid(t)
F.tanh(t)
""",
    tolerance="ulp(8)",
)

LOGARITHMS = Cells(
    """
F.log_softmax(t, 0)
F.log_softmax(t)
F.log_softmax(t, 1, dtype=torch.float64)
F.log_softmax(t, -4)
""",
    tolerance="sum",
)

EXACT = Cells("""
F.relu(t)
F.relu(t, inplace=True) is t
F.relu(3)
F.one_hot(t)
F.one_hot(t.abs())
F.one_hot(t.abs().long())
F.one_hot(t.abs().long(), 40)
F.one_hot(t.abs().long(), num_classes=41)
F.one_hot(t.abs().long(), 3)
F.one_hot(t.abs().long(), 0)
F.one_hot(t.abs().long(), -2)
F.one_hot(t.long() - 30)
F.one_hot(t.long()[:0])
F.one_hot(t.long()[:0], 4)
F.one_hot(t.long()[:0], 0)
F.one_hot(t, 2.5)
F.one_hot(t, foo=3)
F.one_hot()
F.one_hot(L(2))
""")

VECTORS = Cells(
    """
F.normalize(t)
F.normalize(t, p=1, dim=0)
F.normalize(t, p=2, dim=-1)
F.normalize(t, p=float('inf'), dim=2)
F.normalize(t, dim=3)
F.normalize(t * 0)
F.normalize(t, eps=100.0)
F.normalize(t, out=torch.empty(0, dtype=d))
F.normalize(t, 2, (0, 1))
""",
    tolerance="ulp(8)",
)

COSINES = Cells(
    """
F.cosine_similarity(t, u)
F.cosine_similarity(t, u, dim=-1)
F.cosine_similarity(t, u[0], 2)
F.cosine_similarity(t, u.double(), 0)
F.cosine_similarity(t, u[:, :2])
F.cosine_similarity(t, u, 3)
F.cosine_similarity(t, 3)
F.cosine_similarity(t)
torch.cosine_similarity(t, u, eps=50.0)
torch.cosine_similarity(t, u, eps=-0.5)
torch.cosine_similarity(t, u[0, :2], 3, -1)
""",
    tolerance="sum(2)",  # quotients; their products' sum
)

COMPANIONS = Cells(
    """
torch.is_grad_enabled()
torch.no_grad()(torch.is_grad_enabled)()
torch.no_grad(torch.is_grad_enabled)()
torch.enable_grad()(torch.is_grad_enabled)()
torch.inference_mode()(torch.is_inference_mode_enabled)()
torch.inference_mode(False)(torch.is_inference_mode_enabled)()
torch.set_grad_enabled(False)(torch.is_grad_enabled)()
repr(torch.set_grad_enabled(True))
torch.set_grad_enabled(3)
torch.cuda.is_available()
torch.cuda.device_count()
torch.cuda.is_initialized()
t.requires_grad_(False) is t
t.requires_grad_(requires_grad=False) is t
t.requires_grad_(3)
t.requires_grad_(requires_grad=3)
t.requires_grad_(True, 2)
t.cpu() is t
t.cuda(1, 2, 3)
t.cuda(foo=3)
t.new(2, 0)
t.new()
t.new([1, 2])
t.new((0, 1))
t.new(t)
t.new(u) is u
t.new(size=(2, 0))
t.new(torch.Size([0, 1]))
t.new(3.5)
t.new('a')
t.new(device='cpu')
t.new(t[0].double().long())
isinstance(t, torch.Tensor)
torch.is_tensor(t)
type(t) is torch.Tensor
t.data.is_same_size(t)
""",
    layouts=("contiguous", "strided"),
)
