"""The named tuples that functions of two results return, as torch.return_types has them.

The classes are tbcast._C's: `values, indices = torch.sort(t)` and `torch.sort(t).indices` both work.
"""

from tbcast import _C

globals().update(_C._return_types)

__all__ = sorted(_C._return_types)
