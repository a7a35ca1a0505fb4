/* select_slices.c: see select_slices.h.  All dimensions but the indexed one are planned as for a pointwise
 * call. */
#include "core/gather/select_slices.h"
#include "core/offsets/index_rows.h"
#include "core/iterate/parallel.h"

/* Bytes from one index along dim to the next. */
static int64_t step_along(const tb_tensor *t, int dim)
{
    return t && t->ndim ? t->stride[dim] * t->itemsize : 0;
}

static tb_index_row row_of(const tb_select_job *w)
{
    const int64_t size = tb_size_or_1(w->table, w->dim);
    return (tb_index_row){.start = tb_data(w->index),
                          .itemsize = w->index->itemsize,
                          .stride = step_along(w->index, 0),
                          .below = w->from_end ? size : 0,
                          .bound = size,
                          .step = step_along(w->table, w->dim)};
}

int tb_select_check(const tb_select_job *w, int64_t *bad)
{
    const tb_index_row row = row_of(w);
    return !tb_index_row_check(&row, w->index->numel, bad);
}

/* ---- moves ---- */

/* A tensor's layout in the plan; NULL: a single element. */
static tb_layout layout_or_value(const tb_tensor *t, const void *value)
{
    return t ? tb_layout_of(t) : (tb_layout){.data = (char *)(uintptr_t)value, .itemsize = 1};
}

/* Divides the plan of all dimensions but the indexed one: the written side decides whether the innermost loop
 * runs along the offsets, or along rows of the slices. */
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
    const tb_index_row row = row_of(w);
    const int64_t n = w->index->numel;
    int64_t since = 0;
    tb_shape shape;
    tb_layout layout[2];
    tb_plan plan;
    tb_offset_moves moves;

    shape.ndim = shaped ? shaped->ndim : 0;
    for (int d = 0; d < shape.ndim; d++) {
        shape.size[d] = d == w->dim ? 1 : shaped->size[d];
        if (shape.size[d] == 0)
            return tb_select_check(w, bad);
    }
    layout[table] = layout_or_value(w->table, NULL);
    layout[other] = layout_or_value(w->other, w->value);
    tb_plan_build(&plan, &shape, layout, 2);
    divide(w, &plan, &moves);
    tb_storage *const storages[] = {w->table->storage, w->index->storage,
                                    w->other ? w->other->storage : NULL};
    const int64_t moved = w->other ? w->other->numel : w->table->numel;
    int code;
    TB_WITHOUT_LOCK (&code, w->lock, tb_parallel_cost(moved, w->table->itemsize, 1), storages, 3)
        code = tb_index_rows_move(&(tb_index_rows){&row, 1, 0}, n, &moves, plan.data[table], plan.data[other],
                                  bad, &since);
    return code;
}
