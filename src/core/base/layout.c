/* layout.c: strides: contiguity, torch's permutation rule, the size of the storage that a view needs. */
#include "core/base/layout.h"

#include <string.h>

static bool is_empty(const int64_t *size, int ndim)
{
    for (int d = 0; d < ndim; d++)
        if (size[d] == 0)
            return true;
    return false;
}

void tb_contiguous_strides(const int64_t *size, int ndim, int64_t *stride)
{
    int64_t step = 1;
    for (int d = ndim - 1; d >= 0; d--) {
        stride[d] = step;
        step = tb_saturating_mul(step, size[d] > 1 ? size[d] : 1);
    }
}

bool tb_is_contiguous(const int64_t *size, const int64_t *stride, int ndim)
{
    int64_t expected = 1;
    bool packed = true;
    for (int d = ndim - 1; d >= 0; d--) {
        if (size[d] == 0)
            return true;
        if (size[d] == 1 || !packed)
            continue;
        packed = stride[d] == expected;
        expected = tb_saturating_mul(expected, size[d]);
    }
    return packed;
}

bool tb_is_dense(const int64_t *size, const int64_t *stride, int ndim)
{
    int64_t expected = 1;
    int left = 0;
    if (tb_is_contiguous(size, stride, ndim))
        return true;
    for (int d = 0; d < ndim; d++)
        left += size[d] > 1;
    /* In a dense layout exactly one dimension has each next expected stride.  Two dimensions of the same
     * stride never match, because `expected` at least doubles. */
    for (; left > 0; left--) {
        int d = 0;
        while (d < ndim && (size[d] < 2 || stride[d] != expected))
            d++;
        if (d == ndim)
            return false;
        expected = tb_saturating_mul(expected, size[d]);
    }
    return true;
}

/* Does dimension a belong further out than dimension b? 1: yes, -1: no, 0: no operand decides.  Equal strides
 * can only decide for a swap; without one the next operand decides. */
static int compare_dims(const int64_t *size, const int64_t *const *stride, int n, int a, int b)
{
    for (int i = 0; i < n; i++) {
        int64_t stride_a = stride[i][a], stride_b = stride[i][b];
        if (stride_a == 0 || stride_b == 0)
            continue;
        if (stride_a != stride_b)
            return stride_a < stride_b ? -1 : 1;
        if (size[a] > size[b])
            return 1;
    }
    return 0;
}

void tb_sort_dims(const int64_t *size, int ndim, const int64_t *const *stride, int n, int *perm)
{
    for (int d = 0; d < ndim; d++)
        perm[d] = ndim - 1 - d;
    /* Insertion sort that passes ambiguous pairs without moving them: with ambiguity there is no total
     * order, so parity needs exactly this algorithm. */
    for (int i = 1; i < ndim; i++) {
        int at = i;
        for (int j = i - 1; j >= 0; j--) {
            int order = compare_dims(size, stride, n, perm[j], perm[at]);
            if (order < 0)
                break;
            if (order > 0) {
                int swap = perm[j];
                perm[j] = perm[at];
                perm[at] = swap;
                at = j;
            }
        }
    }
}

void tb_sorted_strides(const int64_t *size, int ndim, const int64_t *const *stride, int n, int *perm,
                       int64_t *out)
{
    bool in_order = true;
    int64_t next = 1;
    tb_sort_dims(size, ndim, stride, n, perm);
    for (int d = 0; d < ndim; d++)
        in_order &= perm[d] == ndim - 1 - d;
    if (in_order) {
        tb_contiguous_strides(size, ndim, out);
        return;
    }
    for (int d = 0; d < ndim; d++) {
        out[perm[d]] = next;
        /* Also multiply by 0, as torch does.  The shape may still prove too large. */
        next = tb_saturating_mul(next, size[perm[d]]);
    }
}

void tb_preserve_strides(const int64_t *size, const int64_t *stride, int ndim, int64_t *out)
{
    int perm[TB_MAX_DIMS];
    int64_t step = 1;
    if (tb_is_dense(size, stride, ndim)) {
        if (ndim > 0)
            memmove(out, stride, (size_t)ndim * sizeof *out);
        return;
    }
    tb_sort_dims(size, ndim, &stride, 1, perm);
    for (int i = 0; i < ndim; i++) {
        out[perm[i]] = step;
        step = tb_saturating_mul(step, size[perm[i]] > 1 ? size[perm[i]] : 1);
    }
}

static tb_status fail_extent(const int64_t *size, const int64_t *stride, int ndim, tb_error *err)
{
    char sizes[TB_SHAPE_TEXT_MAX], strides[TB_SHAPE_TEXT_MAX];
    return tb_fail(err, TB_RUNTIME_ERROR, "Storage size calculation overflowed with sizes=%s and strides=%s",
                   tb_shape_text(sizes, sizeof sizes, size, ndim),
                   tb_shape_text(strides, sizeof strides, stride, ndim));
}

tb_status tb_storage_extent(const int64_t *size, const int64_t *stride, int ndim, int64_t offset,
                            int64_t itemsize, int64_t *elements, tb_error *err)
{
    int64_t end = offset, bytes;
    bool overflow = offset < 0;
    for (int d = 0; d < ndim; d++)
        overflow |= size[d] < 0 || stride[d] < 0;
    if (!overflow && is_empty(size, ndim)) {
        *elements = 0;
        return TB_OK;
    }
    for (int d = 0; d < ndim && !overflow; d++) {
        int64_t span;
        overflow =
            __builtin_mul_overflow(size[d] - 1, stride[d], &span) || __builtin_add_overflow(end, span, &end);
    }
    overflow =
        overflow || __builtin_add_overflow(end, 1, &end) || __builtin_mul_overflow(end, itemsize, &bytes);
    if (overflow)
        return fail_extent(size, stride, ndim, err);
    *elements = end;
    return TB_OK;
}

bool tb_pack_negative_strides(const int64_t *size, int64_t *stride, int ndim)
{
    const bool empty = is_empty(size, ndim);
    for (int d = ndim - 1; d >= 0; d--) {
        if (stride[d] >= 0)
            continue;
        if (size[d] > 1 && !empty)
            return false;
        stride[d] = d == ndim - 1 ? 1 : tb_saturating_mul(size[d + 1] > 1 ? size[d + 1] : 1, stride[d + 1]);
    }
    return true;
}

tb_status tb_replace_negative_strides(const int64_t *size, int64_t *stride, int ndim, tb_error *err)
{
    int64_t packed[TB_MAX_DIMS];
    memcpy(packed, stride, (size_t)ndim * sizeof *stride);
    if (!tb_pack_negative_strides(size, packed, ndim))
        return fail_extent(size, stride, ndim, err);
    memcpy(stride, packed, (size_t)ndim * sizeof *stride);
    return TB_OK;
}
