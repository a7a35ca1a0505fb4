"""What the extension module calls of this package: tbcast/__init__.py registers `find`, and what it names is
imported when the extension first needs it.
"""

import importlib

_WHERE = {
    "tensor_text": "_printing._tensor_str",
    "storage_text": "storage._untyped_text",
    "note": "_explain.error_note.note",
    "note_of_indices": "_explain.error_note.note_of_indices",
    "note_of_batches": "_explain.error_note.note_of_batches",
    "marks": "_verdict.marks.of_result",
    "norm": "_composite.norm.norm",
    "norm_method": "_composite.norm.method",
    "reduce_tensor": "_pickling.reduce_tensor",
    "deepcopy_tensor": "_pickling.deepcopy_tensor",
    "reduce_storage": "_pickling.reduce_storage",
    "reduce_generator": "_pickling.reduce_generator",
    "typed_storage_of": "storage._storage_of",
    "from_dlpack": "utils.dlpack.from_dlpack",
    "dlpack": "utils.dlpack._method",
    "dlpack_device": "utils.dlpack._device_method",
    "array": "_composite.arrays.array",
    "array_wrap": "_composite.arrays.array_wrap",
    "format": "_printing._format",
    "inner": "_composite.contractions.inner",
    "kron": "_composite.contractions.kron",
    "dist": "_composite.contractions.dist",
    "normal": "_composite.drawing.normal",
    "multinomial": "_composite.drawing.multinomial",
    "dim_order": "_composite.dim_order.dim_order",
    "put": "_composite.writes.put",
    "put_in_place": "_composite.writes.put_in_place",
    "index_put": "_composite.writes.index_put",
    "index_put_in_place": "_composite.writes.index_put_in_place",
    "masked_scatter": "_composite.writes.masked_scatter",
    "masked_scatter_in_place": "_composite.writes.masked_scatter_in_place",
    "fill_diagonal_in_place": "_composite.writes.fill_diagonal_in_place",
    "nonzero_static": "_composite.positions.nonzero_static",
    "diff": "_composite.shapes.diff",
    "nansum": "_composite.statistics.nansum",
    "nanmean": "_composite.statistics.nanmean",
    "trace": "_composite.statistics.trace",
    "quantile": "_composite.quantiles.quantile",
    "nanquantile": "_composite.quantiles.nanquantile",
    "histc": "_composite.histograms.histc",
    "histogram": "_composite.histograms.histogram",
    "cov": "_composite.statistics.cov",
    "corrcoef": "_composite.statistics.corrcoef",
    "trapezoid": "_composite.calculus.trapezoid",
    "trapz": "_composite.calculus.trapz",
    "cumulative_trapezoid": "_composite.calculus.cumulative_trapezoid",
    "gradient": "_composite.calculus.gradient",
    "cosine_similarity": "_composite.similarity.cosine_similarity",
    "one_hot": "_composite.similarity.one_hot",
}
"""The hooks of src/python/base/hooks.h."""


def find(name: str):
    """The object of this package that a hook stands for."""
    module, _, attribute = _WHERE[name].rpartition(".")
    return getattr(importlib.import_module(f"tbcast.{module}"), attribute)
