"""torch.nn: modules that hold others, layers, losses, functions and initial values.

Recurrent layers, attention and the like exist so that modules that name them can be imported: making one is
an error.
"""

from torch import _absent
from torch.nn import modules, utils
from torch.nn.modules import *  # noqa: F403
from torch.nn.modules import Module
from torch.nn.parameter import Buffer, Parameter

from tbcast.nn import functional, init

__all__ = ["Buffer", "Parameter", "functional", "init", "utils", *modules.__all__]

_ABSENT = """
Bilinear CTCLoss DataParallel EmbeddingBag GRU GRUCell LSTM LSTMCell LazyConv2d LazyLinear
MaxUnpool2d MultiheadAttention RNN RNNCell SyncBatchNorm Transformer TransformerDecoder
TransformerDecoderLayer TransformerEncoder TransformerEncoderLayer
"""


def __getattr__(name: str) -> type:
    """A class that cannot be made, for a layer."""
    if name in _ABSENT.split():
        return _absent.absent("torch.nn", name, (Module,), "use torch.nn.functional, or PyTorch")
    raise _absent.refuse(f"torch.nn.{name}")
