"""torch.nn without modules: the functions of torch.nn.functional and torch.nn.init."""

from tbcast.nn import functional, init

__all__ = ["functional", "init"]
