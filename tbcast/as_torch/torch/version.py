"""torch.version: the version that tbcast follows, and what it is not built with."""

from torch.torch_version import __version__

__all__ = ["__version__", "cuda", "debug", "git_version", "hip", "xpu"]

cuda = None
hip = None
xpu = None
debug = False
git_version = "tbcast"
