"""torch.nn without its modules: the plain functions of torch.nn.functional."""

from tbcast.nn import functional

__all__ = ["functional"]
