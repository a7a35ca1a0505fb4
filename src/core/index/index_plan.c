/* index_plan.c: see index_plan.h.  torch's order: dtypes, masks, the common shape of the indices, its place
 * in the result, dimensions without elements. */
#include "core/index/index_plan.h"
#include "core/copy/clone.h"
#include "core/plan/cursor.h"
#include "core/offsets/index_rows.h"
#include "core/memory/allocator.h"
#include "core/memory/overlap.h"
#include "core/memory/view.h"

#include <stdio.h>
#include <stdlib.h>

/* For each dimension of self, the indexer that uses it, or -1. */
typedef struct {
    int ndim, indexed;
    int by[TB_MAX_DIMS];
} usage;

/* ---- dtypes, masks ---- */

tb_status tb_check_index_count(const tb_tensor *self, const tb_index_tensors *indices, tb_error *err)
{
    if (indices->n <= self->ndim)
        return TB_OK;
    return tb_fail(err, TB_INDEX_ERROR, "too many indices for tensor of dimension %d (got %d)", self->ndim,
                   indices->n);
}

tb_status tb_check_index_dtypes(const tb_index_tensors *indices, tb_error *err)
{
    for (int i = 0; i < indices->n; i++) {
        const tb_tensor *t = indices->tensor[i];
        if (t && t->dtype != TB_INT64 && t->dtype != TB_INT32 && !tb_is_mask(t))
            return tb_fail(err, TB_INDEX_ERROR,
                           "tensors used as indices must be long, int, byte or bool tensors");
    }
    return TB_OK;
}

static tb_status fail_dim(const tb_tensor *self, int d, tb_error *err)
{
    int ignored;
    if (self->ndim == 0)
        return tb_fail(err, TB_INDEX_ERROR, "Dimension specified as %d but tensor has no dimensions", d);
    return tb_wrap_dim(d, self->ndim, &ignored, err);
}

tb_status tb_check_mask(const tb_tensor *self, int d, const tb_tensor *mask, tb_error *err)
{
    char wanted[TB_SHAPE_TEXT_MAX], have[TB_SHAPE_TEXT_MAX];
    for (int i = 0; i < mask->ndim; i++) {
        if (d + i >= self->ndim)
            return fail_dim(self, d + i, err);
        if (mask->size[i] != self->size[d + i])
            return tb_fail(err, TB_INDEX_ERROR,
                           "The shape of the mask %s at index %d does not match the shape of the indexed "
                           "tensor %s at index %d",
                           tb_shape_text(wanted, sizeof wanted, mask->size, mask->ndim), i,
                           tb_shape_text(have, sizeof have, self->size, self->ndim), d + i);
    }
    return TB_OK;
}

static tb_tensor *next_owned(tb_index_plan *plan) { return &plan->owned[plan->nowned]; }

static tb_status use(usage *u, int dims, int by, tb_error *err)
{
    if (dims > TB_MAX_DIMS - u->ndim)
        return tb_fail(err, TB_INDEX_ERROR, "too many indices for tensor of dimension %d (got %d)",
                       TB_MAX_DIMS, u->ndim + dims);
    u->indexed += by >= 0 ? dims : 0;
    while (dims-- > 0)
        u->by[u->ndim++] = by;
    return TB_OK;
}

static tb_status add_mask(tb_index_plan *plan, usage *u, const tb_tensor *self, const tb_tensor *mask,
                          tb_error *err)
{
    TB_TRY(tb_check_mask(self, u->ndim, mask, err));
    if (mask->ndim == 0)
        return tb_fail(err, TB_INDEX_ERROR, "a mask without dimensions must be given as a boolean");
    TB_TRY(tb_mask_offsets(next_owned(plan), mask, self->stride + u->ndim, err));
    plan->by[plan->n] = (tb_planned_index){&plan->owned[plan->nowned++], 0, 1, u->indexed, true};
    return use(u, mask->ndim, plan->n++, err);
}

static tb_status add_integers(tb_index_plan *plan, usage *u, const tb_tensor *self, const tb_tensor *index,
                              bool written, tb_error *err)
{
    tb_planned_index *by = &plan->by[plan->n];
    const int d = u->ndim;
    const bool exists = d < self->ndim; /* else it fails later, as in torch */
    *by = (tb_planned_index){index, exists ? self->size[d] : 0, exists ? self->stride[d] : 0, u->indexed,
                             false};
    TB_TRY(use(u, 1, plan->n, err));
    if (written && index->dtype == TB_INT64 && tb_extents_overlap(self, index)) {
        TB_TRY(tb_clone(next_owned(plan), index, TB_INT64, true, err));
        by->tensor = &plan->owned[plan->nowned++];
    }
    plan->n++;
    return TB_OK;
}

static tb_status expand_masks(tb_index_plan *plan, usage *u, const tb_tensor *self,
                              const tb_index_tensors *indices, bool written, tb_error *err)
{
    for (int i = 0; i < indices->n; i++) {
        const tb_tensor *t = indices->tensor[i];
        if (!t)
            TB_TRY(use(u, 1, -1, err));
        else if (tb_is_mask(t))
            TB_TRY(add_mask(plan, u, self, t, err));
        else
            TB_TRY(add_integers(plan, u, self, t, written, err));
    }
    return TB_OK;
}

/* ---- the common shape ---- */

/* The message names a mask once for each of its dimensions, as the indices that it stands for. */
static tb_status fail_broadcast(const tb_index_plan *plan, const usage *u, tb_error *err)
{
    char text[TB_ERROR_MAX], shape[TB_SHAPE_TEXT_MAX];
    size_t used = 0;
    text[0] = '\0';
    for (int d = 0; d < u->ndim; d++) {
        if (u->by[d] < 0 || used >= sizeof text)
            continue;
        const tb_tensor *t = plan->by[u->by[d]].tensor;
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? ", " : "",
                                 tb_shape_text(shape, sizeof shape, t->size, t->ndim));
    }
    tb_fail(err, TB_INDEX_ERROR,
            "shape mismatch: indexing tensors could not be broadcast together with shapes %s", text);
    tb_fail_about(err, TB_ABOUT_INDICES);
    for (int i = 0; i < plan->n; i++)
        tb_fail_shape(err, plan->by[i].tensor->size, plan->by[i].tensor->ndim);
    for (int i = 0; err && i < plan->n && i < TB_ABOUT_MAX; i++)
        err->mask_ndim[i] = 0;
    for (int d = 0; err && d < u->ndim; d++) {
        const int i = u->by[d];
        if (i >= 0 && i < TB_ABOUT_MAX && plan->by[i].offsets)
            err->mask_ndim[i]++;
    }
    return TB_INDEX_ERROR;
}

static tb_status broadcast(const tb_index_plan *plan, const usage *u, tb_shape *common, tb_error *err)
{
    common->ndim = 0;
    for (int i = 0; i < plan->n; i++)
        if (tb_broadcast(common, plan->by[i].tensor->size, plan->by[i].tensor->ndim, NULL) != TB_OK)
            return fail_broadcast(plan, u, err);
    return TB_OK;
}

/* Casts int32 to int64 after expanding to the common shape, since in torch the copy's layout affects the
 * order of the result's dimensions. */
static tb_status widen(tb_index_plan *plan, const tb_shape *common, tb_error *err)
{
    for (int i = 0; i < plan->n; i++) {
        tb_tensor expanded;
        if (plan->by[i].tensor->dtype != TB_INT32)
            continue;
        TB_TRY(tb_view_expand(&expanded, plan->by[i].tensor, common->size, common->ndim, err));
        tb_status status = tb_clone(next_owned(plan), &expanded, TB_INT64, true, err);
        tb_tensor_release(&expanded);
        TB_TRY(status);
        plan->by[i].tensor = &plan->owned[plan->nowned++];
    }
    return TB_OK;
}

static tb_status check_empty(const usage *u, const tb_tensor *self, const tb_shape *common, tb_error *err)
{
    bool empty = false;
    for (int d = 0; d < u->ndim; d++)
        empty |= u->by[d] >= 0 && self->size[d] == 0;
    for (int d = 0; d < common->ndim; d++)
        empty &= common->size[d] != 0;
    return empty ? tb_fail(err, TB_INDEX_ERROR, "index is out of bounds for dimension with size 0") : TB_OK;
}

/* ---- the result ---- */

static void add_dim(tb_index_plan *plan, int64_t size, int64_t stride)
{
    plan->stride[plan->shape.ndim] = stride;
    plan->shape.size[plan->shape.ndim++] = size;
}

/* The common shape replaces adjacent indexed dimensions; otherwise it comes first. */
static tb_status lay_out(tb_index_plan *plan, const usage *u, const tb_tensor *self, const tb_shape *common,
                         tb_error *err)
{
    int first = u->ndim, last = -1;
    for (int d = 0; d < u->ndim; d++) {
        if (u->by[d] < 0)
            continue;
        first = d < first ? d : first;
        last = d;
    }
    plan->before = u->indexed == last - first + 1 ? first : 0;
    plan->indexed = common->ndim;
    plan->shape.ndim = 0;
    TB_TRY(tb_check_ndim(self->ndim - u->indexed + common->ndim, err));
    for (int d = 0; d < plan->before; d++)
        add_dim(plan, self->size[d], self->stride[d]);
    for (int d = 0; d < common->ndim; d++)
        add_dim(plan, common->size[d], 0);
    for (int d = plan->before; d < self->ndim; d++)
        if (d >= u->ndim || u->by[d] < 0)
            add_dim(plan, self->size[d], self->stride[d]);
    return tb_check_numel(plan->shape.size, plan->shape.ndim, &plan->numel, err);
}

/* As in torch, each index tensor is expanded to the common shape, and then reshaped with dimensions of size 1
 * around it. */
static tb_status find_index_strides(tb_index_plan *plan, const tb_shape *common, tb_error *err)
{
    int64_t expanded[TB_MAX_DIMS], size[TB_MAX_DIMS];
    const int ndim = plan->shape.ndim;
    if (plan->n * ndim > TB_INDEX_FEW_STRIDES) {
        plan->index_stride = tb_memory_malloc((size_t)(plan->n * ndim) * sizeof(int64_t), false);
        if (!plan->index_stride)
            return tb_fail(err, TB_MEMORY_ERROR, "out of memory");
    }
    for (int d = 0; d < ndim; d++)
        size[d] = d >= plan->before && d < plan->before + plan->indexed ? plan->shape.size[d] : 1;
    for (int i = 0; i < plan->n; i++) {
        const tb_tensor *t = plan->by[i].tensor;
        int64_t *stride = tb_index_plan_strides(plan, i);
        tb_expand_strides(t->size, t->stride, t->ndim, common->size, common->ndim, expanded);
        if (!tb_view_strides(common->size, expanded, common->ndim, size, ndim, stride))
            tb_contiguous_strides(size, ndim, stride);
        for (int d = 0; d < ndim; d++)
            if (size[d] != plan->shape.size[d])
                stride[d] = 0;
    }
    return TB_OK;
}

tb_status tb_index_plan_make(tb_index_plan *plan, const tb_tensor *self, const tb_index_tensors *indices,
                             bool written, tb_error *err)
{
    tb_shape common;
    usage u;
    plan->nowned = plan->n = 0;
    plan->index_stride = plan->few_strides;
    plan->owned = plan->few_owned;
    u.ndim = u.indexed = 0;
    TB_TRY(tb_check_index_count(self, indices, err));
    TB_TRY(tb_check_index_dtypes(indices, err));
    if (indices->n > TB_INDEX_FEW_OWNED)
        plan->owned = tb_memory_malloc((size_t)indices->n * sizeof *plan->owned, false);
    if (!plan->owned)
        return tb_fail(err, TB_MEMORY_ERROR, "out of memory");
    tb_status status = expand_masks(plan, &u, self, indices, written, err);
    if (status == TB_OK)
        status = broadcast(plan, &u, &common, err);
    if (status == TB_OK && u.ndim > self->ndim)
        status = fail_dim(self, self->ndim, err);
    if (status == TB_OK)
        status = check_empty(&u, self, &common, err);
    if (status == TB_OK)
        status = widen(plan, &common, err);
    if (status == TB_OK)
        status = lay_out(plan, &u, self, &common, err);
    if (status == TB_OK)
        status = find_index_strides(plan, &common, err);
    if (status != TB_OK)
        tb_index_plan_release(plan);
    return status;
}

void tb_index_plan_release(tb_index_plan *plan)
{
    for (; plan->nowned > 0; plan->nowned--)
        tb_tensor_release(&plan->owned[plan->nowned - 1]);
    if (plan->owned != plan->few_owned)
        free(plan->owned);
    if (plan->index_stride != plan->few_strides)
        free(plan->index_stride);
}

void tb_index_plan_order(const tb_index_plan *plan, const int64_t *value_stride, int *perm, int64_t *stride)
{
    const int64_t *operands[TB_MAX_DIMS + 2] = {plan->stride, value_stride};
    const int given = value_stride ? 2 : 1, ndim = plan->shape.ndim;
    const int64_t *size = plan->shape.size;
    for (int i = 0; i < plan->n; i++)
        operands[given + i] = tb_index_plan_strides(plan, i);
    tb_sorted_strides(size, ndim, operands, given + plan->n, perm, stride);
    /* Operands of one shape that are all contiguous: sizes of 1, or nothing at all. */
    bool contiguous = true;
    for (int d = 0; d < ndim; d++)
        contiguous &= size[d] == 1 || (d >= plan->before && d < plan->before + plan->indexed);
    for (int i = 0; i < given + plan->n && contiguous; i++)
        contiguous = tb_is_contiguous(size, operands[i], ndim);
    if (contiguous)
        tb_contiguous_strides(size, ndim, stride);
}

/* ---- the indices' values ---- */

static bool in_bounds(const tb_planned_index *by)
{
    const tb_tensor *t = by->tensor;
    tb_index_row row = {.start = tb_data(t),
                        .itemsize = 8,
                        .is_checked = by->offsets,
                        .stride = 8,
                        .below = by->size,
                        .bound = by->size};
    if (t->contiguous || by->offsets)
        return tb_index_row_check(&row, t->numel, NULL);
    tb_plan plan;
    tb_cursor at;
    tb_plan_tensor(&plan, t, false);
    row.stride = plan.stride[0][0];
    tb_cursor_begin(&at, &plan, 1);
    do {
        row.start = at.p[0];
        if (!tb_index_row_check(&row, plan.size[0], NULL))
            return false;
    } while (tb_cursor_advance(&at, &plan, 1, 1));
    return true;
}

static tb_status find_first(const tb_index_plan *plan, const int *perm, tb_error *err)
{
    int dim[TB_MAX_DIMS]; /* of the result */
    tb_plan positions;
    tb_cursor at;
    tb_plan_begin(&positions, 0);
    for (int d = 0; d < plan->shape.ndim; d++) {
        if (perm[d] < plan->before || perm[d] >= plan->before + plan->indexed)
            continue;
        dim[positions.ndim] = perm[d];
        tb_plan_append(&positions, plan->shape.size[perm[d]], NULL);
    }
    tb_cursor_begin(&at, &positions, 0);
    do
        for (int i = 0; i < plan->n; i++) {
            const tb_planned_index *by = &plan->by[i];
            int64_t offset = 0;
            for (int d = 0; d < positions.ndim; d++)
                offset += at.index[d] * tb_index_plan_strides(plan, i)[dim[d]];
            const int64_t value = ((const int64_t *)tb_data(by->tensor))[offset];
            if (!by->offsets && !tb_is_within(value, by->size, by->size))
                return tb_fail_bounds(TB_INDEX_ERROR, value, by->position, by->size, err);
        }
    while (tb_cursor_advance(&at, &positions, 0, 1));
    return TB_OK;
}

tb_status tb_index_plan_check(const tb_index_plan *plan, const int *perm, tb_error *err)
{
    bool fine = true;
    if (plan->numel == 0)
        return TB_OK; /* torch does not look at them */
    for (int i = 0; i < plan->n && fine; i++)
        fine = in_bounds(&plan->by[i]);
    return fine ? TB_OK : find_first(plan, perm, err);
}
