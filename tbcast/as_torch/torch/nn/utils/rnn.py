"""torch.nn.utils.rnn: sequences of different lengths in one tensor."""

from __future__ import annotations

from collections.abc import Sequence

import tbcast
from tbcast import Tensor


def pad_sequence(
    sequences: Tensor | Sequence[Tensor],
    batch_first: bool = False,
    padding_value: float = 0.0,
    padding_side: str = "right",
) -> Tensor:
    """The sequences, of the same sizes but for the first, filled to the longest with padding_value.

    RuntimeError for other sizes and sides. As torch.nn.utils.rnn.pad_sequence.
    """
    if padding_side not in ("left", "right"):
        raise RuntimeError(f"padding_side should be 'right' or 'left', but got {padding_side}")
    items = list(sequences)
    if not items:
        raise RuntimeError("Expected sequences to be a non-empty list")
    longest = max(item.size(0) for item in items)
    shape = (len(items), longest, *items[0].shape[1:])
    result = tbcast.full(shape, padding_value, dtype=items[0].dtype)
    for row, item in zip(result, items, strict=True):
        start = longest - item.size(0) if padding_side == "left" else 0
        row.narrow(0, start, item.size(0)).copy_(item)
    return result if batch_first else result.transpose(0, 1).contiguous()


def unpad_sequence(padded_sequences: Tensor, lengths: Tensor, batch_first: bool = False) -> list[Tensor]:
    """The sequences of a tensor that pad_sequence made. As torch.nn.utils.rnn.unpad_sequence."""
    rows = padded_sequences if batch_first else padded_sequences.transpose(0, 1)
    return [row[:length] for row, length in zip(rows, lengths.tolist(), strict=True)]
