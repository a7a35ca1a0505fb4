/* hook_names.h: which hooks there are (hooks.h says what they are for). */
#ifndef TBPY_HOOK_NAMES_H
#define TBPY_HOOK_NAMES_H

/* Names as _C._register_hooks takes them. */
#define TBPY_FOR_EACH_HOOK(X)                                                            \
    X(FIND, find) /* find(name): the object that a hook stands for */                    \
    X(TENSOR_TEXT, tensor_text)                                                          \
    X(STORAGE_TEXT, storage_text)                                                        \
    X(NOTE, note)                                                                        \
    X(NOTE_OF_INDICES, note_of_indices)                                                  \
    X(NOTE_OF_BATCHES, note_of_batches)                                                  \
    X(MARKS, marks)                                                                      \
    X(NORM, norm)                                                                        \
    X(NORM_METHOD, norm_method)                                                          \
    X(REDUCE_TENSOR, reduce_tensor)                                                      \
    X(DEEPCOPY_TENSOR, deepcopy_tensor)                                                  \
    X(REDUCE_STORAGE, reduce_storage)                                                    \
    X(REDUCE_GENERATOR, reduce_generator)                                                \
    X(TYPED_STORAGE, typed_storage) /* the type, registered by its module */             \
    X(TYPED_STORAGE_OF, typed_storage_of)                                                \
    X(FROM_DLPACK, from_dlpack)                                                          \
    /* bodies of the function table */                                                   \
    X(DLPACK, dlpack)                                                                    \
    X(DLPACK_DEVICE, dlpack_device)                                                      \
    X(ARRAY, array)                                                                      \
    X(ARRAY_WRAP, array_wrap)                                                            \
    X(ARRAY_NAMESPACE, array_namespace)                                                  \
    X(TO_DEVICE, to_device)                                                              \
    X(FORMAT, format)                                                                    \
    X(INNER, inner)                                                                      \
    X(KRON, kron)                                                                        \
    X(ADDR, addr)                                                                        \
    X(ADDR_IN_PLACE, addr_in_place)                                                      \
    X(CROSS, cross)                                                                      \
    X(AS_SUBCLASS, as_subclass)                                                          \
    X(DIST, dist)                                                                        \
    X(NORMAL, normal)                                                                    \
    X(MULTINOMIAL, multinomial)                                                          \
    X(PUT, put)                                                                          \
    X(PUT_IN_PLACE, put_in_place)                                                        \
    X(INDEX_PUT, index_put)                                                              \
    X(INDEX_PUT_IN_PLACE, index_put_in_place)                                            \
    X(MASKED_SCATTER, masked_scatter)                                                    \
    X(MASKED_SCATTER_IN_PLACE, masked_scatter_in_place)                                  \
    X(FILL_DIAGONAL_IN_PLACE, fill_diagonal_in_place)                                    \
    X(NONZERO_STATIC, nonzero_static)                                                    \
    X(NANSUM, nansum)                                                                    \
    X(NANMEAN, nanmean)                                                                  \
    X(TRACE, trace)                                                                      \
    X(FREXP, frexp)                                                                      \
    X(MVLGAMMA, mvlgamma)                                                                \
    X(MVLGAMMA_IN_PLACE, mvlgamma_in_place)                                              \
    X(QUANTILE, quantile)                                                                \
    X(NANQUANTILE, nanquantile)                                                          \
    X(HISTC, histc)                                                                      \
    X(HISTOGRAM, histogram)                                                              \
    X(COV, cov)                                                                          \
    X(CORRCOEF, corrcoef)                                                                \
    X(TRAPEZOID, trapezoid)                                                              \
    X(TRAPZ, trapz)                                                                      \
    X(CUMULATIVE_TRAPEZOID, cumulative_trapezoid)                                        \
    X(GRADIENT, gradient)                                                                \
    X(UNIQUE, unique)                                                                    \
    X(UNIQUE_METHOD, unique_method)                                                      \
    X(UNIQUE_CONSECUTIVE, unique_consecutive)                                            \
    X(UNIQUE_CONSECUTIVE_METHOD, unique_consecutive_method)                              \
    X(ISIN, isin)                                                                        \
    X(SEARCHSORTED, searchsorted)                                                        \
    X(BUCKETIZE, bucketize)                                                              \
    X(HANN_WINDOW, hann_window)                                                          \
    X(HAMMING_WINDOW, hamming_window)                                                    \
    X(BLACKMAN_WINDOW, blackman_window)                                                  \
    X(BARTLETT_WINDOW, bartlett_window)                                                  \
    X(KAISER_WINDOW, kaiser_window)                                                      \
    X(COMBINATIONS, combinations)                                                        \
    X(VANDER, vander)                                                                    \
    X(RENORM, renorm)                                                                    \
    X(RENORM_IN_PLACE, renorm_in_place)                                                  \
    X(APPLY, apply)                                                                      \
    X(MAP, map)                                                                          \
    X(MAP2, map2)                                                                        \
    X(DIFF, diff)                                                                        \
    X(LINEAR, linear)                                                                    \
    X(LAYER_NORM, layer_norm)                                                            \
    X(BATCH_NORM, batch_norm)                                                            \
    X(BINARY_CROSS_ENTROPY_WITH_LOGITS, binary_cross_entropy_with_logits)                \
    X(PAIRWISE_DISTANCE, pairwise_distance)                                              \
    X(PDIST, pdist)                                                                      \
    X(HARDSHRINK, hardshrink)                                                            \
    X(CONSTANT_PAD_ND, constant_pad_nd)                                                  \
    X(PAD, pad)                                                                          \
    X(NLL_LOSS_ND, nll_loss_nd)                                                          \
    X(CROSS_ENTROPY_LOSS, cross_entropy_loss)                                            \
    X(BINARY_CROSS_ENTROPY, binary_cross_entropy)                                        \
    X(COSINE_SIMILARITY, cosine_similarity)                                              \
    X(ONE_HOT, one_hot)                                                                  \
    X(DIM_ORDER, dim_order)

typedef enum {
#define TBPY_HOOK_NAME(upper, name) TBPY_HOOK_##upper,
    TBPY_FOR_EACH_HOOK(TBPY_HOOK_NAME)
#undef TBPY_HOOK_NAME
        TBPY_HOOKS
} tbpy_hook;

#endif
