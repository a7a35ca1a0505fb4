"""Intersection over union of all pairs of boxes, (n, 1, 2) against (m, 2), and non-maximum suppression.

A box is (x1, y1, x2, y2).
"""

import tbcast as torch


def area(boxes):
    return (boxes[..., 2] - boxes[..., 0]) * (boxes[..., 3] - boxes[..., 1])


def box_iou(first, second):
    """(n, 4) and (m, 4) give (n, m)."""
    top_left = torch.maximum(first[:, None, :2], second[:, :2])  # (n, m, 2)
    bottom_right = torch.minimum(first[:, None, 2:], second[:, 2:])
    sides = (bottom_right - top_left).clamp(min=0)
    common = sides.prod(dim=-1)
    return common / (area(first)[:, None] + area(second) - common)


def suppress(boxes, scores, threshold):
    """Indices of the boxes that are kept: the best first, those that overlap it too much dropped."""
    order = scores.argsort(descending=True)
    kept = []
    while order.numel() > 0:
        best = order[0]
        kept.append(best.item())
        overlap = box_iou(boxes[best][None], boxes[order])[0]
        order = order[overlap <= threshold]
    return kept


truth = torch.tensor([[0.0, 0.0, 4.0, 4.0], [5.0, 5.0, 9.0, 8.0]])
found = torch.tensor(
    [
        [0.5, 0.0, 4.5, 4.0],
        [0.0, 0.5, 4.0, 4.5],
        [5.0, 5.0, 9.0, 9.0],
        [5.5, 5.0, 9.5, 8.0],
        [20.0, 20.0, 21.0, 21.0],
    ]
)
scores = torch.tensor([0.90, 0.75, 0.60, 0.80, 0.30])

overlaps = box_iou(truth, found)
print(overlaps.shape)
print(overlaps)
best, which = overlaps.max(dim=1)
print("best match of each true box:", which.tolist(), [round(b, 4) for b in best.tolist()])
print("found boxes that match nothing:", (overlaps < 0.5).all(dim=0).nonzero().flatten().tolist())
print("kept after suppression:", suppress(found, scores, threshold=0.5))

# a grid of anchors, all against all: broadcasting at work on a larger case
x, y = torch.meshgrid(torch.arange(0.0, 10.0, 2.0), torch.arange(0.0, 10.0, 2.0), indexing="xy")
corners = torch.stack([x, y], dim=-1).reshape(-1, 2)
anchors = torch.cat([corners, corners + 3], dim=1)
print("anchors:", tuple(anchors.shape), "pairs that touch:", int((box_iou(anchors, anchors) > 0).sum()))
own = box_iou(anchors, anchors).diagonal()
print("each anchor and itself:", torch.equal(own, torch.ones(len(anchors))))
