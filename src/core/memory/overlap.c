/* overlap.c: whether two views may share bytes.  Addresses decide, not storages, so that foreign memories
 * that share bytes are detected too. */
#include "core/memory/overlap.h"
#include "core/base/shape.h"

#include <stddef.h>

typedef struct {
    uintptr_t begin, end;
} byte_range;

/* The bytes from the first to the last that the view accesses; numel is not 0. */
static byte_range touched(const tb_tensor *t)
{
    int64_t last = 0;
    for (int d = 0; d < t->ndim; d++)
        if (t->size[d] > 1)
            last += (t->size[d] - 1) * t->stride[d];
    uintptr_t begin = (uintptr_t)tb_data(t);
    return (byte_range){begin, begin + (uintptr_t)((last + 1) * t->itemsize)};
}

static bool meet(byte_range a, byte_range b) { return a.begin < b.end && b.begin < a.end; }

tb_status tb_check_writable(const tb_tensor *out, tb_error *err)
{
    if (out->contiguous)
        return TB_OK;
    for (int d = 0; d < out->ndim; d++)
        if (out->stride[d] == 0 && out->size[d] > 1)
            return tb_fail(
                err, TB_RUNTIME_ERROR,
                "unsupported operation: more than one element of the written-to tensor refers to a single "
                "memory location. Please clone() the tensor before performing the operation.");
    return TB_OK;
}

tb_status tb_fail_overlap(tb_error *err)
{
    return tb_fail(err, TB_RUNTIME_ERROR,
                   "unsupported operation: some elements of the input tensor and the written-to tensor refer "
                   "to a single memory location. Please clone() the tensor before performing the operation.");
}

bool tb_extents_overlap(const tb_tensor *a, const tb_tensor *b)
{
    return a->numel != 0 && b->numel != 0 && meet(touched(a), touched(b));
}

bool tb_storages_overlap(const tb_storage *a, const tb_storage *b)
{
    const uintptr_t at_a = (uintptr_t)a->data, at_b = (uintptr_t)b->data;
    return a == b || meet((byte_range){at_a, at_a + (uintptr_t)a->nbytes},
                          (byte_range){at_b, at_b + (uintptr_t)b->nbytes});
}

/* torch only compares dense tensors whose extents overlap. */
static bool dense_and_meeting(const tb_tensor *out, const tb_tensor *in)
{
    return tb_extents_overlap(out, in) && tb_is_dense(out->size, out->stride, out->ndim) &&
           tb_is_dense(in->size, in->stride, in->ndim);
}

tb_status tb_check_partial_overlap(const tb_tensor *out, const tb_tensor *in, tb_error *err)
{
    if (out == in || !dense_and_meeting(out, in))
        return TB_OK;
    byte_range a = touched(out), b = touched(in);
    /* As in torch, the strides of size-1 dims and the number of dims must agree too. */
    if (a.begin == b.begin && a.end == b.end && tb_same_sizes(out->stride, out->ndim, in->stride, in->ndim))
        return TB_OK;
    return tb_fail_overlap(err);
}

tb_status tb_check_no_overlap(const tb_tensor *out, const tb_tensor *in, tb_error *err)
{
    return out == in || dense_and_meeting(out, in) ? tb_fail_overlap(err) : TB_OK;
}

/* Conservative: true if, in order of rising strides, each stride exceeds the extent of the dimensions before
 * it. */
bool tb_is_non_overlapping(const tb_tensor *t)
{
    int perm[TB_MAX_DIMS];
    const int64_t *stride = t->stride;
    int64_t reach = 0;
    if (t->contiguous)
        return true;
    tb_sort_dims(t->size, t->ndim, &stride, 1, perm);
    for (int i = 0; i < t->ndim; i++) {
        int64_t size = t->size[perm[i]];
        if (size == 1)
            continue;
        if (stride[perm[i]] <= reach)
            return false;
        reach += (size - 1) * stride[perm[i]];
    }
    return true;
}

/* Is element i of `in`, expanded to out's sizes, element i of `out`? */
static bool same_elements(const tb_tensor *out, const tb_tensor *in)
{
    int64_t stride[TB_MAX_DIMS];
    if (out->dtype != in->dtype || tb_data(out) != tb_data(in) ||
        !tb_expandable(in->size, in->ndim, out->size, out->ndim, NULL))
        return false;
    tb_expand_strides(in->size, in->stride, in->ndim, out->size, out->ndim, stride);
    for (int d = 0; d < out->ndim; d++)
        if (out->size[d] > 1 && stride[d] != out->stride[d])
            return false;
    return true;
}

bool tb_needs_private_copy(const tb_tensor *out, const tb_tensor *in)
{
    if (out->numel == 0 || in->numel == 0 || !meet(touched(out), touched(in)))
        return false;
    /* Even the same elements conflict if `out` writes some of them twice. */
    return !same_elements(out, in) || !tb_is_non_overlapping(out);
}
