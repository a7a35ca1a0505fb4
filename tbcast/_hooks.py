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
    "addr": "_composite.contractions.addr",
    "addr_in_place": "_composite.contractions.addr_in_place",
    "cross": "_composite.contractions.cross",
    "as_subclass": "_composite.subclass.as_subclass",
    "dist": "_composite.contractions.dist",
    "dim_order": "_composite.dim_order.dim_order",
    "unique": "_composite.sets.unique",
    "unique_method": "_composite.sets.unique_method",
    "unique_consecutive": "_composite.sets.unique_consecutive",
    "unique_consecutive_method": "_composite.sets.unique_consecutive_method",
    "isin": "_composite.sets.isin",
    "searchsorted": "_composite.sets.searchsorted",
    "bucketize": "_composite.sets.bucketize",
    "hann_window": "_composite.windows.hann_window",
    "hamming_window": "_composite.windows.hamming_window",
    "blackman_window": "_composite.windows.blackman_window",
    "bartlett_window": "_composite.windows.bartlett_window",
    "kaiser_window": "_composite.windows.kaiser_window",
    "combinations": "_composite.shapes.combinations",
    "vander": "_composite.shapes.vander",
    "renorm": "_composite.norm.renorm",
    "renorm_in_place": "_composite.norm.renorm_in_place",
    "apply": "_composite.applied.apply",
    "map": "_composite.applied.map",
    "map2": "_composite.applied.map2",
    "diff": "_composite.shapes.diff",
    "linear": "_composite.normalization.linear",
    "layer_norm": "_composite.normalization.layer_norm",
    "batch_norm": "_composite.normalization.batch_norm",
    "binary_cross_entropy_with_logits": "_composite.losses.binary_cross_entropy_with_logits",
    "pairwise_distance": "_composite.losses.pairwise_distance",
    "pdist": "_composite.losses.pdist",
    "hardshrink": "_composite.losses.hardshrink",
    "constant_pad_nd": "_composite.padding.constant_pad_nd",
    "pad": "_composite.padding.pad",
    "nll_loss_nd": "_composite.losses.nll_loss_nd",
    "cross_entropy_loss": "_composite.losses.cross_entropy_loss",
    "binary_cross_entropy": "_composite.losses.binary_cross_entropy",
    "cosine_similarity": "_composite.similarity.cosine_similarity",
    "one_hot": "_composite.similarity.one_hot",
}
"""The hooks of src/python/base/hooks.h."""


def find(name: str):
    """The object of this package that a hook stands for."""
    module, _, attribute = _WHERE[name].rpartition(".")
    return getattr(importlib.import_module(f"tbcast.{module}"), attribute)
