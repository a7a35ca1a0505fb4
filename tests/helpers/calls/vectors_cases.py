"""Calls of addr, cross and chain_matmul, for comparison with torch."""

from calls.function_cells import Cells

ADDR = Cells("""
torch.addr(t[0], u[0, :, 0], u[0, 0])
torch.addr(t[0], u[0, :, 0], u[0, 0], beta=2, alpha=3)
torch.addr(t[0], u[0, :, 0], u[0, 0], beta=0)
torch.addr(t[0], u[0, :, 0], u[0, 0], alpha=0)
torch.addr(input=t[0, 0], vec1=u[0, :, 0], vec2=u[0, 0])
torch.addr(t[0, 0, 0], u[0, :, 0], u[0, 0], alpha=2)
torch.addr(t[0, :, :1], u[0, :, 0], u[0, 0])
torch.addr(t[0], u[0, :, 0].double(), u[0, 0])
torch.addr(t[0], u[0, :, 0], u[0, 0].to(torch.int8))
torch.addr(u[0, :0], t[0, :0, 0], t[0, 0])
torch.addr(t[0], u[0, :, 0], u[0, 0], beta=1.5)
torch.addr(t[0], u[0, :, 0], u[0, 0], alpha=0.5)
torch.addr(t[0], u[0, :, 0], u[0, 0], alpha=2j)
torch.addr(t[0], u[0, :, 0], u[0, 0], alpha=True)
torch.addr(t[0], u[0, :, 0], u[0, 0], beta=False)
torch.addr(t[0], u[0, :, 0], u[0, 0], out=torch.empty(0, dtype=d))
torch.addr(t[0], u[0, :, 0], u[0, 0], beta=0, out=torch.empty(4, 3, dtype=d).t())
torch.addr(t[0], u[0, :, 0], u[0, 0], out=torch.empty(2, dtype=torch.complex128))
torch.addr(t[0], u[0, 0], u[0, :, 0])
torch.addr(t[0], u[0], u[0, 0])
torch.addr(t[0], u[0, :, 0], u)
torch.addr(t[0], u[0, :, 0])
torch.addr(t[0], u[0, :, 0], u[0, 0], 'a')
t[0].addr(u[0, :, 0], u[0, 0])
t[0].addr(u[0, :, 0], u[0, 0], beta=3)
t[0].addr_(u[0, :, 0], u[0, 0])
t[0].addr_(u[0, :, 0], u[0, 0], beta=0, alpha=2)
t[0].addr_(u[0, 0], u[0, :, 0])
t[0, 0].addr_(u[0, :, 0], u[0, 0])
t[0].clone().addr_(u[0, :, 0].to(torch.complex128), u[0, 0])
t[0].addr_(u[0, :, 0])
""")

DEPRECATED = Cells(
    """
torch.addr(2, t[0], u[0, :, 0], u[0, 0])
torch.addr(2, t[0], 3, u[0, :, 0], u[0, 0])
t[0].addr(2, u[0, :, 0], u[0, 0])
t[0].addr_(2, 3, u[0, :, 0], u[0, 0])
""",
    layouts=("contiguous",),
)

CROSS = Cells(
    """
torch.cross(t, u)
torch.cross(t, u, 1)
torch.cross(t, u, dim=-2)
torch.cross(t[:1], u, 1)
torch.cross(t.transpose(1, 2), u.transpose(1, 2), 2)
torch.cross(t[0, :, 0], u[0, :, 0], 0)
torch.cross(t[:0], u[:0], 1)
torch.cross(t, u, 0)
torch.cross(t, u, 3)
torch.cross(t, u[0], 1)
torch.cross(t[0, 0], u[0, 0])
torch.cross(t[0, 0, 0], u[0, 0, 0])
torch.cross(t, u.to(torch.int16 if d != torch.int16 else torch.int8), 1)
torch.cross(t[:, :, :2], u[:, :, :3], 1)
torch.cross(t, u, 1, out=torch.empty(0, dtype=d))
torch.cross(t, u, 1, out=torch.empty(4, 3, 2, dtype=d).transpose(0, 2))
torch.cross(t, u, 1, out=torch.empty(0, dtype=torch.int16 if d != torch.int16 else torch.int8))
torch.cross(t, 2)
torch.cross(t)
t.cross(u)
t.cross(u, 1)
t.cross(other=u, dim='a')
""",
    tolerance="sum(3)",
)

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
