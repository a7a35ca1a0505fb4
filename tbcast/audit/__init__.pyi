from tbcast.audit.own_tensors import tensors as tensors
from tbcast.audit.pytorch.front_end import torch as torch
