"""Rows that shall add up to 1, and the trap of a sum without keepdim.

A sum over dim 1 of (n, m) has the shape (n): against (n, m) it is aligned with the columns.  For a square
matrix that goes unnoticed, for any other shape it is an error.
"""

import warnings

import tbcast as torch

counts = torch.tensor([[2.0, 3.0, 5.0], [1.0, 1.0, 2.0], [4.0, 0.0, 4.0]])

right = counts / counts.sum(dim=1, keepdim=True)
print("with keepdim the rows add up to", right.sum(dim=1).tolist())

wrong = counts / counts.sum(dim=1)
print("without it they add up to      ", [round(s, 4) for s in wrong.sum(dim=1).tolist()])
print("no error, and the same shape:", wrong.shape == right.shape)
print("what was divided by:")
print(counts.sum(dim=1).expand_as(counts))

try:
    counts[:2] / counts[:2].sum(dim=1)
except RuntimeError as error:
    print("two rows of three are refused:", str(error).splitlines()[0])

# three ways to say it
same = [
    counts / counts.sum(dim=1)[:, None],
    counts / counts.sum(dim=1).unsqueeze(-1).expand_as(counts),
    torch.einsum("ij,i->ij", counts, 1 / counts.sum(dim=1)),
]
print("three ways to say it agree:", all(torch.allclose(right, other) for other in same))

# undoing a broadcast: what was copied is summed up again
row = torch.tensor([[1.0, 2.0, 3.0]])
print("expanded and summed back:", row.expand(4, 3).sum_to_size(1, 3).tolist())

# the same trap in a loss: predictions (n, 1), targets (n)
prediction, target = torch.tensor([[1.0], [2.0], [3.0]]), torch.tensor([1.0, 2.0, 3.0])
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    loss = torch.nn.functional.mse_loss(prediction, target)  # broadcast: ok (it is the bug)
print(f"mse_loss of perfect predictions: {loss.item():.4f}, warnings: {len(caught)}")
print("after squeeze:", torch.nn.functional.mse_loss(prediction.squeeze(1), target).item())
