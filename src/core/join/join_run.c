/* join_run.c: moves the elements of a prepared join: as segments of bytes if every tensor has the result's
 * memory order and dtype, otherwise by one copy per tensor. */
#include "core/base/tuning.h"
#include "core/copy/clone.h"
#include "core/iterate/copy.h"
#include "core/iterate/parallel.h"
#include "core/join/join.h"
#include "core/memory/overlap.h"
#include "core/memory/view.h"

#include <stdlib.h>
#include <string.h>

/* ---- segments ---- */

/* The dimensions of the result that lie inside of a row, in the order of its memory. */
typedef struct {
    int perm[TB_MAX_DIMS]; /* from the fastest to the slowest */
    int inside;            /* how many; the joined one is the last */
} row_order;

/* False if the result's memory has gaps. */
static bool find_order(const tb_tensor *out, int axis, row_order *order)
{
    const int ndim = out->ndim;
    int64_t expected = 1;
    if (out->contiguous) {
        for (int i = 0; i < ndim; i++)
            order->perm[i] = ndim - 1 - i;
        order->inside = ndim - axis;
        return true;
    }
    const int64_t *stride = out->stride;
    tb_sort_dims(out->size, ndim, &stride, 1, order->perm);
    for (int i = 0; i < ndim; i++) {
        const int d = order->perm[i];
        if (d == axis)
            order->inside = i + 1;
        if (out->size[d] == 1)
            continue;
        if (stride[d] != expected)
            return false;
        expected *= out->size[d];
    }
    return true;
}

/* Describes a tensor as a segment; false if its memory has another order. */
static bool make_segment(const tb_join *join, const tb_tensor *t, const row_order *order, tb_segment *segment)
{
    int64_t expected = 1, step = 0;
    bool steps = false; /* the next dimension is the one from row to row */
    if (t->dtype != join->out->tensor->dtype)
        return false;
    for (int i = 0; i < join->shape.ndim; i++) {
        int d = order->perm[i];
        if (i == order->inside) { /* rows may have gaps between them */
            segment->bytes = expected * t->itemsize;
            steps = true;
        }
        if (join->stacks && d == join->axis)
            continue;
        d -= join->stacks && d > join->axis;
        if (t->size[d] == 1)
            continue;
        if (steps)
            expected = step = t->stride[d];
        steps = false;
        if (t->stride[d] != expected)
            return false;
        expected *= t->size[d];
    }
    if (order->inside == join->shape.ndim)
        segment->bytes = expected * t->itemsize;
    segment->step = step * t->itemsize;
    segment->from = tb_data(t);
    return true;
}

/* Describes all tensors that are not empty; false if one cannot be a segment. */
static bool make_segments(const tb_join *join, tb_segment *segment, int64_t *n)
{
    row_order order;
    *n = 0;
    if (!find_order(join->out->tensor, join->axis, &order))
        return false;
    for (int64_t i = 0; i < join->n; i++)
        if (join->tensor[i]->numel != 0 && !make_segment(join, join->tensor[i], &order, &segment[(*n)++]))
            return false;
    return true;
}

static tb_status run_segments(const tb_join *join, const tb_segment *segment, int64_t n,
                              tb_storage **storages, tb_error *err)
{
    tb_segments work = {.to = tb_data(join->out->tensor), .n = n, .segment = segment};
    for (int64_t i = 0; i < work.n; i++)
        work.row_bytes += segment[i].bytes;
    work.rows = join->out->tensor->numel * join->out->tensor->itemsize / work.row_bytes;
    if (storages) {
        for (int64_t i = 0; i < join->n; i++)
            storages[i] = join->tensor[i]->storage;
        storages[join->n] = join->out->tensor->storage;
    }
    return tb_segments_run(&work, storages, storages ? join->n + 1 : 0, storages ? join->lock : NULL, err);
}

/* ---- copies ---- */

/* Copies one tensor to its position, which begins at *start along the joined dimension. */
static tb_status copy_one(const tb_join *join, const tb_tensor *t, int64_t *start, bool releases,
                          tb_error *err)
{
    tb_tensor target;
    const int64_t stop = *start + (join->stacks ? 1 : t->size[join->axis]);
    if (join->stacks)
        TB_TRY(tb_view_select(&target, join->out->tensor, join->axis, *start, err));
    else
        TB_TRY(tb_view_slice(&target, join->out->tensor, join->axis, *start, stop, 1, err));
    const tb_status status = tb_copy_releasing(&target, t, releases ? join->lock : NULL, err);
    tb_tensor_release(&target);
    *start = stop;
    return status;
}

/* Without the lock other threads may resize tensors, so views of all of them are taken first. */
static tb_status run_copies(const tb_join *join, bool releases, tb_error *err)
{
    tb_tensor *const view = releases ? tb_memory_malloc((size_t)join->n * sizeof *view, true) : NULL;
    int64_t start = 0;
    if (releases && !view)
        return tb_fail(err, TB_MEMORY_ERROR, "out of memory");
    tb_status status = TB_OK;
    for (int64_t i = 0; releases && i < join->n && status == TB_OK; i++)
        status = tb_view_alias(&view[i], join->tensor[i], err);
    for (int64_t i = 0; i < join->n && status == TB_OK; i++) {
        const tb_tensor *t = releases ? &view[i] : join->tensor[i];
        if (t->numel != 0) /* one that is skipped may have other dimensions than the result */
            status = copy_one(join, t, &start, releases, err);
    }
    for (int64_t i = 0; releases && i < join->n; i++)
        tb_tensor_release(&view[i]);
    free(view);
    return status;
}

/* ---- the whole ---- */

tb_status tb_join_compute(void *call, tb_error *err)
{
    const tb_join *join = call;
    const tb_tensor *out = join->out->tensor;
    const bool releases = join->lock && tb_parallel_cost(out->numel, out->itemsize, 1) >= TB_RELEASE_COST;
    tb_segment few[TB_JOIN_STACK_SEGMENTS], *segment = few;
    tb_storage **storages = NULL;
    void *room = NULL;
    if (out->numel == 0)
        return TB_OK;
    if (join->n > TB_JOIN_STACK_SEGMENTS || releases) {
        room = tb_memory_malloc((size_t)join->n * sizeof *segment + (size_t)(join->n + 1) * sizeof *storages,
                                false);
        if (!room)
            return tb_fail(err, TB_MEMORY_ERROR, "out of memory");
        segment = room;
        storages = (tb_storage **)(void *)(segment + join->n);
    }
    int64_t n;
    const tb_status status = make_segments(join, segment, &n) ? run_segments(join, segment, n, storages, err)
                                                              : run_copies(join, releases, err);
    free(room);
    return status;
}

/* By way of a new tensor where others share the memory of out=. */
tb_dtype tb_join_apart(const void *call)
{
    const tb_join *join = call;
    const tb_tensor *out = join->out->tensor;
    for (int64_t i = 0; i < join->n && join->form == TB_FORM_OUT; i++)
        if (tb_storages_overlap(out->storage, join->tensor[i]->storage))
            return out->dtype;
    return TB_UNDEFINED;
}
