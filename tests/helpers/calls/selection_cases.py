"""Calls of what selects one element of each slice (medians, kthvalue, mode), and of logcumsumexp, for
comparison with torch."""

from calls.function_cells import Cells
from oracles.dtype_rules import NAMES as NAMES_OF_DTYPES

PAIR = "(torch.empty({}, dtype=d), torch.empty({}, dtype=torch.int64))"
OTHER = "(torch.int16 if d != torch.int16 else torch.int8)"


def selections(function, k=""):
    """Calls of one function; k: its argument between input and dim.  Of more than 16 elements torch's mode
    takes what its sort leaves in the last place."""
    long = ".values" if function == "mode" else ""
    return f"""
torch.{function}(t, {k}0)
torch.{function}(t, {k}1)
torch.{function}(t, {k}-1)
torch.{function}(t, {k}1, True)
torch.{function}(t, {k}dim=2, keepdim=True)
torch.{function}(input=t, {k and "k=2, "}axis=1)
t.{function}({k}0)
t.{function}({k}-1, True)
torch.{function}(t, {k}1).values
torch.{function}(t, {k}1).indices
torch.{function}(u.flatten(), {k}0){long}
torch.{function}(t.flatten(), {k}-1, True){long}
torch.{function}(t[0, 0, 0], {k.replace("2", "1")}0)
torch.{function}(t[0, 0, 0], {k.replace("2", "1")}-1, True)
torch.{function}(t[:, :0], {k}0)
torch.{function}(t[:0], {k}1)
torch.{function}(t[:0], {k}2, True)
torch.{function}(t[:, :, ::3], {k}1)
torch.{function}(t.expand(2, 2, 3, 4), {k}2)
torch.{function}(t[None], {k}-1)
"""


def selections_into(function, k=""):
    return f"""
torch.{function}(t, {k}1, out={PAIR.format(0, 0)})
torch.{function}(t, {k}1, out={PAIR.format("2, 4", "2, 4").replace("(", "[", 1)[:-1]}])
torch.{function}(t, {k}1, out={PAIR.format("3, 4", 5)})
torch.{function}(t, {k}1, out={PAIR.format(5, "3, 4")})
torch.{function}(t, {k}1, True, out={PAIR.format("3, 4", 5)})
torch.{function}(t, {k}1, True, out={PAIR.format("2, 1, 4", "2, 1, 4")})
torch.{function}(t, {k}0, out=(torch.empty(4, 3, dtype=d).T, torch.empty(3, 8, dtype=torch.int64)[:, ::2]))
torch.{function}(t[0, 0, 0], {k.replace("2", "1")}0, out={PAIR.format(3, 4)})
torch.{function}(t[:0], {k}1, out={PAIR.format(3, 4)})
torch.{function}(t, {k}1, out=(torch.empty(0, dtype={OTHER}), torch.empty(0, dtype=torch.int64)))
torch.{function}(t, {k}1, out=(torch.empty(0, dtype=d), torch.empty(0, dtype=torch.int32)))
torch.{function}(t, {k}1, out=(torch.empty(0, dtype={OTHER}), torch.empty(0)))
torch.{function}(t, {k}1, out=(torch.zeros((), dtype=d).expand(2, 4), torch.empty(0, dtype=torch.int64)))
torch.{function}(t, {k}1, out=(torch.empty(2, 4, dtype=d), torch.zeros(1).long().expand(2, 4)))
torch.{function}(u, {k}1, out=(u[:, 0], torch.empty(0, dtype=torch.int64)))
torch.{function}(t, {k}1, out=(torch.empty(0, dtype=d),))
torch.{function}(t, {k}1, out=(torch.empty(0, dtype=d), 3))
torch.{function}(t, {k}1, out=torch.empty(0, dtype=d))
"""


def refusals(function, k=""):
    return f"""
torch.{function}(t, {k}3)
torch.{function}(t, {k}-4)
torch.{function}(t[0, 0, 0], {k}1)
torch.{function}(t[:, :0], {k}1)
torch.{function}(t[:, :0], {k}3)
torch.{function}(t[:, :0], {k}1, out={PAIR.format(0, 0)})
torch.{function}(t, {k}7, out=(torch.empty(0, dtype={OTHER}), torch.empty(0)))
torch.{function}()
torch.{function}(3, {k}0)
torch.{function}([1], {k}0)
torch.{function}(t, {k}None)
torch.{function}(t, {k}True)
torch.{function}(t, {k}1.5)
torch.{function}(t, {k}'a')
torch.{function}(t, {k}(0,))
torch.{function}(t, {k}2**70)
torch.{function}(t, {k}1, 2)
torch.{function}(t, {k}1, foo=3)
torch.{function}(t, {k}1, True, 4)
t.{function}({k}'a')
t.{function}({k}1, 2)
t.{function}({k}1, out=u)
"""


NO_DIM = """
torch.median(t)
torch.nanmedian(t)
torch.median(input=t)
t.median()
t.nanmedian()
t[0].median()
t[0, 0, 0].median()
t[0, 0, 0].nanmedian()
t[:0].median()
t[:0].nanmedian()
torch.median(t.expand(3, 2, 3, 4))
torch.median(t, keepdim=True)
torch.median(t, out=u)
torch.nanmedian(t[:, ::2, 1:])
torch.mode(t)
torch.mode(t, keepdim=True)
t.mode()
t.mode(keepdim=True)
torch.kthvalue(t, 1)
t.kthvalue(3)
torch.kthvalue(t, 3, keepdim=True)
"""

KTH = """
torch.kthvalue(t, 1, 1)
torch.kthvalue(t, 3, 1)
torch.kthvalue(t, 4)
torch.kthvalue(t, L(2), L(1))
torch.kthvalue(t.flatten(), 7)
torch.kthvalue(u.flatten(), 24)
torch.kthvalue(t, 0)
torch.kthvalue(t, -1)
torch.kthvalue(t, 5)
torch.kthvalue(t, 4, 1)
torch.kthvalue(t, 9, 7)
torch.kthvalue(t[0, 0, 0], 2)
torch.kthvalue(t[:0], 9, 1)
torch.kthvalue(t, 9, 1, out=(torch.empty(0, dtype=torch.int16), torch.empty(0)))
torch.kthvalue(t, 1.)
torch.kthvalue(t, 'a')
torch.kthvalue(t, None)
torch.kthvalue(t, True)
torch.kthvalue(t, 2**70)
torch.kthvalue(t)
t.kthvalue()
torch.kthvalue(u, 1, 0, out=(u[0], torch.empty(0, dtype=torch.int64)))
torch.mode(u, 0, out=(u[0], torch.empty(0, dtype=torch.int64)))
torch.median(u, 0, out=(u[0], torch.empty(0, dtype=torch.int64)))
"""

LOGS_TEXT = """
torch.logcumsumexp(t, 0)
torch.logcumsumexp(t, 1)
torch.logcumsumexp(t, -1)
torch.logcumsumexp(input=t, axis=2)
t.logcumsumexp(1)
t.logcumsumexp(dim=-1)
torch.logcumsumexp(u.flatten(), 0)
torch.logcumsumexp(t[0, 0, 0], 0)
torch.logcumsumexp(t[0, 0, 0], -1)
torch.logcumsumexp(t[:0], 1)
torch.logcumsumexp(t[:, :0], 1)
torch.logcumsumexp(t.expand(5, 2, 3, 4), 0)
torch.logcumsumexp(t, 1, out=torch.empty(0, dtype=d))
torch.logcumsumexp(t, 1, out=torch.empty(3, dtype=d))
torch.logcumsumexp(t, 0, out=torch.zeros(4, 3, 2, dtype=d).permute(2, 1, 0))
torch.logcumsumexp(t[0, 0, 0], 0, out=torch.empty(3, dtype=d))
"""

LOG_REFUSALS_TEXT = """
torch.logcumsumexp(t, 1, out=torch.empty(0, dtype=torch.int32))
torch.logcumsumexp(t, 1, out=torch.empty(0, dtype=torch.float32))
torch.logcumsumexp(t, 1, out=torch.zeros((), dtype=d).expand(2, 3, 4))
torch.logcumsumexp(t, 3)
torch.logcumsumexp(t, -4)
torch.logcumsumexp(t[0, 0, 0], 1)
torch.logcumsumexp(t)
torch.logcumsumexp(3, 0)
torch.logcumsumexp(t, None)
torch.logcumsumexp(t, 'a')
torch.logcumsumexp(t, 1, 2)
torch.logcumsumexp(t, 1, dtype=torch.float32)
t.logcumsumexp()
t.logcumsumexp(1, out=u)
"""

MEDIANS = (("median", ""), ("nanmedian", ""))
OTHERS = (("mode", ""), ("kthvalue", "2, "))
NAMES = MEDIANS + OTHERS
IN_MEMORY = (
    "contiguous",
    "transposed",
    "strided",
    "padded",
)  # of expanded slices torch's medians are others'
MEDIANS_TEXT = "".join(selections(*each) for each in MEDIANS)
OTHERS_TEXT = "".join(selections(*each) for each in OTHERS) + NO_DIM

MEDIAN_SELECTIONS = Cells(MEDIANS_TEXT, layouts=IN_MEMORY)
SPECIAL_MEDIANS = Cells(MEDIANS_TEXT, layouts=IN_MEMORY, plain=False)
SELECTIONS = Cells(OTHERS_TEXT)
SPECIAL_SELECTIONS = Cells(OTHERS_TEXT, plain=False)
INTO = Cells("".join(selections_into(*each) for each in NAMES), layouts=("contiguous", "transposed"))
REFUSALS = Cells("".join(refusals(*each) for each in NAMES), layouts=("contiguous",))
KTH_VALUES = Cells(KTH, layouts=("contiguous", "strided"))
COMPLEX = ("complex64", "complex128")
REAL = tuple(name for name in NAMES_OF_DTYPES if name not in COMPLEX)
LOGS = Cells(LOGS_TEXT + "torch.logcumsumexp(u, 1, out=u)\n", tolerance="ulp(1)", dtypes=REAL)
SPECIAL_LOGS = Cells(LOGS_TEXT, tolerance="ulp(1)", plain=False, dtypes=REAL)
COMPLEX_LOGS = Cells(LOGS_TEXT, tolerance="sum", roundings=4, dtypes=COMPLEX)
SPECIAL_COMPLEX_LOGS = Cells(LOGS_TEXT, tolerance="sum", roundings=4, plain=False, dtypes=COMPLEX)
LOG_REFUSALS = Cells(LOG_REFUSALS_TEXT, layouts=("contiguous",))

ALL = {name: cells for name, cells in globals().items() if isinstance(cells, Cells)}
