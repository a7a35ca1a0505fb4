"""Calls of apply_, map_ and map2_, for comparison with torch."""

from calls.function_cells import Cells

APPLIED = Cells(
    """
t.apply_(lambda x: x)
t.apply_(lambda x: 3)
t.apply_(lambda x: 1.75)
t.apply_(lambda x: True)
t.apply_(lambda x: -1)
t.apply_(lambda x: 300)
t.apply_(lambda x: -255)
t.apply_(lambda x: 255.5)
t.apply_(lambda x: 2**40)
t.apply_(lambda x: 1e300)
t.apply_(lambda x: 2**70)
t.apply_(lambda x: float('nan'))
t.apply_(lambda x: L(3))
t.apply_(lambda x: L([2.5, 1.0]))
t.apply_(lambda x: 'a')
t.apply_(lambda x: None)
t.apply_(lambda x, y: 1)
t.apply_(1)
t.apply_(callable=abs)
t.apply_()
t.apply_(abs, abs)
t[:0].apply_(1)
t[0, 0, 0].apply_(lambda x: 2)
t.map_(u, lambda x, y: y)
t.map_(u[0, 0], lambda x, y: y)
t.map_(u[:, :1], lambda x, y: 2)
t.map_(other=u[0, 0, 0], callable=lambda x, y: y)
t.map_(t.clone(), lambda x, y: x if x == y else 5)
t.map_(u[:, :2], lambda x, y: y)
t[0].map_(u, lambda x, y: y)
t.map_(u.to(torch.int16 if d != torch.int16 else torch.int8), lambda x, y: y)
t.map_(u, 5)
t.map_(u, lambda x, y: 'a')
t.map_(2, lambda x, y: y)
t.map_(u)
t.map_()
t.map2_(u, u[0, 0], lambda x, y, z: z)
t.map2_(x=u[0], y=u, callable=lambda x, y, z: y)
t.map2_(u, u.to(torch.int16 if d != torch.int16 else torch.int8), lambda x, y, z: y)
t.map2_(u[:, :2], u, lambda x, y, z: z)
t.map2_(u, 1, lambda x, y, z: z)
t.map2_(u, u, 5)
t.map2_(u, u)
""",
    layouts=("contiguous", "transposed", "strided", "padded"),
)


