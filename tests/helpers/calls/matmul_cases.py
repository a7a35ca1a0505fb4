"""Expressions over matrix products, for comparison with torch: see function_cells.py."""

from calls.function_cells import Cells

PRODUCTS = Cells(
    """
t @ u.mT
t @ u[0].mT
t[0] @ u.mT
t.transpose(0, 1) @ u[0].mT
t @ u[0, 0]
t[0, 0] @ u.mT
t[0] @ u[0, 0]
t[0, 0] @ u[0].mT
t[0, 0] @ u[0, 0]
t.mT @ u[:, 0, :3, None]
t[:, None] @ u.mT
t[:, :1] @ u[0].mT
t[:1] @ u.mT
t.__matmul__(u.mT)
t.__rmatmul__(u.mT)
""",
    tolerance="sum",
)
"""By Python's operator."""

SUMS = Cells(
    """
torch.addmm(u[0, :, :3], t[0], u[1].t())
torch.addmm(u[0, 0, :3], t[0], u[1].t(), beta=2, alpha=3)
torch.addmm(u[0, 0, 0], t[0], u[1].t(), beta=0)
torch.addmm(u[0, :, :3], t[0], u[1].t(), alpha=0)
torch.addmm(u[0, :, :3], t[0], u[1].t(), beta=2.5, alpha=-1)
torch.addmm(u[0, :, :3], t[0], u[1].t(), beta=True)
torch.addmm(u[0, :, :3], t[0], u[1].t(), beta=2j)
torch.addmm(u[0], t[0], u[1].t())
torch.addmm(u[:, :3, :3], t[0], u[1].t())
torch.addmm(u[0, :, :3], t[0], u[1])
torch.addmm(u[0, :, :3], t, u[1])
torch.addmm(u[0, :, :3], t[0], u)
torch.addmm(u[0, :, :3], t[0, :, :0], u[1].t()[:0], beta=3)
u[0, :, :3].addmm(t[0], u[1].t(), alpha=2)
result = u[0, :, :3].clone().addmm_(t[0], u[1].t(), alpha=2)
result = u[0].clone().addmm_(t[0], u[1].t(), alpha=2)
result = torch.addmm(u[0, :, :3], t[0], u[1].t(), out=torch.ones(4, dtype=t.dtype))
torch.addmv(u[0, :, 0], t[0], u[1, 0])
torch.addmv(u[0, 0, 0], t[0], u[1, 0], beta=2, alpha=3)
torch.addmv(u[0, :1, 0], t[0], u[1, 0], beta=2)
torch.addmv(u[0, 0], t[0], u[1, 0])
torch.addmv(u[0], t[0], u[1, 0])
torch.addmv(u[0, :, 0], t[0], u[1, :, 0])
u[0, :, 0].addmv(t[0], u[1, 0])
result = u[0, :, 0].clone().addmv_(t[0], u[1, 0], beta=3)
result = u[0, 0].clone().addmv_(t[0], u[1, 0])
result = torch.addmv(u[0, :, 0], t[0], u[1, 0], out=torch.ones(4, dtype=t.dtype))
torch.addbmm(u[0, :, :3], t, u.mT)
torch.addbmm(u[0, 0, :3], t, u.mT, beta=2, alpha=3)
torch.addbmm(u[0], t, u.mT)
torch.addbmm(u[0, :, :3], t, u)
torch.addbmm(u[0, :, :3], t[:1], u.mT)
torch.addbmm(u[0, :, :3], t[0], u.mT)
torch.addbmm(u[0, :, :3], t, u[0])
u[0, :, :3].addbmm(t, u.mT)
result = u[0, :, :3].clone().addbmm_(t, u.mT, beta=2)
result = torch.addbmm(u[0, :, :3], t, u.mT, out=torch.ones(3, 3, dtype=t.dtype))
result = torch.baddbmm(u[:, :, :3], t, u.mT, out=torch.ones(3, dtype=t.dtype))
torch.baddbmm(u[:, :, :3], t, u.mT)
torch.baddbmm(u[0, 0, :3], t, u.mT, beta=2, alpha=3)
torch.baddbmm(u[0, 0, 0], t, u.mT, beta=0)
torch.baddbmm(u, t, u.mT)
torch.baddbmm(u[:, :, :3], t, u)
torch.baddbmm(u[:, :, :3], t[0], u)
u[:, :, :3].baddbmm(t, u.mT, alpha=2)
result = u[:, :, :3].clone().baddbmm_(t, u.mT, alpha=2)
result = u[0, :, :3].clone().baddbmm_(t, u.mT)
""",
    tolerance="sum",
)
