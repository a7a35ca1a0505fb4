"""Calls of what splits, unfolds and transposes tensors, sees complex numbers in parts, sets memory, and puts
diagonals into zeros, for comparison with torch."""

from calls.function_cells import Cells

STRIDED_IN_PLACE = Cells("""
t.as_strided_((2, 2), (1, 2))
torch.as_strided_(t, (3,), (1,), 1)
torch.as_strided_(u, (3,), (1,), storage_offset=1)
torch.as_strided_(u, (30,), (1,))
u.as_strided_((2,), (-1,))
u.as_strided_((2,), (1, 2))
u[1].as_strided_((2, 2), (0, 1)) + u[0, :2, :2]
""")

ADJOINTS = Cells("""
t[0].H.resolve_conj()
t.mH.resolve_conj()
t.transpose(0, 2).mH.resolve_conj()
t[:, :0].mH.resolve_conj()
t.H
t[0, 0].H
t[0, 0].mH
t.__reversed__()
reversed(t.transpose(0, 2))
reversed(t[:0])
reversed(t[0, 0, 0]) is t
reversed(t[0, 0, 0])
t.dim_order()
t.transpose(0, 1).dim_order()
t.dim_order(ambiguity_check=True)
t[:, :1].dim_order(ambiguity_check=[torch.contiguous_format])
t.dim_order(ambiguity_check=1)
t.dim_order(1)
""")

COMPLEX_PARTS = Cells("""
torch.view_as_real(t)
torch.view_as_real(t[0, 0, 0])
torch.view_as_real(t[:, :0])
torch.view_as_real(t.transpose(0, 2)).add_(1)
torch.view_as_real(2)
torch.view_as_complex(2)
""")

REAL_PAIRS = Cells(
    """
torch.view_as_complex(t)
torch.view_as_complex(t[..., 2:])
torch.view_as_complex(t[..., 1:3])
torch.view_as_complex(u[..., :2])
torch.view_as_complex(u[..., 1:3])
torch.view_as_complex(u[:, 1:, 2:])
torch.view_as_complex(u[0, 0, :2])
torch.view_as_complex(u[:0, :, :2])
torch.view_as_complex(u.reshape(3, 4, 2).transpose(0, 1)).mul_(2)
torch.view_as_complex(u.reshape(4, 3, 2)[:, :, ::2])
torch.view_as_complex(u.reshape(8, 3)[:, :2])
torch.view_as_complex(u.reshape(8, 3)[:1, :2])
torch.view_as_complex(u[0, 0, 0])
""",
    # float16 is in test_splitting.py: torch makes complex32 of it
    dtypes=("float32", "float64", "bfloat16", "int64", "bool", "complex64"),
)

SETTINGS = Cells(
    """
t.set_()
t.set_(u)
t.set_(u) is t
t.set_(t)
t.set_(u.transpose(0, 1))
t.set_(u, 1, (2, 3))
t.set_(u, 1, (2, 3), (0, 1))
t.set_(u[1], 2, (2,))
t.set_(u[1], -1, (2,))
t.set_(source=u, storage_offset=0, size=(2,), stride=None)
t.set_(u.untyped_storage())
t.set_(u.untyped_storage(), 3, (2, 2))
t.set_(u.untyped_storage(), 0, (), ())
t.set_(u.untyped_storage(), 100, (0,), (1,))
t.clone().set_(u.clone(), 0, (2, 20)).shape
t.set_(u.untyped_storage(), 0, (100,), (1,)).untyped_storage().nbytes() // t.itemsize
t.set_(u, 0, (2, 0), (-1, 1))
u.set_(L([1, 2], dtype=d))
t.set_(L([1, 2], dtype=torch.int16 if d != torch.int16 else torch.int8))
t.clone().set_(u, 0, (2,), (-1,))
t.set_(u, -1, (2,))
t.clone().set_(u, 0, (-2,))
t.set_(u, 0, (2,), (1, 1))
t.clone().set_(u, 0, (2**62,), (2**62,))
t.set_(u, 1)
t.set_(u, 1, 2)
t.set_(u, 'a', (2,))
t.set_(1)
t.set_(None)
t.set_(storage_offset=1)
""",
    layouts=("contiguous", "transposed"),
)


NUMBERS = Cells(
    """
torch.scalar_tensor(3)
torch.scalar_tensor(3, dtype=d)
torch.scalar_tensor(2.75, dtype=d)
torch.scalar_tensor(True, dtype=d)
torch.scalar_tensor(-1, dtype=d)
torch.scalar_tensor(300, dtype=d)
torch.scalar_tensor(1e40, dtype=d)
torch.scalar_tensor(1 + 2j, dtype=d)
torch.scalar_tensor(float('nan'), dtype=d)
torch.scalar_tensor(s=t[0, 0, 0], dtype=torch.complex128)
torch.scalar_tensor(3, layout=torch.strided, device='cpu', pin_memory=False, requires_grad=False)
torch.scalar_tensor(2**70)
torch.scalar_tensor(t)
torch.scalar_tensor('a')
torch.scalar_tensor(None)
torch.scalar_tensor()
torch.scalar_tensor(3, d)
torch.scalar_tensor(3, out=t)
""",
    layouts=("contiguous",),
)
