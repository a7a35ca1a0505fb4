/* reduce_plan.c: see reduce_plan.h. */
#include "core/reduce/reduce_plan.h"
#include "core/base/arithmetic.h"
#include "core/base/tuning.h"
#include "core/plan/cursor.h"

static bool tracks_index(tb_reducer reducer)
{
    return reducer == TB_REDUCER_ARGMAX || reducer == TB_REDUCER_ARGMIN;
}

/* Sets the dimensions, at least one of each kind: ordered by the input's strides, which decide the bits of
 * sums, or unchanged if the result is an index. */
static void set_dimensions(tb_reduce_plan *plan)
{
    const tb_reduce_job *job = plan->job;
    const tb_tensor *t = job->in;
    const int parts = job->in_parts ? 2 : 1;
    const int64_t none[1 + 2] = {0};
    int64_t itemsize[1 + 2] = {plan->load.memory_itemsize}, stride[1 + 2];
    tb_plan_begin(&plan->kept, 1 + job->nout);
    tb_plan_begin(&plan->reduced, 1);
    plan->kept.data[0] = plan->reduced.data[0] = tb_data(t);
    for (int i = 0; i < job->nout; i++) {
        plan->kept.data[1 + i] = tb_data(job->out[i].tensor);
        itemsize[1 + i] = plan->store[i].memory_itemsize;
    }
    if (job->in_parts)
        tb_plan_insert(&plan->kept, 2, itemsize, 0);
    for (int d = t->ndim - 1; d >= 0; d--) {
        if (t->size[d] == 1)
            continue;
        tb_plan *to = job->reduced >> d & 1 ? &plan->reduced : &plan->kept;
        stride[0] = t->stride[d] * itemsize[0] * parts;
        for (int k = 1; k < to->nop; k++)
            stride[k] = job->out_stride[d] * itemsize[k] * parts;
        if (to == &plan->reduced && tracks_index(job->reducer))
            tb_plan_add(to, t->size[d], stride);
        else
            tb_plan_insert(to, t->size[d], stride, 0);
    }
    tb_plan_merge(&plan->kept);
    tb_plan_merge(&plan->reduced);
    tb_plan_end(&plan->kept, none);
    tb_plan_end(&plan->reduced, itemsize);
    plan->columns = tb_plan_product(&plan->kept, 0, plan->kept.ndim);
    plan->rows = tb_plan_product(&plan->reduced, 0, plan->reduced.ndim);
}

static tb_dtype memory_dtype(const tb_reduce_job *job, const tb_tensor *t)
{
    return job->in_parts ? tb_to_real(t->dtype) : t->dtype;
}

static void set_transfers(tb_reduce_plan *plan)
{
    const tb_reduce_job *job = plan->job;
    tb_set_transfer_in(&plan->load, memory_dtype(job, job->in), job->values, job->tile);
    for (int i = 0; i < job->nout; i++) {
        const tb_reduce_output *out = &job->out[i];
        tb_set_transfer_out(&plan->store[i], out->produced, out->result, memory_dtype(job, out->tensor));
    }
}

static bool is_long(int64_t size, int64_t stride, int itemsize)
{
    return stride == itemsize && size * itemsize >= TB_REDUCE_LONG_BYTES;
}

static tb_reduce_strategy choose_strategy(const tb_reduce_plan *plan)
{
    const int64_t columns = plan->kept.size[0], column = plan->kept.stride[0][0];
    const int64_t rows = plan->reduced.size[0], row = plan->reduced.stride[0][0];
    const int itemsize = plan->load.memory_itemsize;
    const bool indices = tracks_index(plan->job->reducer);
    if (!plan->load.cast[0]) {
        const bool pairs = plan->job->in_parts && columns == 2 && column == itemsize && row == 2 * itemsize;
        if (pairs && plan->kernel->pairs && is_long(2 * rows, column, itemsize))
            return TB_REDUCE_DIRECT_PAIRS;
        if (is_long(rows, row, itemsize) || plan->rows == 1)
            return plan->rows == 1 && column == itemsize ? TB_REDUCE_DIRECT_ROWS : TB_REDUCE_DIRECT_RUNS;
        if (is_long(columns, column, itemsize))
            return TB_REDUCE_DIRECT_ROWS;
        if (!indices && column == itemsize && row == itemsize * columns)
            return TB_REDUCE_DIRECT_ROWS;
    }
    if (plan->columns == 1 || (tb_is_inside(row, column) && rows >= TB_REDUCE_TILED_RUN) ||
        (indices && columns < TB_REDUCE_INDEXED_COLUMNS))
        return TB_REDUCE_TILED_RUNS;
    return TB_REDUCE_TILED_ROWS;
}

static void set_tasks(tb_reduce_plan *plan)
{
    const tb_plan *kept = &plan->kept, *reduced = &plan->reduced;
    tb_plan_part *task = &plan->task;
    task->dims = plan->tile.dims = 0;
    task->inner = plan->tile.inner = 1;
    plan->tile.step = reduced->size[0];
    switch (plan->strategy) {
    case TB_REDUCE_DIRECT_RUNS:
        task->step = tb_max(TB_REDUCE_TASK / plan->rows, 1);
        break;
    case TB_REDUCE_DIRECT_PAIRS:
        task->dims = kept->ndim > 1;
        task->inner = task->dims ? 2 : 1;
        task->step = task->dims ? tb_max(TB_REDUCE_TASK / plan->rows, 1) : 2;
        break;
    case TB_REDUCE_DIRECT_ROWS:
        task->step = tb_min(TB_REDUCE_COLUMNS, TB_REDUCE_ROW_BYTES / plan->load.tile_itemsize);
        task->step = tb_min(task->step, TB_REDUCE_ACCUMULATOR_BYTES / plan->kernel->bytes);
        break;
    case TB_REDUCE_TILED_RUNS:
        task->step = tb_max(TB_REDUCE_TASK / plan->rows, 1);
        plan->tile.step = TB_REDUCE_TILE;
        break;
    case TB_REDUCE_TILED_ROWS:
        tb_plan_take(task, kept, kept->ndim, TB_REDUCE_TILE_COLUMNS);
        const int64_t few = tb_min(plan->rows, TB_REDUCE_TILE_ROWS);
        if (few * task->inner * task->step < TB_REDUCE_TILE)
            tb_plan_take(task, kept, kept->ndim, tb_min(TB_REDUCE_TILE / few, TB_REDUCE_TASK_COLUMNS));
        tb_plan_take(&plan->tile, reduced, tracks_index(plan->job->reducer) ? 1 : reduced->ndim,
                     TB_REDUCE_TILE / (task->inner * task->step));
        break;
    }
    if (plan->strategy != TB_REDUCE_DIRECT_ROWS) /* divisions show in small calls, whose task has no dims */
        task->step =
            tb_min(task->step, task->dims ? TB_REDUCE_TASK_COLUMNS / task->inner : TB_REDUCE_TASK_COLUMNS);
    task->step = tb_min(task->step, kept->size[task->dims]);
    plan->tasks = tb_plan_pieces(kept, task->dims, task->step);
}

static void set_pieces(tb_reduce_plan *plan)
{
    const int64_t elements = plan->task.inner * plan->task.step * plan->rows, *size = plan->reduced.size;
    plan->pieces = 1;
    if (plan->tasks >= TB_REDUCE_FEW_TASKS || elements < 2 * TB_REDUCE_PIECE)
        return;
    int64_t pieces = elements / TB_REDUCE_PIECE;
    const int64_t most = TB_REDUCE_PARTIAL_BYTES / (plan->kernel->bytes * plan->columns);
    plan->cut = 0;
    for (int i = 1; i < plan->reduced.ndim; i++)
        if (size[i] >= size[plan->cut])
            plan->cut = i;
    if (plan->strategy == TB_REDUCE_DIRECT_ROWS && plan->task.step >= TB_REDUCE_TASK_COLUMNS)
        pieces = tb_min(pieces, plan->rows / TB_REDUCE_PIECE_ROWS);
    pieces = tb_max(tb_min(pieces, tb_min(most, size[plan->cut])), 1);
    plan->step = tb_div_up(size[plan->cut], pieces);
    plan->pieces = tb_div_up(size[plan->cut], plan->step);
}

bool tb_reduce_plan_build(tb_reduce_plan *plan, const tb_reduce_job *job)
{
    plan->job = job;
    plan->kernel = &tb_kernels_active->reduce->of[job->reducer][job->tile];
    set_transfers(plan);
    set_dimensions(plan);
    if (plan->reduced.ndim > 1 && tracks_index(job->reducer))
        return false;
    plan->strategy = choose_strategy(plan);
    set_tasks(plan);
    set_pieces(plan);
    return true;
}
