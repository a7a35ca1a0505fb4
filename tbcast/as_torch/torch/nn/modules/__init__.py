"""Modules: those that hold others, and Identity."""

from torch.nn.modules.container import ModuleDict, ModuleList, ParameterDict, ParameterList, Sequential
from torch.nn.modules.linear import Identity
from torch.nn.modules.module import Module

__all__ = ["Identity", "Module", "ModuleDict", "ModuleList", "ParameterDict", "ParameterList", "Sequential"]
