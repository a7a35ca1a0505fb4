"""Holds `tbcast.utils.backcompat`, the place where PyTorch has it."""

from tbcast.utils import backcompat

__all__ = ["backcompat"]
