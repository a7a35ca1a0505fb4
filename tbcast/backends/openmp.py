"""torch.backends.openmp: tbcast does not use OpenMP."""

from tbcast._compat.absent import answer

__all__ = ["is_available"]

is_available = answer(__name__, "is_available", False, "False: tbcast does without OpenMP")
