"""Calls of the functions that join tensors, for comparison with torch.

`t` and `u` are of size (2, 3, 4) but where a list says otherwise; see function_cells.py.
"""

from calls.function_cells import Cells

FORMATS = Cells(
    """
torch.cat([nhwc, nhwc])
torch.cat([nhwc, nhwc], 1)
torch.cat([nhwc, u], 1)
torch.cat([nhwc, nhwc.contiguous()], 2)
torch.cat([nhwc, nhwc], 3)
torch.cat([nhwc])
torch.cat([nhwc, torch.empty(0, dtype=d), nhwc])
torch.cat([nhwc, nhwc.to(torch.float64)], 1)
torch.cat([nhwc[:, :2], nhwc[:, 1:]], 1)
torch.cat([nhwc, nhwc], out=torch.empty(0, dtype=d))
torch.cat([nhwc, nhwc], 1, out=torch.empty(2, 6, 4, 5, dtype=d))
torch.cat([nhwc, nhwc], 1, out=torch.empty(5, 4, 2, 6, dtype=d).permute(2, 3, 1, 0))
torch.cat([nhwc, nhwc], 1, out=torch.empty(2, 4, 5, 6, dtype=d).permute(0, 3, 1, 2))
torch.stack([nhwc, nhwc])
torch.stack([nhwc, nhwc], 1)
torch.stack([nhwc, nhwc], 2)
torch.stack([nhwc, nhwc], 3)
torch.stack([nhwc, nhwc], 4)
torch.stack([nhwc[0], nhwc[0]], 3)
torch.stack([nhwc[0], nhwc[0]])
torch.stack([nhwc, nhwc], 1, out=torch.empty(0, dtype=d))
torch.stack([nhwc, nhwc], 4, out=torch.empty(0, dtype=d))
torch.roll(nhwc, 1, 1)
torch.roll(nhwc, (1, 2), (2, 3))
torch.roll(nhwc, 0, 1)
torch.roll(nhwc[:, :1], 1, 1)
torch.roll(nhwc, (1, 0), (1, 1))
torch.roll(nhwc, 5)
torch.flip(nhwc, (1, 2))
torch.tril(nhwc)
nhwc.repeat(1, 2, 1, 1)
nhwc.repeat_interleave(2, 1)
torch.diff(nhwc)
torch.diff(nhwc, 1, 1)
torch.rot90(nhwc, 1, (1, 3))
torch.expand_copy(nhwc, (2, 3, 4, 5))
torch.cat([nhwc, t], 2)
torch.cat([t, nhwc])
torch.stack([nhwc, u], 1)
torch.cat([ndhwc, ndhwc], 1)
torch.stack([ndhwc, ndhwc], 5)
torch.stack([nhwc.unsqueeze(4), nhwc.unsqueeze(4)], 2)
torch.roll(ndhwc, 1, 3)
""".replace("ndhwc", "nhwc[:, :, :, :, None].contiguous(memory_format=torch.channels_last_3d)").replace(
        "nhwc", "t.contiguous(memory_format=torch.channels_last)"
    ),
    size=(2, 3, 4, 5),
    layouts=("contiguous", "permuted"),
)
