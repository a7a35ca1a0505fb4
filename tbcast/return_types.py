"""The named tuples of functions with two results, as in torch.return_types.

The classes are those of tbcast._C: `values, indices = torch.sort(t)` and `torch.sort(t).indices` both work.
"""

from tbcast import _C

globals().update(_C._return_types)

__all__ = sorted(_C._return_types)
