/* overlap.h: may two views share bytes, and may a view be written? */
#ifndef TB_OVERLAP_H
#define TB_OVERLAP_H

#include "core/memory/tensor.h"

/* Fails for a written tensor with stride 0 over a size > 1: RuntimeError "unsupported operation: more than
 * one element of the written-to tensor refers to a single memory location.  Please clone() the tensor before
 * performing the operation." */
tb_status tb_check_writable(const tb_tensor *out, tb_error *err);

/* torch's partial-overlap rule for two dense views: RuntimeError "unsupported
 * operation: some elements of the input tensor and the written-to tensor refer
 * to a single memory location. Please clone() the tensor before performing the
 * operation." */
tb_status tb_check_partial_overlap(const tb_tensor *out, const tb_tensor *in, tb_error *err);

/* The same, but also fails if both are the very same elements, or `in` is `out` itself, even when it is
 * empty. */
tb_status tb_check_no_overlap(const tb_tensor *out, const tb_tensor *in, tb_error *err);
/* The error of tb_check_no_overlap. */
tb_status tb_fail_overlap(tb_error *err);

/* Do the ranges of bytes from first to last of two views, or of two storages, overlap? */
bool tb_extents_overlap(const tb_tensor *a, const tb_tensor *b);
bool tb_storages_overlap(const tb_storage *a, const tb_storage *b);
/* Are no two elements of the view at the same address?  Conservative: true only for simple cases. */
bool tb_is_non_overlapping(const tb_tensor *t);

/* Cheap and conservative: do the extents in memory overlap, unless both are the same elements in the same
 * order (same address, sizes, strides, dtype)? If true, `in` must be read from a private copy before `out` is
 * written.  `in` is taken as expanded to out's sizes. */
bool tb_needs_private_copy(const tb_tensor *out, const tb_tensor *in);

#endif
