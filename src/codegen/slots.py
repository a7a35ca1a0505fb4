"""Where the bodies of functions find their arguments: the slots of given[] in C.

Rows that share a body, or that name one layout, share its slots: whoever reads TBPY_REDUCE_KEEPDIM finds the
argument of that name, whatever row was called, and NULL where the row has none.
"""

from codegen.functions import FUNCTIONS

IN_PYTHON = ("in_python", "python")
"""Bodies that hand on arguments by name: their rows share nothing."""


def layout_of(row) -> str:
    return row.key if row.body in IN_PYTHON else row.layout or row.body


def _place(row, name) -> str:
    return row.stands_for.get(name, name)


def _layouts() -> dict:
    found = {}
    for row in FUNCTIONS:
        places = [_place(row, name) for name in row.slots]
        assert len(set(places)) == len(places), f"{row.key}: two arguments in one slot"
        found.setdefault(layout_of(row), {}).update(dict.fromkeys(places))
    return {layout: tuple(places) for layout, places in found.items()}


LAYOUTS = _layouts()
"""{layout: what is in its slots}."""
IN_C = sorted({layout_of(row) for row in FUNCTIONS if row.body not in IN_PYTHON})


def slot(row, name) -> int:
    """The number of the slot that the row's argument is in."""
    return LAYOUTS[layout_of(row)].index(_place(row, name))


def names(row) -> tuple:
    """What the row calls the argument in each slot; None where it has none."""
    own = {_place(row, name): name for name in row.slots}
    return tuple(own.get(place) for place in LAYOUTS[layout_of(row)])
