/* shape.c: sizes: counting, broadcasting, expanding, view inference. */
#include "core/base/shape.h"

#include <inttypes.h>
#include <string.h>

/* ---- counting ---- */

tb_status tb_check_ndim(int ndim, tb_error *err)
{
    if (ndim > TB_MAX_DIMS)
        return tb_fail(err, TB_RUNTIME_ERROR, "only tensors with up to %d dims are supported", TB_MAX_DIMS);
    return TB_OK;
}

tb_status tb_check_signs(const int64_t *size, int ndim, tb_error *err)
{
    char text[TB_SHAPE_TEXT_MAX];
    for (int d = 0; d < ndim; d++)
        if (size[d] < 0)
            return tb_fail(err, TB_RUNTIME_ERROR,
                           "Trying to create tensor with negative dimension %" PRId64 ": %s", size[d],
                           tb_shape_text(text, sizeof text, size, ndim));
    return TB_OK;
}

/* Multiplies from the left in unsigned arithmetic, as torch does: a 0 hides an overflow after it, but not one
 * before it.  False if the product does not fit int64. */
static bool product_fits(const int64_t *size, int ndim, int64_t factor, int64_t *product)
{
    uint64_t n = 1;
    bool overflow = false;
    for (int d = 0; d < ndim; d++)
        overflow |= __builtin_mul_overflow(n, (uint64_t)size[d], &n);
    overflow |= __builtin_mul_overflow(n, (uint64_t)factor, &n) || n > INT64_MAX;
    *product = (int64_t)(n & INT64_MAX);
    return !overflow;
}

tb_status tb_check_numel(const int64_t *size, int ndim, int64_t *numel, tb_error *err)
{
    TB_TRY(tb_check_ndim(ndim, err));
    bool negative = false; /* an overflow too, since torch counts in unsigned numbers */
    for (int d = 0; d < ndim; d++)
        negative |= size[d] < 0;
    if (negative || !product_fits(size, ndim, 1, numel))
        return tb_fail(err, TB_RUNTIME_ERROR, "numel: integer multiplication overflow");
    return TB_OK;
}

tb_status tb_check_sizes(const int64_t *size, int ndim, int64_t itemsize, int64_t *numel, tb_error *err)
{
    char text[TB_SHAPE_TEXT_MAX];
    int64_t nbytes, step = 1;
    TB_TRY(tb_check_ndim(ndim, err));
    TB_TRY(tb_check_signs(size, ndim, err));
    if (!product_fits(size, ndim, itemsize, &nbytes))
        return tb_fail(err, TB_RUNTIME_ERROR, "Storage size calculation overflowed with sizes=%s",
                       tb_shape_text(text, sizeof text, size, ndim));
    /* An empty tensor also has strides, with its sizes of 0 counted as 1. */
    for (int d = ndim - 1; d > 0; d--)
        if (__builtin_mul_overflow(step, size[d] > 1 ? size[d] : 1, &step))
            return tb_fail(err, TB_RUNTIME_ERROR, "Stride calculation overflowed");
    *numel = nbytes / itemsize;
    return TB_OK;
}

int64_t tb_numel(const int64_t *size, int ndim)
{
    uint64_t n = 1; /* unsigned, since it may wrap around before a size of 0 */
    for (int d = 0; d < ndim; d++)
        n *= (uint64_t)size[d];
    return (int64_t)n;
}

tb_status tb_wrap_dim(int64_t dim, int ndim, int *wrapped, tb_error *err)
{
    int n = ndim > 0 ? ndim : 1;
    if (dim < -n || dim >= n)
        return tb_fail(err, TB_INDEX_ERROR,
                       "Dimension out of range (expected to be in range of [%d, %d], but got %" PRId64 ")",
                       -n, n - 1, dim);
    *wrapped = (int)(dim < 0 ? dim + n : dim);
    return TB_OK;
}

tb_status tb_wrap_dims(const int64_t *dims, int n, int ndim, uint64_t *set, tb_error *err)
{
    *set = 0;
    for (int i = 0; i < n; i++) {
        int d = 0;
        TB_TRY(tb_wrap_dim(dims[i], ndim, &d, err));
        if (*set >> d & 1)
            return tb_fail(err, TB_RUNTIME_ERROR, "dim %d appears multiple times in the list of dims", d);
        *set |= UINT64_C(1) << d;
    }
    return TB_OK;
}

tb_status tb_fail_bounds(tb_status status, int64_t index, int dim, int64_t size, tb_error *err)
{
    return tb_fail(err, status, "index %" PRId64 " is out of bounds for dimension %d with size %" PRId64,
                   index, dim, size);
}

/* ---- broadcasting ---- */

static tb_status fail_broadcast(const tb_shape *acc, const int64_t *size, int ndim, int64_t a, int64_t b,
                                int dim, tb_error *err)
{
    tb_fail(err, TB_RUNTIME_ERROR,
            "The size of tensor a (%" PRId64 ") must match the size of tensor b (%" PRId64
            ") at non-singleton dimension %d",
            a, b, dim);
    tb_fail_about(err, TB_ABOUT_SHAPES);
    tb_fail_shape(err, acc->size, acc->ndim);
    tb_fail_shape(err, size, ndim);
    return TB_RUNTIME_ERROR;
}

tb_status tb_broadcast(tb_shape *acc, const int64_t *size, int ndim, tb_error *err)
{
    tb_shape result;
    TB_TRY(tb_check_ndim(ndim, err));
    result.ndim = acc->ndim > ndim ? acc->ndim : ndim;
    for (int i = 1; i <= result.ndim; i++) {
        int64_t a = i <= acc->ndim ? acc->size[acc->ndim - i] : 1;
        int64_t b = i <= ndim ? size[ndim - i] : 1;
        if (a != b && a != 1 && b != 1)
            return fail_broadcast(acc, size, ndim, a, b, result.ndim - i, err);
        result.size[result.ndim - i] = a == 1 ? b : a;
    }
    acc->ndim = result.ndim;
    memcpy(acc->size, result.size, (size_t)result.ndim * sizeof *acc->size);
    return TB_OK;
}

tb_status tb_broadcast_batches(tb_shape *batch, const int64_t *a, int a_ndim, const int64_t *b, int b_ndim,
                               tb_error *err)
{
    batch->ndim = a_ndim > 2 ? a_ndim - 2 : 0;
    memcpy(batch->size, a, (size_t)batch->ndim * sizeof *a);
    const tb_status status = tb_broadcast(batch, b, b_ndim > 2 ? b_ndim - 2 : 0, err);
    if (status != TB_OK && a_ndim > 2 && b_ndim > 2) {
        tb_fail_about(err, TB_ABOUT_BATCHES);
        tb_fail_shape(err, a, a_ndim);
        tb_fail_shape(err, b, b_ndim);
    }
    return status;
}

bool tb_expandable(const int64_t *size, int ndim, const int64_t *target, int target_ndim, int *clash)
{
    for (int i = 1; i <= ndim && i <= target_ndim; i++) {
        if (size[ndim - i] != 1 && size[ndim - i] != target[target_ndim - i]) {
            if (clash)
                *clash = target_ndim - i;
            return false;
        }
    }
    if (ndim <= target_ndim)
        return true;
    if (clash)
        *clash = -1;
    return false;
}

void tb_expand_strides(const int64_t *size, const int64_t *stride, int ndim, const int64_t *target,
                       int target_ndim, int64_t *out)
{
    for (int i = 1; i <= target_ndim; i++) {
        bool repeated = i > ndim || size[ndim - i] != target[target_ndim - i];
        out[target_ndim - i] = repeated ? 0 : stride[ndim - i];
    }
}

tb_status tb_fail_expand(tb_error *err, const int64_t *size, int ndim, const int64_t *target, int target_ndim)
{
    int64_t wanted[TB_MAX_DIMS];
    for (int d = 0; d < target_ndim; d++) {
        const int from = d - (target_ndim - ndim);
        wanted[d] = target[d] == -1 && ndim <= target_ndim && from >= 0 ? size[from] : target[d];
        if (wanted[d] < 0)
            return TB_RUNTIME_ERROR; /* the sizes form no shape */
    }
    tb_fail_about(err, TB_ABOUT_EXPAND);
    tb_fail_shape(err, wanted, target_ndim);
    tb_fail_shape(err, size, ndim);
    return TB_RUNTIME_ERROR;
}

tb_status tb_infer_expand(const int64_t *size, const int64_t *stride, int ndim, const int64_t *target,
                          int target_ndim, int64_t *out_size, int64_t *out_stride, tb_error *err)
{
    char wanted[TB_SHAPE_TEXT_MAX], have[TB_SHAPE_TEXT_MAX];
    TB_TRY(tb_check_ndim(target_ndim, err));
    if (target_ndim < ndim) {
        tb_fail(err, TB_RUNTIME_ERROR,
                "the number of sizes provided (%d) must be greater or equal to the number of dimensions in "
                "the tensor (%d)",
                target_ndim, ndim);
        return tb_fail_expand(err, size, ndim, target, target_ndim);
    }
    for (int d = target_ndim - 1; d >= 0; d--) {
        int from = d - (target_ndim - ndim);
        int64_t have_size = from >= 0 ? size[from] : 1;
        if (target[d] == -1 && from < 0 && ndim > 0)
            return tb_fail(err, TB_RUNTIME_ERROR,
                           "The expanded size of the tensor (-1) isn't allowed in a leading, non-existing "
                           "dimension %d",
                           d);
        out_size[d] = target[d] == -1 && from >= 0 ? have_size : target[d];
        if (from >= 0)
            out_stride[d] = stride[from];
        else
            out_stride[d] = ndim == 0 ? 0 : tb_saturating_mul(out_size[d + 1], out_stride[d + 1]);
        if (out_size[d] == have_size)
            continue;
        if (have_size != 1) {
            tb_fail(err, TB_RUNTIME_ERROR,
                    "The expanded size of the tensor (%" PRId64 ") must match the existing size (%" PRId64
                    ") at non-singleton dimension %d.  Target sizes: %s.  Tensor sizes: %s",
                    out_size[d], have_size, d, tb_shape_text(wanted, sizeof wanted, target, target_ndim),
                    tb_shape_text(have, sizeof have, size, ndim));
            return tb_fail_expand(err, size, ndim, target, target_ndim);
        }
        out_stride[d] = 0;
    }
    return TB_OK;
}

/* ---- views ---- */

tb_status tb_infer_size(int64_t *size, int ndim, int64_t numel, tb_error *err)
{
    char text[TB_SHAPE_TEXT_MAX];
    int inferred = -1;
    int64_t known = 1;
    bool overflow = false;
    TB_TRY(tb_check_ndim(ndim, err));
    for (int d = 0; d < ndim; d++) {
        if (size[d] == -1) {
            if (inferred >= 0)
                return tb_fail(err, TB_RUNTIME_ERROR, "only one dimension can be inferred");
            inferred = d;
        } else if (size[d] < 0) {
            return tb_fail(err, TB_RUNTIME_ERROR,
                           "invalid shape dimension %" PRId64 " at index %d of shape %s", size[d], d,
                           tb_shape_text(text, sizeof text, size, ndim));
        } else if (size[d] == 0) {
            known = 0;
            overflow = false;
        } else if (known > 0) {
            overflow |= __builtin_mul_overflow(known, size[d], &known);
            if (overflow)
                known = INT64_MAX; /* stays positive, and exceeds any numel */
        }
    }
    if (inferred >= 0 && numel == 0 && known == 0)
        return tb_fail(
            err, TB_RUNTIME_ERROR,
            "cannot reshape tensor of 0 elements into shape %s because the unspecified dimension size -1 "
            "can be any value and is ambiguous",
            tb_shape_text(text, sizeof text, size, ndim));
    bool fits = inferred >= 0 ? known > 0 && numel % known == 0 : known == numel;
    if (overflow || !fits)
        return tb_fail(err, TB_RUNTIME_ERROR, "shape '%s' is invalid for input of size %" PRId64,
                       tb_shape_text(text, sizeof text, size, ndim), numel);
    if (inferred >= 0)
        size[inferred] = numel / known;
    return TB_OK;
}

bool tb_view_strides(const int64_t *old_size, const int64_t *old_stride, int old_ndim,
                     const int64_t *new_size, int new_ndim, int64_t *new_stride)
{
    /* Goes through the old dimensions from the innermost and merges those that are one dimension in memory
     * into chunks; the new dimensions must fill chunk after chunk. */
    int view = new_ndim - 1;
    int64_t base, chunk = 1, filled = 1;
    bool empty = tb_numel(old_size, old_ndim) == 0;

    if (empty && tb_same_sizes(old_size, old_ndim, new_size, new_ndim)) {
        memmove(new_stride, old_stride, (size_t)new_ndim * sizeof *new_stride);
        return true;
    }
    if (empty || old_ndim == 0) {
        tb_contiguous_strides(new_size, new_ndim, new_stride);
        return true;
    }
    base = old_stride[old_ndim - 1];
    for (int d = old_ndim - 1; d >= 0; d--) {
        int64_t next;
        chunk *= old_size[d];
        bool fits = !__builtin_mul_overflow(chunk, base, &next);
        if (d > 0 && (old_size[d - 1] == 1 || (fits && old_stride[d - 1] == next)))
            continue;
        while (view >= 0 && (filled < chunk || new_size[view] == 1)) {
            if (__builtin_mul_overflow(filled, base, &new_stride[view]))
                return false;
            filled *= new_size[view];
            view--;
        }
        if (filled != chunk)
            return false;
        if (d > 0) {
            base = old_stride[d - 1];
            chunk = filled = 1;
        }
    }
    return view < 0;
}
