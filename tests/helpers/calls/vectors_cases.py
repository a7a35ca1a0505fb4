"""Calls of chain_matmul, for comparison with torch."""

from calls.function_cells import Cells

CHAIN = Cells(
    """
torch.chain_matmul(t[0])
torch.chain_matmul(t[0], u[0].t())
torch.chain_matmul(t[0], u[0].t(), t[1])
torch.chain_matmul(t[0], u[0].t(), t[1], u[1].t())
torch.chain_matmul(t[0], u[0].t(), out=torch.empty(0, dtype=d))
torch.chain_matmul(t[0], u[0])
torch.chain_matmul(t[0], u[0, 0])
torch.chain_matmul(t[0], u[0].t().to(torch.int16 if d != torch.int16 else torch.int8))
torch.chain_matmul(t[0], 2)
torch.chain_matmul([t[0]])
torch.chain_matmul()
""",
    tolerance="sum(4)",
)
