"""Calls of frexp and mvlgamma, for comparison with torch."""

from calls.function_cells import Cells

FLOATS = ("float16", "bfloat16", "float32", "float64")

FREXP_TEXT = """
torch.frexp(t)
torch.frexp(input=t)
torch.frexp(t[:0])
torch.frexp(t[0, 0, 0])
t.frexp()
torch.frexp(t).mantissa
torch.frexp(t, out=None)
torch.frexp(t, out=(torch.empty(0, dtype=d), torch.empty(0, dtype=torch.int32)))
torch.frexp(t, out=[torch.empty_like(t), torch.empty(t.shape, dtype=torch.int32)])
torch.frexp(t, out=(torch.ones(3, dtype=d), torch.ones(2, dtype=torch.int32)))
torch.frexp(t, out=(u, torch.empty(4, 3, 2, dtype=torch.int32).permute(2, 1, 0)))
torch.frexp(u, out=(u, torch.empty(0, dtype=torch.int32)))
"""

FREXP_REFUSALS_TEXT = """
torch.frexp()
torch.frexp(3)
torch.frexp(t, 3)
t.frexp(3)
t.frexp(out=(t, t))
torch.frexp(t, out=t)
torch.frexp(t, out=3)
torch.frexp(t, out=(t,))
torch.frexp(t, out=(t, t, t))
torch.frexp(t, out=(torch.empty(0, dtype=d), torch.empty(0)))
torch.frexp(t, out=(torch.empty(0, dtype=d), torch.empty(0, dtype=d)))
torch.frexp(t, out=(torch.empty(0, dtype=torch.int32), torch.empty(0, dtype=torch.int32)))
torch.frexp(t, out=(torch.empty(0, dtype=torch.complex64), torch.empty(0, dtype=torch.int32)))
torch.frexp(u, out=(u.view(-1)[:1].expand(24).view(2, 3, 4), torch.empty(0, dtype=torch.int32)))
torch.frexp(u, out=(torch.empty(0, dtype=d), torch.zeros(1, dtype=torch.int32).expand(2, 3, 4)))
torch.frexp(u.view(-1)[:20], out=(u.view(-1)[1:21], torch.empty(0, dtype=torch.int32)))
"""

MVLGAMMA_TEXT = """
torch.mvlgamma(t, 1)
torch.mvlgamma(t, 2)
torch.mvlgamma(t, 5)
torch.mvlgamma(input=t, p=3)
torch.mvlgamma(t[:0], 2)
torch.mvlgamma(t[0, 0, 0], 2)
torch.mvlgamma(t, L(2))
t.mvlgamma(2)
t.mvlgamma(p=1)
u.mvlgamma_(2)
u.mvlgamma_(p=1)
torch.special.multigammaln(t, 2)
torch.special.multigammaln(input=t, p=1)
torch.mvlgamma(t, 2, out=torch.empty(0, dtype=d))
torch.special.multigammaln(t, 2, out=torch.empty(0, dtype=d))
"""

MVLGAMMA_OUT_TEXT = """
torch.special.multigammaln(t, 1, out=torch.empty(0, dtype=torch.float64))
torch.mvlgamma(t, 2, out=torch.empty(3, dtype=torch.float64))
torch.mvlgamma(t, 2, out=torch.empty(4, 3, 2, dtype=torch.float64).permute(2, 1, 0))
torch.mvlgamma(t, 2, out=torch.empty(0, dtype=torch.complex128))
"""

MVLGAMMA_REFUSALS_TEXT = """
torch.mvlgamma()
torch.mvlgamma(t)
torch.mvlgamma(3, 2)
torch.mvlgamma(t, 0)
torch.mvlgamma(t, -1)
torch.mvlgamma(t, 1.)
torch.mvlgamma(t, 'a')
torch.mvlgamma(t, None)
torch.mvlgamma(t, 1, out=torch.empty(0, dtype=torch.int64))
t.mvlgamma()
t.mvlgamma(0)
t.mvlgamma(1, out=u)
t.mvlgamma_(0)
u[0, 0, :1].expand(3).mvlgamma_(2)
torch.special.multigammaln()
torch.special.multigammaln(t, 0)
torch.special.multigammaln(t, 'a')
"""

FREXP = Cells(FREXP_TEXT)
SPECIAL_FREXP = Cells(FREXP_TEXT, plain=False, dtypes=FLOATS)
FREXP_REFUSALS = Cells(FREXP_REFUSALS_TEXT, layouts=("contiguous",))
MVLGAMMA = Cells(MVLGAMMA_TEXT, tolerance="sum(4)")
SPECIAL_MVLGAMMA = Cells(MVLGAMMA_TEXT, tolerance="sum(4)", plain=False, dtypes=FLOATS)
MVLGAMMA_OUT = Cells(MVLGAMMA_OUT_TEXT, tolerance="ulp(4)", dtypes=("float64",))
MVLGAMMA_REFUSALS = Cells(MVLGAMMA_REFUSALS_TEXT, layouts=("contiguous",))
ALL = {
    "frexp": FREXP,
    "special frexp": SPECIAL_FREXP,
    "frexp refusals": FREXP_REFUSALS,
    "mvlgamma": MVLGAMMA,
    "special mvlgamma": SPECIAL_MVLGAMMA,
    "mvlgamma out=": MVLGAMMA_OUT,
    "mvlgamma refusals": MVLGAMMA_REFUSALS,
}
