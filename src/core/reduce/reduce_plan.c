/* reduce_plan.c: see reduce_plan.h. */
#include "core/reduce/reduce_plan.h"
#include "core/base/tuning.h"

static bool tracks_index(tb_reducer reducer)
{
    return reducer == TB_REDUCER_ARGMAX || reducer == TB_REDUCER_ARGMIN;
}

/* Smaller steps are further inside; repeated elements outside of all. */
static bool is_inside(int64_t a, int64_t b) { return (a == 0 ? INT64_MAX : a) < (b == 0 ? INT64_MAX : b); }

static void swap(int64_t *values, int i)
{
    const int64_t t = values[i];
    values[i] = values[i - 1];
    values[i - 1] = t;
}

static void add_kept(tb_reduce_plan *plan, int64_t size, int64_t in, int64_t out)
{
    int i = plan->nk++;
    plan->ksize[i] = size;
    plan->kin[i] = in;
    plan->kout[i] = out;
    for (; i > 0 && is_inside(plan->kin[i], plan->kin[i - 1]); i--) {
        swap(plan->ksize, i);
        swap(plan->kin, i);
        swap(plan->kout, i);
    }
}

static void add_reduced(tb_reduce_plan *plan, int64_t size, int64_t in)
{
    int i = plan->nr++;
    plan->rsize[i] = size;
    plan->rin[i] = in;
    for (; i > 0 && !tracks_index(plan->job->reducer) && is_inside(plan->rin[i], plan->rin[i - 1]); i--) {
        swap(plan->rsize, i);
        swap(plan->rin, i);
    }
}

/* Merges dimensions that are one for input and outputs. */
static void merge(tb_reduce_plan *plan)
{
    int n = 0;
    for (int i = 1; i < plan->nk; i++) {
        if (plan->kin[i] == plan->kin[n] * plan->ksize[n] &&
            plan->kout[i] == plan->kout[n] * plan->ksize[n]) {
            plan->ksize[n] *= plan->ksize[i];
            continue;
        }
        n++;
        plan->ksize[n] = plan->ksize[i];
        plan->kin[n] = plan->kin[i];
        plan->kout[n] = plan->kout[i];
    }
    plan->nk = plan->nk ? n + 1 : 0;
    n = 0;
    for (int i = 1; i < plan->nr; i++) {
        if (plan->rin[i] == plan->rin[n] * plan->rsize[n]) {
            plan->rsize[n] *= plan->rsize[i];
            continue;
        }
        n++;
        plan->rsize[n] = plan->rsize[i];
        plan->rin[n] = plan->rin[i];
    }
    plan->nr = plan->nr ? n + 1 : 0;
}

/* The dimensions, at least one kept and one reduced. */
static void collect(tb_reduce_plan *plan)
{
    const tb_reduce_job *job = plan->job;
    const tb_tensor *t = job->in;
    const int parts = job->in_parts ? 2 : 1, itemsize = plan->itemsize;
    plan->nk = plan->nr = 0;
    if (job->in_parts)
        add_kept(plan, 2, itemsize, 1);
    for (int d = t->ndim - 1; d >= 0; d--) {
        if (t->size[d] == 1)
            continue;
        const int64_t in = t->stride[d] * itemsize * parts;
        if (job->reduced >> d & 1)
            add_reduced(plan, t->size[d], in);
        else
            add_kept(plan, t->size[d], in, job->out_stride[d] * parts);
    }
    merge(plan);
    if (plan->nk == 0)
        add_kept(plan, 1, 0, 0);
    if (plan->nr == 0)
        add_reduced(plan, 1, plan->itemsize);
    plan->kept = plan->reduced = 1;
    for (int i = 0; i < plan->nk; i++)
        plan->kept *= plan->ksize[i];
    for (int i = 0; i < plan->nr; i++)
        plan->reduced *= plan->rsize[i];
}

static void set_casts(tb_reduce_plan *plan)
{
    const tb_reduce_job *job = plan->job;
    const tb_dtype memory = job->in_parts ? tb_to_real(job->in->dtype) : job->in->dtype;
    plan->cast[0] = plan->cast[1] = NULL;
    if (memory != job->values)
        plan->cast[0] = tb_kernels_active->cast[memory][job->values];
    if (job->values != job->tile)
        plan->cast[plan->cast[0] ? 1 : 0] = tb_kernels_active->cast[job->values][job->tile];
}

static bool is_long(int64_t size, int64_t stride, int itemsize)
{
    return stride == itemsize && size * itemsize >= TB_REDUCE_LONG_BYTES;
}

/* Are the parts of complex numbers next to each other in memory? */
static bool are_pairs(const tb_reduce_plan *plan)
{
    return plan->job->in_parts && plan->kernel->pairs && plan->ksize[0] == 2 &&
           plan->kin[0] == plan->itemsize && plan->rin[0] == 2 * plan->itemsize;
}

static tb_reduce_strategy choose_strategy(const tb_reduce_plan *plan)
{
    const int itemsize = plan->itemsize;
    const bool indices = tracks_index(plan->job->reducer), inside = is_inside(plan->rin[0], plan->kin[0]);
    if (!plan->cast[0]) {
        if (are_pairs(plan) && is_long(2 * plan->rsize[0], plan->kin[0], itemsize))
            return TB_REDUCE_DIRECT_PAIRS;
        if (is_long(plan->rsize[0], plan->rin[0], itemsize) || plan->reduced == 1)
            return plan->reduced == 1 && plan->kin[0] == itemsize ? TB_REDUCE_DIRECT_ROWS
                                                                  : TB_REDUCE_DIRECT_RUNS;
        if (is_long(plan->ksize[0], plan->kin[0], itemsize))
            return TB_REDUCE_DIRECT_ROWS;
        if (!indices && plan->kin[0] == itemsize && plan->rin[0] == itemsize * plan->ksize[0])
            return TB_REDUCE_DIRECT_ROWS;
    }
    if (plan->kept == 1 || (inside && plan->rsize[0] >= 64) || (indices && plan->ksize[0] < 16))
        return TB_REDUCE_TILED_RUNS;
    return TB_REDUCE_TILED_ROWS;
}

static int64_t at_least_one(int64_t n) { return n > 0 ? n : 1; }
static int64_t at_most(int64_t n, int64_t most) { return n < most ? n : most; }

/* Whole dimensions while they are at most `most` elements, then steps of the next one. */
static int take_dims(const int64_t *size, int n, int64_t most, int64_t *inner, int64_t *step)
{
    int d = 0;
    *inner = 1;
    while (d < n - 1 && *inner * size[d] <= most)
        *inner *= size[d++];
    *step = at_most(size[d], at_least_one(most / *inner));
    return d;
}

static void set_tasks(tb_reduce_plan *plan)
{
    plan->kd = plan->rd = 0;
    plan->kinner = plan->rinner = 1;
    plan->rstep = plan->rsize[0];
    switch (plan->strategy) {
    case TB_REDUCE_DIRECT_RUNS:
        plan->kstep = at_least_one(TB_REDUCE_TASK / plan->reduced);
        break;
    case TB_REDUCE_DIRECT_PAIRS:
        plan->kd = plan->nk > 1;
        plan->kinner = plan->kd ? 2 : 1;
        plan->kstep = plan->kd ? at_least_one(TB_REDUCE_TASK / plan->reduced) : 2;
        break;
    case TB_REDUCE_DIRECT_ROWS:
        plan->kstep = at_most(TB_REDUCE_COLUMNS, TB_REDUCE_ROW_BYTES / plan->tile_itemsize);
        plan->kstep = at_most(plan->kstep, TB_REDUCE_STACK_BYTES / plan->kernel->bytes);
        break;
    case TB_REDUCE_TILED_RUNS:
        plan->kstep = at_least_one(TB_REDUCE_TASK / plan->reduced);
        plan->rstep = TB_REDUCE_TILE;
        break;
    case TB_REDUCE_TILED_ROWS:
        plan->kd = take_dims(plan->ksize, plan->nk, TB_REDUCE_TILE_COLUMNS, &plan->kinner, &plan->kstep);
        const int64_t few = at_most(plan->reduced, 16);
        if (few * plan->kinner * plan->kstep < TB_REDUCE_TILE)
            plan->kd = take_dims(plan->ksize, plan->nk, at_most(TB_REDUCE_TILE / few, TB_REDUCE_TASK_COLUMNS),
                                 &plan->kinner, &plan->kstep);
        plan->rd = tracks_index(plan->job->reducer)
                       ? take_dims(plan->rsize, 1, TB_REDUCE_TILE / (plan->kinner * plan->kstep),
                                   &plan->rinner, &plan->rstep)
                       : take_dims(plan->rsize, plan->nr, TB_REDUCE_TILE / (plan->kinner * plan->kstep),
                                   &plan->rinner, &plan->rstep);
        break;
    }
    if (plan->strategy != TB_REDUCE_DIRECT_ROWS)
        plan->kstep = at_most(plan->kstep, TB_REDUCE_TASK_COLUMNS / plan->kinner);
    plan->kstep = at_most(plan->kstep, plan->ksize[plan->kd]);
    plan->chunks = (plan->ksize[plan->kd] + plan->kstep - 1) / plan->kstep;
    plan->tasks = plan->chunks;
    for (int i = plan->kd + 1; i < plan->nk; i++)
        plan->tasks *= plan->ksize[i];
}

static void set_pieces(tb_reduce_plan *plan)
{
    const int64_t elements = plan->kinner * plan->kstep * plan->reduced;
    int64_t pieces = 1, most = TB_REDUCE_PARTIAL_BYTES / (plan->kernel->bytes * plan->kept);
    plan->cut = 0;
    for (int i = 1; i < plan->nr; i++)
        if (plan->rsize[i] >= plan->rsize[plan->cut])
            plan->cut = i;
    if (plan->tasks < TB_REDUCE_FEW_TASKS && elements >= 2 * TB_REDUCE_PIECE)
        pieces = elements / TB_REDUCE_PIECE;
    if (plan->strategy == TB_REDUCE_DIRECT_ROWS && plan->kstep >= TB_REDUCE_TASK_COLUMNS)
        pieces = at_most(pieces, plan->reduced / TB_REDUCE_PIECE_ROWS);
    pieces = at_least_one(at_most(pieces, at_most(most, plan->rsize[plan->cut])));
    plan->step = (plan->rsize[plan->cut] + pieces - 1) / pieces;
    plan->pieces = (plan->rsize[plan->cut] + plan->step - 1) / plan->step;
}

bool tb_reduce_plan_build(tb_reduce_plan *plan, const tb_reduce_job *job)
{
    plan->job = job;
    plan->kernel = &tb_kernels_active->reduce[job->reducer][job->tile];
    plan->data = tb_data(job->in);
    for (int i = 0; i < job->nout; i++) {
        const tb_dtype dtype = job->out[i].tensor->dtype;
        plan->out[i] = tb_data(job->out[i].tensor);
        plan->out_dtype[i] = job->in_parts ? tb_to_real(dtype) : dtype;
    }
    plan->itemsize = job->in->itemsize / (job->in_parts ? 2 : 1);
    plan->tile_itemsize = tb_dtypes[job->tile].itemsize;
    set_casts(plan);
    collect(plan);
    if (plan->nr > 1 && tracks_index(job->reducer))
        return false;
    plan->strategy = choose_strategy(plan);
    set_tasks(plan);
    set_pieces(plan);
    return true;
}
