/* layout.h: pure functions over strides: contiguity, torch's permutation rule, the size of the storage that a
 * view needs.
 *
 * Sizes and strides as in shape.h; no function allocates. */
#ifndef TB_LAYOUT_H
#define TB_LAYOUT_H

#include "core/base/arithmetic.h"
#include "core/base/error.h"
#include <stdbool.h>
#include <stdint.h>

/* torch has no such limit.  A tensor of more dimensions gives RuntimeError "only tensors with up to 64 dims
 * are supported" (tb_check_ndim). */
#define TB_MAX_DIMS 64

void tb_contiguous_strides(const int64_t *size, int ndim, int64_t *stride);
bool tb_is_contiguous(const int64_t *size, const int64_t *stride, int ndim);
/* torch's is_non_overlapping_and_dense: some permutation is contiguous. */
bool tb_is_dense(const int64_t *size, const int64_t *stride, int ndim);

/* torch's permutation rule, shared by results of operators and by memory_format=preserve.  `stride` holds n
 * arrays of ndim strides each (0: broadcast, ambiguous).  The first array with unequal strides decides; equal
 * strides are decided by size.  perm[0] becomes the fastest dimension. */
void tb_sort_dims(const int64_t *size, int ndim, const int64_t *const *stride, int n, int *perm);

/* tb_sort_dims, and the strides of a fresh dense tensor of these sizes in that order. */
void tb_sorted_strides(const int64_t *size, int ndim, const int64_t *const *stride, int n, int *perm,
                       int64_t *out);

/* Strides of a fresh tensor that keeps the layout of the given one (torch's preserve_format: a dense layout
 * is kept, others become dense in the sorted order). */
void tb_preserve_strides(const int64_t *size, const int64_t *stride, int ndim, int64_t *out);

/* Replaces a negative stride that addresses no element (its size is at most 1, or the tensor is empty) by
 * that of contiguous memory.  Returns false if there is any other negative stride. */
bool tb_pack_negative_strides(const int64_t *size, int64_t *stride, int ndim);
/* The same for empty_strided, which fails on other negative strides ("Storage size calculation overflowed
 * with sizes=[2, 3] and strides=[1, -1]"). */
tb_status tb_replace_negative_strides(const int64_t *size, int64_t *stride, int ndim, tb_error *err);

/* Number of elements a storage must hold for offset, sizes and strides (0 if
 * empty); overflow is a RuntimeError. */
tb_status tb_storage_extent(const int64_t *size, const int64_t *stride, int ndim, int64_t offset,
                            int64_t itemsize, int64_t *elements, tb_error *err);

#endif
