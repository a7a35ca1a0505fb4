"""torch.backends.mps of a machine without Apple's GPU."""

from tbcast._compat.absent import answer

__all__ = ["is_available", "is_built"]

is_available = answer(__name__, "is_available", False, "False")
is_built = answer(__name__, "is_built", False, "False")
