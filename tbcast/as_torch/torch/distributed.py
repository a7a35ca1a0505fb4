"""torch.distributed: there is one process."""

from tbcast._compat.absent import answer

is_available = answer(__name__, "is_available", False, "False: there is one process")
is_initialized = answer(__name__, "is_initialized", False, "False: there is one process")
