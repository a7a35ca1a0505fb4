"""The function table: one row per function that is not pointwise, in files by family.

row.py describes the fields of a row, and ../function_tables.py generates code from the rows.
"""

from codegen.functions import (
    activations,
    attributes,
    calculus,
    classes,
    closeness,
    constructors,
    creation,
    data,
    drawing,
    fft,
    indexing,
    layers,
    linalg,
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
    spatial,
    special,
    statistics,
    views,
)
from codegen.functions.row import shaped

FUNCTIONS = (
    *shaped("reduces", reductions.ROWS),
    *shaped("keeps", scans_and_sorts.ROWS),
    *shaped("reduces", statistics.ROWS),
    *shaped("keeps", special.ROWS),
    *shaped("computes", calculus.ROWS),
    *shaped("counts", sets.ROWS),
    *shaped("computes", products.ROWS),
    *shaped("computes", linalg.ROWS),
    *shaped("computes", fft.ROWS),
    *shaped("computes", shapes.ROWS),
    *shaped("makes", creation.ROWS),
    *shaped("makes", drawing.ROWS),
    *shaped("converts", data.ROWS),
    *shaped("views", views.ROWS),
    *shaped("indexes", indexing.ROWS),
    *shaped("keeps", methods.ROWS),
    *shaped("converts", protocols.ROWS),
    *shaped("asks", promotion.ROWS),
    *shaped("sets", settings.ROWS),
    *shaped("makes", constructors.ROWS),
    *shaped("asks", classes.ROWS),
    *shaped("compares", closeness.ROWS),
    *shaped("asks", predicates.ROWS),
    *shaped("computes", neural.ROWS),
    *shaped("computes", spatial.ROWS),
    *activations.ROWS,
    *shaped("computes", layers.ROWS),
)
BY_NAME = {row.name: row for row in FUNCTIONS}
ATTRIBUTES = attributes.ROWS
