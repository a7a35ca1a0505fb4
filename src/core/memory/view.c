/* view.c: views: other sizes, strides and offsets over the same storage.
 * Every function computes its arrays on the stack and ends in tb_tensor_view. */
#include "core/memory/view.h"
#include "core/base/shape.h"
#include "core/memory/view_geometry.h"

#include <inttypes.h>

void tb_view_geometry_of(tb_view_geometry *g, const tb_tensor *t)
{
    g->ndim = t->ndim;
    g->offset = t->offset;
    for (int d = 0; d < t->ndim; d++) {
        g->size[d] = t->size[d];
        g->stride[d] = t->stride[d];
    }
}

static void remove_dim(tb_view_geometry *g, int dim)
{
    g->ndim--;
    for (int d = dim; d < g->ndim; d++) {
        g->size[d] = g->size[d + 1];
        g->stride[d] = g->stride[d + 1];
    }
}

tb_status tb_view_alias(tb_tensor *out, const tb_tensor *t, tb_error *err)
{
    return tb_tensor_view(out, t->storage, t->dtype, t->size, t->stride, t->ndim, t->offset, err);
}

tb_status tb_detach(tb_tensor *out, const tb_tensor *t, tb_error *err)
{
    TB_TRY(tb_view_alias(out, t, err));
    out->is_view = false;
    return TB_OK;
}

/* ---- expand ---- */

tb_status tb_view_expand(tb_tensor *out, const tb_tensor *t, const int64_t *size, int ndim, tb_error *err)
{
    tb_view_geometry g;
    tb_view_geometry_begin(&g, t, ndim);
    if (ndim < t->ndim) {
        /* torch names the dtype; older dtypes by the names of their tensor classes. */
        char have[TB_SHAPE_TEXT_MAX], wanted[TB_SHAPE_TEXT_MAX];
        bool newer = t->dtype == TB_BOOL || t->dtype == TB_BFLOAT16 ||
                     tb_dtypes[t->dtype].kind == TB_KIND_COMPLEX || tb_is_unsigned(t->dtype);
        tb_fail(
            err, TB_RUNTIME_ERROR,
            "expand(%s%s%s{%s}, size=%s): the number of sizes provided (%d) must be greater or equal to the "
            "number of dimensions in the tensor (%d)",
            newer ? "CPU" : "torch.", tb_dtypes[t->dtype].scalar_type, newer ? "Type" : "Tensor",
            tb_shape_text(have, sizeof have, t->size, t->ndim),
            tb_shape_text(wanted, sizeof wanted, size, ndim), ndim, t->ndim);
        return tb_fail_expand(err, t->size, t->ndim, size, ndim);
    }
    TB_TRY(tb_infer_expand(t->size, t->stride, t->ndim, size, ndim, g.size, g.stride, err));
    return tb_view_of_geometry(out, t, &g, err);
}

/* ---- other orders of the dimensions ---- */

tb_status tb_view_permute(tb_tensor *out, const tb_tensor *t, const int64_t *dims, int n, tb_error *err)
{
    tb_view_geometry g;
    tb_view_geometry_begin(&g, t, n);
    uint64_t seen = 0;
    if (n != t->ndim)
        return tb_fail(
            err, TB_RUNTIME_ERROR,
            "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the "
            "desired ordering of dimensions i.e. input.dim() = %d is not equal to len(dims) = %d",
            t->ndim, n);
    for (int i = 0; i < n; i++) {
        int d;
        TB_TRY(tb_wrap_dim(dims[i], t->ndim, &d, err));
        if (seen >> d & 1)
            return tb_fail(err, TB_RUNTIME_ERROR, "permute(): duplicate dims are not allowed.");
        seen |= UINT64_C(1) << d;
        g.size[i] = t->size[d];
        g.stride[i] = t->stride[d];
    }
    return tb_view_of_geometry(out, t, &g, err);
}

tb_status tb_view_transpose(tb_tensor *out, const tb_tensor *t, int64_t dim0, int64_t dim1, tb_error *err)
{
    tb_view_geometry g;
    int a, b;
    TB_TRY(tb_wrap_dim(dim0, t->ndim, &a, err));
    TB_TRY(tb_wrap_dim(dim1, t->ndim, &b, err));
    tb_view_geometry_of(&g, t);
    if (t->ndim > 0) {
        g.size[a] = t->size[b];
        g.size[b] = t->size[a];
        g.stride[a] = t->stride[b];
        g.stride[b] = t->stride[a];
    }
    return tb_view_of_geometry(out, t, &g, err);
}

tb_status tb_view_t(tb_tensor *out, const tb_tensor *t, tb_error *err)
{
    if (t->ndim > 2)
        return tb_fail(err, TB_RUNTIME_ERROR, "t() expects a tensor with <= 2 dimensions, but self is %dD",
                       t->ndim);
    return tb_view_reversed(out, t, err);
}

tb_status tb_view_reversed(tb_tensor *out, const tb_tensor *t, tb_error *err)
{
    tb_view_geometry g;
    tb_view_geometry_begin(&g, t, t->ndim);
    for (int d = 0; d < t->ndim; d++) {
        g.size[d] = t->size[t->ndim - 1 - d];
        g.stride[d] = t->stride[t->ndim - 1 - d];
    }
    return tb_view_of_geometry(out, t, &g, err);
}

/* ---- dimensions of size 1 ---- */

tb_status tb_view_squeeze(tb_tensor *out, const tb_tensor *t, const int64_t *dims, int n, tb_error *err)
{
    tb_view_geometry g;
    uint64_t chosen = UINT64_MAX;
    if (dims)
        TB_TRY(tb_wrap_dims(dims, n, t->ndim, &chosen, err));
    tb_view_geometry_of(&g, t);
    for (int d = t->ndim - 1; d >= 0; d--)
        if (g.size[d] == 1 && (chosen >> d & 1))
            remove_dim(&g, d);
    return tb_view_of_geometry(out, t, &g, err);
}

tb_status tb_view_geometry_insert(tb_view_geometry *g, int d, tb_error *err)
{
    TB_TRY(tb_check_ndim(g->ndim + 1, err));
    for (int i = g->ndim; i > d; i--) {
        __asm__ volatile("" ::: "memory"); /* keeps compilers from calling memmove for few elements */
        g->size[i] = g->size[i - 1];
        g->stride[i] = g->stride[i - 1];
    }
    g->stride[d] = d < g->ndim ? tb_saturating_mul(g->size[d], g->stride[d]) : 1;
    g->size[d] = 1;
    g->ndim++;
    return TB_OK;
}

tb_status tb_view_unsqueeze(tb_tensor *out, const tb_tensor *t, int64_t dim, tb_error *err)
{
    tb_view_geometry g;
    int at;
    TB_TRY(tb_wrap_dim(dim, t->ndim + 1, &at, err));
    tb_view_geometry_of(&g, t);
    TB_TRY(tb_view_geometry_insert(&g, at, err));
    return tb_view_of_geometry(out, t, &g, err);
}

/* ---- selecting and slicing ---- */

/* The offset does not fit only for an empty tensor. */
static tb_status offset_after(int64_t offset, int64_t stride, int64_t steps, int64_t *out, tb_error *err)
{
    int64_t distance;
    if (__builtin_mul_overflow(stride, steps, &distance) || __builtin_add_overflow(offset, distance, out))
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "Tensor: invalid storage offset (%" PRId64 " steps of %" PRId64 ")", steps, stride);
    return TB_OK;
}

static tb_status move_start(tb_view_geometry *g, int dim, int64_t steps, tb_error *err)
{
    return offset_after(g->offset, g->stride[dim], steps, &g->offset, err);
}

tb_status tb_view_geometry_select(tb_view_geometry *g, int d, int64_t index, tb_error *err)
{
    TB_TRY(move_start(g, d, index < 0 ? index + g->size[d] : index, err));
    remove_dim(g, d);
    return TB_OK;
}

typedef tb_status (*fail_index)(const tb_tensor *t, int d, int64_t index, tb_error *err);

static inline tb_status select_index(tb_tensor *out, const tb_tensor *t, int64_t dim, int64_t index,
                                     fail_index fail, tb_error *err)
{
    tb_view_geometry g;
    int d;
    if (t->ndim == 0)
        return tb_fail(err, TB_INDEX_ERROR, "select() cannot be applied to a 0-dim tensor.");
    TB_TRY(tb_wrap_dim(dim, t->ndim, &d, err));
    if (index < -t->size[d] || index >= t->size[d])
        return fail(t, d, index, err);
    g.ndim = t->ndim - 1;
    TB_TRY(offset_after(t->offset, t->stride[d], index < 0 ? index + t->size[d] : index, &g.offset, err));
    for (int from = 0, to = 0; from < t->ndim; from++) {
        if (from == d)
            continue;
        g.size[to] = t->size[from];
        g.stride[to++] = t->stride[from];
    }
    return tb_view_of_geometry(out, t, &g, err);
}

static tb_status fail_indexing(const tb_tensor *t, int d, int64_t index, tb_error *err)
{
    return tb_fail_bounds(TB_INDEX_ERROR, index, d, t->size[d], err);
}

tb_status tb_view_select(tb_tensor *out, const tb_tensor *t, int64_t dim, int64_t index, tb_error *err)
{
    return select_index(out, t, dim, index, fail_indexing, err);
}

static tb_status fail_select(const tb_tensor *t, int d, int64_t index, tb_error *err)
{
    char sizes[TB_SHAPE_TEXT_MAX];
    return tb_fail(err, TB_INDEX_ERROR,
                   "select(): index %" PRId64 " out of range for tensor of size %s at dimension %d", index,
                   tb_shape_text(sizes, sizeof sizes, t->size, t->ndim), d);
}

tb_status tb_view_select_named(tb_tensor *out, const tb_tensor *t, int64_t dim, int64_t index, tb_error *err)
{
    return select_index(out, t, dim, index, fail_select, err);
}

bool tb_element_offset(const tb_tensor *t, const int64_t *index, int64_t *offset)
{
    *offset = t->offset;
    for (int d = 0; d < t->ndim; d++) {
        const int64_t i = index[d], size = t->size[d];
        if (i < -size || i >= size)
            return false;
        *offset += (i < 0 ? i + size : i) * t->stride[d];
    }
    return true;
}

tb_status tb_view_geometry_slice(tb_view_geometry *g, int d, int64_t start, int64_t stop, int64_t step,
                                 tb_error *err)
{
    const int64_t size = g->size[d];
    start = start < 0 ? 0 : start > size ? size : start;
    stop = stop < start ? start : stop > size ? size : stop;
    TB_TRY(move_start(g, d, start, err));
    g->size[d] = stop > start ? (stop - start - 1) / step + 1 : 0;
    /* If step is past the end, the size is at most 1, and no element uses the stride. */
    g->stride[d] = tb_saturating_mul(g->stride[d], step);
    return TB_OK;
}

tb_status tb_view_slice(tb_tensor *out, const tb_tensor *t, int64_t dim, int64_t start, int64_t stop,
                        int64_t step, tb_error *err)
{
    tb_view_geometry g;
    int d;
    if (t->ndim == 0)
        return tb_fail(err, TB_INDEX_ERROR, "slice() cannot be applied to a 0-dim tensor.");
    TB_TRY(tb_wrap_dim(dim, t->ndim, &d, err));
    if (step < 1)
        return tb_fail(err, TB_VALUE_ERROR, "step must be greater than zero");
    tb_view_geometry_of(&g, t);
    TB_TRY(tb_view_geometry_slice(&g, d, start, stop, step, err));
    return tb_view_of_geometry(out, t, &g, err);
}

/* ---- as_strided, view and reshape ---- */

tb_status tb_view_as_strided(tb_tensor *out, const tb_tensor *t, const int64_t *size, const int64_t *stride,
                             int ndim, int64_t offset, tb_error *err)
{
    char sizes[TB_SHAPE_TEXT_MAX], strides[TB_SHAPE_TEXT_MAX];
    int64_t extent;
    TB_TRY(tb_check_ndim(ndim, err));
    for (int d = 0; d < ndim; d++)
        if (stride[d] < 0)
            return tb_fail(err, TB_RUNTIME_ERROR,
                           "as_strided: Negative strides are not supported at the moment, got strides: %s",
                           tb_shape_text(strides, sizeof strides, stride, ndim));
    if (offset < 0)
        return tb_fail(err, TB_RUNTIME_ERROR, "Tensor: invalid storage offset %" PRId64, offset);
    TB_TRY(tb_storage_extent(size, stride, ndim, offset, t->itemsize, &extent, err));
    if (extent > t->storage->nbytes / t->itemsize)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "setStorage: sizes %s, strides %s, storage offset %" PRId64
                       ", and itemsize %d requiring a "
                       "storage size of %" PRId64 " are out of bounds for storage of size %" PRId64,
                       tb_shape_text(sizes, sizeof sizes, size, ndim),
                       tb_shape_text(strides, sizeof strides, stride, ndim), offset, t->itemsize,
                       extent * t->itemsize, t->storage->nbytes);
    return tb_tensor_view(out, t->storage, t->dtype, size, stride, ndim, offset, err);
}

tb_status tb_view_reshape(tb_tensor *out, const tb_tensor *t, int64_t *size, int ndim, bool *needs_copy,
                          tb_error *err)
{
    tb_view_geometry g;
    tb_view_geometry_begin(&g, t, ndim);
    int64_t numel;
    TB_TRY(tb_infer_size(size, ndim, t->numel, err));
    TB_TRY(tb_check_numel(size, ndim, &numel, err));
    *needs_copy = !tb_view_strides(t->size, t->stride, t->ndim, size, ndim, g.stride);
    if (*needs_copy)
        return TB_OK;
    for (int d = 0; d < ndim; d++)
        g.size[d] = size[d];
    return tb_view_of_geometry(out, t, &g, err);
}

tb_status tb_view_as(tb_tensor *out, const tb_tensor *t, const int64_t *size, int ndim, tb_error *err)
{
    int64_t inferred[TB_MAX_DIMS];
    bool needs_copy;
    TB_TRY(tb_check_ndim(ndim, err));
    for (int d = 0; d < ndim; d++)
        inferred[d] = size[d];
    TB_TRY(tb_view_reshape(out, t, inferred, ndim, &needs_copy, err));
    if (needs_copy)
        return tb_fail(
            err, TB_RUNTIME_ERROR,
            "view size is not compatible with input tensor's size and stride (at least one dimension spans "
            "across two contiguous subspaces). Use .reshape(...) instead.");
    return TB_OK;
}
