"""torch.nn: modules that hold others, pooling and resizing, functions and initial values; other layers are
missing.

Layers and losses as classes exist so that modules that name them can be imported: making one is an error.
"""

from torch import _absent
from torch.nn import utils
from torch.nn.modules import (
    Identity,
    Module,
    ModuleDict,
    ModuleList,
    ParameterDict,
    ParameterList,
    Sequential,
    spatial,
)
from torch.nn.modules.spatial import *  # noqa: F403
from torch.nn.parameter import Buffer, Parameter

from tbcast.nn import functional, init

__all__ = [
    "Buffer",
    "Identity",
    "Module",
    "ModuleDict",
    "ModuleList",
    "Parameter",
    "ParameterDict",
    "ParameterList",
    "Sequential",
    "functional",
    "init",
    "utils",
    *spatial.__all__,
]

_ABSENT = """
AlphaDropout BCELoss BCEWithLogitsLoss BatchNorm1d BatchNorm2d BatchNorm3d Bilinear CELU CTCLoss
ChannelShuffle ConstantPad1d ConstantPad2d ConstantPad3d Conv1d Conv2d Conv3d ConvTranspose1d
ConvTranspose2d ConvTranspose3d CosineEmbeddingLoss CosineSimilarity CrossEntropyLoss DataParallel Dropout
Dropout1d Dropout2d Dropout3d ELU Embedding EmbeddingBag Flatten GELU GLU GRU GRUCell GaussianNLLLoss
GroupNorm Hardshrink Hardsigmoid Hardswish Hardtanh HuberLoss InstanceNorm1d InstanceNorm2d InstanceNorm3d
KLDivLoss L1Loss LSTM LSTMCell LayerNorm LazyConv2d LazyLinear LeakyReLU Linear LocalResponseNorm LogSigmoid
LogSoftmax MSELoss MarginRankingLoss MaxUnpool2d Mish MultiMarginLoss MultiheadAttention NLLLoss PReLU
PairwiseDistance PoissonNLLLoss RMSNorm RNN RNNCell RReLU ReLU ReLU6 ReflectionPad1d ReflectionPad2d
ReplicationPad1d ReplicationPad2d ReplicationPad3d SELU SiLU Sigmoid SmoothL1Loss SoftMarginLoss Softmax
Softmax2d Softmin Softplus Softshrink Softsign SyncBatchNorm Tanh Tanhshrink Threshold Transformer
TransformerDecoder TransformerDecoderLayer TransformerEncoder TransformerEncoderLayer TripletMarginLoss
Unflatten UpsamplingBilinear2d UpsamplingNearest2d ZeroPad1d ZeroPad2d ZeroPad3d
"""


def __getattr__(name: str) -> type:
    """A class that cannot be made, for a layer."""
    if name in _ABSENT.split():
        return _absent.absent("torch.nn", name, (Module,), "use torch.nn.functional, or PyTorch")
    raise _absent.refuse(f"torch.nn.{name}")
