"""Modules: those that hold others, layers and losses."""

from torch.nn.modules import (
    activation,
    batchnorm,
    container,
    conv,
    flatten,
    linear,
    loss,
    module,
    normalization,
    spatial,
)
from torch.nn.modules.activation import *  # noqa: F403
from torch.nn.modules.batchnorm import *  # noqa: F403
from torch.nn.modules.container import *  # noqa: F403
from torch.nn.modules.conv import *  # noqa: F403
from torch.nn.modules.flatten import *  # noqa: F403
from torch.nn.modules.linear import *  # noqa: F403
from torch.nn.modules.loss import *  # noqa: F403
from torch.nn.modules.module import *  # noqa: F403
from torch.nn.modules.normalization import *  # noqa: F403
from torch.nn.modules.spatial import *  # noqa: F403

__all__ = [
    *(*activation.__all__, *batchnorm.__all__, *container.__all__, *conv.__all__, *flatten.__all__),
    *(*linear.__all__, *loss.__all__, *module.__all__, *normalization.__all__, *spatial.__all__),
]
