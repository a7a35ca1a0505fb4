"""All lists of calls of functions that are not pointwise, by name: those that are derived from the function
table's rows (derived.py), and those written by hand for what has no row: Python functions of torch.nn and of
compositions, memory formats, random numbers.  A module *_cases.py has Cells, or dictionaries of them.
"""

import functools

from calls import (
    activations_cases,
    applied_cases,
    attention_cases,
    constructor_cases,
    contraction_cases,
    derived,
    drawing_cases,
    function_cells,
    joins_cases,
    layers_cases,
    linalg_cases,
    losses_cases,
    matmul_cases,
    neural_cases,
    sets_cases,
    shapes_cases,
    splitting_cases,
    vectors_cases,
    windows_cases,
)
from calls.function_cells import Cells

BY_HAND = (
    *(applied_cases, constructor_cases, contraction_cases, drawing_cases, joins_cases, layers_cases),
    *(losses_cases, matmul_cases, neural_cases, sets_cases, shapes_cases, splitting_cases, vectors_cases),
    activations_cases,
    attention_cases,
    linalg_cases,
    windows_cases,
)


@functools.cache
def lists():
    """{"cumsum: out=", "shapes.GRIDS": Cells}, each once."""
    return derived.lists() | by_hand_lists()


@functools.cache
def by_hand_lists():
    found, seen = {}, set()
    for module in BY_HAND:
        family = module.__name__.removeprefix("calls.").removesuffix("_cases")
        for name, value in vars(module).items():
            several = value if isinstance(value, dict) and not name.startswith("_") else {"": value}
            for key, cells in several.items():
                if isinstance(cells, Cells) and id(cells) not in seen:
                    found[f"{family}.{name} {key}".rstrip()] = cells
                    seen.add(id(cells))
    return found


def places(name, text):
    """The (dtype, layout) in which an expression of a list is evaluated: of derived calls a sample."""
    cells = lists()[name]
    if name in derived.lists():
        return function_cells.sample(cells, text)
    return [(dtype, layout) for dtype in cells.dtypes for layout in cells.layouts]


def calls_of(row):
    """(list, expression) of every derived call of the row."""
    return [(key, text) for key in derived.keys_of(row) for text in lists()[key].expressions]
