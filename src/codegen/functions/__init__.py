"""The function table: one row per function that is not pointwise, in files by family.

row.py describes the fields of a row, and ../function_tables.py generates code from the rows.
"""

from codegen.functions import (
    attributes,
    calculus,
    classes,
    closeness,
    constructors,
    creation,
    data,
    drawing,
    indexing,
    methods,
    neural,
    predicates,
    products,
    promotion,
    protocols,
    reductions,
    scans_and_sorts,
    sets,
    settings,
    shapes,
    special,
    statistics,
    views,
)

FUNCTIONS = (
    *reductions.ROWS,
    *scans_and_sorts.ROWS,
    *statistics.ROWS,
    *special.ROWS,
    *calculus.ROWS,
    *sets.ROWS,
    *products.ROWS,
    *shapes.ROWS,
    *creation.ROWS,
    *drawing.ROWS,
    *data.ROWS,
    *views.ROWS,
    *indexing.ROWS,
    *methods.ROWS,
    *protocols.ROWS,
    *promotion.ROWS,
    *settings.ROWS,
    *constructors.ROWS,
    *classes.ROWS,
    *closeness.ROWS,
    *predicates.ROWS,
    *neural.ROWS,
)
BY_NAME = {row.name: row for row in FUNCTIONS}
ATTRIBUTES = attributes.ROWS
