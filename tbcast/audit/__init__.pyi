from tbcast.audit._ipython import (
    load_ipython_extension as load_ipython_extension,
    unload_ipython_extension as unload_ipython_extension,
)
from tbcast.audit._pytorch.front_end import torch as torch
from tbcast.audit._rewriting.front_end import numpy as numpy
from tbcast.audit._tensors import tensors as tensors
from tbcast.audit.recorder import Finding as Finding, Recorder as Recorder
