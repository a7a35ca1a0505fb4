"""Calls of linear, layer_norm, batch_norm and pad, for comparison with torch.

F is torch.nn.functional, L torch.tensor.
"""

from calls.function_cells import Cells

LINEAR = Cells(
    """
F.linear(t, u[0])
F.linear(t, u[0], u[0, :, 0])
F.linear(t[0], u[0], u[0, :, 0])
F.linear(t[0, 0], u[0], u[0, :, 0])
F.linear(t, u[0, 0])
F.linear(t[0], u[0], u[0, 0, 0])
F.linear(t[0], u[0], u[0, :, :3].t())
F.linear(t, u[0], u[0, :, :3].t())
F.linear(t.transpose(0, 1), u[0], u[0, :, 0])
F.linear(input=t, weight=u[0], bias=None)
F.linear(t, u[0], out=torch.empty(0, dtype=d))
""",
    tolerance="sum(3)",
)

LINEAR_EMPTY = Cells("""
F.linear(t[:0], u[0], u[0, :, 0])
F.linear(t[..., :0], u[0, :, :0], u[0, :, 0])
""")

LINEAR_REFUSED = Cells("""
F.linear(t, u[0, :, :3])
F.linear(t[0, 0], u[0, :, :3])
F.linear(t[0], u[0, :, :3], u[0, :, 0])
F.linear(t[0], u[0], u[0, 0])
F.linear(t[0, 0, 0], u[0])
F.linear(t, u[0, 0, 0])
F.linear(t, u)
F.linear(t[0], u[0, 0], u[0, 0, 0])
F.linear(t, 2)
F.linear(t)
F.linear(t, u[0], 2)
F.linear(t, u[0], bias=u[0, :, 0], nonsense=1)
""")

LAYER_NORM = Cells(
    """
F.layer_norm(t, (4,))
F.layer_norm(t, [3, 4])
F.layer_norm(t, t.shape, eps=0.1)
F.layer_norm(t, (4,), u[0, 0], u[1, 0])
F.layer_norm(t, (3, 4), weight=u[0])
F.layer_norm(t, (3, 4), bias=u[0], eps=1)
F.layer_norm(t[0, 0], (4,))
F.layer_norm(t, (4,), eps=-1e4)
torch.layer_norm(t, (4,), u[0, 0], u[1, 0], 1e-3, False)
""",
    tolerance="sum(4)",  # mean, variance, root, product
)

LAYER_NORM_HALVES = Cells(
    """
F.layer_norm(t, (4,), u[0, 0].float(), u[1, 0].float())
F.layer_norm(t, (4,), None, u[1, 0].float())
F.batch_norm(t, u[0, :, 0].float(), u[0, :, 1].float() ** 2, u[0, :, 0].float(), u[0, :, 1].float())
F.batch_norm(t, None, None, u[0, :, 0].float(), training=True)
""",
    tolerance="sum(4)",
    dtypes=("float16", "bfloat16"),
)

BATCH_NORM = Cells(
    """
F.batch_norm(t, u[0, :, 0], u[0, :, 1] * u[0, :, 1])
F.batch_norm(t, u[0, :, 0], u[0, :, 1] * u[0, :, 1], u[0, :, 2], u[0, :, 3])
F.batch_norm(t, u[0, :, 0], u[0, :, 1] * u[0, :, 1], bias=u[0, :, 3], eps=0.25)
F.batch_norm(t, None, None, training=True)
F.batch_norm(t[0], None, None, u[0, 0], training=True, eps=0.1)
F.batch_norm(t.reshape(2, 3, 2, 2), None, None, None, u[0, :, 0], training=True)
result = (m := u[0, :, 0].clone(), F.batch_norm(t, m, u[0, :, 1] ** 2, training=True, momentum=0.25))[0]
result = (v := u[0, :, 1] ** 2, F.batch_norm(t, u[0, :, 0].clone(), v, training=True))[0]
torch.batch_norm(t, None, None, None, None, True, 0.1, 1e-3, False)
""",
    tolerance="sum(6)",
    dtypes=("float16", "bfloat16", "float32", "float64", "complex64"),
)

NORMS_REFUSED = Cells("""
F.layer_norm(t, (3,))
F.layer_norm(t, (2, 4))
F.layer_norm(t, ())
F.layer_norm(t, (4,), u[0])
F.layer_norm(t, (4,), None, u[0, :, 0])
F.layer_norm(t[0, 0, 0], (4,))
F.layer_norm(t, 4)
F.layer_norm(t, 'a')
F.layer_norm(t, (4,), 2)
F.layer_norm(t, (4,), u[0, 0].to(torch.int16 if d != torch.int16 else torch.int8))
F.layer_norm(t[:0], (4,))
F.layer_norm(t[..., :0], (0,))
F.layer_norm(t, (4,), eps='a')
F.layer_norm(2, (4,))
F.layer_norm(t)
torch.layer_norm(t)
torch.layer_norm(t, (4,), None, None, 'a')
F.batch_norm(t, None, None)
F.batch_norm(t, u[0, :, 0], None)
F.batch_norm(t, None, u[0, :, 0])
F.batch_norm(t, u[0, 0], u[0, :, 0])
F.batch_norm(u[0, 0] > 0, None, None, training=True)
F.batch_norm(u.long(), None, None, training=True)
F.batch_norm(t, u[0, :, 0], u[0, 0])
F.batch_norm(t, u[0, :, 0], u[0, :, 0], u[0, 0])
F.batch_norm(t, u[0, :, 0], u[0, :, 0], None, u[0, 0])
F.batch_norm(t[0, 0], u[0, :, 0], u[0, :, 0])
F.batch_norm(t[0, 0, 0], u[0, :, 0], u[0, :, 0])
F.batch_norm(t[:1, :, 0], None, None, training=True)
F.batch_norm(t[:, :, 0], None, None, training=True, eps=0)
F.batch_norm(t, u[0, :, 0], u[0, :, 0], eps=-1)
F.batch_norm(t[:0], u[0, :, 0], u[0, :, 0])
F.batch_norm(t[..., :0], None, None, training=True, eps=0.5)
F.batch_norm(t, 2, u[0, :, 0])
F.batch_norm(t, u[0, :, 0], u[0, :, 0], momentum=None)
F.batch_norm(t, u[0, :, 0].to(torch.int16 if d != torch.int16 else torch.int8), u[0, :, 0])
F.batch_norm(2, u[0, :, 0], u[0, :, 0])
F.batch_norm(t)
torch.batch_norm(t)
torch.batch_norm(t, None, None, None, None, 1, 0.1, 1e-3, False)
""")

PAD = Cells("""
F.pad(t, (1, 2))
F.pad(t, [1, 2, -1, 1], value=2)
F.pad(t, (0, 1, 2, 0, 1, 1), 'constant', 1.0)
F.pad(t, (-1, -1))
F.pad(t, (-1, 0, -1, -1))
F.pad(t, (0, 0))
F.pad(t, ())
F.pad(t, (-2, 5), value=True)
F.pad(t[:0], (1, 1))
F.pad(t[0, 0, 0], ())
F.pad(t.reshape(2, 3, 2, 2).contiguous(memory_format=torch.channels_last), (1, 1))
F.pad(t, (1, 1), value=300)
F.pad(t, (1, 1), value=0.5)
F.pad(input=t, pad=(1, 2), mode='reflect')
F.pad(t, (3, 3), 'reflect')
F.pad(t, (-1, 1), 'reflect')
F.pad(t, (1, 2, 2, 1), 'reflect')
F.pad(t[None], (1, 2, 2, 1), 'reflect')
F.pad(t[None], (1, 2, 2, 1, 0, 1), 'reflect')
F.pad(t[None], (1, 1, 1, 1, 1, 1), 'reflect', 0)
F.pad(t.reshape(2, 3, 2, 2).contiguous(memory_format=torch.channels_last), (1, 1, 1, 0), 'reflect')
F.pad(t[0], (1, 2), 'replicate')
F.pad(t, (5, 2), 'replicate')
F.pad(t, (5, -2, 0, 3), 'replicate')
F.pad(t[None], (1, 0, 0, 2, 3, 1), mode='replicate')
F.pad(t.reshape(2, 3, 2, 2).contiguous(memory_format=torch.channels_last), (1, 1, 1, 0), 'replicate')
F.pad(t[0], (1, 2), 'circular')
F.pad(t, (4, 4), 'circular')
F.pad(t, (-1, 2, 2, -1), 'circular')
F.pad(t[None], (1, 0, 0, 2, 2, 1), mode='circular')
torch.constant_pad_nd(t, (1, 2))
torch.constant_pad_nd(t, (1, 2, 0, 1), 3)
torch.constant_pad_nd(t, (-1, 0, 2, 0), value=2.5)
""")

PAD_REFUSED = Cells("""
F.pad(t, (1, 2, 3))
F.pad(t, (1,) * 8)
F.pad(t, (-3, -2))
F.pad(t, (1, 1), 'foo')
F.pad(t, (1, 1), 'reflect', 2)
F.pad(t, (4, 1), 'reflect')
F.pad(t, (0, 0, 1, 3), 'reflect')
F.pad(t[None], (0, 0, 0, 0, 2, 1), 'reflect')
F.pad(t, (-4, 0), 'reflect')
F.pad(t, (-2, -3), 'replicate')
F.pad(t, (-4, 0, -3, 0), 'reflect')
F.pad(t, (-4, 0, -3, 0), 'replicate')
F.pad(t[None], (-4, 0, -3, 0, -2, 0), 'replicate')
F.pad(t[None], (-4, 0, -3, 0, -2, 0), 'reflect')
F.pad(t[None], (-5, 0, 0, 0, 0, 0), 'replicate')
F.pad(t, (5, 0), 'circular')
F.pad(t, (-3, -2), 'circular')
F.pad(t[0, 0], (1, 1), 'reflect')
F.pad(t[0], (1, 1, 1, 1), 'replicate')
F.pad(t, (1, 1, 1, 1, 1, 1), 'circular')
F.pad(t[:, :0], (1, 1), 'reflect')
F.pad(t[..., :0], (1, 1), 'replicate')
F.pad(t[..., :0], (1, 1), 'circular')
F.pad(t[:0], (1, 1), 'reflect')
F.pad(t[0, 0, 0], (1, 1))
F.pad(t, 1)
F.pad(t, ('a', 1))
F.pad(t, (1, 1), None)
F.pad(t, (1, 1), value=1j)
F.pad(t, (2**62, 1))
F.pad(2, (1, 1))
F.pad(t)
torch.constant_pad_nd(t, (1,))
torch.constant_pad_nd(t, (1,) * 8)
torch.constant_pad_nd(t)
torch.constant_pad_nd(t, (1, 1), 'a')
""")
