"""Where the bodies of functions find their arguments: the slots of given[] in C.

Rows of one body, or of one slot_group, share slots: whoever reads TBPY_REDUCE_KEEPDIM finds the argument of
that name, whatever row was called, and NULL where the row has none.
"""

from codegen.functions import FUNCTIONS

OPTIONS = ("dtype", "layout", "device", "pin_memory", "requires_grad")
"""Side by side in every group that has them all: src/python/create/options.c reads them so."""


def group_of(row) -> str:
    """Rows without a body hand on their arguments by name, and share nothing."""
    return row.slot_group or row.body or row.key


def _place(row, name) -> str:
    return row.stands_for.get(name, name)


def _groups() -> dict:
    found = {}
    for row in FUNCTIONS:
        places = [_place(row, name) for name in row.slots]
        assert len(set(places)) == len(places), f"{row.key}: two arguments in one slot"
        group = found.setdefault(group_of(row), {})
        group.update(dict.fromkeys(places))
        apart = {*OPTIONS} <= {*group} and ", ".join(OPTIONS) not in ", ".join(group)
        assert not apart, f"{row.key}: other arguments between dtype= and requires_grad="
    return {group: tuple(places) for group, places in found.items()}


GROUPS = _groups()
"""{group: what is in its slots}."""
IN_C = sorted({group_of(row) for row in FUNCTIONS if row.body})


def slot(row, name) -> int:
    """The number of the slot that the row's argument is in."""
    return GROUPS[group_of(row)].index(_place(row, name))


def names(row) -> tuple:
    """What the row calls the argument in each slot; None where it has none."""
    own = {_place(row, name): name for name in row.slots}
    return tuple(own.get(place) for place in GROUPS[group_of(row)])
