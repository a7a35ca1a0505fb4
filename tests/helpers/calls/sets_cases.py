"""Calls of unique, unique_consecutive, isin, searchsorted and bucketize, for comparison with torch.

SPECIAL's tensors are short, so that torch's sort, which is not stable, keeps the order of -0 and 0.
"""

from calls.function_cells import Cells

SPECIAL = Cells(
    """
torch.unique(t, True, True, True)
torch.unique_consecutive(t, True, True)
torch.unique_consecutive(t, True, True, 0)
torch.isin(t, u)
torch.isin(t, torch.cat([u, u, u, u, u]))
torch.isin(t, t)
torch.isin(t, float('nan'))
torch.searchsorted(torch.sort(u)[0], t)
torch.searchsorted(torch.sort(u)[0], t, right=True)
torch.searchsorted(u, t)
torch.bucketize(t, torch.sort(u)[0], right=True)
""",
    plain=False,
    size=(9,),
)


# Where torch warns of copies as well, it does so in another order; where it refuses, it has warned before.
