"""Which operands the forms of a row meet: dtypes, layouts, sizes, drawn by a stable hash.

A *cell* is form x dtype x layout class of the first tensor.  One pass visits every
cell once; the partner's dtype runs through all twelve along the layouts, the
partner's layout through all of its kind along the dtypes, so that each form meets
every pair of dtypes in each pass and every pair of layouts too.  The next pass
moves on to other pairs: after PASSES_FOR_ALL of them every (dtype, layout) has met
every (dtype, layout).
"""

import zlib
from dataclasses import dataclass

from differential.cases import operand
from differential.domains import number, parameter, scatter, tensor_domain, wants_single
from differential.forms import NUMBER
from oracles.dtype_rules import ALL, NAMES

LAYOUTS = ("contiguous", "transposed", "strided", "expanded", "0-dim", "zero-size")
RANKS = tuple(range(7))
SIZES = ((3, 4, 17), (2, 3, 4), (5, 7, 3))
RANK_SIZE = (2, 3, 2, 1, 2, 3)
RANK_LAYOUTS = ("odd", "transposed", "padded")
SAME_COUNT = (
    ((3, 4), (12,), (3, 4)),
    ((4, 3), (3, 4), (12, 1)),
    ((6,), (2, 3), (6,)),
    ((1,), (), (1, 1)),
    ((2, 1, 6), (3, 4), (3, 4)),
    ((2, 3, 2), (12,), (1, 12)),
)
"""Not broadcastable (or not in place), and the same number of elements: the deprecated fallback."""
CLASH = (
    ((3, 4), (3, 5), (4,)),
    ((2, 1, 3), (4, 3, 2), (1,)),
    ((3,), (2, 3), (3,)),
    ((5, 2, 4, 1), (3, 1, 1), (2, 1, 1)),
    ((1, 3, 1), (3, 1, 7), ()),
    ((2, 3), (2, 3), (4, 3)),
)
"""Refused, out of place or in place."""
ONE = (*LAYOUTS, *RANKS)
SEVERAL = (*ONE, "same count", "clash")
PASSES_FOR_ALL = 84


def layouts_of(row):
    """The layout classes of a row's cells."""
    return ONE if len(row.operands) == 1 else SEVERAL


@dataclass(frozen=True)
class Draw:
    """One cell (of every form), and what is drawn for it."""

    row: object
    dtype: int
    layout: int
    round: int

    def word(self, *parts):
        return scatter(stable(self.row.name), self.dtype, self.layout, self.round, *parts)


def stable(text):
    return zlib.crc32(text.encode())


def draws(row, dtype, passes):
    """Every layout class, `passes` times."""
    for round_ in range(passes):
        for layout in range(len(layouts_of(row))):
            yield Draw(row, dtype, layout, round_)


def class_sizes(kinds, variant):
    """(sizes, layouts) of tensors whose classes are of one family."""
    first = kinds[0]
    if first in ("same count", "clash"):
        table = SAME_COUNT if first == "same count" else CLASH
        sizes = list(table[variant % len(table)])
        return sizes[: len(kinds)], (("contiguous", "transposed", "padded")[variant % 3],) * len(kinds)
    if isinstance(first, int):
        sizes = [
            tuple(1 if d % 3 == role and len(kinds) > 1 else n for d, n in enumerate(RANK_SIZE))[6 - rank :]
            for role, rank in enumerate(kinds)
        ]
        return sizes, [RANK_LAYOUTS[(role + (sum(kinds) if role else 0)) % 3] for role in range(len(kinds))]
    size = SIZES[variant % len(SIZES)]
    if "zero-size" in kinds:
        full, empty = (size[0], 1, size[2]), (size[0], 0, size[2])
    else:
        full, empty = size, None
    sizes = [() if kind == "0-dim" else empty if kind == "zero-size" else full for kind in kinds]
    return sizes, ["contiguous" if kind in ("0-dim", "zero-size") else kind for kind in kinds]


def partner_dtype(draw, role):
    """All twelve along the layouts; the first's own where the layout is the first one, in the first pass."""
    if draw.layout == 0 and draw.round == 0:
        return draw.dtype
    step = (1, 1, 5)[role]
    count = len(NAMES if draw.dtype < len(NAMES) else ALL)
    shift = step * (draw.layout + draw.round) + stable(draw.row.name) * (draw.layout > 0)
    return (draw.dtype + shift) % count


def partner_kind(draw, kind, role):
    """Another class of the same family."""
    if kind in ("same count", "clash"):
        return kind
    family = RANKS if isinstance(kind, int) else LAYOUTS
    shift = draw.dtype + draw.round // 12 + role * draw.layout + stable(draw.row.name) // 7
    if draw.layout == 0 and draw.round == 0:
        shift = 0
    return family[(family.index(kind) + shift) % len(family)] if shift else kind


OPERANDS = {}


def shared_operand(*key):
    """The same Operand again and again, so that its tensors can be kept."""
    found = OPERANDS.get(key)
    if found is None:
        if len(OPERANDS) > 30_000:
            OPERANDS.clear()
        found = OPERANDS[key] = operand(*key)
    return found


def order_of(form, row):
    """Places of tensors, the one that decides the cell first: not a mask, if possible."""
    return sorted(form.tensors, key=lambda place: row.operands[place] in row.masks)


def operands_of(draw, form):
    """The operands of a form in a cell."""
    row = draw.row
    places = order_of(form, row)
    kind = layouts_of(row)[draw.layout]
    kinds = [kind] + [partner_kind(draw, kind, role) for role in range(1, len(places))]
    variant = draw.word(1)
    shift = draw.round if len(places) == 1 else draw.round % 4  # partners differ, so that few values will do
    sizes, layouts = class_sizes(kinds, variant)
    result = [None] * len(row.operands)
    for role, place in enumerate(places):
        dtype = ALL[partner_dtype(draw, role) if role else draw.dtype]
        if row.operands[place] in row.masks and (draw.layout == 0 or draw.word(2, role) % 5):
            dtype = "bool"
        size, layout = sizes[role], layouts[role]
        if wants_single(row, place, draw.word(3, role)):
            size, layout = (), "contiguous"
        domain = tensor_domain(row, place, form, draw.word(4, role) // 2)
        seed = (
            7919 * draw.layout + 104729 * (variant % 3) + 31 * role + 13 * ALL.index(dtype) + 1009 * (shift)
        )
        result[place] = shared_operand(dtype, tuple(size), layout, seed, domain)
    salt = stable(form.name)
    for place, what in enumerate(form.places):
        if what == NUMBER:
            kind = draw.layout + draw.dtype + draw.round + salt + place
            result[place] = number(row, place, form, kind, draw.word(5, place, salt))
    return tuple(result)


def parameters_of(draw, form):
    if not form.parameters:
        return {}
    return {
        name: parameter(
            draw.row, name, draw.layout + 3 * draw.dtype + 5 * draw.round + 7 * i + stable(form.name)
        )
        for i, name in enumerate(form.parameters)
    }
