/* join_run.c: moves the elements of a prepared join: as strips of bytes where every tensor lies in the
 * result's order and dtype, else by one copy a tensor.
 * Relies on: join.h, overlap.h, share.h, strips.h. */
#include "join.h"
#include "memory.h"
#include "overlap.h"
#include "share.h"
#include "strips.h"

#include <stdlib.h>
#include <string.h>

/* So many strips need no memory beside the stack's. */
#define FEW 16

/* ---- strips ---- */

/* Which dimensions of the result lie inside of a row, in the order of its memory. */
typedef struct {
    int perm[TB_MAX_DIMS]; /* from the fastest on */
    int inside;            /* so many of them, the joined one being the last */
} row_order;

/* False where the result's memory has gaps. */
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

/* A tensor as a strip; false where its memory is in another order. */
static bool make_strip(const tb_join *join, const tb_tensor *t, const row_order *order, tb_strip *strip)
{
    int64_t expected = 1, step = 0;
    bool steps = false; /* the next dimension is the one from row to row */
    if (t->dtype != join->out->dtype)
        return false;
    for (int i = 0; i < join->shape.ndim; i++) {
        int d = order->perm[i];
        if (i == order->inside) { /* rows may have gaps between them */
            strip->bytes = expected * t->itemsize;
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
        strip->bytes = expected * t->itemsize;
    strip->step = step * t->itemsize;
    strip->from = tb_data(t);
    return true;
}

/* All tensors that are not empty; false if one is no strip. */
static bool make_strips(const tb_join *join, tb_strip *strip, int64_t *n)
{
    row_order order;
    *n = 0;
    if (!find_order(join->out, join->axis, &order))
        return false;
    for (int64_t i = 0; i < join->n; i++)
        if (join->tensor[i]->numel != 0 && !make_strip(join, join->tensor[i], &order, &strip[(*n)++]))
            return false;
    return true;
}

static bool run_strips(const tb_join *join, tb_strip *strip, tb_storage **storages, const tb_lock *lock)
{
    tb_strips work = {.to = tb_data(join->out), .strip = strip};
    if (!make_strips(join, strip, &work.n))
        return false;
    for (int64_t i = 0; i < work.n; i++)
        work.row_bytes += strip[i].bytes;
    work.rows = join->out->numel * join->out->itemsize / work.row_bytes;
    if (storages) {
        for (int64_t i = 0; i < join->n; i++)
            storages[i] = join->tensor[i]->storage;
        storages[join->n] = join->out->storage;
    }
    tb_strips_run(&work, storages, storages ? join->n + 1 : 0, storages ? lock : NULL);
    return true;
}

/* ---- copies ---- */

/* One tensor to its place, which begins at *start along the joined dimension. */
static tb_status copy_one(const tb_join *join, const tb_tensor *t, int64_t *start, const tb_lock *lock,
                          tb_error *err)
{
    tb_tensor place;
    const int64_t stop = *start + (join->stacks ? 1 : t->size[join->axis]);
    if (join->stacks)
        TB_TRY(tb_view_select(&place, join->out, join->axis, *start, err));
    else
        TB_TRY(tb_view_slice(&place, join->out, join->axis, *start, stop, 1, err));
    const tb_status status = tb_copy_leaving(&place, t, lock, err);
    tb_tensor_release(&place);
    *start = stop;
    return status;
}

/* One that is left out may have other dimensions than the result. */
static bool is_empty(const tb_tensor *t) { return t->numel == 0; }

static tb_status run_copies(const tb_join *join, tb_error *err)
{
    int64_t start = 0;
    tb_status status = TB_OK;
    for (int64_t i = 0; i < join->n && status == TB_OK; i++)
        if (!is_empty(join->tensor[i]))
            status = copy_one(join, join->tensor[i], &start, NULL, err);
    return status;
}

/* Without the lock tensors may be given other sizes: views of all of them are taken first. */
static tb_status run_long_copies(const tb_join *join, const tb_lock *lock, tb_error *err)
{
    tb_tensor *view = tb_memory_malloc((size_t)join->n * sizeof *view, true);
    tb_status status = TB_OK;
    int64_t start = 0;
    if (!view)
        return tb_fail(err, TB_MEMORY_ERROR, "out of memory");
    for (int64_t i = 0; i < join->n && status == TB_OK; i++)
        status = tb_view_alias(&view[i], join->tensor[i], err);
    for (int64_t i = 0; i < join->n && status == TB_OK; i++)
        if (!is_empty(&view[i]))
            status = copy_one(join, &view[i], &start, lock, err);
    for (int64_t i = 0; i < join->n; i++)
        tb_tensor_release(&view[i]);
    free(view);
    return status;
}

/* ---- the whole ---- */

/* Fills join->out, whose memory no tensor shares. */
static tb_status fill(const tb_join *join, const tb_lock *lock, tb_error *err)
{
    const bool leaves = lock && tb_share_cost(join->out->numel, join->out->itemsize, 1) >= TB_LEAVE_COST;
    tb_strip few[FEW], *strip = few;
    tb_storage **storages = NULL;
    void *room = NULL;
    if (join->out->numel == 0)
        return TB_OK;
    if (join->n > FEW || leaves) {
        room = tb_memory_malloc((size_t)join->n * sizeof *strip + (size_t)(join->n + 1) * sizeof *storages,
                                false);
        if (!room)
            return tb_fail(err, TB_MEMORY_ERROR, "out of memory");
        strip = room;
        storages = (tb_storage **)(void *)(strip + join->n);
    }
    tb_status status = TB_OK;
    if (!run_strips(join, strip, storages, lock))
        status = leaves ? run_long_copies(join, lock, err) : run_copies(join, err);
    free(room);
    return status;
}

/* Through a result of its own, for tensors share the memory of out=. */
static tb_status run_apart(tb_join *join, const tb_lock *lock, tb_error *err)
{
    tb_tensor apart, *out = join->out;
    tb_join inner = *join;
    TB_TRY(tb_tensor_new(&apart, out->dtype, join->shape.size, join->stride, join->shape.ndim, false, err));
    inner.out = &apart;
    tb_status status = fill(&inner, lock, err);
    if (status == TB_OK && join->resize)
        status = tb_tensor_resize(out, join->shape.size, join->stride, join->shape.ndim, err);
    if (status == TB_OK)
        status = tb_copy_leaving(out, &apart, lock, err);
    tb_tensor_release(&apart);
    return status;
}

tb_status tb_join_run(tb_join *join, const tb_lock *lock, tb_error *err)
{
    const tb_shape *shape = &join->shape;
    if (join->form == TB_FORM_OUT) {
        for (int64_t i = 0; i < join->n; i++)
            if (tb_storages_meet(join->out->storage, join->tensor[i]->storage))
                return run_apart(join, lock, err);
        if (join->resize)
            TB_TRY(tb_tensor_resize(join->out, shape->size, join->stride, shape->ndim, err));
        return fill(join, lock, err);
    }
    TB_TRY(tb_tensor_new(join->out, join->dtype, shape->size, join->stride, shape->ndim, false, err));
    const tb_status status = fill(join, lock, err);
    if (status != TB_OK)
        tb_tensor_release(join->out);
    return status;
}
