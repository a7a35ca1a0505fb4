"""Calls of the losses of classes and of their kin, and of distances, for comparison with torch.

F is torch.nn.functional, L torch.tensor.
"""

from calls.function_cells import Cells

EVERY_REDUCTION = "mean", "sum", "none"


def reduced(calls):
    """The calls with every reduction."""
    lines = calls.strip().splitlines()
    return tuple(f"{line[:-1]}, reduction='{kind}')" for line in lines for kind in EVERY_REDUCTION)


CLASSES = Cells(
    reduced("""
F.nll_loss(t[0], L([3, 0, 1]))
F.nll_loss(t[0], L([3, 0, 1], dtype=torch.uint8), u[0, 0] * u[0, 0] + 1)
F.nll_loss(t[0], L([3, -100, 1]))
F.nll_loss(t[0], L([3, 0, 3]), weight=u[0, 0], ignore_index=3)
F.nll_loss(t[0, 0], L(2))
F.nll_loss(t[0, 0], L([2]), u[0, 0])
F.nll_loss(t, L([[0, 1, 2, 0], [2, 2, 1, -100]]))
F.nll_loss(t[..., None], L([[0, 1, 2, 0], [2, 2, 1, 1]])[..., None], weight=u[0, :, 0])
F.nll_loss(t[..., None, None], L([[0, 1, 2, 0], [2, 2, 1, 1]])[..., None, None], ignore_index=2)
F.cross_entropy(t[0], L([3, 0, 1]))
F.cross_entropy(t[0], L([3, -100, 1]), u[0, 0] * u[0, 0] + 1)
F.cross_entropy(t[0], L([3, 0, 1]), label_smoothing=0.25)
F.cross_entropy(t[0], L([3, -100, 1]), u[0, 0] * u[0, 0] + 1, label_smoothing=0.25)
F.cross_entropy(t, L([[0, 1, 2, 0], [2, 2, 1, -100]]), label_smoothing=1.0)
F.cross_entropy(t[0, 0], L(2))
F.cross_entropy(t[0, 0], L(2), label_smoothing=0.5)
F.cross_entropy(t, u.softmax(1))
F.cross_entropy(t, u.softmax(1), u[0, :, 0] * u[0, :, 0])
F.cross_entropy(t[0], u[0].softmax(1), label_smoothing=0.125)
F.cross_entropy(t[0, 0], u[0, 0].softmax(0), u[0, 0])
F.cross_entropy(t.double(), u.double().softmax(1))
"""),
    tolerance="sum(6)",
    layouts=("contiguous", "transposed", "strided"),
)

CLASSES_REFUSED = Cells("""
F.nll_loss(t[0], L([0, 1]))
F.nll_loss(t[0], L(1))
F.nll_loss(t[0], L([[0, 1, 1]] * 3))
F.nll_loss(t[0], L([0, 4, 7]))
F.nll_loss(t[0], L([0, -1, 9]), reduction='none')
F.nll_loss(t, L([[0, 1, 2, 3], [2, 2, 1, 9]]))
F.nll_loss(t[0], L([0.0, 1.0, 2.0]))
F.nll_loss(t[0], L([0, 1, 2], dtype=torch.int32))
F.nll_loss(t, L([[0, 1, 2, 0]] * 2, dtype=torch.uint8))
F.nll_loss(t, L([[0, 1, 2]] * 2))
F.nll_loss(t[..., None], L([[0, 1, 2, 0]] * 2))
F.nll_loss(t[..., None], L([[[0, 0]] * 4] * 2))
F.nll_loss(t[0], L([0, 1, 2]), u[0, :, 0])
F.nll_loss(t, L([[0, 1, 2, 0]] * 2), u[0, 0])
F.nll_loss(t[0], L([0, 1, 2]), weight=u[0, 0].to(torch.int16 if d != torch.int16 else torch.int8))
F.nll_loss(t[0, 0, 0], L(0))
F.nll_loss(t[0, 0], L([1, 1]))
F.nll_loss(t[0], L([0, 1, 2]), reduction='foo')
F.nll_loss(t[0], L([0, 1, 2]), ignore_index=1.5)
F.nll_loss(t[0], 2)
F.nll_loss(2, L([0]))
F.nll_loss(t[0], L([0, 1, 2]), 2)
F.nll_loss(t)
F.cross_entropy(t[0], L([0, 4, 7]))
F.cross_entropy(t[0], L([0, 1, 2]), label_smoothing=1.5)
F.cross_entropy(t, u.softmax(1), label_smoothing=1.5)
F.cross_entropy(t, u.softmax(1), ignore_index=2)
F.cross_entropy(t, u.long())
F.cross_entropy(t, u.softmax(1).double()).dtype
F.binary_cross_entropy_with_logits(t, u.double()).dtype
F.cross_entropy(t[0], L([0, 1, 2]), u[0])
F.cross_entropy(t, u.softmax(1), u[0, 0])
F.cross_entropy(t[0], L([0, 1]))
F.cross_entropy(t[0, 0, 0], L(0))
F.cross_entropy(t[0], L([0, 1, 2]), reduction='foo')
F.cross_entropy(t[0], L([0, 1, 2]), label_smoothing='a')
F.cross_entropy(t[0], L([0, 1, 2]), ignore_index=None)
F.cross_entropy(t[0], 2)
F.cross_entropy(2, t)
F.cross_entropy(t)
""")

DEPRECATED = Cells(
    """
F.nll_loss(t[0], L([3, 0, 1]), size_average=False)
F.cross_entropy(t[0], L([3, 0, 1]), reduce=False)
F.cross_entropy(t[0], L([3, 0, 1]), reduction='elementwise_mean')
F.binary_cross_entropy(t.sigmoid(), u.sigmoid(), size_average=True)
F.binary_cross_entropy_with_logits(t, u.sigmoid(), reduce=True)
""",
    tolerance="sum(6)",
    layouts=("contiguous",),
)

BINARY = Cells(
    reduced("""
F.binary_cross_entropy(t.sigmoid(), u.sigmoid())
F.binary_cross_entropy(t.sigmoid(), u.sigmoid(), u[0])
F.binary_cross_entropy((t > 0).to(d), (u > 0).to(d), weight=u * u)
F.binary_cross_entropy(t.sigmoid(), u.sigmoid(), u[0, 0].double())
F.binary_cross_entropy_with_logits(t, u.sigmoid())
F.binary_cross_entropy_with_logits(t, u.sigmoid(), u[0])
F.binary_cross_entropy_with_logits(t * 100, u.sigmoid(), pos_weight=u[0, 0] * u[0, 0])
F.binary_cross_entropy_with_logits(t.double(), u.sigmoid().double(), u[0], pos_weight=u[0, 0])
"""),
    tolerance="sum(8)",
    layouts=("contiguous", "transposed", "strided"),
    dtypes=("float16", "bfloat16", "float32", "float64"),
)

BINARY_REFUSED = Cells("""
F.binary_cross_entropy(t * 0 + 2, u)
F.binary_cross_entropy(t == t, u == u)
F.binary_cross_entropy(t * 0, u * 0 - 1)
F.binary_cross_entropy(t, u[0])
F.binary_cross_entropy(t, u.to(torch.int16 if d != torch.int16 else torch.int8))
F.binary_cross_entropy(t, u, u[:, :2])
F.binary_cross_entropy(t, u, reduction='foo')
F.binary_cross_entropy(t, 2)
F.binary_cross_entropy(t, u, 2)
F.binary_cross_entropy(t)
F.binary_cross_entropy(t[:0] * 0, u[:0] * 0)
F.binary_cross_entropy_with_logits(t, u[0])
F.binary_cross_entropy_with_logits(t, u, u[:, :2])
F.binary_cross_entropy_with_logits(t, u, pos_weight=u[:, :2])
F.binary_cross_entropy_with_logits(t, u, pos_weight=2)
F.binary_cross_entropy_with_logits(t, u, reduction='foo')
F.binary_cross_entropy_with_logits(t, 2)
torch.binary_cross_entropy_with_logits(t[:, :2], u)
torch.binary_cross_entropy_with_logits(t)
""")

DISTANCES = Cells(
    """
F.pairwise_distance(t, u)
F.pairwise_distance(t, u[0, 0], 1)
F.pairwise_distance(t, u, p=0)
F.pairwise_distance(t, u, float('inf'), 0.5)
F.pairwise_distance(t[0, 0], u[0, 0], keepdim=True)
F.pairwise_distance(t, u.double(), 3)
torch.pairwise_distance(t[:, :1], u, 2, 0, True)
torch.pairwise_distance(t, u[:, :2])
torch.pairwise_distance(t, 2)
torch.pairwise_distance(t)
F.pdist(t[0])
F.pdist(t[0], 1)
F.pdist(t[0], p=0)
F.pdist(t[0], 2.5)
F.pdist(t[0], float('inf'))
torch.pdist(t[:, 0])
torch.pdist(t[0, :1])
torch.pdist(t[0, :, :0])
torch.pdist(t)
torch.pdist(t[0], -1)
torch.pdist(t[0], float('nan'))
torch.pdist(t[0], 'a')
torch.pdist(2)
""",
    tolerance="sum(3)",
)

PAIRS = Cells(
    reduced("""
F.huber_loss(t, u)
F.huber_loss(t, u, delta=0.5)
F.huber_loss(t, u[:, :1])
F.huber_loss(t, u, weight=u * u)
F.smooth_l1_loss(t, u)
F.smooth_l1_loss(t, u, beta=0.25)
F.smooth_l1_loss(t, u[0], beta=0.0)
F.smooth_l1_loss(t, u.double())
F.soft_margin_loss(t, u.sign())
F.soft_margin_loss(t, u[0].sign())
F.poisson_nll_loss(t / 4, u * u)
F.poisson_nll_loss(t / 4, u[:1] * u[:1], full=True)
F.gaussian_nll_loss(t, u, u * u)
F.gaussian_nll_loss(t, u[0], t * t, full=True, eps=0.5)
F.gaussian_nll_loss(t, u, u[..., 0] * u[..., 0] + 1)
F.gaussian_nll_loss(t, u, u[..., :1] * u[..., :1] + 1)
F.gaussian_nll_loss(t, u, 0.5)
F.kl_div(t, u * u)
F.kl_div(t, u[:, :1] * u[:, :1])
F.kl_div(t / 4, u / 4, log_target=True)
F.hinge_embedding_loss(t, u.sign())
F.hinge_embedding_loss(t, u[0].sign(), margin=2.5)
F.margin_ranking_loss(t, u, (t - u).sign())
F.margin_ranking_loss(t, u[:1], (t - u).sign(), margin=0.5)
F.multilabel_soft_margin_loss(t, (u > 0).to(d))
F.multilabel_soft_margin_loss(t[0], (u[0] > 0).to(d), weight=u[0, 0] * u[0, 0])
F.cosine_embedding_loss(t[0], u[0], L([1, -1, 0]))
F.cosine_embedding_loss(t[0, 0], u[0, 0], L(-1))
F.triplet_margin_loss(t, u, t * 2)
F.triplet_margin_loss(t[0], u[0], t[0] - u[0], margin=0.5, p=1.0, swap=True)
F.triplet_margin_loss(t, u[:1], t, p=3.0, eps=0.25)
F.triplet_margin_with_distance_loss(t, u, t * 2, distance_function=lambda x, y: (x - y).abs().amax(-1))
F.triplet_margin_with_distance_loss(t, u, t + 1, swap=True, margin=0.25)
"""),
    tolerance="sum(12)",
    layouts=("contiguous", "transposed", "strided"),
)

LOG_SIGMOID = Cells(
    """
F.logsigmoid(t)
F.logsigmoid(t * 100)
F.logsigmoid(t[:0])
F.logsigmoid(t, out=torch.empty(0, dtype=d))
""",
    tolerance="sum(8)",
    layouts=("contiguous", "transposed", "strided"),
)

CANCELLING = Cells(
    reduced("""
F.poisson_nll_loss(t * t, u * u, log_input=False, full=True, eps=0.5)
F.cosine_embedding_loss(t[0], u[0], L([1, -1, 1]), margin=0.25)
F.cosine_embedding_loss(t[0], u[0, :1], L([1, -1, -1]))
"""),
    tolerance="sum(12)",
    layouts=("contiguous", "transposed", "strided"),
    dtypes=("float16", "bfloat16", "float32", "float64", "int64", "complex64"),  # int8 leaves few digits
)

MARGINS = Cells(
    reduced("""
F.multi_margin_loss(t[0], L([3, 0, 1]))
F.multi_margin_loss(t[0], L([3, 0, 1]), p=2, margin=0.5)
F.multi_margin_loss(t[0], L([3, 0, 1]), weight=u[0, 0] * u[0, 0])
F.multi_margin_loss(t[0, 0], L(2))
F.multi_margin_loss(t[0, 0], L([2]), weight=u[0, 0], p=2)
F.multi_margin_loss(t[0, 0, 0], L(0))
F.multilabel_margin_loss(t[0], L([[3, 0, -1, 1], [-1, 2, 2, 2], [0, 1, 2, 3]]))
F.multilabel_margin_loss(t[0], L([[1, 1, -1, 1], [2, 2, 2, 2], [-1, -1, -1, -1]]))
F.multilabel_margin_loss(t[0, 0], L([2, 1, -1, 0]))
F.multilabel_margin_loss(t[0, 0, 0], L(0))
"""),
    tolerance="sum(12)",
    layouts=("contiguous", "transposed", "strided"),
)

MARGINS_REFUSED = Cells("""
F.huber_loss(t, u, delta=0.0)
F.huber_loss(t, u, delta=-1.0)
F.huber_loss(t, u[..., :3])
F.huber_loss(t, u, weight=u[0])
F.huber_loss(t, u, reduction='foo')
F.huber_loss(t, u, reduction='foo', weight=u)
F.huber_loss(t, u.double()).dtype
F.smooth_l1_loss(t, u, beta=-1.0)
F.smooth_l1_loss(t, u[:, :2])
F.smooth_l1_loss(t, u, reduction='foo')
F.soft_margin_loss(t[0], u.sign())
F.soft_margin_loss(t, u.sign().double()).dtype
F.soft_margin_loss(t, u, reduction='foo')
F.poisson_nll_loss(t, u, reduction='foo')
F.poisson_nll_loss(t, u[..., :3])
F.gaussian_nll_loss(t, u, -u * u - 1)
F.gaussian_nll_loss(t, u, -0.5)
F.gaussian_nll_loss(t, u, u[0] * u[0])
F.gaussian_nll_loss(t, u, u[:, :2] * u[:, :2])
F.gaussian_nll_loss(t, u, u * u, reduction='foo')
F.kl_div(t, u.long())
F.kl_div(t, u[..., :3])
F.kl_div(t, u, reduction='foo')
F.hinge_embedding_loss(t, u[..., :3])
F.margin_ranking_loss(t, u[0], u)
F.margin_ranking_loss(t, u[..., :3], u)
F.multi_margin_loss(t, L([0, 1]))
F.multi_margin_loss(t[0], L([0, 1]))
F.multi_margin_loss(t[0], L([0, 1, 4]))
F.multi_margin_loss(t[0], L([0, -1, 3]))
F.multi_margin_loss(t[0], L([0, 1, 2]), p=3)
F.multi_margin_loss(t[0], L([0, 1, 2]), weight=u[0])
F.multi_margin_loss(t[0], L([0, 1, 2]), weight=u[0, 0, :3])
F.multi_margin_loss(t[0], L([0, 1, 2], dtype=torch.int32))
F.multi_margin_loss(t[0], L([[0, 1, 2]]))
F.multi_margin_loss(t[:, :, :0][0], L([0, 1, 2]))
F.multilabel_margin_loss(t, L([0, 1]))
F.multilabel_margin_loss(t[0], L([0, 1, 2, 3]))
F.multilabel_margin_loss(t[0, 0], L([0, 1, 2, 4]))
F.multilabel_margin_loss(t[0, 0], L([0, 1, 2, -2]))
F.multilabel_margin_loss(t[0, 0], L([0, 1, 2, 3], dtype=torch.int32))
F.multilabel_soft_margin_loss(t, u, reduction='foo')
F.cosine_embedding_loss(t, u, L([1, -1]))
F.cosine_embedding_loss(t[0], u[0], L(1))
F.cosine_embedding_loss(t[0], u[0], L([[1, 1, 1]]))
F.cosine_embedding_loss(t[0], u[0, :, :3], L([1, 1, 1]))
F.triplet_margin_loss(t, u[0], t)
F.triplet_margin_loss(t, u, t, margin=0.0)
F.triplet_margin_loss(t, u, t[..., :3])
F.triplet_margin_with_distance_loss(t, u[0], t)
F.triplet_margin_with_distance_loss(t, u, t, margin=-1)
F.triplet_margin_with_distance_loss(t, u, t, reduction='foo')
torch.kl_div(t, 2, 0)
torch.hinge_embedding_loss(t, u, 'a')
torch.poisson_nll_loss(t, u)
torch.margin_ranking_loss(t, u)
torch.cosine_embedding_loss(t[0], u[0], 1)
torch.triplet_margin_loss(t, u)
torch.kl_div(t, u, 0, True)
""")
