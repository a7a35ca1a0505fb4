"""Sinusoidal positions and attention: positions times frequencies, then the scores of all pairs.

What a transformer's first layer does, without learning anything.
"""

import math

import tbcast as torch
import tbcast.nn.functional as F


def encoding(length, width):
    """(length, width): sines in the even columns, cosines in the odd ones."""
    position = torch.arange(length).unsqueeze(1)  # (length, 1)
    frequency = torch.exp(torch.arange(0, width, 2) * (-math.log(10000.0) / width))  # (width / 2)
    angle = position * frequency
    table = torch.zeros(length, width)
    table[:, 0::2] = torch.sin(angle)
    table[:, 1::2] = torch.cos(angle)
    return table


def attention(query, key, value, causal=False):
    """softmax(q k^T / sqrt(width)) v over the last two dimensions; the others broadcast."""
    score = query @ key.transpose(-2, -1) / math.sqrt(query.shape[-1])
    if causal:
        length = score.shape[-1]
        later = torch.ones(length, length, dtype=torch.bool).triu(diagonal=1)
        score = score.masked_fill(later, float("-inf"))
    weight = F.softmax(score, dim=-1)
    return weight @ value, weight


table = encoding(50, 16)
print(table.shape)
print(table[:3, :6])
print("rows have the same length:", torch.allclose(table.norm(dim=1), torch.tensor(math.sqrt(8))))

# how alike two positions are depends on their distance alone
alike = table @ table.T
shifted = torch.stack([alike.diagonal(k).std() for k in (1, 5, 20)])
print("the same at every distance:", bool((shifted < 1e-4).all()))
print("nearest to position 10:", alike[10].argsort(descending=True)[:3].sort().values.tolist())

batch = torch.arange(2.0).reshape(2, 1, 1)  # two sequences, one table: (2, 1, 1) + (50, 16)
x = batch + table
mixed, weight = attention(x, x, x, causal=True)
print(mixed.shape, weight.shape)
print("weights of a row add up to 1:", torch.allclose(weight.sum(dim=-1), torch.ones(2, 50)))
print("nothing looks ahead:", bool((weight.triu(1) == 0).all()))
print("the first position sees itself:", weight[:, 0, 0].tolist())

heads = x.reshape(2, 50, 4, 4).permute(0, 2, 1, 3)  # (batch, heads, length, width)
scores = torch.einsum("bhqd,bhkd->bhqk", heads, heads)
print("einsum is matmul:", torch.allclose(scores, heads @ heads.transpose(-2, -1), atol=1e-5))
