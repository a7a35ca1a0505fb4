/* What the extension calls of the Python package (base/hooks.h).
 * Written by src/codegen from the function table; do not edit. */
#ifndef TBPY_HOOK_NAMES_H
#define TBPY_HOOK_NAMES_H

/* X(name, module, object) */
#define TBPY_FOR_EACH_HOOK(X) \
    X(tensor_text, "tbcast._printing", "_tensor_str") \
    X(storage_text, "tbcast._compat.typed_storage", "_untyped_text") \
    X(note, "tbcast._explain.error_note", "note") \
    X(note_of_indices, "tbcast._explain.error_note", "note_of_indices") \
    X(note_of_batches, "tbcast._explain.error_note", "note_of_batches") \
    X(marks, "tbcast._verdict.marks", "of_result") \
    X(typed_storage, "tbcast.storage", "TypedStorage") \
    X(from_dlpack, "tbcast.utils.dlpack", "from_dlpack") \
    X(trace, "tbcast._composite.statistics.moments", "trace") \
    X(renorm, "tbcast._composite.norm", "renorm") \
    X(renorm_, "tbcast._composite.norm", "renorm_") \
    X(norm, "tbcast._composite.norm", "norm") \
    X(norm_method, "tbcast._composite.norm", "method") \
    X(nansum, "tbcast._composite.statistics.moments", "nansum") \
    X(nanmean, "tbcast._composite.statistics.moments", "nanmean") \
    X(quantile, "tbcast._composite.statistics.quantiles", "quantile") \
    X(nanquantile, "tbcast._composite.statistics.quantiles", "nanquantile") \
    X(histc, "tbcast._composite.statistics.histograms", "histc") \
    X(histogram, "tbcast._composite.statistics.histograms", "histogram") \
    X(cov, "tbcast._composite.statistics.moments", "cov") \
    X(corrcoef, "tbcast._composite.statistics.moments", "corrcoef") \
    X(frexp, "tbcast._composite.special", "frexp") \
    X(mvlgamma, "tbcast._composite.special", "mvlgamma") \
    X(mvlgamma_, "tbcast._composite.special", "mvlgamma_") \
    X(_special_multigammaln, "tbcast._composite.special", "mvlgamma") \
    X(trapezoid, "tbcast._composite.statistics.calculus", "trapezoid") \
    X(trapz, "tbcast._composite.statistics.calculus", "trapz") \
    X(cumulative_trapezoid, "tbcast._composite.statistics.calculus", "cumulative_trapezoid") \
    X(gradient, "tbcast._composite.statistics.calculus", "gradient") \
    X(unique, "tbcast._composite.sets", "unique") \
    X(unique_method, "tbcast._composite.sets", "unique_method") \
    X(unique_consecutive, "tbcast._composite.sets", "unique_consecutive") \
    X(unique_consecutive_method, "tbcast._composite.sets", "unique_consecutive_method") \
    X(isin, "tbcast._composite.sets", "isin") \
    X(searchsorted, "tbcast._composite.sets", "searchsorted") \
    X(bucketize, "tbcast._composite.sets", "bucketize") \
    X(addr, "tbcast._composite.contractions", "addr") \
    X(addr_, "tbcast._composite.contractions", "addr_") \
    X(cross, "tbcast._composite.contractions", "cross") \
    X(inner, "tbcast._composite.contractions", "inner") \
    X(kron, "tbcast._composite.contractions", "kron") \
    X(dist, "tbcast._composite.contractions", "dist") \
    X(combinations, "tbcast._composite.shapes", "combinations") \
    X(vander, "tbcast._composite.shapes", "vander") \
    X(diff, "tbcast._composite.shapes", "diff") \
    X(hann_window, "tbcast._composite.windows", "hann_window") \
    X(hamming_window, "tbcast._composite.windows", "hamming_window") \
    X(blackman_window, "tbcast._composite.windows", "blackman_window") \
    X(bartlett_window, "tbcast._composite.windows", "bartlett_window") \
    X(kaiser_window, "tbcast._composite.windows", "kaiser_window") \
    X(normal, "tbcast._composite.drawing", "normal") \
    X(multinomial, "tbcast._composite.drawing", "multinomial") \
    X(put, "tbcast._composite.writes", "put") \
    X(put_, "tbcast._composite.writes", "put_") \
    X(index_put, "tbcast._composite.writes", "index_put") \
    X(index_put_, "tbcast._composite.writes", "index_put_") \
    X(masked_scatter, "tbcast._composite.writes", "masked_scatter") \
    X(masked_scatter_, "tbcast._composite.writes", "masked_scatter_") \
    X(fill_diagonal_, "tbcast._composite.writes", "fill_diagonal_") \
    X(nonzero_static, "tbcast._composite.positions", "nonzero_static") \
    X(as_subclass, "tbcast._composite.subclass", "as_subclass") \
    X(dim_order, "tbcast._composite.dim_order", "dim_order") \
    X(storage, "tbcast._compat.typed_storage", "_storage_of") \
    X(apply_, "tbcast._composite.applied", "apply") \
    X(map_, "tbcast._composite.applied", "map") \
    X(map2_, "tbcast._composite.applied", "map2") \
    X(__dlpack__, "tbcast.utils.dlpack", "_method") \
    X(__dlpack_device__, "tbcast.utils.dlpack", "_device_method") \
    X(__array__, "tbcast._composite.arrays", "array") \
    X(__array_wrap__, "tbcast._composite.arrays", "array_wrap") \
    X(__array_namespace__, "tbcast.array_api._methods", "array_namespace") \
    X(to_device, "tbcast.array_api._methods", "to_device") \
    X(__format__, "tbcast._printing", "_format") \
    X(__reduce_ex__, "tbcast._pickling", "reduce_tensor") \
    X(__deepcopy__, "tbcast._pickling", "deepcopy_tensor") \
    X(Generator___reduce__, "tbcast._pickling", "reduce_generator") \
    X(UntypedStorage___reduce_ex__, "tbcast._pickling", "reduce_storage") \
    X(cosine_similarity, "tbcast._composite.nn.similarity", "cosine_similarity") \
    X(one_hot, "tbcast._composite.nn.similarity", "one_hot") \
    X(linear, "tbcast._composite.nn.normalization", "linear") \
    X(layer_norm, "tbcast._composite.nn.normalization", "layer_norm") \
    X(batch_norm, "tbcast._composite.nn.normalization", "batch_norm") \
    X(binary_cross_entropy_with_logits, "tbcast._composite.nn.losses", "binary_cross_entropy_with_logits") \
    X(pairwise_distance, "tbcast._composite.nn.losses", "pairwise_distance") \
    X(pdist, "tbcast._composite.nn.losses", "pdist") \
    X(hardshrink, "tbcast._composite.nn.losses", "hardshrink") \
    X(constant_pad_nd, "tbcast._composite.nn.padding", "constant_pad_nd") \
    X(pad, "tbcast._composite.nn.padding", "pad") \
    X(nll_loss_nd, "tbcast._composite.nn.losses", "nll_loss_nd") \
    X(cross_entropy_loss, "tbcast._composite.nn.losses", "cross_entropy_loss") \
    X(binary_cross_entropy, "tbcast._composite.nn.losses", "binary_cross_entropy") \

typedef enum {
#define TBPY_HOOK_ID(name, module, object) TBPY_HOOK_##name,
    TBPY_FOR_EACH_HOOK(TBPY_HOOK_ID)
#undef TBPY_HOOK_ID
        TBPY_HOOKS
} tbpy_hook;

#endif
