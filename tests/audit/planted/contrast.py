"""A contrastive loss: similarities of pairs that are meant, and margins of pairs that are not."""

import torch

torch.manual_seed(9)
first, second = torch.rand(16, 8), torch.rand(16, 8)
unit = first / first.norm(dim=1, keepdim=True), second / second.norm(dim=1, keepdim=True)
similarity = unit[0] @ unit[1].T
labels = torch.arange(16)
same = labels[:, None] == labels
positive = similarity[same]
margins = torch.full((16, 1), 0.2)
violated = (similarity.diagonal() - margins).clamp(min=0)  # BUG: high
temperature = torch.rand(16)
logits = similarity / temperature  # BUG: medium
right = similarity / temperature.unsqueeze(1)
assert positive.shape == (16,) and violated.shape == logits.shape == right.shape
