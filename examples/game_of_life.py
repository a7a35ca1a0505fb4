"""Conway's game of life on a torus: neighbours are counted by rolling the whole board."""

import tbcast as torch

GLIDER = [[0, 1, 0], [0, 0, 1], [1, 1, 1]]
BLINKER = [[1, 1, 1]]


def board(rows, columns):
    """A glider in the corner and a blinker in the middle."""
    cells = torch.zeros(rows, columns, dtype=torch.bool)
    cells[:3, :3] = torch.tensor(GLIDER, dtype=torch.bool)
    cells[8, 8:11] = torch.tensor(BLINKER, dtype=torch.bool)
    return cells


def neighbours(cells):
    """How many of the eight cells around each are alive; the edges wrap around."""
    alive = cells.to(torch.int8)
    steps = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if (y, x) != (0, 0)]
    return torch.stack([torch.roll(alive, step, dims=(0, 1)) for step in steps]).sum(dim=0)


def next_generation(cells):
    """Born with three neighbours, staying alive with two or three."""
    count = neighbours(cells)
    return (count == 3) | (cells & (count == 2))


def show(cells):
    return "\n".join("".join("#" if cell else "." for cell in row) for row in cells.tolist())


cells = board(12, 12)
start = cells.clone()
print(f"generation 0, {cells.sum().item()} alive\n{show(cells)}\n")
for _ in range(4):
    cells = next_generation(cells)
print(f"generation 4, {cells.sum().item()} alive\n{show(cells)}\n")

# after four generations a glider is itself again, one cell further down and to the right
glider = torch.zeros_like(start)
glider[:4, :4] = start[:4, :4]
moved = torch.roll(glider, (1, 1), dims=(0, 1))
print("the glider moved by (1, 1):", torch.equal(cells[:6, :6], moved[:6, :6]))
print("the blinker is back:", torch.equal(cells[7:10, 7:12], start[7:10, 7:12]))
for _ in range(44):
    cells = next_generation(cells)
print("alive after 48 generations:", int(cells.sum()))
