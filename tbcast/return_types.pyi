from typing import NamedTuple

from tbcast._C import Tensor

class max(NamedTuple):
    values: Tensor
    indices: Tensor

class max_out(NamedTuple):
    values: Tensor
    indices: Tensor

class min(NamedTuple):
    values: Tensor
    indices: Tensor

class min_out(NamedTuple):
    values: Tensor
    indices: Tensor

class aminmax(NamedTuple):
    min: Tensor
    max: Tensor

class aminmax_out(NamedTuple):
    min: Tensor
    max: Tensor
