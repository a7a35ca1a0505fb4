/* layout.h: pure functions over strides: contiguity, torch's permutation rule, what a
 * storage must hold.
 *
 * Sizes and strides as in shape.h; no function allocates. */
#ifndef TB_LAYOUT_H
#define TB_LAYOUT_H

#include "core/base/arithmetic.h"
#include "core/base/error.h"
#include <stdbool.h>
#include <stdint.h>

/* torch has no such limit; more gives RuntimeError (tb_check_ndim)
 * "only tensors with up to 64 dims are supported". */
#define TB_MAX_DIMS 64

void tb_contiguous_strides(const int64_t *size, int ndim, int64_t *stride);
bool tb_is_contiguous(const int64_t *size, const int64_t *stride, int ndim);
/* torch's is_non_overlapping_and_dense: some permutation is contiguous. */
bool tb_is_dense(const int64_t *size, const int64_t *stride, int ndim);

/* torch's permutation rule, shared by results of operators and by
 * memory_format=preserve.  `stride` holds n arrays of ndim strides each (0 =
 * broadcast, ambiguous), the first with a strict answer decides, equal strides
 * are decided by size.  perm[0] becomes the fastest dimension. */
void tb_sort_dims(const int64_t *size, int ndim, const int64_t *const *stride, int n, int *perm);

/* The same, and the strides of a fresh tensor of these sizes, packed in that order. */
void tb_sorted_strides(const int64_t *size, int ndim, const int64_t *const *stride, int n, int *perm,
                       int64_t *out);

/* Strides of a fresh tensor that keeps the layout of this one (torch's
 * preserve_format: dense layouts are kept as they are, others densely packed in
 * the sorted order). */
void tb_preserve_strides(const int64_t *size, const int64_t *stride, int ndim, int64_t *out);

/* A negative stride that no element depends on (its size is at most 1, or the tensor
 * is empty) becomes what contiguous memory would have there.  False for any other. */
bool tb_pack_negative_strides(const int64_t *size, int64_t *stride, int ndim);
/* The same for empty_strided, with its error ("Storage size calculation overflowed
 * with sizes=[2, 3] and strides=[1, -1]"). */
tb_status tb_replace_negative_strides(const int64_t *size, int64_t *stride, int ndim, tb_error *err);

/* Number of elements a storage must hold for offset, sizes and strides (0 if
 * empty); overflow is a RuntimeError. */
tb_status tb_storage_extent(const int64_t *size, const int64_t *stride, int ndim, int64_t offset,
                            int64_t itemsize, int64_t *elements, tb_error *err);

#endif
