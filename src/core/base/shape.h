/* shape.h: pure functions over sizes and strides: counting, broadcasting, view inference.
 *
 * Sizes and strides are int64_t arrays of `ndim` elements, outermost first; strides count elements, not
 * bytes.  No function allocates.  Everything that comes from outside is overflow-checked.  The strides of
 * dimensions of size 1 and of empty tensors may be as large as INT64_MAX: do not multiply them unchecked. */
#ifndef TB_SHAPE_H
#define TB_SHAPE_H

#include "core/base/layout.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int ndim;
    int64_t size[TB_MAX_DIMS];
} tb_shape;

tb_status tb_check_ndim(int ndim, tb_error *err);
/* "Trying to create tensor with negative dimension -1: [-1]". */
tb_status tb_check_signs(const int64_t *size, int ndim, tb_error *err);

/* Checks ndim, the signs, that numel * itemsize fits int64 ("Storage size calculation overflowed with
 * sizes=[...]"), and that contiguous strides fit ("Stride calculation overflowed", possible for empty tensors
 * only); *numel receives the number of elements. */
tb_status tb_check_sizes(const int64_t *size, int ndim, int64_t itemsize, int64_t *numel, tb_error *err);

/* Checks ndim and that the number of elements alone fits int64: "numel: integer multiplication overflow". For
 * views, whose memory exists already. */
tb_status tb_check_numel(const int64_t *size, int ndim, int64_t *numel, tb_error *err);

/* Product of checked sizes. */
int64_t tb_numel(const int64_t *size, int ndim);
/* Inline, since every call uses it. */
static inline bool tb_same_sizes(const int64_t *a, int a_ndim, const int64_t *b, int b_ndim)
{
    if (a_ndim != b_ndim)
        return false;
    for (int d = 0; d < a_ndim; d++)
        if (a[d] != b[d])
            return false;
    return true;
}

/* Wraps a dimension of [-n, n) to [0, n), n = max(ndim, 1) (ndim + extra for
 * unsqueeze-like functions); IndexError "Dimension out of range (expected to be
 * in range of [-2, 1], but got 3)" otherwise. */
tb_status tb_wrap_dim(int64_t dim, int ndim, int *wrapped, tb_error *err);
/* Wraps n dimensions and returns them as a bit set; RuntimeError "dim 1 appears multiple times in the list of
 * dims". */
tb_status tb_wrap_dims(const int64_t *dims, int n, int ndim, uint64_t *set, tb_error *err);
/* "index 5 is out of bounds for dimension 0 with size 3". */
tb_status tb_fail_bounds(tb_status status, int64_t index, int dim, int64_t size, tb_error *err);

/* ---- broadcasting (the note, "General semantics") ---- */

/* `acc` becomes the broadcast of itself and `size`; the error is "The size of
 * tensor a (2) must match the size of tensor b (3) at non-singleton dimension
 * 1": first clash from the trailing end, dimension counted in the result.
 * Fold from the left for more operands.  On failure `acc` is unchanged. */
tb_status tb_broadcast(tb_shape *acc, const int64_t *size, int ndim, tb_error *err);

/* The broadcast shape of two batches of matrices, without the last two dimensions, which take no part in it.
 * The error is tb_broadcast's, about the whole shapes. */
tb_status tb_broadcast_batches(tb_shape *batch, const int64_t *a, int a_ndim, const int64_t *b, int b_ndim,
                               tb_error *err);

/* Can `size` be expanded to `target`?  If not and clash is not NULL, *clash is the first clashing dimension
 * from the trailing end, counted in target, or -1 if `target` only lacks a dimension of `size`. */
bool tb_expandable(const int64_t *size, int ndim, const int64_t *target, int target_ndim, int *clash);

/* Strides (in elements) of `size`/`stride` expanded to `target`: 0 along every dimension that is missing, or
 * has size 1 but not in target.  The caller has checked tb_expandable. */
void tb_expand_strides(const int64_t *size, const int64_t *stride, int ndim, const int64_t *target,
                       int target_ndim, int64_t *out);

/* Tensor.expand: `target` may hold -1 for "keep".  Fills sizes and strides of
 * target_ndim elements; torch's texts ("The expanded size of the tensor (3)
 * must match the existing size (2) at non-singleton dimension 0.  Target sizes:
 * [3].  Tensor sizes: [2]"). */
tb_status tb_infer_expand(const int64_t *size, const int64_t *stride, int ndim, const int64_t *target,
                          int target_ndim, int64_t *out_size, int64_t *out_stride, tb_error *err);

/* Called after tb_fail: records that the failure is about expanding `size` to `target`.  Returns
 * TB_RUNTIME_ERROR. */
tb_status tb_fail_expand(tb_error *err, const int64_t *size, int ndim, const int64_t *target,
                         int target_ndim);

/* ---- views ---- */

/* Replaces one -1 in `size` so that the product is numel; torch's texts ("shape
 * '[3]' is invalid for input of size 2", "only one dimension can be inferred",
 * "invalid shape dimension -2", "cannot reshape tensor of 0 elements into shape
 * [0, -1] because the unspecified dimension size -1 can be any value and is
 * ambiguous"). */
tb_status tb_infer_size(int64_t *size, int ndim, int64_t numel, tb_error *err);

/* Strides for viewing (old_size, old_stride) as new_size without a copy; false if that is impossible.  Both
 * have the same numel. */
bool tb_view_strides(const int64_t *old_size, const int64_t *old_stride, int old_ndim,
                     const int64_t *new_size, int new_ndim, int64_t *new_stride);

#endif
