from tbcast.audit.arrays import numpy as numpy
from tbcast.audit.ipython import (
    load_ipython_extension as load_ipython_extension,
    unload_ipython_extension as unload_ipython_extension,
)
from tbcast.audit.own_tensors import tensors as tensors
from tbcast.audit.pytorch.front_end import torch as torch
