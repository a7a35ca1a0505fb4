/* select_slices.c: see select_slices.h.  Every dimension but the indexed one is planned
 * as for a pointwise call. */
#include "core/gather/select_slices.h"
#include "core/base/bounds.h"
#include "core/base/tuning.h"
#include "core/iterate/offset_moves.h"
#include "core/iterate/parallel.h"
#include "core/memory/view.h"

/* Bytes from one index along dim to the next. */
static int64_t step_along(const tb_tensor *t, int dim)
{
    return t && t->ndim ? t->stride[dim] * t->itemsize : 0;
}

/* ---- offsets ---- */

/* n indices from the one at `start`, within bounds; or 1 and the first that is not. */
static int read_checked(const tb_select_job *w, int64_t start, int64_t n, int64_t *out, int64_t *bad)
{
    const tb_tensor *index = w->index;
    const int64_t size = w->table->ndim ? w->table->size[w->dim] : 1, below = w->from_end ? size : 0;
    const int64_t stride = step_along(index, 0);
    if (tb_read_within(out, tb_data(index) + start * stride, index->itemsize, stride, n, below, size))
        return 0;
    while (*out >= -below && *out < size)
        out++;
    *bad = *out;
    return 1;
}

int tb_select_check(const tb_select_job *w, int64_t *bad)
{
    int64_t index[TB_SELECT_CHUNK];
    for (int64_t start = 0; start < w->index->numel; start += TB_SELECT_CHUNK) {
        const int64_t left = w->index->numel - start;
        if (read_checked(w, start, left < TB_SELECT_CHUNK ? left : TB_SELECT_CHUNK, index, bad))
            return 1;
    }
    return 0;
}

/* Indices that are within bounds become offsets in bytes. */
static void to_offsets(const tb_select_job *w, int64_t n, int64_t *offset)
{
    const int64_t size = w->table->ndim ? w->table->size[w->dim] : 1;
    const int64_t jump = step_along(w->table, w->dim);
    if (w->from_end)
        for (int64_t i = 0; i < n; i++)
            offset[i] += offset[i] < 0 ? size : 0;
    for (int64_t i = 0; i < n; i++)
        offset[i] *= jump;
}

/* ---- moves ---- */

/* A tensor as the plan sees it; without one, a single element. */
static tb_layout layout_of(const tb_tensor *t, const void *value)
{
    if (!t)
        return (tb_layout){.data = (char *)(uintptr_t)value, .itemsize = 1};
    return (tb_layout){tb_data(t), t->size, t->stride, t->ndim, t->itemsize};
}

/* Without the lock: of private tensors, since the caller's may be changed meanwhile. */
static bool run_unlocked(const tb_select_job *w, int64_t cost, int64_t *bad, int *refused)
{
    tb_tensor table = {0}, index = {0}, other = {0};
    tb_status status = tb_view_alias(&table, w->table, NULL);
    if (status == TB_OK)
        status = tb_view_alias(&index, w->index, NULL);
    if (status == TB_OK && w->other)
        status = tb_view_alias(&other, w->other, NULL);
    if (status == TB_OK) {
        tb_select_job own = *w;
        own.table = &table;
        own.index = &index;
        own.other = w->other ? &other : NULL;
        own.lock = NULL;
        tb_storage *const storages[3] = {table.storage, index.storage, other.storage};
        const tb_released_lock released = tb_release_lock(w->lock, cost, storages, 3);
        *refused = tb_select_run(&own, bad);
        tb_reacquire_lock(&released);
    }
    tb_tensor_release(&table);
    tb_tensor_release(&index);
    tb_tensor_release(&other);
    return status == TB_OK;
}

/* Divides the plan of all dimensions but the indexed one: what is written decides whether the innermost loop
 * goes along the offsets, or along rows of the slices. */
static void divide(const tb_select_job *w, const tb_plan *plan, tb_offset_moves *m)
{
    const int table = w->to_table ? 0 : 1, other = 1 - table;
    const bool along_index =
        plan->size[0] == 1 || step_along(w->to_table ? w->table : w->other, w->dim) < plan->stride[0][0];
    tb_offset_moves_begin(m, w->table->itemsize, w->to_table);
    m->step = step_along(w->other, w->dim);
    for (int d = 0; d < plan->ndim; d++) {
        const int64_t stride[] = {[TB_AT_OFFSETS] = plan->stride[table][d],
                                  [TB_BESIDE] = plan->stride[other][d]};
        tb_plan_append(d == 0 && !along_index ? &m->block : &m->outer, plan->size[d], stride);
    }
    tb_offset_moves_end(m);
}

int tb_select_run(const tb_select_job *w, int64_t *bad)
{
    const int table = w->to_table ? 0 : 1, other = 1 - table;
    const tb_tensor *shaped = w->table->ndim ? w->table : w->other; /* has all dimensions; NULL: none */
    tb_shape shape;
    tb_layout layout[2];
    tb_plan plan;
    tb_offset_moves moves;
    int64_t offset[TB_SELECT_CHUNK];
    int refused;
    const int64_t moved = w->other ? w->other->numel : w->table->numel;
    const int64_t cost = tb_parallel_cost(moved, w->table->itemsize, 1);
    if (w->lock && cost >= TB_RELEASE_COST && run_unlocked(w, cost, bad, &refused))
        return refused;

    shape.ndim = shaped ? shaped->ndim : 0;
    for (int d = 0; d < shape.ndim; d++) {
        shape.size[d] = d == w->dim ? 1 : shaped->size[d];
        if (shape.size[d] == 0)
            return tb_select_check(w, bad);
    }
    layout[table] = layout_of(w->table, NULL);
    layout[other] = layout_of(w->other, w->value);
    tb_plan_build(&plan, &shape, layout, 2);
    divide(w, &plan, &moves);
    for (int64_t start = 0; start < w->index->numel; start += TB_SELECT_CHUNK) {
        const int64_t left = w->index->numel - start, n = left < TB_SELECT_CHUNK ? left : TB_SELECT_CHUNK;
        if (read_checked(w, start, n, offset, bad))
            return 1;
        to_offsets(w, n, offset);
        tb_offset_moves_run(&moves, plan.data[table], plan.data[other] + start * moves.step, offset, n);
    }
    return 0;
}
