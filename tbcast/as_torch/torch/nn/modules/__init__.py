"""Modules: those that hold others, layers and losses."""

from torch.nn.modules import (
    activation,
    batchnorm,
    container,
    conv,
    distance,
    dropout,
    flatten,
    instancenorm,
    linear,
    loss,
    module,
    normalization,
    sparse,
    spatial,
)
from torch.nn.modules.activation import *  # noqa: F403
from torch.nn.modules.batchnorm import *  # noqa: F403
from torch.nn.modules.container import *  # noqa: F403
from torch.nn.modules.conv import *  # noqa: F403
from torch.nn.modules.distance import *  # noqa: F403
from torch.nn.modules.dropout import *  # noqa: F403
from torch.nn.modules.flatten import *  # noqa: F403
from torch.nn.modules.instancenorm import *  # noqa: F403
from torch.nn.modules.linear import *  # noqa: F403
from torch.nn.modules.loss import *  # noqa: F403
from torch.nn.modules.module import *  # noqa: F403
from torch.nn.modules.normalization import *  # noqa: F403
from torch.nn.modules.sparse import *  # noqa: F403
from torch.nn.modules.spatial import *  # noqa: F403

_PARTS = (
    activation,
    batchnorm,
    container,
    conv,
    distance,
    dropout,
    flatten,
    instancenorm,
    linear,
    loss,
    module,
    normalization,
    sparse,
    spatial,
)

__all__ = [name for part in _PARTS for name in part.__all__]
