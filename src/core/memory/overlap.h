/* overlap.h: may two views touch the same bytes, and may one view write there? */
#ifndef TB_OVERLAP_H
#define TB_OVERLAP_H

#include "core/memory/tensor.h"

/* A written tensor with stride 0 over a size > 1: RuntimeError "unsupported
 * operation: more than one element of the written-to tensor refers to a single
 * memory location. Please clone() the tensor before performing the operation." */
tb_status tb_check_writable(const tb_tensor *out, tb_error *err);

/* torch's partial-overlap rule for two dense views: RuntimeError "unsupported
 * operation: some elements of the input tensor and the written-to tensor refer
 * to a single memory location. Please clone() the tensor before performing the
 * operation." */
tb_status tb_check_partial_overlap(const tb_tensor *out, const tb_tensor *in, tb_error *err);

/* The same, refusing the very same elements too, and `in` being `out` itself even
 * when it is empty. */
tb_status tb_check_no_overlap(const tb_tensor *out, const tb_tensor *in, tb_error *err);
/* That error. */
tb_status tb_fail_overlap(tb_error *err);

/* Do two views, or two storages, share bytes between their first and last one? */
bool tb_extents_overlap(const tb_tensor *a, const tb_tensor *b);
bool tb_storages_overlap(const tb_storage *a, const tb_storage *b);
/* Can no two elements of the view share a byte?  True only when that is obvious. */
bool tb_is_non_overlapping(const tb_tensor *t);

/* Cheap and conservative: do the extents in memory touch, other than being the
 * same elements in the same order (same address, sizes, strides, dtype)?  True means
 * that `in` must be read from a private copy before `out` is written.
 * `in` is judged as expanded to out's sizes. */
bool tb_needs_private_copy(const tb_tensor *out, const tb_tensor *in);

#endif
