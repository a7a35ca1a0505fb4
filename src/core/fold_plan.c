/* fold_plan.c: see fold_plan.h. */
#include "fold_plan.h"

/* A contiguous dimension is long from so many bytes on. */
#define LONG_BYTES 64
/* Rows are read in parts of so many bytes: the accumulators of a block stay in the first-level cache. */
#define ROW_BYTES (1 << 14)
/* Tiles have at most so many columns, and tasks of runs so many elements. */
#define TILE_COLUMNS 128
#define TASK_ELEMENTS (1 << 16)
/* A task of more elements than this is cut, if there are few tasks, into as many rows at least;
 * partial accumulators take at most so many bytes. */
#define PIECE_ELEMENTS (1 << 17)
#define PIECE_ROWS 256
#define FEW_TASKS 16
#define PARTIAL_BYTES (INT64_C(4) << 20)

static bool places_count(tb_fold fold) { return fold == TB_FOLD_ARGMAX || fold == TB_FOLD_ARGMIN; }

/* Smaller steps are further inside; repeated elements outside of all. */
static bool is_inside(int64_t a, int64_t b) { return (a == 0 ? INT64_MAX : a) < (b == 0 ? INT64_MAX : b); }

static void swap(int64_t *values, int i)
{
    const int64_t t = values[i];
    values[i] = values[i - 1];
    values[i - 1] = t;
}

static void add_kept(tb_fold_plan *plan, int64_t size, int64_t in, int64_t out)
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

static void add_reduced(tb_fold_plan *plan, int64_t size, int64_t in)
{
    int i = plan->nr++;
    plan->rsize[i] = size;
    plan->rin[i] = in;
    for (; i > 0 && !places_count(plan->job->fold) && is_inside(plan->rin[i], plan->rin[i - 1]); i--) {
        swap(plan->rsize, i);
        swap(plan->rin, i);
    }
}

/* Neighbours that can be walked as one. */
static void merge(tb_fold_plan *plan)
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
static void collect(tb_fold_plan *plan)
{
    const tb_fold_job *job = plan->job;
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

static void set_casts(tb_fold_plan *plan)
{
    const tb_fold_job *job = plan->job;
    const tb_dtype memory = job->in_parts ? tb_to_real(job->in->dtype) : job->in->dtype;
    plan->cast[0] = plan->cast[1] = NULL;
    if (memory != job->values)
        plan->cast[0] = tb_kernels_active->cast[memory][job->values];
    if (job->values != job->tile)
        plan->cast[plan->cast[0] ? 1 : 0] = tb_kernels_active->cast[job->values][job->tile];
}

static bool is_long(int64_t size, int64_t stride, int itemsize)
{
    return stride == itemsize && size * itemsize >= LONG_BYTES;
}

/* The parts of complex numbers that are neighbours. */
static bool are_pairs(const tb_fold_plan *plan)
{
    return plan->job->in_parts && plan->fold->pairs && plan->ksize[0] == 2 &&
           plan->kin[0] == plan->itemsize && plan->rin[0] == 2 * plan->itemsize;
}

static tb_fold_way choose_way(const tb_fold_plan *plan)
{
    const int itemsize = plan->itemsize;
    const bool places = places_count(plan->job->fold), inside = is_inside(plan->rin[0], plan->kin[0]);
    if (!plan->cast[0]) {
        if (are_pairs(plan) && is_long(2 * plan->rsize[0], plan->kin[0], itemsize))
            return TB_FOLD_DIRECT_PAIRS;
        if (is_long(plan->rsize[0], plan->rin[0], itemsize) || plan->reduced == 1)
            return plan->reduced == 1 && plan->kin[0] == itemsize ? TB_FOLD_DIRECT_ROWS : TB_FOLD_DIRECT_RUNS;
        if (is_long(plan->ksize[0], plan->kin[0], itemsize))
            return TB_FOLD_DIRECT_ROWS;
        if (!places && plan->kin[0] == itemsize && plan->rin[0] == itemsize * plan->ksize[0])
            return TB_FOLD_DIRECT_ROWS;
    }
    if (plan->kept == 1 || (inside && plan->rsize[0] >= 64) || (places && plan->ksize[0] < 16))
        return TB_FOLD_TILED_RUNS;
    return TB_FOLD_TILED_ROWS;
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

static void set_tasks(tb_fold_plan *plan)
{
    plan->kd = plan->rd = 0;
    plan->kinner = plan->rinner = 1;
    plan->rstep = plan->rsize[0];
    switch (plan->way) {
    case TB_FOLD_DIRECT_RUNS:
        plan->kstep = at_least_one(TASK_ELEMENTS / plan->reduced);
        break;
    case TB_FOLD_DIRECT_PAIRS:
        plan->kd = plan->nk > 1;
        plan->kinner = plan->kd ? 2 : 1;
        plan->kstep = plan->kd ? at_least_one(TASK_ELEMENTS / plan->reduced) : 2;
        break;
    case TB_FOLD_DIRECT_ROWS:
        plan->kstep = at_most(TB_FOLD_COLUMNS, ROW_BYTES / plan->tile_itemsize);
        plan->kstep = at_most(plan->kstep, TB_FOLD_ROOM / plan->fold->bytes);
        break;
    case TB_FOLD_TILED_RUNS:
        plan->kstep = at_least_one(TASK_ELEMENTS / plan->reduced);
        plan->rstep = TB_FOLD_TILE;
        break;
    case TB_FOLD_TILED_ROWS:
        plan->kd = take_dims(plan->ksize, plan->nk, TILE_COLUMNS, &plan->kinner, &plan->kstep);
        const int64_t few = at_most(plan->reduced, 16);
        if (few * plan->kinner * plan->kstep < TB_FOLD_TILE)
            plan->kd = take_dims(plan->ksize, plan->nk, at_most(TB_FOLD_TILE / few, TB_FOLD_TILE_COLUMNS),
                                 &plan->kinner, &plan->kstep);
        plan->rd = places_count(plan->job->fold)
                       ? take_dims(plan->rsize, 1, TB_FOLD_TILE / (plan->kinner * plan->kstep), &plan->rinner,
                                   &plan->rstep)
                       : take_dims(plan->rsize, plan->nr, TB_FOLD_TILE / (plan->kinner * plan->kstep),
                                   &plan->rinner, &plan->rstep);
        break;
    }
    if (plan->way != TB_FOLD_DIRECT_ROWS)
        plan->kstep = at_most(plan->kstep, TB_FOLD_TILE_COLUMNS / plan->kinner);
    plan->kstep = at_most(plan->kstep, plan->ksize[plan->kd]);
    plan->chunks = (plan->ksize[plan->kd] + plan->kstep - 1) / plan->kstep;
    plan->tasks = plan->chunks;
    for (int i = plan->kd + 1; i < plan->nk; i++)
        plan->tasks *= plan->ksize[i];
}

static void set_pieces(tb_fold_plan *plan)
{
    const int64_t elements = plan->kinner * plan->kstep * plan->reduced;
    int64_t pieces = 1, most = PARTIAL_BYTES / (plan->fold->bytes * plan->kept);
    plan->cut = 0;
    for (int i = 1; i < plan->nr; i++)
        if (plan->rsize[i] >= plan->rsize[plan->cut])
            plan->cut = i;
    if (plan->tasks < FEW_TASKS && elements >= 2 * PIECE_ELEMENTS)
        pieces = elements / PIECE_ELEMENTS;
    if (plan->way == TB_FOLD_DIRECT_ROWS && plan->kstep >= TB_FOLD_TILE_COLUMNS)
        pieces = at_most(pieces, plan->reduced / PIECE_ROWS);
    pieces = at_least_one(at_most(pieces, at_most(most, plan->rsize[plan->cut])));
    plan->step = (plan->rsize[plan->cut] + pieces - 1) / pieces;
    plan->pieces = (plan->rsize[plan->cut] + plan->step - 1) / plan->step;
}

bool tb_fold_plan_build(tb_fold_plan *plan, const tb_fold_job *job)
{
    plan->job = job;
    plan->fold = &tb_kernels_active->fold[job->fold][job->tile];
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
    if (plan->nr > 1 && places_count(job->fold))
        return false;
    plan->way = choose_way(plan);
    set_tasks(plan);
    set_pieces(plan);
    return true;
}
