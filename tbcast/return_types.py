"""The named tuples of functions with several results: torch.return_types.max and its kin."""

from tbcast import _C

globals().update(_C._return_types)
__all__ = list(_C._return_types)
