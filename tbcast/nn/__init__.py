"""torch.nn without modules: only the functions of torch.nn.functional."""

from tbcast.nn import functional

__all__ = ["functional"]
